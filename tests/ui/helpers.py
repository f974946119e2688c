# SPDX-License-Identifier: MIT
"""Waiting and finding, for tests that drive the window."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from onesist_desktop.services.views import ProjectView
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import PROJECT, FakeServices

T = TypeVar("T", bound=QObject)


async def until(predicate: Callable[[], object], limit_s: float = 5.0) -> None:
    """Let the loop turn until something is true. Qt's own waiting would nest event loops, which asyncio forbids."""
    async with asyncio.timeout(limit_s):
        while not predicate():
            await asyncio.sleep(0.005)


async def turns(count: int = 5) -> None:
    """Let the loop turn a few times, to see that something does not happen."""
    for _ in range(count):
        await asyncio.sleep(0.002)


@asynccontextmanager
async def opened(services: FakeServices, theme: Theme, project: ProjectView | None = PROJECT) -> AsyncIterator[MainWindow]:
    """Open the window, and end it as bootstrap does."""
    app_services = services.app_services()
    window = MainWindow(app_services, start_project=project, theme=theme)
    window.resize(1200, 800)
    window.show()
    try:
        if project is not None:
            await until(lambda: services.called("list_threads") and not app_services.supervisor.running)
        yield window
    finally:
        window.working.clear()
        window.close()
        await app_services.supervisor.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert services.faults == []


def find(parent: QWidget, name: str, kind: type[T] = QWidget) -> T:  # type: ignore[assignment]
    """Return the one shown or hidden child of that name."""
    found = [child for child in parent.findChildren(kind, name) if child.objectName() == name]
    assert found, f"no {kind.__name__} {name!r}"
    return found[-1]


def shown(parent: QWidget, name: str) -> list[QWidget]:
    """Return the visible children of that name."""
    return [child for child in parent.findChildren(QWidget, name) if child.isVisible()]


def label(parent: QWidget, name: str) -> str:
    """Return what a label says."""
    return find(parent, name, QLabel).text()
