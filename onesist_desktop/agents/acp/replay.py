# SPDX-License-Identifier: MIT
"""Listens while an agent replays a conversation that it loads: nothing of that is an answer of now."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from onesist_desktop.process.frames import OversizedFrame

QUIET_S = 0.4
LONGEST_S = 10.0
_REPLAYED = frozenset({"user_message_chunk", "agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan"})
_CANCELLED = {"outcome": {"outcome": "cancelled"}}


class ReplayListener:
    """Implements ``link.LinkListener`` for the time between asking for a session and its first prompt.

    Attributes:
        calls: Ids of the calls that were replayed. They are not this turn's, should the agent speak of them again.
    """

    def __init__(self) -> None:
        self.calls: set[str] = set()
        self._heard = asyncio.Event()

    async def until_quiet(self) -> None:
        """Wait until nothing was replayed for a moment. An agent that never becomes quiet is left at that."""
        try:
            async with asyncio.timeout(LONGEST_S):
                while await self._hears_more():
                    pass
        except TimeoutError:
            # What it still says would show as the next answer: less bad than a session that can't be used.
            return

    async def _hears_more(self) -> bool:
        self._heard.clear()
        try:
            async with asyncio.timeout(QUIET_S):
                await self._heard.wait()
        except TimeoutError:
            return False
        return True

    def on_update(self, params: Mapping[str, Any]) -> None:
        """See ``LinkListener``."""
        update = params.get("update")
        if not isinstance(update, dict) or update.get("sessionUpdate") not in _REPLAYED:
            return
        self._heard.set()
        if isinstance(call_id := update.get("toolCallId"), str):
            self.calls.add(call_id)

    async def on_permission(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """See ``LinkListener``. Nobody asked for anything yet, so nothing is allowed."""
        return _CANCELLED

    def on_extension(self, method: str, params: Mapping[str, Any]) -> None:
        """See ``LinkListener``."""

    def on_oversized(self, frame: OversizedFrame) -> None:
        """See ``LinkListener``. It was part of the past."""
        self._heard.set()
