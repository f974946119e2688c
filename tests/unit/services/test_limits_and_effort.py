# SPDX-License-Identifier: MIT
"""A limit that was reached and the way on with somebody else, how much a model may think, and what was used."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ModelInfo, RunOptions
from onesist_desktop.core.errors import FailureReason, NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId
from onesist_desktop.core.messages import AttachmentPart, MessageKind
from onesist_desktop.core.records import SessionState
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.core.turn_events import Usage, failed
from onesist_desktop.services.views import ProviderUsage
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import service_rig

REACHED = failed(FailureReason.LIMIT_REACHED, "5-hour limit reached", resets_at=1_800_000_000.0)


@pytest.mark.parametrize("partial", ["", "half of it"])
async def test_a_limit_is_told_with_its_end_and_another_provider_goes_on(tmp_path: Path, partial: str) -> None:
    async with service_rig(tmp_path) as rig:
        first, second = rig.answerers["agent-a"], rig.answerers["agent-b"]
        await rig.send("question 1")
        first.scripts = [Script(partial=partial, outcome=REACHED)]
        await rig.send("question 2")
        (notice,) = await rig.notices(MessageKind.ERROR)
        assert notice.data["resets_at"] == 1_800_000_000.0
        assert (notice.data["reason"], notice.data["detail"]) == ("limit_reached", "5-hour limit reached")
        details = await rig.runs_service.newest(rig.thread_id)
        assert details is not None
        assert details.run.outcome == REACHED
        again = await rig.message_id("question 2")
        # What would be handed over is shown first, and just that goes over.
        preview = await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"), again=again)
        assert preview.transition is TransitionKind.HANDOFF
        assert preview.due_count == (4 if partial else 2)
        await rig.send_again("question 2", "agent-b")
        (prompt,) = second.prompts
        assert prompt.context.startswith(preview.text[:200])
        assert (await rig.handed_over())[-1].text == preview.text
        assert [prompt.full_text.count(f"question {number}") for number in (1, 2)] == [1, 1]
        # The first one is told what it missed, and not what it knows.
        await rig.send("question 3")
        told = first.prompts[-1].full_text
        assert (await rig.handed_over())[-1].strategy == "delta_since_target_last_seen"
        assert "question 1" not in told
        assert told.count("question 3") == 1
        (row,) = [row for row in await rig.sessions() if row.state is SessionState.ACTIVE]
        held = "\n".join(
            first.held[row.native_session_id or ""][: int(row.truncate_to)]
            if row.truncate_to
            else first.held[row.native_session_id or ""]
        )
        assert [held.count(f"question {number}") for number in (1, 2, 3)] == [1, 1, 1]


async def test_a_preview_of_sending_again_is_of_the_message_itself(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one", "agent-b")
        rig.answerers["agent-a"].scripts = [Script(outcome=REACHED)]
        await rig.send("two")
        with pytest.raises(NotFoundError):
            await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"), again=MessageId("none"))
        for provider in ("agent-a", "agent-b", "model-m"):
            preview = await rig.handoffs.preview(rig.thread_id, rig.options(provider), again=await rig.message_id("two"))
            assert "two" not in preview.text
            if provider != "agent-b":
                assert "fine" in preview.text
        # A new message would follow the failed one, which is then due.
        preview = await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"))
        assert "two" in preview.text


async def test_effort_goes_with_the_run_its_thread_and_its_queue_and_keeps_the_session(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent, hold = rig.answerers["agent-a"], asyncio.Event()
        agent.capabilities = replace(agent.capabilities, takes_effort=True)
        options = rig.options("agent-a")
        agent.scripts = [Script(hold=hold), Script(outcome=REACHED)]
        await rig.turns.send(rig.thread_id, "one", replace(options, effort="low"))
        await rig.turns.send(rig.thread_id, "two", replace(options, effort="high"))
        hold.set()
        await rig.idle()
        assert [spec.effort for spec in agent.specs] == ["low", "high"]
        assert [run.effort for run in await rig.runs()] == ["low", "high"]
        assert len(await rig.sessions()) == 1
        snapshot = await rig.threads.open_thread(rig.thread_id)
        assert snapshot.thread.effort == "high"
        assert snapshot.run is not None
        assert snapshot.run.effort == "high"
        await rig.send_again("two")
        assert agent.specs[-1].effort == "high"
        await rig.turns.send(rig.thread_id, "three", options)
        await rig.idle()
        assert agent.specs[-1].effort is None
        assert len({spec.session_key for spec in agent.specs}) == 1


@pytest.mark.parametrize(
    ("effort", "model", "sent"),
    [
        ("high", "big", "high"),
        ("huge", "big", None),
        ("low", "small", None),
        ("low", "typed-in", "low"),
        (None, "big", None),
        ("low", None, "low"),
        ("huge", None, None),
    ],
)
async def test_an_effort_that_the_model_does_not_know_is_dropped(
    tmp_path: Path, effort: str | None, model: str | None, sent: str | None
) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.models = (ModelInfo("big", efforts=("low", "high")), ModelInfo("small"))
        agent.capabilities = replace(agent.capabilities, takes_effort=True)
        await rig.catalog.models(ProviderId("agent-a"))
        await rig.turns.send(rig.thread_id, "one", RunOptions(ProviderId("agent-a"), model, effort=effort))
        await rig.idle()
        assert agent.specs[-1].effort == sent
        assert (await rig.runs())[0].effort == sent


async def test_who_takes_no_effort_gets_none(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.turns.send(rig.thread_id, "one", RunOptions(ProviderId("agent-a"), effort="high"))
        await rig.idle()
        assert rig.answerers["agent-a"].specs[0].effort is None


async def test_what_a_thread_used_is_summed_for_each_provider(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        assert list(await rig.runs_service.usage(rig.thread_id)) == []
        rig.answerers["agent-a"].scripts = [Script(usage=Usage(10, 20, 3, 4, occupied=99, context_window=1_000)), Script()]
        rig.answerers["agent-b"].scripts = [Script(usage=Usage(1, 2))]
        await rig.send("one", "agent-b")
        await rig.send("two")
        await rig.send("three")
        assert list(await rig.runs_service.usage(rig.thread_id)) == [
            ProviderUsage(ProviderId("agent-a"), 2, Usage(10, 20, 3, 4)),
            ProviderUsage(ProviderId("agent-b"), 1, Usage(1, 2)),
        ]


async def test_a_model_gets_earlier_pictures_with_their_message(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        picture = AttachmentPart("a.png", "/attachments/a.png", "image/png", 10)
        await rig.turns.send(rig.thread_id, "look", RunOptions(ProviderId("model-m"), attachments=(picture,)))
        await rig.idle()
        await rig.send("and now", "model-m")
        history = rig.answerers["model-m"].prompts[-1].history
        assert [entry.attachments for entry in history] == [(picture,), ()]
