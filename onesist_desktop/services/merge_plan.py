# SPDX-License-Identifier: MIT
"""Works out, inside one unit of work, what a merge would bring. The rules are core's."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.core.budget import handoff_budget_bytes
from onesist_desktop.core.errors import LineageError, LineageFault, NotFoundError
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.merging import MergeChoice, choose_merge, merge_after
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.history import History, OutlineError, Texts
from onesist_desktop.services.native_forks import read_reaches
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Pair:
    """A fork that can be merged, and its parent."""

    child: ThreadRecord
    parent: ThreadRecord


def find_pair(uow: UnitOfWork, child_id: ThreadId) -> Pair:
    """Read a fork and its parent. Raises NotFoundError; LineageError: NOT_A_FORK, PARENT_GONE, CYCLE."""
    child = uow.threads.get(child_id)
    if child.deleted_at is not None:
        raise NotFoundError("that thread was deleted")
    if child.parent_thread_id is None:
        raise LineageError(LineageFault.NOT_A_FORK)
    read_reaches(uow, child)
    try:
        parent = uow.threads.get(child.parent_thread_id)
    except NotFoundError:
        raise LineageError(LineageFault.PARENT_GONE, child.parent_title) from None
    if parent.deleted_at is not None:
        raise LineageError(LineageFault.PARENT_GONE, parent.title)
    return Pair(child, parent)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a merge would bring, before its texts were read."""

    pair: Pair
    after_seq: int
    choice: MergeChoice

    def texts(self) -> Texts:
        """Return what reads the items that go over."""
        return Texts(self.pair.child.id, self.choice.outline, self.choice.indexes)

    def all_texts(self) -> Texts:
        """Return what reads the items that don't fit too."""
        return Texts(self.pair.child.id, self.choice.outline, range(len(self.choice.outline.kinds)))


class Outlining:
    """Outlines a fork's own new content in slices, so that the transaction that merges finds nearly all of it outlined."""

    def __init__(self, child_id: ThreadId) -> None:
        self._child_id = child_id
        self._history = History(child_id)

    def read_slice(self, uow: UnitOfWork) -> bool:
        """Read some of it. Returns True once all was read."""
        after_seq, before_seq = new_span(uow, find_pair(uow, self._child_id).child)
        self._history.begin_slice()
        return self._history.read_slice(uow, after_seq, before_seq)


def new_span(uow: UnitOfWork, child: ThreadRecord) -> tuple[int, int]:
    """Return the seqs strictly between which a fork has what was not brought yet: up to what may still change."""
    after_seq = merge_after(child.forked_at_seq, uow.merges.merged_upto(child.id))
    return after_seq, uow.merges.first_streaming(child.id, after_seq) or child.last_seq + 1


def find_prospect(uow: UnitOfWork, context: ServiceContext, child_id: ThreadId) -> Prospect:
    """Work out what a merge would bring now. Raises NotFoundError, LineageError."""
    pair = find_pair(uow, child_id)
    after_seq, before_seq = new_span(uow, pair.child)
    provider_id = pair.parent.provider_id
    answerer = context.answerers.all().get(provider_id) if provider_id is not None else None
    choice = choose_merge(
        History(child_id).outline(uow, after_seq, before_seq),
        handoff_budget_bytes(_window(uow, pair.parent), cap=context.preferences.handoff_cap_bytes),
        thread_id=child_id,
        locale=context.preferences.locale,
        read_tool=answerer is not None and answerer.capabilities.takes_mcp,
    )
    return Prospect(pair, after_seq, choice)


def read_prospect(uow: UnitOfWork, context: ServiceContext, child_id: ThreadId) -> tuple[Prospect, list[HandoffItem]]:
    """Work out what a merge brings now, with the items that go over. Raises NotFoundError, LineageError."""
    try:
        return _read_prospect(uow, context, child_id)
    except OutlineError:
        uow.outlines.forget(child_id)
        return _read_prospect(uow, context, child_id)


def _read_prospect(uow: UnitOfWork, context: ServiceContext, child_id: ThreadId) -> tuple[Prospect, list[HandoffItem]]:
    prospect = find_prospect(uow, context, child_id)
    texts = prospect.texts()
    while not texts.read_slice(uow):
        pass
    return prospect, texts.items()


def _window(uow: UnitOfWork, parent: ThreadRecord) -> int | None:
    """Return the window of the model that answers in a thread now, as far as it is known without asking anybody."""
    if parent.provider_id is None:
        return None
    rows = uow.sessions.of_thread(parent.id, parent.provider_id)
    told = [row.context_window for row in rows if row.context_window and row.model == parent.model]
    if told:
        return told[-1]
    _, models = uow.model_lists.all().get(parent.provider_id, (0.0, ()))
    if parent.model is None:
        # Its default is the only one that a list of one can mean.
        return models[0].context_window if len(models) == 1 else None
    return next((info.context_window for info in models if info.id == parent.model), None)
