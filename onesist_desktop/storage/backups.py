# SPDX-License-Identifier: MIT
"""Copies of the database from before migrations, in ``backups`` beside it."""

from __future__ import annotations

import itertools
import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from onesist_desktop.storage.private import new_private_file, private_folder

log = logging.getLogger(__name__)

BACKUPS_KEPT = 5


def back_up(path: Path, revision: str) -> Path:
    """Copy the database, with what its log still holds, and drop all but the newest copies; blocking.

    Raises sqlite3.Error, OSError; then no half a copy is left.
    """
    folder = path.parent / "backups"
    private_folder(folder)
    target = _new_file(folder, f"{path.stem}-{revision}-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except BaseException:
        target.unlink()
        raise
    # By name, so by time; but where the clock was set back, the copy just made is not the last one.
    others = [copy for copy in _copies(path) if copy != target]
    for old in others[: -(BACKUPS_KEPT - 1)]:
        old.unlink()
    return target


def mask_backups(path: Path, pairs: Sequence[tuple[str, str]]) -> int:
    """Replace secrets in every copy, of whatever schema; blocking.

    A copy that can't be opened is left as it is and named in the log.

    Args:
        path: The database that they are copies of.
        pairs: Secrets and what stands for them, in the order in which they are to be replaced.

    Returns:
        How many rows held one.
    """
    count = 0
    for copy in _copies(path):
        try:
            with closing(sqlite3.connect(copy)) as connection, connection:
                connection.execute("PRAGMA secure_delete=ON")
                count += sum(_replace(connection, place, secret, name) for secret, name in pairs for place in _texts(connection))
        except sqlite3.Error as error:
            log.warning("keys can't be masked in the copy %s: %s", copy, error)
    return count


def _copies(path: Path) -> list[Path]:
    return sorted((path.parent / "backups").glob(f"{path.stem}-*.db"))


def _new_file(folder: Path, stem: str) -> Path:
    for number in itertools.count(1):
        target = folder / f"{stem}.db" if number == 1 else folder / f"{stem}-{number}.db"
        try:
            new_private_file(target)
        except FileExistsError:
            continue
        return target
    raise AssertionError("unreachable")


def _texts(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """List table and column of every text, quoted."""
    query = (
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND (c.type LIKE '%CHAR%' OR c.type LIKE '%TEXT%')"
    )
    return [(_quoted(table), _quoted(column)) for table, column in connection.execute(query)]


def _replace(connection: sqlite3.Connection, place: tuple[str, str], secret: str, placeholder: str) -> int:
    table, column = place
    query = f"UPDATE {table} SET {column} = replace({column}, ?, ?) WHERE instr({column}, ?) > 0"  # noqa: S608 - both are quoted
    return connection.execute(query, (secret, placeholder, secret)).rowcount


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
