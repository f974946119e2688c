# SPDX-License-Identifier: MIT
"""Which commits of a worktree no other ref reaches."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from onesist_desktop.core.workspaces import NAMES_SHOWN, NOTHING, UNKNOWN, Named
from onesist_desktop.git.errors import GitError, GitOutputError
from onesist_desktop.git.loose_ends import OWN_REFS, ids_in_files, is_reftable, other_heads, stash_entries
from onesist_desktop.git.places import UNALTERED, Place, find_place
from onesist_desktop.git.runner import Git, decode


@dataclass(frozen=True, slots=True)
class Loose:
    """Commits that no shared ref and not the head reaches.

    Attributes:
        tips: Object ids from which all of them are reached, sorted; also other objects that own refs name.
        count: How many there are.
    """

    tips: tuple[str, ...] = ()
    count: int = 0


async def loose_commits(git: Git, path: str) -> list[str]:
    """Return the ids from which everything is reached that only a worktree's own reflog, refs and unfinished operation name.

    What the head reaches is left out. Ids of objects that are gone are, too.

    Raises:
        GitError: It can't be found out, so something may be there.
    """
    place = await find_place(git, path)
    head = (await git.read(path, "rev-parse", "--verify", "--quiet", "HEAD", ok=(0, 1))).text
    return list((await loose_of(git, place, head)).tips)


async def own_commits(git: Git, place: Place, head: str, branch: str) -> Named:
    """Return the commits of a worktree's head that no ref but its own branch reaches, and no other worktree's head.

    Args:
        git: Git.
        place: The worktree.
        head: Object id of its head, empty before the first commit.
        branch: The branch that the head is on, empty for a detached one.

    Returns:
        Names are ``<short id> <subject>``, newest first. UNKNOWN if it can't be found out.
    """
    if not head:
        return NOTHING
    try:
        others = await _other_heads(git, place)
        left = (*_shared_refs(branch), "--ignore-missing", "--stdin", "--")
        stdin = "".join(f"^{other}\n" for other in others if other != head).encode()
        if head in others:
            return NOTHING
        shown = await git.read(
            place.path,
            *("log", "-z", f"--max-count={NAMES_SHOWN + 1}", "--no-patch", "--no-decorate", "--no-notes", "--no-color"),
            *("--encoding=UTF-8", "--format=tformat:%h %s", head, "--not", *left),
            stdin=stdin,
            extra=UNALTERED,
        )
        names = [decode(name) for name in shown.stdout.split(b"\0")[:-1]]
        if len(names) <= NAMES_SHOWN:
            return Named(len(names), tuple(names))
        counted = await git.read(place.path, "rev-list", "--count", head, "--not", *left, stdin=stdin, extra=UNALTERED)
        return Named(_number(counted.text), tuple(names[:NAMES_SHOWN]))
    except (GitError, OSError):
        return UNKNOWN


async def loose_of(git: Git, place: Place, head: str) -> Loose:
    """Find what no shared ref reaches; see :func:`loose_commits`. Raises GitError."""
    try:
        ids = await (_ids_of_reftable(git, place) if is_reftable(place) else asyncio.to_thread(ids_in_files, place))
    except OSError as error:
        raise GitError(str(error)) from error
    ids.pop(head, None)
    if not ids:
        return Loose()
    types = await _types(git, place, list(ids))
    commits = [name for name, kind in types.items() if kind in ("commit", "tag")]
    # A file can name trees too; only a ref keeps one for its own sake.
    others = await _other_objects(git, place, types)
    if not commits:
        return Loose(tuple(others), len(others))
    stdin = "".join(f"{name}\n" for name in commits).encode()
    walked = await git.read(
        place.path,
        *("rev-list", "--parents", "--stdin", "--not", *_shared_refs(), *([head] if head else []), "--"),
        stdin=stdin,
        extra=UNALTERED,
    )
    lines = [line.split() for line in walked.text.splitlines()]
    parents = {parent for line in lines for parent in line[1:]}
    tips = [line[0] for line in lines if line[0] not in parents]
    return Loose(tuple(sorted([*tips, *others])), len(lines) + len(others))


async def stash_count(git: Git, place: Place) -> int:
    """Count the entries of the repository's stash. Raises GitError."""
    if not is_reftable(place):
        try:
            return await asyncio.to_thread(stash_entries, place)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise GitError(str(error)) from error
        return 0
    listed = await git.read(place.path, "rev-list", "--count", "-g", "refs/stash", ok=(0, 128))
    return _number(listed.text) if listed.code == 0 else 0


def _shared_refs(without_branch: str = "") -> tuple[str, ...]:
    """Return arguments that stand for all refs that stay when the worktree goes.

    Not ``--all``: that takes in the heads of all worktrees, this one's too, and then nothing would ever be left.
    """
    own = [f"--exclude={folder}/*" for folder in OWN_REFS]
    branch = [f"--exclude=refs/heads/{without_branch}"] if without_branch else []
    return (*own, *branch, "--glob=refs/*")


async def _other_heads(git: Git, place: Place) -> list[str]:
    if not is_reftable(place):
        return await asyncio.to_thread(other_heads, place)
    listed = (await git.read(place.path, "worktree", "list", "--porcelain")).text.split("\n\n")
    blocks = [block.splitlines() for block in listed]
    return [
        line.removeprefix("HEAD ")
        for block in blocks
        if "detached" in block and block[0] != f"worktree {place.path}" and not any(line.startswith("prunable") for line in block)
        for line in block
        if line.startswith("HEAD ")
    ]


async def _ids_of_reftable(git: Git, place: Place) -> dict[str, None]:
    logged = await git.read(place.path, "log", "-g", "--format=%H", "HEAD", "--", ok=(0, 128), extra=UNALTERED)
    refs = await git.read(place.path, "for-each-ref", "--format=%(objectname)", *OWN_REFS, extra=UNALTERED)
    files = await asyncio.to_thread(ids_in_files, place)
    return {**dict.fromkeys((*logged.text.split(), *refs.text.split())), **files}


async def _types(git: Git, place: Place, ids: list[str]) -> dict[str, str]:
    """Return what kind of object each id is; those that are not there are left out."""
    stdin = "".join(f"{name}\n" for name in ids).encode()
    told = await git.read(place.path, "cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=stdin, extra=UNALTERED)
    lines = [line.split() for line in told.text.splitlines()]
    if len(lines) != len(ids):
        raise GitOutputError("Git left objects out.")
    return {line[0]: line[1] for line in lines if len(line) == 2 and line[1] != "missing"}


async def _other_objects(git: Git, place: Place, types: dict[str, str]) -> list[str]:
    candidates = {name for name, kind in types.items() if kind in ("blob", "tree")}
    if not candidates:
        return []
    refs = await git.read(place.path, "for-each-ref", "--format=%(objectname)", *OWN_REFS, extra=UNALTERED)
    return sorted(candidates & set(refs.text.split()))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise GitOutputError(text)
    return int(text)
