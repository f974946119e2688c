# SPDX-License-Identifier: MIT
"""Model providers against servers on this machine, through the real libraries and real sockets."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from dataclasses import replace

import pytest

from onesist_desktop.core.answerer import Arrival, HistoryEntry, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Role, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    OutcomeKind,
    PartGrew,
    PartStarted,
    PromptAccepted,
    Retrying,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
)
from onesist_desktop.providers.model_provider import ModelProviderAnswerer
from tests.fakes.model_server import FakeModel, FakeModelServer, wire_texts
from tests.integration.model_bench import KEY, KEY_HEADERS, KINDS, LIMITS, Config, Keys, ask, ended, opened, parts, rows, turn

each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
async def test_a_streamed_answer_with_usage(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url, window=50_000) as answerer:
            events = await ask(answerer, "[[think:hm]][[usage:100|20|7]]")
    assert events[0] == PromptAccepted("response headers")
    thinking, text = parts(events)
    assert thinking == ThinkingPart("hm")
    assert isinstance(text, TextPart)
    assert text.text.startswith("I was given 1 prompt(s).")
    streamed = [e.part.text for e in events if isinstance(e, PartStarted) and isinstance(e.part, TextPart)]
    streamed += [e.text for e in events if isinstance(e, PartGrew)]
    assert len(streamed) > 1
    assert "".join(streamed) == text.text
    # Only Google tells how much of the answer was thinking, which the next call doesn't find in its window.
    occupied = 122 if kind == "google" else 127
    assert events[-2] == UsageReported(Usage(100, 20, 7, 0, occupied=occupied, context_window=50_000))
    assert events[-1] == TurnEnded(COMPLETED)


@each_kind
async def test_history_on_the_wire(kind: str) -> None:
    history = (
        HistoryEntry(Role.USER, "one"),
        HistoryEntry(Role.ASSISTANT, "two"),
        HistoryEntry(Role.ASSISTANT, "three"),
        HistoryEntry(Role.ASSISTANT, ""),
        HistoryEntry(Role.USER, "four"),
    )
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            assert ended(await ask(answerer, "five", history)).outcome == COMPLETED
        (request,) = server.model_requests()
    messages = next(request.body[key] for key in ("messages", "contents", "input") if key in request.body)
    assert [message["role"] for message in messages] == ["user", "model" if kind == "google" else "assistant", "user"]
    assert wire_texts(request) == ["one", "two\n\nthree", "four\n\nfive"]
    assert not request.body.get("tools")
    assert request.body.get("stream") is True or request.path.endswith(":streamGenerateContent?alt=sse")
    assert kind != "openai" or request.body["store"] is False


async def test_an_answer_leaves_room_for_the_history() -> None:
    with FakeModelServer() as server:
        async with opened("anthropic", server.url, window=100_000) as answerer:
            await ask(answerer, "x")
        assert server.model_requests()[0].body["max_tokens"] <= 25_000


@each_kind
async def test_the_key_is_in_its_header_and_nowhere_else(
    kind: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "from-env")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Leak: from-env")
    monkeypatch.setenv("OPENAI_ORG_ID", "from-env")
    monkeypatch.setenv("OPENAI_API_KEY", "from-env")
    monkeypatch.setenv("GOOGLE_API_KEY", "from-env")
    monkeypatch.setenv("GEMINI_API_KEY", "from-env")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "from-env")
    with FakeModelServer(bad_keys=[KEY]) as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "x")
            with pytest.raises(AnswererError) as refused:
                await answerer.list_models()
            assert refused.value.reason is FailureReason.NOT_SIGNED_IN
            words = repr(events) + repr(answerer) + repr(vars(answerer)) + "".join(traceback.format_exception(refused.value))
        for request in server.requests:
            carrying = {name for name, value in request.headers.items() if KEY in value}
            assert carrying == {KEY_HEADERS.get(kind, "authorization")}
            assert "from-env" not in json.dumps([request.headers, request.path, request.body])
            assert KEY not in json.dumps([request.path, request.body])
    assert KEY not in words
    assert KEY not in caplog.text
    assert ended(events) == TurnEnded(ended(events).outcome, Delivery.REFUSED)
    assert ended(events).outcome.reason is FailureReason.NOT_SIGNED_IN


@each_kind
async def test_stop_in_the_middle_closes_the_request_and_keeps_the_beginning(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            running = await turn(answerer, "[[slow:5]]")
            events: list[TurnEvent] = []

            async def read() -> None:
                async for event in running:
                    events.append(event)

            reading = asyncio.create_task(read())
            await asyncio.to_thread(server.wait_for_hold)
            while not any(isinstance(event, PartStarted) for event in events):
                await asyncio.sleep(0)
            await running.stop()
            await reading
            assert await asyncio.to_thread(server.holds.wait_for_none, 10)
    assert ended(events) == TurnEnded(STOPPED, Delivery.ACCEPTED)
    (part,) = parts(events)
    assert isinstance(part, TextPart)
    assert part.text.startswith("word0")


@each_kind
async def test_stop_while_the_provider_hangs(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            running = await turn(answerer, "[[hang]]")
            reading = asyncio.create_task(anext(aiter(running)))
            await asyncio.to_thread(server.wait_for_hold)
            await running.stop()
            assert await reading == TurnEnded(STOPPED, Delivery.REFUSED)
            assert await asyncio.to_thread(server.holds.wait_for_none, 10)


@each_kind
async def test_closing_the_answerer_ends_its_turns(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            reading = asyncio.create_task(ask(answerer, "[[hang]]"))
            await asyncio.to_thread(server.wait_for_hold)
            await answerer.close()
            assert ended(await reading).outcome.reason is FailureReason.APP_CLOSED
            assert await asyncio.to_thread(server.holds.wait_for_none, 10)


@each_kind
@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (400, FailureReason.BAD_REQUEST),
        (401, FailureReason.NOT_SIGNED_IN),
        (403, FailureReason.NOT_SIGNED_IN),
        (404, FailureReason.MODEL_UNKNOWN),
        (413, FailureReason.TOO_LONG),
        (429, FailureReason.RATE_LIMITED),
        (500, FailureReason.PROVIDER_ERROR),
        (529, FailureReason.OVERLOADED),
    ],
)
async def test_failures_by_status(kind: str, status: int, reason: FailureReason) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            last = ended(events := await ask(answerer, f"[[err:{status}]]"))
        assert (last.outcome.kind, last.outcome.reason, last.delivery) == (OutcomeKind.FAILED, reason, Delivery.REFUSED)
        assert str(status) in last.outcome.detail
        assert parts(events) == []
        # The libraries try again by themselves unless told not to; only ours, which show, may happen.
        assert len(server.model_requests()) == 1 + sum(isinstance(event, Retrying) for event in events)
        assert len(server.model_requests()) == (3 if status == 529 else 1)


@each_kind
async def test_an_overload_that_passes(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            assert ended(await ask(answerer, "[[err:529|2]]")) == TurnEnded(COMPLETED)


@each_kind
async def test_a_dropped_answer_keeps_its_beginning(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "[[drop]]")
        assert len(server.model_requests()) == 1
    last = ended(events)
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.ACCEPTED)
    assert parts(events) == [TextPart("I was given 1 prompt(s).")]


@each_kind
async def test_connection_refused(kind: str) -> None:
    with FakeModelServer() as server:
        url = server.url
    async with opened(kind, url) as answerer:
        last = ended(await ask(answerer, "x"))
        readiness = await answerer.check()
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.REFUSED)
    assert url in last.outcome.detail
    assert (readiness.is_ready, readiness.reason) == (False, FailureReason.CONNECTION_LOST)


@each_kind
async def test_silence_has_a_limit(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url, limits=replace(LIMITS, silence_s=0.2)) as answerer:
            last = ended(await ask(answerer, "[[hang]]"))
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.UNCERTAIN)
    assert "silent" in last.outcome.detail


@each_kind
async def test_a_huge_answer(kind: str) -> None:
    text = "".join(f"{number:06d} ünï 🙂\n" for number in range(12_000))
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, f"[[say:{text}]]")
    assert parts(events) == [TextPart(text)]


@each_kind
async def test_many_turns_at_once(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            results = await asyncio.gather(*(ask(answerer, f"[[say:answer {number}]]") for number in range(10)))
    assert [parts(events) for events in results] == [[TextPart(f"answer {number}")] for number in range(10)]


async def test_keys_that_are_missing() -> None:
    with FakeModelServer() as server:
        for keys in (Keys(None), Keys(error="locked")):
            async with opened("anthropic", server.url, keys) as answerer:
                with pytest.raises(AnswererError) as refused:
                    await turn(answerer, "x")
                assert refused.value.reason is FailureReason.KEY_MISSING
                assert (await answerer.check()).reason == FailureReason.KEY_MISSING
            async with opened("openai_compatible", server.url, keys) as answerer:
                assert ended(await ask(answerer, "x")).outcome == COMPLETED
                assert (await answerer.check()).is_ready
        assert not any("authorization" in request.headers for request in server.requests)


async def test_no_model_is_said_before_anything_is_sent() -> None:
    answerer = ModelProviderAnswerer(Config("openai_compatible", "http://127.0.0.1:9", default_model=""), Keys())
    with pytest.raises(AnswererError) as refused:
        await turn(answerer, "x")
    assert refused.value.reason is FailureReason.MODEL_UNKNOWN


async def test_nothing_is_held_anywhere() -> None:
    answerer = ModelProviderAnswerer(Config("anthropic", "http://127.0.0.1:9"), Keys())
    spec = SessionSpec(ThreadId("t"), SessionRowId("s"), "/")
    assert not answerer.capabilities.is_agent
    assert (await answerer.open_session(spec)).native_session_id is None
    assert await answerer.verify(spec, MessageId("m")) is Arrival.NOT_ARRIVED
    assert await answerer.read_back(spec, MessageId("m")) is None
    await answerer.release(SessionRowId("s"))
    await answerer.close()


@pytest.mark.parametrize("key", ["context_length", "context_window", "max_model_len"])
async def test_windows_from_the_list(key: str) -> None:
    with FakeModelServer(window_key=key, models=[FakeModel("a", "A", 8_192), FakeModel("b")]) as server:
        async with opened("openai_compatible", server.url) as answerer:
            assert [(m.id, m.title, m.context_window) for m in await answerer.list_models()] == [
                ("a", "A", 8_192),
                ("b", "b", None),
            ]
            await answerer.list_models()
            assert answerer.catalog is not None
        assert [request.path for request in server.requests] == ["/v1/models"]


async def test_windows_from_anthropic() -> None:
    with FakeModelServer(window_key="max_input_tokens", models=[FakeModel("c", "C", 200_000)]) as server:
        async with opened("anthropic", server.url) as answerer:
            assert rows(await answerer.list_models()) == [("c", "C", 200_000)]
            events = await ask(answerer, "x")
    assert [e.usage.context_window for e in events if isinstance(e, UsageReported)] == [None]


async def test_windows_from_ollama() -> None:
    with FakeModelServer(models=[FakeModel("llama", "", 131_072), FakeModel("tiny")]) as server:
        async with opened("openai_compatible", server.url) as answerer:
            assert [(m.id, m.context_window) for m in await answerer.list_models()] == [("llama", 131_072), ("tiny", None)]
