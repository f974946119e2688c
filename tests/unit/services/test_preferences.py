# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.errors import DiskFullError, InvalidInputError
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.services.events import PreferencesChanged
from onesist_desktop.services.preferences import CurrentSettings, PreferenceService
from onesist_desktop.services.views import PreferencesView, ThemeChoice, WindowPlace
from onesist_desktop.settings.schema import Settings, Theme
from onesist_desktop.settings.store import SettingsStore

SET = PreferencesView(ThemeChoice.HIGH_CONTRAST_DARK, "id", 150, enter_sends=False, notifies=False, shows_menu_bar=True)


class Start:
    """One run of the app, as far as its settings go."""

    def __init__(self, folder: Path) -> None:
        store = SettingsStore(folder / "settings.json")
        self.settings = CurrentSettings(store, store.load().settings, "en")
        self.told: list[PreferencesView] = []
        bus = EventBus(lambda error, name: pytest.fail(f"{name}: {error}"))
        bus.subscribe(PreferencesChanged, lambda event: self.told.append(event.preferences))
        self.preferences = PreferenceService(self.settings, bus)


async def test_what_was_set_is_told_once_and_is_there_after_a_restart(tmp_path: Path) -> None:
    start = Start(tmp_path)
    assert start.preferences.view == PreferencesView()
    await start.preferences.save(SET)
    await start.preferences.save(SET)
    assert start.told == [SET]
    assert start.preferences.view == SET == Start(tmp_path).preferences.view
    assert start.settings.locale == "id"
    # What belongs to others in the same file stays.
    await start.preferences.save(replace(SET, handoff_cap_bytes=32_000))
    assert start.settings.handoff_cap_bytes == 32_000
    assert (await start.settings.change(lambda s: s)).appearance.text_size_percent == 150


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SET, text_percent=10),
        replace(SET, language="xx"),
        replace(SET, theme="pink"),  # type: ignore[arg-type]
        replace(SET, handoff_cap_bytes=1),
    ],
)
async def test_what_can_not_be_set_changes_nothing(tmp_path: Path, wrong: PreferencesView) -> None:
    start = Start(tmp_path)
    with pytest.raises(InvalidInputError):
        await start.preferences.save(wrong)
    assert (start.preferences.view, start.told) == (PreferencesView(), [])
    assert not (tmp_path / "settings.json").exists()


async def test_a_full_disk_is_said_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("onesist_desktop.settings.store._replace_file", full)
    with pytest.raises(DiskFullError):
        await start.preferences.save(SET)
    with pytest.raises(DiskFullError):
        await start.preferences.save_place(WindowPlace(width=900))
    assert (start.preferences.view, start.preferences.place, start.told) == (PreferencesView(), WindowPlace(), [])


async def test_the_place_of_the_window_is_kept_and_no_number_is_too_odd(tmp_path: Path) -> None:
    start = Start(tmp_path)
    assert start.preferences.place == WindowPlace()
    place = WindowPlace(900, 700, -4, None, is_maximized=True, sidebar_width=216, is_inspector_shown=True)
    await start.preferences.save_place(place)
    assert Start(tmp_path).preferences.place == place
    await start.preferences.save_place(replace(place, width=1, x=10**9))
    assert (start.preferences.place.width, start.preferences.place.x) == (320, 100_000)
    assert start.told == []
    before = (tmp_path / "settings.json").stat().st_mtime_ns
    await start.preferences.save_place(start.preferences.place)
    assert (tmp_path / "settings.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("theme", ["system", "light", "dark"])
def test_a_file_from_before_is_read_as_it_was(tmp_path: Path, theme: str) -> None:
    old = {
        "version": 1,
        "appearance": {"theme": theme},
        "window": {"width": 1_000, "inspector_width": 320, "is_inspector_shown": True},
    }
    (tmp_path / "settings.json").write_text(json.dumps(old))
    preferences = Start(tmp_path).preferences
    assert preferences.view == PreferencesView(ThemeChoice(theme))
    assert preferences.place == WindowPlace(1_000, inspector_width=320, is_inspector_shown=True)


def test_each_look_and_the_defaults_have_the_same_name_on_both_sides() -> None:
    assert [str(theme) for theme in Theme] == [str(choice) for choice in ThemeChoice]
    window = Settings().window
    assert all(getattr(window, name) == getattr(WindowPlace(), name) for name in WindowPlace.__slots__)
