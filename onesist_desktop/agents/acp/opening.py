# SPDX-License-Identifier: MIT
"""Starts the program of an answerer. The one door to the modules that load the protocol's library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from acp import RequestError

from onesist_desktop.agents.acp.learned import Learned
from onesist_desktop.agents.acp.link import PROMPT_STATE, AcpLink
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.agents.acp.program import AcpLimits, AcpProgram
from onesist_desktop.agents.acp.session import AcpSession
from onesist_desktop.core.answerer import SessionSpec
from onesist_desktop.core.errors import AnswererError
from onesist_desktop.core.ids import MessageId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor


class Opener:
    """Starts one agent program, for a session or for a question about one.

    Args:
        program: How it is started.
        environment: Builds the program's environment.
        supervisor: Owns the tasks of turns.
        profile: What is known of the agent.
        learned: Takes what it tells of itself.
        limits: How long to wait.
        mark: Begins the mark by which its processes are found again.
    """

    def __init__(
        self,
        program: AcpProgram,
        environment: ShellEnvironment,
        supervisor: TaskSupervisor,
        *,
        profile: AcpProfile,
        learned: Learned,
        limits: AcpLimits,
        mark: str,
    ) -> None:
        self._program = program
        self._environment = environment
        self._supervisor = supervisor
        self._profile = profile
        self._learned = learned
        self._limits = limits
        self._mark = mark

    async def start(self, spec: SessionSpec) -> AcpLink:
        """Start the program in the session's folder and shake hands. Raises AnswererError."""
        return await AcpLink.start(self._program, spec.cwd, self._environment, mark=self._mark, limits=self._limits)

    async def open(self, spec: SessionSpec) -> AcpSession:
        """Start the program with its session, in the mode that was chosen. Raises AnswererError."""
        link = await self.start(spec)
        try:
            return await AcpSession.open(link, spec, self._limits, self._supervisor, self._profile, self._learned)
        except BaseException:
            await link.stop()
            raise

    async def prompt_state(self, link: AcpLink, session_id: str, message_id: MessageId) -> Mapping[str, Any] | None:
        """Ask what became of a prompt. None where the agent doesn't know our extension, or doesn't answer."""
        if PROMPT_STATE not in link.features:
            return None
        try:
            return await link.request_raw("_onesist/prompt_state", {"sessionId": session_id, "messageId": str(message_id)})
        except (AnswererError, RequestError):
            # Unknown is an answer here: the caller then retires the session.
            return None
