# SPDX-License-Identifier: MIT
"""Forks over the real database: what the fork has, that the parent stays as it was, and what the fork's agents are told."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import LineageError, LineageFault, NotFoundError
from onesist_desktop.core.ids import ProviderId, ThreadId, WorktreeId
from onesist_desktop.core.messages import MessageKind, MessageStatus, Role
from onesist_desktop.core.records import Resolution, TransferKind
from onesist_desktop.services.lineage_views import ForkChoice, ForkOutlook
from tests.fakes.scripted_answerer import Script
from tests.support.fork_rig import forking


async def test_a_fork_has_what_was_said_and_the_parent_stays_as_it_was(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two", "agent-a:three")
        await f.run(
            lambda uow: uow.threads.change(
                f.parent, title="Fix it", mode=PermissionMode.PLAN, worktree_id=WorktreeId("w"), repository="input/code/x"
            )
        )
        before, at = await f.digest(f.parent), await f.seq("TWO")
        view = await f.forks.fork(f.parent, at)
        assert await f.digest(f.parent) == before

        record = await f.record(view.id)
        assert (record.title, record.fork_number, record.parent_title) == ("Fix it (2)", 2, "Fix it")
        assert (record.parent_thread_id, record.root_thread_id, record.forked_at_seq) == (f.parent, f.parent, at)
        assert (record.mode, record.provider_id) == (PermissionMode.PLAN, "agent-a")
        assert (record.worktree_id, record.repository, record.last_seq) == ("w", "input/code/x", at + 1)
        assert [event.thread for event in f.added] == [view]

        parents = {m.seq: m for m in await f.messages(f.parent)}
        *copies, notice = await f.messages(view.id)
        assert [copy.seq for copy in copies] == [seq for seq in parents if seq <= at]
        assert all(copy.origin_id == parents[copy.seq].id != copy.id for copy in copies)
        assert all(copy.run_id == parents[copy.seq].run_id for copy in copies)
        assert (notice.seq, notice.kind, notice.role) == (at + 1, MessageKind.FORK, Role.SYSTEM)
        assert notice.data == {"parent_thread_id": f.parent, "parent_title": "Fix it", "at_seq": at, "resolution": ""}
        transfer = await f.run(lambda uow: uow.handoffs.fork_of(view.id))
        assert (transfer.kind, transfer.source_thread_id, transfer.message_id) == (TransferKind.FORK, f.parent, notice.id)
        assert (transfer.base_seq, transfer.source_seq) == (at, at)


async def test_second_forks_and_forks_of_forks(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two")
        first = await f.fork("ONE")
        await f.say(first, "first")
        before = await f.digest(f.parent, first)
        second, deep = await f.fork("TWO"), await f.fork("FIRST", first)
        high = await f.fork("one", deep)
        assert await f.digest(f.parent, first) == before
        records = [await f.record(each) for each in (first, second, deep, high)]
        assert [record.title for record in records] == ["one (2)", "one (3)", "one (4)", "one (5)"]
        assert {record.root_thread_id for record in records} == {f.parent}
        assert [record.parent_title for record in records] == ["one", "one", "one (2)", "one (4)"]
        assert await f.said(second) == ["one", "ONE", "two", "TWO"]
        assert await f.said(deep) == ["one", "ONE", "first", "FIRST"]
        assert await f.said(high) == ["one"]
        # A copy of a copy still names where it was said first.
        origins = [[m.origin_id for m in await f.messages(each) if m.text == "one"] for each in (first, deep, high)]
        assert origins == [[next(m.id for m in await f.messages(f.parent) if m.text == "one")]] * 3


async def test_a_choice_of_who_answers(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        await f.run(lambda uow: uow.threads.change(f.parent, model="big", effort="high"))
        at = await f.seq("ONE")
        chosen = [
            await f.record((await f.forks.fork(f.parent, at, choice)).id)
            for choice in (
                None,
                ForkChoice(ProviderId("agent-a")),
                ForkChoice(model="small"),
                ForkChoice(ProviderId("agent-b")),
                ForkChoice(ProviderId("agent-b"), "other"),
            )
        ]
        assert [(each.provider_id, each.model, each.effort) for each in chosen] == [
            ("agent-a", "big", "high"),
            ("agent-a", "big", "high"),
            ("agent-a", "small", None),
            ("agent-b", None, None),
            ("agent-b", "other", None),
        ]
        with pytest.raises(NotFoundError):
            await f.forks.fork(f.parent, at, ForkChoice(ProviderId("nobody")))


async def test_what_can_not_be_forked_is_told_and_changes_nothing(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        with pytest.raises(LineageError) as caught:
            await f.forks.fork(f.parent, 1)
        assert caught.value.fault is LineageFault.EMPTY
        await f.talk("agent-a:one", "agent-b:two", "agent-a:three")
        notice = next(m.seq for m in await f.messages(f.parent) if m.is_notice)
        rolled_back = await f.seq("three")
        await f.roll_back(f.parent, await f.seq("TWO"))
        before = await f.digest()
        for seq in (-1, 0, notice, rolled_back, 99):
            for attempt in (f.forks.fork, f.forks.preview):
                with pytest.raises(LineageError) as caught:
                    await attempt(f.parent, seq)
                assert caught.value.fault is LineageFault.UNKNOWN_SEQ
        for attempt in (f.forks.fork, f.forks.preview):
            with pytest.raises(NotFoundError):
                await attempt(ThreadId("nowhere"), 1)
        assert await f.digest() == before
        assert f.added == []
        await f.run(lambda uow: uow.threads.change(f.parent, deleted_at=1.0))
        with pytest.raises(NotFoundError):
            await f.forks.fork(f.parent, 1)


@pytest.mark.parametrize("loop", ["self", "pair"])
async def test_a_damaged_lineage_is_told_and_does_not_keep_anybody_from_working(loop: str, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        to = child if loop == "pair" else f.parent
        await f.run(lambda uow: uow.threads.change(f.parent, parent_thread_id=to, forked_at_seq=1))
        before = await f.digest()
        for attempt in (f.forks.fork, f.forks.preview):
            with pytest.raises(LineageError) as caught:
                await attempt(child, 1)
            assert caught.value.fault is LineageFault.CYCLE
        assert await f.digest() == before
        await f.say(child, "two")
        assert await f.said(child) == ["one", "ONE", "two", "TWO"]
        assert await f.began(child) == "portable"


async def test_fork_while_the_parent_streams(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        script = Script(reply="TWO", partial="half", hold=asyncio.Event())
        await f.rig.begin("two", script)
        await f.rig.put_in_queue("later")
        streaming = next(m for m in await f.messages(f.parent) if m.status is MessageStatus.STREAMING)
        with pytest.raises(LineageError):
            await f.forks.fork(f.parent, streaming.seq)
        child, earlier = await f.fork("two"), await f.fork("ONE")
        assert await f.said(child) == ["one", "ONE", "two"]
        await f.say(child, "three")
        assert await f.began(child) == "native"
        assert f.last_prompt().count("two") == 1
        await f.say(earlier, "four")
        assert f.last_prompt() == "four"
        f.rig.thread_id = f.parent
        assert script.hold is not None
        script.hold.set()
        await f.rig.idle()
        assert await f.said(f.parent) == ["one", "ONE", "two", "TWO", "later", "fine"]
        await f.say(f.parent, "five")
        assert f.last_prompt() == "five"
        assert "three" not in f.holds()


# -- how its sessions begin --------------------------------------------------------------------------------------------


async def test_the_preview_says_what_the_fork_then_does(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two", "agent-a:three", "agent-b:four")
        at, before = await f.seq("THREE"), await f.digest()
        preview = await f.forks.preview(f.parent, at)
        assert await f.digest() == before
        assert (preview.title, preview.at_text, preview.copied_count) == ("one (2)", "THREE", 6)
        assert (preview.at_seq, preview.mode, preview.provider_id) == (at, PermissionMode.ASK, "agent-b")
        assert preview.outlooks == (
            ForkOutlook(ProviderId("agent-a"), Resolution.NATIVE, 0),
            ForkOutlook(ProviderId("agent-b"), Resolution.PORTABLE, 6),
            ForkOutlook(ProviderId("model-m"), Resolution.PORTABLE, 6),
        )
        for outlook in preview.outlooks:
            child = await f.fork("THREE")
            await f.say(child, "five", outlook.provider_id)
            assert await f.began(child) == str(outlook.resolution)
            handoffs = await f.run(lambda uow, child=child: uow.handoffs.of_thread(child))
            told = len({seq for handoff in handoffs for seq in handoff.included_seqs})
            assert told == outlook.due_count - outlook.omitted_count


async def test_the_preview_counts_what_does_not_fit(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        await f.say(f.parent, "two " + "x" * 9_000, "agent-b")
        f.rig.preferences.handoff_cap_bytes = 1_024
        last = (await f.messages(f.parent))[-1]
        preview = await f.forks.preview(f.parent, last.seq)
        assert [(each.due_count, each.omitted_count) for each in preview.outlooks[:2]] == [(2, 2), (4, 2)]
        assert preview.at_text.endswith("…")


async def test_the_line_of_the_composer_knows_of_the_fork(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two")
        child = await f.fork("TWO")
        shown = await f.rig.handoffs.preview(child, f.rig.options("agent-a"), "three")
        assert (shown.due_count, len(shown.chosen)) == (2, 2)
        outlooks = {each.provider_id: each for each in await f.rig.handoffs.outlooks(child)}
        assert outlooks[ProviderId("agent-a")].due_count == 2
        assert outlooks[ProviderId("agent-b")].due_count == 4
        # Once the parent is gone everything would have to go over.
        await f.run(lambda uow: uow.threads.change(f.parent, deleted_at=1.0))
        shown = await f.rig.handoffs.preview(child, f.rig.options("agent-a"), "three")
        assert shown.due_count == 4


async def test_a_long_thread_is_forked_and_asked_quickly(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.rig.fill(10_000)
        # Of the processor, so that a busy machine doesn't count.
        begun = time.process_time()
        view = await f.forks.fork(f.parent, 10_000)
        took_s = time.process_time() - begun
        assert took_s < 4.0, f"forking took {took_s:.2f} s"
        assert len(await f.messages(view.id)) == 10_000
        f.rig.thread_id = view.id
        await f.rig.send("go on")
        assert "#10000" in f.last_prompt()
