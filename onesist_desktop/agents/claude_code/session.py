# SPDX-License-Identifier: MIT
"""One running Claude Code process: its reader, and the control requests that go over the same pipes.

One process serves one native session; it stays between turns. At most one turn listens at a time.
"""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from onesist_desktop.agents.claude_code.standing import Standing
from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, object_in
from onesist_desktop.core.answerer import SessionSpec
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.frames import OversizedFrame
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

_END_SESSION_S = 2.0


class ControlError(Exception):
    """The program refused a control request; the text holds its words."""


class FrameListener(Protocol):
    """Who gets what the program says. Both are called on the loop and must not block."""

    def on_frame(self, frame: Json) -> None:
        """Take the next frame."""
        ...

    def on_oversized(self, frame: OversizedFrame) -> None:
        """Learn that a frame was too long and was dropped."""
        ...

    def on_ended(self) -> None:
        """Learn that the program has ended or closed its output. Nothing comes any more."""
        ...


class ClaudeProcess:
    """A running program and the session that it serves.

    Attributes:
        spec: What it was started for.
        native_id: The native session's id.
        used_prompt_ids: Ids of prompts that the session knows; the program would not run these again.
        first_failure: Words of a result that came before any turn, such as that the session isn't there.
        standing: How the folder stood when it was started.
        must_tell_standing: Whether the next turn tells what of the folder doesn't count.
        has_left_folder: Whether a command may have moved its shell to another folder.
    """

    def __init__(
        self, child: ChildProcess, spec: SessionSpec, native_id: str, mcp_file: Path | None, supervisor: TaskSupervisor
    ) -> None:
        self.spec = spec
        self.native_id = native_id
        self.used_prompt_ids: set[str] = set()
        self.first_failure = ""
        self.standing = Standing(is_trusted=False)
        self.must_tell_standing = False
        self.has_left_folder = False
        self._child = child
        self._mcp_file = mcp_file
        self._supervisor = supervisor
        self._listener: FrameListener | None = None
        self._controls: dict[str, asyncio.Future[Json]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._output_ended = asyncio.Event()
        self._is_stopping = False

    @classmethod
    async def start(  # noqa: D417 - the rest is what the class has
        cls,
        argv: Sequence[str],
        env: Mapping[str, str],
        spec: SessionSpec,
        native_id: str,
        mcp_file: Path | None,
        supervisor: TaskSupervisor,
    ) -> ClaudeProcess:
        """Start the program and its reader.

        Args:
            mcp_file: Removed when the process is stopped, or when it can't be started.

        Raises:
            OnesistError: It could not be started; see ``ChildProcess.start``.
        """
        try:
            child = await ChildProcess.start(argv, cwd=spec.cwd, env=env, mark=f"claude-code-{uuid.uuid4()}")
        except BaseException:
            _remove(mcp_file)
            raise
        process = cls(child, spec, native_id, mcp_file, supervisor)
        try:
            process._reader = supervisor.spawn(process._read(), name=f"claude-code:{native_id}")
        except BaseException:
            await process.stop()
            raise
        return process

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
        """Whether a turn can be sent to it."""
        return self._child.returncode is None and not self._output_ended.is_set() and not self._is_stopping

    @property
    def is_busy(self) -> bool:
        """Whether a turn listens to it."""
        return self._listener is not None

    @property
    def returncode(self) -> int | None:
        """Exit code, None while it runs."""
        return self._child.returncode

    @property
    def stderr_tail(self) -> str:
        """What it wrote to stderr last."""
        return self._child.stderr_tail.strip()

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to end."""
        return self._is_stopping

    def listen(self, listener: FrameListener) -> None:
        """Send what the program says to this turn."""
        self._listener = listener

    def unlisten(self, listener: FrameListener) -> None:
        """Send nothing more to this turn, if it is the one that listens."""
        if self._listener is listener:
            self._listener = None

    async def initialize(self, index_text: str, limit_s: float) -> Json:
        """Begin the protocol. The program says nothing before this.

        Raises:
            ConnectionError: It ended instead of answering.
            TimeoutError: It did not answer in time.
            ControlError: It refused.
        """
        fields: Json = {"hooks": None}
        if index_text:
            fields["appendSystemPrompt"] = index_text
        return await self.control("initialize", limit_s, **fields)

    async def control(self, subtype: str, limit_s: float, **fields: Any) -> Json:
        """Send a control request and return the answer's content. Raises as :meth:`initialize`."""
        request_id = str(uuid.uuid4())
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._controls[request_id] = answer
        try:
            if self._output_ended.is_set():
                raise ConnectionResetError("the program has ended")
            await self.send({"type": "control_request", "request_id": request_id, "request": {"subtype": subtype, **fields}})
            async with asyncio.timeout(limit_s):
                return await answer
        finally:
            self._controls.pop(request_id, None)

    async def answer(self, request_id: str, response: Json) -> None:
        """Answer a control request of the program. Raises ConnectionError."""
        body = {"subtype": "success", "request_id": request_id, "response": response}
        await self.send({"type": "control_response", "response": body})

    async def refuse(self, request_id: str) -> None:
        """Tell the program that nobody here answers its request. One that has ended is no error."""
        body = {"subtype": "error", "request_id": request_id, "error": "not supported by this client"}
        try:
            await self.send({"type": "control_response", "response": body})
        except ConnectionError as error:
            log.debug("the program ended before an answer reached it: %s", error)

    async def send(self, frame: Json) -> None:
        """Write one frame. Raises ConnectionError when the program has ended."""
        # Escaped to ASCII: half of a surrogate pair, which a person can paste, has no UTF-8.
        await self._child.write_line(json.dumps(frame).encode("ascii"))

    async def stop(self) -> None:
        """End the program and all that it started. Never raises for what the program does; each step has a limit."""
        self._is_stopping = True
        try:
            if self._child.returncode is None:
                try:
                    # Ends it within a moment even while it works, and saves what it has.
                    await self.control("end_session", _END_SESSION_S)
                except (ConnectionError, TimeoutError, ControlError) as error:
                    log.debug("end_session of %s: %s", self.native_id, error)
            await self._child.stop()
            if self._reader is not None:
                await asyncio.wait([self._reader], timeout=_END_SESSION_S)
        finally:
            _remove(self._mcp_file)

    # Reading -----------------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            async for line in self._child.frames():
                if isinstance(line, OversizedFrame):
                    if self._listener is not None:
                        self._listener.on_oversized(line)
                    continue
                frame = await object_in(line)
                if frame is not None:
                    self._route(frame)
        finally:
            self._output_ended.set()
            for waiting in self._controls.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionResetError("the program has ended"))
            if self._listener is not None:
                self._listener.on_ended()

    def _route(self, frame: Json) -> None:
        kind = frame.get("type")
        if kind == "control_response":
            # The program also echoes our answers to its own requests; nobody waits for those.
            self._take_answer(as_dict(frame.get("response")))
        elif self._listener is not None:
            self._listener.on_frame(frame)
        elif kind == "control_request":
            # It would wait for ever for a person who isn't asked.
            self._supervisor.spawn(self.refuse(as_text(frame.get("request_id"))), name=f"claude-code:refuse:{self.native_id}")
        elif kind == "result" and frame.get("is_error") is True:
            self.first_failure = "\n".join(as_text(error) for error in as_list(frame.get("errors")))
        else:
            log.debug("frame between turns: %s %s", kind, frame.get("subtype", ""))

    def _take_answer(self, response: Json) -> None:
        waiting = self._controls.get(as_text(response.get("request_id")))
        if waiting is None or waiting.done():
            return
        if response.get("subtype") == "error":
            waiting.set_exception(ControlError(as_text(response.get("error")) or "refused"))
        else:
            waiting.set_result(as_dict(response.get("response")))


def _remove(file: Path | None) -> None:
    if file is None:
        return
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        # It names a token that is dead by now; the folder is the system's temporary one.
        log.warning("could not remove %s: %s", file.name, error)
