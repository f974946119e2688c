# SPDX-License-Identifier: MIT
"""Finds a text in a thread, in slices between which everything else gets its turn at the database."""

from __future__ import annotations

import time
from collections.abc import Callable

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.redaction import PLACEHOLDER_START
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.views import FoundInThread, FoundPart
from onesist_desktop.storage.search import Slice, Sought
from onesist_desktop.storage.unit_of_work import UnitOfWork

SLICE_S = 0.02
MOST_PARTS = 1_000
"""More than a person steps through. What lies behind them is told as *more*, not listed."""


async def find_in_thread(context: ServiceContext, thread_id: ThreadId, text: str) -> FoundInThread:
    """Search all messages of a thread, oldest first. Raises NotFoundError, StorageError; may be cancelled between two slices."""
    sought = Sought(text, context.redactor.restore_part, PLACEHOLDER_START)
    found: list[FoundPart] = []
    next_seq: int | None = await context.database.run(lambda uow: uow.messages.first_seq(uow.threads.get(thread_id).id))
    if not text:
        return FoundInThread(text)
    while next_seq is not None and len(found) <= MOST_PARTS:
        part = await context.database.run(_slice(thread_id, sought, next_seq))
        found += (FoundPart(hit.seq, hit.part, hit.count) for hit in part.hits)
        next_seq = part.next_seq
    return FoundInThread(text, tuple(found[:MOST_PARTS]), len(found) > MOST_PARTS)


def _slice(thread_id: ThreadId, sought: Sought, from_seq: int) -> Callable[[UnitOfWork], Slice]:
    def read(uow: UnitOfWork) -> Slice:
        # From when it has its turn, not from when it was asked for.
        until = time.monotonic() + SLICE_S
        return uow.search.search(thread_id, sought, from_seq, lambda: time.monotonic() >= until)

    return read
