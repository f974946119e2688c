# SPDX-License-Identifier: MIT
"""Joins what we had stored of a cut-off answer with what the agent's own session holds of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    FileChangePart,
    Part,
    PlanPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    is_empty,
)

Call = CommandPart | ToolCallPart | FileChangePart
_CALLS = (CommandPart, ToolCallPart, FileChangePart)
_OPEN = frozenset({CallState.RUNNING, CallState.STOPPED})


@dataclass(frozen=True, slots=True)
class RecoveredAnswer:
    """An answer in two: what the agent's session holds, and what the person saw but the session doesn't hold.

    The first counts as the agent's own and is never told to it; the rest is owed to it like anybody else's words.
    """

    held: tuple[Part, ...]
    rest: tuple[Part, ...]


def join_answer(stored: Sequence[Part], read_back: Sequence[Part]) -> RecoveredAnswer:
    """Compare by what the parts say: neither side knows the other's keys.

    Args:
        stored: What we had, secrets masked; possibly ahead of the session (streamed words), possibly behind it.
        read_back: What the session holds, masked likewise. It is the truth for all that it covers.
    """
    held: list[Part] = list(read_back)
    calls = {_name(part): place for place, part in enumerate(read_back) if isinstance(part, _CALLS)}
    texts = [part.text for part in read_back if isinstance(part, TextPart)]
    thoughts = [part.text for part in read_back if isinstance(part, ThinkingPart)]
    has_plan = any(isinstance(part, PlanPart) for part in read_back)
    rest: list[Part] = []
    without_result: set[int] = set()
    for part in stored:
        place = calls.get(_name(part)) if isinstance(part, _CALLS) else None
        match part:
            case TextPart(text):
                rest.append(TextPart(_unheld(text, texts)))
            case ThinkingPart(text):
                # Nobody is ever told thinking, so it stays where it is read best.
                held.append(ThinkingPart(_unheld(text, thoughts)))
            case CommandPart() | ToolCallPart() | FileChangePart() if place is not None:
                if _lacks_result(read_back[place], part):
                    # The session holds that it was called, and not what came of it: the whole of it is owed, and told once.
                    without_result.add(place)
                    rest.append(part)
                else:
                    held[place] = _longer(held[place], part)
            case PlanPart() if has_plan:
                pass
            case CommandPart() | ToolCallPart() | FileChangePart() | PlanPart():
                rest.append(part)
            case _:
                # Questions and errors are ours: no session of an agent holds them.
                held.append(part)
    return RecoveredAnswer(_filled([part for place, part in enumerate(held) if place not in without_result]), _filled(rest))


def _name(call: Call) -> tuple[str, str]:
    return call.call_id, call.path if isinstance(call, FileChangePart) else ""


def _lacks_result(read: Part, stored: Call) -> bool:
    """Tell whether the session holds a call without the end that we heard of it: programs write that a moment later."""
    return isinstance(read, _CALLS) and read.state in _OPEN and stored.state not in _OPEN


def _longer(read: Part, stored: Part) -> Part:
    """Keep the output that the person saw of a command that never ended: sessions tell output at the end only."""
    if not isinstance(read, CommandPart) or not isinstance(stored, CommandPart):
        return read
    if read.exit_code is None and len(stored.output) > len(read.output):
        return replace(read, output=stored.output)
    return read


def _filled(parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if not is_empty(part))


def _unheld(text: str, held: Sequence[str]) -> str:
    """Return what of a text no held text has: nothing where it is the beginning of one, else what comes after one."""
    if any(other.startswith(text.rstrip()) for other in held):
        return ""
    covered = max((len(other) for other in held if other and text.startswith(other)), default=0)
    return text[covered:]
