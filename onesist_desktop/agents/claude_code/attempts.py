# SPDX-License-Identifier: MIT
"""The ids under which a message is sent to Claude Code.

The program never runs a prompt id a second time within a session: it replays the message, says *completed* and asks no
model, even when the first try failed, and even when that try was cut off with ``--resume-session-at``. So a message that is
sent again into the same session needs another id, which must still be found afterwards from the message's id alone. The
first try has the message's own id, each later one an id derived from it.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator
from itertools import islice

MAX_ATTEMPTS = 64


def prompt_ids(message_id: str) -> Iterator[str]:
    """Yield the ids of a message's tries, first one first, without an end."""
    first = _as_uuid(message_id)
    yield str(first)
    attempt = 1
    while True:
        attempt += 1
        yield str(uuid.uuid5(first, f"attempt {attempt}"))


def next_prompt_id(message_id: str, used: Collection[str]) -> str:
    """Return the id for the next try, given the ids that the session knows."""
    return next(prompt_id for prompt_id in prompt_ids(message_id) if prompt_id not in used)


def latest_prompt_id(message_id: str, used: Collection[str]) -> str | None:
    """Return the id of the last try that the session knows; None if it knows none."""
    known = [prompt_id for prompt_id in islice(prompt_ids(message_id), MAX_ATTEMPTS) if prompt_id in used]
    return known[-1] if known else None


def _as_uuid(message_id: str) -> uuid.UUID:
    try:
        return uuid.UUID(message_id)
    except ValueError:
        return uuid.uuid5(uuid.NAMESPACE_OID, message_id)
