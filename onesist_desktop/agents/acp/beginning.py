# SPDX-License-Identifier: MIT
"""Gets a session from an agent: a new one, one to go on with, or a branch of one; signs in where that can be done for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from acp import RequestError
from acp.schema import (
    AuthenticateRequest,
    ForkSessionRequest,
    LoadSessionRequest,
    NewSessionRequest,
    ResumeSessionRequest,
)
from pydantic import BaseModel

from onesist_desktop.agents.acp import blocks
from onesist_desktop.agents.acp.failures import AUTH_REQUIRED, reason_of, words_of
from onesist_desktop.agents.acp.link import TRUNCATE, AcpLink
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.agents.acp.replay import ReplayListener
from onesist_desktop.core.answerer import SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason


@dataclass(frozen=True, slots=True)
class Begun:
    """A session that an agent opened.

    Attributes:
        session_id: The agent's own id.
        result: Its answer, as plain JSON.
        old_calls: Ids of calls that it replayed.
    """

    session_id: str
    result: Mapping[str, Any]
    old_calls: frozenset[str] = frozenset()


async def begin(link: AcpLink, spec: SessionSpec, profile: AcpProfile) -> Begun:
    """Open the session that ``spec`` describes.

    Raises:
        AnswererError: NOT_SIGNED_IN, SESSION_LOST, PROTOCOL or CRASHED.
    """
    replay = ReplayListener()
    link.listener = replay
    try:
        result = await _signed_in(link, profile, *_request(link, spec))
        if spec.native_session_id is not None and profile.replays_late:
            await replay.until_quiet()
    except RequestError as error:
        reason = reason_of(error)
        if reason is not FailureReason.NOT_SIGNED_IN:
            is_old = spec.native_session_id is not None or spec.fork is not None
            reason = FailureReason.SESSION_LOST if is_old else FailureReason.PROTOCOL
        raise AnswererError(reason, words_of(error)) from error
    finally:
        link.listener = None
    session_id = spec.native_session_id or result.get("sessionId")
    if not isinstance(session_id, str) or not session_id:
        raise AnswererError(FailureReason.PROTOCOL, await link.story("The answer to session/new is malformed."))
    return Begun(session_id, result, frozenset(replay.calls))


async def _signed_in(link: AcpLink, profile: AcpProfile, method: str, params: BaseModel) -> dict[str, Any]:
    """Send a request, and once more after authenticating where the agent asks for that and it needs no person."""
    try:
        return await link.request(method, params)
    except RequestError as error:
        wants_variable = profile.auth_variable and not link.env.get(profile.auth_variable)
        if error.code != AUTH_REQUIRED or not profile.auth_method or wants_variable:
            raise
    await link.request("authenticate", AuthenticateRequest(method_id=profile.auth_method))
    return await link.request(method, params)


def _request(link: AcpLink, spec: SessionSpec) -> tuple[str, BaseModel]:
    servers = blocks.of_history_server(spec.history_server)
    sessions = link.capabilities.get("sessionCapabilities")
    sessions = sessions if isinstance(sessions, dict) else {}
    if spec.native_session_id is not None:
        return _going_on(link, spec, spec.native_session_id, servers, sessions)
    if spec.fork is None:
        return "session/new", NewSessionRequest(cwd=spec.cwd, mcp_servers=servers)
    if spec.fork.anchor is not None or sessions.get("fork") is None:
        raise AnswererError(FailureReason.SESSION_LOST, "The agent can't branch a session off there.")
    return "session/fork", ForkSessionRequest(session_id=spec.fork.native_session_id, cwd=spec.cwd, mcp_servers=servers)


def _going_on(
    link: AcpLink, spec: SessionSpec, session_id: str, servers: list[Any], sessions: Mapping[str, Any]
) -> tuple[str, BaseModel]:
    meta = None
    if spec.truncate_to is not None:
        if TRUNCATE not in link.features:
            raise AnswererError(FailureReason.SESSION_LOST, "The agent can't cut a session back.")
        meta = {TRUNCATE: spec.truncate_to}
    if sessions.get("resume") is not None:
        resume = ResumeSessionRequest(session_id=session_id, cwd=spec.cwd, mcp_servers=servers, field_meta=meta)
        return "session/resume", resume
    if link.capabilities.get("loadSession"):
        load = LoadSessionRequest(session_id=session_id, cwd=spec.cwd, mcp_servers=servers, field_meta=meta)
        return "session/load", load
    raise AnswererError(FailureReason.SESSION_LOST, "The agent can't go on with an earlier session.")
