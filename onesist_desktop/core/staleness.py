# SPDX-License-Identifier: MIT
"""When a session is replaced by a fresh one that is told the whole history (docs/design.md section 5, *Staleness*)."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.core.handoff_text import KIND_CODES, ItemKind
from onesist_desktop.core.records import RetireReason

MAX_RUNS_OF_OTHERS = 20
"""So many runs of others may come between two of a session's own."""
MAX_DELTAS = 20
"""So many deltas may go into one session."""


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """What is known of an active session when somebody is about to use it.

    Attributes:
        cwd: The folder that it works in.
        wanted_cwd: The folder that the turn is to work in.
        model: The model that it was used with last; None for the agent's own choice.
        wanted_model: The model that was chosen for the turn.
        can_change_model: Its agent can go on with another model.
        must_give_up: It saw messages that were set aside and can't be cut back.
        is_owed: Something is due to it, so that the turn would begin with a delta.
        runs_of_others: Accepted runs of others since its last own one.
        deltas: Deltas that were delivered into it.
        is_narrow: The last message of the person or the last answer fits a fresh session's budget but not the delta's.
    """

    cwd: str
    wanted_cwd: str
    model: str | None = None
    wanted_model: str | None = None
    can_change_model: bool = False
    must_give_up: bool = False
    is_owed: bool = False
    runs_of_others: int = 0
    deltas: int = 0
    is_narrow: bool = False


def staleness(facts: SessionFacts) -> RetireReason | None:
    """Return why a session can't go on; None where it can. What can't be helped comes before what is only unwise.

    Deltas that went in before are no reason while nothing is due: the agent has seen all there is.
    """
    if facts.wanted_cwd != facts.cwd:
        return RetireReason.CWD_CHANGED
    if facts.wanted_model != facts.model and not facts.can_change_model:
        return RetireReason.MODEL_CHANGED
    if facts.must_give_up:
        return RetireReason.REWOUND
    if not facts.is_owed:
        return None
    if facts.runs_of_others > MAX_RUNS_OF_OTHERS:
        return RetireReason.MANY_RUNS
    if facts.deltas >= MAX_DELTAS:
        return RetireReason.MANY_DELTAS
    return RetireReason.NARROW_DELTA if facts.is_narrow else None


def last_said(kinds: bytes) -> frozenset[int]:
    """Return the places of the person's last message and of the last answer among items, told by their codes."""
    places = (kinds.rfind(KIND_CODES[kind, False]) for kind in (ItemKind.USER, ItemKind.ASSISTANT))
    return frozenset(place for place in places if place >= 0)
