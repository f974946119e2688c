# SPDX-License-Identifier: MIT
"""Claude Code's tool calls and their results as parts of an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from onesist_desktop.agents.json_reading import Json, as_count, as_dict, as_list, as_text, plain_text, text_at
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    Part,
    PlanEntry,
    PlanPart,
    PlanState,
    ToolCallPart,
    ToolKind,
)

SHELL_TOOLS = frozenset({"Bash", "PowerShell"})
EDIT_TOOLS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"})
_KINDS = {
    **dict.fromkeys(("Read", "NotebookRead", "WebFetch", "ListMcpResources", "ReadMcpResource"), ToolKind.READ),
    **dict.fromkeys(("Grep", "Glob", "LS", "WebSearch", "ToolSearch"), ToolKind.SEARCH),
    **dict.fromkeys(("Task", "Agent"), ToolKind.DELEGATE),
}
_PLAN_STATES = {"in_progress": PlanState.ACTIVE, "completed": PlanState.DONE}
_EXIT_CODE = re.compile(r"\AExit code (\d+)\n?")
_MEANT_FOR_THE_MODEL = "The user doesn't want to proceed with this tool use"
_LIST_MARK = re.compile(r"^(?:[-*+]|\d+[.)])\s+")


def started_part(call: Json, history_server: str = "") -> Part:
    """Turn a ``tool_use`` block into the part that shows it while it runs.

    Args:
        call: The block.
        history_server: Name of our own server; what it gives back was history before, so its calls count as reads.
    """
    name = as_text(call.get("name"))
    call_id = as_text(call.get("id"))
    given = as_dict(call.get("input"))
    if name in SHELL_TOOLS:
        return CommandPart(call_id, as_text(given.get("command")))
    if name in EDIT_TOOLS:
        return FileChangePart(text_at(given, "file_path", "notebook_path"), call_id=call_id, state=CallState.RUNNING)
    if name == "TodoWrite" and as_list(given.get("todos")):
        return PlanPart(tuple(_plan_entry(as_dict(todo)) for todo in as_list(given.get("todos"))))
    if name == "ExitPlanMode" and as_text(given.get("plan")):
        return plan_from_text(as_text(given.get("plan")))
    is_history = bool(history_server) and name.startswith(f"mcp__{history_server}__")
    kind = ToolKind.READ if is_history else _KINDS.get(name, ToolKind.OTHER)
    return ToolCallPart(call_id, name, json.dumps(given, ensure_ascii=False), tool=kind)


def ended_part(call: Json, part: Part, result: Json, structured: Any, verdict: str) -> Part:
    """Complete a part with the call's result.

    Args:
        call: The ``tool_use`` block.
        part: What :func:`started_part` made of it.
        result: The ``tool_result`` block.
        structured: The frame's ``tool_use_result``: an object, a text, or nothing.
        verdict: ``rejected`` when it never ran, ``stopped`` when it was cut off, else empty.
    """
    text = plain_text(result.get("content"))
    is_error = result.get("is_error") is True
    if verdict == "stopped" and text.startswith(_MEANT_FOR_THE_MODEL):
        text = ""
    details = as_dict(structured)
    state = CallState.FAILED if is_error else CallState.WORKED
    if verdict:
        state = CallState.REFUSED if verdict == "rejected" else CallState.STOPPED
    match part:
        case CommandPart():
            return _ended_command(part, text, details, state, is_error=is_error)
        case FileChangePart():
            return replace(part, change=_change(details), diff="" if is_error else _diff(details), state=state)
        case ToolCallPart(tool=ToolKind.DELEGATE):
            # The text that the model gets is framed with warnings; the structured one is the helper's own answer.
            answer = plain_text(details.get("content"))
            return replace(part, result=answer if answer and not is_error else text, state=state)
        case ToolCallPart(name="ExitPlanMode") if as_text(details.get("plan")).strip():
            return plan_from_text(as_text(details.get("plan")))
        case ToolCallPart():
            return replace(part, result=text, state=state)
        case PlanPart() if is_error and as_text(call.get("name")) != "ExitPlanMode":
            given = json.dumps(as_dict(call.get("input")), ensure_ascii=False)
            return ToolCallPart(as_text(call.get("id")), as_text(call.get("name")), given, text, state)
        case _:
            return part


def plan_from_text(text: str) -> PlanPart:
    """Turn a plan in Markdown into entries: its list items, or all its lines where it has none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    items = [_LIST_MARK.sub("", line) for line in lines if _LIST_MARK.match(line)]
    return PlanPart(tuple(PlanEntry(line) for line in (items or lines)))


def _plan_entry(todo: Json) -> PlanEntry:
    return PlanEntry(as_text(todo.get("content")), _PLAN_STATES.get(as_text(todo.get("status")), PlanState.OPEN))


def _ended_command(part: CommandPart, text: str, details: Json, state: CallState, *, is_error: bool) -> CommandPart:
    # A failed command's exit code exists only as the first line of its text, where both streams are mixed.
    if is_error:
        found = _EXIT_CODE.match(text)
        return replace(part, output=text[found.end() :] if found else text, exit_code=int(found[1]) if found else None, state=state)
    if details.get("interrupted") is True:
        return replace(part, output=text, state=CallState.STOPPED)
    streams = [stream for key in ("stdout", "stderr") if (stream := as_text(details.get(key)))]
    is_whole = "stdout" in details and not text.startswith("<persisted-output>")
    return replace(part, output="\n".join(streams) if is_whole else text, exit_code=0, state=state)


def _change(details: Json) -> ChangeKind:
    return ChangeKind.ADDED if details.get("type") == "create" else ChangeKind.CHANGED


def _diff(details: Json) -> str:
    hunks = [as_dict(hunk) for hunk in as_list(details.get("structuredPatch"))]
    if not hunks and details.get("type") == "create":
        lines = as_text(details.get("content")).splitlines()
        return "\n".join([f"@@ -0,0 +1,{len(lines)} @@", *(f"+{line}" for line in lines)]) if lines else ""
    return "\n".join(line for hunk in hunks for line in _hunk_lines(hunk))


def _hunk_lines(hunk: Json) -> Iterable[str]:
    starts = [as_count(hunk.get(key)) for key in ("oldStart", "oldLines", "newStart", "newLines")]
    yield "@@ -{},{} +{},{} @@".format(*starts)
    yield from (as_text(line) for line in as_list(hunk.get("lines")))
