# SPDX-License-Identifier: MIT
"""The real app with its real window, driven as a person would: typing, picking, clicking."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit, QListView, QMenu, QWidget

from onesist_desktop.bootstrap import App
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import app_paths
from onesist_desktop.storage.records import HandoffRecord, RunRecord, SessionRecord
from onesist_desktop.ui.desktop_notifications import DesktopNote
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from onesist_desktop.window import Opened, WindowStart, live

W = TypeVar("W", bound=QWidget)

SIZE = (1280, 860)
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


def move_mouse(widget: QWidget, at: QPoint, buttons: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """Move the mouse. QTest's own move lets the loop turn, which must not happen inside a task of that loop."""
    none = Qt.KeyboardModifier.NoModifier
    place = QPointF(widget.mapToGlobal(at))
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), place, Qt.MouseButton.NoButton, buttons, none)
    QApplication.sendEvent(widget, event)


def drag_mouse(widget: QWidget, *places: QPoint) -> None:
    """Press at the first place, move over the others, let go at the last."""
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(widget, left, pos=places[0])
    for place in places[1:]:
        move_mouse(widget, place, left)
    QTest.mouseRelease(widget, left, pos=places[-1])


class NotedNotifications(QObject):
    """Stands for the desktop, which shows nothing of a test."""

    clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.shown: dict[str, DesktopNote] = {}

    def tell(self, note: DesktopNote) -> None:
        """Keep what would be shown."""
        self.shown[note.key] = note

    def withdraw(self, key: str) -> None:
        """Forget it."""
        self.shown.pop(key, None)


@dataclass
class Person:
    """Sits in front of the window."""

    app: App
    window: MainWindow
    data: Path
    project: Path
    desktop: NotedNotifications
    faults: list[str] = field(default_factory=list)

    def choose(self, provider_id: str) -> None:
        """Pick who answers from the composer's picker, by keyboard."""
        button = self.window.composer.provider_picker
        button.open_menu()
        picker = button.picker
        assert picker is not None
        keys = [row.key for row in picker.shown_rows]
        assert provider_id in keys
        for _ in keys:
            QTest.keyClick(picker.view, Qt.Key.Key_Up)
        for _ in keys:
            if picker.current_key == provider_id:
                break
            QTest.keyClick(picker.view, Qt.Key.Key_Down)
        QTest.keyClick(picker.view, Qt.Key.Key_Return)
        assert not picker.isVisible()
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
            await self.come_to_front()
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

    def close(self) -> None:
        """Close the window as a person does, and let what still works be stopped for it."""
        modal = QApplication.activeModalWidget()
        if isinstance(modal, QDialog):
            modal.reject()
        self.window.close()
        if self.find(QWidget, "close_question"):
            self.click("confirm")

    # -- four ways to a command ---------------------------------------------------------------------------------------------

    async def by_palette(self, command_id: str) -> None:
        """Open the palette by its keys, type the command's whole name, press Enter."""
        text = self.window.commands.action(command_id).text()
        await self.by_keys("palette")
        await until(lambda: self.find(QLineEdit, "palette_field"), "the palette")
        field = self.find(QLineEdit, "palette_field")[0]
        # QTest ends the process at a letter that is on no key.
        QTest.keyClicks(field, text.rstrip("…"))
        shown = self.find(QListView, "palette_list")[0].currentIndex().data()
        assert shown == text, shown
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: not self.find(QWidget, "palette"), "the palette to close")

    async def by_menu(self, command_id: str) -> None:
        """Open the menu by its button, go to the submenu that has the command, and click it there."""
        action = self.window.commands.action(command_id)
        self.click("menu_button")
        await until(lambda: self.find(QMenu, "app_menu"), "the menu")
        whole = self.find(QMenu, "app_menu")[0]
        heading = next(each for each in whole.actions() if action in each.menu().actions())  # type: ignore[union-attr]
        self._click_entry(whole, heading)
        submenu = heading.menu()
        assert isinstance(submenu, QMenu)
        await until(submenu.isVisible, "the submenu")
        self._click_entry(submenu, action)
        await until(lambda: not self.find(QMenu, "app_menu"), "the menu to close")

    async def by_keys(self, command_id: str) -> None:
        """Press the command's keys, wherever the focus is."""
        await self.come_to_front()
        keys = QKeySequence(self.window.commands.action(command_id).shortcut())
        assert not keys.isEmpty()
        QTest.keySequence(QApplication.focusWidget() or self.window, keys)

    async def by_any(self, way: str, command_id: str) -> None:
        """Go one of the ways by its name."""
        match way:
            case "palette":
                await self.by_palette(command_id)
            case "menu":
                await self.by_menu(command_id)
            case _:
                await self.by_keys(command_id)

    async def come_to_front(self) -> None:
        """Make the window the active one, and see that it stays so.

        The virtual screen has no window manager that does so when a popup has closed, and tells late that the popup was active.
        """
        turns = 0

        def stays_in_front() -> bool:
            nonlocal turns
            is_active = self.window.isActiveWindow() and not self.window.isMinimized()
            turns = turns + 1 if is_active else 0
            if not is_active:
                self.window.raise_window()
            return turns > 3

        if QApplication.activeModalWidget() is None and QApplication.activePopupWidget() is None:
            await until(stays_in_front, "the window to be in front")

    @staticmethod
    def _click_entry(menu: QMenu, action: object) -> None:
        place = menu.actionGeometry(action).center()  # type: ignore[arg-type]
        move_mouse(menu, place)
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)

    # -- what is to be seen -------------------------------------------------------------------------------------------------

    @property
    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()

    @property
    def last_text(self) -> str:
        """The newest message of the transcript, as far as it is written."""
        messages = self.window.transcript.messages
        return messages[-1].text if messages else ""

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

    def blocks(self, name: str) -> list[str]:
        """Return what a screen reader says of the visible blocks of that name in the transcript, from top to bottom."""
        found = sorted(self.find(QWidget, name), key=lambda widget: widget.mapToGlobal(QPoint(0, 0)).y())
        return [widget.accessibleName() for widget in found]

    @property
    def read(self) -> list[str]:
        """The texts of the transcript that stand in its view now, from top to bottom."""
        view = self.window.transcript.as_widget
        assert isinstance(view, TranscriptView)
        height = view.viewport().height()
        return [
            widget.text()
            for _, _, widget in view.visible_blocks()
            if widget.has_text and widget.geometry().bottom() > 0 and widget.y() < height
        ]

    @property
    def receipt_facts(self) -> list[str]:
        """What the visible receipts read, without their counts."""
        return [sentence.split(" · ")[0] for sentence in self.blocks("receipt")]

    async def messages(self) -> list[Message]:
        thread_id = self.window.thread_id
        assert thread_id is not None
        return await self.app.context.database.run(lambda uow: uow.messages.newest(thread_id, 1000))

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

    async def set_cap(self, cap_bytes: int) -> None:
        """Let handovers be at most so large from now on."""
        await self.app.settings.change(lambda now: replace(now, handoff=replace(now.handoff, cap_bytes=cap_bytes)))

    async def must_complete(self, run: RunRecord) -> None:
        assert run.outcome is OutcomeKind.COMPLETED, (run.outcome, run.reason, run.detail)


@asynccontextmanager
async def open_window(
    qapp: QApplication, folder: Path, environ: Mapping[str, str] | None = None, *, size: tuple[int, int] | None = SIZE
) -> AsyncIterator[Person]:
    """Start the app on ``folder`` with its project open; the second time on a folder is a restart.

    ``size``: None leaves the window as large as it opens.
    """
    project = folder / "Toko Kita"
    project.mkdir(exist_ok=True)
    data = folder / "data"
    data.mkdir(exist_ok=True)
    full = {**os.environ, **(environ or {}), "ONESIST_DB_PATH": str(data / "onesist.db")}
    faults = FaultReporter()
    found: list[str] = []
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    closing_wanted = asyncio.Event()
    desktop = NotedNotifications()

    async def driver(app: Opened) -> None:
        # The app sets a teller of its own; here a fault must fail the test.
        faults.tell = found.append
        opened.set_result(app)
        await closing_wanted.wait()

    handler = asyncio.get_running_loop().get_task_factory()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(live(WindowStart(qapp, app_paths(full), full, faults, str(project), driver, desktop)))
        await asyncio.wait({task, opened}, return_when=asyncio.FIRST_COMPLETED)
        app = opened.result()
        person = Person(app.app, app.window, data, project, desktop, found)
        # The virtual screen is so small that the sidebar would have no place.
        if size is not None:
            app.window.resize(*size)
        await until(lambda: app.window.project is not None, "the project to open")
        await until(lambda: all(view.readiness for view in app.app.services.providers.list_providers()), "providers to be checked")
        try:
            yield person
        finally:
            person.close()
            closing_wanted.set()
    # What a test put there would outlive the application, and take the process with it.
    QGuiApplication.clipboard().clear()
    assert handler is None
    assert found == []


def table(data: Path, query: str) -> list[tuple[object, ...]]:
    """Read the database from outside."""
    with closing(sqlite3.connect(data / "onesist.db")) as connection:
        return connection.execute(query).fetchall()
