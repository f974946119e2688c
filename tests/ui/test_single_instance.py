# SPDX-License-Identifier: MIT
"""Two real processes on one data folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.single_instance import RAISE, SingleInstance, Start, socket_name

OTHER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from onesist_desktop.ui.single_instance import SingleInstance
app = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
print(instance.start(wait_s=float(sys.argv[2])).name, flush=True)
if sys.argv[3] == "hold":
    instance.raise_wanted.connect(lambda: (print("RAISED", flush=True), app.quit()))
    app.exec()
    instance.release()
elif sys.argv[3] == "crash":
    import os
    os._exit(9)
"""


def other(folder: Path, then: str, wait_s: float = 5.0) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.Popen(
        [sys.executable, "-c", OTHER, str(folder), str(wait_s), then], stdout=subprocess.PIPE, text=True, env=environment
    )


def test_a_second_start_raises_the_first_window(qtbot: QtBot, tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert first.start() is Start.FIRST
    with other(tmp_path, "end") as second:
        with qtbot.waitSignal(first.raise_wanted, timeout=10_000):
            pass
        assert second.communicate(timeout=10)[0].strip() == "TOLD"
    first.release()
    first.deleteLater()


def test_the_second_process_finds_the_first_one_in_another_process(qtbot: QtBot, tmp_path: Path) -> None:
    with other(tmp_path, "hold") as first:
        assert first.stdout is not None
        assert first.stdout.readline().strip() == "FIRST"
        second = SingleInstance(tmp_path)
        assert second.start() is Start.TOLD
        assert first.communicate(timeout=10)[0].strip() == "RAISED"
        assert second.start() is Start.FIRST
        second.release()
        second.deleteLater()


def test_a_lock_that_a_crash_left_is_taken_over(qtbot: QtBot, tmp_path: Path) -> None:
    with other(tmp_path, "crash") as crashed:
        assert crashed.communicate(timeout=10)[0].strip() == "FIRST"
    first = SingleInstance(tmp_path)
    assert first.start() is Start.FIRST
    with other(tmp_path, "end") as second:
        with qtbot.waitSignal(first.raise_wanted, timeout=10_000):
            pass
        assert second.communicate(timeout=10)[0].strip() == "TOLD"
    first.release()
    first.deleteLater()


def test_a_copy_that_does_not_answer_is_not_taken_for_dead(qtbot: QtBot, tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert first.start() is Start.FIRST
    # This process does not turn its loop meanwhile, so it can't answer.
    with other(tmp_path, "end", wait_s=0.3) as second:
        assert second.communicate(timeout=20)[0].strip() == "SILENT"
    first.release()
    first.deleteLater()


@pytest.mark.parametrize("data", [b"x" * 100_000, b"onesist 1 raise", b"\x00" * 40, b"GET / HTTP/1.1\r\n\r\n", RAISE + b"more"])
def test_hostile_data_is_dropped_and_the_next_start_still_works(qtbot: QtBot, tmp_path: Path, data: bytes) -> None:
    first = SingleInstance(tmp_path)
    assert first.start() is Start.FIRST
    raised: list[bool] = []
    first.raise_wanted.connect(lambda: raised.append(True))
    client = QLocalSocket()
    client.connectToServer(socket_name(tmp_path))
    assert client.waitForConnected(2000)
    client.write(data)
    client.flush()
    qtbot.waitUntil(lambda: client.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=5000)
    assert raised == []
    good = QLocalSocket()
    good.connectToServer(socket_name(tmp_path))
    assert good.waitForConnected(2000)
    good.write(RAISE)
    good.flush()
    qtbot.waitUntil(lambda: raised == [True])
    for sock in (client, good):
        sock.abort()
        sock.deleteLater()
    first.release()
    first.deleteLater()


def test_each_folder_has_its_own_socket(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert socket_name(tmp_path / "real") == socket_name(tmp_path / "link") != socket_name(tmp_path)
