# SPDX-License-Identifier: MIT
"""A thread, its agents' own conversations, and the bookkeeping between them, played in memory.

The rows follow docs/design.md section 5 by the functions of ``core.transition``. What a native session *really* holds is kept
apart in ``NativeSession.held`` and is never looked at by the bookkeeping: that is what the rules are judged by.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from onesist_desktop.core.handoff import build_handoff, due_messages, handoff_items
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Role, TextPart
from onesist_desktop.core.transition import TransitionKind, decide_transition, due_seqs, known_after


@dataclass
class NativeSession:
    """The truth: seqs in the order in which the agent's own conversation holds them, and what receipts offered it."""

    held: list[int] = field(default_factory=list)
    offered: list[int] = field(default_factory=list)
    is_usable: bool = True


@dataclass
class Row:
    """Our row of a session."""

    native: NativeSession
    known: int = 0
    own: set[int] = field(default_factory=set)


@dataclass
class Sent:
    """One prompt that was accepted, with all that undoing it takes."""

    agent: str
    row: Row
    is_fresh: bool
    had_due: bool
    delivered_any: bool
    known_before: int
    own_before: set[int]
    held_before: list[int]
    offered_before: list[int]
    has_lost: bool = False
    """Something that it said is not in its own session."""


class World:
    """One thread and two agents."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.rows: dict[str, Row] = {}
        self.retired: list[Row] = []
        self.unsent: int | None = None
        self.model_requests: list[tuple[int, list[int]]] = []

    # -- the transcript

    def add(self, role: Role, words: str) -> int:
        """Append a message. Notices take seqs as well, so content has gaps."""
        seq = len(self.messages) + 1
        kind = MessageKind.HANDOFF if role is Role.SYSTEM else None
        self.messages.append(Message(MessageId(f"m{seq}"), ThreadId("t"), seq, role, (TextPart(f"<{seq}> {words}"),), kind))
        return seq

    def content(self) -> list[int]:
        return [message.seq for message in self.messages if message.is_content]

    def roll_back_after(self, seq: int) -> None:
        """Rewind: later messages leave content; sessions that saw more can't be used on (no agent here truncates that far)."""
        self.messages = [replace(message, rolled_back=message.rolled_back or message.seq > seq) for message in self.messages]
        for agent, row in list(self.rows.items()):
            if any(held > seq for held in [*row.native.held, *row.native.offered]):
                self.retire(agent)
        if self.unsent is not None and self.unsent > seq:
            self.unsent = None

    def ask(self, again: bool, words: str) -> int:
        """Return the seq to send: the unsent last message once more, or a new one."""
        if again and self.unsent is not None and self.content()[-1:] == [self.unsent]:
            return self.unsent
        return self.add(Role.USER, words)

    # -- sending

    def due(self, row: Row | None, current: int) -> list[int]:
        """What the bookkeeping says that the session has not seen; each way of asking gives the same."""
        known, own = (row.known, row.own) if row else (0, set())
        due = due_seqs(known, current, self.content(), own)
        transition = decide_transition(row.known if row else None, current, [seq for seq in self.content() if seq not in own])
        wanted = (
            (TransitionKind.DELTA if due else TransitionKind.REUSE)
            if row
            else (TransitionKind.HANDOFF if due else TransitionKind.FRESH)
        )
        assert transition.kind is wanted
        assert transition.after_seq == (known if wanted is TransitionKind.DELTA else None)
        assert due == [each.seq for each in due_messages(self.messages, known_upto_seq=known, current_seq=current, own_seqs=own)]
        return due

    def deliver(self, agent: str, current: int, budget: int) -> Sent:
        """The agent takes the prompt: what happens at acceptance."""
        row = self.rows.get(agent)
        is_fresh = row is None
        due = self.due(row, current)
        items = handoff_items([message for message in self.messages if message.seq in set(due)])
        block = build_handoff(items, budget, mode="delta", thread_id="t")
        chosen = [item.seq for item in block.chosen]
        row = row or Row(NativeSession())
        assert row.native.is_usable
        sent = Sent(
            agent, row, is_fresh, bool(due), bool(chosen), row.known, set(row.own), list(row.native.held), list(row.native.offered)
        )
        row.native.held += [*chosen, current]
        if chosen:
            row.native.offered += [seq for seq in due if seq not in chosen]
        self.rows[agent] = row
        row.own.add(current)
        row.known = known_after(row.known, current, had_due=sent.had_due, delivered_any=sent.delivered_any)
        self.unsent = None
        self.add(Role.SYSTEM, "receipt")
        return sent

    def reply(self, sent: Sent, words: str, is_held: bool) -> None:
        """The answer is stored: what happens at the finish. A partial answer may be lost to the agent's own session."""
        seq = self.add(Role.ASSISTANT, words)
        if is_held:
            self._holds(sent, seq)
        else:
            sent.has_lost = True

    def take(self, sent: Sent, words: str) -> None:
        """The agent takes a message into the turn that works, behind what it answered so far."""
        self._holds(sent, self.add(Role.USER, words))

    @staticmethod
    def _holds(sent: Sent, seq: int) -> None:
        sent.row.native.held.append(seq)
        sent.row.own.add(seq)
        if not sent.has_lost:
            sent.row.known = known_after(sent.row.known, seq, had_due=sent.had_due, delivered_any=sent.delivered_any)

    def cut_back(self, sent: Sent) -> None:
        """Accepted, failed without output, and the resumed session was cut back to its anchor: it is as it was before."""
        sent.row.native.held = sent.held_before
        sent.row.native.offered = sent.offered_before
        self.rows[sent.agent] = Row(sent.row.native, sent.known_before, sent.own_before)

    def retire(self, agent: str) -> None:
        """The native session is never used again."""
        row = self.rows.pop(agent, None)
        if row:
            row.native.is_usable = False
            self.retired.append(row)
