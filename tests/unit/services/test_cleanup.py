# SPDX-License-Identifier: MIT
"""What the clean-up lists and measures."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import BlockerKind, WorktreeState
from onesist_desktop.services.events import CopyTotalsChanged, WorktreeMeasured
from onesist_desktop.services.workspace_views import CopyTotals
from tests.support.cleanup_rig import cleanup_rig


async def test_rows_run_no_git(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        one = await rig.add("one", "work", threads=2, used_at=5.0, note="an old note")
        await rig.add("two", "other", used_at=3.0)
        await rig.add("foreign", "third", is_ours=False)
        await rig.add("being made", "fourth", state=WorktreeState.CREATING)
        shutil.rmtree(rig.disk.base / "two")
        rig.disk.git._program = "/nowhere/git"
        rows = await rig.cleanup.rows(rig.rig.project_id)
        assert [(row.branch, row.exists, len(row.threads), row.is_measured) for row in rows] == [
            ("other", False, 1, True),
            ("work", True, 2, False),
        ]
        assert rows[1].path == one.path
        assert rows[1].note == ""


async def test_measuring_tells_each_with_its_size(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        records = [await rig.add(f"w{number}", f"branch-{number}") for number in range(6)]
        rig.disk.write("new.txt", b"x" * 50_000, into=Path(records[2].path))
        rows = await rig.cleanup.measure([record.id for record in records])
        assert [row.id for row in rows] == [record.id for record in records]
        assert all(row.contents is not None and row.size_bytes for row in rows)
        assert [row.loses_nothing for row in rows] == [True, True, False, True, True, True]
        assert rows[2].contents.changes.untracked.names == ("new.txt",)
        told = {event.row.id for event in rig.events(WorktreeMeasured)}
        assert told == {record.id for record in records}
        total = sum(row.size_bytes or 0 for row in rows)
        assert await rig.cleanup.totals(rig.rig.project_id) == CopyTotals(6, total)
        assert rig.events(CopyTotalsChanged)[-1].totals == CopyTotals(6, total)


async def test_at_most_four_at_once_and_one_per_worktree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cleanup_rig(tmp_path) as rig:
        records = [await rig.add(f"w{number}", f"branch-{number}", threads=0) for number in range(7)]
        working: list[str] = []
        most = 0
        look = rig.cleanup._measurer.look

        async def counted(copy, shared=None):
            nonlocal most
            assert copy.row.path not in working
            working.append(copy.row.path)
            most = max(most, len(working))
            try:
                return await look(copy, shared)
            finally:
                working.remove(copy.row.path)

        monkeypatch.setattr(rig.cleanup._measurer, "look", counted)
        ids = [record.id for record in records]
        await asyncio.gather(rig.cleanup.measure(ids), rig.cleanup.measure(ids[:3]))
        assert most == 4


async def test_measuring_can_be_cancelled(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        records = [await rig.add(f"w{number}", f"branch-{number}", threads=0) for number in range(6)]
        task = asyncio.ensure_future(rig.cleanup.measure([record.id for record in records]))
        while not rig.events(WorktreeMeasured):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_what_cannot_be_measured_is_said_and_blocks(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        (Path(rig.disk.run("rev-parse", "--absolute-git-dir", cwd=record.path)) / "index").write_bytes(b"broken")
        row = await rig.row(record)
        assert row.contents is None
        assert row.note
        assert [blocker.kind for blocker in row.blockers] == [BlockerKind.UNREADABLE]
        assert not row.loses_nothing
        assert row.is_measured


async def test_a_project_that_vanished(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        rig.disk.project.rename(rig.disk.folder / "moved")
        row = await rig.row(record)
        assert row.exists
        assert not row.loses_nothing
        assert row.note
        assert Path(record.path).exists()


async def test_forget_takes_the_one_entry_and_keeps_the_branch(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        one, two = await rig.add("one", "work"), await rig.add("two", "other")
        with pytest.raises(WorkspaceError) as caught:
            await rig.cleanup.forget(one.id)
        assert caught.value.fault is WorkspaceFault.STILL_THERE
        shutil.rmtree(one.path)
        shutil.rmtree(two.path)
        await rig.rig.send("hello")
        await rig.cleanup.forget(one.id)
        assert one.path not in rig.disk.run("worktree", "list")
        assert two.path in rig.disk.run("worktree", "list")
        assert rig.disk.run("rev-parse", "work")
        assert (await rig.stored(one)).state is WorktreeState.REMOVED
        assert (await rig.thread()).worktree_id is None
        with pytest.raises(WorkspaceError):
            await rig.cleanup.forget(one.id)


async def test_forgetting_a_detached_one_rescues_its_commits(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        one = await rig.add("one")
        thrown = rig.disk.commit("thrown away", cwd=one.path)
        rig.disk.run("reset", "-q", "--hard", "HEAD~1", cwd=one.path)
        commit = rig.disk.commit("kept", cwd=one.path)
        shutil.rmtree(one.path)
        await rig.cleanup.forget(one.id)
        refs = rig.disk.run("for-each-ref", "--format=%(objectname) %(refname)")
        assert f"{commit} refs/heads/onesist/rescue/" in refs
        assert f"{thrown} refs/onesist/kept/wt-one/1" in refs


async def test_a_locked_missing_one_needs_an_explicit_unlock(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        one = await rig.add("one", "work")
        rig.disk.run("worktree", "lock", "--reason", "on a stick", "--", one.path)
        shutil.rmtree(one.path)
        row = await rig.row(one)
        assert [(blocker.kind, blocker.details) for blocker in row.blockers] == [(BlockerKind.LOCKED, ("on a stick",))]
        with pytest.raises(WorkspaceError) as caught:
            await rig.cleanup.forget(one.id)
        assert caught.value.detail == "on a stick"
        await rig.cleanup.unlock(one.id)
        await rig.cleanup.forget(one.id)
        assert one.path not in rig.disk.run("worktree", "list")


async def test_foreign_worktrees_are_never_touched(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        foreign = await rig.add("one", "work", is_ours=False, base_folder="")
        assert await rig.cleanup.rows(rig.rig.project_id) == []
        assert await rig.cleanup.measure([foreign.id, WorktreeId("none")]) == []
        for call in (rig.cleanup.forget, rig.cleanup.unlock):
            with pytest.raises(WorkspaceError):
                await call(foreign.id)
        result = await rig.remove_as(foreign, "x")
        assert result.kind == "refused"
        assert Path(foreign.path).exists()


async def test_another_base_folder_changes_nothing_for_old_ones(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        old = await rig.add("one", "work")
        rig.disk.base = rig.disk.folder / "another base"
        new = await rig.add("two", "other")
        rows = await rig.cleanup.rows(rig.rig.project_id)
        assert {row.path for row in rows} == {old.path, new.path}
        assert (await rig.remove(old)).kind == "removed"
        assert not Path(old.path).exists()
        assert Path(new.path).exists()


def test_nothing_of_the_clean_up_names_a_branch_deletion() -> None:
    source = Path(__file__).parents[3] / "onesist_desktop"
    for name in (
        "git/removal.py",
        "git/rescue.py",
        "git/keeping.py",
        "services/removing.py",
        "services/cleanup.py",
        "services/leaving.py",
    ):
        text = (source / name).read_text()
        assert '"branch"' not in text.replace('"branch": result.branch', "").replace('steps.get("branch"', "")
        assert "rmtree" not in text
