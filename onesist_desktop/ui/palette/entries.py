# SPDX-License-Identifier: MIT
"""What the palette lists, and in which order. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.palette.matching import Match, match


class Section(StrEnum):
    """A group of the palette, in this order."""

    DO = "do"
    GO_TO = "go_to"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to do or to go to.

    Attributes:
        section: Its group.
        key: A command's or a thread's id.
        text: What it is called.
        hint: A quiet word beside it.
        shortcut: Its keys as a person reads them.
        icon: A glyph's name, for a command.
        provider_id: Whose mark stands before it, for a thread.
    """

    section: Section
    key: str
    text: str
    hint: str = ""
    shortcut: str = ""
    icon: str = ""
    provider_id: ProviderId | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that fits what was typed."""

    entry: Entry
    match: Match


SHOWN_PER_SECTION = 50
"""More than anybody reads; who looks for something further down types one more letter."""


def find(entries: Sequence[Entry], typed: str, *, only: Section | None = None) -> list[Found]:
    """Return what fits, best first within each section. Without anything typed the entries keep their order."""
    found: list[Found] = []
    for section in Section:
        if only is not None and section is not only:
            continue
        fitting = [
            Found(entry, fit) for entry in entries if entry.section is section and (fit := match(typed, entry.text)) is not None
        ]
        fitting.sort(key=lambda item: item.match.rank)
        found += fitting[:SHOWN_PER_SECTION]
    return found
