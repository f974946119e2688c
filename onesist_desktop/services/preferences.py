# SPDX-License-Identifier: MIT
"""The current settings, and the one way to change them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import fields, replace

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.services.events import PreferencesChanged
from onesist_desktop.services.views import PreferencesView, ThemeChoice, WindowPlace
from onesist_desktop.settings.schema import BehaviourSettings, Language, Settings, Theme, WindowSettings
from onesist_desktop.settings.store import SettingsStore


class CurrentSettings:
    """Holds the settings of the running app.

    Attributes:
        value: The settings now.
    """

    def __init__(self, store: SettingsStore, value: Settings, system_locale: str) -> None:
        self.value = value
        self._store = store
        self._system_locale = system_locale
        self._lock = asyncio.Lock()

    @property
    def handoff_cap_bytes(self) -> int:
        """Upper bound of a handoff."""
        return self.value.handoff.cap_bytes

    @property
    def locale(self) -> str:
        """Language of the window."""
        language = self.value.appearance.language
        return self._system_locale if language is Language.SYSTEM else str(language)

    async def change(self, change: Callable[[Settings], Settings]) -> Settings:
        """Save changed settings; when that fails nothing is changed. Raises StorageError, InvalidInputError."""
        async with self._lock:
            wanted = change(self.value)
            await self._store.save_async(wanted)
            self.value = wanted
            return wanted


class PreferenceService:
    """The use cases of ``services.api.Preferences``."""

    def __init__(self, settings: CurrentSettings, bus: EventBus) -> None:
        self._settings = settings
        self._bus = bus

    @property
    def view(self) -> PreferencesView:
        """What is set now."""
        value = self._settings.value
        return PreferencesView(
            theme=ThemeChoice(value.appearance.theme),
            language=str(value.appearance.language),
            text_percent=value.appearance.text_size_percent,
            enter_sends=value.behaviour.enter_sends,
            notifies=value.behaviour.notifies,
            shows_menu_bar=value.behaviour.shows_menu_bar,
            handoff_cap_bytes=value.handoff.cap_bytes,
        )

    @property
    def place(self) -> WindowPlace:
        """Where the window was."""
        window = self._settings.value.window
        return WindowPlace(**{item.name: getattr(window, item.name) for item in fields(WindowPlace)})

    async def save(self, wanted: PreferencesView) -> None:
        """Keep what the person set. Nothing is written, and nothing announced, where it is what was set already."""
        if wanted == self.view:
            return
        await self._settings.change(lambda settings: _with_preferences(settings, wanted))
        self._bus.publish(PreferencesChanged(self.view))

    async def save_place(self, place: WindowPlace) -> None:
        """Keep where the window is. A number that no screen has is brought to what the settings take."""
        if place != self.place:
            await self._settings.change(lambda settings: replace(settings, window=_window_settings(place)))


def _with_preferences(settings: Settings, wanted: PreferencesView) -> Settings:
    try:
        theme, language = Theme(wanted.theme), Language(wanted.language)
    except ValueError as error:
        raise InvalidInputError(str(error)) from None
    return replace(
        settings,
        appearance=replace(settings.appearance, theme=theme, language=language, text_size_percent=wanted.text_percent),
        behaviour=BehaviourSettings(wanted.enter_sends, wanted.notifies, wanted.shows_menu_bar),
        handoff=replace(settings.handoff, cap_bytes=wanted.handoff_cap_bytes),
    )


def _window_settings(place: WindowPlace) -> WindowSettings:
    values = {}
    for item in fields(WindowSettings):
        value = getattr(place, item.name)
        if item.metadata and value is not None:
            value = min(max(value, item.metadata["low"]), item.metadata["high"])
        values[item.name] = value
    return WindowSettings(**values)
