# SPDX-License-Identifier: MIT
"""The guards guard: a small run of pytest over tests that each do one thing that is not allowed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

BAD = """
import asyncio, logging, os, socket, subprocess, sys, threading
import pytest

async def test_task():
    asyncio.get_running_loop().create_task(asyncio.Event().wait(), name="forgotten")

async def test_loop_fault():
    asyncio.get_running_loop().call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)

async def test_failing_coroutine():
    await asyncio.sleep(0)
    assert 1 == 2

def test_process():
    test_process.held = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])

def test_thread():
    test_thread.go = threading.Event()
    threading.Thread(target=test_thread.go.wait, args=(6,), name="forgotten").start()

def test_thread_ends():
    test_thread.go.set()

def test_connect():
    try:
        with socket.socket() as opened:
            opened.connect(("192.0.2.1", 80))
    except OSError:
        pass

def test_look_up():
    try:
        socket.getaddrinfo("host.invalid", 80)
    except OSError:
        pass

def test_log():
    logging.getLogger("onesist_desktop.somewhere").warning("careful")

def test_environment():
    os.environ["SOMETHING"] = "1"

def test_warning():
    import warnings
    warnings.warn("old", DeprecationWarning)

def test_window(qapp):
    from PySide6.QtWidgets import QWidget
    test_window.held = QWidget()
    test_window.held.setObjectName("forgotten")
    test_window.held.show()

def test_timer(qapp):
    from PySide6.QtCore import QTimer
    test_timer.held = QTimer(objectName="forgotten")
    test_timer.held.start(1000)

def test_qt_thread(qapp):
    from PySide6.QtCore import QThread
    test_qt_thread.held = QThread(objectName="forgotten")
    test_qt_thread.held.start()

def test_qt_thread_ends():
    test_qt_thread.held.quit()
    test_qt_thread.held.wait()

async def test_qt_task(qapp):
    asyncio.get_running_loop().create_task(asyncio.Event().wait(), name="forgotten")
"""

FAULTS = {
    "test_task": "tasks left running: forgotten",
    "test_loop_fault": "ZeroDivisionError",
    "test_failing_coroutine": "assert 1 == 2",
    "test_process": "time.sleep(600)",
    "test_thread": "thread forgotten",
    "test_connect": "connection refused by the guard: socket.connect to 192.0.2.1",
    "test_look_up": "look-up of 'host.invalid'",
    "test_log": "logged warning: onesist_desktop.somewhere: careful",
    "test_environment": "environment variable SOMETHING",
    "test_warning": "DeprecationWarning: old",
    "test_window": "window QWidget 'forgotten'",
    "test_timer": "QTimer 'forgotten'",
    "test_qt_thread": "QThread QThread 'forgotten'",
    "test_qt_task": "tasks left running: forgotten",
}

GOOD = """
import asyncio, os, socket, sys, threading
from pathlib import Path
import keyring, pytest
from hypothesis import given, settings, strategies as st

async def test_plain_loop():
    assert type(asyncio.get_running_loop()).__module__.startswith("asyncio")

async def test_qt_loop(qapp):
    import qasync
    assert isinstance(asyncio.get_running_loop(), qasync.QEventLoop)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(1)", stdout=-1)
    assert (await process.communicate())[0].strip() == b"1"
    assert await asyncio.to_thread(lambda: 5) == 5

async def test_window(qtbot):
    from PySide6.QtWidgets import QWidget
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    await asyncio.sleep(0)
    assert widget.isVisible()

@given(st.integers())
@settings(max_examples=5)
async def test_hypothesis(number):
    await asyncio.sleep(0)
    assert isinstance(number, int)

@pytest.fixture
def loop_of_fixture(runner):
    async def get():
        return asyncio.get_running_loop()
    return runner.run(get())

async def test_runner(loop_of_fixture):
    assert asyncio.get_running_loop() is loop_of_fixture

@pytest.mark.parametrize("value", [1, 2])
async def test_parameters(value, tmp_path):
    assert value and tmp_path.is_dir()

async def test_cancelled_late():
    task = asyncio.get_running_loop().create_task(asyncio.Event().wait())
    await asyncio.sleep(0)
    task.cancel()

async def test_loopback():
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection("localhost", server.sockets[0].getsockname()[1])
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()

def test_expected_warning(expect_warnings):
    import logging
    logging.getLogger("onesist_desktop.x").warning("careful")
    assert [record.getMessage() for record in expect_warnings] == ["careful"]

def test_keyring_is_in_memory():
    keyring.set_password("service", "name", "secret")
    assert type(keyring.get_keyring()).__name__ == "MemoryKeyring"

def test_keyring_is_new_for_each_test():
    assert keyring.get_password("service", "name") is None

def test_host_is_masked(home):
    assert Path.home() == home
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
    assert not [name for name in os.environ if "CANARY" in name]
    assert "DISPLAY" not in os.environ
    assert os.environ["XDG_CONFIG_HOME"].startswith(str(home))
"""


OPTIONS = (
    *("-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)),
    *("-o", "addopts=", "-p", "no:cacheprovider", "--import-mode=importlib", "-rfE", "--tb=short", "--no-cov"),
)


def run(folder: Path, text: str) -> str:
    file = folder / "test_small.py"
    file.write_text(text)
    canaries = {"CANARY_API_KEY": "x", "ANTHROPIC_CANARY": "x", "GIT_CANARY": "x", "DISPLAY": ":99"}
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, str(file)],
        cwd=ROOT,
        env={**os.environ, **canaries},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return result.stdout + result.stderr


@pytest.fixture(scope="module")
def bad_run(tmp_path_factory: pytest.TempPathFactory) -> str:
    return run(tmp_path_factory.mktemp("bad"), BAD)


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_fails_its_test_and_is_named(bad_run: str, name: str) -> None:
    summary = bad_run[bad_run.index("short test summary") :]
    assert f"::{name} " in summary.replace("\n", " "), bad_run
    assert FAULTS[name] in bad_run


def test_the_tests_after_a_fault_are_not_hit_by_it(bad_run: str) -> None:
    summary = bad_run[bad_run.index("short test summary") :]
    assert "::test_thread_ends" not in summary
    assert "::test_qt_thread_ends" not in summary


def test_what_is_allowed_passes(tmp_path: Path) -> None:
    output = run(tmp_path, GOOD)
    assert " failed" not in output, output
    assert " error" not in output, output
    assert "13 passed" in output, output
