# SPDX-License-Identifier: MIT
"""One prompt on its way to an agent, and what comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from acp import RequestError
from acp.schema import CancelNotification, PromptRequest

from onesist_desktop.agents.acp import blocks
from onesist_desktop.agents.acp.approvals import Approvals
from onesist_desktop.agents.acp.failures import reason_of, resets_at, was_unread, words_of
from onesist_desktop.agents.acp.link import ACCEPTED, PROMPT_STATE
from onesist_desktop.agents.acp.mapping import CONTENT_UPDATES, UpdateMapper
from onesist_desktop.agents.acp.runaway import RUNAWAY_WORDS, RunawayGuard
from onesist_desktop.agents.started_processes import runs
from onesist_desktop.core.answerer import Answers, Prompt
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import ErrorPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    Outcome,
    PartEnded,
    PromptAccepted,
    SessionReported,
    TurnEnded,
    TurnEvent,
    failed,
)
from onesist_desktop.process import tree
from onesist_desktop.process.frames import OversizedFrame

if TYPE_CHECKING:
    from onesist_desktop.agents.acp.session import AcpSession

MESSAGE_ID = "onesist.message_id"
_AFTER_KILL_S = 1.0


@dataclass(frozen=True, slots=True)
class _Answer:
    """How the prompt's request ended: with a result, with an error answer, or with the connection lost."""

    result: Mapping[str, Any] | None = None
    error: RequestError | None = None
    lost: AnswererError | None = None


class AcpTurn:
    """Implements ``core.answerer.Turn`` and listens to the link while it runs."""

    def __init__(self, session: AcpSession, prompt: Prompt) -> None:
        self._session = session
        self._prompt = prompt
        self._link = session.link
        self._mapper = UpdateMapper(session.old_calls, session.profile.own_words)
        self._events: asyncio.Queue[TurnEvent | None] = asyncio.Queue()
        self._approvals = Approvals(
            self._events.put_nowait,
            self._mapper,
            answering=session.answering,
            cwd=session.cwd,
            offers_cancel=self._has_strict_proof,
        )
        self._runaway = RunawayGuard()
        self._was_started = False
        self._was_sent = False
        self._is_accepted = False
        self._is_stopping = False
        self._was_killed = False
        self._answered = asyncio.Event()
        self._cleaned = asyncio.Event()
        self._before: frozenset[tree.ProcessId] | None = None

    def __aiter__(self) -> AsyncIterator[TurnEvent]:
        """Send the prompt and yield what happens."""
        return self._run()

    async def _run(self) -> AsyncIterator[TurnEvent]:
        refused = self._start()
        if refused is not None:
            yield refused
            return
        sending: asyncio.Task[_Answer] | None = None
        try:
            yield SessionReported(self._session.id, self._session.cwd, self._session.model or None)
            self._before = frozenset(await asyncio.to_thread(self._family))
            if self._is_stopping:
                yield TurnEnded(STOPPED, Delivery.REFUSED)
                return
            try:
                request = await asyncio.to_thread(self._request)
            except ValueError as error:
                yield TurnEnded(failed(FailureReason.BAD_REQUEST, str(error)), Delivery.REFUSED)
                return
            self._was_sent = True
            sending = self._session.spawn(self._send(request), "prompt")
            sending.add_done_callback(lambda _: self._events.put_nowait(None))
            while (event := await self._events.get()) is not None:
                yield event
            for event in await self._end(sending.result()):
                yield event
        finally:
            if sending is not None and not sending.done():
                # Nobody reads on: the agent may be in the middle of anything, so this process isn't used again.
                sending.cancel()
                await self._session.close()
            self._session.finish(self, self._mapper.calls)

    def _start(self) -> TurnEnded | None:
        if self._was_started:
            raise RuntimeError("a turn can be iterated once")
        self._was_started = True
        if self._is_stopping:
            return TurnEnded(STOPPED, Delivery.REFUSED)
        if not self._link.is_alive or self._session.is_broken:
            return TurnEnded(failed(FailureReason.CRASHED, "The agent's program has ended."), Delivery.REFUSED)
        if not self._session.claim(self):
            return TurnEnded(failed(FailureReason.INTERNAL, "This session works on another prompt."), Delivery.REFUSED)
        return None

    def _request(self) -> PromptRequest:
        return PromptRequest(
            session_id=self._session.id,
            prompt=blocks.of_prompt(
                self._session.index_text,
                self._prompt,
                takes_images=self._session.learned.capabilities.takes_images,
            ),
            field_meta={MESSAGE_ID: str(self._prompt.message_id)},
        )

    async def _send(self, request: PromptRequest) -> _Answer:
        try:
            return _Answer(result=await self._link.prompt(request))
        except RequestError as error:
            return _Answer(error=error)
        except ConnectionError:
            return _Answer(lost=await self._link.loss())
        finally:
            self._answered.set()

    async def _end(self, answer: _Answer) -> list[TurnEvent]:
        if self._is_stopping:
            # Stopped means that nothing runs any more, so that is waited for.
            await self._cleaned.wait()
        self._approvals.withdraw()
        events = self._drain()
        if answer.result is not None and not self._is_accepted:
            events.append(self._accept("the answer to session/prompt"))
        elif answer.error is not None and not self._is_accepted and not self._is_refusal(answer.error):
            events.append(self._accept("the error answer to session/prompt"))
        events += self._mapper.close()
        if answer.result is not None:
            events += self._mapper.add_usage(answer.result.get("usage") or _quota_in(answer.result))
        usage = self._mapper.usage
        self._session.learned.note_window(self._session.model, usage.context_window, usage.occupied)
        return [*events, self._ended(answer)]

    def _is_refusal(self, error: RequestError) -> bool:
        """Tell whether a prompt that was answered by an error, and by nothing before it, is not in the agent's session."""
        return self._has_strict_proof or self._session.profile.forgets_failed or was_unread(error)

    def _ended(self, answer: _Answer) -> TurnEnded:
        if answer.result is not None:
            return self._ended_well(answer.result)
        if answer.lost is not None:
            outcome = self._stopped() if self._is_stopping else failed(answer.lost.reason, answer.lost.detail)
            # A session of ours outlives its process; of any other nobody can say what it holds now.
            alive = PROMPT_STATE in self._link.features
            return TurnEnded(outcome, self._delivery(), reply_held=False, session_alive=alive)
        assert answer.error is not None
        reason, words = reason_of(answer.error), words_of(answer.error)
        ended = failed(reason, words, resets_at(reason, words, time.time()))
        outcome = self._stopped() if self._is_stopping else ended
        dead = reason is FailureReason.SESSION_LOST or (reason is FailureReason.NOT_SIGNED_IN and not self._is_accepted)
        refused = not self._is_accepted and self._is_refusal(answer.error)
        delivery = Delivery.REFUSED if refused else self._delivery()
        return TurnEnded(outcome, delivery, reply_held=False, session_alive=not dead)

    def _ended_well(self, result: Mapping[str, Any]) -> TurnEnded:
        meta = result.get("_meta")
        meta = meta if isinstance(meta, dict) else {}
        anchor = meta.get("onesist.anchor")
        reason = result.get("stopReason")
        outcome, held = self._outcome(str(reason))
        return TurnEnded(
            outcome,
            Delivery.ACCEPTED,
            reply_held=bool(meta.get("onesist.reply_held", held)),
            anchor=anchor if isinstance(anchor, str) else None,
            session_alive=not self._was_killed,
        )

    def _outcome(self, reason: str) -> tuple[Outcome, bool]:
        if self._is_stopping:
            return self._stopped(), False
        match reason:
            case "end_turn":
                return COMPLETED, True
            case "cancelled" if self._approvals.was_denied:
                # Some agents end the turn when the person says no to a call.
                return STOPPED, True
            case "max_tokens":
                return failed(FailureReason.TOO_LONG, reason), True
            case "max_turn_requests":
                return failed(FailureReason.RUNAWAY, reason), True
            case "refusal":
                # The protocol says that a refused prompt and its answer leave the session.
                return failed(FailureReason.PROVIDER_ERROR, reason), False
            case _:
                return failed(FailureReason.PROVIDER_ERROR, reason), True

    def _stopped(self) -> Outcome:
        """Return why we ended the turn: the person said so, or the agent got nowhere."""
        return failed(FailureReason.RUNAWAY, RUNAWAY_WORDS) if self._runaway.is_tripped else STOPPED

    async def stop(self) -> None:
        """See ``core.answerer.Turn``. Calling it again waits for the first call."""
        if self._is_stopping:
            await self._cleaned.wait()
            return
        self._is_stopping = True
        if not self._was_sent or self._session.current is not self:
            self._cleaned.set()
            return
        try:
            await self._stop()
        finally:
            self._cleaned.set()

    async def _stop(self) -> None:
        self._approvals.withdraw()
        await self._link.notify("session/cancel", CancelNotification(session_id=self._session.id))
        answered = await self._wait_answered(self._session.limits.cancel_s)
        # Also when the agent says that it stopped: some leave the command running.
        await self._end_started()
        if not answered and not await self._wait_answered(_AFTER_KILL_S):
            self._was_killed = True
            self._session.is_broken = True
            await self._link.stop()

    async def _end_started(self) -> None:
        if self._before is None:
            return
        for _ in range(3):
            started = [process for process in await asyncio.to_thread(self._family) if process not in self._before]
            if not started:
                return
            await tree.end(started, term_s=self._session.limits.end_s, kill_s=self._session.limits.end_s)

    def _family(self) -> list[tree.ProcessId]:
        child = self._link.child
        found = tree.family(child.pid, child.mark, not_before=child.started_at)
        return [process for process in found if not runs(process, self._session.spared)]

    async def _wait_answered(self, limit_s: float) -> bool:
        try:
            async with asyncio.timeout(limit_s):
                await self._answered.wait()
        except TimeoutError:
            return False
        return True

    async def steer(self, prompt: Prompt) -> bool:
        """See ``core.answerer.Turn``. What is said meanwhile waits in the queue."""
        return False

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """See ``core.answerer.Turn``."""
        self._approvals.decide(request_id, option)

    def on_update(self, params: Mapping[str, Any]) -> None:
        """See ``LinkListener``."""
        update = params.get("update")
        if params.get("sessionId") != self._session.id or not isinstance(update, dict):
            return
        self._look_for_proof(params, update)
        if not self._is_accepted and not self._has_strict_proof and update.get("sessionUpdate") in CONTENT_UPDATES:
            self._events.put_nowait(self._accept(f"session/update {update['sessionUpdate']}"))
        events = self._mapper.apply(update)
        self._put(events)
        if self._runaway.sees(events) and not self._is_stopping:
            self._session.spawn(self.stop(), "runaway")

    def on_extension(self, method: str, params: Mapping[str, Any]) -> None:
        """See ``LinkListener``."""
        if params.get("sessionId") == self._session.id:
            self._look_for_proof(params)

    async def on_permission(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """See ``LinkListener``."""
        if params.get("sessionId") != self._session.id or self._is_stopping:
            return {"outcome": {"outcome": "cancelled"}}
        if not self._is_accepted and not self._has_strict_proof:
            self._events.put_nowait(self._accept("session/request_permission"))
        self._session.learned.note_asked()
        return await self._approvals.ask(params)

    def on_oversized(self, frame: OversizedFrame) -> None:
        """See ``LinkListener``."""
        detail = f"A message of more than {frame.limit_bytes} bytes was left out: {frame.head[:200].decode(errors='replace')}"
        self._events.put_nowait(PartEnded(f"oversized-{id(frame)}", ErrorPart(str(FailureReason.PROTOCOL), detail)))

    @property
    def _has_strict_proof(self) -> bool:
        return ACCEPTED in self._link.features

    def _look_for_proof(self, *holders: Mapping[str, Any]) -> None:
        for holder in holders:
            meta = holder.get("_meta")
            if not self._is_accepted and isinstance(meta, dict) and meta.get(MESSAGE_ID) == self._prompt.message_id:
                self._events.put_nowait(self._accept(f"{MESSAGE_ID} came back"))

    def _accept(self, proof: str) -> PromptAccepted:
        self._is_accepted = True
        # Told once; a refused prompt didn't tell it.
        self._session.index_text = ""
        return PromptAccepted(proof)

    def _delivery(self) -> Delivery:
        return Delivery.ACCEPTED if self._is_accepted else Delivery.UNCERTAIN

    def _put(self, events: list[TurnEvent]) -> None:
        for event in events:
            self._events.put_nowait(event)

    def _drain(self) -> list[TurnEvent]:
        events = []
        while not self._events.empty():
            event = self._events.get_nowait()
            if event is not None:
                events.append(event)
        return events


def _quota_in(result: Mapping[str, Any]) -> Any:
    """Return the token counts where an agent has them that reports them apart from the protocol."""
    meta = result.get("_meta")
    quota = meta.get("quota") if isinstance(meta, dict) else None
    return quota.get("token_count") if isinstance(quota, dict) else None
