# SPDX-License-Identifier: MIT
"""What a turn brings: text, thinking, commands, files, plans, approvals, questions, stop and steer."""

from __future__ import annotations

import asyncio
import base64
import json
import shlex
import zlib
from pathlib import Path

from onesist_desktop.core.abilities import Ability
from onesist_desktop.core.answerer import PermissionMode, Prompt
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    PlanPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.core.turn_events import (
    ANSWER,
    DENY,
    STOPPED,
    ApprovalAsked,
    AskKind,
    PartGrew,
    PartStarted,
    PromptAccepted,
    SteerTaken,
    UsageReported,
)
from tests.fakes.model_server import wire_texts
from tests.integration.agents.agent_rig import message_id, until
from tests.integration.contract.contract import DENY_ALL, Bench, Reply, Row, is_agent, texts_of

FULL, ASK, EDITS = PermissionMode.FULL_ACCESS, PermissionMode.ASK, PermissionMode.ACCEPT_EDITS
NAP = "1234.5"
"""How long commands sleep that a test ends; found again by it."""


async def fresh_turn(bench: Bench) -> None:
    session = await bench.open()
    record = await bench.must_answer(session, "hello there [[say:good day]]")
    assert "good day" in texts_of(record)
    kinds = [type(event) for event in record.events]
    assert kinds.count(PromptAccepted) == 1
    shown = [at for at, event in enumerate(record.events) if isinstance(event, PartStarted | PartGrew)]
    assert kinds.index(PromptAccepted) <= shown[0]


async def streamed_text(bench: Bench) -> None:
    session = await bench.open()
    record = await bench.must_answer(session, "[[slow:12|0.02]]")
    assert len(record.of(PartGrew)) >= 2
    assert "word0" in texts_of(record)
    assert "word11" in texts_of(record)


async def thinking(bench: Bench) -> None:
    session = await bench.open()
    record = await bench.must_answer(session, "[[think:hm let me see]]")
    assert "hm let me see" in "".join(part.text for part in record.parts_of(ThinkingPart))
    assert "hm let me see" not in texts_of(record).replace("[[think:hm let me see]]", "")


async def command(bench: Bench) -> None:
    session = await bench.open(mode=FULL)
    record = await bench.must_answer(session, "[[bash:echo one; echo two >&2; exit 3]] [[say:done]]")
    (part,) = record.parts_of(CommandPart)
    assert part.command == "echo one; echo two >&2; exit 3"
    assert part.exit_code == 3
    assert {"one", "two"} <= set(part.output.split())
    assert part.state is CallState.FAILED


async def command_in_part(bench: Bench) -> None:
    session = await bench.open(mode=FULL)
    record = await bench.must_answer(session, "[[bash:echo one > made-here.txt]] [[say:done]]")
    (part,) = record.parts_of(CommandPart)
    assert "echo one > made-here.txt" in part.command
    assert part.state is not CallState.RUNNING
    assert (bench.rig.work / "made-here.txt").read_text() == "one\n"


async def long_output(bench: Bench) -> None:
    session = await bench.open(mode=FULL)
    record = await bench.must_answer(session, "[[bash:seq 1 1500]] [[say:done]]")
    (part,) = record.parts_of(CommandPart)
    assert part.output.split() == [str(number) for number in range(1, 1501)]


async def file_change(bench: Bench) -> None:
    session = await bench.open(mode=EDITS)
    path = bench.rig.work / f"{bench.key}.txt"
    record = await bench.must_answer(session, f"[[write:{path}|hello\\nworld]] [[say:done]]")
    assert path.read_text().split() == ["hello", "world"]
    changed = record.parts_of(FileChangePart)
    assert [Path(part.path).name for part in changed] == [path.name]


async def approval_allowed(bench: Bench) -> None:
    session = await bench.open(mode=ASK)
    record = await bench.must_answer(session, f"[[bash:touch {bench.key}-allowed]] [[say:done]]")
    asked = record.of(ApprovalAsked)
    assert asked, "nothing was asked"
    assert f"touch {bench.key}-allowed" in asked[0].detail
    assert asked[0].kind is AskKind.COMMAND
    assert (bench.rig.work / f"{bench.key}-allowed").exists()


async def approval_for_the_session(bench: Bench) -> None:
    session = await bench.open(mode=ASK)

    def reply(asked: ApprovalAsked) -> Reply:
        assert "allow_session" in asked.options
        return ("allow_session", "", ())

    first = await bench.must_answer(session, f"[[bash:touch {bench.key}-again]] [[say:done]]", reply=reply)
    assert first.of(ApprovalAsked)
    second = await bench.must_answer(session, f"[[bash:touch {bench.key}-again]] [[say:done again]]", reply=reply)
    assert second.of(ApprovalAsked) == []


async def approval_refused(bench: Bench) -> None:
    session = await bench.open(mode=ASK)
    record = await bench.ask(session, f"[[bash:touch {bench.key}-refused]] [[say:done]]", reply=DENY_ALL)
    assert record.of(ApprovalAsked)
    assert not (bench.rig.work / f"{bench.key}-refused").exists()
    assert all(part.state in {CallState.REFUSED, CallState.FAILED, CallState.STOPPED} for part in record.parts_of(CommandPart))
    again = await bench.must_answer(session, "[[say:still here]]")
    assert "still here" in texts_of(again)


async def approval_refused_with_a_word(bench: Bench) -> None:
    session = await bench.open(mode=ASK)
    told = []

    def reply(asked: ApprovalAsked) -> Reply:
        told.append(asked.takes_word)
        return (DENY, "rather use the tea pot", ())

    await bench.ask(session, f"[[bash:touch {bench.key}-word]] [[say:done]]", reply=reply)
    assert not (bench.rig.work / f"{bench.key}-word").exists()
    if any(told):
        last = bench.rig.server.model_requests()[-1]
        assert any("rather use the tea pot" in text for text in wire_texts(last)), "the word did not reach the model"


async def question(bench: Bench) -> None:
    session = await bench.open(mode=ASK)

    def reply(asked: ApprovalAsked) -> Reply:
        assert asked.kind is AskKind.QUESTION
        assert asked.questions[0].text == "Which colour?"
        assert [choice.label for choice in asked.questions[0].choices][:2] == ["red", "blue"]
        return (ANSWER, "", (("blue",),))

    record = await bench.must_answer(session, "[[ask:Which colour?|red|blue]] [[say:done]]", reply=reply)
    assert record.of(ApprovalAsked)
    last = bench.rig.server.model_requests()[-1]
    assert any("blue" in text for text in wire_texts(last)[-3:])


async def plan(bench: Bench) -> None:
    session = await bench.open(mode=bench.rig.plans_in)
    record = await bench.must_answer(session, "[[plan:first step|second step]] [[say:done]]")
    plans = record.parts_of(PlanPart)
    assert plans
    assert [entry.text for entry in plans[-1].entries] == ["first step", "second step"]


async def plan_only(bench: Bench) -> None:
    session = await bench.open(mode=PermissionMode.PLAN)
    await bench.ask(session, f"[[bash:touch {bench.key}-planned]] [[say:done]]", reply=DENY_ALL)
    path = bench.rig.work / f"{bench.key}-planned.txt"
    other = await bench.open(mode=PermissionMode.PLAN, suffix="-b")
    await bench.ask(other, f"[[write:{path}|no]] [[say:done]]", reply=DENY_ALL)
    assert not (bench.rig.work / f"{bench.key}-planned").exists()
    assert not path.exists()


async def full_access(bench: Bench) -> None:
    session = await bench.open(mode=FULL)
    doomed = bench.rig.work / f"{bench.key}-doomed"
    doomed.write_text("x")
    record = await bench.must_answer(session, f"[[bash:rm -f {shlex.quote(str(doomed))}]] [[say:done]]", reply=DENY_ALL)
    assert record.of(ApprovalAsked) == []
    assert not doomed.exists()


async def stop_ends_grandchildren(bench: Bench) -> None:
    session = await bench.open(mode=FULL)
    turn = session.start_turn(Prompt(message_id(), f"[[bash:sh -c 'sleep {NAP} & sleep {NAP}; true']]"))

    async def sleepers(*, wanted: bool) -> bool:
        lines = await asyncio.to_thread(bench.rig.command_lines)
        return any(line == f"sleep {NAP}" for line in lines) is wanted

    async def stop_once_it_runs() -> None:
        await until(lambda: sleepers(wanted=True), 60)
        await turn.stop()

    async with asyncio.TaskGroup() as group:
        group.create_task(stop_once_it_runs())
        events = [event async for event in turn]
    assert events[-1].outcome == STOPPED  # type: ignore[union-attr]
    await until(lambda: sleepers(wanted=False), 20)
    if events[-1].session_alive:  # type: ignore[union-attr]
        again = await bench.open(mode=FULL, native=session.native_session_id)
        assert "still here" in texts_of(await bench.must_answer(again, "[[say:still here]]"))


async def stop_of_a_silent_provider(bench: Bench) -> None:
    session = await bench.open()
    turn = session.start_turn(Prompt(message_id(), "[[hang]]"))

    async def stop_once_it_hangs() -> None:
        await asyncio.to_thread(bench.rig.server.wait_for_hold, 60)
        await turn.stop()

    async with asyncio.TaskGroup() as group:
        group.create_task(stop_once_it_hangs())
        events = [event async for event in turn]
    bench.rig.server.release()
    assert events[-1].outcome == STOPPED  # type: ignore[union-attr]


async def steer(bench: Bench) -> None:
    session = await bench.open()
    turn = session.start_turn(Prompt(message_id(), "[[slow:6]]"))
    word = Prompt(message_id(), "and mind the gap [[say:minded]]")

    async def steer_once_it_speaks() -> None:
        await asyncio.to_thread(bench.rig.server.wait_for_hold, 60)
        assert await turn.steer(word)
        bench.rig.server.release()

    async with asyncio.TaskGroup() as group:
        group.create_task(steer_once_it_speaks())
        events = [event async for event in turn]
    assert [event.message_id for event in events if isinstance(event, SteerTaken)] == [word.message_id]
    assert any("mind the gap" in prompt for prompt in bench.rig.server.model_requests()[-1].prompts)


async def steer_is_refused(bench: Bench) -> None:
    session = await bench.open()
    turn = session.start_turn(Prompt(message_id(), "[[say:done]]"))
    assert await turn.steer(Prompt(message_id(), "too early")) is False
    assert [event async for event in turn]


def png() -> bytes:
    """Make a small picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    size, rows = 64, b"".join(b"\0" + bytes((3 * at) % 251 for at in range(64 * 3)) for _ in range(64))
    head = size.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture(bench: Bench) -> AttachmentPart:
    """Store a picture as the app does, outside of the workspace."""
    path = bench.rig.folder / "attachments" / f"{bench.key}.png"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(png())
    return AttachmentPart("pixels.png", str(path), "image/png", len(png()))


async def image(bench: Bench) -> None:
    session = await bench.open()
    await bench.must_answer(session, "look [[say:nice]]", attachments=(picture(bench),))
    sent = json.dumps([request.body for request in bench.rig.server.model_requests()[-2:]])
    # The start is enough: some programs pack the pixels anew.
    assert base64.b64encode(png()[:15]).decode()[:20] in sent, "no picture on the wire"


async def image_by_its_path(bench: Bench) -> None:
    session = await bench.open()
    attached = picture(bench)
    await bench.must_answer(session, "look [[say:nice]]", attachments=(attached,))
    texts = "\n".join(wire_texts(bench.rig.server.model_requests()[-1]))
    assert "pixels.png" in texts


async def occupancy(bench: Bench) -> None:
    session = await bench.open()
    record = await bench.must_answer(session, "[[usage:1200|34|1000]] [[say:counted]]")
    usage = record.of(UsageReported)[-1].usage
    assert usage.occupied is not None
    assert 2200 <= usage.occupied <= 2300
    assert usage.output_tokens == 34


async def mcp_tool(bench: Bench) -> None:
    session = await bench.open(history=bench.rig.tiny_mcp("token-of-this-session"))
    calls = '[[mcp:add|{"a": 2, "b": 40}]] [[mcp:environment|{"names": ["ONESIST_TOKEN"]}]] [[say:done]]'
    record = await bench.must_answer(session, calls)
    assert bool(record.of(ApprovalAsked)) is bench.rig.asks_before_reading
    added, told = record.parts_of(ToolCallPart)
    assert "the sum is 42" in added.result
    assert "token-of-this-session" in told.result


async def two_threads(bench: Bench) -> None:
    first, second = await asyncio.gather(bench.open(suffix="-1"), bench.open(suffix="-2"))
    one, two = await asyncio.gather(
        bench.must_answer(first, "[[slow:8|0.05]] number one"), bench.must_answer(second, "[[say:only two]] number two")
    )
    assert "word7" in texts_of(one)
    assert "only two" not in texts_of(one)
    assert texts_of(two).strip() == "only two"


A = Ability
TURN_ROWS = (
    Row("fresh turn", "turns", fresh_turn),
    Row("streamed text", "turns", streamed_text),
    Row("thinking shown apart", "turns", thinking, A.THINKING),
    Row("images", "turns", image, A.IMAGES, image_by_its_path),
    Row("occupancy", "turns", occupancy, A.OCCUPANCY),
    Row("steer", "turns", steer, A.STEER, steer_is_refused),
    Row("silent provider can be stopped", "turns", stop_of_a_silent_provider),
    Row("two threads at once", "turns", two_threads),
    Row("command, exit code, output", "tools", command, A.COMMANDS, command_in_part, is_agent),
    Row("long output whole", "tools", long_output, A.COMMANDS, is_for=is_agent),
    Row("file change", "tools", file_change, is_for=is_agent),
    Row("plan", "tools", plan, A.PLAN, is_for=is_agent),
    Row("history server (MCP)", "tools", mcp_tool, A.HISTORY_SERVER, is_for=is_agent),
    Row("stop ends a command's grandchild", "tools", stop_ends_grandchildren, is_for=is_agent),
    Row("approval allowed", "asking", approval_allowed, A.APPROVALS, is_for=is_agent),
    Row("approval allowed for the session", "asking", approval_for_the_session, A.APPROVALS, is_for=is_agent),
    Row("approval refused", "asking", approval_refused, A.APPROVALS, is_for=is_agent),
    Row("approval refused with a word", "asking", approval_refused_with_a_word, A.APPROVALS, is_for=is_agent),
    Row("question", "asking", question, A.QUESTIONS, is_for=is_agent),
    Row("plan only changes nothing", "asking", plan_only, is_for=lambda c: c.is_agent and PermissionMode.PLAN in c.modes),
    Row("full access asks nothing", "asking", full_access, is_for=lambda c: c.is_agent and FULL in c.modes),
)
