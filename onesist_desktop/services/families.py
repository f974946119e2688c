# SPDX-License-Identifier: MIT
"""A thread's family, who has seen what of the thread, and what was handed over in it; each read inside one unit of work."""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.handoff_looks import Look
from onesist_desktop.services.lineage_views import Kin, Movement, SeenBy
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.reading_threads import read_threads
from onesist_desktop.services.views import HandoffDelivery
from onesist_desktop.storage.lineage import Answered
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

MOVEMENTS = 50


def kin_of(uow: UnitOfWork, live: LiveRuns, record: ThreadRecord) -> tuple[Kin, ...]:
    """List the family of a thread, in the order of the tree. Archived and deleted threads are not in it, but the thread itself is.

    Lineage that goes in a circle, as only a damaged database has it, is cut where it would be read again.
    """
    known = {each.id: each for each in uow.threads.of_project(record.project_id)} | {record.id: record}
    children: dict[ThreadId, list[ThreadRecord]] = {}
    for each in known.values():
        if each.parent_thread_id is not None:
            children.setdefault(each.parent_thread_id, []).append(each)
    root, seen = record, {record.id}
    while root.parent_thread_id in known and root.parent_thread_id not in seen:
        root = known[root.parent_thread_id]
        seen.add(root.id)
    listed: list[tuple[ThreadRecord, int]] = []
    done: set[ThreadId] = set()
    waiting = [(root, 0)]
    while waiting:
        each, level = waiting.pop()
        if each.id in done:
            continue
        done.add(each.id)
        listed.append((each, level))
        forks = sorted(children.get(each.id, ()), key=lambda fork: (fork.forked_at_seq or 0, fork.created_at, fork.id))
        waiting += [(fork, level + 1) for fork in reversed(forks)]
    views = read_threads(uow, live, [each for each, _ in listed])
    return tuple(Kin(view, level, view.forked_at_seq) for view, (_, level) in zip(views, listed, strict=True))


def shares_of(uow: UnitOfWork, thread_id: ThreadId, looks: Sequence[Look]) -> dict[ProviderId, SeenBy]:
    """Return what everybody who may answer has seen of a thread, by what the next send would tell them."""
    total, last = uow.lineage.content_count(thread_id)
    found: dict[ProviderId, SeenBy] = {}
    for look in looks:
        provider_id = look.request.provider_id
        if not look.request.capabilities.is_agent:
            # It gets what fits each time.
            unfit = min(look.fit.omitted_count, total)
            found[provider_id] = SeenBy(provider_id, last, 0, _share(total - unfit, total), is_agent=False)
            continue
        gathered = look.known.gathered
        due = gathered.due.seqs
        upto = last if not due else uow.lineage.content_count(thread_id, due[0] - 1)[1]
        found[provider_id] = SeenBy(
            provider_id,
            upto,
            gathered.due_count,
            _share(total - len(due), total),
            is_agent=True,
            has_session=gathered.session is not None,
        )
    return found


def others_seen(uow: UnitOfWork, thread_id: ThreadId, answered: Sequence[Answered]) -> dict[ProviderId, SeenBy]:
    """Return the same of those who answered and aren't set up any more: what their session was told and said up to a seq."""
    total, last = uow.lineage.content_count(thread_id)
    found: dict[ProviderId, SeenBy] = {}
    for each in answered:
        if each.had_session:
            count, upto = uow.lineage.content_count(thread_id, each.known_upto_seq or 0)
            has_session = each.known_upto_seq is not None
            found[each.provider_id] = SeenBy(
                each.provider_id, upto, total - count, _share(count, total), is_agent=True, has_session=has_session
            )
        else:
            found[each.provider_id] = SeenBy(each.provider_id, last, 0, 1.0, is_agent=False)
    return found


def movements_of(uow: UnitOfWork, thread_id: ThreadId, redactor: Redactor) -> tuple[Movement, ...]:
    """List what was handed over in a thread and merged into it, newest first."""
    handed = [
        Movement(
            each.at,
            each.included,
            each.omitted,
            each.source_provider_id,
            each.target_provider_id,
            handoff_id=each.id,
            delivery=HandoffDelivery.DELIVERED,
        )
        for each in uow.lineage.delivered(thread_id, MOVEMENTS)
    ]
    merged = [
        Movement(
            each.at,
            each.included,
            each.omitted,
            merged_from=redactor.restore(each.child_title),
            merged_thread_id=each.child_id,
            message_id=each.message_id,
        )
        for each in uow.lineage.merge_notices(thread_id, MOVEMENTS)
    ]
    return tuple(sorted(handed + merged, key=lambda each: -each.at)[:MOVEMENTS])


def _share(count: int, total: int) -> float:
    return min(max(count / total, 0.0), 1.0) if total else 0.0
