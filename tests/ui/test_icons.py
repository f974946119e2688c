# SPDX-License-Identifier: MIT
"""Icons: every name that is used is there, they are sharp on every screen, and they cost the start next to nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QImage, QPainter
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.theme import icons
from onesist_desktop.ui.theme.icons import GRID, IconSet, IconsMissingError, icon_set
from onesist_desktop.ui.theme.marks import mark_icon
from onesist_desktop.ui.widgets import glyphs
from onesist_desktop.ui.widgets.glyphs import glyph_icon, glyph_names, glyph_pixmap, paint_glyph

UI = Path(glyphs.__file__).parents[1]
KEYWORDS = {"glyph", "icon", "sign", "footer_glyph"}
# Which argument of a call is a name.
PLACES = {"glyph_icon": 0, "glyph_pixmap": 0, "IconButton": 0, "ChoiceCard": 0, "set_glyph": 0, "icon_of": 0, "paint_glyph": 2}
TARGETS = ("glyph", "icon", "glyphs", "icons")


def literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be: itself, or one of a choice."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*literals(one), *literals(other))
        case ast.BoolOp(values=values):
            for value in values:
                yield from literals(value)


def names_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = PLACES.get(name)
            if place is not None and len(node.args) > place:
                yield from literals(node.args[place])
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS:
                    yield from literals(keyword.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = [target.id.lower() for target in targets if isinstance(target, ast.Name)]
            if isinstance(node.value, ast.Dict) and any(name.endswith(TARGETS) for name in named):
                for value in node.value.values:
                    yield from literals(value)
            elif node.value is not None and any(name in TARGETS for name in named):
                yield from literals(node.value)


def test_every_name_in_the_source_is_an_icon(qapp: QApplication) -> None:
    known = glyph_names()
    used = {
        name: path.relative_to(UI).as_posix() for path in UI.rglob("*.py") for name in names_in(ast.parse(path.read_text("utf-8")))
    }
    assert len(used) > 20
    assert {name: path for name, path in used.items() if name not in known} == {}


def test_the_search_for_names_finds_them() -> None:
    source = """
FlatButton("Send", glyph="a" if x == "no" else "b")
paint_glyph(p, r, "c", d)
self.set_glyph("d")
MODE_GLYPHS = {1: "e"}
"""
    assert sorted(names_in(ast.parse(source))) == ["a", "b", "c", "d", "e"]


def test_every_short_name_stands_for_an_icon_in_both_weights(qapp: QApplication) -> None:
    for short in glyph_names() - icon_set().names():
        for size in (12, 16):
            assert not glyph_pixmap(short, QColor("black"), size).toImage().isNull()


def test_all_icons_have_an_outline_within_their_square(qapp: QApplication) -> None:
    icons_here = icon_set()
    regular = [name for name in sorted(icons_here.names()) if not name.endswith(("-bold", "-fill", "-light", "-thin"))]
    assert len(regular) > 800
    for name in regular[::10]:
        bounds = icons_here.outline(name).boundingRect()
        assert not bounds.isEmpty(), name
        assert QRectF(0, 0, GRID, GRID).contains(bounds), name
        assert f"{name}-bold" in icons_here


def test_an_unknown_name_is_an_error(qapp: QApplication) -> None:
    for size in (12, 16):
        with pytest.raises(KeyError):
            glyph_pixmap("no-such-icon", QColor("black"), size)


def painted(name: str, size: int) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_glyph(painter, QRectF(0, 0, size, size), name, QColor("red"))
    painter.end()
    return image


def test_an_icon_has_the_colour_that_was_asked_for(qapp: QApplication) -> None:
    image = painted("stop-fill", 32)
    assert image.pixelColor(16, 16) == QColor("red")
    assert image.pixelColor(0, 0).alpha() == 0


def test_small_icons_are_bold(qapp: QApplication) -> None:
    assert painted("git-fork", 12) == painted("git-fork-bold", 12)
    assert painted("git-fork", 16) != painted("git-fork-bold", 16)
    assert painted("x-circle-fill", 12) != painted("x-circle", 12)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_an_icon_is_sharp_on_every_screen(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, ratio: float) -> None:
    monkeypatch.setattr(QApplication, "devicePixelRatio", lambda self: 1.5)
    for icon in (glyph_icon("again", QColor("red"), off=QColor("grey")), mark_icon("circle", QColor("red"), hollow=True, size=16)):
        pixmap = icon.pixmap(QSize(16, 16), ratio)
        assert (pixmap.width(), pixmap.devicePixelRatio()) == (16 * ratio, ratio)
    assert glyph_pixmap("again", QColor("red")).devicePixelRatio() == 1.5


def test_an_icon_that_is_off_has_its_own_colour(qapp: QApplication) -> None:
    icon = glyph_icon("stop-fill", QColor("red"), off=QColor("blue"), gap=8)
    modes = (QIcon.Mode.Normal, QIcon.Mode.Disabled)
    images = [icon.pixmap(QSize(24, 16), 1.0, mode).toImage() for mode in modes]
    assert [image.pixelColor(8, 8) for image in images] == [QColor("red"), QColor("blue")]
    assert images[0].pixelColor(20, 8).alpha() == 0


def test_a_pixmap_is_painted_once(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    first = glyph_pixmap("bell", QColor("#123457"))

    def fail(*_: object) -> None:
        raise AssertionError("painted again")

    monkeypatch.setattr(glyphs, "_fill", fail)
    assert glyph_pixmap("bell", QColor("#123457")).cacheKey() == first.cacheKey()


def test_the_icons_belong_to_the_application(qapp: QApplication) -> None:
    assert icon_set() is icon_set()
    assert icon_set().parent() is qapp
    # No text may ever be set in the font of the icons.
    icon_set().outline("bell")
    assert not [family for family in QFontDatabase.families() if "phosphor" in family.lower()]


def test_outlines_can_be_read_after_the_application_was_about_to_quit(qapp: QApplication) -> None:
    icons_here = IconSet(qapp)
    bell = icons_here.outline("bell")
    icons_here._release()
    assert icons_here.outline("bell") == bell
    assert not icons_here.outline("bell-ringing").isEmpty()
    icons_here.deleteLater()


def test_a_broken_installation_says_what_is_missing(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(icons, "find_spec", lambda name: None)
    with pytest.raises(IconsMissingError, match="qtawesome"):
        IconSet(qapp)
    (tmp_path / "phosphor-1.0.ttf").write_bytes(b"not a font")
    (tmp_path / "phosphor-charmap-1.0.json").write_text('{"bell": "0xe000"}', "utf-8")
    monkeypatch.setattr(icons, "_packaged", lambda: (tmp_path / "phosphor-1.0.ttf", tmp_path / "phosphor-charmap-1.0.json"))
    broken = IconSet(qapp)
    with pytest.raises(IconsMissingError, match=r"phosphor-1\.0\.ttf"):
        broken.outline("bell")
    broken.deleteLater()


def test_icons_load_neither_qtawesome_nor_qtpy() -> None:
    script = """
import sys
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
app = QApplication(["icons"])
assert not glyph_pixmap("git-fork", QColor("red")).isNull()
sys.exit(bool({"qtawesome", "qtpy"} & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
