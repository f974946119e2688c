# SPDX-License-Identifier: MIT
"""Claude Code, the real program: tools, approvals, modes, our MCP server, stopping."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    TextPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    ApprovalAsked,
    ApprovalClosed,
    Delivery,
    PartGrew,
    PartStarted,
    PromptAccepted,
    TurnEvent,
)
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import KEY, ClaudeRig, TurnRecord, prompt, run, until

pytestmark = pytest.mark.real_agent


def commands(record: TurnRecord) -> list[CommandPart]:
    return [part for part in record.parts if isinstance(part, CommandPart)]


async def test_a_command_with_its_exit_code(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[bash:echo out; exit 3]] [[bash:echo fine]] [[say:done]]")), decide="allow")
    failed, worked = commands(record)
    assert (failed.command, failed.exit_code, failed.output, failed.state) == ("echo out; exit 3", 3, "out", CallState.FAILED)
    assert (worked.exit_code, worked.output, worked.state) == (0, "fine", CallState.WORKED)
    assert record.parts[-1] == TextPart("done")
    assert record.end.outcome == COMPLETED


async def test_a_denied_command_never_runs(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[bash:touch made]] [[say:done]]")), decide="deny")
    asked = record.of(ApprovalAsked)[0]
    assert (asked.tool, asked.detail) == ("Bash", "touch made")
    assert asked.options == ("allow", "allow_session", "deny")
    assert record.of(ApprovalClosed) == [ApprovalClosed(asked.request_id, "deny")]
    assert commands(record)[0].state is CallState.REFUSED
    assert not (claude.work / "made").exists()
    assert record.end.outcome == COMPLETED


async def test_allowed_for_the_session_is_not_asked_again_and_changes_no_settings(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[bash:touch a1]] [[bash:touch a1]] [[say:done]]")), decide="allow_session")
    assert len(record.of(ApprovalAsked)) == 1
    assert [part.state for part in commands(record)] == [CallState.WORKED, CallState.WORKED]
    assert not (claude.work / ".claude").exists()


async def test_files_that_were_changed(claude: ClaudeRig) -> None:
    old, new = claude.work / "old.txt", claude.work / "new.txt"
    old.write_text("alpha\nbeta\n", encoding="utf-8")
    steps = [
        f"[[tool:Read|{json.dumps({'file_path': str(old)})}]]",
        f"[[tool:Edit|{json.dumps({'file_path': str(old), 'old_string': 'alpha', 'new_string': 'gamma'})}]]",
        f"[[tool:Write|{json.dumps({'file_path': str(new), 'content': 'fresh'})}]]",
        "[[say:done]]",
    ]
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(mode=PermissionMode.ACCEPT_EDITS))
        record = await run(session.start_turn(prompt(" ".join(steps))))
    read, edited, written, _ = record.parts
    assert isinstance(read, ToolCallPart)
    assert read.tool is ToolKind.READ
    assert "alpha" in read.result
    assert isinstance(edited, FileChangePart)
    assert (edited.path, edited.change, edited.state) == (str(old), ChangeKind.CHANGED, CallState.WORKED)
    assert "-alpha\n+gamma" in edited.diff
    assert isinstance(written, FileChangePart)
    assert (written.path, written.change) == (str(new), ChangeKind.ADDED)
    assert "+fresh" in written.diff
    assert record.of(ApprovalAsked) == []
    assert old.read_text(encoding="utf-8") == "gamma\nbeta\n"


async def test_a_delegated_answer_is_one_call(claude: ClaudeRig) -> None:
    task = json.dumps({"description": "look", "prompt": "[[say:the helper's answer]]", "subagent_type": "general-purpose"})
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt(f"[[tool:Task|{task}]] [[say:done]]")), decide="allow")
    call, text = record.parts
    assert isinstance(call, ToolCallPart)
    assert call.tool is ToolKind.DELEGATE
    assert call.result.startswith("the helper's answer")
    assert text == TextPart("done")


async def test_full_access_asks_nothing(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(mode=PermissionMode.FULL_ACCESS))
        record = await run(session.start_turn(prompt("[[bash:touch made]] [[say:done]]")))
    assert record.of(ApprovalAsked) == []
    assert commands(record)[0].state is CallState.WORKED
    assert (claude.work / "made").exists()


async def test_plan_only_changes_nothing(claude: ClaudeRig) -> None:
    new = claude.work / "new.txt"
    write = f"[[tool:Write|{json.dumps({'file_path': str(new), 'content': 'x'})}]]"
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(mode=PermissionMode.PLAN))
        record = await run(session.start_turn(prompt(f"[[bash:touch made]] {write} [[say:my plan]]")))
    assert record.of(ApprovalAsked) == []
    assert not new.exists()
    assert not (claude.work / "made").exists()
    assert record.end.outcome == COMPLETED


async def test_the_history_server_works_and_its_token_stays_private(
    claude: ClaudeRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = tmp_path / "ours"
    ours.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(ours))
    token = "token-canary-987654"
    async with claude.answerer() as answerer:
        spec = claude.spec(history=claude.tiny_mcp(token))
        session = await answerer.open_session(spec)
        record = await run(session.start_turn(prompt('[[tool:mcp__tiny__add|{"a": 2, "b": 40}]] [[say:done]]')))
        lines = claude.command_lines()
        (config,) = ours.iterdir()
        assert config.stat().st_mode & 0o777 == 0o600
        assert token in config.read_text(encoding="utf-8")
    assert list(ours.iterdir()) == []
    added = record.parts[0]
    assert isinstance(added, ToolCallPart)
    assert "the sum is 42" in added.result
    # What our server gives back was history before: it is no news in a later handoff.
    assert added.tool is ToolKind.READ
    assert record.of(ApprovalAsked) == []
    assert len(lines) == 2
    assert not any(token in line or KEY in line for line in lines)
    written = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert written
    assert not any(token in file.read_text(encoding="utf-8", errors="replace") for file in written)


async def test_the_history_server_gets_no_key(claude: ClaudeRig) -> None:
    wanted = json.dumps({"names": ["ONESIST_TOKEN", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"]})
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(history=claude.tiny_mcp("its-token")))
        record = await run(session.start_turn(prompt(f"[[tool:mcp__tiny__environment|{wanted}]] [[say:done]]")))
    told = record.parts[0]
    assert isinstance(told, ToolCallPart)
    assert json.loads(told.result) == {"ONESIST_TOKEN": "its-token", "ANTHROPIC_API_KEY": "", "OPENAI_API_KEY": ""}


async def test_the_index_is_told_to_the_model(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec(index_text="Onesist remembers 12 threads.")
        await run((await answerer.open_session(spec)).start_turn(prompt("hello")))
    assert any("Onesist remembers 12 threads." in text for text in wire_texts(claude.server.model_requests()[-1]))


async def test_stop_leaves_no_grandchild_and_the_session_goes_on(claude: ClaudeRig) -> None:
    sleeper = "setsid sleep 7341 & sleep 7342"
    async with claude.answerer() as answerer:
        spec = claude.spec(mode=PermissionMode.FULL_ACCESS, history=claude.tiny_mcp("t"))
        session = await answerer.open_session(spec)
        await run(session.start_turn(prompt('[[tool:mcp__tiny__add|{"a": 1, "b": 1}]] [[say:done]]')))
        before = {process.pid for process in claude.processes()}
        turn = session.start_turn(prompt(f"[[bash:{sleeper}]]"))
        reading = asyncio.create_task(run(turn))

        async def sleeps() -> bool:
            return {"sleep 7341", "sleep 7342"} <= set(claude.command_lines())

        await until(sleeps)
        await turn.stop()
        record = await reading
        assert {process.pid for process in claude.processes()} == before
        assert record.end.outcome == STOPPED
        assert record.end.delivery is Delivery.ACCEPTED
        assert commands(record)[0].state is CallState.STOPPED
        after = await run(session.start_turn(prompt("and now")))
        assert after.end.outcome == COMPLETED


async def test_a_stopped_answer_is_held_by_the_session(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        turn = session.start_turn(prompt("[[slow:6]]"))
        arrived = asyncio.Event()
        reading = asyncio.create_task(run(turn, on_event=lambda event: arrived.set() if shows_a_word(event, "word4") else None))
        await arrived.wait()
        await turn.stop()
        record = await reading
        assert record.end.outcome == STOPPED
        assert record.end.reply_held
        assert record.parts == [TextPart("word0 word1 word2 word3 word4 ")]
        cut = await answerer.open_session(claude.spec(native=spec.new_session_id, truncate_to=record.end.anchor))
        await run(cut.start_turn(prompt("what did you say")))
    texts = wire_texts(claude.server.model_requests()[-1])
    assert "word0 word1 word2 word3 word4" in " ".join(texts)


def shows_a_word(event: TurnEvent, word: str) -> bool:
    return isinstance(event, PartGrew) and word in event.text


async def test_stop_before_the_first_word(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        turn = session.start_turn(prompt("[[hang]]"))
        reading = asyncio.create_task(run(turn))
        await asyncio.to_thread(claude.server.wait_for_hold)
        await turn.stop()
        record = await reading
        assert record.end.outcome == STOPPED
        assert record.end.delivery is Delivery.ACCEPTED
        assert record.parts == []
        cut = await answerer.open_session(claude.spec(native=spec.new_session_id, truncate_to=record.end.anchor))
        await run(cut.start_turn(prompt("go on")))
    assert claude.server.model_requests()[-1].prompts[0].strip() == "[[hang]]"


async def test_stop_at_once(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        unsent = session.start_turn(prompt("one"))
        await unsent.stop()
        never = await run(unsent)
        assert (never.end.outcome, never.end.delivery) == (STOPPED, Delivery.REFUSED)
        turn = session.start_turn(prompt("two"))
        reading = asyncio.create_task(run(turn))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await turn.stop()
        record = await reading
        assert record.end.outcome == STOPPED
        assert (record.end.delivery is Delivery.ACCEPTED) == bool(record.of(PromptAccepted))
        after = await run(session.start_turn(prompt("three")))
    assert after.end.outcome == COMPLETED
    is_held = record.end.delivery is Delivery.ACCEPTED
    assert any("two" in sent for sent in claude.server.model_requests()[-1].prompts) == is_held


async def test_stop_with_an_open_approval(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        turn = session.start_turn(prompt("[[bash:touch made]]"))
        asked = asyncio.Event()
        reading = asyncio.create_task(run(turn, on_event=lambda event: asked.set() if isinstance(event, ApprovalAsked) else None))
        await asked.wait()
        await turn.stop()
        record = await reading
    assert record.of(ApprovalClosed)[0].answer is None
    assert record.end.outcome == STOPPED
    assert commands(record)[0].state is CallState.STOPPED
    assert not (claude.work / "made").exists()


async def test_an_abandoned_turn_ends_the_program(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        turn = (await answerer.open_session(spec)).start_turn(prompt("[[slow:5]]"))
        stream = aiter(turn)
        async for event in stream:
            if isinstance(event, PartStarted):
                break
        await stream.aclose()  # type: ignore[attr-defined]

        async def is_gone() -> bool:
            return claude.processes() == []

        await until(is_gone)
        again = await answerer.open_session(claude.spec(native=spec.new_session_id))
        record = await run(again.start_turn(prompt("go on")))
    assert record.end.outcome == COMPLETED


async def test_nothing_is_left_after_close(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        for number in range(2):
            session = await answerer.open_session(claude.spec(key=f"row-{number}", mode=PermissionMode.FULL_ACCESS))
            await run(session.start_turn(prompt("[[bash:(setsid sleep 7343 >/dev/null 2>&1 &); echo ok]] [[say:done]]")))
        assert sum("sleep" in process.name() for process in claude.processes()) == 2
    assert claude.processes() == []
