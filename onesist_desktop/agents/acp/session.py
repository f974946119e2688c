# SPDX-License-Identifier: MIT
"""An open session: one agent process that serves one of our session rows."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from acp import RequestError
from acp.schema import (
    LoadSessionRequest,
    NewSessionRequest,
    NewSessionResponse,
    ResumeSessionRequest,
    SessionModeState,
    SetSessionModeRequest,
)
from pydantic import ValidationError

from onesist_desktop.agents.acp import blocks
from onesist_desktop.agents.acp.failures import reason_of, words_of
from onesist_desktop.agents.acp.link import TRUNCATE, AcpLink
from onesist_desktop.agents.acp.program import AcpLimits, ModeIds
from onesist_desktop.agents.acp.turn import AcpTurn
from onesist_desktop.core.answerer import PermissionMode, Prompt, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.runtime.supervisor import TaskSupervisor

T = TypeVar("T")


class AcpSession:
    """Implements ``core.answerer.Session``. Made by :meth:`open`.

    Attributes:
        link: The process and connection.
        id: The agent's own id of the session.
        limits: How long to wait.
        current: The turn that runs, if any.
        is_broken: Whether the process must not be used again.
        old_calls: Ids of the calls of earlier turns in this process.
        index_text: The workspace index, until a prompt has told it.
    """

    def __init__(self, link: AcpLink, spec: SessionSpec, session_id: str, limits: AcpLimits, supervisor: TaskSupervisor) -> None:
        self.link = link
        self.id = session_id
        self.limits = limits
        self.current: AcpTurn | None = None
        self.is_broken = False
        self.old_calls: frozenset[str] = frozenset()
        self._spec = spec
        self._supervisor = supervisor
        self._modes: SessionModeState | None = None
        # A resumed session heard it when it was new.
        self.index_text = "" if spec.native_session_id else spec.index_text

    @classmethod
    async def open(cls, link: AcpLink, spec: SessionSpec, limits: AcpLimits, supervisor: TaskSupervisor) -> AcpSession:
        """Start a session, or go on with the one that ``spec`` names.

        Raises:
            AnswererError: NOT_SIGNED_IN, SESSION_LOST, PROTOCOL or CRASHED.
        """
        servers = blocks.of_history_server(spec.history_server)
        try:
            if spec.native_session_id is not None:
                result = await _resume(link, spec, spec.native_session_id, servers)
                session = cls(link, spec, spec.native_session_id, limits, supervisor)
            else:
                result = await link.request("session/new", NewSessionRequest(cwd=spec.cwd, mcp_servers=servers))
                session = cls(link, spec, NewSessionResponse.model_validate(result).session_id, limits, supervisor)
            session._modes = _modes_in(result)
        except RequestError as error:
            reason = reason_of(error)
            if reason is not FailureReason.NOT_SIGNED_IN:
                reason = FailureReason.SESSION_LOST if spec.native_session_id is not None else FailureReason.PROTOCOL
            raise AnswererError(reason, words_of(error)) from error
        except ValidationError as error:
            raise AnswererError(FailureReason.PROTOCOL, await link.story("The answer to session/new is malformed.")) from error
        return session

    @property
    def native_session_id(self) -> str | None:
        """See ``core.answerer.Session``."""
        return self.id

    @property
    def cwd(self) -> str:
        """Where the agent works."""
        return self._spec.cwd

    def start_turn(self, prompt: Prompt) -> AcpTurn:
        """See ``core.answerer.Session``."""
        return AcpTurn(self, prompt)

    def fits(self, spec: SessionSpec) -> bool:
        """Tell whether the running process can serve that spec, apart from the mode."""
        return (
            self.link.is_alive
            and not self.is_broken
            and spec.truncate_to is None
            and spec.native_session_id in (None, self.id)
            and spec.cwd == self._spec.cwd
            and spec.history_server == self._spec.history_server
        )

    async def set_mode(self, mode: PermissionMode, ids: ModeIds) -> None:
        """Put the agent into the mode of its own that means ``mode``.

        Raises:
            AnswererError: MODE_UNSUPPORTED: it has modes, but none that is known to mean this, or it refused.
        """
        if self._modes is None:
            # Without modes an agent asks; nothing else was promised for it.
            if mode is not PermissionMode.ASK:
                raise AnswererError(FailureReason.MODE_UNSUPPORTED, str(mode))
            return
        offered = [offered_mode.id for offered_mode in self._modes.available_modes]
        wanted = next((id_ for id_ in ids.get(mode, (str(mode),)) if id_ in offered), None)
        if wanted is None:
            raise AnswererError(FailureReason.MODE_UNSUPPORTED, f"{mode}: {', '.join(offered)}")
        if wanted == self._modes.current_mode_id:
            return
        try:
            await self.link.request("session/set_mode", SetSessionModeRequest(session_id=self.id, mode_id=wanted))
        except RequestError as error:
            raise AnswererError(FailureReason.MODE_UNSUPPORTED, words_of(error)) from error
        self._modes = self._modes.model_copy(update={"current_mode_id": wanted})

    def spawn(self, coro: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Run a task under this answerer's supervisor."""
        return self._supervisor.spawn(coro, name=f"{name}:{self._spec.session_key}")

    def claim(self, turn: AcpTurn) -> bool:
        """Make ``turn`` the one that runs; False when another one does."""
        if self.current is not None:
            return False
        self.current = turn
        self.link.listener = turn
        return True

    def finish(self, turn: AcpTurn, calls: frozenset[str]) -> None:
        """Note that a turn is over."""
        if self.current is turn:
            self.current = None
            self.link.listener = None
        self.old_calls |= calls

    async def close(self) -> str:
        """End the process with all that it started. Returns what could not be ended, if anything."""
        self.is_broken = True
        return await self.link.stop()


async def _resume(link: AcpLink, spec: SessionSpec, session_id: str, servers: list[Any]) -> dict[str, Any]:
    capabilities = link.agent.agent_capabilities
    sessions = capabilities.session_capabilities if capabilities else None
    meta = None
    if spec.truncate_to is not None:
        if TRUNCATE not in link.features:
            raise AnswererError(FailureReason.SESSION_LOST, "The agent can't cut a session back.")
        meta = {TRUNCATE: spec.truncate_to}
    if sessions is not None and sessions.resume is not None:
        resume = ResumeSessionRequest(session_id=session_id, cwd=spec.cwd, mcp_servers=servers, field_meta=meta)
        return await link.request("session/resume", resume)
    if capabilities is not None and capabilities.load_session:
        # It replays the conversation first; nobody listens yet, so that is dropped.
        load = LoadSessionRequest(session_id=session_id, cwd=spec.cwd, mcp_servers=servers, field_meta=meta)
        return await link.request("session/load", load)
    raise AnswererError(FailureReason.SESSION_LOST, "The agent can't go on with an earlier session.")


def _modes_in(result: Mapping[str, Any]) -> SessionModeState | None:
    try:
        return SessionModeState.model_validate(result["modes"]) if result.get("modes") else None
    except ValidationError:
        return None
