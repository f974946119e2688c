# SPDX-License-Identifier: MIT
"""A long thread in the running window: rows P4 to P7 of the targets.

Database, services and window are real. The threads hold 10,000 and 100,000 messages of Markdown with lists, links, code and
commands. What is measured includes reading from the database and painting. Beside it stands a plain list of Qt with the same
10,000 messages in memory, which is what a window would do without a pool.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

from PySide6.QtWidgets import QApplication, QListView

from onesist_desktop.bootstrap import start_app
from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import CallState, CommandPart, Message, MessageStatus, Part, Role, TextPart
from onesist_desktop.core.turn_events import COMPLETED, PartEnded, PartGrew, PartStarted, PromptAccepted, TurnEnded, TurnEvent
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import AppPaths, app_paths
from onesist_desktop.providers.practice_model import PracticeModelSession
from onesist_desktop.storage.unit_of_work import UnitOfWork
from onesist_desktop.ui import async_bridge
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.window import Opened, WindowStart, live
from tests.perf.long_thread import multiply_history
from tests.perf.plain_list import TextModel, plain_list
from tests.perf.rows import Row
from tests.perf.transcript_probe import PaintWatch, Stalls, at_rest, memory_mb, scroll_by_pages, watched_loop

WRITTEN = 500
LONG, VERY_LONG = 10_000, 100_000
OPENINGS = 7
PAGES = 120
DELTAS_PER_S, STREAM_S = 300, 8.0
OPEN_MS, SLOWER, SCROLL_MS, STALL_MS, CORE, MORE_MB, ALL_MB = 100.0, 1.5, 16.0, 16.0, 0.25, 20.0, 220.0
MODEL = ProviderId("practice-model")
_WIDTH, _HEIGHT = 1_280, 820
_PAUSE_S = 0.3
_STARTED_AT = 1_700_000_000.0
_SENTENCE = "The cookie is written twice, and the second write loses its age, so people are signed out too early. "


@dataclass
class Figures:
    """What was measured, in seconds and megabytes."""

    opened: dict[int, list[float]] = field(default_factory=dict)
    scrolled: list[list[float]] = field(default_factory=list)
    stalls: Stalls = field(default_factory=Stalls)
    empty_mb: float = 0.0
    more_mb: dict[int, float] = field(default_factory=dict)
    all_mb: float = 0.0
    plain_opened: float = 0.0
    plain_scrolled: list[float] = field(default_factory=list)
    plain_refreshed: float = 0.0


def run(session_path: str | None = None) -> list[Row]:
    """Measure in one run of the app."""
    del session_path
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        base = Path(folder).resolve()
        project = base / "Toko Kita"
        project.mkdir()
        environ = {**os.environ, "ONESIST_DB_PATH": str(base / "data" / "onesist.db")}
        paths = app_paths(environ)
        qt = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(qt, QApplication)
        threads: dict[int, ThreadId] = {}

        async def prepare() -> int:
            threads.update(await _prepare(paths, environ, str(project)))
            return 0

        async_bridge.run(prepare, qt)
        figures = Figures()

        async def driver(opened: Opened) -> None:
            await _drive(opened, threads, figures)

        faults = FaultReporter()
        with faults.hooked(), _streaming_model():
            code = async_bridge.run(lambda: live(WindowStart(qt, paths, environ, faults, str(project), driver)), qt)
    if code != 0 or not figures.plain_opened:
        raise RuntimeError(f"the app ended with {code} before everything was measured")
    return _rows(figures)


async def _prepare(paths: AppPaths, environ: dict[str, str], cwd: str) -> dict[int, ThreadId]:
    faults = FaultReporter()
    app = await start_app(paths, environ, faults.report)
    try:
        project = await app.services.projects.open_folder(cwd)
        threads: dict[int, ThreadId] = {}
        for count in (LONG, VERY_LONG, 0):
            threads[count] = thread_id = (await app.services.threads.create(project.id)).id
            if count:
                await app.context.database.run(partial(_write, thread_id=thread_id))
                await app.context.database.run(partial(multiply_history, thread_id=thread_id, times=count // WRITTEN))
    finally:
        await app.close()
    return threads


def _write(uow: UnitOfWork, thread_id: ThreadId) -> None:
    for number in range(WRITTEN):
        role = Role.ASSISTANT if number % 2 else Role.USER
        uow.messages.add(
            Message(
                MessageId(str(uuid.uuid4())),
                thread_id,
                uow.threads.take_seq(thread_id),
                role,
                tuple(_parts(number)),
                provider_id=MODEL if number % 2 else None,
                created_at=_STARTED_AT + number,
            )
        )


def _parts(number: int) -> Iterator[Part]:
    if number % 2 == 0:
        yield TextPart(f"{number}. " + _SENTENCE * (1 + number % 3))
        return
    items = f"- **first** of {number}: {_SENTENCE}\n- second, see [the page](https://example.org/{number})"
    code = f"def write_{number}(age):\n    for part in range(age):\n        store.put('sid', part)  # {number}"
    yield TextPart(f"{_SENTENCE * (1 + number % 4)}\n\n{items}\n\n```python\n{code}\n```\n\n{_SENTENCE}")
    if number % 4 == 1:
        yield CommandPart(f"call-{number}", f"pytest tests/test_{number}.py", _SENTENCE * 4, number % 8 == 1, CallState.WORKED)


# -- the window -------------------------------------------------------------------------------------------------------------


async def _drive(opened: Opened, threads: dict[int, ThreadId], figures: Figures) -> None:
    window = opened.window
    window.resize(_WIDTH, _HEIGHT)
    await _until(lambda: all(window.threads.view_of(thread_id) is not None for thread_id in threads.values()))
    # The first one loads what is loaded once, and learns nothing of the thread.
    await _open(window, threads[LONG])
    await _open_empty(window, threads[0])
    figures.empty_mb = await memory_mb()
    for count in (LONG, VERY_LONG):
        figures.opened[count] = []
        for _ in range(OPENINGS):
            figures.opened[count].append(await _open(window, threads[count]))
            await at_rest()
            await _open_empty(window, threads[0])
    for count in (LONG, VERY_LONG):
        await _open(window, threads[count])
        view: Any = window.transcript.as_widget
        figures.scrolled.append(await scroll_by_pages(view, PAGES))
        figures.all_mb = await memory_mb()
        figures.more_mb[count] = figures.all_mb - figures.empty_mb
    await _open(window, threads[LONG])
    await at_rest()
    await _stream(opened, threads[LONG], figures)
    await _measure_plain_list(figures)


async def _open(window: MainWindow, thread_id: ThreadId) -> float:
    """Show a thread and return how many seconds it took until its end was painted."""
    view: Any = window.transcript.as_widget
    watch = PaintWatch(view.viewport(), lambda: window.transcript.thread_id == thread_id and window.transcript.messages)
    began = time.perf_counter()
    window.show_thread(thread_id)
    return await watch.wait() - began


async def _open_empty(window: MainWindow, thread_id: ThreadId) -> None:
    window.show_thread(thread_id)
    await _until(lambda: window.thread_id == thread_id and not window.transcript.messages)
    await at_rest()


async def _stream(opened: Opened, thread_id: ThreadId, figures: Figures) -> None:
    await opened.app.services.turns.send(thread_id, "Stream something long.", RunOptions(MODEL))
    running = opened.app.turns._live.get(thread_id)
    assert running is not None
    # Reading the history of a model that gets all of it each time comes before the first word, and isn't asked here.
    await _until(lambda: any(one.status is MessageStatus.STREAMING for one in opened.window.transcript.messages))
    await asyncio.sleep(_PAUSE_S)
    async with watched_loop(opened.window) as stalls:
        await asyncio.sleep(STREAM_S - 2)
    figures.stalls = stalls
    await running.task


class _StreamingTurn:
    """Says something new 300 times a second."""

    async def __aiter__(self) -> AsyncIterator[TurnEvent]:
        yield PromptAccepted("bench")
        yield PartStarted("answer", TextPart(""))
        said: list[str] = []
        began = time.perf_counter()
        for number, delta in enumerate(_deltas(int(DELTAS_PER_S * STREAM_S))):
            await asyncio.sleep(max(0.0, began + number / DELTAS_PER_S - time.perf_counter()))
            said.append(delta)
            yield PartGrew("answer", delta)
        yield PartEnded("answer", TextPart("".join(said)))
        yield TurnEnded(COMPLETED)

    async def stop(self) -> None:
        """Do nothing."""

    async def decide(self, request_id: str, option: str) -> None:
        """Do nothing."""


def _deltas(count: int) -> list[str]:
    """Cut an answer with paragraphs, lists and code into pieces of a dozen letters, again and again."""
    text = next(part.text for part in _parts(3) if isinstance(part, TextPart)) + "\n\n"
    pieces = [text[start : start + 12] for start in range(0, len(text), 12)]
    return [pieces[number % len(pieces)] for number in range(count)]


@contextmanager
def _streaming_model() -> Iterator[None]:
    with patch.object(PracticeModelSession, "start_turn", lambda _self, _prompt: _StreamingTurn()):
        yield


# -- the yardstick ----------------------------------------------------------------------------------------------------------


async def _measure_plain_list(figures: Figures) -> None:
    texts = ["\n\n".join(part.text for part in _parts(number % WRITTEN) if isinstance(part, TextPart)) for number in range(LONG)]
    began = time.perf_counter()
    view = plain_list(texts, 720)
    try:
        view.resize(_WIDTH, _HEIGHT)
        watch = PaintWatch(view.viewport(), lambda: True)
        view.show()
        view.scrollToBottom()
        figures.plain_opened = await watch.wait() - began
        figures.plain_scrolled = await scroll_by_pages(view, 30)
        figures.plain_refreshed = await _refresh(view)
    finally:
        view.close()
        view.deleteLater()


async def _refresh(view: QListView) -> float:
    """Return how many seconds it takes until one more word is seen."""
    model = view.model()
    assert isinstance(model, TextModel)
    view.scrollToBottom()
    await asyncio.sleep(_PAUSE_S)
    began = time.perf_counter()
    model.change_last(model.texts[-1] + " more")
    watch = PaintWatch(view.viewport(), lambda: True)
    view.scrollToBottom()
    view.viewport().update()
    return await watch.wait() - began


# -- the table --------------------------------------------------------------------------------------------------------------


def _rows(figures: Figures) -> list[Row]:
    long, very_long = (median(figures.opened[count]) * 1000 for count in (LONG, VERY_LONG))
    # What else the machine does is in all rounds, and least in the best of them.
    pages = min(figures.scrolled, key=lambda each: quantiles(each, n=20)[-1])
    scrolled = quantiles(pages, n=20)[-1] * 1000
    plain_scrolled = quantiles(figures.plain_scrolled, n=20)[-1] * 1000
    stalls, share, more = figures.stalls, figures.stalls.processor_share, max(figures.more_mb.values())
    most = max(figures.opened[LONG]) * 1000
    return [
        Row(
            "P4 open a thread of 10,000 messages, first paint",
            f"{long:.0f} ms",
            f"<= {OPEN_MS:g} ms",
            long <= OPEN_MS,
            f"median of {OPENINGS}, most {most:.0f} ms; plain list: {figures.plain_opened * 1000:,.0f} ms",
        ),
        Row(
            "P4 the same with 100,000",
            f"{very_long:.0f} ms",
            f"<= {SLOWER:g} x",
            very_long <= long * SLOWER,
            f"{very_long / long:.2f} times as long",
        ),
        Row(
            f"P5 stall while {DELTAS_PER_S} deltas a second come, p99",
            f"{stalls.p99_ms:.1f} ms",
            f"<= {STALL_MS:g} ms",
            stalls.p99_ms <= STALL_MS,
            f"most {stalls.most_ms:.1f} ms; plain list: {figures.plain_refreshed * 1000:,.0f} ms for one refresh",
        ),
        Row("P5 share of one core meanwhile", f"{share:.0%}", f"<= {CORE:.0%}", share <= CORE, "all threads of the process"),
        Row(
            "P6 scroll by pages, p95",
            f"{scrolled:.1f} ms",
            f"<= {SCROLL_MS:g} ms",
            scrolled <= SCROLL_MS,
            f"median {median(pages) * 1000:.1f} ms, best of 2 x {PAGES} pages; plain list: {plain_scrolled:.1f} ms",
        ),
        Row(
            "P7 memory over an empty thread",
            f"{more:.1f} MB",
            f"<= {MORE_MB:g} MB",
            more <= MORE_MB,
            ", ".join(f"{size:+.1f} MB with {count:,}" for count, size in figures.more_mb.items()),
        ),
        Row("P7 whole process", f"{figures.all_mb:.0f} MB", f"<= {ALL_MB:g} MB", figures.all_mb <= ALL_MB, "resident"),
    ]


async def _until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.005)


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
