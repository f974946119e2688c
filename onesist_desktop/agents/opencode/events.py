# SPDX-License-Identifier: MIT
"""The server's event stream: its framing, and who hears what.

There is one stream for all folders. It has no replay: after a break those who listen are told that something may be missing.
"""

from __future__ import annotations

import json
import logging
from typing import Protocol

from onesist_desktop.agents.json_reading import Json, as_dict, as_text, text_at

log = logging.getLogger(__name__)

MAX_EVENT_BYTES = 64 * 1024 * 1024


class SseSplitter:
    """Cuts a byte stream into the data of its events. Bytes first, so that no character can be cut in two.

    An event over ``max_bytes`` is dropped, and counted in ``dropped``.
    """

    def __init__(self, max_bytes: int = MAX_EVENT_BYTES) -> None:
        self.dropped = 0
        self._max_bytes = max_bytes
        self._line = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._is_too_long = False
        self._ended_with_cr = False

    def feed(self, piece: bytes) -> list[bytes]:
        """Take the next bytes and return the data of the events that they complete."""
        found: list[bytes] = []
        if self._ended_with_cr and piece.startswith(b"\n"):
            piece = piece[1:]
        self._ended_with_cr = piece.endswith(b"\r")
        *lines, rest = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            self._grow(line)
            self._end_line(found)
        self._grow(rest)
        return found

    def _grow(self, piece: bytes) -> None:
        if self._size + len(self._line) + len(piece) > self._max_bytes:
            self._is_too_long = True
            self._line.clear()
            self._data.clear()
            self._size = 0
        elif not self._is_too_long or not piece:
            self._line += piece

    def _end_line(self, found: list[bytes]) -> None:
        line = bytes(self._line)
        self._line.clear()
        if line.startswith(b"data:") and not self._is_too_long:
            value = line[5:].removeprefix(b" ")
            self._data.append(value)
            self._size += len(value)
        elif not line:
            self._end_event(found)

    def _end_event(self, found: list[bytes]) -> None:
        if self._is_too_long:
            self.dropped += 1
        elif self._data:
            found.append(b"\n".join(self._data))
        self._is_too_long = False
        self._data = []
        self._size = 0


class EventListener(Protocol):
    """Who hears of one session. All are called on the loop and must not block."""

    def on_event(self, kind: str, properties: Json) -> None:
        """Take the next event of the session or of a helper's session below it."""
        ...

    def on_gap(self) -> None:
        """Learn that events may be missing."""
        ...

    def on_gone(self) -> None:
        """Learn that the server has ended. Nothing comes any more."""
        ...


class EventHub:
    """Hands the events of the stream to those who listen, by session."""

    def __init__(self) -> None:
        self._listeners: dict[str, EventListener] = {}
        self._parents: dict[str, str] = {}

    def listen(self, session_id: str, listener: EventListener) -> None:
        """Send what concerns this session, and the sessions of its helpers, to a listener."""
        self._listeners[session_id] = listener

    def unlisten(self, session_id: str, listener: EventListener) -> None:
        """Send nothing more to this listener."""
        if self._listeners.get(session_id) is listener:
            del self._listeners[session_id]
            self._parents = {child: parent for child, parent in self._parents.items() if self.root_of(child) != session_id}

    def root_of(self, session_id: str) -> str:
        """Return the session that a helper's session works for; of any other, itself."""
        seen = {session_id}
        while (parent := self._parents.get(session_id)) is not None and parent not in seen:
            session_id = parent
            seen.add(parent)
        return session_id

    def take(self, data: bytes) -> None:
        """Take the data of one event of the stream."""
        try:
            told = json.loads(data)
        except (ValueError, RecursionError):
            log.debug("an event that is no JSON, %d bytes", len(data))
            return
        event = as_dict(as_dict(told).get("payload")) or as_dict(told)
        kind, properties = as_text(event.get("type")), as_dict(event.get("properties"))
        if kind in ("session.created", "session.updated"):
            info = as_dict(properties.get("info"))
            child, parent = as_text(info.get("id")), as_text(info.get("parentID"))
            if child and parent:
                self._parents[child] = parent
        session_id = session_of(properties)
        listener = self._listeners.get(self.root_of(session_id)) if session_id else None
        if listener is not None:
            listener.on_event(kind, properties)

    def gap(self) -> None:
        """Tell everybody that events may be missing."""
        for listener in list(self._listeners.values()):
            listener.on_gap()

    def gone(self) -> None:
        """Tell everybody that the server has ended."""
        for listener in list(self._listeners.values()):
            listener.on_gone()


def session_of(properties: Json) -> str:
    """Return the id of the session that an event is about, empty where it is about none."""
    return text_at(properties, "sessionID") or text_at(as_dict(properties.get("part")), "sessionID")
