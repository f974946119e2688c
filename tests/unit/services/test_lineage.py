# SPDX-License-Identifier: MIT
"""The map, an answer's card and a thread's family, over the real database. Forks and merges are put there as they are stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason, NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId, RewindId, RunId, ThreadId, TransferId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    Role,
    TextPart,
)
from onesist_desktop.core.records import Resolution, RewindState, TransferKind
from onesist_desktop.core.turn_events import ApprovalAsked, PartEnded, failed
from onesist_desktop.services.lineage import LineageService
from onesist_desktop.services.lineage_views import Bead, BeadState, Lane, LineageMap, MapMerge, RewindView
from onesist_desktop.services.views import MergeState, ThreadState
from onesist_desktop.storage.records import RewindRecord, ThreadRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig

KEY = "sk-canary-0123456789abcdef"
A, B, M = ProviderId("agent-a"), ProviderId("agent-b"), ProviderId("model-m")


class World:
    """A rig with the service under test."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.service = LineageService(rig.context, rig.turns._live, rig.catalog)

    async def map(self) -> LineageMap:
        return await self.service.map(self.rig.project_id)

    async def lane(self, thread_id: ThreadId | None = None) -> Lane:
        wanted = thread_id or self.rig.thread_id
        return next(lane for lane in (await self.map()).lanes if lane.thread.id == wanted)

    async def beads(self, thread_id: ThreadId | None = None) -> list[Bead]:
        return list((await self.lane(thread_id)).beads)

    async def write(self, work: Any) -> Any:
        return await self.rig.context.database.run(work)

    async def fork(self, name: str, at_seq: int, parent: ThreadId | None = None, **more: Any) -> ThreadId:
        """Put a fork there with copies of what its parent has up to ``at_seq``, as a fork leaves them."""
        above = parent or self.rig.thread_id

        def put(uow: UnitOfWork) -> None:
            values = {"parent_thread_id": above, "root_thread_id": self.rig.thread_id, "forked_at_seq": at_seq, **more}
            record = ThreadRecord(
                ThreadId(name), self.rig.project_id, name, PermissionMode.ASK, 5.0, 5.0, last_seq=at_seq, **values
            )
            uow.threads.add(record)
            for seq in range(1, at_seq + 1):
                role = Role.USER if seq % 2 else Role.ASSISTANT
                copy = Message(
                    MessageId(f"{name}-{seq}"), ThreadId(name), seq, role, (TextPart("copied"),), run_id=RunId("of-parent")
                )
                uow.messages.add(copy)

        await self.write(put)
        return ThreadId(name)

    async def send_in(self, thread_id: ThreadId, text: str, provider: str = "agent-a") -> None:
        before, self.rig.thread_id = self.rig.thread_id, thread_id
        try:
            await self.rig.send(text, provider)
        finally:
            self.rig.thread_id = before

    async def merge(self, child_id: ThreadId, upto_seq: int) -> int:
        """Put a merge there as it is stored. Returns the seq of its message."""

        def put(uow: UnitOfWork) -> int:
            seq, now = uow.threads.take_seq(self.rig.thread_id), self.rig.context.clock()
            message_id = MessageId(f"merge{seq}")
            message = Message(
                message_id, self.rig.thread_id, seq, Role.USER, (TextPart("brought"),), kind=MessageKind.MERGE, created_at=now
            )
            uow.messages.add(message)
            data = {
                "child_thread_id": child_id,
                "child_title": "The fork",
                "message_id": message_id,
                "included": 2,
                "omitted": 1,
                "bytes": 7,
                "from_seq": 2,
                "to_seq": upto_seq,
            }
            notice_seq = uow.threads.take_seq(self.rig.thread_id)
            notice = Message(
                MessageId(f"notice{seq}"),
                self.rig.thread_id,
                notice_seq,
                Role.SYSTEM,
                kind=MessageKind.MERGE,
                data=data,
                created_at=now,
            )
            uow.messages.add(notice)
            uow.handoffs.add_transfer(
                TransferRecord(
                    TransferId(f"transfer{seq}"),
                    TransferKind.MERGE,
                    child_id,
                    self.rig.thread_id,
                    Resolution.PORTABLE,
                    now,
                    base_seq=2,
                    source_seq=upto_seq,
                    message_id=message_id,
                )
            )
            return seq

        seq: int = await self.write(put)
        return seq

    async def set_aside(self, after_seq: int) -> None:
        def mark(uow: UnitOfWork) -> None:
            uow._connection.exec_driver_sql(
                "UPDATE messages SET rolled_back = 1, is_content = 0 WHERE thread_id = ? AND seq > ?",
                (self.rig.thread_id, after_seq),
            )

        await self.write(mark)

    async def change(self, thread_id: ThreadId, **values: Any) -> None:
        await self.write(lambda uow: uow.threads.change(thread_id, **values))


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    async with service_rig(folder) as rig:
        yield World(rig)


# -- the map ------------------------------------------------------------------------------------------------------------------


async def test_every_answer_is_a_bead_with_its_question_and_who_gave_it(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        await it.rig.send("two", "agent-b")
        runs = await it.rig.runs()
        beads = await it.beads()
        assert [(bead.run_id, bead.at) for bead in beads] == [(run.id, run.started_at) for run in runs]
        assert [(bead.question_seq, bead.seq, bead.provider_id) for bead in beads] == [(1, 2, A), (3, beads[1].seq, B)]
        assert [bead.hands_over for bead in beads] == [False, True]
        assert {bead.state for bead in beads} == {BeadState.DONE}
        assert {bead.thread_id for bead in beads} == {it.rig.thread_id}


async def test_beads_tell_how_answers_stand(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        answerer = it.rig.answerers["agent-a"]
        answerer.scripts.append(Script(outcome=failed(FailureReason.INTERNAL)))
        await it.rig.send("one")
        (bead,) = await it.beads()
        assert bead.state is BeadState.FAILED
        assert bead.question_seq == 1
        await it.rig.begin("two", Script(partial="half", hold=asyncio.Event()), "agent-a")
        assert [bead.state for bead in await it.beads()] == [BeadState.FAILED, BeadState.WORKING]
        live = it.rig.turns._live.get(it.rig.thread_id)
        assert live is not None
        await live.life.approvals.ask(ApprovalAsked("r", "May I?"))
        lane = await it.lane()
        assert (lane.thread.state, lane.beads[-1].state) == (ThreadState.ASKS, BeadState.ASKS)
        await it.rig.turns.stop(it.rig.thread_id)
        await it.rig.idle()
        assert [bead.state for bead in await it.beads()] == [BeadState.FAILED, BeadState.STOPPED]


async def test_a_run_that_a_crash_left_counts_as_stopped(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        (run,) = await it.rig.runs()
        await it.write(lambda uow: uow._connection.exec_driver_sql("UPDATE runs SET status = 'streaming', outcome = NULL"))
        (bead,) = await it.beads()
        assert (bead.run_id, bead.state) == (run.id, BeadState.STOPPED)


async def test_a_fork_has_its_own_answers_only_and_what_was_set_aside_is_left_out(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        await it.rig.send("two")
        fork = await it.fork("fork", 2)
        assert await it.beads(fork) == []
        await it.send_in(fork, "three")
        (own,) = await it.beads(fork)
        assert (own.thread_id, own.question_seq) == (fork, 3)
        lane = await it.lane(fork)
        assert (lane.thread.parent_thread_id, lane.thread.forked_at_seq, lane.thread.merge) == (
            it.rig.thread_id,
            2,
            MergeState.UNMERGED,
        )
        await it.set_aside(2)
        assert [bead.seq for bead in await it.beads()] == [2]
        # Rewound to the question: the answer is set aside, and the question was not answered.
        await it.set_aside(1)
        assert await it.beads() == []


async def test_live_merges_are_listed_and_others_are_not(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        fork = await it.fork("fork", 2)
        await it.send_in(fork, "two")
        seq = await it.merge(fork, 4)
        (merge,) = (await it.map()).merges
        assert merge == MapMerge(fork, it.rig.thread_id, 4, seq, merge.at)
        await it.set_aside(2)
        assert (await it.map()).merges == ()


async def test_archived_and_deleted_threads_are_not_on_the_map_nor_what_was_merged_from_them(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        fork, other = await it.fork("fork", 2), await it.fork("other", 2)
        await it.merge(fork, 2)
        await it.merge(other, 2)
        await it.change(fork, archived_at=9.0)
        await it.change(other, deleted_at=9.0)
        shown = await it.map()
        assert [lane.thread.id for lane in shown.lanes] == [it.rig.thread_id]
        assert shown.merges == ()


async def test_many_threads_are_read_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onesist_desktop.services.lineage.SLICE_THREADS", 2)
    async with world(tmp_path) as it:
        await it.rig.send("one")
        for name in "abcd":
            await it.send_in(await it.fork(name, 2), name)
        lanes = (await it.map()).lanes
        assert sorted(lane.thread.id for lane in lanes) == sorted([it.rig.thread_id, *"abcd"])
        assert all(len(lane.beads) == 1 for lane in lanes)
        assert (await it.service.map(it.rig.project_id)).lanes == lanes


async def test_an_empty_or_unknown_project_has_an_empty_map(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        assert (await it.beads()) == []
        assert await it.service.map("none") == LineageMap()  # type: ignore[arg-type]


# -- an answer ----------------------------------------------------------------------------------------------------------------


async def test_the_card_of_an_answer(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        it.rig.context.redactor.set_own_keys([KEY])
        parts = [
            CommandPart("c1", "make", state=CallState.WORKED),
            CommandPart("c2", "make test", state=CallState.FAILED),
            FileChangePart("a.py"),
            FileChangePart("a.py"),
            FileChangePart("b.py"),
            TextPart(f"Done\n\n  with {KEY}.\n" + "word " * 100),
        ]
        events = [PartEnded(f"p{n}", part) for n, part in enumerate(parts)]
        it.rig.answerers["agent-a"].scripts.append(Script(events=events))
        await it.rig.send(f"Use\n{KEY}")
        (bead,) = await it.beads()
        card = await it.service.bead(bead.run_id)
        assert card.bead == bead
        assert card.asked == f"Use {KEY}"
        assert card.answered.startswith(f"Done with {KEY}. word word")
        assert len(card.answered) <= 200
        assert card.answered.endswith("…")
        assert (card.changed_files, card.commands) == (2, 2)
        (run,) = await it.rig.runs()
        assert run.finished_at is not None
        assert card.duration_s == run.finished_at - run.started_at
        assert not card.can_merge


async def test_a_forks_answer_can_be_merged_while_its_parent_is_there(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        fork = await it.fork("fork", 2)
        await it.send_in(fork, "two")
        (bead,) = await it.beads(fork)
        assert (await it.service.bead(bead.run_id)).can_merge
        await it.change(it.rig.thread_id, deleted_at=9.0)
        assert not (await it.service.bead(bead.run_id)).can_merge


async def test_the_card_of_an_answer_that_works_has_no_duration(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.begin("one", Script(partial="half", hold=asyncio.Event()))
        (bead,) = await it.beads()
        card = await it.service.bead(bead.run_id)
        assert (card.duration_s, card.asked, card.bead.state) == (None, "one", BeadState.WORKING)
        await it.rig.turns.stop(it.rig.thread_id)
        await it.rig.idle()


async def test_no_card_for_an_unknown_answer_nor_for_one_that_was_set_aside(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        (bead,) = await it.beads()
        await it.set_aside(0)
        for run_id in (bead.run_id, RunId("none")):
            with pytest.raises(NotFoundError):
                await it.service.bead(run_id)


# -- a family -----------------------------------------------------------------------------------------------------------------


async def test_a_family_is_listed_as_the_tree_shows_it(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        for text in ("one", "two", "three"):
            await it.rig.send(text)
        late, early = await it.fork("late", 6), await it.fork("early", 2)
        below = await it.fork("below", 2, parent=early)
        for asked in (it.rig.thread_id, late, below):
            kin = (await it.service.family(asked)).kin
            assert [(each.thread.id, each.level, each.forked_at_seq) for each in kin] == [
                (it.rig.thread_id, 0, None),
                (early, 1, 2),
                (below, 2, 2),
                (late, 1, 6),
            ]
        await it.change(early, deleted_at=9.0)
        assert [each.thread.id for each in (await it.service.family(below)).kin] == [below]
        assert [each.thread.id for each in (await it.service.family(late)).kin] == [it.rig.thread_id, late]
        assert [each.thread.id for each in (await it.service.family(early)).kin] == [it.rig.thread_id, early, below, late]


async def test_damaged_lineage_never_loops(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        first, second = await it.fork("first", 2), await it.fork("second", 2, parent=ThreadId("first"))
        await it.change(first, parent_thread_id=second)
        await it.change(it.rig.thread_id, parent_thread_id=it.rig.thread_id, forked_at_seq=2)
        assert len((await it.map()).lanes) == 3
        assert {each.thread.id for each in (await it.service.family(first)).kin} == {first, second}
        assert [each.thread.id for each in (await it.service.family(it.rig.thread_id)).kin] == [it.rig.thread_id]
        orphan = await it.fork("orphan", 2, parent=ThreadId("nobody"))
        assert [(each.thread.id, each.level) for each in (await it.service.family(orphan)).kin] == [(orphan, 0)]


async def test_who_has_seen_what(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        empty = await it.service.family(it.rig.thread_id)
        assert [(each.provider_id, each.upto_seq, each.due_count, each.share) for each in empty.seen] == [
            (A, 0, 0, 0.0),
            (B, 0, 0, 0.0),
            (M, 0, 0, 0.0),
        ]
        await it.rig.send("one")
        await it.rig.send("two", "agent-b")
        family = await it.service.family(it.rig.thread_id)
        seen = {each.provider_id: each for each in family.seen}
        outlooks = {each.provider_id: each for each in await it.rig.handoffs.outlooks(it.rig.thread_id)}
        assert [each.provider_id for each in family.seen] == [B, A, M]
        assert (seen[A].upto_seq, seen[A].due_count, seen[A].share, seen[A].is_agent, seen[A].has_session) == (
            2,
            2,
            0.5,
            True,
            True,
        )
        assert (seen[B].due_count, seen[B].share) == (0, 1.0)
        assert (seen[M].due_count, seen[M].share, seen[M].is_agent, seen[M].has_session) == (0, 1.0, False, False)
        assert all(seen[name].due_count == outlooks[name].due_count for name in (A, B))


async def test_who_answered_and_is_not_set_up_any_more_is_still_told(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        await it.rig.send("two", "model-m")
        it.rig.context.answerers.replace([it.rig.answerers["agent-b"]])
        seen = (await it.service.family(it.rig.thread_id)).seen
        assert [(each.provider_id, each.upto_seq, each.due_count, each.share, each.is_agent) for each in seen] == [
            (M, 5, 0, 1.0, False),
            (A, 2, 2, 0.5, True),
            (B, 0, 4, 0.0, True),
        ]


async def test_what_was_handed_over_and_merged_newest_first(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        await it.rig.send("two", "agent-b")
        fork = await it.fork("fork", 2)
        await it.merge(fork, 2)
        merged, handed = (await it.service.family(it.rig.thread_id)).movements
        assert (merged.merged_from, merged.merged_thread_id, merged.message_count, merged.omitted_count) == ("The fork", fork, 2, 1)
        assert (handed.source_provider_id, handed.target_provider_id, handed.message_count, handed.omitted_count) == (A, B, 2, 0)
        assert handed.handoff_id == (await it.rig.handed_over())[0].id
        assert merged.at >= handed.at


async def test_no_family_for_an_unknown_thread(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        with pytest.raises(NotFoundError):
            await it.service.family(ThreadId("none"))


async def test_the_newest_rewind_that_can_be_taken_back_is_told(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        await it.rig.send("two")

        def put(uow: UnitOfWork, name: str, **data: Any) -> None:
            seq = uow.threads.take_seq(it.rig.thread_id)
            notice = MessageId(f"{name}!")
            uow.messages.add(Message(notice, it.rig.thread_id, seq, Role.SYSTEM, kind=MessageKind.REWIND, data=data))
            uow.rewinds.add(RewindRecord(RewindId(name), it.rig.thread_id, 2, seq - 1, notice, RewindState.OPEN, 1.0))

        async def told() -> RewindView | None:
            return (await it.service.family(it.rig.thread_id)).rewind

        assert await told() is None
        await it.write(lambda uow: put(uow, "first", message_count=2))
        assert await told() == RewindView(RewindId("first"), it.rig.thread_id, 2, 2)
        await it.write(lambda uow: put(uow, "second", message_count="damaged"))
        assert await told() == RewindView(RewindId("second"), it.rig.thread_id, 2, 0)
        await it.write(lambda uow: uow._connection.exec_driver_sql("DELETE FROM messages WHERE id = 'second!'"))
        assert await told() == RewindView(RewindId("second"), it.rig.thread_id, 2, 0)
        for name in ("first", "second"):
            await it.write(lambda uow, name=name: uow.rewinds.move(RewindId(name), RewindState.SETTLED, 2.0))
        assert await told() is None


async def test_a_question_of_files_only_begins_with_their_names(tmp_path: Path) -> None:
    async with world(tmp_path) as it:
        await it.rig.send("one")
        files = [AttachmentPart("plan.pdf", "/tmp/plan.pdf"), AttachmentPart("logo.png", "/tmp/logo.png")]
        asked = await it.rig.message_id("one")
        await it.write(lambda uow: uow.messages.write_parts(asked, dict(enumerate(files)), len(files)))
        (bead,) = await it.beads()
        assert (await it.service.bead(bead.run_id)).asked == "plan.pdf logo.png"
