# SPDX-License-Identifier: MIT
"""The life of one run, from its stored message to its outcome (docs/design.md section 4).

The order of the steps is what keeps it right.
"""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from onesist_desktop.core.answerer import Answerer, HistoryServer, PermissionMode, Prompt, Session, SessionSpec, Turn
from onesist_desktop.core.errors import AnswererError, FailureReason, NotFoundError, StorageError
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, SessionRowId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, QuestionPart, Role
from onesist_desktop.core.records import RetireReason, RunStatus
from onesist_desktop.core.turn_events import (
    STOPPED,
    ApprovalAsked,
    ApprovalClosed,
    Delivery,
    Outcome,
    OutcomeKind,
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    PartWithdrawn,
    PromptAccepted,
    Retrying,
    SessionReported,
    TurnEnded,
    Usage,
    UsageReported,
    failed,
)
from onesist_desktop.services import bookkeeping
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ApprovalsChanged, MessageAdded, MessageChanged, RunChanged
from onesist_desktop.services.handoff_plan import Plan, PlanRequest, make_plan, message_size_bytes
from onesist_desktop.services.shown import run_view, shown_message
from onesist_desktop.services.stream_recorder import StreamRecorder
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.storage.records import RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

STRICTNESS = (PermissionMode.PLAN, PermissionMode.ASK, PermissionMode.ACCEPT_EDITS, PermissionMode.FULL_ACCESS)


class Windows(Protocol):
    """Knows the context windows of models."""

    async def window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return the window in tokens, None when nobody tells; quick, from memory where it was asked before."""
        ...


class Tokens(Protocol):
    """Hands out the history server's tokens."""

    async def server_for(self, row_id: SessionRowId, run: RunRecord, project_id: ProjectId) -> HistoryServer:
        """Return the server for a session row, the same one while the app runs."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is to ask. ``prompt_text`` differs from the message's own text only when a session holds that already."""

    message: Message
    project_id: ProjectId
    text: str
    continue_text: str


class RunLife:
    """One run. :meth:`work` is its task; the rest talks to it from outside.

    Attributes:
        run: The run as stored last.
        approvals: What the agent waits on.
    """

    def __init__(self, context: ServiceContext, windows: Windows, tokens: Tokens, run: RunRecord, request: Request) -> None:
        self.run = run
        self.approvals: dict[str, ApprovalView] = {}
        self._context = context
        self._windows = windows
        self._tokens = tokens
        self._request = request
        self._recorder = StreamRecorder(context, run, MessageId(context.new_id()))
        self._answerer: Answerer | None = None
        self._turn: Turn | None = None
        self._plan: Plan | None = None
        self._usage: Usage | None = None
        self._stop_outcome: Outcome | None = None
        self._stop_asked = asyncio.Event()

    async def work(self) -> Outcome:
        """Go through all steps and return the stored outcome. Raises only for faults of ours and a failing database."""
        ended: TurnEnded
        try:
            ended = await self._ask()
        except StorageError as error:
            log.warning("the run can't be recorded: %s", error)
            await self._abandon()
            ended = TurnEnded(failed(FailureReason.STORAGE, str(error)), self._delivery_now(), session_alive=False)
        except Exception:
            # A fault of ours: the run is closed as one, then it is reported.
            await self._abandon()
            await self._finish(TurnEnded(failed(FailureReason.INTERNAL), self._delivery_now(), session_alive=False))
            raise
        return await self._finish(ended)

    async def stop(self, outcome: Outcome = STOPPED) -> None:
        """End the run. Returns at once; the outcome comes from :meth:`work`."""
        if self._stop_outcome is None:
            self._stop_outcome = outcome
        self._stop_asked.set()
        if self._turn is not None:
            await self._turn.stop()

    async def decide(self, request_id: str, option: str) -> None:
        """Answer what the agent waits on."""
        if self._turn is not None and request_id in self.approvals:
            await self._turn.decide(request_id, option)

    # -- step 2: prepare, and open the session ------------------------------------------------------------------------

    async def _ask(self) -> TurnEnded:
        for attempt in (1, 2):
            try:
                session, prompt = await self._prepare()
            except AnswererError as error:
                if error.reason is FailureReason.SESSION_LOST and attempt == 1 and await self._give_up_session():
                    continue
                return TurnEnded(failed(error.reason, self._clean(error.detail)), Delivery.REFUSED)
            except NotFoundError as error:
                return TurnEnded(failed(FailureReason.PROVIDER_MISSING, str(error)), Delivery.REFUSED)
            if session is None or self._stop_outcome is not None:
                return TurnEnded(self._stop_outcome or STOPPED, Delivery.REFUSED)
            ended = await self._send(session, prompt)
            is_lost = ended.outcome.reason is FailureReason.SESSION_LOST and ended.delivery is Delivery.REFUSED
            # The same error may come only after the start. One fresh session, never a loop.
            if is_lost and attempt == 1 and await self._give_up_session():
                continue
            return ended
        raise AssertionError("the second attempt returns")

    async def _prepare(self) -> tuple[Session | None, Prompt]:
        context, run = self._context, self.run
        if not await asyncio.to_thread(Path(run.cwd).is_dir):
            raise AnswererError(FailureReason.WORKSPACE_MISSING, run.cwd)
        answerer = self._answerer = context.answerers.get(run.provider_id)
        mode = enforceable_mode(run.mode, answerer.capabilities.modes)
        if mode is None:
            raise AnswererError(FailureReason.MODE_UNSUPPORTED, str(run.mode))
        window = await self._windows.window(run.provider_id, run.model)
        request = PlanRequest(
            thread_id=run.thread_id,
            provider_id=run.provider_id,
            capabilities=answerer.capabilities,
            current_seq=self._request.message.seq,
            cwd=run.cwd,
            mode=mode,
            model=run.model,
            context_window=window,
            message_bytes=message_size_bytes(self._request.text, ()),
            cap_bytes=context.preferences.handoff_cap_bytes,
            locale=context.preferences.locale,
        )
        ids = bookkeeping.PlanIds(
            SessionRowId(context.new_id()), context.new_id(), TransferId(context.new_id()), HandoffId(context.new_id())
        )
        now = context.clock()

        def plan_and_record(uow: UnitOfWork) -> tuple[Plan, RunRecord, MessageId]:
            plan = make_plan(uow, request)
            recorded = bookkeeping.record_plan(
                uow, replace(run, mode=mode), plan, ids, is_agent=answerer.capabilities.is_agent, now=now
            )
            return plan, recorded, bookkeeping.prompt_id_of(uow, recorded, plan.session.id if plan.session else None)

        plan, self.run, prompt_id = await context.database.run(plan_and_record)
        self._plan = plan
        row_id = self.run.session_row_id
        spec = SessionSpec(
            thread_id=run.thread_id,
            session_key=row_id or SessionRowId(run.id),
            cwd=run.cwd,
            native_session_id=plan.session.native_session_id if plan.session else None,
            new_session_id=ids.native_session,
            truncate_to=plan.session.truncate_to if plan.session else None,
            mode=mode,
            model=run.model,
            history_server=await self._tokens.server_for(row_id, run, self._request.project_id)
            if row_id is not None and answerer.capabilities.takes_mcp
            else None,
        )
        session = await self._open(answerer, spec)
        prompt = Prompt(
            message_id=prompt_id,
            text=self._request.text if prompt_id == self._request.message.id else self._request.continue_text,
            context=plan.block.text,
            history=plan.history,
        )
        return session, prompt

    async def _open(self, answerer: Answerer, spec: SessionSpec) -> Session | None:
        """Open the session, or give up when the person stops meanwhile: a program that hangs at its start must not hold them up."""
        supervisor = self._context.supervisor

        async def opened() -> Session | AnswererError:
            # Returned, not raised: being refused is an outcome, and the supervisor reports what a task raises as a fault.
            try:
                return await answerer.open_session(spec)
            except AnswererError as error:
                return error

        opening = supervisor.spawn(opened(), name=f"open:{spec.thread_id}")
        stopping = supervisor.spawn(self._stop_asked.wait(), name=f"stop-wait:{spec.thread_id}")
        try:
            await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if opening.done():
                result = opening.result()
                if isinstance(result, AnswererError):
                    raise result
                return result
            opening.cancel()
            await asyncio.wait({opening})
            await answerer.release(spec.session_key)
            return None
        finally:
            opening.cancel()
            stopping.cancel()

    async def _give_up_session(self) -> bool:
        """Retire a resumed session that turned out to be dead. Returns whether there was one."""
        plan, now = self._plan, self._context.clock()
        if plan is None or plan.session is None:
            return False
        row_id, run = plan.session.id, self.run

        def give_up(uow: UnitOfWork) -> None:
            uow.sessions.retire(row_id, RetireReason.SESSION_LOST, now)
            bookkeeping.withdraw_receipts(uow, run, now)

        await self._context.database.run(give_up)
        if self._answerer is not None:
            await self._answerer.release(row_id)
        return True

    # -- steps 3 to 5: send, accept, stream ------------------------------------------------------------------------------

    async def _send(self, session: Session, prompt: Prompt) -> TurnEnded:
        run, now, native = self.run, self._context.clock(), session.native_session_id
        await self._context.database.run(lambda uow: bookkeeping.record_sending(uow, run, native, now))
        self._set_run(replace(run, status=RunStatus.SENDING))
        if self._stop_outcome is not None:
            return TurnEnded(self._stop_outcome, Delivery.REFUSED)
        turn = self._turn = session.start_turn(prompt)
        async for event in turn:
            if isinstance(event, TurnEnded):
                return self._as_asked(event)
            await self._take(event, native)
        return TurnEnded(
            failed(FailureReason.PROTOCOL, "the stream ended without an outcome"), self._delivery_now(), session_alive=False
        )

    def _as_asked(self, ended: TurnEnded) -> TurnEnded:
        """Say *cancelled* instead of *stopped* when the app, not the person, ended the turn."""
        if self._stop_outcome is not None and ended.outcome.kind is OutcomeKind.STOPPED:
            return replace(ended, outcome=self._stop_outcome)
        return replace(ended, outcome=replace(ended.outcome, detail=self._clean(ended.outcome.detail)))

    async def _take(self, event: object, native: str | None) -> None:
        match event:
            case PromptAccepted():
                await self._accept(native)
            case SessionReported(cwd=cwd, model=model):
                await self._check_folder(cwd)
                if model:
                    self._recorder.set_model(model)
            case PartStarted() | PartGrew() | PartChanged() | PartEnded() | PartWithdrawn():
                await self._recorder.take(event)
            case ApprovalAsked():
                await self._ask_person(event)
            case ApprovalClosed(request_id, answer):
                await self._close_approval(request_id, answer)
            case UsageReported(usage):
                self._usage = usage
            case Retrying(attempt, max_attempts):
                self._context.bus.publish(RunChanged(replace(run_view(self.run), retry_attempt=attempt, retry_max=max_attempts)))

    async def _check_folder(self, reported: str | None) -> None:
        """End the turn when the agent says that it works somewhere else than it was told to."""
        if reported is None or self._stop_outcome is not None:
            return
        if await asyncio.to_thread(os.path.realpath, reported) != await asyncio.to_thread(os.path.realpath, self.run.cwd):
            wrong = failed(FailureReason.WORKSPACE_MISSING, f"the agent works in {reported} instead of {self.run.cwd}")
            # Beside this loop: a stop waits for the events that only this loop reads.
            self._context.supervisor.spawn(self.stop(wrong), name=f"wrong folder:{self.run.thread_id}")

    async def _accept(self, native: str | None) -> None:
        context, run, plan = self._context, self.run, self._plan
        if run.accepted_at is not None:
            return
        assert plan is not None
        now, seq = context.clock(), self._request.message.seq
        notice_id = MessageId(context.new_id())

        def accept(uow: UnitOfWork) -> tuple[Message | None, tuple[SessionRowId, ...], RunRecord]:
            receipt = None
            if plan.receipt is not None:
                before = uow.runs.last_accepted(run.thread_id, besides=run.id)
                receipt = Message(
                    id=notice_id,
                    thread_id=run.thread_id,
                    seq=uow.threads.take_seq(run.thread_id),
                    role=Role.SYSTEM,
                    kind=MessageKind.HANDOFF,
                    run_id=run.id,
                    provider_id=run.provider_id,
                    created_at=now,
                    data=bookkeeping.receipt_data(run, plan, before.provider_id if before else None),
                )
            replaced = bookkeeping.record_accepted(uow, run, seq, receipt, native_session_id=native, stale=plan.stale, now=now)
            return receipt, replaced, uow.runs.get(run.id)

        receipt, replaced, stored = await context.database.run(accept)
        self._set_run(stored)
        if receipt is not None:
            context.bus.publish(MessageAdded(receipt))
        for row_id in replaced:
            if self._answerer is not None:
                await self._answerer.release(row_id)

    async def _ask_person(self, request: ApprovalAsked) -> None:
        self.approvals[request.request_id] = ApprovalView(self.run.thread_id, self.run.id, request)
        question = f"{request.title}\n{request.detail}".strip()
        part = QuestionPart(request.request_id, question, request.options)
        await self._recorder.take(PartStarted(_approval_key(request.request_id), part))
        self._publish_approvals()

    async def _close_approval(self, request_id: str, answer: str | None) -> None:
        view = self.approvals.pop(request_id, None)
        if view is None:
            return
        request = view.request
        question = f"{request.title}\n{request.detail}".strip()
        part = QuestionPart(request_id, question, request.options, answer, expired=answer is None)
        await self._recorder.take(PartEnded(_approval_key(request_id), part))
        self._publish_approvals()

    # -- step 6: finish ------------------------------------------------------------------------------------------------

    async def _finish(self, ended: TurnEnded) -> Outcome:
        context, run = self._context, self.run
        is_whole = ended.outcome.kind is OutcomeKind.COMPLETED
        can_truncate = self._answerer is not None and self._answerer.capabilities.can_truncate
        reply = self._recorder.settled(is_whole=is_whole)
        now = context.clock()
        finish = bookkeeping.Finish(ended, self._usage, reply, can_truncate, now)
        notice_id = MessageId(context.new_id())

        def store(uow: UnitOfWork) -> tuple[RunRecord, Message | None, list[Message], bool]:
            stored = bookkeeping.record_finished(uow, run.id, finish)
            notice = None
            if not is_whole:
                notice = bookkeeping.error_notice(stored, notice_id, uow.threads.take_seq(run.thread_id), now)
                uow.messages.add(notice)
            uow.threads.change(run.thread_id, updated_at=now)
            receipts = uow.messages.notices(run.thread_id, MessageKind.HANDOFF, run.id) if not is_whole else []
            row = uow.sessions.get(stored.session_row_id) if stored.session_row_id else None
            must_release = row is not None and (row.retired_reason is not None or row.truncate_to is not None)
            return stored, notice, receipts, must_release

        stored, notice, receipts, must_release = await context.database.run(store)
        if must_release and self._answerer is not None and stored.session_row_id is not None:
            await self._answerer.release(stored.session_row_id)
        if self.approvals:
            self.approvals.clear()
            self._publish_approvals()
        if reply is not None:
            self._recorder.publish_settled(reply)
        for receipt in receipts:
            context.bus.publish(MessageChanged(receipt))
        if notice is not None:
            context.bus.publish(MessageAdded(shown_message(notice, context.redactor)))
        self._set_run(stored)
        return ended.outcome

    async def _abandon(self) -> None:
        """Stop what still runs when we can't go on with it ourselves."""
        if self._turn is not None:
            await self._turn.stop()
        if self._answerer is not None and self.run.session_row_id is not None:
            await self._answerer.release(self.run.session_row_id)

    # -- helpers -----------------------------------------------------------------------------------------------------

    def _delivery_now(self) -> Delivery:
        if self.run.accepted_at is not None:
            return Delivery.ACCEPTED
        return Delivery.UNCERTAIN if self.run.status is RunStatus.SENDING else Delivery.REFUSED

    def _set_run(self, run: RunRecord) -> None:
        self.run = run
        self._context.bus.publish(RunChanged(run_view(run)))

    def _publish_approvals(self) -> None:
        self._context.bus.publish(ApprovalsChanged(self.run.thread_id, tuple(self.approvals.values())))

    def _clean(self, detail: str) -> str:
        return self._context.redactor.mask(detail)


def enforceable_mode(wanted: PermissionMode, supported: frozenset[PermissionMode]) -> PermissionMode | None:
    """Return the most permissive supported mode that is not more permissive than what the person wanted; None if there is none."""
    allowed = [mode for mode in STRICTNESS[: STRICTNESS.index(wanted) + 1] if mode in supported]
    return allowed[-1] if allowed else None


def _approval_key(request_id: str) -> str:
    return f"approval:{request_id}"
