# SPDX-License-Identifier: MIT
"""What becomes of a session that saw what was set aside."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.ids import RunId
from onesist_desktop.core.rewinding import GIVE_UP, KEEP, Cut, CutKind, HeldRun, Span, cut_for


def run(ordinal: int, last_seq: int, known_after: int | None = None, anchor: str | None = "a", *, is_whole: bool = True) -> HeldRun:
    known = last_seq if known_after is None else known_after
    return HeldRun(RunId(f"r{ordinal}"), ordinal, last_seq, known, anchor, is_whole)


FIRST, SECOND, THIRD = run(1, 2), run(2, 4), run(3, 6)
ALL = [FIRST, SECOND, THIRD]


def cut_back(kept: HeldRun) -> Cut:
    return Cut(CutKind.CUT_BACK, kept)


def test_a_span_holds_what_comes_after_its_beginning() -> None:
    span = Span(2, 4)
    assert [seq for seq in range(7) if seq in span] == [3, 4]


def test_nothing_set_aside_changes_nothing() -> None:
    assert cut_for(6, ALL, [], can_truncate=False) == KEEP


def test_a_session_that_saw_nothing_of_it_stays() -> None:
    assert cut_for(4, [FIRST, SECOND], [Span(4, 8)], can_truncate=False) == KEEP


def test_it_is_cut_back_to_its_last_run_before() -> None:
    assert cut_for(6, ALL, [Span(4, 6)], can_truncate=True) == cut_back(SECOND)
    assert cut_for(6, ALL, [Span(5, 6)], can_truncate=True) == cut_back(SECOND)
    assert cut_for(6, ALL, [Span(2, 6)], can_truncate=True) == cut_back(FIRST)


def test_it_is_given_up_where_it_cannot_be_cut_back() -> None:
    assert cut_for(6, ALL, [Span(4, 6)], can_truncate=False) == GIVE_UP
    assert cut_for(6, ALL, [Span(1, 6)], can_truncate=True) == GIVE_UP
    assert cut_for(6, [], [Span(4, 6)], can_truncate=True) == GIVE_UP


def test_an_anchor_that_nobody_knows_is_passed_over() -> None:
    unknown = HeldRun(RunId("r2"), 2, 4, 4, None)
    unsure = HeldRun(RunId("r2"), 2, 4, None, "a")
    for lost in (unknown, unsure, run(2, 4, is_whole=False), run(2, 4, known_after=5)):
        assert cut_for(6, [FIRST, lost, THIRD], [Span(4, 6)], can_truncate=True) == cut_back(FIRST)


def test_own_messages_beyond_what_it_is_known_to_have_seen_count() -> None:
    assert cut_for(0, [run(1, 2, 0), run(2, 6, 0)], [Span(4, 6)], can_truncate=True) == cut_back(run(1, 2, 0))


def test_what_a_fork_inherited_counts() -> None:
    assert cut_for(2, [], [Span(4, 8)], inherited_upto=6, can_truncate=True) == GIVE_UP
    assert cut_for(2, [], [Span(6, 8)], inherited_upto=6, can_truncate=True) == KEEP


def test_only_rewinds_that_it_noticed_set_the_limit() -> None:
    spans = [Span(4, 6), Span(8, 10)]
    assert cut_for(6, ALL, spans, can_truncate=True) == cut_back(SECOND)
    assert cut_for(6, ALL, [*spans, Span(2, 12)], can_truncate=True) == cut_back(FIRST)


@given(st.lists(st.tuples(st.integers(1, 5), st.booleans(), st.booleans()), max_size=8), st.integers(0, 45), st.booleans())
def test_what_is_kept_never_reaches_into_what_was_set_aside(
    steps: list[tuple[int, bool, bool]], to_seq: int, can_truncate: bool
) -> None:
    runs, seq = [], 0
    for ordinal, (step, has_anchor, is_whole) in enumerate(steps):
        seq += step
        runs.append(run(ordinal, seq, anchor="a" if has_anchor else None, is_whole=is_whole))
    cut = cut_for(seq, runs, [Span(to_seq, 50)], can_truncate=can_truncate)
    if cut.kind is CutKind.KEEP:
        assert seq <= to_seq
    elif cut.run is not None:
        assert can_truncate
        assert cut.run.last_seq <= to_seq
        assert cut.run.is_whole
        assert cut.run.anchor is not None
        later = [each for each in runs if each.ordinal > cut.run.ordinal and each.last_seq <= to_seq]
        assert not any(each.is_whole and each.anchor for each in later)
