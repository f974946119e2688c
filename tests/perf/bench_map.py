# SPDX-License-Identifier: MIT
"""The map of 500 threads with 20 answers each: families of five, each fork merged back once, three providers in turn.

Database, service, geometry and view are real; what is measured of the view includes painting.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, Role, TextPart
from onesist_desktop.core.records import Resolution, TransferKind
from onesist_desktop.services.lineage import LineageService
from onesist_desktop.services.lineage_views import LineageMap
from onesist_desktop.storage.records import ThreadRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from onesist_desktop.ui.map.columns import Columns
from onesist_desktop.ui.map.layout import MapLayout
from onesist_desktop.ui.map.map_page import MapPage
from onesist_desktop.ui.map.rows import rows_of
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_list import ThreadsList
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.perf.rows import Row
from tests.support.service_rig import service_rig
from tests.ui.fakes import default_providers

THREADS, ANSWERS, FAMILY = 500, 20, 5
ROUNDS, STEPS = 5, 120
OPEN_MS, LAYOUT_MS, SCROLL_MS = 200.0, 100.0, 16.0
_PROVIDERS = ("claude", "codex", "ollama")
_WIDTH, _HEIGHT, _SIDE = 1_440, 900, 280


def run(session_path: str | None = None) -> list[Row]:
    """Measure reading, laying out, the first picture, and scrolling both ways."""
    del session_path
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        read_s, lineage = asyncio.run(_read(Path(folder)))
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    return _rows(read_s, lineage, _Window(app, lineage))


async def _read(folder: Path) -> tuple[float, LineageMap]:
    """Fill a database; return how long reading its map takes, in seconds, and what was read."""
    async with service_rig(folder) as rig:
        await rig.context.database.run(lambda uow: _fill(uow, rig.project_id, time.time()))
        service = LineageService(rig.context, rig.turns._live, rig.catalog)
        took = []
        for _ in range(ROUNDS):
            began = time.perf_counter()
            lineage = await service.map(rig.project_id)
            took.append(time.perf_counter() - began)
        return median(took), lineage


def _fill(uow: UnitOfWork, project_id: ProjectId, now: float) -> None:
    messages, runs = [], []
    for number in range(THREADS):
        thread_id = f"t{number}"
        place = number % FAMILY
        parent = f"t{number - 1}" if place else None
        forked_at = 4 if place else 0
        began = now - (THREADS - number) * 3_000
        uow.threads.add(
            ThreadRecord(
                ThreadId(thread_id),
                project_id,
                f"Thread {number}",
                PermissionMode.ASK,
                began,
                began + ANSWERS * 600,
                parent_thread_id=ThreadId(parent) if parent else None,
                root_thread_id=ThreadId(f"t{number - place}"),
                forked_at_seq=forked_at or None,
                last_seq=forked_at + 2 * ANSWERS,
            )
        )
        for ordinal in range(ANSWERS):
            at, run_id = began + ordinal * 600, f"{thread_id}r{ordinal}"
            for offset, role in enumerate(("user", "assistant"), 1):
                seq = forked_at + 2 * ordinal + offset
                messages.append((f"{run_id}{role}", thread_id, seq, role, "settled", run_id, at))
            provider = _PROVIDERS[ordinal // 4 % 3]
            ids = f"{run_id}user", f"{run_id}assistant"
            runs.append((run_id, thread_id, ordinal, provider, "ask", "/", "finished", *ids, "completed", at))
    execute = uow._connection.exec_driver_sql
    names = "id, thread_id, seq, role, status, run_id, created_at, is_content"
    execute(f"INSERT INTO messages ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, 1)", messages)
    texts = [(row[0], json.dumps({"text": "Some words that nobody reads here. " * 8})) for row in messages]
    execute("INSERT INTO message_parts (message_id, ordinal, kind, data) VALUES (?, 0, 'text', ?)", texts)
    columns = "id, thread_id, ordinal, provider_id, mode, cwd, status, user_message_id, reply_message_id, outcome, started_at"
    execute(f"INSERT INTO runs ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", runs)
    for number in range(THREADS):
        if number % FAMILY:
            _merge(uow, ThreadId(f"t{number}"), ThreadId(f"t{number - 1}"))


def _merge(uow: UnitOfWork, child_id: ThreadId, parent_id: ThreadId) -> None:
    message_id, at = MessageId(f"merge of {child_id}"), uow.threads.get(child_id).updated_at
    seq = uow.threads.take_seq(parent_id)
    uow.messages.add(Message(message_id, parent_id, seq, Role.USER, (TextPart("Brought."),), kind=MessageKind.MERGE, created_at=at))
    uow.handoffs.add_transfer(
        TransferRecord(
            TransferId(message_id),
            TransferKind.MERGE,
            child_id,
            parent_id,
            Resolution.PORTABLE,
            at,
            source_seq=4 + 2 * ANSWERS,
            message_id=message_id,
        )
    )


class _Window:
    """The list of threads and the map beside it."""

    def __init__(self, app: QApplication, lineage: LineageMap) -> None:
        self._app = app
        self.lineage = lineage
        theme = Theme()
        book = ProviderBook(theme, default_providers())
        self.model = ThreadsModel(book.title)
        self.model.reset([lane.thread for lane in lineage.lanes])
        self._host = QWidget()
        line = QHBoxLayout(self._host)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        tree = ThreadsList(theme, book, self.model)
        tree.setFixedWidth(_SIDE)
        self.page = MapPage(theme, book)
        self.page.join(tree, self.model)
        line.addWidget(tree)
        line.addWidget(self.page, 1)
        self._host.resize(_WIDTH, _HEIGHT)
        self._host.show()
        self._settle()

    def open(self) -> float:
        """Return how long it takes from the answer of the service to the painted picture, in seconds."""
        self.page.show_loading()
        self._settle()
        return self._timed(lambda: self.page.show_lineage(self.lineage))

    def lay_out(self) -> float:
        """Return how long the geometry alone takes, in seconds."""
        rows = rows_of(self.model)
        began = time.perf_counter()
        MapLayout(Columns(self.lineage, time.time()), rows).visible(0, _HEIGHT // 32, 0, _WIDTH - _SIDE)
        return time.perf_counter() - began

    def scroll_down(self) -> list[float]:
        bar = self.page.view.verticalScrollBar()
        step = max(1, bar.maximum() // STEPS)
        return [self._timed(lambda at=at: bar.setValue(at * step)) for at in range(STEPS)]  # type: ignore[misc]

    def scroll_across(self) -> list[float]:
        """Over the whole width while the families of the middle are in sight."""
        self.page.view.verticalScrollBar().setValue(self.page.view.verticalScrollBar().maximum() // 2)
        bar = self.page.view.horizontalScrollBar()
        step = max(1, bar.maximum() // STEPS)
        return [self._timed(lambda at=at: bar.setValue(at * step)) for at in range(STEPS)]  # type: ignore[misc]

    def zoom(self) -> list[float]:
        took = [self._timed(lambda: self.page.view.step_zoom(-1)) for _ in range(7)]
        return [*took, self._timed(lambda: self.page.view.step_zoom(0))]

    def close(self) -> None:
        self._host.close()
        self._host.deleteLater()
        self._app.processEvents()

    def _timed(self, act: Callable[[], object]) -> float:
        began = time.perf_counter()
        act()
        self._settle()
        return time.perf_counter() - began

    def _settle(self) -> None:
        self._app.processEvents()
        self.page.view.viewport().repaint()


def _rows(read_s: float, lineage: LineageMap, window: _Window) -> list[Row]:
    beads = sum(len(lane.beads) for lane in lineage.lanes)
    note = f"{len(lineage.lanes)} threads, {beads:,} answers, {len(lineage.merges)} merges, median of {ROUNDS}"
    opened = median(window.open() for _ in range(ROUNDS))
    laid_out = median(window.lay_out() for _ in range(ROUNDS))
    down, across, zoomed = window.scroll_down(), window.scroll_across(), window.zoom()
    window.close()
    return [
        _row("open map of 500 threads", read_s + opened, OPEN_MS, f"{note}; of it reading {read_s * 1000:.0f} ms"),
        _row("map laid out", laid_out, LAYOUT_MS, note),
        _row("map scrolled down by a step", _p99(down), SCROLL_MS, f"p99 of {len(down)}, median {median(down) * 1000:.1f} ms"),
        _row(
            "map scrolled across by a step", _p99(across), SCROLL_MS, f"p99 of {len(across)}, median {median(across) * 1000:.1f} ms"
        ),
        _row("map zoomed by a step", max(zoomed), None, f"most of {len(zoomed)}"),
    ]


def _p99(values: list[float]) -> float:
    return quantiles(values, n=100)[-1]


def _row(name: str, seconds: float, target_ms: float | None, note: str) -> Row:
    measured = seconds * 1000
    if target_ms is None:
        return Row(name, f"{measured:.1f} ms", "", None, note)
    return Row(name, f"{measured:.1f} ms", f"<= {target_ms:.0f} ms", measured <= target_ms, note)
