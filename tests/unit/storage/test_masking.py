# SPDX-License-Identifier: MIT
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId
from onesist_desktop.core.messages import Message, Role, TextPart
from onesist_desktop.storage import backups
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

KEY, NAME = "sk-canary-0123456789abcdef", "[secret:1]"
T = ThreadId("t")


def fill(uow: UnitOfWork) -> None:
    uow.projects.add(ProjectRecord(ProjectId("p"), "P", "/p", 1.0, 1.0))
    uow.threads.add(ThreadRecord(T, ProjectId("p"), f"about {KEY}", PermissionMode.ASK, 1.0, 1.0))
    add(uow, "old")


def add(uow: UnitOfWork, name: str) -> None:
    seq = uow.threads.take_seq(T)
    uow.messages.add(Message(MessageId(name), T, seq, Role.USER, (TextPart(f"{name}: {KEY}"),)))


def replace(uow: UnitOfWork) -> int:
    return uow.replace_everywhere(KEY, NAME, only_watched=True)


async def opened(folder: Path) -> Database:
    database = Database(folder / "o.db")
    await database.open()
    await database.run(fill)
    return database


async def texts(database: Database) -> list[str]:
    return await database.run(lambda uow: [message.text for message in uow.messages.newest(T, 9)])


async def test_only_what_was_written_since_is_searched_whoever_wrote_it(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    await database.run(lambda uow: uow.watch_texts())
    assert await database.run(replace) == 0
    await database.run(lambda uow: add(uow, "new"))
    # Written again under the number that its row had before.
    await database.run(lambda uow: uow.messages.write_parts(MessageId("new"), {0: TextPart(f"newer: {KEY}")}, 1))
    assert await database.run(replace) == 2
    assert await texts(database) == [f"old: {KEY}", f"newer: {NAME}"]
    # The thread was written too: its last seq changed.
    assert (await database.run(lambda uow: uow.threads.get(T))).title == f"about {NAME}"
    await database.run(lambda uow: uow.unwatch_texts())
    await database.run(lambda uow: uow.watch_texts())
    assert await database.run(replace) == 0
    assert await database.run(lambda uow: uow.replace_everywhere(KEY, NAME)) == 1
    await database.close()


async def test_no_trace_is_left_in_the_log_of_an_open_database(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    assert KEY.encode() in (tmp_path / "o.db-wal").read_bytes()
    await database.run(lambda uow: uow.replace_everywhere(KEY, NAME))
    assert await database.empty_log()
    assert {path.name: KEY.encode() in path.read_bytes() for path in tmp_path.iterdir()} == {
        "o.db": False, "o.db-wal": False, "o.db-shm": False
    }  # fmt: skip
    await database.run(lambda uow: add(uow, "still works"))
    await database.close()


async def test_a_log_that_another_process_reads_is_told(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("onesist_desktop.storage.engine.BUSY_TIMEOUT_S", 0.0)
    database = await opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / "o.db")) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM threads").fetchall()
        await database.run(lambda uow: uow.replace_everywhere(KEY, NAME))
        assert not await database.empty_log()
    assert await database.empty_log()
    await database.close()


async def test_copies_are_masked_whatever_their_schema_is(tmp_path: Path, expect_warnings: list[object]) -> None:
    database = await opened(tmp_path)
    copy = backups.back_up(tmp_path / "o.db", "0001")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute('CREATE TABLE "of an ""older"" day" (id INTEGER, "the words" TEXT)')
        connection.execute('INSERT INTO "of an ""older"" day" VALUES (1, ?)', (f"x {KEY} y",))
        connection.commit()
    broken = copy.with_name("o-0001-broken.db")
    broken.write_bytes(b"no database" * 100)
    assert await database.mask_backups([(KEY, NAME)]) == 3
    assert KEY.encode() not in copy.read_bytes()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT title FROM threads").fetchall() == [(f"about {NAME}",)]
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert broken.exists()
    assert len(expect_warnings) == 1
    await database.close()


async def test_what_a_fork_says_of_itself_and_its_parent_is_masked(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    words = {"own_words": f"own {KEY}", "parent_title": f"from {KEY}"}
    child = ThreadRecord(ThreadId("c"), ProjectId("p"), "child", PermissionMode.ASK, 1.0, 1.0, parent_thread_id=T, **words)
    await database.run(lambda uow: uow.threads.add(child))
    await database.run(lambda uow: uow.replace_everywhere(KEY, NAME))
    record = await database.run(lambda uow: uow.threads.get(child.id))
    assert (record.own_words, record.parent_title) == (f"own {NAME}", f"from {NAME}")
    await database.close()
