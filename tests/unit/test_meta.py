# SPDX-License-Identifier: MIT
"""Checks of the project itself."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import checks
import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QApplication

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3000
HEAVY = {"pydantic_ai", "mcp", "acp", "openai", "anthropic", "google", "alembic"}
# Import-linter can't say "nobody but": who else is there changes with every new module.
ONE_USER = {
    "qasync": ("ui/async_bridge.py",),
    "pygments": ("ui/transcript/",),
    "platformdirs": ("paths.py",),
    "pydantic_ai": ("providers/wire/",),
    "google": ("providers/wire/",),
    "alembic": ("storage/",),
    "sqlalchemy": ("storage/",),
    "keyring": ("secrets/",),
    "psutil": ("process/", "agents/", "git/disks.py"),
    "watchdog": ("watch/",),
    # The icons' font comes from its files; importing it would cost a tenth of a second.
    "qtawesome": (),
    "qtpy": (),
}


class Emitter(QObject):
    flagged = Signal(bool)
    told = Signal(object)


class Silent(QAbstractListModel):
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> None:
        return None


class Watcher(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return False


def test_qt_keeps_the_counts_of_none_true_and_false(qapp: QApplication) -> None:
    # A version of PySide6 gave away one reference with each signal and each None that went to C++: on Python 3.11 the
    # process aborts after a few hundred. Nothing else in the project notices before it is too late.
    emitter, model, watcher = Emitter(), Silent(), Watcher()
    seen: list[object] = []
    emitter.flagged.connect(lambda value: None)
    emitter.told.connect(seen.append)
    emitter.installEventFilter(watcher)
    index = model.index(0)
    before = [sys.getrefcount(value) for value in (None, True, False)]
    for number in range(ROUNDS):
        emitter.flagged.emit(number % 2 == 0)
        emitter.told.emit(None)
        model.data(index, int(Qt.ItemDataRole.DisplayRole))
        model.itemData(index)
        QApplication.sendEvent(emitter, QEvent(QEvent.Type.User))
    seen.clear()
    after = [sys.getrefcount(value) for value in (None, True, False)]
    assert all(abs(now - then) < ROUNDS // 10 for now, then in zip(after, before, strict=True)), (before, after)


def test_the_import_contracts_hold() -> None:
    script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 broken" in result.stdout


def imports_of(file: Path) -> Iterator[str]:
    """Yield the top-level packages that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_packages_that_have_one_user_have_no_other() -> None:
    package = ROOT / "onesist_desktop"
    found = []
    for file in package.rglob("*.py"):
        name = file.relative_to(package).as_posix()
        found += [(name, used) for used in imports_of(file) if used in ONE_USER and not name.startswith(ONE_USER[used] or "-")]
        if "qtawesome" in file.read_text("utf-8"):
            assert name == "ui/theme/icons.py"
    assert found == []


def test_the_house_rules_hold() -> None:
    assert list(checks.house_rules(ROOT)) == []


def imported_by(modules: str) -> set[str]:
    """Import modules in a fresh process and return the names of the top-level modules that are loaded then."""
    script = f"import json, sys; import {modules}; print(json.dumps(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout))


def test_the_start_loads_nothing_heavy() -> None:
    assert imported_by("onesist_desktop.main, onesist_desktop.bootstrap") & HEAVY == set()


def test_processes_without_a_window_do_not_load_qt() -> None:
    assert imported_by("onesist_desktop.main, onesist_desktop.bootstrap") & {"PySide6", "shiboken6", "qasync"} == set()


@pytest.mark.parametrize(
    "module",
    [
        "core.handoff",
        "core.transition",
        "runtime.supervisor",
        "process.child",
        "ui.transcript.height_index",
        "ui.transcript.stream_buffer",
    ],
)
def test_the_lower_layers_stay_light(module: str) -> None:
    assert imported_by(f"onesist_desktop.{module}") & {*HEAVY, "sqlalchemy", "keyring", "PySide6", "pydantic"} == set()
