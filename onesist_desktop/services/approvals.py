# SPDX-License-Identifier: MIT
"""What an agent waits on in one run: shown while it is open, kept in the answer with how it was decided."""

from __future__ import annotations

from onesist_desktop.core.messages import QuestionPart
from onesist_desktop.core.turn_events import ApprovalAsked, PartEnded, PartStarted
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ApprovalsChanged
from onesist_desktop.services.stream_recorder import StreamRecorder
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.storage.records import RunRecord


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

    def __contains__(self, request_id: str) -> bool:
        """Whether that request is open."""
        return request_id in self._open

    @property
    def views(self) -> tuple[ApprovalView, ...]:
        """The open requests."""
        return tuple(self._open.values())

    async def ask(self, request: ApprovalAsked) -> None:
        """Show a request."""
        self._open[request.request_id] = ApprovalView(self._run.thread_id, self._run.id, request)
        await self._recorder.take(PartStarted(_key(request.request_id), _part(request)))
        self._publish()

    async def close(self, request_id: str, answer: str | None) -> None:
        """Keep how a request was decided; None when nobody can answer it any more."""
        view = self._open.pop(request_id, None)
        if view is not None:
            await self._recorder.take(PartEnded(_key(request_id), _part(view.request, answer, expired=answer is None)))
            self._publish()

    def clear(self) -> None:
        """Take away what is open: the run has ended."""
        if self._open:
            self._open.clear()
            self._publish()

    def _publish(self) -> None:
        self._context.bus.publish(ApprovalsChanged(self._run.thread_id, self.views))


def _part(request: ApprovalAsked, answer: str | None = None, *, expired: bool = False) -> QuestionPart:
    detail = "" if request.detail == request.title else request.detail
    return QuestionPart(request.request_id, f"{request.title}\n{detail}".strip(), request.options, answer, expired)


def _key(request_id: str) -> str:
    return f"approval:{request_id}"
