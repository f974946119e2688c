# SPDX-License-Identifier: MIT
"""Flat buttons. They take focus by keyboard only, so that a click leaves the writer's cursor where it was."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

from onesist_desktop.ui.widgets.glyphs import glyph_icon

_GAP = 6


class ButtonKind(StrEnum):
    """How loud a button is. A view or dialog has one primary button at most."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    GHOST = "ghost"
    DANGER = "danger"


class FlatButton(QPushButton):
    """A button with words, and a glyph before them if wanted."""

    def __init__(
        self,
        text: str,
        kind: ButtonKind = ButtonKind.SECONDARY,
        *,
        glyph: str = "",
        compact: bool = False,
        name: str = "",
        on_click: Callable[[], object] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._glyph = glyph
        self.setProperty("kind", kind.value)
        self.setProperty("compact", compact)
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(16 + _GAP, 16))
        if on_click is not None:
            self.clicked.connect(lambda _checked=False: on_click())
        self._paint_glyph()

    def set_glyph(self, glyph: str) -> None:
        """Show another glyph; empty for none."""
        self._glyph = glyph
        self._paint_glyph()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette with the glyph."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.StyleChange}:
            self._paint_glyph()

    def _paint_glyph(self) -> None:
        if not self._glyph:
            return
        palette = self.palette()
        is_primary = self.property("kind") == ButtonKind.PRIMARY.value
        role = QPalette.ColorRole.HighlightedText if is_primary else QPalette.ColorRole.ButtonText
        off = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
        if is_primary:
            # It keeps a surface when it is off, on which text that is off can't be read. The style sheet fades this role.
            off = QApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        self.setIcon(glyph_icon(self._glyph, palette.color(QPalette.ColorGroup.Active, role), off=off, gap=_GAP))


class IconButton(QToolButton):
    """A button that is only a glyph. ``label`` is its accessible name and tooltip, so it always has both."""

    def __init__(
        self,
        glyph: str,
        label: str,
        *,
        name: str = "",
        compact: bool = False,
        on_click: Callable[[], object] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self.setProperty("square", True)
        self.setProperty("compact", compact)
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(16, 16))
        side = 24 if compact else 32
        self.setFixedSize(side, side)
        self.set_label(label)
        if on_click is not None:
            self.clicked.connect(lambda _checked=False: on_click())
        self._paint_glyph()

    def set_label(self, label: str) -> None:
        """Change the accessible name and the tooltip."""
        self.setAccessibleName(label)
        self.setToolTip(label)

    def set_glyph(self, glyph: str) -> None:
        """Show another glyph."""
        self._glyph = glyph
        self._paint_glyph()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette with the glyph."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.StyleChange}:
            self._paint_glyph()

    def _paint_glyph(self) -> None:
        palette = self.palette()
        color = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText)
        off = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)
        self.setIcon(glyph_icon(self._glyph, color, off=off))
