# SPDX-License-Identifier: MIT
"""The composer's pickers: who answers, with which model, how much that thinks, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject, QSize, Signal
from PySide6.QtGui import QIcon

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ModelList, Outlook, ProviderView
from onesist_desktop.ui.composer.choices import Choice, kept_mode
from onesist_desktop.ui.composer.picker_rows import (
    LIST_AGAIN,
    MODE_GLYPHS,
    ModelListing,
    effort_rows,
    mode_rows,
    model_rows,
    provider_rows,
)
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.model_words import as_of_text, default_effort_of, effort_text, efforts_of, list_failure_text
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon
from onesist_desktop.ui.widgets.picker import Picker, PickerRow
from onesist_desktop.ui.widgets.picker_button import ICON_GAP, PickerButton
from onesist_desktop.ui.words import mode_text


class ComposerPickers(QObject):
    """Shows a choice in buttons, and what else could be chosen. How much is thought has one only where it can be chosen.

    Signals:
        provider_chosen(provider_id: str), model_chosen(model: str | None), mode_chosen(mode: PermissionMode): Another choice.
        effort_chosen(effort: str | None): The model thinks more or less; None for what it does by itself.
        efforts_changed(): How much is thought can be chosen now, or no longer.
        outlooks_wanted(): It should be worked out what everybody has seen; answered by :meth:`show_outlooks`.
        models_wanted(provider_id: str, refresh: bool): Models should be listed; ``refresh``: as they are now, not as remembered.
        other_model_wanted(): The person wants to type a model's id.
        set_up_wanted(provider_id: str | None): The person wants to set up who can answer, or somebody who isn't ready.
    """

    provider_chosen = Signal(str)
    model_chosen = Signal(object)
    mode_chosen = Signal(object)
    effort_chosen = Signal(object)
    efforts_changed = Signal()
    outlooks_wanted = Signal()
    models_wanted = Signal(str, bool)
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
        self._asked: set[ProviderId] = set()
        who, model, mode = self.tr("Who answers"), self.tr("Model"), self.tr("What it may do")
        effort = self.tr("How much it thinks")
        self._providers = Picker(theme, who, footer=self.tr("Add who answers…"))
        self._models = Picker(theme, model, footer=self.tr("Other model…"), footer_glyph="pencil")
        self._models.set_free_row(_typed_model)
        self._again = self._models.add_action(self.tr("Refresh the list"), "arrows-clockwise", "refresh_models", self._on_refresh)
        self._efforts = Picker(theme, effort)
        self._modes = Picker(theme, mode)
        self.provider = PickerButton(who, name="provider_picker", picker=self._providers)
        self.model = PickerButton(model, name="model_picker", picker=self._models)
        self.effort = PickerButton(effort, name="effort_picker", picker=self._efforts)
        self.effort.hide()
        self.mode = PickerButton(mode, name="mode_picker", picker=self._modes)
        self.provider.opening.connect(self._on_providers_opening)
        self.model.opening.connect(self._on_models_opening)
        self.effort.opening.connect(self._fill_efforts)
        self.mode.opening.connect(self._fill_modes)
        self._providers.chosen.connect(self._on_provider)
        self._providers.footer_wanted.connect(lambda: self.set_up_wanted.emit(None))
        self._models.chosen.connect(self._on_model)
        self._models.footer_wanted.connect(self.other_model_wanted)
        self._efforts.chosen.connect(lambda key: self.effort_chosen.emit(key or None))
        self._modes.chosen.connect(self._on_mode)

    def show_choice(self, choice: Choice, mode: PermissionMode, view: ProviderView | None) -> None:
        """Show what is chosen; ``view`` is who answers, None for nobody."""
        self._choice, self._mode, self._view = choice, mode, view
        nobody = self.tr("Choose who answers") if choice.is_settled else self.tr("Nobody yet")
        self.provider.set_choice(view.info.title if view else nobody, self._book.icon(view.info.id, gap=ICON_GAP) if view else None)
        self.model.set_choice(self._model_title())
        self.model.setVisible(view is not None)
        self._show_effort()
        self._ask_for_efforts()
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

    def show_models(self, provider_id: ProviderId, models: ModelList) -> None:
        """Take a provider's models. Where they can't be listed the picker says why; an id can still be typed."""
        self._asked.discard(provider_id)
        title, key = self._book.title(provider_id), self._book.key_of(provider_id)
        failure = None if models.failure is None else list_failure_text(models.failure, title, key)
        known = None if failure is not None and models.fetched_at is None and not models.models else models.models
        self._listings[provider_id] = ModelListing(known, failure, models.fetched_at)
        self._show_listing()

    def show_models_failure(self, provider_id: ProviderId, why: str) -> None:
        """Say in the picker why models can't be listed; an id can still be typed."""
        self._asked.discard(provider_id)
        self._listings[provider_id] = replace(self._listings.get(provider_id, ModelListing()), failure=why)
        self._show_listing()

    def has_effort(self, effort: str, model: str | None) -> bool:
        """Tell whether a model of who is shown can think that much."""
        return effort in efforts_of(self._listing().models or (), model)

    @property
    def has_efforts(self) -> bool:
        """Whether it can be chosen how much is thought."""
        return not self.effort.isHidden()

    def _on_providers_opening(self) -> None:
        # Asked first: where there is nothing to look up, the answer is there before the rows are.
        self.outlooks_wanted.emit()
        self._fill_providers()

    def _on_models_opening(self) -> None:
        provider_id = self._choice.provider_id
        if provider_id is None:
            return
        # What was told before is shown at once; whoever keeps the lists knows when to ask anew.
        listing = self._listings.get(provider_id, ModelListing())
        if listing.failure is None:
            self._want_models(provider_id, refresh=False)
        self._fill_models()
        if listing.failure is not None:
            # Said once; the next opening asks again.
            self._listings[provider_id] = replace(listing, failure=None)

    def _fill_providers(self) -> None:
        self._providers.set_rows(provider_rows(self._book, self._choice.provider_id, self._outlooks))

    def _fill_models(self) -> None:
        listing = self._listing()
        self._models.set_rows(model_rows(listing, self._choice.model))
        is_asking = self._choice.provider_id in self._asked
        self._models.set_note(self.tr("Listing models…") if is_asking else as_of_text(listing.fetched_at))
        self._again.setEnabled(not is_asking)

    def _fill_efforts(self) -> None:
        models, chosen = self._listing().models or (), self._choice
        efforts = efforts_of(models, chosen.model)
        self._efforts.set_rows(effort_rows(efforts, chosen.effort, default_effort_of(models, chosen.model)))

    def _show_listing(self) -> None:
        self.model.set_choice(self._model_title())
        self._show_effort()
        if self._models.isVisible():
            self._fill_models()

    def _show_effort(self) -> None:
        had = self.has_efforts
        effort = self._choice.effort
        has = self._view is not None and bool(effort or efforts_of(self._listing().models or (), self._choice.model))
        self.effort.set_choice(effort_text(effort) if effort else self.tr("Usual thinking"), self._glyph("brain", ICON_GAP))
        side = self._theme.icon_size()
        self.effort.setIconSize(QSize(side + ICON_GAP, side))
        self.effort.setVisible(has)
        if has != had:
            self.efforts_changed.emit()

    def _ask_for_efforts(self) -> None:
        """List the models of who can think more or less, so that it is known how much. Once, as others are asked when wanted."""
        view = self._view
        if view is None or not view.capabilities.takes_effort or view.info.id in self._asked:
            return
        if view.info.id not in self._listings:
            self._want_models(view.info.id, refresh=False)

    def _want_models(self, provider_id: ProviderId, *, refresh: bool) -> None:
        self._asked.add(provider_id)
        self.models_wanted.emit(provider_id, refresh)

    def _on_refresh(self) -> None:
        provider_id = self._choice.provider_id
        if provider_id is not None:
            self._want_models(provider_id, refresh=True)
            self._fill_models()

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
            self._want_models(self._choice.provider_id, refresh=True)

    def _on_mode(self, key: str) -> None:
        mode = PermissionMode(key)
        kept = mode if self._view is None else kept_mode(mode, self._view.capabilities.modes)
        # What is dim says what it becomes; that is what is chosen then.
        if self._view is None or kept in self._view.capabilities.modes:
            self.mode_chosen.emit(kept)

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


def _typed_model(text: str) -> PickerRow:
    return PickerRow(
        key=text,
        title=fill(QCoreApplication.translate("ComposerPickers", "Use “%1”"), text),
        subtitle=QCoreApplication.translate("ComposerPickers", "as it is written"),
    )
