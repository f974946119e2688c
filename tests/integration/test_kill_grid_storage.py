# SPDX-License-Identifier: MIT
"""The kill grid: the disk gets full, or another process locks the database, before and after each step of a run."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from onesist_desktop.storage import engine
from tests.integration.full_disk import Filler, small_disk
from tests.integration.grid_app import ROWS, Row, place_of, show, through_all_points
from tests.integration.kill_rig import Place

pytestmark = [pytest.mark.timeout(300), pytest.mark.real_agent, pytest.mark.usefixtures("expect_warnings")]

LOCKER = """
import sqlite3, sys
for _ in sys.stdin:
    connection = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    print("locked", flush=True)
    sys.stdin.readline()
    connection.execute("ROLLBACK")
    connection.close()
    print("free", flush=True)
"""


@contextlib.contextmanager
def data_on_a_small_disk(row: Row, folder: Path) -> Iterator[Place]:
    with place_of(row, folder) as place:
        settings = (place.data / "settings.json").read_bytes()
        with small_disk(place.data):
            (place.data / "settings.json").write_bytes(settings)
            yield place


class Locker:
    """Another process that locks the database."""

    def __init__(self, database: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", LOCKER, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ}
        )
        self._must_hear = 0

    def lock(self) -> None:
        self._say()
        if threading.current_thread() is threading.main_thread():
            self._hear()

    def free(self) -> None:
        self._hear()
        self._say()
        self._hear()

    def end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _say(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"now\n")
        self._process.stdin.flush()
        self._must_hear += 1

    def _hear(self) -> None:
        # Within a transaction of ours it gets the lock only after the commit, so the answer is read later.
        assert self._process.stdout is not None
        while self._must_hear:
            assert self._process.stdout.readline()
            self._must_hear -= 1


@pytest.mark.parametrize("name", ROWS)
async def test_disk_full(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    with data_on_a_small_disk(ROWS[name], tmp_path) as place:
        filler = Filler(place.data)
        survived = await through_all_points(ROWS[name], place, filler.fill, filler.empty)
    show(capsys, "disk full", name, survived)


@pytest.mark.parametrize("name", ROWS)
async def test_database_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(engine, "BUSY_TIMEOUT_S", 0.1)
    with place_of(ROWS[name], tmp_path) as place:
        locker = Locker(place.data / "onesist.db")
        try:
            survived = await through_all_points(ROWS[name], place, locker.lock, locker.free)
        finally:
            locker.end()
    show(capsys, "locked", name, survived)
