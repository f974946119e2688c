# SPDX-License-Identifier: MIT
"""Parts and usage as JSON text and back.

Fields that only a newer version knows are dropped. A part of a kind that only a newer version knows, or one that is damaged,
is read as an :class:`UnreadablePart`: it is seen, nothing else of the thread suffers, and when it is written again its row gets
back exactly what was in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from onesist_desktop.core.answerer import ManualContext
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
_TEXTS = {cls: tuple(field.name for field in fields(cls) if field.type == "str") for cls in KINDS.values()}
_ENUMS: Mapping[str, type] = {"state": CallState, "tool": ToolKind, "change": ChangeKind}
_USAGE = frozenset(field.name for field in fields(Usage))
UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class UnreadablePart(ErrorPart):
    """Stands for a stored part that this version can't read; ``detail`` is its kind.

    Attributes:
        stored_kind: The row's kind, as it is.
        stored_data: The row's data, as it is.
    """

    stored_kind: str = ""
    stored_data: str = ""


def encode_part(part: Part) -> tuple[str, str]:
    """Return a part's kind and its data as JSON. Lone surrogates survive as escapes."""
    if isinstance(part, UnreadablePart):
        return part.stored_kind, part.stored_data
    return _NAMES[type(part)], json.dumps(asdict(part), separators=(",", ":"))


def decode_part(kind: str, data: str) -> Part:
    """Build a part from what was stored. What can't be read becomes an :class:`UnreadablePart`."""
    try:
        cls = KINDS[kind]
        if cls is TextPart:
            # Most parts are texts, and whole threads are read.
            text = json.loads(data)["text"]
            if isinstance(text, str):
                return TextPart(text)
        known = _FIELDS[cls]
        values: dict[str, Any] = {name: value for name, value in json.loads(data).items() if name in known}
        if not all(isinstance(values.get(name, ""), str) for name in _TEXTS[cls]):
            raise TypeError("a text was expected")
        for name, enum in _ENUMS.items():
            if name in values:
                values[name] = enum(values[name])
        if cls is PlanPart:
            values["entries"] = tuple(PlanEntry(e["text"], PlanState(e["state"])) for e in values["entries"])
        if cls is QuestionPart:
            values["options"] = tuple(values.get("options", ()))
        return cls(**values)
    except (KeyError, TypeError, ValueError, AttributeError):
        return UnreadablePart(UNREADABLE, kind, kind, data)


def encode_usage(usage: Usage | None) -> str | None:
    """Return usage as JSON."""
    return None if usage is None else json.dumps(asdict(usage))


def decode_usage(data: str | None) -> Usage | None:
    """Build usage from what was stored; None when it can't be read."""
    values = decode_object(data)
    return None if data is None or values is None else Usage(**{name: values[name] for name in values.keys() & _USAGE})


def decode_object(data: str | None) -> dict[str, Any] | None:
    """Return a JSON object, or None for anything else."""
    try:
        values = json.loads(data or "{}")
    except ValueError:
        return None
    return values if isinstance(values, dict) else None


def encode_attachments(attachments: Iterable[AttachmentPart]) -> str:
    """Return attachments as JSON."""
    return json.dumps([asdict(attachment) for attachment in attachments])


def decode_attachments(data: str) -> tuple[AttachmentPart, ...]:
    """Build the attachments of a queued message or a draft; those that can't be read are left out."""
    try:
        parts = [decode_part("attachment", json.dumps(values)) for values in json.loads(data)]
    except (TypeError, ValueError):
        return ()
    return tuple(part for part in parts if isinstance(part, AttachmentPart))


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


def encode_manual(manual: ManualContext | None) -> str | None:
    """Return what the person changed of a handover as JSON."""
    return None if manual is None else json.dumps({"left_out": manual.left_out, "note": manual.note}, separators=(",", ":"))


def decode_manual(data: str | None) -> ManualContext | None:
    """Return what was stored; None where it can't be read, so that the message goes with the automatic choice."""
    if not data:
        return None
    try:
        stored = json.loads(data)
        return ManualContext(tuple((int(seq), int(place)) for seq, place in stored["left_out"]), str(stored["note"]))
    except (ValueError, TypeError, KeyError):
        return None
