# SPDX-License-Identifier: MIT
"""One message that waits to be sent: read, edited in place, sent now, deleted, moved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QLineEdit, QStackedLayout, QWidget

from onesist_desktop.core.ids import QueuedId
from onesist_desktop.services.views import QueuedView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel
from onesist_desktop.ui.widgets.tips import plain_tip

ROW = 36
LABEL = 40
_WORDS_FROM = 560
"""Wide enough at 100 % text for a button of several words beside the message."""
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


def row_label(text: str, theme: Theme) -> PlainLabel:
    """Make the word at the start of a row. All are equally wide, whatever they say."""
    label = PlainLabel(text, tone="secondary")
    fit_label(label, theme)
    return label


def fit_label(label: QWidget, theme: Theme) -> None:
    """Let the word at the start of a row follow the size of text."""
    label.setMinimumWidth(LABEL * theme.text_percent // 100)


class QueueRow(QFrame):
    """One message that waits.

    Signals:
        send_now(queued_id: str), delete(queued_id: str), edited(queued_id: str, text: str): What the person wants with it.
        steer(queued_id: str): It should go to the run that works.
        step_wanted(step: int): It should wait one place earlier (-1) or later (1).
        dragging(at: QPoint), dropped(at: QPoint): It is being moved by the mouse; in global coordinates.
    """

    send_now = Signal(str)
    delete = Signal(str)
    edited = Signal(str, str)
    steer = Signal(str)
    step_wanted = Signal(int)
    dragging = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, theme: Theme, book: ProviderBook, item: QueuedView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.item = item
        self.setObjectName("queue_row")
        self.setProperty("surface", "queue_row")
        line = QHBoxLayout(self)
        line.setContentsMargins(15, 0, 8, 0)
        line.setSpacing(8)
        self.label = row_label(self.tr("Next"), theme)
        self._mark = MarkWidget(book, item.provider_id)
        self._book = book
        self._text = ElidedLabel(name="queued_text")
        self._field = _QueueField()
        self._field.returnPressed.connect(self._on_edited)
        self._field.left.connect(self._leave_field)
        middle = QWidget()
        self._stack = QStackedLayout(middle)
        self._stack.addWidget(self._text)
        self._stack.addWidget(self._field)
        self._clip = QLabel()
        self._count = PlainLabel(tone="secondary", font=theme.font("caption"), name="queued_attachments")
        for widget in (self.label, self._mark):
            line.addWidget(widget)
        line.addWidget(middle, 1)
        line.addWidget(self._clip)
        line.addWidget(self._count)
        queued_id: QueuedId = item.id
        self._steer = FlatButton(
            "", ButtonKind.GHOST, glyph="arrow_up", compact=True, name="steer_queued", on_click=lambda: self.steer.emit(queued_id)
        )
        words = self.tr("Add to the running answer")
        self._steer.setAccessibleName(words)
        self._steer.setToolTip(words)
        self._steer.hide()
        send_now = FlatButton(
            self.tr("Send now"), ButtonKind.GHOST, compact=True, name="send_now", on_click=lambda: self.send_now.emit(queued_id)
        )
        edit = IconButton("pencil", self.tr("Edit this waiting message"), compact=True, name="edit_queued", on_click=self._on_edit)
        delete = IconButton(
            "trash",
            self.tr("Delete this waiting message"),
            compact=True,
            name="delete_queued",
            on_click=lambda: self.delete.emit(queued_id),
        )
        self.handle = DragHandle(self.tr("Move this waiting message (Alt+Up, Alt+Down)"))
        self.handle.dragging.connect(self.dragging)
        self.handle.dropped.connect(self.dropped)
        for button in (self._steer, send_now, edit, delete, self.handle):
            line.addWidget(button)
        self.focus_order: tuple[QWidget, ...] = (self._field, self._steer, send_now, edit, delete, self.handle)
        for focusable in self.focus_order:
            focusable.installEventFilter(self)
        self.render_again()

    def show_item(self, item: QueuedView, place: int, count: int) -> None:
        """Show the message, which waits at ``place`` of ``count``, from 1 on."""
        self.item = item
        files = len(item.attachments)
        self._mark.show_provider(item.provider_id)
        self._text.set_text(item.text or ", ".join(part.name for part in item.attachments))
        self._clip.setVisible(bool(files))
        self._count.setVisible(bool(files))
        self._count.setText(str(files))
        self._count.setAccessibleName(self.tr("%n attachment(s)", None, files))
        self._count.setToolTip(plain_tip("\n".join(part.name for part in item.attachments)))
        # The word stands once; the others are as wide, so that all texts begin at one edge.
        self.label.setText(self.tr("Next") if place == 1 else "")
        self.handle.setVisible(count > 1)
        self.setAccessibleName(
            fill(self.tr("Waiting message %1 of %2, for %3: %4"), place, count, self._book.title(item.provider_id), self._text.text)
        )

    def set_can_steer(self, can_steer: bool) -> None:
        """Offer to hand it to the run that works, or don't."""
        self._steer.setVisible(can_steer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is less room."""
        super().resizeEvent(event)
        self._fit_steer()

    def _fit_steer(self) -> None:
        is_narrow = self.width() < _WORDS_FROM * self._theme.text_percent // 100
        self._steer.setText("" if is_narrow else self.tr("Add to the running answer"))

    def render_again(self) -> None:
        """Follow a changed theme or size of text."""
        theme = self._theme
        self._fit_steer()
        self.setFixedHeight(theme.row_height(ROW))
        self._field.setFixedHeight(theme.row_height(32) - 2)
        self._count.setFont(theme.font("caption"))
        self._clip.setPixmap(glyph_pixmap("paperclip", theme.color("text_secondary"), theme.icon_size()))
        fit_label(self.label, theme)
        side = theme.icon_size(12)
        self._mark.setFixedSize(side, side)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move on Alt+Up and Alt+Down, before a button takes them for a way to its neighbour, or the window for a command."""
        if not isinstance(event, QKeyEvent) or not _step_of(event):
            return False
        match event.type():
            case QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            case QEvent.Type.KeyPress:
                self.step_wanted.emit(_step_of(event))
                return True
        return False

    def _on_edit(self) -> None:
        # A single line shows line breaks as signs and gives them back as they were.
        self._field.setText(self.item.text)
        self._stack.setCurrentIndex(1)
        self._field.setFocus()

    def _on_edited(self) -> None:
        text = self._field.text()
        self._leave_field()
        if text.strip() and text != self.item.text:
            self.edited.emit(self.item.id, text)

    def _leave_field(self) -> None:
        self._stack.setCurrentIndex(0)


class DragHandle(IconButton):
    """A grip. The mouse moves what it belongs to; by keyboard the row does that itself.

    Signals:
        dragging(at: QPoint), dropped(at: QPoint): In global coordinates.
    """

    dragging = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__("drag", label, compact=True, name="move_queued", parent=parent)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._start: QPoint | None = None
        self._is_dragging = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._start = event.globalPosition().toPoint()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say where it is, once it has left the place where it was pressed."""
        at = event.globalPosition().toPoint()
        if self._start is None:
            return
        if not self._is_dragging and (at - self._start).manhattanLength() < QApplication.startDragDistance():
            return
        self._is_dragging = True
        self.dragging.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Say where it was let go."""
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        was_dragging, self._is_dragging, self._start = self._is_dragging, False, None
        if was_dragging:
            self.dropped.emit(event.globalPosition().toPoint())


class _QueueField(QLineEdit):
    """A field that Escape leaves without a change."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("queued_field")
        self.setAccessibleName(self.tr("Waiting message"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave on Escape."""
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)


def _step_of(event: QKeyEvent) -> int:
    """Return by how many places a key moves a row; 0 for other keys."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return _MOVES.get(Qt.Key(event.key()), 0) if modifiers == Qt.KeyboardModifier.AltModifier else 0
