# SPDX-License-Identifier: MIT
"""One thread, several answerers: what each session is given, and what counts as seen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from onesist_desktop.core.errors import BusyError, FailureReason, InvalidInputError, NotFoundError
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import MessageKind, MessageStatus, Role
from onesist_desktop.core.records import HandoffDelivery, RetireReason, SessionState
from onesist_desktop.core.turn_events import Delivery, Outcome, OutcomeKind, SessionReported, Usage, failed
from onesist_desktop.services.turns import CONTINUE, title_from
from tests.fakes.scripted_answerer import Script, refused
from tests.support.service_rig import Rig, service_rig

FAILED = failed(FailureReason.OVERLOADED, "529")


async def test_the_first_turn_is_fresh_and_hands_nothing_over(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("hello")
        assert [m.text for m in await rig.messages()] == ["hello", "fine"]
        assert rig.answerers["agent-a"].prompts[0].full_text == "hello"
        (session,) = await rig.sessions()
        assert (session.state, session.known_upto_seq) == (SessionState.ACTIVE, 2)
        (run,) = await rig.runs()
        assert (run.outcome, run.prompt_held, run.reply_held) == (OutcomeKind.COMPLETED, True, True)


async def test_switch_and_back_is_a_delta_without_the_sessions_own_words(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script("answer one"), Script("answer three"), Script("answer four")]
        await rig.send("question one")
        await rig.send("question two", "model-m")
        await rig.send("question three")
        back = rig.answerers["agent-a"].prompts[1].full_text
        assert "question two" in back
        assert "fine" in back
        assert "question one" not in back
        assert "answer one" not in back
        assert back.count("question three") == 1
        await rig.send("question four")
        assert rig.answerers["agent-a"].prompts[2].full_text == "question four"
        assert [r["receipt"] for r in await rig.receipts()] == ["joined", "back"]
        assert len({spec.native_session_id or spec.new_session_id for spec in rig.answerers["agent-a"].specs}) == 1
        model_history = [(entry.role, entry.text) for entry in rig.answerers["model-m"].prompts[0].history]
        assert model_history == [(Role.USER, "question one"), (Role.ASSISTANT, "answer one")]


async def test_a_second_agent_gets_a_handoff_and_the_receipt_names_its_text(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("question one")
        await rig.send("question two", "agent-b")
        (receipt,) = await rig.receipts()
        assert (receipt["receipt"], receipt["included"], receipt["omitted"]) == ("joined", 2, 0)
        (handoff,) = await rig.handed_over()
        assert receipt["handoff_id"] == handoff.id
        assert handoff.delivery is HandoffDelivery.DELIVERED
        assert rig.answerers["agent-b"].prompts[0].full_text == f"{handoff.text}\n\nquestion two"
        assert (await rig.handoffs.read(handoff.id)).text == handoff.text


async def test_refused_before_reading_marks_nothing_seen_and_the_retry_has_the_handoff(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("question one")
        agent = rig.answerers["agent-b"]
        agent.scripts = [refused()]
        await rig.send("question two", "agent-b")
        assert await rig.receipts() == []
        (row,) = await rig.sessions("agent-b")
        assert (row.state, row.known_upto_seq, row.retired_reason) == (SessionState.RETIRED, 0, RetireReason.NEVER_ACCEPTED)
        (handoff,) = await rig.handed_over()
        assert handoff.delivery is HandoffDelivery.REFUSED
        (notice,) = await rig.notices(MessageKind.ERROR)
        assert (notice.data["reason"], notice.data["delivery"]) == ("program_missing", "refused")
        await rig.send_again("question two")
        assert "question one" in agent.prompts[0].context
        assert agent.prompts[0].text == "question two"
        assert [m.text for m in await rig.messages() if m.role is Role.USER] == ["question one", "question two"]


async def test_uncertain_delivery_retires_the_session_for_good(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        await rig.send("one")
        agent.scripts = [Script(delivery=Delivery.UNCERTAIN, outcome=failed(FailureReason.CONNECTION_LOST))]
        await rig.send("two")
        await rig.send_again("two")
        old, new = await rig.sessions()
        assert (old.state, old.retired_reason) == (SessionState.RETIRED, RetireReason.UNCERTAIN)
        assert new.state is SessionState.ACTIVE
        assert agent.specs[2].native_session_id is None
        assert "one" in agent.prompts[2].context
        assert [r["receipt"] for r in await rig.receipts()] == ["afresh"]


async def test_accepted_then_failed_on_a_fresh_session_gives_it_up(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-b"]
        await rig.send("one")
        agent.scripts = [Script(outcome=FAILED)]
        await rig.send("two", "agent-b")
        (receipt,) = await rig.receipts()
        assert receipt["withdrawn"] is True
        assert (await rig.handed_over())[0].delivery is HandoffDelivery.SUPERSEDED
        await rig.send_again("two")
        assert [text.count("two") for text in agent.held[agent.specs[1].new_session_id]] == [1, 0]
        assert "one" in agent.prompts[1].context


async def test_accepted_then_failed_on_a_resumed_session_is_cut_back(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        await rig.send("one")
        await rig.send("between", "model-m")
        agent.scripts = [Script(outcome=FAILED)]
        await rig.send("two")
        (row,) = await rig.sessions()
        assert (row.state, row.known_upto_seq, row.truncate_to) == (SessionState.ACTIVE, 2, "2")
        await rig.send_again("two")
        held = agent.held[row.native_session_id or ""]
        assert sum("two" in text for text in held) == 1
        assert sum("between" in text for text in held) == 1
        assert (await rig.sessions())[0].truncate_to is None


async def test_where_nothing_can_be_undone_send_again_says_continue(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.capabilities = agent.capabilities.__class__(is_agent=True, modes=agent.capabilities.modes)
        await rig.send("one")
        agent.scripts = [Script(outcome=FAILED)]
        await rig.send("two")
        await rig.send_again("two")
        assert agent.prompts[2].full_text == CONTINUE["en"]
        (row,) = await rig.sessions()
        assert sum("two" in text for text in agent.held[row.native_session_id or ""]) == 1


async def test_budget_zero_goes_on_and_still_owes_the_history(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-b"]
        await rig.send("old question")
        rig.preferences.handoff_cap_bytes = 0
        await rig.send("new question", "agent-b")
        assert agent.prompts[0].full_text == "new question"
        assert [r["receipt"] for r in await rig.receipts()] == ["nothing_fitted"]
        (row,) = await rig.sessions("agent-b")
        assert row.known_upto_seq == 0
        rig.preferences.handoff_cap_bytes = 16_000
        await rig.send("third question", "agent-b")
        told = agent.prompts[1].full_text
        assert "old question" in told
        assert "new question" not in told
        assert [r["receipt"] for r in await rig.receipts()] == ["nothing_fitted", "back"]
        await rig.send("fourth question", "agent-b")
        assert agent.prompts[2].full_text == "fourth question"


async def test_a_stopped_partial_answer_is_told_to_a_session_that_does_not_hold_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(partial="half an ans", reply_held=False, hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        await rig.turns.stop(rig.thread_id)
        reply = (await rig.messages())[1]
        assert (reply.status, reply.text) == (MessageStatus.INTERRUPTED, "half an ans")
        (run,) = await rig.runs()
        assert run.outcome is OutcomeKind.STOPPED
        await rig.send("two")
        assert "half an ans" in agent.prompts[1].context
        assert "(#1)" not in agent.prompts[1].context


async def test_a_dead_session_is_replaced_once_with_a_handoff(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        await rig.send("one")
        agent.scripts = [refused(FailureReason.SESSION_LOST), Script()]
        await rig.send("two")
        old, new = await rig.sessions()
        assert (old.retired_reason, new.state) == (RetireReason.SESSION_LOST, SessionState.ACTIVE)
        assert "one" in agent.prompts[1].context
        assert [r["receipt"] for r in await rig.receipts()] == ["afresh"]
        assert (await rig.runs())[-1].outcome is OutcomeKind.COMPLETED


async def test_a_session_that_is_lost_again_fails_instead_of_looping(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        await rig.send("one")
        agent.scripts = [refused(FailureReason.SESSION_LOST), refused(FailureReason.SESSION_LOST)]
        await rig.send("two")
        assert len(agent.specs) == 3
        assert (await rig.runs())[-1].reason is FailureReason.SESSION_LOST


async def test_messages_sent_meanwhile_are_queued_and_follow_a_completed_run(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        hold = asyncio.Event()
        agent.scripts = [Script(hold=hold)]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))
        snapshot = await rig.threads.open_thread(rig.thread_id)
        assert snapshot.queue is not None
        assert [item.text for item in snapshot.queue.items] == ["two"]
        assert "two" not in [m.text for m in await rig.messages()]
        hold.set()
        await rig.idle()
        assert [m.text for m in await rig.messages()] == ["one", "fine", "two", "fine"]


async def test_a_stop_holds_the_queue_and_send_now_releases_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))
        await rig.turns.stop(rig.thread_id)
        snapshot = await rig.threads.open_thread(rig.thread_id)
        assert snapshot.queue is not None
        assert snapshot.queue.is_held
        await rig.turns.edit_queued(snapshot.queue.items[0].id, "two, better")
        await rig.turns.send_queued(snapshot.queue.items[0].id)
        await rig.idle()
        assert [m.text for m in await rig.messages() if m.role is Role.USER] == ["one", "two, better"]
        assert not (await rig.threads.open_thread(rig.thread_id)).queue.is_held  # type: ignore[union-attr]


async def test_send_again_after_a_partial_answer_appends_a_message(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        model = rig.answerers["model-m"]
        model.scripts = [Script(partial="half", outcome=failed(FailureReason.CONNECTION_LOST))]
        await rig.send("one", "model-m")
        snapshot = await rig.threads.open_thread(rig.thread_id)
        assert snapshot.resendable_id == await rig.message_id("one")
        await rig.send_again("one")
        assert [m.text for m in await rig.messages() if m.role is Role.USER] == ["one", CONTINUE["en"]]
        assert model.prompts[1].history[0].text == "one"
        assert "half" in model.prompts[1].history[1].text


async def test_a_history_that_does_not_fit_a_small_window_is_sliced_with_a_receipt(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        model = rig.answerers["model-m"]
        model.window = 4_000
        for number in range(6):
            await rig.send(f"question {number} " + "x" * 900, "agent-a")
        await rig.send("now you", "model-m")
        prompt = model.prompts[0]
        assert prompt.history == ()
        assert len(prompt.full_text.encode()) <= 2_800
        (receipt,) = await rig.receipts()
        assert receipt["receipt"] == "sliced"
        assert int(str(receipt["omitted"])) > 0
        assert (await rig.runs())[-1].outcome is OutcomeKind.COMPLETED


async def test_a_session_that_is_too_full_for_what_was_said_last_begins_afresh(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(usage=Usage(occupied=83_000, context_window=100_000))]
        await rig.send("one")
        await rig.send("a question that the agent has not seen", "model-m")
        seen = await rig.handoffs.preview(rig.thread_id, rig.options("agent-a"), "three")
        await rig.send("three")
        assert "a question that the agent has not seen" in agent.prompts[1].context
        assert "### User (#1)" in agent.prompts[1].context
        assert seen.text == agent.prompts[1].context
        assert [(r["receipt"], r["reason"]) for r in await rig.receipts()] == [("joined", ""), ("afresh", "narrow_delta")]
        assert [row.retired_reason for row in await rig.sessions()] == [RetireReason.NARROW_DELTA, None]


async def test_unreported_occupancy_is_reckoned_from_the_bytes_that_went_in(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        await rig.send("x" * 120_000)
        await rig.send("a question that the agent has not seen", "model-m")
        await rig.send("three")
        assert "a question that the agent has not seen" in agent.prompts[1].context
        assert [(r["receipt"], r["reason"]) for r in await rig.receipts()][-1] == ("afresh", "narrow_delta")


async def test_own_keys_are_masked_in_what_is_stored_and_handed_over_but_not_in_ones_own_message(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        key = "sk-canary-0123456789abcdef"
        rig.context.redactor.set_own_keys([key])
        await rig.send(f"my key is {key}")
        assert rig.answerers["agent-a"].prompts[0].text == f"my key is {key}"
        await rig.send("and now?", "agent-b")
        assert key not in rig.answerers["agent-b"].prompts[0].full_text
        assert "[secret:" in rig.answerers["agent-b"].prompts[0].context
        shown = (await rig.threads.open_thread(rig.thread_id)).page.messages[0]
        assert shown.text == f"my key is {key}"
    assert key.encode() not in (tmp_path / "onesist.db").read_bytes()


async def test_bad_input_stores_nothing(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        with pytest.raises(InvalidInputError):
            await rig.turns.send(rig.thread_id, "  \n", rig.options("agent-a"))
        with pytest.raises(NotFoundError):
            await rig.turns.send_again(rig.thread_id, MessageId("nope"))
        assert await rig.messages() == []


async def test_an_unknown_provider_is_a_failed_run_and_the_message_stays(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("hello", "nobody")
        (run,) = await rig.runs()
        assert (run.outcome, run.reason) == (OutcomeKind.FAILED, FailureReason.PROVIDER_MISSING)
        assert [m.text for m in await rig.messages() if m.role is Role.USER] == ["hello"]
        await rig.send_again("hello", "agent-a")
        assert (await rig.runs())[-1].outcome is OutcomeKind.COMPLETED


async def test_a_vanished_project_folder_is_said_before_anything_is_sent(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        (tmp_path / "project").rmdir()
        await rig.send("hello")
        assert (await rig.runs())[0].reason is FailureReason.WORKSPACE_MISSING
        assert rig.answerers["agent-a"].specs == []


async def test_an_agent_that_says_it_works_elsewhere_is_stopped(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        elsewhere = (SessionReported("s", cwd=str(tmp_path)),)
        rig.answerers["agent-a"].scripts = [Script(events=elsewhere, hold=asyncio.Event())]
        await rig.send("hello")
        (run,) = await rig.runs()
        assert (run.outcome, run.reason) == (OutcomeKind.FAILED, FailureReason.WORKSPACE_MISSING)
        assert str(tmp_path) in (run.detail or "")
        same = (SessionReported("s", cwd=str(tmp_path / "project" / "..") + "/project"),)
        rig.answerers["agent-a"].scripts = [Script(events=same)]
        await rig.send("again")
        assert (await rig.runs())[-1].outcome is OutcomeKind.COMPLETED


async def test_send_again_is_refused_while_a_run_works(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await rig.answerers["agent-a"].accepted.wait()
        with pytest.raises(BusyError):
            await rig.turns.send_again(rig.thread_id, await rig.message_id("one"))


async def test_the_preview_says_what_the_send_then_does(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        preview = await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"), "two")
        assert (preview.due_count, preview.omitted_count) == (2, 0)
        await rig.send("two", "agent-b")
        boundary_free = preview.text.splitlines()[:2]
        assert rig.answerers["agent-b"].prompts[0].context.splitlines()[:2] == boundary_free
        again = await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"), "three")
        assert (again.due_count, again.text) == (0, "")


async def test_closing_the_app_cancels_and_says_so(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(partial="so far", hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await rig.answerers["agent-a"].accepted.wait()
        await rig.turns.close(5.0)
        (run,) = await rig.runs()
        assert (run.outcome, run.reason) == (OutcomeKind.CANCELLED, FailureReason.APP_CLOSED)
        with pytest.raises(BusyError):
            await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))


@pytest.mark.parametrize(
    ("text", "title"),
    [("\n  fix it \nmore", "fix it"), ("", ""), ("word " * 30, "word word word word word word word word word word word word…")],
)
def test_titles(text: str, title: str) -> None:
    assert title_from(text) == title


def test_outcomes_are_values() -> None:
    assert failed(FailureReason.OVERLOADED) == Outcome(OutcomeKind.FAILED, FailureReason.OVERLOADED)


__all__ = ["Rig"]
