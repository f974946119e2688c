# SPDX-License-Identifier: MIT
"""An agent that speaks the Agent Client Protocol, as an ``Answerer``.

Proof of acceptance: the standard has none. The first update or permission request that only a prompt brings about, or the
prompt's own answer, counts. An agent that knows our extension ``onesist.accepted`` sends our message id back in ``_meta``;
then only that counts.

This module loads nothing of the protocol's library, which takes half a second: it is loaded, in a thread, when the first
session is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from onesist_desktop.agents.acp.detect import version_of
from onesist_desktop.agents.acp.learned import Learned
from onesist_desktop.agents.acp.mapping import parts_of
from onesist_desktop.agents.acp.profile import AcpProfile, with_mode_ids
from onesist_desktop.agents.acp.program import AcpLimits, AcpProgram, ModeIds
from onesist_desktop.core.answerer import AnswererInfo, Arrival, Capabilities, ModelInfo, ReadBack, Readiness, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.find import find_command
from onesist_desktop.runtime.supervisor import TaskSupervisor

if TYPE_CHECKING:
    from onesist_desktop.agents.acp.opening import Opener
    from onesist_desktop.agents.acp.session import AcpSession

T = TypeVar("T")


class AcpAnswerer:
    """Implements ``core.answerer.Answerer`` for one agent program; one process per session row, kept between turns.

    Args:
        info: How it is presented.
        program: How it is started.
        capabilities: What it is known to do before it was ever started; what a start shows is added (:attr:`capabilities`).
            ``modes`` must be those that its own modes, or its asking, can express.
        environment: Builds the program's environment.
        supervisor: Owns the tasks of turns.
        models: What :meth:`list_models` returns until a session told: the protocol tells models only there.
        mode_ids: The agent's own names of our modes, best first; without an entry the well-known names and our own are tried.
            Not together with ``profile``, which has them too.
        limits: How long to wait.
        profile: What else is known of the agent. Without one it is taken to ask before it changes anything.
    """

    def __init__(
        self,
        info: AnswererInfo,
        program: AcpProgram,
        capabilities: Capabilities,
        environment: ShellEnvironment,
        supervisor: TaskSupervisor,
        *,
        models: Sequence[ModelInfo] = (),
        mode_ids: ModeIds | None = None,
        limits: AcpLimits | None = None,
        profile: AcpProfile | None = None,
    ) -> None:
        self._info = info
        self._program = program
        self._profile = with_mode_ids(profile, mode_ids)
        self._learned = Learned(capabilities, self._profile, models)
        self._environment = environment
        self._supervisor = supervisor
        self._limits = limits or AcpLimits()
        self._sessions: dict[SessionRowId, AcpSession] = {}
        self._locks: dict[SessionRowId, asyncio.Lock] = {}
        self._opener: Opener | None = None
        self._opening: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def info(self) -> AnswererInfo:
        """See ``core.answerer.Answerer``."""
        return self._info

    @property
    def capabilities(self) -> Capabilities:
        """See ``core.answerer.Answerer``: what was known before, with what the agent said when it was started.

        Nothing is ever taken back, so that what was shown for choosing stays.
        """
        return self._learned.capabilities

    async def check(self) -> Readiness:
        """Look for the program, and ask for its version where it is known to tell. Only a session shows who is signed in."""
        name = self._program.argv[0]
        path = await self._environment.path()
        command = await asyncio.to_thread(find_command, name, path)
        if command is None:
            return Readiness(False, str(FailureReason.PROGRAM_MISSING), path)
        version = ""
        if self._profile.tells_version:
            version = await version_of(command, self._program, self._environment)
        return Readiness(True, version=version, program=command[-1])

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``core.answerer.Answerer``. Those of the newest session; starts nothing."""
        return self._learned.models

    async def open_session(self, spec: SessionSpec) -> AcpSession:
        """See ``core.answerer.Answerer``.

        Raises:
            AnswererError: MODE_UNSUPPORTED, MODEL_UNKNOWN, PROGRAM_MISSING, WORKSPACE_MISSING, NOT_SIGNED_IN, SESSION_LOST,
                BAD_REQUEST, PROTOCOL, CRASHED.
        """
        if spec.mode not in self.capabilities.modes:
            raise AnswererError(FailureReason.MODE_UNSUPPORTED, str(spec.mode))
        async with self._lock(spec.session_key):
            if self._is_closed:
                raise AnswererError(FailureReason.APP_CLOSED)
            running = self._sessions.get(spec.session_key)
            if running is not None and running.fits(spec):
                await running.adjust(spec)
                return running
            # Only one process may write to a native session, so here the old one goes first.
            await self._end(spec.session_key)
            session = await self._endable(lambda: self._open(spec))
            self._sessions[spec.session_key] = session
            return session

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``core.answerer.Answerer``. UNKNOWN unless the agent knows our extension ``onesist.prompt_state``."""
        state = await self._prompt_state(spec, message_id)
        if state is None or not isinstance(state.get("arrived"), bool):
            return Arrival.UNKNOWN
        return Arrival.ARRIVED if state["arrived"] else Arrival.NOT_ARRIVED

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``core.answerer.Answerer``. None unless the agent knows our extension ``onesist.prompt_state``."""
        state = await self._prompt_state(spec, message_id)
        if state is None or not state.get("arrived") or not isinstance(state.get("updates"), list):
            return None
        anchor = state.get("anchor")
        return ReadBack(
            parts_of(state["updates"]),
            is_whole=state.get("state") == "done",
            anchor=anchor if isinstance(anchor, str) else None,
        )

    async def release(self, session_key: SessionRowId) -> None:
        """See ``core.answerer.Answerer``."""
        async with self._lock(session_key):
            await self._end(session_key)
        self._locks.pop(session_key, None)

    async def close(self) -> None:
        """See ``core.answerer.Answerer``."""
        self._is_closed = True
        for opening in self._opening:
            opening.cancel()
        keys = set(self._sessions) | set(self._locks)
        await asyncio.gather(*(self.release(key) for key in keys))

    async def _open(self, spec: SessionSpec) -> AcpSession:
        return await (await self._loaded_opener()).open(spec)

    async def _loaded_opener(self) -> Opener:
        if self._opener is None:
            opener_class = await asyncio.to_thread(_load_opener)
            self._opener = opener_class(
                self._program,
                self._environment,
                self._supervisor,
                profile=self._profile,
                learned=self._learned,
                limits=self._limits,
                mark=str(self._info.id),
            )
        return self._opener

    async def _endable(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do what may wait long for a program, in a task that :meth:`close` can end. Raises AnswererError."""

        async def attempt() -> T | AnswererError:
            try:
                return await work()
            except AnswererError as error:
                # Returned, so that the supervisor doesn't take it for a fault of ours.
                return error

        if self._is_closed or self._supervisor.is_closed:
            raise AnswererError(FailureReason.APP_CLOSED)
        task = self._supervisor.spawn(attempt(), name=f"open:{self._info.id}")
        self._opening.add(task)
        try:
            result = await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and not current.cancelling():
                # Not the caller was cancelled, but what it waited for.
                raise AnswererError(FailureReason.APP_CLOSED) from None
            raise
        finally:
            self._opening.discard(task)
        if isinstance(result, AnswererError):
            raise result
        return result

    async def _end(self, session_key: SessionRowId) -> None:
        session = self._sessions.pop(session_key, None)
        if session is not None:
            await session.close()

    async def _prompt_state(self, spec: SessionSpec, message_id: MessageId) -> Mapping[str, Any] | None:
        session_id = spec.native_session_id
        if session_id is None or not self.capabilities.can_verify:
            return None
        opener = await self._loaded_opener()
        async with self._lock(spec.session_key):
            running = self._sessions.get(spec.session_key)
            if running is not None and running.link.is_alive:
                return await opener.prompt_state(running.link, session_id, message_id)
            try:
                link = await self._endable(lambda: opener.start(spec))
            except AnswererError:
                # Unknown is an answer here: the caller then retires the session.
                return None
            try:
                return await opener.prompt_state(link, session_id, message_id)
            finally:
                await link.stop()

    def _lock(self, session_key: SessionRowId) -> asyncio.Lock:
        return self._locks.setdefault(session_key, asyncio.Lock())


def _load_opener() -> type[Opener]:
    from onesist_desktop.agents.acp.opening import Opener

    return Opener
