# SPDX-License-Identifier: MIT
"""The program's server: one process for all threads, with its event stream.

Loads the HTTP library, so it is itself loaded when first needed.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text
from onesist_desktop.agents.opencode.detect import is_first_line
from onesist_desktop.agents.opencode.events import EventHub, SseSplitter
from onesist_desktop.agents.opencode.http import AnswerError, ServerGoneError, ServerHttp
from onesist_desktop.agents.opencode.launch import Launch, prepare
from onesist_desktop.core.errors import AnswererError, FailureReason, OnesistError
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.errors import ProgramMissingError
from onesist_desktop.process.frames import OversizedFrame
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

_LISTENING = re.compile(rb"http://127\.0\.0\.1:(\d+)")
_SILENCE_S = 40.0
_RECONNECT_S = 0.5
_SMALL_BYTES = 1000


class UnknownServerError(Exception):
    """What listens there doesn't speak the interface that we know."""


class OpencodeServer:
    """A running server. Made by :meth:`start`; whoever made it also calls :meth:`stop`.

    Attributes:
        http: Requests to it.
        hub: Its events.
        version: What it says of itself.
    """

    def __init__(self, child: ChildProcess, launch: Launch, password: str, supervisor: TaskSupervisor) -> None:
        self.hub = EventHub()
        self.version = ""
        self.http: ServerHttp
        self._child = child
        self._launch = launch
        self._password = password
        self._supervisor = supervisor
        self._tasks: list[asyncio.Task[None]] = []
        self._address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._connected = asyncio.Event()
        self._has_ended = asyncio.Event()
        self._is_stopping = False

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        run_folder: Path | None,
        supervisor: TaskSupervisor,
        limit_s: float,
    ) -> OpencodeServer:
        """Start the program and wait until its events arrive.

        Raises:
            UnknownServerError: It speaks another interface.
            AnswererError: PROGRAM_MISSING, CRASHED, PROTOCOL, STORAGE.
        """
        password = secrets.token_urlsafe(32)
        try:
            launch = await asyncio.to_thread(prepare, environment, password, run_folder)
        except OSError as error:
            raise AnswererError(FailureReason.STORAGE, str(error)) from error
        argv = [*command, "serve", "--hostname", "127.0.0.1", "--port", "0"]
        try:
            child = await ChildProcess.start(
                argv, cwd=tempfile.gettempdir(), env=launch.environment, mark=f"opencode-{uuid.uuid4()}"
            )
        except BaseException as error:
            await asyncio.to_thread(launch.remove)
            if isinstance(error, ProgramMissingError):
                raise AnswererError(FailureReason.PROGRAM_MISSING, error.program) from error
            if isinstance(error, OnesistError):
                raise AnswererError(FailureReason.CRASHED, str(error)) from error
            raise
        server = cls(child, launch, password, supervisor)
        try:
            await server._begin(limit_s)
        except BaseException:
            await server.stop()
            raise
        return server

    @property
    def is_alive(self) -> bool:
        """Whether requests can be sent to it."""
        return self._child.returncode is None and not self._has_ended.is_set() and not self._is_stopping

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to end."""
        return self._is_stopping

    @property
    def pid(self) -> int:
        """Process id."""
        return self._child.pid

    @property
    def started_at(self) -> float:
        """When it started, seconds since the epoch."""
        return self._child.started_at

    @property
    def stderr_tail(self) -> str:
        """What it wrote to stderr last."""
        return self._child.stderr_tail.strip()

    async def messages(self, session_id: str) -> list[Json]:
        """Return a session's messages, oldest first. Raises ServerGoneError, AnswerError."""
        return [as_dict(one) for one in as_list(await self.http.get(f"/session/{session_id}/message"))]

    async def is_busy(self, session_id: str, cwd: str, limit_s: float) -> bool:
        """Tell whether a session works. Raises ServerGoneError, AnswerError."""
        told = as_dict(as_dict(await self.http.get("/session/status", directory=cwd, limit_s=limit_s)).get(session_id))
        return as_text(told.get("type")) not in ("", "idle")

    async def abandon(self) -> None:
        """End the program as if it had ended by itself. :meth:`stop` is still to be called. Never raises."""
        self._has_ended.set()
        try:
            await self._child.stop(eof_s=0.0)
        except OnesistError as error:
            log.warning("ending Opencode: %s", error)

    async def stop(self) -> None:
        """End the server and all that it started. Never raises."""
        self._is_stopping = True
        try:
            # It doesn't end at the end of its input, so that isn't waited for.
            await self._child.stop(eof_s=0.0)
        except OnesistError as error:
            log.warning("ending Opencode: %s", error)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2.0)
        if hasattr(self, "http"):
            await self.http.close()
        await asyncio.to_thread(self._launch.remove)

    async def _begin(self, limit_s: float) -> None:
        self._tasks.append(self._supervisor.spawn(self._read(), name="opencode:output"))
        try:
            async with asyncio.timeout(limit_s):
                url = await self._address
                self.http = await asyncio.to_thread(ServerHttp, url, self._password)
                await self._check_health()
                self._tasks.append(self._supervisor.spawn(self._listen(), name="opencode:events"))
                await self._connected.wait()
        except TimeoutError as error:
            raise AnswererError(FailureReason.PROTOCOL, self.stderr_tail or "The server did not start in time.") from error
        except ServerGoneError as error:
            raise AnswererError(FailureReason.CRASHED, self.stderr_tail or str(error)) from error

    async def _check_health(self) -> None:
        try:
            told = as_dict(await self.http.get("/global/health", limit_s=20.0))
        except AnswerError as error:
            raise UnknownServerError(str(error)) from error
        self.version = as_text(told.get("version"))
        if told.get("healthy") is not True or not is_first_line(self.version):
            raise UnknownServerError(f"version {self.version or 'unknown'}")

    async def _read(self) -> None:
        try:
            async for line in self._child.frames():
                if not isinstance(line, OversizedFrame) and not self._address.done():
                    found = _LISTENING.search(line)
                    if found is not None:
                        self._address.set_result(f"http://127.0.0.1:{int(found[1])}")
        finally:
            self._has_ended.set()
            if not self._address.done():
                self._address.set_exception(ServerGoneError("The program ended at its start."))
                # Nobody may wait for it any more.
                self._address.exception()
            self.hub.gone()

    async def _listen(self) -> None:
        while not self._has_ended.is_set():
            splitter = SseSplitter()
            try:
                async for piece in self.http.stream("/global/event", _SILENCE_S):
                    for data in splitter.feed(piece):
                        self._hear(data)
            except (ServerGoneError, AnswerError) as error:
                log.info("the event stream broke: %s", error)
            if not self._has_ended.is_set():
                await asyncio.sleep(_RECONNECT_S)

    def _hear(self, data: bytes) -> None:
        if len(data) < _SMALL_BYTES and b'"server.connected"' in data:
            if self._connected.is_set():
                self.hub.gap()
            self._connected.set()
        self.hub.take(data)
