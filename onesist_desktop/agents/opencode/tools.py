# SPDX-License-Identifier: MIT
"""Opencode's tool calls as parts of an answer."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at
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

MAX_OUTPUT_BYTES = 4 * 1024 * 1024
"""How much of a command's output is read from the file that the program keeps of a long one; the end counts."""

_SHELL = frozenset({"bash", "shell"})
_EDITS = frozenset({"edit", "write", "patch", "apply_patch", "multiedit"})
_KINDS = {
    **dict.fromkeys(("read", "list", "webfetch", "fetch", "skill", "read_mcp_resource"), ToolKind.READ),
    **dict.fromkeys(("glob", "grep", "websearch", "search", "codesearch", "lsp", "list_mcp_resources"), ToolKind.SEARCH),
    "task": ToolKind.DELEGATE,
}
_PLAN_STATES = {"in_progress": PlanState.ACTIVE, "completed": PlanState.DONE, "cancelled": PlanState.DONE}
_ABORTED = ("<shell_metadata>", "user aborted the command")
_SAID_REFUSED = ("rejected permission", "specified a rule which prevents", "dismissed this question")
_SAID_ABORTED = ("tool execution aborted", "aborted")


def part_of(told: Json, refused: Collection[str] = (), history_server: str = "") -> Part:
    """Turn a tool part into what is shown of it.

    Args:
        told: The program's part, with ``state``.
        refused: Ids of the calls that the person said no to.
        history_server: Name of our own server in this session; what it gives back was history before, so its calls count as reads.
    """
    tool, call_id = as_text(told.get("tool")), as_text(told.get("callID"))
    state = as_dict(told.get("state"))
    given = as_dict(state.get("input"))
    verdict = _verdict(state, call_id in refused)
    if tool in _SHELL:
        return _command(call_id, given, state, verdict)
    if tool in _EDITS:
        return _change(call_id, given, state, verdict)
    if tool == "todowrite" and as_list(given.get("todos")) and verdict is not CallState.FAILED:
        return PlanPart(tuple(_plan_entry(as_dict(todo)) for todo in as_list(given.get("todos"))))
    kind = _KINDS.get(tool, ToolKind.OTHER)
    if history_server and tool.startswith(f"{history_server}_"):
        kind = ToolKind.READ
    result = as_text(state.get("output")) or as_text(state.get("error"))
    return ToolCallPart(call_id, tool, json.dumps(given, ensure_ascii=False) if given else "", result, verdict, kind)


def is_over(told: Json) -> bool:
    """Tell whether the call has ended."""
    return as_dict(told.get("state")).get("status") in ("completed", "error")


def with_whole_output(told: Json) -> Json:
    """Put a long output back in from the file that the program keeps of it. Reads a file; returns the part as it is without one."""
    state = as_dict(told.get("state"))
    metadata = as_dict(state.get("metadata"))
    path = as_text(metadata.get("outputPath"))
    if metadata.get("truncated") is not True or not path:
        return told
    try:
        with Path(path).open("rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - MAX_OUTPUT_BYTES))
            whole = stream.read(MAX_OUTPUT_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return told
    return {**told, "state": {**state, "output": whole, "metadata": {**metadata, "output": whole}}}


def _verdict(state: Json, is_refused: bool) -> CallState:
    status, said = state.get("status"), as_text(state.get("error")).lower()
    if is_refused or (status == "error" and any(words in said for words in _SAID_REFUSED)):
        return CallState.REFUSED
    if status == "completed":
        return CallState.WORKED
    if status == "error":
        return CallState.STOPPED if any(words in said for words in _SAID_ABORTED) else CallState.FAILED
    return CallState.RUNNING


def _command(call_id: str, given: Json, state: Json, verdict: CallState) -> CommandPart:
    metadata = as_dict(state.get("metadata"))
    output = as_text(metadata.get("output")) or as_text(state.get("output")) or as_text(state.get("error"))
    code = metadata.get("exit")
    if isinstance(code, bool) or not isinstance(code, int):
        code = None
    if verdict is CallState.WORKED:
        if code is None:
            head, _, tail = output.rpartition(_ABORTED[0])
            was_aborted = bool(tail) and _ABORTED[1] in tail.lower()
            output = head.removesuffix("\n\n").removesuffix("(no output)") if was_aborted else output
            verdict = CallState.STOPPED
        elif code != 0:
            verdict = CallState.FAILED
    return CommandPart(call_id, as_text(given.get("command")), output, code, verdict)


def _change(call_id: str, given: Json, state: Json, verdict: CallState) -> FileChangePart:
    metadata = as_dict(state.get("metadata"))
    details = as_dict(metadata.get("filediff"))
    path = text_at(given, "filePath", "path") or text_at(metadata, "filepath", "filePath") or text_at(details, "file")
    diff = as_text(metadata.get("diff")) or text_at(details, "patch", "diff")
    if not diff and metadata.get("exists") is False:
        diff = _diff_of_new(path, as_text(given.get("content")))
    is_new = metadata.get("exists") is False or (bool(diff) and "\n@@ -0,0 " in f"\n{diff}")
    return FileChangePart(path, ChangeKind.ADDED if is_new else ChangeKind.CHANGED, call_id, diff, verdict)


def _diff_of_new(path: str, content: str) -> str:
    lines = content.splitlines()
    return (
        "\n".join(["--- /dev/null", f"+++ {path}", f"@@ -0,0 +1,{len(lines)} @@", *(f"+{line}" for line in lines)]) if lines else ""
    )


def _plan_entry(todo: Json) -> PlanEntry:
    return PlanEntry(as_text(todo.get("content")), _PLAN_STATES.get(as_text(todo.get("status")), PlanState.OPEN))
