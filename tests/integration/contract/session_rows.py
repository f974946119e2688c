# SPDX-License-Identifier: MIT
"""What becomes of sessions: resume, dead ids, folders, forks, cutting back, and what can be told afterwards."""

from __future__ import annotations

import asyncio
import contextlib

import psutil
import pytest

from onesist_desktop.core.abilities import Ability
from onesist_desktop.core.answerer import Answerer, Arrival, ForkPoint, PermissionMode, Session
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import Delivery
from tests.integration.agents.agent_rig import TurnRecord, message_id
from tests.integration.contract.contract import Bench, Row, is_agent, texts_of

FULL = PermissionMode.FULL_ACCESS


def seen(bench: Bench) -> str:
    """Everything that the model was told with its newest call."""
    return "\n".join(bench.rig.server.model_requests()[-1].prompts)


async def two_turns(bench: Bench) -> tuple[Session, TurnRecord, TurnRecord]:
    """Have a session that knows ALPHA and then BETA."""
    session = await bench.open()
    first = await bench.must_answer(session, "remember ALPHA [[say:noted alpha]]")
    second = await bench.must_answer(session, "remember BETA [[say:noted beta]]")
    return session, first, second


async def resume(bench: Bench) -> None:
    session, _, _ = await two_turns(bench)
    native = session.native_session_id
    # As after a restart of the app: another answerer, other processes, the same row.
    await bench.answerer.release(bench.rig.spec(key=bench.key).session_key)
    await asyncio.to_thread(bench.rig.age_sessions)
    async with bench.rig.answerer() as again:
        await again.check()
        other = Bench(bench.rig, again, bench.key)
        resumed = await other.open(native=native)
        assert resumed.native_session_id == native
        await other.must_answer(resumed, "what do you know? [[say:both]]")
    assert "ALPHA" in seen(bench)
    assert "BETA" in seen(bench)


async def dead_session(bench: Bench) -> None:
    reason, delivery = await _fate(bench, native=bench.rig.dead_session_id)
    assert reason is FailureReason.SESSION_LOST
    assert delivery is Delivery.REFUSED
    fresh = await bench.open(suffix="-fresh")
    assert "afresh" in texts_of(await bench.must_answer(fresh, "[[say:afresh]]"))


async def _fate(bench: Bench, **wishes: object) -> tuple[FailureReason | None, Delivery]:
    """Return why a session can't be opened, or why its first turn failed."""
    try:
        session = await bench.open(**wishes)
    except AnswererError as error:
        return error.reason, Delivery.REFUSED
    record = await bench.ask(session, "[[say:never said]]")
    return record.end.outcome.reason, record.end.delivery


async def moved_folder(bench: Bench) -> None:
    if not bench.rig.bears_moving:
        return
    session, _, _ = await two_turns(bench)
    await bench.answerer.release(bench.rig.spec(key=bench.key).session_key)
    elsewhere = bench.rig.folder / f"{bench.key}-elsewhere"
    elsewhere.mkdir()
    try:
        moved = await bench.open(native=session.native_session_id, cwd=elsewhere, mode=FULL)
    except AnswererError as error:
        assert error.reason is FailureReason.SESSION_LOST
    else:
        # Then it must really work there.
        await bench.must_answer(moved, "[[bash:pwd > where.txt]] [[say:done]]")
        assert (elsewhere / "where.txt").read_text().strip() == str(elsewhere)


async def missing_folder(bench: Bench) -> None:
    with pytest.raises(AnswererError) as caught:
        await bench.open(cwd=bench.rig.folder / "not-there")
    assert caught.value.reason is FailureReason.WORKSPACE_MISSING


async def fork_at_end(bench: Bench) -> None:
    session, _, _ = await two_turns(bench)
    source = session.native_session_id
    assert source is not None
    forked = await bench.open(suffix="-fork", fork=ForkPoint(source))
    await bench.must_answer(forked, "branch GAMMA [[say:branched]]")
    assert forked.native_session_id != source
    assert all(word in seen(bench) for word in ("ALPHA", "BETA", "GAMMA"))
    await bench.must_answer(session, "parent DELTA [[say:undisturbed]]")
    assert "GAMMA" not in seen(bench)


async def fork_at_message(bench: Bench) -> None:
    session, first, _ = await two_turns(bench)
    source, anchor = session.native_session_id, first.end.anchor
    assert source is not None
    assert anchor is not None
    forked = await bench.open(suffix="-fork", fork=ForkPoint(source, anchor))
    await bench.must_answer(forked, "branch GAMMA [[say:branched]]")
    assert "ALPHA" in seen(bench)
    assert "BETA" not in seen(bench)
    await bench.must_answer(session, "parent DELTA [[say:undisturbed]]")
    assert "BETA" in seen(bench)
    assert "GAMMA" not in seen(bench)


async def fork_of_nothing(bench: Bench) -> None:
    reason, _ = await _fate(bench, fork=ForkPoint(bench.rig.dead_session_id))
    assert reason is FailureReason.SESSION_LOST


async def truncate(bench: Bench) -> None:
    session, first, _ = await two_turns(bench)
    native, anchor = session.native_session_id, first.end.anchor
    assert anchor is not None
    cut = await bench.open(native=native, truncate_to=anchor)
    await bench.must_answer(cut, "go on with GAMMA [[say:went on]]")
    assert "ALPHA" in seen(bench)
    assert "BETA" not in seen(bench)


async def verify(bench: Bench) -> None:
    session = await bench.open()
    record = await bench.must_answer(session, "hello [[say:here]]")
    assert record.end.delivery is Delivery.ACCEPTED
    spec = bench.rig.spec(key=bench.key, native=session.native_session_id)
    assert await bench.answerer.verify(spec, bench.last_id) is Arrival.ARRIVED
    assert await bench.answerer.verify(spec, message_id()) is Arrival.NOT_ARRIVED


async def verify_unknown(bench: Bench) -> None:
    session = await bench.open()
    await bench.must_answer(session, "hello [[say:here]]")
    spec = bench.rig.spec(key=bench.key, native=session.native_session_id)
    assert await bench.answerer.verify(spec, bench.last_id) is Arrival.UNKNOWN


async def read_back(bench: Bench) -> None:
    session = await bench.open()
    await bench.must_answer(session, "hello [[say:read me again]]")
    spec = bench.rig.spec(key=bench.key, native=session.native_session_id)
    found = await bench.answerer.read_back(spec, bench.last_id)
    assert found is not None
    assert [part.text for part in found.parts if isinstance(part, TextPart)] == ["read me again"]
    assert found.is_whole


async def models(bench: Bench) -> None:
    assert await bench.answerer.list_models()


async def twenty_turns(bench: Bench) -> None:
    session = await bench.open(mode=FULL)
    before = (0, 0)
    for number in range(20):
        await bench.must_answer(
            session, f"turn {number} [[bash:true]] [[say:done]]" if bench.capabilities.is_agent else f"{number}"
        )
        if number == 4:
            before = await asyncio.to_thread(_held, bench)
    after = await asyncio.to_thread(_held, bench)
    assert after[0] <= before[0], "processes grew"
    assert after[1] <= before[1] + 8, "open files grew"


def _held(bench: Bench) -> tuple[int, int]:
    """Count the agent's processes, and the open files of them and of this process."""
    processes = bench.rig.processes()
    files = psutil.Process().num_fds()
    for process in processes:
        with contextlib.suppress(psutil.Error):
            files += process.num_fds()
    return len(processes), files


async def release_ends_it(bench: Bench) -> None:
    answerer: Answerer = bench.answerer
    session = await bench.open()
    await bench.must_answer(session, "[[say:bye]]")
    await answerer.release(bench.rig.spec(key=bench.key).session_key)
    await asyncio.to_thread(bench.rig.age_sessions)
    again = await bench.open(native=session.native_session_id)
    assert "back" in texts_of(await bench.must_answer(again, "[[say:back]]"))


A = Ability
SESSION_ROWS = (
    Row("resume after a restart", "sessions", resume, A.RESUME, is_for=is_agent),
    Row("dead session id", "sessions", dead_session, is_for=is_agent),
    Row("moved folder", "sessions", moved_folder, is_for=is_agent),
    Row("missing folder", "sessions", missing_folder, is_for=is_agent),
    Row("tells whether a prompt arrived", "sessions", verify, A.VERIFY, verify_unknown, is_agent),
    Row("read back", "sessions", read_back, A.READ_BACK, is_for=is_agent),
    Row("released and gone on with", "sessions", release_ends_it, A.RESUME, is_for=is_agent),
    Row("models", "sessions", models, A.MODELS),
    Row("native fork at the end", "forks", fork_at_end, A.FORK_AT_END, is_for=is_agent),
    Row("native fork at a message", "forks", fork_at_message, A.FORK_AT_MESSAGE, is_for=is_agent),
    Row("fork of a session that is gone", "forks", fork_of_nothing, A.FORK_AT_END, is_for=is_agent),
    Row("truncate", "forks", truncate, A.TRUNCATE, is_for=is_agent),
    Row("20 turns without growth", "endurance", twenty_turns),
)
