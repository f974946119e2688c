# SPDX-License-Identifier: MIT
"""Codex's thread items as parts of an answer. Pure.

An item has one part, except a change to several files, which has one for each. Items that show nothing (a compaction, what a
hook said, what another agent does) have none.
"""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, dicts_in, plain_text, text_at
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    Part,
    PlanEntry,
    PlanPart,
    PlanState,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)

_STATES = {
    "inProgress": CallState.RUNNING,
    "completed": CallState.WORKED,
    "failed": CallState.FAILED,
    "declined": CallState.REFUSED,
    "interrupted": CallState.STOPPED,
}
_CHANGES = {"add": ChangeKind.ADDED, "delete": ChangeKind.DELETED}
_PLAN_STATES = {"inProgress": PlanState.ACTIVE, "completed": PlanState.DONE}
_LIST_MARK = re.compile(r"^(?:[-*+]|\d+[.)])\s+")
_SHELL_FLAGS = frozenset({"-c", "-lc", "-ic", "-Command"})
_SHELL_WORDS = 3


def parts_of(item: Json, history_server: str = "") -> list[tuple[str, Part]]:
    """Turn an item into its parts, with their keys.

    Args:
        item: As the program sent it, at any stage.
        history_server: Name of our own server; what it gives back was history before, so its calls count as reads.
    """
    item_id = as_text(item.get("id"))
    if item.get("type") == "fileChange":
        state = _state(item)
        changes = enumerate(dicts_in(item.get("changes")))
        return [(f"{item_id}:{number}", _file_change(change, item_id, state)) for number, change in changes]
    part = _single(item, item_id, history_server)
    return [] if part is None else [(item_id, part)]


def _single(item: Json, item_id: str, history_server: str) -> Part | None:
    match item.get("type"):
        case "agentMessage":
            return TextPart(as_text(item.get("text")))
        case "reasoning":
            said = [as_text(one) for one in as_list(item.get("summary")) or as_list(item.get("content"))]
            return ThinkingPart("\n\n".join(one for one in said if one.strip()))
        case "plan":
            return plan_from_text(as_text(item.get("text")))
        case "commandExecution":
            return _command(item, item_id)
        case "mcpToolCall":
            return _mcp_call(item, item_id, history_server)
        case "dynamicToolCall":
            text = plain_text(item.get("contentItems"))
            return ToolCallPart(item_id, as_text(item.get("tool")), _json(item.get("arguments")), text, _state(item))
        case "collabAgentToolCall":
            return _delegated(item, item_id)
        case "webSearch":
            return _web_search(item, item_id)
        case "imageView":
            return ToolCallPart(item_id, "view_image", _json({"path": item.get("path")}), "", CallState.WORKED, ToolKind.READ)
        case "imageGeneration":
            return ToolCallPart(item_id, "image_generation", _json({"path": item.get("savedPath")}), "", CallState.WORKED)
        case _:
            return None


def unwrapped(command: str) -> str:
    """Return what runs in the shell: the program reports a command with the shell around it."""
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    return words[-1] if len(words) == _SHELL_WORDS and words[1] in _SHELL_FLAGS else command


def plan_from_steps(plan: Any) -> PlanPart:
    """Turn the steps of ``turn/plan/updated`` into a part."""
    states = ((as_text(one.get("step")), as_text(one.get("status"))) for one in dicts_in(plan))
    return PlanPart(tuple(PlanEntry(step, _PLAN_STATES.get(state, PlanState.OPEN)) for step, state in states))


def plan_from_text(text: str) -> PlanPart:
    """Turn a plan in Markdown into entries: its list items, or all its lines where it has none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    items = [_LIST_MARK.sub("", line) for line in lines if _LIST_MARK.match(line)]
    return PlanPart(tuple(PlanEntry(line) for line in (items or lines)))


def diff_of(change: Json) -> str:
    """Return a change as a unified diff; the program tells a new or deleted file's whole text instead."""
    text = as_text(change.get("diff"))
    kind = as_text(as_dict(change.get("kind")).get("type"))
    if kind not in _CHANGES or not text:
        return text
    lines = text.splitlines()
    if kind == "add":
        return "\n".join([f"@@ -0,0 +1,{len(lines)} @@", *(f"+{line}" for line in lines)])
    return "\n".join([f"@@ -1,{len(lines)} +0,0 @@", *(f"-{line}" for line in lines)])


def _file_change(change: Json, item_id: str, state: CallState) -> FileChangePart:
    kind = as_dict(change.get("kind"))
    moved_to = as_text(kind.get("move_path"))
    what = ChangeKind.RENAMED if moved_to else _CHANGES.get(as_text(kind.get("type")), ChangeKind.CHANGED)
    return FileChangePart(moved_to or as_text(change.get("path")), what, item_id, diff_of(change), state)


def _command(item: Json, item_id: str) -> CommandPart:
    code = item.get("exitCode")
    exit_code = code if isinstance(code, int) and not isinstance(code, bool) else None
    return CommandPart(
        item_id, unwrapped(as_text(item.get("command"))), as_text(item.get("aggregatedOutput")), exit_code, _state(item)
    )


def _mcp_call(item: Json, item_id: str, history_server: str) -> ToolCallPart:
    server = as_text(item.get("server"))
    result = plain_text(as_dict(item.get("result")).get("content")) or as_text(as_dict(item.get("error")).get("message"))
    kind = ToolKind.READ if server and server == history_server else ToolKind.OTHER
    name = f"mcp__{server}__{as_text(item.get('tool'))}"
    return ToolCallPart(item_id, name, _json(item.get("arguments")), result, _state(item), kind)


def _delegated(item: Json, item_id: str) -> ToolCallPart:
    given = {key: item[key] for key in ("prompt", "model") if item.get(key)}
    said = (as_text(as_dict(one).get("message")) for one in as_dict(item.get("agentsStates")).values())
    result = "\n\n".join(text for text in said if text)
    return ToolCallPart(item_id, as_text(item.get("tool")), _json(given), result, _state(item), ToolKind.DELEGATE)


def _web_search(item: Json, item_id: str) -> ToolCallPart:
    action = as_dict(item.get("action"))
    given = {key: value for key, value in action.items() if key != "type" and value}
    query = as_text(item.get("query"))
    # It has no state of its own; while it runs it is told by its item not being completed.
    state = CallState.WORKED if action else CallState.RUNNING
    kind = text_at(action, "type")
    name = "web_search" if kind in {"", "search", "other"} else f"web_search.{kind}"
    return ToolCallPart(item_id, name, _json(given or {"query": query}), "", state, ToolKind.SEARCH)


def _state(item: Json) -> CallState:
    return _STATES.get(as_text(item.get("status")), CallState.RUNNING)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if value is not None else ""
