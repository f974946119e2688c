# SPDX-License-Identifier: MIT
"""Keeps odd values from stopping a read or a write: text that isn't valid, and words that only a newer version knows."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

E = TypeVar("E", bound=Enum)
D = TypeVar("D")


def clean(text: str) -> str:
    """Replace every half of a surrogate pair by U+FFFD: programs write them and people paste them, but UTF-8 has none."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def known(kind: type[E], value: str, otherwise: D) -> E | D:
    """Return the member of an enumeration that was stored; ``otherwise`` for one that only a newer version knows."""
    try:
        return kind(value)
    except ValueError:
        return otherwise
