# SPDX-License-Identifier: MIT
"""One running set-up command: its process, its output as it comes, its limit."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.errors import ProcessesLeftError
from onesist_desktop.services.workspace_views import SetupState

OUTPUT_BYTES = 64 * 1024
TELL_EVERY_S = 0.1

_SPARE_BYTES = 16 * 1024
"""Kept in front of what is shown: what is cut there in the middle can't be recognised as a secret."""
_TELLING_CHARS = 8
"""Fewer at the end of all output are taken for a word that begins in the same way."""
_READ_BYTES = 64 * 1024
_DRAIN_S = 1.0
_TERM_S = 2.0
# Colours and cursor movements, which a plain text has no use for.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")


@dataclass(frozen=True, slots=True)
class SetupEnd:
    """How a set-up ended. ``exit_code`` is None where the command didn't end by itself."""

    state: SetupState
    exit_code: int | None = None


class SetupOutput:
    """The end of what a command wrote, without secrets."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._data = bytearray()
        self._is_cut = False

    def feed(self, data: bytes) -> None:
        """Add what was just written."""
        self._data += data
        over = len(self._data) - OUTPUT_BYTES - _SPARE_BYTES
        if over > 0:
            self._is_cut = True
            del self._data[:over]

    def text(self, *, is_whole: bool) -> str:
        """Return it, decoded leniently and masked.

        A beginning of a secret at its end is held back while more may come, and left out when it was ended in the middle.
        """
        text = _ESCAPES.sub("", self._data.decode("utf-8", "replace")).replace("\0", "�")
        masked = self._redactor.mask(text)
        begun = _begun(masked, self._redactor.placeholders)
        if not is_whole or begun >= _TELLING_CHARS:
            masked = masked[: len(masked) - begun]
        if self._is_cut:
            # What was in front of it is gone, so the rest of a secret could stand there unrecognised.
            masked = masked[max(map(len, self._redactor.placeholders), default=0) :]
        return last_bytes(masked, OUTPUT_BYTES)


def last_bytes(text: str, limit: int) -> str:
    """Return the end of a text that has at most so many bytes, without a half character."""
    data = text.encode("utf-8", "replace")
    return text if len(data) <= limit else data[-limit:].decode("utf-8", "ignore")


class SetupRun:
    """Runs a command once. Create, then await :meth:`run` in a task of the supervisor.

    Args:
        command: What the shell reads, exactly as the person agreed to it.
        cwd: The worktree.
        env: The whole environment.
        redactor: Takes secrets out of the output.
        tell: Called while it runs, when there is more to see; at most every ``TELL_EVERY_S``.
        limit_s: How long it may take.
    """

    def __init__(
        self,
        command: str,
        cwd: str,
        env: Mapping[str, str],
        redactor: Redactor,
        tell: Callable[[], object],
        *,
        limit_s: float,
    ) -> None:
        self._command = command
        self._cwd = cwd
        self._env = env
        self._tell = tell
        self._limit_s = limit_s
        self._output = SetupOutput(redactor)
        self._is_over = False
        self._asked_to_end = asyncio.Event()
        self._has_more = asyncio.Event()

    @property
    def output(self) -> str:
        """What it wrote so far, masked."""
        return self._output.text(is_whole=self._is_over)

    def cancel(self) -> None:
        """Ask for its end; :meth:`run` returns once nothing of it is left."""
        self._asked_to_end.set()

    async def run(self) -> SetupEnd:
        """Run the command and end all that it started, also what it left in the background. Never raises for the command."""
        try:
            child = await ChildProcess.start_shell(self._command, cwd=self._cwd, env=self._env, mark=f"setup-{uuid.uuid4()}")
        except OnesistError as error:
            return self._over(SetupEnd(SetupState.FAILED), str(error))
        try:
            # Closed, so that a command that asks something fails instead of waiting.
            await child.close_stdin()
            end = await self._follow(child)
        except BaseException:
            await _end_tree(child, term_s=0.5)
            raise
        return self._over(end, await _end_tree(child, term_s=_TERM_S))

    async def _follow(self, child: ChildProcess) -> SetupEnd:
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(self._read(child))
            ended = group.create_task(child.wait())
            asked = group.create_task(self._asked_to_end.wait())
            telling = group.create_task(self._tell_changes())
            await asyncio.wait((ended, asked), timeout=self._limit_s, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                # What it left in the background may hold the pipe open for ever.
                await asyncio.wait((reading,), timeout=_DRAIN_S)
            for task in (reading, ended, asked, telling):
                task.cancel()
        if not ended.cancelled():
            code = ended.result()
            return SetupEnd(SetupState.WORKED if code == 0 else SetupState.FAILED, code)
        return SetupEnd(SetupState.TIMED_OUT if asked.cancelled() else SetupState.CANCELLED)

    async def _read(self, child: ChildProcess) -> None:
        while data := await _chunk(child):
            self._output.feed(data)
            self._has_more.set()

    async def _tell_changes(self) -> None:
        while True:
            await self._has_more.wait()
            self._has_more.clear()
            self._tell()
            await asyncio.sleep(TELL_EVERY_S)

    def _over(self, end: SetupEnd, words: str) -> SetupEnd:
        if words:
            self._output.feed(words.encode("utf-8", "replace"))
        self._is_over = True
        return end


async def _chunk(child: ChildProcess) -> bytes:
    try:
        return await child.stdout.read(_READ_BYTES)
    except ConnectionError:
        # Windows reports a killed program's pipe as broken instead of ended.
        return b""


async def _end_tree(child: ChildProcess, *, term_s: float) -> str:
    """End whatever is left, and return words about what could not be ended."""
    try:
        await child.stop(eof_s=0.0, term_s=term_s)
    except ProcessesLeftError as error:
        return f"\n{error}\n"
    return ""


def _begun(text: str, secrets: Iterable[str]) -> int:
    """Return how many characters at the end of a text may be the beginning of a secret."""
    longest = 0
    for secret in secrets:
        for length in range(min(len(secret) - 1, len(text)), longest, -1):
            if text.endswith(secret[:length]):
                longest = length
                break
    return longest
