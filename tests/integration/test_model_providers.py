# SPDX-License-Identifier: MIT
"""Model providers against servers on this machine, through the real libraries and real sockets."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest

from onesist_desktop.core.answerer import Arrival, HistoryEntry, ModelInfo, Prompt, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason, KeyringError
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Role, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    OutcomeKind,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    Retrying,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
)
from onesist_desktop.providers.config import RequestLimits
from onesist_desktop.providers.model_provider import ModelProviderAnswerer
from onesist_desktop.providers.model_turn import ModelTurn
from tests.fakes.model_server import FakeModel, FakeModelServer, wire_texts

KEY = "sk-canary-7f3b1c"
LIMITS = RequestLimits(connect_s=5, silence_s=20, retry_delay_s=0.01)
KINDS = ("anthropic", "openai_compatible")
both = pytest.mark.parametrize("kind", KINDS)


@dataclass(frozen=True)
class Config:
    kind: str
    base_url: str
    default_model: str = "fake-small"
    context_window: int | None = None
    id: str = "p"
    title: str = "Provider"


class Keys:
    def __init__(self, key: str | None = KEY, error: str = "") -> None:
        self.key, self.error = key, error

    async def get(self, provider_id: ProviderId) -> str | None:
        if self.error:
            raise KeyringError(self.error)
        return self.key


@asynccontextmanager
async def opened(
    kind: str, url: str, keys: Keys | None = None, limits: RequestLimits = LIMITS, window: int | None = None
) -> AsyncIterator[ModelProviderAnswerer]:
    answerer = ModelProviderAnswerer(Config(kind, url, context_window=window), keys or Keys(), limits)
    try:
        yield answerer
    finally:
        await answerer.close()


async def turn(answerer: ModelProviderAnswerer, text: str, history: tuple[HistoryEntry, ...] = ()) -> ModelTurn:
    session = await answerer.open_session(SessionSpec(ThreadId("t"), SessionRowId("s"), "/"))
    return session.start_turn(Prompt(MessageId("m"), text, history=history))


async def ask(answerer: ModelProviderAnswerer, text: str, history: tuple[HistoryEntry, ...] = ()) -> list[TurnEvent]:
    return [event async for event in await turn(answerer, text, history)]


def ended(events: list[TurnEvent]) -> TurnEnded:
    last = events[-1]
    assert isinstance(last, TurnEnded)
    assert sum(isinstance(event, TurnEnded) for event in events) == 1
    return last


def parts(events: list[TurnEvent]) -> list[object]:
    return [event.part for event in events if isinstance(event, PartEnded)]


def rows(models: Sequence[ModelInfo]) -> list[tuple[str, str, int | None]]:
    return [(model.id, model.title, model.context_window) for model in models]


@both
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
    assert events[-2] == UsageReported(Usage(100, 20, 7, 0, occupied=127, context_window=50_000))
    assert events[-1] == TurnEnded(COMPLETED)


@both
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
    assert [message["role"] for message in request.body["messages"]] == ["user", "assistant", "user"]
    assert wire_texts(request) == ["one", "two\n\nthree", "four\n\nfive"]
    assert "tools" not in request.body
    assert request.body["stream"] is True


async def test_an_answer_leaves_room_for_the_history() -> None:
    with FakeModelServer() as server:
        async with opened("anthropic", server.url, window=100_000) as answerer:
            await ask(answerer, "x")
        assert server.model_requests()[0].body["max_tokens"] <= 25_000


@both
async def test_the_key_is_in_its_header_and_nowhere_else(
    kind: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "from-env")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Leak: from-env")
    monkeypatch.setenv("OPENAI_ORG_ID", "from-env")
    monkeypatch.setenv("OPENAI_API_KEY", "from-env")
    with FakeModelServer(bad_keys=[KEY]) as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "x")
            with pytest.raises(AnswererError) as refused:
                await answerer.list_models()
            words = repr(events) + repr(answerer) + repr(vars(answerer)) + "".join(traceback.format_exception(refused.value))
        for request in server.requests:
            carrying = {name for name, value in request.headers.items() if KEY in value}
            assert carrying == ({"x-api-key"} if kind == "anthropic" else {"authorization"})
            assert "from-env" not in json.dumps([request.headers, request.path, request.body])
            assert KEY not in json.dumps([request.path, request.body])
    assert KEY not in words
    assert KEY not in caplog.text
    assert ended(events) == TurnEnded(ended(events).outcome, Delivery.REFUSED)
    assert ended(events).outcome.reason is FailureReason.NOT_SIGNED_IN


@both
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


@both
async def test_stop_while_the_provider_hangs(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            running = await turn(answerer, "[[hang]]")
            reading = asyncio.create_task(anext(aiter(running)))
            await asyncio.to_thread(server.wait_for_hold)
            await running.stop()
            assert await reading == TurnEnded(STOPPED, Delivery.REFUSED)
            assert await asyncio.to_thread(server.holds.wait_for_none, 10)


@both
async def test_closing_the_answerer_ends_its_turns(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            reading = asyncio.create_task(ask(answerer, "[[hang]]"))
            await asyncio.to_thread(server.wait_for_hold)
            await answerer.close()
            assert ended(await reading).outcome.reason is FailureReason.APP_CLOSED
            assert await asyncio.to_thread(server.holds.wait_for_none, 10)


@both
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


@both
async def test_an_overload_that_passes(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            assert ended(await ask(answerer, "[[err:529|2]]")) == TurnEnded(COMPLETED)


@both
async def test_a_dropped_answer_keeps_its_beginning(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "[[drop]]")
        assert len(server.model_requests()) == 1
    last = ended(events)
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.ACCEPTED)
    assert parts(events) == [TextPart("I was given 1 prompt(s).")]


@both
async def test_connection_refused(kind: str) -> None:
    with FakeModelServer() as server:
        url = server.url
    async with opened(kind, url) as answerer:
        last = ended(await ask(answerer, "x"))
        readiness = await answerer.check()
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.REFUSED)
    assert url in last.outcome.detail
    assert (readiness.is_ready, readiness.reason) == (False, FailureReason.CONNECTION_LOST)


@both
async def test_silence_has_a_limit(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url, limits=replace(LIMITS, silence_s=0.2)) as answerer:
            last = ended(await ask(answerer, "[[hang]]"))
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.UNCERTAIN)
    assert "silent" in last.outcome.detail


@both
async def test_a_huge_answer(kind: str) -> None:
    text = "".join(f"{number:06d} ünï 🙂\n" for number in range(12_000))
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, f"[[say:{text}]]")
    assert parts(events) == [TextPart(text)]


@both
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


# ---- servers that the fake one can't be: bytes by hand ----

Handler = Callable[[bytes, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def by_hand(handler: Handler) -> AsyncIterator[tuple[str, list[bytes]]]:
    seen: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
            await reader.readexactly(length)
            seen.append(head)
            await handler(head, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", seen
    finally:
        server.close()


def reply(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chat(*deltas: str, finish: str | None = "stop", done: bool = True) -> bytes:
    frame = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    choices = [{"index": 0, "delta": {"content": delta}, "finish_reason": None} for delta in deltas]
    if finish:
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})  # type: ignore[dict-item]
    rows = [f"data: {json.dumps({**frame, 'choices': [choice]}, ensure_ascii=False)}\n\n" for choice in choices]
    return "".join([*rows, "data: [DONE]\n\n" if done else ""]).encode()


@both
@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
async def test_a_redirect_to_another_origin_is_refused(kind: str, status: str) -> None:
    async def elsewhere(head: bytes, writer: asyncio.StreamWriter) -> None:
        raise AssertionError

    async with by_hand(elsewhere) as (other, stolen):

        async def redirect(head: bytes, writer: asyncio.StreamWriter) -> None:
            writer.write(reply(status, b"", f"location: {other}/v1/x", "content-length: 0"))

        async with by_hand(redirect) as (url, _), opened(kind, url) as answerer:
            last = ended(await ask(answerer, "x"))
            with pytest.raises(AnswererError):
                await answerer.list_models()
    assert last.outcome.reason is FailureReason.BAD_REQUEST
    assert "redirected" in last.outcome.detail
    assert stolen == []


async def test_a_redirect_within_the_origin_is_followed() -> None:
    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        if b"/moved/" in head.split(b"\r\n")[0]:
            writer.write(reply("200 OK", chat("here"), "content-type: text/event-stream"))
        else:
            writer.write(reply("307 Temporary", b"", "location: /moved/chat/completions", "content-length: 0"))

    async with by_hand(handle) as (url, seen), opened("openai_compatible", url) as answerer:
        events = await ask(answerer, "x")
    assert parts(events) == [TextPart("here")]
    assert all(f"authorization: Bearer {KEY}".encode() in head for head in seen)


async def test_characters_cut_by_the_network_stay_whole() -> None:
    body = chat("naïve 🙂", " – ünïcødé 漢字")

    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", b"", "content-type: text/event-stream"))
        for byte in body:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        events = await ask(answerer, "x")
    assert parts(events) == [TextPart("naïve 🙂 – ünïcødé 漢字")]
    assert ended(events).outcome == COMPLETED


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (chat("half", finish=None, done=False), FailureReason.CONNECTION_LOST),
        (chat("cut", finish="length"), FailureReason.TOO_LONG),
        (chat("no", finish="content_filter"), FailureReason.PROVIDER_ERROR),
        (chat(), FailureReason.PROVIDER_ERROR),
        (b'data: {"error": {"message": "context window exceeded", "code": 400}}\n\n', FailureReason.TOO_LONG),
        (b"data: {not json\n\n", FailureReason.PROTOCOL),
        (b"", None),
    ],
)
async def test_answers_that_are_not_whole(body: bytes, reason: FailureReason | None) -> None:
    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", body, "content-type: text/event-stream"))

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        events = await ask(answerer, "x")
    last = ended(events)
    assert last.outcome.kind is OutcomeKind.FAILED
    assert last.delivery is Delivery.ACCEPTED
    if reason is not None:
        assert last.outcome.reason is reason
    if b"half" in body:
        assert parts(events) == [TextPart("half")]


@pytest.mark.parametrize("head", [b"garbage\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\n"])
async def test_a_server_that_speaks_no_http(head: bytes) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(head)

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        last = ended(await ask(answerer, "x"))
        assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.UNCERTAIN)


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"data": 5}', b'{"data": [{"id": 3}, null, {}]}'])
async def test_a_list_that_is_none(body: bytes) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", body, "content-type: application/json"))

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        if body == b"<html>":
            with pytest.raises(AnswererError) as refused:
                await answerer.list_models()
            assert refused.value.reason is FailureReason.PROTOCOL
        else:
            assert await answerer.list_models() == ()


async def test_a_service_without_a_list_has_an_empty_one() -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("404 Not Found", b"404 page not found"))

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        assert await answerer.list_models() == ()


async def test_local_servers_tell_the_window_that_is_loaded() -> None:
    told = {
        "/v1/models": {"data": [{"id": "a"}, {"id": "b"}, {"id": "c"}]},
        "/api/tags": {"models": [{"name": "a"}]},
        "/api/ps": {"models": [{"model": "a", "context_length": 4_096}]},
        "/api/show": {"parameters": "stop x\nnum_ctx    16384", "model_info": {"x.context_length": 131_072}},
    }

    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", json.dumps(told[head.split()[1].decode()]).encode()))

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        assert [model.context_window for model in await answerer.list_models()] == [4_096, 16_384, 16_384]


async def test_windows_from_lm_studio() -> None:
    told = {
        "/v1/models": {"data": [{"id": "a"}, {"id": "b"}]},
        "/api/v0/models": {
            "data": [
                {"id": "a", "max_context_length": 32_768, "loaded_context_length": 4_096},
                {"id": "b", "max_context_length": 8_192},
            ]
        },
    }

    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        path = head.split()[1].decode()
        body = json.dumps(told[path]).encode() if path in told else b"{}"
        writer.write(reply("200 OK" if path in told else "404 Not Found", body))

    async with by_hand(handle) as (url, _), opened("openai_compatible", url) as answerer:
        assert [model.context_window for model in await answerer.list_models()] == [4_096, 8_192]


async def test_anthropics_list_is_read_page_by_page() -> None:
    pages = {
        "": {"data": [{"id": "a", "display_name": "A"}], "has_more": True, "last_id": "a"},
        "a": {"data": [{"id": "b", "max_input_tokens": 1_000_000}], "has_more": True, "last_id": "b"},
        "b": {"data": [{"id": "c"}], "has_more": False, "last_id": "c"},
    }

    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        _, _, after = head.split()[1].decode().partition("after_id=")
        writer.write(reply("200 OK", json.dumps(pages[after]).encode()))

    async with by_hand(handle) as (url, seen), opened("anthropic", url) as answerer:
        models = await answerer.list_models()
    assert rows(models) == [
        ("a", "A", None),
        ("b", "", 1_000_000),
        ("c", "", None),
    ]
    assert all(b"anthropic-version: " in head and b"?limit=1000" in head for head in seen)
