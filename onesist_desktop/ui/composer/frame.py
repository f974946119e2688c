# SPDX-License-Identifier: MIT
"""The box around what is written: its outline says where the focus is, and files may be let go on all of it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from onesist_desktop.ui.composer.drop_veil import DropVeil
from onesist_desktop.ui.composer.sources import has_files, read_mime
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.grounds import paint_outline
from onesist_desktop.ui.widgets.metrics import restyle

BORDER = 2


class ComposerFrame(QFrame):
    """A box with room for an outline of two.

    Signals:
        dropped(sources: tuple[Source, ...]): Something to attach was let go here.
    """

    dropped = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_focus = False
        self._veil = DropVeil(theme, self)
        self.setProperty("surface", "composer")
        self.setAcceptDrops(True)

    def show_focus(self, has_focus: bool) -> None:
        """Follow the focus of the field inside."""
        self._has_focus = has_focus
        restyle(self, "active", has_focus)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say that files may be let go here."""
        if self.acceptDrops() and has_files(event.mimeData()):
            event.acceptProposedAction()
            self._veil.cover()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """They went elsewhere."""
        self._veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Attach what was let go."""
        self._veil.hide()
        taken = read_mime(event.mimeData())
        if taken.sources:
            event.acceptProposedAction()
            self.dropped.emit(taken.sources)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over it as large as it is."""
        super().resizeEvent(event)
        if self._veil.isVisible():
            self._veil.cover()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline: two wide while it has the focus, and in high contrast."""
        super().paintEvent(event)
        if not self._has_focus and not self._theme.is_high_contrast:
            return
        painter = QPainter(self)
        color = self._theme.color("focus" if self._has_focus else "border_control")
        paint_outline(painter, QRectF(self.rect()), color, self._theme.radius("composer"), BORDER)
        painter.end()
