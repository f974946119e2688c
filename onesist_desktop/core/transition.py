# SPDX-License-Identifier: MIT
"""What the next turn on a session needs, and what counts as seen afterwards (docs/design.md section 5).

The functions take plain numbers so that the same rules serve the database, the tests' model and outside checks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class TransitionKind(StrEnum):
    """What the next turn needs."""

    FRESH = "fresh"
    REUSE = "reuse"
    HANDOFF = "handoff"
    DELTA = "delta"


@dataclass(frozen=True, slots=True)
class Transition:
    """A decided transition. ``after_seq`` is set for a delta only: items with a greater seq are due."""

    kind: TransitionKind
    after_seq: int | None = None


def decide_transition(known_upto_seq: int | None, current_seq: int, content_seqs: Sequence[int]) -> Transition:
    """Decide how the session gets to know what it has not seen.

    Args:
        known_upto_seq: What the active session row is known to have seen; None without such a row.
        current_seq: Seq of the message that is about to be sent.
        content_seqs: Seqs of the thread's content without the session's own messages, in any order.
    """
    if known_upto_seq is None:
        has_history = any(seq < current_seq for seq in content_seqs)
        return Transition(TransitionKind.HANDOFF if has_history else TransitionKind.FRESH)
    if any(known_upto_seq < seq < current_seq for seq in content_seqs):
        return Transition(TransitionKind.DELTA, known_upto_seq)
    return Transition(TransitionKind.REUSE)


def due_seqs(known_upto_seq: int, current_seq: int, content_seqs: Iterable[int], own_seqs: Collection[int]) -> list[int]:
    """List what a session has not seen of the content before ``current_seq``, in the order given."""
    return [seq for seq in content_seqs if known_upto_seq < seq < current_seq and seq not in own_seqs]


def is_still_owed(*, had_due: bool, delivered_any: bool) -> bool:
    """Tell whether a turn left its history owed: something was due, and none of it went over."""
    return had_due and not delivered_any


def known_after(known_upto_seq: int, seen_seq: int, *, had_due: bool, delivered_any: bool) -> int:
    """Return what a session knows once it took, or itself wrote, the message ``seen_seq``.

    Used at acceptance (with the prompt's seq) and at the finish (with the reply's). It stays where it is while history is
    owed: something was due and none of it went over, so moving on would lose that for good. It never goes backwards.
    """
    if is_still_owed(had_due=had_due, delivered_any=delivered_any):
        return known_upto_seq
    return max(known_upto_seq, seen_seq)
