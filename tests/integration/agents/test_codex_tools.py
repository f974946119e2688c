# SPDX-License-Identifier: MIT
"""Codex, the real program: commands, changes, approvals, questions, modes, steering, stopping, the history server."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path

import psutil
import pytest

from onesist_desktop.core.answerer import ForkPoint, HistoryServer, PermissionMode, Turn
from onesist_desktop.core.ids import SessionRowId
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    PlanEntry,
    PlanPart,
    TextPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.turn_events import (
    ALLOW,
    ALLOW_SESSION,
    ANSWER,
    COMPLETED,
    DENY,
    STOPPED,
    ApprovalAsked,
    ApprovalClosed,
    AskKind,
    PartGrew,
    PartStarted,
    PromptAccepted,
    SteerTaken,
    TurnEvent,
    WorkspaceNoted,
)
from tests.fakes.model_server import wire_texts
from tests.integration.agents.agent_rig import TurnRecord, prompt, run, until
from tests.integration.agents.codex_rig import KEY, KEY_NAME, CodexRig, Seen

pytestmark = pytest.mark.real_agent

FULL = PermissionMode.FULL_ACCESS


async def test_a_command_comes_with_its_code_and_its_whole_output(codex: CodexRig) -> None:
    command = "for n in $(seq 4000); do echo line $n of the output; done; echo 'it''s over' >&2; exit 3"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        record = await run(session.start_turn(prompt(f"[[bash:{command}]] [[say:done]]")))
    [part] = record.parts_of(CommandPart)
    assert part.command == command
    assert part.exit_code == 3
    assert part.state is CallState.FAILED
    lines = part.output.splitlines()
    # The two streams are read apart, so where one comes in between the other isn't told.
    lines.remove("its over")
    assert lines == [f"line {n} of the output" for n in range(1, 4001)]
    assert record.end.outcome == COMPLETED
    assert record.parts[-1] == TextPart("done")


async def test_a_change_comes_with_its_diff(codex: CodexRig) -> None:
    (codex.work / "old.txt").write_text("one\ntwo\n", encoding="utf-8")
    (codex.work / "gone.txt").write_text("bye\n", encoding="utf-8")
    moved = "*** Update File: old.txt\n*** Move to: moved.txt\n@@\n one\n-two\n+three"
    patch = f"*** Begin Patch\n{moved}\n*** Delete File: gone.txt\n*** End Patch"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        added = await run(session.start_turn(prompt("[[write:new.txt|alpha\\nbeta]] [[say:done]]")))
        changed = await run(session.start_turn(prompt(f"[[bash:apply_patch <<'EOF'\n{patch}\nEOF]] [[say:done]]")))
    [part] = added.parts_of(FileChangePart)
    assert (Path(part.path).name, part.change, part.state) == ("new.txt", ChangeKind.ADDED, CallState.WORKED)
    assert part.diff == "@@ -0,0 +1,2 @@\n+alpha\n+beta"
    assert (codex.work / "new.txt").read_text(encoding="utf-8") == "alpha\nbeta\n"
    parts = {Path(part.path).name: part for part in changed.parts_of(FileChangePart)}
    assert parts["gone.txt"].change is ChangeKind.DELETED
    assert parts["moved.txt"].change is ChangeKind.RENAMED
    assert "-two" in parts["moved.txt"].diff


# Approvals ------------------------------------------------------------------------------------------------------------------


async def test_ask_asks_before_anything_happens(codex: CodexRig) -> None:
    asked: list[ApprovalAsked] = []

    def decide(approval: ApprovalAsked) -> str:
        asked.append(approval)
        assert not (codex.work / "made.txt").exists()
        assert not (codex.work / "new.txt").exists()
        return DENY

    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        command = await run(session.start_turn(prompt("[[bash:echo hi > made.txt]] [[say:well]]")), decide=decide)
        change = await run(session.start_turn(prompt("[[write:new.txt|alpha]] [[say:well]]")), decide=decide)
        harmless = await run(session.start_turn(prompt("[[bash:ls]] [[say:well]]")), decide=decide)
    assert [one.kind for one in asked] == [AskKind.COMMAND, AskKind.EDIT, AskKind.COMMAND]
    assert asked[0].detail == "echo hi > made.txt"
    assert asked[0].cwd == str(codex.work)
    assert asked[0].options == (ALLOW, ALLOW_SESSION, DENY)
    assert asked[1].detail == str(codex.work / "new.txt")
    assert "+alpha" in asked[1].diff
    assert command.parts_of(CommandPart)[0].state is CallState.REFUSED
    assert change.parts_of(FileChangePart)[0].state is CallState.REFUSED
    assert harmless.parts_of(CommandPart)[0].call_id == asked[2].call_id
    for record, approval in zip((command, change, harmless), asked, strict=True):
        assert record.of(ApprovalClosed) == [ApprovalClosed(approval.request_id, DENY)]
        assert record.end.outcome == COMPLETED
        assert record.parts[-1] == TextPart("well")


async def test_what_is_allowed_happens_once_or_for_the_session(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        once = await run(session.start_turn(prompt("[[bash:echo a >> a.txt]] [[write:b.txt|b]] [[say:done]]")), decide=ALLOW)
        assert len(once.of(ApprovalAsked)) == 2
        assert (codex.work / "a.txt").read_text(encoding="utf-8") == "a\n"
        assert (codex.work / "b.txt").exists()
        twice = "[[bash:echo a >> a.txt]] [[bash:echo a >> a.txt]] [[say:done]]"
        record = await run(session.start_turn(prompt(twice)), decide=ALLOW_SESSION)
        later = await run(session.start_turn(prompt("[[bash:echo a >> a.txt]] [[say:done]]")), decide=DENY)
    assert len(record.of(ApprovalAsked)) == 1
    assert later.of(ApprovalAsked) == []
    assert (codex.work / "a.txt").read_text(encoding="utf-8") == "a\n" * 4


async def test_a_refusal_reaches_the_model_with_its_word(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        turn = session.start_turn(prompt("[[bash:echo hi]] [[say:well]]"))
        record = TurnRecord()
        async for event in turn:
            record.events.append(event)
            if isinstance(event, ApprovalAsked):
                assert event.takes_word
                await turn.decide(event.request_id, "unknown option")
                await turn.decide(event.request_id, DENY, word="use printf instead")
    [closed] = record.of(ApprovalClosed)
    assert (closed.answer, closed.word) == (DENY, "use printf instead")
    assert record.of(SteerTaken) == []
    assert codex.server.model_requests()[-1].prompts[-1] == "I did not allow that: use printf instead"
    assert any("rejected by user" in text for text in wire_texts(codex.server.model_requests()[-1]))


async def test_a_question_is_asked_with_its_choices(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        answered = await _asked_and_answered(session.start_turn(prompt("[[ask:Which colour?|red|blue]] [[say:fine]]")), "red")
        told = codex.server.model_requests()[-1]
        left_open = await run(session.start_turn(prompt("[[ask:Which colour?|red|blue]] [[say:fine]]")), decide=DENY)
        other = await answerer.open_session(codex.spec(native=session.native_session_id, mode=PermissionMode.PLAN))
        in_plan = await _asked_and_answered(other.start_turn(prompt("[[ask:Which colour?|red|blue]] [[say:fine]]")), "green")
    [asked] = answered.of(ApprovalAsked)
    assert asked.kind is AskKind.QUESTION
    assert asked.options == (ANSWER, DENY)
    assert [choice.label for choice in asked.questions[0].choices] == ["red", "blue"]
    assert asked.questions[0].text == asked.title == "Which colour?"
    assert asked.questions[0].takes_text
    assert answered.of(ApprovalClosed)[0].answers == (("red",),)
    assert '{"answers":{"choice":{"answers":["red"]}}}' in wire_texts(told)
    assert left_open.end.outcome == in_plan.end.outcome == COMPLETED


async def _asked_and_answered(turn: Turn, answer: str) -> TurnRecord:
    record = TurnRecord()
    async for event in turn:
        record.events.append(event)
        if isinstance(event, ApprovalAsked):
            await turn.decide(event.request_id, ANSWER, answers=[[answer]])
    return record


async def test_the_person_s_own_servers_ask(codex: CodexRig) -> None:
    server = codex.tiny_mcp("token")
    command = f"command = {json.dumps(server.argv[0])}\nargs = {json.dumps(list(server.argv[1:]))}\nrequired = true\n"
    codex.configure(more=f"[mcp_servers.tiny]\n{command}")
    call = prompt('[[mcp:add|{"a": 1, "b": 2}]] [[say:done]]')
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        refused = await run(session.start_turn(call), decide=DENY)
        allowed = await run(session.start_turn(prompt(call.text)), decide=ALLOW)
        in_plan = await answerer.open_session(codex.spec(native=session.native_session_id, mode=PermissionMode.PLAN))
        planned = await run(in_plan.start_turn(prompt(call.text)))
    [asked] = refused.of(ApprovalAsked)
    assert asked.kind is AskKind.TOOL
    assert json.loads(asked.detail) == {"a": 1, "b": 2}
    assert "tiny" in asked.tool
    assert refused.parts_of(ToolCallPart)[0].state is not CallState.WORKED
    assert allowed.parts_of(ToolCallPart)[0].result == "the sum is 3"
    assert planned.of(ApprovalAsked) == []
    assert planned.parts_of(ToolCallPart)[0].state is not CallState.WORKED


# Modes ----------------------------------------------------------------------------------------------------------------------


async def test_accept_edits_asks_for_commands_and_for_changes_elsewhere(codex: CodexRig) -> None:
    outside = codex.folder / "outside.txt"
    text = f"[[write:in.txt|a]] [[write:{outside}|a]] [[bash:echo hi]] [[say:done]]"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=PermissionMode.ACCEPT_EDITS))
        record = await run(session.start_turn(prompt(text)), decide=DENY)
    assert [asked.kind for asked in record.of(ApprovalAsked)] == [AskKind.EDIT, AskKind.COMMAND]
    assert record.of(ApprovalAsked)[0].detail == str(outside)
    assert (codex.work / "in.txt").exists()
    assert not outside.exists()


async def test_plan_changes_nothing_and_shows_the_plan(codex: CodexRig) -> None:
    (codex.work / "there.txt").write_text("still here\n", encoding="utf-8")
    escalated = json.dumps({"cmd": "touch up.txt", "sandbox_permissions": "require_escalated", "justification": "May I?"})
    tries = f"[[bash:touch made.txt]] [[bash:rm -f there.txt]] [[write:new.txt|a]] [[tool:exec_command|{escalated}]]"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=PermissionMode.PLAN))
        record = await run(session.start_turn(prompt(f"{tries} [[bash:cat there.txt]] [[say:done]]")))
        planned = await run(session.start_turn(prompt("[[plan:one|two]]")))
    assert record.of(ApprovalAsked) == []
    assert sorted(path.name for path in codex.work.iterdir()) == ["there.txt"]
    assert record.parts_of(CommandPart)[-1].output == "still here\n"
    assert planned.parts_of(TextPart)[0].text.strip() == "Here is the plan."
    assert planned.parts_of(PlanPart) == [PlanPart((PlanEntry("one"), PlanEntry("two")))]


async def test_full_access_asks_nothing(codex: CodexRig) -> None:
    outside = codex.folder / "outside.txt"
    (codex.work / "there.txt").touch()
    text = f"[[bash:rm -f there.txt; echo hi > {outside}]] [[write:{outside}.2|a]] [[say:done]]"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        record = await run(session.start_turn(prompt(text)))
    assert record.of(ApprovalAsked) == []
    assert not (codex.work / "there.txt").exists()
    assert outside.exists()
    assert Path(f"{outside}.2").exists()


async def test_a_mode_holds_after_resume_and_fork_and_cutting_back(codex: CodexRig) -> None:
    # A resume and a fork fall back to the person's own setting, which is no sandbox here.
    codex.configure(before='sandbox_mode = "danger-full-access"\napproval_policy = "never"\n')
    tried = "[[bash:echo sandbox $CODEX_SANDBOX_NETWORK_DISABLED]] [[say:done]]"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        first = await run(session.start_turn(prompt("one")))
        await run(session.start_turn(prompt("two")))
        native = session.native_session_id
        await answerer.release(SessionRowId("row-1"))
        resumed = await answerer.open_session(codex.spec(native=native))
        records = [await run(resumed.start_turn(prompt(tried)), decide=ALLOW)]
        cut = await answerer.open_session(codex.spec(native=native, truncate_to=first.end.anchor))
        records.append(await run(cut.start_turn(prompt(tried)), decide=ALLOW))
        fork = await answerer.open_session(codex.spec(key="row-2", fork=ForkPoint(native)))
        records.append(await run(fork.start_turn(prompt(tried)), decide=ALLOW))
    for record in records:
        assert len(record.of(ApprovalAsked)) == 1
        assert record.parts_of(CommandPart)[0].output == "sandbox 1\n"


async def test_the_mode_can_change_with_the_next_turn(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=PermissionMode.PLAN))
        await run(session.start_turn(prompt("one")))
        full = await answerer.open_session(codex.spec(native=session.native_session_id, mode=FULL))
        record = await run(full.start_turn(prompt("[[bash:echo hi > made.txt]] [[say:done]]")))
    assert record.of(ApprovalAsked) == []
    assert (codex.work / "made.txt").exists()


# Stop and steer -------------------------------------------------------------------------------------------------------------


def _sleepers(marker: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.cmdline()[:2] == ["sleep", marker] and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


async def test_stop_ends_a_command_with_all_that_it_started(codex: CodexRig) -> None:
    marker = f"{1000 + time.monotonic_ns() % 1_000_000}"
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        turn = session.start_turn(prompt(f"[[bash:setsid sleep {marker} & sleep {marker}]] [[say:never]]"))
        shown = Seen(PartStarted)
        working = asyncio.create_task(run(turn, on_event=shown))

        async def runs() -> bool:
            return len(_sleepers(marker)) == 2

        await shown.wait(lambda event: isinstance(event.part, CommandPart))

        await until(runs)
        await turn.stop()
        assert _sleepers(marker) == []
        record = await working
        assert len(codex.programs()) == 1
        after = await run(session.start_turn(prompt("go on")))
    assert record.end.outcome == STOPPED
    assert record.parts_of(CommandPart)[0].state is CallState.STOPPED
    assert after.end.outcome == COMPLETED
    assert after.parts_of(CommandPart) == []


async def test_stop_keeps_what_was_said_and_says_that_the_session_does_not_hold_it(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        turn = session.start_turn(prompt("[[slow:6]]"))
        shown = Seen(PartGrew)
        working = asyncio.create_task(run(turn, on_event=shown))
        await shown.wait(lambda event: "word4" in event.text)
        await turn.stop()
        record = await working
        await run(session.start_turn(prompt("go on")))
    assert record.end.outcome == STOPPED
    assert not record.end.reply_held
    assert record.end.anchor
    assert record.parts_of(TextPart)[0].text.startswith("word0 word1")
    assert not any("word0 word1" in text for text in wire_texts(codex.server.model_requests()[-1]))
    assert codex.server.model_requests()[-1].prompts == ("[[slow:6]]", "go on")


async def test_a_stop_straight_after_the_start_is_not_lost(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        for _ in range(5):
            turn = session.start_turn(prompt("[[hang]]"))
            working = asyncio.create_task(run(turn))
            await asyncio.sleep(0)
            await turn.stop()
            assert (await working).end.outcome == STOPPED
        assert len(codex.programs()) == 1


async def test_an_open_approval_is_closed_by_a_stop(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        turn = session.start_turn(prompt("[[bash:echo hi]] [[say:never]]"))
        stops: list[asyncio.Task[None]] = []

        def stop(event: TurnEvent) -> None:
            if isinstance(event, ApprovalAsked):
                stops.append(asyncio.create_task(turn.stop()))

        record = await run(turn, on_event=stop)
        await asyncio.gather(*stops)
    assert record.end.outcome == STOPPED
    assert [closed.answer for closed in record.of(ApprovalClosed)] == [None]


async def test_a_message_is_taken_into_the_running_turn(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        turn = session.start_turn(prompt("[[slow:3]]"))
        other = prompt("and this")
        assert not await turn.steer(other)
        shown = Seen(PartGrew)
        working = asyncio.create_task(run(turn, on_event=shown))
        await shown.wait(lambda event: "word1" in event.text)
        assert not await turn.steer(prompt(" "))
        assert await turn.steer(other)
        codex.server.holds.release()
        record = await working
        assert not await turn.steer(other)
    assert record.of(SteerTaken) == [SteerTaken(other.message_id, reply_held=False)]
    assert len(record.of(PromptAccepted)) == 1
    before, after = record.parts_of(TextPart)
    assert before.text == "word0 word1 "
    assert after.text.endswith("and this")
    # The program drops what was half said, and asks the model anew.
    assert record.end.reply_held
    assert not any("word0 word1" in text for text in wire_texts(codex.server.model_requests()[-1]))
    assert codex.server.model_requests()[-1].prompts == ("[[slow:3]]", "and this")


async def test_a_message_that_came_too_late_is_not_taken(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        turn = session.start_turn(prompt("[[bash:sleep 300]]"))
        shown = Seen(PartStarted)
        working = asyncio.create_task(run(turn, on_event=shown))
        await shown.wait(lambda event: isinstance(event.part, CommandPart))
        # It would be taken when the command has ended.
        assert await turn.steer(prompt("and this"))
        await turn.stop()
        record = await working
        await run(session.start_turn(prompt("go on")))
    assert record.of(SteerTaken) == []
    assert record.end.reply_held
    assert codex.server.model_requests()[-1].prompts == ("[[bash:sleep 300]]", "go on")


async def test_no_address_but_the_model_s_is_contacted(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(history=codex.tiny_mcp()))
        turn = session.start_turn(prompt("[[slow:3]]"))
        working = asyncio.create_task(run(turn))
        await asyncio.to_thread(codex.server.wait_for_hold)
        remote = {
            (connection.raddr.ip, connection.raddr.port)
            for pid in codex.programs()
            for connection in psutil.Process(pid).net_connections("inet")
            if connection.raddr
        }
        codex.server.holds.release()
        await working
    assert remote == {("127.0.0.1", codex.server.port)}


# The history server, the folder, the environment ----------------------------------------------------------------------------


async def test_the_history_server_is_there_in_each_session(codex: CodexRig) -> None:
    names = json.dumps({"names": ["ONESIST_TOKEN", KEY_NAME]})
    call = f'[[mcp:add|{{"a": 20, "b": 3}}]] [[mcp:environment|{names}]] [[say:done]]'
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(history=codex.tiny_mcp("token-1")))
        record = await run(session.start_turn(prompt(call)))
    async with codex.answerer() as answerer:
        again = await answerer.open_session(codex.spec(native=session.native_session_id, history=codex.tiny_mcp("token-2")))
        resumed = await run(again.start_turn(prompt(call)))
        await answerer.release(SessionRowId("row-1"))
        assert codex.processes() == []
    for turn, token in ((record, "token-1"), (resumed, "token-2")):
        assert turn.of(ApprovalAsked) == []
        add, environment = turn.parts_of(ToolCallPart)
        assert (add.name, add.result, add.state, add.tool) == ("mcp__tiny__add", "the sum is 23", CallState.WORKED, ToolKind.READ)
        assert json.loads(add.arguments) == {"a": 20, "b": 3}
        assert token in environment.result
        assert KEY not in environment.result


async def test_a_history_server_that_fails_does_not_stop_the_work(
    codex: CodexRig, expect_warnings: list[logging.LogRecord]
) -> None:
    broken = HistoryServer("tiny", ("/nowhere/server",), (("ONESIST_TOKEN", "t"),))
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(history=broken))
        record = await run(session.start_turn(prompt("hello")))
    assert record.end.outcome == COMPLETED
    assert ["without the history server" in warning.getMessage() for warning in expect_warnings] == [True]


async def test_commands_see_no_keys(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        of_the_program = "cat /proc/$PPID/environ | tr '\\0' '\\n'"
        record = await run(session.start_turn(prompt(f"[[bash:env]] [[bash:{of_the_program}]] [[say:done]]")))
    assert codex.server.model_requests()[0].headers["authorization"] == f"Bearer {KEY}"
    seen, program = (part.output for part in record.parts_of(CommandPart))
    assert "HOME=" in seen
    assert "sk-" not in seen
    assert KEY in program
    assert program.count("sk-") == 1


@pytest.mark.parametrize("is_trusted", [False, True])
async def test_the_folder_counts_as_the_person_left_it(codex: CodexRig, is_trusted: bool) -> None:
    (codex.work / ".codex").mkdir()
    (codex.work / ".codex/config.toml").write_text('model_reasoning_effort = "high"\n', encoding="utf-8")
    (codex.work / "AGENTS.md").write_text("Always speak of the purple elephant.", encoding="utf-8")
    if is_trusted:
        codex.configure(more=f'[projects."{codex.work}"]\ntrust_level = "trusted"\n')
    before = codex.config_file.read_bytes()
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        record = await run(session.start_turn(prompt("hello")))
        again = await run(session.start_turn(prompt("hello")))
    request = codex.server.model_requests()[0]
    assert any("purple elephant" in text for text in wire_texts(request))
    assert (request.body["reasoning"]["effort"] == "high") is is_trusted
    assert [event.code for event in record.of(WorkspaceNoted)] == ([] if is_trusted else ["project_settings_withheld"])
    assert again.of(WorkspaceNoted) == []
    assert codex.config_file.read_bytes() == before


async def test_parts_start_before_they_end(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=FULL))
        record = await run(session.start_turn(prompt("[[bash:echo one; sleep 0.4; echo two]] [[say:done]]")))
    started = [event.part for event in record.of(PartStarted) if isinstance(event.part, CommandPart)]
    assert started[0].state is CallState.RUNNING
    assert record.parts_of(CommandPart)[0].output == "one\ntwo\n"
