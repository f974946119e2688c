# SPDX-License-Identifier: MIT
"""What is set, in the settings dialog or in ``settings.json``, seen in the real window at once and after a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QSlider, QWidget

from onesist_desktop.core.messages import Role
from onesist_desktop.ui.theme.theme import Theme
from tests.integration.window_rig import Person, open_window, until

pytestmark = pytest.mark.usefixtures("look_is_restored")
AGENT = "practice-agent"
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def look_is_restored(qapp: QApplication) -> Iterator[None]:
    before = (qapp.palette(), qapp.styleSheet(), qapp.font())
    yield
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])
    qapp.setFont(before[2])


@pytest.mark.parametrize("percent", [100, 150])
async def test_text_has_the_size_that_was_set(qapp: QApplication, tmp_path: Path, percent: int) -> None:
    (tmp_path / "data").mkdir()
    settings = {"version": 1, "appearance": {"text_size_percent": percent}}
    (tmp_path / "data" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    async with open_window(qapp, tmp_path) as person:
        assert person.window.theme.text_percent == percent
        usual = Theme()
        for font, step in ((qapp.font(), "body"), (person.window.composer.edit.font(), "reading")):
            assert abs(font.pixelSize() - usual.font(step).pixelSize() * percent / 100) <= 1


def kept(person: Person) -> dict[str, dict[str, object]]:
    """The settings file, as it is now."""
    file = person.data / "settings.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}  # type: ignore[no-any-return]


async def open_settings(person: Person, page: str) -> None:
    await person.by_keys("settings")
    await until(lambda: person.find(QWidget, "settings_dialog"), "the settings")
    navigation = person.find(QListWidget, "settings_navigation")[0]
    (item,) = navigation.findItems(page, Qt.MatchFlag.MatchExactly)
    place = navigation.visualItemRect(item).center()
    QTest.mouseClick(navigation.viewport(), Qt.MouseButton.LeftButton, pos=place)


async def close_settings(person: Person) -> None:
    person.click("settings_done")
    await until(lambda: not person.find(QWidget, "settings_dialog"), "the settings to close")
    await person.come_to_front()


def is_dark(qapp: QApplication) -> bool:
    palette = qapp.palette()
    return palette.color(QPalette.ColorRole.Window).lightness() < palette.color(QPalette.ColorRole.WindowText).lightness()


async def test_colours_and_text_size_change_at_once_and_stay(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask("What is this project?", AGENT)
        assert not is_dark(qapp)
        small = person.window.composer.edit.font().pixelSize()
        await open_settings(person, "Appearance")
        person.click("scheme_dark")
        await until(lambda: is_dark(qapp), "the dark colours")
        slider = person.find(QSlider, "text_size")[0]
        for _ in range(3):
            QTest.keyClick(slider, Qt.Key.Key_Right)
        await until(lambda: person.window.theme.text_percent == 130, "the larger text")
        assert person.window.composer.edit.font().pixelSize() > small
        assert person.find(QWidget, "settings_dialog"), "the dialog stays where it is"
        await close_settings(person)
        assert person.read, "the transcript is still there"
        assert kept(person)["appearance"]["theme"] == "dark"
        assert kept(person)["appearance"]["text_size_percent"] == 130
    async with open_window(qapp, tmp_path) as person:
        assert is_dark(qapp)
        assert person.window.theme.text_percent == 130
        await person.by_keys("usual_text")
        await until(lambda: person.window.theme.text_percent == 100, "the usual size")
        await until(lambda: kept(person)["appearance"].get("text_size_percent", 100) == 100, "the file to know")


async def test_which_key_sends_changes_at_once_and_stays(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        await open_settings(person, "Writing")
        person.click("enter_sends")
        await until(lambda: not person.window.composer.edit.enter_sends, "the field to know")
        await close_settings(person)
        person.write("first line")
        person.press_enter()
        person.write("second line")
        assert person.window.composer.text == "first line\nsecond line"
        QTest.keyClick(person.window.composer.edit, Qt.Key.Key_Return, SHIFT)
        await until(lambda: person.window.thread_id is not None and not person.window.composer.text, "the message to be stored")
        await person.answered()
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.read, "the thread")
        assert not person.window.composer.edit.enter_sends
        person.write("again")
        QTest.keyClick(person.window.composer.edit, Qt.Key.Key_Return, SHIFT)
        await until(lambda: not person.window.composer.text, "the message to be stored")
        await person.answered()
        questions = [message.text for message in await person.messages() if message.role is Role.USER]
        assert questions == ["first line\nsecond line", "again"]


async def test_the_menu_bar_is_there_if_it_is_wanted(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        assert not person.window.menuBar().isVisible()
        await open_settings(person, "Writing")
        person.click("shows_menu_bar")
        await until(person.window.menuBar().isVisible, "the menu bar")
        await close_settings(person)
    async with open_window(qapp, tmp_path) as person:
        assert person.window.menuBar().isVisible()
