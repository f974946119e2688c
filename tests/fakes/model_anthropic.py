# SPDX-License-Identifier: MIT
"""The Anthropic Messages wire format for the fake model server."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.model_script import Conversation, Json, ScriptedAnswer
from tests.fakes.model_tools import tool_call

ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
PIECE = 24


def conversation(body: Json) -> Conversation:
    """Read the prompts from a request. Each text block counts: clients merge prompts that nobody answered into one message."""
    prompts: list[str] = []
    rounds = 0
    for message in body.get("messages", []):
        if message.get("role") == "assistant":
            rounds += 1
            continue
        if message.get("role") != "user":
            continue  # Newer clients put notes of their own between the messages, with the role "system".
        texts = [text for text in _texts(message.get("content")) if not text.lstrip().startswith("<system-reminder>")]
        if texts:
            prompts.extend(texts)
            rounds = 0
    return Conversation(tuple(prompts), rounds)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
        return
    for block in content or []:
        if block.get("type") == "text" and block.get("text", "").strip():
            yield block["text"]


def error_body(status: int, message: str) -> Json:
    """Build the body of a failure."""
    return {"type": "error", "error": {"type": ERROR_TYPES.get(status, "api_error"), "message": message}}


def usage_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build the usage block; without a directive the input is estimated from the size of the request."""
    given, out, cached = answer.usage or (max(1, len(json.dumps(body)) // 4), 17, 0)
    return {
        "input_tokens": given,
        "output_tokens": out,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": 0,
        "service_tier": "standard",
    }


def blocks_of(answer: ScriptedAnswer, body: Json) -> list[Json]:
    """Build the content blocks of an answer; calls in the words of the client that sent ``body``."""
    offered = {tool.get("name", "") for tool in body.get("tools") or []}
    blocks: list[Json] = []
    if answer.thinking:
        blocks.append({"type": "thinking", "thinking": answer.thinking, "signature": "c2lnbmF0dXJl"})
    if answer.text:
        blocks.append({"type": "text", "text": answer.text})
    for neutral, given in answer.tools:
        name, arguments = tool_call(neutral, given, offered)
        blocks.append({"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:16]}", "name": name, "input": arguments})
    return blocks


def message_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build a whole message, for requests without streaming."""
    return {
        "id": f"msg_{uuid.uuid4().hex[:20]}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": blocks_of(answer, body),
        "stop_reason": "tool_use" if answer.tools else "end_turn",
        "stop_sequence": None,
        "usage": usage_of(answer, body),
    }


def stream(answer: ScriptedAnswer, body: Json, emit: Callable[[str, Json], None], between: Callable[[int, int], None]) -> None:
    """Send an answer as events. ``between(done, total)`` is called after each piece of text and may wait or raise."""
    whole = message_of(answer, body)
    start = {**whole, "content": [], "stop_reason": None, "usage": {**whole["usage"], "output_tokens": 1}}
    emit("message_start", {"message": start})
    for index, block in enumerate(whole["content"]):
        emit("content_block_start", {"index": index, "content_block": _opened(block)})
        for number, (delta, total) in enumerate(_deltas(block, by_word=answer.action == "slow"), start=1):
            emit("content_block_delta", {"index": index, "delta": delta})
            if block["type"] == "text":
                between(number, total)
        emit("content_block_stop", {"index": index})
    final = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    emit("message_delta", {"delta": final, "usage": {"output_tokens": whole["usage"]["output_tokens"]}})
    emit("message_stop", {})


def _opened(block: Json) -> Json:
    empty: dict[str, Json] = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}, "tool_use": {"input": {}}}
    return {**block, **empty[block["type"]]}


def _deltas(block: Json, *, by_word: bool) -> Iterator[tuple[Json, int]]:
    if block["type"] == "thinking":
        yield {"type": "thinking_delta", "thinking": block["thinking"]}, 2
        yield {"type": "signature_delta", "signature": block["signature"]}, 2
        return
    text = block["text"] if block["type"] == "text" else json.dumps(block["input"])
    if by_word and block["type"] == "text":
        pieces = [f"{word} " for word in text.split()]
    else:
        pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    for piece in pieces:
        if block["type"] == "text":
            yield {"type": "text_delta", "text": piece}, len(pieces)
        else:
            yield {"type": "input_json_delta", "partial_json": piece}, len(pieces)
