# SPDX-License-Identifier: MIT
"""Lets somebody else answer what a provider could not: first it is shown what would be handed over, then it is sent."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.answerer import PermissionMode, RunOptions
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.services.views import ModelList
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.composer.choices import kept_mode
from onesist_desktop.ui.composer.continue_dialog import ContinueDialog
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.transcript.notices import failure_words


class ContinueController(QObject):
    """Joins the error cards to ``services.handoffs`` and ``services.turns``."""

    def __init__(self, desk: Desk, composer: Composer, transcript: Transcript) -> None:
        super().__init__(desk)
        self._desk = desk
        self._composer = composer
        self._transcript = transcript
        transcript.continue_wanted.connect(lambda message_id, proposed: self.open(MessageId(message_id), ProviderId(proposed)))

    def open(self, message_id: MessageId, proposed: ProviderId) -> None:
        """Open the dialog at who is proposed."""
        desk, thread_id = self._desk, self._desk.thread_id
        if thread_id is None or desk.window.findChild(ContinueDialog) is not None:
            return
        options = self._composer.options
        message = next((each.text for each in self._transcript.messages if each.id == message_id), "")
        left = options.provider_id if options is not None and options.provider_id != proposed else None
        dialog = ContinueDialog(desk.theme, desk.book, proposed, left, message, desk.window)
        dialog.preview_wanted.connect(lambda: self._preview(dialog, thread_id, message_id))
        dialog.models_wanted.connect(lambda provider_id: self._list_models(dialog, ProviderId(provider_id)))
        dialog.send_wanted.connect(lambda: self._send(dialog, thread_id, message_id))
        dialog.open()
        dialog.begin()

    def _options(self, dialog: ContinueDialog) -> RunOptions:
        view, chosen = self._desk.book.get(dialog.provider_id), self._composer.options
        mode = chosen.mode if chosen is not None else PermissionMode.ASK
        allowed = view.capabilities.modes if view is not None else frozenset({mode})
        return RunOptions(dialog.provider_id, dialog.model, kept_mode(mode, allowed))

    def _preview(self, dialog: ContinueDialog, thread_id: ThreadId, message_id: MessageId) -> None:
        options = self._options(dialog)
        self._desk.spawn(
            partial(self._desk.services.handoffs.preview, thread_id, options, again=message_id),
            "preview of going on",
            partial(dialog.show_preview, options.provider_id, options.model),
            on_error=lambda error: dialog.show_failure(options.provider_id, options.model, str(error)),
            owner=dialog,
        )

    def _list_models(self, dialog: ContinueDialog, provider_id: ProviderId) -> None:
        def listed(models: ModelList) -> None:
            failure, book = models.failure, self._desk.book
            title, key = book.title(provider_id), book.key_of(provider_id)
            words = failure_words(failure.reason or "", title, key=key).what if failure is not None else ""
            dialog.show_models(provider_id, models.models, words)

        self._desk.spawn(
            partial(self._desk.services.providers.models, provider_id),
            "models to go on with",
            listed,
            on_error=lambda error: dialog.show_models(provider_id, (), str(error)),
            owner=dialog,
        )

    def _send(self, dialog: ContinueDialog, thread_id: ThreadId, message_id: MessageId) -> None:
        options = self._options(dialog)

        def sent(_: None) -> None:
            dialog.accept()
            if self._composer.thread_id == thread_id:
                # Whoever goes on here is who answers the next message as well.
                self._composer.choose_provider(options.provider_id)
                self._composer.choose_model(options.model)

        self._desk.spawn(
            partial(self._desk.services.turns.send_again, thread_id, message_id, options),
            "continue",
            sent,
            on_error=lambda error: dialog.was_not_sent(str(error)),
            exclusive=f"send:{thread_id}",
            owner=dialog,
        )
