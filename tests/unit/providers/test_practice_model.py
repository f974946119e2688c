# SPDX-License-Identifier: MIT
"""The practice model."""

from __future__ import annotations

from typing import Any

from onesist_desktop.core.answerer import Answerer, Arrival, HistoryEntry, Prompt, SessionSpec
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Role, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    TurnEnded,
    TurnEvent,
    UsageReported,
)
from onesist_desktop.providers.practice_model import PracticeModel

SPEC = SessionSpec(ThreadId("t"), SessionRowId("r"), "/")


async def answer(text: str, **values: Any) -> list[TurnEvent]:
    session = await PracticeModel(delay_ms=0).open_session(SPEC)
    assert session.native_session_id is None
    return [event async for event in session.start_turn(Prompt(MessageId("m"), text, **values))]


def text_of(events: list[TurnEvent]) -> str:
    (part,) = [event.part for event in events if isinstance(event, PartEnded) and isinstance(event.part, TextPart)]
    return part.text


async def test_it_answers_with_what_it_was_given() -> None:
    history = (HistoryEntry(Role.USER, "one"), HistoryEntry(Role.ASSISTANT, "two"))
    file = AttachmentPart("a.png", "/p/a.png")
    context = "## Context from Onesist\n\n### User (#1)\nrun: ls\n\n## New message from the user [0]"
    events = await answer("hello", history=history, context=context, attachments=(file,))
    assert isinstance(events[0], PromptAccepted)
    assert events[-1] == TurnEnded(COMPLETED)
    text = text_of(events)
    assert "Earlier messages that came with this request: 2" in text
    assert "Their roles, in order: user, assistant" in text
    assert "  - User (#1)" in text
    assert "hello\na.png (/p/a.png)" in text
    usage = next(event.usage for event in events if isinstance(event, UsageReported))
    assert usage.input_tokens == len("onetwo") + len(f"{context}\n\nhello")
    assert usage.context_window == 128_000


async def test_what_it_streams_is_what_it_ends_with() -> None:
    events = await answer("slow 3\nlong\nwhat do you know\nrun: ls", history=(HistoryEntry(Role.USER, "banana"),), context="ctx")
    streamed = "".join(
        event.text if isinstance(event, PartGrew) else getattr(event.part, "text", "")
        for event in events
        if isinstance(event, PartStarted | PartGrew)
    )
    assert streamed == text_of(events)
    assert "word 1 word 2 word 3." in streamed
    assert "### Section 24" in streamed
    assert "1. user: banana\n2. ctx" in streamed
    assert "`run` needs the practice agent" in streamed


async def test_thinking_is_a_part_of_its_own() -> None:
    assert any(isinstance(event, PartEnded) and isinstance(event.part, ThinkingPart) for event in await answer("think"))


async def test_fail_fails_before_or_after_words() -> None:
    before = await answer("fail")
    assert [type(event) for event in before] == [PromptAccepted, TurnEnded]
    after = await answer("hi\nlong\nfail")
    for events in (before, after):
        end = events[-1]
        assert isinstance(end, TurnEnded)
        assert end.outcome.reason is FailureReason.PROVIDER_ERROR
    assert "Section 1" in text_of(after)


async def test_stop() -> None:
    session = await PracticeModel(delay_ms=1).open_session(SPEC)
    turn = session.start_turn(Prompt(MessageId("m"), "slow 5000\nlong"))
    events = []
    async for event in turn:
        events.append(event)
        if isinstance(event, PartGrew) and event.text == "word 2 ":
            await turn.stop()
    assert events[-1] == TurnEnded(STOPPED)
    assert text_of(events).endswith("word 1 word 2 ")
    early = session.start_turn(Prompt(MessageId("m"), "hi"))
    await early.stop()
    assert [event async for event in early] == [TurnEnded(STOPPED, Delivery.REFUSED)]


async def test_it_is_an_answerer_that_keeps_nothing() -> None:
    model: Answerer = PracticeModel(locale="id", window=1000)
    assert model.info.id == "practice-model"
    assert not model.capabilities.is_agent
    assert (await model.check()).is_ready
    assert (await model.list_models())[0].context_window == 1000
    assert await model.verify(SPEC, MessageId("m")) is Arrival.UNKNOWN
    assert await model.read_back(SPEC, MessageId("m")) is None
    turn = (await model.open_session(SPEC)).start_turn(Prompt(MessageId("m"), "hai"))
    await turn.decide("x", "y")
    assert "bukan AI" in text_of([event async for event in turn])
    await model.release(SPEC.session_key)
    await model.close()
