# SPDX-License-Identifier: MIT
"""Looks into JSON that another program wrote, without trusting its shape."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any

log = logging.getLogger(__name__)

Json = dict[str, Any]

_BIG_LINE_BYTES = 512 * 1024


async def object_in(line: bytes) -> Json | None:
    """Return the object that a program wrote as one line; None for an empty line, and for one that holds anything else."""
    if not line.strip():
        return None
    try:
        # A line of many megabytes (a command's whole output, a picture) takes long enough to be seen on the screen.
        value = json.loads(line) if len(line) < _BIG_LINE_BYTES else await asyncio.to_thread(json.loads, line)
    except (ValueError, RecursionError):
        log.debug("a line that is no JSON, %d bytes", len(line))
        return None
    return value if isinstance(value, dict) else None


def as_dict(value: Any) -> Json:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return the value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def dicts_in(value: Any) -> list[Json]:
    """Return the objects of an array; what else is in it is left out."""
    return [one for one in as_list(value) if isinstance(one, dict)]


def as_text(value: Any) -> str:
    """Return the value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def as_count(value: Any) -> int:
    """Return the value if it is a number that counts something, else 0."""
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else 0


def text_at(holder: Mapping[str, Any], *keys: str) -> str:
    """Return the first non-empty string among these keys."""
    return next((found for key in keys if (found := as_text(holder.get(key)))), "")


def plain_text(content: Any) -> str:
    """Return the text of a tool's result: a string, or blocks of which only text can be shown."""
    if isinstance(content, str):
        return content
    return "\n".join(as_text(block.get("text")) or f"[{block.get('type', 'block')}]" for block in dicts_in(content))
