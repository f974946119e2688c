# SPDX-License-Identifier: MIT
"""Finds the session of an ancestor that an agent can fork for a fork's first turn. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onesist_desktop.core.answerer import Capabilities, ForkAbility
from onesist_desktop.core.errors import LineageError, NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId, RunId, SessionRowId, ThreadId
from onesist_desktop.core.lineage import Link, Reach, SourceSession, ancestors, fork_place, may_begin_from
from onesist_desktop.core.messages import Message
from onesist_desktop.core.records import RetireReason, SessionState
from onesist_desktop.storage.records import RunRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class NativeFork:
    """Where a fork's session begins.

    Attributes:
        native_session_id: The agent's session to fork.
        anchor: The agent's own name of the point in it; None for its end.
        known_upto_seq: Up to where it has seen everything there.
        inherited_seqs: Sorted seqs that it holds beyond that.
        occupied: Tokens that it holds there, or at most; None where nobody knows.
        model: The model that it was used with.
        source_id: The row of that session.
        run_id: The last run that the fork has of it.
    """

    native_session_id: str
    anchor: str | None
    known_upto_seq: int
    source_id: SessionRowId
    run_id: RunId
    inherited_seqs: tuple[int, ...] = ()
    occupied: int | None = None
    context_window: int | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """A fork that has no session yet. ``thread_id`` has its messages; ``reaches`` are those that it has them from, nearest first.

    ``thread_id`` is the parent for a fork that isn't made yet.
    """

    thread_id: ThreadId
    reaches: tuple[Reach, ...]


def link_of(thread: ThreadRecord) -> Link:
    """Return a thread's link to its parent."""
    return Link(thread.id, thread.parent_thread_id, thread.forked_at_seq)


def read_reaches(uow: UnitOfWork, thread: ThreadRecord) -> list[Reach]:
    """List the ancestors of a thread that are there, as far as none before them is missing. Raises LineageError: CYCLE."""

    def read(thread_id: ThreadId) -> Link | None:
        try:
            found = uow.threads.get(thread_id)
        except NotFoundError:
            return None
        return link_of(found) if found.deleted_at is None else None

    return ancestors(link_of(thread), read)


def branch_of(uow: UnitOfWork, thread_id: ThreadId) -> Branch | None:
    """Return the branch that a thread is; None for one that is no fork, or whose stored lineage is damaged."""
    thread = uow.threads.get(thread_id)
    if thread.parent_thread_id is None:
        return None
    try:
        return Branch(thread_id, tuple(read_reaches(uow, thread)))
    except LineageError:
        # What was said is all there, so the thread can be worked in.
        return None


def branch_at(uow: UnitOfWork, thread: ThreadRecord, at_seq: int) -> Branch:
    """Return the branch that a fork of a thread would be. Raises LineageError: CYCLE."""
    reaches = [Reach(reach.thread_id, min(at_seq, reach.upto_seq)) for reach in read_reaches(uow, thread)]
    return Branch(thread.id, (Reach(thread.id, at_seq), *reaches))


def has_had_session(rows: Sequence[SessionRecord]) -> bool:
    """Tell whether an agent ever took a prompt in a thread, or may have."""
    return any(row.retired_reason is not RetireReason.NEVER_ACCEPTED for row in rows)


def find_native_fork(
    uow: UnitOfWork, branch: Branch, provider_id: ProviderId, capabilities: Capabilities, *, cwd: str, model: str | None
) -> NativeFork | None:
    """Return where an agent's session for a branch begins: after the last run that the branch has, where that can be forked."""
    if capabilities.fork is ForkAbility.NONE:
        return None
    for reach in branch.reaches:
        usable = {
            row.id: row
            for row in uow.sessions.of_thread(reach.thread_id, provider_id)
            if may_begin_from(_facts(row), capabilities, cwd=cwd, model=model)
        }
        for run in _runs(uow, reach, list(usable)):
            assert run.session_row_id is not None
            row = usable[run.session_row_id]
            found = _begin_after(uow, run, row, reach, capabilities) if _is_all_there(uow, run, branch, reach) else None
            if found is not None:
                return found
    return None


def is_as_planned(uow: UnitOfWork, native: NativeFork) -> bool:
    """Tell, once a session was forked, whether it held what was planned.

    Opening takes seconds. Meanwhile the ancestor may be sent something, which a fork at the end would have too, or be rewound.
    """
    try:
        row, run = uow.sessions.get(native.source_id), uow.runs.get(native.run_id)
    except NotFoundError:
        return False
    if native.anchor is not None:
        return run.prompt_held
    newest = uow.runs.last_accepted_in(row.id)
    is_untouched = row.state is SessionState.ACTIVE and row.truncate_to is None
    return is_untouched and newest is not None and newest.id == run.id and not uow.runs.works_in(row.id)


def _facts(row: SessionRecord) -> SourceSession:
    return SourceSession(
        row.state, row.retired_reason, row.cwd, row.model, bool(row.native_session_id), is_cut_later=row.truncate_to is not None
    )


def _runs(uow: UnitOfWork, reach: Reach, row_ids: Sequence[SessionRowId]) -> Iterator[RunRecord]:
    """Yield the runs of these sessions that began where the branch has its messages from, newest first."""
    some = uow.runs.held_upto(reach.thread_id, row_ids, reach.upto_seq) if row_ids else []
    while some:
        yield from some
        some = uow.runs.held_upto(reach.thread_id, row_ids, reach.upto_seq, some[-1])


def _is_all_there(uow: UnitOfWork, run: RunRecord, branch: Branch, reach: Reach) -> bool:
    """Tell whether the branch has everything that a run left in its session: nothing of it lies later or was rolled back."""
    said = _said_in(uow, run)
    if any(message.seq > reach.upto_seq or message.rolled_back for message in said):
        return False
    if branch.thread_id == run.thread_id:
        return True
    copies = {copy.seq: copy for copy in uow.messages.with_seqs(branch.thread_id, [message.seq for message in said])}
    return all(not message.is_content or _is_copy(copies.get(message.seq), message) for message in said)


def _is_copy(copy: Message | None, message: Message) -> bool:
    return copy is not None and copy.is_content and copy.origin_id == (message.origin_id or message.id)


def _said_in(uow: UnitOfWork, run: RunRecord) -> list[Message]:
    ids: list[MessageId | None] = [run.user_message_id, run.reply_message_id]
    for steer in uow.steers.of_run(run.id):
        ids += [steer.message_id, steer.reply_id]
    return [uow.messages.get(each) for each in ids if each is not None]


def _begin_after(
    uow: UnitOfWork, run: RunRecord, row: SessionRecord, reach: Reach, capabilities: Capabilities
) -> NativeFork | None:
    newest = uow.runs.last_accepted_in(row.id)
    is_head = newest is not None and newest.id == run.id
    place = fork_place(_facts(row), capabilities.fork, run.anchor, is_head=is_head, works=uow.runs.works_in(row.id))
    if place is None:
        return None
    assert row.native_session_id is not None
    known = min(run.known_after or 0, reach.upto_seq)
    inherited = {seq for seq in uow.runs.own_seqs(row, known, run) if seq <= reach.upto_seq}
    occupied = run.usage.occupied if run.usage is not None else None
    return NativeFork(
        row.native_session_id,
        place.anchor,
        known,
        row.id,
        run.id,
        tuple(sorted(inherited)),
        row.occupied if occupied is None else occupied,
        row.context_window if row.model == run.model else None,
        row.model,
    )
