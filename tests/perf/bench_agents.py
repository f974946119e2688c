# SPDX-License-Identifier: MIT
"""Row P9 of the targets for each real agent: from *Send* to the prompt in the hands of the program that runs already.

As in ``bench_send``, but with the pinned programs against the fake model server. The clock stops when the line with the prompt
was written to the program's pipe or, where it is a server, when the request with it starts.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

import httpx2
import pytest

from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.answerer import Answerer, RunOptions
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import app_paths
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from tests.fakes.model_server import FakeModelServer
from tests.integration.contract.rigs import AGENTS
from tests.perf.long_thread import write_history
from tests.perf.rows import Row

MESSAGES = 10_000
SENDS = 20
LIMIT_MS = 30.0
PROMPT = "And what about the second write? [[say:it is fine]]"
_MARK = b"what about the second write"


def run(session_path: str | None = None) -> list[Row]:
    """Measure every agent that is installed for the tests."""
    del session_path
    return [asyncio.run(_agent(name)) for name in AGENTS]


async def _agent(name: str) -> Row:
    title = f"P9 send to {name}, p95"
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder, FakeModelServer() as server:
        base = Path(folder).resolve()
        try:
            rig = AGENTS[name](server, base)
        except pytest.skip.Exception as missing:
            return Row(title, "-", f"<= {LIMIT_MS:g} ms", None, str(missing))
        environ = {**os.environ, "ONESIST_DB_PATH": str(base / "app" / "onesist.db")}
        faults = FaultReporter()
        app = await start_app(app_paths(environ), environ, faults.report)
        answerer = rig.make(ShellEnvironment(rig.environment), app.context.supervisor)
        app.context.answerers.replace([answerer])
        try:
            seconds = await _measure(app, answerer, str(rig.work))
        finally:
            await app.close()
    p95 = quantiles(seconds, n=20)[-1] * 1000
    note = f"median {median(seconds) * 1000:.1f} ms; {SENDS} sends, {MESSAGES:,} messages before"
    return Row(title, f"{p95:.1f} ms", f"<= {LIMIT_MS:g} ms", p95 <= LIMIT_MS, note)


async def _measure(app: App, answerer: Answerer, cwd: str) -> list[float]:
    await answerer.check()
    project = await app.services.projects.open_folder(cwd)
    thread = (await app.services.threads.create(project.id)).id
    with _watched() as left:
        await _send(app, answerer, thread)
        await app.context.database.run(lambda uow: write_history(uow, thread, answerer.info.id, cwd, MESSAGES))
        seconds = []
        for _ in range(SENDS):
            started = time.perf_counter()
            await _send(app, answerer, thread)
            seconds.append(left[-1] - started)
    return seconds


async def _send(app: App, answerer: Answerer, thread: ThreadId) -> None:
    await app.services.turns.send(thread, PROMPT, RunOptions(answerer.info.id))
    running = app.turns._live.get(thread)
    assert running is not None
    outcome = await running.task
    assert outcome.kind is OutcomeKind.COMPLETED, outcome


@contextmanager
def _watched() -> Iterator[list[float]]:
    """Note when prompts leave, by pipe or by request."""
    left: list[float] = []
    write_line, send = ChildProcess.write_line, httpx2.AsyncClient.send

    async def watched_line(child: ChildProcess, data: bytes) -> None:
        await write_line(child, data)
        if _MARK in data:
            left.append(time.perf_counter())

    async def watched_send(client: httpx2.AsyncClient, request: httpx2.Request, **wishes: Any) -> httpx2.Response:
        if request.method == "POST" and _MARK in await request.aread():
            left.append(time.perf_counter())
        return await send(client, request, **wishes)

    with patch.object(ChildProcess, "write_line", watched_line), patch.object(httpx2.AsyncClient, "send", watched_send):
        yield left


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
