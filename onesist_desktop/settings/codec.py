# SPDX-License-Identifier: MIT
"""Turns JSON into settings and back, driven by the types of the schema.

A value that doesn't fit costs only itself: its default is used and the problem reported. What this version doesn't know
survives a write, because a newer version may own it.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from onesist_desktop.core.errors import InvalidInputError

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Problem:
    """A value that wasn't used. ``path`` is dotted, like ``handoff.cap_bytes``; ``reason`` doesn't repeat the value."""

    path: str
    reason: str


@dataclass(slots=True)
class Decoding:
    """What was found wrong while decoding, and which list entries have to be written back as they were."""

    problems: list[Problem] = field(default_factory=list)
    kept_items: dict[str, list[Any]] = field(default_factory=dict)


class _Unfit(Exception):  # noqa: N818 - never leaves this module
    """The value doesn't fit its field."""


def decode(cls: type[T], data: Mapping[str, Any], found: Decoding, path: str = "") -> T:
    """Build ``cls`` from a JSON object; wrong or missing values become defaults, wrong ones are reported in ``found``.

    Raises:
        InvalidInputError: The object as a whole can't be used: a field without a default is wrong or missing.
    """
    hints = get_type_hints(cls)
    values: Json = {}
    for item in fields(cls):  # type: ignore[arg-type]
        here = f"{path}.{item.name}" if path else item.name
        if item.name not in data:
            if _is_required(item):
                raise InvalidInputError(f"{here} is missing")
            continue
        try:
            values[item.name] = _value(hints[item.name], data[item.name], item, found, here)
        except _Unfit as error:
            if _is_required(item):
                raise InvalidInputError(f"{here} {error}") from None
            found.problems.append(Problem(here, str(error)))
    return cls(**values)


def _is_required(item: Field[Any]) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def _value(hint: Any, value: Any, item: Field[Any], found: Decoding, path: str) -> Any:
    origin = get_origin(hint)
    if origin in {Union, types.UnionType}:
        if value is None:
            return None
        hint = next(option for option in get_args(hint) if option is not type(None))
    if origin is tuple:
        return _items(get_args(hint)[0], value, item, found, path)
    if is_dataclass(hint):
        if not isinstance(value, dict):
            raise _Unfit("has to be an object")
        return decode(hint, value, found, path)  # type: ignore[arg-type]
    return _scalar(hint, value, item)


def _scalar(hint: type, value: Any, item: Field[Any]) -> Any:
    if issubclass(hint, StrEnum):
        try:
            return hint(value)
        except ValueError:
            raise _Unfit(f"has to be one of {', '.join(hint)}") from None
    # bool is an int to Python, but true is no size.
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise _Unfit(f"has to be a value of type {hint.__name__}")
    low, high = item.metadata.get("low"), item.metadata.get("high")
    if low is not None and high is not None and not low <= value <= high:
        raise _Unfit(f"has to lie between {low} and {high}")
    return value


def _items(hint: Any, value: Any, item: Field[Any], found: Decoding, path: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise _Unfit("has to be a list")
    decoded: list[Any] = []
    seen: set[str] = set()
    for index, entry in enumerate(value):
        here = f"{path}[{index}]"
        try:
            result = _value(hint, entry, item, found, here)
            if is_dataclass(result) and (key := str(getattr(result, "id", ""))) in seen:
                raise InvalidInputError(f"{here} has the id of an earlier one: {key}")
        except (_Unfit, InvalidInputError) as error:
            found.problems.append(Problem(here, str(error)))
            found.kept_items.setdefault(path, []).append(entry)
            continue
        if is_dataclass(result):
            seen.add(str(getattr(result, "id", "")))
        decoded.append(result)
    return tuple(decoded[: item.metadata.get("max_items")])


def encode(value: Any, raw: Any, kept_items: Mapping[str, list[Any]], path: str = "") -> Any:
    """Turn settings into JSON.

    Args:
        value: A dataclass of the schema, or one of its values.
        raw: The JSON that was read from the same place; its unknown keys are taken over.
        kept_items: List entries, by the path of the list, that couldn't be decoded and stay as they are.
        path: Dotted path of ``value``.
    """
    if is_dataclass(value) and not isinstance(value, type):
        known = {item.name for item in fields(value)}
        before = raw if isinstance(raw, dict) else {}
        result: Json = {}
        for item in fields(value):
            here = f"{path}.{item.name}" if path else item.name
            result[item.name] = encode(getattr(value, item.name), before.get(item.name), kept_items, here)
        return result | {key: entry for key, entry in before.items() if key not in known}
    if isinstance(value, tuple):
        before_items = raw if isinstance(raw, list) else []
        by_id = {entry["id"]: entry for entry in before_items if isinstance(entry, dict) and isinstance(entry.get("id"), str)}
        listed = [encode(entry, by_id.get(getattr(entry, "id", "")), kept_items, path) for entry in value]
        return listed + kept_items.get(path, [])
    return str(value) if isinstance(value, StrEnum) else value
