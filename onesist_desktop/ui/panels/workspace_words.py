# SPDX-License-Identifier: MIT
"""Where a thread works, in words: plain ones first, the technical one beside them. Knows Qt for its translations only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.workspaces import ROOT_REPOSITORY, Changes, Named, ProjectProblem, WorkspaceKind, WorktreeState
from onesist_desktop.services.workspace_views import SetupState, WorkspaceView
from onesist_desktop.ui.language import fill

MOST_NAMES = 12
"""Names of changed files that a tooltip and a menu show of each kind."""


class Offer(StrEnum):
    """What the bar offers where the folder can't be used."""

    REMAKE = "remake"
    LOCATE = "locate"
    PROJECT_FOLDER = "project_folder"
    OTHER_PROJECT = "other_project"


@dataclass(frozen=True, slots=True)
class BarLook:
    """The bar in words.

    Attributes:
        glyph: The sign at the beginning, ``color`` its token.
        title: What it is, in plain words.
        small: The technical word beside it, empty for none.
        branch: The branch, or a short commit id where there is none (``is_commit``); empty where there is no repository.
        changed: How many files differ, in words; empty where that says nothing.
        changed_tip: How many of each kind, with names.
        state: An unfinished merge and such, empty for none.
        place: The folder, where there is no branch.
        note: What became of a folder that is gone, as a sentence.
        offers: What can be done about it, the first one first.
    """

    glyph: str
    title: str
    color: str = "text_secondary"
    small: str = ""
    branch: str = ""
    is_commit: bool = False
    changed: str = ""
    changed_tip: str = ""
    state: str = ""
    place: str = ""
    note: str = ""
    offers: tuple[Offer, ...] = ()


def is_gone(view: WorkspaceView) -> bool:
    """Tell whether the folder isn't there, or isn't what it should be."""
    return not view.exists or view.state in {WorktreeState.RELEASED, WorktreeState.REMOVED}


def place_title(view: WorkspaceView) -> str:
    """Name a workspace in plain words, such as ``Own copy of api``."""
    return kind_title(view.kind, view.repository_title or PurePath(view.path).name)


def kind_title(kind: WorkspaceKind, name: str) -> str:
    """Name a kind of workspace in plain words. ``name`` is the repository's folder name."""
    match kind:
        case WorkspaceKind.WORKTREE:
            return fill(QCoreApplication.translate("Workspace", "Own copy of %1"), name)
        case WorkspaceKind.REPOSITORY:
            return fill(QCoreApplication.translate("Workspace", "Folder %1"), name)
        case _:
            return QCoreApplication.translate("Workspace", "Project folder")


def bar_look(view: WorkspaceView, shown_path: str) -> BarLook:
    """Word a workspace. ``shown_path`` is its folder as it is shown where there is no branch."""
    if is_gone(view):
        return _gone_look(view)
    is_copy = view.kind is WorkspaceKind.WORKTREE
    changes = view.changes
    head = changes.head[:8] if changes is not None and not changes.branch else ""
    branch = changes.branch if changes is not None and changes.branch else view.branch
    problem = view.problem.problem if view.problem is not None else None
    is_plain = problem in {ProjectProblem.NO_REPOSITORY, ProjectProblem.INSIDE_REPOSITORY} or not (
        view.repository or branch or head
    )
    return BarLook(
        "folders" if is_copy else "folder-simple",
        place_title(view),
        small=_technical(view),
        branch="" if is_plain else head if head and changes is not None and not changes.branch else branch,
        is_commit=bool(head),
        changed="" if is_plain else _changed_text(view, changes),
        changed_tip=changes_tip(changes) if changes is not None else "",
        state=operation_text(changes) if changes is not None else "",
        place=shown_path,
    )


def changes_tip(changes: Changes) -> str:
    """Say how many files of each kind differ, and which."""
    lines: list[str] = []
    for text, named in kinds_of(changes):
        lines.append(text)
        lines += [f"  {name}" for name in named.names[:MOST_NAMES]]
        more = (named.count or 0) - len(named.names[:MOST_NAMES])
        if named.names and more > 0:
            lines.append("  " + QCoreApplication.translate("Workspace", "and %n more", None, more))
    return "\n".join(lines)


def kinds_of(changes: Changes) -> list[tuple[str, Named]]:
    """Return the kinds that there are, each with its count in words."""
    kinds: tuple[tuple[Named, Callable[[int], str]], ...] = (
        (changes.conflicted, lambda count: QCoreApplication.translate("Workspace", "%n in conflict", None, count)),
        (changes.modified, lambda count: QCoreApplication.translate("Workspace", "%n changed", None, count)),
        (changes.untracked, lambda count: QCoreApplication.translate("Workspace", "%n new", None, count)),
        (changes.deleted, lambda count: QCoreApplication.translate("Workspace", "%n deleted", None, count)),
    )
    unknown = QCoreApplication.translate("Workspace", "? not known")
    return [(unknown if named.count is None else text(named.count), named) for named, text in kinds if not named.is_none]


def operation_text(changes: Changes) -> str:
    """Say that a merge or another operation of Git is unfinished; empty for none."""
    match changes.operation:
        case "":
            return ""
        case "merge":
            return QCoreApplication.translate("Workspace", "unfinished merge")
        case "rebase":
            return QCoreApplication.translate("Workspace", "unfinished rebase")
        case "bisect":
            return QCoreApplication.translate("Workspace", "unfinished bisect")
        case operation:
            return fill(QCoreApplication.translate("Workspace", "unfinished %1"), operation)


def setup_text(state: SetupState | None) -> str:
    """Say in the bar how the set-up of a copy goes; empty where there is nothing to be seen or done."""
    match state:
        case SetupState.RUNNING:
            return QCoreApplication.translate("Workspace", "Setting up…")
        case SetupState.ASKS:
            return QCoreApplication.translate("Workspace", "Set-up asks…")
        case SetupState.FAILED:
            return QCoreApplication.translate("Workspace", "Set-up failed")
        case SetupState.TIMED_OUT:
            return QCoreApplication.translate("Workspace", "Set-up took too long")
        case _:
            return ""


def setup_tip(state: SetupState | None) -> str:
    """Say more about :func:`setup_text`."""
    if state is SetupState.ASKS:
        return QCoreApplication.translate("Workspace", "This project wants to run a command in the new copy. Read it first.")
    return QCoreApplication.translate("Workspace", "Show what the set-up command does") if setup_text(state) else ""


def offer_text(offer: Offer) -> str:
    """Return the words of a button."""
    match offer:
        case Offer.REMAKE:
            return QCoreApplication.translate("Workspace", "Make it again from the branch")
        case Offer.LOCATE:
            return QCoreApplication.translate("Workspace", "Locate…")
        case Offer.PROJECT_FOLDER:
            return QCoreApplication.translate("Workspace", "Work in the project folder")
        case Offer.OTHER_PROJECT:
            return QCoreApplication.translate("Workspace", "Open another project…")


def making_text(step: str, done: int, total: int) -> str:
    """Say how far the making of a copy is."""
    match step:
        case "branch":
            text = QCoreApplication.translate("Workspace", "Making the branch…")
        case "files":
            text = QCoreApplication.translate("Workspace", "Writing the files…")
            counted = QCoreApplication.translate("Workspace", "Writing the files… %1 of %2")
            return fill(counted, done, total) if total else text
        case "submodules":
            text = QCoreApplication.translate("Workspace", "Getting the submodules…")
        case "copying":
            text = QCoreApplication.translate("Workspace", "Copying ignored files…")
            counted = QCoreApplication.translate("Workspace", "Copying ignored files… %1 of %2")
            return fill(counted, done, total) if total else text
        case "checking":
            text = QCoreApplication.translate("Workspace", "Checking the copy…")
        case _:
            text = QCoreApplication.translate("Workspace", "Making the copy…")
    return text


def _technical(view: WorkspaceView) -> str:
    if view.kind is WorkspaceKind.WORKTREE:
        if view.is_ours:
            return QCoreApplication.translate("Workspace", "worktree")
        return QCoreApplication.translate("Workspace", "worktree made elsewhere")
    return QCoreApplication.translate("Workspace", "repository") if view.repository not in {"", ROOT_REPOSITORY} else ""


def _changed_text(view: WorkspaceView, changes: Changes | None) -> str:
    if view.problem is not None and changes is None:
        return QCoreApplication.translate("Workspace", "? changed")
    if changes is None or changes.count == 0:
        return ""
    if changes.count is None:
        return QCoreApplication.translate("Workspace", "? changed")
    return QCoreApplication.translate("Workspace", "%n changed", None, changes.count)


def _gone_look(view: WorkspaceView) -> BarLook:
    name = view.repository_title or PurePath(view.path).name
    if view.kind is not WorkspaceKind.WORKTREE:
        is_project = view.kind is WorkspaceKind.PROJECT
        title = QCoreApplication.translate("Workspace", "The project folder is gone")
        if not is_project:
            title = fill(QCoreApplication.translate("Workspace", "Folder %1 is gone"), name)
        offer = Offer.OTHER_PROJECT if is_project else Offer.PROJECT_FOLDER
        return BarLook("folder-minus", title, "danger_text", place=view.path, offers=(offer,))
    if view.state is WorktreeState.RELEASED:
        title = fill(QCoreApplication.translate("Workspace", "Own copy of %1, released"), name)
        text = QCoreApplication.translate("Workspace", "The folder was removed; the branch %1 and this thread stay.")
        return BarLook("folder-minus", title, note=fill(text, view.branch), offers=(Offer.REMAKE, Offer.PROJECT_FOLDER))
    title = fill(QCoreApplication.translate("Workspace", "Own copy of %1 is gone"), name)
    # Only what we made is ours to make again.
    offers = (Offer.REMAKE, Offer.LOCATE, Offer.PROJECT_FOLDER) if view.is_ours else (Offer.LOCATE, Offer.PROJECT_FOLDER)
    text = QCoreApplication.translate("Workspace", "What was not committed there is gone; the branch %1 stays.")
    return BarLook("folder-minus", title, "danger_text", note=fill(text, view.branch), offers=offers)
