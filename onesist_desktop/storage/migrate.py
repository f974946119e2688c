# SPDX-License-Identifier: MIT
"""Brings a database file to this version's schema: looks before it touches, and saves a copy before it changes anything."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from onesist_desktop.core.errors import CorruptDatabaseError, SchemaTooNewError
from onesist_desktop.storage.backups import back_up
from onesist_desktop.storage.errors import translated

HEAD = "0005"
REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""Every released revision, oldest first. A test compares them with ``migrations/versions``."""


def read_revision(path: Path) -> str | None:
    """Return the schema revision of a file without changing it; None when there is no database yet.

    Raises CorruptDatabaseError for a file that isn't a database of ours, StorageError for one that can't be read.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5.0)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                return None
            if "alembic_version" not in tables:
                raise CorruptDatabaseError(f"{path} is not a database of this app")
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise translated(error, path) from error
    return None if row is None else str(row[0])


def prepare(path: Path) -> Path | None:
    """Create or migrate the file at ``path``; blocking.

    Returns:
        The backup that was made before a migration, or None when there was nothing to migrate.

    Raises:
        SchemaTooNewError: A newer version wrote the file; it was left untouched.
        CorruptDatabaseError: The file is damaged; it was left untouched.
    """
    revision = read_revision(path)
    if revision == HEAD:
        return None
    if revision is not None and revision not in REVISIONS:
        raise SchemaTooNewError(f"{path} was written by a newer version of Onesist (schema {revision}). Nothing was changed.")
    backup = None if revision is None else back_up(path, revision)
    _upgrade(path)
    return backup


def _upgrade(path: Path) -> None:
    # Alembic takes a third of a second to import: only when there is something to do.
    from alembic import command
    from alembic.config import Config

    from onesist_desktop.storage.engine import make_engine

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    engine = make_engine(path)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, HEAD)
    finally:
        engine.dispose()
