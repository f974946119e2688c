# SPDX-License-Identifier: MIT
"""The content blocks of a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from onesist_desktop.agents.json_reading import Json, as_list


def blocks_of(message: Mapping[str, Any]) -> list[Json]:
    """Return the content blocks of a message; a plain string counts as one text block."""
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in as_list(content) if isinstance(block, dict)]
