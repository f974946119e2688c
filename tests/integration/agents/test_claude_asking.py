# SPDX-License-Identifier: MIT
"""Claude Code, the real program: what it asks of a person, and what becomes of the answer."""

from __future__ import annotations

import json

import pytest

from onesist_desktop.core.answerer import Answers, PermissionMode, Turn
from onesist_desktop.core.messages import CallState, CommandPart, FileChangePart, PlanEntry, PlanPart
from onesist_desktop.core.turn_events import COMPLETED, ApprovalAsked, ApprovalClosed, AskKind
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import ClaudeRig, TurnRecord, prompt, run

pytestmark = pytest.mark.real_agent

QUESTIONS = [
    {
        "question": "Which colours?",
        "header": "Colour",
        "multiSelect": True,
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    },
    {
        "question": "How many?",
        "header": "Number",
        "multiSelect": False,
        "options": [{"label": "One", "description": "1"}, {"label": "Two", "description": "2"}],
    },
]
ASK = f"[[tool:AskUserQuestion|{json.dumps({'questions': QUESTIONS})}]] [[say:done]]"


async def answer(turn: Turn, option: str, *, word: str = "", answers: Answers = ()) -> TurnRecord:
    """Read a turn to its end and give everything that it asks the same answer."""
    record = TurnRecord()
    async for event in turn:
        record.events.append(event)
        if isinstance(event, ApprovalAsked):
            await turn.decide(event.request_id, option, word, answers)
    return record


def told(claude: ClaudeRig) -> str:
    """What the model got last."""
    return wire_texts(claude.server.model_requests()[-1])[-1]


@pytest.mark.parametrize("mode", [PermissionMode.ASK, PermissionMode.FULL_ACCESS, PermissionMode.PLAN])
async def test_questions_are_asked_together_in_every_mode(claude: ClaudeRig, mode: PermissionMode) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(mode=mode))
        record = await answer(session.start_turn(prompt(ASK)), "answer", answers=(("Red", "Blue"), ("about a dozen",)))
    (asked,) = record.of(ApprovalAsked)
    assert (asked.kind, asked.options) == (AskKind.QUESTION, ("answer", "deny"))
    assert [(question.text, question.header, question.is_multiple) for question in asked.questions] == [
        ("Which colours?", "Colour", True),
        ("How many?", "Number", False),
    ]
    assert [choice.label for choice in asked.questions[0].choices] == ["Red", "Blue"]
    assert all(question.takes_text for question in asked.questions)
    assert record.of(ApprovalClosed) == [ApprovalClosed(asked.request_id, "answer", answers=(("Red", "Blue"), ("about a dozen",)))]
    assert '"Which colours?"="Red, Blue"' in told(claude)
    assert '"How many?"="about a dozen"' in told(claude)


async def test_a_question_that_is_left_open(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await answer(session.start_turn(prompt(ASK)), "deny")
    assert record.end.outcome == COMPLETED
    assert "did not answer" in told(claude)


async def test_a_refusal_with_a_word_reaches_the_model(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        turn = session.start_turn(prompt("[[bash:touch made]] [[say:done]]"))
        record = await answer(turn, "deny", word="use the other folder")
    (asked,) = record.of(ApprovalAsked)
    assert (asked.kind, asked.detail, asked.cwd) == (AskKind.COMMAND, "touch made", str(claude.work))
    assert asked.takes_word
    assert "scripted command" in asked.reason
    assert "use the other folder" in told(claude)
    assert record.parts_of(CommandPart)[0].state is CallState.REFUSED
    assert not (claude.work / "made").exists()


async def test_an_edit_is_asked_with_its_diff(claude: ClaudeRig) -> None:
    old = claude.work / "old.txt"
    old.write_text("alpha\nbeta\n", encoding="utf-8")
    steps = [
        f"[[tool:Read|{json.dumps({'file_path': str(old)})}]]",
        f"[[tool:Edit|{json.dumps({'file_path': str(old), 'old_string': 'alpha', 'new_string': 'gamma'})}]]",
        "[[write:new.txt|fresh\\n]]",
        "[[say:done]]",
    ]
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt(" ".join(steps))), decide="allow")
    edit, write = record.of(ApprovalAsked)
    assert (edit.kind, edit.detail, edit.diff) == (AskKind.EDIT, str(old), "@@ -1,2 +1,2 @@\n-alpha\n+gamma\n beta")
    assert (write.kind, write.detail, write.diff) == (AskKind.EDIT, str(claude.work / "new.txt"), "@@ -0,0 +1 @@\n+fresh")
    assert [part.state for part in record.parts_of(FileChangePart)] == [CallState.WORKED, CallState.WORKED]


async def test_a_list_of_what_is_to_be_done_is_a_plan(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[plan:one|two]] [[say:done]]")))
    assert record.parts_of(PlanPart) == [PlanPart((PlanEntry("one"), PlanEntry("two")))]
    assert record.of(ApprovalAsked) == []


async def test_a_plan_waits_for_a_yes(claude: ClaudeRig) -> None:
    steps = '[[tool:EnterPlanMode|{}]] [[tool:ExitPlanMode|{"plan": "# Plan\\n- one\\n- two"}]] [[say:done]]'
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt(steps)), decide="allow")
    (asked,) = record.of(ApprovalAsked)
    assert (asked.kind, asked.options, asked.detail) == (AskKind.PLAN, ("allow", "deny"), "# Plan\n- one\n- two")
    assert record.parts_of(PlanPart) == [PlanPart((PlanEntry("one"), PlanEntry("two")))]
    assert record.end.outcome == COMPLETED


async def test_the_folder_of_a_command_is_not_told_once_it_may_have_changed(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        text = "[[bash:mkdir sub && cd sub]] [[bash:pwd; touch made]] [[say:done]]"
        record = await run(session.start_turn(prompt(text)), decide="allow")
    assert [asked.cwd for asked in record.of(ApprovalAsked)] == [str(claude.work), ""]
    assert record.parts_of(CommandPart)[1].output == str(claude.work / "sub")
