# SPDX-License-Identifier: MIT
"""Setting up who can answer: keys, programs, accounts, adding and removing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ModelList, ProviderView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.preferences_controller import PreferencesController
from onesist_desktop.ui.controllers.provider_adding import ProviderAdding
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.settings.providers_page import ProvidersPage
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog


class ProviderSetup(QObject):
    """Joins the settings of those who answer to ``services.providers``.

    Args:
        preferences: Returns who opens the settings; it is made after this.
    """

    def __init__(self, desk: Desk, preferences: Callable[[], PreferencesController]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._providers = desk.services.providers
        self._preferences = preferences
        self._adding = ProviderAdding(desk, self)
        self._asking: dict[str, asyncio.Task[None]] = {}

    def open_provider_settings(self, provider_id: ProviderId | None = None) -> None:
        """Open the settings at *Who answers*: at that provider's own part, or at the list of all.

        The one way to where somebody is set up: error cards, rows that aren't ready, the start page and the menu lead here.
        """
        self._preferences().open_answers(provider_id)

    def join(self, dialog: SettingsDialog) -> None:
        """Do what is wanted on the page of a dialog that was just made."""
        page = dialog.answers
        page.key_wanted.connect(partial(self._change_key, page))
        page.remove_key_wanted.connect(partial(self._ask_to_remove_key, page))
        page.remove_wanted.connect(partial(self._ask_to_remove, page))
        page.program_chosen.connect(partial(self._set_program, page))
        page.models_wanted.connect(partial(self._list_models, page))
        page.models_unwanted.connect(self._stop_listing)
        page.account_wanted.connect(partial(self._add_account, page))
        page.add_agent_wanted.connect(lambda: self._adding.add_agent(page, page.go_to))
        page.add_model_wanted.connect(lambda: self._adding.add_model(page, page.go_to))
        page.look_again_wanted.connect(partial(self._look_again, page))

    def refresh(self) -> None:
        """Show changed providers in the settings, if they are open."""
        dialog = self._desk.window.findChild(SettingsDialog)
        if dialog is not None:
            dialog.answers.refresh()

    def look_again(self) -> None:
        """Check everybody again, for a page that shows it by itself."""
        self._desk.spawn(self._providers.refresh, "look again", exclusive="look-again")

    def add_model(self) -> None:
        """Open the dialog that adds a model by key."""
        self._adding.add_model(self._desk.window)

    def add_agent(self) -> None:
        """Open the dialog that adds an agent, and show afterwards what it still needs."""
        self._adding.add_agent(self._desk.window, self.open_provider_settings)

    def _change_key(self, page: ProvidersPage, provider_id: str) -> None:
        view = self._desk.book.get(ProviderId(provider_id))
        if view is None:
            return
        dialog = ChangeKeyDialog(self._desk.theme, view.info.title, page, has_key=view.has_key)

        def save(key: str, for_session_only: bool) -> None:
            self._desk.spawn(
                partial(self._providers.save_key, view.info.id, key, for_session_only=for_session_only),
                "save key",
                saved,
                on_error=dialog.was_not_saved,
                exclusive=f"save-key:{provider_id}",
                owner=dialog,
            )

        def saved(_: None) -> None:
            dialog.was_saved()
            # Whether the key is good shows at once: the models are asked for with it.
            if page.provider_id == view.info.id:
                page.ask_models(refresh=True)

        dialog.save_wanted.connect(save)
        page.show_error("")
        dialog.open()

    def _ask_to_remove_key(self, page: ProvidersPage, provider_id: str) -> None:
        view = self._desk.book.get(ProviderId(provider_id))
        if view is None:
            return
        ask(
            page,
            self._desk.theme,
            title=fill(self.tr("Remove the key of %1?"), view.info.title),
            text=fill(
                self.tr(
                    "The key is removed from the keyring of this computer. %1 stays in the list and can be given another key; its "
                    "maker knows the old one until it is revoked there."
                ),
                view.info.title,
            ),
            action=self.tr("Remove key"),
            cancel=self.tr("Keep it"),
            on_confirmed=partial(self._remove_key, page, view.info.id),
            is_loss=True,
            name="remove_key_question",
        )

    def _remove_key(self, page: ProvidersPage, provider_id: ProviderId) -> None:
        call = partial(self._providers.remove_key, provider_id)
        self._work(page, call, self.tr("Removing…"), self.tr("The key was not removed: %1."))

    def _ask_to_remove(self, page: ProvidersPage, provider_id: str) -> None:
        view = self._desk.book.get(ProviderId(provider_id))
        if view is None:
            return
        ask(
            page,
            self._desk.theme,
            title=fill(self.tr("Remove %1?"), view.info.title),
            text=self._what_is_removed(view),
            action=fill(self.tr("Remove %1"), view.info.title.replace("&", "&&")),
            cancel=self.tr("Keep it"),
            on_confirmed=partial(self._remove, page, view.info.id),
            is_loss=True,
            name="remove_question",
        )

    def _what_is_removed(self, view: ProviderView) -> str:
        if view.account_of is not None:
            text = self.tr(
                "This account answers no longer. All threads stay, with everything it answered in them. Its folder stays: %1"
            )
            return fill(text, view.account_folder)
        if view.capabilities.is_agent:
            return self.tr(
                "It is taken from the list; its program stays on this computer. All threads stay, with everything it answered "
                "in them."
            )
        return self.tr(
            "Its address and its key are removed from this computer. All threads stay, with everything it answered in them."
        )

    def _remove(self, page: ProvidersPage, provider_id: ProviderId) -> None:
        call = partial(self._providers.remove, provider_id)
        self._work(page, call, self.tr("Removing…"), self.tr("Not removed: %1."))

    def _set_program(self, page: ProvidersPage, provider_id: str, path: str) -> None:
        one = ProviderId(provider_id)

        def failed(text: str) -> None:
            page.show_program_error(one, text)

        call = partial(self._providers.set_program, one, path)
        self._work(page, call, self.tr("Looking…"), self.tr("Nothing was changed: %1."), on_failed=failed)

    def _look_again(self, page: ProvidersPage) -> None:
        self._work(page, self._providers.refresh, self.tr("Looking…"), self.tr("That could not be done: %1."))

    def _add_account(self, page: ProvidersPage, provider_id: str) -> None:
        self._adding.add_account(page, ProviderId(provider_id), page.go_to)

    def _list_models(self, page: ProvidersPage, provider_id: str, refresh: bool) -> None:
        one = ProviderId(provider_id)

        def failed(error: OnesistError) -> None:
            page.show_models(one, ModelList())
            page.show_error(fill(self.tr("The models can't be listed: %1."), str(error).rstrip(".")))

        self._stop_listing(provider_id)
        task = self._desk.spawn(
            partial(self._providers.models, one, refresh=refresh),
            "list models",
            partial(page.show_models, one),
            on_error=failed,
            owner=page,
        )
        if task is not None:
            self._asking[provider_id] = task
            task.add_done_callback(lambda done: self._forget(provider_id, done))

    def _stop_listing(self, provider_id: str) -> None:
        task = self._asking.pop(provider_id, None)
        if task is not None:
            task.cancel()

    def _forget(self, provider_id: str, task: asyncio.Task[None]) -> None:
        if self._asking.get(provider_id) is task:
            del self._asking[provider_id]

    def _work(
        self,
        page: ProvidersPage,
        call: Callable[[], Coroutine[Any, Any, None]],
        doing: str,
        failed: str,
        *,
        on_failed: Callable[[str], object] | None = None,
    ) -> None:
        """Do something for the open page, which says so meanwhile, and says why when it fails."""

        def on_error(error: OnesistError) -> None:
            page.end(doing)
            (on_failed or page.show_error)(fill(failed, str(error).rstrip(".")))

        page.begin(doing)
        self._desk.spawn(call, doing, lambda _: page.end(doing), on_error=on_error, owner=page)
