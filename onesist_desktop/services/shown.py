# SPDX-License-Identifier: MIT
"""Turns what is stored into what is shown: secrets of the person's own are restored for display only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from onesist_desktop.core.messages import Message
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.core.turn_events import Outcome, Retrying
from onesist_desktop.services.merge_looks import NO_FORK, MergeLook
from onesist_desktop.services.resolving import kind_of
from onesist_desktop.services.views import HandoffView, RunView, ThreadState, ThreadView
from onesist_desktop.storage.records import HandoffRecord, RunRecord, ThreadRecord


def shown_message(message: Message, redactor: Redactor) -> Message:
    """Return a stored message as the window shows it."""
    if not message.parts:
        return message
    return replace(message, parts=tuple(redactor.restore_part(part) for part in message.parts))


def handoff_view(record: HandoffRecord) -> HandoffView:
    """Return a handoff as the window sees it. Secrets stay hidden: it shows what the provider got."""
    return HandoffView(
        id=record.id,
        thread_id=record.thread_id,
        provider_id=record.provider_id,
        strategy=record.strategy,
        delivery=record.delivery,
        text=record.text,
        size_bytes=record.size_bytes,
        included_count=record.included_count,
        omitted_count=record.omitted_count,
        created_at=record.created_at,
    )


@dataclass(frozen=True, slots=True)
class RunActivity:
    """What is known of a run only while it works; see :class:`RunView`. ``retry`` is what the provider told of its last try."""

    retry: Retrying | None = None
    quiet_since: float | None = None
    can_steer: bool = False


def run_view(run: RunRecord, activity: RunActivity | None = None) -> RunView:
    """Return a run as the window sees it."""
    now = activity or RunActivity()
    return RunView(
        id=run.id,
        thread_id=run.thread_id,
        ordinal=run.ordinal,
        provider_id=run.provider_id,
        model=run.model,
        status=run.status,
        user_message_id=run.user_message_id,
        reply_message_id=run.reply_message_id,
        handoff_id=run.handoff_id,
        outcome=Outcome(run.outcome, run.reason, run.detail or "", run.resets_at) if run.outcome is not None else None,
        usage=run.usage,
        started_at=run.started_at,
        finished_at=run.finished_at,
        retry_attempt=now.retry.attempt if now.retry is not None else 0,
        retry_max=now.retry.max_attempts if now.retry is not None else 0,
        retry_reason=now.retry.reason if now.retry is not None else None,
        effort=run.effort,
        quiet_since=now.quiet_since,
        can_steer=now.can_steer,
    )


def thread_view(record: ThreadRecord, state: ThreadState, merge: MergeLook = NO_FORK) -> ThreadView:
    """Return a thread as its row shows it. ``merge`` is read by ``services.merge_looks``, for whatever may be a fork."""
    return ThreadView(
        id=record.id,
        project_id=record.project_id,
        title=record.title,
        parent_thread_id=record.parent_thread_id,
        forked_at_seq=record.forked_at_seq,
        provider_id=record.provider_id,
        model=record.model,
        mode=record.mode,
        effort=record.effort,
        state=state,
        updated_at=record.updated_at,
        is_unread=record.is_unread,
        workspace_kind=kind_of(record.repository, record.worktree_id),
        worktree_id=record.worktree_id,
        repository=record.repository or "",
        merge=merge.state,
        unmerged_count=merge.unmerged_count,
        merge_waits=merge.waits,
        fork_number=record.fork_number,
        is_renamed=record.is_renamed,
        own_words=record.own_words,
        parent_title=record.parent_title,
        is_pinned=record.pinned_at is not None,
    )
