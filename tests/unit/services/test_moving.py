# SPDX-License-Identifier: MIT
"""Moving a thread: one transaction, its sessions are retired, and what waits stays (RULES A8, B7, C2)."""

from __future__ import annotations

import asyncio
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.errors import BusyError, StorageError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ProjectId, WorktreeId
from onesist_desktop.core.messages import MessageKind
from onesist_desktop.core.records import RetireReason, SessionState, TransferKind
from onesist_desktop.core.workspaces import WorkspaceKind, WorktreeState
from onesist_desktop.services import mover
from onesist_desktop.services.events import CopyTotalsChanged, MessageAdded, ThreadChanged, WorkspaceChanged, WorkspaceProgress
from onesist_desktop.services.workspace_views import ExistingBranch, ExistingWorktree, NewBranch, ProjectFolder
from onesist_desktop.storage.records import ProjectRecord
from tests.fakes.scripted_answerer import Script
from tests.support.workspace_rig import WorkspaceRig, workspace_rig


async def notices(rig: WorkspaceRig) -> list[dict[str, object]]:
    return [dict(notice.data) for notice in await rig.app.notices(MessageKind.WORKSPACE)]


async def test_moving_retires_the_sessions_and_the_next_turn_is_a_handoff_in_the_new_folder(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.send("the first question", "agent-a")
        await rig.app.send("and another", "agent-b")
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        for name in ("agent-a", "agent-b"):
            (session,) = await rig.app.sessions(name)
            assert (session.state, session.retired_reason) == (SessionState.RETIRED, RetireReason.CWD_CHANGED)
            assert rig.app.answerers[name].released == [session.id]
        await rig.app.send("go on", "agent-a")
        spec, prompt = rig.app.answerers["agent-a"].specs[-1], rig.app.answerers["agent-a"].prompts[-1]
        assert (spec.cwd, spec.native_session_id) == (view.path, None)
        assert "the first question" in prompt.context
        assert "and another" in prompt.context
        assert "go on" not in prompt.context
        old, new = await rig.app.sessions("agent-a")
        assert (old.cwd, new.cwd, new.state) == (str(rig.files.project), view.path, SessionState.ACTIVE)


async def test_a_move_leaves_a_notice_and_a_transfer(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.send("hello")
        moved = rig.heard(WorkspaceChanged)
        added, changed, totals = rig.heard(MessageAdded), rig.heard(ThreadChanged), rig.heard(CopyTotalsChanged)
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        assert await notices(rig) == [
            {"code": "moved", "details": ["project", "project", "worktree", "project", "topic", view.path]}
        ]
        kinds = await rig.app.context.database.run(
            lambda uow: uow._connection.exec_driver_sql("SELECT kind FROM context_transfers").scalars().all()
        )
        assert kinds == [TransferKind.WORKSPACE.value]
        assert [event.workspace.path for event in moved][-1] == view.path
        assert [event.message.kind for event in added] == [MessageKind.WORKSPACE]
        assert changed[-1].thread.workspace_kind is WorkspaceKind.WORKTREE
        assert changed[-1].thread.worktree_id == view.worktree_id
        assert [event.totals.count for event in totals] == [1]


async def test_an_empty_thread_is_told_nothing(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        assert await rig.app.messages() == []
        await rig.app.send("hello")
        assert rig.app.answerers["agent-a"].prompts[-1].context == ""


async def test_moving_back_to_the_project_keeps_the_worktree_and_its_branch(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.send("hello")
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        (Path(view.path) / "mine.txt").write_text("work")
        back = await rig.workspaces.move(rig.thread_id, ProjectFolder())
        assert (back.kind, back.path) == (WorkspaceKind.PROJECT, str(rig.files.project))
        thread = await rig.thread()
        assert (thread.worktree_id, thread.repository) == (None, None)
        assert (Path(view.path) / "mine.txt").read_text() == "work"
        assert [row.state for row in await rig.rows()] == [WorktreeState.READY]
        again = await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", worktree_id=view.worktree_id))
        assert (again.path, again.branch) == (view.path, "topic")
        assert [notice["details"][2] for notice in await notices(rig)] == ["worktree", "project", "worktree"]  # type: ignore[index]


async def test_moving_to_where_it_works_is_nothing(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.send("hello")
        await rig.workspaces.move(rig.thread_id, ProjectFolder())
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        count = len(await rig.app.messages())
        await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", path=view.path))
        await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", worktree_id=view.worktree_id))
        assert len(await rig.app.messages()) == count


async def test_a_repository_below_the_project_is_a_place_to_work(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository("input/code/api")
        view = await rig.workspaces.move(rig.thread_id, ProjectFolder("input/code/api"))
        assert (view.kind, view.branch) == (WorkspaceKind.REPOSITORY, "main")
        await rig.app.send("hello")
        assert rig.app.answerers["agent-a"].specs[-1].cwd == str(rig.files.project / "input/code/api")
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.move(rig.thread_id, ProjectFolder("input/code/none"))
        assert refused.value.fault is WorkspaceFault.NOT_A_REPOSITORY


async def test_no_move_while_a_run_works(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        before = rig.files.state()
        await rig.app.begin("hello", Script(hold=asyncio.Event()))
        for destination in (NewBranch(".", "topic"), ProjectFolder(), ExistingWorktree(".", path="/x")):
            with pytest.raises(BusyError):
                await rig.workspaces.move(rig.thread_id, destination)
        assert rig.files.state() == before
        assert await rig.rows() == []
        await rig.app.turns.stop(rig.thread_id)


async def test_a_thread_is_moved_to_one_place_at_a_time(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        moves = [rig.workspaces.move(rig.thread_id, NewBranch(".", name)) for name in ("one", "two")]
        first, second = await asyncio.gather(*moves, return_exceptions=True)
        assert isinstance(second, BusyError)
        assert not isinstance(first, BaseException)
        assert [row.branch for row in await rig.rows()] == ["one"]


async def test_what_waits_and_what_is_written_stay(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.begin("hello", Script(hold=asyncio.Event()))
        await rig.app.put_in_queue("waiting")
        await rig.app.turns.stop(rig.thread_id)
        await rig.app.idle()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        (queued,) = await rig.app.queued()
        assert queued.text == "waiting"
        await rig.app.turns.send_queued(queued.id)
        await rig.app.idle()
        assert (await rig.app.runs())[-1].cwd == view.path


async def test_a_move_that_cannot_be_stored_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.app.send("hello")
        refs, listed, _ = rig.files.state()

        def full(*_: object) -> None:
            raise StorageError("full")

        monkeypatch.setattr(mover, "copy_totals", full)
        with pytest.raises(StorageError):
            await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        assert rig.files.state()[:2] == (refs, listed)
        assert await rig.rows() == []
        assert (await rig.thread()).worktree_id is None
        assert await notices(rig) == []
        assert (await rig.app.sessions())[0].state is SessionState.ACTIVE


# -- worktrees that are there ------------------------------------------------------------------------------------------------


async def test_a_worktree_made_elsewhere_is_used_and_never_ours(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        hand_made = rig.files.worktree("hand made", "theirs")
        link = tmp_path / "link"
        link.symlink_to(hand_made)
        view = await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", path=str(link)))
        assert (view.path, view.branch, view.is_ours, view.exists) == (str(hand_made), "theirs", False, True)
        (row,) = await rig.rows()
        assert (row.is_ours, row.base_folder, row.made_branch) == (False, "", False)
        second = await rig.app.threads.create(rig.app.project_id, "two")
        again = await rig.workspaces.move(second.id, ExistingWorktree(".", path=str(hand_made)))
        assert again.worktree_id == view.worktree_id
        assert again.thread_count == 2
        assert len(await rig.rows()) == 1


async def test_only_worktrees_of_the_projects_repositories_can_be_chosen(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.repository("input/code/other")
        stranger = rig.files.worktree("stranger", "s", cwd=rig.files.project / "input/code/other")
        plain = tmp_path / "plain"
        plain.mkdir()
        detached = rig.files.worktree("gone")
        shutil.rmtree(detached)
        for path in (stranger, plain, detached, tmp_path / "nothing", rig.files.project / ".git"):
            with pytest.raises(WorkspaceError) as refused:
                await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", path=str(path)))
            assert refused.value.fault is WorkspaceFault.NOT_THAT_WORKTREE, path
        assert await rig.rows() == []


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
async def test_a_worktree_whose_name_is_no_text_cannot_be_chosen(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.base.mkdir()
        path = os.fsdecode(os.fsencode(rig.files.base) + b"/b\xffd")
        rig.files.run("worktree", "add", "-q", "-b", "odd", "--", path)
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", path=path))
        assert refused.value.fault is WorkspaceFault.NOT_THAT_WORKTREE
        refused.value.detail.encode()
        chosen = await rig.workspaces.choices(rig.app.project_id, ".", "T", rig.thread_id)
        assert [one.is_usable for one in chosen.elsewhere] == [False]


async def test_the_projects_own_folder_as_a_worktree_is_the_project_folder(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        view = await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", path=str(rig.files.project)))
        assert view.kind is WorkspaceKind.PROJECT
        assert len(await rig.rows()) == 1


@pytest.mark.parametrize("state", [WorktreeState.RELEASED, WorktreeState.CREATING, WorktreeState.REMOVING, WorktreeState.REMOVED])
async def test_a_worktree_that_is_not_ready_cannot_be_chosen(tmp_path: Path, state: WorktreeState) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        await rig.workspaces.move(rig.thread_id, ProjectFolder())
        assert view.worktree_id is not None
        row_id: WorktreeId = view.worktree_id
        await rig.app.context.database.run(lambda uow: uow.worktrees.change(row_id, state=state))
        with pytest.raises(WorkspaceError):
            await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", worktree_id=row_id))


@pytest.mark.parametrize("by", ["branch", "worktree", "path"])
async def test_a_copy_whose_folder_is_gone_is_made_again_for_who_moves_there(tmp_path: Path, by: str) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        commit = rig.files.commit("work", cwd=view.path)
        shutil.rmtree(view.path)
        second = await rig.app.threads.create(rig.app.project_id, "two")
        choices = await rig.workspaces.choices(rig.app.project_id, ".", "two", second.id)
        (branch,) = (one for one in choices.branches if one.name == "topic")
        assert (branch.checked_out_at, branch.worktree_id, branch.is_made_again) == (view.path, view.worktree_id, True)
        assert choices.elsewhere == ()
        told, steps = rig.heard(WorkspaceChanged), rig.heard(WorkspaceProgress)
        wanted = {
            "branch": ExistingBranch(".", "topic"),
            "worktree": ExistingWorktree(".", worktree_id=branch.worktree_id),
            "path": ExistingWorktree(".", path=view.path),
        }[by]

        moved = await rig.workspaces.move(second.id, wanted)

        assert (moved.worktree_id, moved.path, moved.exists, moved.thread_count) == (view.worktree_id, view.path, True, 2)
        assert rig.files.run("rev-parse", "HEAD", cwd=view.path) == commit
        assert len(await rig.rows()) == 1
        assert {one.thread_id for one in steps} == {second.id}
        assert {(one.thread_id, one.workspace.exists) for one in told} == {(rig.thread_id, True), (second.id, True)}


async def test_a_released_copy_is_offered_by_its_branch_and_made_again(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        assert view.worktree_id is not None
        row_id: WorktreeId = view.worktree_id
        rig.files.run("branch", "free")
        rig.files.run("worktree", "remove", view.path)
        await rig.app.context.database.run(lambda uow: uow.worktrees.change(row_id, state=WorktreeState.RELEASED))
        second = await rig.app.threads.create(rig.app.project_id, "two")
        choices = await rig.workspaces.choices(rig.app.project_id, ".", "two", second.id)
        found = {one.name: (one.checked_out_at, one.worktree_id, one.is_made_again) for one in choices.branches}
        assert found["topic"] == ("", row_id, True)
        assert found["free"] == ("", None, False)

        moved = await rig.workspaces.move(second.id, ExistingWorktree(".", worktree_id=row_id))

        assert (moved.worktree_id, moved.path, moved.exists, moved.branch) == (row_id, view.path, True, "topic")
        assert len(await rig.rows()) == 1
        again = await rig.workspaces.choices(rig.app.project_id, ".", "two", second.id)
        assert not any(one.is_made_again for one in again.branches)


async def test_a_released_copy_whose_branch_is_in_use_elsewhere_leads_there(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        assert view.worktree_id is not None
        row_id: WorktreeId = view.worktree_id
        rig.files.run("worktree", "remove", view.path)
        await rig.app.context.database.run(lambda uow: uow.worktrees.change(row_id, state=WorktreeState.RELEASED))
        rig.files.run("checkout", "-q", "topic")
        choices = await rig.workspaces.choices(rig.app.project_id, ".", "one", rig.thread_id)
        (branch,) = (one for one in choices.branches if one.name == "topic")
        assert (branch.checked_out_at, branch.worktree_id, branch.is_made_again) == (str(rig.files.project), None, False)


@pytest.mark.parametrize("is_known", [False, True], ids=["never used", "used before"])
async def test_a_folder_made_elsewhere_that_is_gone_is_named_and_not_made_again(tmp_path: Path, is_known: bool) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        hand_made = rig.files.worktree("hand made", "theirs")
        if is_known:
            await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", path=str(hand_made)))
            await rig.workspaces.move(rig.thread_id, ProjectFolder())
        shutil.rmtree(hand_made)
        before, rows = rig.files.state(), await rig.rows()
        choices = await rig.workspaces.choices(rig.app.project_id, ".", "one", rig.thread_id)
        (branch,) = (one for one in choices.branches if one.name == "theirs")
        assert [(one.path, one.is_usable) for one in choices.elsewhere] == [(str(hand_made), False)]
        ways = [ExistingBranch(".", "theirs"), ExistingWorktree(".", str(hand_made))]
        if is_known:
            ways.append(ExistingWorktree(".", worktree_id=branch.worktree_id))
        for wanted in ways:
            with pytest.raises(WorkspaceError) as refused:
                await rig.workspaces.move(rig.thread_id, wanted)
            assert (refused.value.fault, refused.value.detail) == (WorkspaceFault.CHECKED_OUT, str(hand_made))
        assert (rig.files.state(), await rig.rows()) == (before, rows)


async def test_a_copy_that_is_gone_is_not_made_again_while_the_thread_works(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        second = await rig.app.threads.create(rig.app.project_id, "two")
        view = await rig.workspaces.move(second.id, NewBranch(".", "topic"))
        shutil.rmtree(view.path)
        await rig.app.begin("hello", Script(hold=asyncio.Event()))
        for destination in (ExistingWorktree(".", worktree_id=view.worktree_id), ExistingBranch(".", "topic")):
            with pytest.raises(BusyError):
                await rig.workspaces.move(rig.thread_id, destination)
        assert not Path(view.path).exists()
        await rig.app.turns.stop(rig.thread_id)


async def test_a_worktree_of_another_project_cannot_be_chosen(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        (row,) = await rig.rows()
        other = ProjectRecord(ProjectId("other"), "Other", "/other", 1.0, 1.0)
        theirs = replace(row, id=WorktreeId("theirs"), project_id=other.id)
        await rig.app.context.database.run(lambda uow: uow.projects.add(other))
        await rig.app.context.database.run(lambda uow: uow.worktrees.add(theirs))
        with pytest.raises(WorkspaceError):
            await rig.workspaces.move(rig.thread_id, ExistingWorktree(".", worktree_id=theirs.id))
        assert (await rig.workspaces.of_thread(rig.thread_id)).worktree_id == view.worktree_id
