# SPDX-License-Identifier: MIT
"""Real repositories in a temporary folder, and a ``Git`` that sees nothing of the person's own Git configuration."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from onesist_desktop.git.repositories import Repository, open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.process.environment import ShellEnvironment

CONFIG = """[user]
\tname = Test Person
\temail = person@example.invalid
[init]
\tdefaultBranch = main
[commit]
\tgpgsign = false
[gc]
\tauto = 0
[protocol "file"]
\tallow = always
"""


class MaskedShell(ShellEnvironment):
    """An environment with a home of its own, which asks no login shell and reads no configuration of the machine."""

    def __init__(self, inherited: Mapping[str, str], *, app_mark: str = "") -> None:
        super().__init__(inherited, app_mark=app_mark)
        self.search_path = inherited["PATH"]

    async def path(self) -> str:
        return self.search_path

    async def build(
        self, *, keep: Iterable[str] = (), extra: Mapping[str, str] | None = None, program_folder: str | None = None
    ) -> dict[str, str]:
        masked = {"GIT_CONFIG_NOSYSTEM": "1", **(extra or {})}
        return await super().build(keep=keep, extra=masked, program_folder=program_folder)


class GitRig:
    """A project folder, a base folder for worktrees, and Git.

    Attributes:
        folder: Real path of the folder that holds everything.
        project: The project folder; it is no repository until ``repository`` makes one.
        base: Where worktrees may go. It isn't there yet.
        home: The person's home; ``.gitconfig`` lies in it.
        shell: What ``git`` builds its environment from.
        git: The app's Git, for what is under test.
    """

    def __init__(self, folder: Path, *, program: str = "", inherited: Mapping[str, str] | None = None) -> None:
        self.folder = Path(os.path.realpath(folder))
        self.project = self.folder / "project"
        self.base = self.folder / "worktrees"
        self.home = self.folder / "home"
        self.project.mkdir(exist_ok=True)
        self.home.mkdir(exist_ok=True)
        (self.home / ".gitconfig").write_text(CONFIG)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8", **(inherited or {})}
        self.shell = MaskedShell(self.environment)
        no_hooks = self.folder / "no-hooks"
        no_hooks.mkdir(exist_ok=True)
        self.git = Git(self.shell, no_hooks, program=program)

    def run(self, *args: str, cwd: Path | str | None = None, stdin: bytes = b"", ok: Iterable[int] = (0,)) -> str:
        """Run Git as a person would in a terminal. Returns stdout without its last line end."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            [shutil.which("git") or "git", *args],
            cwd=cwd or self.project,
            env=environment,
            input=stdin,
            capture_output=True,
            check=False,
        )
        assert done.returncode in tuple(ok), f"git {args}: {done.stderr.decode(errors='replace')}"
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def write(self, path: str | Path, data: bytes = b"text\n", *, into: Path | None = None) -> Path:
        """Write a file with its folders; relative paths are below the project, or below ``into``."""
        target = (into or self.project) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return target

    def repository(self, key: str = ".", *, commits: int = 1, files: Mapping[str, bytes] | None = None) -> Path:
        """Make a repository: the project folder, or ``input/code/<name>`` below it. Returns its folder."""
        folder = self.project / key
        folder.mkdir(parents=True, exist_ok=True)
        self.run("init", "-q", cwd=folder)
        for path, data in (files or {"read me.txt": b"one\n"}).items() if commits else ():
            self.write(path, data, into=folder)
        for number in range(commits):
            self.commit(f"commit {number}", cwd=folder)
        return folder

    def commit(self, message: str = "commit", *, cwd: Path | str | None = None) -> str:
        """Commit all that is there, if only an empty commit. Returns its id."""
        self.run("add", "-A", cwd=cwd)
        self.run("commit", "-q", "--allow-empty", "-m", message, cwd=cwd)
        return self.run("rev-parse", "HEAD", cwd=cwd)

    def worktree(self, name: str, branch: str = "", *, cwd: Path | str | None = None) -> Path:
        """Make a worktree outside the app, in the base folder: on a new branch, or detached without one."""
        path = self.base / name
        self.base.mkdir(exist_ok=True)
        self.run("worktree", "add", "-q", *(("-b", branch) if branch else ("--detach",)), "--", str(path), cwd=cwd)
        return path

    async def open(self, key: str = ".") -> Repository:
        """Open a repository of the project as the app does."""
        return await open_repository(self.git, str(self.project), key)

    def state(self, cwd: Path | str | None = None) -> tuple[str, str, tuple[str, ...]]:
        """Return refs, worktrees and all in the base folder, to compare before and after."""
        files = tuple(sorted(str(path) for path in self.base.rglob("*"))) if self.base.exists() else ()
        refs = self.run("for-each-ref", "--format=%(refname) %(objectname)", cwd=cwd)
        return refs, self.run("worktree", "list", "--porcelain", cwd=cwd), files
