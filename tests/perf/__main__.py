# SPDX-License-Identifier: MIT
"""Runs all measurements: ``python -m tests.perf``. Each ``bench_*.py`` beside this file has ``run(session) -> rows``.

Each runs in a process of its own, since one measures memory and all measure time, which what others left behind would change.
A miss is marked and is no failure: machines differ. A crash is one.
"""

# ruff: noqa: E402 - the host is masked before anything of Qt is imported
from __future__ import annotations

from tests.support import host

HOME = host.mask()

import asyncio
import importlib
import inspect
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.perf.rows import Row

HERE = Path(__file__).resolve().parent
REPORT = HERE.parents[1] / "build" / "bench.json"
APART = "--apart"
MARKS = {True: "ok", False: "MISS", None: "-"}


def main(arguments: list[str]) -> int:
    """Measure everything, or only the benches whose names contain an argument."""
    session = os.environ.get("ONESIST_BENCH_SESSION") or None
    rows: list[Row] = []
    crashed: list[str] = []
    for file in sorted(HERE.glob("bench_*.py")):
        if arguments and not any(wanted in file.stem for wanted in arguments):
            continue
        sys.stderr.write(f"-- {file.stem}\n")
        measured = measure_apart(file.stem, session)
        if measured is None:
            crashed.append(file.stem)
        else:
            rows += measured
    sys.stdout.write(table(rows) + "\n")
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    machine = {"python": platform.python_version(), "system": platform.platform(), "processors": os.cpu_count()}
    report = {"machine": machine, "rows": [asdict(row) for row in rows], "crashed": crashed}
    REPORT.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    misses = sum(row.ok is False for row in rows)
    names = f": {', '.join(crashed)}" if crashed else ""
    sys.stdout.write(f"\n{len(rows)} measured, {misses} missed, {len(crashed)} crashed{names}\n")
    return 1 if crashed else 0


def measure_apart(name: str, session: str | None) -> list[Row] | None:
    """Measure one bench in a process of its own; None when that crashed, which says why on stderr."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "rows.json"
        command = [sys.executable, "-m", "tests.perf", APART, name, session or "", str(answer)]
        if subprocess.run(command, cwd=HERE.parents[1], check=False).returncode != 0:
            return None
        return [Row(**row) for row in json.loads(answer.read_text(encoding="utf-8"))]


def measure_here(name: str, session: str, answer: str) -> int:
    """Measure one bench and leave its rows in a file."""
    rows = measure(importlib.import_module(f"tests.perf.{name}").run(session or None))
    Path(answer).write_text(json.dumps([asdict(row) for row in rows]), encoding="utf-8")
    return 0


def measure(result: Any) -> list[Row]:
    """Take a bench's rows; a coroutine is run on a loop of its own."""
    if inspect.iscoroutine(result):
        result = asyncio.run(result)
    assert isinstance(result, Iterable)
    return list(result)


def table(rows: list[Row]) -> str:
    """Lay the rows out in columns."""
    cells = [("what", "measured", "target", "", "note")]
    cells += [(row.name, str(row.measured), str(row.target), MARKS[row.ok], row.note) for row in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(5)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells)


if __name__ == "__main__":
    try:
        code = measure_here(*sys.argv[2:]) if sys.argv[1:2] == [APART] else main(sys.argv[1:])
    finally:
        host.unmask(HOME)
    sys.exit(code)
