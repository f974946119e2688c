# SPDX-License-Identifier: MIT
"""One agent process with the protocol's connection to it, initialized."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from acp import PROTOCOL_VERSION, RequestError
from acp.connection import Connection
from acp.schema import ClientCapabilities, FileSystemCapabilities, Implementation, InitializeRequest, InitializeResponse
from acp.utils import serialize_params
from pydantic import BaseModel, ValidationError

from onesist_desktop import __version__
from onesist_desktop.agents.acp.failures import MAX_DETAIL_CHARS, reason_of, words_of
from onesist_desktop.agents.acp.program import AcpLimits, AcpProgram
from onesist_desktop.agents.acp.transport import FrameTransport
from onesist_desktop.core.errors import AnswererError, FailureReason, OnesistError
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.errors import ProcessesLeftError, ProgramMissingError, WorkingFolderMissingError
from onesist_desktop.process.find import find_command
from onesist_desktop.process.frames import OversizedFrame

ACCEPTED = "onesist.accepted"
PROMPT_STATE = "onesist.prompt_state"
TRUNCATE = "onesist.truncate_to"

_EXIT_WAIT_S = 1.0


class LinkListener(Protocol):
    """Whoever wants what the agent says by itself. Called on the loop; must not raise."""

    def on_update(self, params: Mapping[str, Any]) -> None:
        """Take a ``session/update``."""
        ...

    async def on_permission(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer a ``session/request_permission``."""
        ...

    def on_extension(self, method: str, params: Mapping[str, Any]) -> None:
        """Take a notification outside the standard."""
        ...

    def on_oversized(self, frame: OversizedFrame) -> None:
        """Hear of a message that was too large to be read."""
        ...


_CANCELLED = {"outcome": {"outcome": "cancelled"}}


class AcpLink:
    """A running agent. Made by :meth:`start`; whoever made it also calls :meth:`stop`.

    Attributes:
        child: The process.
        listener: Who hears what the agent says; None between turns.
        features: Names of our own extensions that the agent knows.
        agent: What the agent told of itself.
        capabilities: ``agentCapabilities`` of that as plain JSON: the library knows only some of them.
        env: The program's environment.
    """

    def __init__(self, child: ChildProcess, limits: AcpLimits) -> None:
        self.child = child
        self.listener: LinkListener | None = None
        self.features: frozenset[str] = frozenset()
        self.agent = InitializeResponse(protocol_version=PROTOCOL_VERSION)
        self.capabilities: Mapping[str, Any] = {}
        self.env: Mapping[str, str] = {}
        self._limits = limits
        self._transport = FrameTransport(child, self._on_oversized)
        self._connection = Connection(self._handle, self._transport)

    @classmethod
    async def start(cls, program: AcpProgram, cwd: str, environment: ShellEnvironment, *, mark: str, limits: AcpLimits) -> AcpLink:
        """Start the program and shake hands.

        Raises:
            AnswererError: PROGRAM_MISSING, WORKSPACE_MISSING, CRASHED, PROTOCOL or NOT_SIGNED_IN.
        """
        name = program.argv[0]
        command = await asyncio.to_thread(find_command, name, await environment.path())
        if command is None:
            raise AnswererError(FailureReason.PROGRAM_MISSING, name)
        env = await environment.build(keep=program.keep, extra=program.extra_env, program_folder=str(Path(command[0]).parent))
        try:
            child = await ChildProcess.start((*command, *program.argv[1:]), cwd=cwd, env=env, mark=f"{mark}-{uuid.uuid4().hex}")
        except ProgramMissingError as error:
            raise AnswererError(FailureReason.PROGRAM_MISSING, error.program) from error
        except WorkingFolderMissingError as error:
            raise AnswererError(FailureReason.WORKSPACE_MISSING, error.folder) from error
        except OnesistError as error:
            raise AnswererError(FailureReason.CRASHED, str(error)) from error
        link = cls(child, limits)
        link.env = env
        try:
            await link._initialize()
        except BaseException:
            await link.stop()
            raise
        return link

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self.child.returncode is None

    async def request(self, method: str, params: BaseModel, limit_s: float | None = None) -> dict[str, Any]:
        """Send a request and return its result.

        Args:
            method: The protocol's name of it.
            params: One of the library's request models.
            limit_s: How long to wait; None for :attr:`AcpLimits.request_s`.

        Raises:
            RequestError: The agent said no.
            AnswererError: CRASHED or PROTOCOL: no usable answer came.
        """
        return await self.request_raw(method, serialize_params(params), limit_s)

    async def request_raw(self, method: str, params: dict[str, Any], limit_s: float | None = None) -> dict[str, Any]:
        """Like :meth:`request`, for methods outside the standard."""
        try:
            async with asyncio.timeout(limit_s or self._limits.request_s):
                result = await self._connection.send_request(method, params)
        except TimeoutError as error:
            raise AnswererError(FailureReason.PROTOCOL, await self.story(f"No answer to {method} in time.")) from error
        except ConnectionError as error:
            raise await self.loss() from error
        return result if isinstance(result, dict) else {}

    async def prompt(self, params: BaseModel) -> dict[str, Any]:
        """Send a prompt and wait, without a limit, for the end of its turn.

        Raises:
            RequestError: The agent answered with an error.
            ConnectionError: The program ended first.
        """
        result = await self._connection.send_request("session/prompt", serialize_params(params))
        return result if isinstance(result, dict) else {}

    async def notify(self, method: str, params: BaseModel) -> None:
        """Send a notification. A program that is gone or doesn't read is no error."""
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._connection.send_notification(method, serialize_params(params))

    async def loss(self) -> AnswererError:
        """Return why the connection ended, as an error: the program's end, or its nonsense."""
        code = await self.child.wait(_EXIT_WAIT_S)
        if code is None:
            return AnswererError(FailureReason.PROTOCOL, await self.story("The program said nothing that could be understood."))
        reason = FailureReason.PROTOCOL if self._transport.garbage and code == 0 else FailureReason.CRASHED
        return AnswererError(reason, await self.story(f"The program ended with code {code}."))

    async def story(self, what: str) -> str:
        """Return ``what`` with the last words of the program."""
        said = self._transport.garbage
        lines = [what, *([f"It said: {said}"] if said else []), self.child.stderr_tail.strip()[-MAX_DETAIL_CHARS:]]
        return "\n".join(line for line in lines if line)

    async def stop(self) -> str:
        """End the process with all that it started, and close the connection. Returns what could not be ended, if anything."""
        left = ""
        try:
            await self.child.stop(eof_s=self._limits.end_s, term_s=self._limits.end_s, kill_s=self._limits.end_s)
        except ProcessesLeftError as error:
            left = str(error)
        finally:
            await self._connection.close()
        return left

    async def _initialize(self) -> None:
        request = InitializeRequest(
            protocol_version=PROTOCOL_VERSION,
            client_info=Implementation(name="onesist-desktop", title="Onesist Desktop", version=__version__),
            # Agents use their own files and terminals: what they do then shows in their reports of it.
            client_capabilities=ClientCapabilities(
                fs=FileSystemCapabilities(read_text_file=False, write_text_file=False),
                terminal=False,
                field_meta={"terminal_output": True},
            ),
        )
        try:
            result = await self.request("initialize", request, self._limits.start_s)
            self.agent = InitializeResponse.model_validate(result)
            told = result.get("agentCapabilities")
            self.capabilities = told if isinstance(told, dict) else {}
        except RequestError as error:
            raise AnswererError(reason_of(error), words_of(error)) from error
        except ValidationError as error:
            raise AnswererError(FailureReason.PROTOCOL, await self.story("The answer to initialize is malformed.")) from error
        if self.agent.protocol_version != PROTOCOL_VERSION:
            raise AnswererError(FailureReason.PROTOCOL, f"The agent speaks protocol version {self.agent.protocol_version}.")
        capabilities = self.agent.agent_capabilities
        metas = [self.agent.field_meta, capabilities.field_meta if capabilities else None]
        self.features = frozenset(name for meta in metas if meta for name, value in meta.items() if value)

    async def _handle(self, method: str, params: Any, is_notification: bool) -> Any:
        values = params if isinstance(params, dict) else {}
        if is_notification:
            if self.listener is not None and method == "session/update":
                self.listener.on_update(values)
            elif self.listener is not None and method.startswith("_"):
                self.listener.on_extension(method, values)
            return None
        if method == "session/request_permission":
            return _CANCELLED if self.listener is None else await self.listener.on_permission(values)
        raise RequestError.method_not_found(method)

    def _on_oversized(self, frame: OversizedFrame) -> None:
        if self.listener is not None:
            self.listener.on_oversized(frame)
