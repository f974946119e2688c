# SPDX-License-Identifier: MIT
"""What the desktop says about looks: light or dark, contrast, and whether things may move."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QStyleHints
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.theme.tokens import Scheme


class Desktop(QObject):
    """The desktop's wishes, as far as Qt can tell them.

    Signals:
        changed: One of them may be another one now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Kept, because PySide takes what the hints hand out for gone as soon as nobody holds the hints themselves.
        self._hints = QGuiApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._on_changed)
        if _tells_contrast(self._hints):
            self._hints.accessibility().contrastPreferenceChanged.connect(self._on_changed)

    @property
    def scheme(self) -> Scheme:
        """The scheme that the desktop asks for; light where it doesn't say. Not its own while another one was forced."""
        is_dark = self._hints.colorScheme() is Qt.ColorScheme.Dark
        if self._wants_contrast():
            return Scheme.HIGH_CONTRAST_DARK if is_dark else Scheme.HIGH_CONTRAST_LIGHT
        return Scheme.DARK if is_dark else Scheme.LIGHT

    @property
    def reduces_motion(self) -> bool:
        """Whether the desktop asks for no movement. Qt can tell on Windows only: elsewhere its flags mean something else."""
        return sys.platform == "win32" and not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)

    def force(self, scheme: Scheme | None) -> None:
        """Let what the system draws (title bars, its own dialogs) have this scheme, or the desktop's own again with None."""
        if scheme is None:
            self._hints.unsetColorScheme()
        else:
            self._hints.setColorScheme(Qt.ColorScheme.Dark if scheme.is_dark else Qt.ColorScheme.Light)

    def _wants_contrast(self) -> bool:
        if not _tells_contrast(self._hints):
            return False
        return self._hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast

    def _on_changed(self) -> None:
        self.changed.emit()


def _tells_contrast(hints: QStyleHints) -> bool:
    # Qt does from 6.10 on.
    return hasattr(hints, "accessibility")
