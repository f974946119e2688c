# SPDX-License-Identifier: MIT
"""One immutable workspace for each run, and no silent way back to the project folder (RULES B5, B7, B9)."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.records import SessionState
from onesist_desktop.core.workspaces import WorkspaceKind, WorktreeState
from onesist_desktop.services.resolving import Workspace, is_repository_key, is_there, resolve, storable
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord, WorktreeRecord
from tests.support.git_rig import GitRig
from tests.support.workspace_rig import workspace_rig

PROJECT = ProjectRecord(ProjectId("p1"), "Shop", "/home/me/shop", 1.0, 1.0)
THREAD = ThreadRecord(ThreadId("t1"), PROJECT.id, "A title", PermissionMode.ASK, 1.0, 1.0)
ROW = WorktreeRecord(
    id=WorktreeId("w1"),
    project_id=PROJECT.id,
    repository=".",
    repository_path="/home/me/shop",
    base_folder="/base",
    path="/base/shop/one",
    is_ours=True,
    state=WorktreeState.READY,
    created_at=1.0,
    used_at=1.0,
)


def in_worktree(**values: object) -> ThreadRecord:
    return replace(THREAD, worktree_id=ROW.id, **values)  # type: ignore[arg-type]


def test_a_thread_that_never_moved_works_in_the_project_folder() -> None:
    assert resolve(THREAD, PROJECT, None) == Workspace(WorkspaceKind.PROJECT, "/home/me/shop")
    assert resolve(replace(THREAD, repository="."), PROJECT, None).kind is WorkspaceKind.PROJECT


def test_a_repository_below_the_project() -> None:
    found = resolve(replace(THREAD, repository="input/code/api"), PROJECT, None)
    assert (found.kind, Path(found.path), found.is_usable) == (
        WorkspaceKind.REPOSITORY,
        Path("/home/me/shop/input/code/api"),
        True,
    )


@pytest.mark.parametrize(
    "key", ["input/code/..", "input/code/a/b", "../shop", "/etc", "input/code/", "input/code/.", "input/code/a\0"]
)
def test_a_key_that_leads_out_of_the_project_is_none(key: str) -> None:
    assert not is_repository_key(key)
    found = resolve(replace(THREAD, repository=key), PROJECT, None)
    assert (found.path, found.is_usable, is_there(found)) == ("", False, False)


def test_a_worktree() -> None:
    found = resolve(in_worktree(), PROJECT, ROW)
    assert found == Workspace(WorkspaceKind.WORKTREE, "/base/shop/one", ".", "/home/me/shop", ROW.id, True)


@pytest.mark.parametrize("state", [state for state in WorktreeState if state is not WorktreeState.READY])
def test_a_worktree_that_is_not_ready_is_never_replaced_by_the_project_folder(state: WorktreeState) -> None:
    found = resolve(in_worktree(), PROJECT, replace(ROW, state=state))
    assert (found.path, found.is_usable) == (ROW.path, False)


def test_a_worktree_of_another_project_or_one_that_nobody_knows_is_not_usable() -> None:
    other = resolve(in_worktree(), PROJECT, replace(ROW, project_id=ProjectId("p2")))
    unknown = resolve(in_worktree(), PROJECT, None)
    assert not other.is_usable
    assert (unknown.path, unknown.kind, unknown.is_usable) == ("", WorkspaceKind.WORKTREE, False)


def test_an_empty_path_is_not_the_current_folder() -> None:
    assert not is_there(Workspace(WorkspaceKind.PROJECT, ""))


def test_bytes_that_are_no_text_can_be_told() -> None:
    assert storable("a\udcffb") == "a\\udcffb"


# -- on real folders -------------------------------------------------------------------------------------------------------


def place(rig: GitRig, name: str) -> Workspace:
    path = str(rig.worktree(name, f"b-{name}"))
    return Workspace(WorkspaceKind.WORKTREE, path, ".", str(rig.project), WorktreeId("w"))


def test_a_worktree_is_told_from_every_other_folder(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    rig.repository()
    rig.repository("input/code/other")
    one = place(rig, "one")
    assert is_there(one)
    assert not is_there(replace(one, repository_path=str(rig.project / "input/code/other")))
    copy = rig.base / "copy"
    shutil.copytree(one.path, copy)
    assert not is_there(replace(one, path=str(copy)))
    plain = rig.base / "plain"
    plain.mkdir()
    assert not is_there(replace(one, path=str(plain)))
    assert not is_there(replace(one, path=str(rig.base / "gone")))


def test_a_worktree_whose_folder_was_replaced_by_a_link_to_the_main_checkout_is_gone(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    rig.repository()
    one = place(rig, "one")
    Path(one.path).rename(rig.base / "moved")
    Path(one.path).symlink_to(rig.project)
    assert not is_there(one)


def test_relative_names_in_the_small_files_are_understood(tmp_path: Path) -> None:
    """Git 2.48 writes them if it is told to."""
    rig = GitRig(tmp_path)
    rig.repository()
    one = place(rig, "one")
    admin = rig.project / ".git" / "worktrees" / "one"
    (Path(one.path) / ".git").write_text(f"gitdir: {os.path.relpath(admin, one.path)}\n")
    (admin / "gitdir").write_text(f"{os.path.relpath(Path(one.path) / '.git', admin)}\n")
    assert is_there(one)


# -- runs --------------------------------------------------------------------------------------------------------------------


async def test_a_run_works_in_the_threads_worktree_and_marks_it_used(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        path = str(rig.files.worktree("one", "topic"))
        row = replace(ROW, project_id=rig.app.project_id, path=path, repository_path=str(rig.files.project))
        await rig.app.context.database.run(lambda uow: uow.worktrees.add(row))
        await rig.app.context.database.run(lambda uow: uow.threads.change(rig.thread_id, worktree_id=row.id, repository="."))
        await rig.app.send("hello")
        (run,) = await rig.app.runs()
        (spec,) = rig.app.answerers["agent-a"].specs
        (session,) = await rig.app.sessions()
        assert (run.cwd, spec.cwd, session.cwd) == (path, path, path)
        assert (await rig.row(row.id)).used_at > row.used_at


@pytest.mark.parametrize("how", ["released", "removed outside", "row unknown", "other project"])
async def test_a_run_without_its_folder_fails_before_anything_is_sent(tmp_path: Path, how: str) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        path = rig.files.worktree("one", "topic")
        state = WorktreeState.RELEASED if how == "released" else WorktreeState.READY
        row = replace(ROW, project_id=rig.app.project_id, path=str(path), repository_path=str(rig.files.project), state=state)
        await rig.app.context.database.run(lambda uow: uow.worktrees.add(row))
        await rig.app.send("before")
        worktree_id = WorktreeId("nobody") if how == "row unknown" else row.id
        await rig.app.context.database.run(lambda uow: uow.threads.change(rig.thread_id, worktree_id=worktree_id))
        if how == "removed outside":
            shutil.rmtree(path)
        if how == "other project":
            await _give_to_other_project(rig, row.id)
        before = rig.app.answerers["agent-a"]
        opened, told = len(before.specs), len(before.prompts)
        await rig.app.send("now")
        run = (await rig.app.runs())[-1]
        assert run.reason is FailureReason.WORKSPACE_MISSING
        assert (len(before.specs), len(before.prompts)) == (opened, told)
        (session,) = await rig.app.sessions()
        assert (session.state, session.known_upto_seq) == (SessionState.ACTIVE, 2)
        assert (await rig.row(row.id)).used_at == row.used_at


async def _give_to_other_project(rig: object, worktree_id: WorktreeId) -> None:
    database = rig.app.context.database  # type: ignore[attr-defined]
    other = ProjectRecord(ProjectId("p2"), "Other", "/other", 1.0, 1.0)
    await database.run(lambda uow: uow.projects.add(other))
    await database.run(lambda uow: uow.worktrees.change(worktree_id, project_id=other.id))


async def test_previews_count_sessions_of_the_folder_where_the_thread_works(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.send("one")
        same = await rig.app.handoffs.preview(rig.thread_id, rig.app.options("agent-a"))
        path = str(rig.files.worktree("one", "topic"))
        row = replace(ROW, project_id=rig.app.project_id, path=path, repository_path=str(rig.files.project))
        await rig.app.context.database.run(lambda uow: uow.worktrees.add(row))
        await rig.app.context.database.run(lambda uow: uow.threads.change(rig.thread_id, worktree_id=row.id))
        moved = await rig.app.handoffs.preview(rig.thread_id, rig.app.options("agent-a"))
        assert (same.due_count, moved.due_count) == (0, 2)
        assert "one" in moved.text
