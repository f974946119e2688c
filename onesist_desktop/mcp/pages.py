# SPDX-License-Identifier: MIT
"""Pages of a thread as text, with a limit on their size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.rendering import render_message

ANSWER_BYTES = 24_000
DEFAULT_LIMIT = 20
MAX_LIMIT = 200
_FOOTER_BYTES = 400


class Reader(Protocol):
    """What the server needs of the storage's history reader. A scope is whatever ``scope_of`` returned."""

    def scope_of(self, token: str) -> Any | None:
        """Return what the token opens; None when it is unknown or revoked."""
        ...

    def has_thread(self, scope: Any, thread_id: ThreadId) -> bool:
        """Tell whether the thread belongs to the token's project."""
        ...

    def read(self, thread_id: ThreadId, before_seq: int | None, limit: int) -> Sequence[Message]:
        """Return the newest ``limit`` messages before that seq, oldest first."""
        ...

    def close(self) -> None:
        """Close the database."""
        ...


def read_page(reader: Reader, token: str, thread_id: str, before_seq: int | None, limit: int, offset: int) -> str:
    """Answer one call.

    Raises:
        InvalidInputError: The token is dead, the thread is not of this project, or an argument makes no sense; the text says it.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInputError(f"limit must be between 1 and {MAX_LIMIT}.")
    if offset < 0 or (before_seq is not None and before_seq < 1):
        raise InvalidInputError("before_seq must be at least 1 and offset at least 0.")
    scope = reader.scope_of(token)
    if scope is None:
        raise InvalidInputError("This session may no longer read the history: its access ended. Go on with what you were given.")
    thread = ThreadId(thread_id or scope.thread_id)
    if not reader.has_thread(scope, thread):
        raise InvalidInputError(f"There is no thread {thread_id!r} in this project. Use the thread id that stands in the handoff.")
    return format_page(reader.read(thread, before_seq, limit), limit=limit, offset=offset)


def format_page(messages: Sequence[Message], *, limit: int, offset: int = 0) -> str:
    """Render a page within :data:`ANSWER_BYTES`, newest messages first in line for the room, and say how to go on.

    Args:
        messages: Oldest first.
        limit: How many were asked for; fewer mean that the thread begins here.
        offset: Bytes to skip of the newest message, to read on in one that is larger than a page.
    """
    if not messages:
        return "There are no earlier messages."
    room = ANSWER_BYTES - _FOOTER_BYTES
    newest = messages[-1]
    first = render_message(newest).encode()[offset:]
    if len(first) > room:
        piece = first[:room].decode(errors="ignore")
        following = offset + len(piece.encode())
        return (
            f"{piece}\n\n---\nMessage #{newest.seq} goes on. To read on, call onesist_thread_read with "
            f"before_seq={newest.seq + 1}, limit=1, offset={following}."
        )
    chosen = [first.decode(errors="ignore")]
    room -= len(first)
    oldest = newest.seq
    for message in reversed(messages[:-1]):
        text = render_message(message)
        size = len(text.encode()) + 2
        if size > room:
            break
        room -= size
        chosen.append(text)
        oldest = message.seq
    is_start = len(chosen) == len(messages) and len(messages) < limit
    if is_start:
        footer = "This is the beginning of the thread."
    else:
        footer = f"Older messages, if there are any: call onesist_thread_read with before_seq={oldest}."
    return "\n\n".join([*reversed(chosen), f"---\n{footer}"])
