# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import (
    CorruptDatabaseError,
    DiskFullError,
    NotFoundError,
    SchemaTooNewError,
    StaleSessionError,
    StorageError,
)
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, SessionRowId, ThreadId, TransferId
from onesist_desktop.core.messages import Message, Role, TextPart
from onesist_desktop.core.records import HandoffDelivery, Resolution, RetireReason, SessionState, Strategy, TransferKind
from onesist_desktop.storage import migrate
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.history_reader import open_history
from onesist_desktop.storage.records import HandoffRecord, ProjectRecord, SessionRecord, ThreadRecord, TransferRecord
from onesist_desktop.storage.tables import metadata
from onesist_desktop.storage.unit_of_work import UnitOfWork

P, T = ProjectId("p"), ThreadId("t")


def fill(uow: UnitOfWork) -> None:
    uow.projects.add(ProjectRecord(P, "P", "/p", 1.0, 1.0))
    uow.threads.add(ThreadRecord(T, P, "T", PermissionMode.ASK, 1.0, 1.0))


def add_message(uow: UnitOfWork, name: str, text: str = "hi") -> int:
    seq = uow.threads.take_seq(T)
    uow.messages.add(Message(MessageId(name), T, seq, Role.USER, (TextPart(text),)))
    return seq


def session(name: str, state: SessionState = SessionState.OPENING) -> SessionRecord:
    return SessionRecord(SessionRowId(name), T, ProviderId("a"), state, "/p", PermissionMode.ASK, 1.0, 1.0)


async def test_the_migrations_make_exactly_the_tables_of_the_code(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    assert await database.open() is None
    await database.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'o.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        indexes = {index["name"]: index for index in inspect(connection).get_indexes("chat_provider_sessions")}
    engine.dispose()
    assert indexes["uq_active_session"]["unique"]


def test_the_known_revisions_are_those_of_the_folder() -> None:
    folder = Path(migrate.__file__).parent / "migrations" / "versions"
    found = sorted(path.name.split("_")[0] for path in folder.glob("[0-9]*.py"))
    assert found == list(migrate.REVISIONS)
    assert migrate.REVISIONS[-1] == migrate.HEAD


async def test_a_newer_schema_is_refused_and_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "o.db"
    database = Database(path)
    await database.open()
    await database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = path.read_bytes()
    newer = Database(path)
    with pytest.raises(SchemaTooNewError):
        await newer.open()
    await newer.close()
    assert path.read_bytes() == before
    assert not (tmp_path / "backups").exists()


@pytest.mark.parametrize(
    "content", [b"this is not a database, but long enough to be one" * 100, b"SQLite format 3\0" + b"\1" * 5000]
)
async def test_a_damaged_file_is_said_and_never_recreated(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "o.db"
    path.write_bytes(content)
    database = Database(path)
    with pytest.raises(StorageError):
        await database.open()
    await database.close()
    assert path.read_bytes() == content


async def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "o.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.commit()
    database = Database(path)
    with pytest.raises(CorruptDatabaseError):
        await database.open()
    await database.close()


async def test_a_copy_is_made_before_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "o.db"
    database = Database(path)
    await database.open()
    await database.run(fill)
    await database.close()
    monkeypatch.setattr(migrate, "HEAD", "next")
    monkeypatch.setattr(migrate, "REVISIONS", (*migrate.REVISIONS, "next"))
    monkeypatch.setattr(migrate, "_upgrade", lambda _path: None)
    backup = migrate.prepare(path)
    assert backup is not None
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT title FROM threads").fetchall() == [("T",)]


async def test_a_failed_unit_of_work_leaves_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()

    def fail(uow: UnitOfWork) -> None:
        fill(uow)
        add_message(uow, "m")
        raise NotFoundError("no")

    with pytest.raises(NotFoundError):
        await database.run(fail)
    assert await database.run(lambda uow: uow.projects.recent()) == []
    await database.close()
    with pytest.raises(StorageError):
        await database.run(fill)


async def test_a_cancelled_caller_still_waits_for_its_transaction(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()
    await database.run(fill)
    loop = asyncio.get_running_loop()
    started = asyncio.Event()

    def slow(uow: UnitOfWork) -> None:
        add_message(uow, "m")
        loop.call_soon_threadsafe(started.set)

    async def call() -> None:
        await database.run(slow)

    async with asyncio.TaskGroup() as group:
        task = group.create_task(call())
        await started.wait()
        task.cancel()
    assert len(await database.run(lambda uow: uow.messages.newest(T, 10))) == 1
    await database.close()


async def test_a_seq_is_never_given_out_twice(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()
    await database.run(fill)
    seqs = [await database.run(lambda uow: uow.threads.take_seq(T)) for _ in range(3)]
    assert seqs == [1, 2, 3]
    await database.close()


async def test_at_most_one_session_row_is_active_and_a_retired_one_takes_no_update(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()
    await database.run(fill)

    def work(uow: UnitOfWork) -> None:
        uow.sessions.add(session("s1"))
        uow.sessions.add(session("s2"))
        assert uow.sessions.activate(SessionRowId("s1"), RetireReason.REPLACED, updated_at=2.0) == []
        assert uow.sessions.activate(SessionRowId("s2"), RetireReason.CWD_CHANGED, updated_at=3.0) == ["s1"]
        old = uow.sessions.get(SessionRowId("s1"))
        assert (old.state, old.retired_reason) == (SessionState.RETIRED, RetireReason.CWD_CHANGED)
        with pytest.raises(StaleSessionError):
            uow.sessions.raise_known(SessionRowId("s1"), 5)
        uow.sessions.raise_known(SessionRowId("s2"), 5)
        uow.sessions.raise_known(SessionRowId("s2"), 3)
        assert uow.sessions.get(SessionRowId("s2")).known_upto_seq == 5

    await database.run(work)
    with pytest.raises(StorageError):
        await database.run(lambda uow: uow.sessions.add(session("s3", SessionState.ACTIVE)))
    await database.close()


async def test_a_handoff_only_moves_forward(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()
    await database.run(fill)
    handoff_id = HandoffId("h")

    def work(uow: UnitOfWork) -> list[bool]:
        uow.handoffs.add_transfer(TransferRecord(TransferId("x"), TransferKind.SWITCH, T, T, Resolution.PORTABLE, 1.0))
        record = HandoffRecord(
            handoff_id, TransferId("x"), T, ProviderId("a"), Strategy.FULL, (1, 2, 3, 7), (1, 7), (2, 3), 2, 2, "text", 4,
            "onesist", HandoffDelivery.PENDING, 1.0,
        )  # fmt: skip
        uow.handoffs.add(record)
        assert uow.handoffs.get(handoff_id) == record
        steps = (HandoffDelivery.DELIVERED, HandoffDelivery.REFUSED, HandoffDelivery.SUPERSEDED, HandoffDelivery.DELIVERED)
        return [uow.handoffs.move(handoff_id, step, 2.0) for step in steps]

    assert await database.run(work) == [True, False, True, False]
    await database.close()


async def test_the_history_reader_sees_what_the_stores_wrote(tmp_path: Path) -> None:
    path = tmp_path / "o.db"
    database = Database(path)
    await database.open()

    def work(uow: UnitOfWork) -> list[Message]:
        fill(uow)
        uow.sessions.add(session("s1"))
        uow.tokens.add("secret-token", P, T, SessionRowId("s1"), 1.0)
        for number in range(5):
            add_message(uow, f"m{number}", f"text {number}")
        return uow.messages.between(T, 3, 4)

    expected = await database.run(work)
    reader = open_history(str(path))
    scope = reader.scope_of("secret-token")
    assert scope is not None
    assert reader.has_thread(scope, T)
    assert not reader.has_thread(scope, "other")
    assert reader.read(T, 5, 2) == expected
    assert reader.scope_of("wrong") is None
    await database.run(lambda uow: uow.threads.change(T, deleted_at=1.0))
    assert not reader.has_thread(scope, T)
    await database.run(lambda uow: uow.sessions.retire(SessionRowId("s1"), RetireReason.REPLACED, 2.0))
    assert reader.scope_of("secret-token") is None
    reader.close()
    assert b"secret-token" not in path.read_bytes()
    await database.close()


async def test_a_secret_is_taken_out_of_everything_that_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "o.db"
    database = Database(path)
    await database.open()
    await database.run(fill)
    await database.run(lambda uow: add_message(uow, "m", "key canary-1234567890abcdef here"))
    assert await database.run(lambda uow: uow.replace_everywhere("canary-1234567890abcdef", "[secret:1]")) == 1
    assert (await database.run(lambda uow: uow.messages.get(MessageId("m")))).text == "key [secret:1] here"
    await database.close()
    assert b"canary" not in path.read_bytes()


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from onesist_desktop.storage.database import Database
from tests.unit.storage.test_database import add_message, fill

async def main():
    database = Database(Path(sys.argv[1]))
    await database.open()
    await database.run(fill)
    for number in range(20):
        await database.run(lambda uow: add_message(uow, f"m{number}"))
    def die(uow):
        add_message(uow, "half")
        os.kill(os.getpid(), signal.SIGKILL)
    await database.run(die)

asyncio.run(main())
"""


async def test_a_kill_in_the_middle_of_a_write_loses_only_that_write(tmp_path: Path) -> None:
    path = tmp_path / "o.db"
    done = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", KILLED, str(path)], check=False, cwd=Path.cwd())
    assert done.returncode == -signal.SIGKILL
    database = Database(path)
    await database.open()
    assert len(await database.run(lambda uow: uow.messages.newest(T, 100))) == 20
    await database.close()


@pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="needs to mount a small tmpfs")
async def test_a_full_disk_is_said_and_keeps_what_was_there(tmp_path: Path) -> None:
    mount = tmp_path / "small"
    mount.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a tmpfs")
    try:
        database = Database(mount / "o.db")
        await database.open()
        await database.run(fill)
        await database.run(lambda uow: add_message(uow, "kept"))
        with pytest.raises(DiskFullError):
            for number in range(100):
                await database.run(lambda uow, n=number: add_message(uow, f"big{n}", "x" * 50_000))  # type: ignore[misc]
        kept = await database.run(lambda uow: uow.messages.get(MessageId("kept")))
        assert kept.text == "hi"
        await database.close()
        assert (mount / "o.db").exists()
        for path in mount.glob("o.db*"):
            shutil.copy(path, tmp_path / path.name.replace("o.db", "copy.db"))
    finally:
        subprocess.run(["umount", "-l", mount], check=True)
    copy = Database(tmp_path / "copy.db")
    await copy.open()
    assert (await copy.run(lambda uow: uow.messages.get(MessageId("kept")))).text == "hi"
    await copy.close()
