# SPDX-License-Identifier: MIT
"""Turns what is stored into what is shown: secrets of the person's own are restored for display only."""

from __future__ import annotations

from dataclasses import replace

from onesist_desktop.core.messages import Message
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.core.turn_events import Outcome
from onesist_desktop.services.views import HandoffView, RunView
from onesist_desktop.storage.records import HandoffRecord, RunRecord


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


def run_view(run: RunRecord) -> RunView:
    """Return a run as the window sees it."""
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
        outcome=Outcome(run.outcome, run.reason, run.detail or "") if run.outcome is not None else None,
        usage=run.usage,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )
