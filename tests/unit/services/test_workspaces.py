# SPDX-License-Identifier: MIT
"""Looking at workspaces, what changed outside, and worktrees whose folder is gone (RULES B1, B2, B9, B14, B15)."""

from __future__ import annotations

import asyncio
import logging
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.errors import BusyError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.messages import MessageKind
from onesist_desktop.core.records import RetireReason, SessionState
from onesist_desktop.core.workspaces import ProjectProblem, WorkspaceKind, WorktreeState
from onesist_desktop.git.runner import Git
from onesist_desktop.services.events import CopyTotalsChanged, WorkspaceChanged
from onesist_desktop.services.making import Made, WorktreeMaker, addition_of
from onesist_desktop.services.workspace_looks import WorkspaceLooks
from onesist_desktop.services.workspace_views import ExistingWorktree, NewBranch, ProjectFolder, SetupState, WorkspaceView
from tests.fakes.scripted_answerer import Script
from tests.support.workspace_rig import WorkspaceRig, workspace_rig


async def in_copy(rig: WorkspaceRig, branch: str = "topic") -> WorkspaceView:
    """Let the thread, with a message in it, work in an own copy."""
    rig.files.repository()
    await rig.app.send("hello")
    return await rig.workspaces.move(rig.thread_id, NewBranch(".", branch))


def id_of(view: WorkspaceView) -> WorktreeId:
    assert view.worktree_id is not None
    return view.worktree_id


async def codes(rig: WorkspaceRig) -> list[object]:
    return [dict(notice.data)["code"] for notice in await rig.app.notices(MessageKind.WORKSPACE)]


# -- looking -----------------------------------------------------------------------------------------------------------------


async def test_the_project_folder_with_its_counts(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.write("new.txt")
        rig.files.write("read me.txt", b"two\n")
        view = await rig.workspaces.of_thread(rig.thread_id)
        assert (view.kind, view.path, view.repository, view.branch) == (
            WorkspaceKind.PROJECT,
            str(rig.files.project),
            ".",
            "main",
        )
        assert view.changes is not None
        assert (view.changes.untracked.names, view.changes.modified.names) == (("new.txt",), ("read me.txt",))
        assert view.problem is None
        assert await rig.workspaces.of_project(rig.app.project_id) == view


async def test_a_folder_without_git_is_a_workspace_all_the_same(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await rig.workspaces.of_thread(rig.thread_id)
        assert view.exists
        assert (view.repository, view.changes) == ("", None)
        assert view.problem is not None
        assert view.problem.problem is ProjectProblem.NO_REPOSITORY
        await rig.app.send("hello")
        assert (await rig.app.runs())[0].outcome == "completed"


async def test_no_commits_are_said(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository(commits=0)
        view = await rig.workspaces.of_thread(rig.thread_id)
        assert view.problem is not None
        assert (view.problem.problem, view.branch) == (ProjectProblem.NO_COMMITS, "main")
        look = await rig.workspaces.look(rig.app.project_id)
        assert [(one.key, one.can_have_worktrees) for one in look.repositories] == [(".", False)]


async def test_a_broken_repository_is_said_in_gits_words(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        (rig.files.project / ".git" / "HEAD").write_text("nonsense")
        view = await rig.workspaces.of_thread(rig.thread_id)
        assert view.changes is None
        assert view.problem is not None
        assert view.problem.problem is ProjectProblem.BROKEN_REPOSITORY
        assert view.problem.details[0]


async def test_without_git_threads_work_and_it_is_said(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        none = Git(rig.files.shell, tmp_path / "no-hooks", program=str(tmp_path / "no git"))
        looks = WorkspaceLooks(rig.app.context, none)
        view = await looks.of_thread(rig.thread_id)
        assert view.problem is not None
        assert view.problem.problem is ProjectProblem.NO_GIT_PROGRAM
        look = await looks.project(rig.app.project_id)
        assert [problem.problem for problem in look.problems] == [ProjectProblem.NO_GIT_PROGRAM]


async def test_a_look_at_a_project_with_repositories_in_it(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.repository("input/code/api")
        rig.files.repository("elsewhere/not-found")
        look = await rig.workspaces.look(rig.app.project_id)
        assert [(one.key, one.title, one.can_have_worktrees) for one in look.repositories] == [
            (".", "project", True),
            ("input/code/api", "api", True),
        ]
        chosen = await rig.workspaces.choices(rig.app.project_id, ".", "T", rig.thread_id)
        assert [note.problem for note in chosen.notes] == [ProjectProblem.UNCOMMITTED, ProjectProblem.NESTED_REPOSITORIES]


async def test_a_project_folder_that_vanished(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.project.rename(tmp_path / "moved")
        view = await rig.workspaces.of_thread(rig.thread_id)
        assert (view.exists, view.problem is not None) == (False, True)
        look = await rig.workspaces.look(rig.app.project_id)
        assert [problem.problem for problem in look.problems] == [ProjectProblem.VANISHED]
        (tmp_path / "moved").rename(rig.files.project)
        assert (await rig.workspaces.of_thread(rig.thread_id)).exists


# -- what is shown, and what changes outside -------------------------------------------------------------------------------------


async def test_what_is_shown_is_told_to_who_watches_it_and_read_again(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        seen: list[WorkspaceView | None] = []
        rig.workspaces.shown_changed = seen.append
        view = await in_copy(rig)
        await rig.workspaces.of_thread(rig.thread_id)
        assert [one.path for one in seen if one] == [view.path]
        told = rig.heard(WorkspaceChanged)
        await rig.workspaces.refresh_shown()
        assert told == []
        (Path(view.path) / "new.txt").write_text("x")
        await asyncio.gather(*(rig.workspaces.refresh_shown() for _ in range(20)))
        assert [event.workspace.changes.untracked.count for event in told] == [1]
        assert told[0].thread_id == rig.thread_id
        await rig.workspaces.move(rig.thread_id, ProjectFolder())
        assert [one.path for one in seen if one] == [view.path, str(rig.files.project)]


async def test_what_was_opened_last_is_shown_however_long_the_reading_took(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        second = await rig.app.threads.create(rig.app.project_id, "two")
        view = await rig.workspaces.move(second.id, NewBranch(".", "topic"))
        for first, last in ((rig.thread_id, second.id), (second.id, rig.thread_id)):
            await asyncio.gather(rig.workspaces.of_thread(first), rig.workspaces.of_thread(last))
            shown = rig.workspaces.shown
            assert shown is not None
            assert (shown.path == view.path) == (last == second.id)


async def test_a_branch_changed_outside_is_noticed_and_kept(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        await rig.workspaces.of_thread(rig.thread_id)
        rig.files.run("switch", "-q", "-c", "other", cwd=view.path)
        told = rig.heard(WorkspaceChanged)
        await rig.workspaces.refresh_shown()
        assert [event.workspace.branch for event in told] == ["other"]
        assert (await rig.row(id_of(view))).branch == "other"
        rig.files.run("checkout", "-q", "--detach", cwd=view.path)
        await rig.workspaces.refresh_shown()
        assert (await rig.row(id_of(view))).branch == ""


async def test_a_rebase_does_not_lose_the_branch(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        copy = Path(view.path)
        (copy / "read me.txt").write_text("theirs\n")
        rig.files.commit("theirs", cwd=copy)
        rig.files.write("read me.txt", b"ours\n")
        rig.files.commit("ours")
        rig.files.run("rebase", "main", cwd=copy, ok=(1,))
        seen = await rig.workspaces.of_thread(rig.thread_id)
        assert seen.changes is not None
        assert (seen.branch, seen.changes.operation) == ("topic", "rebase")
        assert (await rig.row(id_of(view))).branch == "topic"


async def test_a_folder_removed_outside_is_missing_and_says_so_once(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        await rig.workspaces.of_thread(rig.thread_id)
        told = rig.heard(WorkspaceChanged)
        shutil.rmtree(view.path)
        await rig.workspaces.refresh_shown()
        await rig.workspaces.refresh_shown()
        assert [(one.workspace.exists, one.workspace.branch, one.workspace.state) for one in told] == [
            (False, "topic", WorktreeState.READY)
        ]


# -- a folder that is gone -------------------------------------------------------------------------------------------------------


async def test_a_folder_removed_outside_is_made_again_from_its_branch(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        copy = Path(view.path)
        (copy / "committed.txt").write_text("kept")
        rig.files.commit("work", cwd=copy)
        shutil.rmtree(copy)
        again = await rig.workspaces.recreate(id_of(view))
        assert (again.exists, again.branch, again.path) == (True, "topic", view.path)
        assert (copy / "committed.txt").read_text() == "kept"
        assert await codes(rig) == ["moved", "own_copy_remade"]
        notice = (await rig.app.notices(MessageKind.WORKSPACE))[-1]
        assert notice.data["details"] == ["project", "topic", view.path, "outside"]
        await rig.app.send("go on")
        assert (await rig.app.runs())[-1].cwd == view.path


async def test_a_released_worktree_is_made_again(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        rig.files.run("worktree", "remove", view.path)
        row_id = id_of(view)
        await rig.app.context.database.run(lambda uow: uow.worktrees.change(row_id, state=WorktreeState.RELEASED))
        totals = rig.heard(CopyTotalsChanged)
        gone = await rig.workspaces.of_thread(rig.thread_id)
        assert (gone.exists, gone.state, gone.branch) == (False, WorktreeState.RELEASED, "topic")
        again = await rig.workspaces.recreate(row_id)
        assert (again.exists, again.state) == (True, WorktreeState.READY)
        assert [event.totals.count for event in totals] == [1]
        notice = (await rig.app.notices(MessageKind.WORKSPACE))[-1]
        assert notice.data["details"][-1] == "released"


async def test_nothing_is_made_again_where_something_is(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.recreate(id_of(view))
        assert refused.value.fault is WorkspaceFault.STILL_THERE
        shutil.rmtree(view.path)
        Path(view.path).mkdir()
        (Path(view.path) / "mine").write_text("x")
        with pytest.raises(WorkspaceError):
            await rig.workspaces.recreate(id_of(view))
        assert (Path(view.path) / "mine").read_text() == "x"


async def test_what_cannot_be_made_again_is_said(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        shutil.rmtree(view.path)
        rig.files.run("worktree", "prune")
        taken = rig.files.worktree("elsewhere")
        rig.files.run("switch", "-q", "topic", cwd=taken)
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.recreate(id_of(view))
        assert (refused.value.fault, refused.value.detail) == (WorkspaceFault.CHECKED_OUT, str(taken))
        rig.files.run("switch", "-q", "--detach", cwd=taken)
        rig.files.run("branch", "-D", "topic")
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.recreate(id_of(view))
        assert refused.value.fault is WorkspaceFault.BRANCH_MISSING
        back = await rig.workspaces.move(rig.thread_id, ProjectFolder())
        assert back.exists


@pytest.mark.parametrize("is_whole", [True, False])
async def test_a_crash_while_a_folder_was_made_again(tmp_path: Path, is_whole: bool) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository(files={"a.txt": b"a\n", "b.txt": b"b\n"})
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        row_id = id_of(view)
        await rig.app.context.database.run(
            lambda uow: uow.worktrees.change(row_id, state=WorktreeState.RELEASED, steps={"remaking": "outside"})
        )
        if not is_whole:
            (Path(view.path) / "b.txt").unlink()
        assert await rig.recovery.recover() == 0
        assert not (await rig.workspaces.of_thread(rig.thread_id)).exists
        again = await rig.workspaces.recreate(row_id)
        assert again.exists
        assert (Path(view.path) / "b.txt").read_bytes() == b"b\n"
        assert (await rig.row(row_id)).steps == {}


async def test_what_somebody_put_where_a_released_folder_was_stays(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        row_id = id_of(view)
        await rig.app.context.database.run(lambda uow: uow.worktrees.change(row_id, state=WorktreeState.RELEASED))
        (Path(view.path) / "mine.txt").write_text("work")
        (Path(view.path) / "read me.txt").unlink()
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.recreate(row_id)
        assert refused.value.fault is WorkspaceFault.STILL_THERE
        assert (Path(view.path) / "mine.txt").read_text() == "work"
        assert (await rig.row(row_id)).state is WorktreeState.RELEASED


async def test_a_folder_that_cannot_be_made_again_is_as_it_was(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        rig.files.run("worktree", "lock", "--reason", "on a stick", view.path)
        shutil.rmtree(view.path)
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.recreate(id_of(view))
        assert "on a stick" in refused.value.detail
        row = await rig.row(id_of(view))
        assert (row.state, dict(row.steps)) == (WorktreeState.READY, {})


async def test_a_folder_moved_by_hand_is_found_again(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        second = await rig.app.threads.create(rig.app.project_id, "two")
        await rig.workspaces.move(second.id, ExistingWorktree(".", worktree_id=view.worktree_id))
        await rig.app.send("in the copy")
        (Path(view.path) / "mine.txt").write_text("work")
        moved = tmp_path / "moved"
        Path(view.path).rename(moved)
        assert not (await rig.workspaces.of_thread(rig.thread_id)).exists
        found = await rig.workspaces.locate(id_of(view), str(moved))
        assert (found.exists, found.path, found.branch) == (True, str(moved), "topic")
        assert (await rig.workspaces.of_thread(second.id)).path == str(moved)
        assert (moved / "mine.txt").read_text() == "work"
        session = (await rig.app.sessions())[-1]
        assert (session.state, session.retired_reason) == (SessionState.RETIRED, RetireReason.CWD_CHANGED)
        assert await codes(rig) == ["moved", "own_copy_found"]
        assert rig.files.run("status", "--porcelain", cwd=moved) == "?? mine.txt"
        await rig.app.send("go on")
        assert (await rig.app.runs())[-1].cwd == str(moved)


async def test_only_the_worktree_itself_is_taken_for_it(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        other = rig.files.worktree("other", "other")
        copy = tmp_path / "copy"
        shutil.copytree(view.path, copy)
        for path in (copy, other, rig.files.project, tmp_path, tmp_path / "nothing"):
            with pytest.raises(WorkspaceError) as refused:
                await rig.workspaces.locate(id_of(view), str(path))
            assert refused.value.fault is WorkspaceFault.NOT_THAT_WORKTREE
        assert (await rig.row(id_of(view))).path == view.path


async def test_a_folder_is_not_exchanged_under_a_run(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        gate = asyncio.Event()
        await rig.app.begin("go on", Script(hold=gate))
        Path(view.path).rename(tmp_path / "moved")
        with pytest.raises(BusyError):
            await rig.workspaces.locate(id_of(view), str(tmp_path / "moved"))
        await rig.app.turns.stop(rig.thread_id)


async def test_a_worktree_without_threads_can_be_made_again(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        await rig.workspaces.move(rig.thread_id, ProjectFolder())
        shutil.rmtree(view.path)
        again = await rig.workspaces.recreate(id_of(view))
        assert (again.exists, again.thread_count) == (True, 0)


# -- what is done besides ----------------------------------------------------------------------------------------------------------


async def test_set_up_and_copying_come_after_and_never_from_the_branch(tmp_path: Path) -> None:
    """A stranger's branch brings a file of its own: only the project's counts, and only once it was agreed to."""
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository(files={".gitignore": b".env\n", ".worktreeinclude": b".env\n"})
        rig.files.run("switch", "-q", "-c", "stranger")
        rig.files.write(".agents/onesist-worktree.json", b'{"setup": {".": "touch stranger-was-here"}}')
        rig.files.commit("evil")
        rig.files.run("switch", "-q", "main")
        rig.files.write(".env", b"KEY=1\n")
        rig.files.write(".agents/onesist-worktree.json", b'{"setup": {".": "touch set-up"}}')
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic", "stranger"))
        copy = Path(view.path)
        assert (copy / ".env").read_bytes() == b"KEY=1\n"
        asked = await rig.workspaces.setup(id_of(view))
        assert asked is not None
        assert (asked.state, asked.command) == (SetupState.ASKS, "touch set-up")
        assert not (copy / "set-up").exists()
        assert not (copy / "stranger-was-here").exists()


async def test_a_submodule_that_cannot_be_fetched_is_a_note(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        part = tmp_path / "part"
        part.mkdir()
        rig.files.run("init", "-q", cwd=part)
        rig.files.commit("one", cwd=part)
        rig.files.run("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part), "part")
        rig.files.commit("with a part")
        rig.files.run("config", "-f", ".gitmodules", "submodule.part.url", str(tmp_path / "gone"))
        rig.files.run("config", "submodule.part.url", str(tmp_path / "gone"))
        rig.files.commit("moved away")
        shutil.rmtree(rig.files.project / ".git" / "modules")
        await rig.app.send("hello")
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        assert view.exists
        assert await codes(rig) == ["moved", "copy_notes"]


# -- after a crash ---------------------------------------------------------------------------------------------------------------


async def creating(rig: WorkspaceRig, branch: str) -> WorktreeId:
    """Commit the row of a worktree that is being made, and nothing else."""
    view = await rig.workspaces.move(rig.thread_id, NewBranch(".", branch))
    row = await rig.row(id_of(view))
    await rig.workspaces.move(rig.thread_id, ProjectFolder())
    await rig.app.context.database.run(lambda uow: uow.worktrees.change(row.id, state=WorktreeState.CREATING))
    return row.id


async def test_what_was_whole_when_the_crash_came_is_ready_and_no_thread_moved(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        row_id = await creating(rig, "topic")
        assert await rig.recovery.recover() == 1
        assert (await rig.row(row_id)).state is WorktreeState.READY
        assert (await rig.thread()).worktree_id is None


async def test_what_was_not_begun_is_forgotten(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        before = rig.files.state()[:2]
        row_id = await creating(rig, "topic")
        rig.files.run("worktree", "remove", (await rig.row(row_id)).path)
        rig.files.run("branch", "-D", "topic")
        assert await rig.recovery.recover() == 1
        assert (await rig.rows(), rig.files.state()[:2]) == ([], before)


async def test_half_of_a_checkout_is_taken_away_with_its_branch(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository(files={"a.txt": b"a\n", "b.txt": b"b\n"})
        before = rig.files.state()[:2]
        row_id = await creating(rig, "topic")
        (Path((await rig.row(row_id)).path) / "b.txt").unlink()
        assert await rig.recovery.recover() == 1
        assert (await rig.rows(), rig.files.state()[:2]) == ([], before)


async def test_what_somebody_put_into_half_a_checkout_is_never_removed(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository(files={"a.txt": b"a\n", "b.txt": b"b\n"})
        row_id = await creating(rig, "topic")
        copy = Path((await rig.row(row_id)).path)
        (copy / "b.txt").unlink()
        (copy / "mine.txt").write_text("work")
        await rig.recovery.recover()
        row = await rig.row(row_id)
        assert (copy / "mine.txt").read_text() == "work"
        assert (row.state, "mine.txt" in row.note) == (WorktreeState.READY, True)


async def test_a_repository_that_is_away_is_looked_at_another_time(
    tmp_path: Path, expect_warnings: list[logging.LogRecord]
) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        row_id = await creating(rig, "topic")
        rig.files.project.rename(tmp_path / "away")
        assert await rig.recovery.recover() == 0
        assert (await rig.row(row_id)).state is WorktreeState.CREATING
        (tmp_path / "away").rename(rig.files.project)
        assert await rig.recovery.recover() == 1


async def test_a_worktree_that_a_thread_came_to_is_not_undone(tmp_path: Path) -> None:
    """The caller may be cancelled just after the move was committed."""
    async with workspace_rig(tmp_path) as rig:
        view = await in_copy(rig)
        row = await rig.row(id_of(view))
        maker = WorktreeMaker(rig.app.context, rig.files.git, rig.files.base)
        await maker.undo(Made(row, await rig.files.open(), addition_of(row)))
        assert (await rig.workspaces.of_thread(rig.thread_id)).exists
        assert replace(row, used_at=0.0) == replace(await rig.row(row.id), used_at=0.0)


async def test_unknown_threads_and_worktrees(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        for call in (
            rig.workspaces.of_thread(ThreadId("nobody")),
            rig.workspaces.recreate(WorktreeId("nobody")),
            rig.workspaces.locate(WorktreeId("nobody"), str(tmp_path)),
        ):
            with pytest.raises(Exception, match="isn't there"):
                await call
