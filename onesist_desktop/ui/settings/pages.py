# SPDX-License-Identifier: MIT
"""The pages of the settings dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from onesist_desktop.services.views import PreferencesView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.settings.page import SettingsPage
from onesist_desktop.ui.settings.scheme_picker import SchemePicker
from onesist_desktop.ui.settings.setting_row import SettingRow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.choices import Switch
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.words import size_text

TEXT_STEP = 10
SMALLEST_TEXT, LARGEST_TEXT = 50, 300
HANDOVER_SIZES = (4_000, 8_000, 16_000, 32_000, 64_000)


class AppearancePage(SettingsPage):
    """Colours, text size, language."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Appearance"), "palette")
        self.schemes = SchemePicker(theme)
        self.schemes.chosen.connect(lambda choice: self.want(theme=choice))
        self.add_row(SettingRow(theme, self.tr("Colours"), "", self.schemes, is_stacked=True), "theme")
        self.text_size = TextSizeSlider()
        # While it is dragged only the figure follows: the whole window grows once the hand lets go.
        self.text_size.chosen.connect(lambda percent: self.want(text_percent=percent))
        help_text = self.tr("Everything grows together, in every window.")
        self.add_row(SettingRow(theme, self.tr("Text size"), help_text, self.text_size), "text_percent")
        self.language = CaretCombo()
        self.language.setObjectName("language")
        for code, words in (("system", self.tr("Like the desktop")), ("en", "English"), ("id", "Bahasa Indonesia")):
            self.language.addItem(words, code)
        self.language.activated.connect(lambda _: self.want(language=self.language.currentData()))
        help_text = self.tr("Counts from the next start on. Answers follow the language you write in.")
        self.add_row(SettingRow(theme, self.tr("Language"), help_text, self.language), "language")
        self.column.addStretch(1)

    def fill_controls(self, preferences: PreferencesView) -> None:
        """Show what is set."""
        self.schemes.show_choice(preferences.theme)
        self.text_size.show_percent(preferences.text_percent)
        self.language.setCurrentIndex(max(self.language.findData(preferences.language), 0))


class WritingPage(SettingsPage):
    """How a message is written and what stands around it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Writing"), "pencil-simple")
        self.enter_sends = Switch(theme, self.tr("Enter sends"), name="enter_sends")
        self.enter_sends.toggled.connect(lambda is_on: self.want(enter_sends=is_on))
        help_text = self.tr("Shift+Enter then makes a new line. Turned off, it is the other way round.")
        self.add_row(SettingRow(theme, self.tr("Enter sends"), help_text, self.enter_sends), "enter_sends")
        self.menu_bar = Switch(theme, self.tr("Show the menu bar"), name="shows_menu_bar")
        self.menu_bar.toggled.connect(lambda is_on: self.want(shows_menu_bar=is_on))
        help_text = self.tr("Turned off, the menu button and F10 show the menus.")
        self.add_row(SettingRow(theme, self.tr("Show the menu bar"), help_text, self.menu_bar), "shows_menu_bar")
        self.column.addStretch(1)

    def fill_controls(self, preferences: PreferencesView) -> None:
        """Show what is set."""
        self.enter_sends.setChecked(preferences.enter_sends)
        self.menu_bar.setChecked(preferences.shows_menu_bar)


class HandoversPage(SettingsPage):
    """What somebody is told who has not seen a thread."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Handovers"), "arrows-left-right-bold")
        self.largest = CaretCombo()
        self.largest.setObjectName("handover_size")
        for size in HANDOVER_SIZES:
            self.largest.addItem(size_text(size), size)
        self.largest.activated.connect(lambda _: self.want(handoff_cap_bytes=self.largest.currentData()))
        help_text = self.tr("What somebody new to a thread is told at most. The newest goes first; the rest can be asked for.")
        self.add_row(SettingRow(theme, self.tr("Largest handover"), help_text, self.largest), "handoff_cap_bytes")
        self.column.addStretch(1)

    def fill_controls(self, preferences: PreferencesView) -> None:
        """Show what is set; a size of one's own from the settings file is shown as it is."""
        size = preferences.handoff_cap_bytes
        if self.largest.findData(size) < 0:
            self.largest.addItem(size_text(size), size)
        self.largest.setCurrentIndex(self.largest.findData(size))


class NotificationsPage(SettingsPage):
    """When the desktop says something."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Notifications"), "bell")
        self.notifies = Switch(theme, self.tr("Tell me on the desktop"), name="notifies")
        self.notifies.toggled.connect(lambda is_on: self.want(notifies=is_on))
        help_text = self.tr("When an answer is finished, fails or needs you, while another window is in front.")
        self.add_row(SettingRow(theme, self.tr("Tell me on the desktop"), help_text, self.notifies), "notifies")
        self.column.addStretch(1)

    def fill_controls(self, preferences: PreferencesView) -> None:
        """Show what is set."""
        self.notifies.setChecked(preferences.notifies)


class TextSizeSlider(QWidget):
    """A slider with its figure in words.

    Signals:
        chosen(percent: int): Another size was chosen; not while the handle is still dragged.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setObjectName("text_size")
        self._slider.setRange(SMALLEST_TEXT // TEXT_STEP, LARGEST_TEXT // TEXT_STEP)
        self._slider.setPageStep(2)
        self._slider.setFixedWidth(156)
        self._figure = PlainLabel(name="text_percent")
        self._figure.setMinimumWidth(48)
        self._figure.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self._slider)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self._slider)
        line.addWidget(self._figure)
        self._slider.valueChanged.connect(self._on_changed)
        self._slider.sliderReleased.connect(lambda: self.chosen.emit(self._slider.value() * TEXT_STEP))

    def show_percent(self, percent: int) -> None:
        """Show a size without asking for it."""
        was_blocked = self._slider.blockSignals(True)
        self._slider.setValue(round(percent / TEXT_STEP))
        self._slider.blockSignals(was_blocked)
        self._show_figure(percent)

    def setAccessibleName(self, name: str) -> None:
        """Name the slider, which is what takes the focus."""
        super().setAccessibleName(name)
        self._slider.setAccessibleName(name)

    def _on_changed(self, value: int) -> None:
        self._show_figure(value * TEXT_STEP)
        if not self._slider.isSliderDown():
            self.chosen.emit(value * TEXT_STEP)

    def _show_figure(self, percent: int) -> None:
        self._figure.setText(fill(self.tr("%1 %"), percent))
