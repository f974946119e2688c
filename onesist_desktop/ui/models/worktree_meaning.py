# SPDX-License-Identifier: MIT
"""What removing a worktree means, in words: a bold fact, a quiet line below it, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QLocale

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.workspaces import Blocker, BlockerKind, WorktreeState
from onesist_desktop.services.views import ThreadState
from onesist_desktop.services.workspace_views import ThreadAt, WorktreeRow
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_filter import Standing, standing_of
from onesist_desktop.ui.models.worktree_names import shown_name
from onesist_desktop.ui.models.worktree_numbers import counts_of, loss_of
from onesist_desktop.ui.models.worktree_operations import operation_text
from onesist_desktop.ui.models.worktree_words import note_text


class Act(StrEnum):
    """What can be done with a worktree."""

    SHOW_PROCESSES = "show_processes"
    GO_TO_QUESTION = "go_to_question"
    GO_TO_THREAD = "go_to_thread"
    FORGET = "forget"
    MAKE_AGAIN = "make_again"
    UNLOCK = "unlock"
    SHOW_NAMES = "show_names"
    RELEASE = "release"
    REMOVE = "remove"
    OPEN_FOLDER = "open_folder"
    COUNT_AGAIN = "count_again"


class Tone(StrEnum):
    """How loud a meaning is: the colour tokens of its sign and of its bold text."""

    SAFE = "success_text"
    LOSS = "warning_text"
    PLAIN = "text_primary"
    QUIET = "text_secondary"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a row says at its end. ``is_busy``: a spinner stands for the sign. ``links`` follow the quiet text."""

    text: str
    quiet: str = ""
    glyph: str = ""
    tone: Tone = Tone.PLAIN
    links: tuple[tuple[Act, str], ...] = ()
    is_busy: bool = False

    def spoken(self) -> str:
        """Return it as a screen reader says it."""
        return ". ".join(part for part in (self.text, self.quiet, *(text for _, text in self.links)) if part)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a meaning needs to know beside the row: names of providers, and how threads are."""

    title_of: Callable[[ProviderId | None], str]
    state_of: Callable[[ThreadId], ThreadState | None]


def meaning_of(row: WorktreeRow, around: Surroundings) -> Meaning:
    """Say what removing a worktree means."""
    if row.state is WorktreeState.RELEASED and not row.exists:
        return _released()
    if not row.exists:
        return _gone()
    if row.blockers:
        return _blocked(row, _weightiest(row.blockers), around)
    standing = standing_of(row)
    if standing is Standing.MEASURING:
        return Meaning(_tr("Being counted…"), tone=Tone.QUIET)
    if standing is Standing.BLOCKED:
        return _not_counted(row.note)
    return _removable(row)


def asking_thread(row: WorktreeRow, around: Surroundings) -> ThreadAt | None:
    """Return the thread that waits for the person, or None."""
    return next((thread for thread in row.threads if around.state_of(thread.id) is ThreadState.ASKS), None)


def _removable(row: WorktreeRow) -> Meaning:
    contents = row.contents
    assert contents is not None
    counts = counts_of(contents)
    loss = loss_of(counts, keeps_ignored=False)
    if not loss.is_none:
        return _loss(row)
    if counts.detached:
        text = QCoreApplication.translate("Cleanup", "%n commit(s) on no branch", None, counts.commits or 0)
        return Meaning(text, _tr("a branch is made first"), "git-commit", Tone.PLAIN)
    if counts.commits:
        text = QCoreApplication.translate("Cleanup", "%n commit(s)", None, counts.commits)
        quiet = _tr("stays on the branch") if counts.commits == 1 else _tr("stay on the branch")
        return Meaning(text, quiet, "git-commit", Tone.PLAIN)
    return Meaning(_tr("Nothing would be lost"), note_text(row.note), "check-circle", Tone.SAFE)


def _loss(row: WorktreeRow) -> Meaning:
    contents = row.contents
    assert contents is not None
    loss = loss_of(counts_of(contents), keeps_ignored=False)
    quiet = note_text(row.note) or _tr("listed below")
    if loss.files is None or loss.submodules is None or loss.commits is None:
        return Meaning(_tr("Not all could be counted"), quiet, "warning", Tone.LOSS)
    if loss.files:
        text = QCoreApplication.translate("Cleanup", "%n file(s) saved nowhere else", None, loss.files)
        return Meaning(text, quiet, "warning", Tone.LOSS)
    if contents.changes.operation:
        text = fill(_tr("Holds %1"), operation_text(contents.changes.operation))
        return Meaning(text, quiet, "warning", Tone.LOSS)
    text = QCoreApplication.translate("Cleanup", "%n submodule(s) with work", None, loss.submodules)
    return Meaning(text, quiet, "warning", Tone.LOSS)


def _gone() -> Meaning:
    links = ((Act.FORGET, _tr("Forget it")), (Act.MAKE_AGAIN, _tr("Make it again")))
    return Meaning(_tr("Folder is gone"), "", "folder-minus", Tone.QUIET, links)


def _released() -> Meaning:
    links = ((Act.FORGET, _tr("Forget it")), (Act.MAKE_AGAIN, _tr("Make it again")))
    return Meaning(_tr("Released"), "", "folder-minus", Tone.QUIET, links)


def _not_counted(note: str) -> Meaning:
    return Meaning(
        _tr("It could not be counted"),
        note_text(note),
        "warning",
        Tone.QUIET,
        ((Act.COUNT_AGAIN, _tr("Try again")),),
    )


_WEIGHTS = (
    BlockerKind.RUN,
    BlockerKind.SETUP,
    BlockerKind.PROCESSES,
    BlockerKind.LOCKED,
    BlockerKind.SHARED,
    BlockerKind.UNREADABLE,
)


def _weightiest(blockers: tuple[Blocker, ...]) -> Blocker:
    return min(blockers, key=lambda blocker: _WEIGHTS.index(blocker.kind))


def _blocked(row: WorktreeRow, blocker: Blocker, around: Surroundings) -> Meaning:
    lock = "lock-simple"
    match blocker.kind:
        case BlockerKind.RUN:
            return _running(row, around)
        case BlockerKind.SETUP:
            return Meaning(_tr("Its set-up runs"), "", lock, Tone.QUIET, _first_thread_link(row))
        case BlockerKind.PROCESSES:
            names = QLocale().createSeparatedList(list(dict.fromkeys(shown_name(one.name) for one in blocker.processes))[:2])
            text = fill(_tr("%1 works here"), names) if names else _tr("Programs work here")
            return Meaning(text, _process_count(row), lock, Tone.QUIET, _process_link(row))
        case BlockerKind.LOCKED:
            reason = shown_name(blocker.details[0]) if blocker.details else ""
            text = fill(_tr("Locked: “%1”"), reason) if reason else _tr("Locked")
            return Meaning(text, "", lock, Tone.QUIET, ((Act.UNLOCK, _tr("Unlock…")),))
        case BlockerKind.SHARED:
            return Meaning(_tr("Something else uses it"), shown_name(" ".join(blocker.details[:1])), lock, Tone.QUIET)
        case BlockerKind.UNREADABLE:
            return _not_counted(" ".join(blocker.details))


def _running(row: WorktreeRow, around: Surroundings) -> Meaning:
    asking = asking_thread(row, around)
    if asking is not None:
        who = around.title_of(_provider(asking)) or _tr("Somebody")
        link = ((Act.GO_TO_QUESTION, _tr("Go to its question")),)
        return Meaning(fill(_tr("%1 waits for you"), who), "", "lock-simple", Tone.QUIET, link)
    working = next((thread for thread in row.threads if around.state_of(thread.id) is ThreadState.WORKING), None)
    thread = working or (row.threads[0] if row.threads else None)
    who = (around.title_of(_provider(thread)) if thread else "") or _tr("Somebody")
    links = _process_link(row) or _first_thread_link(row)
    return Meaning(fill(_tr("%1 is working here"), who), _process_count(row), "lock-simple", Tone.QUIET, links)


def _process_count(row: WorktreeRow) -> str:
    count = sum(len(blocker.processes) for blocker in row.blockers)
    if count == 1:
        return _tr("1 process")
    return QCoreApplication.translate("Cleanup", "%n processes", None, count) if count else ""


def _process_link(row: WorktreeRow) -> tuple[tuple[Act, str], ...]:
    return ((Act.SHOW_PROCESSES, _tr("Show")),) if any(blocker.processes for blocker in row.blockers) else ()


def _first_thread_link(row: WorktreeRow) -> tuple[tuple[Act, str], ...]:
    return ((Act.GO_TO_THREAD, _tr("Go to its thread")),) if row.threads else ()


def _provider(thread: ThreadAt) -> ProviderId | None:
    return ProviderId(thread.provider_id) if thread.provider_id else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Cleanup", text)
