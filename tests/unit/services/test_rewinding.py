# SPDX-License-Identifier: MIT
"""Rewinds over the real database: what leaves the thread, what its agents still hold, and what they are told next."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from onesist_desktop.core.errors import FailureReason, LineageError, LineageFault, NotFoundError
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.records import HandoffDelivery, RetireReason, RewindState
from onesist_desktop.core.turn_events import Delivery, failed
from onesist_desktop.services.events import MessagesSetAside, ResendableChanged
from tests.fakes.scripted_answerer import Script
from tests.support.rewind_rig import Rewinding, cannot_truncate, open_rewinding, rewinding, talk
from tests.support.service_rig import service_rig


async def test_a_rewind_sets_aside_all_that_came_later(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two", "three")
        view = await at.rewinds.rewind(at.rig.thread_id, await at.seq_of("re one"))
        assert await at.said() == ["one", "re one"]
        assert (view.message_count, view.to_seq) == (4, 2)
        (notice,) = await at.rig.notices(MessageKind.REWIND)
        assert notice.data == {"rewind_id": view.id, "to_seq": 2, "upto_seq": 6, "message_count": 4, "is_undone": False}
        assert await at.rewinds.open_rewind(at.rig.thread_id) == view
        told = [event for event in at.events if isinstance(event, MessagesSetAside)]
        assert told == [MessagesSetAside(at.rig.thread_id, 2, 6, rewind=view)]


async def test_the_next_send_cuts_the_session_back(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two", "three")
        before = await at.active()
        await at.rewind("re one")
        await talk(at, "four")
        assert await at.active() == before
        assert at.last_truncated() == "2"
        assert at.last_prompt() == "four"
        assert at.holds() == "one\nre one\nfour\nre four"
        assert await at.rewinds.open_rewind(at.rig.thread_id) is None


async def test_a_session_that_cannot_be_cut_back_begins_afresh(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        cannot_truncate(at)
        await talk(at, "one", "two", "three")
        seq = await at.seq_of("re one")
        assert (await at.rewinds.preview(at.rig.thread_id, seq)).forgotten_by == ("agent-a",)
        await at.rewind("re one")
        await talk(at, "four")
        assert await at.reasons() == [RetireReason.REWOUND, None]
        text = at.last_prompt()
        assert "re one" in text
        assert "two" not in text
        assert "three" not in text
        (receipt,) = await at.rig.receipts()
        assert (receipt["receipt"], receipt["reason"]) == ("afresh", "rewound")


async def test_a_message_whose_answer_was_set_aside_goes_over_again(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("two")
        assert isinstance(at.events[-1], ResendableChanged)
        assert at.events[-1].message_id == await at.rig.message_id("two")
        await talk(at, "three")
        assert at.last_truncated() == "2"
        assert "two" in at.last_prompt()
        assert "re two" not in at.last_prompt()


async def test_send_again_after_a_rewind_to_a_question_asks_that_question(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("two")
        at.rig.answerers["agent-a"].scripts.append(Script(reply="better"))
        await at.rig.send_again("two")
        assert at.last_prompt() == "two"
        assert at.holds() == "one\nre one\ntwo\nbetter"
        assert await at.said() == ["one", "re one", "two", "better"]


async def test_a_rewind_to_the_first_question_begins_afresh(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("one")
        await at.rig.send_again("one")
        assert await at.reasons() == [RetireReason.REWOUND, None]
        assert at.last_prompt() == "one"


async def test_a_set_aside_message_cannot_be_sent_again(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        message_id = await at.rig.message_id("two")
        await at.rewind("re one")
        with pytest.raises(NotFoundError):
            await at.rig.turns.send_again(at.rig.thread_id, message_id)


async def test_several_providers_are_each_cut_back_as_far_as_they_saw(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", provider="agent-a")
        await talk(at, "two", provider="agent-b")
        await talk(at, "three", provider="agent-a")
        await talk(at, "four", provider="model-m")
        await talk(at, "five", provider="agent-b")
        a, b = await at.active("agent-a"), await at.active("agent-b")
        preview = await at.rewinds.preview(at.rig.thread_id, await at.seq_of("re two"))
        assert (preview.message_count, preview.forgotten_by) == (6, ())
        await at.rewind("re two")
        await talk(at, "six", provider="agent-b")
        await talk(at, "seven", provider="agent-a")
        assert (await at.active("agent-a"), await at.active("agent-b")) == (a, b)
        for provider in ("agent-a", "agent-b"):
            held = at.holds(provider)
            for gone in ("three", "four", "five"):
                assert gone not in held
            for kept in ("one", "two", "six"):
                assert kept in held
        await talk(at, "eight", provider="model-m")
        history = [entry.text for entry in at.rig.answerers["model-m"].prompts[-1].history]
        assert history == ["one", "re one", "two", "re two", "six", "re six", "seven", "re seven"]


async def test_an_agent_that_joined_later_begins_afresh(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", provider="agent-a")
        await talk(at, "two", provider="agent-b")
        assert (await at.rewinds.preview(at.rig.thread_id, 2)).forgotten_by == ("agent-b",)
        await at.rewind("re one")
        await talk(at, "three", provider="agent-b")
        assert await at.reasons("agent-b") == [RetireReason.REWOUND, None]
        assert "re one" in at.last_prompt("agent-b")
        assert "two" not in at.last_prompt("agent-b")
        assert await at.reasons("agent-a") == [None]


async def test_the_preview_of_a_send_is_what_the_send_does(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", provider="agent-a")
        await talk(at, "two", provider="agent-b")
        await talk(at, "three", provider="agent-a")
        await at.rewind("re two")
        seen = await at.rig.handoffs.preview(at.rig.thread_id, at.rig.options("agent-a"), "four")
        assert seen.due_count == 2
        await talk(at, "four", provider="agent-a")
        assert seen.text == (await at.rig.handed_over())[-1].text
        await at.rewinds.rewind(at.rig.thread_id, await at.seq_of("re two"))
        await at.rewinds.undo(at.rig.thread_id)
        again = await at.rig.handoffs.preview(at.rig.thread_id, at.rig.options("agent-a"), "five")
        assert again.due_count == 0


async def test_undo_brings_everything_back(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        before = await at.rig.messages()
        await at.rewind("re one")
        await at.rewinds.undo(at.rig.thread_id)
        assert await at.rig.messages() == before
        assert await at.rewinds.open_rewind(at.rig.thread_id) is None
        (event,) = [e for e in at.events if isinstance(e, MessagesSetAside) and e.is_undone]
        assert (event.to_seq, event.upto_seq, event.rewind) == (2, 4, None)
        await talk(at, "three")
        assert at.last_truncated() is None
        assert at.holds() == "one\nre one\ntwo\nre two\nthree\nre three"


async def test_nothing_can_be_undone_after_a_send(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("re one")
        script = Script(hold=asyncio.Event())
        await at.rig.begin("three", script)
        with pytest.raises(LineageError) as working:
            await at.rewinds.undo(at.rig.thread_id)
        assert script.hold is not None
        script.hold.set()
        await at.rig.idle()
        with pytest.raises(LineageError) as later:
            await at.rewinds.undo(at.rig.thread_id)
        assert working.value.fault is later.value.fault is LineageFault.ALREADY_SETTLED
        assert await at.said() == ["one", "re one", "three", "fine"]


async def test_a_send_that_is_refused_settles_too_and_the_cut_waits_for_the_next(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("re one")
        at.rig.answerers["agent-a"].scripts.append(Script(delivery=Delivery.REFUSED, outcome=failed(FailureReason.NOT_SIGNED_IN)))
        await at.rig.send("three")
        with pytest.raises(LineageError):
            await at.rewinds.undo(at.rig.thread_id)
        await at.rig.send_again("three")
        assert at.last_truncated() == "2"
        assert at.last_prompt() == "three"


async def test_rewinds_nest(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two", "three")
        await at.rewind("re two")
        await at.rewind("re one")
        assert await at.said() == ["one", "re one"]
        assert len(await at.rig.notices(MessageKind.REWIND)) == 1
        await at.rewinds.undo(at.rig.thread_id)
        assert await at.said() == ["one", "re one", "two", "re two"]
        (notice,) = await at.rig.notices(MessageKind.REWIND)
        assert notice.data["to_seq"] == 4
        await at.rewinds.undo(at.rig.thread_id)
        assert await at.said() == ["one", "re one", "two", "re two", "three", "re three"]
        assert await at.rig.notices(MessageKind.REWIND) == []
        with pytest.raises(LineageError):
            await at.rewinds.undo(at.rig.thread_id)


async def test_the_notice_of_an_undone_rewind_never_comes_back(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("two")
        await at.rewinds.undo(at.rig.thread_id)
        await at.rewind("re one")
        await at.rewinds.undo(at.rig.thread_id)
        assert await at.rig.notices(MessageKind.REWIND) == []
        assert await at.said() == ["one", "re one", "two", "re two"]


async def test_what_an_earlier_settled_rewind_set_aside_stays_so(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("re one")
        await talk(at, "three", "four")
        await at.rewind("one")
        await at.rewinds.undo(at.rig.thread_id)
        assert await at.said() == ["one", "re one", "three", "re three", "four", "re four"]
        await at.rewind("re three")
        await talk(at, "five")
        assert at.holds() == "one\nre one\nthree\nre three\nfive\nre five"


async def test_a_later_rewind_never_cuts_back_to_what_an_earlier_one_cut_off(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two", "three")
        await at.rewind("re one")
        await talk(at, "four")
        await at.rewind("four")
        await talk(at, "five")
        assert at.last_truncated() == "2"
        assert at.holds().startswith("one\nre one\n")
        for gone in ("two", "three", "re four"):
            assert gone not in at.holds()


async def test_a_stopped_answer_can_be_rewound_away(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one")
        await at.rig.begin("two", Script(partial="half", hold=asyncio.Event()))
        await at.rig.turns.stop(at.rig.thread_id)
        await at.rig.idle()
        await at.rewind("re one")
        assert await at.said() == ["one", "re one"]
        assert await at.rig.notices(MessageKind.ERROR) == []
        assert isinstance(at.events[-1], ResendableChanged)
        assert at.events[-1].message_id is None
        await talk(at, "three")
        assert at.holds() == "one\nre one\nthree\nre three"


async def test_a_failed_run_does_not_mark_the_thread_once_it_was_rewound(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one")
        at.rig.answerers["agent-a"].scripts.append(Script(partial="half", outcome=failed(FailureReason.OVERLOADED)))
        await at.rig.send("two")
        assert (await at.rig.threads.open_thread(at.rig.thread_id)).thread.state == "failed"
        await at.rewind("re one")
        shown = await at.rig.threads.open_thread(at.rig.thread_id)
        assert (shown.thread.state, shown.resendable_id) == ("idle", None)
        (listed,) = await at.rig.threads.list_threads(at.rig.project_id)
        assert listed.state == "idle"


async def test_steered_messages_are_cut_off_with_their_run(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one")
        script = Script(partial="half", partial_after="rest", steers="taken", hold=asyncio.Event(), reply="done")
        await at.rig.begin("two", script)
        queued = await at.rig.put_in_queue("also")
        await at.rig.turns.steer_queued(queued)
        while await at.rig.queued():
            await asyncio.sleep(0)
        assert script.hold is not None
        script.hold.set()
        await at.rig.idle()
        await at.rewind("half")
        await talk(at, "three")
        assert at.last_truncated() == "2"
        assert "also" not in at.holds()
        assert "done" not in at.holds()
        # They stand in the thread still, and are told again.
        assert at.holds().count("two") == 1
        assert at.holds().count("half") == 1


async def test_the_queue_and_the_draft_stay(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rig.begin("three", Script(hold=asyncio.Event()))
        await at.rig.put_in_queue("waits")
        await at.rig.turns.stop(at.rig.thread_id)
        await at.rig.idle()
        await at.rewind("re one")
        (queued,) = await at.rig.queued()
        assert queued.text == "waits"
        await at.rig.turns.send_queued(queued.id)
        await at.rig.idle()
        assert at.last_prompt() == "waits"
        assert await at.rewinds.open_rewind(at.rig.thread_id) is None
        assert at.holds().startswith("one\nre one\nwaits")


async def test_refused_rewinds_change_nothing(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", provider="agent-a")
        await talk(at, "two", provider="agent-b")
        (receipt,) = await at.rig.notices(MessageKind.HANDOFF)
        before = await at.rig.messages()
        last = await at.seq_of("re two")
        faults = [await fault(at, seq) for seq in (receipt.seq, 0, -1, 99, last)]
        assert faults == [*[LineageFault.UNKNOWN_SEQ] * 4, LineageFault.NOTHING_LATER]
        script = Script(hold=asyncio.Event())
        await at.rig.begin("three", script)
        assert await fault(at, 1) is LineageFault.WORKS
        assert script.hold is not None
        script.hold.set()
        await at.rig.idle()
        assert (await at.rig.messages())[: len(before)] == before


async def fault(at: Rewinding, seq: int) -> LineageFault:
    with pytest.raises(LineageError) as error:
        await at.rewinds.rewind(at.rig.thread_id, seq)
    return error.value.fault


async def test_handoffs_that_cover_what_was_set_aside_do_not_count_any_more(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", provider="agent-a")
        await talk(at, "two", provider="agent-b")
        await talk(at, "three", provider="agent-a")
        await at.rewind("two")
        assert [h.delivery for h in await at.rig.handed_over()] == [HandoffDelivery.DELIVERED] * 2
        await talk(at, "four", provider="agent-a")
        handed = await at.rig.handed_over()
        # The first covers what still stands; the second told agent-a of agent-b's answer.
        assert [h.delivery for h in handed] == [HandoffDelivery.DELIVERED, HandoffDelivery.SUPERSEDED, HandoffDelivery.DELIVERED]
        assert handed[-1].covered_seqs == (3,)


async def test_processes_that_hold_what_was_set_aside_are_ended_first(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        (row,) = await at.active()
        await at.rewind("re one")
        assert at.rig.answerers["agent-a"].released == []
        await talk(at, "three")
        assert at.rig.answerers["agent-a"].released == [row]


async def test_set_aside_messages_are_not_read_found_or_counted(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "needle")
        await at.rewind("re one")
        shown = await at.rig.threads.open_thread(at.rig.thread_id)
        assert [m.text for m in shown.page.messages if m.role is not Role.SYSTEM] == ["one", "re one"]
        found = await at.rig.threads.find(at.rig.thread_id, "needle")
        assert found.parts == ()
        page = await at.rig.threads.page(at.rig.thread_id, 1, 10)
        assert [m.text for m in page.messages if m.role is not Role.SYSTEM] == ["one", "re one"]


async def test_a_rewind_survives_a_crash_and_can_still_be_undone(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        at = open_rewinding(rig)
        await talk(at, "one", "two")
        await at.rewind("re one")
    async with service_rig(tmp_path) as rig:
        at = open_rewinding(rig)
        await rig.recovery.recover()
        assert await at.said() == ["one", "re one"]
        assert await at.rewinds.open_rewind(rig.thread_id) is not None
        await at.rewinds.undo(rig.thread_id)
        assert await at.said() == ["one", "re one", "two", "re two"]


async def test_a_cut_that_was_settled_before_a_crash_is_made_after_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        at = open_rewinding(rig)
        await talk(at, "one", "two")
        await at.rewind("re one")
        held = rig.answerers["agent-a"].held
        rig.answerers["agent-a"].scripts.append(Script(delivery=Delivery.REFUSED, outcome=failed(FailureReason.PROGRAM_MISSING)))
        await rig.send("three")
    async with service_rig(tmp_path) as rig:
        at = open_rewinding(rig)
        await rig.recovery.recover()
        rig.answerers["agent-a"].held = held
        rewinds = await rig.context.database.run(lambda uow: uow.rewinds.of_thread(rig.thread_id))
        assert [record.state for record in rewinds] == [RewindState.SETTLED]
        await rig.send_again("three")
        assert at.holds() == "one\nre one\nthree\nfine"
