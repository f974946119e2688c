# SPDX-License-Identifier: MIT
"""Reads threads as their rows show them."""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.merge_looks import merge_look, merge_looks
from onesist_desktop.services.shown import thread_view
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


def read_thread(uow: UnitOfWork, live: LiveRuns, thread_id: ThreadId) -> ThreadView:
    """Read one thread. Raises NotFoundError."""
    record = uow.threads.get(thread_id)
    return thread_view(record, live.state_of(thread_id, uow.runs.newest(thread_id)), merge_look(uow, record))


def read_threads(uow: UnitOfWork, live: LiveRuns, records: Sequence[ThreadRecord]) -> list[ThreadView]:
    """Return threads in the order of their records."""
    failed = {thread_id for project_id in {record.project_id for record in records} for thread_id in uow.threads.failed(project_id)}
    merges = merge_looks(uow, records)
    return [thread_view(record, live.state(record.id, has_failed=record.id in failed), merges[record.id]) for record in records]
