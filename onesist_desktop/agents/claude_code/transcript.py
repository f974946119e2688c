# SPDX-License-Identifier: MIT
"""Reads the file that Claude Code keeps of a session. Never writes to it, and never fails on what it holds.

All functions read files and belong into a thread. The file only grows: a session that was truncated keeps the entries that
were cut off, as a branch that nothing goes on from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.agents.claude_code.attempts import latest_prompt_id
from onesist_desktop.agents.claude_code.blocks import blocks_of
from onesist_desktop.agents.claude_code.protocol import SYNTHETIC_MODEL, TurnMapper
from onesist_desktop.agents.json_reading import Json, as_dict, as_text
from onesist_desktop.core.answerer import Arrival, ReadBack
from onesist_desktop.core.messages import Part, close_part
from onesist_desktop.core.turn_events import PartEnded, PartStarted

_SESSION_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
_INTERRUPTED = "[Request interrupted by user"


@dataclass(frozen=True, slots=True)
class SessionFile:
    """The entries of a session that matter: prompts, answers and tool results of the primary agent, as they were written."""

    entries: tuple[Json, ...]

    @property
    def prompt_ids(self) -> frozenset[str]:
        """Ids of everything that was written in the person's name, prompts among them."""
        return frozenset(as_text(entry.get("uuid")) for entry in self.entries if entry.get("type") == "user")

    def answer_to(self, prompt_id: str) -> list[Json]:
        """List the entries that answer a prompt, up to the next prompt on the same branch."""
        family = {prompt_id}
        found: list[Json] = []
        for entry in self.entries:
            own = as_text(entry.get("uuid"))
            if as_text(entry.get("parentUuid")) not in family or own in family or _is_prompt(entry):
                continue
            family.add(own)
            if entry.get("type") in {"user", "assistant"}:
                found.append(entry)
        return found


def config_folder(environment: Mapping[str, str]) -> Path | None:
    """Return the folder where the program keeps its own files, given the environment that it gets."""
    if given := environment.get("CLAUDE_CONFIG_DIR"):
        return Path(given)
    home = environment.get("HOME") or environment.get("USERPROFILE")
    return Path(home) / ".claude" if home else None


def read_session(folder: Path, native_id: str) -> SessionFile | None:
    """Read a session. Returns None when there is no file of it, or it can't be read."""
    if not _SESSION_ID.fullmatch(native_id):
        return None
    try:
        # A session that went on from another folder stays where it began, so the name of that folder isn't asked.
        files = sorted(folder.glob(f"projects/*/{native_id}.jsonl"), key=lambda file: file.stat().st_mtime)
        return SessionFile(tuple(_entries(files[-1]))) if files else None
    except OSError:
        return None


def arrival(session: SessionFile | None, message_id: str, *, was_truncated: bool) -> Arrival:
    """Tell whether a message is in a session.

    Args:
        session: The session; None means that the program never wrote one, so nothing arrived.
        message_id: The message's id; all of its tries are looked for.
        was_truncated: Whether the try in question was to follow a truncation. Then an earlier try that failed is no sign of
            this one, and what was cut off can't be told from what wasn't.
    """
    if session is None:
        return Arrival.NOT_ARRIVED
    prompt_id = latest_prompt_id(message_id, session.prompt_ids)
    if prompt_id is None:
        return Arrival.NOT_ARRIVED
    answers = session.answer_to(prompt_id)
    if was_truncated and (not answers or any(_is_failure(entry) or _is_interruption(entry) for entry in answers)):
        return Arrival.UNKNOWN
    return Arrival.ARRIVED


def read_back(session: SessionFile, message_id: str, history_server: str = "") -> ReadBack | None:
    """Rebuild the answer to a message; None if the session doesn't have the message."""
    prompt_id = latest_prompt_id(message_id, session.prompt_ids)
    if prompt_id is None:
        return None
    mapper = TurnMapper(prompt_id, history_server)
    parts: dict[str, Part] = {}
    anchor = None
    is_whole = False
    for entry in session.answer_to(prompt_id):
        if _is_failure(entry):
            continue
        for event in mapper.feed(_as_frame(entry)):
            if isinstance(event, PartStarted | PartEnded):
                parts[event.key] = event.part
        anchor = as_text(entry.get("uuid")) or anchor
        message = as_dict(entry.get("message"))
        reason = as_text(message.get("stop_reason"))
        is_whole = entry.get("type") == "assistant" and reason not in {"", "tool_use"}
    return ReadBack(tuple(close_part(part) for part in parts.values()), is_whole, anchor)


def _entries(file: Path) -> Iterator[Json]:
    with file.open("rb") as stream:
        for line in stream:
            # The last line may be half written, and there are kinds of lines that only the program knows.
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict) and as_text(entry.get("uuid")) and entry.get("isSidechain") is not True:
                yield entry


def _is_prompt(entry: Json) -> bool:
    if entry.get("type") != "user" or entry.get("isMeta") is True:
        return False
    blocks = blocks_of(as_dict(entry.get("message")))
    has_result = any(block.get("type") == "tool_result" for block in blocks)
    return not has_result and not _is_interruption(entry)


def _is_interruption(entry: Json) -> bool:
    if entry.get("type") != "user":
        return False
    return any(as_text(block.get("text")).startswith(_INTERRUPTED) for block in blocks_of(as_dict(entry.get("message"))))


def _is_failure(entry: Json) -> bool:
    model = as_dict(entry.get("message")).get("model")
    return entry.get("isApiErrorMessage") is True or model == SYNTHETIC_MODEL


def _as_frame(entry: Json) -> Json:
    call_ids = [as_text(block.get("tool_use_id")) for block in blocks_of(as_dict(entry.get("message")))]
    decision = as_dict(entry.get("permissionDecision"))
    return {
        "type": entry.get("type"),
        "uuid": entry.get("uuid"),
        "message": entry.get("message"),
        "tool_use_result": entry.get("toolUseResult"),
        "tool_result_meta": [{"id": call_id, "permission_decision": decision} for call_id in call_ids if call_id],
    }
