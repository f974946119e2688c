# SPDX-License-Identifier: MIT
"""What becomes of a session that saw messages which were set aside: it goes on, is cut back, or is given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.ids import RunId


@dataclass(frozen=True, slots=True)
class Span:
    """The seqs after one up to another: what a rewind set aside."""

    after_seq: int
    upto_seq: int

    def __contains__(self, seq: int) -> bool:
        """Tell whether a seq lies in it."""
        return self.after_seq < seq <= self.upto_seq


@dataclass(frozen=True, slots=True)
class HeldRun:
    """A run whose prompt a session holds.

    Attributes:
        last_seq: Greatest seq of its messages: prompt, answer, and what it took while it worked.
        known_after: What the session was known to have seen at its end; None where nobody knows.
        anchor: The agent's own name of the session's state at its end.
        is_whole: None of its messages was set aside.
        occupied: Tokens that the session held at its last call, as far as the agent told.
    """

    run_id: RunId
    ordinal: int
    last_seq: int
    known_after: int | None
    anchor: str | None
    is_whole: bool = True
    occupied: int | None = None


class CutKind(StrEnum):
    """What becomes of a session."""

    KEEP = "keep"
    CUT_BACK = "cut_back"
    GIVE_UP = "give_up"


@dataclass(frozen=True, slots=True)
class Cut:
    """What becomes of a session; ``run`` is the last one that it keeps when it is cut back."""

    kind: CutKind
    run: HeldRun | None = None


KEEP, GIVE_UP = Cut(CutKind.KEEP), Cut(CutKind.GIVE_UP)


def cut_for(
    known_upto_seq: int, runs: Sequence[HeldRun], spans: Sequence[Span], *, inherited_upto: int = 0, can_truncate: bool
) -> Cut:
    """Decide what becomes of a session once rewinds are settled.

    Args:
        known_upto_seq: What the session is known to have seen.
        runs: The runs whose prompts it holds, oldest first.
        spans: What was set aside since the session was used last.
        inherited_upto: Greatest seq that it holds from the session that it is a fork of.
        can_truncate: The agent can go back to an anchor.
    """
    seen = {known_upto_seq, inherited_upto, *(run.last_seq for run in runs)}
    limits = [span.after_seq for span in spans if any(seq > span.after_seq for seq in seen)]
    if not limits:
        return KEEP
    if not can_truncate:
        return GIVE_UP
    limit = min(limits)
    for run in reversed(runs):
        is_within = run.last_seq <= limit and run.known_after is not None and run.known_after <= limit
        if is_within and run.is_whole and run.anchor is not None:
            return Cut(CutKind.CUT_BACK, run)
    return GIVE_UP
