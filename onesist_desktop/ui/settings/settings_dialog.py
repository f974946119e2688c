# SPDX-License-Identifier: MIT
"""The settings dialog: pages at the left, settings at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import PreferencesView
from onesist_desktop.ui.command_table import Command
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.settings.page import SettingsPage
from onesist_desktop.ui.settings.pages import AppearancePage, HandoversPage, NotificationsPage, WritingPage
from onesist_desktop.ui.settings.providers_page import ProvidersPage
from onesist_desktop.ui.settings.shortcuts_page import ShortcutsPage
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.dialog_footer import SMALL_HEIGHT
from onesist_desktop.ui.widgets.glyphs import glyph_icon, glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import restyle

_SIZE = (960, 696)
_NAVIGATION = 224
_SIDE = 8
_LEAST_PAGE = 220
"""Width of a page at 100 % text below which the groups beside it give up their names."""


class SettingsDialog(FramedDialog):
    """What is changed counts at once.

    Signals:
        wanted(preferences: PreferencesView): The person wants these from now on; answered by :meth:`show_preferences` or
            :meth:`show_error`.

    Attributes:
        answers: The page about who answers.
    """

    wanted = Signal(object)

    def __init__(
        self, theme: Theme, preferences: PreferencesView, commands: Sequence[Command], book: ProviderBook, parent: QWidget
    ) -> None:
        super().__init__(theme, "", "", _SIZE, parent)
        self.setObjectName("settings_dialog")
        self.setWindowTitle(self.tr("Settings"))
        self.answers = ProvidersPage(theme, book)
        self.pages: list[SettingsPage] = [
            AppearancePage(theme),
            WritingPage(theme),
            self.answers,
            HandoversPage(theme),
            NotificationsPage(theme),
            ShortcutsPage(theme, commands),
        ]
        self.navigation = QListWidget()
        self.navigation.setObjectName("settings_navigation")
        self.navigation.setProperty("navigation", True)
        self.navigation.setAccessibleName(self.tr("Groups of settings"))
        self._navigation_width = round(_NAVIGATION * max(1.0, theme.text_percent / 125)) - 2 * _SIDE
        self.navigation.setFixedWidth(self._navigation_width)
        self.navigation.setIconSize(QSize(theme.icon_size(), theme.icon_size()))
        self.navigation.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedWidget()
        for page in self.pages:
            item = QListWidgetItem(page.title)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, page.title)
            item.setSizeHint(QSize(100, theme.row_height(32)))
            self.navigation.addItem(item)
            self._stack.addWidget(ScrollingPage(page))
            page.wanted.connect(self.wanted)
        self.navigation.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.navigation.setCurrentRow(0)
        self.fill_with(self._join(theme))
        self._state = StepLabel(theme, self.tr("Changes are kept at once"), tone="secondary", name="settings_state", wraps=True)
        self._sign = QLabel()
        self.footer_bar.setMinimumHeight(SMALL_HEIGHT)
        self.footer.addWidget(self._sign)
        self.footer.addWidget(self._state, 1)
        self.footer.addWidget(FlatButton(self.tr("Done"), ButtonKind.PRIMARY, name="settings_done", on_click=self.accept))
        self.show_preferences(preferences)
        self._show_icons()
        theme.changed.connect(self._show_icons)

    def go_to_shortcuts(self) -> None:
        """Show the list of keys."""
        self.navigation.setCurrentRow(len(self.pages) - 1)

    def go_to_provider(self, provider_id: ProviderId | None) -> None:
        """Show everything about somebody who answers, or the list of all."""
        self.navigation.setCurrentRow(self.pages.index(self.answers))
        self.answers.go_to(provider_id)

    def show_preferences(self, preferences: PreferencesView) -> None:
        """Show what is set now."""
        self._preferences = preferences
        for page in self.pages:
            page.show_preferences(preferences)
        self._say(self.tr("Changes are kept at once"), "secondary")

    def show_error(self, why: str) -> None:
        """Say that a change was not kept, and show what is set still."""
        self.show_preferences(self._preferences)
        self._say(fill(self.tr("Not changed: %1."), why.rstrip(".")), "danger")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room to the page where there is little: then the groups are signs, with their names in tooltips."""
        super().resizeEvent(event)
        theme = self.theme
        is_narrow = self.width() - self._navigation_width - 2 * _SIDE < _LEAST_PAGE * theme.text_percent / 100
        self._title.setVisible(not is_narrow)
        self.navigation.setFixedWidth(theme.icon_size() + 24 if is_narrow else self._navigation_width)
        for row, page in enumerate(self.pages):
            self.navigation.item(row).setText("" if is_narrow else page.title)
            self.navigation.item(row).setToolTip(page.title if is_narrow else "")

    def _show_icons(self) -> None:
        """Colour the signs of the pages, which are seen while the colours are chosen."""
        color = self.theme.color("text_secondary")
        for row, page in enumerate(self.pages):
            self.navigation.item(row).setIcon(glyph_icon(page.icon, color, size=self.theme.icon_size()))
        self._show_sign()

    def _join(self, theme: Theme) -> QWidget:
        side = QFrame()
        side.setProperty("surface", "sidebar")
        side_column = QVBoxLayout(side)
        side_column.setContentsMargins(_SIDE, 24, _SIDE, 8)
        side_column.setSpacing(16)
        self._title = PlainLabel(self.tr("Settings"), font=theme.font("title"), name="settings_title")
        self._title.setContentsMargins(8, 0, 8, 0)
        side_column.addWidget(self._title)
        side_column.addWidget(self.navigation)
        content = QWidget()
        line = QHBoxLayout(content)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(side)
        line.addWidget(self._stack, 1)
        return content

    def _say(self, text: str, tone: str) -> None:
        self._state.setText(text)
        restyle(self._state, "tone", tone)
        self._show_sign()

    def _show_sign(self) -> None:
        is_kept = self._state.property("tone") != "danger"
        color = self.theme.color("success_text" if is_kept else "danger_text")
        self._sign.setPixmap(glyph_pixmap("check" if is_kept else "warning-circle", color, self.theme.icon_size()))
