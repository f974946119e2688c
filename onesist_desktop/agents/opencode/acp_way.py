# SPDX-License-Identifier: MIT
"""The way over ``opencode acp``, for versions whose server we don't know."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from onesist_desktop.agents.acp.answerer import AcpAnswerer
from onesist_desktop.agents.acp.known import KNOWN_AGENTS
from onesist_desktop.agents.opencode.launch import Launch, prepare
from onesist_desktop.core.answerer import AnswererInfo, Arrival, Capabilities, ModelInfo, ReadBack, Session, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor


class AcpWay:
    """An :class:`AcpAnswerer` with the same protection of the person's configuration folder."""

    def __init__(self, answerer: AcpAnswerer, launch: Launch) -> None:
        self._answerer = answerer
        self._launch = launch

    @property
    def capabilities(self) -> Capabilities:
        """See ``core.answerer.Answerer``."""
        return self._answerer.capabilities

    async def start(self) -> None:
        """Nothing runs before the first session."""

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``core.answerer.Answerer``."""
        return await self._answerer.list_models()

    async def open_session(self, spec: SessionSpec) -> Session:
        """See ``core.answerer.Answerer``."""
        return await self._answerer.open_session(spec)

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``core.answerer.Answerer``."""
        return await self._answerer.verify(spec, message_id)

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``core.answerer.Answerer``."""
        return await self._answerer.read_back(spec, message_id)

    async def release(self, session_key: SessionRowId) -> None:
        """See ``core.answerer.Answerer``."""
        await self._answerer.release(session_key)

    async def close(self) -> None:
        """See ``core.answerer.Answerer``."""
        await self._answerer.close()
        await asyncio.to_thread(self._launch.remove)


async def make(
    info: AnswererInfo,
    command: Sequence[str],
    environment: Mapping[str, str],
    run_folder: Path | None,
    shell: ShellEnvironment,
    supervisor: TaskSupervisor,
) -> AcpWay:
    """Build the way. Raises AnswererError: STORAGE."""
    known = KNOWN_AGENTS["opencode"]
    try:
        launch = await asyncio.to_thread(prepare, environment, "", run_folder, is_server=False)
    except OSError as error:
        raise AnswererError(FailureReason.STORAGE, str(error)) from error
    usual = await shell.build()
    own = {name: value for name, value in launch.environment.items() if usual.get(name) != value and name != "PATH"}
    program = replace(known.program, argv=(*command, "acp"), keep=(), extra_env={**own, **known.program.extra_env})
    return AcpWay(AcpAnswerer(info, program, known.capabilities, shell, supervisor, profile=known.profile), launch)
