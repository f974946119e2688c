# SPDX-License-Identifier: MIT
"""What was deleted goes for good at the next start: all of its rows, and nothing of anybody else's."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.ids import MessageId, ProviderId, QueuedId, RewindId, ThreadId, TransferId
from onesist_desktop.core.messages import AttachmentPart, Message, MessageKind, Role, TextPart
from onesist_desktop.core.records import Resolution, RewindState, TransferKind
from onesist_desktop.services.purging import SWEEP_DUE, Purge
from onesist_desktop.storage.attachments import AttachmentStore
from onesist_desktop.storage.records import DraftRecord, QueuedRecord, RewindRecord, ThreadRecord, TransferRecord
from onesist_desktop.storage.tables import metadata
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig
from tests.unit.services.test_shelf import shelf_of

OTHER = ThreadId("other")
_SHARED = {"projects", "app_values", "model_lists", "worktrees", "setup_consents"}


def folder(tmp_path: Path) -> Path:
    return tmp_path / "attachments"


def attached(tmp_path: Path, text: str) -> AttachmentPart:
    """Attach a file in an earlier run of the app."""
    return AttachmentStore(folder(tmp_path)).add_data(f"{text}.txt", "text/plain", text.encode())


def files(tmp_path: Path) -> set[str]:
    return {path.read_text() for path in folder(tmp_path).rglob("*") if path.is_file()}


async def purged(rig: Rig, tmp_path: Path, store: AttachmentStore | None = None) -> None:
    purge = Purge(rig.context, store or AttachmentStore(folder(tmp_path)))
    await purge.note()
    await purge.run()


def rows(uow: UnitOfWork) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table."""
    return {table.name: sorted(map(tuple, uow._connection.execute(table.select())), key=repr) for table in metadata.sorted_tables}


def of_others(found: dict[str, list[tuple[Any, ...]]], gone: str) -> str:
    """Return a digest of all rows that don't speak of a thread, its messages among them."""
    kept = {name: [row for row in table if gone not in map(str, row)] for name, table in found.items() if name not in _SHARED}
    ids = {row[0] for row in found["messages"] if gone in row} | {row[0] for row in found["runs"] if gone in row}
    kept["message_parts"] = [row for row in kept["message_parts"] if row[0] not in ids]
    kept["run_steers"] = [row for row in kept["run_steers"] if row[1] not in ids]
    return hashlib.sha256(repr(sorted(kept.items())).encode()).hexdigest()


async def filled(rig: Rig, tmp_path: Path) -> None:
    """Let the rig's thread have rows in every table that a thread can have rows in, and a fork of it."""
    shared, own = attached(tmp_path, "shared"), attached(tmp_path, "own")
    options = RunOptions(ProviderId("agent-a"), attachments=(shared, own))
    await rig.turns.send(rig.thread_id, "hello", options)
    await rig.idle()
    await rig.send("and now you", "agent-b")
    await rig.begin("steered", Script(partial="half", hold=asyncio.Event()))
    await rig.put_in_queue("waits")
    await rig.turns.stop(rig.thread_id)

    def more(uow: UnitOfWork) -> None:
        thread = uow.threads.get(rig.thread_id)
        for record in uow.queue.of_thread(thread.id):
            uow.queue.remove(record.id)
        uow.queue.add(QueuedRecord(QueuedId("q"), thread.id, 1, "queued", ProviderId("agent-a"), None, thread.mode, 1.0))
        uow.drafts.put(DraftRecord(thread.project_id, thread.id, "draft", 1.0))
        uow.rewinds.add(RewindRecord(RewindId("w"), thread.id, 1, 2, MessageId("n"), RewindState.SETTLED, 1.0))
        outline = "INSERT OR IGNORE INTO handoff_outlines (thread_id, number, rules, data) VALUES (?, 7, 'r', x'00')"
        uow._connection.exec_driver_sql(outline, (thread.id,))
        run = uow.runs.of_thread(thread.id)[0]
        uow._connection.exec_driver_sql(
            "INSERT INTO run_steers (message_id, run_id, reply_id) VALUES (?, ?, ?)",
            (run.user_message_id, run.id, run.reply_message_id),
        )
        child = ThreadRecord(
            OTHER,
            thread.project_id,
            "Child",
            thread.mode,
            1.0,
            1.0,
            parent_thread_id=thread.id,
            forked_at_seq=1,
            parent_title="hello",
        )
        uow.threads.add(child)
        first = uow.messages.get(run.user_message_id)
        seq = uow.threads.take_seq(OTHER)
        parts = (TextPart("hello"), shared)
        copy = Message(MessageId("copy"), OTHER, seq, Role.USER, parts, run_id=first.run_id, origin_id=first.id, created_at=1.0)
        uow.messages.add(copy)
        for name, kind, source, target in (("f", TransferKind.FORK, thread.id, OTHER), ("m", TransferKind.MERGE, OTHER, thread.id)):
            uow.handoffs.add_transfer(
                TransferRecord(TransferId(name), kind, source, target, Resolution.PORTABLE, 1.0, base_seq=1, source_seq=1)
            )
        uow.merges.wait(OTHER, thread.id, 1.0)

    await rig.context.database.run(more)


async def test_all_rows_of_a_deleted_thread_go_and_no_others_change(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await filled(rig, tmp_path)
        before = await rig.context.database.run(rows)
        empty = {name for name, table in before.items() if not table}
        assert empty <= _SHARED, "nothing to be removed there"
        await rig.context.database.run(lambda uow: uow.threads.change(rig.thread_id, deleted_at=5.0))
        await purged(rig, tmp_path)
        after = await rig.context.database.run(rows)
        gone = str(rig.thread_id)
        assert of_others(after, gone) == of_others(before, gone)
        naming = {name for name, table in after.items() for row in table if gone in map(str, row)}
        # The child says where it came from, and its fork is its own.
        assert naming == {"threads", "context_transfers"}
        assert [row[0] for row in after["threads"]] == [OTHER]
        assert [row[0] for row in after["context_transfers"]] == ["f"]
        broken = await rig.context.database.run(lambda uow: uow._connection.exec_driver_sql("PRAGMA foreign_key_check").all())
        assert broken == []
        child = await rig.threads.open_thread(OTHER)
        assert [message.text for message in child.page.messages] == ["hello"]
        assert (child.thread.parent_thread_id, child.thread.parent_title) == (rig.thread_id, "hello")
        assert files(tmp_path) == {"shared"}


async def test_a_child_goes_and_its_parent_keeps_what_was_merged(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await filled(rig, tmp_path)
        named = attached(tmp_path, "named by a merge")
        only = attached(tmp_path, "only the child's")

        def merge(uow: UnitOfWork) -> None:
            uow.messages.add(Message(MessageId("own"), OTHER, uow.threads.take_seq(OTHER), Role.USER, (TextPart("x"), named, only)))
            text = TextPart(f"From the fork: [attached: {named.path}]")
            seq = uow.threads.take_seq(rig.thread_id)
            uow.messages.add(Message(MessageId("merged"), rig.thread_id, seq, Role.USER, (text,), kind=MessageKind.MERGE))
            uow.threads.change(OTHER, deleted_at=5.0)

        await rig.context.database.run(merge)
        before = await rig.context.database.run(rows)
        await purged(rig, tmp_path)
        after = await rig.context.database.run(rows)
        assert of_others(after, OTHER) == of_others(before, OTHER)
        assert {row[0] for row in after["context_transfers"]} >= {"m"}
        assert "f" not in {row[0] for row in after["context_transfers"]}
        assert after["waiting_merges"] == []
        assert files(tmp_path) == {"shared", "own", "named by a merge"}


async def test_a_long_thread_goes_in_slices_and_an_interrupted_purge_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[object]
) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(1_700)
        await rig.context.database.run(lambda uow: uow.threads.change(rig.thread_id, deleted_at=5.0))
        real, calls = rig.context.database.run, 0

        async def run(work: Callable[[Any], Any]) -> Any:
            nonlocal calls
            calls += 1
            if calls == 4:
                raise OSError("the power went")
            return await real(work)

        monkeypatch.setattr(rig.context.database, "run", run)
        await purged(rig, tmp_path)
        monkeypatch.undo()
        left = len((await rig.context.database.run(rows))["messages"])
        assert 0 < left < 1_700
        await purged(rig, tmp_path)
        found = await rig.context.database.run(rows)
        assert (found["messages"], found["threads"]) == ([], [])
        assert (calls, len(expect_warnings)) == (4, 1)


async def test_only_what_was_deleted_before_the_start_goes(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        first, second, third = [(await rig.threads.create(rig.project_id, name)).id for name in ("a", "b", "c")]
        shelf = shelf_of(rig)
        await shelf.delete(first)
        await shelf.delete(second)
        purge = Purge(rig.context, AttachmentStore(folder(tmp_path)))
        await purge.note()
        await shelf.delete(third)
        await shelf.restore(second)
        await purge.run()
        threads = {row[0] for row in (await rig.context.database.run(rows))["threads"]}
        assert threads == {rig.thread_id, second, third}


async def test_files_that_drafts_and_queue_name_or_that_were_just_attached_stay(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        queued, draft, lost, again = (attached(tmp_path, name) for name in ("queued", "draft", "lost", "again"))
        strange = folder(tmp_path) / "ab" / "notes.txt"
        strange.parent.mkdir(exist_ok=True)
        strange.write_text("somebody else's")

        def name_them(uow: UnitOfWork) -> None:
            thread = uow.threads.get(rig.thread_id)
            record = QueuedRecord(QueuedId("q"), thread.id, 1, "t", ProviderId("agent-a"), None, thread.mode, 1.0, (queued,))
            uow.queue.add(record)
            uow.drafts.put(DraftRecord(thread.project_id, None, "t", 1.0, (draft,)))

        await rig.context.database.run(name_them)
        await shelf_of(rig).delete((await rig.threads.create(rig.project_id, "a")).id)
        store = AttachmentStore(folder(tmp_path))
        assert store.add_data("again.txt", "text/plain", b"again").path == again.path
        await purged(rig, tmp_path, store)
        assert files(tmp_path) == {"queued", "draft", "again", "somebody else's"}
        assert not Path(lost.path).exists()


async def test_nothing_is_swept_unless_something_was_deleted(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        attached(tmp_path, "unnamed")
        await purged(rig, tmp_path)
        assert files(tmp_path) == {"unnamed"}
        await rig.context.database.run(lambda uow: uow.values.put(SWEEP_DUE, "1"))
        await purged(rig, tmp_path)
        assert files(tmp_path) == set()


async def test_what_moves_into_a_message_during_the_sweep_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(3)
        moving = attached(tmp_path, "moving")

        def queue(uow: UnitOfWork) -> None:
            thread = uow.threads.get(rig.thread_id)
            uow.values.put(SWEEP_DUE, "1")
            uow.queue.add(QueuedRecord(QueuedId("q"), thread.id, 1, "t", ProviderId("agent-a"), None, thread.mode, 1.0, (moving,)))

        def dispatch(uow: UnitOfWork) -> None:
            uow.queue.remove(QueuedId("q"))
            seq = uow.threads.take_seq(rig.thread_id)
            uow.messages.add(Message(MessageId("q"), rig.thread_id, seq, Role.USER, (TextPart("t"), moving)))

        await rig.context.database.run(queue)
        reads: list[int] = []
        purge = Purge(rig.context, AttachmentStore(folder(tmp_path)))
        await purge.note()
        run = rig.context.database.run

        async def between(work: Callable[[Any], Any]) -> Any:
            result = await run(work)
            reads.append(1)
            if len(reads) == 3:
                # The messages were read once; now the queue goes on.
                await run(dispatch)
            return result

        monkeypatch.setattr(rig.context.database, "run", between)
        await purge.run()
        assert files(tmp_path) == {"moving"}
