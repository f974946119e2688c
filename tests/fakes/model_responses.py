# SPDX-License-Identifier: MIT
"""The OpenAI responses wire format for the fake model server.

A failure's words may name what the service names in its ``code`` or ``type``: ``usage_limit_reached 1799999999`` (with the time
when it resets, in seconds since the epoch), ``model_not_found``, ``server_is_overloaded``, ``insufficient_quota`` and so on.
With the status 200 the answer begins, and a ``response.failed`` ends it: ``[[err:200||context_length_exceeded]]``.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.fakes.model_script import Conversation, Json, ScriptedAnswer
from tests.fakes.model_tools import FREE_TEXT_TOOLS, as_json_text, tool_call

PIECE = 24
_CODES = {401: "invalid_api_key", 404: "not_found", 429: "rate_limit_exceeded", 503: "server_is_overloaded"}
_NOT_WRITTEN_BY_THE_PERSON = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<turn_aborted>")
_ANSWERS = frozenset({"reasoning", "function_call", "custom_tool_call", "tool_search_call", "web_search_call"})
_LIMIT = "usage_limit_reached"


def conversation(body: Json) -> Conversation:
    """Read the prompts from a request. The items that belong to one answer come one after the other."""
    prompts: list[str] = []
    rounds = 0
    is_in_answer = False
    given = body.get("input")
    for item in [{"role": "user", "content": given}] if isinstance(given, str) else given or []:
        role = item.get("role")
        if role == "user":
            texts = list(_texts(item.get("content")))
            prompts.extend(texts)
            rounds = 0 if texts else rounds
        is_answer = role == "assistant" or item.get("type") in _ANSWERS
        rounds += is_answer and not is_in_answer
        is_in_answer = is_answer
    return Conversation(tuple(prompts), rounds)


def _texts(content: Any) -> Iterator[str]:
    blocks = [{"type": "input_text", "text": content}] if isinstance(content, str) else content or []
    for block in blocks:
        text = block.get("text", "") if block.get("type") in {"input_text", "text"} else ""
        if text.strip() and not text.lstrip().startswith(_NOT_WRITTEN_BY_THE_PERSON):
            yield text


def error_body(status: int, message: str) -> Json:
    """Build the body of a failure; see the module about ``message``."""
    named, _, number = message.partition(" ")
    if named == _LIMIT:
        return {"error": {"type": _LIMIT, "message": "The usage limit has been reached", "plan_type": "plus", **_reset(number)}}
    is_code = named == message and "_" in named
    kind = "invalid_request_error" if status < 500 else "server_error"
    code = named if is_code else _CODES.get(status)
    return {"error": {"message": message or f"scripted failure {status}", "type": kind, "param": None, "code": code}}


def error_headers(message: str) -> dict[str, str]:
    """Build the headers that go with a failure: how much of a plan is used, and when that ends."""
    named, _, number = message.partition(" ")
    if named != _LIMIT:
        return {}
    used = {"x-codex-primary-used-percent": "100.0", "x-codex-primary-window-minutes": "300"}
    return {**used, "x-codex-primary-reset-at": number} if number.isdigit() else used


def _reset(number: str) -> Json:
    return {"resets_at": int(number)} if number.isdigit() else {}


def usage_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build the usage block; ``input_tokens`` includes the cached ones, as this format has it."""
    given, out, cached = answer.usage or (max(1, len(json.dumps(body)) // 4), 17, 0)
    return {
        "input_tokens": given + cached,
        "input_tokens_details": {"cached_tokens": cached},
        "output_tokens": out,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": given + cached + out,
    }


def items_of(answer: ScriptedAnswer, body: Json) -> list[Json]:
    """Build the items of an answer; calls in the words of the client that sent ``body``."""
    items: list[Json] = []
    plans = [given for name, given in answer.tools if name == "plan" and "update_plan" not in _offered(body)]
    if plans:
        # Without a tool for it, a plan stands in the answer's text.
        steps = "".join(f"- {step}\n" for step in plans[0]["steps"])
        answer = replace(answer, text=f"Here is the plan.\n<proposed_plan>\n{steps}</proposed_plan>\n", tools=())
    if answer.thinking:
        summary = [{"type": "summary_text", "text": answer.thinking}]
        items.append({"type": "reasoning", "id": _id("rs"), "summary": summary, "encrypted_content": "ZmFrZQ=="})
    if answer.text:
        content = [{"type": "output_text", "text": answer.text, "annotations": [], "logprobs": []}]
        items.append({"type": "message", "id": _id("msg"), "role": "assistant", "status": "completed", "content": content})
    items.extend(_call(name, given, _offered(body)) for name, given in answer.tools)
    return items


def _offered(body: Json) -> list[str]:
    return [tool.get("name", "") for tool in body.get("tools") or []]


def _call(name: str, given: Json, offered: list[str]) -> Json:
    wanted, arguments = tool_call(name, given, offered)
    if wanted in FREE_TEXT_TOOLS:
        call = {"type": "custom_tool_call", "id": _id("ctc"), "name": wanted, "input": as_json_text(arguments)}
    else:
        call = {"type": "function_call", "id": _id("fc"), "name": wanted, "arguments": as_json_text(arguments)}
        server, parted, tool = wanted.removeprefix("mcp__").partition("__")
        # This format has tools of a server in a namespace of their own, also where the client doesn't list them.
        if wanted.startswith("mcp__") and parted and wanted not in offered:
            call.update(name=tool, namespace=f"mcp__{server}")
    return {**call, "call_id": _id("call"), "status": "completed"}


def _id(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex[:16]}"


def response_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build a whole response, for requests without streaming."""
    return {
        "id": _id("resp"),
        "object": "response",
        "created_at": int(time.time()),
        "model": body.get("model"),
        "status": "completed",
        "output": items_of(answer, body),
        "usage": usage_of(answer, body),
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def stream(answer: ScriptedAnswer, body: Json, emit: Callable[[str, Json], None], between: Callable[[int, int], None]) -> None:
    """Send an answer as events. ``between(done, total)`` is called after each piece of text and may wait or raise."""
    whole = response_of(answer, body)
    number = 0

    def event(kind: str, /, **data: Any) -> None:
        nonlocal number
        emit(kind, {"sequence_number": number, **data})
        number += 1

    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    event("response.created", response=begun)
    if answer.action == "err":
        error = error_body(200, answer.text)["error"]
        event("response.failed", response={**begun, "status": "failed", "error": {"message": answer.text, "code": error["code"]}})
        return
    for index, item in enumerate(whole["output"]):
        place = {"item_id": item["id"], "output_index": index}
        event("response.output_item.added", output_index=index, item=_opened(item))
        if item["type"] == "reasoning":
            _stream_summary(item, place, event)
        elif item["type"] == "message":
            _stream_text(item, place, event, between, by_word=answer.action == "slow")
        elif item["type"] == "function_call":
            text = item["arguments"]
            event("response.function_call_arguments.delta", **place, delta=text)
            event("response.function_call_arguments.done", **place, arguments=text, name=item["name"])
        event("response.output_item.done", output_index=index, item=item)
    event("response.completed", response=whole)


def _opened(item: Json) -> Json:
    empty: dict[str, Json] = {
        "reasoning": {"summary": []},
        "message": {"content": [], "status": "in_progress"},
        "function_call": {"arguments": "", "status": "in_progress"},
        "custom_tool_call": {"input": "", "status": "in_progress"},
    }
    return {**item, **empty[item["type"]]}


def _stream_summary(item: Json, place: Json, event: Callable[..., None]) -> None:
    part = item["summary"][0]
    place = {**place, "summary_index": 0}
    event("response.reasoning_summary_part.added", **place, part={**part, "text": ""})
    for at in range(0, len(part["text"]), PIECE):
        event("response.reasoning_summary_text.delta", **place, delta=part["text"][at : at + PIECE])
    event("response.reasoning_summary_text.done", **place, text=part["text"])
    event("response.reasoning_summary_part.done", **place, part=part)


def _stream_text(
    item: Json, place: Json, event: Callable[..., None], between: Callable[[int, int], None], *, by_word: bool
) -> None:
    part = item["content"][0]
    text = part["text"]
    place = {**place, "content_index": 0}
    pieces = [f"{word} " for word in text.split()] if by_word else [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    event("response.content_part.added", **place, part={**part, "text": ""})
    for number, piece in enumerate(pieces, start=1):
        event("response.output_text.delta", **place, delta=piece, logprobs=[])
        between(number, len(pieces))
    event("response.output_text.done", **place, text=text, logprobs=[])
    event("response.content_part.done", **place, part=part)
