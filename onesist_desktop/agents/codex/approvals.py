# SPDX-License-Identifier: MIT
"""What Codex asks a person, and how the answer goes back. Pure.

The protocol carries no word with a refusal. A word is handed to the running turn as a message of its own, before the refusal,
so that the model reads both at once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from onesist_desktop.agents.codex.items import diff_of, unwrapped
from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, dicts_in, text_at
from onesist_desktop.core.answerer import Answers, PermissionMode
from onesist_desktop.core.turn_events import (
    ALLOW,
    ALLOW_SESSION,
    ANSWER,
    DENY,
    ApprovalAsked,
    AskedChoice,
    AskedQuestion,
    AskKind,
)

COMMAND = "item/commandExecution/requestApproval"
FILE_CHANGE = "item/fileChange/requestApproval"
PERMISSIONS = "item/permissions/requestApproval"
QUESTION = "item/tool/requestUserInput"
ELICITATION = "mcpServer/elicitation/request"
ASKING = frozenset({COMMAND, FILE_CHANGE, PERMISSIONS, QUESTION, ELICITATION})
"""The program's requests that are for a person. All others are refused: we offer no tools and no tokens of our own."""

_DECISIONS = {ALLOW: "accept", ALLOW_SESSION: "acceptForSession", DENY: "decline"}
_THREE = (ALLOW, ALLOW_SESSION, DENY)
_TOOL_CALL = "mcp_tool_call"


class Ruling(StrEnum):
    """Who decides about a request."""

    ALLOW = "allow"
    DENY = "deny"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that waits for the person. ``keys`` are the program's names of its questions."""

    native_id: int | str
    method: str
    params: Json
    asked: ApprovalAsked
    keys: tuple[str, ...] = ()


def rule(mode: PermissionMode, method: str, params: Json, item: Json, cwd: str) -> Ruling:
    """Decide by our mode alone who answers a request.

    Args:
        mode: The thread's mode.
        method: The program's request.
        params: Its parameters.
        item: The thread item that it is about, as last told; empty where it wasn't.
        cwd: The workspace.
    """
    if method == QUESTION or (method == ELICITATION and not _is_tool_call(params)):
        return Ruling.ASK
    if mode is PermissionMode.FULL_ACCESS:
        return Ruling.ALLOW
    if mode is PermissionMode.PLAN:
        return Ruling.DENY
    is_edit = mode is PermissionMode.ACCEPT_EDITS and method == FILE_CHANGE
    return Ruling.ALLOW if is_edit and _stays_within(dicts_in(item.get("changes")), cwd) else Ruling.ASK


def open_request(native_id: int | str, method: str, params: Json, item: Json, cwd: str) -> OpenRequest:
    """Turn a request into what a person is asked. The arguments are those of :func:`rule`."""
    request_id = f"{as_text(params.get('turnId'))}:{native_id}"
    call_id = as_text(params.get("itemId"))
    reason = as_text(params.get("reason"))
    keys: tuple[str, ...] = ()
    match method:
        case "item/commandExecution/requestApproval":
            command = unwrapped(as_text(params.get("command")) or as_text(item.get("command")))
            host = as_text(as_dict(params.get("networkApprovalContext")).get("host"))
            where = as_text(params.get("cwd")) or cwd
            asked = ApprovalAsked(
                request_id, host or command, command or host, "exec_command", call_id, _THREE, (), AskKind.COMMAND, where, reason
            )
        case "item/fileChange/requestApproval":
            asked = _edit(request_id, call_id, params, dicts_in(item.get("changes")), cwd)
        case "item/tool/requestUserInput":
            questions = dicts_in(params.get("questions"))
            keys = tuple(as_text(one.get("id")) for one in questions)
            asked = _question(request_id, call_id, [_asked_question(one) for one in questions])
        case "mcpServer/elicitation/request" if not _is_tool_call(params) and _fields(params):
            fields = _fields(params)
            keys = tuple(fields)
            form = [_field_question(name, field) for name, field in fields.items()]
            asked = _question(request_id, call_id, form, as_text(params.get("message")))
        case "mcpServer/elicitation/request":
            asked = _tool_call(request_id, call_id, params, cwd)
        case _:
            detail = json.dumps(params.get("permissions"), ensure_ascii=False)
            asked = ApprovalAsked(
                request_id,
                reason or detail,
                detail,
                "permissions",
                call_id,
                _THREE,
                cwd=as_text(params.get("cwd")) or cwd,
                reason=reason,
            )
    return OpenRequest(native_id, method, params, replace(asked, takes_word=asked.kind is not AskKind.QUESTION), keys)


def answer_to(opened: OpenRequest, option: str, answers: Answers = ()) -> Json:
    """Build the program's answer from the person's."""
    match opened.method:
        case "item/tool/requestUserInput":
            given = dict(zip(opened.keys, answers, strict=False)) if option == ANSWER else {}
            return {"answers": {key: {"answers": list(said)} for key, said in given.items()}}
        case "item/permissions/requestApproval":
            asked = as_dict(opened.params.get("permissions"))
            granted = {key: value for key, value in asked.items() if value is not None} if option != DENY else {}
            return {"permissions": granted, "scope": "session" if option == ALLOW_SESSION else "turn"}
        case "mcpServer/elicitation/request":
            return _elicited(opened, option, answers)
        case _:
            return {"decision": _DECISIONS.get(option, "decline")}


def automatic(method: str, params: Json, ruling: Ruling) -> Json:
    """Build the answer to a request that the mode decides."""
    asked = ApprovalAsked("", "")
    return answer_to(OpenRequest(0, method, params, asked), ALLOW if ruling is Ruling.ALLOW else DENY)


def refusal_with(word: str) -> str:
    """Return the message that brings a word with a refusal to the model."""
    return f"I did not allow that: {word}"


# What is asked --------------------------------------------------------------------------------------------------------------


def _edit(request_id: str, call_id: str, params: Json, changes: list[Json], cwd: str) -> ApprovalAsked:
    paths = [as_text(change.get("path")) for change in changes]
    detail = "\n".join(paths) or as_text(params.get("grantRoot"))
    diff = "\n".join(f"--- {path}\n+++ {path}\n{diff_of(change)}" for path, change in zip(paths, changes, strict=True))
    reason = as_text(params.get("reason"))
    return ApprovalAsked(request_id, detail, detail, "apply_patch", call_id, _THREE, (), AskKind.EDIT, cwd, reason, diff)


def _question(request_id: str, call_id: str, questions: list[AskedQuestion], title: str = "") -> ApprovalAsked:
    first = title or next((one.text for one in questions), "")
    options = (ANSWER, DENY)
    return ApprovalAsked(
        request_id, first, "", "request_user_input", call_id, options, kind=AskKind.QUESTION, questions=tuple(questions)
    )


def _asked_question(question: Json) -> AskedQuestion:
    choices = tuple(
        AskedChoice(as_text(one.get("label")), as_text(one.get("description"))) for one in dicts_in(question.get("options"))
    )
    takes_text = question.get("isOther") is True or not choices
    return AskedQuestion(as_text(question.get("question")), as_text(question.get("header")), choices, takes_text=takes_text)


def _tool_call(request_id: str, call_id: str, params: Json, cwd: str) -> ApprovalAsked:
    meta = as_dict(params.get("_meta"))
    server, message = as_text(params.get("serverName")), text_at(params, "message", "title")
    given = meta.get("tool_params")
    detail = json.dumps(given, ensure_ascii=False) if given is not None else text_at(params, "url", "description", "message")
    options = _THREE if "session" in _persistence(meta) else (ALLOW, DENY)
    tool = f"mcp__{server}__{name}" if (name := text_at(meta, "tool_name", "tool_title")) else server
    return ApprovalAsked(request_id, message or server, detail, tool, call_id, options, cwd=cwd)


def _persistence(meta: Mapping[str, object]) -> list[object]:
    told = meta.get("persist")
    return [told] if isinstance(told, str) else as_list(told)


def _is_tool_call(params: Json) -> bool:
    return as_dict(params.get("_meta")).get("codex_approval_kind") == _TOOL_CALL


# A server's own forms -------------------------------------------------------------------------------------------------------


def _fields(params: Json) -> dict[str, Json]:
    properties = as_dict(as_dict(params.get("requestedSchema")).get("properties"))
    return {name: as_dict(field) for name, field in properties.items()}


def _field_question(name: str, field: Json) -> AskedQuestion:
    is_multiple = field.get("type") == "array"
    choices = tuple(AskedChoice(value, title) for value, title in _choices(field))
    text = text_at(field, "description", "title") or name
    return AskedQuestion(text, as_text(field.get("title")) or name, choices, is_multiple, takes_text=not choices)


def _choices(field: Json) -> Iterable[tuple[str, str]]:
    if field.get("type") == "boolean":
        return (("true", ""), ("false", ""))
    holder = as_dict(field.get("items")) if field.get("type") == "array" else field
    titled = dicts_in(holder.get("oneOf") or holder.get("anyOf"))
    if titled:
        return ((as_text(one.get("const")), as_text(one.get("title"))) for one in titled)
    names = as_list(field.get("enumNames"))
    values = [as_text(value) for value in as_list(holder.get("enum"))]
    return ((value, as_text(names[at]) if at < len(names) else "") for at, value in enumerate(values))


def _elicited(opened: OpenRequest, option: str, answers: Answers) -> Json:
    if option == DENY or opened.params.get("mode") == "openai/userVerification":
        return {"action": "decline", "content": None, "_meta": None}
    fields = _fields(opened.params)
    content = {key: _value(fields[key], said) for key, said in zip(opened.keys, answers, strict=False) if said}
    meta = {"persist": "session"} if option == ALLOW_SESSION else None
    return {"action": "accept", "content": content, "_meta": meta}


def _value(field: Json, said: Iterable[str]) -> object:
    values = list(said)
    match field.get("type"):
        case "array":
            return values
        case "boolean":
            return values[0] == "true"
        case "number" | "integer":
            try:
                return json.loads(values[0])
            except ValueError:
                return values[0]
        case _:
            return values[0]


def _stays_within(changes: list[Json], cwd: str) -> bool:
    root = Path(os.path.realpath(cwd))
    paths = [text for change in changes for text in (as_text(change.get("path")), _target(change)) if text]
    return bool(paths) and all(Path(os.path.realpath(root / path)).is_relative_to(root) for path in paths)


def _target(change: Json) -> str:
    return as_text(as_dict(change.get("kind")).get("move_path"))
