# SPDX-License-Identifier: MIT
"""Acts in which the window says all it has to say in the clean-up of own copies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QDialog, QMenu

from onesist_desktop.core.errors import DiskFullError, OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import (
    UNKNOWN,
    Blocker,
    BlockerKind,
    BlockingProcess,
    Changes,
    Contents,
    InnerWork,
    InnerWorks,
    Named,
    WorktreeState,
)
from onesist_desktop.services.events import CopyTotalsChanged
from onesist_desktop.services.workspace_views import (
    CopyTotals,
    RemovalKind,
    RemovalResult,
    RemovalResultKind,
    ThreadAt,
    WorktreeRow,
)
from onesist_desktop.ui.controllers.cleanup_controller import CleanupController
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.dialogs.cleanup.error_words import failure_text
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.models.worktree_filter import Standing
from onesist_desktop.ui.models.worktree_meaning import Act
from tests.ui.fake_cleanup import told
from tests.ui.fakes import CLAUDE, CODEX, PROJECT, FakeServices
from tests.ui.helpers import find, turns
from tests.ui.said import Said, settle
from tests.ui.workspace_fakes import worktree_row

T1 = ThreadId("t1")
OPERATIONS = ("merge", "rebase", "cherry-pick", "revert", "bisect", "am", "?")
INNER = (
    InnerWork("my_module/", changed=1, deleted=2, new=3, operation="merge", commits=4, stashes=5),
    InnerWork("my_module/", commits=None),
    InnerWork("my_module/", is_readable=False),
    InnerWork("my_repository/", files=2),
)


def held(now: float) -> Iterator[tuple[str, Contents]]:
    """Contents of each kind; what they hold is told by their names."""
    one = Named(1, ("my_file",))
    many = Named(60, tuple(f"my_file{number}" for number in range(50)))
    yield "nothing", Contents(caches=("my_cache",), measured_at=now)
    yield "files", Contents(Changes("my_branch", modified=many, deleted=one, untracked=Named(4, ("my_file",)), conflicted=one))
    yield "ignored", Contents(ignored=one)
    yield (
        "all",
        Contents(
            Changes(modified=one), ignored=many, commits=one, submodules=InnerWorks(1, (INNER[0],)), stashes=2, loose_commits=3
        ),
    )
    yield "submodules", Contents(submodules=InnerWorks(len(INNER), INNER))
    yield "commits", Contents(commits=Named(3, ("1a2b3c4 my_subject",)))
    yield "detached", Contents(Changes(head="0123456789"), commits=Named(2, ("1a2b3c4 my_subject",)), is_detached=True)
    yield "adrift", Contents(Changes(head="0123456789"), commits=UNKNOWN, is_detached=True, loose_commits=None)
    yield "unknown", Contents(Changes(modified=UNKNOWN, untracked=UNKNOWN), ignored=UNKNOWN, submodules=InnerWorks(None))
    for operation in OPERATIONS:
        yield operation, Contents(Changes(operation=operation))


def rows(now: float) -> list[WorktreeRow]:
    """Own copies with everything to say of them."""
    midnight = time.mktime((*time.localtime(now)[:3], 0, 0, 0, 0, 0, -1))
    ours, another = BlockingProcess(11, 1.0, "my_node", is_ours=True), BlockingProcess(12, 1.0, "my_program")
    blockers = (
        Blocker(BlockerKind.RUN, processes=(ours, another)),
        Blocker(BlockerKind.RUN),
        Blocker(BlockerKind.SETUP),
        Blocker(BlockerKind.PROCESSES, processes=(another,)),
        Blocker(BlockerKind.PROCESSES),
        Blocker(BlockerKind.LOCKED, ("my_reason",)),
        Blocker(BlockerKind.LOCKED),
        Blocker(BlockerKind.SHARED, ("/my_other",)),
        Blocker(BlockerKind.UNREADABLE, ("my_words",)),
    )
    here = (ThreadAt(ThreadId("t1"), "my_title", CLAUDE),)
    waiting = (ThreadAt(ThreadId("t2"), "my_fork", CODEX), *here)
    base = worktree_row("my_", project_title="my_project", repository_title="my_api", branch="my_branch", used_at=now, threads=here)
    base = replace(base, path="/my_path")

    def row(name: str, **more: object) -> WorktreeRow:
        return replace(base, id=WorktreeId(f"my_{name}"), **more)  # type: ignore[arg-type]

    made = [row(name, contents=replace(contents, fingerprint=name)) for name, contents in held(now)]
    made += [row(f"blocked{number}", blockers=(blocker,)) for number, blocker in enumerate(blockers)]
    return [
        *made,
        row("asks", blockers=blockers[1:2], threads=waiting),
        row("somebody", blockers=blockers[1:2], threads=()),
        row("earlier", used_at=midnight - 9, threads=(*here, *here, *here)),
        row("today", used_at=min(now - 70, midnight + 60), threads=(ThreadAt(ThreadId("?"), ""),)),
        row("gone", exists=False, contents=None),
        row("released", exists=False, contents=None, state=WorktreeState.RELEASED),
        row("uncounted", contents=None, note="my_words"),
        row("nameless", branch=""),
        row("waits", contents=None, size_bytes=None),
    ]


def look_above(window: MainWindow, said: Said) -> None:
    """Note what the dialogs and menus above the window say, and leave them open."""
    above = [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
    said.dialogs.update(map(type, above))
    if above:
        # Those below say the same as before.
        said.look_at(above[-1])
    for menu in window.findChildren(QMenu):
        if menu.isVisible():
            said.look_at(menu)
            said.texts.update(action.toolTip() for action in menu.findChildren(QAction))
            menu.close()


async def open_cleanup(window: MainWindow) -> CleanupDialog:
    controller = window.findChild(CleanupController)
    assert controller is not None
    controller.open()
    await settle(window)
    return find(window, "cleanup_dialog", CleanupDialog)


async def list_copies(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show the list while it is read and counted, each row with its names and its menu, the filters, and what can fail."""
    services.gates["rows"], services.gates["measure"] = asyncio.Event(), asyncio.Event()
    controller = window.findChild(CleanupController)
    assert controller is not None
    controller.open()
    await turns()
    look_above(window, said)
    services.gates["rows"].set()
    await turns(10)
    look_above(window, said)
    services.gates.pop("measure").set()
    services.gates.pop("rows")
    await settle(window)
    dialog = find(window, "cleanup_dialog", CleanupDialog)
    for row in dialog.model.rows():
        dialog.list.setCurrentIndex(dialog.model.index_of(row.id))
        dialog.list.menu_wanted.emit(row.id, QPoint(20, 20))
        await turns(2)
        look_above(window, said)
    for part in Standing:
        if part is not Standing.MEASURING:
            dialog.parts.choose(part.value)
            look_above(window, said)
    dialog.search.setText("?nothing?")
    look_above(window, said)
    dialog.search.clear()
    dialog.parts.choose(Standing.ALL.value)
    faults: list[OnesistError] = [WorkspaceError(fault, "my_detail") for fault in WorkspaceFault]
    for error in (*faults, DiskFullError("my_reason")):
        dialog.say_error(failure_text(error))
        said.look_at(dialog)
    for count in (1, 2, 9):
        for row in dialog.model.rows()[:count]:
            dialog.model.set_ticked(row.id, True)
        for keeps in (True, False):
            dialog.names.keep.setChecked(keeps)
            await turns(2)
            said.look_at(dialog)
        dialog.model.untick_all()
    dialog.leave()
    await settle(window)
    services.cleanup.row_list, kept = [], services.cleanup.row_list
    await open_cleanup(window)
    await said.look(window)
    services.cleanup.row_list = kept
    for totals in (CopyTotals(1), CopyTotals(3, 2_100_000_000), CopyTotals()):
        services.bus.publish(CopyTotalsChanged(PROJECT.id, totals))
        await said.look(window)


async def ask_about_copies(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Open all that a row leads to, with its questions."""
    dialog = await open_cleanup(window)
    for row in dialog.model.rows():
        await look_at_links(window, said, dialog, row)
    services.cleanup.left_processes = [BlockingProcess(11, 1.0, "my_node")]
    dialog.wanted.emit(Act.SHOW_PROCESSES.value, "my_blocked0")
    find(dialog, "end_processes", QAbstractButton).click()
    find(find(dialog, "end_question"), "confirm", QAbstractButton).click()
    await settle(window)
    look_above(window, said)
    dialog.wanted.emit(Act.OPEN_FOLDER.value, "my_files")
    look_above(window, said)
    await confirm_each(window, services, said, dialog)
    dialog.leave()
    await settle(window)


async def look_at_links(window: MainWindow, said: Said, dialog: CleanupDialog, row: WorktreeRow) -> None:
    acts = [Act.SHOW_NAMES] if row.contents is not None and not row.blockers else []
    acts += [act for act, _ in dialog.model.meaning(row).links if act in {Act.SHOW_PROCESSES, Act.UNLOCK, Act.FORGET}]
    for act in acts:
        dialog.wanted.emit(act.value, row.id)
        look_above(window, said)
        if act is Act.SHOW_PROCESSES:
            find(dialog, "end_processes", QAbstractButton).click()
            look_above(window, said)
        close_above(dialog)


async def confirm_each(window: MainWindow, services: FakeServices, said: Said, dialog: CleanupDialog) -> None:
    known = {row.id: row for row in dialog.model.rows()}
    names = [WorktreeId(f"my_{name}") for name, _ in held(0.0)]
    chosen = [[known[name]] for name in names]
    nothing, files, commits, detached = known[names[0]], known[names[1]], known[names[5]], known[names[6]]
    chosen += [[nothing, commits], [nothing, files, commits], [nothing, files], [detached, files], [known[name] for name in names]]
    for kind in RemovalKind:
        for some in chosen:
            for keeps in (True, False) if kind is RemovalKind.REMOVE else (True,):
                confirm = RemovalConfirm(window.theme, kind, some, dialog, keeps_ignored=keeps)
                confirm.open()
                confirm.show_rows(some, time.time())
                await turns(1)
                look_above(window, said)
                close_above(dialog)
    many = [replace(files, id=WorktreeId(f"my_{number}")) for number in range(52)]
    blocked = replace(files, blockers=(Blocker(BlockerKind.RUN),))
    for before, after in (([files], [replace(files, contents=nothing.contents)]), ([files], [blocked]), (many, many)):
        confirm = RemovalConfirm(window.theme, RemovalKind.REMOVE, before, dialog, keeps_ignored=True)
        confirm.open()
        confirm.show_rows(after, time.time())
        await turns(1)
        look_above(window, said)
        close_above(dialog)


def close_above(dialog: CleanupDialog) -> None:
    """Close what lies above the clean-up, and leave that open."""
    for one in dialog.findChildren(QDialog):
        one.reject()
        one.deleteLater()


async def remove_copies(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Remove some: each step, the question on closing, stopping, and each result."""
    dialog = await open_cleanup(window)
    names = [WorktreeId("my_nothing"), WorktreeId("my_commits")]
    for some in (names, names[:1]):
        gate = services.gates["remove_copies"] = asyncio.Event()
        for name in some:
            dialog.model.set_ticked(name, True)
        dialog.remove.click()
        await settle(window)
        find(dialog, "removal_confirm", RemovalConfirm).action.click()
        await turns()
        for step in ("", "counting", "keeping", "removing"):
            told(services, "my_nothing", 0, len(some), step)
            look_above(window, said)
            said.look_at(window)
        dialog.reject()
        look_above(window, said)
        close_above(dialog)
        for kind in RemovalResultKind:
            told(services, "my_nothing", 0, len(some), "", RemovalResult(names[0], kind, detail="my_words"))
            look_above(window, said)
        if some is names:
            gate.set()
        else:
            dialog.stop.click()
            told(services, "my_nothing", 0, 1, "removing")
            look_above(window, said)
        await settle(window)
        look_above(window, said)
        services.gates.pop("remove_copies")
        dialog.show_list()
    show_results(dialog, window, said)
    dialog.leave()
    await settle(window)


def show_results(dialog: CleanupDialog, window: MainWindow, said: Said) -> None:
    ids = [row.id for row in dialog.model.rows()]
    whole: dict[str, object] = {"freed_bytes": 5_000_000, "rescue_branch": "my_rescue", "kept_folder": "/my_kept", "kept_count": 3}
    each = [
        RemovalResult(name, kind, detail=detail, branch="my_branch", **more)  # type: ignore[arg-type]
        for detail, more in (("my_words", whole), ("", {}))
        for name, kind in zip(ids, RemovalResultKind, strict=False)
    ]
    gone = [RemovalResult(name, RemovalResultKind.REMOVED, freed_bytes=5_000) for name in ids[:2]]
    stays = RemovalResult(ids[2], RemovalResultKind.BLOCKED, blockers=(Blocker(BlockerKind.RUN),))
    for kind in RemovalKind:
        for results in (each[: len(RemovalResultKind)], each[len(RemovalResultKind) :], gone[:1], gone, [*gone, stays], [stays]):
            dialog.show_results(results, kind)
            look_above(window, said)
            dialog.show_list()


CLEANUP_ACTS = (list_copies, ask_about_copies, remove_copies)
