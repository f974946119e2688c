# SPDX-License-Identifier: MIT
"""The real Gemini CLI through the adapter for the protocol."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ForkAbility, PermissionMode
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import CallState, ChangeKind, CommandPart, FileChangePart, TextPart, ToolCallPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    ApprovalAsked,
    ApprovalClosed,
    AskKind,
    Delivery,
    PromptAccepted,
    UsageReported,
)
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.acp_rig import GeminiRig, gemini_rig
from tests.integration.agents.agent_rig import prompt, run, until


@pytest.fixture
def rig(tmp_path: Path, model_server: FakeModelServer) -> Iterator[GeminiRig]:
    made = gemini_rig(model_server, tmp_path)
    yield made
    assert made.end_what_is_left() == [], "processes outlived the test"


async def test_a_fresh_turn_is_streamed(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        ready = await agent.check()
        assert ready.is_ready
        assert re.match(r"\d+\.\d+\.\d+", ready.version)
        session = await agent.open_session(rig.spec(index_text="## index", model="gemini-2.5-pro"))
        record = await run(session.start_turn(prompt("[[say:one two three four five six seven eight]]", context="## Earlier")))
        assert record.end.outcome == COMPLETED
        assert record.of(PromptAccepted) == [PromptAccepted("session/update agent_message_chunk")]
        assert record.parts == [TextPart("one two three four five six seven eight")]
        assert record.of(UsageReported)[-1].usage.input_tokens
        asked = rig.server.model_requests()[-1]
        assert asked.prompts[-3:] == ("## index\n\n", "## Earlier\n\n", "[[say:one two three four five six seven eight]]")
        assert "gemini-2.5-pro" in asked.path
        assert "gemini-2.5-pro" in {model.id for model in await agent.list_models()}
        assert agent.capabilities.fork is ForkAbility.NONE
        assert agent.capabilities.takes_images


async def test_a_command_shows_neither_output_nor_exit_code(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[bash:touch made; echo out; exit 3]]")), decide="allow")
    (asked,) = record.of(ApprovalAsked)
    assert (asked.kind, asked.detail, asked.cwd) == (AskKind.COMMAND, "touch made; echo out; exit 3", str(rig.work))
    assert asked.options == ("allow", "allow_session", "deny")
    (command,) = record.parts_of(CommandPart)
    # What it explained before isn't taken for output, and "completed" not for an exit code.
    assert (command.command, command.output, command.exit_code) == ("touch made; echo out; exit 3", "", None)
    assert (rig.work / "made").exists()
    # The model got both.
    assert "Exit Code: 3" in json.dumps(rig.server.model_requests()[-1].body)


async def test_a_file_change(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[write:a.txt|one\\ntwo]]")), decide="allow")
    (asked,) = record.of(ApprovalAsked)
    assert asked.kind is AskKind.EDIT
    assert "+one\n+two" in asked.diff
    (change,) = record.parts_of(FileChangePart)
    assert (change.change, change.state) == (ChangeKind.ADDED, CallState.WORKED)
    assert "+one\n+two" in change.diff
    assert (rig.work / "a.txt").read_text().strip() == "one\ntwo"


async def test_a_refused_command_does_not_run_and_the_model_goes_on(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[bash:touch made]][[say:as you like]]")), decide="deny")
    assert record.parts_of(CommandPart)[0].state is CallState.REFUSED
    assert record.of(ApprovalClosed)[0].answer == "deny"
    assert record.parts_of(TextPart)[-1] == TextPart("as you like")
    assert record.end.outcome == COMPLETED
    assert not (rig.work / "made").exists()


@pytest.mark.parametrize("is_trusted", [False, True])
@pytest.mark.parametrize(
    ("mode", "asks", "is_written", "is_made"),
    [
        (PermissionMode.ACCEPT_EDITS, 1, True, True),
        (PermissionMode.FULL_ACCESS, 0, True, True),
        (PermissionMode.PLAN, 0, False, False),
    ],
)
async def test_modes_are_kept_to(
    rig: GeminiRig, mode: PermissionMode, asks: int, is_written: bool, is_made: bool, is_trusted: bool
) -> None:
    """In a folder that nobody trusted the program refuses its own modes that do things unasked."""
    if is_trusted:
        rig.trust_workspace()
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec(mode=mode))
        written = await run(session.start_turn(prompt("[[write:a.txt|x]]")), decide="allow")
        made = await run(session.start_turn(prompt("[[bash:touch made]]")), decide="allow")
    assert len(written.of(ApprovalAsked)) + len(made.of(ApprovalAsked)) == asks
    assert (rig.work / "a.txt").exists() is is_written
    assert (rig.work / "made").exists() is is_made


async def test_stop_ends_a_command_with_its_grandchild(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec(mode=PermissionMode.FULL_ACCESS))
        turn = session.start_turn(prompt("[[bash:setsid sleep 3621 & sleep 3622; echo over]]"))

        async def runs() -> bool:
            return len([line for line in rig.command_lines() if line.startswith("sleep 362")]) == 2

        async def stop() -> None:
            await until(runs)
            await turn.stop()

        stopping = session.spawn(stop(), "stop")
        record = await run(turn)
        await stopping
        assert record.end.outcome == STOPPED
        assert not [line for line in rig.command_lines() if "sleep 362" in line]
        assert (await run(session.start_turn(prompt("[[say:still here]]")))).parts == [TextPart("still here")]


async def test_a_session_is_loaded_after_a_restart(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        await run(session.start_turn(prompt("[[bash:touch pear]]")), decide="allow")
        native = session.native_session_id
    rig.age_sessions()
    async with rig.answerer() as agent:
        again = await agent.open_session(rig.spec(native=native))
        record = await run(again.start_turn(prompt("[[say:yes]]")))
    # What it replays, some of it after it said that it was loaded, is no answer.
    assert record.parts == [TextPart("yes")]
    assert any("touch pear" in text for text in rig.server.model_requests()[-1].prompts)


async def test_a_dead_session_is_told_before_anything_is_sent(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        with pytest.raises(AnswererError) as caught:
            await agent.open_session(rig.spec(native="5aab7dbe-bb29-488b-accf-60e3289ff1f7"))
    assert caught.value.reason is FailureReason.SESSION_LOST
    assert rig.server.model_requests() == []


async def test_a_tool_of_the_history_server(rig: GeminiRig) -> None:
    # In a folder that nobody trusted the program starts no servers.
    rig.trust_workspace()
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec(history=rig.tiny_mcp("t0ken")))
        record = await run(session.start_turn(prompt('[[mcp:add|{"a": 2, "b": 3}]]')), decide="allow")
        assert not any("t0ken" in line for line in rig.command_lines())
    (call,) = record.parts_of(ToolCallPart)
    assert call.state is CallState.WORKED
    assert "the sum is 5" in json.dumps(rig.server.model_requests()[-1].body)


async def test_a_prompt_that_failed_is_not_in_the_session(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[err:401]]")))
        assert record.end.outcome.reason is FailureReason.NOT_SIGNED_IN
        assert record.end.delivery is Delivery.REFUSED
        await run(session.start_turn(prompt("[[say:again]]")))
    assert not any("[[err:401]]" in text for text in rig.server.model_requests()[-1].prompts)


async def test_nobody_is_signed_in(rig: GeminiRig) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"):
        del rig.environment[name]
    async with rig.answerer() as agent:
        with pytest.raises(AnswererError) as caught:
            await agent.open_session(rig.spec())
    assert caught.value.reason is FailureReason.NOT_SIGNED_IN


async def test_two_sessions_at_once(rig: GeminiRig) -> None:
    async with rig.answerer() as agent:
        first = await agent.open_session(rig.spec(key="row-1"))
        second = await agent.open_session(rig.spec(key="row-2"))
        slow = first.spawn(run(first.start_turn(prompt("[[slow:3]]"))), "slow")

        async def waits() -> bool:
            return any("[[slow:3]]" in request.prompts[-1] for request in rig.server.model_requests() if request.prompts)

        await until(waits)
        # A second prompt would make the program drop the first one.
        busy = await run(first.start_turn(prompt("[[say:no]]")))
        assert busy.end.delivery is Delivery.REFUSED
        assert (await run(second.start_turn(prompt("[[say:two]]")))).parts == [TextPart("two")]
        rig.server.release()
        assert (await slow).end.outcome == COMPLETED


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not there")
async def test_nothing_but_the_model_is_contacted(rig: GeminiRig) -> None:
    trace = rig.folder / "connects"
    strace = shutil.which("strace")
    assert strace is not None
    rig.argv = (strace, "-f", "-qq", "-e", "trace=connect", "-o", str(trace), *rig.argv)
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        assert (await run(session.start_turn(prompt("[[bash:touch made]]")), decide="allow")).end.outcome == COMPLETED
    found = set(re.findall(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', trace.read_text(encoding="utf-8")))
    assert {one or other for one, other in found} == {"127.0.0.1"}
    assert (rig.work / "made").exists()
