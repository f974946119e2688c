# SPDX-License-Identifier: MIT
"""The database: one file, one connection, one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine

from onesist_desktop.core.errors import StorageError
from onesist_desktop.storage.backups import mask_backups
from onesist_desktop.storage.engine import make_engine
from onesist_desktop.storage.errors import translated, translating
from onesist_desktop.storage.migrate import prepare
from onesist_desktop.storage.private import make_private, new_private_file, private_folder
from onesist_desktop.storage.unit_of_work import UnitOfWork

T = TypeVar("T")


class Database:
    """Runs units of work one after another on its own thread, each in one transaction.

    Attributes:
        path: The database file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
        self._engine: Engine | None = None
        self._is_closed = False

    async def open(self) -> Path | None:
        """Create, migrate and open the file.

        Returns:
            The backup that was made before a migration, if there was one.

        Raises:
            StorageError: It can't be used (its kinds say why); the file was left untouched.
        """
        return await self._call(self._open)

    async def run(self, work: Callable[[UnitOfWork], T]) -> T:
        """Run ``work`` in a transaction that is committed when it returns and rolled back when it raises.

        A caller that is cancelled meanwhile still waits for the end of the transaction, so that what is in the database is
        never a matter of luck. Raises StorageError, and whatever ``work`` raises.
        """
        return await self._call(lambda: self._transact(work))

    async def close(self) -> None:
        """Close the file after everything that was asked before."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            await self._in_turn(self._close)
        finally:
            self._thread.shutdown(wait=False)

    async def empty_log(self) -> bool:
        """Move what the write-ahead log holds into the file and empty the log, so that no earlier version of a row stays in it.

        Returns False when another process reads just now, and the log stays. Raises StorageError.
        """
        return await self._call(self._empty_log)

    async def mask_backups(self, pairs: Sequence[tuple[str, str]]) -> int:
        """Replace secrets by their placeholders in the copies from before migrations. Returns how many rows held one."""
        return await asyncio.to_thread(mask_backups, self.path, pairs)

    async def _call(self, function: Callable[[], T]) -> T:
        if self._is_closed:
            raise StorageError("the database is closed")
        return await self._in_turn(function)

    async def _in_turn(self, function: Callable[[], T]) -> T:
        future = asyncio.get_running_loop().run_in_executor(self._thread, function)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            if not future.cancelled():
                future.exception()
            raise

    def _open(self) -> Path | None:
        with translating(self.path):
            try:
                private_folder(self.path.parent)
                if not self.path.exists():
                    new_private_file(self.path)
                backup = prepare(self.path)
            except OSError as error:
                raise translated(error, self.path) from error
            # SQLite gives the files beside it the permissions of the database.
            for name in ("", "-wal", "-shm"):
                make_private(self.path.with_name(self.path.name + name))
            engine = make_engine(self.path)
            try:
                with engine.begin():
                    pass
            except BaseException:
                engine.dispose()
                raise
            self._engine = engine
        return backup

    def _transact(self, work: Callable[[UnitOfWork], T]) -> T:
        with translating(self.path), self._opened().begin() as connection:
            return work(UnitOfWork(connection))

    def _empty_log(self) -> bool:
        with translating(self.path):
            # Not through a connection of the engine: that would begin a transaction, and this must stand outside of one.
            connection = self._opened().raw_connection()
            try:
                cursor = connection.cursor()
                busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                cursor.close()
            finally:
                connection.close()
        return not busy

    def _opened(self) -> Engine:
        if self._engine is None:
            raise StorageError("the database is closed")
        return self._engine

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
