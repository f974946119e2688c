# SPDX-License-Identifier: MIT
"""Acts in which the window says all it has to say of folders, own copies and their set-up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QFileDialog

from onesist_desktop.core.errors import BusyError, DiskFullError, OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.workspaces import (
    UNKNOWN,
    Changes,
    FoundProblem,
    Named,
    ProjectProblem,
    WorkspaceKind,
    WorktreeState,
)
from onesist_desktop.services.events import RunChanged, WorkspaceProgress
from onesist_desktop.services.views import RunStatus
from onesist_desktop.services.workspace_views import (
    BranchView,
    CopyTotals,
    ElsewhereView,
    OpenTarget,
    ProjectLook,
    RepositoryView,
    SetupOffer,
    SetupState,
    SetupView,
    WorkspaceView,
)
from onesist_desktop.ui.controllers.workspace_problems import Remedy
from onesist_desktop.ui.dialogs.own_copy_dialog import OwnCopyDialog, Way
from onesist_desktop.ui.dialogs.setup_dialog import SetupDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.panels.workspace_bar import WorkspaceBar
from onesist_desktop.ui.panels.workspace_words import making_text
from tests.ui.fakes import CLAUDE, PROJECT, FakeServices, message, run_view, thread
from tests.ui.helpers import find, turns
from tests.ui.said import Said, close_dialogs, settle
from tests.ui.said_cleanup import rows
from tests.ui.workspace_fakes import copy_choices, copy_workspace, project_workspace

T1, W1 = ThreadId("t1"), WorktreeId("w1")
ROOT = RepositoryView(".", "my_root", "/my_root")
API = RepositoryView("input/code/my_api", "my_api", "/my_api")
OPERATIONS = ("merge", "rebase", "cherry-pick", "revert", "bisect", "am", "?")
STEPS = ("branch", "files", "submodules", "copying", "checking", "")
OFFERS = (
    SetupOffer("my_command", "/my_file", earlier_command="my_old", changed_by="my_name", ignored=("my_key",)),
    SetupOffer("my_command", "/my_file", changed_by="?"),
    SetupOffer("my_command", "/my_file", is_agreed=True),
    SetupOffer("", "/my_file", problem="my_problem"),
)


def fill_workspaces(services: FakeServices) -> None:
    """Give folders and copies names that stand out."""
    workspaces = services.workspaces
    workspaces.project_view = project_workspace(repository_title="my_root", branch="my_main", changes=Changes("my_main"))
    workspaces.project_look = ProjectLook(PROJECT.id, (ROOT,))
    workspaces.targets = [OpenTarget("my_editor", "my_editor"), OpenTarget("my_terminal", "my_terminal", is_terminal=True)]
    workspaces.choices_of = {ROOT.key: my_choices()}
    services.cleanup.row_list = rows(time.time())
    services.cleanup.totals_view = CopyTotals(3, 2_100_000_000)


def my_choices(**more: object) -> object:
    branches = (
        BranchView("my_main", checked_out_at="/my_root"),
        BranchView("my_free"),
        BranchView("my_far", is_remote=True),
    )
    places = (
        ElsewhereView("/my_place", "my_branch"),
        ElsewhereView("/my_loose"),
        ElsewhereView("/my_gone", "my_lost", is_usable=False),
    )
    values = {"new_branch": "my_branch", "base": "my_main", "branches": branches, "elsewhere": places, "folder": "/my_folder"}
    return copy_choices(**{**values, **more})


# -- the bar --------------------------------------------------------------------------------------------------------------


def views() -> Iterator[WorkspaceView]:
    """Workspaces of each kind, in each state."""
    base = replace(
        copy_workspace(
            repository_title="my_api", branch="my_branch", changes=Changes("my_branch", modified=Named(1, ("my_file",)))
        ),
        path="/my_path",
    )
    folder = replace(project_workspace(repository_title="my_api", repository=API.key, branch="my_main"), path="/my_api")
    yield base
    yield replace(base, is_ours=False, changes=None, problem=FoundProblem(ProjectProblem.BROKEN_REPOSITORY))
    kinds = {kind: Named(14, ("my_file",)) for kind in ("modified", "untracked", "deleted", "conflicted")}
    yield replace(base, changes=Changes("my_branch", **kinds))
    yield replace(base, changes=Changes("", "0123456789", modified=UNKNOWN))
    for operation in OPERATIONS:
        yield replace(base, changes=Changes("my_branch", operation=operation.replace("?", "my_operation")))
    for state in SetupState:
        yield replace(base, setup=state)
    yield replace(base, exists=False)
    yield replace(base, exists=False, is_ours=False)
    yield replace(base, exists=False, state=WorktreeState.RELEASED)
    yield replace(folder, kind=WorkspaceKind.REPOSITORY)
    yield replace(folder, kind=WorkspaceKind.REPOSITORY, exists=False)
    yield replace(folder, exists=False)
    yield replace(folder, repository="", branch="", changes=None, problem=FoundProblem(ProjectProblem.NO_REPOSITORY))


async def work_in_folders(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show the bar in every state with its menus, and what is said when something with a folder fails."""
    window.show_thread(T1)
    await settle(window)
    services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
    bar, places = find(window, "workspace_bar", WorkspaceBar), window.workplaces
    at = window.mapToGlobal(QPoint(300, 200))
    services.workspaces.project_look = ProjectLook(PROJECT.id, (ROOT, API))
    for view in views():
        services.workspaces.put(T1, view)
        await said.look(window)
        for wanted in (bar.menu_wanted, bar.changes_wanted):
            wanted.emit(at)
            await said.look(window)
    services.workspaces.put(T1, next(views()))
    for step in STEPS:
        for total in (0, 3):
            bar.show_progress(making_text(step, 1, total))
            said.look_at(window)
    bar.show_progress("")
    services.bus.publish(RunChanged(run_view("t1", provider_id=CLAUDE)))
    places.to_project_folder()
    await said.look(window)
    services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
    faults: list[OnesistError] = [WorkspaceError(fault, "/my_detail") for fault in WorkspaceFault]
    for error in (*faults, BusyError("my_reason"), DiskFullError("my_reason")):
        services.failures["move"] = error
        places.to_project_folder()
        await said.look(window)
    services.failures.clear()
    places.open_folder()
    await said.look(window)
    for targets in ((), services.workspaces.targets):
        places._targets = targets
        places.open_in_editor()
        await said.look(window)
    places.locate()
    dialog = window.findChildren(QFileDialog)[-1]
    said.texts.add(dialog.windowTitle())
    dialog.reject()
    places.to_project_folder()
    await said.look(window)


async def read_notices(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show a thread in which everything became of its folder, and every set-up ended."""
    services.put_thread(thread("t7", "my_folders", updated_at=time.time() - 9), *notices())
    window.show_thread(ThreadId("t7"))
    await settle(window)
    for one in services.snapshots[ThreadId("t7")].page.messages:
        window.transcript.jump_to(one.seq)
        await turns()
        for head in window.findChildren(QAbstractButton, "step_head"):
            if head.isVisible():
                head.click()
        await said.look(window)
    window.show_thread(T1)
    await settle(window)


def notices() -> list[Message]:
    moves = (("project", "worktree", "my_branch"), ("worktree", "repository", ""), ("repository", "project", ""))
    folders: list[tuple[str, list[str]]] = [
        ("moved", [before, "my_api", after, "my_api", branch, "/my_path"]) for before, after, branch in moves
    ]
    folders += [(f"own_copy_{what}", ["my_branch", "/my_path", "/my_kept", "my_rescue"]) for what in ("removed", "released")]
    folders += [("own_copy_remade", ["my_api", "my_branch", "/my_path", how]) for how in ("released", "outside")]
    folders += [("own_copy_found", ["my_api", "my_branch", "/my_path"]), ("copy_notes", ["my_note"])]
    ends = [(state.value, code) for state in SetupState for code in (3, None)]
    told_of = [{"code": code, "command": "my_command", "output": "my_line\n" * 40, "exit_code": number} for code, number in ends]
    return [
        *(
            message("t7", 1 + number, Role.SYSTEM, kind=MessageKind.WORKSPACE, data={"code": code, "details": details})
            for number, (code, details) in enumerate(folders)
        ),
        *(message("t7", 30 + number, Role.SYSTEM, kind=MessageKind.SETUP, data=data) for number, data in enumerate(told_of)),
    ]


# -- own copies -----------------------------------------------------------------------------------------------------------


async def copy_dialog(window: MainWindow, said: Said) -> OwnCopyDialog:
    window.workplaces.own_copy()
    await turns()
    said.look_at(window)
    await settle(window)
    dialog = find(window, "own_copy_dialog", OwnCopyDialog)
    said.dialogs.add(type(dialog))
    said.look_at(dialog)
    return dialog


async def make_own_copies(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show the dialog of own copies in each way, with each problem, while it makes one, and when it fails."""
    workspaces = services.workspaces
    notes = tuple(FoundProblem(problem, ROOT.key, (detail_of(problem),)) for problem in ProjectProblem)
    for offer in OFFERS:
        workspaces.choices_of[ROOT.key] = my_choices(setup=offer, notes=notes, copies_ignored=("my_pattern",), base="")
        await copy_dialog(window, said)
        close_dialogs(window)
    workspaces.choices_of[ROOT.key] = my_choices(elsewhere=())
    await copy_dialog(window, said)
    close_dialogs(window)
    workspaces.choices_of[ROOT.key] = my_choices()
    dialog = await copy_dialog(window, said)
    for name in ("", "my_main", "my..name"):
        dialog.name_field.setText(name)
        said.look_at(dialog)
    for way, places in ((Way.EXISTING, dialog.branch_list), (Way.ELSEWHERE, dialog.place_list)):
        dialog.ways.choose(way.value)
        await turns()
        said.look_at(dialog)
        for key in ("my_main", "my_free"):
            places.choose(key)
            said.look_at(dialog)
        places.search.setText("?nothing?")
        said.look_at(dialog)
        places.search.clear()
    dialog.ways.choose(Way.NEW.value)
    dialog.name_field.setText("my_branch")
    await make_one(window, services, said, dialog)
    await meet_problems(window, services, said)


async def make_one(window: MainWindow, services: FakeServices, said: Said, dialog: OwnCopyDialog) -> None:
    gate = services.gates["move"] = asyncio.Event()
    save = find(dialog, "save", QAbstractButton)
    save.click()
    await turns()
    said.look_at(dialog)
    services.bus.publish(WorkspaceProgress(T1, "files", 1, 3))
    said.look_at(dialog)
    dialog.reject()
    said.look_at(dialog)
    await settle(window)
    said.look_at(dialog)
    gate.set()
    services.gates.pop("move")
    for error in (WorkspaceError(WorkspaceFault.NO_COMMITS), WorkspaceError(WorkspaceFault.DISK_FULL)):
        services.failures["move"] = error
        dialog.want_save()
        await settle(window)
        said.look_at(dialog)
    services.failures.clear()
    close_dialogs(window)


async def meet_problems(window: MainWindow, services: FakeServices, said: Said) -> None:
    workspaces = services.workspaces
    well = workspaces.project_look
    workspaces.project_look = ProjectLook(PROJECT.id)
    dialog = await copy_dialog(window, said)
    for problem in ProjectProblem:
        for key in (".", API.key):
            found = FoundProblem(problem, key, (detail_of(problem),))
            blocked = replace(API, key=key, can_have_worktrees=False, problems=(found,))
            workspaces.project_look = ProjectLook(PROJECT.id, (blocked, replace(ROOT, key="my_other", can_have_worktrees=False)))
            dialog.remedy_wanted.emit(Remedy.LOOK_AGAIN.value)
            await settle(window)
            said.look_at(dialog)
    workspaces.project_look = well
    services.failures["look"] = WorkspaceError(WorkspaceFault.NO_GIT)
    dialog.remedy_wanted.emit(Remedy.LOOK_AGAIN.value)
    await settle(window)
    said.look_at(dialog)
    services.failures.clear()
    close_dialogs(window)


async def set_copies_up(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show the set-up of a copy in each of its states, and what can't be done about it."""
    workspaces = services.workspaces
    view = next(views())
    workspaces.put(T1, view)
    window.workplaces.open_setup()
    await said.look(window)
    for offer in OFFERS:
        workspaces.choices_of[view.repository] = my_choices(setup=offer)
        for state in SetupState:
            for exit_code in (3, None):
                workspaces.setups[W1] = SetupView(W1, T1, state, "my_command", "my_line\n", exit_code)
                window.workplaces.open_setup()
                await said.look(window)
    workspaces.setups[W1] = SetupView(W1, T1, SetupState.ASKS, "my_command")
    services.failures = {"choices": DiskFullError("my_reason"), "decline_setup": WorkspaceError(WorkspaceFault.SETUP_CHANGED)}
    window.workplaces.open_setup()
    await settle(window)
    dialog = find(window, "setup_dialog", SetupDialog)
    said.look_at(dialog)
    dialog.declined.emit()
    await settle(window)
    said.look_at(dialog)
    dialog.show_error(DiskFullError("my_reason"))
    await said.look(window)
    services.failures.clear()


def detail_of(problem: ProjectProblem) -> str:
    """Return a detail such as the services give: a count for what is counted."""
    return "3" if problem is ProjectProblem.UNCOMMITTED else "my_detail"


WORKSPACE_ACTS = (
    work_in_folders,
    read_notices,
    make_own_copies,
    set_copies_up,
)
