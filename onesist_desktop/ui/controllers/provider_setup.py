# SPDX-License-Identifier: MIT
"""Setting up who can answer: keys, programs, adding and removing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog, NewModelProvider
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.dialogs.providers_dialog import ProvidersDialog
from onesist_desktop.ui.language import fill


class ProviderSetup(QObject):
    """Joins the dialogs about providers to ``services.providers``."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._providers = desk.services.providers

    def open(self, provider_id: ProviderId | None = None) -> None:
        """Open *Who can answer*, at one provider if wanted."""
        dialog = self._desk.window.findChild(ProvidersDialog)
        if dialog is None:
            dialog = ProvidersDialog(self._desk.theme, self._desk.book, self._desk.window)
            dialog.key_wanted.connect(partial(self._change_key, dialog))
            dialog.remove_wanted.connect(partial(self._ask_to_remove, dialog))
            dialog.program_chosen.connect(partial(self._set_program, dialog))
            dialog.add_wanted.connect(partial(self.add_model, dialog))
            dialog.look_again_wanted.connect(partial(self._look_again, dialog))
            dialog.open()
        dialog.go_to(provider_id)

    def refresh(self) -> None:
        """Show changed providers in the dialog, if it is open."""
        dialog = self._desk.window.findChild(ProvidersDialog)
        if dialog is not None:
            dialog.refresh()

    def look_again(self) -> None:
        """Check everybody again, for a page that shows it by itself."""
        self._desk.spawn(self._providers.refresh, "look again", exclusive="look-again")

    def add_model(self, parent: QWidget | None = None) -> None:
        """Open the dialog that adds a model by key."""
        dialog = KeyDialog(self._desk.theme, parent or self._desk.window)

        def save(entered: NewModelProvider) -> None:
            self._desk.spawn(
                partial(
                    self._providers.add_model_provider,
                    kind=entered.kind,
                    title=entered.title,
                    base_url=entered.base_url,
                    default_model=entered.default_model,
                    key=entered.key,
                    for_session_only=entered.for_session_only,
                ),
                "add model",
                lambda _: dialog.was_saved(),
                on_error=dialog.was_not_saved,
                exclusive="add-model",
                owner=dialog,
            )

        dialog.save_wanted.connect(save)
        dialog.open()

    def _change_key(self, parent: ProvidersDialog, provider_id: str) -> None:
        view = self._desk.book.get(ProviderId(provider_id))
        if view is None:
            return
        dialog = ChangeKeyDialog(self._desk.theme, view.info.title, parent, has_key=view.has_key)

        def save(key: str, for_session_only: bool) -> None:
            self._desk.spawn(
                partial(self._providers.save_key, view.info.id, key, for_session_only=for_session_only),
                "save key",
                lambda _: dialog.was_saved(),
                on_error=dialog.was_not_saved,
                exclusive=f"save-key:{provider_id}",
                owner=dialog,
            )

        dialog.save_wanted.connect(save)
        parent.show_error("")
        dialog.open()

    def _ask_to_remove(self, parent: ProvidersDialog, provider_id: str) -> None:
        view = self._desk.book.get(ProviderId(provider_id))
        if view is None:
            return
        ask(
            parent,
            self._desk.theme,
            title=fill(self.tr("Remove %1?"), view.info.title),
            text=self.tr(
                "Its address and its key are removed from this computer. All threads stay, with everything it answered in them."
            ),
            action=fill(self.tr("Remove %1"), view.info.title.replace("&", "&&")),
            cancel=self.tr("Keep it"),
            on_confirmed=partial(self._remove, parent, view.info.id),
            is_loss=True,
            name="remove_question",
        )

    def _remove(self, dialog: ProvidersDialog, provider_id: ProviderId) -> None:
        self._work(
            dialog,
            partial(self._providers.remove, provider_id),
            self.tr("Removing…"),
            self.tr("Not removed: %1."),
        )

    def _set_program(self, dialog: ProvidersDialog, provider_id: str, path: str) -> None:
        self._work(
            dialog,
            partial(self._providers.set_program, ProviderId(provider_id), path),
            self.tr("Looking…"),
            self.tr("Nothing was changed: %1."),
        )

    def _look_again(self, dialog: ProvidersDialog) -> None:
        self._work(dialog, self._providers.refresh, self.tr("Looking…"), self.tr("That could not be done: %1."))

    def _work(self, dialog: ProvidersDialog, call: Callable[[], Coroutine[Any, Any, None]], doing: str, failed: str) -> None:
        """Do something for the open dialog, which says so meanwhile, and says why when it fails."""

        def on_error(error: OnesistError) -> None:
            dialog.end(doing)
            dialog.show_error(fill(failed, str(error).rstrip(".")))

        dialog.begin(doing)
        self._desk.spawn(call, doing, lambda _: dialog.end(doing), on_error=on_error, owner=dialog)
