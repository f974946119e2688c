# SPDX-License-Identifier: MIT
"""Who may answer: choosing a model by its id, model lists, the practice assistant."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.message_box import ask_text


class ProviderController(QObject):
    """Joins the composer's pickers to ``services.providers``."""

    def __init__(self, desk: Desk, composer: Composer) -> None:
        super().__init__(desk)
        self._desk = desk
        self._composer = composer
        composer.models_wanted.connect(self.list_models)
        composer.other_model_wanted.connect(self.ask_for_model)

    def list_models(self, provider_id: str, refresh: bool = False) -> None:
        """List a provider's models in the composer's picker; with ``refresh`` as they are now, not as remembered."""
        wanted = ProviderId(provider_id)
        self._desk.spawn(
            partial(self._desk.services.providers.models, wanted, refresh=refresh),
            "list models",
            lambda models: self._composer.show_models(wanted, models),
            on_error=lambda error: self._composer.show_models_failure(wanted, str(error)),
            exclusive=f"models:{provider_id}",
        )

    def ask_for_model(self) -> None:
        """Ask for the id of a model that isn't listed."""
        options = self._composer.options
        ask_text(
            self._desk.window,
            self._desk.theme,
            title=self.tr("Another model"),
            label=self.tr("Id of the model"),
            text=(options.model or "") if options else "",
            action=self.tr("Use it"),
            cancel=self.tr("Cancel"),
            on_text=self._composer.choose_model,
            name="model_dialog",
        )

    def practice_provider(self) -> ProviderId | None:
        """Return the practice assistant that shows most: the agent, else the model."""
        practice = [view for view in self._desk.book.providers if view.info.family == "practice"]
        agents = [view for view in practice if view.capabilities.is_agent]
        return next((view.info.id for view in [*agents, *practice]), None)

    def practise(self, provider_id: ProviderId) -> None:
        """Let the practice assistant answer next, with a first message to send."""
        self._composer.choose_provider(provider_id)
        if not self._composer.text.strip():
            self._composer.put_text(self.tr("Show me around"))
