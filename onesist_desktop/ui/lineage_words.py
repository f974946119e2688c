# SPDX-License-Identifier: MIT
"""Forks, merges and rewinds in words: why one can't be done, how a fork begins, what an item is."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.errors import LineageError, LineageFault, OnesistError
from onesist_desktop.core.handoff_text import ItemKind
from onesist_desktop.core.records import Resolution
from onesist_desktop.services.lineage_views import ForkOutlook
from onesist_desktop.ui.language import fill

ITEM_GLYPHS: Mapping[ItemKind, str] = {
    ItemKind.SUMMARY: "list-bullets",
    ItemKind.USER: "chat-text",
    ItemKind.ASSISTANT: "file-text",
    ItemKind.COMMAND: "terminal-window",
    ItemKind.ERROR: "x-circle",
    ItemKind.FILES: "pencil-simple",
    ItemKind.PLAN: "list-bullets",
}
_MOST_LETTERS = 300


def lineage_text(error: OnesistError) -> str:
    """Word a refusal: what happened, what is safe, what to do."""
    if isinstance(error, LineageError):
        return fault_words(error.fault)
    text = QCoreApplication.translate("Lineage", "That could not be done: %1. Nothing was changed.")
    return fill(text, str(error).rstrip(".") or type(error).__name__)


def fault_words(fault: LineageFault) -> str:
    """Word why a fork, a merge or a rewind can't be done."""
    tr = QCoreApplication.translate
    match fault:
        case LineageFault.UNKNOWN_SEQ:
            return tr("Lineage", "There is no finished message at this point. Nothing was changed. Choose another message.")
        case LineageFault.EMPTY:
            return tr("Lineage", "There is nothing to fork from yet. Nothing was changed. Send a message first.")
        case LineageFault.NOT_A_FORK:
            return tr("Lineage", "This thread is no fork, so there is nothing to merge it back into. Nothing was changed.")
        case LineageFault.PARENT_GONE:
            return tr(
                "Lineage",
                "The thread that this one was forked from is gone. Nothing was changed, and everything here stays."
                " Go on in this thread instead.",
            )
        case LineageFault.CYCLE:
            return tr(
                "Lineage",
                "What is stored of this thread's family is damaged: it leads back to itself. Nothing was changed, and all"
                " messages stay readable. Go on in a new thread.",
            )
        case LineageFault.PARENT_WORKS:
            return tr(
                "Lineage",
                "The thread that this one was forked from is being worked in. Nothing was changed. Merge when it ends, or stop"
                " it first.",
            )
        case LineageFault.WORKS:
            return tr("Lineage", "This thread is being worked in. Nothing was changed. Wait for its end, or stop it first.")
        case LineageFault.NOTHING_NEW:
            return tr(
                "Lineage",
                "There is nothing new to merge back: all answers of this thread are there already. Merge again after the next"
                " answer.",
            )
        case LineageFault.NOTHING_FITS:
            return tr(
                "Lineage",
                "Nothing of this thread is short enough to be brought over. Nothing was changed. Ask for a short summary here,"
                " then merge that.",
            )
        case LineageFault.NOTHING_LATER:
            return tr("Lineage", "Nothing comes after this message. Nothing was changed. Choose an earlier message.")
        case LineageFault.ALREADY_SETTLED:
            return tr(
                "Lineage",
                "Something was sent since, so this can't be taken back any more. Nothing was changed. Fork at an earlier message"
                " to go another way.",
            )


def outlook_words(outlook: ForkOutlook, *, is_agent: bool) -> str:
    """Word how a fork begins with somebody, as the line below a name."""
    tr, due, omitted = QCoreApplication.translate, outlook.due_count, outlook.omitted_count
    fitting = max(0, due - omitted)
    if outlook.resolution is Resolution.NATIVE:
        if not due:
            return tr("Lineage", "goes on from its own memory")
        if omitted:
            return fill(tr("Lineage", "goes on from its own memory; %1 of %n message(s) fit as text", None, due), fitting)
        return tr("Lineage", "goes on from its own memory, and gets %n message(s) as text", None, due)
    if not due:
        return tr("Lineage", "begins with nothing to be told")
    if not fitting:
        return tr("Lineage", "nothing fits of %n message(s)", None, due)
    if omitted:
        return fill(tr("Lineage", "gets %1 of %n message(s) as text", None, due), fitting)
    if is_agent:
        return tr("Lineage", "gets the %n message(s) as text", None, due)
    return tr("Lineage", "gets the history each time: %n message(s)", None, due)


def resolution_words(resolution: object, title: str) -> str:
    """Word how a fork went on; empty while that isn't known. ``title`` names who answered first, empty for nobody known."""
    tr = QCoreApplication.translate
    match resolution:
        case Resolution.NATIVE:
            return fill(tr("Lineage", "%1 goes on from its own memory"), title) if title else tr("Lineage", "its memory came along")
        case Resolution.PORTABLE:
            return fill(tr("Lineage", "%1 gets the history as text"), title) if title else tr("Lineage", "told the history as text")
        case _:
            return ""


def item_words(kind: ItemKind) -> str:
    """Name a kind of item."""
    tr = QCoreApplication.translate
    match kind:
        case ItemKind.SUMMARY:
            return tr("Lineage", "summary")
        case ItemKind.USER:
            return tr("Lineage", "your message")
        case ItemKind.ASSISTANT:
            return tr("Lineage", "answer")
        case ItemKind.COMMAND:
            return tr("Lineage", "command")
        case ItemKind.ERROR:
            return tr("Lineage", "failure")
        case ItemKind.FILES:
            return tr("Lineage", "changed files")
        case ItemKind.PLAN:
            return tr("Lineage", "plan")


def first_line(text: str) -> str:
    """Return the beginning of a text in one line."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    short = " ".join(line[: 4 * _MOST_LETTERS].split())
    return short if len(short) <= _MOST_LETTERS else short[:_MOST_LETTERS] + "…"
