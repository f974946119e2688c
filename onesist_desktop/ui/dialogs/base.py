# SPDX-License-Identifier: MIT
"""The frame of our dialogs: head with a title and one sentence, body, footer with Cancel and the action."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.scrim import Scrim

_MARGIN = 48


class FramedDialog(QDialog):
    """Modal to its window, gone after it closes. Never grows beyond its window's room.

    It has an outline of its own and lies above a veil, so that it stands out where the desktop draws no frame or shadow.
    """

    def __init__(self, theme: Theme, title: str, sentence: str, size: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._scrim: Scrim | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        room = parent.window().size()
        wanted = round(size[0] * max(1.0, theme.text_percent / 150))
        self.resize(min(wanted, room.width() - _MARGIN), min(size[1], room.height() - _MARGIN))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(24, 20, 24, 16)
        head.setSpacing(4)
        self.head_row = QHBoxLayout()
        self.head_row.setSpacing(8)
        self.title_label = PlainLabel(title, font=theme.font("title"), wraps=True, name="dialog_title")
        self.head_row.addWidget(self.title_label, 1)
        head.addLayout(self.head_row)
        self.sentence_label = PlainLabel(sentence, tone="secondary", wraps=True, name="dialog_sentence")
        self.sentence_label.setVisible(bool(sentence))
        head.addWidget(self.sentence_label)
        column.addLayout(head)
        content = QWidget()
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(24, 0, 24, 16)
        self.body.setSpacing(8)
        self._body_scroll = ScrollingPage(content)
        column.addWidget(self._body_scroll, 1)
        footer = QFrame()
        footer.setProperty("surface", "footer")
        footer.setMinimumHeight(64)
        footer.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.footer = QHBoxLayout(footer)
        self.footer.setContentsMargins(24, 12, 24, 12)
        self.footer.setSpacing(8)
        column.addWidget(footer)

    def showEvent(self, event: QShowEvent) -> None:
        """Grow to what the texts need, as far as the window has room; beyond that the body scrolls. Then veil the window."""
        super().showEvent(event)
        layout, parent = self.layout(), self.parentWidget()
        if layout is None or parent is None or event.spontaneous():
            return
        has_body = self.body.count() > 0
        self._body_scroll.setVisible(has_body)
        layout.activate()
        needed = layout.totalHeightForWidth(self.width())
        if has_body:
            inside = max(self.body.totalHeightForWidth(self.width()), self.body.totalMinimumSize().height())
            needed += inside - self._body_scroll.sizeHint().height()
        needed = min(needed, parent.window().height() - _MARGIN)
        self.resize(self.width(), max(self.height(), needed) if has_body else needed)
        self._centre_over(parent.window())
        if self._scrim is None:
            self._scrim = Scrim(self.theme, parent.window())

    def hideEvent(self, event: QHideEvent) -> None:
        """Unveil the window."""
        super().hideEvent(event)
        if self._scrim is not None and not event.spontaneous():
            self._scrim.hide()
            self._scrim.deleteLater()
            self._scrim = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(self.theme.color("line_strong"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _centre_over(self, window: QWidget) -> None:
        """Move over the middle of the window. Qt itself centres before the dialog has its height, if at all."""
        place = self.frameGeometry()
        place.moveCenter(window.frameGeometry().center())
        screen = window.screen().availableGeometry()
        place.moveTo(max(place.x(), screen.x()), max(place.y(), screen.y()))
        self.move(place.topLeft())
