# SPDX-License-Identifier: MIT
"""Random work in a real worktree: whatever was done, *holds nothing* means that every file of it is in its branch as it is."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from onesist_desktop.git.caches import is_cache
from onesist_desktop.git.contents import contents
from tests.support.git_rig import GitRig

NAMES = ["a", "sub/b", "sub/deep/c d", ".env", "x.log", "node_modules/m", "build/out", "sub/line\nbreak"]
STEPS = 14


class Work:
    """Does one random thing after another, as a person or an agent would in a terminal."""

    def __init__(self, rig: GitRig, folder: Path, seed: int) -> None:
        self.rig, self.folder, self.random = rig, folder, random.Random(seed)
        self.actions: list[Callable[[str], object]] = [
            lambda name: self.git("add", "-A", "-f", "--", name),
            lambda name: self.git("add", "-A"),
            lambda name: self.git("commit", "-q", "-a", "-m", "work"),
            lambda name: self.git("rm", "-q", "--cached", "--", name),
            lambda name: self.git("update-index", "--assume-unchanged", "--", name),
            lambda name: self.git("update-index", "--skip-worktree", "--", name),
            lambda name: self.git("reset", "-q"),
            lambda name: self.git("stash", "-q"),
            lambda name: self.git("checkout", "-q", "-f", "HEAD", "--", "."),
            lambda name: self.git("clean", "-q", "-f", "-d", "-x"),
            lambda name: (self.folder / name).unlink(missing_ok=True),
            lambda name: self.git("init", "-q", "--", str(Path(name).parent)) if "/" in name else None,
            *[self.edit] * 4,
        ]

    def git(self, *args: str) -> None:
        self.rig.run(*args, cwd=self.folder, ok=range(256))

    def edit(self, name: str) -> None:
        self.rig.write(name, self.random.choice([b"one\n", b"two\n", b"three\n"]), into=self.folder)

    def step(self) -> None:
        self.random.choice(self.actions)(self.random.choice(NAMES))

    def lost_with_it(self) -> list[str]:
        """Return the files that are in the folder and not so in the head's commit, caches apart."""
        lost = []
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder)
            if path == self.folder / ".git" or not path.is_file():
                continue
            if path.name[:4] != ".env" and ".git" not in name.parts and any(is_cache(str(self.folder / up)) for up in name.parents):
                continue
            kept = self.rig.run("rev-parse", "--verify", "-q", f"HEAD:{name.as_posix()}", cwd=self.folder, ok=(0, 1, 128))
            if kept != self.rig.run("hash-object", "--no-filters", "--stdin", cwd=self.folder, stdin=path.read_bytes()):
                lost.append(str(name))
        return lost


@pytest.mark.parametrize("seed", range(12))
async def test_holds_nothing_is_never_said_of_work(tmp_path: Path, seed: int) -> None:
    rig = GitRig(tmp_path)
    rig.repository(files={".gitignore": b"*.log\n.env\nnode_modules/\nbuild/\n", "a": b"one\n", "sub/b": b"one\n"})
    work = Work(rig, rig.worktree("own", "own"), seed)
    repository = await rig.open()
    for _ in range(STEPS):
        work.step()
        found = await contents(rig.git, repository, str(work.folder), clock=lambda: 0.0)
        if found.holds_nothing:
            assert work.lost_with_it() == []
    shutil.rmtree(work.folder / "sub", ignore_errors=True)
    (rig.project / ".git/worktrees/own/index").unlink()
    work.git("reset", "-q", "--hard")
    work.git("clean", "-q", "-f", "-f", "-d", "-x")
    assert (await contents(rig.git, repository, str(work.folder), clock=lambda: 0.0)).holds_nothing
