# SPDX-License-Identifier: MIT
"""The parts of one answer while it streams, by the keys of the turn's events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import CommandPart, Message, Part, TextPart, ThinkingPart, close_part, is_empty
from onesist_desktop.core.turn_events import PartChanged, PartEnded, PartGrew, PartStarted, PartWithdrawn

PartEvent = PartStarted | PartGrew | PartChanged | PartEnded | PartWithdrawn


@dataclass(slots=True)
class _Slot:
    """A part on its way. Growth is collected and joined when somebody looks, so that long answers stay linear."""

    part: Part
    grown: list[str] = field(default_factory=list)
    is_unsaved: bool = True

    def value(self) -> Part:
        if self.grown:
            more = "".join(self.grown)
            self.grown.clear()
            match self.part:
                case TextPart(text) | ThinkingPart(text):
                    self.part = replace(self.part, text=text + more)
                case CommandPart(output=output):
                    self.part = replace(self.part, output=output + more)
                case _:
                    # Only these three grow; an adapter that says otherwise has a fault, and its PartEnded tells the whole.
                    pass
        return self.part


class AnswerParts:
    """One answer.

    Attributes:
        reply_id: Id of its message.
        row: The message as it was stored first, without its parts; None before that.
        open_keys: Parts that have not ended.
    """

    def __init__(self, reply_id: MessageId) -> None:
        self.reply_id = reply_id
        self.row: Message | None = None
        self.open_keys: set[str] = set()
        self._slots: dict[str, _Slot] = {}

    def __contains__(self, key: str) -> bool:
        """Whether it has that part."""
        return key in self._slots

    def __len__(self) -> int:
        """Return how many parts it has, empty ones too."""
        return len(self._slots)

    @property
    def has_output(self) -> bool:
        """Whether it holds anything that a person would miss."""
        return any(not is_empty(slot.value()) for slot in self._slots.values())

    def parts(self) -> tuple[Part, ...]:
        """Return all parts as they are now. Those that did not change are the same objects as before."""
        return tuple(slot.value() for slot in self._slots.values())

    def filled(self) -> tuple[Part, ...]:
        """Return the parts that are not empty, as they are now."""
        return tuple(part for part in self.parts() if not is_empty(part))

    def closed(self) -> tuple[Part, ...]:
        """Return the parts as they are kept for good: what still runs is closed, and empty ones are left out."""
        return tuple(close_part(part) for part in self.filled())

    def take(self, event: PartEvent) -> None:
        """Take one event."""
        slot = self._slots.get(event.key)
        match event:
            case PartStarted(key, part) | PartChanged(key, part):
                self._slots[key] = _Slot(part)
                self.open_keys.add(key)
            case PartEnded(key, part):
                self._slots[key] = _Slot(part)
                self.open_keys.discard(key)
            case PartGrew(_, text) if slot is not None:
                slot.grown.append(text)
                slot.is_unsaved = True
            case PartWithdrawn(key):
                self._slots.pop(key, None)
                self.open_keys.discard(key)
                # Those behind it move up, so their rows must be written again.
                for other in self._slots.values():
                    other.is_unsaved = True

    def take_unsaved(self) -> dict[int, Part]:
        """Return, by ordinal, what changed since this was last asked."""
        unsaved = {ordinal: slot for ordinal, slot in enumerate(self._slots.values()) if slot.is_unsaved}
        for slot in unsaved.values():
            slot.is_unsaved = False
        return {ordinal: slot.value() for ordinal, slot in unsaved.items()}

    def put_back(self, parts: Mapping[int, Part]) -> None:
        """Count these as unsaved again: they could not be written."""
        for ordinal, slot in enumerate(self._slots.values()):
            slot.is_unsaved = slot.is_unsaved or ordinal in parts
