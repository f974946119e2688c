# SPDX-License-Identifier: MIT
"""One prompt on its way through the server.

*Accepted* is our own message id, seen on the event stream as a message of the person or found by asking for it. The answer to the
request proves nothing: it comes before the prompt is read. When no answer came at all, we look whether the message is there and
send it again only where it certainly isn't.

*Idle* ends a turn, but some turns say it twice and the second can arrive during the next one. So it counts only after acceptance,
and when the server, asked, says that the session doesn't work.

A turn that was accepted and then failed leaves its prompt in the session. To send it again, the session is cut back or replaced.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from onesist_desktop.agents.json_reading import Json, as_count, as_dict, as_list, as_text
from onesist_desktop.agents.opencode import permissions, tools
from onesist_desktop.agents.opencode.failures import is_abort, of_error, of_words
from onesist_desktop.agents.opencode.http import AnswerError, ServerGoneError
from onesist_desktop.agents.opencode.launch import SESSION_MARK
from onesist_desktop.agents.opencode.mapping import TurnMapper, answer_to
from onesist_desktop.agents.opencode.notes import read_notes
from onesist_desktop.agents.opencode.permissions import Ruling
from onesist_desktop.agents.opencode.prompts import next_prompt_id, parts_of
from onesist_desktop.core.answerer import Answers, Prompt
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import (
    ALLOW_SESSION,
    ANSWER,
    CANCELLED,
    COMPLETED,
    DENY,
    STOPPED,
    ApprovalAsked,
    ApprovalClosed,
    Delivery,
    Outcome,
    PromptAccepted,
    Retrying,
    SessionReported,
    TurnEnded,
    TurnEvent,
    WorkspaceNoted,
    failed,
)
from onesist_desktop.process import tree

if TYPE_CHECKING:
    from onesist_desktop.agents.opencode.session import OpencodeSession

log = logging.getLogger(__name__)

SETTINGS_WITHHELD = "project_settings_withheld"

MAX_RETRIES = 8
MAX_EMPTY_STEPS = 4
LONG_WAIT_S = 300.0
"""A provider that wants to be asked again later than this has reached a limit: the person decides."""

_PROOF_S = 15.0
_MAX_LOOKS = 10
_STOPPING_S = 3.0
_MAX_STOPPING_LOOKS = 2
_ABORT_S = 5.0


@dataclass(frozen=True, slots=True)
class _Said:
    kind: str
    properties: Json


@dataclass(frozen=True, slots=True)
class _Gap:
    """Events may be missing."""


@dataclass(frozen=True, slots=True)
class _Gone:
    """The server has ended."""


@dataclass(slots=True)
class _Open:
    asked: ApprovalAsked
    request: Json


class OpencodeTurn:
    """Implements ``core.answerer.Turn``; see the module."""

    def __init__(self, session: OpencodeSession, prompt: Prompt) -> None:
        self._session = session
        self._server = session.server
        self._prompt = prompt
        prompt_id = next_prompt_id(prompt.message_id, session.id, session.used_ids)
        self._mapper = TurnMapper(session.id, prompt_id, session.mcp_name, session.window())
        self._queue: asyncio.Queue[_Said | _Gap | _Gone | TurnEvent] = asyncio.Queue()
        self._open: dict[str, _Open] = {}
        self._heard: set[str] = set()
        self._is_begun = False
        self._is_sent = False
        self._is_accepted = False
        self._is_stopping = False
        self._gave_up: Outcome | None = None
        self._looks = 0
        self._error: Json = {}
        self._finished = asyncio.Event()
        self._stopped = asyncio.Event()

    def __aiter__(self) -> AsyncIterator[TurnEvent]:
        """See ``Turn``."""
        return self._run()

    async def _run(self) -> AsyncIterator[TurnEvent]:
        if self._is_begun:
            raise RuntimeError("a turn can be iterated once")
        self._is_begun = True
        refused = self._refusal()
        if refused is not None:
            yield refused
            return
        self._session.current = self
        self._server.hub.listen(self._session.id, self)
        ended: TurnEnded | None = None
        try:
            yield SessionReported(self._session.id, self._session.spec.cwd)
            if self._session.withheld:
                withheld, self._session.withheld = self._session.withheld, ()
                yield WorkspaceNoted(SETTINGS_WITHHELD, withheld)
            ended = await self._send()
            while ended is None:
                item = await self._next()
                ended = await self._end_of(item)
                if ended is None:
                    for event in await self._events_of(item):
                        yield event
            for event in await self._closing():
                yield event
            if self._is_stopping:
                # Stopped means that nothing runs any more, so that is waited for.
                await self._stopped.wait()
            yield ended
        finally:
            self._finished.set()
            self._server.hub.unlisten(self._session.id, self)
            self._session.current = None
            if ended is None and self._is_sent and self._server.is_alive:
                # Nobody reads any more, so nobody could answer or stop: it must not work on alone.
                await self._abort()

    def _refusal(self) -> TurnEnded | None:
        if self._is_stopping:
            return TurnEnded(STOPPED, Delivery.REFUSED)
        if self._session.is_busy:
            return TurnEnded(failed(FailureReason.INTERNAL, "This session works on another prompt."), Delivery.REFUSED)
        if not self._server.is_alive:
            return TurnEnded(failed(FailureReason.CRASHED, self._server.stderr_tail), Delivery.REFUSED)
        return None

    # Sending -----------------------------------------------------------------------------------------------------------

    async def _send(self) -> TurnEnded | None:
        body = await asyncio.to_thread(self._body)
        if self._is_stopping:
            return TurnEnded(STOPPED, Delivery.REFUSED)
        self._session.used_ids.add(self._mapper.prompt_id)
        self._is_sent = True
        path = f"/session/{self._session.id}/prompt_async"
        for _ in range(2):
            try:
                await self._server.http.post(path, body)
                return None
            except AnswerError as error:
                lost = error.status == 404
                reason = FailureReason.SESSION_LOST if lost else FailureReason.BAD_REQUEST
                return TurnEnded(failed(reason, error.words), Delivery.REFUSED, reply_held=False, session_alive=not lost)
            except ServerGoneError as error:
                log.info("no answer to a prompt: %s", error)
                there = await self._is_there()
                if there:
                    self._queue.put_nowait(_Gap())
                    return None
                if there is None:
                    return self._lost()
        return self._lost()

    def _body(self) -> Json:
        body: Json = {
            "messageID": self._mapper.prompt_id,
            "agent": self._session.agent(),
            "parts": parts_of(self._prompt, takes_images=self._session.takes_images()),
            **self._session.model_body(),
        }
        spec = self._session.spec
        system = "\n\n".join(text for text in (read_notes(spec.cwd), spec.index_text) if text)
        return {**body, "system": system} if system else body

    async def _is_there(self) -> bool | None:
        """Tell whether the server has our message; None when it can't be asked."""
        try:
            await self._server.http.get(f"/session/{self._session.id}/message/{self._mapper.prompt_id}", limit_s=_PROOF_S)
        except AnswerError as error:
            return False if error.status == 404 else None
        except ServerGoneError:
            return None
        return True

    # What the server says ----------------------------------------------------------------------------------------------

    def on_event(self, kind: str, properties: Json) -> None:
        """See ``EventListener``."""
        self._queue.put_nowait(_Said(kind, properties))

    def on_gap(self) -> None:
        """See ``EventListener``."""
        self._queue.put_nowait(_Gap())

    def on_gone(self) -> None:
        """See ``EventListener``."""
        self._queue.put_nowait(_Gone())

    async def _next(self) -> _Said | _Gap | _Gone | TurnEvent:
        limit_s = _STOPPING_S if self._is_stopping else None if self._is_accepted else _PROOF_S
        try:
            async with asyncio.timeout(limit_s):
                return await self._queue.get()
        except TimeoutError:
            # Nothing came that had to come, so we look ourselves.
            self._looks += 1
            return _Gap()

    async def _end_of(self, item: object) -> TurnEnded | None:
        """Return the end of the turn, if that is what the item means."""
        if isinstance(item, _Gone):
            return self._lost()
        if isinstance(item, _Said) and as_text(item.properties.get("sessionID")) == self._session.id:
            if item.kind == "session.idle" and self._is_accepted:
                return await self._end_if_idle()
            if item.kind == "session.error":
                return await self._failed_unread(as_dict(item.properties.get("error")))
        if isinstance(item, _Gap):
            return await (self._end_if_idle() if self._is_accepted else self._end_if_unread())
        return None

    async def _end_if_unread(self) -> TurnEnded | None:
        """End a turn whose prompt doesn't appear: at once when it was stopped, else after some minutes."""
        limit = 0 if self._is_stopping else _MAX_LOOKS
        if self._looks < limit:
            return None
        there = await self._is_there()
        if there:
            return None
        outcome = STOPPED if self._is_stopping else failed(FailureReason.PROTOCOL, "The prompt was taken but never read.")
        # It may still be on its way to being read.
        delivery = Delivery.UNCERTAIN
        return TurnEnded(outcome, delivery, reply_held=False, session_alive=False)

    async def _failed_unread(self, error: Json) -> TurnEnded | None:
        if not is_abort(error):
            self._error = self._error or error
        if self._is_accepted or await self._is_there() is not False:
            return None
        # Without a message nothing else is said, and no idle.
        return TurnEnded(failed(*of_error(error)), Delivery.REFUSED, reply_held=False)

    async def _end_if_idle(self) -> TurnEnded | None:
        try:
            if await self._server.is_busy(self._session.id, self._session.spec.cwd, _ABORT_S):
                return await self._end_by_force() if self._is_stopping else None
            await self._refetch()
        except ServerGoneError:
            if self._is_stopping:
                return await self._end_by_force()
            return self._lost() if not self._server.is_alive else None
        except AnswerError as error:
            return self._ended(failed(FailureReason.PROTOCOL, error.words))
        return self._ended(self._outcome())

    async def _end_by_force(self) -> TurnEnded | None:
        """End the server when it doesn't stop working: then all threads lose it, but none works on unseen."""
        if self._looks < _MAX_STOPPING_LOOKS and self._server.is_alive:
            return None
        log.info("the server did not stop a turn and is ended")
        await self._server.abandon()
        return self._lost()

    def _outcome(self) -> Outcome:
        if self._is_stopping:
            return STOPPED
        if self._gave_up is not None:
            return self._gave_up
        error = self._mapper.error if self._mapper.error and not is_abort(self._mapper.error) else self._error
        if error:
            return failed(*of_error(error))
        if self._mapper.error:
            return STOPPED
        if not self._mapper.answers:
            return failed(FailureReason.PROTOCOL, "The turn ended without an answer.")
        return COMPLETED

    def _ended(self, outcome: Outcome) -> TurnEnded:
        return TurnEnded(outcome, Delivery.ACCEPTED, reply_held=True, anchor=self._mapper.anchor)

    def _lost(self) -> TurnEnded:
        delivery = Delivery.ACCEPTED if self._is_accepted else Delivery.UNCERTAIN
        if self._is_stopping:
            outcome = STOPPED
        elif self._server.is_stopping:
            outcome = CANCELLED
        elif self._server.is_alive:
            outcome = failed(FailureReason.CONNECTION_LOST)
        else:
            outcome = failed(FailureReason.CRASHED, self._server.stderr_tail)
        return TurnEnded(outcome, delivery if self._is_sent else Delivery.REFUSED, reply_held=False, anchor=self._mapper.anchor)

    async def _events_of(self, item: _Said | _Gap | _Gone | TurnEvent) -> list[TurnEvent]:
        if isinstance(item, _Gap):
            return await self._after_gap()
        if isinstance(item, _Gone):
            return []
        if not isinstance(item, _Said):
            return [item]
        is_own = as_text(item.properties.get("sessionID")) in ("", self._session.id)
        match item.kind:
            case "permission.asked":
                return await self._asked(item.properties)
            case "question.asked":
                return self._ask(permissions.asked_question(item.properties), item.properties)
            case "permission.replied" | "question.replied" | "question.rejected":
                return self._withdraw(as_text(item.properties.get("requestID")))
            case "message.updated" if is_own:
                return self._message(as_dict(item.properties.get("info")))
            case "message.part.updated" if is_own:
                return await self._part(as_dict(item.properties.get("part")))
            case "message.part.delta" if is_own:
                return self._mapper.take_delta(item.properties) if self._is_accepted else []
            case "session.status" if is_own:
                return await self._status(as_dict(item.properties.get("status")))
        return []

    def _message(self, info: Json) -> list[TurnEvent]:
        if as_text(info.get("id")) == self._mapper.prompt_id:
            return self._accept("message.updated with our message id")
        if self._is_accepted:
            self._mapper.take_message(info)
        return []

    async def _part(self, told: Json) -> list[TurnEvent]:
        if not self._is_accepted:
            return []
        if tools.is_over(told):
            told = await asyncio.to_thread(tools.with_whole_output, told)
        events = self._mapper.take_part(told)
        if self._mapper.empty_steps >= MAX_EMPTY_STEPS and self._gave_up is None:
            await self._give_up(failed(FailureReason.RUNAWAY))
        return events

    async def _status(self, status: Json) -> list[TurnEvent]:
        if status.get("type") != "retry" or not self._is_accepted:
            return []
        words, attempt, at = as_text(status.get("message")), as_count(status.get("attempt")), as_count(status.get("next")) / 1000
        reason, wait_s = of_words(words), max(0.0, at - time.time())
        if reason is FailureReason.LIMIT_REACHED or wait_s > LONG_WAIT_S:
            await self._give_up(failed(FailureReason.LIMIT_REACHED, words, at or None))
        elif attempt > MAX_RETRIES:
            await self._give_up(failed(reason, words))
        return [Retrying(attempt, MAX_RETRIES, reason, wait_s)]

    async def _give_up(self, outcome: Outcome) -> None:
        if self._gave_up is None and not self._is_stopping:
            self._gave_up = outcome
            await self._abort()

    def _accept(self, proof: str) -> list[TurnEvent]:
        if self._is_accepted:
            return []
        self._is_accepted = True
        return [PromptAccepted(proof)]

    async def _after_gap(self) -> list[TurnEvent]:
        if self._is_accepted:
            return await self._missed_asks()
        events = self._accept("our message id, asked for") if await self._is_there() else []
        if events:
            # It may be over already.
            self._queue.put_nowait(_Gap())
        return events

    async def _missed_asks(self) -> list[TurnEvent]:
        """Return what is asked and wasn't heard."""
        if self._is_stopping or self._gave_up is not None:
            return []
        try:
            cwd = self._session.spec.cwd
            requests = as_list(await self._server.http.get("/permission", directory=cwd, limit_s=_PROOF_S))
            questions = as_list(await self._server.http.get("/question", directory=cwd, limit_s=_PROOF_S))
        except (AnswerError, ServerGoneError) as error:
            log.info("could not look for requests: %s", error)
            return []
        events: list[TurnEvent] = []
        for request in map(as_dict, requests):
            if self._is_new(request):
                events += await self._asked(request)
        for request in map(as_dict, questions):
            if self._is_new(request):
                events += self._ask(permissions.asked_question(request), request)
        return events

    def _is_new(self, request: Json) -> bool:
        is_own = self._server.hub.root_of(as_text(request.get("sessionID"))) == self._session.id
        return is_own and as_text(request.get("id")) not in self._heard

    async def _refetch(self) -> None:
        """Feed what the session holds of this turn, in case events were missing."""
        for message in answer_to(await self._server.messages(self._session.id), self._mapper.prompt_id):
            self._mapper.take_message(as_dict(message.get("info")))
            for part in map(as_dict, as_list(message.get("parts"))):
                for event in await self._part(part):
                    self._queue.put_nowait(event)

    async def _closing(self) -> list[TurnEvent]:
        """Return what is still to be told before the end."""
        events: list[TurnEvent] = []
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if not isinstance(item, _Said | _Gap | _Gone):
                events.append(item)
        for request_id in list(self._open):
            events += self._withdraw(request_id)
        return [*events, *self._mapper.close()]

    # Approvals ---------------------------------------------------------------------------------------------------------

    async def _asked(self, request: Json) -> list[TurnEvent]:
        mode = self._session.spec.mode
        if diff := as_text(as_dict(request.get("metadata")).get("diff")):
            self._mapper.diffs[as_text(as_dict(request.get("tool")).get("callID"))] = diff
        match permissions.rule(mode, request, self._session.allowed):
            case Ruling.ALLOW:
                await self._reply(request, "once")
            case Ruling.DENY:
                self._refuse(request)
                await self._reply(request, "reject", permissions.PLAN_ONLY)
            case Ruling.ASK:
                return self._ask(permissions.asked(request, self._session.spec.cwd), request)
        return []

    def _ask(self, asked: ApprovalAsked, request: Json) -> list[TurnEvent]:
        if self._is_stopping or self._gave_up is not None or asked.request_id in self._heard:
            return []
        self._heard.add(asked.request_id)
        self._open[asked.request_id] = _Open(asked, request)
        return [asked]

    async def steer(self, prompt: Prompt) -> bool:
        """See ``Turn``. The program only takes a message after the running turn, so it waits in our own queue."""
        return False

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """See ``Turn``."""
        opened = self._open.get(request_id)
        if opened is None or option not in opened.asked.options:
            return
        del self._open[request_id]
        told = tuple(tuple(answer) for answer in answers)
        self._queue.put_nowait(ApprovalClosed(request_id, option, word, told))
        if opened.asked.questions:
            await self._answer_question(opened, option, word, told)
            return
        if option == DENY:
            self._refuse(opened.request)
            # Without a word the program would end the turn there; the model is told instead, as other agents do it.
            await self._reply(opened.request, "reject", word or permissions.DENIED)
            return
        if option == ALLOW_SESSION:
            self._session.allowed.add(opened.request)
        await self._reply(opened.request, "once")

    async def _answer_question(self, opened: _Open, option: str, word: str, answers: tuple[tuple[str, ...], ...]) -> None:
        path = f"/question/{opened.asked.request_id}"
        count = len(opened.asked.questions)
        if option == DENY and not word:
            await self._post(f"{path}/reject", {})
            return
        chosen = [list(answer) for answer in answers] if option == ANSWER else [[word]]
        await self._post(f"{path}/reply", {"answers": [*chosen, *[[] for _ in range(count)]][:count]})

    def _refuse(self, request: Json) -> None:
        self._mapper.refused.add(as_text(as_dict(request.get("tool")).get("callID")))

    async def _reply(self, request: Json, reply: str, message: str = "") -> None:
        body = {"reply": reply, **({"message": message} if message else {})}
        await self._post(f"/permission/{as_text(request.get('id'))}/reply", body)

    async def _post(self, path: str, body: Json) -> None:
        try:
            await self._server.http.post(path, body, directory=self._session.spec.cwd)
        except (AnswerError, ServerGoneError) as error:
            # It was withdrawn in the meantime, or the end of the server is told by its stream.
            log.info("an answer did not count: %s", error)

    def _withdraw(self, request_id: str) -> list[TurnEvent]:
        return [ApprovalClosed(request_id)] if self._open.pop(request_id, None) is not None else []

    # Stop --------------------------------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """See ``Turn``. Calling it again waits for the first call."""
        if self._is_stopping:
            await self._stopped.wait()
            return
        self._is_stopping = True
        try:
            if not self._is_sent or self._finished.is_set():
                return
            for request_id in list(self._open):
                for event in self._withdraw(request_id):
                    self._queue.put_nowait(event)
            await self._abort()
            # The abort ends a command's processes, but not one that made itself independent.
            await self._end_commands()
            self._queue.put_nowait(_Gap())
        finally:
            self._stopped.set()

    async def _abort(self) -> None:
        try:
            await self._server.http.post(f"/session/{self._session.id}/abort", limit_s=_ABORT_S)
        except (AnswerError, ServerGoneError) as error:
            log.info("the server did not take an abort: %s", error)

    async def _end_commands(self) -> None:
        for _ in range(3):
            found = await asyncio.to_thread(tree.marked, self._session.id, SESSION_MARK, not_before=self._server.started_at)
            if not found:
                return
            await tree.end(found, term_s=1.0, kill_s=2.0)
