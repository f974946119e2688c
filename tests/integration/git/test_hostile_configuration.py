# SPDX-License-Identifier: MIT
"""A repository's own configuration, which an agent may have written, runs nothing when the app only looks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from onesist_desktop.git.branches import branches, free_branch_name, resolve_commit
from onesist_desktop.git.contents import contents
from onesist_desktop.git.ignored import ignored_files
from onesist_desktop.git.includes import included_files
from onesist_desktop.git.repositories import find_repositories
from onesist_desktop.git.status import changes
from onesist_desktop.git.worktrees import Addition, add_worktree, find_worktree, is_whole, list_worktrees, undo_addition
from tests.support.git_rig import GitRig

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")

HOOKS = (
    *("post-checkout", "post-index-change", "pre-commit", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"),
    *("post-rewrite", "post-commit", "update", "pre-push", "sendemail-validate", "proc-receive"),
)
PROGRAMS = (
    *(
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "core.alternateRefsCommand",
        "core.gitProxy",
    ),
    *("diff.external", "diff.evil.command", "diff.evil.textconv", "merge.evil.driver", "gpg.program", "gpg.ssh.program"),
    *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "filter.lfs.clean", "filter.lfs.process"),
    *(
        "credential.helper",
        "sequence.editor",
        "pager.status",
        "pager.branch",
        "pager.log",
        "pager.config",
        "interactive.diffFilter",
    ),
    *("uploadpack.packObjectsHook", "remote.origin.uploadpack", "remote.origin.vcs", "trailer.sign.command", "browser.x.cmd"),
)
ALIASES = ("status", "worktree", "for-each-ref", "rev-parse", "ls-files", "log", "diff", "config", "version", "check-ref-format")


class Evil:
    """A program that leaves a sign each time it runs, and all the places where Git could be told to run it."""

    def __init__(self, rig: GitRig) -> None:
        self.sign = rig.folder / "evil ran"
        self.program = rig.write("evil.sh", f'#!/bin/sh\necho "$0 $@" >> "{self.sign}"\ncat\n'.encode(), into=rig.folder)
        self.program.chmod(0o755)
        self.rig = rig

    def configure(self, folder: Path, *, is_included: bool) -> None:
        git_dir = Path(self.rig.run("rev-parse", "--path-format=absolute", "--git-common-dir", cwd=folder))
        config = git_dir / ("evil config" if is_included else "config")
        for name in PROGRAMS:
            value = f"ext::{self.program}" if name == "remote.origin.vcs" else str(self.program)
            self.rig.run("config", "--file", str(config), name, value)
        for name in ALIASES:
            self.rig.run("config", "--file", str(config), f"alias.{name}", f"!{self.program}")
        for name, value in (("filter.evil.required", "true"), ("log.showSignature", "true"), ("core.hooksPath", str(self.hooks()))):
            self.rig.run("config", "--file", str(config), name, value)
        if is_included:
            self.rig.run("config", "--file", str(git_dir / "config"), "include.path", str(config))
        (git_dir / "info").mkdir(exist_ok=True)
        (git_dir / "info" / "attributes").write_text("* filter=evil diff=evil merge=evil\n*.bin filter=lfs\n")
        for name in HOOKS:
            self._hook(git_dir / "hooks" / name)

    def hooks(self) -> Path:
        folder = self.rig.folder / "evil hooks"
        for name in HOOKS:
            self._hook(folder / name)
        return folder

    def _hook(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(self.program.read_bytes())
        path.chmod(0o755)

    def ran(self) -> str:
        return self.sign.read_text() if self.sign.exists() else ""


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


@pytest.mark.parametrize("is_included", [False, True], ids=["config", "include.path"])
async def test_looking_runs_nothing(rig: GitRig, is_included: bool) -> None:
    files = {
        "a.txt": b"one\n",
        "b.bin": b"two\n",
        "same size.txt": b"xxx\n",
        ".gitignore": b"*.env\n",
        ".worktreeinclude": b"*.env\n",
    }
    rig.repository(files=files)
    path = rig.worktree("copy", "new")
    inner = rig.repository("input/code/one")
    evil = Evil(rig)
    for folder in (rig.project, path):
        # Changed content, with the same size too, so that Git has to read and filter it to know.
        rig.write("a.txt", b"changed\n", into=folder)
        rig.write("same size.txt", b"yyy\n", into=folder)
        rig.write("b.bin", b"TWO\n", into=folder)
        rig.write("new.txt", into=folder)
        rig.write("x.env", into=folder)
    for folder in (rig.project, inner):
        evil.configure(folder, is_included=is_included)

    found, _ = await find_repositories(rig.git, str(rig.project))
    assert [repository.key for repository in found] == [".", "input/code/one"]
    for repository in found:
        await branches(rig.git, repository)
        await list_worktrees(rig.git, repository)
        await free_branch_name(rig.git, repository, "onesist/a")
        await resolve_commit(rig.git, repository, "main")
    repository = found[0]
    await find_worktree(rig.git, repository, str(path))
    assert await included_files(rig.git, str(rig.project)) == ("x.env",)
    await is_whole(rig.git, repository, Addition(str(path), "new", "", makes_branch=True))
    for folder in (str(rig.project), str(path), str(inner)):
        counts = await changes(rig.git, folder)
        assert counts.count is not None
    measured = await contents(rig.git, repository, str(path), clock=lambda: 0.0)
    assert measured.changes.modified.count == 3
    assert await ignored_files(rig.git, str(path)) == ["x.env"]

    assert evil.ran() == ""


async def test_taking_back_after_a_kill_runs_nothing_but_git(rig: GitRig) -> None:
    rig.repository(files={"a.txt": b"one\n"})
    wanted, repository = Addition(str(rig.base / "copy"), "new", rig.run("rev-parse", "HEAD"), makes_branch=True), await rig.open()
    await add_worktree(rig.git, repository, wanted, on_step=lambda *_: None)
    evil = Evil(rig)
    evil.configure(rig.project, is_included=False)

    await undo_addition(rig.git, repository, wanted)

    assert not Path(wanted.path).exists()
    assert evil.ran() == ""


async def test_a_working_tree_elsewhere_is_refused(rig: GitRig) -> None:
    rig.repository("input/code/one")
    target = rig.folder / "target"
    rig.write("mine.txt", into=target)
    rig.run("config", "core.worktree", str(target), cwd=rig.project / "input/code/one")

    found, told = await find_repositories(rig.git, str(rig.project))

    assert found == ()
    assert [(problem.problem.value, problem.repository) for problem in told] == [("broken_repository", "input/code/one")]
    assert list(target.iterdir()) == [target / "mine.txt"]


async def test_the_programs_would_run_if_git_were_asked_plainly(rig: GitRig) -> None:
    # Without this the tests above would prove nothing.
    rig.repository(files={"same size.txt": b"xxx\n"})
    evil = Evil(rig)
    rig.write("same size.txt", b"yyy\n")
    evil.configure(rig.project, is_included=True)
    rig.run("status", "--porcelain", ok=(0, 1, 128))
    assert evil.ran()
