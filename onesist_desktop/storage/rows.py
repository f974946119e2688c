# SPDX-License-Identifier: MIT
"""Helpers between rows and records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, TypeVar

from sqlalchemy import RowMapping

from onesist_desktop.storage.lenient import clean

R = TypeVar("R")


def record_from(cls: type[R], row: RowMapping, /, **converted: Any) -> R:
    """Build a record from the columns that it has fields for; ``converted`` replaces those that need more than copying."""
    names = {field.name for field in fields(cls)}  # type: ignore[arg-type]
    values = {name: value for name, value in row.items() if name in names}
    values.update(converted)
    return cls(**values)


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Make values such as the driver takes: enum members become their values, and text becomes valid text."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return clean(value) if isinstance(value, str) else value
