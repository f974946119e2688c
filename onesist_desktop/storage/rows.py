# SPDX-License-Identifier: MIT
"""Helpers between rows and records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, TypeVar

from sqlalchemy import RowMapping

R = TypeVar("R")


def record_from(cls: type[R], row: RowMapping, /, **converted: Any) -> R:
    """Build a record from the columns that it has fields for; ``converted`` replaces those that need more than copying."""
    names = {field.name for field in fields(cls)}  # type: ignore[arg-type]
    values = {name: value for name, value in row.items() if name in names}
    values.update(converted)
    return cls(**values)


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Replace enum members by their values, as the driver wants them."""
    return {name: value.value if isinstance(value, Enum) else value for name, value in values.items()}
