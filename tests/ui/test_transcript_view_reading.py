# SPDX-License-Identifier: MIT
"""The transcript with its real blocks: finding one's way, taking text out, hostile content, names for screen readers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import RunId, ThreadId
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
from onesist_desktop.core.turn_events import ApprovalAsked, AskedChoice, AskedQuestion, AskKind
from onesist_desktop.services.views import ApprovalView, MessagePage, ThreadSnapshot
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import BlockKind, CodeBody
from onesist_desktop.ui.transcript.found_marks import FoundPlace, part_of
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fakes import CLAUDE, CODEX, error_notice, message, receipt, run_view, thread
from tests.ui.helpers import shown

T1 = ThreadId("t1")
LONG = "words that fill a line and one more after it. " * 30


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[TranscriptView]:
    made = TranscriptView(theme, book)
    made.resize(900, 600)
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


def user(seq: int, text: str = LONG) -> Message:
    return message("t1", seq, Role.USER, text)


def in_view(view: TranscriptView, seq: int) -> list[int]:
    height = view.viewport().height()
    return [widget.y() for each, _, widget in view.visible_blocks() if each == seq and 0 <= widget.y() < height]


# -- places -----------------------------------------------------------------------------------------------------------------


def test_who_jumps_is_at_that_message_until_they_go_on(view: TranscriptView) -> None:
    show(view, *(user(seq) if seq % 2 else answer(seq, LONG) for seq in range(1, 41)))
    assert [view.is_at_end] == [True]
    assert view.reading_seq == 40
    view.jump_to(17)
    settle(view)
    assert view.reading_seq == 17
    assert [view.is_at_end] == [False]
    assert abs(in_view(view, 17)[0] - view.viewport().height() // 3) <= 8
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert view.reading_seq < 17
    view.scroll_to_end()
    assert view.reading_seq == 40


def test_a_part_is_jumped_to(view: TranscriptView) -> None:
    parts = tuple(TextPart(f"part {number}. {LONG}") for number in range(12))
    show(view, user(1), answer(2, *parts), user(3))
    view.jump_to(2, 7)
    settle(view)
    y = view.viewport().height() // 3 + 2
    shown_at = [
        (seq, part_of(block)) for seq, block, widget in view.visible_blocks() if widget.geometry().contains(widget.x() + 50, y)
    ]
    assert shown_at == [(2, 7)]


def test_the_end_is_told_once_it_is_seen(view: TranscriptView) -> None:
    told: list[int] = []
    view.end_reached.connect(lambda: told.append(1))
    show(view, *(user(seq) for seq in range(1, 31)))
    assert len(told) == 1
    view.jump_to(3)
    settle(view)
    assert len(told) == 1
    view.scroll_to_end()
    assert len(told) == 2
    show(view, user(1, "another thread"))
    assert len(told) == 3


def test_what_is_found_is_marked_and_brought_into_view(view: TranscriptView) -> None:
    messages = [answer(seq, f"{LONG}\n\n**bold** and the needle {seq}.\n\n{LONG}\n\na needle again") for seq in range(1, 31)]
    show(view, *messages)
    view.mark_found("needle", FoundPlace(9, 0, 1))
    settle(view)
    view.mark_found("needle", FoundPlace(9, 0, 0))
    settle(view)
    found = [(block.key, widget) for seq, block, widget in view.visible_blocks() if seq == 9 and "needle 9" in widget.text()]
    assert found
    widget = found[0][1]
    top = widget.y() + widget.rect_of(widget.text().index("needle")).top()
    assert abs(top - view.viewport().height() // 3) <= 4
    assert view.reading_seq == 9
    view.mark_found("", None)


def test_what_is_found_in_a_closed_step_opens_it(view: TranscriptView) -> None:
    output = "\n".join(f"line {number}" for number in range(300)) + "\nthe needle\n" + "x\n" * 100
    show(view, user(1), answer(2, CommandPart("c", "make", output, 0, CallState.WORKED)), *(user(seq) for seq in range(3, 20)))
    assert not [block for block in view.blocks_of_row(2) or () if block.kind is BlockKind.OUTPUT]
    view.mark_found("needle", FoundPlace(2, 0, 0))
    settle(view)
    texts = [widget.text() for seq, block, widget in view.visible_blocks() if seq == 2 and block.kind is BlockKind.OUTPUT]
    assert any("the needle" in text for text in texts)


def test_what_is_found_far_away_is_read_first(view: TranscriptView) -> None:
    asked: list[tuple[int, int]] = []
    view.page_wanted.connect(lambda first, last: asked.append((first, last)))
    page = MessagePage(tuple(user(seq) for seq in range(961, 1_001)), 961, 1_000)
    view.show_thread(ThreadSnapshot(thread("t1"), page, first_seq=1, last_seq=1_000))
    settle(view)
    view.mark_found("needle", FoundPlace(300, 0, 0))
    for _ in range(20):
        settle(view)
        if not asked:
            break
        first, last = asked.pop(0)
        made = tuple(user(seq, f"{LONG} the needle of {seq}") for seq in range(first, last + 1))
        view.take_page(MessagePage(made, first, last))
    (widget,) = [each for seq, _, each in view.visible_blocks() if seq == 300 and "needle" in each.text()]
    top = widget.y() + widget.rect_of(widget.text().index("needle")).top()
    assert abs(top - view.viewport().height() // 3) <= 4
    assert view.holds(300, 301)
    assert not view.holds(500, 600)


# -- taking text ------------------------------------------------------------------------------------------------------------


def test_all_is_selected_and_copied(view: TranscriptView) -> None:
    changes: list[int] = []
    view.selection_changed.connect(lambda: changes.append(1))
    show(view, user(1, "What is it?"), answer(2, "It **is**:\n\n```py\nx = 1\n```"), receipt("t1", 3))
    assert [view.selected_seqs, view.selected_text()] == [None, ""]
    view.select_all()
    assert changes
    assert [view.selected_seqs] == [(1, 3)]
    assert view.selected_text().startswith("You:\nWhat is it?\n\nClaude Code:\nIt is:\n\nx = 1")
    markdown = view.copied(view.messages[:2], as_markdown=True)
    assert markdown == "**You**\n\nWhat is it?\n\n**Claude Code**\n\nIt **is**:\n\n```py\nx = 1\n```"
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.selected_seqs is None


def test_a_message_that_is_not_held_is_copied_as_well(view: TranscriptView) -> None:
    show(view, user(1, "one"))
    assert view.copied_whole(answer(99, "It *is*."), as_markdown=False) == "It is."
    assert view.copied_whole(answer(99, "It *is*."), as_markdown=True) == "It *is*."


def test_the_mouse_selects_across_messages(view: TranscriptView) -> None:
    show(view, user(1, "first message"), answer(2, "second message"))
    prose = [widget for _, block, widget in view.visible_blocks() if block.kind is BlockKind.PROSE]
    start = prose[0].mapTo(view.viewport(), prose[0].rect_of(6).center())
    end = prose[1].mapTo(view.viewport(), prose[1].rect_of(6).center())
    pressed = view.viewport().childAt(start)
    assert pressed is not None
    there = pressed.mapFrom(view.viewport(), end)
    QTest.mousePress(pressed, Qt.MouseButton.LeftButton, pos=pressed.mapFrom(view.viewport(), start))
    QTest.mouseMove(pressed, there)
    QApplication.processEvents()
    QTest.mouseRelease(pressed, Qt.MouseButton.LeftButton, pos=there)
    assert view.selected_seqs == (1, 2)
    text = view.selected_text()
    assert "message" in text
    assert "second" in text
    assert "first" not in text


def test_buttons_copy(view: TranscriptView) -> None:
    code = "\n".join(f"x = {number}" for number in range(500))
    command = CommandPart("c", "ls", "a\nb", 0, CallState.WORKED)
    held = answer(1, f"Look:\n\n```py\n{code}\n```", command)
    show(view, held)
    view.context.actions.copy_message(held.id)
    assert QApplication.clipboard().text() == held.text
    view.context.actions.copy_output(held.id, 1)
    assert QApplication.clipboard().text() == "a\nb"
    fences = {block.body.fence for block in view.blocks_of_row(1) or () if isinstance(block.body, CodeBody)}
    assert len(fences) == 1
    view.context.actions.copy_code(held.id, fences.pop())
    assert QApplication.clipboard().text().strip() == code
    view.context.actions.copy_output(held.id, 77)
    QApplication.clipboard().clear()


def test_the_menu_is_asked_for_where_the_pointer_is(view: TranscriptView) -> None:
    wanted: list[str] = []
    view.menu_wanted.connect(lambda _at, message_id: wanted.append(message_id))
    show(view, user(1), answer(2, "x"))
    point = QPoint(100, in_view(view, 2)[0] + 2)
    place = view.viewport().mapToGlobal(point)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, place))
    view.context.actions.message_menu(view.messages[0].id)
    assert wanted == [view.messages[1].id, view.messages[0].id]


def test_only_web_links_are_opened(view: TranscriptView, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for address in ("https://example.org/", "file:///etc/passwd", "javascript:alert(1)", "//host/share", "data:text/html,x"):
        view.selection.link_clicked.emit(address)
    assert opened == ["https://example.org/"]


# -- all kinds of blocks ----------------------------------------------------------------------------------------------------


def everything() -> tuple[Message, ...]:
    parts = (
        ThinkingPart("hm"),
        TextPart("# Head\n\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n```\n\n> said [so](https://example.org)"),
        CommandPart("c", "npm test", "x\ny", 1, CallState.FAILED),
        ToolCallPart("t", "search", '{"q": 1}', "found", CallState.WORKED),
        FileChangePart("a.py", diff="+x\n-y"),
        PlanPart((PlanEntry("one"),)),
        QuestionPart("q", "May I?", answer="allow"),
        CommandPart("d", "make", "boom", 2, CallState.FAILED),
    )
    picture = AttachmentPart("login.png", "/nowhere/login.png", "image/png", 4_100)
    return (
        replace(user(1, "look"), parts=(TextPart("look"), picture)),
        answer(2, *parts),
        receipt("t1", 3),
        answer(4, "half", status=MessageStatus.INTERRUPTED),
        error_notice("t1", 5, outcome="stopped"),
        error_notice("t1", 6),
    )


def asked(request_id: str) -> ApprovalView:
    return ApprovalView(T1, RunId("r"), ApprovalAsked(request_id, "Run a command", "npm install", "execute"))


def question(request_id: str) -> ApprovalView:
    choices = (AskedChoice("Blue", "As it is."), AskedChoice("Green"))
    request = ApprovalAsked(
        request_id,
        "Colour",
        options=("answer", "deny"),
        kind=AskKind.QUESTION,
        questions=(AskedQuestion("Which?", "", choices, takes_text=True),),
    )
    return ApprovalView(T1, RunId("r"), request, asked_at=1.0)


def test_everything_that_takes_the_focus_has_a_name(view: TranscriptView) -> None:
    view.resize(900, 3_000)
    approvals = asked("q"), question("r")
    gone_back = message("t1", 50, Role.SYSTEM, kind=MessageKind.REWIND, data={"rewind_id": "w", "to_seq": 2, "message_count": 3})
    show(view, *everything(), gone_back, run=run_view("t1", provider_id=CODEX), approvals=approvals, resendable_id=user(1).id)
    kinds = {block.kind for _, block, _ in view.visible_blocks()}
    assert kinds >= {*BlockKind} - {BlockKind.FOOT, BlockKind.NOTE}
    nameless = []
    for widget in view.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is None or not interface.text(QAccessible.Text.Name):
                nameless.append((type(widget).__name__, widget.objectName()))
    assert nameless == []


def test_the_wheel_over_any_block_scrolls_the_transcript(view: TranscriptView) -> None:
    show(view, *everything(), *(user(seq) for seq in range(7, 20)), approvals=(asked("q"),))
    view.scroll_to_end()
    held_back = []
    for place in (view.verticalScrollBar().maximum(), 500, 0):
        view.verticalScrollBar().setValue(place)
        settle(view)
        for _, block, widget in view.visible_blocks():
            for child in (widget, *widget.findChildren(QWidget)):
                turned = QWheelEvent(
                    QPointF(2, 2),
                    QPointF(child.mapToGlobal(QPoint(2, 2))),
                    QPoint(),
                    QPoint(0, -120),
                    Qt.MouseButton.NoButton,
                    Qt.KeyboardModifier.NoModifier,
                    Qt.ScrollPhase.NoScrollPhase,
                    False,
                )
                if child.isVisible() and QApplication.sendEvent(child, turned) and turned.isAccepted():
                    held_back.append((block.kind, type(child).__name__))
    assert held_back == []


def test_a_card_is_decided_and_can_be_decided_again(view: TranscriptView) -> None:
    show(view, user(1, "hi"), run=run_view("t1"), approvals=(asked("q"),))
    decided: list[tuple[str, str]] = []
    view.decided.connect(lambda request_id, option: decided.append((request_id, option)))
    button = next(each for each in view.findChildren(QPushButton) if each.objectName() == "option_allow" and each.isVisible())
    button.click()
    button.click()
    settle(view)
    assert decided == [("q", "allow")]
    view.let_decide_again("q")
    settle(view)
    again = next(each for each in view.findChildren(QPushButton) if each.objectName() == "option_allow" and each.isVisible())
    again.click()
    assert len(decided) == 2


def test_send_again_of_a_failure_names_the_message(view: TranscriptView) -> None:
    asked_for: list[str] = []
    view.send_again.connect(asked_for.append)
    show(view, user(1, "hi"), error_notice("t1", 2), resendable_id=user(1).id)
    (button,) = shown(view, "send_again")
    assert isinstance(button, QPushButton)
    button.click()
    assert asked_for == [user(1).id]


HOSTILE = {
    "ten thousand lines of code": "```py\n" + "\n".join(f"value_{number} = [{number}]" for number in range(10_000)) + "\n```",
    "one line of a megabyte": "x" * 1_000_000,
    "one line of code of a megabyte": "```\n" + "x" * 1_000_000 + "\n```",
    "a fence that never closes": "```py\n" + "x = 1\n" * 3_000,
    "html": "<b>x</b><script>alert(1)</script><img src='file:///etc/passwd'>\n\n" * 300,
    "images": "![x](file:///etc/passwd) ![y](data:image/png;base64,AAAA) ![z](//host/share/x.png)\n\n" * 300,
    "a broken table": "| a | b\n|---|\n| 1 | 2 | 3 |\n" * 500,
    "right to left": "\u202eabc \u200b\u200d \u05d0\u05d1\u05d2 " * 5_000,
    "quotes within quotes": ">" * 400 + " deep\n\n" + "- " * 300 + "deeper",
    "five thousand headings": "\n\n".join(f"# {number}" for number in range(5_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_content_neither_freezes_nor_breaks_it(view: TranscriptView, name: str) -> None:
    show(view, user(1, "hi"), answer(2, "warm"))
    held = answer(3, HOSTILE[name])
    slowest = 0.0
    steps: tuple[Callable[[], object], ...] = (
        lambda: view.add(held),
        lambda: view.verticalScrollBar().setValue(0),
        lambda: view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2),
        lambda: view.resize(500, 600),
        view.scroll_to_end,
    )
    for step in steps:
        turns: tuple[Callable[[], object], ...] = (step, *[QApplication.processEvents] * 3)
        for each in turns:
            began = time.process_time()
            each()
            slowest = max(slowest, time.process_time() - began)
        settle(view)
    assert view.pool.count < 200
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    # Far above what it takes, far below what it took without cutting.
    assert slowest < 0.4
