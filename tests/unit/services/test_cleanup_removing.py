# SPDX-License-Identifier: MIT
"""Removing and releasing: nothing is lost that was not confirmed, and the threads go on elsewhere."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from onesist_desktop.core.records import RetireReason, SessionState, TransferKind
from onesist_desktop.core.workspaces import BlockerKind, WorktreeState
from onesist_desktop.git.errors import GitError
from onesist_desktop.services.events import CopyTotalsChanged, MessageAdded, RemovalProgress, ThreadChanged
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, RemovalResultKind
from tests.support.cleanup_rig import cleanup_rig


async def test_threads_go_back_to_the_project_with_a_notice(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work", threads=2)
        await rig.rig.send("hello")
        threads = await rig.rig.context.database.run(lambda uow: uow.worktrees.threads_of([record.id])[record.id])
        await rig.rig.context.database.run(lambda uow: uow.threads.change(threads[1], archived_at=1.0))
        result = await rig.remove(record)
        assert result.kind is RemovalResultKind.REMOVED
        assert result.branch == "work"
        assert result.freed_bytes > 0
        assert not Path(record.path).exists()
        stored = await rig.stored(record)
        assert (stored.state, stored.size_bytes) == (WorktreeState.REMOVED, None)
        for thread_id in threads:
            thread = await rig.thread(thread_id)
            assert (thread.repository, thread.worktree_id) == (None, None)
        (notice,) = await rig.notices()
        assert notice.data == {"code": "own_copy_removed", "details": ["work", record.path, "", ""]}
        sessions = await rig.rig.sessions()
        assert {(one.state, one.retired_reason) for one in sessions} == {(SessionState.RETIRED, RetireReason.CWD_CHANGED)}
        transfers = await rig.rig.context.database.run(
            lambda uow: uow._connection.exec_driver_sql("SELECT kind FROM context_transfers").scalars().all()
        )
        assert transfers.count(TransferKind.WORKSPACE) == 2
        assert rig.events(MessageAdded)[-1].message.id == notice.id
        assert {event.thread.id for event in rig.events(ThreadChanged)} >= set(threads)
        assert rig.events(CopyTotalsChanged)[-1].totals.count == 0
        steps = [event.step for event in rig.events(RemovalProgress)]
        assert steps == ["counting", "removing", ""]
        assert rig.events(RemovalProgress)[-1].result == result
        await rig.rig.send("and on")
        assert (await rig.rig.runs())[-1].cwd == str(rig.disk.project)


async def test_release_keeps_the_threads(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        await rig.rig.send("hello")
        commit = rig.disk.commit("work", cwd=record.path)
        result = await rig.remove(record, RemovalKind.RELEASE)
        assert result.kind is RemovalResultKind.REMOVED
        assert not Path(record.path).exists()
        assert (await rig.stored(record)).state is WorktreeState.RELEASED
        assert (await rig.thread()).worktree_id == record.id
        assert rig.disk.run("rev-parse", "work") == commit
        assert [notice.data["code"] for notice in await rig.notices()] == ["own_copy_released"]
        row = (await rig.cleanup.rows(rig.rig.project_id))[0]
        assert (row.state, row.exists) == (WorktreeState.RELEASED, False)
        assert (await rig.remove_as(record, "")).kind is RemovalResultKind.GONE_ALREADY
        assert (await rig.thread()).worktree_id is None


@pytest.mark.parametrize("change", ["edit", "new file", "same size", "ignored", "commit", "delete", "stage", "detach", "merge"])
async def test_changed_meanwhile_asks_again(tmp_path: Path, change: str) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        path = Path(record.path)
        rig.disk.write("note.txt", b"1\n", into=path)
        shown = (await rig.row(record)).contents.fingerprint
        match change:
            case "edit":
                (path / "read me.txt").write_text("two\n")
            case "new file":
                rig.disk.write("another.txt", into=path)
            case "same size":
                (path / "note.txt").write_bytes(b"2\n")
            case "ignored":
                rig.disk.write(".env", into=path)
            case "commit":
                rig.disk.run("commit", "-q", "--allow-empty", "-m", "more", cwd=path)
            case "delete":
                (path / "read me.txt").unlink()
            case "stage":
                rig.disk.run("add", "note.txt", cwd=path)
            case "detach":
                rig.disk.run("checkout", "-q", "--detach", cwd=path)
            case "merge":
                (Path(rig.disk.run("rev-parse", "--absolute-git-dir", cwd=path)) / "MERGE_HEAD").write_text(
                    rig.disk.run("rev-parse", "HEAD") + "\n"
                )
        before = rig.disk.state()
        result = await rig.remove_as(record, shown)
        assert result.kind is RemovalResultKind.CHANGED
        assert rig.disk.state() == before
        assert (await rig.stored(record)).state is WorktreeState.READY
        assert (await rig.thread()).worktree_id == record.id
        assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED


async def test_without_a_fingerprint_nothing_is_removed(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        assert (await rig.remove_as(record, "")).kind is RemovalResultKind.CHANGED
        assert Path(record.path).exists()


async def test_ignored_files_are_kept_and_caches_are_not(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        rig.disk.write(".env", b"KEY=1\n", into=Path(record.path))
        rig.disk.write("data/local.db", b"rows", into=Path(record.path))
        rig.disk.write(".venv/lib/big", b"x" * 1000, into=Path(record.path))
        result = await rig.remove(record)
        assert (result.kind, result.kept_count) == (RemovalResultKind.REMOVED, 2)
        kept = Path(result.kept_folder)
        assert kept.parent == rig.disk.project / "kept-files"
        assert kept.name.endswith(" one")
        assert (kept / ".env").read_bytes() == b"KEY=1\n"
        assert (kept / "data" / "local.db").read_bytes() == b"rows"
        assert not (kept / ".venv").exists()
        assert rig.disk.run("status", "--porcelain") == ""
        assert [event.step for event in rig.events(RemovalProgress)] == ["counting", "keeping", "removing", ""]


async def test_ignored_files_go_where_that_was_confirmed(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        rig.disk.write(".env", into=Path(record.path))
        result = await rig.remove(record, keeps=False)
        assert (result.kind, result.kept_folder) == (RemovalResultKind.REMOVED, "")
        assert not (rig.disk.project / "kept-files").exists()


async def test_what_is_no_file_or_leads_out_is_left_out_and_named(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        (Path(record.path) / ".env").write_bytes(b"KEY=1\n")
        (Path(record.path) / "out.db").symlink_to(tmp_path)
        result = await rig.remove(record)
        assert (result.kind, result.kept_count, result.left_out) == (RemovalResultKind.REMOVED, 1, ("out.db",))


async def test_what_cannot_be_kept_is_not_removed(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        rig.disk.write(".env", into=Path(record.path))
        (rig.disk.project / "kept-files").write_text("in the way")
        result = await rig.remove(record)
        assert result.kind is RemovalResultKind.NOT_KEPT
        assert result.detail
        assert (Path(record.path) / ".env").exists()
        assert (await rig.stored(record)).state is WorktreeState.READY


@pytest.mark.skipif(sys.platform == "win32", reason="there a process can't be kept from writing much")
async def test_where_the_disk_takes_no_more_nothing_is_removed(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        rig.disk.write(".env", into=Path(record.path))
        rig.disk.write("data/local.db", b"x" * 8_000_000, into=Path(record.path))
        with files_of_at_most(4_000_000):
            result = await rig.remove(record)
        assert result.kind is RemovalResultKind.NOT_KEPT
        assert "data/local.db" in result.detail
        assert (Path(record.path) / ".env").exists()
        assert (Path(record.path) / "data" / "local.db").stat().st_size == 8_000_000
        # What had been copied of them was taken away again.
        assert list((rig.disk.project / "kept-files").iterdir()) == []
        assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED


@contextmanager
def files_of_at_most(size_bytes: int) -> Iterator[None]:
    """Let every write beyond a size fail, as on a full disk. The database stays far below it."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_detached_head_gets_a_branch_and_loose_commits_a_hidden_ref(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one")
        thrown = rig.disk.commit("thrown away", cwd=record.path)
        rig.disk.run("reset", "-q", "--hard", "HEAD~1", cwd=record.path)
        commit = rig.disk.commit("on no branch", cwd=record.path)
        result = await rig.remove(record)
        assert result.kind is RemovalResultKind.REMOVED
        assert result.rescue_branch.startswith("onesist/rescue/")
        assert rig.disk.run("rev-parse", result.rescue_branch) == commit
        assert rig.disk.run("rev-parse", "refs/onesist/kept/wt-one/1") == thrown
        rig.disk.run("reflog", "expire", "--expire=now", "--all")
        rig.disk.run("gc", "-q", "--prune=now")
        rig.disk.run("cat-file", "-e", thrown)


async def test_a_detached_head_on_a_branch_needs_none(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one")
        assert (await rig.remove(record)).rescue_branch == ""
        assert rig.disk.run("for-each-ref", "--format=%(refname)") == "refs/heads/main"


async def test_a_merge_in_the_middle(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        (Path(record.path) / "read me.txt").write_text("mine\n")
        mine = rig.disk.commit("mine", cwd=record.path)
        (rig.disk.project / "read me.txt").write_text("theirs\n")
        rig.disk.commit("theirs")
        rig.disk.run("merge", "main", cwd=record.path, ok=(1,))
        row = await rig.row(record)
        assert row.contents.changes.operation == "merge"
        assert not row.loses_nothing
        assert (await rig.remove_as(record, row.contents.fingerprint)).kind is RemovalResultKind.REMOVED
        assert rig.disk.run("rev-parse", "work") == mine


async def test_a_rebase_in_the_middle_keeps_its_commits(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        commits = []
        for text in ("a", "b"):
            (Path(record.path) / "read me.txt").write_text(f"{text}\n")
            commits.append(rig.disk.commit(text, cwd=record.path))
        (rig.disk.project / "read me.txt").write_text("theirs\n")
        rig.disk.commit("theirs")
        rig.disk.run("rebase", "main", cwd=record.path, ok=(1,))
        row = await rig.row(record)
        assert row.contents.changes.operation == "rebase"
        assert (await rig.remove_as(record, row.contents.fingerprint)).kind is RemovalResultKind.REMOVED
        for commit in commits:
            rig.disk.run("cat-file", "-e", commit)
        assert rig.disk.run("rev-parse", "work") == commits[-1]


async def test_submodules(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        library = rig.disk.folder / "library"
        library.mkdir()
        rig.disk.run("init", "-q", cwd=library)
        rig.disk.commit(cwd=library)
        rig.disk.run("submodule", "add", "-q", "--", str(library), "lib")
        rig.disk.commit("with lib")
        record = await rig.add("one", "work")
        rig.disk.run("submodule", "update", "--init", "-q", cwd=record.path)
        assert (await rig.row(record)).loses_nothing
        rig.disk.commit("only here", cwd=Path(record.path) / "lib")
        row = await rig.row(record)
        assert not row.loses_nothing
        assert not row.contents.submodules.is_none
        assert (await rig.remove_as(record, row.contents.fingerprint)).kind is RemovalResultKind.REMOVED


async def test_the_second_thread_of_a_worktree_that_is_gone(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work", threads=2)
        shown = (await rig.row(record)).contents.fingerprint
        request = RemovalRequest(RemovalKind.REMOVE, ((record.id, shown), (record.id, shown)))
        kinds = [result.kind for result in await rig.cleanup.remove(request)]
        assert kinds == [RemovalResultKind.REMOVED, RemovalResultKind.GONE_ALREADY]


async def test_removed_outside_meanwhile_counts_as_done(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        rig.disk.run("worktree", "remove", "--", record.path)
        assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.GONE_ALREADY
        assert (await rig.stored(record)).state is WorktreeState.REMOVED
        assert (await rig.thread()).worktree_id is None


async def test_what_git_refuses_stays_with_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        write = rig.disk.git.write

        async def locked_first(cwd: str, *args: str, **more: object) -> object:
            # Somebody locks it between the last look and Git.
            rig.disk.run("worktree", "lock", "--", record.path, ok=(0, 128))
            return await write(cwd, *args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(rig.disk.git, "write", locked_first)
        before = set(Path(record.path).iterdir())
        result = await rig.remove_as(record, shown)
        assert result.kind is RemovalResultKind.REFUSED
        assert "lock" in result.detail
        assert set(Path(record.path).iterdir()) == before
        stored = await rig.stored(record)
        assert stored.state is WorktreeState.READY
        assert "lock" in stored.note
        row = await rig.row(record)
        assert [blocker.kind for blocker in row.blockers] == [BlockerKind.LOCKED]


async def test_cancelling_stops_after_the_one_that_git_removes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cleanup_rig(tmp_path) as rig:
        records = [await rig.add(name, name, threads=1) for name in ("one", "two", "three")]
        rows = await rig.cleanup.measure([record.id for record in records])
        write = rig.disk.git.write

        async def cancelled(cwd: str, *args: str, **more: object) -> object:
            if args[:2] == ("worktree", "remove"):
                task.cancel()
                await asyncio.sleep(0)
            return await write(cwd, *args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(rig.disk.git, "write", cancelled)
        confirmed = tuple((row.id, row.contents.fingerprint) for row in rows)
        task = asyncio.ensure_future(rig.cleanup.remove(RemovalRequest(RemovalKind.REMOVE, confirmed)))
        with pytest.raises(asyncio.CancelledError):
            await task
        results = [event.result.kind for event in rig.events(RemovalProgress) if event.result is not None]
        assert results == [RemovalResultKind.REMOVED, RemovalResultKind.STOPPED, RemovalResultKind.STOPPED]
        assert [Path(record.path).exists() for record in records] == [False, True, True]
        assert [(await rig.stored(record)).state for record in records] == [
            WorktreeState.REMOVED,
            WorktreeState.READY,
            WorktreeState.READY,
        ]


async def test_cancelling_while_it_counts_leaves_it_ready(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        task = asyncio.ensure_future(rig.cleanup.remove(RemovalRequest(RemovalKind.REMOVE, ((record.id, shown),))))
        while (await rig.stored(record)).state is not WorktreeState.REMOVING:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await rig.stored(record)).state is WorktreeState.READY
        assert Path(record.path).exists()


async def test_nothing_is_sent_into_a_worktree_that_is_being_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        write = rig.disk.git.write

        async def sent_meanwhile(cwd: str, *args: str, **more: object) -> object:
            await rig.rig.send("hello")
            return await write(cwd, *args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(rig.disk.git, "write", sent_meanwhile)
        assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.REMOVED
        assert rig.rig.answerers["agent-a"].prompts == []


@pytest.mark.parametrize("is_pointer_left", [True, False])
async def test_what_git_forgot_half_way_is_counted_and_removed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_pointer_left: bool
) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        path = Path(record.path)
        rig.disk.write("left.txt", b"left\n", into=path)
        admin = Path(rig.disk.run("rev-parse", "--absolute-git-dir", cwd=path))
        shown = (await rig.row(record)).contents.fingerprint
        write = rig.disk.git.write

        async def fails(cwd: str, *args: str, **more: object) -> object:
            # As Git does when it can't delete some folder: it goes on, drops its entry, and says that it failed.
            if args[:2] == ("worktree", "remove"):
                (path / "read me.txt").unlink()
                if not is_pointer_left:
                    (path / ".git").unlink()
                shutil.rmtree(admin)
                raise GitError("error: failed to delete 'one': Permission denied", 255)
            return await write(cwd, *args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(rig.disk.git, "write", fails)
        result = await rig.remove_as(record, shown)
        monkeypatch.undo()
        assert result.kind is RemovalResultKind.UNFINISHED
        assert "Permission denied" in result.detail
        assert (path / "left.txt").read_bytes() == b"left\n"
        row = await rig.row(record)
        assert row.contents is not None, row.note
        assert row.contents.changes.untracked.names == ("left.txt",)
        assert row.contents.changes.deleted.names == ("read me.txt",)
        assert "Permission denied" in row.note
        assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.CHANGED
        assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED
        assert not path.exists()
        assert rig.disk.run("worktree", "list", "--porcelain").count("worktree ") == 1
        assert rig.disk.run("rev-parse", "work")


async def test_a_folder_that_git_never_knew_is_left_alone(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shutil.rmtree(rig.disk.run("rev-parse", "--absolute-git-dir", cwd=record.path))
        row = await rig.row(record)
        assert [blocker.kind for blocker in row.blockers] == [BlockerKind.UNREADABLE]
        assert (await rig.remove_as(record, "x")).kind is RemovalResultKind.BLOCKED
        assert (Path(record.path) / "read me.txt").exists()
