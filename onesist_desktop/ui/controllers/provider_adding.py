# SPDX-License-Identifier: MIT
"""Adding somebody who can answer: an agent, another account of one, a model."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.add_account_dialog import AddAccountDialog
from onesist_desktop.ui.dialogs.add_agent_dialog import AddAgentDialog, NewAgent
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog, NewModelProvider
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog

WhenAdded = Callable[[ProviderId], object]


class ProviderAdding(QObject):
    """Joins the dialogs that add somebody to ``services.providers``. ``when_added`` gets who was added."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._providers = desk.services.providers

    def add_model(self, parent: QWidget, when_added: WhenAdded | None = None) -> None:
        """Open the dialog that adds a model by key."""
        dialog = KeyDialog(self._desk.theme, parent, self._titles())

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
                added,
                on_error=dialog.was_not_saved,
                exclusive="add-model",
                owner=dialog,
            )

        def added(provider_id: ProviderId) -> None:
            if when_added is not None:
                dialog.finished.connect(lambda _: when_added(provider_id))
            dialog.was_added(provider_id)

        dialog.save_wanted.connect(save)
        dialog.test_wanted.connect(partial(self._test, dialog))
        dialog.open()

    def add_agent(self, parent: QWidget, when_added: WhenAdded | None = None) -> None:
        """Open the dialog that adds an agent."""
        dialog = AddAgentDialog(self._desk.theme, self._titles(), parent)

        def save(agent: NewAgent) -> None:
            known = partial(self._providers.add_known_agent, agent.key)
            other = partial(self._providers.add_agent, title=agent.title, command=agent.command)
            self._desk.spawn(
                known if agent.key else other,
                "add agent",
                partial(_saved, dialog, when_added),
                on_error=dialog.was_not_saved,
                exclusive="add-agent",
                owner=dialog,
            )

        dialog.save_wanted.connect(save)
        dialog.open()
        self._desk.spawn(
            self._providers.known_agents,
            "known agents",
            dialog.show_agents,
            on_error=lambda error: dialog.show_agents_failure(str(error)),
            owner=dialog,
        )

    def add_account(self, parent: QWidget, provider_id: ProviderId, when_added: WhenAdded | None = None) -> None:
        """Open the dialog that adds another account of an agent."""
        dialog = AddAccountDialog(self._desk.theme, self._desk.book.title(provider_id), self._titles(), parent)

        def save(title: str) -> None:
            self._desk.spawn(
                partial(self._providers.add_account, provider_id, title),
                "add account",
                partial(_saved, dialog, when_added),
                on_error=dialog.was_not_saved,
                exclusive="add-account",
                owner=dialog,
            )

        dialog.save_wanted.connect(save)
        dialog.open()

    def _test(self, dialog: KeyDialog, provider_id: str) -> None:
        """List the models of who was just added. Closing the dialog ends it."""
        task = self._desk.spawn(
            partial(self._providers.models, ProviderId(provider_id), refresh=True),
            "test model",
            dialog.show_tested,
            on_error=dialog.show_test_error,
            owner=dialog,
        )
        if task is not None:
            dialog.finished.connect(lambda _: task.cancel())

    def _titles(self) -> tuple[str, ...]:
        return tuple(view.info.title for view in self._desk.services.providers.list_providers())


def _saved(dialog: SavingDialog, when_added: WhenAdded | None, provider_id: ProviderId) -> None:
    dialog.was_saved()
    if when_added is not None:
        when_added(provider_id)
