# SPDX-License-Identifier: MIT
"""A page of the settings dialog: settings under a heading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from onesist_desktop.services.views import PreferencesView
from onesist_desktop.ui.settings.setting_row import SettingRow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel


class SettingsPage(QWidget):
    """Shows preferences and says which ones the person wants instead. A subclass fills it and its controls.

    Signals:
        wanted(preferences: PreferencesView): The person wants these from now on.
    """

    wanted = Signal(object)

    def __init__(self, theme: Theme, title: str, icon: str) -> None:
        super().__init__()
        self.theme = theme
        self.title = title
        self.icon = icon
        self.rows: list[tuple[SettingRow, str]] = []
        self._defaults = PreferencesView()
        self._shown = self._defaults
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(32, 24, 32, 24)
        self.column.setSpacing(0)
        self.heading = PlainLabel(title, font=theme.font("heading"), name="settings_heading")
        self.heading.setContentsMargins(0, 0, 0, 8)
        self.column.addWidget(self.heading)

    def add_row(self, row: SettingRow, field: str = "") -> None:
        """Add a setting; ``field`` is the preference behind it, whose default can then be put back."""
        self.rows.append((row, field))
        self.column.addWidget(row)
        if field:
            row.reset_wanted.connect(lambda: self.want(**{field: getattr(self._defaults, field)}))

    def show_preferences(self, preferences: PreferencesView) -> None:
        """Show what is set."""
        self._shown = preferences
        for row, field in self.rows:
            if field:
                row.show_changed(getattr(preferences, field) != getattr(self._defaults, field))
        self.fill_controls(preferences)

    def fill_controls(self, preferences: PreferencesView) -> None:
        """Show what is set in the controls, which call :meth:`want` only when that differs from what is shown."""

    def want(self, **changes: Any) -> None:
        """Ask for changed preferences; nothing changed asks for nothing."""
        changed = replace(self._shown, **changes)
        if changed != self._shown:
            self.wanted.emit(changed)
