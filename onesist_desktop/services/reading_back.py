# SPDX-License-Identifier: MIT
"""Asks an agent's own session what it holds of an answer that was cut off: that is never told to it a second time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from onesist_desktop.core.answerer import Answerer, ReadBack, SessionSpec
from onesist_desktop.core.errors import FailureReason, OnesistError
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageStatus, Part, close_part, is_empty
from onesist_desktop.core.turn_events import COMPLETED, Delivery, TurnEnded
from onesist_desktop.services import bookkeeping
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.recovered_answer import join_answer
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

LOOK_LIMIT_S = 10.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CutOff:
    """An answer in two, as it is to be stored.

    Attributes:
        reply: What the agent's session holds of it; all of it where that is nothing.
        rest: What the person saw beyond that; a message of its own, owed to the session like anybody else's words.
        is_held: Whether the session holds anything of it.
    """

    reply: Message
    rest: tuple[Part, ...] = ()
    is_held: bool = True


def split_reply(stored: Message, read_back: ReadBack, mask: Callable[[Part], Part] = lambda part: part) -> CutOff:
    """Split an answer by what its agent's session holds. ``mask`` hides the secrets in what was read, as they are in ``stored``."""
    answer = join_answer(stored.parts, [mask(part) for part in read_back.parts])
    if not answer.held:
        return unheld(stored)
    status = MessageStatus.SETTLED if read_back.is_whole else MessageStatus.INTERRUPTED
    rest = () if read_back.is_whole else closed_parts(answer.rest)
    return CutOff(replace(stored, status=status, parts=closed_parts(answer.held)), rest)


def unheld(stored: Message) -> CutOff:
    """Return an answer of which the session holds nothing, or nobody knows what."""
    return CutOff(replace(stored, status=MessageStatus.INTERRUPTED, parts=closed_parts(stored.parts)), is_held=False)


def end_as_read(ended: TurnEnded, read_back: ReadBack) -> TurnEnded:
    """Return how a turn ended, once its session was read. A program that died after its answer was whole has answered.

    Whether the answer is held is told by :func:`split_reply`.
    """
    is_answered = read_back.is_whole and ended.outcome.reason is FailureReason.CRASHED
    outcome = COMPLETED if is_answered else ended.outcome
    return replace(ended, outcome=outcome, anchor=read_back.anchor)


async def read_cut_off(context: ServiceContext, answerer: Answerer, run: RunRecord, ended: TurnEnded) -> ReadBack | None:
    """Return what the session holds of an accepted turn that broke off; None where that is told, nothing, or nobody knows."""
    is_told = ended.reply_held or not ended.session_alive or ended.delivery is not Delivery.ACCEPTED
    if is_told or run.session_row_id is None or not answerer.capabilities.can_read_back:
        return None
    row_id = run.session_row_id

    def look_up(uow: UnitOfWork) -> tuple[SessionRecord, MessageId]:
        return uow.sessions.get(row_id), asked_last(uow, run)

    row, prompt_id = await context.database.run(look_up)
    found = await within_limit(answerer.read_back(session_spec(run, row), prompt_id), None)
    return found if found is not None and found.parts else None


def asked_last(uow: UnitOfWork, run: RunRecord) -> MessageId:
    """Return the id under which the session was asked last in a run, be it by a message that was handed to it while it worked."""
    asked_id = uow.steers.asked_last(run)
    return bookkeeping.prompt_id_of(uow, run, run.session_row_id) if asked_id == run.user_message_id else asked_id


def session_spec(run: RunRecord, row: SessionRecord) -> SessionSpec:
    """Return what names the session of a run to its answerer."""
    return SessionSpec(
        thread_id=run.thread_id,
        session_key=row.id,
        cwd=row.cwd,
        native_session_id=row.native_session_id,
        mode=row.mode,
        model=row.model,
        # Not cut back yet as far as we know, so what the cut was to remove is no sign of this prompt.
        truncate_to=row.truncate_to,
    )


def closed_parts(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts that hold something, none of them at work any more."""
    return tuple(close_part(part) for part in parts if not is_empty(part))


async def within_limit(look: Awaitable[T], otherwise: T) -> T:
    """Look into an agent's session, but never let it hold up or break what comes after."""
    try:
        async with asyncio.timeout(LOOK_LIMIT_S):
            return await look
    except (OnesistError, OSError, TimeoutError) as error:
        log.info("an agent's session can't be looked at: %s", error)
    except Exception:
        # A fault of an adapter, met with a file that another program wrote.
        log.exception("an agent's session can't be looked at")
    return otherwise
