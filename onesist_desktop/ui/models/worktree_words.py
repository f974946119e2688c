# SPDX-License-Identifier: MIT
"""The clean-up's texts: numbers of what is held and lost, and times."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from onesist_desktop.core.workspaces import Contents
from onesist_desktop.services.workspace_views import INTERRUPTED_NOTE, WorktreeRow
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.days import DayGroup, days_around
from onesist_desktop.ui.models.worktree_names import shown_name
from onesist_desktop.ui.models.worktree_numbers import Counts, Loss, Number
from onesist_desktop.ui.models.worktree_operations import operation_text
from onesist_desktop.ui.words import clock_text

_WEEK = 7


def number_text(number: Number) -> str:
    """Return a count, ``?`` for an unknown one."""
    return "?" if number is None else QLocale().toString(number)


def note_text(note: str) -> str:
    """Return a worktree's note on one line: our own in words, Git's words as they are. Empty for none."""
    if note == INTERRUPTED_NOTE:
        return QCoreApplication.translate(
            "Cleanup", "A removal was interrupted. What is left is listed; remove it again to finish."
        )
    return shown_name(" ".join(note.split()))


def used_text(at_s: float, now_s: float | None = None) -> str:
    """Return when a worktree was last used: ``now``, ``today 09:49``, ``yesterday``, the weekday, the day."""
    if not at_s:
        return ""
    now = time.time() if now_s is None else now_s
    if 0 <= now - at_s < 60:
        return QCoreApplication.translate("Cleanup", "now")
    group = days_around(now).group(at_s)
    if group is DayGroup.TODAY:
        return fill(QCoreApplication.translate("Cleanup", "today %1"), clock_text(at_s))
    if group is DayGroup.YESTERDAY:
        return QCoreApplication.translate("Cleanup", "yesterday")
    date, today = QDateTime.fromSecsSinceEpoch(int(at_s)).date(), QDateTime.fromSecsSinceEpoch(int(now)).date()
    if date.daysTo(today) < _WEEK:
        return QLocale().toString(date, "ddd")
    return QLocale().toString(date, "d MMM" if date.year() == today.year() else "d MMM yyyy")


def repository_text(row: WorktreeRow) -> str:
    """Return the name of a worktree's repository."""
    return shown_name(row.repository_title)


def branch_text(row: WorktreeRow) -> str:
    """Return a worktree's branch, or the start of the commit that it is on without one."""
    if row.contents is not None and row.contents.is_detached and row.contents.changes.head:
        return fill(QCoreApplication.translate("Cleanup", "no branch, at %1"), row.contents.changes.head[:8])
    return shown_name(row.branch) or QCoreApplication.translate("Cleanup", "no branch")


def threads_text(row: WorktreeRow) -> str:
    """Name the threads that work in a worktree: the first, and how many more."""
    if not row.threads:
        return QCoreApplication.translate("Cleanup", "No thread works here")
    title = row.threads[0].title or QCoreApplication.translate("Cleanup", "New thread")
    more = len(row.threads) - 1
    if not more:
        return title
    return fill(QCoreApplication.translate("Cleanup", "%1 and %n more thread(s)", None, more), title)


def all_threads_text(row: WorktreeRow) -> str:
    """Name all threads that work in a worktree."""
    unnamed = QCoreApplication.translate("Cleanup", "New thread")
    return QLocale().createSeparatedList([thread.title or unnamed for thread in row.threads])


def lost_list(loss: Loss) -> str:
    """Name each kind that would be lost with its number, such as ``2 changed and 4 new files``. Empty for nothing."""
    if loss.changed and loss.new and Loss(loss.changed, loss.new) == loss:
        return fill(
            QCoreApplication.translate("Cleanup", "%1 changed and %n new file(s)", None, loss.new), number_text(loss.changed)
        )
    return QLocale().createSeparatedList(lost_kinds(loss))


def lost_kinds(loss: Loss) -> list[str]:
    """Name each kind that would be lost with its number. A kind that can't be counted has a ``?``."""

    def say(number: Number, known: str, unknown: str) -> None:
        if number is None:
            texts.append(unknown)
        elif number:
            texts.append(known)

    texts: list[str] = []
    tr = QCoreApplication.translate
    say(loss.changed, tr("Cleanup", "%n changed file(s)", None, loss.changed or 0), tr("Cleanup", "? changed files"))
    say(loss.new, tr("Cleanup", "%n new file(s)", None, loss.new or 0), tr("Cleanup", "? new files"))
    say(loss.ignored, tr("Cleanup", "%n ignored file(s)", None, loss.ignored or 0), tr("Cleanup", "? ignored files"))
    say(
        loss.submodules,
        tr("Cleanup", "%n submodule(s) with own work", None, loss.submodules or 0),
        tr("Cleanup", "? submodules with own work"),
    )
    say(
        loss.operations,
        tr("Cleanup", "%n unfinished merge(s) or rebase(s)", None, loss.operations or 0),
        tr("Cleanup", "? unfinished merges or rebases"),
    )
    say(loss.commits, "", tr("Cleanup", "? commits"))
    return texts


def ignored_kept_text(counts: Counts) -> str:
    """Say how many ignored files are kept; empty for none."""
    if not counts.ignored:
        return ""
    return QCoreApplication.translate("Cleanup", "%n ignored file(s) kept", None, counts.ignored)


def commits_text(number: Number) -> str:
    """Say how many commits are in one place only."""
    if number is None:
        return QCoreApplication.translate("Cleanup", "? commits only here")
    return QCoreApplication.translate("Cleanup", "%n commit(s) only here", None, number)


def state_notes(contents: Contents) -> list[str]:
    """Say what counts don't: an unfinished operation, a head on no branch, what stays beside it."""
    notes = []
    if contents.changes.operation:
        text = QCoreApplication.translate("Cleanup", "Holds %1. It can't be finished once the folder is gone.")
        notes.append(fill(text, operation_text(contents.changes.operation)))
    if contents.is_detached:
        count = contents.commits.count
        if count is None:
            notes.append(QCoreApplication.translate("Cleanup", "It is on no branch. A branch is made for its commits first."))
        elif count:
            notes.append(
                QCoreApplication.translate(
                    "Cleanup", "It is on no branch. A branch is made first for its %n commit(s).", None, count
                )
            )
    if contents.loose_commits:
        notes.append(
            QCoreApplication.translate(
                "Cleanup", "%n commit(s) that no branch has any more: kept below a hidden name.", None, contents.loose_commits
            )
        )
    return notes


def copies_text(count: int) -> str:
    """Return how many own copies, such as ``3 own copies``."""
    if count == 1:
        return QCoreApplication.translate("Cleanup", "1 own copy")
    return QCoreApplication.translate("Cleanup", "%n own copies", None, count)
