# SPDX-License-Identifier: MIT
"""One prompt on its way through a running Claude Code.

*Accepted* is the first of: a request status that names our prompt id, the replayed user message with it, or any other frame
that names it. With eager flush on, the prompt is in the session's file from then on. *Queued* and *started* prove nothing.

A turn that was accepted and then failed leaves its prompt in the session. To send it again, the session is truncated to the
anchor before, or replaced; the new try gets an id of its own (:mod:`.attempts`).

*Stop* interrupts by protocol. The partial answer is then in the session and in every later context, so it counts as held.
Commands get sessions of their own and can leave children behind, so what the turn started is ended afterwards; our history
server is not. If the program doesn't answer, it is ended as a whole, and the partial answer counts as not held.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from onesist_desktop.agents.claude_code import permissions
from onesist_desktop.agents.claude_code.attachments import prompt_content
from onesist_desktop.agents.claude_code.attempts import next_prompt_id
from onesist_desktop.agents.claude_code.diffs import asked_diff
from onesist_desktop.agents.claude_code.permissions import Ruling
from onesist_desktop.agents.claude_code.protocol import TurnMapper
from onesist_desktop.agents.claude_code.requests import OpenRequest, kind_of, open_request
from onesist_desktop.agents.claude_code.session import ClaudeProcess, ControlError
from onesist_desktop.agents.json_reading import Json, as_dict, as_text
from onesist_desktop.agents.started_processes import end_started_since, process_clock
from onesist_desktop.core.answerer import Answers, Prompt
from onesist_desktop.core.errors import FailureReason, OnesistError
from onesist_desktop.core.turn_events import (
    CANCELLED,
    STOPPED,
    ApprovalClosed,
    AskKind,
    Delivery,
    Outcome,
    TurnEnded,
    TurnEvent,
    WorkspaceNoted,
    failed,
)
from onesist_desktop.process.frames import OversizedFrame
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

SETTINGS_WITHHELD = "project_settings_withheld"

_INTERRUPTS = 3
_INTERRUPT_ANSWER_S = 2.0
_INTERRUPTED_END_S = 2.0


class ClaudeTurn:
    """Implements ``core.answerer.Turn``; see the module."""

    def __init__(self, process: ClaudeProcess, prompt: Prompt, supervisor: TaskSupervisor, windows: dict[str, int]) -> None:
        self._process = process
        self._prompt = prompt
        self._supervisor = supervisor
        server = process.spec.history_server
        self._spared = server.argv if server else ()
        prompt_id = next_prompt_id(prompt.message_id, process.used_prompt_ids)
        self._mapper = TurnMapper(prompt_id, server.name if server else "", windows=windows)
        self._events: asyncio.Queue[TurnEvent] = asyncio.Queue()
        self._requests: dict[str, OpenRequest | None] = {}
        self._began_at = 0.0
        self._is_begun = False
        self._is_sent = False
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
            if self._process.must_tell_standing:
                self._process.must_tell_standing = False
                yield WorkspaceNoted(SETTINGS_WITHHELD, tuple(str(kind) for kind in self._process.standing.withheld))
            await self._send()
            while not has_ended:
                event = await self._events.get()
                has_ended = isinstance(event, TurnEnded)
                yield event
        finally:
            if not has_ended:
                # Nobody reads any more, so nobody could answer or stop: the process must not work on alone.
                self._process.unlisten(self)
                self._supervisor.spawn(self._process.stop(), name=f"claude-code:abandoned:{self._process.native_id}")

    async def _send(self) -> None:
        if self._finished.is_set():
            return
        if self._process.is_busy:
            self._end(failed(FailureReason.INTERNAL, "This session works on another prompt."), Delivery.REFUSED)
            return
        self._process.listen(self)
        if not self._process.is_usable:
            self._end(failed(FailureReason.CRASHED, self._process.stderr_tail), Delivery.REFUSED)
            return
        content = await asyncio.to_thread(prompt_content, self._prompt) if self._prompt.attachments else self._prompt.full_text
        if self._finished.is_set():
            return
        self._began_at = process_clock()
        self._process.used_prompt_ids.add(self._mapper.prompt_uuid)
        frame: Json = {
            "type": "user",
            "uuid": self._mapper.prompt_uuid,
            "session_id": "",
            "parent_tool_use_id": None,
            # As it stands: no slash command is run and no @file put in.
            "client_composed": True,
            "message": {"role": "user", "content": content},
        }
        self._is_sent = True
        try:
            await self._process.send(frame)
        except ConnectionError:
            # Part of it may have gone over; the reader tells when the output has ended.
            self._end(failed(FailureReason.CRASHED, self._process.stderr_tail), None)

    # What the program says ---------------------------------------------------------------------------------------------

    def on_frame(self, frame: Json) -> None:
        """Take the next frame of the program."""
        match frame.get("type"):
            case "control_request":
                self._asked(as_text(frame.get("request_id")), as_dict(frame.get("request")))
                return
            case "control_cancel_request":
                self._close_request(as_text(frame.get("request_id")))
                return
        gave_up = self._mapper.give_up_reason
        for event in self._mapper.feed(frame):
            self._emit(event)
        self._process.has_left_folder |= self._mapper.left_folder
        if gave_up is None and self._mapper.give_up_reason is not None:
            # The program would try for more than a minute what can't work.
            self._background(self._interrupt(), "give-up")

    def on_oversized(self, frame: OversizedFrame) -> None:
        """Go on without a frame that was too long; the next ones still tell how the turn goes."""
        log.warning("dropped a frame over %d bytes: %r", frame.limit_bytes, frame.head[:80])

    def on_ended(self) -> None:
        """End the turn, as the program has."""
        if self._mapper.stop_requested:
            self._end(STOPPED, None)
        elif self._process.is_stopping:
            self._end(CANCELLED, None)
        else:
            self._end(failed(FailureReason.CRASHED, self._process.stderr_tail), None)

    def _end(self, outcome: Outcome, delivery: Delivery | None) -> None:
        for event in self._mapper.end(outcome, delivery=delivery, reply_held=False, session_alive=True):
            self._emit(event)

    def _emit(self, event: TurnEvent) -> None:
        if not isinstance(event, TurnEnded):
            self._events.put_nowait(event)
            return
        for request_id in list(self._requests):
            self._close_request(request_id)
        self._finished.set()
        self._process.unlisten(self)
        if self._mapper.stop_requested and self._stop_lock.locked():
            # stop() says when what the turn started has ended as well.
            self._held_back = event
        else:
            self._events.put_nowait(event)

    # Approvals ---------------------------------------------------------------------------------------------------------

    def _asked(self, request_id: str, request: Json) -> None:
        if request.get("subtype") != "can_use_tool":
            self._background(self._process.refuse(request_id), "refuse")
            return
        mode = self._process.spec.mode
        match permissions.rule(mode, as_text(request.get("tool_name"))):
            case Ruling.ALLOW:
                self._background(self._answer(request_id, permissions.allowed(request)), "allow")
            case Ruling.DENY:
                self._background(self._answer(request_id, permissions.denied(request, mode)), "deny")
            case Ruling.ASK if kind_of(as_text(request.get("tool_name"))) is AskKind.EDIT:
                # None until the file was looked at: meanwhile it can be withdrawn.
                self._requests[request_id] = None
                self._background(self._ask_for_edit(request_id, request), "ask")
            case Ruling.ASK:
                self._ask(request_id, request)

    async def _ask_for_edit(self, request_id: str, request: Json) -> None:
        cwd = self._process.spec.cwd
        diff = await asyncio.to_thread(asked_diff, as_text(request.get("tool_name")), as_dict(request.get("input")), cwd)
        if request_id in self._requests:
            self._ask(request_id, request, diff)

    def _ask(self, request_id: str, request: Json, diff: str = "") -> None:
        call_id = as_text(request.get("tool_use_id"))
        plan = as_text(as_dict(request.get("input")).get("plan"))
        if kind_of(as_text(request.get("tool_name"))) is AskKind.PLAN:
            for event in self._mapper.show_plan(call_id, plan):
                self._emit(event)
            plan = plan or self._mapper.plan_of(call_id)
        # The shell keeps the folder that a command changed to, and the program doesn't tell it.
        is_elsewhere = self._process.has_left_folder and kind_of(as_text(request.get("tool_name"))) is AskKind.COMMAND
        opened = open_request(request_id, request, "" if is_elsewhere else self._process.spec.cwd, diff, plan)
        self._requests[request_id] = opened
        self._emit(opened.asked)

    async def steer(self, prompt: Prompt) -> bool:
        """See ``core.answerer.Turn``. Never: what is said meanwhile waits in the queue.

        The program folds such a message into the turn while a tool runs, but the session holds it only from the result on:
        killed at any event before, it had lost it. A proof at the end is too late to tell which words answer it.
        """
        return False

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """See ``Turn``."""
        opened = self._requests.get(request_id)
        decided = opened.decide(option, word, answers) if opened is not None else None
        if decided is None:
            return
        closed, answer = decided
        del self._requests[request_id]
        self._emit(closed)
        await self._answer(request_id, answer)

    def _close_request(self, request_id: str) -> None:
        if self._requests.pop(request_id, None) is not None:
            self._emit(ApprovalClosed(request_id))

    async def _answer(self, request_id: str, response: Json) -> None:
        try:
            await self._process.answer(request_id, response)
        except ConnectionError as error:
            log.debug("the program ended before an answer reached it: %s", error)

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
                await self._end_work()
            if self._held_back is not None:
                self._events.put_nowait(self._held_back)
                self._held_back = None

    async def _end_work(self) -> None:
        if not await self._interrupt():
            await self._stop_process()
            self._end(STOPPED, None)
            return
        try:
            left = await end_started_since(self._process.pid, self._process.mark, self._began_at, self._spared)
            if left:
                await self._stop_process()
        except OnesistError as error:
            log.warning("after a stop: %s", error)

    async def _interrupt(self) -> bool:
        # An interrupt can overtake the start of the turn that it is meant for, so it is repeated until the turn has ended.
        for _ in range(_INTERRUPTS):
            try:
                answer = await self._process.control("interrupt", _INTERRUPT_ANSWER_S, cancel_queued=True)
                if self._mapper.prompt_uuid in (answer.get("cancelled") or ()):
                    reason = self._mapper.give_up_reason
                    self._end(failed(reason) if reason and not self._mapper.stop_requested else STOPPED, Delivery.REFUSED)
                async with asyncio.timeout(_INTERRUPTED_END_S):
                    await self._finished.wait()
                return True
            except ControlError as error:
                log.debug("interrupt refused: %s", error)
            except ConnectionError:
                return self._finished.is_set()
            except TimeoutError:
                continue
        return self._finished.is_set()

    async def _stop_process(self) -> None:
        try:
            await self._process.stop()
        except OnesistError as error:
            log.warning("after a stop: %s", error)

    def _background(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._supervisor.spawn(work, name=f"claude-code:{name}:{self._process.native_id}")
