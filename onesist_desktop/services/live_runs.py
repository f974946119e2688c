# SPDX-License-Identifier: MIT
"""Which threads work right now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import MessageKind, MessageStatus, Role
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import Outcome, OutcomeKind
from onesist_desktop.services.run_life import RunLife
from onesist_desktop.services.views import ThreadState
from onesist_desktop.storage.records import RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class LiveRun:
    """A run that works, with its task."""

    life: RunLife
    task: asyncio.Task[Outcome]


class LiveRuns:
    """The runs of this app that work, one per thread."""

    def __init__(self) -> None:
        self._runs: dict[ThreadId, LiveRun] = {}

    def get(self, thread_id: ThreadId) -> LiveRun | None:
        """Return a thread's run that works."""
        return self._runs.get(thread_id)

    def all(self) -> list[LiveRun]:
        """Return all."""
        return list(self._runs.values())

    def add(self, thread_id: ThreadId, run: LiveRun) -> None:
        """Note that a run works."""
        self._runs[thread_id] = run

    def remove(self, thread_id: ThreadId) -> None:
        """Note that it ended."""
        self._runs.pop(thread_id, None)

    def state_of(self, thread_id: ThreadId, newest: RunRecord | None) -> ThreadState:
        """Return what the thread's row shows."""
        return self.state(thread_id, has_failed=newest is not None and newest.outcome is OutcomeKind.FAILED)

    def state(self, thread_id: ThreadId, *, has_failed: bool) -> ThreadState:
        """Return what the thread's row shows. ``has_failed``: its newest run did, which counts while none works."""
        live = self._runs.get(thread_id)
        if live is not None:
            return ThreadState.ASKS if live.life.approvals else ThreadState.WORKING
        return ThreadState.FAILED if has_failed else ThreadState.IDLE


def resendable(uow: UnitOfWork, thread_id: ThreadId) -> MessageId | None:
    """Return the message that offers *Send again*: the newest run's, unless that run completed or still works.

    Or the person's last message, where its answer was set aside.
    """
    newest, last = uow.runs.newest(thread_id), uow.messages.last_content(thread_id)
    if newest is not None and newest.status is not RunStatus.FINISHED:
        return None
    if last is not None and last.role is Role.USER and last.kind is None and uow.rewinds.ends_at(thread_id, last.seq):
        return last.id
    if newest is None or newest.outcome is OutcomeKind.COMPLETED:
        return None
    if last is not None and last.kind is MessageKind.MERGE:
        # What a fork brought back answers nothing.
        last = uow.merges.last_said(thread_id)
    if last is None:
        return None
    asked_id = uow.steers.asked_last(newest)
    is_prompt = last.role is Role.USER and last.id == asked_id
    is_cut_reply = last.status is MessageStatus.INTERRUPTED and last.run_id == newest.id
    return asked_id if is_prompt or is_cut_reply else None
