# SPDX-License-Identifier: MIT
"""What must not outlive a test: processes, threads, windows, timers, environment changes, and refused connections."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import psutil
import pytest

from onesist_desktop.process.tree import MARK_VARIABLE
from tests.support.logs import COLLECTOR
from tests.support.network_guard import NetworkGuard

GRACE_S = 2.0

GUARD = pytest.StashKey[NetworkGuard]()
BEFORE = pytest.StashKey["Snapshot"]()
FROZEN = pytest.StashKey[bool]()


@dataclass
class Snapshot:
    """What was there before the test."""

    environment: dict[str, str]
    children_started: int
    pids: set[int] = field(default_factory=set)
    threads: set[threading.Thread] = field(default_factory=set)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Remember what was there before."""
    freeze_once(item)
    if uses_qt(item):
        # From here to the end of the last fixture: a thread of the fake server or of xdist must never delete a QObject.
        gc.disable()
    guard = item.config.stash[GUARD]
    guard.refused.clear()
    item.stash[BEFORE] = Snapshot(
        environment=dict(os.environ),
        children_started=guard.children_started,
        pids={process.pid for process in psutil.Process().children(recursive=True)},
        threads=set(threading.enumerate()),
    )
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Compare once all fixtures of the test are gone."""
    result = yield
    before = item.stash[BEFORE]
    guard = item.config.stash[GUARD]
    collector = item.stash[COLLECTOR]
    faults = [*(qt_left() if uses_qt(item) else ()), *threads_left(before.threads), *environment_changes(before.environment)]
    if guard.children_started != before.children_started:
        faults += processes_left(before.pids)
    faults += [f"connection refused by the guard: {what}" for what in guard.refused]
    if not collector.are_expected:
        faults += [f"logged warning: {text}" for text in collector.texts()]
    _reset_keyring()
    if uses_qt(item):
        gc.collect()
        gc.enable()
    if faults:
        pytest.fail("left over or seen by the guards:\n  " + "\n  ".join(faults), pytrace=False)
    return result


def uses_qt(item: pytest.Item) -> bool:
    """Whether a test had the application. Looking for what it left means looking at every object that there is."""
    return "qapp" in getattr(item, "fixturenames", ())


def freeze_once(item: pytest.Item) -> None:
    """Take what is there before the first Qt test out of every later look: modules and their constants, which never go."""
    if uses_qt(item) and not item.config.stash.get(FROZEN, False):
        item.config.stash[FROZEN] = True
        gc.collect()
        gc.freeze()


def processes_left(before: set[int]) -> list[str]:
    """Find, describe and kill children that the test started, also those that left the tree but carry our mark and home."""
    found = {process.pid: process for process in psutil.Process().children(recursive=True)}
    for process in psutil.process_iter():
        try:
            environment = process.environ()
            if environment.get(MARK_VARIABLE) and environment.get("HOME") == os.environ["HOME"]:
                found[process.pid] = process
        except (psutil.Error, OSError):
            continue
    running = [process for pid, process in found.items() if pid not in before | {os.getpid()} and _runs(process)]
    _, alive = psutil.wait_procs(running, timeout=GRACE_S)
    faults = []
    for process in alive:
        try:
            if _runs(process):
                faults.append(f"process {process.pid}: {' '.join(process.cmdline())[:200]}")
                process.kill()
        except psutil.Error:
            continue
    return faults


def threads_left(before: set[threading.Thread]) -> list[str]:
    """Find threads that would keep the application from ending."""
    deadline = time.monotonic() + GRACE_S
    faults = []
    for thread in set(threading.enumerate()) - before:
        if not thread.daemon:
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                faults.append(f"thread {thread.name}")
    return faults


def environment_changes(before: dict[str, str]) -> list[str]:
    """Find changed variables, and put them back."""
    # pytest writes this one itself.
    now = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    before = {name: value for name, value in before.items() if name != "PYTEST_CURRENT_TEST"}
    if now == before:
        return []
    changed = sorted(name for name in now.keys() | before.keys() if now.get(name) != before.get(name))
    for name in changed:
        if name in before:
            os.environ[name] = before[name]
        else:
            del os.environ[name]
    return [f"environment variable {name}" for name in changed]


def qt_left() -> list[str]:
    """Find shown windows and running timers and threads of Qt, and end them."""
    if "PySide6.QtWidgets" not in sys.modules:
        return []
    from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
    from PySide6.QtWidgets import QApplication
    from shiboken6 import isValid

    application = QCoreApplication.instance()
    if not isinstance(application, QApplication):
        return []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    faults = []
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible():
            faults.append(f"window {type(widget).__name__} {widget.objectName()!r}")
            widget.hide()
            widget.deleteLater()
    for found in gc.get_objects():
        if not isinstance(found, QTimer | QThread) or not isValid(found):
            continue
        if isinstance(found, QTimer):
            if found.isActive():
                faults.append(f"QTimer {found.objectName()!r} of {type(found.parent()).__name__}")
                found.stop()
        elif found.isRunning() and found is not QThread.currentThread() and found is not application.thread():
            faults.append(f"QThread {type(found).__name__} {found.objectName()!r}")
    return faults


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _reset_keyring() -> None:
    if "keyring" in sys.modules:
        import keyring

        from tests.support.memory_keyring import MemoryKeyring

        keyring.set_keyring(MemoryKeyring())
