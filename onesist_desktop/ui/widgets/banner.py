# SPDX-License-Identifier: MIT
"""A line under the header that says that something is not set up."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.buttons import FlatButton, IconButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.metrics import restyle, scaled

_MAX_TEXTS = 4
_MAX_LETTERS = 600


class BannerLevel(StrEnum):
    """How much it matters."""

    INFO = "info"
    WARNING = "warning"
    DANGER = "danger"


_GLYPHS = {BannerLevel.INFO: "info", BannerLevel.WARNING: "warning", BannerLevel.DANGER: "warning-circle-fill"}
_TONES = {BannerLevel.INFO: "accent", BannerLevel.WARNING: "warning", BannerLevel.DANGER: "danger"}


class Banner(QFrame):
    """Hidden until there is something to say; the person closes it."""

    def __init__(self, close_label: str, *, name: str = "banner", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._on_action: Callable[[], object] | None = None
        self._level = BannerLevel.WARNING
        self.setObjectName(name)
        self.setProperty("surface", "banner")
        self.setProperty("level", self._level.value)
        self.setMinimumHeight(40)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(32, 4, 8, 4)
        layout.setSpacing(8)
        self._sign = QLabel(self)
        self._text = PlainLabel(wraps=True, name=f"{name}_text")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action = FlatButton("", compact=True, name=f"{name}_action", on_click=self._act)
        self._action.hide()
        layout.addWidget(self._sign)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(IconButton("close", close_label, name=f"{name}_close", compact=True, on_click=self.hide))
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    @property
    def level(self) -> BannerLevel:
        """How much it matters what it says."""
        return self._level

    def say(
        self,
        text: str,
        level: BannerLevel = BannerLevel.WARNING,
        *,
        action: str = "",
        on_action: Callable[[], object] | None = None,
    ) -> None:
        """Show a text, below what is still shown; the graver level and the newer action hold. The same text changes nothing.

        ``action`` are the words of a button that leads to the fix; empty for none.
        """
        # It is one sentence of a few lines; a program's own words in it may be a page of empty ones.
        text = " ".join(text[: 2 * _MAX_LETTERS].split())
        text = text if len(text) <= _MAX_LETTERS else text[:_MAX_LETTERS] + "…"
        texts = [] if self.isHidden() else self._text.text().split("\n")
        if text in texts:
            return
        if texts:
            level = max(level, self._level, key=list(BannerLevel).index)
        else:
            self._set_action("", None)
        if action:
            self._set_action(action, on_action)
        text = "\n".join([*texts, text][-_MAX_TEXTS:])
        self._level = level
        restyle(self, "level", level.value)
        self._paint_sign()
        self._text.setText(text)
        self.setAccessibleName(text)
        self.show()
        announce(self, text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the text's size with the sign."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._paint_sign()

    def _set_action(self, text: str, on_action: Callable[[], object] | None) -> None:
        self._on_action = on_action
        self._action.setText(text)
        self._action.setVisible(bool(text))

    def _act(self) -> None:
        if self._on_action is not None:
            self._on_action()

    def _paint_sign(self) -> None:
        # The style sheet gives the label the colour of the level, and its palette with it.
        restyle(self._sign, "tone", _TONES[self._level])
        self._sign.setPixmap(glyph_pixmap(_GLYPHS[self._level], self._sign.palette().windowText().color(), scaled(16)))
