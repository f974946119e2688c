# SPDX-License-Identifier: MIT
"""The outlines of all icons: the Phosphor set, as QtAwesome packages it for Qt.

Only the font and its list of names are taken. QtAwesome's own code draws the same, but its import costs a tenth of a second
before the first window; see docs/decisions/0012-icons.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QFont, QPainterPath, QRawFont

GRID = 256
"""Outlines are drawn on a square of this many units."""


class IconsMissingError(RuntimeError):
    """The icon font is not where its package should be: the installation is broken."""


class IconSet(QObject):
    """The outlines by name, each read from the font once. The font is not registered, so no text is ever set in it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        font, names = _packaged()
        self._font_file = font
        self._codes: Mapping[str, str] = json.loads(names.read_bytes())
        self._outlines: dict[str, QPainterPath] = {}
        self._font: QRawFont | None = None
        app = QCoreApplication.instance()
        if app is not None:
            # Font engines must not outlive the application that made them.
            app.aboutToQuit.connect(self._release)

    def names(self) -> frozenset[str]:
        """Return the names of all icons in all weights, such as ``git-fork`` and ``git-fork-bold``."""
        return frozenset(self._codes)

    def __contains__(self, name: object) -> bool:
        return name in self._codes

    def outline(self, name: str) -> QPainterPath:
        """Return the outline of an icon on a square of ``GRID`` units. Raises KeyError for an unknown name."""
        known = self._outlines.get(name)
        if known is None:
            known = self._outlines[name] = self._read(chr(int(self._codes[name], 16)))
        return known

    def _read(self, letter: str) -> QPainterPath:
        font = self._font
        if font is None:
            font = self._font = QRawFont(str(self._font_file), GRID, QFont.HintingPreference.PreferNoHinting)
            if not font.isValid():
                raise IconsMissingError(f"The icon font can't be read: {self._font_file}")
        path = font.pathForGlyph(font.glyphIndexesForString(letter)[0])
        path.translate(0, font.ascent())
        path.setFillRule(Qt.FillRule.WindingFill)
        return path

    def _release(self) -> None:
        self._font = None


def icon_set() -> IconSet:
    """Return the icons of the running application, which owns them. Raises IconsMissingError."""
    app = QCoreApplication.instance()
    if app is None:
        raise IconsMissingError("There are no icons before there is an application.")
    found = app.findChild(IconSet, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, IconSet) else IconSet(app)


def _packaged() -> tuple[Path, Path]:
    # find_spec says where a package is without running it.
    spec = find_spec("qtawesome")
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        folder = Path(place, "fonts")
        fonts, names = sorted(folder.glob("phosphor-[0-9]*.ttf")), sorted(folder.glob("phosphor-charmap-*.json"))
        if fonts and names:
            return fonts[-1], names[-1]
    raise IconsMissingError("The icons are missing: the package qtawesome is not installed as a whole.")
