# SPDX-License-Identifier: MIT
"""A veil over a window while a dialog is open above it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme


class Scrim(QWidget):
    """Covers the whole window, whatever size it gets. It takes no clicks: the dialog's modality already keeps them away."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self.setObjectName("scrim")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(window.rect())
        window.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size."""
        if event.type() is QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken what lies below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("scrim_alpha"))
        painter.end()


class Veil:
    """The scrim of one dialog: there while the dialog is shown, and only once however often that is said."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._scrim: Scrim | None = None

    def cover(self, window: QWidget) -> None:
        """Veil a window."""
        if self._scrim is None:
            self._scrim = Scrim(self._theme, window)

    def lift(self, event: QHideEvent) -> None:
        """Unveil the window, when the dialog was hidden and not its window minimised."""
        if self._scrim is not None and not event.spontaneous():
            self._scrim.hide()
            self._scrim.deleteLater()
            self._scrim = None
