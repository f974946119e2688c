# SPDX-License-Identifier: MIT
"""The practice agent's own sessions: one JSON file each, replaced whole and synced, so that a kill never tears one."""

from __future__ import annotations

import json
import os
import re
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

_ID = re.compile(r"practice-[0-9a-f]{32}")


@dataclass(slots=True)
class SessionTurn:
    """One prompt and what came of it.

    Attributes:
        updates: The protocol's session updates that make up the answer, merged, so that they can be read back.
        state: ``open``, ``done``, ``stopped`` or ``failed``.
    """

    message_id: str
    context: str
    message: str
    updates: list[dict[str, Any]] = field(default_factory=list)
    state: str = "open"

    @property
    def answer(self) -> str:
        """The text of the answer."""
        chunks = (update for update in self.updates if update.get("sessionUpdate") == "agent_message_chunk")
        return "".join(chunk["content"]["text"] for chunk in chunks)


@dataclass(slots=True)
class PracticeSession:
    """A conversation as the practice agent remembers it."""

    id: str
    cwd: str
    turns: list[SessionTurn] = field(default_factory=list)

    def find(self, message_id: str) -> SessionTurn | None:
        """Return the turn of that prompt, if it ever arrived."""
        return next((turn for turn in self.turns if turn.message_id == message_id), None)

    def truncate(self, anchor: str) -> bool:
        """Forget everything after the turn that ``anchor`` names; False when there is none of that name."""
        for index, turn in enumerate(self.turns):
            if turn.message_id == anchor:
                del self.turns[index + 1 :]
                return True
        return False

    @property
    def size_bytes(self) -> int:
        """How much the session holds, in bytes; the practice agent counts one as a token."""
        return sum(len((turn.context + turn.message + turn.answer).encode()) for turn in self.turns)


class SessionStore:
    """Reads and writes session files. Blocking; call it off the loop."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "sessions"

    def create(self, cwd: str) -> PracticeSession:
        """Make a new session and store it."""
        session = PracticeSession(f"practice-{uuid.uuid4().hex}", cwd)
        self.save(session)
        return session

    def load(self, session_id: str) -> PracticeSession | None:
        """Return a stored session; None when there is none of that id. Raises ValueError when its file is damaged."""
        # The id comes from outside and becomes a file name.
        if not _ID.fullmatch(session_id):
            return None
        try:
            data = json.loads((self._folder / f"{session_id}.json").read_bytes())
        except FileNotFoundError:
            return None
        return PracticeSession(data["id"], data["cwd"], [SessionTurn(**turn) for turn in data["turns"]])

    def save(self, session: PracticeSession) -> None:
        """Store the session; when this returns it survives a crash of the program and of the machine."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _replacing(self._folder / f"{session.id}.json") as temporary:
            temporary.write(json.dumps(asdict(session), ensure_ascii=False).encode())


@contextmanager
def _replacing(target: Path) -> Iterator[Any]:
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".session-")
    try:
        with os.fdopen(descriptor, "wb") as temporary:
            yield temporary
            temporary.flush()
            os.fsync(temporary.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    if os.name == "posix":
        # The new name itself has to reach the disk too.
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
