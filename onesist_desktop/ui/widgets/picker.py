# SPDX-License-Identifier: MIT
"""A popup that lists choices above the button which opens it: filtered by typing, walked by arrows, taken by Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QListView, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.fields import SearchField
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.metrics import has_clear_corners, is_mirrored, outline_width, restyle, scaled
from onesist_desktop.ui.widgets.picker_list import PickerDelegate, PickerModel, PickerRow

__all__ = ["Picker", "PickerRow"]

SEARCH_FROM = 9
"""Number of rows from which the search field is there from the start. With fewer it comes when something is typed."""
_PADDING = 4
_GAP = 4
_MIN_WIDTH, _MAX_WIDTH, _MAX_HEIGHT = 240, 440, 480
_MEASURED = 60
_PAGE = 8
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE}


class Picker(QFrame):
    """Choices of one thing.

    Signals:
        opening(): It is about to be shown; call :meth:`set_rows` now if they have to be fresh. They may also come later.
        chosen(key: str): A row was taken, also a dim one. The popup is closed already.
        footer_wanted(): The action at the bottom was taken. The popup is closed already.
        closed(): It is no longer shown.
    """

    opening = Signal()
    chosen = Signal(str)
    footer_wanted = Signal()
    closed = Signal()

    def __init__(
        self, theme: Theme, label: str, *, footer: str = "", footer_glyph: str = "plus", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self._rows: Sequence[PickerRow] = ()
        self._opener: QWidget | None = None
        self._actions: list[FlatButton] = []
        self._free_row: Callable[[str], PickerRow] | None = None
        self._has_round_corners = has_clear_corners()
        self.setObjectName("picker")
        self.setAccessibleName(label)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, self._has_round_corners)
        self._model = PickerModel(self)
        self._delegate = PickerDelegate(theme, self)
        self.search = SearchField(self.tr("Type to search"), name="picker_search")
        self.search.textChanged.connect(lambda _text: self._show_rows())
        self.view = _make_list(self._model, self._delegate, label)
        self.view.entered.connect(self.view.setCurrentIndex)
        self.view.clicked.connect(lambda index: self._choose(index.row()))
        self._note = PlainLabel(tone="secondary", wraps=True, name="picker_note")
        self._note.setContentsMargins(12, 6, 12, 6)
        self._rule = QFrame()
        self._rule.setProperty("surface", "rule")
        self.footer = FlatButton(footer, ButtonKind.GHOST, glyph=footer_glyph, name="picker_footer", on_click=self._on_footer)
        self.footer.setProperty("align", "left")
        column = QVBoxLayout(self)
        column.setContentsMargins(_PADDING, _PADDING, _PADDING, _PADDING)
        column.setSpacing(_PADDING)
        for widget in (self.search, self.view, self._note, self._rule, self.footer):
            column.addWidget(widget)
        column.setStretchFactor(self.view, 1)
        for widget in (self.search, self.view):
            widget.installEventFilter(self)
        self.set_footer(footer, footer_glyph)
        self._note.hide()
        self.search.hide()
        theme.changed.connect(self._on_theme_changed)

    @property
    def rows(self) -> Sequence[PickerRow]:
        """All rows, also those that the search hides."""
        return self._rows

    @property
    def shown_rows(self) -> list[PickerRow]:
        """The rows that match what was typed."""
        entries = (self._model.entry(place) for place in self._model.choosable)
        return [entry for entry in entries if isinstance(entry, PickerRow)]

    @property
    def current_key(self) -> str | None:
        """The key of the row that Enter would take."""
        index = self.view.currentIndex()
        entry = self._model.entry(index.row()) if index.isValid() else None
        return entry.key if isinstance(entry, PickerRow) else None

    def set_rows(self, rows: Sequence[PickerRow]) -> None:
        """Show these rows from now on. What was typed and the row under the cursor stay, also while it is open."""
        key = self.current_key if self.isVisible() else None
        self._rows = tuple(rows)
        self._delegate.measure(self._rows)
        if len(self._rows) >= SEARCH_FROM:
            self.search.show()
        self._show_rows(key)
        self._fit()

    def set_footer(self, text: str, glyph: str = "plus") -> None:
        """Offer an action below the rows; empty for none."""
        self.footer.setText(text.replace("&", "&&"))
        self.footer.set_glyph(glyph)
        self.footer.setVisible(bool(text))
        self._rule.setVisible(bool(text or self._actions))
        self._fit()

    def add_action(self, text: str, glyph: str, name: str, on_click: Callable[[], object]) -> FlatButton:
        """Offer one more action below the rows, which leaves the popup open."""
        button = FlatButton(text.replace("&", "&&"), ButtonKind.GHOST, glyph=glyph, name=name, on_click=on_click)
        button.setProperty("align", "left")
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.addWidget(button)
        self._actions.append(button)
        self._rule.show()
        self._fit()
        return button

    def set_free_row(self, row_of: Callable[[str], PickerRow]) -> None:
        """Let what is typed be taken as it is: ``row_of`` makes the row that stands below those that were found."""
        self._free_row = row_of

    def set_note(self, text: str) -> None:
        """Say something below the rows that can't be chosen, such as that more are on their way; empty for nothing."""
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._fit()

    def open_above(self, opener: QWidget) -> None:
        """Open with the lower edge at the opener's upper edge, or below it where there is more room."""
        self._opener = opener
        self.setLayoutDirection(opener.layoutDirection())
        self.opening.emit()
        self.search.clear()
        self.search.setVisible(len(self._rows) >= SEARCH_FROM)
        self._show_rows()
        self._fit()
        self.show()
        (self.search if not self.search.isHidden() else self.view).setFocus(Qt.FocusReason.PopupFocusReason)

    def sizeHint(self) -> QSize:
        """Ask for the room in which no row is cut, within limits: beyond them it scrolls, and long texts end in an ellipsis."""
        entries = [self._model.entry(place) for place in range(self._model.rowCount())]
        widest = max((self._delegate.width_of(entry) for entry in entries[:_MEASURED]), default=0)
        wanted = max(widest + 2 * _PADDING + 12, self.footer.sizeHint().width() + 2 * _PADDING)
        width = min(max(scaled(_MIN_WIDTH), wanted), scaled(_MAX_WIDTH))
        height = self._height_of_rest(width) + sum(self._delegate.height_of(entry) for entry in entries)
        return QSize(width, min(height, scaled(_MAX_HEIGHT)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk by arrows and take by Enter, wherever the focus is; letters typed in the list go into the search."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in _STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._step(_STEPS[Qt.Key(event.key())])
            return True
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.view.currentIndex().row())
            return True
        if watched is self.view and event.text().strip() and event.text().isprintable():
            self.search.show()
            self._fit()
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            QApplication.sendEvent(self.search, event)
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let a click on the opener close the popup without opening it again."""
        opener = self._opener
        if opener is not None and opener.rect().contains(opener.mapFromGlobal(event.globalPosition().toPoint())):
            self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        super().mousePressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Say that it is closed."""
        super().hideEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground and outline."""
        painter = QPainter(self)
        radius = self._theme.radius("card") if self._has_round_corners else 0
        fill_rounded(painter, QRectF(self.rect()), self._theme.color("bg_raised"), radius)
        paint_outline(painter, QRectF(self.rect()), self._theme.color("line_strong"), radius, outline_width(self._theme))
        painter.end()

    def _show_rows(self, key: str | None = None) -> None:
        """Filter, and put the cursor on a key, else on the current choice, else on the first row."""
        query = self.search.text()
        self._model.show_rows(self._with_free_row(query), query)
        current = next((row.key for row in self._rows if row.is_current), None) if not query else None
        places = [place for place in (self._model.place_of(one) for one in (key, current) if one is not None) if place >= 0]
        choosable = self._model.choosable
        place = next(iter(places or choosable), -1)
        if place >= 0:
            self._go_to(place)
        is_nothing_found = bool(query) and not choosable
        self.view.setAccessibleDescription(self.tr("Nothing found") if is_nothing_found else "")
        restyle(self.search, "invalid", is_nothing_found)

    def _with_free_row(self, query: str) -> Sequence[PickerRow]:
        typed = query.strip()
        if self._free_row is None or not typed or any(row.key == typed for row in self._rows):
            return self._rows
        return (*self._rows, self._free_row(typed))

    def _step(self, by: int) -> None:
        choosable = self._model.choosable
        if not choosable:
            return
        row = self.view.currentIndex().row()
        place = choosable.index(row) if row in choosable else -1
        self._go_to(choosable[max(0, min(len(choosable) - 1, place + by))])

    def _go_to(self, place: int) -> None:
        self.view.setCurrentIndex(self._model.index(place))
        # The heading of the first row comes into view with it.
        top = 0 if place <= 1 else place
        self.view.scrollTo(self._model.index(top))
        if self.search.hasFocus():
            # A screen reader follows the row although the focus stays where one types.
            event = QAccessibleEvent(self.view, QAccessible.Event.Focus)
            event.setChild(place)
            QAccessible.updateAccessibility(event)

    def _choose(self, place: int) -> None:
        entry = self._model.entry(place) if place >= 0 else None
        if isinstance(entry, PickerRow):
            self.hide()
            self.chosen.emit(entry.key)

    def _on_footer(self) -> None:
        self.hide()
        self.footer_wanted.emit()

    def _on_theme_changed(self) -> None:
        self._delegate.measure(self._rows)
        self._show_rows()
        self._fit()

    def _fit(self) -> None:
        """Take the size that the rows need, and the place at the opener, inside the screen."""
        opener = self._opener
        if opener is None:
            return
        wanted = self.sizeHint()
        screen = opener.screen().availableGeometry()
        width = min(wanted.width(), screen.width() - 16)
        top = opener.mapToGlobal(QPoint(0, 0)).y() - _GAP
        bottom = opener.mapToGlobal(QPoint(0, opener.height())).y() + _GAP
        above, below = top - screen.top(), screen.bottom() - bottom
        is_upward = above >= wanted.height() or above >= below
        height = min(wanted.height(), above if is_upward else below)
        left = opener.mapToGlobal(QPoint(0, 0)).x()
        if is_mirrored(opener):
            left += opener.width() - width
        left = max(screen.left() + 8, min(left, screen.right() - width - 8))
        self.setGeometry(left, top - height if is_upward else bottom, width, height)

    def _height_of_rest(self, width: int) -> int:
        others = [one for one in (self.search, self._note, self._rule, self.footer, *self._actions) if not one.isHidden()]
        heights = [
            one.heightForWidth(width - 2 * _PADDING)
            if one.hasHeightForWidth()
            else max(one.sizeHint().height(), one.minimumHeight())
            for one in others
        ]
        return sum(heights) + _PADDING * (len(others) + 2)


def _make_list(model: PickerModel, delegate: PickerDelegate, label: str) -> QListView:
    view = QListView()
    view.setObjectName("picker_list")
    view.setAccessibleName(label)
    view.setModel(model)
    view.setItemDelegate(delegate)
    view.setMouseTracking(True)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setMinimumHeight(0)
    view.viewport().setAutoFillBackground(False)
    return view
