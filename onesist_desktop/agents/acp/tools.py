# SPDX-License-Identifier: MIT
"""One tool call, pieced together from the many shapes in which agents report it.

The protocol has no standard form for a command's output and exit code. Measured agents put them into ``content``, into
``rawOutput`` or into ``_meta.terminal_*``, whole or in pieces, and some report neither.
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass, field
from typing import Any

from onesist_desktop.core.messages import CallState, ChangeKind, CommandPart, FileChangePart, Part, ToolCallPart, ToolKind

MAX_DIFF_CHARS = 400_000
_FENCE = re.compile(r"\A`{3,}\w*\n(.*?)\n?`{3,}\s*\Z", re.DOTALL)
_SAID_EXIT_CODE = re.compile(r"\AExit code (-?\d+)\b")
_EXPLAINED = re.compile(r"\A\[current working directory (?P<cwd>.+?)\](?: \((?P<why>.*)\))?\s*\Z", re.DOTALL)
_EDITS = frozenset({"edit", "delete", "move"})
_KINDS = {"read": ToolKind.READ, "fetch": ToolKind.READ, "search": ToolKind.SEARCH}
_DELEGATES = frozenset({"task", "agent"})
_PATH_NAMES = ("path", "file_path", "filePath", "filepath")


@dataclass(slots=True)
class ToolCard:
    """What is known of one call so far. ``refused`` is set when the person said no to it."""

    call_id: str
    kind: str = ""
    title: str = ""
    status: str = "pending"
    raw_input: Any = None
    raw_output: Any = None
    content: list[dict[str, Any]] = field(default_factory=list)
    locations: list[dict[str, Any]] = field(default_factory=list)
    terminal: str = ""
    terminal_exit: int | None = None
    tool_name: str = ""
    refused: bool = False
    told_cwd: str = ""
    reason: str = ""

    def apply(self, update: dict[str, Any]) -> None:
        """Take over what an update says; what it leaves out stays as it was."""
        self.kind = _text(update.get("kind")) or self.kind
        self.title = _text(update.get("title")) or self.title
        self.status = _text(update.get("status")) or self.status
        if update.get("rawInput"):
            self.raw_input = update["rawInput"]
            # A later report of the same call may leave it out.
            self.told_cwd = _text(_dict(self.raw_input).get("cwd")) or self.told_cwd
        if update.get("rawOutput") is not None:
            self.raw_output = update["rawOutput"]
        if isinstance(update.get("content"), list):
            self._take_content(_dicts(update["content"]))
        if isinstance(update.get("locations"), list):
            self.locations = _dicts(update["locations"])
        meta = _dict(update.get("_meta"))
        self.terminal += _text(_dict(meta.get("terminal_output")).get("data"))
        code = _dict(meta.get("terminal_exit")).get("exit_code")
        self.terminal_exit = code if isinstance(code, int) else self.terminal_exit
        self.tool_name = _text(_dict(meta.get("claudeCode")).get("toolName")) or self.tool_name

    @property
    def is_over(self) -> bool:
        """Whether the agent said that the call has ended."""
        return self.status in ("completed", "failed")

    @property
    def cwd(self) -> str:
        """Where it happens, empty where the agent doesn't tell."""
        return self.told_cwd

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that it touches, as far as the agent tells."""
        found = [_text(item.get("path")) for item in (*self._diffs(), *self.locations)]
        raw = _dict(self.raw_input)
        found += [_text(raw.get(name)) for name in _PATH_NAMES]
        return tuple(dict.fromkeys(path for path in found if path))

    @property
    def todos(self) -> tuple[tuple[str, str], ...]:
        """Text and status of each entry, where the call is one that keeps a list of what is to be done."""
        rows = _dict(self.raw_input).get("todos")
        if self.kind not in ("", "other", "think") or not isinstance(rows, list):
            return ()
        found = [(_text(row.get("content")) or _text(row.get("description")), _text(row.get("status"))) for row in _dicts(rows)]
        return tuple(found) if len(found) == len(rows) and all(text for text, _ in found) else ()

    def parts(self) -> list[Part]:
        """Return the call as transcript parts: several only for an edit of several files."""
        diffs = self._diffs()
        if diffs or self.kind in _EDITS:
            return list(self._changes(diffs))
        if self.kind == "execute" or self._command_given():
            exit_code = self._exit_code()
            return [
                CommandPart(
                    self.call_id, self._command_given() or self.title, self._output(), exit_code, self._state(exit_code=exit_code)
                )
            ]
        return [
            ToolCallPart(
                self.call_id,
                self.tool_name or self.title or self.kind or "tool",
                _as_json(self.raw_input),
                self._output(),
                self._state(),
                self._tool_kind(),
            )
        ]

    def _take_content(self, content: list[dict[str, Any]]) -> None:
        explained = _EXPLAINED.match(_joined(content)) if self.kind == "execute" else None
        if explained is not None:
            # One agent says there what it is about to do, where others put the output.
            self.told_cwd, self.reason = explained["cwd"], explained["why"] or ""
            content = []
        # The change that was asked about is all that some agents ever tell of it: afterwards they only say that it was made.
        kept = [] if any(item.get("type") == "diff" for item in content) else self._diffs()
        self.content = [*content, *kept]

    def _diffs(self) -> list[dict[str, Any]]:
        return [item for item in self.content if item.get("type") == "diff"]

    def _tool_kind(self) -> ToolKind:
        if self.tool_name.lower() in _DELEGATES:
            return ToolKind.DELEGATE
        return _KINDS.get(self.kind, ToolKind.OTHER)

    def _state(self, exit_code: int | None = None) -> CallState:
        if self.refused:
            return CallState.REFUSED
        if not self.is_over:
            return CallState.RUNNING
        # Some agents call a failing command completed, so the exit code decides where there is one.
        if exit_code is not None:
            return CallState.WORKED if exit_code == 0 else CallState.FAILED
        return CallState.WORKED if self.status == "completed" else CallState.FAILED

    def _command_given(self) -> str:
        raw = _dict(self.raw_input)
        given = raw.get("command") or raw.get("cmd")
        if isinstance(given, list):
            return " ".join(str(word) for word in given)
        return _text(given)

    def _output(self) -> str:
        candidates = [self.terminal, _raw_text(self.raw_output), self._content_text()]
        best = next((text for text in candidates if text), "")
        # One agent streams only the end of an output and reports the whole elsewhere.
        for text in candidates:
            if len(text) > len(best) and best.strip() in text:
                best = text
        return best

    def _content_text(self) -> str:
        joined = _joined(self.content)
        fenced = _FENCE.match(joined)
        return fenced.group(1) if fenced and "```" not in fenced.group(1) else joined

    def _exit_code(self) -> int | None:
        if self.terminal_exit is not None:
            return self.terminal_exit
        raw = _dict(self.raw_output)
        for holder in (_dict(raw.get("metadata")), raw):
            for name in ("exit", "exitCode", "exit_code"):
                if isinstance(holder.get(name), int):
                    return int(holder[name])
        said = _SAID_EXIT_CODE.match(self._output()) if self.status == "failed" else None
        return int(said.group(1)) if said else None

    def _changes(self, diffs: list[dict[str, Any]]) -> list[FileChangePart]:
        if not diffs:
            return [self._change_without_diff()]
        changes = []
        for item in diffs:
            path = _text(item.get("path")) or self._path_given()
            old, new = item.get("oldText"), _text(item.get("newText"))
            old = old if isinstance(old, str) else None
            change = self._change_kind(old, new, _text(_dict(item.get("_meta")).get("kind")))
            shown_old = None if change is ChangeKind.ADDED else old
            changes.append(FileChangePart(path, change, self.call_id, unified(path, shown_old, new), self._state()))
        return changes

    def _change_without_diff(self) -> FileChangePart:
        raw, told = _dict(self.raw_input), _dict(_dict(self.raw_output).get("metadata"))
        path = self._path_given()
        written = raw.get("content")
        if told.get("exists") is False and isinstance(written, str):
            return FileChangePart(path, ChangeKind.ADDED, self.call_id, unified(path, None, written), self._state())
        diff = _text(told.get("diff")) or _text(raw.get("diff"))
        return FileChangePart(path, self._change_kind(None, None), self.call_id, diff, self._state())

    def _change_kind(self, old: str | None, new: str | None, said: str = "") -> ChangeKind:
        if self.kind == "delete" or said == "delete":
            return ChangeKind.DELETED
        if self.kind == "move":
            return ChangeKind.RENAMED
        # Some agents give an empty text for a file that isn't there.
        return ChangeKind.ADDED if not old and new is not None and said in ("", "add") else ChangeKind.CHANGED

    def _path_given(self) -> str:
        for location in self.locations:
            if path := _text(location.get("path")):
                return path
        raw = _dict(self.raw_input)
        for name in _PATH_NAMES:
            if path := _text(raw.get(name)):
                return path
        return self.title


def unified(path: str, old: str | None, new: str) -> str:
    """Return a unified diff; empty for texts so long that comparing them would take seconds."""
    before = old or ""
    if len(before) + len(new) > MAX_DIFF_CHARS:
        return ""
    shown = path.lstrip("/")
    source = "/dev/null" if old is None else f"a/{shown}"
    lines = difflib.unified_diff(before.splitlines(), new.splitlines(), source, f"b/{shown}", lineterm="")
    return "\n".join(lines)


def _joined(content: list[dict[str, Any]]) -> str:
    texts = [_text(_dict(item.get("content")).get("text")) for item in content if item.get("type") == "content"]
    return "\n".join(text for text in texts if text)


def _raw_text(raw: Any) -> str:
    if isinstance(raw, str):
        return raw
    values = _dict(raw)
    for name in ("output", "aggregated_output", "formatted_output"):
        if text := _text(values.get(name)):
            return text
    return "\n".join(text for name in ("stdout", "stderr") if (text := _text(values.get(name))))


def _as_json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(values: list[Any]) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)]
