# SPDX-License-Identifier: MIT
"""Claude Code behind the contract of ``core.answerer``."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from onesist_desktop.agents.claude_code import detect, transcript, trust
from onesist_desktop.agents.claude_code.failures import is_session_lost
from onesist_desktop.agents.claude_code.launch import (
    build_argv,
    build_environment,
    for_standing,
    own_folders,
    write_mcp_config,
)
from onesist_desktop.agents.claude_code.session import ClaudeProcess, ControlError
from onesist_desktop.agents.claude_code.standing import Standing, Withheld, look_at
from onesist_desktop.agents.claude_code.turn import ClaudeTurn
from onesist_desktop.agents.installed import ProgramOverride, version_of
from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at
from onesist_desktop.core.answerer import (
    AnswererInfo,
    Arrival,
    Capabilities,
    ForkAbility,
    ModelInfo,
    PermissionMode,
    Prompt,
    ReadBack,
    Readiness,
    SessionSpec,
    SetupHelp,
)
from onesist_desktop.core.errors import AnswererError, FailureReason, OnesistError
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.errors import ProgramMissingError, ProgramNotStartedError, WorkingFolderMissingError
from onesist_desktop.runtime.supervisor import TaskSupervisor

log = logging.getLogger(__name__)

SETUP = SetupHelp(
    install="npm install -g @anthropic-ai/claude-code",
    sign_in="claude auth login",
    site="https://docs.claude.com/en/docs/claude-code/overview",
)
INFO = AnswererInfo(ProviderId("claude-code"), "Claude Code", "anthropic", SETUP)
CAPABILITIES = Capabilities(
    is_agent=True,
    takes_mcp=True,
    can_verify=True,
    can_read_back=True,
    can_truncate=True,
    can_change_model=True,
    can_resume=True,
    fork=ForkAbility.AT_MESSAGE,
    # See ``ClaudeTurn.steer``.
    can_steer=False,
    # Its own interrupt leaves behind what a command started in a session of its own; we end that.
    stops_commands=False,
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
    acceptance_proof="first of: status requesting, replayed user message, any frame that names our prompt id",
    modes=frozenset(PermissionMode),
)

_START_S = 60.0
_CHECK_S = 15.0
_MODELS_S = 20.0
_IN_USE = "This session works on another prompt."


class ClaudeSession:
    """Implements ``core.answerer.Session``: an open session, ready for a prompt."""

    def __init__(self, process: ClaudeProcess, supervisor: TaskSupervisor, windows: dict[str, int]) -> None:
        self._process = process
        self._supervisor = supervisor
        self._windows = windows

    @property
    def native_session_id(self) -> str:
        """See ``Session``."""
        return self._process.native_id

    @property
    def withheld(self) -> tuple[Withheld, ...]:
        """What the project brings along that doesn't count, as nobody trusted its folder."""
        return self._process.standing.withheld

    def start_turn(self, prompt: Prompt) -> ClaudeTurn:
        """See ``Session``."""
        return ClaudeTurn(self._process, prompt, self._supervisor, self._windows)


class ClaudeCodeAnswerer:
    """Implements ``core.answerer.Answerer`` with the person's own Claude Code.

    Args:
        shell: Builds the program's environment.
        supervisor: Owner of the readers' tasks; closed by its owner after :meth:`close`.
        program: Path that the person chose instead of what is found.
        info: How it is presented.
        run_folder: Where files go that hold a session's token while its process runs; None for the folder for temporary files.
        config_folder: The program's own folder of another account; None for the one that the environment names.
    """

    def __init__(
        self,
        shell: ShellEnvironment,
        supervisor: TaskSupervisor,
        *,
        program: ProgramOverride = None,
        info: AnswererInfo = INFO,
        run_folder: Path | None = None,
        config_folder: Path | None = None,
    ) -> None:
        self._shell = shell
        self._supervisor = supervisor
        self._program = program
        self._info = info
        self._run_folder = run_folder
        self._account = config_folder
        self._processes: dict[SessionRowId, ClaudeProcess] = {}
        self._opening: dict[SessionRowId, asyncio.Lock] = {}
        self._starting: set[str] = set()
        self._models: tuple[Json, ...] = ()
        self._windows: dict[str, int] = {}
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
        """See ``Answerer``. Being signed in is advice: settings that only a session reads can sign in too."""
        try:
            command = await detect.find_claude(self._shell, self._program)
            env = await build_environment(self._shell, command, self._account)
            version = await version_of(command, env, _CHECK_S)
        except AnswererError as error:
            return Readiness(is_ready=False, reason=error.reason, detail=error.detail)
        signed_in = await detect.is_signed_in(command, env, _CHECK_S)
        reason = FailureReason.NOT_SIGNED_IN if signed_in is False else ""
        return Readiness(signed_in is not False, reason, command[0], version, program=command[0], is_signed_in=signed_in)

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``Answerer``. The context window of a model is known once a turn used it.

        The program's own default isn't listed: it is what comes of choosing none.
        """
        if not self._models:
            spec = SessionSpec(ThreadId(""), SessionRowId(""), tempfile.gettempdir(), new_session_id=str(uuid.uuid4()))
            process = await self._start(spec, _MODELS_S)
            await _stop_quietly(process)
        return [self._model_info(model) for model in self._models if as_text(model.get("value")) not in {"", "default"}]

    def _model_info(self, model: Json) -> ModelInfo:
        name, resolved = as_text(model.get("value")), as_text(model.get("resolvedModel"))
        efforts = tuple(level for level in map(as_text, as_list(model.get("supportedEffortLevels"))) if level)
        window = self._windows.get(resolved) or self._windows.get(name)
        return ModelInfo(name, text_at(model, "displayName", "value"), window, efforts)

    async def open_session(self, spec: SessionSpec) -> ClaudeSession:
        """See ``Answerer``."""
        async with self._opening.setdefault(spec.session_key, asyncio.Lock()):
            if self._is_closed:
                raise AnswererError(FailureReason.APP_CLOSED)
            process = self._processes.get(spec.session_key)
            if process is None or not _serves(process, spec) or await self._has_changed_standing(process):
                process = await self._replace(spec)
            return ClaudeSession(process, self._supervisor, self._windows)

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``Answerer``."""
        folder = transcript.config_folder(await own_folders(self._shell, self._account))
        native_id = spec.native_session_id or spec.new_session_id
        if folder is None or not folder.is_dir() or not native_id:
            return Arrival.UNKNOWN
        session = await asyncio.to_thread(transcript.read_session, folder, native_id)
        return transcript.arrival(session, message_id, was_truncated=spec.truncate_to is not None)

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``Answerer``."""
        folder = transcript.config_folder(await own_folders(self._shell, self._account))
        native_id = spec.native_session_id or spec.new_session_id
        if folder is None or not native_id:
            return None
        server = spec.history_server.name if spec.history_server else ""
        session = await asyncio.to_thread(transcript.read_session, folder, native_id)
        return transcript.read_back(session, message_id, server) if session else None

    async def release(self, session_key: SessionRowId) -> None:
        """See ``Answerer``."""
        self._opening.pop(session_key, None)
        process = self._processes.pop(session_key, None)
        if process is not None:
            await _stop_quietly(process)

    async def close(self) -> None:
        """See ``Answerer``. All processes end at the same time, each within the limits of ``ClaudeProcess.stop``."""
        self._is_closed = True
        processes = list(self._processes.values())
        self._processes.clear()
        await asyncio.gather(*(_stop_quietly(process) for process in processes))

    # Starting ----------------------------------------------------------------------------------------------------------

    async def _replace(self, spec: SessionSpec) -> ClaudeProcess:
        native_id = spec.native_session_id or spec.new_session_id
        if native_id in self._starting:
            raise AnswererError(FailureReason.INTERNAL, _IN_USE)
        self._starting.add(native_id)
        try:
            await self._make_room(spec.session_key, native_id)
            process = await self._start(spec, _START_S)
        finally:
            self._starting.discard(native_id)
        if self._is_closed:
            await _stop_quietly(process)
            raise AnswererError(FailureReason.APP_CLOSED)
        self._processes[spec.session_key] = process
        return process

    async def _make_room(self, session_key: SessionRowId, native_id: str) -> None:
        """End what can't stay: the row's other process, and any other process of the same native session."""
        for key, process in list(self._processes.items()):
            if key != session_key and process.native_id != native_id:
                continue
            if process.is_busy and process.is_usable:
                raise AnswererError(FailureReason.INTERNAL, _IN_USE)
            # Both would write the same session and one side would be lost, so the old one ends first.
            del self._processes[key]
            await _stop_quietly(process)

    async def _start(self, spec: SessionSpec, limit_s: float) -> ClaudeProcess:
        command = await detect.find_claude(self._shell, self._program)
        env = await build_environment(self._shell, command, self._account)
        native_id = spec.native_session_id or spec.new_session_id
        used = await self._used_prompt_ids(spec, env)
        standing = await asyncio.to_thread(look_at, spec.cwd, env)
        env = for_standing(env, standing)
        mcp_file = await self._mcp_file(spec, env)
        try:
            argv = build_argv(command, spec, mcp_file, standing)
            process = await ClaudeProcess.start(argv, env, spec, native_id, mcp_file, self._supervisor)
        except ProgramMissingError as error:
            raise AnswererError(FailureReason.PROGRAM_MISSING, error.program) from error
        except WorkingFolderMissingError as error:
            raise AnswererError(FailureReason.WORKSPACE_MISSING, error.folder) from error
        except ProgramNotStartedError as error:
            raise AnswererError(FailureReason.CRASHED, error.detail) from error
        process.used_prompt_ids |= used
        process.standing = standing
        self._tell(native_id, process, standing)
        try:
            self._take(await process.initialize(spec.index_text, limit_s))
        except (ConnectionError, TimeoutError, ControlError) as error:
            await _stop_quietly(process)
            raise _not_started(process, error) from error
        except BaseException:
            await _stop_quietly(process)
            raise
        return process

    async def _mcp_file(self, spec: SessionSpec, env: dict[str, str]) -> Path | None:
        if spec.history_server is None:
            return None
        try:
            return await asyncio.to_thread(write_mcp_config, spec.history_server, env, self._run_folder)
        except OSError as error:
            raise AnswererError(FailureReason.STORAGE, str(error)) from error

    async def _has_changed_standing(self, process: ClaudeProcess) -> bool:
        """Tell whether the person has trusted the folder in the meantime, or no longer does."""
        env = await own_folders(self._shell, self._account)
        return await asyncio.to_thread(trust.is_trusted, process.spec.cwd, env) is not process.standing.is_trusted

    def _tell(self, native_id: str, process: ClaudeProcess, standing: Standing) -> None:
        """Note once per session what of the project doesn't count; its next turn tells it."""
        if standing.withheld and native_id not in self._told:
            self._told.add(native_id)
            log.info("the folder isn't trusted in Claude Code; left out of its settings: %s", ", ".join(standing.withheld))
            process.must_tell_standing = True

    async def _used_prompt_ids(self, spec: SessionSpec, env: dict[str, str]) -> frozenset[str]:
        folder = transcript.config_folder(env)
        # A fork takes the ids of its source along.
        known = spec.native_session_id or (spec.fork.native_session_id if spec.fork else None)
        if known is None or folder is None:
            return frozenset()
        session = await asyncio.to_thread(transcript.read_session, folder, known)
        return session.prompt_ids if session else frozenset()

    def _take(self, told: Json) -> None:
        models = tuple(as_dict(model) for model in as_list(told.get("models")))
        self._models = models or self._models
        account = as_dict(told.get("account"))
        # Only the plain case is refused here. With a key, a helper, a login or a cloud these fields say something else.
        is_plain = account.get("apiProvider") == "firstParty" and account.get("tokenSource") == "none"
        if is_plain and not text_at(account, "apiKeySource", "email"):
            raise AnswererError(FailureReason.NOT_SIGNED_IN)


def _serves(process: ClaudeProcess, spec: SessionSpec) -> bool:
    """Tell whether a running process can take a turn of this spec as it is."""
    if not process.is_usable or spec.truncate_to is not None:
        return False
    wanted = spec.native_session_id or spec.new_session_id
    return process.native_id == wanted and _launch_key(process.spec) == _launch_key(spec)


def _launch_key(spec: SessionSpec) -> tuple[Any, ...]:
    return (spec.cwd, spec.mode, spec.model, spec.effort, spec.history_server)


def _not_started(process: ClaudeProcess, error: Exception) -> AnswererError:
    words = process.first_failure or process.stderr_tail or str(error)
    if is_session_lost(words):
        return AnswererError(FailureReason.SESSION_LOST, words)
    if isinstance(error, ConnectionError):
        return AnswererError(FailureReason.CRASHED, words)
    return AnswererError(FailureReason.PROTOCOL, words or "the program did not answer")


async def _stop_quietly(process: ClaudeProcess) -> None:
    try:
        await process.stop()
    except OnesistError as error:
        log.warning("ending Claude Code: %s", error)
