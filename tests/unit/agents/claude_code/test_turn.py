# SPDX-License-Identifier: MIT
"""Turns of a real child process that speaks the protocol and misbehaves (``tests/fakes/scripted_claude.py``)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import psutil
import pytest

from onesist_desktop.agents.claude_code import answerer as answerer_module
from onesist_desktop.agents.claude_code import session as session_module
from onesist_desktop.agents.claude_code import turn as turn_module
from onesist_desktop.agents.claude_code.answerer import ClaudeCodeAnswerer, ClaudeSession
from onesist_desktop.agents.claude_code.turn import ClaudeTurn
from onesist_desktop.core.answerer import HistoryServer, Prompt, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId, ThreadId
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import (
    CANCELLED,
    COMPLETED,
    STOPPED,
    ApprovalAsked,
    ApprovalClosed,
    AskKind,
    Delivery,
    PartEnded,
    PromptAccepted,
    TurnEnded,
    TurnEvent,
)
from onesist_desktop.process import child as child_module
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor

ROOT = Path(__file__).parents[4]


@pytest.fixture
def program(tmp_path: Path) -> str:
    """The scripted program as something that can be started by its path."""
    path = tmp_path / "claude"
    path.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as stream:
        stream.write("from tests.fakes.scripted_claude import main\nmain()\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@contextlib.asynccontextmanager
async def answering(program: str, run_folder: Path | None = None) -> AsyncIterator[ClaudeCodeAnswerer]:
    faults: list[BaseException] = []
    supervisor = TaskSupervisor("test", lambda error, _name: faults.append(error))
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"], "SHELL": "/bin/sh"}
    answerer = ClaudeCodeAnswerer(ShellEnvironment(environment), supervisor, program=lambda: program, run_folder=run_folder)
    try:
        yield answerer
    finally:
        await answerer.close()
        await supervisor.close()
    assert faults == []


def spec(tmp_path: Path, **more: object) -> SessionSpec:
    base = SessionSpec(ThreadId("t"), SessionRowId("row"), str(tmp_path), new_session_id=str(uuid.uuid4()))
    return SessionSpec(**{**{name: getattr(base, name) for name in base.__dataclass_fields__}, **more})  # type: ignore[arg-type]


def start(session: ClaudeSession, text: str) -> ClaudeTurn:
    return session.start_turn(Prompt(MessageId(str(uuid.uuid4())), text))


async def read(turn: ClaudeTurn, on_event: Callable[[TurnEvent], object] = lambda _event: None) -> list[TurnEvent]:
    events = []
    async for event in turn:
        events.append(event)
        on_event(event)
    return events


async def read_until_text(turn: ClaudeTurn) -> tuple[asyncio.Task[list[TurnEvent]], str]:
    """Start reading and return once the first text has come."""
    came: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def note(event: TurnEvent) -> None:
        if isinstance(event, PartEnded) and isinstance(event.part, TextPart) and not came.done():
            came.set_result(event.part.text)

    reading = asyncio.create_task(read(turn, note))
    return reading, await came


def texts(events: list[TurnEvent]) -> list[str]:
    return [event.part.text for event in events if isinstance(event, PartEnded) and isinstance(event.part, TextPart)]


def end(events: list[TurnEvent]) -> TurnEnded:
    assert isinstance(events[-1], TurnEnded)
    return events[-1]


async def test_characters_split_between_writes_come_out_whole(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "split größer 漢字 🙂"))
    assert texts(events) == ["größer 漢字 🙂"]
    assert end(events).outcome == COMPLETED


async def test_a_line_of_a_megabyte(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "big 1200000"))
    assert [len(text) for text in texts(events)] == [1_200_000, 5]


async def test_a_line_that_is_too_long_fails_alone(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[object]
) -> None:
    real = child_module.ChildProcess.start

    async def start_with_small_frames(*args: object, **kwargs: object) -> child_module.ChildProcess:
        return await real(*args, **kwargs, max_frame_bytes=100_000)  # type: ignore[arg-type]

    monkeypatch.setattr(session_module.ChildProcess, "start", start_with_small_frames)
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "big 300000"))
    assert texts(events) == ["after"]
    assert end(events).outcome == COMPLETED
    assert len(expect_warnings) == 1


async def test_garbage_and_unknown_frames_are_ignored(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "garbage"))
    assert texts(events) == ["still here"]
    assert end(events).outcome == COMPLETED


async def test_a_crash_in_the_middle(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        wanted = spec(tmp_path)
        session = await answerer.open_session(wanted)
        events = await read(start(session, "crash"))
        assert end(events).outcome.reason is FailureReason.CRASHED
        assert "Segmentation fault" in end(events).outcome.detail
        assert end(events).delivery is Delivery.ACCEPTED
        assert not end(events).reply_held
        # A session that is opened again gets a new process; a turn on the dead one is refused and nothing is sent.
        refused = await read(start(session, "say no"))
        assert (end(refused).outcome.reason, end(refused).delivery) == (FailureReason.CRASHED, Delivery.REFUSED)
        again = await read(start(await answerer.open_session(wanted), "say yes"))
    assert texts(again) == ["yes"]


async def test_a_crash_before_anything_was_acknowledged_is_uncertain(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "crash-early"))
    assert len(events) == 1
    assert end(events).delivery is Delivery.UNCERTAIN
    assert "it broke before reading" in end(events).outcome.detail


async def test_stop_ends_what_left_the_tree(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        turn = start(session, "grandchild")
        reading, said = await read_until_text(turn)
        pid = int(said.removeprefix("pid "))
        assert psutil.pid_exists(pid)
        await turn.stop()
        assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
        events = await reading
        assert end(events) == TurnEnded(STOPPED, anchor="a-1")
        assert texts(await read(start(session, "say alive"))) == ["alive"]


async def test_stop_of_a_program_that_does_not_listen(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_module, "_INTERRUPT_ANSWER_S", 0.05)
    monkeypatch.setattr(session_module, "_END_SESSION_S", 0.05)
    real_stop = child_module.ChildProcess.stop
    monkeypatch.setattr(child_module.ChildProcess, "stop", lambda self: real_stop(self, eof_s=0.1, term_s=0.1, kill_s=2.0))
    async with answering(program) as answerer:
        wanted = spec(tmp_path)
        turn = start(await answerer.open_session(wanted), "deaf")
        reading, _ = await read_until_text(turn)
        await turn.stop()
        events = await reading
        assert end(events).outcome == STOPPED
        assert not end(events).reply_held
        assert texts(await read(start(await answerer.open_session(wanted), "say again"))) == ["again"]


async def test_two_stops_are_one(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        turn = start(await answerer.open_session(spec(tmp_path)), "hold")
        reading, _ = await read_until_text(turn)
        await asyncio.gather(turn.stop(), turn.stop())
        events = await reading
        await turn.stop()
    assert [event for event in events if isinstance(event, TurnEnded)] == [events[-1]]


async def test_closing_the_app_cancels_the_turn(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        reading, _ = await read_until_text(start(await answerer.open_session(spec(tmp_path)), "hold"))
        await answerer.close()
        assert end(await reading).outcome == CANCELLED
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(spec(tmp_path))
    assert caught.value.reason is FailureReason.APP_CLOSED


async def test_one_prompt_at_a_time(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        wanted = spec(tmp_path)
        session = await answerer.open_session(wanted)
        turn = start(session, "hold")
        reading, _ = await read_until_text(turn)
        second = await read(start(session, "say no"))
        assert (end(second).outcome.reason, end(second).delivery) == (FailureReason.INTERNAL, Delivery.REFUSED)
        with pytest.raises(AnswererError):
            await answerer.open_session(spec(tmp_path, session_key=SessionRowId("other"), native_session_id=wanted.new_session_id))
        await turn.stop()
        assert end(await reading).outcome == STOPPED


@pytest.mark.parametrize(("option", "behavior"), [("allow", '"behavior": "allow"'), ("deny", '"behavior": "deny"')])
async def test_an_approval(program: str, tmp_path: Path, option: str, behavior: str) -> None:
    async with answering(program) as answerer:
        turn = start(await answerer.open_session(spec(tmp_path)), "ask")
        events = []
        async for event in turn:
            events.append(event)
            if isinstance(event, ApprovalAsked):
                await turn.decide("unknown", option)
                await turn.decide(event.request_id, "no such option")
                await turn.decide(event.request_id, option)
                await turn.decide(event.request_id, "deny")
    assert [event for event in events if isinstance(event, ApprovalClosed)] == [ApprovalClosed("ask-1", option)]
    assert behavior in texts(events)[0]


async def test_an_edit_is_asked_with_what_it_would_change(program: str, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("old\n", encoding="utf-8")
    async with answering(program) as answerer:
        turn = start(await answerer.open_session(spec(tmp_path)), f"edit {file}")
        events = []
        async for event in turn:
            events.append(event)
            if isinstance(event, ApprovalAsked):
                await turn.decide(event.request_id, "deny", "leave it")
    (asked,) = [event for event in events if isinstance(event, ApprovalAsked)]
    assert (asked.kind, asked.detail, asked.cwd) == (AskKind.EDIT, str(file), str(tmp_path))
    assert asked.diff == "@@ -1 +1 @@\n-old\n+new"
    assert ApprovalClosed("edit-1", "deny", "leave it") in events
    assert "leave it" in texts(events)[0]


async def test_an_edit_that_is_withdrawn_while_the_file_is_looked_at_is_never_asked(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), f"edit-withdrawn {tmp_path / 'x'}"))
    # It was asked and closed, or neither.
    asked = [event.request_id for event in events if isinstance(event, ApprovalAsked)]
    assert asked == [event.request_id for event in events if isinstance(event, ApprovalClosed)]
    assert texts(events) == ["never mind"]
    assert end(events).outcome == COMPLETED


async def test_five_megabytes_on_stderr_block_nothing(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "noise 5000000"))
    assert texts(events) == ["after the noise"]
    assert end(events).outcome == COMPLETED


async def test_a_program_that_asks_its_model_without_end_is_stopped(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        events = await read(start(session, "empty"))
        assert end(events).outcome.reason is FailureReason.RUNAWAY
        assert texts(await read(start(session, "say alive"))) == ["alive"]


async def test_what_goes_wrong_at_the_start(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answerer_module, "_START_S", 0.3)
    monkeypatch.setattr(session_module, "_END_SESSION_S", 0.05)
    real_stop = child_module.ChildProcess.stop
    monkeypatch.setattr(child_module.ChildProcess, "stop", lambda self: real_stop(self, eof_s=0.1, term_s=1.0, kill_s=2.0))
    cases = {
        FailureReason.SESSION_LOST: spec(tmp_path, native_session_id="dead"),
        FailureReason.WORKSPACE_MISSING: spec(tmp_path, cwd=str(tmp_path / "gone")),
        FailureReason.PROTOCOL: spec(tmp_path, model="mute"),
    }
    for reason, wanted in cases.items():
        async with answering(program) as answerer:
            with pytest.raises(AnswererError) as caught:
                await answerer.open_session(wanted)
        assert caught.value.reason is reason
    async with answering(str(tmp_path / "nothing-here")) as answerer:
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(spec(tmp_path))
        assert caught.value.reason is FailureReason.PROGRAM_MISSING
        readiness = await answerer.check()
    assert (readiness.is_ready, readiness.reason) == (False, FailureReason.PROGRAM_MISSING)


async def test_a_send_to_a_running_process_costs_little(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        wanted = spec(tmp_path)
        await answerer.open_session(wanted)
        loop = asyncio.get_running_loop()
        spans = []
        for _ in range(20):
            began = loop.time()
            turn = start(await answerer.open_session(wanted), "say hi")
            async for event in turn:
                if isinstance(event, PromptAccepted):
                    spans.append(loop.time() - began)
    # Both ways through the pipes and Python on the other side included; the bound is loose for a loaded machine.
    assert sorted(spans)[len(spans) // 2] < 0.02


async def test_a_sessions_token_lies_in_the_apps_own_folder_while_it_runs(program: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    server = HistoryServer("onesist", ("history",), (("TOKEN", "canary"),))
    async with answering(program, folder) as answerer:
        await answerer.open_session(spec(tmp_path, history_server=server))
        (config,) = folder.iterdir()
        assert "canary" in config.read_text(encoding="utf-8")
    assert list(folder.iterdir()) == []


async def test_a_folder_that_is_gone_refuses_the_prompt_in_words(program: str, tmp_path: Path) -> None:
    server = HistoryServer("onesist", ("history",), ())
    async with answering(program, tmp_path / "gone") as answerer:
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(spec(tmp_path, history_server=server))
    assert caught.value.reason is FailureReason.STORAGE
