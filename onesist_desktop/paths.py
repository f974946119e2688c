# SPDX-License-Identifier: MIT
"""Where the app keeps its files. Never derived from the current folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from onesist_desktop.core.errors import InvalidInputError

APP_NAME = "onesist-desktop"
DATABASE_VARIABLES = ("ONESIST_DB_PATH", "SA_DB_PATH")
WORKTREES_VARIABLES = ("ONESIST_WORKTREES_DIR", "SA_WORKTREES_DIR")


@dataclass(frozen=True, slots=True)
class AppPaths:
    """The app's files and folders.

    Attributes:
        data: Folder of the database, the lock and all else that is the app's own.
        practice: Folder where the practice agent keeps its sessions.
        run: Folder for what is of use only while the app runs; cleared at each start.
        worktrees: Base folder of new worktrees. Those that were made before keep the one that they were made in.
    """

    data: Path
    database: Path
    settings: Path
    logs: Path
    practice: Path
    run: Path
    worktrees: Path

    @property
    def attachments(self) -> Path:
        """Folder of the copies of what was attached to messages."""
        return self.data / "attachments"


def app_paths(environ: Mapping[str, str]) -> AppPaths:
    """Work out the paths. With ``ONESIST_DB_PATH`` set, everything lies beside that database.

    Worktrees lie in ``ONESIST_WORKTREES_DIR`` where that is set.

    Raises InvalidInputError for a relative value: it would depend on where the app was started.
    """
    worktrees = _first_path(environ, WORKTREES_VARIABLES)
    database = _first_path(environ, DATABASE_VARIABLES)
    if database is not None:
        return _beside(database.parent, database, worktrees)
    data = platformdirs.user_data_path(APP_NAME, appauthor=False)
    return _beside(data, data / "onesist.db", worktrees)


def _first_path(environ: Mapping[str, str], names: tuple[str, ...]) -> Path | None:
    for name in names:
        value = environ.get(name, "")
        if value:
            path = Path(value)
            if not path.is_absolute():
                raise InvalidInputError(f"{name} must be an absolute path, but is {value!r}")
            return path
    return None


def _beside(data: Path, database: Path, worktrees: Path | None) -> AppPaths:
    return AppPaths(
        data=data,
        database=database,
        settings=data / "settings.json",
        logs=data / "logs",
        practice=data / "practice-agent",
        run=data / "run",
        worktrees=worktrees if worktrees is not None else data / "worktrees",
    )
