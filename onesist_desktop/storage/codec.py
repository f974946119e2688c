# SPDX-License-Identifier: MIT
"""Parts and usage as JSON text and back. Unknown kinds and fields of a newer version are kept out, never guessed at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from onesist_desktop.core.errors import CorruptDatabaseError
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Part,
    PlanEntry,
    PlanPart,
    PlanState,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.turn_events import Usage

KINDS: Mapping[str, type[Part]] = {
    "text": TextPart,
    "thinking": ThinkingPart,
    "command": CommandPart,
    "tool_call": ToolCallPart,
    "file_change": FileChangePart,
    "attachment": AttachmentPart,
    "plan": PlanPart,
    "question": QuestionPart,
    "error": ErrorPart,
}
_NAMES = {cls: name for name, cls in KINDS.items()}
_FIELDS = {cls: frozenset(field.name for field in fields(cls)) for cls in KINDS.values()}
_ENUMS: Mapping[str, type] = {"state": CallState, "tool": ToolKind, "change": ChangeKind}


def encode_part(part: Part) -> tuple[str, str]:
    """Return a part's kind and its data as JSON. Lone surrogates survive as escapes."""
    return _NAMES[type(part)], json.dumps(asdict(part), separators=(",", ":"))


def decode_part(kind: str, data: str) -> Part:
    """Build a part from what was stored. Raises CorruptDatabaseError."""
    try:
        cls = KINDS[kind]
        known = _FIELDS[cls]
        values: dict[str, Any] = {name: value for name, value in json.loads(data).items() if name in known}
        for name, enum in _ENUMS.items():
            if name in values:
                values[name] = enum(values[name])
        if cls is PlanPart:
            values["entries"] = tuple(PlanEntry(e["text"], PlanState(e["state"])) for e in values["entries"])
        if cls is QuestionPart:
            values["options"] = tuple(values.get("options", ()))
        return cls(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise CorruptDatabaseError(f"a stored part of kind {kind!r} can't be read: {error}") from error


def encode_usage(usage: Usage | None) -> str | None:
    """Return usage as JSON."""
    return None if usage is None else json.dumps(asdict(usage))


def decode_usage(data: str | None) -> Usage | None:
    """Build usage from what was stored."""
    return None if data is None else Usage(**json.loads(data))


def encode_ranges(seqs: Iterable[int]) -> str:
    """Return sorted seqs as JSON ranges: ``1,2,3,7`` becomes ``[[1,3],[7,7]]``."""
    ranges: list[list[int]] = []
    for seq in sorted(set(seqs)):
        if ranges and ranges[-1][1] == seq - 1:
            ranges[-1][1] = seq
        else:
            ranges.append([seq, seq])
    return json.dumps(ranges, separators=(",", ":"))


def decode_ranges(data: str) -> list[int]:
    """Return the seqs of JSON ranges."""
    return [seq for low, high in json.loads(data) for seq in range(low, high + 1)]
