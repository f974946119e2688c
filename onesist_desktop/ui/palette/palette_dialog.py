# SPDX-License-Identifier: MIT
"""The palette itself: a field, a list, and a line that says which keys do what."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from onesist_desktop.ui.palette.entries import Entry, Section, find
from onesist_desktop.ui.palette.palette_delegate import PaletteDelegate
from onesist_desktop.ui.palette.palette_model import PaletteModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.scrim import Veil

_WIDTH = 640
_TOP = 96
_MARGIN = 24
_LIST_HEIGHT = 396


class PaletteDialog(QDialog):
    """Closes before it does anything, so that what it starts finds the window as it was.

    Signals:
        command_chosen(command_id: str): The person wants that done.
        thread_chosen(thread_id: str): The person wants to go to that thread.
    """

    command_chosen = Signal(str)
    thread_chosen = Signal(str)

    def __init__(
        self, theme: Theme, book: ProviderBook, entries: Sequence[Entry], parent: QWidget, *, only: Section | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._theme = theme
        self._entries = tuple(entries)
        self._only = only
        self._veil = Veil(theme)
        self.setObjectName("palette")
        self.setWindowTitle(self.tr("Command palette"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        self.model = PaletteModel()
        self.model.setParent(self)
        self.list = QListView()
        self.list.setObjectName("palette_list")
        self.list.setAccessibleName(self.tr("Found"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(PaletteDelegate(theme, book, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.entered.connect(self._on_pointed)
        self.list.clicked.connect(self._on_clicked)
        column.addWidget(self.list, 1)
        self._nothing = PlainLabel(self.tr("Nothing is called that."), tone="secondary", name="palette_nothing", wraps=True)
        self._nothing.setContentsMargins(20, 16, 20, 16)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._nothing, 1)
        column.addWidget(self._make_footer())
        self.field.textChanged.connect(self._show_found)
        self.field.installEventFilter(self)
        self._show_found()

    def showEvent(self, event: QShowEvent) -> None:
        """Hang from the upper edge of the window, over a veil."""
        super().showEvent(event)
        window = self.parentWidget()
        if event.spontaneous() or window is None:
            return
        width = min(round(_WIDTH * max(1.0, self._theme.text_percent / 150)), window.width() - 2 * _MARGIN)
        top = min(_TOP, window.height() // 8)
        height = min(_LIST_HEIGHT + 98, window.height() - top - _MARGIN)
        self.resize(width, height)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - width) // 2, corner.y() + top)
        self.field.setFocus()
        self._veil.cover(window)

    def hideEvent(self, event: QHideEvent) -> None:
        """Unveil the window."""
        super().hideEvent(event)
        self._veil.lift(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the outline."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("bg_raised"))
        painter.setPen(self._theme.color("line_strong"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the keys of the field, which keeps the focus."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _take_key(self, key: Qt.Key) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if key in steps:
            self._go_to(self.model.step(self.list.currentIndex().row(), steps[key]))
        elif key in {Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
            self._page(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.list.currentIndex().row())
        elif key in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            self._only = None if self._only is Section.GO_TO else Section.GO_TO
            self._show_found()
        else:
            return False
        return True

    def _page(self, by: int) -> None:
        row = self.list.currentIndex().row()
        target = min(max(row + by * 8, 0), self.model.rowCount() - 1)
        if self.model.found_at(target) is None:
            target = self.model.step(target, by)
        self._go_to(target)

    def _go_to(self, row: int) -> None:
        index = self.model.index(row)
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)

    def _on_pointed(self, index: QModelIndex) -> None:
        if self.model.found_at(index.row()) is not None:
            self.list.setCurrentIndex(index)

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(index.row())

    def _choose(self, row: int) -> None:
        found = self.model.found_at(row)
        if found is None:
            return
        self.accept()
        if found.entry.section is Section.DO:
            self.command_chosen.emit(found.entry.key)
        else:
            self.thread_chosen.emit(found.entry.key)

    def _show_found(self) -> None:
        found = find(self._entries, self.field.text(), only=self._only)
        self.model.show(found)
        self.list.setVisible(bool(found))
        self._nothing.setVisible(not found)
        self._go_to(self.model.step(-1, 1))
        self._count.setText(self.tr("%n found", None, len(found)))
        is_threads = self._only is Section.GO_TO
        self._tab.setText(self.tr("Tab: everything") if is_threads else self.tr("Tab: only threads"))
        self.field.setPlaceholderText(self.tr("Go to a thread") if is_threads else self.tr("Do something or go to a thread"))

    def _make_head(self) -> QWidget:
        head = QFrame()
        head.setProperty("surface", "palette_head")
        head.setFixedHeight(self._theme.row_height(56))
        line = QHBoxLayout(head)
        line.setContentsMargins(20, 0, 20, 0)
        line.setSpacing(12)
        sign = QLabel()
        sign.setPixmap(glyph_pixmap("magnifying-glass", self._theme.color("text_secondary"), 20))
        line.addWidget(sign)
        self.field = QLineEdit()
        self.field.setObjectName("palette_field")
        self.field.setAccessibleName(self.tr("What do you want to do?"))
        self.field.setProperty("bare", True)
        self.field.setFont(self._theme.font("reading"))
        line.addWidget(self.field, 1)
        line.addWidget(PlainLabel(self.tr("Esc closes"), tone="secondary", font=self._theme.font("caption")))
        return head

    def _make_footer(self) -> QWidget:
        footer = QFrame()
        footer.setProperty("surface", "footer")
        footer.setFixedHeight(self._theme.row_height(40))
        line = QHBoxLayout(footer)
        line.setContentsMargins(20, 0, 20, 0)
        line.setSpacing(16)
        caption = self._theme.font("caption")
        self._tab = PlainLabel(tone="secondary", font=caption)
        self._count = PlainLabel(tone="secondary", font=caption, name="palette_count")
        line.addWidget(PlainLabel(self.tr("↑ ↓ choose"), tone="secondary", font=caption))
        line.addWidget(PlainLabel(self.tr("Enter do it"), tone="secondary", font=caption))
        line.addWidget(self._tab)
        line.addStretch(1)
        line.addWidget(self._count)
        return footer
