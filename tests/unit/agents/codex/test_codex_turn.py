# SPDX-License-Identifier: MIT
"""Turns of a real child process that speaks the protocol and misbehaves (``tests/fakes/scripted_codex.py``)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import stat
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.agents.codex import opening as opening_module
from onesist_desktop.agents.codex import rpc as rpc_module
from onesist_desktop.agents.codex import turn as turn_module
from onesist_desktop.agents.codex.answerer import CodexAnswerer
from onesist_desktop.agents.codex.session import CodexSession
from onesist_desktop.agents.codex.turn import CodexTurn
from onesist_desktop.core.answerer import PermissionMode, Prompt, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, SessionRowId, ThreadId
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import (
    ALLOW,
    ALLOW_SESSION,
    ANSWER,
    CANCELLED,
    COMPLETED,
    DENY,
    STOPPED,
    ApprovalAsked,
    Delivery,
    PartEnded,
    PromptAccepted,
    TurnEnded,
    TurnEvent,
)
from onesist_desktop.process import child as child_module
from onesist_desktop.process import tree
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor

ROOT = Path(__file__).parents[4]


@pytest.fixture
def program(tmp_path: Path) -> str:
    """The scripted program as something that can be started by its path."""
    path = tmp_path / "codex"
    path.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as stream:
        stream.write("from tests.fakes.scripted_codex import main\nmain()\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@contextlib.asynccontextmanager
async def answering(program: str) -> AsyncIterator[CodexAnswerer]:
    faults: list[BaseException] = []
    supervisor = TaskSupervisor("test", lambda error, _name: faults.append(error))
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"], "SHELL": "/bin/sh"}
    answerer = CodexAnswerer(ShellEnvironment(environment), supervisor, program=lambda: program)
    try:
        yield answerer
    finally:
        await answerer.close()
        await supervisor.close()
    assert faults == []


def spec(tmp_path: Path, mode: PermissionMode = PermissionMode.ASK) -> SessionSpec:
    return SessionSpec(ThreadId("t"), SessionRowId("row"), str(tmp_path), new_session_id=str(uuid.uuid4()), mode=mode)


def start(session: CodexSession, text: str) -> CodexTurn:
    return session.start_turn(Prompt(MessageId(str(uuid.uuid4())), text))


async def read(turn: CodexTurn, on_event: Callable[[TurnEvent], object] = lambda _event: None) -> list[TurnEvent]:
    events = []
    async for event in turn:
        events.append(event)
        on_event(event)
    return events


async def read_until_text(turn: CodexTurn) -> tuple[asyncio.Task[list[TurnEvent]], str]:
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

    monkeypatch.setattr(rpc_module.ChildProcess, "start", start_with_small_frames)
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "big 300000"))
    assert texts(events) == ["after"]
    assert end(events).outcome == COMPLETED
    assert len(expect_warnings) == 1


@pytest.mark.parametrize("action", ["garbage", "flood"])
async def test_noise_is_ignored(program: str, tmp_path: Path, action: str) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), action))
    assert texts(events) == ["still here"]
    assert end(events).outcome == COMPLETED


async def test_a_crash_in_the_turn_is_told_with_its_words(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        events = await read(start(session, "crash"))
        assert end(events).outcome.reason is FailureReason.CRASHED
        assert "Segmentation fault" in end(events).outcome.detail
        assert end(events).delivery is Delivery.ACCEPTED
        assert texts(events) == ["half of"]
        assert not end(events).reply_held
        refused = await read(start(session, "say again"))
        assert end(refused).delivery is Delivery.REFUSED
        again = await answerer.open_session(replace(spec(tmp_path), native_session_id=session.native_session_id))
        assert again is not session
        assert texts(await read(start(again, "say hello"))) == ["hello"]


async def test_a_crash_before_the_prompt_was_taken_is_uncertain(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "crash-early"))
    assert end(events).outcome.reason is FailureReason.CRASHED
    assert end(events).delivery is Delivery.UNCERTAIN
    assert not any(isinstance(event, PromptAccepted) for event in events)


async def test_a_session_can_be_found_lost_after_the_start(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        events = await read(start(await answerer.open_session(spec(tmp_path)), "lost"))
    assert end(events).outcome.reason is FailureReason.SESSION_LOST
    assert end(events).delivery is Delivery.REFUSED
    assert not end(events).session_alive


@pytest.mark.parametrize(
    ("model", "reason"),
    [("mute", FailureReason.PROTOCOL), ("strict", FailureReason.CRASHED), ("empty", FailureReason.PROTOCOL)],
)
async def test_a_program_that_opens_nothing_is_ended(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, reason: FailureReason
) -> None:
    monkeypatch.setattr(opening_module, "_OPEN_S", 0.5)
    async with answering(program) as answerer:
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(replace(spec(tmp_path), model=model))
    assert caught.value.reason is reason
    assert model != "strict" or "no model of that name" in caught.value.detail


async def test_stop_ends_a_grandchild_in_a_session_of_its_own(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        turn = start(session, "grandchild")
        reading, words = await read_until_text(turn)
        await turn.stop()
        assert tree.identify(int(words.removeprefix("pid "))) is None
        assert end(await reading).outcome == STOPPED
        assert texts(await read(start(session, "say hello"))) == ["hello"]


async def test_an_interrupt_that_came_too_early_is_repeated(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_module, "_PROGRESS_S", 0.1)
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        turn = start(session, "late")
        reading, _ = await read_until_text(turn)
        await turn.stop()
        assert end(await reading).outcome == STOPPED
        assert session.server.is_usable


async def test_a_deaf_program_is_ended(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_module, "_INTERRUPTED_END_S", 0.2)
    monkeypatch.setattr(turn_module, "_INTERRUPT_ANSWER_S", 0.2)
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        turn = start(session, "deaf")
        reading, _ = await read_until_text(turn)
        await turn.stop()
        events = await reading
        assert end(events).outcome == STOPPED
        assert end(events).delivery is Delivery.ACCEPTED
        assert not session.server.is_usable


async def test_closing_cancels_a_running_turn(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        reading, _ = await read_until_text(start(await answerer.open_session(spec(tmp_path)), "hold"))
        await answerer.close()
        assert end(await reading).outcome == CANCELLED


async def test_a_turn_that_nobody_reads_any_more_ends_its_process(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        events = start(session, "hold").__aiter__()
        await anext(events)
        await events.aclose()  # type: ignore[attr-defined]
        while session.server.is_usable:
            await asyncio.sleep(0.01)


async def test_a_second_prompt_in_the_same_session_is_refused(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        turn = start(session, "hold")
        reading, _ = await read_until_text(turn)
        second = await read(start(session, "say no"))
        assert end(second).delivery is Delivery.REFUSED
        await turn.stop()
        await reading


async def test_what_an_older_turn_left_running_is_no_part_of_the_next(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        await read(start(session, "say one"))
        events = await read(start(session, "old two"))
    assert [type(event.part) for event in events if isinstance(event, PartEnded)] == [TextPart]


async def test_retrying_what_is_refused_is_given_up(program: str, tmp_path: Path) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path))
        events = await read(start(session, "unauthorized"))
        assert end(events).outcome.reason is FailureReason.NOT_SIGNED_IN
        assert texts(await read(start(session, "say hello"))) == ["hello"]


# Requests of the program ----------------------------------------------------------------------------------------------------

PERMISSIONS = {"permissions": {"network": {"enabled": True}, "fileSystem": None}, "cwd": "/x", "reason": "to look it up"}
TOOL_CALL = {"serverName": "s", "mode": "form", "message": "Allow?", "requestedSchema": {"type": "object", "properties": {}}}
OF_A_TOOL = {**TOOL_CALL, "_meta": {"codex_approval_kind": "mcp_tool_call", "persist": ["session"], "tool_params": {"a": 1}}}
FORM = {
    **TOOL_CALL,
    "requestedSchema": {"type": "object", "properties": {"size": {"type": "integer"}, "sure": {"type": "boolean"}}},
}


@pytest.mark.parametrize(
    ("method", "params", "option", "answers", "told"),
    [
        (
            "item/permissions/requestApproval",
            PERMISSIONS,
            ALLOW,
            (),
            {"permissions": {"network": {"enabled": True}}, "scope": "turn"},
        ),
        (
            "item/permissions/requestApproval",
            PERMISSIONS,
            ALLOW_SESSION,
            (),
            {"permissions": {"network": {"enabled": True}}, "scope": "session"},
        ),
        ("item/permissions/requestApproval", PERMISSIONS, DENY, (), {"permissions": {}, "scope": "turn"}),
        ("mcpServer/elicitation/request", OF_A_TOOL, ALLOW, (), {"action": "accept", "content": {}, "_meta": None}),
        (
            "mcpServer/elicitation/request",
            OF_A_TOOL,
            ALLOW_SESSION,
            (),
            {"action": "accept", "content": {}, "_meta": {"persist": "session"}},
        ),
        ("mcpServer/elicitation/request", OF_A_TOOL, DENY, (), {"action": "decline", "content": None, "_meta": None}),
        (
            "mcpServer/elicitation/request",
            FORM,
            ANSWER,
            (("7",), ("true",)),
            {"action": "accept", "content": {"size": 7, "sure": True}, "_meta": None},
        ),
        ("mcpServer/elicitation/request", FORM, DENY, (), {"action": "decline", "content": None, "_meta": None}),
        ("item/commandExecution/requestApproval", {"command": "ls"}, DENY, (), {"decision": "decline"}),
        ("item/fileChange/requestApproval", {}, ALLOW_SESSION, (), {"decision": "acceptForSession"}),
    ],
)
async def test_a_person_s_decision_reaches_the_program(
    program: str, tmp_path: Path, method: str, params: dict[str, object], option: str, answers: object, told: object
) -> None:
    async with answering(program) as answerer:
        turn = start(await answerer.open_session(spec(tmp_path)), f"ask {method} {json.dumps(params)}")
        events: list[TurnEvent] = []
        async for event in turn:
            events.append(event)
            if isinstance(event, ApprovalAsked):
                assert option in event.options
                await turn.decide(event.request_id, option, answers=answers)  # type: ignore[arg-type]
    assert json.loads(texts(events)[0]) == told


@pytest.mark.parametrize(
    ("mode", "method", "params", "told"),
    [
        (PermissionMode.FULL_ACCESS, "item/permissions/requestApproval", PERMISSIONS, "enabled"),
        (PermissionMode.FULL_ACCESS, "item/commandExecution/requestApproval", {}, '"accept"'),
        (PermissionMode.FULL_ACCESS, "mcpServer/elicitation/request", OF_A_TOOL, '"accept"'),
        (PermissionMode.PLAN, "item/permissions/requestApproval", PERMISSIONS, '"permissions": {}'),
        (PermissionMode.PLAN, "item/fileChange/requestApproval", {}, '"decline"'),
        (PermissionMode.PLAN, "mcpServer/elicitation/request", OF_A_TOOL, '"decline"'),
        (PermissionMode.ASK, "item/tool/call", {}, "not supported"),
        (PermissionMode.ASK, "account/chatgptAuthTokens/refresh", {}, "not supported"),
        (PermissionMode.ASK, "from/the/future", {}, "not supported"),
    ],
)
async def test_what_nobody_is_asked(
    program: str, tmp_path: Path, mode: PermissionMode, method: str, params: dict[str, object], told: str
) -> None:
    async with answering(program) as answerer:
        session = await answerer.open_session(spec(tmp_path, mode))
        events = await read(start(session, f"ask {method} {json.dumps(params)}"))
    assert not any(isinstance(event, ApprovalAsked) for event in events)
    assert told in texts(events)[0]
