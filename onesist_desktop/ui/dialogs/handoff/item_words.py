# SPDX-License-Identifier: MIT
"""The items of a handover in words: one line for each, and one that says whose it is and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.handoff import ItemKind
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import DueItem
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.words import size_text

_MOST_CHARS = 300
_COMMAND, _CODE = "Command: ", "\nExit code: "
_GLYPHS = {
    ItemKind.SUMMARY: "list",
    ItemKind.USER: "user",
    ItemKind.COMMAND: "terminal",
    ItemKind.ERROR: "warning",
    ItemKind.FILES: "file",
    ItemKind.PLAN: "plan",
}


@dataclass(frozen=True, slots=True)
class ItemWords:
    """An item as its row shows it.

    Attributes:
        glyph: Its sign; empty for an answer, whose sign is its provider's mark.
        code: The beginning of the first line, in the font of code; empty for none.
        title: The first line, or what follows ``code``.
        detail: Whose it is, and where it stands.
    """

    glyph: str
    code: str
    title: str
    detail: str

    @property
    def line(self) -> str:
        """The first line as one text."""
        return " ".join(part for part in (self.code, self.title) if part)


def item_words(due: DueItem, title_of: Callable[[ProviderId | None], str], *, is_ticked: bool, is_left_out: bool) -> ItemWords:
    """Word an item."""
    code, title = _first_line(due)
    parts = [_whose(due, title_of), _where(due)]
    if is_left_out:
        parts.append(QCoreApplication.translate("HandoffDialog", "left out by you"))
    elif not is_ticked:
        parts.append(QCoreApplication.translate("HandoffDialog", "does not fit"))
    return ItemWords(_GLYPHS.get(due.item.kind, ""), code, title, " · ".join(parts))


def spoken(words: ItemWords, due: DueItem) -> str:
    """Return an item as a screen reader says it; whether it is ticked is said by its state."""
    return f"{words.line}, {words.detail}, {size_text(due.item.size_bytes)}"


def _first_line(due: DueItem) -> tuple[str, str]:
    text = due.item.text
    match due.item.kind:
        case ItemKind.COMMAND if text.startswith(_COMMAND):
            return _one_line(text.removeprefix(_COMMAND)), _result(text)
        case ItemKind.FILES:
            count = len(text.splitlines())
            return "", QCoreApplication.translate("HandoffDialog", "Names of %n changed file(s)", None, count)
        case ItemKind.PLAN:
            return "", _one_line(text).removeprefix("[ ] ").removeprefix("[>] ").removeprefix("[x] ")
        case _:
            return "", _one_line(text)


def _result(text: str) -> str:
    """Return how a command ended where it did badly."""
    at = text.find(_CODE)
    code = _one_line(text[at + len(_CODE) :]) if at >= 0 else ""
    if code.isdecimal():
        return "" if int(code) == 0 else fill(QCoreApplication.translate("HandoffDialog", "(failed, exit code %1)"), code)
    if code.endswith(")"):
        return QCoreApplication.translate("HandoffDialog", "(interrupted)")
    return ""


def _whose(due: DueItem, title_of: Callable[[ProviderId | None], str]) -> str:
    match due.item.kind:
        case ItemKind.USER:
            return QCoreApplication.translate("HandoffDialog", "You")
        case ItemKind.ASSISTANT:
            return title_of(due.provider_id) or QCoreApplication.translate("HandoffDialog", "Answer")
        case ItemKind.COMMAND:
            return QCoreApplication.translate("HandoffDialog", "Command")
        case ItemKind.FILES:
            return QCoreApplication.translate("HandoffDialog", "Files")
        case ItemKind.PLAN:
            return QCoreApplication.translate("HandoffDialog", "Plan")
        case ItemKind.ERROR:
            return QCoreApplication.translate("HandoffDialog", "Error")
        case ItemKind.SUMMARY:
            return QCoreApplication.translate("HandoffDialog", "Summary")


def _where(due: DueItem) -> str:
    if due.item.brought:
        return fill(QCoreApplication.translate("HandoffDialog", "message %1 of a fork"), due.item.seq)
    return fill(QCoreApplication.translate("HandoffDialog", "message %1"), due.item.seq)


def _one_line(text: str) -> str:
    lines = (line.strip() for line in text[: _MOST_CHARS * 4].splitlines())
    return next((line for line in lines if line), "")[:_MOST_CHARS]
