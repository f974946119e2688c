# SPDX-License-Identifier: MIT
"""Making worktrees: where, under which names, and that nothing is left of what fails (RULES B1, B4, B5, B6, B8, B15, A18)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.git_names import default_branch
from onesist_desktop.core.ids import ProjectId
from onesist_desktop.core.messages import MessageKind
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services import making
from onesist_desktop.services.events import WorkspaceProgress
from onesist_desktop.services.making import checked_base, folder_of, free_folder, lies_in_on_disk
from onesist_desktop.services.workspace_views import ExistingBranch, NewBranch, WorkspaceView
from onesist_desktop.storage.records import ProjectRecord
from tests.fakes.scripted_answerer import Script
from tests.support.workspace_rig import WorkspaceRig, workspace_rig

TITLES = ["", "…", "日本語のタイトル", "Fix the büg / now", "a" * 200, "-rf", "..", "con", "tab\tand\nline", "x/y/z"]


async def make(rig: WorkspaceRig, name: str = "topic", base: str = "", key: str = ".") -> WorkspaceView:
    return await rig.workspaces.move(rig.thread_id, NewBranch(key, name, base))


# -- the base folder ---------------------------------------------------------------------------------------------------------


async def test_a_base_inside_the_project_is_refused_whatever_links_lead_there(tmp_path: Path) -> None:
    hidden = tmp_path / "project" / "sub"
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "project")
    for base in (
        hidden,
        tmp_path / "project",
        link / "copies",
        tmp_path / "project" / ".git" / "x",
        tmp_path / "a" / ".." / "project",
    ):
        async with workspace_rig(tmp_path, base=base) as rig:
            if not (tmp_path / "project" / ".git").exists():
                rig.files.repository()
            before = rig.files.state()
            with pytest.raises(WorkspaceError) as refused:
                await make(rig)
            assert refused.value.fault is WorkspaceFault.BASE_INSIDE_PROJECT
            assert await rig.rows() == []
            assert rig.files.state() == before
            assert not hidden.exists()


async def test_a_project_reached_by_a_link_is_compared_as_what_it_is(tmp_path: Path) -> None:
    project = tmp_path / "real"
    project.mkdir()
    (tmp_path / "name").symlink_to(project)
    with pytest.raises(WorkspaceError):
        checked_base(project / "copies", str(tmp_path / "name"))
    assert checked_base(tmp_path / "realistic", str(project)) == os.path.realpath(tmp_path / "realistic")


def test_lying_in_a_folder_is_no_matter_of_letters(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    assert lies_in_on_disk(str(tmp_path / "shop" / "a" / "b"), str(tmp_path / "shop"))
    assert lies_in_on_disk(str(tmp_path / "shop"), str(tmp_path / "shop"))
    assert not lies_in_on_disk(str(tmp_path / "shop-2"), str(tmp_path / "shop"))
    assert not lies_in_on_disk(str(tmp_path), str(tmp_path / "shop"))


async def test_a_base_that_is_a_link_to_elsewhere_is_stored_as_the_real_path(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "disk")
    async with workspace_rig(tmp_path, base=tmp_path / "link" / "copies") as rig:
        rig.files.repository()
        view = await make(rig)
        assert Path(view.path).is_relative_to(os.path.realpath(tmp_path / "disk"))
        assert (await rig.rows())[0].base_folder == os.path.realpath(tmp_path / "disk" / "copies")


async def test_a_base_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    async with workspace_rig(tmp_path, base=tmp_path / "file" / "copies") as rig:
        rig.files.repository()
        with pytest.raises(WorkspaceError) as refused:
            await make(rig)
        assert refused.value.fault is WorkspaceFault.BASE_UNUSABLE
        assert str(tmp_path / "file") in refused.value.detail


async def test_another_base_is_for_new_worktrees_only(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        first = await make(rig)
    async with workspace_rig(tmp_path, base=tmp_path / "other base") as rig:
        again = await rig.workspaces.of_thread(rig.thread_id)
        assert (again.path, again.exists) == (first.path, True)
        second = await make(rig, "second")
        rows = {row.path: row.base_folder for row in await rig.rows()}
        assert rows == {first.path: str(rig.files.base), second.path: os.path.realpath(tmp_path / "other base")}
        assert Path(first.path).is_dir()


# -- names -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_a_folder_has_a_name_of_its_own_whatever_the_title_says(tmp_path: Path, title: str) -> None:
    project = ProjectRecord(ProjectId("0000-abc123"), title, "/p", 1.0, 1.0)
    path = Path(folder_of(str(tmp_path), project, title, "0000-def456"))
    assert path.parent.parent == tmp_path
    assert path.name.endswith("-def456")
    assert path.parent.name.endswith("-abc123")
    for name in (path.name, path.parent.name):
        assert name.isascii()
        assert not name.startswith(("-", "."))
        assert len(name) <= 60
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    made = free_folder(str(tmp_path), project, title, "0000-def456")
    Path(made).mkdir()
    second = free_folder(str(tmp_path), project, title, "0000-def456")
    assert (made, second) == (str(path), f"{path}-2")


def test_a_name_that_is_taken_by_a_dangling_link_is_taken(tmp_path: Path) -> None:
    project = ProjectRecord(ProjectId("p"), "Shop", "/p", 1.0, 1.0)
    path = Path(folder_of(str(tmp_path), project, "T", "t"))
    path.parent.mkdir()
    path.symlink_to(tmp_path / "nowhere")
    assert free_folder(str(tmp_path), project, "T", "t") == f"{path}-2"


async def test_a_slash_in_the_branch_is_none_in_the_folder(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        view = await make(rig, "feature/deep/name")
        assert view.branch == "feature/deep/name"
        assert Path(view.path).parent.parent == rig.files.base
        assert rig.files.run("branch", "--show-current", cwd=view.path) == "feature/deep/name"


async def test_a_project_with_odd_letters_in_its_path(tmp_path: Path) -> None:
    folder = tmp_path / 'o\'dd "na me" é $HOME'
    folder.mkdir()
    async with workspace_rig(folder, base=folder / "-base with\nline") as rig:
        rig.files.repository(files={"-rf": b"a\n", "sp ace": b"b\n"})
        view = await make(rig)
        assert view.exists
        assert (Path(view.path) / "-rf").read_bytes() == b"a\n"


# -- what it begins at -------------------------------------------------------------------------------------------------------


async def test_a_new_branch_begins_at_its_base(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        first = rig.files.run("rev-parse", "HEAD")
        rig.files.run("branch", "old")
        rig.files.commit("newer")
        view = await make(rig, "topic", "old")
        (row,) = await rig.rows()
        assert rig.files.run("rev-parse", "HEAD", cwd=view.path) == first
        assert (row.branch, row.base, row.base_commit, row.made_branch, row.state) == (
            "topic",
            "old",
            first,
            True,
            WorktreeState.READY,
        )
        assert rig.files.run("config", "--get", "branch.topic.remote", ok=(0, 1)) == ""


async def test_an_existing_branch_is_checked_out_and_was_not_made(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.run("branch", "old")
        view = await rig.workspaces.move(rig.thread_id, ExistingBranch(".", "old"))
        assert (view.branch, (await rig.rows())[0].made_branch) == ("old", False)


async def test_a_remotes_branch_becomes_a_local_one_that_tracks_nothing(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        origin = tmp_path / "origin"
        rig.files.run("clone", "-q", "--bare", str(rig.files.project), str(origin))
        rig.files.run("branch", "team/work", cwd=origin)
        rig.files.run("remote", "add", "origin", str(origin))
        rig.files.run("fetch", "-q", "origin")
        view = await rig.workspaces.move(rig.thread_id, ExistingBranch(".", "origin/team/work"))
        assert view.branch == "team/work"
        assert rig.files.run("config", "--get", "branch.team/work.merge", ok=(0, 1)) == ""


async def test_a_branch_that_is_checked_out_elsewhere_is_refused_with_the_place(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        place = rig.files.worktree("hand made", "taken")
        for name, folder in (("taken", place), ("main", rig.files.project)):
            with pytest.raises(WorkspaceError) as refused:
                await rig.workspaces.move(rig.thread_id, ExistingBranch(".", name))
            assert refused.value.fault is WorkspaceFault.CHECKED_OUT
            assert os.path.realpath(refused.value.detail) == os.path.realpath(folder)


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (NewBranch(".", "main"), WorkspaceFault.BRANCH_EXISTS),
        (NewBranch(".", "a..b"), WorkspaceFault.BAD_BRANCH),
        (NewBranch(".", "-f"), WorkspaceFault.BAD_BRANCH),
        (NewBranch(".", ""), WorkspaceFault.BAD_BRANCH),
        (NewBranch(".", "topic", "nobody"), WorkspaceFault.BRANCH_MISSING),
        (ExistingBranch(".", "nobody"), WorkspaceFault.BRANCH_MISSING),
        (NewBranch("input/code/none", "topic"), WorkspaceFault.NOT_A_REPOSITORY),
        (NewBranch("../elsewhere", "topic"), WorkspaceFault.NOT_A_REPOSITORY),
        (NewBranch("", "topic"), WorkspaceFault.NOT_A_REPOSITORY),
    ],
)
async def test_what_cannot_be_is_said_and_leaves_nothing(
    tmp_path: Path, wanted: NewBranch | ExistingBranch, fault: WorkspaceFault
) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        before = rig.files.state()
        with pytest.raises(WorkspaceError) as refused:
            await rig.workspaces.move(rig.thread_id, wanted)
        assert refused.value.fault is fault
        assert rig.files.state() == before
        assert await rig.rows() == []
        assert (await rig.thread()).worktree_id is None


async def test_without_commits_nothing_is_made_until_there_is_a_first_one(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository(commits=0)
        rig.files.write("draft.txt")
        with pytest.raises(WorkspaceError) as refused:
            await make(rig)
        assert refused.value.fault is WorkspaceFault.NO_COMMITS
        with pytest.raises(WorkspaceError):
            await rig.workspaces.choices(rig.app.project_id, ".", "T", rig.thread_id)
        assert (await rig.thread()).worktree_id is None
        await rig.workspaces.make_first_commit(rig.app.project_id, ".")
        assert rig.files.run("ls-files") == ""
        view = await make(rig)
        assert (view.exists, sorted(path.name for path in Path(view.path).iterdir())) == (True, [".git"])


async def test_a_folder_becomes_a_repository(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.write("draft.txt")
        await rig.workspaces.make_repository(rig.app.project_id)
        assert (await make(rig)).exists
        assert rig.files.run("status", "--porcelain") == "?? draft.txt"


async def test_a_repository_below_the_project(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.repository("input/code/api", files={"api.txt": b"x\n"})
        view = await make(rig, "topic", key="input/code/api")
        assert (view.repository, view.repository_title) == ("input/code/api", "api")
        assert (Path(view.path) / "api.txt").exists()
        assert rig.files.run("branch", "--list", "topic") == ""


# -- what fails in the middle --------------------------------------------------------------------------------------------------


async def test_a_run_that_began_meanwhile_keeps_the_thread_where_it_is(tmp_path: Path) -> None:
    """The worktree is taken away again: a thread moves only while it is idle."""
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        before = rig.files.state()[:2]
        gate = asyncio.Event()
        rig.app.answerers["agent-a"].scripts.append(Script(hold=gate))
        began: list[asyncio.Task[None]] = []

        def begin(_: WorkspaceProgress) -> None:
            if not began:
                send = rig.app.turns.send(rig.thread_id, "hello", rig.app.options("agent-a"))
                began.append(rig.app.context.supervisor.spawn(send, name="send"))

        rig.app.context.bus.subscribe(WorkspaceProgress, begin)
        with pytest.raises(Exception, match="works"):
            await make(rig)
        gate.set()
        await rig.app.idle()
        assert rig.files.state()[:2] == before
        assert await rig.rows() == []
        assert (await rig.thread()).worktree_id is None
        assert (await rig.app.runs())[0].cwd == str(rig.files.project)


@pytest.mark.parametrize("step", range(1, 4))
async def test_cancelling_leaves_nothing(tmp_path: Path, step: int) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        refs, listed, _ = rig.files.state()
        seen = 0
        task: list[asyncio.Task[WorkspaceView]] = []

        def cancel(_: WorkspaceProgress) -> None:
            nonlocal seen
            seen += 1
            if seen == step:
                task[0].cancel()

        rig.app.context.bus.subscribe(WorkspaceProgress, cancel)
        task.append(rig.app.context.supervisor.spawn(make(rig), name="move"))
        await asyncio.wait(task)
        if not task[0].cancelled():
            pytest.skip("it told fewer steps")
        thread = await rig.thread()
        if thread.worktree_id is None:
            assert (await rig.rows(), rig.files.state()[:2]) == ([], (refs, listed))
        else:
            # It had moved already; what was cut off is what is done besides.
            assert (await rig.row(thread.worktree_id)).state is WorktreeState.READY


async def test_a_folder_that_somebody_made_meanwhile_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        taken = tmp_path / "taken"
        monkeypatch.setattr(making, "free_folder", lambda *_: str(taken))
        taken.mkdir()
        (taken / "work.txt").write_text("somebody's")
        before = rig.files.state()
        with pytest.raises(WorkspaceError) as refused:
            await make(rig)
        assert refused.value.fault is WorkspaceFault.STILL_THERE
        assert await rig.rows() == []
        assert (taken / "work.txt").read_text() == "somebody's"
        assert rig.files.state() == before


async def test_a_hook_that_fails_is_a_note_in_the_thread(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        hook = rig.files.write(".git/hooks/post-checkout", b"#!/bin/sh\necho no such thing >&2\nexit 3\n")
        hook.chmod(0o755)
        await rig.app.send("hello")
        view = await make(rig)
        assert view.exists
        codes = [dict(notice.data)["code"] for notice in await rig.app.notices(MessageKind.WORKSPACE)]
        assert codes == ["moved", "copy_notes"]


async def test_choices_offer_names_that_are_free(tmp_path: Path) -> None:
    async with workspace_rig(tmp_path) as rig:
        rig.files.repository()
        rig.files.write(".worktreeinclude", b"# mine\n.env\n\n*.key\n")
        rig.files.commit()
        wanted = default_branch("Fix it", rig.thread_id)
        rig.files.run("branch", wanted)
        hand_made = rig.files.worktree("hand made", "taken")
        chosen = await rig.workspaces.choices(rig.app.project_id, ".", "Fix it", rig.thread_id)
        assert chosen.new_branch == f"{wanted}-2"
        assert chosen.base == "main"
        assert {branch.name for branch in chosen.branches} == {"main", "taken", wanted}
        assert [(one.path, one.branch, one.is_main, one.is_usable) for one in chosen.elsewhere] == [
            (str(hand_made), "taken", False, True)
        ]
        assert chosen.copies_ignored == (".env", "*.key")
        await rig.app.threads.rename(rig.thread_id, "Fix it")
        view = await make(rig, chosen.new_branch)
        assert view.path == chosen.folder
        again = await rig.workspaces.choices(rig.app.project_id, ".", "Fix it", rig.thread_id)
        assert [one.path for one in again.elsewhere] == [str(hand_made)]
        assert {branch.worktree_id for branch in again.branches if branch.name == chosen.new_branch} == {view.worktree_id}
