# SPDX-License-Identifier: MIT
"""What messages read in the transcript, from the message to the widget: steps in words, endings, receipts, approvals, settling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    Message,
    MessageStatus,
    PlanEntry,
    PlanPart,
    PlanState,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.core.turn_events import ApprovalAsked
from onesist_desktop.services.views import ApprovalView, MessagePage, ThreadSnapshot
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import BlockKind, HeaderBody, NoteBody, ProseBody, QuietBody, StepBody
from onesist_desktop.ui.transcript.safe_markdown import is_web_link
from onesist_desktop.ui.transcript.step_words import Step
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fakes import CLAUDE, error_notice, message, receipt, run_view, thread
from tests.ui.helpers import shown

T1 = ThreadId("t1")


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[TranscriptView]:
    made = TranscriptView(theme, book)
    made.resize(900, 1_200)
    made.show()
    yield made
    # Code that waits for its colours waits no longer.
    made.clear()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def settle(view: TranscriptView) -> None:
    for _ in range(1_000):
        QApplication.processEvents()
        if not (view._layout_timer.isActive() or view._fill_timer.isActive()):
            break


def show(view: TranscriptView, *messages: Message, **more: object) -> None:
    view.show_thread(ThreadSnapshot(thread("t1"), MessagePage(messages), **more))  # type: ignore[arg-type]
    settle(view)


def answer(seq: int, *parts: object, **more: object) -> Message:
    return message("t1", seq, Role.ASSISTANT, *parts, provider_id=CLAUDE, **more)  # type: ignore[arg-type]


def growing(seq: int, *parts: object) -> Message:
    return answer(seq, *parts, status=MessageStatus.STREAMING)


def steps(view: TranscriptView) -> list[Step]:
    settle(view)
    return [block.body.step for _, block, _ in view.visible_blocks() if isinstance(block.body, StepBody)]


def answers(view: TranscriptView) -> list[int]:
    """Seqs of the answers that are to be seen."""
    settle(view)
    heads = [(seq, block.body) for seq, block, _ in view.visible_blocks()]
    return [seq for seq, body in heads if isinstance(body, HeaderBody) and not body.is_user]


def test_steps_say_in_words_how_they_ended(view: TranscriptView) -> None:
    parts = (
        CommandPart("c", "npm test", "boom", 1, CallState.FAILED),
        FileChangePart("a.py", ChangeKind.ADDED, diff="+++ a.py\n+x\n+y\n-z"),
        PlanPart((PlanEntry("one", PlanState.DONE), PlanEntry("two"))),
        ThinkingPart("hmm"),
        ToolCallPart("t", "search", '{"q": 1}', "found", CallState.WORKED),
        CommandPart("r", "sleep 9", state=CallState.STOPPED),
        QuestionPart("q", "May I?", expired=True),
        QuestionPart("p", "May I?", answer="allow"),
    )
    show(view, answer(1, *parts))
    assert [(step.label or step.what, step.result) for step in steps(view)] == [
        ("npm test", "failed · exit code 1"),
        ("Added", "+2 −1"),
        ("Plan", "1 of 2 done"),
        ("Thinking", ""),
        ("search", "worked"),
        ("sleep 9", "stopped by you"),
        ("May I?", "no answer before Onesist closed"),
        ("May I?", "you allowed it once"),
    ]


@pytest.mark.parametrize(
    ("question", "what", "output"),
    [
        ("npm install", "npm install", ""),
        ("npm install\nnpm install", "npm install", ""),
        ("for i in 1\ndo\nfor i in 1\ndo", "for i in 1", "for i in 1\ndo"),
        ("Run a command\nnpm install", "Run a command", "Run a command\nnpm install"),
    ],
)
def test_a_question_is_not_said_twice(view: TranscriptView, question: str, what: str, output: str) -> None:
    show(view, answer(1, QuestionPart("q", question, answer="cancel")))
    (step,) = steps(view)
    assert (step.what, step.output, step.result) == (what, output, "you didn't allow it")


def test_a_step_waits_for_you_while_its_card_asks(view: TranscriptView) -> None:
    parts = (CommandPart("c1", "npm install"), CommandPart("c2", "ls"))
    working = growing(1, *parts)
    asked = ApprovalView(T1, RunId("r"), ApprovalAsked("q1", "npm install", tool="execute", call_id="c1"))
    show(view, working, run=run_view("t1"), approvals=(asked,))

    def results() -> list[tuple[str, bool]]:
        return [(step.result, step.is_running) for step in steps(view)]

    assert results() == [("waits for you", False), ("working", True)]
    view.grow(replace(working, parts=(replace(parts[0], output="x"), parts[1])))
    assert results()[0] == ("waits for you", False)
    view.set_approvals(())
    assert results() == [("working", True), ("working", True)]
    view.set_approvals((asked,))
    done = replace(parts[0], state=CallState.WORKED, exit_code=0)
    view.grow(replace(working, parts=(done, parts[1])))
    assert results() == [("worked", False), ("working", True)]


def test_a_receipt_that_is_withdrawn_says_so(view: TranscriptView) -> None:
    show(view, message("t1", 1, Role.USER, "hi"), receipt("t1", 2))
    told: list[str] = []
    view.what_was_told.connect(told.append)
    (button,) = shown(view, "what_it_was_told")
    assert isinstance(button, QPushButton)
    button.click()
    assert told == ["h1"]
    view.change(receipt("t1", 2, withdrawn=True))
    settle(view)
    (widget,) = [widget for _, block, widget in view.visible_blocks() if block.kind is BlockKind.RECEIPT]
    assert "told again" in widget.accessibleName()


def test_a_receipt_without_a_text_has_no_button(view: TranscriptView) -> None:
    show(view, receipt("t1", 1, receipt="nothing_fitted", handoff_id=None))
    assert shown(view, "what_it_was_told") == []


def test_details_of_a_failure_are_never_markup(view: TranscriptView) -> None:
    detail = "<img src='file:///etc/passwd'><b>x</b>"
    show(view, error_notice("t1", 1, detail=detail))
    (widget,) = [widget for _, block, widget in view.visible_blocks() if block.kind is BlockKind.ERROR]
    assert detail in widget.accessibleDescription()
    detailed = shown(widget, "error_detail")
    assert [getattr(each, "text", lambda: "")() for each in detailed] in ([], [detail])


def test_a_removed_provider_keeps_its_id_as_name(view: TranscriptView) -> None:
    show(view, message("t1", 1, Role.ASSISTANT, "x", provider_id=ProviderId("long-gone")))
    head = view.visible_blocks()[0][1].body
    assert isinstance(head, HeaderBody)
    assert head.name == "long-gone"


# -- how answers end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [(), ("",), ("  \n",), (QuestionPart("q", "May I?"),)])
def test_an_answer_that_ends_without_a_word_leaves_nothing(view: TranscriptView, parts: tuple[object, ...]) -> None:
    show(view, message("t1", 1, Role.USER, "hi"), growing(2))
    assert answers(view) == [2]
    view.change(answer(2, *parts))
    assert answers(view) == []
    view.add(error_notice("t1", 3))
    view.change(answer(2, *parts, "after all"))
    assert answers(view) == [2]
    assert [one.seq for one in view.messages] == [1, 2, 3]


@pytest.mark.parametrize("part", [CommandPart("c", "ls"), ThinkingPart("hmm"), ToolCallPart("t", "search")])
def test_an_answer_of_steps_alone_stays(view: TranscriptView, part: object) -> None:
    show(view, growing(1))
    view.change(answer(1, part))
    assert answers(view) == [1]


def test_an_interrupted_answer_without_words_still_says_so(view: TranscriptView) -> None:
    show(view, growing(1))
    view.change(answer(1, status=MessageStatus.INTERRUPTED))
    assert answers(view) == [1]
    assert view.visible_blocks()[-1][1].body == NoteBody("This answer was interrupted.")


def test_how_an_answer_ended_is_said_once(view: TranscriptView) -> None:
    show(view, answer(1, "half", status=MessageStatus.INTERRUPTED), answer(2, "x", status=MessageStatus.INTERRUPTED))

    def endings() -> list[tuple[int, str]]:
        settle(view)
        blocks = [(seq, block.body) for seq, block, _ in view.visible_blocks()]
        return [(seq, body.text) for seq, body in blocks if isinstance(body, NoteBody | QuietBody)]

    assert [seq for seq, _ in endings()] == [1, 2]
    view.add(error_notice("t1", 3, outcome="stopped", provider_id=CLAUDE))
    assert endings() == [(1, "This answer was interrupted."), (3, "You stopped Claude Code")]
    assert answers(view) == [1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "Intro.\n\n- a\n- b\n\nAfter.\n\nEnd.",
        "Intro.\n- a\n- b\n\nAfter.\n\nEnd.",
        "Intro.\n\n- a\n  - b\n- c\n\n1. d\n\n2. e\n\nEnd.",
        "## Head\n\n- a\n\n> b\n\nAfter.\n\nEnd.",
        "Intro.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.\n\nEnd.",
        "Intro.\n\n---\n\n## After\n\nMore.\n\nEnd.",
        "Intro.\n\n```py\nx = 1\n```\n\nEnd.",
    ],
)
def test_nothing_jumps_when_an_answer_settles(view: TranscriptView, text: str) -> None:
    streaming = growing(1, TextPart(text))
    show(view, streaming)

    def places() -> list[tuple[str, int, int]]:
        settle(view)
        return [(block.key, widget.y(), widget.height()) for _, block, widget in view.visible_blocks()]

    before = places()
    assert len(before) > 2
    view.change(replace(streaming, status=MessageStatus.SETTLED))
    assert places() == before
    assert not any(isinstance(block.body, ProseBody) and block.body.is_open for _, block, _ in view.visible_blocks())


# -- links ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["smb://host/x", "ssh://x", "vscode://open", "mailto:a@b.c", "", "https:", "http:///x", "javascript:alert(1)"]
)
def test_other_addresses_are_no_web_links(address: str) -> None:
    assert not is_web_link(QUrl(address))
