# SPDX-License-Identifier: MIT
"""Refs for commits that a worktree's removal would leave without any: nothing that was committed is ever lost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from onesist_desktop.core.git_names import BRANCH_PREFIX, EMPTY_SLUG, SAFE_REF, title_slug
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.gitfile import admin_entry, read_small
from onesist_desktop.git.loose_ends import OWN_REFS
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git

KEPT_PREFIX = "refs/onesist/kept/"
"""Hidden: ``git branch`` and the window show none of these, and no push takes them along."""

_TRIES = 100
_MESSAGE = "kept before its worktree was removed"


async def rescue_branch(git: Git, repository: Repository, head: str, name: str, day: str) -> str:
    """Make a branch at a detached head. Never moves one that is there.

    Args:
        git: Runs Git.
        repository: The worktree's repository.
        head: The commit.
        name: What to call it, such as a thread's title.
        day: As ``yyyymmdd``.

    Returns:
        The branch's name.

    Raises:
        GitError: It could not be made, so the commits still hang on the worktree only.
    """
    tail = f"rescue/{title_slug(name) if name else EMPTY_SLUG}-{day}"
    error = GitError(f"no free name for {tail}")
    # A branch called "onesist" or "onesist/rescue" leaves no room below it.
    for stem in (f"{BRANCH_PREFIX}{tail}", f"{BRANCH_PREFIX.rstrip('/')}-{tail.replace('/', '-')}"):
        for number in range(1, _TRIES):
            branch = stem if number == 1 else f"{stem}-{number}"
            try:
                await _create(git, repository, f"refs/heads/{branch}", head)
            except GitError as failure:
                error = failure
                if not await _exists(git, repository, f"refs/heads/{branch}"):
                    break
                continue
            return branch
    raise error


async def keep_commits(git: Git, repository: Repository, key: str, tips: Sequence[str]) -> tuple[str, ...]:
    """Give commits that only a worktree's own reflog and refs reach a hidden ref each. Those that have one keep it.

    Args:
        git: Runs Git.
        repository: The worktree's repository.
        key: The worktree's id.
        tips: The commits.

    Returns:
        The refs that were made.

    Raises:
        GitError: One could not be made.
    """
    folder = f"{KEPT_PREFIX}{key if SAFE_REF.match(key) and '/' not in key and '.' not in key else title_slug(key)}"
    listed = await git.read(repository.common_dir, "for-each-ref", "--format=%(objectname) %(refname)", f"{folder}/")
    taken = dict(line.split(" ", 1)[::-1] for line in listed.text.splitlines())
    made: list[str] = []
    number = 1
    for tip in tips:
        if tip in taken.values():
            continue
        while f"{folder}/{number}" in taken:
            number += 1
        ref = f"{folder}/{number}"
        await _create(git, repository, ref, tip)
        taken[ref] = tip
        made.append(ref)
    return tuple(made)


async def commits_of_missing(git: Git, repository: Repository, path: str) -> tuple[str, ...]:
    """List commits that only the repository's entry of a worktree reaches whose folder is gone: its head and its reflog.

    Raises:
        GitError: They could not be found out.
    """
    entry = await asyncio.to_thread(admin_entry, repository.common_dir, path)
    named = await asyncio.to_thread(_named_in, entry.folder) if entry is not None else ()
    if not named:
        return ()
    asked = "".join(f"{one}^{{commit}}\n" for one in named).encode()
    checked = await git.read(repository.common_dir, "cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=asked)
    there = [line.split()[0] for line in checked.text.splitlines() if line.endswith(" commit")]
    if not there:
        return ()
    revisions = "\n".join((*there, "")).encode()
    # Not --all: that takes in the heads of worktrees, this one's too. Options are not taken from stdin before Git 2.42.
    shared = (*(f"--exclude={folder}/*" for folder in OWN_REFS), "--glob=refs/*")
    output = await git.read(repository.common_dir, "rev-list", "--stdin", "--not", *shared, stdin=revisions)
    loose = set(output.text.split())
    return tuple(one for one in dict.fromkeys(there) if one in loose)


def _named_in(entry: str) -> tuple[str, ...]:
    """Return the object ids that a worktree's own folder in the repository names, newest first."""
    found = re.findall(r"\b[0-9a-f]{40,64}\b", read_small(f"{entry}/HEAD") or "")
    found += re.findall(r"\b[0-9a-f]{40,64}\b", read_small(f"{entry}/ORIG_HEAD") or "")
    try:
        with open(f"{entry}/logs/HEAD", encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
            lines = stream.readlines()
    except OSError:
        lines = []
    for line in reversed(lines):
        old, new, *_ = [*line.split(" ", 2), "", ""]
        found += [one for one in (new, old) if re.fullmatch("[0-9a-f]{40,64}", one) and set(one) != {"0"}]
    return tuple(dict.fromkeys(found))


async def _create(git: Git, repository: Repository, ref: str, commit: str) -> None:
    async with git.writing(repository.common_dir):
        await git.read(repository.common_dir, "cat-file", "-e", commit)
        # The zero id: only if there is none, decided by Git under its own lock.
        zero = "0" * len(commit)
        await git.write(repository.common_dir, "update-ref", "--no-deref", "-m", _MESSAGE, ref, commit, zero)


async def _exists(git: Git, repository: Repository, ref: str) -> bool:
    found = await git.read(repository.common_dir, "show-ref", "--verify", "--quiet", ref, ok=(0, 1, 128))
    return found.code == 0
