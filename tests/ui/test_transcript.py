# SPDX-License-Identifier: MIT
"""The plain transcript: what it shows, what it leaves alone, and that nothing in an answer can reach out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QImage
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
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
from onesist_desktop.services.views import ApprovalView, MessagePage, RunStatus, ThreadSnapshot
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.code_view import CodeView
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.transcript.markdown_view import MarkdownView, is_web_link
from onesist_desktop.ui.transcript.parts import TextWidget
from onesist_desktop.ui.transcript.rows import MessageRow
from onesist_desktop.ui.transcript.simple_transcript import SimpleTranscript
from onesist_desktop.ui.transcript.steps import StepRow
from tests.ui.fakes import CLAUDE, CODEX, error_notice, message, receipt, run_view, thread
from tests.ui.helpers import find, label, shown

T1 = ThreadId("t1")


@pytest.fixture
def transcript(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[SimpleTranscript]:
    made = SimpleTranscript(theme, book)
    made.resize(900, 600)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def show(transcript: SimpleTranscript, *messages: object, **more: object) -> None:
    page = MessagePage(messages, has_earlier=bool(more.pop("has_earlier", False)))  # type: ignore[arg-type]
    transcript.show_thread(ThreadSnapshot(thread("t1"), page, **more))  # type: ignore[arg-type]


def answer(seq: int, *parts: object, **more: object) -> object:
    return message("t1", seq, Role.ASSISTANT, *parts, provider_id=CLAUDE, model="Sonnet 4.5", **more)  # type: ignore[arg-type]


def markdown_texts(transcript: SimpleTranscript) -> list[str]:
    settle()
    views = [view for view in transcript.findChildren(MarkdownView) if view.isVisible()]
    return [view.toPlainText() for view in sorted(views, key=lambda view: view.mapTo(transcript, view.rect().topLeft()).y())]


def test_raw_html_is_shown_as_text(transcript: SimpleTranscript) -> None:
    show(transcript, answer(1, "before <b>bold</b> <img src='http://127.0.0.1:9/x.png'> <script>x</script> after"))
    text = markdown_texts(transcript)[0]
    assert "<b>bold</b>" in text
    assert "<script>" in text


@pytest.mark.parametrize(
    "address", ["file://{path}", "{path}", "data:image/png;base64,{data}", r"\\host\share\x.png", "http://127.0.0.1:9/x"]
)
def test_pictures_of_an_answer_are_never_read(
    transcript: SimpleTranscript, tmp_path: Path, address: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    import base64

    picture = QImage(60, 60, QImage.Format.Format_RGB32)
    picture.fill(QColor("#FF00FF"))
    path = tmp_path / "secret.png"
    assert picture.save(str(path))
    asked: list[QUrl] = []
    original = MarkdownView.loadResource
    monkeypatch.setattr(
        MarkdownView, "loadResource", lambda self, kind, name: asked.append(QUrl(name)) or original(self, kind, name)
    )
    data = base64.b64encode(path.read_bytes()).decode()
    show(transcript, answer(1, f"see ![the secret]({address.format(path=path, data=data)}) here"))
    shot = transcript.grab().toImage()
    colors = {shot.pixelColor(x, y).name() for x in range(0, shot.width(), 3) for y in range(0, shot.height(), 3)}
    assert "#ff00ff" not in colors
    assert "the secret" in markdown_texts(transcript)[0] or "![the secret]" in markdown_texts(transcript)[0]


def test_only_web_links_are_opened_and_only_by_click(transcript: SimpleTranscript, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    show(transcript, answer(1, "[a](https://example.org/) [b](file:///etc/passwd) [c](javascript:alert(1)) [d](//host/share)"))
    view = transcript.findChildren(MarkdownView)[0]
    assert opened == []
    for address in (
        "https://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "//host/share",
        "http:///x",
    ):
        view.anchorClicked.emit(QUrl(address))
    assert opened == ["https://example.org/"]


@pytest.mark.parametrize("address", ["smb://host/x", "ssh://x", "vscode://open", "mailto:a@b.c", "", "https:"])
def test_other_addresses_are_no_web_links(address: str) -> None:
    assert not is_web_link(QUrl(address))


def test_a_growing_answer_renders_only_its_end_again(transcript: SimpleTranscript) -> None:
    text = "First paragraph.\n\nSecond paragraph.\n\n```py\ncode\n```\n\n"
    growing = answer(2, TextPart(text + "Tail"), status=MessageStatus.STREAMING)
    show(transcript, message("t1", 1, Role.USER, "hi"), growing)
    body = [widget for widget in transcript.findChildren(TextWidget) if widget.isVisible()][-1]
    before = body.render_count
    views = body.findChildren(MarkdownView)
    for number in range(20):
        growing = replace(growing, parts=(TextPart(text + "Tail" + " more" * number),))  # type: ignore[type-var]
        transcript.grow(growing)  # type: ignore[arg-type]
    assert body.render_count - before == 19
    assert body.findChildren(MarkdownView)[:2] == views[:2]
    assert len(body.findChildren(CodeView)) == 1
    settled = replace(growing, status=MessageStatus.SETTLED)  # type: ignore[type-var]
    transcript.change(settled)  # type: ignore[arg-type]
    assert markdown_texts(transcript)[1] == "First paragraph.\nSecond paragraph."
    assert body.findChildren(CodeView)[0].isVisible()


def test_parts_that_are_the_same_objects_are_not_looked_at(transcript: SimpleTranscript) -> None:
    command = CommandPart("c", "ls", "x", 0, CallState.WORKED)
    growing = answer(1, command, TextPart("a"), status=MessageStatus.STREAMING)
    show(transcript, growing)
    step = find(transcript, "step", StepRow)
    step.show_step(replace(step.step, what="touched"))
    transcript.grow(replace(growing, parts=(command, TextPart("ab"))))  # type: ignore[type-var, arg-type]
    assert step.step.what == "touched"


def test_an_unfinished_fence_is_shown_as_code(transcript: SimpleTranscript) -> None:
    show(transcript, answer(1, TextPart("Look:\n```sh\nrm -rf"), status=MessageStatus.STREAMING))
    assert [view.source for view in transcript.findChildren(CodeView)] == ["rm -rf"]


def test_steps_say_their_state_in_words_and_open_on_demand(transcript: SimpleTranscript) -> None:
    output = "\n".join(f"line {number}" for number in range(214))
    parts = (
        CommandPart("c", "npm test", output, 1, CallState.FAILED),
        FileChangePart("a.py", ChangeKind.ADDED, diff="+++ a.py\n+x\n+y\n-z"),
        PlanPart((PlanEntry("one", PlanState.DONE), PlanEntry("two"))),
        ThinkingPart("hmm"),
        ToolCallPart("t", "search", '{"q": 1}', "found", CallState.WORKED),
        CommandPart("r", "sleep 9", state=CallState.STOPPED),
        QuestionPart("q", "May I?", expired=True),
        QuestionPart("p", "May I?", answer="allow"),
    )
    show(transcript, answer(1, *parts))
    steps = list(transcript.findChildren(StepRow))
    results = [(step.step.label or step.step.what, step.step.result) for step in steps]
    assert results == [
        ("npm test", "failed · exit code 1"),
        ("Added", "+2 −1"),
        ("Plan", "1 of 2 done"),
        ("Thinking", ""),
        ("search", "worked"),
        ("sleep 9", "stopped by you"),
        ("May I?", "no answer before Onesist closed"),
        ("May I?", "Allow once"),
    ]
    head = find(steps[0], "step_head", QPushButton)
    assert head.accessibleName() == "npm test, failed · exit code 1"
    head.click()
    view = find(steps[0], "step_output", CodeView)
    assert view.source.split("\n")[-1] == "line 213"
    assert len(view.source.split("\n")) == 12
    find(steps[0], "open_all", QPushButton).click()
    assert len(view.source.split("\n")) == 214
    find(steps[0], "copy_output", QPushButton).click()
    assert QApplication.clipboard().text() == output
    QApplication.clipboard().clear()


def test_a_failed_command_at_the_very_end_opens_by_itself(transcript: SimpleTranscript) -> None:
    command = CommandPart("c", "make", "boom", 2, CallState.FAILED)
    growing = answer(1, "x", command, status=MessageStatus.STREAMING)
    show(transcript, growing)
    step = find(transcript, "step", StepRow)
    assert not step.is_open
    transcript.change(replace(growing, status=MessageStatus.SETTLED))  # type: ignore[type-var, arg-type]
    assert step.is_open


def test_a_receipt_is_a_divider_with_what_it_was_told(transcript: SimpleTranscript, qtbot: QtBot) -> None:
    show(transcript, message("t1", 1, Role.USER, "hi"), receipt("t1", 2))
    assert label(transcript, "receipt_fact") == "Claude Code joined"
    assert label(transcript, "receipt_counts") == "· 6 messages handed over, 2 left out"
    with qtbot.waitSignal(transcript.what_was_told) as told:
        find(transcript, "what_it_was_told", QPushButton).click()
    assert told.args == ["h1"]
    transcript.change(receipt("t1", 2, withdrawn=True))
    assert "told again" in label(transcript, "receipt_counts")


def test_a_receipt_without_a_text_has_no_button(transcript: SimpleTranscript) -> None:
    show(transcript, receipt("t1", 1, receipt="nothing_fitted", handoff_id=None))
    assert shown(transcript, "what_it_was_told") == []


def test_a_failure_is_a_card_that_offers_to_send_again_once(transcript: SimpleTranscript, qtbot: QtBot) -> None:
    user = message("t1", 1, Role.USER, "hi")
    show(transcript, user, error_notice("t1", 2), resendable_id=user.id)
    assert label(transcript, "error_what") == "Codex did not answer: its sign-in has run out"
    assert label(transcript, "error_more").startswith("Your message is kept. Nothing was handed over.")
    buttons = shown(transcript, "send_again")
    assert len(buttons) == 1
    with qtbot.waitSignal(transcript.send_again) as again:
        buttons[0].click()  # type: ignore[attr-defined]
    assert again.args == [user.id]
    find(transcript, "copy_details", QPushButton).click()
    assert QApplication.clipboard().text().endswith("401")
    QApplication.clipboard().clear()
    transcript.set_run(run_view("t1"))
    assert shown(transcript, "send_again") == []
    transcript.set_run(run_view("t1", RunStatus.FINISHED))
    transcript.set_resendable(None)
    assert shown(transcript, "send_again") == []


def test_a_message_that_can_be_sent_again_offers_it_itself_without_a_card(transcript: SimpleTranscript) -> None:
    user = message("t1", 1, Role.USER, "hi")
    show(transcript, user, error_notice("t1", 2, outcome="stopped"), resendable_id=user.id)
    assert label(transcript, "quiet_text") == "You stopped Codex"
    row = find(transcript, "user_message", MessageRow)
    assert [button.parentWidget() is not None for button in shown(row, "send_again")] == [True]


def test_details_of_a_failure_are_never_markup(transcript: SimpleTranscript) -> None:
    show(transcript, error_notice("t1", 1, detail="<img src='file:///etc/passwd'>"))
    assert label(transcript, "error_detail") == "<img src='file:///etc/passwd'>"


def approval(request_id: str, *options: str) -> ApprovalView:
    asked = ApprovalAsked(request_id, "Run a command", "npm install", options=options or ("allow", "allow_session", "deny"))
    return ApprovalView(T1, RunId("r"), asked)


def test_an_approval_is_a_card_and_is_answered_once(transcript: SimpleTranscript) -> None:
    show(transcript, message("t1", 1, Role.USER, "hi"), run=run_view("t1"), approvals=(approval("q1"),))
    card = find(transcript, "approval_card")
    assert label(card, "approval_head") == "Claude Code asks you"
    texts = [button.text() for button in card.findChildren(QPushButton) if button.objectName().startswith("option_")]
    assert texts == ["Allow once", "Allow in this thread", "Don't allow"]
    decided: list[tuple[str, str]] = []
    transcript.decided.connect(lambda request_id, option: decided.append((request_id, option)))
    button = find(card, "option_allow", QPushButton)
    button.click()
    button.click()
    find(card, "option_deny", QPushButton).click()
    assert decided == [("q1", "allow")]
    transcript.let_decide_again("q1")
    assert button.isEnabled()
    transcript.set_approvals((approval("q1"), approval("q2", "Blue & white", "deny")))
    assert len(shown(transcript, "approval_card")) == 2
    assert find(transcript, "approval_card") is not None
    transcript.set_approvals(())
    assert shown(transcript, "approval_card") == []


def options_of(transcript: SimpleTranscript) -> dict[str, str]:
    buttons = [one for one in find(transcript, "approval_card").findChildren(QPushButton) if one.objectName().startswith("option_")]
    return {button.objectName(): button.text() for button in buttons}


def test_cancel_is_no_second_refusal(transcript: SimpleTranscript) -> None:
    show(transcript, run=run_view("t1"), approvals=(approval("q1", "allow", "reject_once", "cancel"),))
    assert options_of(transcript) == {"option_allow": "Allow once", "option_reject_once": "Don't allow"}
    show(transcript, run=run_view("t1"), approvals=(approval("q2", "allow", "cancel"),))
    assert options_of(transcript) == {"option_allow": "Allow once", "option_cancel": "Don't allow"}


@pytest.mark.parametrize(
    ("title", "detail", "tool", "is_code"),
    [
        ("npm install", "npm install", "execute", True),
        ("npm install", "", "execute", True),
        ("Install what it needs", "npm install", "execute", False),
        ("Shall I?", "", "other", False),
    ],
)
def test_a_command_that_is_the_title_is_set_as_code(
    transcript: SimpleTranscript, theme: Theme, title: str, detail: str, tool: str, is_code: bool
) -> None:
    asked = replace(approval("q1"), request=ApprovalAsked("q1", title, detail, tool))
    show(transcript, run=run_view("t1"), approvals=(asked,))
    font = find(transcript, "approval_title", QLabel).font()
    assert font.family() == theme.font("code" if is_code else "reading").family()


def test_a_step_waits_for_you_while_its_card_asks(transcript: SimpleTranscript) -> None:
    parts = (CommandPart("c1", "npm install"), CommandPart("c2", "ls"))
    growing = answer(1, *parts, status=MessageStatus.STREAMING)
    asked = replace(approval("q1"), request=ApprovalAsked("q1", "npm install", tool="execute", call_id="c1"))
    show(transcript, growing, run=run_view("t1"), approvals=(asked,))

    def results() -> list[tuple[str, bool]]:
        return [(row.step.result, row.step.is_running) for row in transcript.findChildren(StepRow)]

    assert results() == [("waits for you", False), ("working", True)]
    transcript.grow(replace(growing, parts=(replace(parts[0], output="x"), parts[1])))  # type: ignore[type-var,arg-type]
    assert results()[0] == ("waits for you", False)
    transcript.set_approvals(())
    assert results() == [("working", True), ("working", True)]
    transcript.set_approvals((asked,))
    done = replace(parts[0], state=CallState.WORKED, exit_code=0)
    transcript.grow(replace(growing, parts=(done, parts[1])))  # type: ignore[type-var,arg-type]
    assert results() == [("worked", False), ("working", True)]


def long_thread(count: int) -> list[object]:
    return [message("t1", seq, Role.USER, f"message {seq}\n\n" + "words " * 60) for seq in range(1, count + 1)]


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


def test_it_follows_only_from_the_end(transcript: SimpleTranscript, qtbot: QtBot) -> None:
    show(transcript, *long_thread(20))
    settle()
    bar = transcript.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    transcript.add(answer(50, "an answer"))  # type: ignore[arg-type]
    settle()
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() // 2)
    settle()
    place = bar.value()
    transcript.add(answer(51, "another " * 200))  # type: ignore[arg-type]
    settle()
    assert bar.value() == place
    button = find(transcript, "new_messages", QPushButton)
    assert button.isVisible()
    button.click()
    settle()
    assert bar.value() == bar.maximum()
    assert not button.isVisible()


def test_earlier_messages_do_not_move_what_is_read(transcript: SimpleTranscript, qtbot: QtBot) -> None:
    messages = long_thread(40)
    show(transcript, *messages[20:], has_earlier=True)
    settle()
    transcript.verticalScrollBar().setValue(0)
    settle()
    row = transcript.findChildren(MessageRow)[0]
    before = row.mapTo(transcript, row.rect().topLeft()).y()
    wanted: list[int] = []
    transcript.earlier_wanted.connect(wanted.append)
    find(transcript, "show_earlier", QPushButton).click()
    assert wanted == [21]
    transcript.prepend(MessagePage(tuple(messages[:20]), has_earlier=False))  # type: ignore[arg-type]
    qtbot.waitUntil(
        lambda: abs(row.mapTo(transcript, row.rect().topLeft()).y() - before) <= 40 and transcript.verticalScrollBar().value() > 0
    )
    assert [shown_message.seq for shown_message in transcript.messages] == list(range(1, 41))
    assert shown(transcript, "show_earlier") == []


def test_messages_of_another_thread_are_ignored_and_a_known_one_is_changed(transcript: SimpleTranscript) -> None:
    show(transcript, message("t1", 1, Role.USER, "one"))
    transcript.add(message("t2", 2, Role.USER, "foreign"))
    transcript.add(message("t1", 1, Role.USER, "one, edited"))
    transcript.add(message("t1", 3, Role.USER, "three"))
    transcript.add(message("t1", 2, Role.USER, "two"))
    assert [one.text for one in transcript.messages] == ["one, edited", "two", "three"]
    assert markdown_texts(transcript) == ["one, edited", "two", "three"]


def test_everything_that_takes_focus_has_a_name(transcript: SimpleTranscript) -> None:
    parts = (CommandPart("c", "npm test", "x", 1, CallState.FAILED), TextPart("text\n\n```py\ncode\n```"))
    show(
        transcript,
        message("t1", 1, Role.USER, "hi"),
        receipt("t1", 2),
        answer(3, *parts),
        error_notice("t1", 4),
        run=run_view("t1", provider_id=CODEX),
        approvals=(approval("q"),),
    )
    transcript.findChildren(StepRow)[0].set_open(True)
    from PySide6.QtGui import QAccessible
    from PySide6.QtWidgets import QWidget

    nameless = []
    for widget in transcript.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & widget.focusPolicy().TabFocus:
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is None or not interface.text(QAccessible.Text.Name):
                nameless.append((type(widget).__name__, widget.objectName()))
    assert nameless == []


def test_a_removed_provider_keeps_its_id_as_name(transcript: SimpleTranscript) -> None:
    show(transcript, message("t1", 1, Role.ASSISTANT, "x", provider_id=ProviderId("long-gone")))
    assert label(transcript, "message_name") == "long-gone"


@pytest.mark.parametrize("parts", [(), ("",), ("  \n",), (QuestionPart("q", "May I?"),)])
def test_an_answer_that_ends_without_a_word_leaves_no_bubble(transcript: SimpleTranscript, parts: tuple[object, ...]) -> None:
    user = message("t1", 1, Role.USER, "hi")
    show(transcript, user, answer(2, status=MessageStatus.STREAMING))
    assert len(shown(transcript, "answer")) == 1
    transcript.change(answer(2, *parts))  # type: ignore[arg-type]
    assert shown(transcript, "answer") == []
    transcript.add(error_notice("t1", 3))
    transcript.change(answer(2, *parts, "after all"))  # type: ignore[arg-type]
    assert len(shown(transcript, "answer")) == 1
    assert [one.seq for one in transcript.messages] == [1, 2, 3]


def test_a_stored_empty_answer_is_not_shown_either(transcript: SimpleTranscript) -> None:
    show(transcript, message("t1", 1, Role.USER, "hi"), answer(2), message("t1", 3, Role.USER, "again"), answer(4, "yes"))
    assert [find(row, "message_name", QLabel).text() for row in shown(transcript, "answer")] == ["Claude Code"]


@pytest.mark.parametrize("part", [CommandPart("c", "ls"), ThinkingPart("hmm"), ToolCallPart("t", "search")])
def test_an_answer_of_steps_alone_stays(transcript: SimpleTranscript, part: object) -> None:
    show(transcript, answer(1, status=MessageStatus.STREAMING))
    transcript.change(answer(1, part))  # type: ignore[arg-type]
    assert len(shown(transcript, "answer")) == 1


def test_an_interrupted_answer_without_words_still_says_so(transcript: SimpleTranscript) -> None:
    show(transcript, answer(1, status=MessageStatus.STREAMING))
    transcript.change(answer(1, status=MessageStatus.INTERRUPTED))  # type: ignore[arg-type]
    assert label(transcript, "message_note") == "This answer was interrupted."
    assert len(shown(transcript, "answer")) == 1


def test_how_an_answer_ended_is_said_once(transcript: SimpleTranscript) -> None:
    show(transcript, answer(1, "half", status=MessageStatus.INTERRUPTED), answer(2, "x", status=MessageStatus.INTERRUPTED))
    assert len(shown(transcript, "message_note")) == 2
    transcript.add(error_notice("t1", 3, outcome="stopped", provider_id=CLAUDE))
    assert label(transcript, "quiet_text") == "You stopped Claude Code"
    notes = [note for note in transcript.findChildren(QLabel, "message_note") if note.text()]
    assert [note.text() for note in notes] == ["This answer was interrupted."]
    assert "half" in notes[0].parentWidget().parts.findChildren(MarkdownView)[0].toPlainText()
    assert len(shown(transcript, "answer")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Intro.\n\n- a\n- b\n\nAfter.\n\nEnd.",
        "Intro.\n- a\n- b\n\nAfter.\n\nEnd.",
        "Intro.\n\n- a\n  - b\n- c\n\n1. d\n\n2. e\n\nEnd.",
        "## Head\n\n- a\n\n> b\n\nAfter.\n\nEnd.",
        "Intro.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.\n\nEnd.",
        "Intro.\n\n---\n\n## After\n\nMore.\n\nEnd.",
    ],
)
def test_nothing_jumps_when_an_answer_settles(transcript: SimpleTranscript, text: str) -> None:
    growing = answer(1, TextPart(text), status=MessageStatus.STREAMING)
    show(transcript, growing)
    settle()
    row = find(transcript, "answer")
    height = row.height()
    assert len([view for view in row.findChildren(MarkdownView) if view.isVisible()]) > 1
    transcript.change(replace(growing, status=MessageStatus.SETTLED))  # type: ignore[type-var,arg-type]
    settle()
    assert len([view for view in row.findChildren(MarkdownView) if view.isVisible()]) == 1
    assert row.height() == height


@pytest.mark.parametrize("width", [10, 400])
def test_all_lines_of_code_are_whole(transcript: SimpleTranscript, width: int) -> None:
    show(transcript, answer(1, "```text\n" + "\n".join(["x" * width] * 60) + "\n```"))
    settle()
    view = transcript.findChildren(CodeView)[0]
    last = view.blockBoundingGeometry(view.document().lastBlock()).translated(view.contentOffset())
    assert last.bottom() <= view.viewport().height()
    assert view.verticalScrollBar().maximum() == 0
    assert view.horizontalScrollBar().isVisible() is (width > 100)


def test_it_has_all_that_the_window_asks_for() -> None:
    wanted = {name for name in (*vars(Transcript), *Transcript.__annotations__) if not name.startswith("_")}
    assert {"let_decide_again", "let_ask_earlier_again", "set_up_wanted"} <= wanted
    assert [name for name in wanted if not hasattr(SimpleTranscript, name)] == []


def test_a_step_without_output_can_be_read_and_takes_no_focus(transcript: SimpleTranscript) -> None:
    running = CommandPart("c", "sleep 9")
    growing = answer(1, running, status=MessageStatus.STREAMING)
    show(transcript, growing)
    head = find(transcript, "step_head", QPushButton)
    assert head.isEnabled()
    assert head.focusPolicy() is Qt.FocusPolicy.NoFocus
    head.click()
    assert not find(transcript, "step", StepRow).is_open
    height = head.height()
    transcript.grow(answer(1, replace(running, output="done"), status=MessageStatus.STREAMING))  # type: ignore[arg-type]
    assert head.focusPolicy() is Qt.FocusPolicy.TabFocus
    assert head.height() == height == 32


@pytest.mark.parametrize(
    ("question", "what", "output"),
    [
        ("npm install", "npm install", ""),
        ("npm install\nnpm install", "npm install", ""),
        ("for i in 1\ndo\nfor i in 1\ndo", "for i in 1", "for i in 1\ndo"),
        ("Run a command\nnpm install", "Run a command", "Run a command\nnpm install"),
    ],
)
def test_a_question_is_not_said_twice(transcript: SimpleTranscript, question: str, what: str, output: str) -> None:
    show(transcript, answer(1, QuestionPart("q", question, answer="cancel")))
    step = find(transcript, "step", StepRow).step
    assert (step.what, step.output, step.result) == (what, output, "Don't allow")
