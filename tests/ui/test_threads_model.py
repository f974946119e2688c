# SPDX-License-Identifier: MIT
"""The rows of the sidebar: exact changes, checked by Qt's tester against a plain rebuild."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy

from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.services.views import MergeState, ThreadState, ThreadView
from onesist_desktop.ui.models.days import DayGroup, days_around, row_time_text
from onesist_desktop.ui.models.threads_filter import ThreadFilter
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.roles import Role
from tests.perf.thread_forest import forest_views
from tests.ui.fakes import CLAUDE, PROJECT, thread

NOON = time.mktime((2026, 3, 11, 12, 0, 0, 0, 0, -1))
HOUR, DAY = 3600.0, 86_400.0


def made(*views: ThreadView, now: float = NOON) -> ThreadsModel:
    model = ThreadsModel(lambda provider_id: "Claude Code" if provider_id == CLAUDE else "", now=lambda: now)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.reset(views)
    return model


def rows_of(model: ThreadsModel) -> list[str]:
    """Each row as its heading, or as its thread's id with a dot per level."""
    indexes = [model.index(row) for row in range(model.rowCount())]
    return [index.data(Role.GROUP) or "." * index.data(Role.LEVEL) + index.data(Role.THREAD_ID) for index in indexes]


def fork(name: str, parent: str, seq: int = 1, **more: object) -> ThreadView:
    return thread(name, parent_thread_id=ThreadId(parent), forked_at_seq=seq, **more)


def test_families_stand_below_the_day_of_their_newest_activity(qapp: object) -> None:
    model = made(
        thread("old", updated_at=NOON - 9 * DAY),
        thread("a", updated_at=NOON - 30 * DAY),
        fork("f9", "a", 9, updated_at=NOON - 5 * DAY),
        fork("f2", "a", 2, updated_at=NOON - 1 * HOUR),
        thread("b", updated_at=NOON - DAY),
        thread("c", updated_at=NOON - 2 * HOUR),
    )
    assert rows_of(model) == ["today", "a", ".f2", ".f9", "c", "yesterday", "b", "earlier", "old"]
    model.put(thread("old", updated_at=NOON))
    assert rows_of(model) == ["today", "old", "a", ".f2", ".f9", "c", "yesterday", "b"]
    model.put(fork("f9", "a", 9, updated_at=NOON + 1))
    assert rows_of(model) == ["today", "a", ".f2", ".f9", "old", "c", "yesterday", "b"]


def test_headings_can_not_be_chosen_and_read_out(qapp: object) -> None:
    model = made(thread("a", updated_at=NOON))
    heading = model.index(0)
    assert heading.data() == heading.data(Qt.ItemDataRole.AccessibleTextRole) == "Today"
    assert model.flags(heading) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(1)) & Qt.ItemFlag.ItemIsSelectable


def test_a_new_day_puts_threads_below_other_headings(qapp: object) -> None:
    now = [NOON]
    model = ThreadsModel(lambda _: "", now=lambda: now[0])
    model.reset([thread("a", updated_at=NOON), thread("b", updated_at=NOON - DAY)])
    assert rows_of(model) == ["today", "a", "yesterday", "b"]
    model.refresh_day()
    spy = QSignalSpy(model.modelReset)
    now[0] += DAY
    model.refresh_day()
    assert rows_of(model) == ["yesterday", "a", "earlier", "b"]
    assert spy.count() == 0


def test_pinned_families_stand_first_whatever_their_day(qapp: object) -> None:
    model = made(
        thread("a", updated_at=NOON),
        thread("b", updated_at=NOON - 9 * DAY, is_pinned=True),
        fork("f", "b", updated_at=NOON - 9 * DAY),
        thread("c", updated_at=NOON - DAY),
    )
    assert rows_of(model) == ["pinned", "b", ".f", "today", "a", "yesterday", "c"]
    watch, reset = _Moves(model), QSignalSpy(model.modelReset)
    model.put(thread("c", updated_at=NOON - DAY, is_pinned=True))
    assert rows_of(model) == ["pinned", "c", "b", ".f", "today", "a"]
    model.put(thread("b", updated_at=NOON - 9 * DAY))
    assert rows_of(model) == ["pinned", "c", "today", "a", "earlier", "b", ".f"]
    assert (len(watch.moved), reset.count()) == (2, 0)
    # Which thread of a family is pinned is told by its first.
    model.put(fork("f", "b", updated_at=NOON - 9 * DAY, is_pinned=True))
    assert rows_of(model)[-3:] == ["earlier", "b", ".f"]
    assert (model.root_of(ThreadId("f")), model.root_of(None)) == (model.view_of(ThreadId("b")), None)
    assert model.index(0).data() == "Pinned"


def test_an_unrenamed_fork_shows_its_number_and_its_own_words(qapp: object) -> None:
    title = {"title": "Fix the login loop (2)", "fork_number": 2}
    model = made(thread("a", "Fix the login loop"), fork("f", "a", **title))

    def row() -> tuple[object, object]:
        index = model.index_of(ThreadId("f"))
        return index.data(Role.FORK_NUMBER), index.data()

    assert row() == (2, "Fix the login loop")
    model.put(fork("f", "a", own_words="Use SessionStore", **title))
    assert row() == (2, "Use SessionStore")
    assert model.index_of(ThreadId("f")).data(Qt.ItemDataRole.ToolTipRole) == "Fix the login loop (2)"
    model.search("sessionstore")
    assert rows_of(model) == ["earlier", "a", ".f"]
    model.search("")
    model.put(fork("f", "a", title="My way", fork_number=2, own_words="Use SessionStore", is_renamed=True))
    assert row() == (None, "My way")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"fork_number": 3}, "fork number 3, fork of Top"),
        ({"unmerged_count": 2, "merge": MergeState.PARTLY}, "fork of Top, 2 answers not merged"),
        ({"merge": MergeState.MERGED}, "fork of Top, merged back"),
        ({"merge_waits": True}, "fork of Top, Will be merged back when “Top” has finished"),
        ({"parent_thread_id": ThreadId("gone")}, "fork of a removed thread"),
        (
            {"parent_thread_id": ThreadId("gone"), "parent_title": "Old one"},
            "fork of Old one, which is no longer in the list",
        ),
    ],
)
def test_a_fork_reads_out_where_it_came_from_and_what_of_it_was_merged(
    qapp: object, english: object, more: dict[str, object], said: str
) -> None:
    model = made(thread("a", "Top"), thread("f", **{"parent_thread_id": ThreadId("a"), "forked_at_seq": 1, **more}))
    text = model.index_of(ThreadId("f")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.replace("answer(s)", "answers") == f"Thread f, {said}"


def test_a_fork_that_waits_says_so_in_its_tooltip(qapp: object) -> None:
    model = made(thread("a", "Top"), fork("f", "a", merge_waits=True))
    index = model.index_of(ThreadId("f"))
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Thread f\nWill be merged back when “Top” has finished"
    assert (index.data(Role.MERGE_WAITS), index.data(Role.IS_MERGED)) == (True, False)


def test_a_thread_in_an_own_copy_says_so_while_it_works_there(qapp: object) -> None:
    view = thread("a", "Top")
    model = made(view, thread("b", workspace_kind=WorkspaceKind.REPOSITORY, repository="api"))
    index = model.index_of(ThreadId("a"))
    spied = QSignalSpy(model.dataChanged)

    def told() -> tuple[bool, bool, str]:
        is_said = index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(", works in an own copy")
        return index.data(Role.IS_OWN_COPY), is_said, index.data(Qt.ItemDataRole.ToolTipRole)

    assert told() == (False, False, "Top")
    assert model.index_of(ThreadId("b")).data(Role.IS_OWN_COPY) is False
    model.put(replace(view, workspace_kind=WorkspaceKind.WORKTREE, worktree_id=WorktreeId("w1")))
    assert told() == (True, True, "Top\nWorks in an own copy")
    model.put(view)
    assert told() == (False, False, "Top")
    assert spied.count() == 2


@pytest.mark.parametrize(
    ("wanted", "rows"),
    [
        (ThreadFilter.NEEDS_YOU, ["earlier", "a", ".asks"]),
        (ThreadFilter.WORKING, ["earlier", "works", "a", ".asks"]),
        (ThreadFilter.UNREAD, ["earlier", "a", ".unread"]),
        (ThreadFilter.NOT_MERGED, ["earlier", "a", ".part", ".not"]),
        (ThreadFilter.PINNED, ["pinned", "pin", ".below"]),
    ],
)
def test_a_filter_shows_threads_of_a_kind_with_their_ancestors(qapp: object, wanted: ThreadFilter, rows: list[str]) -> None:
    model = made(
        thread("a"),
        fork("asks", "a", 1, state=ThreadState.ASKS),
        fork("unread", "a", 2, is_unread=True),
        fork("part", "a", 3, merge=MergeState.PARTLY),
        fork("not", "a", 4, merge=MergeState.UNMERGED),
        fork("done", "a", 5, merge=MergeState.MERGED),
        thread("pin", is_pinned=True),
        fork("below", "pin"),
        thread("works", state=ThreadState.WORKING),
    )
    model.set_folded(ThreadId("a"), True)
    model.set_filter(wanted)
    assert (model.filter, model.is_narrowed) == (wanted, True)
    assert rows_of(model) == rows
    model.search("zz")
    assert rows_of(model) == []
    model.search("")
    model.set_filter(ThreadFilter.ALL)
    assert not model.is_narrowed
    assert ".asks" not in rows_of(model)


def test_a_filtered_list_keeps_the_thread_that_the_person_is_at(qapp: object) -> None:
    model = made(thread("a", is_unread=True, updated_at=2.0), thread("b", is_unread=True, updated_at=1.0), thread("c"))
    model.set_current("a")
    model.set_filter(ThreadFilter.UNREAD)
    assert rows_of(model) == ["earlier", "a", "b"]
    model.put(thread("a", updated_at=2.0))
    assert rows_of(model) == ["earlier", "a", "b"]
    model.set_current("b")
    assert rows_of(model) == ["earlier", "b"]
    # One that never passed the filter isn't kept.
    model.set_current("c")
    model.put(thread("b", updated_at=1.0))
    assert rows_of(model) == []


def test_a_removed_parent_leaves_its_forks(qapp: object) -> None:
    model = made(thread("a"), fork("f", "a"), fork("g", "f"))
    model.remove(ThreadId("a"))
    assert rows_of(model) == ["earlier", "f", ".g"]
    model.remove(ThreadId("g"))
    model.remove(ThreadId("nobody"))
    assert rows_of(model) == ["earlier", "f"]


def test_a_fork_that_comes_before_its_parent_moves_below_it(qapp: object) -> None:
    model = made(fork("f", "a"))
    assert rows_of(model) == ["earlier", "f"]
    model.put(thread("a"))
    assert rows_of(model) == ["earlier", "a", ".f"]


def test_a_row_reads_out_title_provider_state_and_parent(qapp: object) -> None:
    asks = fork("f", "a", provider_id=CLAUDE, state=ThreadState.ASKS)
    model = made(thread("a", "Fix the login loop", is_unread=True), asks)
    text = model.index_of(ThreadId("f")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == "Thread f, Claude Code, needs you, fork of Fix the login loop"
    assert model.index_of(ThreadId("a")).data(Qt.ItemDataRole.AccessibleTextRole) == "Fix the login loop, not read yet"
    assert model.index_of(ThreadId("f")).data(Qt.ItemDataRole.UserRole + 99) is None


def test_lines_go_on_where_something_follows(qapp: object) -> None:
    model = made(thread("a"), fork("f", "a", 1), fork("g", "f"), fork("h", "a", 2))
    guides = {index: model.index_of(ThreadId(index)).data(Role.GUIDES) for index in "afgh"}
    assert guides == {"a": (), "f": (True,), "g": (True, False), "h": (False,)}
    assert [model.index_of(ThreadId(name)).data(Role.IS_OPEN) for name in "afgh"] == [True, True, False, False]


def test_forks_are_folded_and_revealed(qapp: object) -> None:
    model = made(thread("a"), fork("f", "a", 1), fork("g", "f"), thread("b"))
    model.set_folded(ThreadId("a"), True)
    assert rows_of(model) == ["earlier", "b", "a"]
    index = model.index_of(ThreadId("a"))
    assert (index.data(Role.FOLDED_COUNT), index.data(Role.IS_OPEN)) == (2, False)
    assert "folded" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    model.put(fork("h", "a", 9))
    assert rows_of(model) == ["earlier", "b", "a"]
    model.reveal(ThreadId("g"))
    assert rows_of(model) == ["earlier", "b", "a", ".f", "..g", ".h"]


def test_a_search_shows_matches_with_their_ancestors(qapp: object) -> None:
    model = made(
        thread("a", "Fix the login", updated_at=NOON),
        fork("f", "a", title="Use SessionStore"),
        fork("g", "a", title="Something else"),
        thread("b", "Search index", updated_at=NOON - DAY),
    )
    model.set_folded(ThreadId("a"), True)
    model.search("  SESSION ")
    assert rows_of(model) == ["today", "a", ".f"]
    assert not model.index_of(ThreadId("g")).isValid()
    model.put(fork("g", "a", title="A session of its own"))
    assert rows_of(model) == ["today", "a", ".f", ".g"]
    model.put(thread("b", "Sessions everywhere", updated_at=NOON + 5))
    assert rows_of(model) == ["today", "b", "a", ".f", ".g"]
    model.search("nothing has this")
    assert rows_of(model) == []
    model.search("")
    assert rows_of(model) == ["today", "b", "a"]
    assert [view.id for view in model.threads()] == ["b", "a", "f", "g"]


@pytest.mark.parametrize(
    ("age_s", "text"),
    [(0, "12:00"), (13 * HOUR, "23:00"), (3 * DAY, "Sun"), (8 * DAY, "3 Mar"), (400 * DAY, "4 Feb 2025"), (-DAY, "12:00")],
)
def test_times_are_clock_weekday_and_day(qapp: object, age_s: float, text: str) -> None:
    assert row_time_text(NOON - age_s, days_around(NOON)) == text


def test_one_change_of_five_thousand_touches_one_row(qapp: object) -> None:
    # Without Qt's tester, which looks at every row each time.
    model = ThreadsModel(lambda _: "", now=lambda: NOON)
    model.reset([thread(f"t{number}", updated_at=NOON - number) for number in range(5000)])
    others = [model.rowsInserted, model.rowsRemoved, model.rowsMoved, model.modelReset, model.layoutChanged]
    spies = [QSignalSpy(signal) for signal in others]
    changed = QSignalSpy(model.dataChanged)
    began = time.process_time()
    model.put(thread("t2500", "Another title", updated_at=NOON - 2500, state=ThreadState.WORKING))
    took = time.process_time() - began
    assert (changed.count(), [spy.count() for spy in spies]) == (1, [0] * len(spies))
    assert changed.at(0)[0].row() == changed.at(0)[1].row() == model.index_of(ThreadId("t2500")).row()
    assert took < 0.05
    assert model.in_state(ThreadState.WORKING) == {"t2500"}


class _Moves(QObject):
    """Counts what a view would have to do."""

    def __init__(self, model: ThreadsModel) -> None:
        super().__init__(model)
        self.moved: list[tuple[int, int, int]] = []
        model.rowsMoved.connect(lambda _p, first, last, _to, row: self.moved.append((first, last, row)))


def test_a_family_moves_as_one(qapp: object) -> None:
    model = made(*(thread(f"t{number}", updated_at=NOON - number) for number in range(1000)), fork("f", "t500"))
    watch, reset = _Moves(model), QSignalSpy(model.modelReset)
    first = model.index_of(ThreadId("t500")).row()
    model.put(thread("t500", updated_at=NOON + 1))
    assert watch.moved == [(first, first + 1, 1)]
    assert reset.count() == 0
    assert rows_of(model)[:4] == ["today", "t500", ".f", "t0"]


IDS = [ThreadId(name) for name in "abcdef"]
TIMES = [NOON, NOON - HOUR, NOON - DAY, NOON - 9 * DAY]


class ModelMachine(RuleBasedStateMachine):
    """Adds, changes, pins, archives, restores, removes, folds, filters and searches at random.

    After each step the rows must be those of a rebuild.
    """

    def __init__(self) -> None:
        super().__init__()
        self.model = made()
        self.views: dict[ThreadId, ThreadView] = {}
        self.away: dict[ThreadId, ThreadView] = {}

    @rule(
        thread_id=st.sampled_from(IDS),
        parent=st.none() | st.sampled_from(IDS),
        at=st.sampled_from(TIMES),
        seq=st.integers(0, 3),
        look=st.fixed_dictionaries(
            {"is_unread": st.booleans(), "state": st.sampled_from(ThreadState), "merge": st.sampled_from(MergeState)}
        ),
    )
    def put(self, thread_id: ThreadId, parent: ThreadId | None, at: float, seq: int, look: dict[str, object]) -> None:
        # Lineage never changes in the app once a thread exists, but may come in any order.
        known = self.views.get(thread_id) or self.away.pop(thread_id, None)
        if known is not None:
            parent, seq = known.parent_thread_id, known.forked_at_seq or 0
        above, seen = parent, {thread_id}
        while above is not None:
            if above in seen:
                return
            seen.add(above)
            other = self.views.get(above) or self.away.get(above)
            above = other.parent_thread_id if other else None
        is_pinned = known.is_pinned if known is not None else False
        view = thread(thread_id, parent_thread_id=parent, forked_at_seq=seq, updated_at=at, is_pinned=is_pinned, **look)
        self.views[thread_id] = view
        self.model.put(view)

    @rule(thread_id=st.sampled_from(IDS))
    def pin(self, thread_id: ThreadId) -> None:
        if thread_id in self.views:
            self.views[thread_id] = replace(self.views[thread_id], is_pinned=not self.views[thread_id].is_pinned)
            self.model.put(self.views[thread_id])

    @rule(thread_id=st.sampled_from(IDS))
    def archive(self, thread_id: ThreadId) -> None:
        if thread_id in self.views:
            self.away[thread_id] = self.views.pop(thread_id)
        self.model.remove(thread_id)

    @rule()
    def restore_all(self) -> None:
        for thread_id, view in self.away.items():
            if thread_id not in self.views:
                self.views[thread_id] = view
                self.model.put(view)
        self.away.clear()

    @rule(wanted=st.sampled_from(ThreadFilter))
    def narrow(self, wanted: ThreadFilter) -> None:
        self.model.set_filter(wanted)

    @rule(thread_id=st.sampled_from(IDS))
    def remove(self, thread_id: ThreadId) -> None:
        self.views.pop(thread_id, None)
        self.away.pop(thread_id, None)
        self.model.remove(thread_id)

    @rule(thread_id=st.sampled_from(IDS), wanted=st.booleans())
    def fold(self, thread_id: ThreadId, wanted: bool) -> None:
        self.model.set_folded(thread_id, wanted)

    @rule(text=st.sampled_from(["", "thread", "b", "zz"]))
    def search(self, text: str) -> None:
        self.model.search(text)

    @invariant()
    def is_what_a_rebuild_gives(self) -> None:
        assert {view.id for view in self.model.threads()} == set(self.views)
        rows = rows_of(self.model)
        headings = [row for row in rows if row in set(DayGroup)]
        assert headings == [group for group in DayGroup if group in headings]
        assert len(headings) == len(set(headings))
        assert not rows or rows[0] in headings
        assert not any(above in headings and below in headings for above, below in pairwise([*rows, "today"]) if rows)
        rebuilt = made(*self.views.values())
        for thread_id in IDS:
            rebuilt.set_folded(thread_id, not self._is_open(thread_id))
        rebuilt.search(self.model.wanted)
        rebuilt.set_filter(self.model.filter)
        # Threads of one moment keep the order in which they came, which a rebuild can't know.
        assert sorted(rows) == sorted(rows_of(rebuilt))
        self._check_order(rows)

    def _is_open(self, thread_id: ThreadId) -> bool:
        return thread_id not in self.model._folded

    def _check_order(self, rows: list[str]) -> None:
        below: dict[int, str] = {}
        for row in rows:
            if row in set(DayGroup):
                continue
            level, name = row.count("."), row.lstrip(".")
            parent = self.views[ThreadId(name)].parent_thread_id
            assert level == 0 or below[level - 1] == parent
            below[level] = name
            assert self.model.index(self.model.index_of(ThreadId(name)).row()).data(Role.THREAD_ID) == name


TestModelMachine = ModelMachine.TestCase
TestModelMachine.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def test_a_circle_in_the_lineage_is_shown_flat(qapp: object) -> None:
    model = made(thread("a", parent_thread_id=ThreadId("b")), thread("b", parent_thread_id=ThreadId("a")))
    assert {view.id for view in model.threads()} == {"a", "b"}


@pytest.mark.parametrize(
    "parents",
    [
        {"a": "a"},
        {"a": "b", "b": "c", "c": "a"},
        {"a": "b", "b": "a", "c": "a", "d": "c"},
        {"a": "gone", "b": "a", "c": "gone"},
        {"a": "b", "b": "c", "c": "b", "d": "d", "e": "d"},
    ],
)
def test_damaged_lineage_shows_each_thread_once(qapp: object, parents: dict[str, str]) -> None:
    views = [thread(name, parent_thread_id=ThreadId(parent), forked_at_seq=1) for name, parent in parents.items()]
    for model in (made(*views), made()):
        for view in views:
            model.put(view)
        names = [row.lstrip(".") for row in rows_of(model)[1:]]
        assert sorted(names) == sorted(parents)
        assert sorted(view.id for view in model.threads()) == sorted(parents)
        for name in parents:
            assert model.index_of(ThreadId(name)).data(Qt.ItemDataRole.AccessibleTextRole)
            model.reveal(ThreadId(name))
        for name in parents:
            model.remove(ThreadId(name))
        assert rows_of(model) == []


def test_a_chain_of_five_thousand_forks_is_no_slower_than_a_wide_family(qapp: object) -> None:
    chain = [thread("t0"), *(fork(f"t{number}", f"t{number - 1}") for number in range(1, 5000))]
    model = ThreadsModel(lambda _: "", now=lambda: NOON)
    began = time.process_time()
    model.reset(chain)
    assert model.rowCount() == 5001
    assert model.index_of(ThreadId("t4999")).data(Role.LEVEL) == 4999
    model.set_filter(ThreadFilter.UNREAD)
    model.set_filter(ThreadFilter.ALL)
    assert time.process_time() - began < 2.0


def test_five_thousand_threads_are_listed_found_and_changed(qapp: object) -> None:
    views = forest_views(PROJECT.id, NOON)
    model = ThreadsModel(lambda _: "", now=lambda: NOON)
    model.reset(views)
    assert model.count == len(views) == 5000
    assert sum(model.index(row).data(Role.GROUP) is None for row in range(model.rowCount())) == 5000
    rows = [model.index_of(view.id).row() for view in views]
    assert len(set(rows)) == 5000
    assert [view.id for view in model.threads()] == [
        row.data(Role.THREAD_ID) for row in map(model.index, range(model.rowCount())) if row.data(Role.GROUP) is None
    ]
    steps, at = 0, model.neighbour(None, 1)
    while at is not None:
        steps, at = steps + 1, model.neighbour(at, 1)
    assert steps == 5000
    model.search("session")
    wanted = {view.id for view in views if "session" in f"{view.title} {view.own_words}".casefold()}
    shown = {model.index(row).data(Role.THREAD_ID) for row in range(model.rowCount())}
    assert wanted <= shown
    model.search("")
    model.set_filter(ThreadFilter.NOT_MERGED)
    model.set_filter(ThreadFilter.ALL)
    for view in views[::100]:
        model.put(replace(view, updated_at=NOON + 1))
    assert model.rowCount() >= 5000
    for view in views[::50]:
        model.remove(view.id)
    assert model.count == 4900
    assert len({model.index_of(view.id).row() for view in views}) == 4901
