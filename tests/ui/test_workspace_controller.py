# SPDX-License-Identifier: MIT
"""The window joined to workspaces: what is shown of the shown thread only, moving, making, set-ups and folders that are gone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import Changes, FoundProblem, Named, ProjectProblem, WorkspaceKind
from onesist_desktop.services.events import (
    ProjectFolderChanged,
    RunChanged,
    SetupChanged,
    WorkspaceChanged,
    WorkspaceProgress,
)
from onesist_desktop.services.views import RunStatus
from onesist_desktop.services.workspace_views import (
    NewBranch,
    ProjectFolder,
    ProjectLook,
    RepositoryView,
    SetupOffer,
    SetupState,
    SetupView,
    WorkspaceView,
)
from onesist_desktop.ui.dialogs.own_copy_dialog import OwnCopyDialog
from onesist_desktop.ui.dialogs.setup_dialog import SetupDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import ElidedLabel
from tests.ui.fakes import CLAUDE, PROJECT, FakeServices, run_details, run_view
from tests.ui.helpers import find, label, opened, turns, until
from tests.ui.workspace_fakes import COPY_PATH, PROJECT_PATH, copy_choices, copy_workspace, project_workspace

T1, T2 = ThreadId("t1"), ThreadId("t2")
BRANCH = "onesist/fix-the-login-loop--a1b2c3"
API = RepositoryView("input/code/api", "api", f"{PROJECT_PATH}/input/code/api")


@pytest.fixture
def copied(filled: FakeServices) -> FakeServices:
    """The first thread works in an own copy."""
    filled.workspaces.by_thread[T1] = copy_workspace()
    return filled


def kind(window: MainWindow) -> str:
    return find(window, "workspace_kind", ElidedLabel).text


def idle(services: FakeServices, window: MainWindow) -> bool:
    return not window.services.supervisor.running


async def own_copy_dialog(window: MainWindow) -> OwnCopyDialog:
    await until(lambda: window.findChild(OwnCopyDialog) is not None)
    dialog = window.findChild(OwnCopyDialog)
    assert dialog is not None
    return dialog


async def ready_dialog(window: MainWindow) -> OwnCopyDialog:
    window.commands.action("own_copy").trigger()
    dialog = await own_copy_dialog(window)
    await until(find(dialog, "save", QPushButton).isEnabled)
    return dialog


async def menu_of(window: MainWindow, name: str = "workspace_menu") -> QMenu:
    if name == "workspace_menu":
        find(window, "workspace_more").click()  # type: ignore[attr-defined]
    await until(lambda: window.findChild(QMenu, name) is not None)
    menu = window.findChild(QMenu, name)
    assert isinstance(menu, QMenu)
    return menu


def entry(menu: QMenu, name: str) -> QAction:
    return next(action for action in menu.actions() if action.objectName() == name)


def names(menu: QMenu) -> list[str]:
    return [action.objectName() for action in menu.actions() if not action.isSeparator()]


# -- what is shown ----------------------------------------------------------------------------------------------------------


async def test_the_bar_follows_the_shown_thread(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        assert kind(window) == "Own copy of toko-kita"
        window.show_thread(T2)
        await until(lambda: find(window, "workspace_branch", ElidedLabel).text == "main")
        assert kind(window) == "Project folder"
        assert [call[0] for call in copied.called("of_thread")] == [T1, T2]


async def test_a_project_without_a_thread_has_a_workspace_too(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with opened(services, theme) as window:
        await until(lambda: services.called("workspace_of_project"))
        await until(lambda: find(window, "workspace_branch", ElidedLabel).text == "main")


async def test_an_answer_that_comes_late_is_not_shown(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        gate = copied.gates["of_thread"] = asyncio.Event()
        window.show_thread(T2)
        await turns()
        window.show_thread(T1)
        await turns()
        gate.set()
        await until(lambda: kind(window) == "Own copy of toko-kita")
        await turns()
        assert kind(window) == "Own copy of toko-kita"


async def test_events_of_another_thread_or_project_change_nothing(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        more = copy_workspace(changes=Changes("x", modified=Named(9)))
        copied.bus.publish(WorkspaceChanged(T2, more))
        copied.bus.publish(WorkspaceChanged(None, more))
        copied.bus.publish(WorkspaceChanged(T1, replace(more, project_id=ProjectId("other"))))
        assert find(window, "changed_files", QPushButton).text() == "3 changed"
        copied.bus.publish(WorkspaceChanged(T1, more))
        assert find(window, "changed_files", QPushButton).text() == "9 changed"


async def test_the_inspector_names_the_folder_of_a_run(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        panel = window.inspector.run
        run = run_view("t1", RunStatus.FINISHED)
        panel.show_run(replace(run_details(run), cwd=COPY_PATH))
        assert panel._works_in.accessibleName().startswith("Works in: Own copy of toko-kita")
        panel.show_run(run_details(run))
        assert "Project folder" in panel._works_in.accessibleName()
        panel.show_run(replace(run_details(run), cwd="/somewhere/else"))
        assert "Another folder" in panel._works_in.accessibleName()
        panel.show_run(replace(run_details(run), cwd="/copies/a", copy_of="api", copy_is_gone=True))
        assert "Own copy of api, no longer there" in panel._works_in.accessibleName()


async def test_the_project_folder_vanishes_and_comes_back(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        copied.bus.publish(ProjectFolderChanged(ProjectId("other"), exists=False))
        assert kind(window) == "Own copy of toko-kita"
        copied.bus.publish(ProjectFolderChanged(PROJECT.id, exists=False))
        assert kind(window) == "The project folder is gone"
        copied.bus.publish(ProjectFolderChanged(PROJECT.id, exists=True))
        await until(lambda: kind(window) == "Own copy of toko-kita")


# -- own copies -------------------------------------------------------------------------------------------------------------


async def test_an_own_copy_is_made_and_shown(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        dialog = await ready_dialog(window)
        assert filled.called("choices") == [(PROJECT.id, ".", "Fix the login loop", T1)]
        find(dialog, "save", QPushButton).click()
        await until(lambda: window.findChild(OwnCopyDialog) is None)
        assert filled.called("move") == [(T1, NewBranch(".", BRANCH, "main"))]
        assert filled.called("agree_to_setup") == []
        assert kind(window) == "Own copy of toko-kita"


async def test_a_ticked_set_up_is_agreed_to_once_the_copy_is_there(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.workspaces.choices_of["."] = copy_choices(setup=SetupOffer("npm ci", "/f"))
    async with opened(filled, theme) as window:
        dialog = await ready_dialog(window)
        dialog.setup.check.setChecked(True)
        find(dialog, "save", QPushButton).click()
        await until(lambda: filled.called("agree_to_setup"))
        assert filled.called("agree_to_setup") == [(WorktreeId("w1"), "npm ci")]


async def test_a_failure_keeps_the_dialog_and_says_all_three(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["move"] = WorkspaceError(WorkspaceFault.DISK_FULL)
    async with opened(filled, theme) as window:
        dialog = await ready_dialog(window)
        find(dialog, "save", QPushButton).click()
        await until(lambda: find(dialog, "saving_error").isVisible())
        assert label(dialog, "saving_error") == "The disk is full. What was begun was taken away again. Make room, then try again."
        assert kind(window) == "Project folder"
        find(dialog, "cancel", QPushButton).click()


async def test_progress_is_told_and_cancel_stops_it(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.gates["move"] = asyncio.Event()
    async with opened(filled, theme) as window:
        dialog = await ready_dialog(window)
        find(dialog, "save", QPushButton).click()
        await until(lambda: filled.called("move"))
        filled.bus.publish(WorkspaceProgress(T1, "files", 2, 5))
        assert label(dialog, "saving_progress") == "Writing the files… 2 of 5"
        filled.bus.publish(WorkspaceProgress(T2, "files", 4, 5))
        assert label(dialog, "saving_progress") == "Writing the files… 2 of 5"
        find(dialog, "cancel", QPushButton).click()
        await until(lambda: label(dialog, "saving_error").startswith("Stopped."))
        assert T1 not in filled.workspaces.by_thread
        find(dialog, "cancel", QPushButton).click()
        assert not dialog.isVisible()


async def test_a_stop_that_came_too_late_is_told_as_it_is(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.gates["move"] = asyncio.Event()
    async with opened(filled, theme) as window:
        dialog = await ready_dialog(window)
        find(dialog, "save", QPushButton).click()
        await until(lambda: filled.called("move"))
        # The service had committed it when it was cancelled.
        filled.workspaces.by_thread[T1] = copy_workspace()
        find(dialog, "cancel", QPushButton).click()
        await until(lambda: window.findChild(OwnCopyDialog) is None)
        assert kind(window) == "Own copy of toko-kita"


async def test_no_commits_lead_to_a_first_one_and_then_to_the_choices(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    problem = FoundProblem(ProjectProblem.NO_COMMITS, ".")
    well = filled.workspaces.project_look
    filled.workspaces.project_look = ProjectLook(
        PROJECT.id, (RepositoryView(".", "toko-kita", PROJECT_PATH, can_have_worktrees=False, problems=(problem,)),)
    )
    async with opened(filled, theme) as window:
        window.commands.action("own_copy").trigger()
        dialog = await own_copy_dialog(window)
        await until(lambda: find(dialog, "copy_problems").isVisible())
        assert "adds no files" in label(dialog, "copy_problem")
        filled.workspaces.project_look = well
        find(dialog, "remedy_first_commit", QPushButton).click()
        await until(find(dialog, "save", QPushButton).isEnabled)
        assert filled.called("make_first_commit") == [(PROJECT.id, ".")]
        assert not find(dialog, "copy_problems").isVisible()
        find(dialog, "cancel", QPushButton).click()


async def test_a_folder_without_git_can_become_a_repository_or_be_used(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.workspaces.project_look = ProjectLook(PROJECT.id, (), (FoundProblem(ProjectProblem.NO_REPOSITORY),))
    async with opened(copied, theme) as window:
        window.commands.action("own_copy").trigger()
        dialog = await own_copy_dialog(window)
        await until(lambda: find(dialog, "copy_problems").isVisible())
        find(dialog, "remedy_make_repository", QPushButton).click()
        await until(lambda: copied.called("make_repository"))
        await until(lambda: idle(copied, window))
        find(dialog, "remedy_project_folder", QPushButton).click()
        await until(lambda: window.findChild(OwnCopyDialog) is None)
        assert copied.called("move") == [(T1, ProjectFolder())]
        assert kind(window) == "Project folder"


async def test_what_can_not_be_read_is_said_in_the_dialog(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["choices"] = OnesistError("fatal: not today")
    async with opened(filled, theme) as window:
        window.commands.action("own_copy").trigger()
        dialog = await own_copy_dialog(window)
        await until(lambda: find(dialog, "copy_problems").isVisible())
        assert "fatal: not today" in label(dialog, "copy_problem")
        del filled.failures["choices"]
        find(dialog, "remedy_look_again", QPushButton).click()
        await until(find(dialog, "save", QPushButton).isEnabled)
        find(dialog, "cancel", QPushButton).click()


async def test_a_second_repository_has_choices_of_its_own(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    look = filled.workspaces.project_look
    filled.workspaces.project_look = replace(look, repositories=(*look.repositories, API))
    async with opened(filled, theme) as window:
        dialog = await ready_dialog(window)
        dialog.repository_combo.setCurrentIndex(1)
        await until(lambda: len(filled.called("choices")) == 2)
        await until(lambda: idle(filled, window))
        find(dialog, "save", QPushButton).click()
        await until(lambda: filled.called("move"))
        assert filled.called("move") == [(T1, NewBranch("input/code/api", BRANCH, "main"))]
        await until(lambda: window.findChild(OwnCopyDialog) is None)


async def test_a_new_thread_in_an_own_copy(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        action = window.commands.action("new_thread_own_copy")
        assert action.shortcut().toString() == "Ctrl+Shift+N"
        action.trigger()
        dialog = await own_copy_dialog(window)
        await until(find(dialog, "save", QPushButton).isEnabled)
        made = window.thread_id
        assert made not in {None, T1, T2}
        find(dialog, "save", QPushButton).click()
        await until(lambda: filled.called("move"))
        assert filled.called("move")[0][0] == made
        await until(lambda: window.findChild(OwnCopyDialog) is None)


# -- moving -----------------------------------------------------------------------------------------------------------------


async def test_moving_back_to_the_project_folder(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        window.commands.action("to_project_folder").trigger()
        await until(lambda: kind(window) == "Project folder")
        assert copied.called("move") == [(T1, ProjectFolder())]
        assert not window.commands.action("to_project_folder").isEnabled()


async def test_nothing_moves_while_somebody_works(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        copied.bus.publish(RunChanged(run_view("t1", provider_id=CLAUDE)))
        assert not window.commands.action("own_copy").isEnabled()
        assert not window.commands.action("to_project_folder").isEnabled()
        menu = await menu_of(window)
        action = entry(menu, "workspace_project_folder")
        assert not action.isEnabled()
        assert action.toolTip() == "Claude Code works here. Stop it, or wait until it is done."
        menu.close()
        window.workplaces.to_project_folder()
        assert window.page.banner.text == "Claude Code works here. Stop it, or wait until it is done."
        assert copied.called("move") == []
        copied.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))


async def test_the_menu_has_what_can_be_done(
    qtbot: QtBot, copied: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaned: list[bool] = []
    copied.workspaces.project_look = replace(copied.workspaces.project_look, repositories=(API,))
    async with opened(copied, theme) as window:
        monkeypatch.setattr(window.workplaces, "_clean_up", lambda: cleaned.append(True))
        menu = await menu_of(window)
        assert names(menu) == [
            "workspace_own_copy",
            "workspace_project_folder",
            "workspace_repository",
            "workspace_open_folder",
            "workspace_open_in_code",
            "workspace_open_in_kate",
            "workspace_open_in_konsole",
            "workspace_copy_path",
            "workspace_release",
            "workspace_clean_up",
        ]
        entry(menu, "workspace_copy_path").trigger()
        assert QGuiApplication.clipboard().text() == COPY_PATH
        entry(menu, "workspace_open_in_kate").trigger()
        await until(lambda: copied.called("open_in"))
        assert copied.called("open_in") == [(COPY_PATH, "kate")]
        entry(menu, "workspace_clean_up").trigger()
        assert cleaned == [True]
        entry(menu, "workspace_repository").trigger()
        await until(lambda: copied.called("move"))
        assert copied.called("move") == [(T1, ProjectFolder("input/code/api"))]
        menu.close()


async def test_the_menu_is_there_when_the_project_can_not_be_looked_at(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.failures["look"] = OnesistError("no Git")
    async with opened(copied, theme) as window:
        menu = await menu_of(window)
        assert "workspace_project_folder" in names(menu)
        menu.close()


async def test_a_program_that_does_not_start_is_said(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.workspaces.targets = copied.workspaces.targets[:1]
    copied.failures["open_in"] = WorkspaceError(WorkspaceFault.NOT_STARTED, "code")
    async with opened(copied, theme) as window:
        window.commands.action("open_in_editor").trigger()
        await until(lambda: window.page.banner.text)
        assert window.page.banner.text == "The program did not start: code. Nothing was changed. Choose another one."


async def test_several_editors_are_a_menu(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        window.commands.action("open_in_editor").trigger()
        menu = await menu_of(window, "open_in_menu")
        assert names(menu) == ["open_in_code", "open_in_kate", "open_in_konsole"]
        menu.close()


async def test_opening_the_folder_and_copying_its_path(
    qtbot: QtBot, copied: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(asked.append(url.toLocalFile())))
    async with opened(copied, theme) as window:
        window.commands.action("open_folder").trigger()
        assert asked == [COPY_PATH]
        assert window.page.banner.text.startswith("The folder can't be opened in the file manager")
        window.commands.action("copy_workspace_path").trigger()
        assert QGuiApplication.clipboard().text() == COPY_PATH


async def test_the_changed_files_are_listed_and_counted_again(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        find(window, "changed_files", QPushButton).click()
        menu = await menu_of(window, "changes_menu")
        assert [one.text() for one in menu.actions() if not one.isSeparator()] == [
            "2 changed",
            "src/login.py",
            "README.md",
            "1 new",
            "notes.txt",
            "Count again",
        ]
        menu.actions()[1].trigger()
        assert QGuiApplication.clipboard().text() == "src/login.py"
        count = len(copied.called("of_thread"))
        entry(menu, "count_again").trigger()
        await until(lambda: len(copied.called("of_thread")) == count + 1)
        menu.close()


# -- a folder that is gone --------------------------------------------------------------------------------------------------


async def test_a_copy_that_is_gone_is_made_again(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    """RULES B9."""
    copied.workspaces.by_thread[T1] = copy_workspace(exists=False)
    gate = copied.gates["recreate"] = asyncio.Event()
    async with opened(copied, theme) as window:
        assert kind(window) == "Own copy of toko-kita is gone"
        assert not window.commands.action("open_folder").isEnabled()
        find(window, "offer_remake", QPushButton).click()
        await until(lambda: copied.called("recreate"))
        copied.bus.publish(WorkspaceProgress(T1, "checking"))
        assert find(window, "workspace_note", ElidedLabel).text == "Checking the copy…"
        gate.set()
        await until(lambda: kind(window) == "Own copy of toko-kita")
        await until(lambda: not find(window, "cancel_making").isVisible())
        assert copied.called("recreate") == [(WorktreeId("w1"),)]


async def test_making_it_again_can_be_stopped_and_may_fail(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.workspaces.by_thread[T1] = copy_workspace(exists=False)
    gate = copied.gates["recreate"] = asyncio.Event()
    async with opened(copied, theme) as window:
        find(window, "offer_remake", QPushButton).click()
        await until(lambda: copied.called("recreate"))
        find(window, "cancel_making", QPushButton).click()
        await until(lambda: find(window, "offer_remake").isVisible())
        gate.set()
        copied.failures["recreate"] = WorkspaceError(WorkspaceFault.BRANCH_MISSING, BRANCH)
        find(window, "offer_remake", QPushButton).click()
        await until(lambda: window.page.banner.text)
        assert BRANCH in window.page.banner.text
        assert kind(window) == "Own copy of toko-kita is gone"


async def test_a_copy_that_was_moved_by_hand_is_located(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.workspaces.by_thread[T1] = copy_workspace(exists=False)
    async with opened(copied, theme) as window:
        find(window, "offer_locate", QPushButton).click()
        chooser = find(window, "locate_copy")
        chooser.fileSelected.emit("/new/place")  # type: ignore[attr-defined]
        await until(lambda: kind(window) == "Own copy of toko-kita")
        assert copied.called("locate") == [(WorktreeId("w1"), "/new/place")]
        assert window.page.workspace.path == "/new/place"
        chooser.close()


async def test_the_thread_can_go_back_to_the_project_folder(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.workspaces.by_thread[T1] = copy_workspace(exists=False)
    async with opened(copied, theme) as window:
        find(window, "offer_project_folder", QPushButton).click()
        await until(lambda: kind(window) == "Project folder")
        assert copied.called("move") == [(T1, ProjectFolder())]


# -- set-up -----------------------------------------------------------------------------------------------------------------


def setup_view(state: SetupState, **more: object) -> SetupView:
    return SetupView(WorktreeId("w1"), T1, state, "npm ci", **more)  # type: ignore[arg-type]


async def open_setup(services: FakeServices, window: MainWindow, state: SetupState) -> SetupDialog:
    services.workspaces.setups[WorktreeId("w1")] = setup_view(state)
    services.bus.publish(SetupChanged(setup_view(state)))
    window.workplaces.open_setup()
    await until(lambda: window.findChild(SetupDialog) is not None)
    dialog = window.findChild(SetupDialog)
    assert dialog is not None
    return dialog


async def test_the_set_up_is_followed_in_bar_and_dialog(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        copied.workspaces.setups[WorktreeId("w1")] = setup_view(SetupState.RUNNING)
        copied.bus.publish(SetupChanged(setup_view(SetupState.RUNNING)))
        button = find(window, "workspace_setup", QPushButton)
        assert (button.text(), button.isVisible()) == ("Setting up…", True)
        button.click()
        await until(lambda: window.findChild(SetupDialog) is not None)
        dialog = window.findChild(SetupDialog)
        assert dialog is not None
        copied.bus.publish(SetupChanged(setup_view(SetupState.RUNNING, output="added 3 packages")))
        assert "added 3 packages" in find(dialog, "setup_output").toPlainText()  # type: ignore[attr-defined]
        other = replace(setup_view(SetupState.FAILED, exit_code=1), worktree_id=WorktreeId("w2"))
        copied.bus.publish(SetupChanged(other))
        assert dialog.view is not None
        assert dialog.view.state is SetupState.RUNNING
        copied.bus.publish(SetupChanged(setup_view(SetupState.FAILED, exit_code=1)))
        assert label(dialog, "setup_state").startswith("It failed with exit code 1.")
        assert button.text() == "Set-up failed"
        find(dialog, "close_setup", QPushButton).click()


async def test_nothing_opens_by_itself_when_it_asks(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    """RULES B14."""
    async with opened(copied, theme) as window:
        copied.bus.publish(SetupChanged(setup_view(SetupState.ASKS)))
        await turns()
        assert window.findChild(SetupDialog) is None
        assert find(window, "workspace_setup", QPushButton).text() == "Set-up asks…"


async def test_agreeing_is_to_the_command_that_was_shown(qtbot: QtBot, copied: FakeServices, theme: Theme) -> None:
    copied.workspaces.choices_of["."] = copy_choices(setup=SetupOffer("npm ci", "/f", earlier_command="make"))
    copied.failures["agree_to_setup"] = WorkspaceError(WorkspaceFault.SETUP_CHANGED)
    async with opened(copied, theme) as window:
        dialog = await open_setup(copied, window, SetupState.ASKS)
        await until(lambda: find(dialog, "setup_notes").isVisible())
        find(dialog, "agree_to_setup", QPushButton).click()
        await until(lambda: find(dialog, "setup_error").isVisible())
        assert copied.called("agree_to_setup") == [(WorktreeId("w1"), "npm ci")]
        assert "reads otherwise now" in label(dialog, "setup_error")
        find(dialog, "close_setup", QPushButton).click()


@pytest.mark.parametrize(
    ("state", "button", "call"),
    [
        (SetupState.ASKS, "decline_setup", "decline_setup"),
        (SetupState.RUNNING, "cancel_setup", "cancel_setup"),
        (SetupState.FAILED, "setup_again", "run_setup_again"),
    ],
)
async def test_each_button_of_the_set_up(
    qtbot: QtBot, copied: FakeServices, theme: Theme, state: SetupState, button: str, call: str
) -> None:
    async with opened(copied, theme) as window:
        dialog = await open_setup(copied, window, state)
        find(dialog, button, QPushButton).click()
        await until(lambda: copied.called(call))
        assert copied.called(call) == [(WorktreeId("w1"),)]
        await until(lambda: idle(copied, window))
        find(dialog, "close_setup", QPushButton).click()


async def test_a_workspace_that_can_not_be_read_is_said(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["of_thread"] = OnesistError("Git is broken")
    async with opened(filled, theme) as window:
        await until(lambda: window.page.banner.text)
        assert "Git is broken" in window.page.banner.text
        assert kind(window) == "Project folder"
        assert not window.commands.action("to_project_folder").isEnabled()


def test_the_kinds_stay_three() -> None:
    """Each has its own words and sign in the bar."""
    views: list[WorkspaceView] = [project_workspace(), copy_workspace()]
    assert {view.kind for view in views} | {WorkspaceKind.REPOSITORY} == set(WorkspaceKind)


async def test_nothing_is_read_while_the_window_cannot_be_seen(filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert filled.workspaces.is_seen
        window.hide()
        assert not filled.workspaces.is_seen
        window.show()
        assert filled.workspaces.is_seen
