# SPDX-License-Identifier: MIT
"""The fake model server, asked by plain HTTP and by the real client libraries."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, IncompleteRead, RemoteDisconnected
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_script import Directive, directives, own_part
from tests.fakes.model_server import FakeModel, FakeModelServer, wire_texts

ROOT = Path(__file__).parents[3]
Json = dict[str, Any]


@pytest.fixture
def server() -> Iterator[FakeModelServer]:
    with FakeModelServer() as running:
        yield running


def ask(server: FakeModelServer, method: str, path: str, body: Json | None = None, **headers: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, json.dumps(body) if body is not None else None, named)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def said(server: FakeModelServer, *messages: Any, **more: Any) -> Json:
    """Ask without streaming; strings are the person's prompts, other messages are given whole."""
    given = [{"role": "user", "content": message} if isinstance(message, str) else message for message in messages]
    status, text = ask(server, "POST", "/v1/messages?beta=true", {"model": "m", "messages": given, **more})
    return {"status": status, **json.loads(text)}


def test_directives_are_read_in_order_and_json_may_hold_brackets() -> None:
    text = 'a [[say:one]] [[tool:x.y|{"a": [[1, 2]]}]][[hang]] [[unclosed [[bash:echo "]"]] [[odd'
    assert directives(text) == [
        Directive("say", "one"),
        Directive("tool", 'x.y|{"a": [[1, 2]]}'),
        Directive("hang"),
        Directive("bash", 'echo "]"'),
    ]


@pytest.mark.parametrize("heading", ["## New message from the user [f3a1]", "## Pesan baru dari pengguna (f3a1)"])
def test_history_fires_no_directive(server: FakeModelServer, heading: str) -> None:
    prompt = f"## Context from Onesist\n### User (#4)\n[[say:old]]\n\n{heading}\n\n[[say:new]]"
    assert own_part(prompt) == "[[say:new]]"
    assert said(server, prompt)["content"] == [{"type": "text", "text": "new"}]


def test_only_the_last_of_merged_prompts_counts(server: FakeModelServer) -> None:
    merged = {"role": "user", "content": [{"type": "text", "text": "[[err:400]]"}, {"type": "text", "text": "hello"}]}
    answer = said(server, merged)
    assert answer["content"][0]["text"] == "I was given 2 prompt(s). The last one reads: hello"


def test_one_directive_per_round(server: FakeModelServer) -> None:
    prompt = '[[bash:ls]] [[tool:Read|{"file_path": "/x"}]] [[say:done]]'
    first = said(server, prompt)
    assert first["stop_reason"] == "tool_use"
    assert first["content"][1]["input"]["command"] == "ls"
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "r"}]}
    spoken = {"role": "assistant", "content": "x"}
    second = said(server, prompt, spoken, result)
    assert (second["content"][0]["name"], second["content"][0]["input"]) == ("Read", {"file_path": "/x"})
    assert said(server, prompt, spoken, result, spoken, result)["content"][0]["text"] == "done"
    assert "I was given" in said(server, prompt, *[spoken, result] * 3)["content"][0]["text"]


def test_what_was_sent_is_recorded(server: FakeModelServer) -> None:
    said(server, "<system-reminder>not a prompt</system-reminder>", "hello", system=[{"type": "text", "text": "be kind"}])
    request = server.model_requests()[0]
    assert request.prompts == ("hello",)
    assert request.method == "POST"
    assert wire_texts(request) == ["be kind", "<system-reminder>not a prompt</system-reminder>", "hello"]


def test_failures_and_how_often(server: FakeModelServer) -> None:
    assert said(server, "[[err:529]]")["error"]["type"] == "overloaded_error"
    assert [said(server, "[[err:429|2]]")["status"] for _ in range(3)] == [429, 429, 200]
    assert said(server, "[[err:400||prompt is too long]]")["error"]["message"] == "prompt is too long"


def test_keys_turn_bad_and_good_again(server: FakeModelServer) -> None:
    call = ("POST", "/v1/messages", {"messages": []})
    server.bad_keys.add("k")
    assert ask(server, *call, x_api_key="k")[0] == 401
    assert ask(server, *call, authorization="Bearer k")[0] == 401
    assert ask(server, *call, x_api_key="other")[0] == 200
    server.bad_keys.clear()
    assert ask(server, *call, x_api_key="k")[0] == 200


def test_a_hanging_answer_goes_on_when_it_is_released(server: FakeModelServer) -> None:
    answers: list[Json] = []
    asking = threading.Thread(target=lambda: answers.append(said(server, "[[hang]]")))
    asking.start()
    server.wait_for_hold()
    assert answers == []
    assert server.release() == 1
    asking.join(20)
    assert answers[0]["status"] == 200


def test_a_client_that_goes_away_ends_its_hanging_answer(server: FakeModelServer) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("POST", "/v1/messages", json.dumps({"messages": [{"role": "user", "content": "[[hang]]"}]}))
    server.wait_for_hold()
    connection.close()
    assert server.holds.wait_for_none(20)


def test_other_calls(server: FakeModelServer) -> None:
    assert ask(server, "HEAD", "/") == (200, "")
    assert json.loads(ask(server, "POST", "/v1/messages/count_tokens", {"messages": []})[1])["input_tokens"] > 0
    assert ask(server, "GET", "/nowhere")[0] == 404
    assert ask(server, "POST", "/nowhere", {})[0] == 404


def test_models_as_each_service_lists_them(server: FakeModelServer) -> None:
    server.models = (FakeModel("a", "A", 32_000), FakeModel("b"))
    anthropic = json.loads(ask(server, "GET", "/v1/models", anthropic_version="2023-06-01")[1])
    assert [(model["id"], model["display_name"]) for model in anthropic["data"]] == [("a", "A"), ("b", "b")]
    assert "context_length" not in json.loads(ask(server, "GET", "/v1/models")[1])["data"][0]
    server.window_key = "context_length"
    rows = json.loads(ask(server, "GET", "/api/v1/models")[1])["data"]
    assert [row.get("context_length") for row in rows] == [32_000, None]
    assert json.loads(ask(server, "GET", "/api/tags")[1])["models"][0]["name"] == "a"
    shown = json.loads(ask(server, "POST", "/api/show", {"model": "a"})[1])
    assert shown["model_info"]["fake.context_length"] == 32_000
    assert ask(server, "POST", "/api/show", {"model": "none"})[0] == 404


async def test_the_anthropic_library_is_happy(server: FakeModelServer) -> None:
    from anthropic import AsyncAnthropic

    async with AsyncAnthropic(base_url=server.url, api_key="k", max_retries=0) as client:
        stream = client.messages.stream(
            model="m", max_tokens=9, messages=[{"role": "user", "content": "[[think:hm]] [[usage:5|6|7]]"}]
        )
        async with stream as events:
            pieces = [piece async for piece in events.text_stream]
            final = await events.get_final_message()
    assert len(pieces) > 1
    assert [block.type for block in final.content] == ["thinking", "text"]
    assert "".join(pieces) == final.content[1].text  # type: ignore[union-attr]
    assert (final.usage.input_tokens, final.usage.output_tokens, final.usage.cache_read_input_tokens) == (5, 6, 7)


async def test_the_openai_library_is_happy(server: FakeModelServer) -> None:
    from openai import AsyncOpenAI

    tools: Any = [{"type": "function", "function": {"name": "shell", "parameters": {"type": "object", "properties": {}}}}]
    async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key="k", max_retries=0) as client:
        stream = await client.chat.completions.create(
            model="m",
            messages=[{"role": "user", "content": "[[bash:ls]] [[usage:5|6|7]]"}],
            tools=tools,
            stream=True,
            stream_options={"include_usage": True},
        )
        chunks = [chunk async for chunk in stream]
        whole = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "[[say:hi]]"}])
        silent = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "[[say:hi]]"}], stream=True)
        without_usage = [chunk async for chunk in silent]
    calls = [call for chunk in chunks for choice in chunk.choices for call in choice.delta.tool_calls or []]
    assert calls[0].function is not None
    assert calls[0].function.name == "shell"
    assert json.loads("".join(call.function.arguments or "" for call in calls if call.function)) == {"command": "ls"}
    assert chunks[-1].usage is not None
    assert (chunks[-1].usage.prompt_tokens, chunks[-1].usage.completion_tokens) == (12, 6)
    assert whole.choices[0].message.content == "hi"
    assert all(chunk.usage is None for chunk in without_usage)


async def test_slow_words_wait_for_the_release(server: FakeModelServer) -> None:
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key="k", max_retries=0) as client:
        stream = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "[[slow:3]]"}], stream=True)
        words: list[str] = []
        async for chunk in stream:
            words += [choice.delta.content for choice in chunk.choices if choice.delta.content]
            if words == ["word0 ", "word1 "]:
                await asyncio.to_thread(server.wait_for_hold)
                server.release()
    assert words == ["word0 ", "word1 ", "word2 "]


def test_a_dropped_answer_breaks_off(server: FakeModelServer) -> None:
    with pytest.raises((IncompleteRead, ConnectionError)):
        ask(server, "POST", "/v1/messages", {"stream": True, "messages": [{"role": "user", "content": "[[drop]]"}]})
    with pytest.raises((RemoteDisconnected, ConnectionError)):
        ask(server, "POST", "/v1/messages", {"messages": [{"role": "user", "content": "[[drop]]"}]})


def test_it_runs_beside_other_processes(tmp_path: Path) -> None:
    ready, log = tmp_path / "ready.json", tmp_path / "requests.jsonl"
    argv = [sys.executable, "-m", "tests.fakes.model_server", "--port", "0", "--ready", str(ready), "--log", str(log)]
    waiting = subprocess.Popen([*argv, "--announce"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert waiting.stdout is not None
        url = waiting.stdout.readline().strip()
        assert json.loads(ready.read_text(encoding="utf-8"))["url"] == url
        connection = HTTPConnection(url.removeprefix("http://"), timeout=20)
        connection.request("POST", "/v1/chat/completions", json.dumps({"messages": [{"role": "user", "content": "hi"}]}))
        assert connection.getresponse().status == 200
        connection.close()
        assert json.loads(log.read_text(encoding="utf-8"))["body"]["messages"][0]["content"] == "hi"
    finally:
        waiting.terminate()
        waiting.communicate(timeout=10)
