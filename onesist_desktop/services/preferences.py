# SPDX-License-Identifier: MIT
"""The current settings, and the one way to change them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from onesist_desktop.settings.schema import Language, Settings
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
        """Save changed settings; when that fails nothing is changed. Raises OSError, InvalidInputError."""
        async with self._lock:
            wanted = change(self.value)
            await self._store.save_async(wanted)
            self.value = wanted
            return wanted
