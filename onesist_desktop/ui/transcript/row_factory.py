# SPDX-License-Identifier: MIT
"""Which row shows which message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.notices import error_words, receipt_words, workspace_words
from onesist_desktop.ui.transcript.rows import ErrorRow, MessageRow, QuietRow, RailRow, ReceiptRow


@dataclass(frozen=True, slots=True)
class RowActions:
    """What rows ask for.

    Attributes:
        what_was_told: Gets a handoff's id.
        send_again: Gets the id of the message that is to be sent again.
        send_failed_again: For a card that doesn't know which message failed.
        set_up: Gets the id of the provider that has to be set up.
    """

    what_was_told: Callable[[str], object]
    send_again: Callable[[MessageId], object]
    send_failed_again: Callable[[], object]
    set_up: Callable[[str], object]


class RowFactory:
    """Makes rows, and shows a changed message in the row that it has."""

    def __init__(self, context: TranscriptContext, actions: RowActions) -> None:
        self._context = context
        self._actions = actions

    def make(self, message: Message) -> RailRow:
        """Make the row of a message."""
        context, actions = self._context, self._actions
        if not message.is_notice:
            return MessageRow(context, message, lambda: actions.send_again(message.id))
        if message.kind is MessageKind.HANDOFF:
            return ReceiptRow(context, receipt_words(message.data, context.title), actions.what_was_told)
        if message.kind is MessageKind.ERROR:
            words = error_words(message.data, context.title)
            if words.is_quiet:
                return QuietRow(context, words.what)
            return ErrorRow(context, words, actions.send_failed_again, actions.set_up)
        if message.kind is MessageKind.WORKSPACE and (words_of_folder := workspace_words(message.data, context.title)):
            return QuietRow(context, words_of_folder)
        text = QCoreApplication.translate("RowFactory", "Onesist noted something here that this version can't show.")
        return QuietRow(context, message.text or text)

    def update(self, row: RailRow, message: Message) -> bool:
        """Show the message in the row that it has; False when it needs another kind of row."""
        context = self._context
        if isinstance(row, MessageRow) and not message.is_notice:
            row.show_message(message)
            return True
        if isinstance(row, ReceiptRow) and message.kind is MessageKind.HANDOFF:
            row.show_receipt(receipt_words(message.data, context.title))
            return True
        if isinstance(row, ErrorRow | QuietRow) and message.kind is MessageKind.ERROR:
            words = error_words(message.data, context.title)
            if words.is_quiet != isinstance(row, QuietRow):
                return False
            if isinstance(row, QuietRow):
                row.show_text(words.what)
            else:
                row.show_words(words)
            return True
        return False
