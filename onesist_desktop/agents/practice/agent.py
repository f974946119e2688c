# SPDX-License-Identifier: MIT
"""The practice agent's side of the protocol."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from acp import PROTOCOL_VERSION, RequestError
from acp.interfaces import Client
from acp.schema import (
    AgentCapabilities,
    Implementation,
    InitializeResponse,
    McpServerStdio,
    NewSessionResponse,
    PromptResponse,
    ResourceContentBlock,
    ResumeSessionResponse,
    SessionCapabilities,
    SessionMode,
    SessionModeState,
    SessionResumeCapabilities,
    SetSessionModeResponse,
    TextContentBlock,
)

from onesist_desktop import __version__
from onesist_desktop.agents.practice.sessions import PracticeSession, SessionStore, SessionTurn
from onesist_desktop.agents.practice.settings import PracticeSettings
from onesist_desktop.agents.practice.worker import Worker
from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.practice_commands import split_prompt

ACCEPTED = "onesist.accepted"
PROMPT_STATE = "onesist.prompt_state"
TRUNCATE = "onesist.truncate_to"
MESSAGE_ID = "onesist.message_id"
MODE_IDS = tuple(str(mode) for mode in PermissionMode)


@dataclass(slots=True)
class _Open:
    """A session that this process serves."""

    session: PracticeSession
    history_server: McpServerStdio | None
    mode: str = str(PermissionMode.ASK)
    worker: Worker | None = None


class PracticeAgent:
    """Answers a client. The connection calls the methods by name; parameters it adds later go into ``meta``."""

    def __init__(self, settings: PracticeSettings) -> None:
        self._settings = settings
        self._store = SessionStore(settings.home)
        self._open: dict[str, _Open] = {}
        self._client: Client | None = None

    def on_connect(self, conn: Client) -> None:
        """Take the connection to the client."""
        self._client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> InitializeResponse:
        """Tell what the agent can do."""
        return InitializeResponse(
            protocol_version=min(protocol_version, PROTOCOL_VERSION),
            agent_info=Implementation(name="onesist-practice-agent", title="Practice agent", version=__version__),
            agent_capabilities=AgentCapabilities(
                session_capabilities=SessionCapabilities(resume=SessionResumeCapabilities()),
                field_meta={ACCEPTED: True, PROMPT_STATE: True, TRUNCATE: True},
            ),
        )

    async def new_session(self, cwd: str, mcp_servers: Any = None, **_: Any) -> NewSessionResponse:
        """Start a session and store it."""
        session = await asyncio.to_thread(self._store.create, cwd)
        self._open[session.id] = _Open(session, _first_stdio(mcp_servers))
        return NewSessionResponse(session_id=session.id, modes=_modes(str(PermissionMode.ASK)))

    async def resume_session(self, session_id: str, cwd: str, mcp_servers: Any = None, **meta: Any) -> ResumeSessionResponse:
        """Go on with a stored session, in the folder it belongs to; cut it back first if asked."""
        session = await self._load(session_id)
        if session.cwd != cwd:
            raise RequestError.invalid_params({"details": f"session not found: {session_id} belongs to {session.cwd}"})
        anchor = meta.get(TRUNCATE)
        if anchor is not None:
            if not session.truncate(str(anchor)):
                raise RequestError.invalid_params({"details": f"session not found: nothing named {anchor} in {session_id}"})
            await asyncio.to_thread(self._store.save, session)
        self._open[session_id] = _Open(session, _first_stdio(mcp_servers))
        return ResumeSessionResponse(modes=_modes(str(PermissionMode.ASK)))

    async def set_session_mode(self, mode_id: str, session_id: str, **_: Any) -> SetSessionModeResponse:
        """Change what may be done without asking."""
        if mode_id not in MODE_IDS:
            raise RequestError.invalid_params({"details": f"unknown mode: {mode_id}"})
        self._served(session_id).mode = mode_id
        return SetSessionModeResponse()

    async def prompt(self, session_id: str, prompt: Any, **meta: Any) -> PromptResponse:
        """Store the prompt, say so, then work on it."""
        served = self._served(session_id)
        assert self._client is not None
        if served.worker is not None:
            raise RequestError.invalid_request({"details": "this session works on another prompt"})
        message_id = str(meta.get(MESSAGE_ID) or f"prompt-{len(served.session.turns) + 1}")
        if served.session.find(message_id) is not None:
            raise RequestError.invalid_request({"details": "this session has that prompt already"})
        turn = _new_turn(message_id, prompt)
        served.worker = Worker(
            self._client,
            self._store,
            served.session,
            turn,
            settings=self._settings,
            mode=served.mode,
            history_server=served.history_server,
        )
        try:
            served.session.turns.append(turn)
            try:
                await asyncio.to_thread(self._store.save, served.session)
            except OSError as error:
                served.session.turns.remove(turn)
                raise RequestError.invalid_request({"details": f"the prompt could not be stored: {error}"}) from error
            await self.signal_accepted(session_id, message_id)
            return await self._work(served, turn)
        finally:
            served.worker = None

    async def cancel(self, session_id: str, **_: Any) -> None:
        """Stop the work on the current prompt, if there is any."""
        served = self._open.get(session_id)
        if served is not None and served.worker is not None:
            served.worker.cancelled.set()

    async def ext_method(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Answer ``_onesist/prompt_state``: whether a prompt arrived, and what became of it."""
        if method != "onesist/prompt_state":
            raise RequestError.method_not_found(f"_{method}")
        session_id = str(params.get("sessionId", ""))
        turn = (await self._load(session_id)).find(str(params.get("messageId", "")))
        if turn is None:
            return {"arrived": False}
        return {"arrived": True, "state": turn.state, "anchor": turn.message_id, "updates": turn.updates}

    async def signal_accepted(self, session_id: str, message_id: str) -> None:
        """Prove to the client that the prompt is stored."""
        assert self._client is not None
        await self._client.ext_notification("onesist/accepted", {"sessionId": session_id, "_meta": {MESSAGE_ID: message_id}})

    async def _work(self, served: _Open, turn: SessionTurn) -> PromptResponse:
        assert served.worker is not None
        turn_state = "failed"
        try:
            await served.worker.work()
            turn_state = "stopped" if served.worker.cancelled.is_set() else "done"
        finally:
            turn.state = turn_state
            await asyncio.to_thread(self._store.save, served.session)
        return PromptResponse(
            stop_reason="cancelled" if turn_state == "stopped" else "end_turn",
            field_meta={"onesist.anchor": turn.message_id, "onesist.reply_held": True},
        )

    def _served(self, session_id: str) -> _Open:
        served = self._open.get(session_id)
        if served is None:
            raise RequestError.invalid_params({"details": f"session not found: {session_id}"})
        return served

    async def _load(self, session_id: str) -> PracticeSession:
        try:
            session = await asyncio.to_thread(self._store.load, session_id)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RequestError.invalid_params({"details": f"session not found: {session_id} is damaged: {error}"}) from error
        if session is None:
            raise RequestError.invalid_params({"details": f"session not found: {session_id}"})
        return session


def _new_turn(message_id: str, blocks: Any) -> SessionTurn:
    texts = [block.text for block in blocks if isinstance(block, TextContentBlock)]
    links = [f"{block.name} ({block.uri})" for block in blocks if isinstance(block, ResourceContentBlock)]
    if len(texts) > 1:
        # Our own client sends the person's message as the last text of several.
        context, message = "\n\n".join(text.strip() for text in texts[:-1]), texts[-1].strip()
    else:
        pieces = split_prompt("".join(texts))
        context, message = pieces.context, pieces.message
    return SessionTurn(message_id, context, "\n".join([message, *links]).strip())


def _first_stdio(servers: Any) -> McpServerStdio | None:
    return next((server for server in servers or () if isinstance(server, McpServerStdio)), None)


def _modes(current: str) -> SessionModeState:
    return SessionModeState(current_mode_id=current, available_modes=[SessionMode(id=mode, name=mode) for mode in MODE_IDS])
