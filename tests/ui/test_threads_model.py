# SPDX-License-Identifier: MIT
"""The tree of threads: exact changes, checked by Qt's tester against a plain rebuild."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ThreadState, ThreadView
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.roles import Role
from tests.ui.fakes import CLAUDE, thread


def tree_of(model: ThreadsModel, index: QModelIndex | None = None) -> list[Any]:
    above = index or QModelIndex()
    rows = [model.index(row, 0, above) for row in range(model.rowCount(above))]
    return [(row.data(Role.THREAD_ID), tree_of(model, row)) for row in rows]


def test_forks_stand_below_their_parent_and_threads_by_newest_activity(qapp: object) -> None:
    model = ThreadsModel(lambda _: "")
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    parent = ThreadId("a")
    model.reset(
        [
            thread("a", updated_at=1),
            thread("b", updated_at=5),
            thread("f9", parent_thread_id=parent, forked_at_seq=9),
            thread("f2", parent_thread_id=parent, forked_at_seq=2),
        ]
    )
    assert tree_of(model) == [("b", []), ("a", [("f2", []), ("f9", [])])]
    model.put(thread("a", updated_at=9))
    assert tree_of(model) == [("a", [("f2", []), ("f9", [])]), ("b", [])]


def test_a_removed_parent_leaves_its_forks(qapp: object) -> None:
    model = ThreadsModel(lambda _: "")
    model.reset([thread("a"), thread("f", parent_thread_id=ThreadId("a")), thread("g", parent_thread_id=ThreadId("f"))])
    model.remove(ThreadId("a"))
    assert tree_of(model) == [("f", [("g", [])])]


def test_a_row_reads_out_title_provider_state_and_parent(qapp: object) -> None:
    model = ThreadsModel(lambda provider_id: "Claude Code" if provider_id == CLAUDE else "")
    fork = thread("f", "Use SessionStore", parent_thread_id=ThreadId("a"), provider_id=CLAUDE, state=ThreadState.ASKS)
    model.reset([thread("a", "Fix the login loop"), fork])
    text = model.index_of(ThreadId("f")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == "Use SessionStore, Claude Code, needs you, fork of Fix the login loop"
    assert model.index_of(ThreadId("f")).data(Qt.ItemDataRole.UserRole + 99) is None


IDS = [ThreadId(name) for name in "abcdef"]


class ModelMachine(RuleBasedStateMachine):
    """Adds, changes and removes at random; after each step the tree must be what a rebuild would give."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ThreadsModel(lambda _: "")
        self.tester = QAbstractItemModelTester(self.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        self.views: dict[ThreadId, ThreadView] = {}

    @rule(
        thread_id=st.sampled_from(IDS),
        parent=st.none() | st.sampled_from(IDS),
        at=st.integers(0, 3),
        seq=st.integers(0, 3),
    )
    def put(self, thread_id: ThreadId, parent: ThreadId | None, at: int, seq: int) -> None:
        # Lineage never changes in the app once a thread exists, but may come in any order.
        known = self.views.get(thread_id)
        if known is not None:
            parent, seq = known.parent_thread_id, known.forked_at_seq or 0
        above, seen = parent, {thread_id}
        while above is not None:
            if above in seen:
                return
            seen.add(above)
            above = self.views[above].parent_thread_id if above in self.views else None
        view = thread(thread_id, parent_thread_id=parent, forked_at_seq=seq, updated_at=float(at))
        self.views[thread_id] = view
        self.model.put(view)

    @rule(thread_id=st.sampled_from(IDS))
    def remove(self, thread_id: ThreadId) -> None:
        self.views.pop(thread_id, None)
        self.model.remove(thread_id)

    @invariant()
    def is_the_tree_of_a_rebuild(self) -> None:
        assert {view.id for view in self.model.threads()} == set(self.views)
        self._check(QModelIndex(), None)

    def _check(self, index: QModelIndex, parent: ThreadId | None) -> None:
        rows = [self.model.index(row, 0, index) for row in range(self.model.rowCount(index))]
        views: list[ThreadView] = [row.data(Role.THREAD) for row in rows]
        if parent is None:
            assert all(view.parent_thread_id not in self.views for view in views)
            assert [view.updated_at for view in views] == sorted((view.updated_at for view in views), reverse=True)
        else:
            assert all(view.parent_thread_id == parent for view in views)
            assert [view.forked_at_seq for view in views] == sorted(view.forked_at_seq or 0 for view in views)
        for row, view in zip(rows, views, strict=True):
            assert self.model.index_of(view.id) == row
            self._check(row, view.id)


TestModelMachine = ModelMachine.TestCase
TestModelMachine.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


def test_a_circle_in_the_lineage_is_shown_flat(qapp: object) -> None:
    model = ThreadsModel(lambda _: "")
    model.reset([thread("a", parent_thread_id=ThreadId("b")), thread("b", parent_thread_id=ThreadId("a"))])
    assert {view.id for view in model.threads()} == {"a", "b"}
