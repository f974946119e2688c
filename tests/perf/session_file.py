# SPDX-License-Identifier: MIT
"""Reads a recorded session of the pi coding agent (JSON lines) as the messages of a thread.

Its answers come as one line per model call; a thread of ours has the same, one message per line, with the results of its
calls filled in.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)

THREAD_ID = ThreadId("0f5b2c1e-6f0b-4d2a-9b53-1d2f3a4b5c6d")
_TOOL_KINDS = {
    "read": ToolKind.READ,
    "grep": ToolKind.SEARCH,
    "find": ToolKind.SEARCH,
    "ls": ToolKind.SEARCH,
    "task": ToolKind.DELEGATE,
}


def read_session(path: str) -> list[Message]:
    """Return the session's messages, numbered from 1. Lines of other kinds (model changes and so on) are left out.

    Raises:
        OSError: The file can't be read.
        ValueError: A line isn't JSON.
    """
    entries = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]
    results = {
        entry["message"]["toolCallId"]: entry["message"]
        for entry in entries
        if entry.get("type") == "message" and entry["message"]["role"] == "toolResult"
    }
    messages: list[Message] = []
    for entry in entries:
        message = _message(entry, results)
        if message is not None:
            seq = len(messages) + 1
            messages.append(replace(message, id=MessageId(f"m{seq}"), seq=seq))
    return messages


def _message(entry: dict[str, Any], results: dict[str, dict[str, Any]]) -> Message | None:
    unnumbered = Message(MessageId(""), THREAD_ID, 0, Role.ASSISTANT)
    if entry["type"] == "compaction":
        return replace(unnumbered, role=Role.SYSTEM, kind=MessageKind.COMPACTION, parts=(TextPart(entry["summary"]),))
    if entry["type"] != "message":
        return None
    body = entry["message"]
    match body["role"]:
        case "user":
            return replace(unnumbered, role=Role.USER, parts=tuple(_blocks(body["content"], {})))
        case "assistant":
            parts = _blocks(body["content"], results)
            stop = body.get("stopReason")
            if stop == "error":
                parts.append(ErrorPart(str(FailureReason.PROVIDER_ERROR), body.get("errorMessage", "")))
            status = MessageStatus.INTERRUPTED if stop in {"aborted", "error"} else MessageStatus.SETTLED
            return replace(unnumbered, parts=tuple(parts), status=status)
        case "bashExecution":
            code = body.get("exitCode")
            state = CallState.STOPPED if body.get("cancelled") else CallState.WORKED if code == 0 else CallState.FAILED
            return replace(unnumbered, parts=(CommandPart("", body["command"], body["output"], code, state),))
        case _:
            return None


def _blocks(content: str | list[dict[str, Any]], results: dict[str, dict[str, Any]]) -> list[Part]:
    if isinstance(content, str):
        return [TextPart(content)]
    parts: list[Part] = []
    for block in content:
        match block["type"]:
            case "text":
                parts.append(TextPart(block["text"]))
            case "thinking":
                parts.append(ThinkingPart(block["thinking"]))
            case "image":
                parts.append(AttachmentPart("image", "", block.get("mimeType", "image/png")))
            case "toolCall":
                parts.append(_call(block, results.get(block["id"])))
    return parts


def _call(block: dict[str, Any], result: dict[str, Any] | None) -> Part:
    name, arguments = block["name"], block["arguments"]
    state = CallState.STOPPED if result is None else CallState.FAILED if result.get("isError") else CallState.WORKED
    output = "" if result is None else "\n".join(each["text"] for each in result["content"] if each["type"] == "text")
    if name == "bash":
        code = 0 if state is CallState.WORKED else None
        return CommandPart(block["id"], arguments.get("command", ""), output, code, state)
    if name in {"edit", "write"}:
        change = ChangeKind.ADDED if name == "write" else ChangeKind.CHANGED
        return FileChangePart(arguments.get("path", ""), change, block["id"], state=state)
    return ToolCallPart(block["id"], name, json.dumps(arguments), output, state, _TOOL_KINDS.get(name, ToolKind.OTHER))
