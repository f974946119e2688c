# SPDX-License-Identifier: MIT
"""The real app with its real window, driven as a person would: typing, picking, clicking."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from onesist_desktop.bootstrap import App
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import app_paths
from onesist_desktop.storage.records import HandoffRecord, RunRecord, SessionRecord
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.window import Opened, WindowStart, live

W = TypeVar("W", bound=QWidget)

LIMIT_S = 40.0
POLL_S = 0.01


async def until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S) -> None:
    """Let the loop turn until a condition holds."""
    try:
        async with asyncio.timeout(limit_s):
            while not condition():
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise AssertionError(f"waited {limit_s:g} s in vain for: {what}") from None


@dataclass
class Person:
    """Sits in front of the window."""

    app: App
    window: MainWindow
    data: Path
    faults: list[str] = field(default_factory=list)

    def choose(self, provider_id: str) -> None:
        """Pick who answers from the composer's menu."""
        picker = self.window.composer.provider_picker
        picker.open_menu()
        title = self.window.book.title(ProviderId(provider_id))
        action = next(action for action in picker.menu_of_choices.actions() if action.text().startswith(title))
        action.trigger()
        picker.menu_of_choices.close()
        assert self.window.composer.options is not None
        assert self.window.composer.options.provider_id == provider_id

    def write(self, text: str) -> None:
        """Type into the composer."""
        edit = self.window.composer.edit
        edit.setFocus()
        QTest.keyClicks(edit, text)

    def press_enter(self) -> None:
        QTest.keyClick(self.window.composer.edit, Qt.Key.Key_Return)

    async def send(self, text: str, provider_id: str | None = None) -> None:
        """Write, pick, press Enter, and wait until the text was taken."""
        if provider_id is not None:
            self.choose(provider_id)
        self.write(text)
        self.press_enter()
        await until(lambda: not self.window.composer.text, f"{text!r} to be stored")

    async def ask(self, text: str, provider_id: str | None = None) -> RunRecord:
        """Send, and wait until the run has ended and the window shows that."""
        await self.send(text, provider_id)
        return await self.answered()

    async def answered(self) -> RunRecord:
        await until(lambda: not self.is_working, "the answer")
        return (await self.runs())[-1]

    @property
    def is_working(self) -> bool:
        return bool(self.app.turns._live.all()) or bool(self.window.working)

    def find(self, kind: type[W], name: str) -> list[W]:
        """Return the visible widgets of that name, in the order in which they were made."""
        return [widget for widget in self.window.findChildren(kind, name) if widget.isVisible()]

    def click(self, name: str, index: int = -1) -> None:
        """Click a button by its object name."""
        buttons = self.find(QAbstractButton, name)
        assert buttons, f"no visible button {name}"
        QTest.mouseClick(buttons[index], Qt.MouseButton.LeftButton)

    def click_option(self, option: str) -> None:
        """Answer what the agent waits on."""
        names = [button.objectName() for button in self.window.findChildren(QAbstractButton) if button.isVisible()]
        self.click(next(name for name in names if name.startswith(f"option_{option}")))

    def texts(self, name: str) -> list[str]:
        """Return what the visible labels of that name read."""
        found = [widget.text for widget in self.find(QWidget, name)]  # type: ignore[attr-defined]
        return [text if isinstance(text, str) else text() for text in found]

    async def messages(self) -> list[Message]:
        thread_id = self.window.thread_id
        assert thread_id is not None
        return await self.app.context.database.run(lambda uow: uow.messages.page(thread_id, None, 1000))

    async def receipts(self) -> list[dict[str, object]]:
        return [dict(m.data) for m in await self.messages() if m.role is Role.SYSTEM and m.kind is MessageKind.HANDOFF]

    async def runs(self) -> list[RunRecord]:
        thread_id = self.window.thread_id
        assert thread_id is not None
        return await self.app.context.database.run(lambda uow: uow.runs.of_thread(thread_id))

    async def handed_over(self) -> list[HandoffRecord]:
        thread_id = self.window.thread_id
        assert thread_id is not None
        return await self.app.context.database.run(lambda uow: uow.handoffs.of_thread(thread_id))

    async def sessions(self, provider_id: str) -> list[SessionRecord]:
        thread_id = self.window.thread_id
        assert thread_id is not None
        return await self.app.context.database.run(lambda uow: uow.sessions.of_thread(thread_id, ProviderId(provider_id)))

    async def must_complete(self, run: RunRecord) -> None:
        assert run.outcome is OutcomeKind.COMPLETED, (run.outcome, run.reason, run.detail)


@asynccontextmanager
async def open_window(qapp: QApplication, folder: Path, environ: Mapping[str, str] | None = None) -> AsyncIterator[Person]:
    """Start the app on ``folder`` with its project open; the second time on a folder is a restart."""
    project = folder / "Toko Kita"
    project.mkdir(exist_ok=True)
    data = folder / "data"
    data.mkdir(exist_ok=True)
    full = {**os.environ, **(environ or {}), "ONESIST_DB_PATH": str(data / "onesist.db")}
    faults = FaultReporter()
    found: list[str] = []
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    closing_wanted = asyncio.Event()

    async def driver(app: Opened) -> None:
        # The app sets a teller of its own; here a fault must fail the test.
        faults.tell = found.append
        opened.set_result(app)
        await closing_wanted.wait()

    handler = asyncio.get_running_loop().get_task_factory()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(live(WindowStart(qapp, app_paths(full), full, faults, str(project), driver)))
        await asyncio.wait({task, opened}, return_when=asyncio.FIRST_COMPLETED)
        app = opened.result()
        person = Person(app.app, app.window, data, found)
        await until(lambda: app.window.project is not None, "the project to open")
        await until(lambda: all(view.readiness for view in app.app.services.providers.list_providers()), "providers to be checked")
        try:
            yield person
        finally:
            closing_wanted.set()
    assert handler is None
    assert found == []


def table(data: Path, query: str) -> list[tuple[object, ...]]:
    """Read the database from outside."""
    with closing(sqlite3.connect(data / "onesist.db")) as connection:
        return connection.execute(query).fetchall()
