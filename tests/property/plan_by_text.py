# SPDX-License-Identifier: MIT
"""What a turn needs, worked out from all texts of the history: slow, and what plans made from outlines are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

from onesist_desktop.core.budget import handoff_budget_bytes, history_room_bytes
from onesist_desktop.core.handoff import HandoffBlock, HandoffItem, HandoffMode, ItemKind, handoff_items
from onesist_desktop.core.handoff_text import (
    MIN_ITEM_BYTES,
    boundaries,
    byte_length,
    escape,
    first_absent,
    read_call,
    render_head,
    render_item,
    render_state,
    render_tail,
    wording_for,
)
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.preamble import preamble_lines
from onesist_desktop.core.records import HandoffDelivery, ReceiptKind, RetireReason, Strategy
from onesist_desktop.core.redaction import PLACEHOLDER_START
from onesist_desktop.core.staleness import SessionFacts, staleness
from onesist_desktop.core.transition import Transition, TransitionKind, decide_transition
from onesist_desktop.services.handoff_plan import PREAMBLE_SEQS, PlanRequest
from onesist_desktop.services.receipts import Counts, agent_receipt_kind
from onesist_desktop.storage.records import SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

EMPTY = HandoffBlock("", (), 0)


@dataclass(frozen=True)
class TextPlan:
    transition: Transition
    session: SessionRecord | None
    stale: RetireReason | None
    due: tuple[Message, ...]
    items: tuple[HandoffItem, ...]
    block: HandoffBlock
    history: tuple[tuple[Role, str], ...]
    history_text: str
    strategy: Strategy
    budget_bytes: int
    receipt: ReceiptKind | None
    snug: PlanRequest
    """The request into which, unless the session is full, just all of it fits."""

    @property
    def owners(self) -> list[int]:
        """The seq of each item's message: what a merge brought is of the merge, whatever seqs it had in the branch."""
        return [message.seq for message in self.due for _ in handoff_items([message])]

    @property
    def included(self) -> list[int]:
        owners = self.owners
        return owners if self.history else [owners[index] for index in self.block.indexes]

    @property
    def omitted(self) -> set[int]:
        return set(self.owners) - set(self.included)

    @property
    def counts(self) -> Counts:
        size_bytes = len((self.block.text or self.history_text).encode("utf-8", "surrogatepass"))
        return Counts(len(set(self.included)), len(self.omitted), size_bytes)


def plan_by_text(uow: UnitOfWork, request: PlanRequest) -> TextPlan:
    """Work out a plan."""
    content = [m for m in uow.messages.newest(request.thread_id, 10_000) if m.is_content and m.seq < request.current_seq]
    return _for_agent(uow, request, content) if request.capabilities.is_agent else _for_stateless(uow, request, content)


def _for_agent(uow: UnitOfWork, request: PlanRequest, content: Sequence[Message]) -> TextPlan:
    active = uow.sessions.active(request.thread_id, request.provider_id)
    stale = None
    if active is not None:
        can_change = request.capabilities.can_change_model
        facts = SessionFacts(active.cwd, request.cwd, active.model, request.model, can_change)
        stale = staleness(replace(facts, is_owed=request.is_narrow, is_narrow=request.is_narrow))
    session = None if stale else active
    known = session.known_upto_seq if session else 0
    own = uow.runs.own_message_ids(session.id) if session else set()
    due = tuple(message for message in content if message.seq > known and message.id not in own)
    items = tuple(handoff_items(due))
    transition = decide_transition(known if session else None, request.current_seq, [message.seq for message in due])
    window = (session.context_window if session else None) or request.context_window
    occupied = _occupied(uow, session, own) if session and due else 0
    budget = handoff_budget_bytes(window, occupied, request.message_bytes, request.cap_bytes)
    is_delta = transition.kind is TransitionKind.DELTA
    mode = HandoffMode.DELTA if is_delta else HandoffMode.HANDOFF
    frame = Frame(mode, request.thread_id, request.locale, request.capabilities.takes_mcp)
    if transition.kind is TransitionKind.HANDOFF:
        frame = replace(frame, lines=_preamble(uow, request))
    block = build_by_text(items, budget, frame)
    if is_delta and occupied:
        fresh = handoff_budget_bytes(window, 0, request.message_bytes, request.cap_bytes)
        afresh = build_by_text(items, fresh, replace(frame, mode=HandoffMode.HANDOFF))
        if _last_said(afresh.chosen, items) - _last_said(block.chosen, items):
            return _for_agent(uow, replace(request, is_narrow=True), content)
    receipt = agent_receipt_kind(
        uow.sessions.of_thread(request.thread_id, request.provider_id),
        had_due=bool(items),
        delivered_any=bool(block.chosen),
        is_resumed=session is not None,
        is_stale=stale is not None,
    )
    strategy = Strategy.DELTA if is_delta else Strategy.FULL
    snug = replace(request, cap_bytes=frame.snug_bytes(items))
    return TextPlan(transition, session, stale, due, items, block, (), "", strategy, budget, receipt, snug)


def _last_said(chosen: Sequence[HandoffItem], items: Sequence[HandoffItem]) -> set[str]:
    """Return whether the person's last message and the last answer of some items were chosen."""
    found = set()
    for kind in (ItemKind.USER, ItemKind.ASSISTANT):
        said = [item for item in items if item.kind is kind and not item.brought]
        if said and any(item is said[-1] for item in chosen):
            found.add(kind.value)
    return found


def _occupied(uow: UnitOfWork, session: SessionRecord, own: set[MessageId]) -> int:
    if session.occupied is not None:
        return session.occupied
    delivered = [h.size_bytes for h in uow.handoffs.of_session(session.id) if h.delivery is HandoffDelivery.DELIVERED]
    query = "SELECT coalesce(sum(length(data)), 0) FROM message_parts WHERE message_id = ?"
    return sum(delivered) + sum(uow._connection.exec_driver_sql(query, (name,)).scalar_one() for name in own)


def _for_stateless(uow: UnitOfWork, request: PlanRequest, content: Sequence[Message]) -> TextPlan:
    items = tuple(handoff_items(content))
    transition = decide_transition(None, request.current_seq, [message.seq for message in content])
    if not items:
        return TextPlan(transition, None, None, tuple(content), (), EMPTY, (), "", Strategy.FULL, 0, None, request)
    texts = [(message.role, _entry(message)) for message in content]
    entries = tuple((Role.USER if role is Role.USER else Role.ASSISTANT, text) for role, text in texts if text)
    room = history_room_bytes(request.context_window, request.message_bytes)
    block, told, receipt = EMPTY, "", None
    entry_bytes = sum(len(text.encode("utf-8", "surrogatepass")) for _, text in entries)
    snug = replace(request, message_bytes=max(0, history_room_bytes(request.context_window) - entry_bytes))
    if entries and entry_bytes <= room:
        answered = uow.runs.last_accepted(request.thread_id)
        if answered is None or answered.provider_id != request.provider_id:
            was_here = any(message.provider_id == request.provider_id for message in content)
            receipt = ReceiptKind.BACK if was_here else ReceiptKind.JOINED
            told = "\n\n".join(f"[{role}]\n{text}" for role, text in entries)
    else:
        entries = ()
        frame = Frame(HandoffMode.HANDOFF, request.thread_id, request.locale, False, _preamble(uow, request))
        block = build_by_text(items, room, frame)
        receipt = ReceiptKind.SLICED if block.chosen else ReceiptKind.NOTHING_FITTED
    return TextPlan(transition, None, None, tuple(content), items, block, entries, told, Strategy.FULL, room, receipt, snug)


def _entry(message: Message) -> str:
    if message.kind is MessageKind.MERGE:
        return message.text
    return "\n\n".join(item.text for item in handoff_items([message]))


def _preamble(uow: UnitOfWork, request: PlanRequest) -> tuple[str, ...]:
    newest = uow.messages.between(request.thread_id, request.current_seq - PREAMBLE_SEQS, request.current_seq - 1)
    lines = preamble_lines(newest, locale=request.locale)
    return tuple(map(escape, lines))


@dataclass(frozen=True)
class Frame:
    """What stands around the items."""

    mode: HandoffMode
    thread_id: str
    locale: str
    read_tool: bool
    lines: tuple[str, ...] = ()

    def head(self, omitted: int, before_seq: int, has_secrets: bool, boundary: str) -> str:
        call = read_call(self.thread_id, before_seq) if self.read_tool else ""
        words = wording_for(self.locale)
        return render_head(words, self.mode, omitted=omitted, read_call=call, has_secrets=has_secrets, boundary=boundary)

    def size_bytes(self, omitted: int, before_seq: int, has_secrets: bool) -> int:
        head = self.head(omitted, before_seq, has_secrets, "0" * 16)
        return byte_length(head) + byte_length(render_tail(wording_for(self.locale), "0" * 16))

    def state(self, room: int) -> str:
        """As many lines of the preamble as fit."""
        words = wording_for(self.locale)
        rendered = (render_state(self.lines[:count], words) for count in range(len(self.lines), -1, -1))
        return next(state for state in rendered if not state or byte_length(state) <= room)

    def whole_bytes(self, items: Sequence[HandoffItem], state: str = "") -> int:
        """What all items take."""
        has_secrets = PLACEHOLDER_START in state or any(PLACEHOLDER_START in item.text for item in items)
        all_of_them = sum(item.size_bytes for item in items) + byte_length(state)
        return all_of_them + self.size_bytes(0, _before_seq(items, range(len(items))), has_secrets)

    def snug_bytes(self, items: Sequence[HandoffItem]) -> int:
        """The least budget into which all items fit."""
        found, before = self.whole_bytes(items), 0
        while found != before:
            before, found = found, self.whole_bytes(items, self.state(found // 4))
        return found


def build_by_text(items: Sequence[HandoffItem], budget_bytes: int, frame: Frame) -> HandoffBlock:
    """Build a handoff by looking at every item as often as it takes."""
    words = wording_for(frame.locale)
    state = frame.state(budget_bytes // 4)
    if frame.whole_bytes(items, state) <= budget_bytes:
        taken = list(range(len(items)))
    else:
        last_seq = max((item.seq for item in items), default=0) + 1
        room = budget_bytes - max(frame.size_bytes(count, last_seq, True) for count in (1, len(items)))
        taken, state = _choose(items, room, frame, budget_bytes)
    if not taken and frame.lines:
        return build_by_text(items, budget_bytes, replace(frame, lines=()))
    if not taken:
        return HandoffBlock("", (), len(items))
    chosen, omitted = tuple(items[index] for index in taken), len(items) - len(taken)
    body = state + "".join(render_item(item.kind, item.seq, item.text, item.brought, words) for item in chosen)
    before_seq, has_secrets = _before_seq(items, taken), PLACEHOLDER_START in body
    content = "\n".join((frame.thread_id, frame.head(omitted, before_seq, has_secrets, ""), body))
    boundary = first_absent(boundaries(content), content)
    text = frame.head(omitted, before_seq, has_secrets, boundary) + body + render_tail(words, boundary)
    return HandoffBlock(text, chosen, omitted, tuple(taken))


def _choose(items: Sequence[HandoffItem], room: int, frame: Frame, budget_bytes: int) -> tuple[list[int], str]:
    own = [index for index, item in enumerate(items) if not item.brought]

    def of_kind(kind: ItemKind) -> list[int]:
        return [index for index in own if items[index].kind is kind]

    users = of_kind(ItemKind.USER)
    before_state = [*of_kind(ItemKind.SUMMARY)[-1:], *users[-1:]]
    first = [*before_state, *of_kind(ItemKind.ASSISTANT)[-1:], *users[:1]]
    taken, state = [False] * len(items), None
    for number, index in enumerate([*first, *reversed(range(len(items)))]):
        if state is None and number >= len(before_state):
            state = frame.state(min(budget_bytes // 4, room))
            room -= byte_length(state)
        if items[index].size_bytes <= room and not taken[index]:
            taken[index] = True
            room -= items[index].size_bytes
            if number >= len(first) and room < MIN_ITEM_BYTES:
                break
    return list(compress(range(len(items)), taken)), state or ""


def _before_seq(items: Sequence[HandoffItem], taken: Sequence[int]) -> int:
    left_out = [item for index, item in enumerate(items) if index not in taken]
    if not left_out:
        return min((item.seq for item in items if not item.brought), default=0)
    return max([item.seq for item in left_out if not item.brought] or [item.seq for item in left_out]) + 1
