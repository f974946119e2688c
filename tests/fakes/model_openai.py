# SPDX-License-Identifier: MIT
"""The OpenAI chat completions wire format for the fake model server."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.model_script import Conversation, Json, ScriptedAnswer
from tests.fakes.model_tools import as_json_text, tool_call

PIECE = 24


def conversation(body: Json) -> Conversation:
    """Read the prompts from a request."""
    prompts: list[str] = []
    rounds = 0
    for message in body.get("messages", []):
        if message.get("role") == "assistant":
            rounds += 1
        elif message.get("role") == "user":
            texts = list(_texts(message.get("content")))
            prompts.extend(texts)
            rounds = 0 if texts else rounds
    return Conversation(tuple(prompts), rounds)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
        return
    for block in content or []:
        text = block.get("text", "") if block.get("type") in {"text", "input_text"} else ""
        if text.strip() and not text.lstrip().startswith("<system-reminder>"):
            yield text


def error_body(status: int, message: str) -> Json:
    """Build the body of a failure."""
    code = {401: "invalid_api_key", 404: "not_found", 429: "rate_limit_exceeded"}.get(status)
    kind = "invalid_request_error" if status < 500 else "server_error"
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def usage_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build the usage block; ``prompt_tokens`` includes the cached ones, as this format has it."""
    given, out, cached = answer.usage or (max(1, len(json.dumps(body)) // 4), 17, 0)
    return {
        "prompt_tokens": given + cached,
        "completion_tokens": out,
        "total_tokens": given + cached + out,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _calls(answer: ScriptedAnswer, body: Json) -> list[Json]:
    offered = [tool.get("function", {}).get("name", "") for tool in body.get("tools") or []]
    calls = (tool_call(name, given, offered) for name, given in answer.tools)
    return [
        {
            "id": f"call_{uuid.uuid4().hex[:16]}",
            "type": "function",
            "function": {"name": name, "arguments": as_json_text(arguments)},
        }
        for name, arguments in calls
    ]


def completion_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build a whole completion, for requests without streaming."""
    message: Json = {"role": "assistant", "content": answer.text or None}
    if answer.thinking:
        message["reasoning_content"] = answer.thinking
    if answer.tools:
        message["tool_calls"] = _calls(answer, body)
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if answer.tools else "stop", "logprobs": None}
    return {**_frame(body, "chat.completion"), "choices": [choice], "usage": usage_of(answer, body)}


def _frame(body: Json, kind: str) -> Json:
    return {"id": f"chatcmpl-{uuid.uuid4().hex[:16]}", "object": kind, "created": int(time.time()), "model": body.get("model")}


def stream(answer: ScriptedAnswer, body: Json, emit: Callable[[Json], None], between: Callable[[int, int], None]) -> None:
    """Send an answer as chunks. ``between(done, total)`` is called after each piece of text and may wait or raise."""
    frame = _frame(body, "chat.completion.chunk")

    def chunk(delta: Json, finish: str | None = None) -> None:
        emit({**frame, "choices": [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}]})

    chunk({"role": "assistant", "content": ""})
    if answer.thinking:
        chunk({"reasoning_content": answer.thinking})
    if answer.action == "slow":
        pieces = [f"{word} " for word in answer.text.split()]
    else:
        pieces = [answer.text[at : at + PIECE] for at in range(0, len(answer.text), PIECE)]
    for number, piece in enumerate(pieces, start=1):
        chunk({"content": piece})
        between(number, len(pieces))
    for index, call in enumerate(_calls(answer, body)):
        text = call["function"]["arguments"]
        named = {"index": index, **call, "function": {"name": call["function"]["name"], "arguments": ""}}
        chunk({"tool_calls": [named]})
        for at in range(0, len(text), PIECE):
            chunk({"tool_calls": [{"index": index, "function": {"arguments": text[at : at + PIECE]}}]})
    if answer.action == "noend":
        return
    chunk({}, "tool_calls" if answer.tools else "stop")
    if (body.get("stream_options") or {}).get("include_usage"):
        emit({**frame, "choices": [], "usage": usage_of(answer, body)})
