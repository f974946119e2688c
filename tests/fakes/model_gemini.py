# SPDX-License-Identifier: MIT
"""The Gemini wire format (``generateContent``) for the fake model server."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from tests.fakes.model_script import Conversation, Json, ScriptedAnswer
from tests.fakes.model_tools import tool_call

STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
    # No status of Google's; it is how prompts ask for an overloaded service.
    529: "UNAVAILABLE",
}
TYPES = "type.googleapis.com/google.rpc."
WHOLE, STREAMED, COUNTED = ":generateContent", ":streamGenerateContent", ":countTokens"
SIGNATURE = "c2lnbmF0dXJl"
PIECE = 24
_WAIT = re.compile(r"retry_in ([\d.]+)\s*")
# What Gemini CLI puts in front of the person's words, in messages or parts of their own.
_OWN_WORDS = ("<session_context>", "<system-reminder>", "<hook_context>", "This is the Gemini CLI.")


class Listed(Protocol):
    """A model of the list."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def context_window(self) -> int | None: ...


def conversation(body: Json) -> Conversation:
    """Read the prompts from a request. Each text part counts; an answer may come back as several contents in a row."""
    prompts: list[str] = []
    rounds = 0
    before = ""
    for content in body.get("contents") or []:
        role = content.get("role", "user")
        if role == "model":
            rounds += before != "model"
        elif texts := list(_texts(content)):
            prompts.extend(texts)
            rounds = 0
        before = role
    return Conversation(tuple(prompts), rounds)


def _texts(content: Json) -> Iterator[str]:
    for part in content.get("parts") or []:
        text = part.get("text") or ""
        if text.strip() and not text.lstrip().startswith(_OWN_WORDS):
            yield text


def error_body(status: int, message: str) -> Json:
    """Build the body of a failure. Words like ``retry_in 37.5 Too many`` tell it to say when to try again."""
    wait = _WAIT.match(message)
    message = message[wait.end() :] if wait else message
    error: Json = {"code": status, "message": message, "status": STATUSES.get(status, "INTERNAL")}
    if wait:
        error["details"] = [{"@type": f"{TYPES}RetryInfo", "retryDelay": f"{wait[1]}s"}]
    return {"error": error}


def bad_key_body() -> Json:
    """Build what Google says to a key that is none; its status is 400."""
    body = error_body(400, "API key not valid. Please pass a valid API key.")
    body["error"]["details"] = [{"@type": f"{TYPES}ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}]
    return body


def model_list(models: Iterable[Listed]) -> Json:
    """Build the list of models. Google always tells their windows."""
    rows = [
        {
            "name": f"models/{model.id}",
            "version": "001",
            "displayName": model.title or model.id,
            "inputTokenLimit": model.context_window or 1_048_576,
            "outputTokenLimit": 65_536,
            "supportedGenerationMethods": ["generateContent", "countTokens"],
        }
        for model in models
    ]
    embedding: Json = {"name": "models/embed", "displayName": "Embed", "inputTokenLimit": 2_048}
    return {"models": [*rows, {**embedding, "supportedGenerationMethods": ["embedContent"]}]}


def tokens_of(body: Json) -> int:
    """Estimate the tokens of a request from its size."""
    return max(1, len(json.dumps(body)) // 4)


def usage_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build the usage; prompts include what came from a cache, and thoughts are told apart from the answer."""
    given, out, cached = answer.usage or (tokens_of(body), 17, 0)
    thoughts = out // 4 if answer.thinking else 0
    return {
        "promptTokenCount": given + cached,
        "candidatesTokenCount": out - thoughts,
        "thoughtsTokenCount": thoughts,
        "cachedContentTokenCount": cached,
        "totalTokenCount": given + cached + out,
    }


def side_schema(body: Json) -> Json | None:
    """Return the JSON schema of a call that a client makes for itself (who speaks next, which model); None for any other."""
    config = body.get("generationConfig") or {}
    return config.get("responseJsonSchema") or config.get("responseSchema")


def filled(schema: Json) -> Any:
    """Build the most harmless value that a schema allows: ``user`` speaks next, the first choice, the least number."""
    if choices := schema.get("enum"):
        return "user" if "user" in choices else choices[0]
    kind = str(schema.get("type", "string")).lower()
    if kind == "object":
        return {name: filled(inner) for name, inner in (schema.get("properties") or {}).items()}
    plain: dict[str, Any] = {"array": [], "boolean": False, "integer": schema.get("minimum", 1), "number": schema.get("minimum", 1)}
    return plain.get(kind, "x")


def _frame(parts: list[Json], usage: Json, finish: str | None, answer_id: str) -> Json:
    # All pieces of an answer have one id: clients take another one for another request of the same answer.
    candidate: Json = {"index": 0, "content": {"role": "model", "parts": parts}}
    if finish:
        candidate["finishReason"] = finish
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "fake", "responseId": answer_id}


def _calls(answer: ScriptedAnswer, body: Json) -> list[Json]:
    offered = [each.get("name", "") for tool in body.get("tools") or [] for each in tool.get("functionDeclarations") or []]
    calls = (tool_call(name, given, offered) for name, given in answer.tools)
    return [{"functionCall": {"name": name, "args": given}, "thoughtSignature": SIGNATURE} for name, given in calls]


def response_of(answer: ScriptedAnswer, body: Json) -> Json:
    """Build a whole response, for requests without streaming."""
    schema = side_schema(body)
    if schema is not None:
        return _frame([{"text": json.dumps(filled(schema))}], usage_of(answer, body), "STOP", _id())
    thought = [{"text": answer.thinking, "thought": True}] if answer.thinking else []
    text = [{"text": answer.text}] if answer.text else []
    finish = None if answer.action == "noend" else "STOP"
    return _frame([*thought, *text, *_calls(answer, body)], usage_of(answer, body), finish, _id())


def _id() -> str:
    return uuid.uuid4().hex[:16]


def stream(answer: ScriptedAnswer, body: Json, emit: Callable[[Json], None], between: Callable[[int, int], None]) -> None:
    """Send an answer as chunks. ``between(done, total)`` is called after each piece of text and may wait or raise."""
    usage = usage_of(answer, body)
    answer_id = _id()

    def chunk(parts: list[Json], finish: str | None = None) -> None:
        emit(_frame(parts, usage, finish, answer_id))

    if answer.thinking:
        chunk([{"text": answer.thinking, "thought": True}])
    if answer.action == "slow":
        pieces = [f"{word} " for word in answer.text.split()]
    else:
        pieces = [answer.text[at : at + PIECE] for at in range(0, len(answer.text), PIECE)]
    for number, piece in enumerate(pieces, start=1):
        chunk([{"text": piece}])
        between(number, len(pieces))
    if calls := _calls(answer, body):
        chunk(calls)
    if answer.action != "noend":
        chunk([{"text": ""}], "STOP")
