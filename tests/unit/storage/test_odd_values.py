# SPDX-License-Identifier: MIT
"""Halves of surrogate pairs, damaged rows and words of a newer version: read or written without harm, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import AnswererError, FailureReason, StorageError
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, QueuedId, ThreadId
from onesist_desktop.core.messages import ErrorPart, Message, MessageKind, MessageStatus, Role, TextPart, is_empty
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.core.turn_events import Usage
from onesist_desktop.storage.codec import UnreadablePart, decode_part, decode_usage, encode_part
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.history_reader import open_history
from onesist_desktop.storage.lenient import clean
from onesist_desktop.storage.records import ProjectRecord, QueuedRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import service_rig

T = ThreadId("t")
HALF = "broken \ud83d pair, program's \udcff byte"
WHOLE = "broken \ufffd pair, program's \ufffd byte"
NEWER = '{"text":"said in another way","new":[1]}'


@asynccontextmanager
async def filled(folder: Path) -> AsyncIterator[Database]:
    database = Database(folder / "o.db")
    await database.open()

    def fill(uow: UnitOfWork) -> None:
        uow.projects.add(ProjectRecord(ProjectId("p"), HALF, "/p", 1.0, 1.0))
        uow.threads.add(ThreadRecord(T, ProjectId("p"), HALF, PermissionMode.ASK, 1.0, 1.0, last_seq=1))
        parts = (TextPart("first"), TextPart("hello"), TextPart("last"))
        uow.messages.add(Message(MessageId("m"), T, 1, Role.ASSISTANT, parts, status=MessageStatus.STREAMING, model=HALF))

    await database.run(fill)
    yield database
    await database.close()


async def rows(database: Database, query: str) -> list[Any]:
    return await database.run(lambda uow: list(uow._connection.exec_driver_sql(query)))


async def damage(database: Database, query: str) -> int:
    return await database.run(lambda uow: uow._connection.exec_driver_sql(query).rowcount)


def test_a_whole_pair_written_as_two_halves_becomes_its_character() -> None:
    assert clean("\ud83d\ude00 é") == "\U0001f600 é"
    assert clean(HALF) == WHOLE


async def test_half_a_pair_is_stored_in_every_text_and_read_as_a_replacement(tmp_path: Path) -> None:
    async with filled(tmp_path) as database:

        def work(uow: UnitOfWork) -> tuple[object, ...]:
            queued = QueuedRecord(QueuedId("q"), T, 1, HALF, ProviderId("a"), None, PermissionMode.ASK, 1.0)
            uow.queue.add(queued)
            first = uow.queue.get(QueuedId("q")).text
            uow.queue.set_text(QueuedId("q"), HALF + "!")
            uow.values.put("v", HALF)
            project = uow.projects.get(ProjectId("p"))
            assert project is not None
            return (
                first, uow.queue.get(QueuedId("q")).text, uow.values.get("v"), project.title, uow.threads.get(T).title,
                uow.messages.get(MessageId("m")).model,
            )  # fmt: skip

        assert await database.run(work) == (WHOLE, WHOLE + "!", WHOLE, WHOLE, WHOLE, WHOLE)
        with pytest.raises(StorageError):
            await database.run(lambda uow: uow.threads.get(ThreadId("\udcff")))


async def test_a_program_that_dies_with_half_a_pair_ends_its_run_like_any_other(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(open_error=AnswererError(FailureReason.CRASHED, HALF)), Script(reply=HALF)]
        await rig.send(HALF)
        assert (await rig.runs())[0].detail == WHOLE
        await rig.send("again")
        await rig.send("and you", "agent-b")
        assert [run.status for run in await rig.runs()] == [RunStatus.FINISHED] * 3


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("video", NEWER), ("text", "{"), ("text", "[]"), ("text", "{}"), ("text", '{"text":null}'), ("plan", '{"entries":[{}]}'),
        ("command", '{"call_id":"c","command":"x","state":"paused"}'),
    ],
)  # fmt: skip
def test_a_part_that_can_not_be_read_is_seen_and_goes_back_as_it_was(kind: str, data: str) -> None:
    part = decode_part(kind, data)
    assert isinstance(part, ErrorPart)
    assert (part.reason, part.detail) == ("unreadable", kind)
    assert not is_empty(part)
    assert encode_part(Redactor(b"k" * 32).mask_part(part)) == (kind, data)


def test_fields_of_a_newer_version_are_dropped() -> None:
    assert decode_part("text", '{"text":"hi","new":1}') == TextPart("hi")
    assert decode_usage('{"input_tokens":3,"new":1}') == Usage(input_tokens=3)
    assert decode_usage("[") is None


async def test_settling_an_answer_puts_unread_parts_back(tmp_path: Path) -> None:
    async with filled(tmp_path) as database:
        where = "where message_id='m' and ordinal=1"
        await damage(database, f"update message_parts set kind='video', data='{NEWER}' {where}")
        message = await database.run(lambda uow: uow.messages.get(MessageId("m")))
        assert message.parts[1] == UnreadablePart("unreadable", "video", "video", NEWER)
        settled = replace(message, status=MessageStatus.SETTLED, parts=message.parts[1:])
        await database.run(lambda uow: uow.messages.settle(settled))
        query = "select kind, data from message_parts order by ordinal"
        assert await rows(database, query) == [("video", NEWER), ("text", '{"text":"last"}')]
        reader = open_history(str(database.path))
        assert reader.read(T, None, 5)[0].parts == settled.parts
        reader.close()


async def test_data_that_can_not_be_read_is_never_written_over(tmp_path: Path) -> None:
    async with filled(tmp_path) as database:
        await damage(database, "update messages set data='{broken', kind='hologram'")

        def work(uow: UnitOfWork) -> Message:
            message = uow.messages.get(MessageId("m"))
            uow.messages.set_data(message.id, {**message.data, "withdrawn": True})
            uow.messages.settle(message)
            return message

        message = await database.run(work)
        assert (message.data, message.kind) == ({}, None)
        assert await rows(database, "select data, kind from messages") == [("{broken", "hologram")]


async def test_words_of_a_newer_version_keep_no_thread_from_opening(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        for query in (
            "update runs set reason='cosmic_rays', outcome='sublimed', delivery='by pigeon', mode='trance', usage='{\"x\":1}'",
            "update messages set kind='hologram' where role='system'",
            "update threads set mode='trance'",
        ):
            await damage(rig.context.database, query)
        await rig.threads.open_thread(rig.thread_id)
        assert [message.text for message in (await rig.messages()) if not message.is_notice] == ["one", "fine"]
        await rig.send("two")


async def test_a_start_recovers_a_run_whose_answer_has_an_unreadable_part(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(partial="hello", hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await rig.answerers["agent-a"].accepted.wait()
        while (await rig.runs())[-1].reply_message_id is None:
            await asyncio.sleep(0)
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        await live.life._recorder.write()
        rig.turns._live.remove(rig.thread_id)
        await rig.context.supervisor.close()
        query = f"update message_parts set kind='video', data='{NEWER}' where data like '%hello%'"
        assert await damage(rig.context.database, query) == 1
    async with service_rig(tmp_path) as rig:
        assert await rig.recovery.recover() == 1
        await rig.threads.open_thread(rig.thread_id)
        assert [part.detail for message in (await rig.messages()) for part in message.parts if isinstance(part, ErrorPart)] == [
            "video"
        ]
        assert await rows(rig.context.database, "select data from message_parts where kind='video'") == [(NEWER,)]
        await rig.send("two", "agent-b")
        assert json.loads(NEWER)["text"] not in rig.answerers["agent-b"].prompts[0].context
        assert (await rig.notices(MessageKind.ERROR)) != []
