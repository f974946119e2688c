# SPDX-License-Identifier: MIT
"""Git as somebody outside the app would use it: without anybody's configuration, and past all of the app's own code."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tour.errors import TourError

BRANCH = "main"
_AUTHOR = ("-c", "user.name=Tour", "-c", "user.email=tour@example.invalid", "-c", "commit.gpgSign=false")


def git(folder: Path, *args: str) -> str:
    """Run Git and return what it wrote. Raises TourError when it fails, or when there is no Git."""
    program = shutil.which("git")
    if program is None:
        raise TourError("the tour needs Git, and there is none on the search path")
    # Without optional locks, so that a look from outside never stands in the app's way.
    argv = [program, "--no-optional-locks", "-C", str(folder), *args]
    done = subprocess.run(argv, env=environment(os.environ), capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise TourError(f"git {' '.join(args)}: {done.stderr.strip()}")
    return done.stdout.rstrip("\n")


def environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which Git reads no configuration but the repository's own, and knows nobody's name."""
    kept = {name: value for name, value in inherited.items() if not name.startswith("GIT_")}
    return {**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def make_repository(folder: Path) -> None:
    """Make a repository of a folder, with one commit of all that is in it. Raises TourError."""
    git(folder, "init", "--quiet")
    git(folder, "symbolic-ref", "HEAD", f"refs/heads/{BRANCH}")
    git(folder, "add", "--all")
    git(folder, *_AUTHOR, "commit", "--quiet", "--message=The shop")


def changes(folder: Path) -> list[str]:
    """List what differs from the last commit, each new file by itself, as ``git status`` says it."""
    return git(folder, "status", "--porcelain", "--untracked-files=all").splitlines()


def branches(folder: Path) -> list[str]:
    """List the branches."""
    return git(folder, "for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()


def worktrees(folder: Path) -> list[Path]:
    """List the folders that Git knows of this repository, the project's own first."""
    lines = git(folder, "worktree", "list", "--porcelain").splitlines()
    return [Path(line.removeprefix("worktree ")) for line in lines if line.startswith("worktree ")]
