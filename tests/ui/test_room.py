# SPDX-License-Identifier: MIT
"""Nothing is cut off: in the smallest window, in a narrow one, and with text of twice the size."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import QueuedId, ThreadId, WorktreeId
from onesist_desktop.core.messages import CallState, CommandPart, Role
from onesist_desktop.core.workspaces import FoundProblem, ProjectProblem
from onesist_desktop.services.events import ApprovalsChanged, QueueChanged, RunChanged
from onesist_desktop.services.views import QueuedView, QueueView, RunStatus
from onesist_desktop.services.workspace_views import (
    ProjectLook,
    RemovalKind,
    RemovalResult,
    RemovalResultKind,
    SetupOffer,
    SetupState,
    SetupView,
)
from onesist_desktop.ui.controllers.cleanup_controller import CleanupController
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.models.worktree_meaning import Act
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.transcript.blocks import ReceiptBody
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fake_cleanup import put_story
from tests.ui.fakes import (
    CLAUDE,
    CODEX,
    OLLAMA,
    PRACTICE,
    PROJECT,
    FakeServices,
    approval,
    error_notice,
    message,
    preview_of,
    provider,
    receipt,
    run_view,
    thread,
)
from tests.ui.helpers import find, opened, turns, until
from tests.ui.workspace_fakes import copy_choices, copy_workspace

T1 = ThreadId("t1")
SIZES = [(1440, 900), (960, 640), (720, 520)]


@pytest.fixture(params=[100, 200], ids=["100 %", "200 %"])
def sized_theme(request: pytest.FixtureRequest, qapp: QApplication, theme: Theme) -> Iterator[Theme]:
    made = Theme(chosen=Scheme.LIGHT, text_percent=request.param)
    made.apply(qapp)
    yield made
    theme.apply(qapp)
    made.deleteLater()


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    services.providers_list[2] = provider(OLLAMA, "Ollama", "local", is_agent=False, is_custom=True, has_key=True)
    services.put_thread(
        thread("t1", "A title of a thread that is rather long for every header", provider_id=CLAUDE),
        message("t1", 1, Role.USER, "hello " * 30),
        receipt("t1", 2),
        receipt("t1", 3, withdrawn=True),
        message("t1", 4, Role.ASSISTANT, CommandPart("c", "npm test -- login", "x", 1, CallState.FAILED), provider_id=CLAUDE),
        error_notice("t1", 5, detail="claude: " + "/usr/local/bin:" * 12),
    )
    services.previews[CODEX] = preview_of(CODEX, 5, 9, 1)
    return services


def cut_off(root: QWidget) -> list[str]:
    """Return the texts that do not fit into their widget, or that stick out of what holds them."""
    found = []
    for one in root.findChildren(QWidget):
        # A dialog above another one is its child, and has a place of its own.
        if (
            not one.isVisible()
            or not isinstance(one, QLabel | QAbstractButton)
            or not one.text()
            or one.window() is not root.window()
        ):
            continue
        name = f"{one.objectName() or type(one).__name__}: {one.text()[:40]!r}"
        needed = one.heightForWidth(one.width()) if one.hasHeightForWidth() else one.sizeHint().height()
        if one.height() < needed - 1:
            found.append(f"{name} is {one.height()} high and needs {needed}")
        if not (isinstance(one, QLabel) and one.wordWrap()) and one.width() < one.sizeHint().width() - 1:
            found.append(f"{name} is {one.width()} wide and needs {one.sizeHint().width()}")
        holder = holder_of(one, root)
        place = QRect(one.mapTo(holder, QPoint(0, 0)), one.size())
        if place.left() < 0 or place.right() > holder.width():
            found.append(f"{name} sticks out: {place.left()} to {place.right()} of {holder.width()}")
        if holder is root and (place.top() < 0 or place.bottom() > holder.height()):
            found.append(f"{name} sticks out below: {place.bottom()} of {holder.height()}")
    return found


def holder_of(widget: QWidget, root: QWidget) -> QWidget:
    """Return what a widget must not stick out of: the nearest view that scrolls downwards only, else the window."""
    above = widget.parentWidget()
    while above is not None and above is not root:
        scrolls = above.parentWidget()
        if isinstance(scrolls, QScrollArea | TranscriptView):
            return above
        above = above.parentWidget()
    return root


async def settled(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    await turns(8)
    QApplication.sendPostedEvents()
    await turns(3)


@pytest.mark.parametrize("size", SIZES)
async def test_a_thread_in_which_everything_happens(
    qtbot: QtBot, filled: FakeServices, sized_theme: Theme, size: tuple[int, int]
) -> None:
    items = tuple(QueuedView(QueuedId(f"q{number}"), T1, "a message that waits " * 5, CODEX) for number in range(2))
    async with opened(filled, sized_theme) as window:
        filled.bus.publish(RunChanged(run_view("t1", started_at=1.0)))
        filled.bus.publish(ApprovalsChanged(T1, (approval("a"),)))
        filled.bus.publish(QueueChanged(QueueView(T1, items)))
        await settled(window, size)
        assert window.width() == size[0]
        assert cut_off(window) == []
        filled.bus.publish(ApprovalsChanged(T1, ()))
        filled.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
        filled.bus.publish(QueueChanged(QueueView(T1, items[:1], is_held=True)))
        window.composer.choose_provider(CODEX)
        await until(find(window, "handover").isVisible)
        await settled(window, size)
        assert cut_off(window) == []


@pytest.mark.parametrize("size", SIZES)
async def test_receipts_in_indonesian_are_not_wider_than_their_view(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, sized_theme: Theme, size: tuple[int, int]
) -> None:
    kinds = ("joined", "back", "afresh", "nothing_fitted", "sliced", "?")
    services.providers_list[2] = provider(OLLAMA, "The server in the cellar", "local", is_agent=False)
    told = [(kind, who, withdrawn) for kind in kinds for who in (PRACTICE, OLLAMA) for withdrawn in (False, True)]
    rows = [
        receipt("t1", seq, receipt=kind, provider_id=who, previous_provider_id=CLAUDE, withdrawn=withdrawn)
        for seq, (kind, who, withdrawn) in enumerate(told, 1)
    ]
    services.put_thread(thread("t1", provider_id=CLAUDE), *rows)
    with speaking(qapp, "id"):
        async with opened(services, sized_theme) as window:
            await settled(window, size)
            view = find(window, "transcript", TranscriptView)
            seen: set[str] = set()
            for row in rows:
                view.jump_to(row.seq)
                await turns(4)
                for _, block, widget in view.visible_blocks():
                    if isinstance(block.body, ReceiptBody):
                        seen.add(block.body.receipt.sentence)
                        assert widget.geometry().right() <= view.viewport().width()
                assert cut_off(window) == []
            assert len(seen) > len(kinds)


@pytest.mark.parametrize("size", SIZES)
async def test_the_start_page_and_an_empty_thread(
    qtbot: QtBot, services: FakeServices, sized_theme: Theme, size: tuple[int, int]
) -> None:
    async with opened(services, sized_theme) as window:
        await settled(window, size)
        assert cut_off(window) == []
        window.show_start_page()
        await until(lambda: not window.services.supervisor.running)
        await settled(window, size)
        assert cut_off(window) == []
        find(window, "back_to_project", QAbstractButton).click()
        assert window.page.isVisible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("which", ["providers", "provider", "agent", "key", "told", "remove", "rename"])
async def test_dialogs(qtbot: QtBot, filled: FakeServices, sized_theme: Theme, size: tuple[int, int], which: str) -> None:
    async with opened(filled, sized_theme) as window:
        await settled(window, size)
        match which:
            case "providers":
                window.provider_setup.open_provider_settings()
            case "provider":
                window.provider_setup.open_provider_settings(CODEX)
            case "agent":
                window.provider_setup.add_agent()
            case "key":
                window.add_model()
            case "told":
                window.handovers.show_last()
                await until(lambda: window.findChild(QDialog))
            case "remove":
                window.provider_setup.open_provider_settings(OLLAMA)
                find(window, "remove_provider", QAbstractButton).click()
            case "rename":
                window.thread_controller.rename()
        await turns(8)
        dialogs = window.findChildren(QDialog)
        assert dialogs
        for dialog in dialogs:
            assert dialog.width() <= window.width()
            assert dialog.height() <= window.height()
            assert cut_off(dialog) == []
            dialog.reject()
        await turns()


async def open_about_copies(window: MainWindow, services: FakeServices, which: str) -> None:
    """Open what there is about own copies, with much to say."""
    offer = SetupOffer("npm ci && npm run build --workspaces", "/home/sari/onesist.json", changed_by="?", ignored=("shell",))
    services.workspaces.choices_of["."] = copy_choices(setup=offer, copies_ignored=(".env.local",))
    services.workspaces.setups[WorktreeId("w1")] = SetupView(WorktreeId("w1"), T1, SetupState.ASKS, offer.command)
    match which:
        case "own_copy":
            window.workplaces.own_copy()
        case "problem":
            services.workspaces.project_look = ProjectLook(PROJECT.id, (), (FoundProblem(ProjectProblem.NO_REPOSITORY),))
            window.workplaces.own_copy()
        case "setup":
            services.workspaces.put(T1, copy_workspace(setup=SetupState.ASKS))
            window.workplaces.open_setup()
        case _:
            await open_clean_up(window, which)


async def open_clean_up(window: MainWindow, which: str) -> None:
    controller = window.findChild(CleanupController)
    assert controller is not None
    controller.open()
    dialog = find(window, "cleanup_dialog", CleanupDialog)
    await until(lambda: not window.services.supervisor.running)
    if which in {"names", "processes", "unlock"}:
        act, name = {
            "names": (Act.SHOW_NAMES, "search"),
            "processes": (Act.SHOW_PROCESSES, "login"),
            "unlock": (Act.UNLOCK, "backup"),
        }[which]
        dialog.wanted.emit(act.value, name)
    for name in ("search", "rounding", "others"):
        dialog.model.set_ticked(WorktreeId(name), True)
    if which == "removal":
        find(dialog, "remove", QAbstractButton).click()
    if which == "results":
        some = [
            RemovalResult(row.id, kind, detail="fatal: " + "words " * 20)
            for row, kind in zip(dialog.model.rows(), RemovalResultKind, strict=False)
        ]
        dialog.show_results(some, RemovalKind.REMOVE)


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "which", ["own_copy", "problem", "setup", "clean_up", "removal", "results", "names", "processes", "unlock"]
)
async def test_dialogs_about_own_copies(
    qapp: QApplication, filled: FakeServices, sized_theme: Theme, size: tuple[int, int], which: str, language: str
) -> None:
    put_story(filled, time.time())
    with speaking(qapp, language):
        async with opened(filled, sized_theme) as window:
            await settled(window, size)
            await open_about_copies(window, filled, which)
            await until(lambda: not window.services.supervisor.running)
            await turns(8)
            dialogs = [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
            assert dialogs
            for dialog in dialogs:
                assert dialog.width() <= window.width()
                assert dialog.height() <= window.height()
                assert cut_off(dialog) == []
            for dialog in reversed(dialogs):
                dialog.reject()
            await turns()
