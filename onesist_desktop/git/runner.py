# SPDX-License-Identifier: MIT
"""Starting Git: argv only, an environment made from nothing, and nothing of the repository's configuration runs on a read."""

from __future__ import annotations

import asyncio
import contextlib
import re
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.git.errors import GitError, GitMissingError, GitOutputError, GitTooOldError
from onesist_desktop.git.filters import configured_filters
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.errors import (
    ProcessesLeftError,
    ProgramMissingError,
    ProgramNotStartedError,
    WorkingFolderMissingError,
)
from onesist_desktop.process.find import find_program

OLDEST = (2, 30, 0)
OUTPUT_BYTES = 256 * 1024 * 1024
"""Of one command. A status of a million files has about 100 MB."""
_CHUNK = 256 * 1024

# Nothing that an agent could have written into a repository's configuration may run or be asked when the app only looks.
_HARMLESS = (
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.ignoreStat=false",
    "core.pager=cat",
    "core.askPass=",
    "core.alternateRefsCommand=",
    "core.quotePath=false",
    "diff.external=",
    "diff.ignoreSubmodules=none",
    "log.showSignature=false",
    "status.showUntrackedFiles=all",
    "status.submoduleSummary=false",
    "submodule.recurse=false",
    "protocol.allow=never",
    "color.ui=false",
    "gc.auto=0",
    "maintenance.auto=false",
)


@dataclass(frozen=True, slots=True)
class GitOutput:
    """What a command wrote. ``words`` is its stderr, decoded leniently."""

    code: int
    stdout: bytes
    words: str

    @property
    def text(self) -> str:
        """Stdout without its last line end; undecodable bytes as surrogates."""
        return decode(self.stdout).rstrip("\n")

    def fields(self) -> list[str]:
        """Split stdout at its NUL bytes; undecodable bytes as surrogates."""
        return [decode(field) for field in self.stdout.split(b"\0")[: -1 if self.stdout.endswith(b"\0") else None] if field]


def decode(data: bytes) -> str:
    """Decode a path or a name of Git's. It writes UTF-8 on every system; other bytes survive as surrogates."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Undo :func:`decode`."""
    return text.encode("utf-8", "surrogateescape")


class Git:
    """Runs Git.

    Args:
        shell: Builds its environment: the search path of the login shell, none of the ``GIT_*`` that the app inherited.
        no_hooks: An empty folder that only this app can write, in place of a repository's hooks when the app only looks.
        program: A Git to use instead of the one on the search path.
    """

    def __init__(self, shell: ShellEnvironment, no_hooks: Path, *, program: str = "") -> None:
        self._shell = shell
        self._no_hooks = no_hooks
        self._chosen = program
        self._program: str | None = None
        self._version: tuple[int, int, int] | None = None
        self._writers: dict[str, asyncio.Lock] = {}
        self._readers: dict[str, asyncio.Lock] = {}

    async def program(self) -> str:
        """Return the path of Git. Raises GitMissingError."""
        if self._program is None:
            found = self._chosen or await self._find()
            if not found:
                raise GitMissingError("Git is not installed.")
            self._program = found
        return self._program

    async def version(self) -> tuple[int, int, int]:
        """Return Git's version. Raises GitMissingError, and GitTooOldError for one older than ``OLDEST``."""
        if self._version is None:
            output = await self._run(str(Path.home()), ("version",), reads=True)
            found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", output.text)
            if found is None:
                raise GitOutputError(output.text)
            version = (int(found[1]), int(found[2]), int(found[3] or 0))
            if version < OLDEST:
                raise GitTooOldError(found[0])
            self._version = version
        return self._version

    async def read(
        self,
        cwd: str,
        *args: str,
        stdin: bytes = b"",
        ok: Sequence[int] = (0,),
        with_filters: bool = False,
        extra: Mapping[str, str] | None = None,
    ) -> GitOutput:
        """Run a command that only looks. Takes no locks of the repository, and runs none of its configured programs.

        Args:
            cwd: Where to run it.
            args: Its arguments; paths come after ``--``.
            stdin: What it reads.
            ok: Exit codes that are no failure.
            with_filters: The command may compare the content of files, for which Git would run configured filters: those of
                the repository's own configuration are switched off. Such commands also wait for each other in one folder.
            extra: Further environment variables.

        Raises:
            GitError: It ended with another code.
            GitMissingError: There is no Git.
        """
        if not with_filters:
            return _checked(await self._run(cwd, args, stdin=stdin, reads=True, extra=extra), ok)
        lock = self._readers.setdefault(cwd, asyncio.Lock())
        async with lock:
            off = await self._filters_off(cwd)
            return _checked(await self._run(cwd, args, stdin=stdin, reads=True, config=off, extra=extra), ok)

    async def write(
        self,
        cwd: str,
        *args: str,
        stdin: bytes = b"",
        ok: Sequence[int] = (0,),
        config: Sequence[str] = (),
        runs_hooks: bool = False,
        on_words: Callable[[str], None] | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> GitOutput:
        """Run a command that changes a repository. Hold :meth:`writing` around it.

        Args:
            cwd: Where to run it.
            args: Its arguments; paths come after ``--``.
            stdin: What it reads.
            ok: Exit codes that are no failure.
            config: ``name=value`` to set for this command.
            runs_hooks: Whether the repository's hooks run. Filters always do: what is checked out has to be whole.
            on_words: Gets each piece of stderr, for progress.
            extra: Further environment variables.

        Raises:
            GitError: It ended with another code.
            GitMissingError: There is no Git.
        """
        hooks = () if runs_hooks else (f"core.hooksPath={self._no_hooks}",)
        output = await self._run(cwd, args, stdin=stdin, config=(*hooks, *config), on_words=on_words, extra=extra)
        return _checked(output, ok)

    @contextlib.asynccontextmanager
    async def writing(self, common_dir: str) -> AsyncIterator[None]:
        """Be the one writer of a repository, given by its common Git folder (a real path), as long as the block lasts."""
        async with self._writers.setdefault(common_dir, asyncio.Lock()):
            yield

    async def _find(self) -> str:
        path = await self._shell.path()
        return await asyncio.to_thread(find_program, "git", path) or ""

    async def _filters_off(self, cwd: str) -> Sequence[str]:
        listed = await self._run(cwd, ("config", "--list", "--show-scope", "-z"), reads=True)
        return configured_filters(listed.stdout) if listed.code == 0 else ()

    async def _run(
        self,
        cwd: str,
        args: Sequence[str],
        *,
        stdin: bytes = b"",
        reads: bool = False,
        config: Sequence[str] = (),
        on_words: Callable[[str], None] | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> GitOutput:
        program = await self.program()
        settings = [*((*_HARMLESS, f"core.hooksPath={self._no_hooks}") if reads else ()), *config]
        options = [part for setting in settings for part in ("-c", setting)]
        env = await self._shell.build(
            keep=("GNUPGHOME",), extra={**_environment(reads=reads), **(extra or {})}, program_folder=str(Path(program).parent)
        )
        try:
            child = await ChildProcess.start(
                (program, "--no-pager", *options, *args),
                cwd=cwd,
                env=env,
                mark=f"git-{uuid.uuid4()}",
                on_stderr=None if on_words is None else lambda data: on_words(data.decode("utf-8", "replace")),
            )
        except ProgramMissingError as error:
            self._program = None
            raise GitMissingError("Git is not installed.") from error
        except (ProgramNotStartedError, WorkingFolderMissingError) as error:
            raise GitError(str(error)) from error
        try:
            output = await _talk(child, stdin)
        except BaseException:
            # A command that is given up must not go on writing while the next one begins.
            with contextlib.suppress(ProcessesLeftError):
                await child.stop(eof_s=0.0)
            raise
        child.close()
        return output


async def _talk(child: ChildProcess, stdin: bytes) -> GitOutput:
    """Write and read at the same time: a program that waits for its output to be taken takes no input."""
    async with asyncio.TaskGroup() as group:
        reading = group.create_task(_read_all(child))
        group.create_task(_write_all(child, stdin))
    code = await child.wait()
    return GitOutput(code if code is not None else -1, reading.result(), child.stderr_tail.strip())


async def _write_all(child: ChildProcess, stdin: bytes) -> None:
    # Git may end, or close its input, before it has read all: then its exit code tells.
    with contextlib.suppress(ConnectionError):
        if stdin:
            child.stdin.write(stdin)
            await child.stdin.drain()
    await child.close_stdin()


async def _read_all(child: ChildProcess) -> bytes:
    chunks, size = [], 0
    while chunk := await child.stdout.read(_CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > OUTPUT_BYTES:
            raise GitOutputError("Git told more than fits.")
    return b"".join(chunks)


def _checked(output: GitOutput, ok: Sequence[int]) -> GitOutput:
    if output.code not in ok:
        raise GitError(output.words, output.code)
    return output


def _environment(*, reads: bool) -> dict[str, str]:
    result = {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "GIT_EDITOR": "true",
        "GIT_SEQUENCE_EDITOR": "true",
        "GIT_PAGER": "cat",
    }
    if reads:
        # No lock is taken for refreshing the index, and nothing is fetched for a repository that lacks objects.
        result |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
    return result
