# SPDX-License-Identifier: MIT
"""What an older version wrote is still there after an update, and counts as read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, RunId, ThreadId
from onesist_desktop.storage import migrate
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import DraftRecord

THREAD = (
    "INSERT INTO threads (id, project_id, title, mode, last_seq, created_at, updated_at) VALUES ('t', 'p', 'Old', 'ask', 2, 1, 1)"
)
MESSAGE = "INSERT INTO messages (id, thread_id, seq, role, status, is_content, created_at) VALUES (?, 't', ?, ?, 'settled', 1, 1)"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Make a database of an older revision, with a thread of two messages."""

    def make(revision: str) -> Path:
        path = tmp_path / "o.db"
        with monkeypatch.context() as patch:
            patch.setattr(migrate, "HEAD", revision)
            assert migrate.prepare(path) is None
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("INSERT INTO projects VALUES ('p', 'P', '/p', 1, 1)")
            connection.execute(THREAD)
            connection.executemany(MESSAGE, [("m1", 1, "user"), ("m2", 2, "assistant")])
            connection.execute("INSERT INTO message_parts VALUES ('m2', 0, 'text', '{\"text\": \"hi\"}')")
            connection.commit()
        return path

    return make


async def test_from_0001_threads_count_as_read_and_drafts_can_be_kept(old: Callable[[str], Path]) -> None:
    path = old("0001")
    database = Database(path)
    backup = await database.open()
    assert backup is not None
    assert migrate.read_revision(backup) == "0001"
    assert migrate.read_revision(path) == migrate.HEAD
    (thread,) = await database.run(lambda uow: uow.threads.of_project(ProjectId("p")))
    assert (thread.title, thread.is_unread, thread.last_seq) == ("Old", False, 2)
    assert (await database.run(lambda uow: uow.messages.get(MessageId("m2")))).text == "hi"
    record = DraftRecord(ProjectId("p"), ThreadId("t"), "later", 2.0)
    await database.run(lambda uow: uow.drafts.put(record))
    assert await database.run(lambda uow: uow.drafts.get("t")) == record
    assert await database.run(lambda uow: uow.messages.next_question(ThreadId("t"), 0, forward=True)) == 1
    await database.close()
    again = Database(path)
    assert await again.open() is None
    await again.close()


async def test_a_migration_that_fails_half_way_leaves_the_old_schema(old: Callable[[str], Path]) -> None:
    path = old("0001")
    with closing(sqlite3.connect(path)) as connection:
        # The last thing that the migration makes is in the way already.
        connection.execute("CREATE INDEX ix_errors ON messages (kind)")
        connection.commit()
    database = Database(path)
    with pytest.raises(StorageError):
        await database.open()
    await database.close()
    assert migrate.read_revision(path) == "0001"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'drafts'").fetchall() == []
        assert "is_unread" not in {row[1] for row in connection.execute("PRAGMA table_info(threads)")}
        assert connection.execute("SELECT count(*) FROM messages").fetchone() == (2,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_from_0002_nothing_has_an_effort_and_lists_of_models_can_be_remembered(old: Callable[[str], Path]) -> None:
    path = old("0002")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO queued_messages (id, thread_id, position, text, provider_id, mode, created_at)"
            " VALUES ('q', 't', 1, 'later', 'a', 'ask', 1)"
        )
        connection.execute(
            "INSERT INTO runs (id, thread_id, ordinal, provider_id, mode, cwd, status, user_message_id, started_at)"
            " VALUES ('r', 't', 1, 'a', 'ask', '/p', 'finished', 'm1', 1)"
        )
        connection.commit()
    database = Database(path)
    backup = await database.open()
    assert backup is not None
    assert migrate.read_revision(backup) == "0002"
    (thread,) = await database.run(lambda uow: uow.threads.of_project(ProjectId("p")))
    (waiting,) = await database.run(lambda uow: uow.queue.of_thread(ThreadId("t")))
    run = await database.run(lambda uow: uow.runs.get(RunId("r")))
    assert (thread.effort, run.effort, run.resets_at) == (None, None, None)
    assert (waiting.effort, waiting.steering_run_id, waiting.message_id) == (None, None, "q")
    models = (ModelInfo("m", "M", 1_000, ("low",), "low"), ModelInfo("n"))
    await database.run(lambda uow: uow.model_lists.put(ProviderId("a"), 5.0, models))
    await database.run(lambda uow: uow.model_lists.put(ProviderId("a"), 6.0, models))
    assert await database.run(lambda uow: uow.model_lists.all()) == {"a": (6.0, models)}
    await database.run(lambda uow: uow.model_lists.forget(ProviderId("a")))
    assert await database.run(lambda uow: uow.model_lists.all()) == {}
    await database.close()
