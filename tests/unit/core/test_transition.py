# SPDX-License-Identifier: MIT
"""The tables of docs/design.md section 5."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.transition import Transition, TransitionKind, decide_transition, due_seqs, known_after


@pytest.mark.parametrize(
    ("known", "current", "content", "expected"),
    [
        (None, 1, [], Transition(TransitionKind.FRESH)),
        (None, 1, [1], Transition(TransitionKind.FRESH)),
        (None, 1, [1, 2], Transition(TransitionKind.FRESH)),
        (None, 3, [1], Transition(TransitionKind.HANDOFF)),
        (None, 3, [4, 2], Transition(TransitionKind.HANDOFF)),
        (0, 1, [1], Transition(TransitionKind.REUSE)),
        (0, 3, [1, 3], Transition(TransitionKind.DELTA, 0)),
        (4, 9, [1, 2, 3, 4, 9], Transition(TransitionKind.REUSE)),
        (4, 9, [5], Transition(TransitionKind.DELTA, 4)),
        (4, 9, [9, 10], Transition(TransitionKind.REUSE)),
        (9, 5, [1, 2, 3], Transition(TransitionKind.REUSE)),
    ],
)
def test_transition(known: int | None, current: int, content: list[int], expected: Transition) -> None:
    assert decide_transition(known, current, content) == expected


def test_kinds_are_their_plain_words() -> None:
    assert [str(kind) for kind in TransitionKind] == ["fresh", "reuse", "handoff", "delta"]
    assert decide_transition(None, 2, [1]).kind == "handoff"


def test_due_leaves_own_messages_out() -> None:
    assert due_seqs(2, 9, [1, 2, 3, 4, 5, 9, 10], {4}) == [3, 5]
    assert due_seqs(0, 1, [], set()) == []


@pytest.mark.parametrize(
    ("known", "seen", "had_due", "delivered_any", "expected"),
    [
        (3, 7, False, False, 7),
        (3, 7, True, True, 7),
        (3, 7, True, False, 3),
        (9, 7, False, False, 9),
        (9, 7, True, True, 9),
        (0, 1, False, False, 1),
    ],
)
def test_known(known: int, seen: int, had_due: bool, delivered_any: bool, expected: int) -> None:
    assert known_after(known, seen, had_due=had_due, delivered_any=delivered_any) == expected


seqs = st.integers(0, 30)


@given(st.lists(st.tuples(seqs, st.booleans(), st.booleans())))
def test_known_never_goes_backwards_whatever_happens(events: list[tuple[int, bool, bool]]) -> None:
    known = 0
    for seen, had_due, delivered_any in events:
        after = known_after(known, seen, had_due=had_due, delivered_any=delivered_any)
        assert after >= known
        known = after


@given(known=seqs, current=seqs, content=st.lists(seqs), own=st.sets(seqs))
def test_a_delta_is_decided_exactly_when_something_is_due(known: int, current: int, content: list[int], own: set[int]) -> None:
    due = due_seqs(known, current, content, own)
    foreign = [seq for seq in content if seq not in own]
    assert (decide_transition(known, current, foreign).kind is TransitionKind.DELTA) == bool(due)
    assert (decide_transition(None, current, content).kind is TransitionKind.HANDOFF) == any(seq < current for seq in content)
