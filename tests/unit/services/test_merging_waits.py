# SPDX-License-Identifier: MIT
"""Merges while parent or fork work, merges that wait, and what a merge means for queues, rewinds and sending again."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from onesist_desktop.core.errors import FailureReason, LineageError, LineageFault, NotFoundError, StorageError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.turn_events import Delivery, failed
from onesist_desktop.services.merging import DROPPED
from onesist_desktop.services.rewinding import RewindService
from onesist_desktop.services.views import MergeState
from tests.fakes.scripted_answerer import Script
from tests.support.merge_rig import MergeRig, merge_rig


async def _begun(rig: MergeRig, thread_id: ThreadId, text: str, *, partial: str = "") -> asyncio.Event:
    """Let a thread work until the event is set."""
    hold = asyncio.Event()
    rig.base.thread_id = thread_id
    await rig.base.begin(text, Script(reply=f"{text} answered", hold=hold, partial=partial))
    return hold


async def _ended(rig: MergeRig, thread_id: ThreadId, hold: asyncio.Event) -> None:
    hold.set()
    rig.base.thread_id = thread_id
    await rig.base.idle()


async def _with_child(rig: MergeRig) -> ThreadId:
    await rig.send("shared", "yes")
    child_id = await rig.fork()
    await rig.send("in the branch", "branch answer", child_id)
    return child_id


async def test_a_parent_that_works_is_not_merged_into(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, rig.parent_id, "long work")
        before = await rig.fingerprint(), await rig.fingerprint(child_id)
        with pytest.raises(LineageError) as caught:
            await rig.merges.merge(child_id)
        assert caught.value.fault is LineageFault.PARENT_WORKS
        assert (await rig.fingerprint(), await rig.fingerprint(child_id)) == before
        assert (await rig.merges.preview(child_id)).parent_works
        await _ended(rig, rig.parent_id, hold)
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["in the branch", "branch answer"]]


async def test_a_merge_that_waits_happens_at_the_end_of_the_run_and_before_the_queue_goes_on(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, rig.parent_id, "long work")
        await rig.base.put_in_queue("queued")
        await rig.merges.merge_when_ended(child_id)
        await rig.merges.merge_when_ended(child_id)
        assert rig.changed[-1].merge_waits
        assert (await rig.view(child_id)).merge_waits
        assert await rig.merged() == []
        await _ended(rig, rig.parent_id, hold)
        said = [(m.kind, m.text) for m in await rig.messages() if m.role is Role.USER]
        assert [kind for kind, _ in said] == [None, None, MessageKind.MERGE, None]
        assert said[-1] == (None, "queued")
        assert "branch answer" in rig.base.answerers["agent-a"].prompts[-1].context
        assert (await rig.view(child_id)).merge is MergeState.MERGED
        assert not (await rig.view(child_id)).merge_waits
        assert rig.notices == []


@pytest.mark.parametrize("how", ["stopped", "failed"])
async def test_a_merge_that_waits_happens_however_the_run_ends(tmp_path: Path, how: str) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = asyncio.Event()
        rig.base.thread_id = rig.parent_id
        await rig.base.begin("work", Script(hold=hold, outcome=failed(FailureReason.OVERLOADED)))
        await rig.merges.merge_when_ended(child_id)
        if how == "stopped":
            await rig.base.turns.stop(rig.parent_id)
        await _ended(rig, rig.parent_id, hold)
        assert await rig.texts() == [["in the branch", "branch answer"]]
        # The message that got no answer can still be sent again.
        snapshot = await rig.base.threads.open_thread(rig.parent_id)
        asked = next(m for m in await rig.messages() if m.text == "work")
        assert snapshot.resendable_id == asked.id
        await rig.base.turns.send_again(rig.parent_id, asked.id)
        await rig.base.idle()
        assert "branch answer" in rig.base.answerers["agent-a"].prompts[-1].context


async def test_what_waits_is_merged_at_once_where_the_parent_rests(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        await rig.merges.merge_when_ended(child_id)
        assert await rig.texts() == [["in the branch", "branch answer"]]
        assert await rig.run(lambda uow: uow.merges.all_waiting()) == []
        with pytest.raises(LineageError, match="nothing_new"):
            await rig.merges.merge_when_ended(child_id)
        assert await rig.run(lambda uow: uow.merges.all_waiting()) == []


async def test_a_wait_can_be_taken_back(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, rig.parent_id, "long work")
        await rig.merges.merge_when_ended(child_id)
        await rig.merges.do_not_wait(child_id)
        assert not rig.changed[-1].merge_waits
        count = len(rig.changed)
        await rig.merges.do_not_wait(child_id)
        assert len(rig.changed) == count
        await _ended(rig, rig.parent_id, hold)
        assert await rig.merged() == []


async def test_a_merge_that_waits_and_can_not_be_done_is_dropped_and_said(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, rig.parent_id, "long work")
        await rig.merges.merge_when_ended(child_id)
        rig.base.preferences.handoff_cap_bytes = 60
        await _ended(rig, rig.parent_id, hold)
        assert await rig.merged() == []
        assert [(notice.code, notice.detail) for notice in rig.notices] == [(DROPPED, (await rig.record(child_id)).title)]
        assert not (await rig.view(child_id)).merge_waits


async def test_a_child_that_still_works_may_wait_with_nothing_yet(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        parent_hold = await _begun(rig, rig.parent_id, "parent works")
        child_hold = await _begun(rig, child_id, "child works")
        await rig.merges.merge_when_ended(child_id)
        await _ended(rig, child_id, child_hold)
        await _ended(rig, rig.parent_id, parent_hold)
        assert await rig.texts() == [["child works", "child works answered"]]


async def test_a_fork_that_works_gives_what_is_settled_and_the_rest_next_time(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, child_id, "more", partial="half an ans")
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["in the branch", "branch answer", "more"]]
        await _ended(rig, child_id, hold)
        await rig.merges.merge(child_id)
        assert (await rig.texts())[1:] == [["more answered"]]


async def test_a_wait_survives_a_restart(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        await _begun(rig, rig.parent_id, "long work")
        await rig.merges.merge_when_ended(child_id)
        parent_id = rig.parent_id
    async with merge_rig(tmp_path, parent_id) as rig:
        await rig.base.recovery.recover()
        assert (await rig.view(child_id)).merge_waits
        await rig.merges.resume()
        assert await rig.texts() == [["in the branch", "branch answer"]]
        await rig.merges.resume()
        assert len(await rig.merged()) == 1


async def test_what_waits_at_the_start_goes_on_waiting_while_the_parent_works(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, rig.parent_id, "quick to send")
        await rig.merges.merge_when_ended(child_id)
        await rig.merges.resume()
        assert await rig.merged() == []
        await _ended(rig, rig.parent_id, hold)
        assert len(await rig.merged()) == 1


async def test_what_can_not_be_stored_goes_on_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        hold = await _begun(rig, rig.parent_id, "long work")
        await rig.merges.merge_when_ended(child_id)

        def fail(store: object, child_id: ThreadId) -> bool:
            raise StorageError("no room")

        with monkeypatch.context() as patch:
            patch.setattr("onesist_desktop.storage.merges.MergeStore.refresh", fail)
            await _ended(rig, rig.parent_id, hold)
        assert [notice.code for notice in rig.notices] == ["storage"]
        assert ["can't be stored" in record.getMessage() for record in expect_warnings] == [True]
        assert (await rig.view(child_id)).merge_waits
        await rig.merges.resume()
        assert len(await rig.merged()) == 1


async def test_a_merge_makes_a_rewind_of_the_parent_final(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        rewinds = RewindService(rig.base.context, rig.base.turns._live, rig.base.turns)
        await rig.merges.merge(child_id)
        await rig.send("after", "all")
        await rewinds.rewind(rig.parent_id, 2)
        assert (await rig.view(child_id)).merge is MergeState.UNMERGED
        await rig.merges.merge(child_id)
        # Both merges would stand there if the first came back now.
        with pytest.raises(LineageError, match="already_settled"):
            await rewinds.undo(rig.parent_id)
        live = [m for m in await rig.merged() if not m.rolled_back]
        assert len(live) == 1
        await rig.send("so?", "ok")
        (session,) = [s for s in await rig.run(lambda uow: uow.sessions.of_thread(rig.parent_id)) if s.state == "active"]
        held = "\n".join(rig.base.answerers["agent-a"].held[session.native_session_id or ""])
        assert held.count("branch answer") == 1


async def test_a_rewind_of_the_merge_and_its_undo_are_followed(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        rewinds = RewindService(rig.base.context, rig.base.turns._live, rig.base.turns)
        await rig.merges.merge(child_id)
        await rewinds.rewind(rig.parent_id, 2)
        assert (rig.changed[-1].id, rig.changed[-1].merge) == (child_id, MergeState.UNMERGED)
        await rewinds.undo(rig.parent_id)
        assert (rig.changed[-1].id, rig.changed[-1].merge) == (child_id, MergeState.MERGED)
        with pytest.raises(LineageError, match="nothing_new"):
            await rig.merges.merge(child_id)


async def test_what_the_child_set_aside_is_not_brought_and_comes_when_it_is_back(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        rewinds = RewindService(rig.base.context, rig.base.turns._live, rig.base.turns)
        last = await rig.run(lambda uow: uow.messages.last_content(child_id))
        await rig.send("later", "later answer", child_id)
        await rewinds.rewind(child_id, last.seq)
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["in the branch", "branch answer"]]
        await rewinds.undo(child_id)
        await rig.merges.merge(child_id)
        assert (await rig.texts())[1:] == [["later", "later answer"]]


async def test_a_merge_can_not_be_sent_again(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        await rig.merges.merge(child_id)
        (message,) = await rig.merged()
        with pytest.raises(NotFoundError):
            await rig.base.turns.send_again(rig.parent_id, message.id, rig.options())


async def test_a_message_of_which_nobody_knows_whether_it_arrived_does_not_hide_the_merge(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        child_id = await _with_child(rig)
        await rig.merges.merge(child_id)
        lost = failed(FailureReason.CONNECTION_LOST)
        rig.base.answerers["agent-a"].scripts.append(Script(delivery=Delivery.UNCERTAIN, outcome=lost))
        rig.base.thread_id = rig.parent_id
        await rig.base.send("so?")
        await rig.send("again", "ok")
        assert rig.base.answerers["agent-a"].prompts[-1].context.count("branch answer") == 1
