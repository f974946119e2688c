# SPDX-License-Identifier: MIT
"""A switch between a few views of the same thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from onesist_desktop.ui.widgets.glyphs import glyph_icon
from onesist_desktop.ui.widgets.metrics import scaled

MAX_PARTS = 4
_GLYPH = 16
_RESTYLED = {QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange}


class SegmentedSwitch(QFrame):
    """At most four parts, of which one is on. Tab goes to the one that is on, arrows change it.

    To a screen reader its parts are radio buttons in a group named ``label``.

    Signals:
        chosen(key: str): The person, or :meth:`choose`, made another part the one that is on.
    """

    chosen = Signal(str)

    def __init__(
        self, label: str, parts: Sequence[tuple[str, str]], *, compact: bool = False, name: str = "", parent: QWidget | None = None
    ) -> None:
        """Start with the first of ``parts``, pairs of key and text, on. Raises ValueError for more than four."""
        super().__init__(parent)
        if len(parts) > MAX_PARTS:
            raise ValueError(f"{len(parts)} parts, more than {MAX_PARTS}")
        self._parts: dict[str, QPushButton] = {}
        self._glyphs: dict[str, str] = {}
        self.setObjectName(name)
        self.setAccessibleName(label)
        self.setProperty("surface", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for key, text in parts:
            part = QPushButton(text.replace("&", "&&"))
            part.setObjectName(f"{name}_{key}" if name else key)
            part.setProperty("segment", "small" if compact else "usual")
            part.setCheckable(True)
            part.setAutoExclusive(True)
            part.setAutoDefault(False)
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            part.toggled.connect(lambda is_on, one=key: self.chosen.emit(one) if is_on else None)
            self._parts[key] = part
            row.addWidget(part)
        next(iter(self._parts.values())).setChecked(True)

    def fit(self, width: int) -> None:
        """Put the parts below each other where ``width`` pixels have no room for them side by side."""
        row = self.layout()
        assert isinstance(row, QBoxLayout)
        margins = row.contentsMargins()
        needed = sum(part.sizeHint().width() for part in self._parts.values()) + row.spacing() * (len(self._parts) - 1)
        fits = needed + margins.left() + margins.right() <= width
        row.setDirection(QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom)

    def set_glyphs(self, glyphs: Mapping[str, str]) -> None:
        """Show glyphs before the words of these parts. Raises KeyError."""
        self._glyphs = dict(glyphs)
        self._paint_glyphs()

    def show_words(self, wanted: bool) -> None:
        """Show parts that have glyphs with their words, or with the glyphs alone where there is no room for both."""
        for key in self._glyphs:
            part = self._parts[key]
            words = part.accessibleName() or part.text().replace("&&", "&")
            part.setAccessibleName(words)
            part.setText(words.replace("&", "&&") if wanted else "")

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the text's size with the glyphs."""
        super().changeEvent(event)
        if event.type() in _RESTYLED and self._parts:
            self._paint_glyphs()

    def _paint_glyphs(self) -> None:
        side = scaled(_GLYPH)
        for key, glyph in self._glyphs.items():
            palette = self.palette()
            color = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText)
            off = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)
            self._parts[key].setIconSize(QSize(side + 2, side))
            self._parts[key].setIcon(glyph_icon(glyph, color, off=off, size=side, gap=2))

    @property
    def current(self) -> str:
        """The key of the part that is on."""
        return next(key for key, part in self._parts.items() if part.isChecked())

    def choose(self, key: str) -> None:
        """Make this part the one that is on. Raises KeyError."""
        self._parts[key].setChecked(True)

    def part(self, key: str) -> QPushButton:
        """Return the button of a part, to switch it off or to give it a tooltip. Raises KeyError."""
        return self._parts[key]
