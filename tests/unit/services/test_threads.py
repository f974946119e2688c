# SPDX-License-Identifier: MIT
"""Reading, searching and jumping in threads, however long; and which threads were not read yet."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.errors import FailureReason, NotFoundError
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import CommandPart, Message, MessageKind, Role, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import PartEnded, failed
from onesist_desktop.services.events import ThreadChanged
from onesist_desktop.services.views import FoundPart, Landmark
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig

KEY = "sk-canary-0123456789abcdef"


def statements(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Note how long each call holds the database's thread."""
    held: list[float] = []
    real = rig.context.database.run

    async def run(work: Callable[[Any], Any]) -> Any:
        def timed(uow: UnitOfWork) -> Any:
            began = time.perf_counter()
            try:
                return work(uow)
            finally:
                held.append(time.perf_counter() - began)

        return await real(timed)

    monkeypatch.setattr(rig.context.database, "run", run)
    return held


async def add(rig: Rig, *parts: Any, role: Role = Role.ASSISTANT, **more: Any) -> int:
    def put(uow: UnitOfWork) -> int:
        seq = uow.threads.take_seq(rig.thread_id)
        uow.messages.add(Message(MessageId(f"added{seq}"), rig.thread_id, seq, role, parts, **more))
        return seq

    return await rig.context.database.run(put)


async def test_a_thread_is_opened_at_its_end_and_tells_where_it_begins(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        empty = await rig.threads.open_thread(rig.thread_id)
        assert (empty.first_seq, empty.last_seq, empty.page.from_seq, empty.page.to_seq) == (0, 0, 0, 0)
        await rig.fill(100)
        await rig.send("newest")
        shown = await rig.threads.open_thread(rig.thread_id, 10)
        assert [message.seq for message in shown.page.messages] == list(range(94, 104))
        assert (shown.first_seq, shown.last_seq) == (1, 103)
        assert (shown.page.from_seq, shown.page.to_seq) == (94, 103)
        (run,) = shown.page.runs
        assert run == shown.run
        assert {message.run_id for message in shown.page.messages} == {None, run.id}


async def test_a_page_holds_what_lies_between_two_seqs_and_the_runs_of_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        for text in ("one", "two", "three"):
            await rig.send(text)
        page = await rig.threads.page(rig.thread_id, 3, 4)
        assert [message.seq for message in page.messages] == [3, 4]
        assert (page.from_seq, page.to_seq) == (3, 4)
        assert [run.ordinal for run in page.runs] == [2]
        whole = await rig.threads.page(rig.thread_id, 1, 1_000)
        assert (whole.from_seq, whole.to_seq) == (1, 1_000)
        assert [run.ordinal for run in whole.runs] == [1, 2, 3]
        beyond = await rig.threads.page(rig.thread_id, 50, 60)
        assert (beyond.messages, beyond.runs) == ((), ())
        nowhere = await rig.threads.page(ThreadId("none"), 1, 10)
        assert (nowhere.messages, nowhere.runs) == ((), ())


async def test_a_long_thread_opens_as_quickly_as_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(40)
        held = statements(rig, monkeypatch)

        async def quickest(call: Callable[[], Any]) -> float:
            for _ in range(5):
                await call()
            return min(held[-5:])

        async def opened() -> None:
            await rig.threads.open_thread(rig.thread_id)

        async def paged() -> None:
            await rig.threads.page(rig.thread_id, 1, 40)

        short = await quickest(opened), await quickest(paged)
        await rig.fill(40_000, first=41)
        long = await quickest(opened), await quickest(paged)
        # Ten times as much of a time that is a few milliseconds; reading it all would take hundreds.
        assert all(after < before * 10 + 0.005 for before, after in zip(short, long, strict=True)), (short, long)


async def test_a_text_is_found_in_every_kind_of_part_whatever_its_case(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        await add(rig, TextPart("Straße, and STRASSE"), role=Role.USER)
        await add(rig, ThinkingPart("die strasse"), CommandPart("c", "echo strasse", "strasse\nStrasse"))
        await add(rig, role=Role.SYSTEM, kind=MessageKind.ERROR, data={"detail": "no strasse"})
        found = await rig.threads.find(rig.thread_id, "STRASSE")
        assert found.parts == (FoundPart(1, 0, 2), FoundPart(2, 0, 1), FoundPart(2, 1, 3), FoundPart(3, 0, 1))
        assert (found.count, found.is_cut) == (7, False)
        for sought in ("straße", 'say "hi"', "line\nbreak", "back\\slash", "\N{EURO SIGN}", "\u202e"):
            await add(rig, TextPart(f"x {sought.upper()} y"))
            assert (await rig.threads.find(rig.thread_id, sought)).parts[-1].seq == (await rig.messages())[-1].seq
        assert (await rig.threads.find(rig.thread_id, "")).parts == ()
        # Names that the database uses are no words of anybody.
        assert (await rig.threads.find(rig.thread_id, "exit_code")).parts == ()
        with pytest.raises(NotFoundError):
            await rig.threads.find(ThreadId("none"), "x")


async def test_what_is_stored_hidden_is_found_where_the_window_shows_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        await rig.send(f"my key is {KEY}!")
        assert KEY not in (await rig.messages())[0].text
        assert (await rig.threads.find(rig.thread_id, KEY.upper())).parts == (FoundPart(1, 0, 1),)
        assert (await rig.threads.find(rig.thread_id, "[secret:")).parts == ()


async def test_a_search_is_done_in_slices_and_others_get_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(20_000)
        held = statements(rig, monkeypatch)
        order: list[str] = []

        async def search() -> None:
            found = await rig.threads.find(rig.thread_id, "nowhere at all \N{EURO SIGN}s \\u")
            assert found.parts == ()
            order.append("found")

        async def read() -> None:
            await rig.threads.page(rig.thread_id, 1, 10)
            order.append("read")

        monkeypatch.setattr("onesist_desktop.services.finding.SLICE_S", 0.0)
        async with asyncio.TaskGroup() as group:
            group.create_task(search())
            await asyncio.sleep(0)
            group.create_task(read())
        assert order == ["read", "found"]
        assert len(held) > 100
        # A slice is as long as it is asked to be, and a few messages more.
        assert sorted(held)[len(held) // 2] < 0.05


async def test_a_search_can_be_cancelled(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(20_000)
        async with asyncio.TaskGroup() as group:
            task = group.create_task(rig.threads.find(rig.thread_id, '"'))
            for _ in range(5):
                await asyncio.sleep(0)
            task.cancel()
        assert task.cancelled()
        assert (await rig.threads.find(rig.thread_id, "#20000")).count == 1


async def test_a_text_that_is_everywhere_is_cut(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(1_000, "Word word")
        found = await rig.threads.find(rig.thread_id, "word")
        assert (len(found.parts), found.count, found.is_cut) == (1_000, 2_000, False)
        await rig.fill(5_000, "word", first=1_001)
        found = await rig.threads.find(rig.thread_id, "word")
        assert ([part.seq for part in found.parts], found.is_cut) == (list(range(1, 1_001)), True)


async def test_one_can_jump_to_questions_and_errors(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(), Script(outcome=failed(FailureReason.OVERLOADED)), Script()]
        for text in ("one", "two", "three"):
            await rig.send(text)
        seqs = {m.seq: (m.role, m.kind) for m in await rig.messages()}
        questions = [seq for seq, (role, _) in seqs.items() if role is Role.USER]
        (error,) = [seq for seq, (_, kind) in seqs.items() if kind is MessageKind.ERROR]

        async def jump(from_seq: int, what: Landmark, *, forward: bool) -> int | None:
            return await rig.threads.landmark(rig.thread_id, from_seq, what, forward=forward)

        assert [await jump(seq, Landmark.QUESTION, forward=True) for seq in (0, *questions)] == [*questions, None]
        assert await jump(99, Landmark.QUESTION, forward=False) == questions[-1]
        assert await jump(questions[0], Landmark.QUESTION, forward=False) is None
        assert await jump(0, Landmark.ERROR, forward=True) == error
        assert await jump(error, Landmark.ERROR, forward=True) is None
        assert await jump(error, Landmark.ERROR, forward=False) is None


async def test_an_answer_or_an_error_makes_a_thread_unread_until_it_was_seen(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        told: list[bool] = []
        rig.context.bus.subscribe(ThreadChanged, lambda event: told.append(event.thread.is_unread))

        async def is_unread() -> bool:
            (view,) = await rig.threads.list_threads(rig.project_id)
            assert view.is_unread == (await rig.threads.open_thread(rig.thread_id)).thread.is_unread
            return view.is_unread

        assert not await is_unread()
        await rig.send("one")
        assert await is_unread()
        assert told[-1]
        await rig.threads.mark_read(rig.thread_id)
        assert not await is_unread()
        assert not told[-1]
        count = len(told)
        await rig.threads.mark_read(rig.thread_id)
        await rig.threads.mark_read(ThreadId("none"))
        assert len(told) == count
        rig.answerers["agent-a"].scripts = [Script(outcome=failed(FailureReason.OVERLOADED))]
        await rig.send("two")
        assert await is_unread()
    async with service_rig(tmp_path) as rig:
        (view,) = await rig.threads.list_threads(rig.project_id)
        assert view.is_unread


async def test_who_stops_an_answer_has_seen_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        hold = asyncio.Event()
        script = Script(hold=hold, events=(PartEnded("a", TextPart("so far")),))
        rig.answerers["agent-a"].scripts = [script]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        while len(await rig.messages()) < 2:
            await asyncio.sleep(0)
        await rig.turns.stop(rig.thread_id)
        (view,) = await rig.threads.list_threads(rig.project_id)
        assert not view.is_unread


async def test_a_run_that_a_crash_cut_off_makes_its_thread_unread(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        await rig.threads.mark_read(rig.thread_id)
        (run,) = await rig.runs()
        lost = replace(run, id=type(run.id)("lost"), ordinal=2, status=type(run.status).PREPARING, outcome=None)
        await rig.context.database.run(lambda uow: uow.runs.add(lost))
        await rig.recovery.recover()
        (view,) = await rig.threads.list_threads(rig.project_id)
        assert view.is_unread
