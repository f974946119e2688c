# SPDX-License-Identifier: MIT
"""What each kind of model provider has to do in its own wire format, through the real libraries and real sockets."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from onesist_desktop.core.answerer import HistoryEntry
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Role, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import COMPLETED, Delivery, PromptAccepted, Retrying
from onesist_desktop.providers.registry import ModelProviders
from tests.fakes.model_server import FakeModel, FakeModelServer, RecordedRequest, wire_texts
from tests.integration.agents.agent_rig import prompt, run
from tests.integration.agents.model_rig import RIGS, model_rig
from tests.integration.model_bench import KEY, KEY_HEADERS, KINDS, LIMITS, Config, ask, ended, opened, parts, pictures, png, turn

each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
async def test_pictures_go_along_as_pictures_also_those_of_earlier_messages(kind: str, tmp_path: Path) -> None:
    new, old = png(tmp_path, "new.png", 50), png(tmp_path, "old.png", 60)
    (tmp_path / "a.txt").write_text("the file's words")
    note = replace(new, name="a.txt", path=str(tmp_path / "a.txt"), media_type="text/plain")
    history = (HistoryEntry(Role.USER, "look [old.png]", (old, note)), HistoryEntry(Role.ASSISTANT, "a cat"))
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            assert ended(await ask(answerer, "and this?", history, files=(new, note))).outcome == COMPLETED
        (request,) = server.model_requests()
    assert pictures(request) == [base64.b64encode(Path(each.path).read_bytes()).decode() for each in (old, new)]
    texts = "\n".join(wire_texts(request))
    assert texts.count("the file's words") == 1
    assert "Attached file: new.png" in texts


@each_kind
async def test_a_model_that_takes_no_pictures_says_so_in_clear_words(kind: str, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            last = ended(await ask(answerer, "[[err:400||image input is not supported]]", files=(png(tmp_path),)))
        assert len(server.model_requests()) == 1
    assert (last.outcome.reason, last.delivery) == (FailureReason.BAD_REQUEST, Delivery.REFUSED)
    assert last.outcome.detail.startswith("The model fake-small doesn't take this picture")


@each_kind
async def test_pictures_of_earlier_messages_do_not_stand_in_the_way_of_such_a_model(kind: str, tmp_path: Path) -> None:
    history = (HistoryEntry(Role.USER, "look", (png(tmp_path),)), HistoryEntry(Role.ASSISTANT, "yes"))
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "[[err:400|1|image input is not supported]]", history)
        assert [len(pictures(request)) for request in server.model_requests()] == [1, 0]
    assert ended(events).outcome == COMPLETED


def effort_of(kind: str, request: RecordedRequest) -> Any:
    body = request.body
    look: dict[str, Callable[[], Any]] = {
        "openai": lambda: {key: body["reasoning"].get(key) for key in ("effort", "summary")},
        "anthropic": lambda: (body["thinking"], body.get("output_config")),
        "google": lambda: body["generationConfig"]["thinkingConfig"],
        "openai_compatible": lambda: body["reasoning_effort"],
    }
    return look[kind]()


@pytest.mark.parametrize(
    ("kind", "model", "expected"),
    [
        ("openai", "gpt-5.5", {"effort": "high", "summary": "auto"}),
        ("anthropic", "claude-opus-4-8", ({"type": "adaptive", "display": "summarized"}, {"effort": "high"})),
        ("anthropic", "claude-haiku-4-5", ({"type": "enabled", "budget_tokens": 16384}, None)),
        ("google", "gemini-3.8-flash", {"include_thoughts": True, "thinking_level": "HIGH"}),
        ("google", "gemini-2.5-pro", {"include_thoughts": True, "thinking_budget": 24576}),
        ("openai_compatible", "any", "high"),
    ],
)
async def test_the_effort_that_was_chosen(kind: str, model: str, expected: Any) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            assert ended(await ask(answerer, "x", effort="high", model=model)).outcome == COMPLETED
        assert effort_of(kind, server.model_requests()[0]) == expected


async def test_without_a_choice_models_think_as_they_do_and_show_it() -> None:
    with FakeModelServer() as server:
        for kind, model in (("openai", "gpt-5.5"), ("anthropic", "claude-opus-5"), ("google", "gemini-3.8-flash")):
            async with opened(kind, server.url) as answerer:
                assert ended(await ask(answerer, "x", model=model)).outcome == COMPLETED
        openai, anthropic, google = server.model_requests()
    assert openai.body["reasoning"]["summary"] == "auto"
    assert "effort" not in openai.body["reasoning"]
    assert anthropic.body["thinking"] == {"type": "adaptive", "display": "summarized"}
    assert "output_config" not in anthropic.body
    assert google.body["generationConfig"]["thinkingConfig"] == {"include_thoughts": True}


@pytest.mark.parametrize("kind", ["anthropic", "google"])
async def test_an_effort_that_nobody_knows_is_refused_before_anything_is_sent(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            last = ended(await ask(answerer, "x", effort="lots", model="claude-haiku-4-5"))
        assert server.model_requests() == []
    assert (last.outcome.reason, last.delivery) == (FailureReason.BAD_REQUEST, Delivery.REFUSED)


async def test_an_account_without_summaries_of_thoughts_is_asked_without_them() -> None:
    words = "Your organization must be verified to generate reasoning summaries."
    with FakeModelServer() as server:
        async with opened("openai", server.url) as answerer:
            assert ended(await ask(answerer, f"[[err:400|1|{words}]]", model="gpt-5.5")).outcome == COMPLETED
        assert ["summary" in request.body["reasoning"] for request in server.model_requests()] == [True, False]


@each_kind
async def test_thinking_comes_apart_and_never_goes_back(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            thinking, text = parts(await ask(answerer, "[[think:secret thoughts]]"))
            assert isinstance(text, TextPart)
            history = (HistoryEntry(Role.USER, "[[think:x]]"), HistoryEntry(Role.ASSISTANT, text.text))
            await ask(answerer, "go on", history)
        sent = server.model_requests()[-1]
    assert thinking == ThinkingPart("secret thoughts")
    assert sent.prompts[-1] == "go on"
    assert not any(word in json.dumps(sent.body) for word in ("reasoning_content", 'thinking"', '"thought"', "signature"))


@each_kind
async def test_a_rate_limit_tells_when_it_ends(kind: str) -> None:
    with FakeModelServer() as server:
        server.error_headers = {} if kind == "google" else {"retry-after": "90"}
        async with opened(kind, server.url) as answerer:
            before = time.time()
            last = ended(await ask(answerer, "[[err:429||retry_in 90 slow down]]"))
        assert len(server.model_requests()) == 1
    assert last.outcome.reason is FailureReason.RATE_LIMITED
    assert last.outcome.resets_at is not None
    assert before + 89 < last.outcome.resets_at < time.time() + 91


@each_kind
async def test_a_short_rate_limit_is_waited_for(kind: str) -> None:
    with FakeModelServer() as server:
        server.error_headers = {} if kind == "google" else {"retry-after": "0"}
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "[[err:429|1|retry_in 0.01 slow down]]")
    assert ended(events).outcome == COMPLETED
    assert [event.reason for event in events if isinstance(event, Retrying)] == [FailureReason.RATE_LIMITED]


@pytest.mark.parametrize(
    ("kind", "headers", "after_s"),
    [
        ("openai", {"x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "1s"}, 360),
        ("openai_compatible", {"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "2m"}, 120),
        ("anthropic", {"anthropic-ratelimit-tokens-reset": "SOON"}, 50),
    ],
)
async def test_limits_told_in_headers(kind: str, headers: dict[str, str], after_s: float) -> None:
    soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + after_s))
    with FakeModelServer() as server:
        server.error_headers = {name: value.replace("SOON", soon) for name, value in headers.items()}
        async with opened(kind, server.url) as answerer:
            last = ended(await ask(answerer, "[[err:429]]"))
    assert last.outcome.resets_at == pytest.approx(time.time() + after_s, abs=20)


@pytest.mark.parametrize(
    ("kind", "failure"),
    [
        ("openai", "429||insufficient_quota"),
        ("openai_compatible", "402||Insufficient credits"),
        ("openai_compatible", "429||You exceeded your current quota"),
        ("anthropic", "400||Your credit balance is too low to access the Anthropic API."),
    ],
)
async def test_what_is_used_up_is_no_passing_limit(kind: str, failure: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            last = ended(await ask(answerer, f"[[err:{failure}]]"))
        assert len(server.model_requests()) == 1
    assert (last.outcome.reason, last.delivery) == (FailureReason.LIMIT_REACHED, Delivery.REFUSED)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("context_length_exceeded", FailureReason.TOO_LONG),
        ("insufficient_quota", FailureReason.LIMIT_REACHED),
        ("server_is_overloaded", FailureReason.OVERLOADED),
        ("server_error", FailureReason.PROVIDER_ERROR),
    ],
)
async def test_a_response_that_fails_after_it_began(code: str, reason: FailureReason) -> None:
    with FakeModelServer() as server:
        async with opened("openai", server.url) as answerer:
            last = ended(await ask(answerer, f"[[err:200||{code}]]"))
        assert len(server.model_requests()) == 1
    assert (last.outcome.reason, last.delivery) == (reason, Delivery.ACCEPTED)


MODELS = [FakeModel("gpt-5.5"), FakeModel("gemini-3.8-flash", "Flash", 1_000_000), FakeModel("claude-x", "Claude", 200_000)]


async def test_lists_tell_windows_and_efforts_where_somebody_knows_them() -> None:
    with FakeModelServer(models=MODELS, window_key="max_input_tokens") as server:
        async with opened("google", server.url) as answerer:
            google = {model.id: model for model in await answerer.list_models()}
        async with opened("openai", server.url) as answerer:
            openai = {model.id: model for model in await answerer.list_models()}
        async with opened("anthropic", server.url) as answerer:
            anthropic = {model.id: model for model in await answerer.list_models()}
        assert all(KEY not in request.path for request in server.requests)
    assert set(google) == {"gpt-5.5", "gemini-3.8-flash", "claude-x"}
    flash = google["gemini-3.8-flash"]
    assert (flash.title, flash.context_window) == ("Flash", 1_000_000)
    assert set(flash.efforts) >= {"low", "high"}
    assert openai["gpt-5.5"].efforts == ("none", "low", "medium", "high")
    assert openai["claude-x"].efforts == ()
    assert (anthropic["claude-x"].title, anthropic["claude-x"].context_window) == ("Claude", 200_000)


@each_kind
async def test_accounts_at_one_address_are_providers_of_their_own(kind: str) -> None:
    class KeysById:
        async def get(self, provider_id: ProviderId) -> str | None:
            return f"key-of-{provider_id}"

    with FakeModelServer(bad_keys=["key-of-second"]) as server:
        configs = [Config(kind, server.url, id=name, title="Same title") for name in ("first", "second", "third")]
        providers = ModelProviders(configs, KeysById(), LIMITS)
        assert [answerer.info.id for answerer in providers.answerers] == ["first", "second", "third"]
        results = [ended(await ask(answerer, "x")) for answerer in providers.answerers]  # type: ignore[arg-type]
        used = [request.headers[KEY_HEADERS.get(kind, "authorization")] for request in server.model_requests()]
        await providers.close()
    assert [key.removeprefix("Bearer ") for key in used] == ["key-of-first", "key-of-second", "key-of-third"]
    reasons = [result.outcome.reason for result in results]
    assert reasons == [None, FailureReason.NOT_SIGNED_IN, None]


@each_kind
async def test_twenty_turns_leave_no_open_files(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            await ask(answerer, "first")
            # What is read to its end, what is stopped, and what fails in the middle.
            before = psutil.Process(os.getpid()).num_fds()
            for number in range(20):
                if number % 3 == 0:
                    running = await turn(answerer, f"[[slow:5]] {number}")
                    reading = asyncio.create_task(collect(running))
                    await asyncio.to_thread(server.wait_for_hold)
                    await running.stop()
                    await reading
                    assert await asyncio.to_thread(server.holds.wait_for_none, 10)
                else:
                    await ask(answerer, f"[[drop]] {number}" if number % 3 == 1 else f"hello {number}")
            assert psutil.Process(os.getpid()).num_fds() <= before + 6


async def collect(running: Any) -> list[Any]:
    return [event async for event in running]


@each_kind
async def test_an_answer_without_an_end_is_a_failure(kind: str) -> None:
    with FakeModelServer() as server:
        async with opened(kind, server.url) as answerer:
            events = await ask(answerer, "[[noend]]")
        assert len(server.model_requests()) == 1
    assert ended(events).outcome.reason in {FailureReason.PROVIDER_ERROR, FailureReason.CONNECTION_LOST}
    assert any(isinstance(event, PromptAccepted) for event in events)


@pytest.mark.parametrize("kind", RIGS)
async def test_the_rig_of_each_kind(kind: str, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        rig = model_rig(kind, server, tmp_path)
        async with rig.answerer() as answerer:
            abilities = answerer.capabilities
            assert not abilities.is_agent
            assert abilities.takes_images and abilities.shows_thinking and abilities.takes_effort and abilities.lists_models
            assert abilities.tells_windows == (kind != "openai")
            session = await answerer.open_session(rig.spec())
            assert (await run(session.start_turn(prompt("hello")))).end.outcome == COMPLETED
        assert rig.processes() == []
