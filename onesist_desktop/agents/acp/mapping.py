# SPDX-License-Identifier: MIT
"""From the protocol's session updates to turn events. Takes plain JSON: unknown and malformed updates are passed over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from onesist_desktop.agents.acp.tools import ToolCard
from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    Part,
    PlanEntry,
    PlanPart,
    PlanState,
    TextPart,
    ThinkingPart,
    close_part,
)
from onesist_desktop.core.turn_events import (
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    PartWithdrawn,
    TurnEvent,
    Usage,
    UsageReported,
)

CONTENT_UPDATES = frozenset({"agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan"})
"""Kinds that only a prompt brings about. Others (lists of commands, modes, titles) also come on their own."""

_PLAN_STATES = {"pending": PlanState.OPEN, "in_progress": PlanState.ACTIVE, "completed": PlanState.DONE}
_PLAN_KEY = "plan"


@dataclass(slots=True)
class _OpenText:
    key: str
    kind: str
    message_id: str | None
    pieces: list[str]

    @property
    def part(self) -> TextPart | ThinkingPart:
        text = "".join(self.pieces)
        return TextPart(text) if self.kind == "agent_message_chunk" else ThinkingPart(text)


class UpdateMapper:
    """Maps the updates of one turn.

    Args:
        old_calls: Ids of calls of earlier turns. Some agents let a stopped command go on and report it into the next turn.
        own_words: Patterns of what the program says as if it were the model; such a piece of text is left out.
    """

    def __init__(self, old_calls: frozenset[str] = frozenset(), own_words: Sequence[str] = ()) -> None:
        self._old_calls = old_calls
        self._own_words = tuple(re.compile(pattern, re.DOTALL) for pattern in own_words)
        self._text: _OpenText | None = None
        self._texts = 0
        self._cards: dict[str, ToolCard] = {}
        self._shown: dict[str, Part] = {}
        self._ended: set[str] = set()
        self._usage = Usage()

    @property
    def calls(self) -> frozenset[str]:
        """Ids of the calls of this turn."""
        return frozenset(self._cards)

    @property
    def usage(self) -> Usage:
        """Newest numbers."""
        return self._usage

    def card(self, call_id: str) -> ToolCard | None:
        """Return what is known of a call of this turn."""
        return self._cards.get(call_id)

    def apply(self, update: dict[str, Any]) -> list[TurnEvent]:
        """Return what an update means, in order."""
        match update.get("sessionUpdate"):
            case "agent_message_chunk" | "agent_thought_chunk" as kind:
                return self._chunk(kind, update)
            case "tool_call" | "tool_call_update":
                return self._tool(update)
            case "plan":
                return self._plan(update)
            case "usage_update":
                return self._usage_update(update)
            case _:
                return []

    def refuse(self, call_id: str) -> list[TurnEvent]:
        """Note that the person said no to a call."""
        card = self._cards.get(call_id)
        if card is None:
            return []
        card.refused = True
        return self._show(card)

    def add_usage(self, reported: Any) -> list[TurnEvent]:
        """Take the token counts of a prompt's answer, in the protocol's form or in the one of ``_meta.quota.token_count``."""
        if not isinstance(reported, dict):
            return []
        if "input_tokens" in reported or "output_tokens" in reported:
            reported = {"inputTokens": reported.get("input_tokens"), "outputTokens": reported.get("output_tokens")}
        self._usage = replace(
            self._usage,
            input_tokens=_count(reported.get("inputTokens")) or 0,
            output_tokens=_count(reported.get("outputTokens")) or 0,
            cache_read_tokens=_count(reported.get("cachedReadTokens")) or 0,
            cache_write_tokens=_count(reported.get("cachedWriteTokens")) or 0,
        )
        return [UsageReported(self._usage)]

    def close(self) -> list[TurnEvent]:
        """End every part that is still open; nothing may be mapped afterwards."""
        events = self._end_text()
        for key, part in self._shown.items():
            if key not in self._ended:
                self._ended.add(key)
                events.append(PartEnded(key, close_part(part)))
        return events

    def _chunk(self, kind: str, update: dict[str, Any]) -> list[TurnEvent]:
        text = _chunk_text(update.get("content"))
        if not text or any(pattern.fullmatch(text) for pattern in self._own_words):
            return []
        message_id = update.get("messageId") if isinstance(update.get("messageId"), str) else None
        current = self._text
        if current is not None and current.kind == kind and current.message_id == message_id:
            current.pieces.append(text)
            return [PartGrew(current.key, text)]
        events = self._end_text()
        self._texts += 1
        self._text = _OpenText(f"text-{self._texts}", kind, message_id, [text])
        return [*events, PartStarted(self._text.key, self._text.part)]

    def _end_text(self) -> list[TurnEvent]:
        if self._text is None:
            return []
        ended, self._text = self._text, None
        return [PartEnded(ended.key, ended.part)]

    def _tool(self, update: dict[str, Any]) -> list[TurnEvent]:
        call_id = update.get("toolCallId")
        if not isinstance(call_id, str):
            return []
        card = self._cards.get(call_id)
        if card is None and call_id in self._old_calls and update["sessionUpdate"] == "tool_call_update":
            return []
        events: list[TurnEvent] = []
        if card is None:
            # Also for an update: one agent never announces a call that it asked about.
            card = self._cards[call_id] = ToolCard(call_id)
            events = self._end_text()
        card.apply(update)
        if card.todos:
            return events + self._withdraw(card) + self._show_plan(card.todos)
        return events + self._show(card)

    def _withdraw(self, card: ToolCard) -> list[TurnEvent]:
        key = f"call-{card.call_id}"
        if self._shown.pop(key, None) is None:
            return []
        self._ended.discard(key)
        return [PartWithdrawn(key)]

    def _show(self, card: ToolCard) -> list[TurnEvent]:
        events: list[TurnEvent] = []
        for index, part in enumerate(card.parts()):
            key = f"call-{card.call_id}" if index == 0 else f"call-{card.call_id}-{index}"
            before = self._shown.get(key)
            self._shown[key] = part
            if card.is_over or card.refused:
                if part != before or key not in self._ended:
                    events.append(PartEnded(key, part))
                self._ended.add(key)
            elif before is None:
                events.append(PartStarted(key, part))
            elif part != before:
                events.append(_grown(key, before, part) or PartChanged(key, part))
        return events

    def _plan(self, update: dict[str, Any]) -> list[TurnEvent]:
        entries = update.get("entries")
        if not isinstance(entries, list):
            return []
        found = [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get("content"), str)]
        return self._show_plan([(entry["content"], str(entry.get("status"))) for entry in found])

    def _show_plan(self, entries: Sequence[tuple[str, str]]) -> list[TurnEvent]:
        part = PlanPart(tuple(PlanEntry(text, _PLAN_STATES.get(status, PlanState.OPEN)) for text, status in entries))
        before = self._shown.get(_PLAN_KEY)
        self._shown[_PLAN_KEY] = part
        if before is None:
            return [*self._end_text(), PartStarted(_PLAN_KEY, part)]
        return [PartChanged(_PLAN_KEY, part)] if part != before else []

    def _usage_update(self, update: dict[str, Any]) -> list[TurnEvent]:
        used, size = _count(update.get("used")), _count(update.get("size"))
        if not used and not size:
            return []
        # Agents report a size of 0 for a model whose window they don't know, and 0 used for a call that was cut off.
        window = self._usage.context_window if size is None else size or None
        self._usage = replace(self._usage, occupied=used or self._usage.occupied, context_window=window)
        return [UsageReported(self._usage)]


def parts_of(updates: list[Any]) -> tuple[Part, ...]:
    """Return the parts that a stored list of updates makes up; what was open in it is closed."""
    mapper = UpdateMapper()
    parts: dict[str, Part] = {}
    events = [event for update in updates if isinstance(update, dict) for event in mapper.apply(update)]
    for event in [*events, *mapper.close()]:
        if isinstance(event, PartStarted | PartChanged | PartEnded):
            parts[event.key] = event.part
        elif isinstance(event, PartWithdrawn):
            parts.pop(event.key, None)
    return tuple(parts.values())


def _grown(key: str, before: Part, after: Part) -> PartGrew | None:
    if not isinstance(before, CommandPart) or not isinstance(after, CommandPart) or after.state is not CallState.RUNNING:
        return None
    if replace(before, output="") != replace(after, output="") or not after.output.startswith(before.output):
        return None
    return PartGrew(key, after.output[len(before.output) :])


def _chunk_text(content: Any) -> str:
    if not isinstance(content, dict):
        return ""
    if content.get("type") == "text":
        return content["text"] if isinstance(content.get("text"), str) else ""
    if content.get("type") == "resource_link":
        return f"[{content.get('name') or content.get('uri')}]({content.get('uri')})"
    return ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
