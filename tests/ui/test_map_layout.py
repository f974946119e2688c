# SPDX-License-Identifier: MIT
"""Where beads, rings and lines of the map are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.services.lineage_views import Bead, BeadState, Lane, LineageMap, MapMerge
from onesist_desktop.services.views import MergeState, ThreadState
from onesist_desktop.ui.map.columns import Columns
from onesist_desktop.ui.map.layout import MAX_ZOOM, MIN_ZOOM, MapLayout, Way, zoom_to_fit
from onesist_desktop.ui.map.shapes import (
    CORNER,
    HALO,
    LEFT,
    RIGHT,
    RING,
    STEP,
    BeadShape,
    EndKind,
    Guide,
    MarkKind,
    Piece,
    Shapes,
)
from tests.ui.map_samples import DAY_S, NINE, NOW, bead, family, lane, merge, thread

A, B, C = ThreadId("a"), ThreadId("b"), ThreadId("c")
ROWS = [None, A, B, C]


def layout_of(*lanes: Lane, merges: tuple[MapMerge, ...] = (), zoom: float = 1.0) -> MapLayout:
    return MapLayout(Columns(LineageMap(lanes, merges), NOW), [each.thread.id for each in lanes], zoom=zoom)


def family_layout(zoom: float = 1.0) -> MapLayout:
    return MapLayout(Columns(family(), NOW), ROWS, zoom=zoom)


def everything(layout: MapLayout) -> Shapes:
    return layout.visible(0, 10_000, -1e9, 1e9)


def columns_of(layout: MapLayout) -> dict[str, float]:
    return {each.run_id: (shape.x - LEFT) / STEP for shape in everything(layout).beads for each in shape.beads}


# -- columns ------------------------------------------------------------------------------------------------------------------


def test_columns_go_by_the_order_of_time_and_are_shared_where_that_is_possible() -> None:
    # a1 | a2 b2 | a3 c1 b3 | the merge | a5
    assert columns_of(family_layout()) == {"a1": 0, "a2": 1, "b2": 1, "a3": 2, "c1": 2, "b3": 2, "a5": 4}
    (ring,) = everything(family_layout()).rings
    assert ring.x == LEFT + 3 * STEP


def test_a_column_holds_nothing_that_happened_after_the_next_one() -> None:
    columns = Columns(family(), NOW)
    times: dict[int, list[float]] = {}
    for each in columns.lanes.values():
        for one, column in zip(each.lane.beads, each.columns, strict=True):
            times.setdefault(column, []).append(one.at)
    assert all(max(times[one]) <= min(times[other]) for one, other in pairwise(sorted(times)))


def test_a_clock_that_was_set_back_does_not_turn_a_lane_around() -> None:
    layout = layout_of(lane("a", [10, 5, 7]))
    assert columns_of(layout) == {"a1": 0, "a2": 1, "a3": 2}


def test_a_fork_begins_right_of_where_it_branches_off() -> None:
    layout = layout_of(lane("a", [10]), lane("b", [2], "a", 2, first=2))
    assert columns_of(layout) == {"a1": 0, "b2": 1}


def test_only_some_threads_have_columns_of_their_own() -> None:
    layout = MapLayout(Columns(family(), NOW, only={C}), ROWS)
    assert columns_of(layout) == {"c1": 0}
    assert layout.row_of(A) is None
    assert layout.row_of(C) == 3


def test_what_is_folded_away_keeps_its_column() -> None:
    layout = MapLayout(Columns(family(), NOW), [None, A, C])
    assert columns_of(layout) == {"a1": 0, "a2": 1, "a3": 2, "c1": 2, "a5": 4}
    shapes = everything(layout)
    assert (shapes.elbows, shapes.rises, len(shapes.rings)) == ([], [], 1)


# -- lines --------------------------------------------------------------------------------------------------------------------


def test_the_line_of_a_lane_has_the_colour_of_the_answer_that_it_leads_to() -> None:
    y, (x0, x1, x2, x3, x4) = 1.5 * 32, (LEFT + n * STEP for n in range(5))
    pieces = [piece for piece in everything(family_layout()).pieces if piece.y == y]
    middle = x2 - STEP / 2
    assert pieces == [
        Piece(x0 + HALO, x1 - HALO, y, "claude"),  # type: ignore[arg-type]
        Piece(x1 + HALO, middle - 9, y, "codex"),  # type: ignore[arg-type]
        Piece(middle + 9, x2 - HALO, y, "codex"),  # type: ignore[arg-type]
        Piece(x2 + HALO, x3 - RING, y, "codex"),  # type: ignore[arg-type]
        Piece(x3 + RING, x4 - HALO, y, "codex"),  # type: ignore[arg-type]
    ]
    (arrow,) = everything(family_layout()).arrows
    assert (arrow.x, arrow.y, arrow.from_provider_id, arrow.bead.run_id) == (middle, y, "claude", "a3")


def test_a_fork_goes_down_from_its_bead_and_round_a_corner() -> None:
    (elbow,) = everything(family_layout()).elbows
    assert (elbow.x0, elbow.y0) == (LEFT, 48 + HALO)
    assert (elbow.x1, elbow.y1) == (LEFT + STEP - HALO, 80)
    assert (elbow.parent_row, elbow.row, elbow.child_id) == (1, 2, B)
    assert not elbow.is_open
    assert not elbow.is_straight


def test_a_fork_without_an_answer_is_open() -> None:
    layout = layout_of(lane("a", [1]), lane("b", [], "a", 2))
    (elbow,) = everything(layout).elbows
    assert (elbow.x0, elbow.x1, elbow.is_open) == (LEFT, LEFT + STEP / 2, True)


def test_a_fork_at_a_message_that_its_parent_has_from_its_own_parent_begins_there() -> None:
    layout = layout_of(lane("a", [1, 2]), lane("b", [3], "a", 4, first=3), lane("c", [4], "b", 2, first=2))
    elbows = {elbow.child_id: elbow for elbow in everything(layout).elbows}
    assert (elbows[B].parent_row, elbows[B].x0) == (0, LEFT + STEP)
    assert (elbows[C].parent_row, elbows[C].x0) == (0, LEFT)


def test_a_fork_at_a_question_begins_at_its_answer() -> None:
    layout = layout_of(lane("a", [1, 2]), lane("b", [3], "a", 3, first=3))
    (elbow,) = everything(layout).elbows
    assert elbow.x0 == LEFT + STEP


def test_a_merge_goes_up_to_its_ring() -> None:
    (rise,) = everything(family_layout()).rises
    (ring,) = everything(family_layout()).rings
    assert (rise.x0, rise.y0) == (LEFT + 2 * STEP + HALO, 80)
    assert (rise.x1, rise.y1) == (ring.x, ring.y + RING)
    assert (rise.row, rise.parent_row) == (2, 1)


def test_a_merge_of_a_fork_that_goes_on_leaves_the_lane_below_the_ring() -> None:
    layout = layout_of(lane("a", [1]), lane("b", [2, 9], "a", 2, first=2), merges=(merge("b", "a", 4, 3, 5),))
    (rise,) = everything(layout).rises
    assert rise.x0 == rise.x1 - CORNER


def test_what_was_merged_into_a_fork_is_merged_on_from_its_ring() -> None:
    layout = layout_of(
        lane("a", [1]),
        lane("b", [2], "a", 2, first=2),
        lane("c", [3], "b", 4, first=3),
        merges=(merge("c", "b", 6, 5, 4), merge("b", "a", 5, 3, 4)),
    )
    rings = {ring.merges[0].parent_id: ring for ring in everything(layout).rings}
    assert rings[B].x < rings[A].x
    rises = {rise.merge.child_id: rise for rise in everything(layout).rises}
    assert rises[B].x0 == rings[B].x + RING


def test_two_merges_share_a_column_beside_each_other() -> None:
    layout = layout_of(
        lane("a", [1]),
        lane("b", [1]),
        lane("c", [2], "a", 2, first=2),
        lane("d", [2], "b", 2, first=2),
        lane("e", [2], "b", 2, first=2),
        merges=(merge("c", "a", 4, 3, 5), merge("d", "b", 4, 3, 6), merge("e", "b", 4, 4, 7)),
    )
    assert [ring.x - LEFT for ring in everything(layout).rings] == [2 * STEP, 2 * STEP + 14, 3 * STEP]


def test_a_lane_is_led_to_by_dots() -> None:
    guides = everything(family_layout()).guides
    assert guides == [Guide(LEFT - HALO, 48, 1), Guide(LEFT - HALO, 80, 2), Guide(LEFT + 2 * STEP - HALO, 112, 3)]


def test_words_beside_the_end_of_a_lane() -> None:
    def end(**more: object) -> tuple[EndKind, float] | None:
        first = Lane(replace(thread("a", **more)), (bead("a", 1, 1),))  # type: ignore[arg-type]
        shapes = everything(layout_of(first, lane("b", [2])))
        return (shapes.ends[0].kind, shapes.ends[0].x - shapes.beads[0].x) if shapes.ends else None

    assert end() is None
    assert end(state=ThreadState.ASKS) == (EndKind.ASKS, 18)
    assert end(state=ThreadState.WORKING) == (EndKind.WORKING, 18)
    assert end(parent="b", at=2, merge=MergeState.UNMERGED) == (EndKind.UNMERGED, 18)
    assert end(parent="b", at=2, merge=MergeState.PARTLY, state=ThreadState.FAILED) == (EndKind.UNMERGED, 18)
    assert end(parent="b", at=2, merge=MergeState.MERGED) is None
    assert end(parent="gone", at=2, merge=MergeState.UNMERGED) == (EndKind.PARENT_GONE, 18)


def test_damaged_lineage_is_drawn_without_its_circle() -> None:
    layout = layout_of(
        lane("a", [1], "b", 2),
        lane("b", [2], "a", 2),
        lane("c", [3], "c", 2),
        lane("d", [4], "gone", 2),
        merges=(merge("a", "b", 2, 2, 5), merge("b", "a", 2, 2, 6), merge("gone", "a", 2, 2, 6)),
    )
    shapes = everything(layout)
    assert len(shapes.beads) == 4
    assert len(shapes.elbows) <= 1
    assert len(shapes.rings) == 2


def test_times_that_no_calendar_has_are_shown_first() -> None:
    odd = [float("nan"), float("inf"), -1e30, 1e30]
    beads = tuple(replace(bead("a", n + 1, 0), at=at) for n, at in enumerate(odd))
    layout = layout_of(Lane(thread("a"), beads), lane("b", [1]))
    assert columns_of(layout) == {"a1": 0, "a2": 1, "a3": 2, "a4": 3, "b1": 4}


# -- the time row --------------------------------------------------------------------------------------------------------------


def at_days(name: str, *days: float) -> Lane:
    beads = (replace(bead(name, n + 1, 0), at=NINE - day * DAY_S) for n, day in enumerate(days))
    return Lane(thread(name), tuple(beads))


def test_days_have_lines_and_so_have_hours_of_today() -> None:
    layout = layout_of(at_days("a", 3, 3, 3, 1, 1, 1), lane("b", [0, 10, 20, 60, 61]))
    marks = layout.marks
    assert [(mark.kind, (mark.x - LEFT + STEP / 2) / STEP, mark.is_first_today) for mark in marks[1:]] == [
        (MarkKind.DAY, 3, False),
        (MarkKind.HOUR, 6, True),
        (MarkKind.HOUR, 9, False),
    ]
    assert marks[0].x == 0
    assert [mark.from_at for mark in marks] == [NINE - 3 * DAY_S - 9 * 3600, NINE - DAY_S - 9 * 3600, NINE, NINE + 3600]
    assert all(mark.to_at == mark.from_at for mark in marks)
    assert marks[-1].x + marks[-1].width == layout.width


def test_days_that_are_too_narrow_for_words_share_a_stretch_but_the_last_one_does_not() -> None:
    layout = layout_of(at_days("a", 9, 8, 7, 6, 1, 1))
    assert [round((mark.to_at - mark.from_at) / DAY_S) for mark in layout.marks] == [1, 1, 0]
    assert [mark.width for mark in layout.marks[:2]] == [LEFT + 1.5 * STEP, 2 * STEP]


def test_an_empty_map_has_no_time_row() -> None:
    layout = layout_of()
    assert (layout.marks, layout.width, layout.height) == ((), LEFT + RIGHT, 0)
    assert layout.first() is None
    assert layout.hit(10, 10) is None
    assert layout.walk(None, Way.RIGHT) is None


# -- zoom ----------------------------------------------------------------------------------------------------------------------


def test_zoom_changes_the_steps_only() -> None:
    near, usual = family_layout(2.0), family_layout()
    assert near.height == usual.height == 4 * 32
    assert [shape.y for shape in everything(near).beads] == [shape.y for shape in everything(usual).beads]
    assert columns_of(usual) == {name: column / 2 for name, column in columns_of(near).items()}
    assert (family_layout(0.01).zoom, family_layout(99).zoom) == (MIN_ZOOM, MAX_ZOOM)


def test_far_away_several_answers_become_one_bead_with_a_count() -> None:
    states = [BeadState.DONE, BeadState.FAILED, BeadState.DONE, BeadState.DONE]
    beads = tuple(bead("a", n + 1, n, state=state) for n, state in enumerate(states))
    layout = layout_of(Lane(thread("a"), beads), zoom=0.5)
    shapes = everything(layout).beads
    assert [(shape.count, shape.bead.run_id, shape.state) for shape in shapes] == [
        (2, "a2", BeadState.FAILED),
        (2, "a4", BeadState.DONE),
    ]
    assert layout.is_grouped
    assert not layout_of(lane("a", [1]), zoom=0.6).is_grouped
    first = layout.place_of(RunId("a1"))
    assert first is not None
    assert first is layout.place_of(RunId("a2"))
    assert layout.walk(RunId("a1"), Way.RIGHT) is shapes[1]


def test_far_away_merges_stand_beside_the_beads_of_their_place() -> None:
    layout = layout_of(
        lane("a", [1, 9]), lane("b", [3], "a", 2, first=2), merges=(merge("b", "a", 4, 3, 5), merge("b", "a", 4, 3, 6)), zoom=0.2
    )
    (ring,) = everything(layout).rings
    assert len(ring.merges) == 2
    assert all(abs(shape.x - ring.x) >= HALO + RING for shape in everything(layout).beads)
    (elbow,) = everything(layout).elbows
    assert elbow.is_straight
    assert (elbow.x0, elbow.x1, elbow.y1) == (LEFT, LEFT, 48 - HALO)


@given(st.floats(10, 5_000), st.integers(0, 60))
@settings(deadline=None)
def test_fit_takes_the_greatest_zoom_that_fits(width: float, count: int) -> None:
    columns = Columns(LineageMap((lane("a", list(range(count))),)), NOW)
    zoom = zoom_to_fit(columns, width)
    assert MIN_ZOOM <= zoom <= 1
    if zoom > MIN_ZOOM:
        assert MapLayout(columns, [A], zoom=zoom).width <= width
    if zoom < 1:
        assert MapLayout(columns, [A], zoom=min(zoom + 0.011, 1)).width > width


# -- points and keys ------------------------------------------------------------------------------------------------------------


def test_hits_are_beads_rings_and_lanes() -> None:
    layout = family_layout()
    at_bead = layout.hit(LEFT + 5, 48 - 5)
    assert at_bead is not None
    assert at_bead.bead is not None
    assert at_bead.bead.bead.run_id == "a1"
    at_ring = layout.hit(LEFT + 3 * STEP, 48)
    assert at_ring is not None
    assert at_ring.ring is not None
    assert at_ring.bead is None
    lane_only = layout.hit(900, 111)
    assert lane_only is not None
    assert (lane_only.row, lane_only.thread_id, lane_only.bead, lane_only.ring) == (3, C, None, None)
    assert layout.hit(LEFT, 16) is None
    assert layout.hit(LEFT, -3) is None
    assert layout.hit(LEFT, 4_000) is None


def test_keys_walk_along_a_lane_and_to_the_nearest_bead_of_the_next_one() -> None:
    layout = family_layout()

    def walk(run_id: str | None, way: Way) -> str | None:
        found = layout.walk(RunId(run_id) if run_id else None, way)
        return found.bead.run_id if found else None

    assert walk(None, Way.DOWN) == "a5"
    assert [walk("a2", way) for way in Way] == ["a1", "a3", None, "b2", "a1", "a5"]
    assert walk("a1", Way.LEFT) is None
    assert walk("a5", Way.RIGHT) is None
    assert walk("b3", Way.UP) == "a3"
    assert walk("a5", Way.DOWN) == "b3"
    assert walk("c1", Way.DOWN) is None
    assert walk("unknown", Way.LEFT) == "a5"
    last = layout.in_lane(B)
    assert last is not None
    assert last.bead.run_id == "b3"
    assert layout.in_lane(ThreadId("unknown")) is None


def test_lanes_without_answers_are_walked_over() -> None:
    layout = layout_of(lane("a", [1]), lane("b", []), lane("c", [2]))
    below = layout.walk(RunId("a1"), Way.DOWN)
    assert below is not None
    assert below.bead.run_id == "c1"
    assert layout.in_lane(B) is None


# -- what is visible -------------------------------------------------------------------------------------------------------------


def test_only_what_is_to_be_seen_is_asked_for() -> None:
    layout = layout_of(lane("a", list(range(50))), lane("b", list(range(50))), lane("c", list(range(50))))
    shapes = layout.visible(1, 1, LEFT + 10 * STEP, LEFT + 12 * STEP)
    assert [shape.bead.run_id for shape in shapes.beads] == ["b11", "b12", "b13"]
    assert len(shapes.pieces) == 4
    assert (shapes.guides, shapes.ends) == ([], [])


def test_a_line_that_only_crosses_is_seen() -> None:
    many = [lane(f"n{n}", [n + 2]) for n in range(40)]
    layout = layout_of(lane("a", [0, 100]), *many, lane("b", [90], "a", 2, first=2), merges=(merge("b", "a", 4, 5, 200),))
    between = layout.visible(20, 21, 0, 1e9)
    assert len(between.elbows) == 1
    assert len(between.rises) == 1
    far_right = layout.visible(0, 0, LEFT + 0.4 * STEP, LEFT + 0.6 * STEP)
    assert far_right.beads == []
    assert len(far_right.pieces) == 1
    assert layout.visible(20, 21, LEFT + 5 * STEP, LEFT + 6 * STEP).elbows == [
        elbow for elbow in between.elbows if elbow.x1 + HALO >= LEFT + 5 * STEP
    ]


@st.composite
def maps(draw: st.DrawFn) -> tuple[LineageMap, list[ThreadId | None]]:
    """Forks of earlier threads and of none, by odd clocks, some hidden, with merges that may contradict everything."""
    count = draw(st.integers(1, 6))
    lanes: list[Lane] = []
    for number in range(count):
        name = f"t{number}"
        parent = draw(st.sampled_from(["", "gone", *(f"t{n}" for n in range(count))]))
        times = draw(st.lists(st.integers(-3_000, 500), max_size=8))
        first = draw(st.integers(1, 4))
        providers = draw(st.lists(st.sampled_from(["claude", "codex"]), min_size=8, max_size=8))
        beads = tuple(bead(name, first + place, minute, providers[place]) for place, minute in enumerate(times))
        lanes.append(Lane(thread(name, parent, draw(st.integers(0, 12))), beads))
    some = st.builds(
        merge,
        st.sampled_from([each.thread.id for each in lanes]),
        st.sampled_from([each.thread.id for each in lanes]),
        st.integers(0, 20),
        st.integers(0, 20),
        st.integers(-3_000, 500),
    )
    rows: list[ThreadId | None] = []
    for each in draw(st.permutations(lanes)):
        rows += draw(st.sampled_from([[each.thread.id], [None, each.thread.id], []]))
    return LineageMap(tuple(lanes), tuple(draw(st.lists(some, max_size=5)))), rows


def all_beads(lineage: LineageMap) -> list[Bead]:
    return [one for each in lineage.lanes for one in each.beads]


@given(maps(), st.sampled_from([0.2, 0.35, 0.59, 0.6, 1.0, 1.7]))
@settings(max_examples=150, deadline=None)
def test_whatever_the_lineage_beads_keep_apart_and_can_be_hit_and_reached(
    made: tuple[LineageMap, list[ThreadId | None]], zoom: float
) -> None:
    lineage, rows = made
    layout = MapLayout(Columns(lineage, NOW), rows, zoom=zoom)
    shapes = everything(layout)
    shown = {one.run_id for one in all_beads(lineage) if one.thread_id in rows}
    assert {one.run_id for shape in shapes.beads for one in shape.beads} == shown
    assert sum(shape.count for shape in shapes.beads) == len(shown)
    by_row: dict[int, list[float]] = {}
    for shape in shapes.beads:
        by_row.setdefault(shape.row, []).append(shape.x)
        assert 0 <= shape.x <= layout.width
        hit = layout.hit(shape.x, shape.y)
        assert hit is not None
        assert hit.bead is shape
        assert hit.thread_id == shape.bead.thread_id
    for xs in by_row.values():
        assert all(other - one >= 2 * HALO for one, other in pairwise(xs))
    for ring in shapes.rings:
        assert all(abs(ring.x - x) >= HALO + RING for x in by_row.get(ring.row, ()))
    for piece in shapes.pieces:
        assert piece.x0 < piece.x1
        row = int(piece.y // layout.row_height)
        assert all(not piece.x0 + 1 < x < piece.x1 - 1 for x in by_row[row])
    assert reachable(layout) == {id(shape) for shape in shapes.beads}


@given(maps())
@settings(max_examples=150, deadline=None)
def test_columns_are_strictly_ordered_by_time(made: tuple[LineageMap, list[ThreadId | None]]) -> None:
    """But for what a clock that was set back contradicts: that is moved behind what came before it."""
    lineage, _ = made
    columns = Columns(lineage, NOW)
    starts = {period.column: period.start for period in columns.periods}
    assert list(starts.values()) == sorted(set(starts.values()))
    taken: set[tuple[ThreadId, int]] = set()
    for thread_id, each in columns.lanes.items():
        assert sorted(set(each.columns)) == each.columns
        for column in [*each.columns, *each.merge_columns]:
            assert 0 <= column < columns.count
            assert (thread_id, column) not in taken
            taken.add((thread_id, column))
        source = columns.sources.get(thread_id)
        if source is not None and each.columns:
            assert columns.lanes[source[0]].columns[source[1]] < each.columns[0]


@given(st.lists(st.lists(st.integers(-3_000, 500), max_size=6, unique=True), max_size=5))
@settings(deadline=None)
def test_by_a_sound_clock_no_column_holds_what_happened_after_the_next(times: list[list[int]]) -> None:
    lanes = tuple(lane(f"t{n}", sorted(each)) for n, each in enumerate(times))
    columns = Columns(LineageMap(lanes), NOW)
    spans: dict[int, list[float]] = {}
    for each in columns.lanes.values():
        for one, column in zip(each.lane.beads, each.columns, strict=True):
            spans.setdefault(column, []).append(one.at)
    assert sorted(spans) == list(range(columns.count))
    assert all(max(spans[one]) <= min(spans[other]) for one, other in pairwise(sorted(spans)))


def reachable(layout: MapLayout) -> set[int]:
    """Walk everywhere from where walking begins."""
    waiting, found = [layout.first()], set[int]()
    while waiting:
        shape: BeadShape | None = waiting.pop()
        if shape is not None and id(shape) not in found:
            found.add(id(shape))
            waiting += [layout.walk(shape.bead.run_id, way) for way in Way]
    return found


@pytest.mark.parametrize("zoom", [0.2, 1.0])
def test_a_map_of_500_threads_is_laid_out_quickly(zoom: float) -> None:
    lanes = [lane(f"t{n}", [n + 7 * place for place in range(20)], f"t{n - 1}" if n % 5 else "", 4) for n in range(500)]
    merges = tuple(merge(f"t{n}", f"t{n - 1}", 9, 30, n + 100) for n in range(500) if n % 5)
    lineage, rows = LineageMap(tuple(lanes), merges), [each.thread.id for each in lanes]
    took = []
    # The processor's time: others may be at work.
    for _ in range(3):
        began = process_time()
        layout = MapLayout(Columns(lineage, NOW), rows, zoom=zoom)
        layout.visible(0, 30, 0, 1_400)
        took.append(process_time() - began)
    assert min(took) < 0.1
