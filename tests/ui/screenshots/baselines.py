# SPDX-License-Identifier: MIT
"""The pictures that were looked at and kept, and what they were taken with."""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFont, QFontDatabase, QImage, QImageWriter, QRawFont, qRgb

FOLDER = Path(__file__).parent / "baselines"
_META = FOLDER / "meta.json"
_FAMILIES = ("Inter", "JetBrains Mono")
_COLORS = 256
_EXACT = 96


def maker() -> dict[str, object]:
    """Tell what pictures are taken with here: how letters are drawn depends on it."""
    fonts = {family: _fingerprint(family) for family in _FAMILIES}
    return {"fonts": fonts, "platform": sys.platform, "qt": ".".join(qVersion().split(".")[:2])}


def mismatch() -> str:
    """Say in a sentence why pictures can't be compared here; empty when they can."""
    here, kept = maker(), json.loads(_META.read_text(encoding="utf-8")) if _META.is_file() else {}
    off = [f"{name} is {here[name]!r} instead of {kept.get(name)!r}" for name in here if here[name] != kept.get(name)]
    return f"The pictures were taken with others: {'; '.join(off)}. See tests/ui/screenshots/README.md." if off else ""


def path_of(name: str) -> Path:
    """Return the file of a picture."""
    return FOLDER / f"{name}.png"


def keep(name: str, picture: QImage) -> None:
    """Keep a picture, with at most 256 colours: the frequent ones as they are, the others as one that is near."""
    FOLDER.mkdir(exist_ok=True)
    small = _with_few_colors(picture)
    writer = QImageWriter(str(path_of(name)), b"png")
    writer.setQuality(0)
    if not writer.write(small):
        raise OSError(f"{path_of(name)}: {writer.errorString()}")


def keep_maker() -> None:
    """Keep what the pictures were taken with."""
    _META.write_text(json.dumps(maker(), indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _fingerprint(family: str) -> str:
    """Return what tells one build of a font from another, empty where it isn't installed."""
    if not QFontDatabase.hasFamily(family):
        return ""
    # This table holds the font's revision and the sum of all others.
    return hashlib.sha256(QRawFont.fromFont(QFont(family)).fontTable("head").data()).hexdigest()[:16]


def _with_few_colors(picture: QImage) -> QImage:
    wide = picture.convertToFormat(QImage.Format.Format_RGB888)
    width, pitch, letters = wide.width() * 3, wide.bytesPerLine(), bytes(wide.constBits())
    pixels = [letters[at : at + 3] for line in range(0, len(letters), pitch) for at in range(line, line + width, 3)]
    table, known = _palette(Counter(pixels))
    small = QImage(wide.size(), QImage.Format.Format_Indexed8)
    small.setColorTable([qRgb(*color) for color in table])
    bits = small.bits()
    for y in range(wide.height()):
        row = bytes(known[pixel] for pixel in pixels[y * wide.width() : (y + 1) * wide.width()])
        bits[y * small.bytesPerLine() : y * small.bytesPerLine() + len(row)] = row
    return small


def _palette(counted: Counter[bytes]) -> tuple[list[bytes], dict[bytes, int]]:
    """Choose colours: the most frequent, as grounds are, and then so that every other is as near to one as it can be."""
    for nearness in range(4, 256, 2):
        table: list[bytes] = []
        known: dict[bytes, int] = {}
        for color, _ in counted.most_common():
            nearest = min(range(len(table)), key=lambda index, color=color: _distance(color, table[index])) if table else 0
            if len(table) < _EXACT or _distance(color, table[nearest]) > nearness:
                nearest = len(table)
                table.append(color)
            known[color] = nearest
            if len(table) > _COLORS:
                break
        else:
            return table, known
    raise AssertionError("one colour is near to all others in the end")


def _distance(one: bytes, other: bytes) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(one[2] - other[2]))
