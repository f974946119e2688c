# SPDX-License-Identifier: MIT
"""The rules of forks: where a thread may be forked, what the fork is called, and which agent session it may begin from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from onesist_desktop.core.answerer import Capabilities, ForkAbility
from onesist_desktop.core.errors import FailureReason, LineageError, LineageFault
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.records import RetireReason, SessionState

FIRST_FORK_NUMBER = 2
"""The first fork of a family; its root counts as the first thread."""
HARMLESS = frozenset(
    {
        RetireReason.REPLACED,
        RetireReason.CWD_CHANGED,
        RetireReason.MODEL_CHANGED,
        RetireReason.REWOUND,
        RetireReason.MANY_RUNS,
        RetireReason.MANY_DELTAS,
        RetireReason.NARROW_DELTA,
    }
)
"""Reasons that say nothing against what a session holds up to one of its earlier turns."""
SAME_WITHOUT_FORK = frozenset(
    {
        FailureReason.PROGRAM_MISSING,
        FailureReason.NOT_SIGNED_IN,
        FailureReason.KEY_MISSING,
        FailureReason.OVERLOADED,
        FailureReason.RATE_LIMITED,
        FailureReason.LIMIT_REACHED,
        FailureReason.WORKSPACE_MISSING,
        FailureReason.APP_CLOSED,
    }
)
"""Failures that a session which is not forked would meet in the same way."""


@dataclass(frozen=True, slots=True)
class Link:
    """A thread as its lineage is stored. ``forked_at_seq``: the last message that it has from its parent."""

    thread_id: ThreadId
    parent_id: ThreadId | None = None
    forked_at_seq: int | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a thread's messages reach into a fork: it has a copy of those up to ``upto_seq``, unless they were rolled back."""

    thread_id: ThreadId
    upto_seq: int


def ancestors(start: Link, read: Callable[[ThreadId], Link | None]) -> list[Reach]:
    """List the threads that a thread descends from, its parent first.

    Args:
        start: The thread.
        read: Returns a thread's link, None where that thread isn't there (any more); the list ends before such a one.

    Raises:
        LineageError: CYCLE.
    """
    found: list[Reach] = []
    met, link, upto_seq = {start.thread_id}, start, start.forked_at_seq
    while link.parent_id is not None:
        if link.parent_id in met:
            raise LineageError(LineageFault.CYCLE, str(start.thread_id))
        met.add(link.parent_id)
        parent = read(link.parent_id)
        if parent is None:
            break
        # A fork of which nobody knows where it began has nothing for certain.
        upto_seq = min(upto_seq or 0, link.forked_at_seq or 0)
        found.append(Reach(parent.thread_id, upto_seq))
        link = parent
    return found


def check_fork_point(message: Message | None, *, has_content: bool) -> Message:
    """Return the message that a thread is to be forked at. ``has_content``: whether the thread has any.

    Raises:
        LineageError: EMPTY or UNKNOWN_SEQ.
    """
    if not has_content:
        raise LineageError(LineageFault.EMPTY)
    if message is None or not message.is_content:
        raise LineageError(LineageFault.UNKNOWN_SEQ)
    return message


def base_title(title: str, fork_number: int | None) -> str:
    """Return a title without the number that tells the thread from the others of its family."""
    if fork_number is None:
        return title
    return title.removesuffix(f"({fork_number})").rstrip()


def fork_title(base: str, number: int, limit: int) -> str:
    """Return the title of a fork, of at most ``limit`` characters: its number always stays."""
    ending = f"({number})"
    return f"{base[: limit - len(ending) - 1].rstrip()} {ending}".lstrip()


def next_fork_number(taken: Iterable[int | None]) -> int:
    """Return the number of a family's next fork; ``taken`` are those of all its threads."""
    return max((number for number in taken if number is not None), default=FIRST_FORK_NUMBER - 1) + 1


@dataclass(frozen=True, slots=True)
class SourceSession:
    """What counts of a session row that a fork might begin from."""

    state: SessionState
    reason: RetireReason | None
    cwd: str
    model: str | None
    has_native_id: bool = True
    is_cut_later: bool = False
    """It holds more than it should, and is cut back with its next turn."""


def may_begin_from(session: SourceSession, capabilities: Capabilities, *, cwd: str, model: str | None) -> bool:
    """Tell whether an agent may fork a session for a thread that works in ``cwd`` with ``model``."""
    if capabilities.fork is ForkAbility.NONE or not session.has_native_id or session.cwd != cwd:
        return False
    if session.model != model and not capabilities.can_change_model:
        return False
    if session.state is SessionState.RETIRED:
        return capabilities.fork is ForkAbility.AT_MESSAGE and session.reason in HARMLESS
    return session.state is SessionState.ACTIVE


@dataclass(frozen=True, slots=True)
class ForkAt:
    """Where in a session a fork begins. ``anchor`` is the agent's own; None for the session's end."""

    anchor: str | None


def fork_place(session: SourceSession, ability: ForkAbility, anchor: str | None, *, is_head: bool, works: bool) -> ForkAt | None:
    """Return where in a session a fork begins that is to hold it up to one of its runs; None where it can't.

    Args:
        session: It passed :func:`may_begin_from`.
        ability: What its agent can.
        anchor: The agent's own name of the point after that run.
        is_head: The session has accepted nothing since that run.
        works: A run works in the session, or is about to.
    """
    if ability is ForkAbility.AT_MESSAGE and anchor is not None:
        return ForkAt(anchor)
    is_at_end = is_head and not works and not session.is_cut_later and session.state is SessionState.ACTIVE
    return ForkAt(None) if ability is not ForkAbility.NONE and is_at_end else None
