# SPDX-License-Identifier: MIT
"""What the server says of one turn, as turn events. Pure: it is fed the parts of messages and keeps what was told before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from onesist_desktop.agents.json_reading import Json, as_count, as_dict, as_list, as_text
from onesist_desktop.agents.opencode import tools
from onesist_desktop.core.messages import CommandPart, FileChangePart, Part, TextPart, ThinkingPart, close_part
from onesist_desktop.core.turn_events import (
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    TurnEvent,
    Usage,
    UsageReported,
)

_TEXTS: Mapping[str, type[TextPart] | type[ThinkingPart]] = {"text": TextPart, "reasoning": ThinkingPart}
_GOES_ON = "tool-calls"


@dataclass(slots=True)
class _Shown:
    part: Part
    is_over: bool = False


@dataclass(slots=True)
class TurnMapper:
    """One turn.

    Attributes:
        session_id: The session; what helpers of their own sessions do isn't shown.
        prompt_id: Id of our message.
        history_server: Name of our own server in this session.
        window: Context window of the model, None if unknown.
        refused: Ids of the calls that the person said no to.
        diffs: What calls asked to change, by their ids; some results don't repeat it.
        empty_steps: How many of the newest steps in a row brought neither text nor a call.
        answers: Ids of the messages that answer, in order.
        error: What the newest of them says of its failure.
    """

    session_id: str
    prompt_id: str
    history_server: str = ""
    window: int | None = None
    refused: set[str] = field(default_factory=set)
    diffs: dict[str, str] = field(default_factory=dict)
    empty_steps: int = 0
    answers: dict[str, Json] = field(default_factory=dict)
    error: Json = field(default_factory=dict)
    _ignored: set[str] = field(default_factory=set)
    _shown: dict[str, _Shown] = field(default_factory=dict)
    _kinds: dict[str, str] = field(default_factory=dict)
    _steps: dict[str, Json] = field(default_factory=dict)
    _content: set[str] = field(default_factory=set)

    @property
    def anchor(self) -> str | None:
        """The point after this turn: the last answer's id and when it was made, which copies of the session keep."""
        if not self.answers:
            return None
        last = list(self.answers)[-1]
        return anchor_of(self.answers[last])

    @property
    def model(self) -> str:
        """Provider and model that answered, empty if not told."""
        infos = list(self.answers.values())
        if not infos or not as_text(infos[-1].get("modelID")):
            return ""
        return f"{as_text(infos[-1].get('providerID'))}/{as_text(infos[-1].get('modelID'))}"

    def take_message(self, info: Json) -> None:
        """Take what is told of a message itself. Only answers count; a summary that replaces older messages is none."""
        message_id = as_text(info.get("id"))
        if info.get("role") != "assistant" or info.get("summary") is True:
            self._ignored.add(message_id)
            return
        self.answers[message_id] = info
        self.error = as_dict(info.get("error"))

    def take_part(self, told: Json) -> list[TurnEvent]:
        """Take a part as it stands now."""
        key, kind, message_id = (as_text(told.get(name)) for name in ("id", "type", "messageID"))
        if message_id not in self.answers or not key:
            return []
        self._kinds[key] = kind
        if kind in _TEXTS:
            return self._text(key, kind, message_id, told)
        if kind == "tool":
            self._content.add(message_id)
            self.empty_steps = 0
            return self._tool(key, told)
        if kind == "step-finish" and key not in self._steps:
            self._steps[key] = told
            is_empty = message_id not in self._content and as_text(told.get("reason")) != _GOES_ON
            self.empty_steps = self.empty_steps + 1 if is_empty else 0
            return [UsageReported(self._usage())]
        return []

    def take_delta(self, properties: Json) -> list[TurnEvent]:
        """Take a piece of a text."""
        key, message_id = as_text(properties.get("partID")), as_text(properties.get("messageID"))
        piece, kind = as_text(properties.get("delta")), self._kinds.get(key, "")
        if message_id not in self.answers or properties.get("field") != "text" or kind not in _TEXTS or not piece:
            return []
        self._content.add(message_id)
        shown = self._shown.get(key)
        if shown is None:
            part = _TEXTS[kind](piece)
            self._shown[key] = _Shown(part)
            return [PartStarted(key, part)]
        if shown.is_over or not isinstance(shown.part, TextPart | ThinkingPart):
            return []
        shown.part = type(shown.part)(shown.part.text + piece)
        return [PartGrew(key, piece)]

    def close(self) -> list[TurnEvent]:
        """Close what still runs: nobody works on it any more."""
        events: list[TurnEvent] = []
        for key, shown in self._shown.items():
            if not shown.is_over:
                shown.is_over = True
                shown.part = close_part(shown.part)
                events.append(PartEnded(key, shown.part))
        return events

    def parts(self) -> tuple[Part, ...]:
        """Return the answer's parts, in order, closed."""
        return tuple(close_part(shown.part) for shown in self._shown.values())

    def _text(self, key: str, kind: str, message_id: str, told: Json) -> list[TurnEvent]:
        if told.get("synthetic") is True or told.get("ignored") is True:
            return []
        text, shown = as_text(told.get("text")), self._shown.get(key)
        is_over = "end" in as_dict(told.get("time"))
        if text:
            self._content.add(message_id)
        if not text and (shown is None or not is_over):
            return []
        part = _TEXTS[kind](text)
        if shown is not None and shown.is_over and shown.part == part:
            return []
        if is_over:
            self._shown[key] = _Shown(part, is_over=True)
            return [PartEnded(key, part)]
        if shown is None:
            self._shown[key] = _Shown(part)
            return [PartStarted(key, part)]
        return []

    def _tool(self, key: str, told: Json) -> list[TurnEvent]:
        part = tools.part_of(told, self.refused, self.history_server)
        if isinstance(part, FileChangePart) and part.call_id in self.diffs:
            part = replace(part, diff=part.diff or self.diffs[part.call_id])
        shown, is_over = self._shown.get(key), tools.is_over(told)
        if shown is not None and (shown.is_over or (shown.part == part and not is_over)):
            return []
        self._shown[key] = _Shown(part, is_over)
        if is_over:
            return [PartEnded(key, part)]
        if shown is None or type(shown.part) is not type(part):
            return [PartStarted(key, part)]
        if isinstance(part, CommandPart) and isinstance(shown.part, CommandPart):
            grown = part.output.removeprefix(shown.part.output)
            is_longer = part.output.startswith(shown.part.output) and part.command == shown.part.command
            if is_longer and grown:
                return [PartGrew(key, grown)]
        return [PartChanged(key, part)]

    def _usage(self) -> Usage:
        steps = [as_dict(step.get("tokens")) for step in self._steps.values()]
        caches = [as_dict(step.get("cache")) for step in steps]
        last, cache = steps[-1], caches[-1]
        held = [
            as_count(last.get("input")),
            as_count(last.get("output")),
            as_count(cache.get("read")),
            as_count(cache.get("write")),
        ]
        return Usage(
            input_tokens=sum(as_count(step.get("input")) for step in steps),
            output_tokens=sum(as_count(step.get("output")) + as_count(step.get("reasoning")) for step in steps),
            cache_read_tokens=sum(as_count(each.get("read")) for each in caches),
            cache_write_tokens=sum(as_count(each.get("write")) for each in caches),
            occupied=sum(held) or None,
            context_window=self.window,
        )


def anchor_of(info: Json) -> str:
    """Name the point after a message."""
    return f"{as_text(info.get('id'))}@{as_count(as_dict(info.get('time')).get('created'))}"


def find_anchor(messages: list[Json], anchor: str) -> int | None:
    """Return the index of the message that an anchor names, None if there is none.

    A fork copies messages under new ids, but with their times.
    """
    message_id, _, made = anchor.partition("@")
    infos = [as_dict(message.get("info")) for message in messages]
    for index, info in enumerate(infos):
        if info.get("id") == message_id:
            return index
    for index, info in enumerate(infos):
        created = as_count(as_dict(info.get("time")).get("created"))
        if made and info.get("role") == "assistant" and str(created) == made:
            return index
    return None


def answer_to(messages: list[Json], prompt_id: str) -> list[Json]:
    """List the messages that came after a prompt, up to the next one that a person wrote."""
    found: list[Json] = []
    is_after = False
    for message in messages:
        info = as_dict(message.get("info"))
        if info.get("id") == prompt_id:
            is_after = True
        elif is_after and info.get("role") == "user" and _is_from_a_person(message):
            break
        elif is_after:
            found.append(message)
    return found


def _is_from_a_person(message: Json) -> bool:
    # After a summary the program goes on by itself with a message that nobody wrote.
    parts = [as_dict(part) for part in as_list(message.get("parts"))]
    return any(part.get("type") == "text" and part.get("synthetic") is not True for part in parts)
