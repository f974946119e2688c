# SPDX-License-Identifier: MIT
"""Looks into a stored thread. It can be read without being loaded, also while another process works with it."""

from __future__ import annotations

from onesist_desktop.agents.codex.mapping import parts_after
from onesist_desktop.agents.codex.rpc import AppServer
from onesist_desktop.agents.json_reading import Json, as_text, dicts_in
from onesist_desktop.core.answerer import ReadBack

_PAGE = 50
_MAX_PAGES = 40


async def newest_turns(server: AppServer, thread_id: str, items: str, until: str = "") -> list[Json]:
    """Return the turns of a thread, newest first, as far back as the one named ``until``, or all. Raises as ``AppServer.call``.

    Args:
        server: The program.
        thread_id: The thread.
        items: How much of each turn: ``full`` or ``notLoaded``.
        until: Id of the turn, or client id of a message in it, at which to stop.
    """
    found: list[Json] = []
    cursor: str | None = None
    for _ in range(_MAX_PAGES):
        params: Json = {"threadId": thread_id, "itemsView": items, "sortDirection": "desc", "limit": _PAGE, "cursor": cursor}
        page = await server.call("thread/turns/list", params)
        for turn in dicts_in(page.get("data")):
            found.append(turn)
            if until and (turn.get("id") == until or holds(turn, until)):
                return found
        cursor = as_text(page.get("nextCursor")) or None
        if cursor is None:
            break
    return found


def holds(turn: Json, message_id: str) -> bool:
    """Tell whether a turn holds the message that we sent under that id."""
    return any(item.get("type") == "userMessage" and item.get("clientId") == message_id for item in dicts_in(turn.get("items")))


def turn_after(turns: list[Json], anchor: str) -> str | None:
    """Return the turn that follows the one named ``anchor``, None where that is the last. ``turns`` are newest first.

    Raises:
        LookupError: There is no such turn.
    """
    ids = [as_text(turn.get("id")) for turn in turns]
    if anchor not in ids:
        raise LookupError(anchor)
    at = ids.index(anchor)
    return ids[at - 1] if at else None


def read_back(turns: list[Json], message_id: str, history_server: str) -> ReadBack | None:
    """Return what was answered to a message; None if it isn't there."""
    for turn in turns:
        parts = parts_after(turn, message_id, history_server)
        if parts is not None:
            return ReadBack(parts, turn.get("status") == "completed", as_text(turn.get("id")) or None)
    return None
