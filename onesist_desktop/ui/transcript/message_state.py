# SPDX-License-Identifier: MIT
"""What the transcript knows of a message beyond the message itself: what the person opened, and how its run ended."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.services.views import RunView


@dataclass(frozen=True, slots=True)
class MessageState:
    """State of the view that decides which blocks a message has. Equal states and equal messages have the same blocks.

    Attributes:
        opened: Ordinals of the parts whose step was toggled away from its default.
        whole: Ordinals of the parts whose output is shown whole.
        is_resendable: Whether *Send again* is offered at this message.
        is_explained: Whether the notice below it says how it ended, so that it need not say so itself.
        waiting_calls: Ids of the calls that wait for the person's answer.
        run: The run that the message answers, where it is known.
        can_undo: Whether the rewind that it tells of can be taken back.
        wrapped: Which fenced blocks have their long lines wrapped, each named by ``CodeBody.fence``.
    """

    opened: frozenset[int] = frozenset()
    whole: frozenset[int] = frozenset()
    is_resendable: bool = False
    is_explained: bool = False
    waiting_calls: frozenset[str] = frozenset()
    run: RunView | None = None
    wrapped: frozenset[str] = frozenset()
    can_undo: bool = False
