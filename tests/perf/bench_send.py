# SPDX-License-Identifier: MIT
"""From *Send* to the prompt in the pipe of a running agent: row P9 of the targets.

Everything is real: the window with the thread open, the database with 10,000 messages and 5,000 runs in that thread, the
practice agent's process. The clock runs from the call of ``turns.send`` until the line with the prompt was written.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

from PySide6.QtWidgets import QApplication

from onesist_desktop.bootstrap import App
from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import app_paths
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.ui import async_bridge
from onesist_desktop.window import Opened, WindowStart, live
from tests.perf.long_thread import write_history
from tests.perf.rows import Row

MESSAGES = 10_000
SENDS = 60
LIMIT_MS = 30.0
AGENT, MODEL = ProviderId("practice-agent"), ProviderId("practice-model")
_PROMPT = b'"session/prompt"'


def run(session_path: str | None = None) -> list[Row]:
    """Measure in the running window."""
    del session_path
    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        project = Path(folder).resolve() / "Toko Kita"
        project.mkdir()
        environ = {**os.environ, "ONESIST_DB_PATH": str(Path(folder).resolve() / "data" / "onesist.db")}

        async def driver(opened: Opened) -> None:
            rows.extend(await _measure(opened, str(project)))

        faults = FaultReporter()
        start = WindowStart(qt, app_paths(environ), environ, faults, str(project), driver)
        with faults.hooked():
            code = async_bridge.run(lambda: live(start), qt)
    if code != 0 or not rows:
        raise RuntimeError(f"the app ended with {code}")
    return rows


@dataclass(slots=True)
class Written:
    """When the last prompt was written, by ``time.perf_counter``."""

    at: float = 0.0


@contextmanager
def watched_pipe() -> Iterator[Written]:
    """Note when a prompt has left for an agent's process."""
    written, write_line = Written(), ChildProcess.write_line

    async def watched(child: ChildProcess, data: bytes) -> None:
        await write_line(child, data)
        if _PROMPT in data:
            written.at = time.perf_counter()

    with patch.object(ChildProcess, "write_line", watched):
        yield written


@asynccontextmanager
async def timed_opening(app: App) -> AsyncIterator[list[float]]:
    """Note how long opening a session takes: the agent's start, which isn't ours to answer for."""
    answerer = app.context.answerers.get(AGENT)
    took: list[float] = []
    open_session = answerer.open_session

    async def timed(spec: Any) -> Any:
        started = time.perf_counter()
        try:
            return await open_session(spec)
        finally:
            took.append(time.perf_counter() - started)

    with patch.object(answerer, "open_session", timed):
        yield took


async def _measure(opened: Opened, cwd: str) -> list[Row]:
    app = opened.app
    project = opened.window.project
    assert project is not None
    thread = (await app.services.threads.create(project.id)).id
    with watched_pipe() as written:
        # The session has to be the agent's own; its history is then written behind its back, so that no agent is slow.
        await _send(app, thread, AGENT, written)
        await app.context.database.run(lambda uow: write_history(uow, thread, AGENT, cwd, MESSAGES))
        opened.window.show_thread(thread)
        await _until_shown(opened)
        plain = [await _send(app, thread, AGENT, written) for _ in range(SENDS)]
        delta, stateless = [], []
        for _ in range(SENDS):
            stateless.append(await _send(app, thread, MODEL, written))
            delta.append(await _send(app, thread, AGENT, written))
        first = await _first_handoff(opened, cwd, written)
    note = f"{SENDS} sends, window open, {MESSAGES:,} messages and {MESSAGES // 2:,} runs before"
    return [
        _row("P9 send to a running agent, p95", plain, LIMIT_MS, note),
        _row("P9 the same with a delta to hand over, p95", delta, LIMIT_MS, "after each answer of another"),
        Row(
            "P9 first handoff of the whole thread",
            f"{first * 1000:.0f} ms",
            "",
            None,
            f"{MESSAGES:,} messages to choose from; the agent's start is not in it",
        ),
        Row(
            "P9 turn of a model that gets the history each time",
            f"{median(stateless) * 1000:.0f} ms",
            "",
            None,
            "median of whole turns, with reading and cutting the whole history",
        ),
    ]


async def _send(app: App, thread: ThreadId, provider: ProviderId, written: Written) -> float:
    """Send, wait for the end of the run, and return the seconds until the prompt was written; for a model, until the end."""
    started = time.perf_counter()
    await app.services.turns.send(thread, "And what about the second write?", RunOptions(provider))
    running = app.turns._live.get(thread)
    assert running is not None
    outcome = await running.task
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    return (written.at if provider == AGENT else time.perf_counter()) - started


async def _first_handoff(opened: Opened, cwd: str, written: Written) -> float:
    app, project = opened.app, opened.window.project
    assert project is not None
    thread = (await app.services.threads.create(project.id)).id
    await app.context.database.run(lambda uow: write_history(uow, thread, MODEL, cwd, MESSAGES))
    async with timed_opening(app) as took:
        return await _send(app, thread, AGENT, written) - sum(took)


async def _until_shown(opened: Opened) -> None:
    import asyncio

    while not opened.window.transcript.messages:
        await asyncio.sleep(0.01)


def _row(name: str, seconds: list[float], limit_ms: float, note: str) -> Row:
    p95 = quantiles(seconds, n=20)[-1] * 1000
    spread = f"median {median(seconds) * 1000:.1f}, most {max(seconds) * 1000:.1f} ms; {note}"
    return Row(name, f"{p95:.1f} ms", f"<= {limit_ms:g} ms", p95 <= limit_ms, spread)


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
