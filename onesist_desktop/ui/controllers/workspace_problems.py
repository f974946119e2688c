# SPDX-License-Identifier: MIT
"""What keeps a workspace from being made, in words: what happened, what is safe, what to do. Of Qt only the translations."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.errors import BusyError, OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.workspaces import FoundProblem, ProjectProblem
from onesist_desktop.services.workspace_views import ProjectLook, RepositoryView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.words import short_path


class Remedy(StrEnum):
    """What can be done about a problem right there."""

    FIRST_COMMIT = "first_commit"
    MAKE_REPOSITORY = "make_repository"
    PROJECT_FOLDER = "project_folder"
    LOOK_AGAIN = "look_again"


def remedy_text(remedy: Remedy) -> str:
    """Return the words of its button."""
    match remedy:
        case Remedy.FIRST_COMMIT:
            return QCoreApplication.translate("WorkspaceProblems", "Make a first commit")
        case Remedy.MAKE_REPOSITORY:
            return QCoreApplication.translate("WorkspaceProblems", "Make this folder a Git repository")
        case Remedy.PROJECT_FOLDER:
            return QCoreApplication.translate("WorkspaceProblems", "Work in the project folder")
        case Remedy.LOOK_AGAIN:
            return QCoreApplication.translate("WorkspaceProblems", "Look again")


def remedies_of(problem: ProjectProblem) -> tuple[Remedy, ...]:
    """Return what can be done about a problem, the best first."""
    match problem:
        case ProjectProblem.NO_COMMITS:
            return (Remedy.FIRST_COMMIT, Remedy.PROJECT_FOLDER)
        case ProjectProblem.NO_REPOSITORY | ProjectProblem.INSIDE_REPOSITORY:
            return (Remedy.MAKE_REPOSITORY, Remedy.PROJECT_FOLDER)
        case _:
            return (Remedy.LOOK_AGAIN, Remedy.PROJECT_FOLDER)


def keeping_from_copies(look: ProjectLook) -> list[FoundProblem]:
    """Return why no repository of a project can have an own copy; empty if one can."""
    if any(repository.can_have_worktrees for repository in look.repositories):
        return []
    found = [problem for repository in look.repositories for problem in blocking(repository)]
    return [*look.problems, *found] or [FoundProblem(ProjectProblem.NO_REPOSITORY)]


def blocking(repository: RepositoryView) -> Sequence[FoundProblem]:
    """Return why one repository can't have an own copy; empty if it can."""
    if repository.can_have_worktrees:
        return ()
    return repository.problems or (FoundProblem(ProjectProblem.BROKEN_REPOSITORY, repository.key),)


def problem_text(found: FoundProblem) -> str:
    """Word a problem of a project's folder."""
    if found.problem is ProjectProblem.UNCOMMITTED:
        return _uncommitted_text(int(found.details[0]))
    detail = ", ".join(found.details)
    where = PurePath(found.repository).name if found.repository not in {"", "."} else ""
    text = _PROBLEMS[found.problem]()
    if found.problem is ProjectProblem.NESTED_REPOSITORIES:
        return fill(text, detail)
    if where:
        text = fill(QCoreApplication.translate("WorkspaceProblems", "In %1: %2"), where, text)
    if detail and found.problem in _WITH_WORDS:
        text = f"{text} {fill(QCoreApplication.translate('WorkspaceProblems', 'It says: %1'), detail)}"
    return text


def _uncommitted_text(count: int) -> str:
    return QCoreApplication.translate(
        "WorkspaceProblems",
        "%n changed or new file(s) not committed: the own copy has the state of the last commit only.",
        None,
        count,
    )


def fault_text(error: OnesistError) -> str:
    """Word why a copy was not made, or a thread not moved."""
    if isinstance(error, BusyError):
        return QCoreApplication.translate(
            "WorkspaceProblems", "An answer is still being given here, so nothing was changed. Stop it, or wait until it is done."
        )
    if not isinstance(error, WorkspaceError):
        text = QCoreApplication.translate(
            "WorkspaceProblems", "That could not be done: %1. The thread works where it did, and nothing else was left behind."
        )
        return fill(text, str(error).rstrip(".") or type(error).__name__)
    detail = short_path(error.detail) if error.fault in _PATHS and error.detail else error.detail.strip()
    return fill(_FAULTS[error.fault](), detail.rstrip(".") or "?")


def remedies_for(error: OnesistError) -> tuple[Remedy, ...]:
    """Return what can be done right there about a failure."""
    fault = error.fault if isinstance(error, WorkspaceError) else None
    match fault:
        case WorkspaceFault.NO_COMMITS:
            return (Remedy.FIRST_COMMIT, Remedy.PROJECT_FOLDER)
        case WorkspaceFault.NOT_A_REPOSITORY:
            return (Remedy.LOOK_AGAIN, Remedy.PROJECT_FOLDER)
        case WorkspaceFault.NO_GIT:
            return (Remedy.LOOK_AGAIN,)
        case _:
            return ()


_WITH_WORDS = {ProjectProblem.BROKEN_REPOSITORY, ProjectProblem.UNREADABLE, ProjectProblem.GIT_TOO_OLD}
_PATHS = {
    WorkspaceFault.NOT_A_REPOSITORY,
    WorkspaceFault.CHECKED_OUT,
    WorkspaceFault.BASE_INSIDE_PROJECT,
    WorkspaceFault.BASE_UNUSABLE,
    WorkspaceFault.NOT_THAT_WORKTREE,
    WorkspaceFault.STILL_THERE,
    WorkspaceFault.READ_ONLY,
}

_PROBLEMS = {
    ProjectProblem.VANISHED: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The project folder is gone. Put it back, or open the project from its new place."
    ),
    ProjectProblem.UNREADABLE: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The folder can't be read. Give yourself the right to read it, then look again."
    ),
    ProjectProblem.READ_ONLY: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "The folder is read-only, so Git can't note an own copy in it. Nothing was changed. Agents can still read here.",
    ),
    ProjectProblem.NO_GIT_PROGRAM: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "Own copies need Git, and it was not found on this computer. Install it from git-scm.com, then look again."
        " Threads work in the project folder meanwhile.",
    ),
    ProjectProblem.GIT_TOO_OLD: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "Own copies need Git 2.30 or newer. Install a newer one from git-scm.com, then look again."
        " Threads work in the project folder meanwhile.",
    ),
    ProjectProblem.NO_REPOSITORY: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "This folder has no Git history yet, so there is nothing to make an own copy of. A Git repository can be made here:"
        " it adds a hidden folder and changes none of your files.",
    ),
    ProjectProblem.INSIDE_REPOSITORY: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "This folder lies inside another Git repository. Open that one as the project, or make this folder one of its own.",
    ),
    ProjectProblem.NO_COMMITS: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "Nothing was committed yet, so there is no branch to make an own copy from. An empty first commit is enough:"
        " it adds no files and changes none.",
    ),
    ProjectProblem.BARE: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "This repository has no files of its own to work in; own copies of it can be made, and threads work in those.",
    ),
    ProjectProblem.NESTED_REPOSITORIES: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The own copy will lack these repositories, which lie inside: %1. They stay in the project folder."
    ),
    ProjectProblem.NOT_OURS: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "The folder belongs to another user of this computer, so Git does nothing in it. Own it, or tell Git that it is safe.",
    ),
    ProjectProblem.BROKEN_REPOSITORY: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "Git can't read this repository. Your files are as they were. Mend it with Git, then look again."
    ),
    ProjectProblem.NETWORK_DISK: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The folder is on a network disk: counting may be slow, and changes may show late."
    ),
    ProjectProblem.REMOVABLE_DISK: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The folder is on a removable disk: keep it connected while threads work."
    ),
}

_FAULTS = {
    WorkspaceFault.NO_GIT: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "No Git that is new enough was found on this computer. Nothing was made. Install Git 2.30 or newer from git-scm.com.",
    ),
    WorkspaceFault.NO_COMMITS: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "Nothing was committed in this repository yet. Nothing was made. An empty first commit is enough."
    ),
    WorkspaceFault.NOT_A_REPOSITORY: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "%1 is no Git repository of this project any more. Nothing was made. Look again."
    ),
    WorkspaceFault.BAD_BRANCH: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "Git does not take “%1” as the name of a branch. Nothing was made. Choose another name."
    ),
    WorkspaceFault.BRANCH_EXISTS: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "There is a branch %1 already. Nothing was made. Choose another name, or take the existing branch."
    ),
    WorkspaceFault.BRANCH_MISSING: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The branch %1 is not there any more. Nothing was made. Choose another one."
    ),
    WorkspaceFault.CHECKED_OUT: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "Git has this branch listed as in use in %1, and has each branch in one place only. Nothing was made."
        " If that folder is gone, put it back, or let Git forget it with “git worktree prune”.",
    ),
    WorkspaceFault.BASE_INSIDE_PROJECT: lambda: QCoreApplication.translate(
        "WorkspaceProblems",
        "The folder for own copies, %1, lies inside the project. Nothing was made. Put it elsewhere with ONESIST_WORKTREES_DIR.",
    ),
    WorkspaceFault.BASE_UNUSABLE: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The folder for own copies can't be used: %1. Nothing was made. Make room for it, or name another one."
    ),
    WorkspaceFault.NOT_THAT_WORKTREE: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "%1 is not the own copy that is meant. Nothing was changed. Choose another folder."
    ),
    WorkspaceFault.STILL_THERE: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "There is something at %1 already. It was left as it is, and nothing was made."
    ),
    WorkspaceFault.REFUSED: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "Git refused: %1. Nothing was left behind, and the thread works where it did."
    ),
    WorkspaceFault.READ_ONLY: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "%1 can't be written. Nothing was made. Give yourself the right to write there, then try again."
    ),
    WorkspaceFault.DISK_FULL: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The disk is full. What was begun was taken away again. Make room, then try again."
    ),
    WorkspaceFault.SETUP_CHANGED: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The set-up command reads otherwise now, so it was not run. Read it again, then decide."
    ),
    WorkspaceFault.SETUP_UNUSABLE: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The set-up file can't be used: %1. Nothing was run; the copy itself is fine."
    ),
    WorkspaceFault.NOT_STARTED: lambda: QCoreApplication.translate(
        "WorkspaceProblems", "The program did not start: %1. Nothing was changed. Choose another one."
    ),
}
