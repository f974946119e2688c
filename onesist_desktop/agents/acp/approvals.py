# SPDX-License-Identifier: MIT
"""What an agent asks for during one turn: of a person, or of us where the permission mode answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from onesist_desktop.agents.acp.mapping import UpdateMapper
from onesist_desktop.agents.acp.modes import Answering, Verdict, verdict
from onesist_desktop.agents.acp.tools import ToolCard
from onesist_desktop.core.messages import CommandPart, FileChangePart, ToolCallPart
from onesist_desktop.core.turn_events import ALLOW, ALLOW_SESSION, DENY, ApprovalAsked, ApprovalClosed, AskKind, TurnEvent

CANCEL = "cancel"
QUESTION_META = "onesist.question"
_CANCELLED = {"outcome": {"outcome": "cancelled"}}
_KINDS = {
    "execute": AskKind.COMMAND,
    "edit": AskKind.EDIT,
    "delete": AskKind.EDIT,
    "move": AskKind.EDIT,
    "switch_mode": AskKind.PLAN,
}
_STANDARD = {"allow_once": ALLOW, "allow_always": ALLOW_SESSION, "reject_once": DENY}
_REFUSALS = (DENY, CANCEL)


@dataclass(frozen=True, slots=True)
class _Option:
    """One answer that can be given. ``native`` is the agent's id of it, None for cancelling the request."""

    id: str
    native: str | None
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class _Pending:
    answer: asyncio.Future[_Option | None]
    call_id: str
    options: Mapping[str, _Option]


class Approvals:
    """Open requests of one turn.

    Args:
        put: Takes events, in order.
        mapper: Shows the call that is asked about.
        answering: Who answers, by the session's permission mode.
        cwd: The workspace.
        offers_cancel: Cancelling a request is offered beside refusing it, for an agent of ours that treats them as two.

    Attributes:
        was_denied: Whether the person, or the permission mode, said no to anything.
    """

    def __init__(
        self,
        put: Callable[[TurnEvent], None],
        mapper: UpdateMapper,
        *,
        answering: Answering = Answering.PERSON,
        cwd: str = "",
        offers_cancel: bool = False,
    ) -> None:
        self.was_denied = False
        self._put = put
        self._mapper = mapper
        self._answering = answering
        self._cwd = cwd
        self._offers_cancel = offers_cancel
        self._pending: dict[str, _Pending] = {}
        self._count = 0

    async def ask(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the protocol's answer to a request. One that can't be shown counts as cancelled."""
        call = params.get("toolCall")
        call = call if isinstance(call, dict) else {}
        meta = call.get("_meta")
        is_question = isinstance(meta, dict) and bool(meta.get(QUESTION_META))
        options = _options(params.get("options"), keep_ids=is_question, with_cancel=self._offers_cancel)
        if not any(option.native for option in options.values()):
            return _CANCELLED
        if not is_question:
            for event in self._mapper.apply({"sessionUpdate": "tool_call_update", **call}):
                self._put(event)
        call_id = str(call.get("toolCallId", ""))
        card = self._mapper.card(call_id) or ToolCard(call_id, title=str(call.get("title") or ""))
        decided = Verdict.ASK if is_question else verdict(self._answering, card.kind, card.paths, self._cwd)
        if decided is not Verdict.ASK:
            chosen = self._choose(decided, call_id, options)
        else:
            chosen = await self._ask_person(card, options)
        if chosen is None or chosen.native is None:
            return _CANCELLED
        return {"outcome": {"outcome": "selected", "optionId": chosen.native}}

    def decide(self, request_id: str, option: str) -> None:
        """Take the person's answer. Unknown requests and options are ignored."""
        pending = self._pending.get(request_id)
        if pending is None or option not in pending.options or pending.answer.done():
            return
        chosen = pending.options[option]
        pending.answer.set_result(chosen)
        if _is_refusal(chosen):
            self._note_refusal(pending.call_id)
        self._put(ApprovalClosed(request_id, option))

    def withdraw(self) -> None:
        """Cancel all that is open: nobody will answer it."""
        for request_id, pending in list(self._pending.items()):
            if not pending.answer.done():
                pending.answer.set_result(None)
                self._put(ApprovalClosed(request_id))

    async def _ask_person(self, card: ToolCard, options: Mapping[str, _Option]) -> _Option | None:
        self._count += 1
        request_id = f"approval-{self._count}"
        pending = _Pending(asyncio.get_running_loop().create_future(), card.call_id, options)
        self._pending[request_id] = pending
        self._put(_asked(request_id, card, options))
        try:
            return await pending.answer
        finally:
            self._pending.pop(request_id, None)

    def _choose(self, decided: Verdict, call_id: str, options: Mapping[str, _Option]) -> _Option | None:
        if decided is Verdict.REFUSE:
            self._note_refusal(call_id)
            return options.get(DENY)
        wanted = [option for kind in ("allow_once", "allow_always") for option in options.values() if option.kind == kind]
        return wanted[0] if wanted else None

    def _note_refusal(self, call_id: str) -> None:
        self.was_denied = True
        for event in self._mapper.refuse(call_id):
            self._put(event)


def _asked(request_id: str, card: ToolCard, options: Mapping[str, _Option]) -> ApprovalAsked:
    part = card.parts()[0]
    detail = diff = ""
    if isinstance(part, CommandPart):
        detail = part.command
    elif isinstance(part, FileChangePart):
        detail = "\n".join(dict.fromkeys(one.path for one in card.parts() if isinstance(one, FileChangePart)))
        diff = "\n".join(one.diff for one in card.parts() if isinstance(one, FileChangePart) and one.diff)
    elif isinstance(part, ToolCallPart):
        detail = part.arguments
    return ApprovalAsked(
        request_id,
        card.title or detail,
        detail,
        card.kind,
        card.call_id,
        tuple(options),
        tuple((option.id, option.title) for option in options.values() if option.id not in _STANDARD.values() and option.title),
        _KINDS.get(card.kind, AskKind.COMMAND if isinstance(part, CommandPart) else AskKind.TOOL),
        card.cwd,
        card.reason,
        diff,
    )


def _options(given: Any, *, keep_ids: bool, with_cancel: bool) -> dict[str, _Option]:
    """Return the answers by our ids: the standard ones first, then the agent's own in its order.

    The first option of a kind is the standard answer. Refusing is always possible: where the agent has no option for it, the
    request is cancelled.
    """
    rows = (
        [row for row in given if isinstance(row, dict) and isinstance(row.get("optionId"), str)] if isinstance(given, list) else []
    )
    found: dict[str, _Option] = {}
    for row in rows:
        kind, native = str(row.get("kind", "")), row["optionId"]
        standard = "" if keep_ids else _STANDARD.get(kind, "")
        # An id of the agent's own must not pass for one of ours.
        own = native if keep_ids or native not in _STANDARD.values() else f"own-{native}"
        id_ = standard if standard and standard not in found else own
        title = row.get("name")
        found.setdefault(id_, _Option(id_, native, kind, title if isinstance(title, str) else ""))
    if keep_ids or with_cancel:
        found.setdefault(CANCEL, _Option(CANCEL, None, "", ""))
    if not keep_ids:
        found.setdefault(DENY, _Option(DENY, None, "reject_once", ""))
    order = [id_ for id_ in (ALLOW, ALLOW_SESSION, DENY) if id_ in found]
    return {id_: found[id_] for id_ in (*order, *(id_ for id_ in found if id_ not in order))}


def _is_refusal(option: _Option) -> bool:
    return option.id in _REFUSALS or option.native is None or option.kind.startswith("reject")
