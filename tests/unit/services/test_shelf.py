# SPDX-License-Identifier: MIT
"""Pinning, archiving and deleting over the real database: each can be taken back, and a thread that works stays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from onesist_desktop.core.errors import FailureReason, LineageError, LineageFault, NotFoundError
from onesist_desktop.core.ids import MessageId, RewindId, ThreadId
from onesist_desktop.core.records import RewindState
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services.events import ThreadAdded, ThreadChanged, ThreadRemoved
from onesist_desktop.services.shelf import ShelfService
from onesist_desktop.services.views import ThreadState
from onesist_desktop.storage.records import RewindRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig


def shelf_of(rig: Rig) -> ShelfService:
    return ShelfService(rig.context, rig.turns._live, rig.turns)


async def listed(rig: Rig) -> list[str]:
    return [view.id for view in await rig.threads.list_threads(rig.project_id)]


async def fork(rig: Rig, name: str = "child") -> ThreadId:
    """Store a fork as its row looks, without messages."""

    def store(uow: object) -> ThreadId:
        parent = uow.threads.get(rig.thread_id)  # type: ignore[attr-defined]
        record = ThreadRecord(
            ThreadId(name),
            parent.project_id,
            f"{parent.title} (2)",
            parent.mode,
            1.0,
            1.0,
            parent_thread_id=parent.id,
            root_thread_id=parent.id,
            forked_at_seq=1,
            fork_number=2,
            parent_title=parent.title,
            provider_id=parent.provider_id,
        )
        uow.threads.add(record)  # type: ignore[attr-defined]
        return record.id

    return await rig.context.database.run(store)


@contextmanager
def heard(rig: Rig) -> Iterator[list[object]]:
    events: list[object] = []
    subscriptions = [rig.context.bus.subscribe(kind, events.append) for kind in (ThreadAdded, ThreadChanged, ThreadRemoved)]
    yield events
    for subscription in subscriptions:
        subscription.cancel()


async def test_a_pin_is_told_and_kept(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        with heard(rig) as events:
            await shelf_of(rig).pin(rig.thread_id, is_pinned=True)
        assert [(type(event), event.thread.is_pinned) for event in events] == [(ThreadChanged, True)]  # type: ignore[attr-defined]
        assert [view.is_pinned for view in await rig.threads.list_threads(rig.project_id)] == [True]
        await shelf_of(rig).pin(rig.thread_id, is_pinned=False)
        assert [view.is_pinned for view in await rig.threads.list_threads(rig.project_id)] == [False]
        with pytest.raises(NotFoundError):
            await shelf_of(rig).pin(ThreadId("nobody"), is_pinned=True)


async def test_an_archived_thread_leaves_the_list_and_comes_back(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("hello")
        child, shelf = await fork(rig), shelf_of(rig)
        with heard(rig) as events:
            await shelf.archive(rig.thread_id)
        assert events == [ThreadRemoved(rig.thread_id, rig.project_id, False)]
        assert await listed(rig) == [child]
        assert [view.id for view in await shelf.archived(rig.project_id)] == [rig.thread_id]
        (view,) = await rig.threads.list_threads(rig.project_id)
        assert (view.parent_thread_id, view.parent_title) == (rig.thread_id, "hello")
        with heard(rig) as events:
            await shelf.restore(rig.thread_id)
        assert [(type(event), event.thread.id) for event in events] == [(ThreadAdded, rig.thread_id)]  # type: ignore[attr-defined]
        assert set(await listed(rig)) == {rig.thread_id, child}
        assert await shelf.archived(rig.project_id) == []
        with heard(rig) as events:
            await shelf.restore(rig.thread_id)
        assert events == []


async def test_the_archive_lists_what_was_put_away_last_first(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        made = [(await rig.threads.create(rig.project_id, name)).id for name in ("a", "b", "c")]
        shelf = shelf_of(rig)
        for thread_id in made:
            await shelf.archive(thread_id)
        assert [view.id for view in await shelf.archived(rig.project_id)] == made[::-1]
        await shelf.delete(made[1])
        assert [view.id for view in await shelf.archived(rig.project_id)] == [made[2], made[0]]


async def test_a_deleted_thread_is_hidden_everywhere_and_comes_back(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("hello")
        before, shelf = await rig.messages(), shelf_of(rig)
        with heard(rig) as events:
            await shelf.delete(rig.thread_id)
        assert events == [ThreadRemoved(rig.thread_id, rig.project_id, True)]
        assert await listed(rig) == []
        assert await shelf.archived(rig.project_id) == []
        with pytest.raises(NotFoundError):
            await rig.turns.send(rig.thread_id, "too late", rig.options("agent-a"))
        for again in (shelf.delete, shelf.archive):
            with pytest.raises(NotFoundError):
                await again(rig.thread_id)
        await shelf.restore(rig.thread_id)
        assert await listed(rig) == [rig.thread_id]
        assert await rig.messages() == before


async def test_undoing_a_deletion_from_the_archive_leaves_it_in_the_archive(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        shelf = shelf_of(rig)
        await shelf.archive(rig.thread_id)
        await shelf.delete(rig.thread_id)
        with heard(rig) as events:
            await shelf.restore(rig.thread_id)
        assert events == []
        assert await listed(rig) == []
        assert [view.id for view in await shelf.archived(rig.project_id)] == [rig.thread_id]
        await shelf.restore(rig.thread_id)
        assert await listed(rig) == [rig.thread_id]


@pytest.mark.parametrize("act", ["archive", "delete"])
async def test_a_thread_that_works_stays(tmp_path: Path, act: str) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.begin("hello", Script(hold=asyncio.Event()))
        with heard(rig) as events, pytest.raises(LineageError) as refused:
            await getattr(shelf_of(rig), act)(rig.thread_id)
        assert refused.value.fault is LineageFault.WORKS
        assert events == []
        assert await listed(rig) == [rig.thread_id]
        await rig.turns.stop(rig.thread_id)
        await getattr(shelf_of(rig), act)(rig.thread_id)
        assert await listed(rig) == []


async def test_deleting_ends_what_waited_to_be_merged_and_archiving_does_not(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        child, shelf = await fork(rig), shelf_of(rig)
        await rig.context.database.run(lambda uow: uow.merges.wait(child, rig.thread_id, 1.0))
        await shelf.archive(child)
        assert await rig.context.database.run(lambda uow: uow.merges.waiting([child])) == {child}
        await shelf.delete(child)
        assert await rig.context.database.run(lambda uow: uow.merges.waiting([child])) == set()


async def test_a_fork_keeps_the_beginning_of_its_first_own_message(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys(["sk-canary-0123456789abcdef"])
        await rig.send("hello")
        child = await fork(rig)
        await rig.turns.send(child, "  \n Use sk-canary-0123456789abcdef " + "word " * 40 + "\nmore", rig.options("agent-a"))
        await rig.turns._live.get(child).task  # type: ignore[union-attr]
        await rig.turns.send(child, "second", rig.options("agent-a"))
        await rig.turns._live.get(child).task  # type: ignore[union-attr]
        views = {view.id: view for view in await rig.threads.list_threads(rig.project_id)}
        words = views[child].own_words
        assert words.startswith("Use ")
        assert words.endswith("word…")
        assert len(words) <= 81
        assert "sk-canary" not in words
        assert views[rig.thread_id].own_words == ""
        assert (views[child].fork_number, views[child].is_renamed) == (2, False)
        await rig.threads.rename(child, "Another way")
        assert (await rig.threads.open_thread(child)).thread.is_renamed


async def test_a_list_says_failed_of_the_newest_run_that_was_not_set_aside(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("fine")
        rig.answerers["agent-a"].scripts.append(Script(outcome=failed(FailureReason.OVERLOADED)))
        await rig.send("fails")

        async def states() -> list[ThreadState]:
            listed = [view.state for view in await rig.threads.list_threads(rig.project_id)]
            assert listed == [(await rig.threads.open_thread(rig.thread_id)).thread.state]
            return listed

        assert await states() == [ThreadState.FAILED]
        seq = next(message.seq for message in await rig.messages() if message.text == "fails")

        def rewind(uow: UnitOfWork) -> None:
            uow.rewinds.add(RewindRecord(RewindId("w"), rig.thread_id, seq - 1, seq, MessageId("n"), RewindState.OPEN, 1.0))
            uow._connection.exec_driver_sql("UPDATE messages SET rolled_back = 1 WHERE seq >= ?", (seq,))

        await rig.context.database.run(rewind)
        assert await states() == [ThreadState.IDLE]
