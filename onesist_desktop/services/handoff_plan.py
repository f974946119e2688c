# SPDX-License-Identifier: MIT
"""Decides what the next turn needs and builds the handoff for it, inside one unit of work.

The rules are core's; this joins them with what the database knows of the thread and the session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.core.answerer import Capabilities, HistoryEntry, PermissionMode
from onesist_desktop.core.budget import FILE_BYTES, IMAGE_BYTES, handoff_budget_bytes, history_room_bytes
from onesist_desktop.core.handoff import HandoffBlock, HandoffItem, HandoffMode, build_handoff, handoff_items
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Message, Role
from onesist_desktop.core.records import HandoffDelivery, ReceiptKind, RetireReason, Strategy
from onesist_desktop.core.transition import Transition, TransitionKind, decide_transition
from onesist_desktop.services.receipts import Counts, agent_receipt_kind, staleness
from onesist_desktop.storage.records import SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

EMPTY_BLOCK = HandoffBlock("", (), 0)


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a plan is made for. ``current_seq`` is the seq of the message about to be sent, or that it would get.

    ``context_window`` in tokens, None when unknown; ``message_bytes`` the size of the person's message with attachments.
    """

    thread_id: ThreadId
    provider_id: ProviderId
    capabilities: Capabilities
    current_seq: int
    cwd: str
    mode: PermissionMode
    model: str | None
    context_window: int | None
    message_bytes: int
    cap_bytes: int
    locale: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What the next turn needs.

    Attributes:
        session: Active session row to resume; None for a new one or a stateless provider.
        stale: Why an active row can't be used; it is retired once its successor was accepted.
        due: The content that the session has not seen, in order.
        items: What that content became. ``block`` holds those that fit.
        history: For stateless providers whose history fits whole.
        receipt: What the transcript will say once the prompt was accepted; None for nothing worth saying.
    """

    transition: Transition
    session: SessionRecord | None = None
    stale: RetireReason | None = None
    due: tuple[Message, ...] = ()
    items: tuple[HandoffItem, ...] = ()
    block: HandoffBlock = EMPTY_BLOCK
    history: tuple[HistoryEntry, ...] = ()
    history_text: str = ""
    strategy: Strategy = Strategy.FULL
    budget_bytes: int = 0
    receipt: ReceiptKind | None = None

    @property
    def had_due(self) -> bool:
        """Whether something had to go over. Content that makes no item (an answer of reads only) has nothing to say."""
        return bool(self.items)

    @property
    def delivered_any(self) -> bool:
        """Whether at least a part of it goes over."""
        return bool(self.block.chosen) or bool(self.history)

    @property
    def told_text(self) -> str:
        """The exact text that goes over as history."""
        return self.block.text or self.history_text

    @property
    def counts(self) -> Counts:
        """How much goes over, for the receipt."""
        included = set(self.included_seqs)
        omitted = {item.seq for item in self.items} - included
        return Counts(len(included), len(omitted), len(self.told_text.encode("utf-8", "surrogatepass")))

    @property
    def included_seqs(self) -> tuple[int, ...]:
        """Seqs of messages of which at least one item goes over."""
        if self.history:
            return tuple(item.seq for item in self.items)
        return tuple(item.seq for item in self.block.chosen)


def message_size_bytes(text: str, attachments: Sequence[AttachmentPart]) -> int:
    """Return what a message will take of the window, by the budget's measure."""
    files = sum(IMAGE_BYTES if part.media_type.startswith("image/") else FILE_BYTES for part in attachments)
    return len(text.encode("utf-8", "surrogatepass")) + files


def make_plan(uow: UnitOfWork, request: PlanRequest) -> Plan:
    """Decide the transition and build the handoff."""
    return fit(gather(uow, request), request)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a plan is made of, as far as it doesn't depend on the message to be sent. Takes as long as there is history.

    Attributes:
        occupied: Tokens that the resumed session holds.
        others: All session rows of the agent in the thread.
        previous: Who answered last.
        entries: For a stateless provider the history as it gets it; empty when it can't fit in any case.
    """

    transition: Transition
    session: SessionRecord | None = None
    stale: RetireReason | None = None
    due: tuple[Message, ...] = ()
    items: tuple[HandoffItem, ...] = ()
    occupied: int = 0
    others: tuple[SessionRecord, ...] = ()
    previous: ProviderId | None = None
    entries: tuple[HistoryEntry, ...] = ()


def gather(uow: UnitOfWork, request: PlanRequest) -> Gathered:
    """Read what a provider has not seen. ``message_bytes`` and ``cap_bytes`` of the request don't matter here."""
    return _gather_agent(uow, request) if request.capabilities.is_agent else _gather_stateless(uow, request)


def fit(gathered: Gathered, request: PlanRequest) -> Plan:
    """Choose what goes over into the room that the message leaves. Pure, and quick however long the history is."""
    return _fit_agent(gathered, request) if request.capabilities.is_agent else _fit_stateless(gathered, request)


def _gather_agent(uow: UnitOfWork, request: PlanRequest) -> Gathered:
    active = uow.sessions.active(request.thread_id, request.provider_id)
    stale = None
    if active is not None:
        can_change_model = request.capabilities.can_change_model
        stale = staleness(active, cwd=request.cwd, model=request.model, can_change_model=can_change_model)
    session = None if stale else active
    known = session.known_upto_seq if session else 0
    candidates = uow.messages.content_seqs(request.thread_id, known, request.current_seq)
    own = uow.runs.own_message_ids(session.id, [message_id for _, message_id in candidates]) if session else set()
    due_ids = {message_id for _, message_id in candidates if message_id not in own}
    due_seqs = [seq for seq, message_id in candidates if message_id in due_ids]
    transition = decide_transition(session.known_upto_seq if session else None, request.current_seq, due_seqs)
    others = tuple(uow.sessions.of_thread(request.thread_id, request.provider_id))
    if not due_seqs:
        return Gathered(transition, session, stale, others=others)
    content = uow.messages.content(request.thread_id, due_seqs[0] - 1, due_seqs[-1] + 1)
    due = tuple(message for message in content if message.id in due_ids)
    occupied = _occupied(uow, session) if session else 0
    return Gathered(transition, session, stale, due, tuple(handoff_items(due)), occupied, others)


def _fit_agent(gathered: Gathered, request: PlanRequest) -> Plan:
    session, items = gathered.session, gathered.items
    budget = handoff_budget_bytes(
        (session.context_window if session else None) or request.context_window,
        gathered.occupied,
        request.message_bytes,
        request.cap_bytes,
    )
    is_delta = gathered.transition.kind is TransitionKind.DELTA
    block = build_handoff(
        items,
        budget,
        mode=HandoffMode.DELTA if is_delta else HandoffMode.HANDOFF,
        thread_id=request.thread_id,
        locale=request.locale,
        read_tool=request.capabilities.takes_mcp,
    )
    receipt = agent_receipt_kind(
        gathered.others,
        had_due=bool(items),
        delivered_any=bool(block.chosen),
        is_resumed=session is not None,
        is_stale=gathered.stale is not None,
    )
    return Plan(
        gathered.transition,
        session,
        gathered.stale,
        gathered.due,
        items,
        block,
        strategy=Strategy.DELTA if is_delta else Strategy.FULL,
        budget_bytes=budget,
        receipt=receipt,
    )


def _occupied(uow: UnitOfWork, session: SessionRecord) -> int:
    """Return what a session holds: what its agent reported, else the bytes that went into it, one for a token."""
    if session.occupied is not None:
        return session.occupied
    delivered = (h.size_bytes for h in uow.handoffs.of_session(session.id) if h.delivery is HandoffDelivery.DELIVERED)
    return uow.messages.size_bytes(uow.runs.own_message_ids(session.id)) + sum(delivered)


def _gather_stateless(uow: UnitOfWork, request: PlanRequest) -> Gathered:
    content = tuple(uow.messages.content(request.thread_id, 0, request.current_seq))
    transition = decide_transition(None, request.current_seq, [message.seq for message in content])
    items = tuple(handoff_items(content))
    # Entries hold at least the items' texts, and making them takes as long as making the items: not for what can't fit anyway.
    may_fit = sum(len(item.text) for item in items) <= history_room_bytes(request.context_window)
    answered = uow.runs.last_accepted(request.thread_id)
    return Gathered(
        transition,
        due=content,
        items=items,
        previous=answered.provider_id if answered else None,
        entries=history_entries(content) if may_fit else (),
    )


def _fit_stateless(gathered: Gathered, request: PlanRequest) -> Plan:
    content, items, entries = gathered.due, gathered.items, gathered.entries
    if not items:
        return Plan(gathered.transition, due=content)
    room = history_room_bytes(request.context_window, request.message_bytes)
    if entries and sum(len(entry.text.encode("utf-8", "surrogatepass")) for entry in entries) <= room:
        receipt, text = None, ""
        if gathered.previous != request.provider_id:
            was_here = any(message.provider_id == request.provider_id for message in content)
            receipt = ReceiptKind.BACK if was_here else ReceiptKind.JOINED
            text = "\n\n".join(f"[{entry.role}]\n{entry.text}" for entry in entries)
        return Plan(
            gathered.transition,
            due=content,
            items=items,
            history=entries,
            history_text=text,
            budget_bytes=room,
            receipt=receipt,
        )
    block = build_handoff(
        items, room, mode=HandoffMode.HANDOFF, thread_id=request.thread_id, locale=request.locale, read_tool=False
    )
    receipt = ReceiptKind.SLICED if block.chosen else ReceiptKind.NOTHING_FITTED
    return Plan(gathered.transition, due=content, items=items, block=block, budget_bytes=room, receipt=receipt)


def history_entries(messages: Sequence[Message]) -> tuple[HistoryEntry, ...]:
    """Return messages as a stateless provider gets them: tool calls as text, no thinking, no empty message."""
    entries = []
    for message in messages:
        text = "\n\n".join(item.text for item in handoff_items([message]))
        if text:
            entries.append(HistoryEntry(Role.USER if message.role is Role.USER else Role.ASSISTANT, text))
    return tuple(entries)
