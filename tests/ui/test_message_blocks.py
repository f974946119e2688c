# SPDX-License-Identifier: MIT
"""Messages as columns of blocks: what is there, in which order, and what stays the same object."""

from __future__ import annotations

from dataclasses import replace

import pytest

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    PlanEntry,
    PlanPart,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.core.turn_events import Usage
from onesist_desktop.services.views import RunStatus
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import (
    Block,
    BlockKind,
    CodeBody,
    ErrorBody,
    FootBody,
    HeaderBody,
    NoteBody,
    OutputBody,
    ProseBody,
    QuietBody,
    ReceiptBody,
    StepBody,
)
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.message_blocks import MessageBlocks
from onesist_desktop.ui.transcript.message_state import MessageState
from tests.ui.fakes import CLAUDE, error_notice, message, receipt, run_view

PLAIN = MessageState()
FAILED = CommandPart("c1", "npm test", "one\ntwo\n", 1, CallState.FAILED)


@pytest.fixture
def cutter(theme: Theme, book: ProviderBook) -> MessageBlocks:
    return MessageBlocks(TranscriptContext(theme, book))


def answer(*parts: object, **more: object) -> Message:
    return message("t1", 2, Role.ASSISTANT, *parts, provider_id=CLAUDE, model="Sonnet 4.5", **more)  # type: ignore[arg-type]


def growing(*parts: object) -> Message:
    return answer(*parts, status=MessageStatus.STREAMING)


def keys(blocks: tuple[Block, ...]) -> list[str]:
    return [block.key for block in blocks]


def test_an_answer_is_a_header_and_its_blocks(cutter: MessageBlocks) -> None:
    blocks = cutter.blocks_of(answer("# Head\n\nwords\n\n```py\nx\n```\n", FAILED, "end"), PLAIN)
    assert keys(blocks) == ["head", "0:0", "0:1", "0:2", "1", "2:0"]
    assert [block.kind.value for block in blocks] == ["header", "prose", "prose", "code", "step", "prose"]
    assert blocks[0].body == HeaderBody(MessageId("t1-2"), "Claude Code", CLAUDE, "Sonnet 4.5", "", False, True, False, True)
    assert [block.gap for block in blocks] == [0, 0, 8, 8, 8, 8]


def test_what_a_person_wrote_is_no_markdown(cutter: MessageBlocks) -> None:
    asked = message("t1", 1, Role.USER, "# no heading\nline\n```py\nx\n```")
    blocks = cutter.blocks_of(asked, MessageState(is_resendable=True))
    head = blocks[0].body
    assert isinstance(head, HeaderBody)
    assert (head.name, head.is_user, head.can_send_again, head.provider_id) == ("You", True, True, None)
    assert blocks[1].body == ProseBody("# no heading\nline", is_markdown=False)
    assert isinstance(blocks[2].body, CodeBody)
    document = replace(asked, id=MessageId("m"), kind=MessageKind.DOCUMENT)
    assert blocks[1].body != cutter.blocks_of(document, PLAIN)[1].body == ProseBody("# no heading")


def test_attachments_come_as_they_were_added(cutter: MessageBlocks) -> None:
    asked = message("t1", 1, Role.USER, "see", AttachmentPart("a.png", "/x/a.png"), AttachmentPart("b.txt", "/x/b.txt"))
    assert [(block.key, block.gap) for block in cutter.blocks_of(asked, PLAIN)] == [("head", 0), ("0:0", 0), ("1", 8), ("2", 4)]


def test_equal_inputs_give_the_same_object(cutter: MessageBlocks) -> None:
    first = cutter.blocks_of(answer("words", FAILED), PLAIN)
    assert cutter.blocks_of(answer("words", FAILED), MessageState()) is first
    assert cutter.blocks_of(answer("words", FAILED), MessageState(wrapped=frozenset({"9:0"}))) is first
    cutter.forget(MessageId("t1-2"))
    again = cutter.blocks_of(answer("words", FAILED), PLAIN)
    assert again == first
    assert again is not first


def test_only_the_end_of_a_growing_answer_changes(cutter: MessageBlocks) -> None:
    text = "First.\n\nSecond.\n\n```py\ncode\n```\n\n"
    before = cutter.blocks_of(growing(FAILED, text + "Tail"), PLAIN)
    for more in (" more", " more and **more**"):
        now = cutter.blocks_of(growing(FAILED, f"{text}Tail{more}"), PLAIN)
        assert all(new is old for new, old in zip(now[:-1], before[:-1], strict=True))
        assert now[-1].key == before[-1].key
        assert now[-1].body == ProseBody(f"Tail{more}", is_open=True)
    settled = cutter.blocks_of(answer(FAILED, f"{text}Tail more and **more**"), PLAIN)
    assert all(new is old for new, old in zip(settled[:-1], now[:-1], strict=True))
    assert settled[-1].body == ProseBody("Tail more and **more**")


def test_a_grown_answer_is_cut_as_one_that_was_read(cutter: MessageBlocks) -> None:
    text = "One.\n\nTwo:\n1. a\n   ```\n   x\n   ```\n1. b\n\n\nLast"
    for end in range(len(text) + 1):
        cutter.blocks_of(growing(text[:end]), PLAIN)
    grown = cutter.blocks_of(answer(text), PLAIN)
    cutter.forget(MessageId("t1-2"))
    assert grown == cutter.blocks_of(answer(text), PLAIN)


def test_a_text_that_changed_otherwise_is_cut_anew(cutter: MessageBlocks) -> None:
    cutter.blocks_of(growing("One.\n\nTwo"), PLAIN)
    assert [block.body for block in cutter.blocks_of(answer("One.\n\nThree"), PLAIN)[1:]] == [ProseBody("One."), ProseBody("Three")]


def test_a_text_with_a_step_behind_it_is_finished(cutter: MessageBlocks) -> None:
    running = CommandPart("c", "ls")
    assert cutter.blocks_of(growing("words", running), PLAIN)[1].body == ProseBody("words")


def test_long_code_shares_a_name_and_is_copied_whole(cutter: MessageBlocks) -> None:
    code = "\n".join(f"line {number}" for number in range(500)) + "\n" + "y" * 20_000
    asked = answer(f"see\n\n```py\n{code}\n```\n\n```js\nother\n```")
    blocks = cutter.blocks_of(asked, PLAIN)
    bodies = [block.body for block in blocks if isinstance(block.body, CodeBody)]
    assert {body.fence for body in bodies[:-1]} == {"0:1"}
    assert all(body.message_id == asked.id for body in bodies)
    assert cutter.code_of(asked, "0:1") == code
    assert cutter.code_of(asked, bodies[-1].fence) == "other"
    assert cutter.code_of(asked, "7:7") == cutter.code_of(replace(asked, id=MessageId("none")), "0:1") == ""
    wrapped = cutter.blocks_of(asked, MessageState(wrapped=frozenset({"0:1"})))
    assert [block.body.is_wrapped for block in wrapped if isinstance(block.body, CodeBody)] == [True] * (len(bodies) - 1) + [False]
    assert wrapped[1] is blocks[1]
    assert wrapped[-1] is blocks[-1]


def test_a_step_opens_and_closes(cutter: MessageBlocks) -> None:
    lines = "\n".join(str(number) for number in range(500))
    done = answer(CommandPart("c1", "seq 500", lines + "\n", 0, CallState.WORKED), "end")
    closed = cutter.blocks_of(done, PLAIN)
    assert keys(closed) == ["head", "0", "1:0"]
    opened = cutter.blocks_of(done, MessageState(opened=frozenset({0})))
    assert keys(opened) == ["head", "0", "0:o0", "1:0"]
    assert isinstance(opened[1].body, StepBody)
    assert opened[1].body.is_opened
    assert opened[3] is closed[2]
    output = opened[2].body
    assert isinstance(output, OutputBody)
    assert output.text == "\n".join(str(number) for number in range(488, 500))
    assert (output.total_lines, output.shown_lines, output.is_whole) == (500, 12, False)
    whole = cutter.blocks_of(done, MessageState(opened=frozenset({0}), whole=frozenset({0})))
    bodies = [block.body for block in whole if isinstance(block.body, OutputBody)]
    assert "\n".join(body.text for body in bodies) == lines
    assert [(body.is_first, body.is_last, body.is_whole) for body in bodies] == [
        (True, False, True),
        (False, False, True),
        (False, True, True),
    ]


def test_a_failed_command_at_the_end_opens_by_itself_and_can_be_closed(cutter: MessageBlocks) -> None:
    assert keys(cutter.blocks_of(answer("x", FAILED), PLAIN)) == ["head", "0:0", "1", "1:o0"]
    assert keys(cutter.blocks_of(growing("x", FAILED), PLAIN)) == ["head", "0:0", "1"]
    assert keys(cutter.blocks_of(answer("x", FAILED, "y"), PLAIN)) == ["head", "0:0", "1", "2:0"]
    assert keys(cutter.blocks_of(answer("x", FAILED), MessageState(opened=frozenset({1})))) == ["head", "0:0", "1"]


@pytest.mark.parametrize(
    ("part", "tone"),
    [
        (ThinkingPart("hm\nso"), "text"),
        (PlanPart((PlanEntry("one"),)), "text"),
        (FileChangePart("a.py", diff="@@\n-a\n+b"), "diff"),
        (ToolCallPart("c", "read", "{}", "text", CallState.WORKED), "code"),
    ],
)
def test_each_kind_of_step_has_its_tone(cutter: MessageBlocks, part: object, tone: str) -> None:
    blocks = cutter.blocks_of(answer(part, "end"), MessageState(opened=frozenset({0})))
    assert isinstance(blocks[2].body, OutputBody)
    assert blocks[2].body.tone == tone


def test_one_endless_line_of_output_is_not_shown_whole_by_itself(cutter: MessageBlocks) -> None:
    part = CommandPart("c", "cat", "z" * 1_000_000, 1, CallState.FAILED)
    last = cutter.blocks_of(answer(part), PLAIN)[-1].body
    assert isinstance(last, OutputBody)
    assert (len(last.text), last.is_whole) == (8_000, False)
    whole = cutter.blocks_of(answer(part), MessageState(whole=frozenset({0})))
    assert "".join(block.body.text for block in whole if isinstance(block.body, OutputBody)) == "z" * 1_000_000


def test_a_call_that_waits_says_so(cutter: MessageBlocks) -> None:
    waiting = MessageState(waiting_calls=frozenset({"c"}))
    step = cutter.blocks_of(growing(CommandPart("c", "ls")), waiting)[1].body
    assert isinstance(step, StepBody)
    assert (step.step.result, step.step.tone) == ("waits for you", "warning")
    assert not isinstance(cutter.blocks_of(growing(CommandPart("c", "ls")), PLAIN)[1].body, QuietBody)
    assert step != cutter.blocks_of(growing(CommandPart("c", "ls")), PLAIN)[1].body


def test_open_questions_are_not_shown_and_answered_ones_are(cutter: MessageBlocks) -> None:
    asked = QuestionPart("r", "May I?", ("allow", "deny"))
    assert keys(cutter.blocks_of(growing("x", asked), PLAIN)) == ["head", "0:0"]
    assert keys(cutter.blocks_of(growing("x", replace(asked, answer="allow")), PLAIN)) == ["head", "0:0", "1"]


@pytest.mark.parametrize(
    ("part", "what", "result", "output"),
    [
        (QuestionPart("r", "npm i", answer="allow", kind="command"), "npm i", "you allowed it once", ""),
        (QuestionPart("r", "x.py", answer="allow_session", kind="edit"), "x.py", "you allowed it in this thread", ""),
        (
            QuestionPart("r", "npm i", answer="deny", kind="command", word="use pnpm"),
            "npm i",
            "you didn't allow it",
            "You said: use pnpm",
        ),
        (
            QuestionPart("r", "Which?\nIt matters.", answer="answer", kind="question", word="Blue"),
            "Which?",
            "you answered: Blue",
            "Which?\nIt matters.\n\nYou answered: Blue",
        ),
        (
            QuestionPart("r", "Which?", answer="answer", kind="question", word="long " * 30),
            "Which?",
            "you answered",
            "You answered: " + ("long " * 30).strip(),
        ),
        (QuestionPart("r", "Which?", answer="deny", kind="question"), "Which?", "you didn't answer", ""),
        (QuestionPart("r", "Which?", answer="proceed_once"), "Which?", "you chose: proceed once", ""),
        (QuestionPart("r", "npm i", expired=True, kind="command"), "npm i", "no answer before Onesist closed", ""),
    ],
)
def test_what_was_decided_is_one_step_in_words(
    cutter: MessageBlocks, part: QuestionPart, what: str, result: str, output: str
) -> None:
    body = cutter.blocks_of(answer(part), PLAIN)[1].body
    assert isinstance(body, StepBody)
    assert (body.step.what, body.step.result, body.step.output) == (what, result, output)
    assert body.step.glyph == ("question" if part.kind == "question" else "hand")


def test_what_a_run_took_stands_below_the_last_part_of_a_split_answer(cutter: MessageBlocks) -> None:
    first, second = answer("one"), replace(answer("two"), id=MessageId("t1-4"), seq=4)
    state = MessageState(run=replace(finished(), reply_message_id=second.id))  # type: ignore[type-var]
    assert keys(cutter.blocks_of(first, state)) == ["head", "0:0"]
    assert keys(cutter.blocks_of(second, state)) == ["head", "0:0", "foot"]


def test_an_answer_without_a_word_has_no_blocks_once_it_is_over(cutter: MessageBlocks) -> None:
    assert keys(cutter.blocks_of(growing(), PLAIN)) == ["head"]
    assert cutter.blocks_of(answer(" \n"), PLAIN) == ()
    assert cutter.blocks_of(answer(), MessageState(run=finished())) == ()


def test_notes_say_how_an_answer_ended(cutter: MessageBlocks) -> None:
    stopped = answer("x", status=MessageStatus.INTERRUPTED)
    assert cutter.blocks_of(stopped, PLAIN)[-1].body == NoteBody("This answer was interrupted.")
    assert keys(cutter.blocks_of(stopped, MessageState(is_explained=True))) == ["head", "0:0"]
    taken = cutter.blocks_of(replace(answer("x"), rolled_back=True), PLAIN)
    assert taken[-1].body == NoteBody("Taken back: nobody is told this any more.")


def finished(**more: object) -> object:
    return run_view("t1", RunStatus.FINISHED, started_at=100.0, finished_at=112.4, **more)


def test_the_foot_says_what_a_run_took(cutter: MessageBlocks) -> None:
    done = answer("x")
    usage = Usage(1_000, 560, 11_000, 345)
    told = cutter.blocks_of(done, MessageState(run=finished(usage=usage)))  # type: ignore[arg-type]
    assert told[-1] == Block("foot", BlockKind.FOOT, FootBody("Took 12 s · 12,345 tokens read, 560 written"), 8)
    assert cutter.blocks_of(done, MessageState(run=finished()))[-1].body == FootBody("Took 12 s")  # type: ignore[arg-type]
    assert keys(cutter.blocks_of(done, MessageState(run=run_view("t1")))) == ["head", "0:0"]
    assert keys(cutter.blocks_of(message("t1", 1, Role.USER, "q"), MessageState(run=finished()))) == ["head", "0:0"]  # type: ignore[arg-type]


def test_notices_are_single_blocks(cutter: MessageBlocks) -> None:
    (told,) = cutter.blocks_of(receipt("t1", 3), PLAIN)
    assert isinstance(told.body, ReceiptBody)
    (failed,) = cutter.blocks_of(error_notice("t1", 4), MessageState(is_resendable=True))
    assert isinstance(failed.body, ErrorBody)
    assert failed.body.can_send_again
    (stopped,) = cutter.blocks_of(error_notice("t1", 5, outcome="stopped", provider_id=CLAUDE), PLAIN)
    assert stopped.body == QuietBody("You stopped Claude Code")
    (unknown,) = cutter.blocks_of(message("t1", 6, Role.SYSTEM, kind=MessageKind.SETUP), PLAIN)
    assert unknown.body == QuietBody("Onesist noted something here that this version can't show.")


def test_parts_that_are_the_same_objects_are_not_looked_at(cutter: MessageBlocks, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    from onesist_desktop.ui.transcript import message_blocks

    original = message_blocks.step_blocks
    monkeypatch.setattr(message_blocks, "step_blocks", lambda *args: looked.append(args[2]) or original(*args))
    text = TextPart("words")
    cutter.blocks_of(growing(FAILED, text), PLAIN)
    cutter.blocks_of(growing(FAILED, replace(text, text="words and more")), PLAIN)
    assert looked == [FAILED]
