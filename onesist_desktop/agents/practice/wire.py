# SPDX-License-Identifier: MIT
"""The session updates that the practice agent sends, as the protocol's own JSON, and their merging for storage."""

from __future__ import annotations

from typing import Any

Update = dict[str, Any]

STORED_OUTPUT_CHARS = 1_000_000


def text_chunk(text: str) -> Update:
    """A piece of the answer."""
    return {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}


def thought_chunk(text: str) -> Update:
    """A piece of thinking."""
    return {"sessionUpdate": "agent_thought_chunk", "content": {"type": "text", "text": text}}


def plan(entries: list[tuple[str, str]]) -> Update:
    """A plan of (text, status)."""
    return {
        "sessionUpdate": "plan",
        "entries": [{"content": text, "priority": "medium", "status": status} for text, status in entries],
    }


def usage(used: int, size: int) -> Update:
    """How full the session is, in tokens."""
    return {"sessionUpdate": "usage_update", "used": used, "size": size}


def command_started(call_id: str, command: str) -> Update:
    """A shell command that has not run yet."""
    return {
        "sessionUpdate": "tool_call",
        "toolCallId": call_id,
        "title": command,
        "kind": "execute",
        "status": "pending",
        "rawInput": {"command": command},
    }


def command_output(call_id: str, text: str) -> Update:
    """More output of a running command."""
    return {
        "sessionUpdate": "tool_call_update",
        "toolCallId": call_id,
        "status": "in_progress",
        "_meta": {"terminal_output": {"terminal_id": call_id, "data": text}},
    }


def command_ended(call_id: str, output: str, exit_code: int | None) -> Update:
    """The end of a command, with its whole output; ``exit_code`` None when it was stopped."""
    if len(output) > STORED_OUTPUT_CHARS:
        half = STORED_OUTPUT_CHARS // 2
        output = f"{output[:half]}\n[…]\n{output[-half:]}"
    return {
        "sessionUpdate": "tool_call_update",
        "toolCallId": call_id,
        "status": "completed" if exit_code == 0 else "failed",
        "rawOutput": {"output": output, "metadata": {"exit": exit_code}},
        "_meta": {"terminal_exit": {"terminal_id": call_id, "exit_code": exit_code}},
    }


def edit_started(call_id: str, path: str, old: str | None, new: str) -> Update:
    """A file that is about to be written."""
    return {
        "sessionUpdate": "tool_call",
        "toolCallId": call_id,
        "title": path,
        "kind": "edit",
        "status": "pending",
        "locations": [{"path": path}],
        "content": [{"type": "diff", "path": path, "oldText": old, "newText": new}],
    }


def tool_started(call_id: str, name: str) -> Update:
    """A call of a tool of the history server."""
    return {
        "sessionUpdate": "tool_call",
        "toolCallId": call_id,
        "title": name,
        "kind": "read",
        "status": "in_progress",
        "rawInput": {},
    }


def tool_ended(call_id: str, text: str, *, worked: bool) -> Update:
    """The end of a tool call with what it returned."""
    return {
        "sessionUpdate": "tool_call_update",
        "toolCallId": call_id,
        "status": "completed" if worked else "failed",
        "content": [{"type": "content", "content": {"type": "text", "text": text}}],
    }


def call_status(call_id: str, status: str) -> Update:
    """A change of a call's status alone."""
    return {"sessionUpdate": "tool_call_update", "toolCallId": call_id, "status": status}


def merge_into(stored: list[Update], update: Update) -> None:
    """Add an update to those that make up an answer, so that they stay few: chunks join, streamed output waits for its end."""
    kind = update["sessionUpdate"]
    if kind == "usage_update" or (kind == "tool_call_update" and update.get("status") == "in_progress"):
        return
    if stored and kind in ("agent_message_chunk", "agent_thought_chunk") and stored[-1]["sessionUpdate"] == kind:
        joined = stored[-1]["content"]["text"] + update["content"]["text"]
        stored[-1] = {**update, "content": {"type": "text", "text": joined}}
        return
    if kind == "plan":
        stored[:] = [earlier for earlier in stored if earlier["sessionUpdate"] != "plan"]
    stored.append(update)
