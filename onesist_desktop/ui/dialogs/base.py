# SPDX-License-Identifier: MIT
"""The frame of our dialogs: head with a title and one sentence, body, footer with Cancel and the action."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.dialog_footer import DialogFooter
from onesist_desktop.ui.widgets.grounds import paint_outline
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import outline_width
from onesist_desktop.ui.widgets.scrim import Veil

_MARGIN = 48


class FramedDialog(QDialog):
    """Modal to its window, gone after it closes. Never grows beyond its window's room.

    It has an outline of its own and lies above a veil, so that it stands out where the desktop draws no frame or shadow.

    Attributes:
        body: What is inside; it scrolls where the window has no room for it.
        footer_bar: Takes status, way back and buttons; ``footer`` is its layout.
    """

    def __init__(self, theme: Theme, title: str, sentence: str, size: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._veil = Veil(theme)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        room = parent.window().size()
        wanted = round(size[0] * max(1.0, theme.text_percent / 150))
        self.resize(min(wanted, room.width() - _MARGIN), min(size[1], room.height() - _MARGIN))
        column = QVBoxLayout(self)
        outline = outline_width(theme)
        column.setContentsMargins(outline, outline, outline, outline)
        column.setSpacing(0)
        self._head = QWidget()
        self._column = column
        self._is_filled = False
        head = QVBoxLayout(self._head)
        head.setContentsMargins(24, 20, 24, 16)
        head.setSpacing(4)
        self.head_row = QHBoxLayout()
        self.head_row.setSpacing(8)
        self.title_label = StepLabel(theme, title, step="title", wraps=True, name="dialog_title")
        self.head_row.addWidget(self.title_label, 1)
        head.addLayout(self.head_row)
        self.sentence_label = PlainLabel(sentence, tone="secondary", wraps=True, name="dialog_sentence")
        self.sentence_label.setVisible(bool(sentence))
        head.addWidget(self.sentence_label)
        column.addWidget(self._head)
        content = QWidget()
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(24, 0, 24, 16)
        self.body.setSpacing(8)
        self._body_scroll = ScrollingPage(content)
        column.addWidget(self._body_scroll, 1)
        self.footer_bar = DialogFooter()
        self.footer = self.footer_bar.row
        column.addWidget(self.footer_bar)

    def fill_with(self, content: QWidget) -> None:
        """Put content in the place of head and body, from edge to edge. It has to scroll by itself, and keeps the dialog's size."""
        self._is_filled = True
        self._head.hide()
        self._body_scroll.hide()
        self._column.insertWidget(0, content, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Grow to what the texts need, as far as the window has room; beyond that the body scrolls. Then veil the window."""
        super().showEvent(event)
        layout, parent = self.layout(), self.parentWidget()
        if layout is None or parent is None or event.spontaneous():
            return
        has_body = self.body.count() > 0
        self._body_scroll.setVisible(has_body)
        if self._is_filled:
            self._cover(parent.window())
            return
        layout.activate()
        needed = layout.totalHeightForWidth(self.width())
        if has_body:
            inside = max(self.body.totalHeightForWidth(self.width()), self.body.totalMinimumSize().height())
            needed += inside - self._body_scroll.sizeHint().height()
        needed = min(needed, parent.window().height() - _MARGIN)
        self.resize(self.width(), max(self.height(), needed) if has_body else needed)
        self._cover(parent.window())

    def _cover(self, window: QWidget) -> None:
        self._centre_over(window)
        self._veil.cover(window)

    def hideEvent(self, event: QHideEvent) -> None:
        """Unveil the window."""
        super().hideEvent(event)
        self._veil.lift(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline."""
        super().paintEvent(event)
        painter = QPainter(self)
        paint_outline(painter, QRectF(self.rect()), self.theme.color("line_strong"), 0, outline_width(self.theme))
        painter.end()

    def _centre_over(self, window: QWidget) -> None:
        """Move over the middle of the window. Qt itself centres before the dialog has its height, if at all."""
        place = self.frameGeometry()
        place.moveCenter(window.frameGeometry().center())
        screen = window.screen().availableGeometry()
        place.moveTo(max(place.x(), screen.x()), max(place.y(), screen.y()))
        self.move(place.topLeft())
