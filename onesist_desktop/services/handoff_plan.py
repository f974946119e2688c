# SPDX-License-Identifier: MIT
"""Decides what the next turn needs and builds the handoff for it, inside one unit of work.

The rules are core's; this joins them with what the database knows of the thread and the session.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from onesist_desktop.core.answerer import Capabilities, ForkAbility, HistoryEntry, ManualContext, PermissionMode
from onesist_desktop.core.budget import (
    ASSUMED_WINDOW,
    FILE_BYTES,
    IMAGE_BYTES,
    estimated_tokens,
    handoff_budget_bytes,
    history_room_bytes,
)
from onesist_desktop.core.handoff import HandoffBlock, HandoffChoice, HandoffItem, HandoffMode, choose_handoff
from onesist_desktop.core.handoff_outline import Outline, entry_text
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Message, Role
from onesist_desktop.core.preamble import preamble_lines
from onesist_desktop.core.records import HandoffDelivery, ReceiptKind, RetireReason, Strategy
from onesist_desktop.core.staleness import last_said
from onesist_desktop.core.transition import Transition, TransitionKind, decide_transition
from onesist_desktop.services.history import History, OutlineError, Texts
from onesist_desktop.services.native_forks import Branch, NativeFork, branch_at, branch_of, find_native_fork, has_had_session
from onesist_desktop.services.receipts import Counts, agent_receipt_kind
from onesist_desktop.services.session_use import Wanted, own_seqs, usable
from onesist_desktop.storage.records import SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

EMPTY_BLOCK = HandoffBlock("", (), 0)
PREAMBLE_SEQS = 64
"""Newest seqs that a preamble is made of: reading them takes a millisecond or two, however long the thread is."""
_AUTOMATIC = ManualContext()


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a plan is made for. ``current_seq`` is the seq of the message about to be sent, or that it would get.

    ``context_window`` in tokens, None when unknown; ``message_bytes`` the size of the person's message with attachments.
    ``manual`` is what the person changed of what is handed over, masked. ``fork_at`` is set for a fork of the thread at that seq
    that isn't made yet: its first message. Without ``may_fork`` a fork's session isn't forked from an ancestor's. ``is_narrow``:
    :attr:`Fit.is_narrow` was found, so that the turn begins afresh.
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
    manual: ManualContext | None = None
    fork_at: int | None = None
    may_fork: bool = True
    is_narrow: bool = False


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a plan is made of, as far as it doesn't depend on the message to be sent. It holds no text, however long the history is.

    Attributes:
        session: Active session row to resume; None for a new one or a stateless provider.
        stale: Why an active row can't be used; it is retired once its successor was accepted.
        due: The content that the provider has not seen; for a stateless one all of it.
        due_count: Of how many messages something may go over, told by the seqs of their items.
        occupied: Tokens that the resumed session holds, or the one that is forked.
        others: All session rows of the agent in the thread.
        previous: Who answered last.
        preamble: The state of the work; for deltas empty.
        native: Where the new session branches off an ancestor's.
    """

    thread_id: ThreadId
    transition: Transition
    session: SessionRecord | None = None
    stale: RetireReason | None = None
    due: Outline = field(default_factory=Outline)
    due_count: int = 0
    occupied: int = 0
    others: tuple[SessionRecord, ...] = ()
    previous: ProviderId | None = None
    preamble: str = ""
    native: NativeFork | None = None


@dataclass(frozen=True, slots=True)
class Fit:
    """What goes over into the room that there is, before its texts were read.

    Attributes:
        choice: What goes into a handoff; None where the whole history goes as messages, or there is nothing.
        indexes: Places of the items that go over.
        receipt: What the transcript will say once the prompt was accepted; None for nothing worth saying.
        tells_text: Whether the history that goes whole is shown as a handoff: the provider answers here for the first time, or
            again after somebody else.
        is_narrow: The last message of the person or the last answer doesn't fit but would into a fresh session: the plan has to be
            made again with ``PlanRequest.is_narrow``.
    """

    gathered: Gathered
    choice: HandoffChoice | None = None
    indexes: Sequence[int] = ()
    strategy: Strategy = Strategy.FULL
    budget_bytes: int = 0
    receipt: ReceiptKind | None = None
    tells_text: bool = False
    is_narrow: bool = False

    @property
    def included_seqs(self) -> tuple[int, ...]:
        """Seqs of messages of which at least one item goes over."""
        return tuple(seq for seq, _ in self.gathered.due.places(self.indexes))

    @property
    def omitted_count(self) -> int:
        """Of how many messages nothing goes over."""
        return self.gathered.due_count - len(set(self.included_seqs))

    @property
    def takes_note(self) -> bool:
        """Whether the person's note goes over."""
        return self.choice is not None and self.choice.has_note

    def texts(self, indexes: Sequence[int] | None = None) -> Texts:
        """Return what has to be read to complete it, or what reads the due items at other places."""
        return Texts(self.gathered.thread_id, self.gathered.due, self.indexes if indexes is None else indexes)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the next turn needs.

    Attributes:
        told: The items that go over.
        history: For stateless providers whose history fits whole.
    """

    fit: Fit
    told: tuple[HandoffItem, ...] = ()
    block: HandoffBlock = EMPTY_BLOCK
    history: tuple[HistoryEntry, ...] = ()
    history_text: str = ""

    @property
    def transition(self) -> Transition:
        """What the next turn needs."""
        return self.fit.gathered.transition

    @property
    def session(self) -> SessionRecord | None:
        """The session row to resume."""
        return self.fit.gathered.session

    @property
    def stale(self) -> RetireReason | None:
        """Why an active row can't be used."""
        return self.fit.gathered.stale

    @property
    def native(self) -> NativeFork | None:
        """Where the new session branches off an ancestor's."""
        return self.fit.gathered.native

    @property
    def due(self) -> Outline:
        """The content that the provider has not seen."""
        return self.fit.gathered.due

    @property
    def receipt(self) -> ReceiptKind | None:
        """What the transcript will say."""
        return self.fit.receipt

    @property
    def had_due(self) -> bool:
        """Whether something had to go over. Content that makes no item (an answer of reads only) has nothing to say."""
        return bool(self.due.kinds)

    @property
    def delivered_any(self) -> bool:
        """Whether at least a part of it goes over."""
        return bool(self.told)

    @property
    def told_text(self) -> str:
        """The exact text that goes over as history."""
        return self.block.text or self.history_text

    @property
    def counts(self) -> Counts:
        """How much goes over, for the receipt."""
        # A merge is one message, whatever seqs its items had in the branch.
        included = len(set(self.fit.included_seqs))
        return Counts(included, self.fit.omitted_count, len(self.told_text.encode("utf-8", "surrogatepass")))


def message_size_bytes(text: str, attachments: Sequence[AttachmentPart]) -> int:
    """Return what a message will take of the window, by the budget's measure."""
    files = sum(IMAGE_BYTES if part.media_type.startswith("image/") else FILE_BYTES for part in attachments)
    return len(text.encode("utf-8", "surrogatepass")) + files


def make_plan(uow: UnitOfWork, request: PlanRequest) -> Plan:
    """Decide the transition and build the handoff."""
    try:
        return _plan(uow, request)
    except OutlineError:
        uow.outlines.forget(request.thread_id)
        return _plan(uow, request)


def _plan(uow: UnitOfWork, request: PlanRequest) -> Plan:
    chosen = fit(gather(uow, request), request)
    if chosen.is_narrow:
        request = replace(request, is_narrow=True)
        chosen = fit(gather(uow, request), request)
    texts = chosen.texts()
    while not texts.read_slice(uow):
        pass
    return complete(chosen, texts)


def gather(uow: UnitOfWork, request: PlanRequest, history: History | None = None) -> Gathered:
    """Outline what a provider has not seen. ``message_bytes`` and ``cap_bytes`` of the request don't matter here.

    ``history`` is what was read before, such as for other providers in the same unit of work.
    """
    source = history or History(request.thread_id)
    is_agent = request.capabilities.is_agent
    gathered = _gather_agent(uow, request, source) if is_agent else _gather_stateless(uow, request, source)
    return replace(gathered, preamble=_preamble(uow, request, gathered, source))


def _preamble(uow: UnitOfWork, request: PlanRequest, gathered: Gathered, history: History) -> str:
    """Return the state of the work for whoever gets the whole history: a delta's reader knows it, and what is new is told whole."""
    is_whole = not request.capabilities.is_agent or gathered.transition.kind is TransitionKind.HANDOFF
    if not is_whole or not gathered.due.kinds:
        return ""
    newest = history.newest(uow, request.current_seq, PREAMBLE_SEQS)
    return "\n".join(preamble_lines(newest, locale=request.locale))


def fit(gathered: Gathered, request: PlanRequest) -> Fit:
    """Choose what goes over into the room that the message leaves. Pure, and quick however long the history is."""
    return _fit_agent(gathered, request) if request.capabilities.is_agent else _fit_stateless(gathered, request)


def complete(chosen: Fit, texts: Texts) -> Plan:
    """Build what goes over. ``texts`` are those of ``chosen``, read. Pure. Raises OutlineError."""
    told = tuple(texts.items())
    if chosen.choice is not None:
        return Plan(chosen, told, chosen.choice.render(told))
    entries = history_entries(texts.messages())
    text = "\n\n".join(f"[{entry.role}]\n{entry.text}" for entry in entries) if chosen.tells_text else ""
    return Plan(chosen, told, history=entries, history_text=text)


def usable_session(uow: UnitOfWork, request: PlanRequest) -> tuple[SessionRecord | None, RetireReason | None]:
    """Return the session that the turn would go into, or why the active one can't be used."""
    is_there = request.capabilities.is_agent and request.fork_at is None
    active = uow.sessions.active(request.thread_id, request.provider_id) if is_there else None
    if active is None:
        return None, None
    can = request.capabilities
    wanted = Wanted(request.cwd, request.model, request.current_seq, can.can_change_model, can.can_truncate, request.is_narrow)
    return usable(uow, active, wanted)


def native_fork(uow: UnitOfWork, request: PlanRequest) -> NativeFork | None:
    """Return the ancestor's session that a fork's new session branches off; None where it begins empty, or is there already."""
    can_fork = request.capabilities.is_agent and request.capabilities.fork is not ForkAbility.NONE
    if not can_fork or not request.may_fork or request.is_narrow:
        return None
    if request.fork_at is not None:
        branch: Branch | None = branch_at(uow, uow.threads.get(request.thread_id), request.fork_at)
    elif has_had_session(uow.sessions.of_thread(request.thread_id, request.provider_id)):
        branch = None
    else:
        branch = branch_of(uow, request.thread_id)
    if branch is None:
        return None
    return find_native_fork(uow, branch, request.provider_id, request.capabilities, cwd=request.cwd, model=request.model)


def _gather_agent(uow: UnitOfWork, request: PlanRequest, history: History) -> Gathered:
    session, stale = usable_session(uow, request)
    native = native_fork(uow, request) if session is None else None
    known = session.known_upto_seq if session else native.known_upto_seq if native else None
    due = history.outline(uow, known or 0, request.current_seq)
    if session and due.seqs:
        due = due.without(own_seqs(uow, session, can_truncate=request.capabilities.can_truncate))
    elif native:
        due = due.without(native.inherited_seqs)
    transition = decide_transition(known, request.current_seq, due.seqs)
    others = () if request.fork_at is not None else tuple(uow.sessions.of_thread(request.thread_id, request.provider_id))
    occupied = 0
    if due.seqs and session:
        occupied = _occupied(uow, session, request.context_window)
    elif due.seqs and native:
        # Where nobody tells what it holds: all that it has seen, as if every byte of it were a token.
        seen = history.outline(uow, 0, native.known_upto_seq + 1) if native.occupied is None else Outline()
        occupied = native.occupied or sum(seen.text_bytes)
    return Gathered(request.thread_id, transition, session, stale, due, due.count_seqs(), occupied, others, native=native)


def _fit_agent(gathered: Gathered, request: PlanRequest) -> Fit:
    session, due = gathered.session, gathered.due
    budget = handoff_budget_bytes(
        _window_of(gathered) or request.context_window,
        gathered.occupied,
        request.message_bytes,
        request.cap_bytes,
    )
    is_delta = gathered.transition.kind is TransitionKind.DELTA
    manual = request.manual or _AUTOMATIC
    choice = choose_handoff(
        due.marks(),
        budget,
        has_secrets=due.names_secret,
        mode=HandoffMode.DELTA if is_delta else HandoffMode.HANDOFF,
        thread_id=request.thread_id,
        locale=request.locale,
        read_tool=request.capabilities.takes_mcp,
        preamble=gathered.preamble,
        left_out=due.indexes_of(manual.left_out),
        note=manual.note,
    )
    receipt = agent_receipt_kind(
        gathered.others,
        had_due=bool(due.kinds),
        delivered_any=bool(choice.indexes),
        is_resumed=session is not None,
        is_stale=gathered.stale is not None,
        is_forked=gathered.native is not None,
    )
    strategy = Strategy.DELTA if is_delta else Strategy.FULL
    if request.manual is not None and due.kinds:
        strategy = Strategy.MANUAL
    begins_full = session is not None or gathered.native is not None
    is_narrow = is_delta and begins_full and _is_narrow(gathered, request, choice)
    return Fit(gathered, choice, choice.indexes, strategy, budget, receipt, is_narrow=is_narrow)


def _is_narrow(gathered: Gathered, request: PlanRequest, choice: HandoffChoice) -> bool:
    """Tell whether what was said last doesn't fit only because the session is so full already."""
    due, left_out = gathered.due, gathered.due.indexes_of((request.manual or _AUTOMATIC).left_out)
    missed = last_said(due.marks().kinds) - set(choice.indexes) - left_out
    if not missed or not gathered.occupied:
        return False
    window = _window_of(gathered) or request.context_window
    fresh = choose_handoff(
        due.marks(),
        handoff_budget_bytes(window, 0, request.message_bytes, request.cap_bytes),
        has_secrets=due.names_secret,
        mode=HandoffMode.HANDOFF,
        thread_id=request.thread_id,
        locale=request.locale,
        read_tool=request.capabilities.takes_mcp,
        left_out=left_out,
        note=(request.manual or _AUTOMATIC).note,
    )
    return not missed.isdisjoint(fresh.indexes)


def _window_of(gathered: Gathered) -> int | None:
    """Return the context window of the session that the turn goes into, as far as its agent told it."""
    begun = gathered.session or gathered.native
    return begun.context_window if begun is not None else None


def _occupied(uow: UnitOfWork, session: SessionRecord, context_window: int | None) -> int:
    """Return what a session holds: what its agent reported, else the bytes that went into it, one for a token.

    Of a session that is full it is told only that it is: beyond that there is no room to share out.
    """
    if session.occupied is not None:
        return session.occupied
    delivered = sum(h.size_bytes for h in uow.handoffs.of_session(session.id) if h.delivery is HandoffDelivery.DELIVERED)
    return delivered + uow.runs.own_size_bytes(session, (session.context_window or context_window or ASSUMED_WINDOW) - delivered)


def _gather_stateless(uow: UnitOfWork, request: PlanRequest, history: History) -> Gathered:
    content = history.outline(uow, 0, request.current_seq)
    transition = decide_transition(None, request.current_seq, content.seqs)
    answered = uow.runs.last_accepted(request.thread_id) if request.fork_at is None else None
    previous = answered.provider_id if answered else None
    return Gathered(request.thread_id, transition, due=content, due_count=content.count_seqs(), previous=previous)


def _fit_stateless(gathered: Gathered, request: PlanRequest) -> Fit:
    content = gathered.due
    if not content.kinds:
        return Fit(gathered)
    room = history_room_bytes(request.context_window, request.message_bytes)
    manual = request.manual or _AUTOMATIC
    left_out = content.indexes_of(manual.left_out)
    # A history of messages has no place for a note, and none for what is missing in it.
    if 0 < sum(content.text_bytes) <= room and not left_out and not manual.note.strip():
        is_other = gathered.previous != request.provider_id
        receipt = None
        if is_other:
            receipt = ReceiptKind.BACK if request.provider_id in content.authors else ReceiptKind.JOINED
        everything = range(len(content.kinds))
        return Fit(gathered, indexes=everything, budget_bytes=room, receipt=receipt, tells_text=is_other)
    choice = choose_handoff(
        content.marks(),
        room,
        has_secrets=content.names_secret,
        mode=HandoffMode.HANDOFF,
        thread_id=request.thread_id,
        locale=request.locale,
        read_tool=False,
        preamble=gathered.preamble,
        left_out=left_out,
        note=manual.note,
    )
    receipt = ReceiptKind.SLICED if choice.indexes else ReceiptKind.NOTHING_FITTED
    strategy = Strategy.FULL if request.manual is None else Strategy.MANUAL
    return Fit(gathered, choice, choice.indexes, strategy, room, receipt)


def history_entries(messages: Iterable[tuple[Message, Sequence[HandoffItem]]]) -> tuple[HistoryEntry, ...]:
    """Return messages as a stateless provider gets them: tool calls as text, no thinking, no empty message."""
    entries = []
    for message, items in messages:
        text = entry_text(message, items)
        if text:
            is_user = message.role is Role.USER
            attached = tuple(part for part in message.parts if isinstance(part, AttachmentPart)) if is_user else ()
            entries.append(HistoryEntry(Role.USER if is_user else Role.ASSISTANT, text, attached))
    return tuple(entries)


def room_taken(plan: Plan, request: PlanRequest) -> tuple[int | None, int | None]:
    """Return how many tokens would be in use in front of the new message, and of how many; each None where nobody knows.

    For a stateless provider an estimate of the history that it gets; for an agent what its session held at its last call, and
    an estimate of what goes over.
    """
    if plan.history:
        told = sum(len(entry.text.encode("utf-8", "surrogatepass")) for entry in plan.history)
    else:
        told = len(plan.told_text.encode("utf-8", "surrogatepass"))
    session = plan.session
    known = [row.context_window for row in plan.fit.gathered.others if row.model == request.model and row.context_window]
    window = _window_of(plan.fit.gathered) or request.context_window or (known[-1] if known else None)
    begun = session or plan.native
    if begun is not None and begun.occupied is None:
        return None, window
    return (begun.occupied or 0 if begun else 0) + estimated_tokens(told), window
