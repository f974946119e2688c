# SPDX-License-Identifier: MIT
"""What is told through the desktop: when, once, and what a click does. No bus and no tray is touched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtDBus import QDBusMessage
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.core.messages import Role
from onesist_desktop.core.turn_events import COMPLETED, STOPPED, ApprovalAsked, AskedQuestion, AskKind, Outcome, failed
from onesist_desktop.services.events import ApprovalsChanged, RunChanged, ThreadChanged
from onesist_desktop.services.views import ApprovalView, PreferencesView, RunStatus
from onesist_desktop.ui.desktop_notifications import (
    DesktopNote,
    PortalNotifications,
    TrayNotifications,
    desktop_notifications,
)
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CODEX, PROJECT, FakeServices, approval, message, run_view, thread
from tests.ui.helpers import shown, until

T1, T2 = ThreadId("t1"), ThreadId("t2")


class FakeNotifications(QObject):
    clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.told: list[DesktopNote] = []
        self.withdrawn: list[str] = []

    def tell(self, note: DesktopNote) -> None:
        self.told.append(note)

    def withdraw(self, key: str) -> None:
        self.withdrawn.append(key)


@asynccontextmanager
async def behind(
    services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch, *, in_front: bool = False
) -> AsyncIterator[tuple[MainWindow, FakeNotifications]]:
    services.put_thread(thread("t1", "Fix it", updated_at=9))
    services.put_thread(thread("t2", "Release notes", updated_at=5))
    monkeypatch.setattr(MainWindow, "is_in_front", property(lambda _: in_front))
    app_services, fake = services.app_services(), FakeNotifications()
    window = MainWindow(app_services, start_project=PROJECT, theme=theme, notifications=fake)
    window.show()
    try:
        await until(lambda: window.thread_id == T1 and not app_services.supervisor.running)
        yield window, fake
    finally:
        window.working.clear()
        window.close()
        await app_services.supervisor.close()
        window.deleteLater()


def end(services: FakeServices, outcome: Outcome) -> None:
    services.bus.publish(RunChanged(run_view("t2")))
    for _ in range(2):
        services.bus.publish(RunChanged(run_view("t2", RunStatus.FINISHED, outcome=outcome)))


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (COMPLETED, ["Claude Code has finished"]),
        (failed(FailureReason.OVERLOADED), ["Claude Code is overloaded"]),
        (STOPPED, []),
    ],
)
async def test_the_end_of_a_run_is_told_once(
    qtbot: QtBot, services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch, outcome: Outcome, told: list[str]
) -> None:
    async with behind(services, theme, monkeypatch) as (_, fake):
        end(services, outcome)
        assert [note.body for note in fake.told] == told
        assert all((note.key, note.title) == ("t2", "Release notes") for note in fake.told)


async def test_a_question_is_told_once(qtbot: QtBot, services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    async with behind(services, theme, monkeypatch) as (_, fake):
        first, second = approval("a"), approval("b")
        for asked in ((first,), (first,), (first, second), (second,), ()):
            services.bus.publish(ApprovalsChanged(T2, tuple(replace(each, thread_id=T2) for each in asked)))
        assert [note.body for note in fake.told] == ["An agent asks you: Run a command"] * 2


@pytest.mark.parametrize(("in_front", "notifies"), [(True, True), (False, False)])
async def test_nothing_is_told_in_front_or_when_nobody_wants_it(
    qtbot: QtBot, services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch, in_front: bool, notifies: bool
) -> None:
    services.preferences.view = PreferencesView(notifies=notifies)
    async with behind(services, theme, monkeypatch, in_front=in_front) as (_, fake):
        end(services, COMPLETED)
        assert fake.told == []


async def test_a_click_brings_the_window_and_the_thread(
    qtbot: QtBot, services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with behind(services, theme, monkeypatch) as (window, fake):
        end(services, COMPLETED)
        window.showMinimized()
        window.show_start_page()
        fake.clicked.emit("t2")
        assert not window.isMinimized()
        assert window.thread_id == T2
        assert window.page.isVisible()
        window.notifier.seen()
        assert fake.withdrawn == ["t2"]
        await until(lambda: not window.services.supervisor.running)


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (ApprovalAsked("q", "npm\n install", "npm install", kind=AskKind.COMMAND), "Codex asks to run a command: npm install"),
        (ApprovalAsked("q", "src/x.py", kind=AskKind.EDIT), "Codex asks to change files: src/x.py"),
        (
            ApprovalAsked("q", "Sign-in", kind=AskKind.QUESTION, questions=(AskedQuestion("Which\u202e?"),)),
            "Codex asks you: Which⟨U+202E⟩?",
        ),
    ],
)
async def test_what_is_asked_is_told_and_a_click_leads_to_the_card(
    qtbot: QtBot, services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch, request_: ApprovalAsked, told: str
) -> None:
    async with behind(services, theme, monkeypatch) as (window, fake):
        view = ApprovalView(T2, RunId("r"), request_)
        asking = replace(services.threads[T2], provider_id=CODEX)
        services.put_thread(asking, message("t2", 1, Role.USER, "Write them."), run=run_view("t2"), approvals=(view,))
        services.bus.publish(ThreadChanged(asking))
        services.bus.publish(ApprovalsChanged(T2, (view,)))
        assert [note.body for note in fake.told] == [told]
        window.activateWindow()
        fake.clicked.emit("t2")
        await until(lambda: any(shown(window, name) for name in ("approval_card", "question_card")))
        await until(lambda: not window.services.supervisor.running)
        card = (shown(window, "approval_card") or shown(window, "question_card"))[0]
        assert window.focusWidget() is card


class FakeBus:
    """Takes calls as a connection does. ``asyncCall`` is answered by the real one without a bus: with an error."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, list[Any]]] = []
        self.is_listening = False

    def connect(self, *_: object) -> bool:
        self.is_listening = True
        return True

    def asyncCall(self, message: QDBusMessage) -> object:
        from PySide6.QtDBus import QDBusPendingCall

        self.calls.append((message.member(), message.arguments()))
        return QDBusPendingCall.fromCompletedCall(message.createErrorReply("org.example.Gone", "nobody is there"))


async def test_a_portal_that_is_not_there_is_asked_once(qapp: object, caplog: pytest.LogCaptureFixture) -> None:
    bus, fallback = FakeBus(), FakeNotifications()
    portal = PortalNotifications(bus, fallback)
    note = DesktopNote("t1", "Title", "Body")
    with caplog.at_level("INFO"):
        portal.tell(note)
        await until(lambda: fallback.told)
        portal.tell(note)
    assert [name for name, _ in bus.calls] == ["AddNotification"]
    assert bus.calls[0][1] == ["t1", {"title": "Title", "body": "Body", "default-action": "open", "priority": "normal"}]
    assert fallback.told == [note, note]
    assert len([record for record in caplog.records if "portal" in record.message]) == 1
    portal.withdraw("t1")
    assert fallback.withdrawn == ["t1"]


def test_a_click_in_the_portal_names_the_note(qapp: object, qtbot: QtBot) -> None:
    portal = PortalNotifications(FakeBus(), FakeNotifications())
    message = QDBusMessage.createSignal("/p", "org.example.I", "ActionInvoked")
    message.setArguments(["t1", "open"])
    with qtbot.waitSignal(portal.clicked) as clicked:
        portal.on_action(message)
    assert clicked.args == ["t1"]
    message.setArguments(["t1", "something else"])
    with qtbot.assertNotEmitted(portal.clicked):
        portal.on_action(message)


def test_without_a_bus_there_is_the_tray_and_without_a_tray_nothing(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: False))
    told = desktop_notifications({})
    assert isinstance(told, TrayNotifications)
    told.tell(DesktopNote("t1", "Title", "Body"))
    told.withdraw("t1")
    assert told.findChildren(QSystemTrayIcon) == []
