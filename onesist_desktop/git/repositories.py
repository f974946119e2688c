# SPDX-License-Identifier: MIT
"""Repositories of a project: its folder, and the direct children of ``input/code``. Nothing else is ever touched."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH112, PTH113, PTH114, PTH118, PTH120, PTH208
from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.workspaces import ROOT_REPOSITORY, FoundProblem, ProjectProblem
from onesist_desktop.git.disks import disk_problem, mounts
from onesist_desktop.git.errors import GitError, GitMissingError, GitTooOldError
from onesist_desktop.git.errors_of import workspace_error
from onesist_desktop.git.nested import nested_repositories
from onesist_desktop.git.runner import Git

CODE_FOLDER = "input/code"
FALLBACK_NAME = "Onesist"
FALLBACK_EMAIL = "onesist@localhost"
FIRST_MESSAGE = "First commit"


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of a project.

    Attributes:
        key: ``.`` for the project folder, else ``input/code/<name>``.
        path: Its folder in the project, a real path: its working tree, or what holds a bare layout.
        common_dir: Its Git folder, which all its worktrees share, a real path.
        is_bare: It has no working tree of its own.
        has_commits: There is something that a worktree can begin at.
        head_branch: The branch of its head, also before the first commit; empty for a detached head.
    """

    key: str
    path: str
    common_dir: str
    is_bare: bool
    has_commits: bool
    head_branch: str


class _BrokenError(Exception):
    """A folder that should be a repository can't be used as one."""

    def __init__(self, problem: ProjectProblem, words: str) -> None:
        super().__init__(words)
        self.problem = problem
        self.words = words


async def find_repositories(git: Git, project_root: str) -> tuple[tuple[Repository, ...], tuple[FoundProblem, ...]]:
    """Find a project's repositories and all that is the matter with its folder and with them.

    What is wrong with a folder is a problem in the result, never an error.
    """
    root = await asyncio.to_thread(os.path.realpath, project_root)
    problems = list(await asyncio.to_thread(_folder_problems, root))
    if any(found.problem in (ProjectProblem.VANISHED, ProjectProblem.UNREADABLE) and not found.repository for found in problems):
        return (), tuple(problems)
    try:
        await git.version()
    except GitError as error:
        return (), (*problems, FoundProblem(_program_problem(error), "", (error.words,)))
    keys, unreadable = await asyncio.to_thread(_candidates, root)
    problems += unreadable
    repositories: list[Repository] = []
    for key in keys:
        try:
            repository = await _inspect(git, root, key)
        except _BrokenError as broken:
            problems.append(FoundProblem(broken.problem, key, (broken.words,)))
        else:
            repositories.append(repository)
            problems += await _problems_of(git, root, repository)
    if ROOT_REPOSITORY not in keys:
        problems += await _around(git, root, has_any=bool(keys))
    return tuple(repositories), tuple(problems)


async def open_repository(git: Git, project_root: str, key: str) -> Repository:
    """Return one repository of a project.

    Raises:
        WorkspaceError: ``NOT_A_REPOSITORY``, with Git's words where it can't use the folder; ``NO_GIT``.
    """
    root = await asyncio.to_thread(os.path.realpath, project_root)
    try:
        await git.version()
    except GitError as error:
        raise workspace_error(error) from error
    keys, _ = await asyncio.to_thread(_candidates, root)
    if key not in keys:
        raise WorkspaceError(WorkspaceFault.NOT_A_REPOSITORY, key)
    try:
        return await _inspect(git, root, key)
    except _BrokenError as broken:
        raise WorkspaceError(WorkspaceFault.NOT_A_REPOSITORY, broken.words) from broken


async def make_first_commit(git: Git, repository: Repository) -> None:
    """Make an empty first commit. Adds no files, leaves what is staged staged, runs no hooks and signs nothing.

    A head that has a commit already is left as it is.

    Raises:
        WorkspaceError: Git refused.
    """
    try:
        async with git.writing(repository.common_dir):
            await _first_commit(git, repository.path)
    except GitError as error:
        raise workspace_error(error) from error


async def make_repository(git: Git, project_root: str) -> Repository:
    """Make the project folder a repository with an empty first commit. Adds no files.

    Raises:
        WorkspaceError: It is one already (``STILL_THERE``), or Git refused; then nothing of it is left.
    """
    root = await asyncio.to_thread(os.path.realpath, project_root)
    folder = os.path.join(root, ".git")
    async with git.writing(folder):
        if await asyncio.to_thread(os.path.lexists, folder):
            raise WorkspaceError(WorkspaceFault.STILL_THERE, folder)
        try:
            await git.write(root, "init", "-q")
            await _first_commit(git, root)
        except BaseException as error:
            await asyncio.to_thread(_take_back_init, folder)
            if isinstance(error, GitError):
                raise workspace_error(error) from error
            raise
    return await open_repository(git, root, ROOT_REPOSITORY)


async def identity(git: Git, path: str) -> tuple[str, ...]:
    """Return the settings that give commits an author where the person has set none."""
    wanted = (("user.name", FALLBACK_NAME), ("user.email", FALLBACK_EMAIL))
    return tuple(
        [f"{name}={value}" for name, value in wanted if not (await git.read(path, "config", name, ok=(0, 1))).text.strip()]
    )


async def _first_commit(git: Git, path: str) -> None:
    if (await git.read(path, "rev-parse", "--verify", "-q", "HEAD^{commit}", ok=(0, 1, 128))).code == 0:
        return
    config = ("commit.gpgSign=false", *await identity(git, path))
    tree = (await git.write(path, "hash-object", "-t", "tree", "-w", "--stdin")).text
    commit = (await git.write(path, "commit-tree", tree, "-m", FIRST_MESSAGE, config=config)).text
    # The old value of nothing: a commit that appears in the meantime is not lost.
    await git.write(path, "update-ref", "-m", "commit (initial)", "HEAD", commit, "0" * len(commit), config=config)


def _take_back_init(folder: str) -> None:
    """Remove what ``git init`` made a moment ago, unless something refers to a commit in it already."""
    heads = os.path.join(folder, "refs", "heads")
    if os.path.isdir(folder) and not os.path.islink(folder) and not (os.path.isdir(heads) and os.listdir(heads)):
        shutil.rmtree(folder, ignore_errors=True)


def _folder_problems(root: str) -> Iterable[FoundProblem]:
    if not os.path.isdir(root):
        return (FoundProblem(ProjectProblem.VANISHED, "", (root,)),)
    try:
        os.scandir(root).close()
    except OSError as error:
        kind = ProjectProblem.VANISHED if isinstance(error, FileNotFoundError) else ProjectProblem.UNREADABLE
        return (FoundProblem(kind, "", (error.strerror or str(error),)),)
    problems = []
    if not os.access(root, os.W_OK):
        problems.append(FoundProblem(ProjectProblem.READ_ONLY))
    try:
        kind_of_disk = disk_problem(root, mounts())
    except OSError:
        # Some systems don't tell what is mounted; then nothing can be said of it.
        kind_of_disk = None
    if kind_of_disk is not None:
        problems.append(FoundProblem(kind_of_disk))
    return problems


def _program_problem(error: GitError) -> ProjectProblem:
    if isinstance(error, GitTooOldError):
        return ProjectProblem.GIT_TOO_OLD
    # A program that doesn't even tell its version is as good as none.
    assert isinstance(error, (GitMissingError, GitError))
    return ProjectProblem.NO_GIT_PROGRAM


def _candidates(root: str) -> tuple[list[str], list[FoundProblem]]:
    """Return the keys of folders that may be repositories, and which of the folders can't be read."""
    keys = [ROOT_REPOSITORY] if _looks_like_one(root) else []
    code = os.path.join(root, *CODE_FOLDER.split("/"))
    if os.path.realpath(code) != code or not os.path.isdir(code):
        # Not there, or a link: what it leads to is not in the project, or has another name there.
        return keys, []
    try:
        names = sorted(os.listdir(code))
    except OSError as error:
        return keys, [FoundProblem(ProjectProblem.UNREADABLE, CODE_FOLDER, (error.strerror or str(error),))]
    folders = {name: os.path.join(code, name) for name in names}
    # A link is refused even when it stays in the project: one folder has one key.
    keys += [
        f"{CODE_FOLDER}/{name}"
        for name, folder in folders.items()
        if os.path.realpath(folder) == folder and _looks_like_one(folder)
    ]
    return keys, []


def _looks_like_one(folder: str) -> bool:
    if os.path.lexists(os.path.join(folder, ".git")):
        return True
    return os.path.isfile(os.path.join(folder, "HEAD")) and all(
        os.path.isdir(os.path.join(folder, name)) for name in ("objects", "refs")
    )


async def _inspect(git: Git, root: str, key: str) -> Repository:
    path = root if key == ROOT_REPOSITORY else os.path.join(root, *key.split("/"))
    # Git must not take a repository further up for one whose own .git is damaged.
    extra = {"GIT_CEILING_DIRECTORIES": os.path.dirname(path)}
    try:
        # The path comes last: it may hold line breaks.
        asked = ("--is-bare-repository", "--is-inside-work-tree", "--git-common-dir")
        is_bare, is_inside, common = (await git.read(path, "rev-parse", *asked, extra=extra)).text.split("\n", 2)
        common_dir = await asyncio.to_thread(os.path.realpath, os.path.join(path, common))
        if is_inside == "true":
            top = (await git.read(path, "rev-parse", "--show-toplevel", extra=extra)).text
            if await asyncio.to_thread(os.path.realpath, top) != path:
                raise _BrokenError(ProjectProblem.BROKEN_REPOSITORY, f"Its working tree is {top}")
        elif is_bare != "true":
            raise _BrokenError(ProjectProblem.BROKEN_REPOSITORY, "Its working tree is elsewhere (core.worktree)")
        head = (await git.read(path, "symbolic-ref", "-q", "HEAD", ok=(0, 1), extra=extra)).text
        has_commits = await _has_commits(git, path, head)
    except GitError as error:
        is_foreign = "dubious ownership" in error.words or "is owned by someone else" in error.words
        raise _BrokenError(ProjectProblem.NOT_OURS if is_foreign else ProjectProblem.BROKEN_REPOSITORY, error.words) from error
    return Repository(key, path, common_dir, is_bare == "true", has_commits, head.removeprefix("refs/heads/"))


async def _has_commits(git: Git, path: str, head: str) -> bool:
    found = await git.read(path, "rev-parse", "--verify", "-q", "HEAD^{commit}", ok=(0, 1, 128))
    if found.code == 0:
        return True
    if not head or (await git.read(path, "show-ref", "--verify", "-q", "--", head, ok=(0, 1, 128))).code == 0:
        raise _BrokenError(ProjectProblem.BROKEN_REPOSITORY, found.words or "Its head is no commit")
    return bool((await git.read(path, "for-each-ref", "--count=1", "--format=%(refname)", "refs/heads", "refs/remotes")).stdout)


async def _problems_of(git: Git, root: str, repository: Repository) -> list[FoundProblem]:
    from onesist_desktop.git.worktree_list import list_worktrees

    key = repository.key
    problems = []
    if not repository.has_commits:
        problems.append(FoundProblem(ProjectProblem.NO_COMMITS, key))
    if not await asyncio.to_thread(os.access, repository.common_dir, os.W_OK) and os.access(root, os.W_OK):
        problems.append(FoundProblem(ProjectProblem.READ_ONLY, key))
    try:
        if repository.is_bare:
            peers = [worktree.path for worktree in await list_worktrees(git, repository) if not worktree.is_main]
            problems.append(FoundProblem(ProjectProblem.BARE, key, tuple(peers)))
        else:
            left_out = CODE_FOLDER if key == ROOT_REPOSITORY else ""
            nested = await nested_repositories(git, repository.path, repository.common_dir, left_out)
            if nested:
                problems.append(FoundProblem(ProjectProblem.NESTED_REPOSITORIES, key, nested))
    except GitError as error:
        problems.append(FoundProblem(ProjectProblem.BROKEN_REPOSITORY, key, (error.words,)))
    return problems


async def _around(git: Git, root: str, *, has_any: bool) -> list[FoundProblem]:
    """Look whether a folder that is no repository lies in one."""
    try:
        found = await git.read(root, "rev-parse", "--show-toplevel", ok=(0, 128))
    except GitError as error:
        return [FoundProblem(ProjectProblem.UNREADABLE, "", (error.words,))]
    if found.code == 0 and found.text:
        return [FoundProblem(ProjectProblem.INSIDE_REPOSITORY, "", (found.text,))]
    if "dubious ownership" in found.words or "is owned by someone else" in found.words:
        return [FoundProblem(ProjectProblem.NOT_OURS, "", (found.words,))]
    return [] if has_any else [FoundProblem(ProjectProblem.NO_REPOSITORY)]
