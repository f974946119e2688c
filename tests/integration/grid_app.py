# SPDX-License-Identifier: MIT
"""The app without its window in the test's own process, for faults that leave it alive: full disks, locks, clocks, dying agents."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.answerer import PermissionMode, RunOptions
from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.paths import app_paths
from tests.integration.agents.claude_rig import real_claude
from tests.integration.kill_checks import (
    API,
    CLAUDE,
    MODEL,
    OTHER_API,
    PRACTICE,
    check_practice,
    check_rows,
    check_wire,
    last_run,
)
from tests.integration.kill_points import RUN_POINTS, STEPS, arm
from tests.integration.kill_rig import Place, place_in


@dataclass(frozen=True, slots=True)
class Row:
    """One answerer, who else answers in between, and how what it was told is judged at the end."""

    provider: str
    other: str
    check: Callable[[Place], None]
    is_native: bool = False


ROWS = {
    "stateless": Row(OTHER_API, API, check_wire),
    "native": Row(CLAUDE, API, check_wire, is_native=True),
    "acp": Row(PRACTICE, MODEL, check_practice),
}


@dataclass
class GridApp:
    """A running app and its one thread. ``patience_s`` is how long a person waits before they stop a turn."""

    place: Place
    app: App
    thread_id: ThreadId
    patience_s: float = 60.0
    errors: list[str] = field(default_factory=list)

    async def say(self, provider: str, text: str) -> bool:
        """Send and wait for the end, stopping a turn that takes too long. Returns whether the message was stored."""
        options = RunOptions(ProviderId(provider), None, PermissionMode.FULL_ACCESS)
        try:
            await self.app.services.turns.send(self.thread_id, text, options)
        except StorageError:
            return False
        await self._end()
        return True

    async def again(self) -> bool:
        """*Send again* of what the thread offers it for. Returns whether there was something."""
        offered = (await self.app.services.threads.open_thread(self.thread_id)).resendable_id
        if offered is not None:
            await self.app.services.turns.send_again(self.thread_id, offered)
            await self._end()
        return offered is not None

    async def _end(self) -> None:
        while live := self.app.turns._live.get(self.thread_id):
            done, _ = await asyncio.wait({live.task}, timeout=self.patience_s)
            if not done:
                await self.app.services.turns.stop(self.thread_id)
                await asyncio.wait({live.task})

    async def worked(self, provider: str, text: str) -> None:
        """Send a message as often as a person would have to until it is answered, with more patience each time."""
        is_stored = await self.say(provider, text)
        patience_s = self.patience_s
        try:
            await self._retry(provider, text, is_stored)
        finally:
            self.patience_s = patience_s
        assert last_run(self.place).outcome == "completed", last_run(self.place)

    async def _retry(self, provider: str, text: str, is_stored: bool) -> None:
        for _ in range(5):
            self.patience_s *= 2
            if is_stored and last_run(self.place).outcome == "completed":
                return
            if not (is_stored and await self.again()):
                is_stored = await self.say(provider, text) or is_stored


@contextlib.contextmanager
def place_of(row: Row, folder: Path) -> Iterator[Place]:
    """Make the folders for a row."""
    with place_in(folder, real_claude() if row.is_native else "") as place:
        yield place


@contextlib.asynccontextmanager
async def running(place: Place, patience_s: float = 60.0) -> AsyncIterator[GridApp]:
    """Start the app, and end it in order."""
    errors: list[str] = []
    paths = app_paths({"ONESIST_DB_PATH": str(place.data / "onesist.db")})
    app = await start_app(paths, place.environ, lambda error, where: errors.append(f"{where}: {error!r}"))
    try:
        project = await app.services.projects.open_folder(str(place.project))
        threads = await app.services.threads.list_threads(project.id)
        thread = threads[0] if threads else await app.services.threads.create(project.id)
        yield GridApp(place, app, thread.id, patience_s, errors)
    finally:
        await app.close()


async def through_all_points(
    row: Row,
    place: Place,
    begin: Callable[[], None],
    end: Callable[[], None] = lambda: None,
    *,
    points: Sequence[str] = RUN_POINTS,
    patience_s: float = 60.0,
) -> list[str]:
    """Let a fault begin at each point of a run in turn and end after the run; the thread must go on, then and after a restart.

    Returns:
        The points that were survived.
    """
    survived: list[str] = []
    async with running(place, patience_s) as grid:
        await grid.worked(row.provider, "Alpha [[say:alpha-answer]]")
        for point in points:
            await grid.worked(row.other, f"Between {point} [[say:between-{point}]]")
            await grid.app.context.database.empty_log()
            said, text = place.said(), f"At {point} [[say:answer-{point}]]"
            begun: list[str] = []
            arm(grid.app, point, _noted(begin, begun))
            is_stored = await grid.say(row.provider, text)
            end()
            assert begun, f"the run never came to {point}"
            assert place.said() == ([*said, text] if is_stored else said)
            if not (is_stored and await grid.again()) and last_run(place).outcome != "completed":
                await grid.worked(row.provider, text)
            await grid.worked(row.provider, f"After {point} [[say:after-{point}]]")
            check_rows(place)
            survived.append(point)
        assert grid.errors == []
    told = place.told()
    async with running(place) as grid:
        assert grid.app.recovered_runs == 0
        assert place.told() == told, "the start sent something by itself"
        await grid.worked(row.provider, "Omega [[say:omega-answer]]")
    check_rows(place)
    row.check(place)
    return survived


def _noted(begin: Callable[[], None], begun: list[str]) -> Callable[[], None]:
    def act() -> None:
        begun.append("now")
        begin()

    return act


def show(capsys: pytest.CaptureFixture[str], fault: str, name: str, survived: list[str]) -> None:
    """Print a column of the grid for people to read."""
    lines = [f"{fault}, {name}:"]
    for step, *points in STEPS[:-1]:
        lines.append(f"  {step:10} " + ", ".join(f"{point}: survived" for point in points if point in survived))
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
