# SPDX-License-Identifier: MIT
"""What an agent asks of a person: shown with where it would happen, decided with a word or answers, and kept in the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from onesist_desktop.core.messages import QuestionPart
from onesist_desktop.core.turn_events import (
    ANSWER,
    DENY,
    ApprovalAsked,
    ApprovalClosed,
    AskedChoice,
    AskedQuestion,
    AskKind,
    TurnEvent,
)
from onesist_desktop.services.events import ApprovalsChanged, ThreadChanged
from onesist_desktop.services.views import ApprovalView, ThreadState
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig

COMMAND = ApprovalAsked("r1", "Run a command", "rm -r build", kind=AskKind.COMMAND, takes_word=True)
PLACE = AskedQuestion("Which place?", "Place", (AskedChoice("Here"), AskedChoice("There")))
COLOURS = AskedQuestion("Which colours?", "Colours", (AskedChoice("Red"), AskedChoice("Blue")), is_multiple=True)
KEY = "sk-canary-0123456789abcdef"


def question(*questions: AskedQuestion) -> ApprovalAsked:
    return ApprovalAsked("q1", "Question", options=(ANSWER, DENY), kind=AskKind.QUESTION, questions=questions, cwd="/elsewhere")


async def asked(rig: Rig, events: Sequence[TurnEvent], count: int = 1) -> tuple[ApprovalView, ...]:
    """Run a turn that tells these events and is held then; wait until it asks so many things."""
    await rig.begin("one", Script(events=events, hold=asyncio.Event()))
    while len(found := (await rig.threads.open_thread(rig.thread_id)).approvals) < count:
        await asyncio.sleep(0)
    return found


async def kept(rig: Rig) -> list[QuestionPart]:
    return [part for m in await rig.messages() for part in m.parts if isinstance(part, QuestionPart)]


async def test_a_request_tells_when_and_where_and_marks_its_thread(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        told: list[object] = []
        for kind in (ApprovalsChanged, ThreadChanged):
            rig.context.bus.subscribe(kind, told.append)
        (view,) = await asked(rig, [COMMAND])
        assert (view.request, view.cwd) == (COMMAND, str(tmp_path / "project"))
        assert view.asked_at > 1_700_000_000
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        await live.life._take(question(PLACE), None)
        assert [each.cwd for each in live.life.approvals.views] == [str(tmp_path / "project"), "/elsewhere"]
        await live.life._take(ApprovalClosed("r1", "allow"), None)
        await live.life._take(ApprovalClosed("q1", ANSWER, answers=(("Here",),)), None)
        states = [event.thread.state for event in told if isinstance(event, ThreadChanged)]
        # Told once when it begins to wait and once when it goes on, not for each request.
        assert states == [ThreadState.WORKING, ThreadState.ASKS, ThreadState.WORKING]
        await rig.turns.stop(rig.thread_id)
        await rig.idle()


async def test_a_decision_goes_to_the_turn_with_its_word_and_answers(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await asked(rig, [COMMAND, question(PLACE)], 2)
        agent = rig.answerers["agent-a"]
        await rig.turns.decide(rig.thread_id, "r1", "deny", "not that folder")
        await rig.turns.decide(rig.thread_id, "q1", ANSWER, "no word here", [["Here"]])
        await rig.turns.decide(rig.thread_id, "r1", "allow_always")
        await rig.turns.decide(rig.thread_id, "unknown", "allow")
        assert agent.decisions == [("r1", "deny", "not that folder", ()), ("q1", ANSWER, "", [["Here"]])]
        await rig.turns.stop(rig.thread_id)
        await rig.idle()


async def test_what_was_decided_is_kept_with_its_kind_and_words(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        events = [
            COMMAND,
            ApprovalClosed("r1", DENY, f"never {KEY}"),
            question(PLACE, COLOURS),
            ApprovalClosed("q1", ANSWER, answers=(("Here",), ("Red", "Blue"))),
            ApprovalAsked("q2", "Question", options=(ANSWER, DENY), kind=AskKind.QUESTION, questions=(COLOURS,)),
            ApprovalClosed("q2", ANSWER, answers=(("Red", "Blue"),)),
            ApprovalAsked("r3", "Change a file", "a.py", kind=AskKind.EDIT),
        ]
        await asked(rig, events)
        await rig.turns.stop(rig.thread_id)
        await rig.idle()
        refused, several, one, expired = await kept(rig)
        assert (refused.kind, refused.answer, refused.question) == ("command", DENY, "rm -r build")
        assert refused.word.startswith("never ")
        assert KEY not in refused.word
        assert (several.question, several.word) == ("Which place?\nWhich colours?", "Place: Here\nColours: Red, Blue")
        assert (one.kind, one.word) == ("question", "Red, Blue")
        assert (expired.kind, expired.answer, expired.expired) == ("edit", None, True)
        shown = (await rig.threads.open_thread(rig.thread_id)).page.messages[1].parts[0]
        assert isinstance(shown, QuestionPart)
        assert shown.word == f"never {KEY}"
        # Another provider is told the words too, and never the key.
        await rig.send("two", "agent-b")
        told = rig.answerers["agent-b"].prompts[0].context
        assert "Colours: Red, Blue" in told
        assert KEY not in told
