# SPDX-License-Identifier: MIT
"""The list of 5,000 threads: 500 families of ten, up to six deep, three answers each in the database.

Database, service, model and view are real. What is measured of the view includes painting.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

from PySide6.QtWidgets import QApplication

from onesist_desktop.core.ids import MessageId, ProjectId, RunId, ThreadId
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.unit_of_work import UnitOfWork
from onesist_desktop.ui.models.threads_filter import ThreadFilter
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_panel import ThreadsPanel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.perf.rows import Row
from tests.perf.thread_forest import forest
from tests.support.service_rig import service_rig
from tests.ui.fakes import default_providers

ROUNDS = 5
RUNS = 3
STEPS = 200
LIST_MS, SCROLL_MS, SEARCH_MS, PUT_MS = 200.0, 16.0, 50.0, 50.0
_WIDTH, _HEIGHT = 280, 900


def run(session_path: str | None = None) -> list[Row]:
    """Measure reading, showing, scrolling, searching, filtering and changing."""
    del session_path
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        read_s, views = asyncio.run(_read(Path(folder)))
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    return [*_rows(read_s, len(views), _Window(app, views))]


async def _read(folder: Path) -> tuple[float, list[ThreadView]]:
    """Fill a database; return how long listing its threads takes, in seconds, and what was listed."""
    async with service_rig(folder) as rig:
        await rig.context.database.run(lambda uow: _fill(uow, rig.project_id, time.time()))
        took = []
        for _ in range(ROUNDS):
            began = time.perf_counter()
            views = await rig.threads.list_threads(rig.project_id)
            took.append(time.perf_counter() - began)
        return median(took), list(views)


def _fill(uow: UnitOfWork, project_id: ProjectId, now: float) -> None:
    messages, runs = [], []
    for record in forest(project_id, now):
        uow.threads.add(replace(record, last_seq=2 * RUNS))
        for ordinal in range(RUNS):
            run_id = RunId(f"{record.id}-{ordinal}")
            ids = [MessageId(f"{run_id}-{role}") for role in ("user", "assistant")]
            for place, (message_id, role) in enumerate(zip(ids, ("user", "assistant"), strict=True), 1):
                messages.append((message_id, record.id, 2 * ordinal + place, role, "settled", run_id, now))
            runs.append((run_id, record.id, ordinal, record.provider_id, "ask", "/", "finished", *ids, "completed", now))
    execute = uow._connection.exec_driver_sql
    execute(
        "INSERT INTO messages (id, thread_id, seq, role, status, run_id, created_at, is_content) VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
        messages,
    )
    columns = "id, thread_id, ordinal, provider_id, mode, cwd, status, user_message_id, reply_message_id, outcome, started_at"
    execute(f"INSERT INTO runs ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", runs)


class _Window:
    """The sidebar alone."""

    def __init__(self, app: QApplication, views: list[ThreadView]) -> None:
        self._app = app
        self._views = views
        theme = Theme()
        book = ProviderBook(theme, default_providers())
        self.model = ThreadsModel(book.title)
        self.panel = ThreadsPanel(theme, book, self.model)
        self.panel.resize(_WIDTH, _HEIGHT)
        self.panel.show()
        self._settle()

    def show(self) -> float:
        """Return how long showing the list takes, in seconds, from the answer of the service to the painted rows."""
        self.model.reset(())
        self._settle()
        return self._timed(lambda: self.model.reset(self._views))

    def scroll(self) -> list[float]:
        bar = self.panel.tree.verticalScrollBar()
        step = max(1, bar.maximum() // STEPS)
        return [self._timed(lambda at=at: bar.setValue(at * step)) for at in range(STEPS)]  # type: ignore[misc]

    def search(self) -> list[float]:
        text = "session cookie"
        took = [self._timed(lambda end=end: self.panel.search.setText(text[:end])) for end in range(1, len(text) + 1)]  # type: ignore[misc]
        return [*took, self._timed(self.panel.search.clear)]

    def filter(self) -> list[float]:
        return [self._timed(lambda one=one: self.panel.filter.choose(one)) for one in [*list(ThreadFilter)[1:], ThreadFilter.ALL]]  # type: ignore[misc]

    def put(self) -> list[float]:
        """Let threads from all over the list become the newest, one after the other."""
        now = time.time() + 60
        chosen = [view for view in self._views if view.parent_thread_id is not None][:: len(self._views) // 60]
        return [self._timed(lambda view=view: self.model.put(replace(view, updated_at=now))) for view in chosen]  # type: ignore[misc]

    def look_up(self) -> float:
        """Return how long it takes to find the rows of all threads, in seconds."""
        return self._timed(lambda: [self.model.index_of(ThreadId(view.id)) for view in self._views])

    def _timed(self, act: Callable[[], object]) -> float:
        began = time.perf_counter()
        act()
        self._settle()
        return time.perf_counter() - began

    def _settle(self) -> None:
        # What was put off to the next turn of the loop is laid out by the first and painted by the second.
        self._app.processEvents()
        self._app.processEvents()


def _rows(read_s: float, count: int, window: _Window) -> list[Row]:
    shown_s = median(window.show() for _ in range(ROUNDS))
    note = f"{count:,} threads, {RUNS} answers each, median of {ROUNDS}"
    return [
        _row("5,000 threads listed and painted", read_s + shown_s, LIST_MS, f"{note}; of it reading {read_s * 1000:.0f} ms"),
        _row("5,000 threads, one step of scrolling", _most(window.scroll()), SCROLL_MS, f"{STEPS} steps, 95 of 100 within"),
        _row("5,000 threads, search per key", max(window.search()), SEARCH_MS, "the slowest of 15 keys"),
        _row("5,000 threads, a filter", max(window.filter()), SEARCH_MS, "the slowest of 6"),
        _row("5,000 threads, one becomes the newest", _most(window.put()), PUT_MS, "95 of 100 within"),
        Row("5,000 threads, rows of all of them found", f"{window.look_up() * 1000:.1f} ms", "", None),
    ]


def _most(took: list[float]) -> float:
    return quantiles(took, n=20)[-1]


def _row(name: str, took_s: float, limit_ms: float, note: str) -> Row:
    return Row(name, f"{took_s * 1000:.1f} ms", f"<= {limit_ms:g} ms", took_s * 1000 <= limit_ms, note)
