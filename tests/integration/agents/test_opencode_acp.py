# SPDX-License-Identifier: MIT
"""The real ``opencode acp`` through the adapter for the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ForkAbility, ForkPoint, PermissionMode, Prompt
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    PlanPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    ApprovalAsked,
    AskKind,
    Delivery,
    PartGrew,
    PromptAccepted,
    UsageReported,
)
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.acp_rig import SMALL, OpencodeAcpRig, opencode_acp_rig
from tests.integration.agents.agent_rig import message_id, prompt, run, until

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


@pytest.fixture
def rig(tmp_path: Path, model_server: FakeModelServer) -> Iterator[OpencodeAcpRig]:
    made = opencode_acp_rig(model_server, tmp_path)
    yield made
    assert made.end_what_is_left() == [], "processes outlived the test"


async def test_a_fresh_turn_is_streamed(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        ready = await agent.check()
        assert (ready.is_ready, ready.program) == (True, rig.argv[0])
        assert ready.version
        session = await agent.open_session(rig.spec(index_text="## index"))
        record = await run(session.start_turn(prompt("[[think:hm]]", context="## Earlier")))
        assert record.end.outcome == COMPLETED
        assert record.of(PromptAccepted) == [PromptAccepted("session/update agent_thought_chunk")]
        assert record.parts_of(ThinkingPart) == [ThinkingPart("hm")]
        assert "[[think:hm]]" in record.parts_of(TextPart)[0].text
        assert record.of(PartGrew)
        usage = record.of(UsageReported)[-1].usage
        assert usage.occupied
        assert usage.context_window == 200_000
        asked = rig.server.model_requests()[-1]
        assert "".join(asked.prompts).count("## index") == 1
        assert "## Earlier" in "".join(asked.prompts)
        assert asked.headers["authorization"] == "Bearer sk-canary-0123456789"
        # The program tells its models with a session, and the window of the one that was used.
        models = {model.id: model for model in await agent.list_models()}
        assert models["fake/claude-sonnet-5"].context_window == 200_000
        assert models["fake/claude-sonnet-5"].efforts[:2] == ("low", "medium")
        assert agent.capabilities.fork is ForkAbility.AT_END


async def test_a_command_with_its_output_and_exit_code(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[bash:echo out; echo err >&2; exit 3]]")), decide="allow")
    (asked,) = record.of(ApprovalAsked)
    assert (asked.kind, asked.detail, asked.options) == (
        AskKind.COMMAND,
        "echo out; echo err >&2; exit 3",
        ("allow", "allow_session", "deny"),
    )
    assert asked.cwd == str(rig.work)
    (command,) = record.parts_of(CommandPart)
    assert (command.output, command.exit_code, command.state) == ("out\nerr\n", 3, CallState.FAILED)
    assert record.end.outcome == COMPLETED


async def test_a_file_change_and_a_plan(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[write:a.txt|one\\ntwo]][[plan:first|second]]")), decide="allow")
    (asked,) = record.of(ApprovalAsked)
    assert asked.kind is AskKind.EDIT
    assert "+one\n+two" in asked.diff
    (change,) = record.parts_of(FileChangePart)
    assert (change.change, change.state) == (ChangeKind.ADDED, CallState.WORKED)
    assert "+one\n+two" in change.diff
    assert (rig.work / "a.txt").read_text() == "one\ntwo"
    (plan,) = record.parts_of(PlanPart)
    assert [entry.text for entry in plan.entries] == ["first", "second"]
    assert not record.parts_of(ToolCallPart)


async def test_a_refused_command_does_not_run(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt("[[bash:touch made]]")), decide="deny")
        assert record.parts_of(CommandPart)[0].state is CallState.REFUSED
        # It ends its turn at a refusal; the session goes on.
        assert record.end.outcome == COMPLETED
        assert not (rig.work / "made").exists()
        once = await run(session.start_turn(prompt("[[bash:touch made]]")), decide="allow_session")
        again = await run(session.start_turn(prompt("[[bash:touch made]]")))
    assert len(once.of(ApprovalAsked)) == 1
    assert again.of(ApprovalAsked) == []
    assert (rig.work / "made").exists()


@pytest.mark.parametrize(
    ("mode", "asks", "is_written", "is_made"),
    [
        (PermissionMode.ACCEPT_EDITS, 1, True, True),
        (PermissionMode.FULL_ACCESS, 0, True, True),
        (PermissionMode.PLAN, 0, False, False),
    ],
)
async def test_modes_are_kept_to(rig: OpencodeAcpRig, mode: PermissionMode, asks: int, is_written: bool, is_made: bool) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec(mode=mode))
        written = await run(session.start_turn(prompt("[[write:a.txt|x]]")), decide="allow")
        made = await run(session.start_turn(prompt("[[bash:touch made]]")), decide="allow")
    assert len(written.of(ApprovalAsked)) + len(made.of(ApprovalAsked)) == asks
    assert (rig.work / "a.txt").exists() is is_written
    assert (rig.work / "made").exists() is is_made


async def test_stop_ends_a_command_with_its_grandchild(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec(mode=PermissionMode.FULL_ACCESS))
        turn = session.start_turn(prompt("[[bash:setsid sleep 3611 & sleep 3612; echo over]]"))

        async def runs() -> bool:
            return len([line for line in rig.command_lines() if line.startswith("sleep 361")]) == 2

        async def stop() -> None:
            await until(runs)
            await turn.stop()

        stopping = session.spawn(stop(), "stop")
        record = await run(turn)
        await stopping
        assert record.end.outcome == STOPPED
        assert not [line for line in rig.command_lines() if "sleep 361" in line]
        assert record.parts_of(CommandPart)[0].state is not CallState.RUNNING
        # The session is as usable as before.
        assert record.end.session_alive
        assert (await run(session.start_turn(prompt("[[say:still here]]")))).parts == [TextPart("still here")]


async def test_a_session_is_gone_on_with_after_a_restart(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        await run(session.start_turn(prompt("the word is pear")))
        native = session.native_session_id
    async with rig.answerer() as agent:
        again = await agent.open_session(rig.spec(native=native, model=f"fake/{SMALL}"))
        record = await run(again.start_turn(prompt("[[say:yes]]")))
    assert record.parts == [TextPart("yes")]
    last = rig.server.model_requests()[-1]
    assert any("the word is pear" in text for text in last.prompts)
    assert last.body["model"] == SMALL


async def test_a_dead_session_is_told_before_anything_is_sent(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        for spec in (rig.spec(native="ses_nope"), rig.spec(fork=ForkPoint("ses_nope")), rig.spec(fork=ForkPoint("ses_a", "m"))):
            with pytest.raises(AnswererError) as caught:
                await agent.open_session(spec)
            assert caught.value.reason is FailureReason.SESSION_LOST
    assert rig.server.model_requests() == []


async def test_a_fork_at_the_end_leaves_its_source(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        source = await agent.open_session(rig.spec())
        await run(source.start_turn(prompt("the word is plum")))
        assert source.native_session_id is not None
        fork = await agent.open_session(rig.spec(key="row-2", fork=ForkPoint(source.native_session_id)))
        assert fork.native_session_id != source.native_session_id
        record = await run(fork.start_turn(prompt("[[say:in the fork]]")))
        # The history that it replays is no answer.
        assert record.parts == [TextPart("in the fork")]
        assert any("the word is plum" in text for text in rig.server.model_requests()[-1].prompts)
        await run(source.start_turn(prompt("[[say:in the source]]")))
        assert not any("in the fork" in text for text in rig.server.model_requests()[-1].prompts)


async def test_a_tool_of_the_history_server(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec(history=rig.tiny_mcp("t0ken")))
        record = await run(session.start_turn(prompt('[[mcp:add|{"a": 2, "b": 3}]]')), decide="allow")
        assert not any("t0ken" in line for line in rig.command_lines())
    (call,) = record.parts_of(ToolCallPart)
    assert (call.result, call.state) == ("the sum is 5", CallState.WORKED)


@pytest.mark.parametrize(
    ("directive", "reason"),
    [
        ("[[err:401]]", FailureReason.NOT_SIGNED_IN),
        ("[[err:400||this model has a usage limit]]", FailureReason.LIMIT_REACHED),
        ("[[err:400]]", FailureReason.PROVIDER_ERROR),
    ],
)
async def test_what_the_service_says_went_wrong(rig: OpencodeAcpRig, directive: str, reason: FailureReason) -> None:
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(prompt(directive)))
        assert record.end.outcome.reason is reason
        # It keeps the prompt, so it counts as read.
        assert record.end.delivery is Delivery.ACCEPTED
        assert not record.end.reply_held
        assert (await run(session.start_turn(prompt("[[say:again]]")))).end.outcome == COMPLETED


async def test_pictures_reach_the_model(rig: OpencodeAcpRig) -> None:
    picture = rig.folder / "dot.png"
    picture.write_bytes(PNG)
    note = rig.folder / "note.txt"
    note.write_text("words")
    files = (AttachmentPart("dot.png", str(picture), "image/png", len(PNG)), AttachmentPart("note.txt", str(note), "text/plain", 5))
    async with rig.answerer() as agent:
        session = await agent.open_session(rig.spec())
        record = await run(session.start_turn(Prompt(message_id(), "[[say:seen]]", attachments=files)))
    assert record.end.outcome == COMPLETED
    sent = str(rig.server.model_requests()[-1].body)
    assert "data:image/png;base64," in sent
    assert "note.txt" in sent


async def test_two_sessions_at_once(rig: OpencodeAcpRig) -> None:
    async with rig.answerer() as agent:
        first = await agent.open_session(rig.spec(key="row-1"))
        second = await agent.open_session(rig.spec(key="row-2"))
        slow = first.spawn(run(first.start_turn(prompt("[[slow:3]]"))), "slow")

        async def waits() -> bool:
            return any("[[slow:3]]" in request.prompts[-1] for request in rig.server.model_requests() if request.prompts)

        await until(waits)
        busy = await run(first.start_turn(prompt("[[say:no]]")))
        assert busy.end.delivery is Delivery.REFUSED
        assert (await run(second.start_turn(prompt("[[say:two]]")))).parts == [TextPart("two")]
        rig.server.release()
        assert (await slow).end.outcome == COMPLETED
