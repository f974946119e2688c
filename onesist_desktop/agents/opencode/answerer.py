# SPDX-License-Identifier: MIT
"""Opencode behind the contract of ``core.answerer``.

There are two ways into the program, and which one is taken depends on its version: version 1 is driven over its own server
(:mod:`.native`). Any other, and a server that doesn't answer as we know it, is driven by the Agent Client Protocol, which all
versions speak but which can do less. The way is chosen once per version, and :attr:`OpencodeAnswerer.capabilities` are those of
the way that was chosen.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from onesist_desktop.agents.installed import ProgramOverride, version_of
from onesist_desktop.agents.opencode import detect
from onesist_desktop.agents.opencode.launch import build_environment
from onesist_desktop.core.answerer import (
    AnswererInfo,
    Arrival,
    Capabilities,
    ForkAbility,
    ModelInfo,
    PermissionMode,
    ReadBack,
    Readiness,
    Session,
    SessionSpec,
    SetupHelp,
)
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

INFO = AnswererInfo(
    ProviderId("opencode"),
    "Opencode",
    "opencode",
    SetupHelp("npm install -g opencode-ai", "opencode auth login", "https://opencode.ai/docs"),
)
CAPABILITIES = Capabilities(
    is_agent=True,
    takes_mcp=True,
    can_verify=True,
    can_read_back=True,
    can_truncate=True,
    can_change_model=True,
    can_resume=True,
    fork=ForkAbility.AT_MESSAGE,
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
    acceptance_proof="our message id as the person's message, on the event stream or asked for",
    modes=frozenset(PermissionMode),
)

_CHECK_S = 30.0


class Way(Protocol):
    """One way to drive the program. Its methods are those of ``core.answerer.Answerer``."""

    @property
    def capabilities(self) -> Capabilities:
        """What can be done this way."""
        ...

    async def start(self) -> None:
        """Make sure that it can be used. Raises AnswererError."""
        ...

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``Answerer``."""
        ...

    async def open_session(self, spec: SessionSpec) -> Session:
        """See ``Answerer``."""
        ...

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``Answerer``."""
        ...

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``Answerer``."""
        ...

    async def release(self, session_key: SessionRowId) -> None:
        """See ``Answerer``."""
        ...

    async def close(self) -> None:
        """See ``Answerer``."""
        ...


class OpencodeAnswerer:
    """Implements ``core.answerer.Answerer`` with the person's own Opencode.

    Args:
        shell: Builds the program's environment.
        supervisor: Owner of the tasks; closed by its owner after :meth:`close`.
        program: Path that the person chose instead of what is found.
        info: How it is presented.
        run_folder: Where files go that are needed while the server runs; None for the folder for temporary files.
        account_folder: Where another account keeps its sign-in and its sessions; None for the person's usual one.
    """

    def __init__(
        self,
        shell: ShellEnvironment,
        supervisor: TaskSupervisor,
        *,
        program: ProgramOverride = None,
        info: AnswererInfo = INFO,
        run_folder: Path | None = None,
        account_folder: Path | None = None,
    ) -> None:
        self._shell = shell
        self._supervisor = supervisor
        self._program = program
        self._info = info
        self._run_folder = run_folder
        self._account_folder = account_folder
        self._choosing = asyncio.Lock()
        self._opening: dict[SessionRowId, asyncio.Lock] = {}
        self._chosen: Way | None = None
        self._chosen_for: tuple[str, ...] = ()
        self._ways: list[Way] = []
        self._is_closed = False

    @property
    def info(self) -> AnswererInfo:
        """See ``Answerer``."""
        return self._info

    @property
    def capabilities(self) -> Capabilities:
        """See ``Answerer``. Those of the server until another way was chosen.

        That is done by :meth:`check`, or by the first session where only the server itself shows that it is another one than its
        version says.
        """
        return self._chosen.capabilities if self._chosen is not None else CAPABILITIES

    async def check(self) -> Readiness:
        """See ``Answerer``. Starts no server: that takes seconds, and hundreds of megabytes. Being signed in is advice."""
        try:
            command = await detect.find_opencode(self._shell, self._program)
            env = await build_environment(self._shell, command[0], self._account_folder)
            version = await version_of(command, env, _CHECK_S)
        except AnswererError as error:
            return Readiness(is_ready=False, reason=error.reason, detail=error.detail)
        try:
            if not detect.is_first_line(version):
                await self._choose(command, env, version)
        except AnswererError as error:
            return Readiness(is_ready=False, reason=error.reason, detail=error.detail, version=version, program=command[0])
        signed_in = await asyncio.to_thread(_has_sign_in, env)
        return Readiness(True, detail=command[0], version=version, program=command[0], is_signed_in=signed_in)

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``Answerer``."""
        return await (await self._way()).list_models()

    async def open_session(self, spec: SessionSpec) -> Session:
        """See ``Answerer``."""
        if not await asyncio.to_thread(Path(spec.cwd).is_dir):
            # The server takes any folder, also one that isn't there.
            raise AnswererError(FailureReason.WORKSPACE_MISSING, spec.cwd)
        async with self._opening.setdefault(spec.session_key, asyncio.Lock()):
            return await (await self._way()).open_session(spec)

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``Answerer``."""
        try:
            return await (await self._way()).verify(spec, message_id)
        except AnswererError:
            return Arrival.UNKNOWN

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``Answerer``."""
        try:
            return await (await self._way()).read_back(spec, message_id)
        except AnswererError:
            return None

    async def release(self, session_key: SessionRowId) -> None:
        """See ``Answerer``."""
        self._opening.pop(session_key, None)
        for way in self._ways:
            await way.release(session_key)

    async def close(self) -> None:
        """See ``Answerer``."""
        self._is_closed = True
        for way in self._ways:
            await way.close()

    # The way in --------------------------------------------------------------------------------------------------------

    async def _way(self) -> Way:
        command = await detect.find_opencode(self._shell, self._program)
        # Its version takes seconds to ask for, so it is asked again only of another program.
        if self._chosen is not None and not self._is_closed and self._chosen_for[:-1] == command:
            return self._chosen
        env = await build_environment(self._shell, command[0], self._account_folder)
        return await self._choose(command, env, await version_of(command, env, _CHECK_S))

    async def _choose(self, command: tuple[str, ...], env: dict[str, str], version: str) -> Way:
        """Return the way for this program and version; it is looked for once. Raises AnswererError."""
        wanted = (*command, version)
        async with self._choosing:
            if self._is_closed:
                raise AnswererError(FailureReason.APP_CLOSED)
            if self._chosen is not None and self._chosen_for == wanted:
                return self._chosen
            way = await self._native_way(command, env) if detect.is_first_line(version) else None
            if way is None:
                way = await self._acp_way(command, env)
                self._ways.append(way)
                log.info("Opencode %s is driven by the Agent Client Protocol", version)
            # What an older version still runs for goes on until the end.
            self._chosen, self._chosen_for = way, wanted
            return way

    async def _native_way(self, command: tuple[str, ...], env: dict[str, str]) -> Way | None:
        native = await asyncio.to_thread(importlib.import_module, f"{__package__}.native")
        way: Way = native.NativeWay(command, env, self._run_folder, self._supervisor)
        # Before it starts, so that a close reaches it.
        self._ways.append(way)
        try:
            # Only its server tells whether it speaks what we know: another one answers anything with a page.
            await way.start()
        except native.UnknownServerError as error:
            log.info("the server of Opencode isn't one that we know: %s", error)
            await way.close()
            return None
        except BaseException:
            await way.close()
            raise
        return way

    async def _acp_way(self, command: tuple[str, ...], env: dict[str, str]) -> Way:
        acp = await asyncio.to_thread(importlib.import_module, f"{__package__}.acp_way")
        way: Way = await acp.make(self._info, command, env, self._run_folder, self._shell, self._supervisor)
        return way


def _has_sign_in(environment: Mapping[str, str]) -> bool | None:
    """Tell whether a sign-in is stored; None where there is none, as a key can also stand in the settings."""
    home = environment.get("HOME") or environment.get("USERPROFILE") or ""
    data = Path(environment.get("XDG_DATA_HOME") or Path(home) / ".local/share")
    try:
        stored = json.loads((data / "opencode/auth.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return True if isinstance(stored, dict) and stored else None
