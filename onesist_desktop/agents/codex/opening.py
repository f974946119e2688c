# SPDX-License-Identifier: MIT
"""How a thread of Codex is opened in a process that was just started: greeting, sign-in, folder, then start, resume or fork."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from onesist_desktop import __version__
from onesist_desktop.agents.codex import history
from onesist_desktop.agents.codex.failures import is_history_server_failure, not_opened
from onesist_desktop.agents.codex.launch import MCP_START_S, Folder, thread_params
from onesist_desktop.agents.codex.own_config import brings_settings, notes_of
from onesist_desktop.agents.codex.rpc import AppServer, CallError
from onesist_desktop.agents.json_reading import Json, as_dict, as_text, dicts_in
from onesist_desktop.core.answerer import SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason

log = logging.getLogger(__name__)

_OPEN_S = MCP_START_S + 60.0


@dataclass(frozen=True, slots=True)
class OpenThread:
    """A thread that is ready for a turn, as the program reports it."""

    id: str
    cwd: str
    model: str
    effort: str | None
    folder: Folder


async def greet(server: AppServer, limit_s: float) -> None:
    """Begin the protocol. Raises as ``AppServer.call``."""
    client = {"name": "onesist-desktop", "title": "Onesist Desktop", "version": __version__}
    await server.call("initialize", {"clientInfo": client, "capabilities": {"experimentalApi": True}}, limit_s)
    await server.notify("initialized")


async def is_signed_in(server: AppServer) -> bool:
    """Tell whether a turn could sign in: somebody has, or the configured provider needs no account. Raises as ``call``."""
    told = await server.call("account/read", {"refreshToken": False})
    return bool(told.get("account")) or told.get("requiresOpenaiAuth") is not True


async def open_thread(server: AppServer, spec: SessionSpec) -> OpenThread:
    """Open the thread that ``spec`` asks for.

    Raises:
        AnswererError: Nobody is signed in, there is no such thread or point, or the program refused.
        ConnectionError: The program has ended.
        TimeoutError: It did not answer in time.
    """
    if not await is_signed_in(server):
        raise AnswererError(FailureReason.NOT_SIGNED_IN)
    folder = await _look_at(server, spec.cwd)
    try:
        told = await _open(server, spec, folder)
        opened = _opened(told, folder)
        if spec.truncate_to is not None:
            await _cut_back(server, opened.id, spec.truncate_to)
    except CallError as error:
        raise not_opened(str(error)) from error
    return opened


async def _look_at(server: AppServer, cwd: str) -> Folder:
    """Find out whether the person trusts the folder; the program knows best, as a worktree goes by its main checkout."""
    try:
        told = await server.call("config/read", {"cwd": cwd, "includeLayers": True})
    except CallError as error:
        log.info("Codex doesn't tell how the folder stands: %s", error)
        told = {}
    projects = [one for one in dicts_in(told.get("layers")) if as_dict(one.get("name")).get("type") == "project"]
    if projects and not any(one.get("disabledReason") for one in projects):
        return Folder(is_trusted=True)
    notes = await asyncio.to_thread(notes_of, cwd)
    return Folder(is_trusted=False, notes=notes, brings_settings=await asyncio.to_thread(brings_settings, cwd))


async def _open(server: AppServer, spec: SessionSpec, folder: Folder) -> Json:
    method, which = _which(spec)
    try:
        return await server.call(method, {**thread_params(spec, folder), **which}, _OPEN_S)
    except CallError as error:
        if spec.history_server is None or not is_history_server_failure(str(error), spec.history_server.name):
            raise
        # Work must not stop because earlier messages can't be looked up. The handover itself is in the prompt.
        log.warning("Codex works without the history server, which didn't start: %s", error)
    return await server.call(method, {**thread_params(spec, folder, with_history_server=False), **which}, _OPEN_S)


def _which(spec: SessionSpec) -> tuple[str, Json]:
    if spec.native_session_id is not None:
        return "thread/resume", {"threadId": spec.native_session_id, "excludeTurns": True}
    if spec.fork is not None:
        point = {"lastTurnId": spec.fork.anchor} if spec.fork.anchor else {}
        return "thread/fork", {"threadId": spec.fork.native_session_id, "excludeTurns": True, **point}
    return "thread/start", {}


def _opened(told: Json, folder: Folder) -> OpenThread:
    thread_id = as_text(as_dict(told.get("thread")).get("id"))
    if not thread_id:
        raise AnswererError(FailureReason.PROTOCOL, "Codex opened a thread and didn't say which.")
    effort = as_text(told.get("reasoningEffort")) or None
    return OpenThread(thread_id, as_text(told.get("cwd")), as_text(told.get("model")), effort, folder)


async def _cut_back(server: AppServer, thread_id: str, anchor: str) -> None:
    turns = await history.newest_turns(server, thread_id, "notLoaded", until=anchor)
    try:
        first_to_go = history.turn_after(turns, anchor)
    except LookupError as error:
        raise AnswererError(FailureReason.SESSION_LOST, f"turn not found: {anchor}") from error
    if first_to_go is not None:
        await server.call("thread/revert", {"threadId": thread_id, "beforeTurnId": first_to_go})


async def close_when_failed(server: AppServer, error: BaseException) -> AnswererError | None:
    """End a program that could not be used, and return the failure that a person is told; None where ``error`` is another."""
    words = server.stderr_tail or str(error)
    await server.stop_quietly()
    match error:
        case AnswererError():
            return error
        case CallError():
            return AnswererError(FailureReason.PROTOCOL, str(error))
        case ConnectionError():
            return AnswererError(FailureReason.CRASHED, words)
        case TimeoutError():
            return AnswererError(FailureReason.PROTOCOL, words or "the program did not answer")
        case _:
            return None
