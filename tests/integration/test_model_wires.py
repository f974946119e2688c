# SPDX-License-Identifier: MIT
"""Model providers against servers that send what no good server sends: bytes by hand."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import pytest

from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    Delivery,
    OutcomeKind,
    PromptAccepted,
)
from tests.integration.model_bench import KEY, KINDS, LIMITS, ask, by_hand, chat, ended, opened, parts, reply, rows, streamed

each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
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


# ---- the same for each kind ----

SSE = "content-type: text/event-stream"


@each_kind
async def test_characters_cut_at_every_byte(kind: str) -> None:
    body = streamed(kind, "naïve 🙂 – ünïcødé 漢字")

    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", b"", SSE))
        for byte in body:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)

    async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
        events = await ask(answerer, "x")
    assert parts(events) == [TextPart("naïve 🙂 – ünïcødé 漢字")]
    assert ended(events).outcome == COMPLETED


@each_kind
async def test_a_stream_that_just_ends_is_no_whole_answer(kind: str) -> None:
    body = streamed(kind, "a beginning that is long enough to be seen")
    text_ends = body.index(b"be seen")
    body = body[: body.index(b"\n\n", text_ends) + 2]

    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", body, SSE))

    async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
        events = await ask(answerer, "x")
    last = ended(events)
    assert (last.outcome.reason, last.delivery) == (FailureReason.CONNECTION_LOST, Delivery.ACCEPTED)
    assert parts(events) == [TextPart("a beginning that is long enough to be seen")]


@each_kind
@pytest.mark.parametrize(
    ("head", "body", "words"),
    [
        ("content-type: text/html", b"<html><h1>Welcome</h1></html>", "a web page"),
        (SSE, b"<html>\n<h1>Welcome</h1></html>\n", "a web page"),
        ("content-type: application/json", b'{"ok": true}', "application/json"),
        ("content-type: text/plain", b"garbage\n\n\x00\xff\xfe\n\nmore\n\n", "text/plain"),
    ],
)
async def test_a_good_status_with_something_else(kind: str, head: str, body: bytes, words: str) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", body, head))

    async with by_hand(handle) as (url, seen), opened(kind, url) as answerer:
        events = await ask(answerer, "x")
    last = ended(events)
    assert len(seen) == 1
    assert last.outcome.reason is FailureReason.PROTOCOL
    assert words in last.outcome.detail
    assert parts(events) == []
    assert any(isinstance(event, PromptAccepted) for event in events) == (head == SSE)


@each_kind
async def test_a_failure_with_a_good_status(kind: str) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        body = b'{"error": {"code": 429, "message": "slow down"}}'
        writer.write(reply("200 OK", body, "content-type: application/json"))

    async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
        last = ended(await ask(answerer, "x"))
    assert (last.outcome.reason, last.delivery) == (FailureReason.RATE_LIMITED, Delivery.REFUSED)


@each_kind
async def test_garbage_between_events(kind: str) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        # Anthropic's library passes over events without a name.
        writer.write(reply("200 OK", b"event: message_start\ndata: {not json\n\ndata: [1, 2]\n\n", SSE))

    async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
        assert ended(await ask(answerer, "x")).outcome.reason is FailureReason.PROTOCOL


@each_kind
async def test_a_line_of_twenty_megabytes(kind: str) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", b"data: ", SSE))
        for _number in range(20):
            writer.write(b"x" * 1_000_000)
            await writer.drain()

    async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
        last = ended(await ask(answerer, "x"))
    assert last.outcome.reason is FailureReason.PROTOCOL
    assert "line" in last.outcome.detail


@each_kind
@pytest.mark.parametrize("bytes_again", [b": still there\n\n", b"\n"])
async def test_signs_of_life_without_words_have_a_limit(kind: str, bytes_again: bytes) -> None:
    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", b"", SSE))
        while not writer.is_closing():
            writer.write(bytes_again)
            await writer.drain()
            await asyncio.sleep(0.01)

    async with by_hand(handle) as (url, _), opened(kind, url, limits=replace(LIMITS, quiet_s=0.5)) as answerer:
        last = ended(await ask(answerer, "x"))
    assert (last.outcome.reason, last.delivery) == (FailureReason.RUNAWAY, Delivery.ACCEPTED)


@each_kind
async def test_an_answer_that_goes_on_for_ever_has_a_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onesist_desktop.providers.wire.answer.MAX_ANSWER_CHARS", 5_000)
    body = streamed(kind, "on and on " * 20)
    word_at = body.index(b"on and on")
    start = body.rindex(b"\n\n", 0, word_at) + 2 if b"\n\n" in body[:word_at] else 0
    beginning, piece = body[:start], body[start : body.index(b"\n\n", word_at) + 2]

    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("200 OK", beginning, SSE))
        while not writer.is_closing():
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)

    async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
        events = await ask(answerer, "x")
    assert ended(events).outcome.reason is FailureReason.RUNAWAY
    (part,) = parts(events)
    assert isinstance(part, TextPart)
    assert len(part.text) > 5_000


async def test_googles_daily_quota_is_used_up_until_midnight_there() -> None:
    violation = {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "RequestsPerDay-FreeTier"}]}
    retry = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3s"}
    error = {
        "code": 429,
        "status": "RESOURCE_EXHAUSTED",
        "message": "You exceeded your current quota",
        "details": [violation, retry],
    }

    async def handle(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply("429 Too Many", json.dumps({"error": error}).encode(), "content-type: application/json"))

    async with by_hand(handle) as (url, seen), opened("google", url) as answerer:
        last = ended(await ask(answerer, "x"))
    assert len(seen) == 1
    assert last.outcome.reason is FailureReason.LIMIT_REACHED
    assert last.outcome.resets_at is not None
    assert 0 < last.outcome.resets_at - time.time() <= 25 * 3_600


async def test_googles_list_is_read_page_by_page_without_models_that_do_not_answer() -> None:
    pages = {
        "": {"models": [{"name": "models/a", "inputTokenLimit": 8_192}], "nextPageToken": "t"},
        "t": {"models": [{"name": "models/e", "supportedGenerationMethods": ["embedContent"]}, {"name": "models/b"}]},
    }

    async def handle(head: bytes, writer: asyncio.StreamWriter) -> None:
        _, _, token = head.split()[1].decode().partition("pageToken=")
        writer.write(reply("200 OK", json.dumps(pages[token]).encode()))

    async with by_hand(handle) as (url, seen), opened("google", url) as answerer:
        assert rows(await answerer.list_models()) == [("a", "", 8_192), ("b", "", None)]
    assert all(KEY.encode() not in head.split(b"\r\n")[0] for head in seen)
    assert all(f"x-goog-api-key: {KEY}".encode() in head for head in seen)


async def test_what_lists_tell_of_efforts() -> None:
    supported = {"supported": True}
    abilities = {"effort": {**supported, "low": supported, "high": supported, "max": {"supported": False}}}
    told = {
        "anthropic": {"data": [{"id": "a", "capabilities": abilities}, {"id": "b", "capabilities": {"thinking": supported}}]},
        "openai_compatible": {"data": [{"id": "a", "context_length": 9, "supported_parameters": ["reasoning"]}, {"id": "b"}]},
    }
    found: dict[str, list[tuple[str, ...]]] = {}
    for kind, answer in told.items():

        async def handle(_: bytes, writer: asyncio.StreamWriter, answer: object = answer) -> None:
            writer.write(reply("200 OK", json.dumps(answer).encode()))

        async with by_hand(handle) as (url, _), opened(kind, url) as answerer:
            found[kind] = [model.efforts for model in await answerer.list_models()]
    assert found == {
        "anthropic": [("low", "high"), ("low", "medium", "high")],
        "openai_compatible": [("low", "medium", "high"), ()],
    }
