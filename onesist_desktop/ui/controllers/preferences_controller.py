# SPDX-License-Identifier: MIT
"""Joins the settings dialog and the keys for the text size to ``services.preferences``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import PreferencesView
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.settings.pages import LARGEST_TEXT, SMALLEST_TEXT, TEXT_STEP
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog


class PreferencesController(QObject):
    """Opens the settings and keeps what is changed in them.

    Args:
        commands: Returns the window's commands, which are made after the controllers.
        on_opened: Joins what else is in the dialog to the services.
    """

    def __init__(self, desk: Desk, commands: Callable[[], Commands], on_opened: Callable[[SettingsDialog], object]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._preferences = desk.services.preferences
        self._commands = commands
        self._on_opened = on_opened

    def open(self) -> None:
        """Open the settings."""
        self._open()

    def open_shortcuts(self) -> None:
        """Open the list of keys."""
        self._open().go_to_shortcuts()

    def open_answers(self, provider_id: ProviderId | None) -> None:
        """Open everything about somebody who answers, or the list of all."""
        self._open().go_to_provider(provider_id)

    def larger_text(self) -> None:
        """Make all text larger by a step."""
        self._set_text(self._preferences.view.text_percent + TEXT_STEP)

    def smaller_text(self) -> None:
        """Make all text smaller by a step."""
        self._set_text(self._preferences.view.text_percent - TEXT_STEP)

    def usual_text(self) -> None:
        """Put the text size back."""
        self._set_text(PreferencesView().text_percent)

    def _open(self) -> SettingsDialog:
        desk = self._desk
        dialog = desk.window.findChild(SettingsDialog)
        if dialog is None:
            dialog = SettingsDialog(desk.theme, self._preferences.view, self._commands().table, desk.book, desk.window)
            dialog.wanted.connect(self._save)
            self._on_opened(dialog)
            dialog.open()
        return dialog

    def _set_text(self, percent: int) -> None:
        percent = max(SMALLEST_TEXT, min(LARGEST_TEXT, percent))
        if percent != self._preferences.view.text_percent:
            self._save(replace(self._preferences.view, text_percent=percent))

    def _save(self, wanted: PreferencesView) -> None:
        self._desk.spawn(partial(self._preferences.save, wanted), "save preferences", on_error=self._on_not_saved)

    def _on_not_saved(self, error: OnesistError) -> None:
        dialog = self._desk.window.findChild(SettingsDialog)
        if dialog is not None:
            dialog.show_error(str(error))
        else:
            self._desk.say_error(error)

    def show(self, preferences: PreferencesView) -> None:
        """Show in the settings, if they are open, what is set now."""
        dialog = self._desk.window.findChild(SettingsDialog)
        if dialog is not None:
            dialog.show_preferences(preferences)
