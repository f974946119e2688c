# SPDX-License-Identifier: MIT
"""Reads the lineage of threads: the map, an answer on it, and a thread's family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from onesist_desktop.core.beginnings import beginning_of
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProjectId, RunId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, FileChangePart, Message, Part, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.families import kin_of, movements_of, others_seen, shares_of
from onesist_desktop.services.handoff_looks import Look
from onesist_desktop.services.handoffs import HandoffService, KnownModels
from onesist_desktop.services.lineage_views import Bead, BeadDetails, BeadState, FamilyView, Lane, LineageMap, MapMerge
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.reading_threads import read_threads
from onesist_desktop.services.rewinding import open_rewind
from onesist_desktop.services.shown import shown_message
from onesist_desktop.services.views import MergeState, ThreadView
from onesist_desktop.storage.lineage import AnswerParts, LiveMerge, MapRun
from onesist_desktop.storage.records import RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

SLICE_THREADS = 100
"""Threads of which the runs are read in one slice: some ten milliseconds."""
TEXT_LIMIT = 200
_SCANNED = 2_000
"""Characters of a text that are looked at for its beginning."""


class LineageService:
    """The use cases of ``services.lineage_api.Lineage``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, models: KnownModels) -> None:
        self._context = context
        self._live = live
        self._handoffs = HandoffService(context, models)

    async def map(self, project_id: ProjectId) -> LineageMap:
        """Read all threads with their answers and merges."""

        def read(uow: UnitOfWork) -> tuple[list[ThreadView], list[LiveMerge]]:
            return read_threads(uow, self._live, uow.threads.of_project(project_id)), uow.lineage.merges(project_id)

        views, merges = await self._context.database.run(read)
        lanes: list[Lane] = []
        for start in range(0, len(views), SLICE_THREADS):
            some = views[start : start + SLICE_THREADS]
            ids = [view.id for view in some]
            runs = await self._context.database.run(partial(_runs, ids))
            lanes += [Lane(view, self._beads(runs.get(view.id, ()))) for view in some]
        shown = {view.id for view in views}
        return LineageMap(
            tuple(lanes),
            tuple(
                MapMerge(merge.child_id, merge.parent_id, merge.child_seq, merge.parent_seq, merge.at)
                for merge in merges
                if merge.child_id in shown and merge.parent_id in shown
            ),
        )

    async def bead(self, run_id: RunId) -> BeadDetails:
        """Read what the map's card shows of an answer. Raises NotFoundError."""

        def read(uow: UnitOfWork) -> tuple[MapRun, RunRecord, ThreadView, bool, Message, AnswerParts]:
            run, record = uow.lineage.run(run_id), uow.runs.get(run_id)
            if run is None:
                raise NotFoundError(f"the answer of run {run_id} was set aside")
            thread = uow.threads.get(run.thread_id)
            (view,) = read_threads(uow, self._live, [thread])
            siblings = {each.id for each in uow.threads.of_project(thread.project_id)} if view.parent_thread_id else set()
            asked = uow.messages.get(record.user_message_id)
            return run, record, view, view.parent_thread_id in siblings, asked, uow.lineage.answer_parts(run_id, run.thread_id)

        run, record, view, has_parent, asked, answer = await self._context.database.run(read)
        redactor = self._context.redactor
        parts = [redactor.restore_part(part) for part in answer.parts]
        (bead,) = self._beads([run])
        is_over = record.finished_at is not None
        return BeadDetails(
            bead,
            record.model,
            beginning(shown_message(asked, redactor).parts),
            beginning(parts, is_markdown=True),
            changed_files=len({part.path for part in parts if isinstance(part, FileChangePart)}),
            commands=answer.command_count,
            duration_s=max((record.finished_at or 0.0) - record.started_at, 0.0) if is_over else None,
            can_merge=has_parent and view.merge in (MergeState.UNMERGED, MergeState.PARTLY),
        )

    async def family(self, thread_id: ThreadId) -> FamilyView:
        """Read a thread's family, who has seen what of it, and what was handed over in it. Raises NotFoundError."""
        looks = await self._handoffs.looks(thread_id)

        def read(uow: UnitOfWork) -> FamilyView:
            return self._read_family(uow, thread_id, looks)

        return await self._context.database.run(read)

    def _read_family(self, uow: UnitOfWork, thread_id: ThreadId, looks: list[Look]) -> FamilyView:
        record = uow.threads.get(thread_id)
        kin = kin_of(uow, self._live, record)
        seen = shares_of(uow, thread_id, looks)
        answered = uow.lineage.answered(thread_id)
        seen |= others_seen(uow, thread_id, [each for each in answered if each.provider_id not in seen])
        # Who answered last comes first; then the others as pickers list them.
        order = [each.provider_id for each in answered]
        order += [provider_id for provider_id in seen if provider_id not in order]
        return FamilyView(
            thread_id,
            kin,
            tuple(seen[provider_id] for provider_id in order),
            movements_of(uow, thread_id, self._context.redactor),
            open_rewind(uow, thread_id),
            self._live.state_of(thread_id, uow.runs.newest(thread_id)),
        )

    def _beads(self, runs: Iterable[MapRun]) -> tuple[Bead, ...]:
        return tuple(
            Bead(
                run.thread_id,
                run.question_seq if run.reply_seq is None else run.reply_seq,
                run.question_seq,
                run.id,
                run.provider_id,
                run.started_at,
                _ENDED.get(run.outcome, BeadState.STOPPED) if run.status is RunStatus.FINISHED else self._unfinished(run),
                run.was_told,
            )
            for run in runs
        )

    def _unfinished(self, run: MapRun) -> BeadState:
        live = self._live.get(run.thread_id)
        if live is None or live.life.run.id != run.id:
            return BeadState.STOPPED
        return BeadState.ASKS if live.life.approvals else BeadState.WORKING


_ENDED: Mapping[OutcomeKind | None, BeadState] = {
    OutcomeKind.COMPLETED: BeadState.DONE,
    OutcomeKind.FAILED: BeadState.FAILED,
}


def _runs(thread_ids: list[ThreadId], uow: UnitOfWork) -> dict[ThreadId, list[MapRun]]:
    return uow.lineage.runs_of(thread_ids)


def beginning(parts: list[Part] | tuple[Part, ...], *, is_markdown: bool = False) -> str:
    """Return what texts begin with, in one line; where there is none, the names of what was attached.

    ``is_markdown``: texts are an answer's, whose marks are left away.
    """
    texts = [part.text for part in parts if isinstance(part, TextPart)] or [
        part.name for part in parts if isinstance(part, AttachmentPart)
    ]
    line, length = "", 0
    for text in texts:
        said = beginning_of(text[:_SCANNED], _SCANNED) if is_markdown else text[:_SCANNED]
        line = " ".join(f"{line} {said}".split())
        length = len(line)
        if length > TEXT_LIMIT:
            break
    return line if length <= TEXT_LIMIT else line[: TEXT_LIMIT - 1].rstrip() + "…"
