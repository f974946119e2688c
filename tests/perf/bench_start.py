# SPDX-License-Identifier: MIT
"""From starting the process to a window that can be used: row P8 of the targets.

The disk is warm and the database holds a project with a thread of 1,000 messages, which is what the window opens with. Usable
means: shown, painted, the thread's messages there, and the composer ready to send.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from onesist_desktop.bootstrap import start_app
from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import app_paths
from tests.perf.long_thread import write_history
from tests.perf.rows import Row

ROOT = Path(__file__).resolve().parents[2]
STARTS = 9
LIMIT_S = 1.2
MESSAGES = 1_000
HEAVY = ("pydantic_ai", "pydantic", "mcp", "acp", "alembic", "openai", "anthropic", "keyring", "httpx", "httpx2")


def run(session_path: str | None = None) -> list[Row]:
    """Start the app several times, each in a process of its own."""
    del session_path
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        base = Path(folder).resolve()
        project = base / "Toko Kita"
        project.mkdir()
        environ = {**os.environ, "ONESIST_DB_PATH": str(base / "data" / "onesist.db"), "QT_QPA_PLATFORM": "offscreen"}
        asyncio.run(_prepare(environ, str(project)))
        # The first one compiles what isn't compiled yet, and warms the disk.
        _start(environ)
        starts = [_start(environ) for _ in range(STARTS)]
    bare = [_bare_start(environ) for _ in range(3)]
    ready = median(start.ready_s for start in starts)
    heavy = sorted({name for start in starts for name in start.loaded if name in HEAVY})
    return [
        Row(
            "P8 start to a usable window, median",
            f"{ready:.2f} s",
            f"<= {LIMIT_S:g} s",
            ready <= LIMIT_S,
            f"{STARTS} starts: {min(s.ready_s for s in starts):.2f} to {max(s.ready_s for s in starts):.2f} s; "
            f"window shown after {median(s.shown_s for s in starts):.2f} s; Python with Qt alone takes {median(bare):.2f} s",
        ),
        Row("P8 heavy modules loaded by then", ", ".join(heavy) or "none", "none", not heavy, f"looked for: {', '.join(HEAVY)}"),
    ]


@dataclass(frozen=True, slots=True)
class Start:
    """One start, in seconds since the process was asked for."""

    shown_s: float
    ready_s: float
    loaded: tuple[str, ...]


async def _prepare(environ: dict[str, str], folder: str) -> None:
    """Be the first start: make the database, a project, and a thread that was worked in."""
    faults = FaultReporter()
    app = await start_app(app_paths(environ), environ, faults.report)
    try:
        project = await app.services.projects.open_folder(folder)
        thread = await app.services.threads.create(project.id, "A long talk")
        provider = ProviderId("practice-model")
        await app.context.database.run(lambda uow: write_history(uow, thread.id, provider, folder, MESSAGES))
        await app.services.turns.send(thread.id, "What do you know?", RunOptions(provider))
        running = app.turns._live.get(thread.id)
        assert running is not None
        await running.task
    finally:
        await app.close()


def _start(environ: dict[str, str]) -> Start:
    asked = time.monotonic()
    # The clock is the machine's, so that of the other process reads the same.
    argv = [sys.executable, "-m", "tests.perf.start_child"]
    done = subprocess.run(argv, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 0 or not done.stdout:
        raise RuntimeError(f"the app ended with {done.returncode}: {done.stderr[-2000:]}")
    told = json.loads(done.stdout.splitlines()[-1])
    return Start(told["shown"] - asked, told["ready"] - asked, tuple(told["loaded"]))


def _bare_start(environ: dict[str, str]) -> float:
    """Return how long it takes until Python shows an empty window: nobody can be quicker."""
    script = "from PySide6.QtWidgets import QApplication, QWidget; a = QApplication([]); w = QWidget(); w.show(); w.repaint()"
    asked = time.monotonic()
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environ, capture_output=True, check=True, timeout=120)
    return time.monotonic() - asked


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
