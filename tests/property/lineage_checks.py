# SPDX-License-Identifier: MIT
"""Compares what agents' sessions really hold with what the threads say: nothing is lost, repeated, kept or told elsewhere."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus
from onesist_desktop.core.records import HandoffDelivery, RewindState, SessionState
from onesist_desktop.storage.records import RewindRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.tables import (
    chat_provider_sessions,
    context_handoffs,
    context_transfers,
    message_parts,
    messages,
    queued_messages,
    rewinds,
    run_steers,
    runs,
    threads,
)
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import ScriptedAnswerer

_TOKEN = re.compile(r"<[UR]\d+>")


@dataclass
class Looked:
    """What was found before.

    Attributes:
        is_tight: A handoff or a merge had little room once, so that something may have been left out.
        left_out_of_merges: Tokens of what merges left out.
        before_rewind: What threads showed before each rewind.
    """

    is_tight: bool = False
    left_out_of_merges: set[str] = field(default_factory=set)
    before_rewind: dict[str, list[Message]] = field(default_factory=dict)
    prompts: dict[str, int] = field(default_factory=dict)
    seqs: dict[MessageId, tuple[ThreadId, int]] = field(default_factory=dict)
    last_seqs: dict[ThreadId, int] = field(default_factory=dict)
    left_out: dict[str, set[int]] = field(default_factory=dict)
    inherited: dict[str, set[int]] = field(default_factory=dict)
    natives: set[str] = field(default_factory=set)
    forked_natives: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Thread:
    """A thread with all of its messages."""

    record: ThreadRecord
    messages: list[Message]
    open_rewinds: list[RewindRecord]

    @property
    def content(self) -> list[Message]:
        return [message for message in self.messages if message.is_content]

    @property
    def tokens(self) -> set[str]:
        """What is said in it now."""
        return {token for message in self.content for token in tokens_of(message)}

    @property
    def sayable(self) -> set[str]:
        """What a session of it may hold: also what can still come back, and what is being said."""
        return self.tokens | {token for message in self.messages if self._may_be_held(message) for token in tokens_of(message)}

    def _may_be_held(self, message: Message) -> bool:
        is_open = any(rewind.to_seq < message.seq <= rewind.upto_seq for rewind in self.open_rewinds)
        return message.status is MessageStatus.STREAMING or (message.rolled_back and is_open)


def tokens_in(text: str) -> list[str]:
    """List the tokens of a text, each as often as it stands there."""
    return _TOKEN.findall(text)


def tokens_of(message: Message) -> list[str]:
    """List the tokens of a message."""
    return tokens_in(message.text)


def read_threads(uow: UnitOfWork) -> list[Thread]:
    """Read all threads, deleted ones too."""
    found = []
    for name in uow._connection.execute(select(threads.c.id)).scalars().all():
        record = uow.threads.get(ThreadId(name))
        said = uow.messages.with_seqs(record.id, range(1, record.last_seq + 1))
        found.append(Thread(record, said, [each for each in uow.rewinds.of_thread(record.id) if each.state is RewindState.OPEN]))
    return found


def check(uow: UnitOfWork, looked: Looked, answerers: Mapping[str, ScriptedAnswerer]) -> None:
    """Raise AssertionError where something is lost, repeated, kept, or told to somebody whom it doesn't concern."""
    found = read_threads(uow)
    by_id = {thread.record.id: thread for thread in found}
    for thread in found:
        _check_seqs(thread, looked)
        said = [token for message in thread.content for token in tokens_of(message)]
        assert len(said) == len(set(said)), f"said twice in {thread.record.id}: {said}"
        for rewind in thread.open_rewinds:
            assert all(message.seq <= rewind.to_seq for message in thread.content), "what is sent makes a rewind final"
        if thread.record.parent_thread_id in by_id:
            _check_merges(by_id[thread.record.parent_thread_id], thread, looked)
    for name, answerer in answerers.items():
        for native, texts in answerer.held.items():
            told = tokens_in("\n".join(texts))
            assert len(told) == len(set(told)), f"repeated in session {native} of {name}: {texts}"
        _check_prompts(uow, looked, name, answerer, by_id)
        if answerer.capabilities.is_agent:
            for thread in found:
                _check_sessions(uow, looked, answerer, thread)


def _check_seqs(thread: Thread, looked: Looked) -> None:
    record = thread.record
    seqs = [message.seq for message in thread.messages]
    assert seqs == sorted(set(seqs))
    before = looked.last_seqs.get(record.id, 0)
    assert record.last_seq >= max([before, *seqs]), "seqs only grow"
    for message in thread.messages:
        known = looked.seqs.setdefault(message.id, (record.id, message.seq))
        assert known == (record.id, message.seq), "a message keeps its seq"
        assert not message.rolled_back or not message.is_content
    looked.last_seqs[record.id] = record.last_seq


def _check_merges(parent: Thread, child: Thread, looked: Looked) -> None:
    merges = [m for m in parent.content if m.kind is MessageKind.MERGE and m.data["child_thread_id"] == child.record.id]
    upto = max((int(str(m.data["to_seq"])) for m in merges), default=0)
    assert (child.record.merged_upto_seq or 0) == upto, "what counts as merged is what live merges brought"
    brought = {token for message in merges for token in tokens_of(message)}
    forked_at = child.record.forked_at_seq or 0
    own = {token for message in child.content if forked_at < message.seq <= upto for token in tokens_of(message)}
    assert own <= brought | looked.left_out_of_merges, "a merge brings all that is new"


def _check_prompts(
    uow: UnitOfWork, looked: Looked, name: str, answerer: ScriptedAnswerer, by_id: Mapping[ThreadId, Thread]
) -> None:
    """See that each prompt since the last look told only what was said in its thread before."""
    for prompt in answerer.prompts[looked.prompts.get(name, 0) :]:
        message = _asked(uow, prompt.message_id)
        thread = by_id[message.thread_id]
        before = [token for each in thread.content if each.seq < message.seq for token in tokens_of(each)]
        told = tokens_in("\n".join([prompt.context, *(entry.text for entry in prompt.history)]))
        assert len(told) == len(set(told)), f"told twice: {told}"
        assert set(told) <= set(before), f"told what doesn't belong there: {set(told) - set(before)}"
        assert tokens_in(prompt.text) in (tokens_of(message), [])
        if not answerer.capabilities.is_agent:
            assert set(told) == set(before), f"not told: {set(before) - set(told)}"
    looked.prompts[name] = len(answerer.prompts)


def _asked(uow: UnitOfWork, prompt_id: MessageId) -> Message:
    try:
        return uow.messages.get(prompt_id)
    except NotFoundError:
        return uow.messages.get(uow.runs.get(RunId(prompt_id)).user_message_id)


def _check_sessions(uow: UnitOfWork, looked: Looked, answerer: ScriptedAnswerer, thread: Thread) -> None:
    rows = uow.sessions.of_thread(thread.record.id, ProviderId(answerer.provider))
    for row in rows:
        _note_left_out(uow, looked, row, thread.content)
    active = [row for row in rows if row.state is SessionState.ACTIVE]
    assert len(active) <= 1
    for row in active:
        native = row.native_session_id or ""
        held = answerer.held[native]
        held = held if row.truncate_to is None else held[: int(row.truncate_to)]
        told = tokens_in("\n".join(held))
        where = f"{native} of {answerer.provider} in {thread.record.id}, known {row.known_upto_seq}: {held}"
        assert set(told) <= thread.sayable, f"remembers {set(told) - thread.sayable}: {where}"
        own = uow.runs.own_message_ids(row.id)
        for message in thread.content:
            is_own = message.id in own or message.seq in row.inherited_seqs
            is_owed = message.seq > row.known_upto_seq and not is_own
            for token in tokens_of(message):
                is_held = token in told
                assert is_held or is_owed or message.seq in looked.left_out[native], f"lost {token} (#{message.seq}): {where}"
                assert not (is_held and is_owed), f"would repeat {token} (#{message.seq}): {where}"


def _note_left_out(uow: UnitOfWork, looked: Looked, row: SessionRecord, content: Sequence[Message]) -> None:
    """Note what receipts list as left out: those of a session, and those of the one that it was forked from, as they were then."""
    native = row.native_session_id or ""
    looked.natives.add(native)
    if row.forked_from is not None and native not in looked.inherited:
        looked.forked_natives.add(native)
        looked.inherited[native] = set(looked.left_out.get(row.forked_from, ()))
    merges = {message.seq for message in content if message.kind is MessageKind.MERGE}
    left_out = set(looked.inherited.get(native, ()))
    for handoff in uow.handoffs.of_session(row.id):
        if handoff.delivery is HandoffDelivery.DELIVERED:
            left_out |= set(handoff.omitted_seqs)
            if handoff.omitted_count > len(handoff.omitted_seqs):
                # Some of what a merge had brought.
                left_out |= merges.intersection(handoff.included_seqs)
    assert looked.is_tight or not left_out, "something was left out although there was room"
    looked.left_out[native] = left_out


def fingerprints(uow: UnitOfWork) -> dict[tuple[ThreadId, str], str]:
    """Digest what is stored of every thread, table by table. What is only kept to be quick is left out."""
    connection = uow._connection
    of_message = select(messages.c.thread_id, message_parts).join(message_parts, message_parts.c.message_id == messages.c.id)
    of_run = select(runs.c.thread_id, run_steers).join(run_steers, run_steers.c.run_id == runs.c.id)
    selects = {
        "threads": select(threads.c.id, threads).order_by(threads.c.id),
        "message_parts": of_message.order_by(message_parts.c.message_id, message_parts.c.ordinal),
        "run_steers": of_run.order_by(run_steers.c.message_id),
        "transfers": select(context_transfers.c.target_thread_id, context_transfers).order_by(context_transfers.c.id),
    }
    for table in (messages, runs, chat_provider_sessions, context_handoffs, rewinds, queued_messages):
        selects[table.name] = select(table.c.thread_id, table).order_by(table.c.id)
    return _digests(connection, selects)


def _digests(connection: Connection, selects: Mapping[str, object]) -> dict[tuple[ThreadId, str], str]:
    found: dict[tuple[ThreadId, str], hashlib._Hash] = {}
    for name, query in selects.items():
        for row in connection.execute(query):  # type: ignore[call-overload]
            found.setdefault((ThreadId(row[0]), name), hashlib.sha256()).update(repr(row).encode())
    return {key: digest.hexdigest() for key, digest in found.items()}


def owners_of_sessions(uow: UnitOfWork) -> dict[str, ThreadId]:
    """Tell which thread each agent's own session belongs to."""
    table = chat_provider_sessions
    query = select(table.c.native_session_id, table.c.thread_id)
    return {native: ThreadId(thread_id) for native, thread_id in uow._connection.execute(query) if native is not None}
