# SPDX-License-Identifier: MIT
"""The composer's three pickers: who answers, with which model, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QIcon

from onesist_desktop.core.answerer import ModelInfo, PermissionMode
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import Outlook, ProviderView
from onesist_desktop.ui.composer.choices import Choice
from onesist_desktop.ui.composer.picker_rows import (
    LIST_AGAIN,
    MODE_GLYPHS,
    ModelListing,
    mode_rows,
    model_rows,
    provider_rows,
)
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon
from onesist_desktop.ui.widgets.picker import Picker
from onesist_desktop.ui.widgets.picker_button import ICON_GAP, PickerButton
from onesist_desktop.ui.words import mode_text


class ComposerPickers(QObject):
    """Shows a choice in three buttons, and what else could be chosen.

    Signals:
        provider_chosen(provider_id: str), model_chosen(model: str | None), mode_chosen(mode: PermissionMode): Another choice.
        outlooks_wanted(): It should be worked out what everybody has seen; answered by :meth:`show_outlooks`.
        models_wanted(provider_id: str): Models should be listed.
        other_model_wanted(): The person wants to type a model's id.
        set_up_wanted(provider_id: str | None): The person wants to set up who can answer, or somebody who isn't ready.
    """

    provider_chosen = Signal(str)
    model_chosen = Signal(object)
    mode_chosen = Signal(object)
    outlooks_wanted = Signal()
    models_wanted = Signal(str)
    other_model_wanted = Signal()
    set_up_wanted = Signal(object)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._choice = Choice()
        self._mode = PermissionMode.ASK
        self._view: ProviderView | None = None
        self._outlooks: Mapping[ProviderId, Outlook] | None = None
        self._listings: dict[ProviderId, ModelListing] = {}
        who, model, mode = self.tr("Who answers"), self.tr("Model"), self.tr("What it may do")
        self._providers = Picker(theme, who, footer=self.tr("Add who answers…"))
        self._models = Picker(theme, model, footer=self.tr("Other model…"), footer_glyph="pencil")
        self._modes = Picker(theme, mode)
        self.provider = PickerButton(who, name="provider_picker", picker=self._providers)
        self.model = PickerButton(model, name="model_picker", picker=self._models)
        self.mode = PickerButton(mode, name="mode_picker", picker=self._modes)
        self.provider.opening.connect(self._on_providers_opening)
        self.model.opening.connect(self._on_models_opening)
        self.mode.opening.connect(self._fill_modes)
        self._providers.chosen.connect(self._on_provider)
        self._providers.footer_wanted.connect(lambda: self.set_up_wanted.emit(None))
        self._models.chosen.connect(self._on_model)
        self._models.footer_wanted.connect(self.other_model_wanted)
        self._modes.chosen.connect(self._on_mode)

    def show_choice(self, choice: Choice, mode: PermissionMode, view: ProviderView | None) -> None:
        """Show what is chosen; ``view`` is who answers, None for nobody."""
        self._choice, self._mode, self._view = choice, mode, view
        nobody = self.tr("Choose who answers") if choice.is_settled else self.tr("Nobody yet")
        self.provider.set_choice(view.info.title if view else nobody, self._book.icon(view.info.id, gap=ICON_GAP) if view else None)
        self.model.set_choice(self._model_title())
        self.model.setVisible(view is not None)
        self.mode.set_choice(mode_text(mode), self._glyph(MODE_GLYPHS[mode], ICON_GAP))
        side = self._theme.icon_size()
        self.mode.setIconSize(QSize(side + ICON_GAP, side))
        self.mode.setVisible(view is not None)
        for picker, fill_again in ((self._providers, self._fill_providers), (self._modes, self._fill_modes)):
            if picker.isVisible():
                fill_again()

    def forget_outlooks(self) -> None:
        """Another thread is shown, or who has seen what has changed."""
        self._outlooks = None

    def show_outlooks(self, outlooks: Sequence[Outlook]) -> None:
        """Say what everybody has seen."""
        self._outlooks = {outlook.provider_id: outlook for outlook in outlooks}
        if self._providers.isVisible():
            self._fill_providers()

    def show_models(self, provider_id: ProviderId, models: Sequence[ModelInfo]) -> None:
        """Take a provider's models."""
        self._listings[provider_id] = ModelListing(models=models)
        self.model.set_choice(self._model_title())
        if self._models.isVisible():
            self._fill_models()

    def show_models_failure(self, provider_id: ProviderId, why: str) -> None:
        """Say in the picker why models can't be listed; an id can still be typed."""
        self._listings[provider_id] = replace(self._listings.get(provider_id, ModelListing()), failure=why)
        if self._models.isVisible():
            self._fill_models()

    def _on_providers_opening(self) -> None:
        # Asked first: where there is nothing to look up, the answer is there before the rows are.
        self.outlooks_wanted.emit()
        self._fill_providers()

    def _on_models_opening(self) -> None:
        provider_id = self._choice.provider_id
        if provider_id is None:
            return
        listing = self._listings.get(provider_id, ModelListing())
        if listing.models is None and listing.failure is None:
            self.models_wanted.emit(provider_id)
        self._fill_models()
        if listing.failure is not None:
            # Said once; the next opening asks again.
            self._listings[provider_id] = replace(listing, failure=None)

    def _fill_providers(self) -> None:
        self._providers.set_rows(provider_rows(self._book, self._choice.provider_id, self._outlooks))

    def _fill_models(self) -> None:
        listing = self._listing()
        self._models.set_rows(model_rows(listing, self._choice.model))
        is_asking = listing.models is None and listing.failure is None
        self._models.set_note(self.tr("Listing models…") if is_asking else "")

    def _fill_modes(self) -> None:
        allowed = self._view.capabilities.modes if self._view else frozenset(PermissionMode)
        title = self._view.info.title if self._view else ""
        self._modes.set_rows(mode_rows(allowed, self._mode, title, self._glyph))

    def _on_provider(self, provider_id: str) -> None:
        self.provider_chosen.emit(provider_id)
        view = self._book.get(ProviderId(provider_id))
        if view is not None and view.readiness is not None and not view.readiness.is_ready:
            self.set_up_wanted.emit(view.info.id)

    def _on_model(self, key: str) -> None:
        if key != LIST_AGAIN:
            self.model_chosen.emit(key or None)
        elif self._choice.provider_id is not None:
            self.models_wanted.emit(self._choice.provider_id)

    def _on_mode(self, key: str) -> None:
        mode = PermissionMode(key)
        if self._view is None or mode in self._view.capabilities.modes:
            self.mode_chosen.emit(mode)

    def _listing(self) -> ModelListing:
        provider_id = self._choice.provider_id
        return self._listings.get(provider_id, ModelListing()) if provider_id is not None else ModelListing()

    def _model_title(self) -> str:
        if self._choice.model is None:
            return self.tr("Its own choice")
        models = self._listing().models or ()
        return next((model.title or model.id for model in models if model.id == self._choice.model), self._choice.model)

    def _glyph(self, name: str, gap: int = 0) -> QIcon:
        return glyph_icon(name, self._theme.color("text_primary"), size=self._theme.icon_size(), gap=gap)
