# SPDX-License-Identifier: MIT
"""Prints the contract of all answerers as one grid at the end of a test run, and writes it to ``build/contract.md``.

The tests of the contract record rows as properties of their reports, so that it also works with several processes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

NAME = "contract answerer"
ROW = "contract row"
OUT = Path(__file__).parents[2] / "build" / "contract.md"


def grid_of(reports: list[pytest.TestReport]) -> dict[str, dict[str, str]]:
    """Return the marks by row and answerer."""
    grid: dict[str, dict[str, str]] = {}
    for report in reports:
        name = next((str(value) for key, value in report.user_properties if key == NAME), None)
        for key, value in report.user_properties:
            if name is not None and key == ROW and isinstance(value, tuple | list):
                grid.setdefault(str(value[0]), {})[name] = str(value[1])
    return grid


def table_of(grid: dict[str, dict[str, str]]) -> str:
    """Return a grid as a table."""
    names = sorted({name for marks in grid.values() for name in marks})
    width = max(len(title) for title in grid)
    lines = [
        f"| {' ' * width} | {' | '.join(names)} |",
        f"|{'-' * (width + 2)}|{'|'.join('-' * (len(name) + 2) for name in names)}|",
    ]
    for title, marks in grid.items():
        cells = [marks.get(name, "").ljust(len(name)) for name in names]
        lines.append(f"| {title:{width}} | {' | '.join(cells)} |")
    return "\n".join(lines)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the grid, if the contract was run."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind) if report.when == "call"]
    grid = grid_of(reports)
    if not grid:
        return
    table = table_of(grid)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(f"{table}\n", encoding="utf-8")
    terminalreporter.section("the contract: yes, fallback, no")
    terminalreporter.write_line(table)
