# SPDX-License-Identifier: MIT
"""What goes between the turn and the wire. Light, so that it can be imported without the libraries."""

from __future__ import annotations

from dataclasses import dataclass, field

from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import Delivery
from onesist_desktop.providers.config import Address, RequestLimits


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A provider's address together with the key that may go there, and only there."""

    provider_id: str
    kind: str
    address: Address
    limits: RequestLimits
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Question:
    """One request to a model. ``instructions`` go in front of the conversation, empty for none.

    ``effort``: one of the model's own words for how much to think; empty for its default.
    """

    model: str
    prompt: Prompt
    instructions: str = ""
    context_window: int | None = None
    effort: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a whole answer ended. ``was_cut`` and ``was_filtered`` tell that it isn't what the model had to say."""

    was_cut: bool = False
    was_filtered: bool = False
    detail: str = ""


class WireError(Exception):
    """A request failed.

    Attributes:
        reason: For the error card.
        detail: The provider's own words, without the key.
        delivery: What is known of a prompt that wasn't accepted before.
        retry_after_s: How long the provider wants us to wait, where it said so.
        resets_at: When a limit that was reached ends, in seconds since the epoch, where the provider said so.
    """

    def __init__(
        self,
        reason: FailureReason,
        detail: str = "",
        *,
        delivery: Delivery = Delivery.REFUSED,
        retry_after_s: float | None = None,
        resets_at: float | None = None,
    ) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
        self.delivery = delivery
        self.retry_after_s = retry_after_s
        self.resets_at = resets_at


MASK = "•••"


def masked(text: str, key: str | None) -> str:
    """Return the text without the key."""
    return text.replace(key, MASK) if key else text
