# SPDX-License-Identifier: MIT
"""Sessions that are given up: started clean by the person, or too far behind; and rewinds where merges and forks meet."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ForkAbility
from onesist_desktop.core.errors import LineageError, LineageFault
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.staleness import MAX_DELTAS, MAX_RUNS_OF_OTHERS
from onesist_desktop.services.events import ThreadChanged
from tests.fakes.scripted_answerer import Script
from tests.support.merge_rig import merge_rig
from tests.support.rewind_rig import open_rewinding, rewinding, talk


async def test_start_clean_gives_up_the_session_and_says_why(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one")
        (row,) = await at.active()
        await at.rewinds.start_clean(at.rig.thread_id, ProviderId("agent-a"))
        assert at.rig.answerers["agent-a"].released == [row]
        await talk(at, "two")
        assert await at.reasons() == [RetireReason.START_CLEAN, None]
        (receipt,) = await at.rig.receipts()
        assert (receipt["receipt"], receipt["reason"]) == ("afresh", "start_clean")
        assert "re one" in at.last_prompt()


async def test_start_clean_waits_for_nobody(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        script = Script(hold=asyncio.Event())
        await at.rig.begin("one", script)
        with pytest.raises(LineageError) as error:
            await at.rewinds.start_clean(at.rig.thread_id, ProviderId("agent-a"))
        assert error.value.fault is LineageFault.WORKS
        assert script.hold is not None
        script.hold.set()
        await at.rig.idle()
        await at.rewinds.start_clean(at.rig.thread_id, ProviderId("agent-b"))
        assert await at.rig.sessions("agent-b") == []


async def test_merges_that_are_set_aside_count_as_not_merged(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        at = open_rewinding(rig.base)
        await rig.send("one", "re one")
        child = await rig.fork()
        await rig.send("in the fork", "re fork", child)
        rig.base.thread_id = rig.parent_id
        await rig.merges.merge(child)
        assert (await rig.record(child)).merged_upto_seq is not None
        seq = await at.seq_of("re one")
        preview = await at.rewinds.preview(rig.parent_id, seq)
        assert (preview.message_count, preview.merge_count) == (1, 1)
        await at.rewinds.rewind(rig.parent_id, seq)
        assert (await rig.record(child)).merged_upto_seq is None
        assert child in {event.thread.id for event in at.events if isinstance(event, ThreadChanged)}
        await at.rewinds.undo(rig.parent_id)
        assert (await rig.record(child)).merged_upto_seq is not None
        assert await rig.texts() == [["in the fork", "re fork"]]


async def test_a_merge_settles_a_rewind_too(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        at = open_rewinding(rig.base)
        await rig.send("one", "re one")
        child = await rig.fork()
        await rig.send("in the fork", "re fork", child)
        await rig.send("two", "re two")
        await at.rewind("re one")
        await rig.merges.merge(child)
        with pytest.raises(LineageError):
            await at.rewinds.undo(rig.parent_id)
        await at.rewind("re one")
        assert await rig.merged() == []
        await rig.merges.merge(child)
        await rig.send("three", "re three")
        assert "re fork" in at.last_prompt()
        assert at.last_truncated() == "2"
        assert "two" not in at.holds()


async def test_start_clean_in_a_fork_keeps_it_from_forking_the_session(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        at = open_rewinding(rig.base)
        answerer = rig.base.answerers["agent-a"]
        answerer.capabilities = replace(answerer.capabilities, fork=ForkAbility.AT_MESSAGE)
        await rig.send("one", "re one")
        child = await rig.fork()
        await at.rewinds.start_clean(child, ProviderId("agent-a"))
        await rig.send("two", "re two", child)
        assert answerer.specs[-1].fork is None
        assert "re one" in at.last_prompt()
        (receipt,) = await rig.base.receipts()
        assert (receipt["receipt"], receipt["reason"]) == ("afresh", "start_clean")


async def test_a_fork_s_own_session_is_given_up_where_the_rewind_reaches_into_what_it_inherited(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        at = open_rewinding(rig.base)
        answerer = rig.base.answerers["agent-a"]
        answerer.capabilities = replace(answerer.capabilities, fork=ForkAbility.AT_MESSAGE)
        await rig.send("one", "re one")
        await rig.send("two", "re two")
        parent_before = await rig.messages()
        child = await rig.fork()
        await rig.send("three", "re three", child)
        assert answerer.specs[-1].fork is not None
        await rig.send("four", "re four", child)
        await at.rewind("re three")
        await rig.send("five", "re five", child)
        assert "re four" not in at.holds()
        assert at.last_truncated() is not None
        await at.rewind("re one")
        await rig.send("six", "re six", child)
        assert await at.reasons() == [RetireReason.REWOUND, None]
        assert "re one" in at.last_prompt()
        assert "two" not in at.last_prompt()
        assert await rig.messages() == parent_before


async def test_too_many_runs_of_others_replace_a_session(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "first")
        await talk(at, *(f"m{n}" for n in range(MAX_RUNS_OF_OTHERS)), provider="model-m")
        assert (await at.rig.handoffs.preview(at.rig.thread_id, at.rig.options("agent-a"))).transition == "delta"
        await talk(at, "more", provider="model-m")
        await talk(at, "second")
        assert await at.reasons() == [RetireReason.MANY_RUNS, None]
        assert "first" in at.last_prompt()
        # What was set aside counts no more.
        await talk(at, *(f"n{n}" for n in range(MAX_RUNS_OF_OTHERS + 1)), provider="model-m")
        await at.rewind("re n5")
        await talk(at, "third")
        assert await at.reasons() == [RetireReason.MANY_RUNS, None]


async def test_too_many_deltas_replace_a_session(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "first")
        for number in range(MAX_DELTAS):
            await talk(at, f"m{number}", provider="model-m")
            await talk(at, f"a{number}")
        assert await at.reasons() == [None]
        await talk(at, "nothing is due")
        assert await at.reasons() == [None]
        await talk(at, "more", provider="model-m")
        await talk(at, "last")
        assert await at.reasons() == [RetireReason.MANY_DELTAS, None]
        assert (await at.rig.receipts())[-1]["reason"] == "many_deltas"
