# SPDX-License-Identifier: MIT
"""An open session of the server, for one of our session rows."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

from onesist_desktop.agents.json_reading import Json, as_dict, as_text
from onesist_desktop.agents.opencode.http import AnswerError, ServerGoneError
from onesist_desktop.agents.opencode.launch import MCP_PREFIX
from onesist_desktop.agents.opencode.mapping import find_anchor
from onesist_desktop.agents.opencode.notes import settings_withheld
from onesist_desktop.agents.opencode.permissions import Allowed
from onesist_desktop.agents.opencode.server import OpencodeServer
from onesist_desktop.agents.opencode.turn import OpencodeTurn
from onesist_desktop.core.answerer import HistoryServer, PermissionMode, Prompt, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason

TITLE = "Onesist"
"""A session with a title of its own doesn't ask a model for one."""


class OpencodeSession:
    """Implements ``core.answerer.Session``.

    Attributes:
        server: Where it is.
        spec: What the next turn is for.
        id: The program's id of it.
        allowed: What the person allowed for this thread.
        used_ids: Ids of prompts that were sent into it.
        mcp_name: Name of our history server; empty for none.
        current: The turn that runs, if any.
        withheld: What the project brings along that doesn't count, until a turn has told it.
    """

    def __init__(self, server: OpencodeServer, spec: SessionSpec, session_id: str, models: Mapping[str, Json]) -> None:
        self.server = server
        self.spec = spec
        self.id = session_id
        self.allowed = Allowed()
        self.used_ids: set[str] = set()
        self.mcp_name = ""
        self.current: OpencodeTurn | None = None
        self.withheld: tuple[str, ...] = ()
        self._models = models
        self._mcp: HistoryServer | None = None

    @classmethod
    async def open(cls, server: OpencodeServer, spec: SessionSpec, models: Mapping[str, Json]) -> OpencodeSession:
        """Make, find or fork the session, cut it back where that is asked for, and start its history server.

        Raises:
            AnswererError: SESSION_LOST, PROTOCOL, CRASHED.
        """
        try:
            session = cls(server, spec, await _native_id(server, spec), models)
            await session.prepare(spec)
            if spec.native_session_id is None:
                # A resumed session's conversation has told it before.
                session.withheld = await asyncio.to_thread(settings_withheld, spec.cwd)
        except ServerGoneError as error:
            raise AnswererError(FailureReason.CRASHED, server.stderr_tail or str(error)) from error
        except AnswerError as error:
            raise AnswererError(FailureReason.PROTOCOL, error.words) from error
        return session

    @property
    def native_session_id(self) -> str:
        """See ``core.answerer.Session``."""
        return self.id

    @property
    def is_busy(self) -> bool:
        """Whether a turn works with it."""
        return self.current is not None

    def start_turn(self, prompt: Prompt) -> OpencodeTurn:
        """See ``core.answerer.Session``."""
        return OpencodeTurn(self, prompt)

    def serves(self, spec: SessionSpec) -> bool:
        """Tell whether it can take a turn of that spec, once :meth:`prepare` was called."""
        wanted = spec.native_session_id
        return self.server.is_alive and self.spec.cwd == spec.cwd and wanted in (None, self.id) and spec.fork is None

    async def prepare(self, spec: SessionSpec) -> None:
        """Make it ready for a turn of that spec. Raises ServerGoneError, AnswerError, AnswererError."""
        self.spec = spec
        if spec.truncate_to is not None:
            await self._truncate(spec.truncate_to)
        if spec.history_server != self._mcp:
            await self._start_mcp(spec)

    async def end(self) -> None:
        """End what serves this session alone. Never raises."""
        if not self.server.is_alive:
            return
        try:
            if self.current is not None:
                await self.server.http.post(f"/session/{self.id}/abort", limit_s=5.0)
            if self.mcp_name:
                await self.server.http.post(f"/mcp/{self.mcp_name}/disconnect", directory=self.spec.cwd, limit_s=5.0)
        except (ServerGoneError, AnswerError):
            # Then the server is ended as a whole sooner or later, with all of it.
            return

    def model_body(self) -> Json:
        """Return what names the model in a prompt. It goes with each prompt: a wrong one would stick to the session."""
        provider, _, model = self._model_id().partition("/")
        body: Json = {"model": {"providerID": provider, "modelID": model}} if model else {}
        if self.spec.effort:
            body["variant"] = self.spec.effort
        return body

    def window(self) -> int | None:
        """Return the context window of the model, None if unknown."""
        limit = as_dict(self._models.get(self._model_id(), {}).get("limit")).get("context")
        return limit if isinstance(limit, int) and limit > 0 else None

    def takes_images(self) -> bool:
        """Tell whether the model takes pictures; an unknown one is tried."""
        capabilities = as_dict(self._models.get(self._model_id(), {}).get("capabilities"))
        return not capabilities or as_dict(capabilities.get("input")).get("image") is True

    def agent(self) -> str:
        """Return which of the program's agents answers."""
        return "plan" if self.spec.mode is PermissionMode.PLAN else "build"

    def _model_id(self) -> str:
        return self.spec.model or as_text(self._models.get("", {}).get("model"))

    async def _truncate(self, anchor: str) -> None:
        """Delete the messages after an anchor. Unlike the program's own revert this leaves the files alone."""
        messages = await self.server.messages(self.id)
        index = find_anchor(messages, anchor)
        if index is None:
            raise AnswererError(FailureReason.SESSION_LOST, f"no message {anchor}")
        for message in reversed(messages[index + 1 :]):
            message_id = as_text(as_dict(message.get("info")).get("id"))
            await self.server.http.delete(f"/session/{self.id}/message/{message_id}")

    async def _start_mcp(self, spec: SessionSpec) -> None:
        if self.mcp_name:
            await self.server.http.post(f"/mcp/{self.mcp_name}/disconnect", directory=spec.cwd)
        self._mcp, self.mcp_name = spec.history_server, ""
        if spec.history_server is None:
            return
        name = mcp_name(spec.session_key)
        given = dict(spec.history_server.env)
        config = {
            "type": "local",
            "command": list(spec.history_server.argv),
            "environment": {"OPENCODE_SERVER_PASSWORD": "", "OPENCODE_CONFIG_CONTENT": "", "OPENCODE_PERMISSION": "", **given},
        }
        await self.server.http.post("/mcp", {"name": name, "config": config}, directory=spec.cwd)
        # Servers belong to a folder, not to a session: all are hidden from all sessions, and this one is shown to this one.
        await self.server.http.patch(f"/session/{self.id}", {"permission": session_rules(name)})
        self.mcp_name = name


def mcp_name(session_key: str) -> str:
    """Name the history server of a session row."""
    return MCP_PREFIX + hashlib.sha256(session_key.encode()).hexdigest()[:8]


def session_rules(name: str) -> list[Json]:
    """Build the rules of a session that may use one history server and no other's."""
    return [
        {"permission": f"{MCP_PREFIX}*", "pattern": "*", "action": "deny"},
        {"permission": f"{name}_*", "pattern": "*", "action": "allow"},
    ]


async def _native_id(server: OpencodeServer, spec: SessionSpec) -> str:
    if spec.native_session_id is not None:
        await _existing(server, spec.native_session_id, spec.cwd)
        return spec.native_session_id
    if spec.fork is not None:
        return await _fork(server, spec)
    told = as_dict(await server.http.post("/session", {"title": TITLE}, directory=spec.cwd))
    session_id = as_text(told.get("id"))
    if not session_id:
        raise AnswererError(FailureReason.PROTOCOL, "the answer to a new session has no id")
    return session_id


async def _existing(server: OpencodeServer, session_id: str, cwd: str) -> None:
    """Make sure that there is this session, in this folder. Raises AnswererError: SESSION_LOST."""
    try:
        told = as_dict(await server.http.get(f"/session/{session_id}"))
    except AnswerError as error:
        # A name that can't be one of its own is answered with 500.
        raise AnswererError(FailureReason.SESSION_LOST, error.words) from error
    if as_text(told.get("directory")) != cwd:
        raise AnswererError(FailureReason.SESSION_LOST, f"the session belongs to {as_text(told.get('directory'))}")


async def _fork(server: OpencodeServer, spec: SessionSpec) -> str:
    assert spec.fork is not None
    source = spec.fork.native_session_id
    await _existing(server, source, spec.cwd)
    body: Json = {}
    if spec.fork.anchor is not None:
        # An unknown point would copy everything, without an error.
        messages = await server.messages(source)
        index = find_anchor(messages, spec.fork.anchor)
        if index is None:
            raise AnswererError(FailureReason.SESSION_LOST, f"no message {spec.fork.anchor}")
        if index + 1 < len(messages):
            # What is named is no longer copied.
            body["messageID"] = as_text(as_dict(messages[index + 1].get("info")).get("id"))
    told = as_dict(await server.http.post(f"/session/{source}/fork", body))
    session_id = as_text(told.get("id"))
    if not session_id:
        raise AnswererError(FailureReason.PROTOCOL, "the answer to a fork has no id")
    return session_id
