# SPDX-License-Identifier: MIT
"""An agent forks a session of its own, or is told what was said; in either case everything once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Arrival, ForkPoint, ReadBack
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import MessageKind, TextPart
from onesist_desktop.core.records import Resolution, RetireReason, RunStatus, SessionState
from onesist_desktop.core.turn_events import Delivery, OutcomeKind, Usage, failed
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.fork_rig import AT_END, Forking, forking
from tests.support.service_rig import service_rig


async def test_a_native_fork_holds_everything_once(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two", "agent-a:three")
        (source,) = await f.sessions(f.parent)
        child = await f.fork("TWO")
        await f.say(child, "four")
        spec = f.rig.answerers["agent-a"].specs[-1]
        assert spec.fork == ForkPoint(str(source.native_session_id), "2")
        assert spec.native_session_id is None
        assert f.times("one", "ONE", "two", "TWO", "three", "four") == [1, 1, 1, 1, 0, 1]
        assert await f.began(child) == "native"
        assert [m.message.data["resolution"] for m in f.changed if m.message.kind is MessageKind.FORK] == ["native"]
        assert await f.receipts(child) == ["joined", "forked"]
        (row,) = await f.sessions(child)
        assert (row.forked_from, row.fork_anchor, row.inherited_seqs) == (source.native_session_id, "2", ())
        assert row.known_upto_seq == await f.seq("FOUR", child)
        (handoff,) = await f.run(lambda uow: uow.handoffs.of_thread(child))
        assert list(handoff.covered_seqs) == [await f.seq("two", child), await f.seq("TWO", child)]
        await f.say(child, "five")
        assert f.last_prompt() == "five"
        # The parent's session knows nothing of it.
        await f.say(f.parent, "six")
        assert f.last_prompt() == "six"
        assert not any(word in f.holds() for word in ("four", "five"))


async def test_a_native_fork_at_the_very_end_hands_nothing_over(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two")
        child = await f.fork("TWO")
        await f.say(child, "three")
        assert f.last_prompt() == "three"
        assert await f.receipts(child) == ["forked"]
        assert await f.run(lambda uow: uow.handoffs.of_thread(child)) == []


@pytest.mark.parametrize(("at", "expected"), [("TWO", "native"), ("ONE", "portable")])
async def test_an_agent_that_forks_only_at_its_end(at: str, expected: str, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        f.rig.answerers["agent-a"].capabilities = AT_END
        await f.talk("agent-a:one", "agent-a:two")
        child = await f.fork(at)
        await f.say(child, "three")
        assert await f.began(child) == expected
        assert f.rig.answerers["agent-a"].specs[-1].fork == (
            ForkPoint(str((await f.sessions(f.parent))[0].native_session_id)) if expected == "native" else None
        )
        assert f.times("one", "three") == [1, 1]


async def test_an_agent_that_forks_only_at_its_end_does_not_while_it_works(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        f.rig.answerers["agent-a"].capabilities = AT_END
        await f.talk("agent-a:one")
        script = Script(hold=asyncio.Event())
        await f.rig.begin("two", script)
        child = await f.fork("ONE")
        await f.say(child, "three")
        assert await f.began(child) == "portable"
        assert "two" not in f.holds()
        await f.rig.turns.stop(f.parent)


async def test_what_a_session_holds_beyond_what_it_knows_is_not_told_again(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two")
        f.rig.preferences.handoff_cap_bytes = 10
        await f.talk("agent-a:three")
        f.rig.preferences.handoff_cap_bytes = 16_000
        child = await f.fork("THREE")
        await f.say(child, "four")
        assert f.times("one", "two", "TWO", "three", "THREE") == [1, 1, 1, 1, 1]
        (row,) = await f.sessions(child)
        assert row.inherited_seqs == (await f.seq("three", child), await f.seq("THREE", child))
        # A fork of the fork has it from there.
        deep = await f.fork("FOUR", child)
        await f.say(deep, "five")
        assert f.last_prompt() == "five"
        assert await f.began(deep) == "native"


async def test_the_nearest_ancestor_that_has_a_session_counts(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two")
        middle = await f.fork("TWO")
        await f.say(middle, "three", "agent-b")
        deep = await f.fork("THREE", middle)
        await f.say(deep, "four")
        assert f.times("one", "two", "three", "THREE", "four") == [1, 1, 1, 1, 1]
        (source,) = await f.sessions(f.parent)
        assert (await f.sessions(deep))[0].forked_from == source.native_session_id
        # As far as both forks reach.
        high = await f.fork("ONE", deep)
        await f.say(high, "five")
        assert f.last_prompt() == "five"
        assert "two" not in f.holds()


async def test_what_was_rolled_back_on_the_way_is_not_brought_along(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two")
        middle = await f.fork("TWO")
        await f.roll_back(middle, await f.seq("ONE", middle))
        await f.say(middle, "three", "agent-b")
        deep = await f.fork("THREE", middle)
        await f.say(deep, "four")
        assert await f.began(deep) == "native"
        assert f.times("one", "ONE", "two", "three") == [1, 1, 0, 1]


async def test_an_answer_that_was_rolled_back_alone_is_not_brought_along(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two")
        child = await f.fork("TWO")
        await f.roll_back(child, await f.seq("two", child))
        await f.say(child, "three")
        assert f.times("one", "two", "TWO") == [1, 1, 0]


async def test_a_parent_that_was_rewound_later(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two")
        child = await f.fork("TWO")
        await f.roll_back(f.parent, await f.seq("ONE"))
        await f.say(child, "three")
        assert f.times("one", "ONE", "two", "TWO", "three") == [1, 1, 1, 1, 1]
        assert await f.began(child) == "native"


@pytest.mark.parametrize("way", ["hidden", "purged"])
async def test_a_parent_that_is_gone(way: str, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        deep = await f.fork("ONE", child)
        await f.run(lambda uow: uow.threads.change(f.parent, deleted_at=1.0))
        if way == "purged":

            def purge(uow: UnitOfWork) -> None:
                while uow.removal.remove_slice(f.parent):
                    pass

            await f.run(purge)
        for thread_id in (child, deep):
            await f.say(thread_id, "two")
            assert await f.said(thread_id) == ["one", "ONE", "two", "TWO"]
            assert await f.began(thread_id) == "portable"
            assert f.times("one", "ONE") == [1, 1]
        assert (await f.record(child)).parent_title == "one"
        # What the fork has by itself can still be forked by its agent.
        last = await f.fork("TWO", child)
        await f.say(last, "three")
        assert await f.began(last) == "native"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"model": "other"}, "portable"),
        ({"cwd": "/elsewhere"}, "portable"),
        ({"native_session_id": None}, "portable"),
        ({"state": SessionState.RETIRED, "retired_reason": RetireReason.REWOUND}, "native"),
        ({"state": SessionState.RETIRED, "retired_reason": RetireReason.MANY_RUNS}, "native"),
        ({"state": SessionState.RETIRED, "retired_reason": RetireReason.START_CLEAN}, "portable"),
        ({"state": SessionState.RETIRED, "retired_reason": RetireReason.UNCERTAIN}, "portable"),
    ],
)
async def test_which_sessions_are_forked(change: dict[str, object], expected: str, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        (source,) = await f.sessions(f.parent)
        await f.run(lambda uow: uow.sessions.change(source.id, **change))
        child = await f.fork("ONE")
        await f.say(child, "two")
        assert await f.began(child) == expected
        assert f.times("one", "ONE", "two") == [1, 1, 1]


async def test_an_earlier_run_counts_where_the_last_one_has_no_anchor(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-a:two", "agent-a:three")
        run = (await f.rig.runs())[1]
        await f.run(lambda uow: uow.runs.change(run.id, anchor=None))
        child = await f.fork("TWO")
        await f.say(child, "four")
        assert f.rig.answerers["agent-a"].specs[-1].fork is not None
        assert f.times("one", "ONE", "two", "TWO", "three") == [1, 1, 1, 1, 0]


async def test_a_session_of_its_own_is_gone_on_with(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        await f.say(child, "two")
        (row,) = await f.sessions(child)
        await f.run(lambda uow: uow.sessions.retire(row.id, RetireReason.START_CLEAN, 9.0))
        await f.say(child, "three")
        assert f.rig.answerers["agent-a"].specs[-1].fork is None
        assert f.times("one", "ONE", "two", "TWO") == [1, 1, 1, 1]
        assert await f.began(child) == "native"


async def test_a_model_that_gets_the_history_each_time(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        await f.say(child, "two", "model-m")
        assert [entry.text for entry in f.rig.answerers["model-m"].prompts[-1].history] == ["one", "ONE"]
        assert await f.began(child) == "portable"


async def test_a_full_session_is_not_forked_when_what_was_said_last_would_not_fit(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        usage = Usage(occupied=127_000, context_window=128_000)
        await f.say(f.parent, "one", usage=usage)
        await f.talk("agent-b:two")
        child = await f.fork("TWO")
        await f.say(child, "three")
        assert await f.began(child) == "portable"
        assert f.times("one", "ONE", "two", "TWO") == [1, 1, 1, 1]


# -- forks that fail ---------------------------------------------------------------------------------------------------


async def lose_source(f: Forking) -> None:
    """Let the parent's session be one that its agent doesn't know."""
    (source,) = await f.sessions(f.parent)
    await f.run(lambda uow: uow.sessions.change(source.id, native_session_id="lost"))


async def test_a_fork_that_fails_begins_as_text_in_the_same_send(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        await lose_source(f)
        child = await f.fork("ONE")
        f.rig.thread_id = child
        await f.rig.send("two")
        assert await f.began(child) == "portable"
        assert await f.receipts(child) == ["joined"]
        assert await f.rig.notices(MessageKind.ERROR) == []
        assert [run.outcome for run in await f.rig.runs()] == [OutcomeKind.COMPLETED]
        given_up, row = await f.sessions(child)
        assert (given_up.state, given_up.retired_reason) == (SessionState.RETIRED, RetireReason.NEVER_ACCEPTED)
        assert (row.state, row.forked_from) == (SessionState.ACTIVE, None)
        assert f.rig.answerers["agent-a"].released == [given_up.id]
        assert len(f.rig.answerers["agent-a"].prompts) == 2
        assert f.times("one", "ONE") == [1, 1]


@pytest.mark.parametrize("reason", [FailureReason.SESSION_LOST, FailureReason.PROTOCOL, FailureReason.CRASHED])
async def test_a_fork_that_fails_after_its_start(reason: FailureReason, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two")
        child = await f.fork("TWO")
        refusal = Script(delivery=Delivery.REFUSED, outcome=failed(reason), session_alive=False)
        f.rig.answerers["agent-a"].scripts = [refusal]
        f.rig.thread_id = child
        await f.rig.send("three")
        assert await f.began(child) == "portable"
        assert [run.outcome for run in await f.rig.runs()] == [OutcomeKind.COMPLETED]
        deliveries = [str(handoff.delivery) for handoff in await f.rig.handed_over()]
        assert sorted(deliveries) == ["delivered", "refused"]


async def test_a_failure_that_has_nothing_to_do_with_the_fork(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        agent = f.rig.answerers["agent-a"]
        agent.scripts = [Script(open_error=AnswererError(FailureReason.NOT_SIGNED_IN, "who are you?"))]
        f.rig.thread_id = child
        await f.rig.send("two")
        assert [run.reason for run in await f.rig.runs()] == [FailureReason.NOT_SIGNED_IN]
        assert len(agent.specs) == 2
        assert [m.data["resolution"] for m in await f.rig.notices(MessageKind.FORK)] == [""]
        await f.rig.send_again("two")
        assert await f.began(child) == "native"
        assert f.last_prompt() == "two"


async def test_never_more_than_one_further_try(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        agent = f.rig.answerers["agent-a"]
        agent.scripts = [Script(open_error=AnswererError(FailureReason.CRASHED)) for _ in range(3)]
        f.rig.thread_id = child
        await f.rig.send("two")
        assert len(agent.scripts) == 1
        assert [run.reason for run in await f.rig.runs()] == [FailureReason.CRASHED]
        assert len(await f.rig.notices(MessageKind.ERROR)) == 1
        agent.scripts.clear()
        await f.rig.send_again("two")
        assert f.times("one", "two") == [1, 1]


async def test_a_forked_session_that_failed_without_output_is_not_used_again(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one")
        child = await f.fork("ONE")
        await f.say(child, "two", outcome=failed(FailureReason.TOO_LONG))
        (row,) = await f.sessions(child)
        assert row.retired_reason is RetireReason.FAILED_WITHOUT_OUTPUT
        f.rig.thread_id = child
        await f.rig.send_again("two")
        assert f.rig.answerers["agent-a"].specs[-1].fork is None
        assert f.times("one", "ONE", "two") == [1, 1, 1]


async def test_a_crash_while_the_first_prompt_was_on_its_way(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        await f.talk("agent-a:one", "agent-b:two")
        child = await f.fork("TWO")
        f.rig.answerers["agent-a"].scripts = [Script(hold_before_acceptance=asyncio.Event())]
        f.rig.thread_id = child
        await f.rig.turns.send(child, "three", f.rig.options("agent-a"))
        while (await f.rig.runs())[-1].status is not RunStatus.SENDING:
            await asyncio.sleep(0)
        f.rig.turns._live.remove(child)
        await f.rig.context.supervisor.close()
    async with service_rig(tmp_path) as rig:
        rig.thread_id = child
        three = await rig.message_id("three")
        rig.answerers["agent-a"].arrivals[three] = Arrival.ARRIVED
        rig.answerers["agent-a"].read_backs[three] = ReadBack((TextPart("THREE"),), is_whole=True, anchor="4")
        await rig.recovery.recover()
        assert [receipt["receipt"] for receipt in await rig.receipts()] == ["joined", "forked"]
        assert [m.data["resolution"] for m in await rig.notices(MessageKind.FORK)] == ["native"]
        transfer = await rig.context.database.run(lambda uow: uow.handoffs.fork_of(child))
        assert transfer is not None
        assert transfer.resolution is Resolution.NATIVE
        await rig.send("four")
        assert rig.answerers["agent-a"].prompts[-1].full_text == "four"


# -- the preview -------------------------------------------------------------------------------------------------------
