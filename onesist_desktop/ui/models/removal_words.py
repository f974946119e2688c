# SPDX-License-Identifier: MIT
"""How a removal goes and how it ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from onesist_desktop.services.workspace_views import RemovalKind, RemovalResult, RemovalResultKind
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_meaning import Meaning, Tone
from onesist_desktop.ui.models.worktree_names import more_text, shown_name
from onesist_desktop.ui.words import room_text

_MOST_NAMES = 10
_GONE = {RemovalResultKind.REMOVED, RemovalResultKind.GONE_ALREADY}


def is_gone(result: RemovalResult) -> bool:
    """Whether the folder is gone."""
    return result.kind in _GONE


def progress_meaning(step: str | None, result: RemovalResult | None) -> Meaning | None:
    """Say how the removal of one goes; None when there is none."""
    if result is not None:
        text, _ = result_texts(result)
        tone = Tone.SAFE if is_gone(result) else Tone.LOSS
        return Meaning(text, "", result_glyph(result), tone)
    match step:
        case None:
            return None
        case "counting":
            return Meaning(_tr("Counting again…"), is_busy=True)
        case "keeping":
            return Meaning(_tr("Copying ignored files…"), is_busy=True)
        case "removing":
            return Meaning(_tr("Removing…"), is_busy=True)
        case _:
            return Meaning(_tr("Waits for its turn"), glyph="clock", tone=Tone.QUIET)


def result_glyph(result: RemovalResult) -> str:
    """Return the sign of how it ended."""
    match result.kind:
        case RemovalResultKind.REMOVED | RemovalResultKind.GONE_ALREADY:
            return "check-circle"
        case RemovalResultKind.STOPPED | RemovalResultKind.BLOCKED:
            return "minus-circle"
        case RemovalResultKind.CHANGED:
            return "arrows-clockwise"
        case _:
            return "warning-circle"


def result_texts(result: RemovalResult) -> tuple[str, str]:
    """Return how it ended as a short fact, and what a person has to know about it."""
    detail = shown_name(" ".join(result.detail.split()))
    match result.kind:
        case RemovalResultKind.REMOVED:
            return _tr("Removed"), ""
        case RemovalResultKind.GONE_ALREADY:
            return _tr("It was gone already"), ""
        case RemovalResultKind.CHANGED:
            return _tr("It changed meanwhile"), _tr("Nothing was removed. Look at its new numbers and decide again.")
        case RemovalResultKind.BLOCKED:
            return _tr("Something works in it"), _tr("Nothing was removed. The list says what it is.")
        case RemovalResultKind.REFUSED:
            text = fill(_tr("The folder is as it was. Git says: %1"), detail) if detail else _tr("The folder is as it was.")
            return _tr("Git refused"), text
        case RemovalResultKind.STOPPED:
            return _tr("Not begun"), _tr("You stopped before it. It is as it was.")
        case RemovalResultKind.UNFINISHED:
            text = _tr("It was cut off while its folder was removed. It stays in the list, where it can be removed again. %1")
            return _tr("Not finished"), fill(text, detail).strip()
        case RemovalResultKind.NOT_KEPT:
            text = _tr("Its ignored files could not be copied, so nothing was removed. %1")
            return _tr("Not removed"), fill(text, detail).strip()


def left_out_text(result: RemovalResult) -> str:
    """Name what could not be copied to the kept files and went with the folder; empty for nothing."""
    if not is_gone(result) or not result.left_out:
        return ""
    names = [shown_name(name) for name in result.left_out[:_MOST_NAMES]]
    if more := len(result.left_out) - len(names):
        names.append(more_text(more))
    text = _tr("Not kept, because these are links to other places or no files: %1")
    return fill(text, ", ".join(names))


def summary_text(results: Sequence[RemovalResult], kind: RemovalKind) -> str:
    """Say in one sentence what came of a removal."""
    gone = [result for result in results if is_gone(result)]
    freed = room_text(sum(result.freed_bytes for result in gone))
    count, stay = len(gone), len(results) - len(gone)
    if not gone:
        return _tr("Nothing was removed.")
    if kind is RemovalKind.RELEASE:
        done = QCoreApplication.translate("Cleanup", "%n folder(s) released, %1 freed.", None, count)
    elif count == 1:
        done = _tr("1 own copy removed, %1 freed.")
    else:
        done = QCoreApplication.translate("Cleanup", "%n own copies removed, %1 freed.", None, count)
    if not stay:
        return fill(done, freed)
    both = QCoreApplication.translate("Cleanup", "%1 %n stay.", None, stay) if stay > 1 else _tr("%1 One stays.")
    return fill(both, fill(done, freed))


def outcome_text(results: Sequence[RemovalResult], kind: RemovalKind) -> str:
    """Say what came of a removal where no list shows it: of one alone all there is to know."""
    if len(results) != 1:
        return summary_text(results, kind)
    (result,) = results
    if not is_gone(result):
        text, more = result_texts(result)
        return f"{text}. {more}".strip()
    texts = [summary_text(results, kind)]
    if result.rescue_branch:
        rescued = QCoreApplication.translate("ResultsPage", "It was on no branch. Its commits are on the new branch %1.")
        texts.append(fill(rescued, shown_name(result.rescue_branch)))
    if result.kept_folder:
        kept = QCoreApplication.translate("Cleanup", "%n ignored file(s) copied to %1", None, result.kept_count)
        texts.append(fill(kept, shown_name(result.kept_folder)) + ".")
    return " ".join([*texts, left_out_text(result)]).strip()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Cleanup", text)
