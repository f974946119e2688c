# SPDX-License-Identifier: MIT
"""One prompt on its way through a running Codex.

*Accepted* is the completed item of the user message with our message's id (:mod:`.mapping`). The answer to ``turn/start`` and the
start of the turn prove nothing: a crash after these loses the prompt.

A turn that was accepted and then failed leaves its prompt in the thread. To send it again, the thread is cut back to the anchor
before; the same id may be used again then.

*Stop* interrupts by protocol. The program leaves a running command alone, so its terminals are cleaned up afterwards, and what
the turn started is ended. What was cut off of the answer isn't in the thread. If the program doesn't answer, it is ended as a
whole.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any

from onesist_desktop.agents.codex import approvals
from onesist_desktop.agents.codex.approvals import OpenRequest, Ruling
from onesist_desktop.agents.codex.attachments import prompt_input, text_item
from onesist_desktop.agents.codex.failures import not_opened
from onesist_desktop.agents.codex.launch import collaboration_mode
from onesist_desktop.agents.codex.mapping import TurnMapper
from onesist_desktop.agents.codex.rpc import CallError
from onesist_desktop.agents.json_reading import Json, as_dict, as_text
from onesist_desktop.agents.started_processes import end_started_since, process_clock
from onesist_desktop.core.answerer import Answers, Prompt
from onesist_desktop.core.errors import FailureReason, OnesistError
from onesist_desktop.core.turn_events import (
    CANCELLED,
    DENY,
    STOPPED,
    ApprovalClosed,
    Delivery,
    Outcome,
    SessionReported,
    TurnEnded,
    TurnEvent,
    WorkspaceNoted,
    failed,
)
from onesist_desktop.process.frames import OversizedFrame

if TYPE_CHECKING:
    from onesist_desktop.agents.codex.session import CodexSession

log = logging.getLogger(__name__)

SETTINGS_WITHHELD = "project_settings_withheld"

_START_S = 30.0
_INTERRUPTS = 5
_INTERRUPT_ANSWER_S = 3.0
_INTERRUPTED_END_S = 2.0
_PROGRESS_S = 1.0
_CLEAN_S = 5.0
_STEER_S = 10.0
HELPERS = ("codex-code-mode",)
"""Beginnings of the names of programs that Codex starts for itself and keeps: no command of the model's."""


class CodexTurn:
    """Implements ``core.answerer.Turn``; see the module."""

    def __init__(self, session: CodexSession, prompt: Prompt) -> None:
        self._session = session
        self._server = session.server
        self._prompt = prompt
        server = session.spec.history_server
        self._spared = server.argv if server else ()
        self._mapper = TurnMapper(prompt.message_id, server.name if server else "", old_turns=frozenset(session.old_turns))
        self._events: asyncio.Queue[TurnEvent] = asyncio.Queue()
        self._requests: dict[str, OpenRequest] = {}
        self._items: dict[str, Json] = {}
        self._began_at = 0.0
        self._is_begun = False
        self._is_sent = False
        self._progress = asyncio.Event()
        self._finished = asyncio.Event()
        self._held_back: TurnEnded | None = None
        self._stop_lock = asyncio.Lock()

    def __aiter__(self) -> AsyncIterator[TurnEvent]:
        """See ``Turn``."""
        return self._run()

    async def _run(self) -> AsyncIterator[TurnEvent]:
        if self._is_begun:
            raise RuntimeError("a turn can be iterated once")
        self._is_begun = True
        has_ended = False
        try:
            for event in self._first_events():
                yield event
            await self._send()
            while not has_ended:
                event = await self._events.get()
                has_ended = isinstance(event, TurnEnded)
                yield event
        finally:
            if not has_ended:
                # Nobody reads any more, so nobody could answer or stop: the process must not work on alone.
                self._server.unlisten(self)
                self._background(self._server.stop_quietly(), "abandoned")

    def _first_events(self) -> list[TurnEvent]:
        events: list[TurnEvent] = []
        if self._session.must_report:
            self._session.must_report = False
            thread = self._session.thread
            events.append(SessionReported(thread.id, thread.cwd or None, thread.model or None))
        if self._session.must_tell_settings:
            self._session.must_tell_settings = False
            events.append(WorkspaceNoted(SETTINGS_WITHHELD, ("other",)))
        return events

    async def _send(self) -> None:
        if self._finished.is_set():
            return
        if self._session.is_busy:
            self._end(failed(FailureReason.INTERNAL, "This session works on another prompt."), Delivery.REFUSED)
            return
        self._server.listen(self)
        if not self._server.is_usable:
            self._end(failed(FailureReason.CRASHED, self._server.stderr_tail), Delivery.REFUSED)
            return
        items = await asyncio.to_thread(prompt_input, self._prompt) if self._prompt.attachments else prompt_input(self._prompt)
        if self._finished.is_set():
            return
        if not items:
            # The program would ask the model without any prompt.
            self._end(failed(FailureReason.BAD_REQUEST, "The message is empty."), Delivery.REFUSED)
            return
        self._began_at = process_clock()
        self._is_sent = self._session.was_used = True
        await self._start(items)

    async def _start(self, items: list[Json]) -> None:
        thread = self._session.thread
        params: Json = {"threadId": thread.id, "clientUserMessageId": self._prompt.message_id, "input": items}
        if thread.model:
            params["collaborationMode"] = collaboration_mode(self._session.spec.mode, thread.model, thread.effort)
        try:
            answer = await self._server.call("turn/start", params, _START_S)
        except CallError as error:
            told = not_opened(str(error))
            is_lost = told.reason is FailureReason.SESSION_LOST
            self._end(failed(told.reason, told.detail), Delivery.REFUSED, session_alive=not is_lost)
        except ConnectionError:
            # Part of it may have gone over; what it said before it ended was heard.
            self.on_ended()
        except TimeoutError:
            await self._server.stop_quietly()
            self._end(failed(FailureReason.PROTOCOL, "the program did not answer"), None)
        else:
            self._mapper.turn_id = self._mapper.turn_id or as_text(as_dict(answer.get("turn")).get("id"))
            self._progress.set()

    # What the program says ---------------------------------------------------------------------------------------------

    def on_notification(self, method: str, params: Json) -> None:
        """Take what the program says. What is of another thread (a helper's) is no part of this answer."""
        thread_id = as_text(params.get("threadId"))
        if thread_id and thread_id != self._session.thread.id:
            return
        if method == "serverRequest/resolved":
            self._resolved(params.get("requestId"))
            return
        item = as_dict(params.get("item"))
        if item:
            self._items[as_text(item.get("id"))] = item
        gave_up = self._mapper.give_up is not None
        for event in self._mapper.feed(method, params):
            self._emit(event)
        if self._mapper.has_started:
            self._progress.set()
        if not gave_up and self._mapper.give_up is not None:
            self._background(self._give_up(), "give-up")

    def on_request(self, request_id: int | str, method: str, params: Json) -> None:
        """Take a request of the program: answer it by the mode, or ask."""
        if method not in approvals.ASKING:
            self._background(self._server.refuse(request_id), "refuse")
            return
        spec = self._session.spec
        item = self._items.get(as_text(params.get("itemId")), {})
        ruling = approvals.rule(spec.mode, method, params, item, spec.cwd)
        if ruling is not Ruling.ASK or as_text(params.get("turnId")) in self._session.old_turns:
            self._background(self._server.answer(request_id, approvals.automatic(method, params, ruling)), "rule")
            return
        opened = approvals.open_request(request_id, method, params, item, spec.cwd)
        self._requests[opened.asked.request_id] = opened
        self._emit(opened.asked)

    def on_oversized(self, frame: OversizedFrame) -> None:
        """Go on without a line that was too long; the next ones still tell how the turn goes."""
        log.warning("dropped a line over %d bytes: %r", frame.limit_bytes, frame.head[:80])

    def on_ended(self) -> None:
        """End the turn, as the program has."""
        if self._mapper.stop_requested:
            self._end(STOPPED, None)
        elif self._server.is_stopping:
            self._end(CANCELLED, None)
        else:
            self._end(failed(FailureReason.CRASHED, self._server.stderr_tail), None)

    def _end(self, outcome: Outcome, delivery: Delivery | None, *, session_alive: bool = True) -> None:
        for event in self._mapper.end(outcome, delivery, session_alive=session_alive):
            self._emit(event)

    def _emit(self, event: TurnEvent) -> None:
        if not isinstance(event, TurnEnded):
            self._events.put_nowait(event)
            return
        for request_id in list(self._requests):
            del self._requests[request_id]
            self._events.put_nowait(ApprovalClosed(request_id))
        self._finished.set()
        self._progress.set()
        self._server.unlisten(self)
        if self._mapper.turn_id:
            self._session.old_turns.add(self._mapper.turn_id)
        if self._stop_lock.locked():
            # Who stops it says when what the turn started has ended as well.
            self._held_back = event
        else:
            self._events.put_nowait(event)

    # Approvals and steering --------------------------------------------------------------------------------------------

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """See ``Turn``."""
        opened = self._requests.get(request_id)
        if opened is None or option not in opened.asked.options:
            return
        del self._requests[request_id]
        said = ""
        if option == DENY and word.strip() and opened.asked.takes_word and await self._say(word):
            said = word
        if self._mapper.ended is not None:
            return
        self._emit(ApprovalClosed(request_id, option, said, tuple(tuple(one) for one in answers)))
        await self._server.answer(opened.native_id, approvals.answer_to(opened, option, answers))

    async def _say(self, word: str) -> bool:
        return await self._steer_with([text_item(approvals.refusal_with(word.strip()))], str(uuid.uuid4()))

    async def steer(self, prompt: Prompt) -> bool:
        """See ``Turn``."""
        items = await asyncio.to_thread(prompt_input, prompt)
        if not items or not self._mapper.is_accepted:
            return False
        self._mapper.steered.add(prompt.message_id)
        if await self._steer_with(items, prompt.message_id):
            return True
        self._mapper.steered.discard(prompt.message_id)
        return False

    async def _steer_with(self, items: list[Json], client_id: str) -> bool:
        if self._finished.is_set() or not self._mapper.turn_id:
            return False
        which: Json = {"threadId": self._session.thread.id, "expectedTurnId": self._mapper.turn_id}
        try:
            await self._server.call("turn/steer", {**which, "clientUserMessageId": client_id, "input": items}, _STEER_S)
        except (CallError, ConnectionError) as error:
            log.debug("a message was not taken into the turn: %s", error)
            return False
        except TimeoutError:
            # It may have been taken; then its item says so.
            return True
        return True

    def _resolved(self, native_id: Any) -> None:
        for request_id, opened in list(self._requests.items()):
            if opened.native_id == native_id:
                del self._requests[request_id]
                self._emit(ApprovalClosed(request_id))

    # Stop --------------------------------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """See ``Turn``."""
        async with self._stop_lock:
            if self._finished.is_set() and self._held_back is None:
                return
            self._mapper.stop_requested = True
            if not self._is_sent:
                self._end(STOPPED, Delivery.REFUSED)
            else:
                await self._end_work(STOPPED)
            self._let_go()

    async def _give_up(self) -> None:
        async with self._stop_lock:
            if self._mapper.give_up is not None and not self._finished.is_set():
                await self._end_work(self._mapper.give_up)
            self._let_go()

    def _let_go(self) -> None:
        if self._held_back is not None:
            self._events.put_nowait(self._held_back)
            self._held_back = None

    async def _end_work(self, outcome: Outcome) -> None:
        if not await self._interrupt():
            await self._server.stop_quietly()
            self._end(outcome, None)
            return
        try:
            await self._server.call("thread/backgroundTerminals/clean", {"threadId": self._session.thread.id}, _CLEAN_S)
        except (CallError, ConnectionError, TimeoutError) as error:
            log.info("Codex didn't end its commands: %s", error)
        try:
            if await end_started_since(self._server.pid, self._server.mark, self._began_at, self._spared, HELPERS):
                await self._server.stop()
        except OnesistError as error:
            log.warning("after a stop: %s", error)

    async def _interrupt(self) -> bool:
        # Straight after its start a turn can't be interrupted yet, and would run on; so it is tried until the turn has ended.
        for _ in range(_INTERRUPTS):
            await self._some_progress()
            if self._finished.is_set():
                return True
            which = {"threadId": self._session.thread.id, "turnId": self._mapper.turn_id}
            try:
                await self._server.call("turn/interrupt", which, _INTERRUPT_ANSWER_S)
                async with asyncio.timeout(_INTERRUPTED_END_S):
                    await self._finished.wait()
            except CallError as error:
                log.debug("interrupt refused: %s", error)
            except ConnectionError:
                break
            except TimeoutError:
                continue
        return self._finished.is_set()

    async def _some_progress(self) -> None:
        """Wait until something new is known of the turn, at most a while."""
        try:
            async with asyncio.timeout(_PROGRESS_S):
                await self._progress.wait()
        except TimeoutError:
            log.debug("nothing new of the turn that is to be interrupted")
        self._progress.clear()

    def _background(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._session.supervisor.spawn(work, name=f"codex:{name}:{self._session.thread.id}")
