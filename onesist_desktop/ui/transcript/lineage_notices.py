# SPDX-License-Identifier: MIT
"""Notices about forks, merges and rewinds in words, and why somebody started afresh. The database holds kinds, ids and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.ids import MessageId, ProviderId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.records import RetireReason
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.lineage_words import resolution_words

KINDS = frozenset({MessageKind.FORK, MessageKind.MERGE, MessageKind.REWIND})
_END = "</b>"
_BACK = "arrow-counter-clockwise"


@dataclass(frozen=True, slots=True)
class LineageNotice:
    """A notice in words: ``fact`` begins with ``bold``, ``counts`` come after it. ``button`` is empty where it has none."""

    message_id: MessageId
    glyph: str
    bold: str
    fact: str
    counts: str = ""
    button: str = ""
    button_glyph: str = ""

    @property
    def sentence(self) -> str:
        """The whole notice as one line."""
        return f"{self.fact} · {self.counts}" if self.counts else self.fact


def is_folded(message: Message) -> bool:
    """Tell whether a message is not shown by itself: what a merge brought is read at its notice."""
    return message.kind is MessageKind.MERGE and message.role is not Role.SYSTEM


def lineage_notice(message: Message, title_of: Callable[[ProviderId | None], str], *, can_undo: bool) -> LineageNotice | None:
    """Word a notice about the lineage; None for any other. Data of another version still get a sentence."""
    data = message.data
    match message.kind:
        case MessageKind.FORK:
            return _fork(message.id, data, title_of)
        case MessageKind.MERGE if message.is_notice:
            return _merge(message.id, data)
        case MessageKind.REWIND:
            return _rewind(message.id, data, can_undo=can_undo)
        case _:
            return None


def afresh_words(reason: object) -> str:
    """Word in a few words why somebody started afresh; empty where that says nothing to a person."""
    tr = QCoreApplication.translate
    match reason:
        case RetireReason.START_CLEAN:
            return tr("Notices", "as you chose")
        case RetireReason.REWOUND:
            return tr("Notices", "the thread went back")
        case RetireReason.MANY_RUNS:
            return tr("Notices", "others gave many answers since")
        case RetireReason.MANY_DELTAS:
            return tr("Notices", "it was brought up to date many times")
        case RetireReason.NARROW_DELTA:
            return tr("Notices", "its memory had too little room")
        case RetireReason.SESSION_LOST:
            return tr("Notices", "its memory was lost")
        case RetireReason.CWD_CHANGED:
            return tr("Notices", "it works in another folder")
        case RetireReason.MODEL_CHANGED:
            return tr("Notices", "another model")
        case RetireReason.UNCERTAIN | RetireReason.INTERRUPTED:
            return tr("Notices", "not known what it had read")
        case RetireReason.FAILED_WITHOUT_OUTPUT:
            return tr("Notices", "it failed before")
        case _:
            return ""


def _fork(message_id: MessageId, data: Mapping[str, Any], title_of: Callable[[ProviderId | None], str]) -> LineageNotice:
    tr = QCoreApplication.translate
    parent, seq = _text(data.get("parent_title")), _count(data.get("at_seq"))
    bold, fact = _parts(tr("Notices", "<b>Forked</b> from “%1” at message %2"), parent or tr("Notices", "New thread"), seq)
    provider_id = data.get("provider_id")
    title = title_of(ProviderId(provider_id)) if isinstance(provider_id, str) and provider_id else ""
    counts = resolution_words(data.get("resolution"), title)
    button = tr("Notices", "Show") if data.get("parent_thread_id") else ""
    return LineageNotice(message_id, "git-fork", bold, fact, counts, button, "arrow-right")


def _merge(message_id: MessageId, data: Mapping[str, Any]) -> LineageNotice:
    tr = QCoreApplication.translate
    child = _text(data.get("child_title")) or tr("Notices", "New thread")
    included, omitted = _count(data.get("included")), _count(data.get("omitted"))
    bold, fact = _parts(tr("Notices", "<b>Merged back</b> from “%1”"), child)
    counts = tr("Notices", "%n message(s)", None, included)
    if omitted:
        counts = fill(tr("Notices", "%n message(s), %1 left out", None, included), omitted)
    button = tr("Notices", "What was brought") if data.get("message_id") else ""
    return LineageNotice(message_id, "git-merge", bold, fact, counts, button, "receipt")


def _rewind(message_id: MessageId, data: Mapping[str, Any], *, can_undo: bool) -> LineageNotice:
    tr, count = QCoreApplication.translate, _count(data.get("message_count"))
    bold, fact = _parts(tr("Notices", "<b>Went back</b> to message %1"), _count(data.get("to_seq")))
    counts = tr("Notices", "%n message(s) set aside", None, count)
    if data.get("is_undone"):
        counts = tr("Notices", "taken back")
    button = tr("Notices", "Undo") if can_undo and not data.get("is_undone") else ""
    return LineageNotice(message_id, _BACK, bold, fact, counts, button, _BACK)


def _parts(text: str, *values: object) -> tuple[str, str]:
    """Return the bold beginning of a text of ours, and the whole of it without marks. Values can't pose as marks."""
    lead, mark, rest = text.partition(_END)
    if not mark:
        return "", fill(text, *values)
    bold = fill(lead.replace("<b>", ""), *values)
    return bold, bold + fill(rest, *values)


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
