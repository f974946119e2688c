# SPDX-License-Identifier: MIT
"""A small client of ``codex app-server``: JSON objects, one a line, over the program's pipes.

Both sides ask: our requests and those of the program have ids of their own, so a message with a ``method`` and an ``id`` is the
program's request, one with an ``id`` alone an answer to ours, and one with a ``method`` alone a notification. A line that the
program can't read gets no answer at all, so each call has a limit.
"""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from onesist_desktop.agents.json_reading import Json, as_dict, as_text, object_in
from onesist_desktop.core.errors import OnesistError
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.frames import OversizedFrame
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

CALL_S = 30.0
"""How long the program may take for an answer that needs no model and no other program."""

METHOD_NOT_FOUND = -32601
_READER_END_S = 2.0


class CallError(Exception):
    """The program refused a call; the text holds its words."""


class Listener(Protocol):
    """Who gets what the program says. All are called on the loop and must not block."""

    def on_notification(self, method: str, params: Json) -> None:
        """Take a notification."""
        ...

    def on_request(self, request_id: int | str, method: str, params: Json) -> None:
        """Take a request of the program, which waits for an answer."""
        ...

    def on_oversized(self, frame: OversizedFrame) -> None:
        """Learn that a line was too long and was dropped."""
        ...

    def on_ended(self) -> None:
        """Learn that the program has ended or closed its output. Nothing comes any more."""
        ...


class AppServer:
    """A running program. At most one listener at a time; without one, notifications are dropped and requests refused."""

    def __init__(self, child: ChildProcess, supervisor: TaskSupervisor) -> None:
        self._child = child
        self._supervisor = supervisor
        self._listener: Listener | None = None
        self._calls: dict[int, asyncio.Future[Json]] = {}
        self._last_id = 0
        self._reader: asyncio.Task[None] | None = None
        self._has_output_ended = False
        self._is_stopping = False

    @classmethod
    async def start(cls, argv: Sequence[str], cwd: str, env: Mapping[str, str], supervisor: TaskSupervisor) -> AppServer:
        """Start the program and its reader. Raises OnesistError, see ``ChildProcess.start``."""
        child = await ChildProcess.start(argv, cwd=cwd, env=env, mark=f"codex-{uuid.uuid4()}")
        server = cls(child, supervisor)
        try:
            server._reader = supervisor.spawn(server._read(), name=f"codex:{child.pid}")
        except BaseException:
            await server.stop()
            raise
        return server

    @property
    def pid(self) -> int:
        """Process id."""
        return self._child.pid

    @property
    def mark(self) -> str:
        """What marks all the processes that it started."""
        return self._child.mark

    @property
    def is_usable(self) -> bool:
        """Whether it can be asked something."""
        return self._child.returncode is None and not self._has_output_ended and not self._is_stopping

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to end."""
        return self._is_stopping

    @property
    def is_heard(self) -> bool:
        """Whether somebody listens."""
        return self._listener is not None

    @property
    def stderr_tail(self) -> str:
        """What it wrote to stderr last."""
        return self._child.stderr_tail.strip()

    def listen(self, listener: Listener) -> None:
        """Send what the program says to this listener."""
        self._listener = listener

    def unlisten(self, listener: Listener) -> None:
        """Send nothing more to this listener, if it is the one."""
        if self._listener is listener:
            self._listener = None

    async def call(self, method: str, params: Json, limit_s: float = CALL_S) -> Json:
        """Ask the program and return its answer.

        Raises:
            CallError: It refused.
            ConnectionError: It has ended.
            TimeoutError: It did not answer in time.
        """
        self._last_id += 1
        call_id = self._last_id
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._calls[call_id] = answer
        try:
            if self._has_output_ended:
                raise ConnectionResetError("the program has ended")
            await self._send({"id": call_id, "method": method, "params": params})
            async with asyncio.timeout(limit_s):
                return await answer
        finally:
            self._calls.pop(call_id, None)

    async def notify(self, method: str) -> None:
        """Tell the program something that needs no answer. Raises ConnectionError."""
        await self._send({"method": method})

    async def answer(self, request_id: int | str, result: Json) -> None:
        """Answer a request of the program. One that has ended is no error."""
        await self._reply({"id": request_id, "result": result})

    async def refuse(self, request_id: int | str) -> None:
        """Tell the program that nobody here answers its request. One that has ended is no error."""
        await self._reply({"id": request_id, "error": {"code": METHOD_NOT_FOUND, "message": "not supported by this client"}})

    async def stop(self) -> None:
        """End the program and all that it started, each step within its limit.

        Raises:
            OnesistError: Something outlived being killed.
        """
        self._is_stopping = True
        await self._child.stop()
        if self._reader is not None:
            await asyncio.wait([self._reader], timeout=_READER_END_S)

    async def stop_quietly(self) -> None:
        """As :meth:`stop`, but what could not be ended goes to the log."""
        try:
            await self.stop()
        except OnesistError as error:
            log.warning("ending Codex: %s", error)

    async def _reply(self, message: Json) -> None:
        try:
            await self._send(message)
        except ConnectionError as error:
            log.debug("the program ended before an answer reached it: %s", error)

    async def _send(self, message: Json) -> None:
        # Escaped to ASCII: half of a surrogate pair, which a person can paste, has no UTF-8.
        await self._child.write_line(json.dumps(message).encode("ascii"))

    # Reading -----------------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            async for line in self._child.frames():
                if isinstance(line, OversizedFrame):
                    if self._listener is not None:
                        self._listener.on_oversized(line)
                    continue
                message = await object_in(line)
                if message is not None:
                    self._route(message)
        finally:
            self._has_output_ended = True
            for waiting in self._calls.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionResetError("the program has ended"))
            if self._listener is not None:
                self._listener.on_ended()

    def _route(self, message: Json) -> None:
        method, message_id = as_text(message.get("method")), message.get("id")
        params = as_dict(message.get("params"))
        if not method:
            self._take_answer(message_id, message)
        elif isinstance(message_id, int | str):
            if self._listener is not None:
                self._listener.on_request(message_id, method, params)
            else:
                # It would wait for ever for a person who isn't asked.
                self._supervisor.spawn(self.refuse(message_id), name=f"codex:refuse:{self.pid}")
        elif self._listener is not None:
            self._listener.on_notification(method, params)

    def _take_answer(self, message_id: Any, message: Json) -> None:
        waiting = self._calls.get(message_id) if isinstance(message_id, int) else None
        if waiting is None or waiting.done():
            return
        if "error" in message:
            waiting.set_exception(CallError(as_text(as_dict(message["error"]).get("message")) or "refused"))
        else:
            waiting.set_result(as_dict(message.get("result")))
