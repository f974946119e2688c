# SPDX-License-Identifier: MIT
"""What an agent waits on in one run: shown while it is open, kept in the answer with how it was decided."""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.messages import QuestionPart
from onesist_desktop.core.turn_events import ApprovalAsked, ApprovalClosed, AskedQuestion, AskKind, PartEnded, PartStarted
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ApprovalsChanged, ThreadChanged
from onesist_desktop.services.merge_looks import MergeLook, merge_look
from onesist_desktop.services.shown import thread_view
from onesist_desktop.services.stream_recorder import StreamRecorder
from onesist_desktop.services.views import ApprovalView, ThreadState
from onesist_desktop.storage.records import RunRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


class Approvals:
    """The open requests of a run, oldest first."""

    def __init__(self, context: ServiceContext, run: RunRecord, recorder: StreamRecorder) -> None:
        self._context = context
        self._run = run
        self._recorder = recorder
        self._open: dict[str, ApprovalView] = {}

    def __bool__(self) -> bool:
        """Whether the agent waits."""
        return bool(self._open)

    @property
    def views(self) -> tuple[ApprovalView, ...]:
        """The open requests."""
        return tuple(self._open.values())

    def request(self, request_id: str) -> ApprovalAsked | None:
        """Return an open request; None for one that isn't open."""
        view = self._open.get(request_id)
        return view.request if view is not None else None

    async def ask(self, request: ApprovalAsked) -> None:
        """Show a request. Raises StorageError."""
        view = ApprovalView(self._run.thread_id, self._run.id, request, self._context.clock(), request.cwd or self._run.cwd)
        waited = bool(self._open)
        self._open[request.request_id] = view
        await self._recorder.take(PartStarted(_key(request.request_id), _part(request)))
        await self._tell(waited)

    async def close(self, closed: ApprovalClosed) -> None:
        """Keep how a request was decided, or that nobody can answer it any more. Raises StorageError."""
        waited, view = bool(self._open), self._open.pop(closed.request_id, None)
        if view is not None:
            await self._recorder.take(PartEnded(_key(closed.request_id), _part(view.request, closed)))
            await self._tell(waited)

    def clear(self) -> None:
        """Take away what is open: the run has ended, which is told of its thread in a moment."""
        if self._open:
            self._open.clear()
            self._publish()

    async def _tell(self, waited: bool) -> None:
        self._publish()
        if waited == bool(self._open):
            return

        def read(uow: UnitOfWork) -> tuple[ThreadRecord, MergeLook]:
            record = uow.threads.get(self._run.thread_id)
            return record, merge_look(uow, record)

        record, merge = await self._context.database.run(read)
        state = ThreadState.ASKS if self._open else ThreadState.WORKING
        self._context.bus.publish(ThreadChanged(thread_view(record, state, merge)))

    def _publish(self) -> None:
        self._context.bus.publish(ApprovalsChanged(self._run.thread_id, self.views))


def _part(request: ApprovalAsked, closed: ApprovalClosed | None = None) -> QuestionPart:
    answer = closed.answer if closed is not None else None
    return QuestionPart(
        request.request_id,
        _question(request),
        request.options,
        answer,
        expired=closed is not None and answer is None,
        kind=str(request.kind),
        word=(closed.word or _answered(request.questions, closed.answers)) if closed is not None else "",
    )


def _question(request: ApprovalAsked) -> str:
    if request.kind is AskKind.QUESTION and request.questions:
        return "\n".join(question.text for question in request.questions)
    if request.kind is AskKind.COMMAND and request.detail:
        # Some agents call it by their tool's name only, which says nothing of what was allowed.
        return request.detail
    detail = "" if request.detail == request.title else request.detail
    return f"{request.title}\n{detail}".strip()


def _answered(questions: Sequence[AskedQuestion], answers: Sequence[Sequence[str]]) -> str:
    """Return the answers as one text; of several questions each has its line."""
    joined = [", ".join(answer) for answer in answers]
    if len(questions) < 2:
        return "\n".join(joined)
    pairs = zip(questions, joined, strict=False)
    return "\n".join(f"{question.header or question.text}: {answer}" for question, answer in pairs if answer)


def _key(request_id: str) -> str:
    return f"approval:{request_id}"
