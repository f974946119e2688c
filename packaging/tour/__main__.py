# SPDX-License-Identifier: MIT
"""Starts the tour: ``python -m tour --out FOLDER``. Exit code 1, with one line that says why, when anything is wrong."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tour.errors import TourError
from tour.world import World, environment_in, temporary_world

if TYPE_CHECKING:
    from onesist_desktop.window import Opened

LIMIT_S = 180.0


def main(arguments: list[str]) -> int:
    """Take the tour and return the exit code."""
    parser = argparse.ArgumentParser(prog="tour", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    out = parser.parse_args(arguments).out.resolve()
    try:
        with temporary_world() as world:
            inherited = dict(os.environ)
            os.environ.clear()
            os.environ.update(environment_in(world, inherited))
            return Guide(world, out).lead()
    except TourError as error:
        print(f"The tour failed: {error}", file=sys.stderr, flush=True)
        return 1


class Guide:
    """Runs the app with the tour beside it, and listens for faults of both."""

    def __init__(self, world: World, out: Path) -> None:
        self._world = world
        self._out = out
        self._problems: list[str] = []
        self._taken: list[Path] = []

    def lead(self) -> int:
        """Take the whole tour, say how it went, and return the exit code."""
        # Only now: Qt and the app read the environment when they are loaded.
        import psutil

        from onesist_desktop.main import open_window

        started = time.monotonic()
        handler = _Warnings(self._problems)
        logging.getLogger().addHandler(handler)
        code = open_window(None, driver=self._drive)
        logging.getLogger().removeHandler(handler)
        if code != 0:
            self._problems.append(f"the app ended with exit code {code}")
        left = [process.name() for process in psutil.Process().children(recursive=True)]
        if left:
            self._problems.append(f"processes were left running: {', '.join(left)}")
        for problem in self._problems:
            print(f"The tour failed: {problem}", file=sys.stderr, flush=True)
        if self._problems:
            return 1
        print(f"{len(self._taken)} stops in {time.monotonic() - started:.0f} s; the pictures are in {self._out}:")
        if not self._world.has_git:
            print("There is no Git on the search path, so own copies were left out.")
        for file in self._taken:
            print(f"  {file.name}  {file.stat().st_size // 1000} kB")
        return 0

    async def _drive(self, opened: Opened) -> None:
        from onesist_desktop.services.events import NoticeLevel, NoticeRaised
        from tour import stops
        from tour.base import Tour
        from tour.camera import Camera
        from tour.evidence import Evidence
        from tour.hands import Hands

        def on_notice(notice: NoticeRaised) -> None:
            if notice.level is not NoticeLevel.INFO:
                self._problems.append(f"the app raised the notice {notice.code}: {notice.detail}")

        opened.app.services.bus.subscribe(NoticeRaised, on_notice)
        camera = Camera(self._out)
        tour = Tour(Hands(opened.window), Evidence(self._world.database), camera, self._world)
        try:
            async with asyncio.timeout(LIMIT_S):
                await stops.take(tour)
        except TourError as error:
            self._problems.append(str(error))
        except TimeoutError:
            self._problems.append(f"it takes longer than {LIMIT_S:g} s")
        finally:
            self._taken = camera.taken


class _Warnings(logging.Handler):
    """Whatever is worth a warning is worth failing."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._problems = problems

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line of it; a traceback goes to standard error."""
        self._problems.append(f"{record.levelname.lower()} of {record.name}: {record.getMessage()}")
        if record.exc_info:
            sys.stderr.write(f"{logging.Formatter().formatException(record.exc_info)}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
