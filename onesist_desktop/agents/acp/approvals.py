# SPDX-License-Identifier: MIT
"""What an agent asks a person during one turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from onesist_desktop.agents.acp.mapping import UpdateMapper
from onesist_desktop.agents.acp.tools import ToolCard
from onesist_desktop.core.messages import CommandPart, FileChangePart, ToolCallPart
from onesist_desktop.core.turn_events import ApprovalAsked, ApprovalClosed, TurnEvent

CANCEL = "cancel"
QUESTION_META = "onesist.question"
_CANCELLED = {"outcome": {"outcome": "cancelled"}}


@dataclass(frozen=True, slots=True)
class _Pending:
    answer: asyncio.Future[str | None]
    call_id: str
    kinds: Mapping[str, str]
    options: tuple[str, ...]


class Approvals:
    """Open requests of one turn.

    Args:
        put: Takes events, in order.
        mapper: Shows the call that is asked about.

    Attributes:
        was_denied: Whether the person said no to anything.
    """

    def __init__(self, put: Callable[[TurnEvent], None], mapper: UpdateMapper) -> None:
        self.was_denied = False
        self._put = put
        self._mapper = mapper
        self._pending: dict[str, _Pending] = {}
        self._count = 0

    async def ask(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the person and return the protocol's answer. A request that can't be shown counts as cancelled."""
        call = params.get("toolCall")
        call = call if isinstance(call, dict) else {}
        kinds = _options(params.get("options"))
        if not kinds:
            return _CANCELLED
        self._count += 1
        request_id = f"approval-{self._count}"
        options = tuple(kinds) if CANCEL in kinds else (*kinds, CANCEL)
        meta = call.get("_meta")
        if not (isinstance(meta, dict) and meta.get(QUESTION_META)):
            for event in self._mapper.apply({"sessionUpdate": "tool_call_update", **call}):
                self._put(event)
        pending = _Pending(asyncio.get_running_loop().create_future(), str(call.get("toolCallId", "")), kinds, options)
        self._pending[request_id] = pending
        self._put(self._asked(request_id, call, pending))
        try:
            chosen = await pending.answer
        finally:
            self._pending.pop(request_id, None)
        if chosen is None or chosen not in kinds:
            return _CANCELLED
        return {"outcome": {"outcome": "selected", "optionId": chosen}}

    def decide(self, request_id: str, option: str) -> None:
        """Take the person's answer. Unknown requests and options are ignored."""
        pending = self._pending.get(request_id)
        if pending is None or option not in pending.options or pending.answer.done():
            return
        pending.answer.set_result(option)
        if option == CANCEL or pending.kinds.get(option, "").startswith("reject"):
            self.was_denied = True
            for event in self._mapper.refuse(pending.call_id):
                self._put(event)
        self._put(ApprovalClosed(request_id, option))

    def withdraw(self) -> None:
        """Cancel all that is open: nobody will answer it."""
        for request_id, pending in list(self._pending.items()):
            if not pending.answer.done():
                pending.answer.set_result(None)
                self._put(ApprovalClosed(request_id))

    def _asked(self, request_id: str, call: dict[str, Any], pending: _Pending) -> ApprovalAsked:
        card = self._mapper.card(pending.call_id) or ToolCard(pending.call_id, title=str(call.get("title") or ""))
        part = card.parts()[0]
        detail = ""
        if isinstance(part, CommandPart):
            detail = part.command
        elif isinstance(part, FileChangePart):
            detail = part.diff or part.path
        elif isinstance(part, ToolCallPart):
            detail = part.arguments
        return ApprovalAsked(request_id, card.title or detail, detail, card.kind, pending.call_id, pending.options)


def _options(options: Any) -> dict[str, str]:
    """Return kinds by option id, in the agent's order."""
    if not isinstance(options, list):
        return {}
    found = (option for option in options if isinstance(option, dict) and isinstance(option.get("optionId"), str))
    return {option["optionId"]: str(option.get("kind", "")) for option in found}
