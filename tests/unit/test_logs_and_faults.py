# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
from pathlib import Path

import pytest

from onesist_desktop.core.redaction import Redactor
from onesist_desktop.faults import FaultReporter
from onesist_desktop.logs import close_log, open_log

KEY = "sk-canary-0123456789abcdef"


def test_no_key_and_no_home_folder_stands_in_the_log(tmp_path: Path, expect_warnings: list[logging.LogRecord]) -> None:
    redactor = Redactor(b"k" * 32)
    handler = open_log(tmp_path / "logs", redactor.mask)
    try:
        redactor.set_own_keys([KEY])
        log = logging.getLogger("onesist_desktop.test")
        log.info("a request with %s", KEY)
        try:
            raise ValueError(f"refused: {KEY} in {Path.home()}/project")
        except ValueError:
            log.exception("failed with %s", KEY)
    finally:
        close_log(handler)
    text = (tmp_path / "logs" / "onesist.log").read_text()
    assert KEY not in text
    assert str(Path.home()) not in text
    assert text.count("[secret:") == 3
    assert "~/project" in text
    assert len(expect_warnings) == 1


def test_every_kind_of_fault_ends_in_the_reporter(expect_warnings: list[logging.LogRecord]) -> None:
    faults, told = FaultReporter(), []
    faults.tell = told.append
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    with faults.hooked():
        sys.excepthook(ValueError, ValueError("slot"), None)
        thread = threading.Thread(target=_raise)
        thread.start()
        thread.join()
        _Unraisable()
        gc.collect()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
    assert told == ["a slot", "a thread", "a destructor"]
    assert len(expect_warnings) == 3


async def test_what_the_loop_reports_is_a_fault_too(expect_warnings: list[logging.LogRecord]) -> None:
    faults, told = FaultReporter(), []
    faults.tell = told.append
    faults.on_loop(asyncio.get_running_loop(), {"message": "callback failed", "exception": ValueError("x")})
    faults.on_loop(asyncio.get_running_loop(), {"message": "something odd"})
    assert told == ["callback failed"]
    assert len(expect_warnings) == 2


async def test_a_fault_on_another_thread_is_told_on_the_loops_thread(expect_warnings: list[logging.LogRecord]) -> None:
    faults, told = FaultReporter(), asyncio.Event()
    threads: list[threading.Thread] = []

    def tell(_where: str) -> None:
        threads.append(threading.current_thread())
        told.set()

    faults.tell, faults.loop = tell, asyncio.get_running_loop()
    with faults.hooked():
        thread = threading.Thread(target=_raise)
        thread.start()
        thread.join()
    await told.wait()
    assert threads == [threading.current_thread()]
    assert len(expect_warnings) == 1


def test_a_fault_after_the_loop_ended_is_logged_alone(expect_warnings: list[logging.LogRecord]) -> None:
    faults, told = FaultReporter(), []
    loop = asyncio.new_event_loop()
    faults.tell, faults.loop = told.append, loop
    loop.close()
    faults.report(ValueError("late"), "a thread")
    assert told == []
    assert len(expect_warnings) == 1


def _raise() -> None:
    raise ValueError("in a thread")


class _Unraisable:
    def __del__(self) -> None:
        raise ValueError("in a destructor")


@pytest.fixture(autouse=True)
def _no_pytest_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pytest's own collection of these faults out of the way: here they are wanted."""
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
