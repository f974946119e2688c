# SPDX-License-Identifier: MIT
"""Branches of a repository: which there are, where they are checked out, and names for new ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.git_names import is_safe_ref
from onesist_desktop.git.errors import GitError, GitOutputError
from onesist_desktop.git.errors_of import workspace_error
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git, decode
from onesist_desktop.git.worktree_list import list_worktrees

HEADS = "refs/heads/"
REMOTES = "refs/remotes/"
_FORMAT = "%(refname)%00%(objectname)%00%(committerdate:unix)%00%(symref)%00"
_FIELDS = 4
_NO_REF = re.compile(r"[\x00-\x20~^:?*\[\\\x7f]|\.\.|@\{|//|^-|^/|/$")
_OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch.

    Attributes:
        name: Without ``refs/heads/`` or ``refs/remotes/``.
        commit: Object id that it points at.
        committed_at: When that was committed, in seconds since the epoch.
        checked_out_at: The folder of the worktree that has it, or rebases it; empty when none does.
        is_remote: A remote's, as it was fetched last.
    """

    name: str
    commit: str
    committed_at: float
    checked_out_at: str = ""
    is_remote: bool = False


async def branches(git: Git, repository: Repository) -> tuple[Branch, ...]:
    """List the branches of a repository and of its remotes, newest commit first. Raises GitError."""
    output = await git.read(repository.path, "for-each-ref", f"--format={_FORMAT}", HEADS, REMOTES)
    places: dict[str, str] = {}
    for worktree in await list_worktrees(git, repository):
        # A bare repository's head names a branch that is checked out nowhere.
        if not worktree.is_bare and (name := worktree.branch or worktree.rebased_branch):
            places[name] = worktree.path
    found = [_with_place(branch, places) for branch in parse_refs(output.stdout)]
    return tuple(sorted(found, key=lambda branch: (-branch.committed_at, branch.is_remote, branch.name)))


def parse_refs(data: bytes) -> list[Branch]:
    """Read the output of ``for-each-ref`` in the format of this module. Raises GitOutputError."""
    fields = data.split(b"\0")
    if len(fields) % _FIELDS != 1 or fields.pop().strip():
        raise GitOutputError("not a list of branches")
    result = []
    for start in range(0, len(fields), _FIELDS):
        ref, commit, seconds, symref = (decode(field) for field in fields[start : start + _FIELDS])
        # A name of a ref holds no line break, so this one ends the record before. A remote's HEAD only points at a branch.
        ref = ref.removeprefix("\n")
        is_remote = ref.startswith(REMOTES)
        if not symref or not is_remote:
            result.append(Branch(ref.removeprefix(REMOTES if is_remote else HEADS), commit, float(seconds or 0), "", is_remote))
    return result


async def check_branch_name(git: Git, name: str) -> None:
    """Make sure that a name can be given to a new branch. Raises WorkspaceError ``BAD_BRANCH``."""
    if not is_safe_ref(name) or name == "HEAD":
        raise WorkspaceError(WorkspaceFault.BAD_BRANCH, name)
    try:
        output = await git.read(str(Path.home()), "check-ref-format", "--branch", name, ok=(0, 1, 128))
    except GitError as error:
        raise workspace_error(error) from error
    if output.code != 0 or output.text != name:
        raise WorkspaceError(WorkspaceFault.BAD_BRANCH, name)


async def free_branch_name(git: Git, repository: Repository, wanted: str) -> str:
    """Return ``wanted``, or a name like it that no branch has and that can stand beside all others.

    Raises:
        WorkspaceError: ``BAD_BRANCH``, when ``wanted`` is no name for a branch.
    """
    await check_branch_name(git, wanted)
    try:
        output = await git.read(repository.path, "for-each-ref", "--format=%(refname)", HEADS)
    except GitError as error:
        raise workspace_error(error) from error
    return free_name(wanted, (name.removeprefix(HEADS) for name in output.text.split("\n") if name))


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name that equals none of ``taken`` even where case is ignored, and is no folder of one nor below one."""
    names = {name.casefold() for name in taken}
    folders = {name[:index] for name in names for index, character in enumerate(name) if character == "/"}
    head, slash, tail = wanted.rpartition("/")
    while slash and any(part in names for part in _parents(f"{head}/{tail}".casefold())):
        # Below a branch there is no room for others.
        head, slash, last = head.rpartition("/")
        tail = f"{last}-{tail}"
    stem = f"{head}{slash}{tail}"
    number, name = 1, stem
    while name.casefold() in names or name.casefold() in folders:
        number += 1
        name = f"{stem}-{number}"
    return name


async def resolve_commit(git: Git, repository: Repository, name: str) -> str:
    """Return the object id of a branch's commit, of a remote's branch, of a commit's id, or of the head for an empty name.

    Raises:
        WorkspaceError: ``BRANCH_MISSING``; ``NO_COMMITS`` for a head without one.
    """
    if not name:
        wanted = ["HEAD"]
    elif _OBJECT_ID.match(name):
        wanted = [HEADS + name, name]
    else:
        wanted = [] if _NO_REF.search(name) else [HEADS + name, REMOTES + name]
    try:
        for candidate in wanted:
            found = await git.read(repository.path, "rev-parse", "--verify", "-q", candidate + "^{commit}", ok=(0, 1, 128))
            if found.code == 0:
                return found.text
    except GitError as error:
        raise workspace_error(error) from error
    raise WorkspaceError(WorkspaceFault.BRANCH_MISSING if name else WorkspaceFault.NO_COMMITS, name)


async def branch_commit(git: Git, repository: Repository, name: str) -> str:
    """Return the object id that a local branch points at, empty when there is none of that name. Raises GitError."""
    if not name or _NO_REF.search(name):
        return ""
    found = await git.read(repository.path, "rev-parse", "--verify", "-q", f"{HEADS}{name}^{{commit}}", ok=(0, 1, 128))
    return found.text if found.code == 0 else ""


def _with_place(branch: Branch, places: dict[str, str]) -> Branch:
    place = "" if branch.is_remote else places.get(branch.name, "")
    return Branch(branch.name, branch.commit, branch.committed_at, place, branch.is_remote) if place else branch


def _parents(name: str) -> Iterable[str]:
    return (name[:index] for index, character in enumerate(name) if character == "/")
