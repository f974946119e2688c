# SPDX-License-Identifier: MIT
"""The database: one file, one connection, one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine

from onesist_desktop.core.errors import StorageError
from onesist_desktop.storage.engine import make_engine
from onesist_desktop.storage.errors import translating
from onesist_desktop.storage.migrate import prepare
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
        await self._call(self._close)
        self._thread.shutdown(wait=False)

    async def _call(self, function: Callable[[], T]) -> T:
        future = asyncio.get_running_loop().run_in_executor(self._thread, function)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            if not future.cancelled():
                future.exception()
            raise

    def _open(self) -> Path | None:
        with translating():
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                backup = prepare(self.path)
            except OSError as error:
                raise StorageError(f"{self.path}: {error}") from error
            engine = make_engine(self.path)
            with engine.begin():
                pass
            self._engine = engine
        return backup

    def _transact(self, work: Callable[[UnitOfWork], T]) -> T:
        if self._engine is None:
            raise StorageError("the database is closed")
        with translating(), self._engine.begin() as connection:
            return work(UnitOfWork(connection))

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
