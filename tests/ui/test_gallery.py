# SPDX-License-Identifier: MIT
"""Every control of the kit in all schemes, both directions and large text: nothing is cut off, and everything has a name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gallery.window import GalleryWindow, take_picture
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.widgets.badge import Badge
from onesist_desktop.ui.widgets.labels import ElidedLabel
from onesist_desktop.ui.widgets.meter import Meter

DIRECTIONS = (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft)


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Iterator[GalleryWindow]:
    made = GalleryWindow(theme)
    yield made
    made.close()
    made.deleteLater()
    theme.choose(Scheme.LIGHT)
    theme.set_text_percent(100)


def cut_off(root: QWidget) -> list[str]:
    """Return what has less room than its text needs."""
    found = []
    for one in root.findChildren(QWidget):
        if not one.isVisibleTo(root):
            continue
        if isinstance(one, QLabel) and one.text():
            is_cut = one.heightForWidth(one.width()) > one.height() if one.wordWrap() else one.sizeHint().width() > one.width()
        elif isinstance(one, Badge | Meter) or (isinstance(one, QAbstractButton) and one.text()):
            is_cut = one.sizeHint().width() > one.width() or one.sizeHint().height() > one.height()
        elif isinstance(one, ElidedLabel):
            is_cut = one.sizeHint().width() > one.width()
        else:
            continue
        if is_cut:
            found.append(f"{type(one).__name__} {one.accessibleName() or getattr(one, 'text', str)()!r}")
    return found


def nameless(root: QWidget) -> list[str]:
    """Return what can have the focus or be pressed, and has no name for a screen reader."""
    controls = [
        one
        for one in root.findChildren(QWidget)
        if one.isVisibleTo(root) and (one.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(one, QAbstractButton))
    ]
    assert len(controls) > 60
    return [
        f"{type(one).__name__} {one.objectName()!r}"
        for one in controls
        if not QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
    ]


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("direction", DIRECTIONS, ids=["ltr", "rtl"])
@pytest.mark.parametrize("scheme", Scheme)
def test_nothing_is_cut_off_and_everything_has_a_name(
    window: GalleryWindow, theme: Theme, scheme: Scheme, direction: Qt.LayoutDirection, percent: int
) -> None:
    theme.choose(scheme)
    theme.set_text_percent(percent)
    window.mirror(direction)
    picture = take_picture(window).toImage()
    assert cut_off(window) == []
    assert nameless(window) == []
    assert picture.pixelColor(picture.width() // 2, picture.height() - 3) == theme.color("bg_canvas")


def test_the_look_for_what_is_cut_off_finds_it(window: GalleryWindow) -> None:
    take_picture(window)
    label = next(one for one in window.findChildren(QLabel) if one.text() == "normal")
    label.setFixedWidth(8)
    button = next(one for one in window.findChildren(QAbstractButton) if one.text() == "Send again")
    button.setFixedHeight(12)
    take_picture(window)
    assert sorted(what.split()[0] for what in cut_off(window)) == ["FlatButton", "StepLabel"]


def test_it_changes_while_one_looks(window: GalleryWindow, theme: Theme, qapp: QApplication) -> None:
    window.show()
    switches = {one.objectName(): one for one in window.findChildren(QAbstractButton) if one.objectName()}
    switches["scheme_dark"].click()
    switches["direction_rtl"].click()
    switches["text_200"].click()
    assert (theme.scheme, theme.text_percent, window.layoutDirection()) == (Scheme.DARK, 200, Qt.LayoutDirection.RightToLeft)
    assert qapp.font().pixelSize() == 26


def test_a_click_opens_the_picker_for_real(window: GalleryWindow) -> None:
    window.show()
    opens = next(one for one in window.findChildren(QAbstractButton) if one.accessibleName() == "Who answers: Codex")
    opens.click()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert popup.accessibleName() == "Who answers"
    popup.hide()
