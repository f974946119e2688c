# SPDX-License-Identifier: MIT
"""The way over the program's own server: one server for all sessions, and what is kept of them.

Loads the HTTP library, so it is itself loaded when first needed.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at
from onesist_desktop.agents.opencode.answerer import CAPABILITIES
from onesist_desktop.agents.opencode.http import AnswerError, ServerGoneError
from onesist_desktop.agents.opencode.mapping import TurnMapper, answer_to
from onesist_desktop.agents.opencode.prompts import latest_prompt_id
from onesist_desktop.agents.opencode.server import OpencodeServer, UnknownServerError
from onesist_desktop.agents.opencode.session import OpencodeSession, mcp_name
from onesist_desktop.core.answerer import Arrival, Capabilities, ModelInfo, ReadBack, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId
from onesist_desktop.runtime.supervisor import TaskSupervisor

__all__ = ["NativeWay", "UnknownServerError"]

START_S = 90.0
_IN_USE = "This session works on another prompt."


class NativeWay:
    """Sessions of one server, which is started when it is needed and started again when it has ended.

    Args:
        command: Start of an argv that runs the program.
        environment: What it is started with.
        run_folder: Where its scratch folder goes.
        supervisor: Owner of the tasks.
    """

    def __init__(
        self, command: Sequence[str], environment: dict[str, str], run_folder: Path | None, supervisor: TaskSupervisor
    ) -> None:
        self._command = tuple(command)
        self._environment = environment
        self._run_folder = run_folder
        self._supervisor = supervisor
        self._server: OpencodeServer | None = None
        self._starting = asyncio.Lock()
        self._start_task: asyncio.Task[OpencodeServer | AnswererError | UnknownServerError] | None = None
        self._models: dict[str, dict[str, Json]] = {}
        self._sessions: dict[SessionRowId, OpencodeSession] = {}
        self._is_closed = False

    async def server(self) -> OpencodeServer:
        """Return the running server, or start one. Raises AnswererError, UnknownServerError."""
        async with self._starting:
            if self._is_closed:
                raise AnswererError(FailureReason.APP_CLOSED)
            if self._server is not None and not self._server.is_alive:
                gone, self._server = self._server, None
                await gone.stop()
                self._models.clear()
            if self._server is None:
                self._server = await self._started()
            return self._server

    async def _started(self) -> OpencodeServer:
        """Start a server, in a task that :meth:`close` can end. Raises AnswererError, UnknownServerError."""

        async def attempt() -> OpencodeServer | AnswererError | UnknownServerError:
            try:
                return await OpencodeServer.start(self._command, self._environment, self._run_folder, self._supervisor, START_S)
            except (AnswererError, UnknownServerError) as error:
                # Returned, so that the supervisor doesn't take it for a fault of ours.
                return error

        self._start_task = self._supervisor.spawn(attempt(), name="opencode:start")
        try:
            result = await self._start_task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and not current.cancelling():
                # Not the caller was cancelled, but what it waited for.
                raise AnswererError(FailureReason.APP_CLOSED) from None
            raise
        finally:
            self._start_task = None
        if isinstance(result, Exception):
            raise result
        return result

    @property
    def capabilities(self) -> Capabilities:
        """See ``core.answerer.Answerer``."""
        return CAPABILITIES

    async def start(self) -> None:
        """Start the server. Raises AnswererError, UnknownServerError."""
        await self.server()

    async def open_session(self, spec: SessionSpec) -> OpencodeSession:
        """Open a session; one call per row at a time. Raises AnswererError, UnknownServerError."""
        server = await self.server()
        session = self._sessions.get(spec.session_key)
        if session is not None and session.is_busy and session.server.is_alive:
            raise AnswererError(FailureReason.INTERNAL, _IN_USE)
        self._check_free(spec)
        try:
            if session is not None and session.serves(spec):
                await session.prepare(spec)
                return session
            models = await self._models_of(server, spec.cwd)
            opened = await OpencodeSession.open(server, spec, models)
            if spec.native_session_id is not None:
                opened.used_ids |= {as_text(as_dict(one.get("info")).get("id")) for one in await server.messages(opened.id)}
        except ServerGoneError as error:
            raise AnswererError(FailureReason.CRASHED, server.stderr_tail or str(error)) from error
        except AnswerError as error:
            raise AnswererError(FailureReason.PROTOCOL, error.words) from error
        self._sessions[spec.session_key] = opened
        if session is not None:
            opened.allowed = session.allowed
        return opened

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``core.answerer.Answerer``."""
        server = await self.server()
        try:
            models = await self._models_of(server, tempfile.gettempdir())
        except ServerGoneError as error:
            raise AnswererError(FailureReason.CRASHED, server.stderr_tail or str(error)) from error
        except AnswerError as error:
            raise AnswererError(FailureReason.PROTOCOL, error.words) from error
        return [_model_info(name, told) for name, told in models.items() if name]

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """See ``core.answerer.Answerer``."""
        messages = await self._messages(spec)
        if messages is None:
            return Arrival.UNKNOWN
        known = {as_text(as_dict(one.get("info")).get("id")) for one in messages}
        found = latest_prompt_id(message_id, spec.native_session_id or "", known)
        return Arrival.ARRIVED if found is not None else Arrival.NOT_ARRIVED

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """See ``core.answerer.Answerer``. A call that still counts as running in a session that doesn't work was interrupted."""
        messages = await self._messages(spec)
        if messages is None or spec.native_session_id is None:
            return None
        known = {as_text(as_dict(one.get("info")).get("id")) for one in messages}
        prompt_id = latest_prompt_id(message_id, spec.native_session_id, known)
        if prompt_id is None:
            return None
        name = mcp_name(spec.session_key) if spec.history_server else ""
        mapper = TurnMapper(spec.native_session_id, prompt_id, name)
        for message in answer_to(messages, prompt_id):
            mapper.take_message(as_dict(message.get("info")))
            for part in map(as_dict, as_list(message.get("parts"))):
                mapper.take_part(part)
        last = list(mapper.answers.values())[-1] if mapper.answers else {}
        is_whole = as_text(last.get("finish")) not in ("", "tool-calls", "unknown") and not mapper.error
        return ReadBack(mapper.parts(), is_whole, mapper.anchor)

    async def release(self, session_key: SessionRowId) -> None:
        """See ``core.answerer.Answerer``. The server stays: others use it, and it takes seconds to start."""
        session = self._sessions.pop(session_key, None)
        if session is not None:
            await session.end()

    async def close(self) -> None:
        """See ``core.answerer.Answerer``."""
        self._is_closed = True
        self._sessions.clear()
        if self._start_task is not None:
            self._start_task.cancel()
        async with self._starting:
            server, self._server = self._server, None
        if server is not None:
            await server.stop()

    def _check_free(self, spec: SessionSpec) -> None:
        for key, other in self._sessions.items():
            is_same = other.id == spec.native_session_id and key != spec.session_key
            if is_same and other.is_busy and other.server.is_alive:
                raise AnswererError(FailureReason.INTERNAL, _IN_USE)

    async def _messages(self, spec: SessionSpec) -> list[Json] | None:
        if spec.native_session_id is None:
            return None
        try:
            return await (await self.server()).messages(spec.native_session_id)
        except (AnswererError, AnswerError, ServerGoneError):
            # Unknown is an answer here: the caller then retires the session.
            return None

    async def _models_of(self, server: OpencodeServer, cwd: str) -> dict[str, Json]:
        """Return what the program knows of its models, by our name of them; under the empty name the one that it takes itself."""
        if cwd not in self._models:
            told = as_dict(await server.http.get("/config/providers", directory=cwd))
            config = as_dict(await server.http.get("/config", directory=cwd))
            found: dict[str, Json] = {"": {"model": as_text(config.get("model"))}}
            for provider in map(as_dict, as_list(told.get("providers"))):
                for name, model in as_dict(provider.get("models")).items():
                    found[f"{as_text(provider.get('id'))}/{name}"] = as_dict(model)
            self._models[cwd] = found
        return self._models[cwd]


def _model_info(name: str, told: Json) -> ModelInfo:
    # 0 stands for unknown.
    window = as_dict(told.get("limit")).get("context")
    window = window if isinstance(window, int) and window > 0 else None
    return ModelInfo(name, text_at(told, "name") or name, window, tuple(as_dict(told.get("variants"))))
