# SPDX-License-Identifier: MIT
"""What would go over out of 100,000 messages, which a window asks for whenever a thread is opened.

Database and services are real, the history is written straight into the database. The clock counts the processor's time, which
the window has to share; a slice is one unit of work, and what else is asked of the database waits for it. Nobody is asked.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, TypeVar
from unittest.mock import patch

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.history import History
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.perf.long_thread import multiply_history, write_history
from tests.perf.rows import Row
from tests.support.service_rig import Rig, service_rig

T = TypeVar("T")
WRITTEN, MESSAGES = 500, 100_000
ROUNDS = 7
PREVIEW_MS, OUTLOOKS_MS, SLICE_MS, KEPT_MB = 150.0, 100.0, 15.0, 10.0
# Who was there all the time, an agent that is new, and a model that gets the whole history.
OLD, NEW, MODEL = "agent-a", "agent-b", "model-m"


def run(session_path: str | None = None) -> list[Row]:
    """Measure the first look at a thread, the next ones, and a send to somebody new."""
    del session_path
    return asyncio.run(_measure())


@dataclass(slots=True)
class Slices:
    """Seconds of the processor that each unit of work took."""

    seconds: list[float] = field(default_factory=list)


@contextmanager
def _watched() -> Iterator[Slices]:
    slices, real = Slices(), Database.run

    async def run(self: Database, work: Callable[[UnitOfWork], T]) -> T:
        def timed(uow: UnitOfWork) -> T:
            started = time.thread_time()
            try:
                return work(uow)
            finally:
                slices.seconds.append(time.thread_time() - started)

        return await real(self, timed)

    with patch.object(Database, "run", run):
        yield slices


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        async with service_rig(Path(folder)) as rig:
            cwd = str(Path(folder) / "project")
            # A session that is the agent's own; its history is then written behind its back.
            await rig.send("Hello")
            run_in = rig.context.database.run
            await run_in(lambda uow: write_history(uow, rig.thread_id, ProviderId(OLD), cwd, WRITTEN - 2))
            await run_in(lambda uow: multiply_history(uow, rig.thread_id, MESSAGES // WRITTEN))
            rows = [await _first(rig, provider) for provider in (NEW, MODEL, OLD)]
            rows += [await _outlooks(rig), await _typing(rig), await _kept(rig), await _send(rig), await _never_outlined(rig)]
            return rows


async def _first(rig: Rig, provider: str) -> Row:
    seconds, most = await _rounds(rig, lambda: rig.handoffs.preview(rig.thread_id, rig.options(provider)))
    slowest = f"{most * 1_000:.1f} ms in the longest slice"
    ok = seconds * 1_000 <= PREVIEW_MS and most * 1_000 <= SLICE_MS
    target = f"<= {PREVIEW_MS:g} ms in slices of <= {SLICE_MS:g} ms"
    return Row(f"Preview: first preview of {MESSAGES:,} messages, {provider}", f"{seconds * 1_000:.0f} ms", target, ok, slowest)


async def _outlooks(rig: Rig) -> Row:
    seconds, most = await _rounds(rig, lambda: rig.handoffs.outlooks(rig.thread_id))
    note = f"of {len(rig.answerers)} providers, {most * 1_000:.1f} ms in the longest slice"
    ok = seconds * 1_000 <= OUTLOOKS_MS
    return Row("Preview: what everybody would be told, first time", f"{seconds * 1_000:.0f} ms", f"<= {OUTLOOKS_MS:g} ms", ok, note)


async def _typing(rig: Rig) -> Row:
    seconds, _ = await _rounds(rig, lambda: rig.handoffs.preview(rig.thread_id, rig.options(NEW), "x"), forgets=False)
    return Row("Preview: preview while somebody types", f"{seconds * 1_000:.0f} ms", "", None, NEW)


async def _rounds(rig: Rig, look: Callable[[], Any], *, forgets: bool = True) -> tuple[float, float]:
    """Return the median of the processor's time, and of the longest slice of each."""
    took, most = [], []
    for _ in range(ROUNDS):
        if forgets:
            rig.handoffs._known.clear()
        gc.collect()
        with _watched() as slices:
            started = time.process_time()
            await look()
            took.append(time.process_time() - started)
        most.append(max(slices.seconds))
    return median(took), median(most)


async def _kept(rig: Rig) -> Row:
    """Measure what stays in memory after previews for everybody."""
    rig.handoffs._known.clear()
    gc.collect()
    tracemalloc.start()
    for provider in rig.answerers:
        await rig.handoffs.preview(rig.thread_id, rig.options(provider))
    gc.collect()
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    note = f"after previews for {len(rig.answerers)} providers; {most / 1e6:.1f} MB at most"
    return Row("Preview: memory kept", f"{kept / 1e6:.1f} MB", f"<= {KEPT_MB:g} MB", kept / 1e6 <= KEPT_MB, note)


async def _send(rig: Rig) -> Row:
    with _watched() as slices:
        await rig.send("And now?", NEW)
    longest = f"{max(slices.seconds) * 1_000:.0f} ms"
    return Row("Preview: plan of a send that owes all of it", longest, "", None, "one unit of work, with its records")


async def _never_outlined(rig: Rig) -> Row:
    """Measure a thread of which nothing is known: once after an update from a version without outlines."""

    def outline(uow: UnitOfWork) -> float:
        uow.outlines.forget(rig.thread_id)
        started = time.thread_time()
        History(rig.thread_id).outline(uow, 0, MESSAGES + 1)
        return time.thread_time() - started

    seconds = await rig.context.database.run(outline)
    return Row("Preview: outlining all of it, once", f"{seconds:.1f} s", "", None, "in slices when it is for a preview")


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
