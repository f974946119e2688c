# SPDX-License-Identifier: MIT
"""What every widget of the transcript needs to paint, to name things, and to say what the person wants."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from onesist_desktop.core.ids import MessageId, ProviderId
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.card_drafts import CardDrafts


def _nothing(*_: object) -> None:
    """Do nothing."""


def _no_reason(_message_id: MessageId) -> str:
    """Return no reason against it."""
    return ""


@dataclass(frozen=True, slots=True)
class BlockActions:
    """What the person can want of a block.

    Attributes:
        what_was_told: Gets a handoff's id.
        send_again: Gets the id of the message; None for the last one, from a card that doesn't know it.
        set_up: Gets the id of the provider that has to be set up.
        choose_mode: Choose what an agent may do.
        decide: Gets a request's id and the option chosen; then, only where there are any, the word that goes with a refusal and
            the answers to questions.
        continue_with: Gets the id of the provider that is proposed: let it answer what somebody else could not.
        toggle_step: Gets the message and the part's ordinal: open or close the step.
        open_all: Gets the message and the part's ordinal: show the output whole.
        copy_message: Gets the message: copy it as Markdown.
        copy_output: Gets the message and the part's ordinal: copy all of the output.
        message_menu: Gets the message: open its menu at the pointer.
        copy_code: Gets the message and ``CodeBody.fence``: copy the whole fenced block, which ``MessageBlocks.code_of`` returns.
        toggle_wrap: Gets the message and ``CodeBody.fence``: wrap its long lines, or no longer.
        fork_here: Gets the message: fork the thread at it.
        rewind_here: Gets the message: go back to it.
        why_no_fork: Gets the message and returns why the thread can't be forked at it now; empty where it can.
        why_no_rewind: Gets the message and returns why the thread can't go back to it now; empty where it can.
        open_notice: Gets the notice about a fork, a merge or a rewind whose button was clicked.
    """

    what_was_told: Callable[[str], object] = _nothing
    send_again: Callable[[MessageId | None], object] = _nothing
    set_up: Callable[[str], object] = _nothing
    choose_mode: Callable[[], object] = _nothing
    decide: Callable[..., object] = _nothing
    continue_with: Callable[[ProviderId], object] = _nothing
    toggle_step: Callable[[MessageId, int], object] = _nothing
    open_all: Callable[[MessageId, int], object] = _nothing
    copy_message: Callable[[MessageId], object] = _nothing
    copy_output: Callable[[MessageId, int], object] = _nothing
    message_menu: Callable[[MessageId], object] = _nothing
    copy_code: Callable[[MessageId, str], object] = _nothing
    toggle_wrap: Callable[[MessageId, str], object] = _nothing
    fork_here: Callable[[MessageId], object] = _nothing
    rewind_here: Callable[[MessageId], object] = _nothing
    why_no_fork: Callable[[MessageId], str] = _no_reason
    why_no_rewind: Callable[[MessageId], str] = _no_reason
    open_notice: Callable[[MessageId], object] = _nothing


@dataclass(frozen=True, slots=True)
class TranscriptContext:
    """Passed down from the transcript to its rows. ``now`` gives the time in seconds since the epoch."""

    theme: Theme
    book: ProviderBook
    actions: BlockActions = field(default_factory=BlockActions)
    now: Callable[[], float] = time.time
    drafts: CardDrafts = field(default_factory=CardDrafts)

    def title(self, provider_id: ProviderId | None) -> str:
        """Return a provider's name."""
        return self.book.title(provider_id)
