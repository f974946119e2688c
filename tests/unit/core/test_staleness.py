# SPDX-License-Identifier: MIT
"""Why a session is replaced, and which reason is told where there are several."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.handoff_select import ItemMarks
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.staleness import MAX_DELTAS, MAX_RUNS_OF_OTHERS, SessionFacts, last_said, staleness

FINE = SessionFacts("/here", "/here", "m", "m", is_owed=True)

FACTS = st.builds(
    SessionFacts,
    cwd=st.sampled_from(["/here", "/there"]),
    wanted_cwd=st.sampled_from(["/here", "/there"]),
    model=st.sampled_from([None, "m", "n"]),
    wanted_model=st.sampled_from([None, "m", "n"]),
    can_change_model=st.booleans(),
    must_give_up=st.booleans(),
    is_owed=st.booleans(),
    runs_of_others=st.integers(0, 40),
    deltas=st.integers(0, 40),
    is_narrow=st.booleans(),
)


def test_a_session_goes_on_where_nothing_speaks_against_it() -> None:
    assert staleness(FINE) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"wanted_cwd": "/there"}, RetireReason.CWD_CHANGED),
        ({"wanted_model": "n"}, RetireReason.MODEL_CHANGED),
        ({"wanted_model": "n", "can_change_model": True}, None),
        ({"must_give_up": True}, RetireReason.REWOUND),
        ({"runs_of_others": MAX_RUNS_OF_OTHERS}, None),
        ({"runs_of_others": MAX_RUNS_OF_OTHERS + 1}, RetireReason.MANY_RUNS),
        ({"runs_of_others": MAX_RUNS_OF_OTHERS + 1, "is_owed": False}, None),
        ({"deltas": MAX_DELTAS - 1}, None),
        ({"deltas": MAX_DELTAS}, RetireReason.MANY_DELTAS),
        ({"deltas": MAX_DELTAS, "is_owed": False}, None),
        ({"is_narrow": True}, RetireReason.NARROW_DELTA),
    ],
)
def test_each_reason(change: dict[str, object], reason: RetireReason | None) -> None:
    assert staleness(replace(FINE, **change)) is reason  # type: ignore[arg-type]


def test_the_limits_are_twenty() -> None:
    assert (MAX_RUNS_OF_OTHERS, MAX_DELTAS) == (20, 20)


ORDER = [
    RetireReason.CWD_CHANGED,
    RetireReason.MODEL_CHANGED,
    RetireReason.REWOUND,
    RetireReason.MANY_RUNS,
    RetireReason.MANY_DELTAS,
    RetireReason.NARROW_DELTA,
]
HELP = {
    RetireReason.CWD_CHANGED: lambda facts: replace(facts, cwd=facts.wanted_cwd),
    RetireReason.MODEL_CHANGED: lambda facts: replace(facts, model=facts.wanted_model),
    RetireReason.REWOUND: lambda facts: replace(facts, must_give_up=False),
    RetireReason.MANY_RUNS: lambda facts: replace(facts, runs_of_others=0),
    RetireReason.MANY_DELTAS: lambda facts: replace(facts, deltas=0),
    RetireReason.NARROW_DELTA: lambda facts: replace(facts, is_narrow=False),
}


@given(FACTS)
def test_the_reason_told_is_the_first_of_all_that_apply(facts: SessionFacts) -> None:
    told = []
    while (reason := staleness(facts)) is not None:
        told.append(reason)
        facts = HELP[reason](facts)
    assert told == sorted(told, key=ORDER.index)
    assert len(told) == len(set(told))


@given(FACTS)
def test_nothing_due_and_nothing_changed_never_costs_a_session(facts: SessionFacts) -> None:
    calm = replace(facts, cwd=facts.wanted_cwd, model=facts.wanted_model, must_give_up=False, is_owed=False)
    assert staleness(calm) is None


def test_what_was_said_last() -> None:
    items = [
        HandoffItem("user", 1, "a"),
        HandoffItem("assistant", 2, "b"),
        HandoffItem("command", 3, "c"),
        HandoffItem("user", 4, "d"),
    ]
    assert last_said(ItemMarks.of(items).kinds) == {1, 3}
    assert last_said(ItemMarks.of(items[:1]).kinds) == {0}
    assert last_said(b"") == frozenset()
