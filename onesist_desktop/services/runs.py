# SPDX-License-Identifier: MIT
"""What a run did, for the inspector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onesist_desktop.core.ids import ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.turn_events import Usage
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.shown import handoff_view, run_view, shown_message
from onesist_desktop.services.views import ProviderUsage, RunDetails
from onesist_desktop.services.workspace_looks import repository_title
from onesist_desktop.storage.records import HandoffRecord, RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class _Read:
    run: RunRecord
    question: Message
    reply: Message | None
    handoff: HandoffRecord | None
    session: SessionRecord | None
    neighbours: tuple[RunId | None, RunId | None]
    copy_of: str
    copy_is_gone: bool


class RunService:
    """The use cases of ``services.api.Runs``."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def details(self, run_id: RunId) -> RunDetails:
        """Read a run. Raises NotFoundError."""
        return self._details(await self._context.database.run(lambda uow: _read(uow, uow.runs.get(run_id))))

    async def newest(self, thread_id: ThreadId) -> RunDetails | None:
        """Read the newest run of a thread."""

        def read(uow: UnitOfWork) -> _Read | None:
            newest = uow.runs.newest(thread_id)
            return _read(uow, newest) if newest is not None else None

        found = await self._context.database.run(read)
        return self._details(found) if found is not None else None

    async def usage(self, thread_id: ThreadId) -> Sequence[ProviderUsage]:
        """Sum what the runs of a thread used, for each provider, the one with the most runs first."""
        return _summed(await self._context.database.run(lambda uow: uow.runs.usage(thread_id)))

    def _details(self, found: _Read) -> RunDetails:
        run, session, reply = found.run, found.session, found.reply
        return RunDetails(
            run=run_view(run),
            mode=run.mode,
            cwd=run.cwd,
            question_seq=found.question.seq,
            handoff=handoff_view(found.handoff) if found.handoff is not None else None,
            native_session_id=(session.native_session_id or "") if session is not None else "",
            session_note=str(session.retired_reason or "") if session is not None else "",
            # After a rewind to the question the run is still there, and what it answered isn't.
            reply=shown_message(reply, self._context.redactor) if reply is not None and not reply.rolled_back else None,
            previous_run_id=found.neighbours[0],
            next_run_id=found.neighbours[1],
            copy_of=found.copy_of,
            copy_is_gone=found.copy_is_gone,
        )


def _read(uow: UnitOfWork, run: RunRecord) -> _Read:
    copy = uow.worktrees.ever_at(run.cwd)
    project = uow.projects.get(copy.project_id) if copy is not None else None
    return _Read(
        run,
        uow.messages.get(run.user_message_id),
        uow.messages.get(run.reply_message_id) if run.reply_message_id is not None else None,
        uow.handoffs.get(run.handoff_id) if run.handoff_id is not None else None,
        uow.sessions.get(run.session_row_id) if run.session_row_id is not None else None,
        uow.runs.neighbours(run),
        repository_title(project, copy.repository) if copy is not None and project is not None else "",
        copy is not None and copy.state in {WorktreeState.RELEASED, WorktreeState.REMOVED},
    )


def _summed(runs: Iterable[tuple[ProviderId, Usage | None]]) -> list[ProviderUsage]:
    """Sum by provider. A run that told nothing counts as a run."""
    counts: dict[ProviderId, int] = {}
    sums: dict[ProviderId, Usage] = {}
    for provider_id, usage in runs:
        counts[provider_id] = counts.get(provider_id, 0) + 1
        so_far, more = sums.get(provider_id, Usage()), usage or Usage()
        sums[provider_id] = Usage(
            so_far.input_tokens + more.input_tokens,
            so_far.output_tokens + more.output_tokens,
            so_far.cache_read_tokens + more.cache_read_tokens,
            so_far.cache_write_tokens + more.cache_write_tokens,
        )
    found = [ProviderUsage(provider_id, count, sums[provider_id]) for provider_id, count in counts.items()]
    return sorted(found, key=lambda usage: -usage.run_count)
