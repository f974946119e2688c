# SPDX-License-Identifier: MIT
"""The life of one run, from its stored message to its outcome (docs/design.md section 4).

The order of the steps is what keeps it right.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Protocol

from onesist_desktop.core.answerer import (
    Answerer,
    Answers,
    ForkPoint,
    HistoryServer,
    ManualContext,
    PermissionMode,
    Prompt,
    ReadBack,
    Session,
    SessionSpec,
    Turn,
)
from onesist_desktop.core.errors import AnswererError, BusyError, FailureReason, NotFoundError, StorageError
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, SessionRowId, TransferId
from onesist_desktop.core.lineage import SAME_WITHOUT_FORK
from onesist_desktop.core.messages import AttachmentPart, Message, MessageKind, MessageStatus
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
    SteerTaken,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
    WorkspaceNoted,
    failed,
)
from onesist_desktop.services import bookkeeping, receipts
from onesist_desktop.services.approvals import Approvals
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded, MessageChanged, NoticeLevel, NoticeRaised, RunChanged
from onesist_desktop.services.guarded import quietly
from onesist_desktop.services.handoff_plan import Plan, PlanRequest, make_plan, message_size_bytes
from onesist_desktop.services.native_forks import is_as_planned
from onesist_desktop.services.reading_back import end_as_read, read_cut_off, split_reply
from onesist_desktop.services.resolving import Workspace, is_there, note_use
from onesist_desktop.services.session_opening import open_or_stop
from onesist_desktop.services.shown import RunActivity, run_view, shown_message
from onesist_desktop.services.silence import Silence
from onesist_desktop.services.steering import Steering
from onesist_desktop.services.stream_recorder import StreamRecorder
from onesist_desktop.storage.records import RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

STRICTNESS = (PermissionMode.PLAN, PermissionMode.ASK, PermissionMode.ACCEPT_EDITS, PermissionMode.FULL_ACCESS)
LET_GO_S = 10.0
"""How long an answerer may take to end what we give up on."""


class Models(Protocol):
    """Knows what models can do."""

    async def window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return the window in tokens, None when nobody tells; quick, from memory where it was asked before."""
        ...

    def taken_effort(self, provider_id: ProviderId, model: str | None, effort: str | None) -> str | None:
        """Return the effort, None where the model is known not to have it."""
        ...


class Tokens(Protocol):
    """Hands out the history server's tokens."""

    async def server_for(self, row_id: SessionRowId, run: RunRecord, project_id: ProjectId) -> HistoryServer:
        """Return the server for a session row, the same one while the app runs."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is to ask, and where.

    ``continue_text`` goes instead of ``text`` when the session holds the message already. ``manual`` is masked.
    """

    message: Message
    project_id: ProjectId
    text: str
    continue_text: str
    workspace: Workspace
    manual: ManualContext | None = None

    @property
    def attachments(self) -> tuple[AttachmentPart, ...]:
        """The message's attachments."""
        return tuple(part for part in self.message.parts if isinstance(part, AttachmentPart))


class RunLife:
    """One run. :meth:`work` is its task; the rest talks to it from outside.

    Attributes:
        run: The run as stored last.
        approvals: What the agent waits on.
    """

    def __init__(self, context: ServiceContext, models: Models, tokens: Tokens, run: RunRecord, request: Request) -> None:
        self.run = run
        self._context = context
        self._models = models
        self._tokens = tokens
        self._request = request
        self._recorder = StreamRecorder(context, run, MessageId(context.new_id()))
        self.approvals = Approvals(context, run, self._recorder)
        self._steering = Steering(context, run, self._recorder)
        self._silence = Silence(context, lambda: bool(self.approvals), self._tell_run)
        self._retry: Retrying | None = None
        self._answerer: Answerer | None = None
        self._turn: Turn | None = None
        self._plan: Plan | None = None
        self._usage: Usage | None = None
        self._stop_outcome: Outcome | None = None
        self._stop_asked = asyncio.Event()
        self._is_given_up = False
        self._may_fork = True
        self._ended: TurnEnded | None = None
        self._read_back: ReadBack | None = None

    @property
    def can_steer(self) -> bool:
        """Whether a message can be handed to the run now."""
        is_able = self._answerer is not None and self._answerer.capabilities.can_steer
        works = self.run.status is RunStatus.STREAMING and self._ended is None and self._stop_outcome is None
        return is_able and works and self._turn is not None and self._steering.in_flight is None

    @property
    def activity(self) -> RunActivity:
        """What is known of the run only while it works."""
        return RunActivity(self._retry, self._silence.since, self.can_steer)

    async def work(self) -> Outcome:
        """Go through all steps and return the stored outcome.

        Raises:
            StorageError: The outcome can't be stored now; :meth:`finish` tries again.
            Exception: A fault of ours or of an adapter. The outcome is stored nevertheless.
        """
        fault: BaseException | None = None
        try:
            self._ended = await self._ask()
        except StorageError as error:
            log.warning("the run can't be recorded: %s", error)
            self._ended = self._broken_off(failed(FailureReason.STORAGE, str(error)))
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling() and not self._is_given_up:
                # The app ends without waiting any longer. The next start finds the run as it is.
                raise
            if self._is_given_up and task is not None:
                task.uncancel()
                self._ended = self._broken_off(self._stop_outcome or STOPPED)
            else:
                # Nobody cancelled us: an adapter let out a cancellation of its own.
                fault = error
        except Exception as error:  # noqa: BLE001 - reported below, after the run was closed
            fault = error
        if self._ended is None:
            self._ended = self._broken_off(failed(FailureReason.INTERNAL))
        if not self._ended.session_alive:
            await self._let_go()
        elif self._answerer is not None and (read := await read_cut_off(self._context, self._answerer, self.run, self._ended)):
            self._read_back, self._ended = read, end_as_read(self._ended, read)
        outcome = await self.finish()
        if fault is not None:
            raise RuntimeError("a run ended by a fault") from fault
        return outcome

    async def stop(self, outcome: Outcome = STOPPED) -> None:
        """End the run with this outcome, as soon as the answerer lets it. It comes from :meth:`work`."""
        if self._stop_outcome is None:
            self._stop_outcome = outcome
        self._stop_asked.set()
        if self._turn is not None:
            # A message can't be handed to it any more.
            self._tell_run()
            await self._turn.stop()

    def give_up(self, task: asyncio.Task[Outcome]) -> None:
        """Wait no longer for an answerer that doesn't stop: its session is given up, and the run ends now."""
        self._is_given_up = True
        task.cancel()

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Answer what the agent waits on. An unknown request or option is ignored."""
        request = self.approvals.request(request_id)
        if self._turn is not None and request is not None and option in request.options:
            await self._turn.decide(request_id, option, word if request.takes_word else "", answers)

    async def steer(self, queued_id: QueuedId) -> None:
        """Hand a queued message to the run. Raises NotFoundError, BusyError."""
        if self._turn is None or not self.can_steer:
            raise BusyError("the run can't take a message now")
        try:
            await self._steering.hand_over(self._turn, queued_id)
        finally:
            self._tell_run()

    # -- step 2: prepare, and open the session ------------------------------------------------------------------------

    async def _ask(self) -> TurnEnded:
        for attempt in (1, 2):
            try:
                session, prompt = await self._prepare()
            except AnswererError as error:
                if error.reason is FailureReason.SESSION_LOST and attempt == 1 and await self._give_up_session():
                    continue
                if attempt == 1 and await self._give_up_fork(error.reason):
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
            reason = ended.outcome.reason if ended.delivery is Delivery.REFUSED else None
            if reason is not None and attempt == 1 and await self._give_up_fork(reason):
                continue
            return ended
        raise AssertionError("the second attempt returns")

    async def _prepare(self) -> tuple[Session | None, Prompt]:
        context, run, request = self._context, self.run, self._request
        if not await asyncio.to_thread(is_there, request.workspace):
            raise AnswererError(FailureReason.WORKSPACE_MISSING, run.cwd)
        answerer = self._answerer = context.answerers.get(run.provider_id)
        mode = self._enforced_mode(answerer)
        effort = self._models.taken_effort(run.provider_id, run.model, run.effort)
        plan_request = PlanRequest(
            thread_id=run.thread_id,
            provider_id=run.provider_id,
            capabilities=answerer.capabilities,
            current_seq=request.message.seq,
            cwd=run.cwd,
            mode=mode,
            model=run.model,
            context_window=await self._models.window(run.provider_id, run.model),
            message_bytes=message_size_bytes(request.text, request.attachments),
            cap_bytes=context.preferences.handoff_cap_bytes,
            locale=context.preferences.locale,
            manual=request.manual,
            may_fork=self._may_fork,
        )
        ids = bookkeeping.PlanIds(
            SessionRowId(context.new_id()), context.new_id(), TransferId(context.new_id()), HandoffId(context.new_id())
        )
        now = context.clock()

        def plan_and_record(uow: UnitOfWork) -> tuple[Plan, RunRecord, MessageId]:
            plan = make_plan(uow, plan_request)
            recorded = bookkeeping.record_plan(
                uow, replace(run, mode=mode, effort=effort), plan, ids, is_agent=answerer.capabilities.is_agent, now=now
            )
            return plan, recorded, bookkeeping.prompt_id_of(uow, recorded, plan.session.id if plan.session else None)

        plan, self.run, prompt_id = await context.database.run(plan_and_record)
        self._plan = plan
        spec = await self._spec(plan, answerer, ids.native_session)
        session = await open_or_stop(context.supervisor, answerer, spec, self._stop_asked)
        native = plan.native
        if session and native and not await context.database.run(lambda uow: is_as_planned(uow, native)):
            raise AnswererError(FailureReason.SESSION_LOST, "what was to be forked went on meanwhile")
        is_first_time = prompt_id == request.message.id
        prompt = Prompt(
            message_id=prompt_id,
            text=request.text if is_first_time else request.continue_text,
            context=plan.block.text,
            attachments=request.attachments if is_first_time else (),
            history=plan.history,
        )
        return session, prompt

    async def _spec(self, plan: Plan, answerer: Answerer, new_session_id: str) -> SessionSpec:
        run, row_id, server = self.run, self.run.session_row_id, None
        if row_id is not None and answerer.capabilities.takes_mcp:
            server = await self._tokens.server_for(row_id, run, self._request.project_id)
        return SessionSpec(
            thread_id=run.thread_id,
            session_key=row_id or SessionRowId(run.id),
            cwd=run.cwd,
            native_session_id=plan.session.native_session_id if plan.session else None,
            new_session_id=new_session_id,
            truncate_to=plan.session.truncate_to if plan.session else None,
            fork=ForkPoint(plan.native.native_session_id, plan.native.anchor) if plan.native else None,
            mode=run.mode,
            model=run.model,
            history_server=server,
            effort=run.effort,
        )

    def _enforced_mode(self, answerer: Answerer) -> PermissionMode:
        """Return the mode that the answerer keeps to, and say it when that is a stricter one. Raises AnswererError."""
        wanted = self.run.mode
        mode = enforceable_mode(wanted, answerer.capabilities.modes)
        if mode is None:
            raise AnswererError(FailureReason.MODE_UNSUPPORTED, str(wanted))
        if mode is not wanted and answerer.capabilities.is_agent:
            self._context.bus.publish(NoticeRaised(NoticeLevel.INFO, f"stricter_mode_{mode}", answerer.info.title))
        return mode

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
        await self._release(row_id)
        return True

    async def _give_up_fork(self, reason: FailureReason) -> bool:
        """Do without a session that can't be forked: the next try tells as text what was said. Returns whether there was one."""
        plan, run, now = self._plan, self.run, self._context.clock()
        if plan is None or plan.native is None or reason in SAME_WITHOUT_FORK or self._stop_outcome is not None:
            return False
        self._may_fork = False
        await self._context.database.run(lambda uow: bookkeeping.give_up_fork(uow, run, now))
        if run.session_row_id is not None:
            await self._release(run.session_row_id)
        return True

    # -- steps 3 to 5: send, accept, stream ------------------------------------------------------------------------------

    async def _send(self, session: Session, prompt: Prompt) -> TurnEnded:
        run, now, native = self.run, self._context.clock(), session.native_session_id
        await self._context.database.run(lambda uow: bookkeeping.record_sending(uow, run, native, now))
        self._set_run(replace(run, status=RunStatus.SENDING))
        if self._stop_outcome is not None:
            return TurnEnded(self._stop_outcome, Delivery.REFUSED)
        self._turn = session.start_turn(prompt)
        events = aiter(self._turn)
        self._silence.begin(f"silence:{run.thread_id}")
        try:
            async for event in events:
                self._silence.heard()
                if isinstance(event, TurnEnded):
                    return self._as_asked(event)
                await self._take(event, native)
        finally:
            self._silence.end()
            await _close_stream(events)
        return self._broken_off(failed(FailureReason.PROTOCOL, "the stream ended without an outcome"))

    def _as_asked(self, ended: TurnEnded) -> TurnEnded:
        """Put in why *we* ended the turn: the app closed instead of the person's stop, or a failure that only we can see."""
        wanted = self._stop_outcome
        if wanted is not None and (wanted.kind is OutcomeKind.FAILED or ended.outcome.kind is OutcomeKind.STOPPED):
            ended = replace(ended, outcome=wanted)
        return replace(ended, outcome=replace(ended.outcome, detail=self._clean(ended.outcome.detail)))

    async def _take(self, event: TurnEvent, native: str | None) -> None:
        match event:
            case PromptAccepted():
                await self._accept(native)
            case SessionReported(cwd=cwd, model=model):
                await self._check_folder(cwd)
                if model:
                    self._recorder.set_model(model)
            case WorkspaceNoted(code, details):
                await self._add_notice(MessageKind.WORKSPACE, {"code": code, "details": list(details)})
            case PartStarted() | PartGrew() | PartChanged() | PartEnded() | PartWithdrawn():
                self._set_retry(None)
                await self._recorder.take(event)
            case ApprovalAsked():
                self._set_retry(None)
                await self.approvals.ask(event)
            case ApprovalClosed():
                await self.approvals.close(event)
            case SteerTaken(message_id, reply_held):
                if await self._steering.taken(message_id, reply_held=reply_held):
                    self._tell_run()
            case UsageReported(usage):
                self._usage = usage
            case Retrying():
                self._set_retry(event)

    async def _check_folder(self, reported: str | None) -> None:
        """End the turn when the agent says that it works somewhere else than it was told to."""
        if reported is None or self._stop_outcome is not None:
            return
        if await asyncio.to_thread(os.path.realpath, reported) != await asyncio.to_thread(os.path.realpath, self.run.cwd):
            wrong = failed(FailureReason.WORKSPACE_MISSING, f"the agent works in {reported} instead of {self.run.cwd}")
            self._stop_outcome = wrong
            # Beside this loop: a stop waits for the events that only this loop reads.
            self._context.supervisor.spawn(self.stop(wrong), name=f"wrong folder:{self.run.thread_id}")

    async def _add_notice(self, kind: MessageKind, data: dict[str, object]) -> None:
        run, now, notice_id = self.run, self._context.clock(), MessageId(self._context.new_id())

        def add(uow: UnitOfWork) -> Message:
            made = receipts.notice(uow, run, kind, {**data, "provider_id": run.provider_id}, notice_id, now)
            uow.messages.add(made)
            return made

        self._context.bus.publish(MessageAdded(await self._context.database.run(add)))

    async def _accept(self, native: str | None) -> None:
        context, run, plan = self._context, self.run, self._plan
        if run.accepted_at is not None:
            return
        assert plan is not None
        now, seq = context.clock(), self._request.message.seq
        notice_id = MessageId(context.new_id())

        def accept(uow: UnitOfWork) -> tuple[Message | None, tuple[SessionRowId, ...], RunRecord, Message | None]:
            receipt = None
            if plan.receipt is not None:
                receipt = receipts.receipt(uow, run, plan.receipt, plan.counts, notice_id, now, plan.stale)
            replaced = bookkeeping.record_accepted(uow, run, seq, receipt, native_session_id=native, stale=plan.stale, now=now)
            return receipt, replaced, uow.runs.get(run.id), bookkeeping.settle_fork(uow, run)

        receipt, replaced, stored, fork_notice = await context.database.run(accept)
        self._set_run(stored)
        if receipt is not None:
            context.bus.publish(MessageAdded(receipt))
        if fork_notice is not None:
            context.bus.publish(MessageChanged(fork_notice))
        for row_id in replaced:
            await self._release(row_id)

    # -- step 6: finish ------------------------------------------------------------------------------------------------

    async def finish(self) -> Outcome:
        """Store how the run ended. Can be tried again after it failed. Raises StorageError."""
        assert self._ended is not None
        context, run = self._context, self.run
        is_whole = self._ended.outcome.kind is OutcomeKind.COMPLETED
        can_truncate = self._answerer is not None and self._answerer.capabilities.can_truncate
        reply, rest = self._settled(is_whole=is_whole)
        ended, mask = self._ended, context.redactor.mask_part
        late = self._recorder.late()
        now, notice_id, usage = context.clock(), MessageId(context.new_id()), self._usage

        def with_seq(uow: UnitOfWork, message: Message) -> Message:
            stored = replace(message, seq=uow.threads.take_seq(run.thread_id), parts=tuple(mask(part) for part in message.parts))
            uow.messages.add(stored)
            return stored

        def store(uow: UnitOfWork) -> tuple[RunRecord, list[int], Message | None, list[Message], bool]:
            masked = replace(reply, parts=tuple(mask(part) for part in reply.parts)) if reply is not None else None
            if reply is not None and not reply.seq:
                # No part of it could be written while it streamed.
                masked = with_seq(uow, reply)
                uow.runs.change(run.id, reply_message_id=masked.id)
            for earlier in late:
                uow.messages.settle(replace(earlier, parts=tuple(mask(part) for part in earlier.parts)))
            stored = bookkeeping.record_finished(uow, run.id, bookkeeping.Finish(ended, usage, masked, can_truncate, now))
            seqs = [masked.seq] if masked is not None else []
            seqs += [with_seq(uow, message).seq for message in rest]
            notice = None
            if not is_whole:
                notice = receipts.error_notice(uow, stored, notice_id, now)
                uow.messages.add(notice)
            uow.threads.change(run.thread_id, updated_at=now)
            if stored.accepted_at is not None:
                note_use(uow, self._request.workspace, now)
            handed = uow.messages.notices(run.thread_id, MessageKind.HANDOFF, run.id) if not is_whole else []
            row = uow.sessions.get(stored.session_row_id) if stored.session_row_id else None
            must_release = row is not None and (row.retired_reason is not None or row.truncate_to is not None)
            return stored, seqs, notice, handed, must_release

        stored, seqs, notice, handed, must_release = await context.database.run(store)
        if must_release and stored.session_row_id is not None:
            await self._release(stored.session_row_id)
        self.approvals.clear()
        for earlier in late:
            context.bus.publish(MessageChanged(earlier))
        for message, seq in zip((*([reply] if reply is not None else []), *rest), seqs, strict=True):
            context.bus.publish(MessageChanged(message) if message.seq else MessageAdded(replace(message, seq=seq)))
        for receipt in handed:
            context.bus.publish(MessageChanged(receipt))
        if notice is not None:
            context.bus.publish(MessageAdded(shown_message(notice, context.redactor)))
        self._set_run(stored)
        return ended.outcome

    def _settled(self, *, is_whole: bool) -> tuple[Message | None, tuple[Message, ...]]:
        """Return the answer as it is to be stored, and what was shown of it beyond what the agent's session was read to hold."""
        reply, read = self._recorder.settled(is_whole=is_whole), self._read_back
        if read is None:
            return reply, ()
        cut_off = split_reply(reply or self._recorder.unshown(), read)
        if self._ended is not None:
            self._ended = replace(self._ended, reply_held=cut_off.is_held)
        if not cut_off.rest:
            return cut_off.reply, ()
        rest = replace(
            cut_off.reply,
            id=MessageId(self._context.new_id()),
            seq=0,
            status=MessageStatus.INTERRUPTED,
            parts=cut_off.rest,
        )
        return cut_off.reply, (rest,)

    # -- helpers -----------------------------------------------------------------------------------------------------

    async def _let_go(self) -> None:
        """End what still runs of a turn whose session can't be used any more."""
        if self._turn is not None and not self._is_given_up:
            await quietly("stopping a turn", self._turn.stop(), LET_GO_S)
        if self.run.session_row_id is not None:
            await self._release(self.run.session_row_id)

    async def _release(self, row_id: SessionRowId) -> None:
        if self._answerer is not None:
            await quietly("ending an agent's process", self._answerer.release(row_id), LET_GO_S)

    def _broken_off(self, outcome: Outcome) -> TurnEnded:
        """Build the end of a turn that we don't follow any longer, from what is known of its prompt."""
        if self.run.accepted_at is not None:
            delivery = Delivery.ACCEPTED
        else:
            delivery = Delivery.UNCERTAIN if self.run.status is RunStatus.SENDING else Delivery.REFUSED
        return TurnEnded(outcome, delivery, reply_held=False, session_alive=False)

    def _set_run(self, run: RunRecord) -> None:
        self.run = run
        self._tell_run()

    def _set_retry(self, retry: Retrying | None) -> None:
        if retry != self._retry:
            self._retry = retry
            self._tell_run()

    def _tell_run(self) -> None:
        self._context.bus.publish(RunChanged(run_view(self.run, self.activity)))

    def _clean(self, detail: str) -> str:
        return self._context.redactor.mask(detail)


async def _close_stream(events: AsyncIterator[TurnEvent]) -> None:
    """Let a stream that is not read to its end clean up now instead of whenever it is collected."""
    close = getattr(events, "aclose", None)
    if close is not None:
        await quietly("closing a turn's stream", close(), LET_GO_S)


def enforceable_mode(wanted: PermissionMode, supported: frozenset[PermissionMode]) -> PermissionMode | None:
    """Return the most permissive supported mode that is not more permissive than what the person wanted; None if there is none."""
    allowed = [mode for mode in STRICTNESS[: STRICTNESS.index(wanted) + 1] if mode in supported]
    return allowed[-1] if allowed else None
