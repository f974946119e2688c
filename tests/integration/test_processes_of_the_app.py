# SPDX-License-Identifier: MIT
"""The app as its own process: started twice, ended by a signal, and refused by a database that it must not touch."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import app_paths
from onesist_desktop.storage.database import Database
from onesist_desktop.ui.single_instance import LOCK_NAME
from onesist_desktop.window import EXIT_CANNOT_START, Opened, WindowStart, live
from tests.integration.window_rig import until


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "ONESIST_DB_PATH": str(folder / "data" / "onesist.db"), "QT_QPA_PLATFORM": "offscreen"}


async def start(folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "onesist_desktop", *arguments,
        env=environment(folder), cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


async def test_a_second_start_hands_over_to_the_first_and_a_signal_ends_it_in_order(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    first = await start(tmp_path, str(project))
    await until(lambda: _opened(tmp_path) == 1, "the first window")
    assert _projects(tmp_path / "data" / "onesist.db") == 1
    second = await start(tmp_path)
    output, _ = await asyncio.wait_for(second.communicate(), 30)
    assert (second.returncode, output) == (0, b"")
    assert first.returncode is None
    children = psutil.Process(first.pid).children(recursive=True)
    first.send_signal(signal.SIGTERM)
    output, _ = await asyncio.wait_for(first.communicate(), 30)
    assert first.returncode == 0
    # What the offscreen platform says when the second start raised the window.
    assert output.decode().splitlines() == ["This plugin does not support raise()"]
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    assert not (tmp_path / "data" / LOCK_NAME).exists()


async def test_a_start_after_a_crash_takes_the_folder_again(tmp_path: Path) -> None:
    first = await start(tmp_path)
    await until(lambda: _opened(tmp_path) == 1, "the first window")
    first.kill()
    await first.wait()
    assert (tmp_path / "data" / LOCK_NAME).exists()
    again = await start(tmp_path, str(tmp_path))
    await until(lambda: _opened(tmp_path) == 2, "the window after the crash")
    again.send_signal(signal.SIGINT)
    await asyncio.wait_for(again.communicate(), 30)
    assert again.returncode == 0


async def test_a_relative_database_path_is_refused_in_one_line(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "onesist_desktop",
        env={**environment(tmp_path), "ONESIST_DB_PATH": "here.db"}, cwd=tmp_path, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, errors = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == EXIT_CANNOT_START
    assert errors.decode() == "Onesist can't start: ONESIST_DB_PATH must be an absolute path, but is 'here.db'\n"


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["--help"], 2), (["a", "b"], 2)])
async def test_the_command_line(tmp_path: Path, arguments: list[str], code: int) -> None:
    process = await start(tmp_path, *arguments)
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == code
    assert output.startswith(b"onesist-desktop 0." if code == 0 else b"usage: onesist-desktop")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("kind", ["newer", "damaged"])
async def test_a_database_that_must_not_be_touched_is_said_and_left_alone(
    qapp: QApplication, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data" / "onesist.db"
    path.parent.mkdir()
    if kind == "newer":
        database = Database(path)
        await database.open()
        await database.close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
    else:
        path.write_bytes(b"not a database at all, however long one looks at it" * 50)
    before = path.read_bytes()
    start = WindowStart(qapp, app_paths(environment(tmp_path)), environment(tmp_path), FaultReporter())

    qapp.setQuitOnLastWindowClosed(False)

    async def read_and_close() -> None:
        await until(lambda: _boxes(qapp), "the message")
        box = _boxes(qapp)[0]
        assert "can't open its database" in box.text()
        assert "Nothing was changed" in box.text()
        box.buttons()[0].click()

    async with asyncio.TaskGroup() as group:
        code = group.create_task(live(start))
        group.create_task(read_and_close())
    assert code.result() == EXIT_CANNOT_START
    assert path.read_bytes() == before
    assert "can't start" in capsys.readouterr().err


async def test_a_folder_that_can_not_be_opened_is_said_in_the_window(qapp: QApplication, tmp_path: Path) -> None:
    missing = tmp_path / "no such folder"
    said: list[str] = []

    async def look(opened: Opened) -> None:
        await until(lambda: bool(opened.window.start_page._error.text()), "the message")
        said.append(opened.window.start_page._error.text())
        assert opened.window.project is None

    (tmp_path / "data").mkdir()
    full = environment(tmp_path)
    assert await live(WindowStart(qapp, app_paths(full), full, FaultReporter(), str(missing), look)) == 0
    assert str(missing) in said[0]


def _boxes(qapp: QApplication) -> list[QMessageBox]:
    return [widget for widget in qapp.topLevelWidgets() if isinstance(widget, QMessageBox) and widget.isVisible()]


def _projects(path: Path) -> int:
    """Count the projects of a database that another process has open; -1 as long as there is none."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM projects").fetchone()[0])
    except sqlite3.Error:
        return -1


def _opened(folder: Path) -> int:
    """Count how often a window was opened on this folder."""
    log = folder / "data" / "logs" / "onesist.log"
    return log.read_text().count(" is open, ") if log.exists() else 0
