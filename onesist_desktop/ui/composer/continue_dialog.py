# SPDX-License-Identifier: MIT
"""*Continue with …*: who answers instead, and what exactly they will be told, before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import HandoffPreview
from onesist_desktop.ui.composer.picker_rows import ModelListing, model_rows, provider_rows
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.handover_line import handover_text, hands_over, nothing_fits
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.meter import BudgetBar
from onesist_desktop.ui.widgets.picker import Picker
from onesist_desktop.ui.widgets.picker_button import PickerButton
from onesist_desktop.ui.widgets.sunken_text import SunkenText
from onesist_desktop.ui.words import size_text

_SIZE = (880, 640)
_MAX_MESSAGE = 240


class ContinueDialog(FramedDialog):
    """Nothing is sent until the person chooses *Send*, and not before it is shown what goes over. Focus starts on Cancel.

    Signals:
        preview_wanted(): Another provider or model is chosen; answered by :meth:`show_preview` or :meth:`show_failure`.
        models_wanted(provider_id: str): Its models should be listed; answered by :meth:`show_models`.
        send_wanted(): Send to :attr:`provider_id` with :attr:`model`.

    Args:
        book: Who can answer.
        proposed: Who is proposed.
        left: Who could not answer.
        message: The message that is sent again; empty where it isn't known.
    """

    preview_wanted = Signal()
    models_wanted = Signal(str)
    send_wanted = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, proposed: ProviderId, left: ProviderId | None, message: str, parent: QWidget
    ) -> None:
        super().__init__(theme, " ", " ", _SIZE, parent)
        self.setObjectName("continue_dialog")
        self._book = book
        self._left = left
        self.provider_id = proposed
        self.model: str | None = None
        self._listing = ModelListing()
        self._make_pickers(theme)
        self._make_message(message)
        self._facts = PlainLabel(wraps=True, name="continue_facts")
        self._budget = BudgetBar(theme, name="continue_budget")
        self.body.addWidget(self._facts)
        self.body.addWidget(self._budget)
        self._make_text(theme)
        self._cancel = FlatButton(self.tr("Cancel"), name="cancel", on_click=self.reject)
        self._send = FlatButton(self.tr("Send"), ButtonKind.PRIMARY, glyph="arrow_up", name="confirm", on_click=self._on_send)
        self.footer_bar.set_status("")
        self.footer_bar.set_buttons(self._cancel, self._send)
        self._cancel.setFocus()

    def begin(self) -> None:
        """Ask for what belongs to who is proposed."""
        self._choose(self.provider_id)

    def show_preview(self, provider_id: ProviderId, model: str | None, preview: HandoffPreview) -> None:
        """Show what would go over. One of another choice comes too late and is dropped."""
        if (provider_id, model) != (self.provider_id, self.model):
            return
        title = self._book.title(provider_id)
        has_text = hands_over(preview) and not nothing_fits(preview)
        if hands_over(preview):
            self._facts.setText(handover_text(preview, title))
        else:
            self._facts.setText(fill(self.tr("%1 has seen everything. Only your message goes over."), title))
        used = fill(self.tr("%1 of %2 used"), size_text(preview.size_bytes), size_text(preview.budget_bytes))
        self._budget.show_budget(preview.size_bytes / preview.budget_bytes if preview.budget_bytes else None, used)
        self._budget.setVisible(has_text)
        self.text_view.setPlainText(preview.text)
        self._sunken.setVisible(has_text)
        self._send.set_available(True)
        self.footer_bar.set_status(self.tr("Nothing is sent yet."))

    def show_failure(self, provider_id: ProviderId, model: str | None, why: str) -> None:
        """Say why it can't be shown what would go over. Then nothing is sent either. That of another choice is dropped."""
        if (provider_id, model) != (self.provider_id, self.model):
            return
        self._facts.setText(fill(self.tr("It can't be worked out what would be handed over: %1."), why.rstrip(".")))
        self._budget.hide()
        self._sunken.hide()
        self._send.set_available(False, self.tr("Choose someone else, or close this."))

    def show_models(self, provider_id: ProviderId, models: Sequence[ModelInfo], failure: str = "") -> None:
        """Take a provider's models, or why they can't be listed."""
        if provider_id == self.provider_id:
            self._listing = ModelListing(tuple(models), failure or None)
            self._show_model()

    def was_not_sent(self, why: str) -> None:
        """Nothing was sent: say why and let it be tried again."""
        self.footer_bar.set_status(fill(self.tr("Not sent: %1."), why.rstrip(".")), "danger")
        self._send.set_available(True)

    # -- parts --------------------------------------------------------------------------------------------------------------

    def _make_pickers(self, theme: Theme) -> None:
        who, model = self.tr("Who answers"), self.tr("Model")
        self._providers, self._models = Picker(theme, who), Picker(theme, model)
        self.provider_picker = PickerButton(who, name="continue_provider", picker=self._providers)
        self.model_picker = PickerButton(model, name="continue_model", picker=self._models)
        for button in (self.provider_picker, self.model_picker):
            button.setProperty("kind", "secondary")
        self._providers.opening.connect(self._fill_providers)
        self._providers.chosen.connect(lambda key: self._choose(ProviderId(key)))
        self._models.opening.connect(lambda: self._models.set_rows(model_rows(self._listing, self.model)))
        self._models.chosen.connect(self._on_model)
        row = FlowRow(gap=8)
        row.add(self.provider_picker, self.model_picker)
        self.body.addWidget(row)

    def _make_message(self, message: str) -> None:
        line = " ".join(message.split())
        short = line[:_MAX_MESSAGE] + "…" if len(line) > _MAX_MESSAGE else line
        label = PlainLabel(tone="secondary", wraps=True, name="continue_message")
        label.setText(fill(self.tr("Your message: %1"), short))
        label.setVisible(bool(short))
        self.body.addWidget(label)

    def _make_text(self, theme: Theme) -> None:
        self._sunken = SunkenText(theme, "continue_text", self.tr("Exact text"))
        self.text_view = self._sunken.view
        self.body.addWidget(self._sunken, 1)
        self.body.addStretch(0)

    # -- choosing -----------------------------------------------------------------------------------------------------------

    def _fill_providers(self) -> None:
        ready = {view.info.id for view in self._book.ready} - {self._left}
        self._providers.set_rows([row for row in provider_rows(self._book, self.provider_id, {}) if row.key in ready])

    def _choose(self, provider_id: ProviderId) -> None:
        view = self._book.get(provider_id)
        self.provider_id = provider_id
        self.model = (view.default_model or None) if view is not None else None
        self._listing = ModelListing()
        title = self._book.title(provider_id)
        self.title_label.setText(fill(self.tr("Continue with %1"), title))
        self.setWindowTitle(self.title_label.text())
        sentence = self.tr("%1 gets what it has not seen, word for word, and then your message. Secrets are placeholders.")
        self.sentence_label.setText(fill(sentence, title))
        self.provider_picker.set_choice(title, self._book.icon(provider_id, gap=2))
        self._show_model()
        self.models_wanted.emit(provider_id)
        self._ask()

    def _on_model(self, key: str) -> None:
        self.model = key.strip("\n") or None
        self._show_model()
        self._ask()

    def _show_model(self) -> None:
        titles = {model.id: model.title or model.id for model in self._listing.models or ()}
        self.model_picker.set_choice(titles.get(self.model, self.model) if self.model else self.tr("Its own choice"))

    def _ask(self) -> None:
        self._facts.setText(self.tr("Working out what goes over…"))
        self._budget.hide()
        self._sunken.hide()
        self._send.set_available(False, self.tr("First it is shown what goes over."))
        self.preview_wanted.emit()

    def _on_send(self) -> None:
        self._send.set_available(False, self.tr("It is being sent."))
        self.send_wanted.emit()
