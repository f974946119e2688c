# SPDX-License-Identifier: MIT
"""Works out where a thread works: one value for each run that never changes while it lasts (docs/design.md section 4)."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import ROOT_REPOSITORY, WorkspaceKind, WorktreeState
from onesist_desktop.git.linked import is_worktree_of
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

CODE_FOLDER = "input/code/"


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where a run works.

    Attributes:
        path: The folder; empty when nobody knows it any more.
        repository: Key of the repository that it is or belongs to, ``ROOT_REPOSITORY`` for the project folder.
        repository_path: Folder of that repository, for a worktree.
        is_usable: The records allow it to be worked in. A run never works somewhere else instead.
    """

    kind: WorkspaceKind
    path: str
    repository: str = ROOT_REPOSITORY
    repository_path: str = ""
    worktree_id: WorktreeId | None = None
    is_usable: bool = True


def storable(name: str) -> str:
    """Return a path or name as a text that can be stored and told; bytes that are no text are shown as such."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def kind_of(repository: str | None, worktree_id: WorktreeId | None) -> WorkspaceKind:
    """Return what kind of workspace a thread's columns name."""
    if worktree_id is not None:
        return WorkspaceKind.WORKTREE
    return WorkspaceKind.PROJECT if repository in (None, "", ROOT_REPOSITORY) else WorkspaceKind.REPOSITORY


def is_repository_key(key: str) -> bool:
    """Tell whether a key names the project folder or a direct child of ``input/code``, and nothing outside of it."""
    if key == ROOT_REPOSITORY:
        return True
    name = key.removeprefix(CODE_FOLDER)
    is_name = name not in ("", ".", "..") and not set(name) & {"/", "\\", "\0"}
    # Not so on Windows for the name of a drive.
    return key.startswith(CODE_FOLDER) and is_name and PurePath(name).name == name


def repository_folder(root: str, key: str) -> str:
    """Return the folder of a repository of a project by its key."""
    return root if key == ROOT_REPOSITORY else str(Path(root, *key.split("/")))


def resolve(thread: ThreadRecord, project: ProjectRecord, worktree: WorktreeRecord | None) -> Workspace:
    """Work out a thread's workspace. ``worktree`` is the one that the thread names, None where that isn't there."""
    key = thread.repository or ROOT_REPOSITORY
    kind = kind_of(thread.repository, thread.worktree_id)
    if kind is not WorkspaceKind.WORKTREE:
        is_known = is_repository_key(key)
        return Workspace(kind, repository_folder(project.root_path, key) if is_known else "", key, is_usable=is_known)
    if worktree is None:
        return Workspace(kind, "", key, worktree_id=thread.worktree_id, is_usable=False)
    workspace = worktree_workspace(worktree)
    return workspace if worktree.project_id == project.id else replace(workspace, is_usable=False)


def worktree_workspace(worktree: WorktreeRecord) -> Workspace:
    """Return a worktree as a workspace. Only one that is ready can be worked in."""
    is_usable = worktree.state is WorktreeState.READY
    return Workspace(WorkspaceKind.WORKTREE, worktree.path, worktree.repository, worktree.repository_path, worktree.id, is_usable)


def workspace_of(uow: UnitOfWork, thread: ThreadRecord, project: ProjectRecord | None = None) -> Workspace:
    """Read a thread's workspace. Raises NotFoundError: its project isn't there."""
    project = project or uow.projects.get(thread.project_id)
    if project is None:
        raise NotFoundError("the thread's project isn't there")
    return resolve(thread, project, uow.worktrees.find(thread.worktree_id))


def is_there(workspace: Workspace) -> bool:
    """Look whether the folder is there and is what it should be. Blocks shortly."""
    if not workspace.is_usable or not workspace.path or not Path(workspace.path).is_dir():
        return False
    if workspace.kind is not WorkspaceKind.WORKTREE:
        return True
    is_in_place = os.path.realpath(workspace.path) == workspace.path
    return is_in_place and is_worktree_of(workspace.path, workspace.repository_path)


def note_use(uow: UnitOfWork, workspace: Workspace, now: float) -> None:
    """Note that a run worked in a worktree."""
    if workspace.is_usable and uow.worktrees.find(workspace.worktree_id) is not None:
        assert workspace.worktree_id is not None
        uow.worktrees.change(workspace.worktree_id, used_at=now)
