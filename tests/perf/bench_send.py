# SPDX-License-Identifier: MIT
"""From *Send* to the prompt in the pipe of a running agent: row P9 of the targets.

The clock runs from the call of ``turns.send`` until the line with the prompt was written. Database, services and the practice
agent's process are real; the thread holds 10,000 messages of 5,000 runs. The same is then measured in the running window with
that thread open, where what the window draws meanwhile counts too.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

from PySide6.QtWidgets import QApplication

from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.answerer import RunOptions, Session, SessionSpec
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import AppPaths, app_paths
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.storage.unit_of_work import UnitOfWork
from onesist_desktop.ui import async_bridge
from onesist_desktop.window import Opened, WindowStart, live
from tests.perf.long_thread import write_history
from tests.perf.rows import Row

MESSAGES = 10_000
SENDS = 60
ROUNDS = 3
LIMIT_MS = 30.0
AGENT, MODEL = ProviderId("practice-agent"), ProviderId("practice-model")
_PROMPT = b'"session/prompt"'
_POLL_S = 0.01
# So long a person takes at least between two messages; the window works out the next handover meanwhile.
_PAUSE_S = 0.5


def run(session_path: str | None = None) -> list[Row]:
    """Measure the services alone, then in the running window."""
    del session_path
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        base = Path(folder).resolve()
        project = base / "Toko Kita"
        project.mkdir()
        environ = {**os.environ, "ONESIST_DB_PATH": str(base / "data" / "onesist.db")}
        paths = app_paths(environ)
        qt = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(qt, QApplication)
        rows: list[Row] = []
        threads: list[ThreadId] = []

        async def services_alone() -> int:
            measured, thread_id = await _without_window(paths, environ, str(project))
            rows.extend(measured)
            threads.append(thread_id)
            return 0

        # On the app's own loop, whose collector and threads are other ones than those of a plain loop.
        async_bridge.run(services_alone, qt)
        return [*rows, *_in_window(qt, paths, environ, str(project), threads[0])]


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


@contextmanager
def timed_opening(app: App) -> Iterator[list[float]]:
    """Note how long opening a session takes: the agent's start, which isn't ours to answer for."""
    answerer = app.context.answerers.get(AGENT)
    took: list[float] = []
    open_session = answerer.open_session

    async def timed(spec: SessionSpec) -> Session:
        started = time.perf_counter()
        try:
            return await open_session(spec)
        finally:
            took.append(time.perf_counter() - started)

    with patch.object(answerer, "open_session", timed):
        yield took


async def _without_window(paths: AppPaths, environ: dict[str, str], cwd: str) -> tuple[list[Row], ThreadId]:
    faults = FaultReporter()
    app = await start_app(paths, environ, faults.report)
    try:
        project = await app.services.projects.open_folder(cwd)
        thread, other = [(await app.services.threads.create(project.id)).id for _ in range(2)]
        with watched_pipe() as written:
            # The session has to be the agent's own; its history is then written behind its back, so that no agent is slow.
            await _send(app, thread, AGENT, written)
            for each, provider in ((thread, AGENT), (other, MODEL)):
                await app.context.database.run(lambda uow, t=each, p=provider: write_history(uow, t, p, cwd, MESSAGES))
            plain = [[await _send(app, thread, AGENT, written) for _ in range(SENDS)] for _ in range(ROUNDS)]
            delta: list[list[float]] = []
            for _ in range(ROUNDS):
                delta.append([])
                for _ in range(SENDS):
                    await app.context.database.run(lambda uow: _answer_of_another(uow, thread, cwd))
                    delta[-1].append(await _send(app, thread, AGENT, written))
            stateless = [await _send(app, thread, MODEL, written) for _ in range(5)]
            with timed_opening(app) as took:
                first = await _send(app, other, AGENT, written) - sum(took)
            receipts = await app.context.database.run(lambda uow: uow.handoffs.of_thread(thread))
    finally:
        await app.close()
    # Each of them really handed something over.
    assert [record.provider_id for record in receipts].count(AGENT) == ROUNDS * SENDS
    note = f"best of {ROUNDS} x {SENDS} sends"
    rows = [
        _row("P9 send to a running agent, p95", plain, f"{note}, {MESSAGES:,} messages before", LIMIT_MS),
        _row("P9 with a delta to hand over, p95", delta, f"{note}, each with 2 messages to hand over", LIMIT_MS),
        _value("P9 first handoff of the whole thread", first, f"out of {MESSAGES:,} messages; without the agent's start"),
        _value("P9 whole turn of a model that gets all history", median(stateless), "median, with reading and cutting the history"),
    ]
    return rows, thread


def _in_window(qt: QApplication, paths: AppPaths, environ: dict[str, str], cwd: str, thread_id: ThreadId) -> list[Row]:
    seconds: list[float] = []

    async def driver(opened: Opened) -> None:
        window = opened.window
        await _until(lambda: window.threads.view_of(thread_id) is not None)
        window.show_thread(thread_id)
        await _until(lambda: window.thread_id == thread_id and window.transcript.messages)
        with watched_pipe() as written:
            # The first one starts the program.
            for _ in range(SENDS + 1):
                await asyncio.sleep(_PAUSE_S)
                seconds.append(await _send(opened.app, thread_id, AGENT, written))

    faults = FaultReporter()
    with faults.hooked():
        code = async_bridge.run(lambda: live(WindowStart(qt, paths, environ, faults, cwd, driver)), qt)
    if code != 0 or len(seconds) != SENDS + 1:
        raise RuntimeError(f"the app ended with {code} after {len(seconds)} sends")
    return [_row("P9 in the open window, with all that it draws, p95", [seconds[1:]], f"{SENDS} sends, thread open")]


async def _send(app: App, thread: ThreadId, provider: ProviderId, written: Written) -> float:
    """Send, wait for the end of the run, and return the seconds until the prompt was written; for a model, until the end."""
    started = time.perf_counter()
    await app.services.turns.send(thread, "And what about the second write?", RunOptions(provider))
    running = app.turns._live.get(thread)
    assert running is not None
    outcome = await running.task
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    return (written.at if provider == AGENT else time.perf_counter()) - started


def _answer_of_another(uow: UnitOfWork, thread: ThreadId, cwd: str) -> None:
    """Write what somebody else was asked and answered meanwhile, and that the agent has all the room in the world for it."""
    write_history(uow, thread, MODEL, cwd, 2)
    session = uow.sessions.active(thread, AGENT)
    assert session is not None
    uow.sessions.change(session.id, occupied=0)


async def _until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(_POLL_S)


def _row(name: str, rounds: list[list[float]], note: str, limit_ms: float | None = None) -> Row:
    """Return the row of the best round: what else the machine does is in all of them, and least in that one."""
    seconds = min(rounds, key=lambda each: quantiles(each, n=20)[-1])
    p95 = quantiles(seconds, n=20)[-1] * 1000
    spread = f"median {median(seconds) * 1000:.1f}, most {max(seconds) * 1000:.1f} ms; {note}"
    target = f"<= {limit_ms:g} ms" if limit_ms else ""
    return Row(name, f"{p95:.1f} ms", target, p95 <= limit_ms if limit_ms else None, spread)


def _value(name: str, seconds: float, note: str) -> Row:
    return Row(name, f"{seconds * 1000:.0f} ms", "", None, note)


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
