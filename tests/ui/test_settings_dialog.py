# SPDX-License-Identifier: MIT
"""The settings dialog: what is shown, what is asked for, and what happens when it can't be kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QAbstractButton, QComboBox, QSlider, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.services.views import PreferencesView, ThemeChoice
from onesist_desktop.ui.command_table import command_table
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.helpers import find, label


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[SettingsDialog]:
    window = QWidget()
    window.resize(1100, 820)
    qtbot.addWidget(window)
    window.show()
    made = SettingsDialog(theme, PreferencesView(), command_table(), book, window)
    made.open()
    yield made
    window.close()


def asked(spy: QSignalSpy) -> list[PreferencesView]:
    return [spy.at(index)[0] for index in range(spy.count())]


def test_showing_what_is_set_asks_for_nothing(dialog: SettingsDialog) -> None:
    spy = QSignalSpy(dialog.wanted)
    dialog.show_preferences(
        PreferencesView(ThemeChoice.DARK, "id", 150, enter_sends=False, notifies=False, shows_menu_bar=True, handoff_cap_bytes=5000)
    )
    assert spy.count() == 0
    assert find(dialog, "scheme_dark", QAbstractButton).isChecked()
    assert find(dialog, "language", QComboBox).currentData() == "id"
    assert find(dialog, "text_size", QSlider).value() == 15
    assert not find(dialog, "enter_sends", QAbstractButton).isChecked()
    assert find(dialog, "handover_size", QComboBox).currentData() == 5000


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("scheme_high_contrast_dark", replace(PreferencesView(), theme=ThemeChoice.HIGH_CONTRAST_DARK)),
        ("enter_sends", replace(PreferencesView(), enter_sends=False)),
        ("notifies", replace(PreferencesView(), notifies=False)),
        ("shows_menu_bar", replace(PreferencesView(), shows_menu_bar=True)),
    ],
)
def test_a_click_asks_at_once(dialog: SettingsDialog, name: str, expected: PreferencesView) -> None:
    spy = QSignalSpy(dialog.wanted)
    find(dialog, name, QAbstractButton).click()
    assert asked(spy) == [expected]


def test_a_dragged_slider_asks_once_it_is_let_go(dialog: SettingsDialog) -> None:
    spy = QSignalSpy(dialog.wanted)
    slider = find(dialog, "text_size", QSlider)
    slider.setSliderDown(True)
    slider.setValue(14)
    slider.setValue(20)
    assert spy.count() == 0
    assert label(dialog, "text_percent") == "200 %"
    slider.setSliderDown(False)
    assert [view.text_percent for view in asked(spy)] == [200]


def test_a_changed_setting_can_be_put_back(dialog: SettingsDialog) -> None:
    dialog.show_preferences(replace(PreferencesView(), text_percent=130))
    spy = QSignalSpy(dialog.wanted)
    backs = [
        button for button in dialog.findChildren(QAbstractButton) if button.accessibleName() == "Text size: back to the default"
    ]
    assert backs[0].isEnabled()
    backs[0].click()
    assert asked(spy) == [PreferencesView()]


def test_what_could_not_be_kept_is_said_and_shown_as_it_is(dialog: SettingsDialog) -> None:
    switch = find(dialog, "enter_sends", QAbstractButton)
    switch.click()
    dialog.show_error("the disk is full")
    assert switch.isChecked()
    assert label(dialog, "settings_state") == "Not changed: the disk is full."


def test_all_keys_are_listed(dialog: SettingsDialog) -> None:
    dialog.go_to_shortcuts()
    for command in command_table():
        if command.shortcut:
            assert find(dialog, f"keys_{command.id}")


def test_every_control_has_a_name_and_is_reached_by_tab(dialog: SettingsDialog) -> None:
    for widget in dialog.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and isinstance(widget, QAbstractButton | QComboBox | QSlider):
            assert widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text()), widget.objectName()
