# SPDX-License-Identifier: MIT
"""Codex behind the contract of ``core.answerer``."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from onesist_desktop.agents.codex import detect, history, models
from onesist_desktop.agents.codex.launch import build_argv, build_environment
from onesist_desktop.agents.codex.mapping import PROOF
from onesist_desktop.agents.codex.opening import close_when_failed, greet, is_signed_in, open_thread
from onesist_desktop.agents.codex.rpc import AppServer
from onesist_desktop.agents.codex.session import CodexSession
from onesist_desktop.agents.installed import ProgramOverride, version_of
from onesist_desktop.agents.json_reading import Json
from onesist_desktop.core.answerer import (
    AnswererInfo,
    Arrival,
    Capabilities,
    ForkAbility,
    ModelInfo,
    PermissionMode,
    ReadBack,
    Readiness,
    SessionSpec,
    SetupHelp,
)
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.errors import ProgramMissingError, ProgramNotStartedError, WorkingFolderMissingError
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

SETUP = SetupHelp("npm install -g @openai/codex", "codex login", "https://developers.openai.com/codex/cli")
INFO = AnswererInfo(ProviderId("codex"), "Codex", "openai", SETUP)
CAPABILITIES = Capabilities(
    is_agent=True,
    takes_mcp=True,
    can_verify=True,
    can_read_back=True,
    can_truncate=True,
    can_change_model=True,
    can_resume=True,
    fork=ForkAbility.AT_MESSAGE,
    can_steer=True,
    stops_commands=True,
    lists_models=True,
    tells_windows=True,
    tells_occupancy=True,
    shows_commands=True,
    tells_retries=True,
    asks_approvals=True,
    asks_questions=True,
    shows_plan=True,
    takes_images=True,
    shows_thinking=True,
    takes_effort=True,
    acceptance_proof=PROOF,
    modes=frozenset(PermissionMode),
)

_START_S = 60.0
_CHECK_S = 15.0
_MODELS_S = 20.0
_IN_USE = "This session works on another prompt."


class CodexAnswerer:
    """Implements ``core.answerer.Answerer`` with the person's own Codex.

    Args:
        shell: Builds the program's environment.
        supervisor: Owner of the readers' tasks; closed by its owner after :meth:`close`.
        program: Path that the person chose instead of what is found.
        info: How it is presented.
        home: Where another account keeps its sign-in, configuration and threads; None for the person's usual one.
    """

    def __init__(
        self,
        shell: ShellEnvironment,
        supervisor: TaskSupervisor,
        *,
        program: ProgramOverride = None,
        info: AnswererInfo = INFO,
        home: Path | None = None,
    ) -> None:
        self._shell = shell
        self._supervisor = supervisor
        self._program = program
        self._info = info
        self._home = home
        self._sessions: dict[SessionRowId, CodexSession] = {}
        self._opening: dict[SessionRowId, asyncio.Lock] = {}
        self._starting: set[str] = set()
        self._told: set[str] = set()
        self._is_closed = False

    @property
    def info(self) -> AnswererInfo:
        """See ``Answerer``."""
        return self._info

    @property
    def capabilities(self) -> Capabilities:
        """See ``Answerer``."""
        return CAPABILITIES

    async def check(self) -> Readiness:
        """See ``Answerer``."""
        program = version = ""
        try:
            command, env = await self._command()
            program = command[-1]
            version = await version_of(command, env, _CHECK_S)
            async with self._short_lived(_CHECK_S) as server:
                signed_in = await is_signed_in(server)
        except AnswererError as error:
            return Readiness(is_ready=False, reason=error.reason, detail=error.detail, version=version, program=program)
        reason = "" if signed_in else FailureReason.NOT_SIGNED_IN
        return Readiness(signed_in, reason, program, version, program, is_signed_in=signed_in)

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``Answerer``."""
        async with self._short_lived(_MODELS_S) as server:
            listed = await models.listed(server)
        command, env = await self._command()
        return models.with_windows(listed, await models.windows(command, env, _MODELS_S))

    async def open_session(self, spec: SessionSpec) -> CodexSession:
        """See ``Answerer``."""
        async with self._opening.setdefault(spec.session_key, asyncio.Lock()):
            if self._is_closed:
                raise AnswererError(FailureReason.APP_CLOSED)
            session = self._sessions.get(spec.session_key)
            if session is None or not session.serves(spec):
                session = await self._replace(spec)
            return session

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``Answerer``."""
        turns = await self._stored_turns(spec, message_id)
        if turns is None:
            return Arrival.UNKNOWN
        return Arrival.ARRIVED if any(history.holds(turn, message_id) for turn in turns) else Arrival.NOT_ARRIVED

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``Answerer``."""
        server = spec.history_server.name if spec.history_server else ""
        turns = await self._stored_turns(spec, message_id)
        return history.read_back(turns, message_id, server) if turns is not None else None

    async def release(self, session_key: SessionRowId) -> None:
        """See ``Answerer``."""
        self._opening.pop(session_key, None)
        session = self._sessions.pop(session_key, None)
        if session is not None:
            await session.server.stop_quietly()

    async def close(self) -> None:
        """See ``Answerer``. All processes end at the same time, each within the limits of ``ChildProcess.stop``."""
        self._is_closed = True
        sessions = list(self._sessions.values())
        self._sessions.clear()
        await asyncio.gather(*(session.server.stop_quietly() for session in sessions))

    # Starting ----------------------------------------------------------------------------------------------------------

    async def _replace(self, spec: SessionSpec) -> CodexSession:
        native_id = spec.native_session_id or ""
        if native_id and native_id in self._starting:
            raise AnswererError(FailureReason.INTERNAL, _IN_USE)
        self._starting.add(native_id)
        try:
            await self._make_room(spec.session_key, native_id)
            session = await self._open(spec)
        finally:
            self._starting.discard(native_id)
        if self._is_closed:
            await session.server.stop_quietly()
            raise AnswererError(FailureReason.APP_CLOSED)
        self._sessions[spec.session_key] = session
        return session

    async def _make_room(self, session_key: SessionRowId, native_id: str) -> None:
        """End what can't stay: the row's other process, and any other process of the same thread, which has one writer."""
        for key, session in list(self._sessions.items()):
            if key != session_key and session.native_session_id != native_id:
                continue
            if session.is_busy and session.server.is_usable:
                raise AnswererError(FailureReason.INTERNAL, _IN_USE)
            del self._sessions[key]
            await session.server.stop_quietly()

    async def _open(self, spec: SessionSpec) -> CodexSession:
        server = await self._start(spec.cwd)
        try:
            await greet(server, _START_S)
            thread = await open_thread(server, spec)
        except BaseException as error:
            told = await close_when_failed(server, error)
            if told is None or told is error:
                raise
            raise told from error
        session = CodexSession(spec, server, thread, self._supervisor)
        if thread.folder.brings_settings and thread.id not in self._told:
            self._told.add(thread.id)
            session.must_tell_settings = True
        return session

    async def _command(self) -> tuple[tuple[str, ...], dict[str, str]]:
        command = await detect.find_codex(self._shell, self._program)
        return command, await build_environment(self._shell, command, self._home)

    async def _start(self, cwd: str) -> AppServer:
        command, env = await self._command()
        try:
            return await AppServer.start(build_argv(command), cwd, env, self._supervisor)
        except ProgramMissingError as error:
            raise AnswererError(FailureReason.PROGRAM_MISSING, error.program) from error
        except WorkingFolderMissingError as error:
            raise AnswererError(FailureReason.WORKSPACE_MISSING, error.folder) from error
        except ProgramNotStartedError as error:
            raise AnswererError(FailureReason.CRASHED, error.detail) from error

    @asynccontextmanager
    async def _short_lived(self, limit_s: float) -> AsyncIterator[AppServer]:
        """Give a program that loads no thread, for questions about itself. Raises AnswererError."""
        server = await self._start(tempfile.gettempdir())
        try:
            await greet(server, limit_s)
            yield server
        except BaseException as error:
            told = await close_when_failed(server, error)
            if told is None or told is error:
                raise
            raise told from error
        await server.stop_quietly()

    async def _stored_turns(self, spec: SessionSpec, message_id: MessageId) -> list[Json] | None:
        """Return the newest turns of the stored thread, back to that message; None where it can't be read."""
        if not spec.native_session_id:
            return None
        try:
            async with self._short_lived(_CHECK_S) as server:
                return await history.newest_turns(server, spec.native_session_id, "full", until=message_id)
        except AnswererError as error:
            log.info("a thread of Codex can't be read: %s", error)
            return None
