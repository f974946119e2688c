# SPDX-License-Identifier: MIT
"""How a fork stands to its parent, as its row shows it: read for one thread, or for all of a list at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.merging import MergeState, merge_state
from onesist_desktop.storage.merges import OwnAnswers
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class MergeLook:
    """What ``services.views.ThreadView`` tells of merging. The default is that of a thread that is no fork."""

    state: MergeState = MergeState.NONE
    unmerged_count: int = 0
    waits: bool = False


NO_FORK = MergeLook()


def merge_looks(uow: UnitOfWork, records: Sequence[ThreadRecord]) -> dict[ThreadId, MergeLook]:
    """Read the looks of threads; those that are no forks have ``NO_FORK``."""
    forks = [record.id for record in records if record.parent_thread_id is not None]
    looks = {record.id: NO_FORK for record in records}
    if forks:
        own, waiting = uow.merges.own_answers(forks), uow.merges.waiting(forks)
        looks |= {thread_id: _look(own.get(thread_id, OwnAnswers()), thread_id in waiting) for thread_id in forks}
    return looks


def merge_look(uow: UnitOfWork, record: ThreadRecord) -> MergeLook:
    """Read the look of one thread."""
    return merge_looks(uow, [record])[record.id]


def _look(own: OwnAnswers, waits: bool) -> MergeLook:
    return MergeLook(merge_state(own.count, own.unmerged), own.unmerged, waits)
