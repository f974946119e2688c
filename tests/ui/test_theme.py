# SPDX-License-Identifier: MIT
"""Theme: palette, style sheet, fonts, marks, and how it follows the desktop and the person."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QImage, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from onesist_desktop.services.views import ThemeChoice
from onesist_desktop.ui.theme import desktop as desktop_module
from onesist_desktop.ui.theme import fonts
from onesist_desktop.ui.theme import theme as theme_module
from onesist_desktop.ui.theme.desktop import Desktop
from onesist_desktop.ui.theme.fonts import code_family
from onesist_desktop.ui.theme.marks import mark_path, paint_mark
from onesist_desktop.ui.theme.style import style_sheet
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme, load_tokens
from tests.ui.test_contrast import contrast

ROLES = [role for role in QPalette.ColorRole if role not in {QPalette.ColorRole.NoRole, QPalette.ColorRole.NColorRoles}]
GROUPS = [QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled]


class FakeDesktop(Desktop):
    """A desktop whose wishes a test sets."""

    def __init__(self, scheme: Scheme = Scheme.LIGHT, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.wish = scheme
        self.still = False
        self.forced: list[Scheme | None] = []

    @property
    def scheme(self) -> Scheme:
        return self.wish

    @property
    def reduces_motion(self) -> bool:
        return self.still

    def force(self, scheme: Scheme | None) -> None:
        self.forced.append(scheme)

    def turn(self, scheme: Scheme) -> None:
        self.wish = scheme
        self.changed.emit()


@pytest.fixture
def dressable(qapp: QApplication) -> Iterator[QApplication]:
    """The application, which has its usual dress again after the test."""
    palette, sheet, font = qapp.palette(), qapp.styleSheet(), qapp.font()
    yield qapp
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)
    qapp.setFont(font)


def heard(theme: Theme) -> list[tuple[Scheme, int]]:
    """Return a list that grows with each change."""
    changes: list[tuple[Scheme, int]] = []
    theme.changed.connect(lambda: changes.append((theme.scheme, theme.text_percent)))
    return changes


@pytest.mark.parametrize("scheme", list(Scheme))
def test_a_filled_button_that_is_off_can_be_read(scheme: Scheme) -> None:
    colors = load_tokens().colors[scheme]
    rule = re.search(r'\[kind="primary"\]:disabled[^{]*\{([^}]*)\}', style_sheet(load_tokens(), scheme))
    assert rule is not None
    said = dict(re.findall(r"([a-z-]+): (#[0-9A-Fa-f]{6});", rule[1]))
    background, text, border = said["background"], said["color"], said["border-color"]
    assert contrast(text, background) >= 4.3
    assert background not in {colors["bg_raised"], colors["accent"]}
    assert border != colors["bg_raised"]


@pytest.mark.parametrize("scheme", list(Scheme))
def test_the_style_sheet_has_no_open_places(scheme: Scheme) -> None:
    for percent in (50, 100, 300):
        assert "$" not in style_sheet(load_tokens(), scheme, percent)


@pytest.mark.parametrize("scheme", list(Scheme))
def test_the_palette_has_every_role_in_every_group(qapp: QApplication, scheme: Scheme) -> None:
    theme = Theme(chosen=scheme)
    palette = theme.palette()
    unset = [(group, role) for group in GROUPS for role in ROLES if not palette.isBrushSet(group, role)]
    assert unset == []

    def pair(group: QPalette.ColorGroup, text: QPalette.ColorRole, surface: QPalette.ColorRole) -> float:
        return contrast(palette.color(group, text).name(), palette.color(group, surface).name())

    role = QPalette.ColorRole
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        assert pair(group, role.WindowText, role.Window) >= 4.5
        assert pair(group, role.ButtonText, role.Button) >= 4.5
        assert pair(group, role.PlaceholderText, role.Base) >= 4.5
        assert pair(group, role.HighlightedText, role.Highlight) >= 4.5
        assert pair(group, role.ToolTipText, role.ToolTipBase) >= 4.5
        assert pair(group, role.Link, role.Base) >= 4.5
    off = theme.color("text_disabled")
    for text in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText, role.Link, role.Accent):
        assert palette.color(QPalette.ColorGroup.Disabled, text) == off
    assert palette.color(QPalette.ColorGroup.Inactive, role.Highlight) == theme.color("bg_selected_inactive")


def test_every_family_has_a_shape_of_its_own(qapp: QApplication) -> None:
    shapes = load_tokens().provider_shapes
    outlines = {
        family: str(mark_path(shape).toFillPolygon().boundingRect()) + str(mark_path(shape).elementCount())
        for family, shape in shapes.items()
    }
    assert len(set(outlines.values())) == len(shapes) == 7


def mark(shape: str, size: int, *, hollow: bool) -> QImage:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_mark(painter, QRectF(0, 0, size, size), shape, QColor("black"), hollow=hollow, background=QColor("white"))
    painter.end()
    return image


def ink(image: QImage) -> float:
    return sum(1 - image.pixelColor(x, y).lightnessF() for x in range(image.width()) for y in range(image.height()))


def difference(one: QImage, other: QImage) -> float:
    places = [(x, y) for x in range(one.width()) for y in range(one.height())]
    return sum(abs(one.pixelColor(x, y).lightnessF() - other.pixelColor(x, y).lightnessF()) for x, y in places)


@pytest.mark.parametrize("size", [10, 12, 16])
def test_marks_can_be_told_apart_without_colour(qapp: QApplication, size: int) -> None:
    shapes = sorted(load_tokens().provider_shapes.values())
    filled = {shape: mark(shape, size, hollow=False) for shape in shapes}
    for index, one in enumerate(shapes):
        for other in shapes[index + 1 :]:
            # In units of whole pixels that are black in one and white in the other.
            assert difference(filled[one], filled[other]) > 0.04 * size * size, (one, other)
        hollow = mark(one, size, hollow=True)
        assert ink(hollow) < 0.85 * ink(filled[one]), one
        assert ink(hollow) > 0.3 * ink(filled[one]), one


def test_a_hollow_mark_is_filled_with_its_surface(qapp: QApplication) -> None:
    image = QImage(24, 24, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    paint_mark(painter, QRectF(0, 0, 24, 24), "circle", QColor("red"), hollow=True, background=QColor("white"))
    painter.end()
    assert image.pixelColor(12, 12) == QColor("white")
    assert image.pixelColor(12, 3).red() > 200


def test_a_chosen_scheme_is_shown_and_announced(dressable: QApplication) -> None:
    desktop = FakeDesktop()
    theme = Theme(chosen=Scheme.LIGHT, desktop=desktop)
    theme.apply(dressable)
    changes = heard(theme)
    theme.choose(Scheme.DARK)
    theme.choose(Scheme.DARK)
    assert changes == [(Scheme.DARK, 100)]
    assert dressable.palette().color(QPalette.ColorRole.Window) == QColor("#201F1C")
    assert theme.is_dark
    assert not theme.follows_system
    assert theme.color("scrim_alpha").alpha() == 0x8F
    # What the system draws follows as well.
    assert desktop.forced == [Scheme.LIGHT, Scheme.DARK]


@pytest.mark.parametrize("choice", [choice for choice in ThemeChoice if choice is not ThemeChoice.SYSTEM])
def test_every_choice_of_the_settings_is_a_scheme(qapp: QApplication, choice: ThemeChoice) -> None:
    theme = Theme(chosen=ThemeChoice.SYSTEM, desktop=FakeDesktop())
    theme.choose(choice)
    assert theme.scheme == choice.value
    assert theme.is_high_contrast == ("contrast" in choice.value)
    theme.choose(ThemeChoice.SYSTEM)
    assert (theme.scheme, theme.follows_system) == (Scheme.LIGHT, True)


def test_an_unknown_choice_is_an_error(qapp: QApplication) -> None:
    theme = Theme(chosen=Scheme.DARK)
    with pytest.raises(ValueError, match="sepia"):
        theme.choose("sepia")
    assert theme.scheme is Scheme.DARK


def test_the_desktop_is_followed_until_something_is_chosen(dressable: QApplication) -> None:
    desktop = FakeDesktop()
    theme = Theme(desktop=desktop)
    theme.apply(dressable)
    changes = heard(theme)
    desktop.turn(Scheme.DARK)
    desktop.turn(Scheme.DARK)
    desktop.turn(Scheme.HIGH_CONTRAST_DARK)
    assert [scheme for scheme, _ in changes] == [Scheme.DARK, Scheme.HIGH_CONTRAST_DARK]
    theme.choose(Scheme.LIGHT)
    desktop.turn(Scheme.HIGH_CONTRAST_LIGHT)
    assert theme.scheme is Scheme.LIGHT
    theme.choose(None)
    assert theme.scheme is Scheme.HIGH_CONTRAST_LIGHT
    assert desktop.forced == [None, Scheme.LIGHT, None]


class Painted(QWidget):
    """Paints itself in a colour of the theme, as rows and rails do."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.paints = 0
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paints += 1
        QPainter(self).fillRect(self.rect(), self.theme.color("bg_selected"))


def test_a_live_change_repaints_what_is_shown(dressable: QApplication, qtbot: object) -> None:
    desktop = FakeDesktop()
    theme = Theme(desktop=desktop)
    theme.apply(dressable)
    window = QWidget()
    painted = Painted(theme)
    painted.setParent(window)
    painted.setGeometry(0, 0, 20, 20)
    label = QLabel("Words", window)
    label.setProperty("tone", "secondary")
    label.setGeometry(0, 40, 80, 20)
    window.resize(100, 80)
    window.show()
    try:
        for scheme in (Scheme.LIGHT, Scheme.DARK, Scheme.HIGH_CONTRAST_DARK, Scheme.HIGH_CONTRAST_LIGHT):
            desktop.turn(scheme)
            image = window.grab().toImage()
            assert image.pixelColor(10, 10) == theme.color("bg_selected")
            assert image.pixelColor(50, 30) == theme.color("bg_canvas")
            # The style sheet has reached the label too.
            assert label.palette().color(QPalette.ColorRole.WindowText) == theme.color("text_secondary")
    finally:
        window.close()
        window.deleteLater()


def test_a_change_dresses_the_application_once(dressable: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    theme = Theme(chosen=Scheme.LIGHT, desktop=FakeDesktop())
    theme.apply(dressable)
    made: list[Scheme] = []

    def counted(tokens: object, scheme: Scheme, *more: object, **named: object) -> str:
        made.append(scheme)
        return ""

    monkeypatch.setattr(theme_module, "style_sheet", counted)
    theme.choose(Scheme.DARK)
    theme.set_text_percent(150)
    theme.set_text_percent(150)
    assert made == [Scheme.DARK, Scheme.DARK]


def test_text_grows_live_and_within_bounds(dressable: QApplication) -> None:
    theme = Theme(chosen=Scheme.LIGHT, desktop=FakeDesktop())
    theme.apply(dressable)
    changes = heard(theme)
    assert dressable.font().pixelSize() == 13
    theme.set_text_percent(200)
    assert dressable.font().pixelSize() == 26
    assert theme.font("reading").pixelSize() == 28
    assert theme.icon_size(16) == 32
    theme.set_text_percent(1000)
    theme.set_text_percent(300)
    theme.set_text_percent(1)
    assert [percent for _, percent in changes] == [200, 300, 50]
    assert Theme(text_percent=0).text_percent == 50


def test_larger_text_grows_in_fonts_lines_and_rows_alike(qapp: QApplication) -> None:
    usual, large = Theme(chosen=Scheme.LIGHT), Theme(chosen=Scheme.LIGHT, text_percent=200)
    for step in load_tokens().type_steps:
        # Pixels are whole.
        assert abs(large.font(step).pixelSize() - 2 * usual.font(step).pixelSize()) <= 1
        assert large.line_height(step) == 2 * usual.line_height(step)
    assert (usual.row_height(36), large.row_height(36)) == (36, 2 * usual.line_height("body") + 12)
    assert (usual.is_large, large.is_large) == (False, True)
    assert (usual.icon_size(), large.icon_size()) == (16, 32)


def test_fonts_are_the_desktops_with_the_designs_sizes(qapp: QApplication) -> None:
    theme = Theme(chosen=Scheme.LIGHT)
    general = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    for step, token in load_tokens().type_steps.items():
        font = theme.font(step)
        assert (font.pixelSize(), font.weight()) == (round(token.px), QFont.Weight(token.weight))
        assert step == "code" or font.family() == general.family()
        assert font.pixelSize() >= 12
    tabular, joined = QFont.Tag("tnum"), QFont.Tag("calt")
    assert theme.font("caption").featureValue(tabular) == 1
    assert theme.font("body", is_tabular=True).featureValue(tabular) == 1
    assert not theme.font("body").isFeatureSet(tabular)
    assert theme.font("code").isFeatureSet(joined)
    assert theme.font("code").featureValue(joined) == 0
    # Whoever changes a font changes only their own.
    theme.font("body").setPixelSize(40)
    assert theme.font("body").pixelSize() == 13


@pytest.mark.parametrize(
    ("platform", "installed", "family"),
    [
        ("darwin", {"Menlo", "SF Mono"}, "SF Mono"),
        ("darwin", {"Menlo"}, "Menlo"),
        ("win32", {"Consolas", "Cascadia Mono"}, "Cascadia Mono"),
        ("win32", {"Consolas"}, "Consolas"),
        ("win32", {"Consolas", "JetBrains Mono"}, "JetBrains Mono"),
        ("linux", {"JetBrains Mono", "DejaVu Sans Mono"}, "JetBrains Mono"),
    ],
)
def test_code_has_the_platforms_font(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, platform: str, installed: set[str], family: str
) -> None:
    monkeypatch.setattr(fonts.QFontDatabase, "hasFamily", lambda name: name in installed)
    assert code_family(platform) == family


def test_code_has_the_desktops_fixed_font_where_none_of_the_list_is_there(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts.QFontDatabase, "hasFamily", lambda name: False)
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    assert {code_family(platform) for platform in ("darwin", "win32", "linux")} == {fixed}


def test_movements_take_no_time_where_the_desktop_wants_none(qapp: QApplication) -> None:
    desktop = FakeDesktop()
    theme = Theme(desktop=desktop)
    assert (theme.reduced_motion, theme.duration("panel_ms")) == (False, 180)
    desktop.still = True
    assert (theme.reduced_motion, theme.duration("panel_ms")) == (True, 0)


def test_motion_is_asked_for_where_qt_can_tell(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = Desktop()
    monkeypatch.setattr(desktop_module.QApplication, "isEffectEnabled", lambda effect: False)
    monkeypatch.setattr(desktop_module.sys, "platform", "linux")
    assert not desktop.reduces_motion
    monkeypatch.setattr(desktop_module.sys, "platform", "win32")
    assert desktop.reduces_motion


class FakeHints(QObject):
    """What Qt's style hints tell: scheme and contrast."""

    def __init__(self, scheme: Qt.ColorScheme, contrast_wish: object) -> None:
        super().__init__()
        self._scheme = scheme
        self._contrast = contrast_wish

    def colorScheme(self) -> Qt.ColorScheme:
        return self._scheme

    def accessibility(self) -> FakeHints:
        return self

    def contrastPreference(self) -> object:
        return self._contrast


CONTRAST = getattr(Qt, "ContrastPreference", None)


@pytest.mark.skipif(CONTRAST is None, reason="Qt tells the contrast from 6.10 on")
@pytest.mark.parametrize(
    ("scheme", "high", "expected"),
    [
        (Qt.ColorScheme.Unknown, False, Scheme.LIGHT),
        (Qt.ColorScheme.Light, False, Scheme.LIGHT),
        (Qt.ColorScheme.Dark, False, Scheme.DARK),
        (Qt.ColorScheme.Light, True, Scheme.HIGH_CONTRAST_LIGHT),
        (Qt.ColorScheme.Dark, True, Scheme.HIGH_CONTRAST_DARK),
    ],
)
def test_the_desktops_wish_is_a_scheme(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, scheme: Qt.ColorScheme, high: bool, expected: Scheme
) -> None:
    assert CONTRAST is not None
    desktop = Desktop()
    hints = FakeHints(scheme, CONTRAST.HighContrast if high else CONTRAST.NoPreference)
    monkeypatch.setattr(desktop, "_hints", hints)
    assert desktop.scheme is expected


def test_the_desktop_is_silent_about_contrast_where_qt_is(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop_module, "_tells_contrast", lambda hints: False)
    assert Desktop().scheme in {Scheme.LIGHT, Scheme.DARK}


def test_many_themes_in_a_row_ask_the_same_desktop(qapp: QApplication) -> None:
    # PySide once took the hints of the second for deleted.
    for _ in range(3):
        assert Theme().scheme in set(Scheme)
        gc.collect()


def test_the_desktop_tells_of_its_changes(qapp: QApplication) -> None:
    desktop = Desktop()
    told: list[bool] = []
    desktop.changed.connect(lambda: told.append(True))
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert told == [True]


def test_code_has_its_colours_and_unknown_kinds_are_plain(qapp: QApplication) -> None:
    theme = Theme(chosen=Scheme.DARK)
    assert theme.syntax_color("keyword") == QColor("#D3A1EA")
    assert theme.syntax_color("no such kind") == theme.syntax_color("plain") == theme.color("text_primary")
