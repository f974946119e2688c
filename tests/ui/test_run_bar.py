# SPDX-License-Identifier: MIT
"""Now and next: what works, what waits, and putting it in another order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    Part,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.turn_events import AskKind
from onesist_desktop.services.views import QueuedView, QueueView, RunStatus
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.queue_list import VISIBLE_ROWS, QueueList, place_before
from onesist_desktop.ui.queue_row import QueueRow
from onesist_desktop.ui.run_bar import RunBar, doing
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.widgets.labels import ElidedLabel
from tests.ui.fakes import CLAUDE, CODEX, approval, queued, run_view
from tests.ui.helpers import find, label, shown

T1 = ThreadId("t1")


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[RunBar]:
    host = QWidget()
    column = QVBoxLayout(host)
    made = RunBar(theme, book, now=lambda: 43.0)
    column.addWidget(made)
    column.addStretch(1)
    host.resize(760, 400)
    host.show()
    qtbot.waitExposed(host)
    host.activateWindow()
    yield made
    host.close()
    host.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def fill_queue(bar: RunBar, count: int, *, is_held: bool = False) -> list[QueueRow]:
    items = tuple(queued("t1", f"q{number}", f"message {number}", CODEX) for number in range(count))
    bar.set_queue(QueueView(T1, items, is_held))
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    return bar.findChild(QueueList).rows


def now_text(bar: RunBar) -> str:
    return find(bar, "now_text", ElidedLabel).text  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (CommandPart("c", "npm test\nmore"), "Claude Code is running npm test"),
        (ToolCallPart("c", "Read", tool=ToolKind.READ), "Claude Code is reading"),
        (ToolCallPart("c", "Grep", tool=ToolKind.SEARCH), "Claude Code is searching"),
        (ToolCallPart("c", "browse"), "Claude Code is using browse"),
        (FileChangePart("src/a/session.ts", state=CallState.RUNNING), "Claude Code is changing session.ts"),
        (ThinkingPart("hm"), "Claude Code is thinking"),
        (None, "Claude Code is answering"),
    ],
)
def test_now_says_what_is_being_done(bar: RunBar, part: Part | None, text: str) -> None:
    run = run_view("t1", started_at=1.0)
    bar.set_run(run)
    bar.set_doing(run.id, part)
    assert now_text(bar) == text
    assert label(bar, "now_time") == "42 s"
    bar.set_doing(RunId("another"), CommandPart("c", "rm"))
    assert now_text(bar) == "Claude Code is answering"


def test_what_is_being_done_is_the_newest_part_that_has_not_ended() -> None:
    command, text = CommandPart("c", "npm test"), TextPart("meanwhile")
    assert doing([text, command, text]) is command
    assert doing([replace(command, state=CallState.WORKED), text]) is None
    assert doing([text, ThinkingPart("hm")]) == ThinkingPart("hm")
    assert doing([ThinkingPart("hm"), text]) is None
    assert doing([]) is None


def test_a_question_stops_the_spinner_and_is_said(bar: RunBar) -> None:
    bar.set_run(run_view("t1"))
    bar.set_approvals([approval("q")])
    assert now_text(bar).startswith("Claude Code waits for you")
    bar.set_run(run_view("t1", RunStatus.FINISHED))
    assert not bar.isVisible()


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (AskKind.COMMAND, "Claude Code waits for you: 1 command"),
        (AskKind.EDIT, "Claude Code waits for you: 1 change"),
        (AskKind.PLAN, "Claude Code waits for you: its plan"),
        (AskKind.QUESTION, "Claude Code waits for you: 1 question"),
    ],
)
def test_what_it_waits_for_is_said_by_kind(bar: RunBar, kind: AskKind, says: str) -> None:
    bar.set_run(run_view("t1"))
    view = approval("q")
    bar.set_approvals([replace(view, request=replace(view.request, kind=kind))])
    assert now_text(bar).removesuffix("(s)") == says
    bar.set_approvals([view, replace(view, request=replace(view.request, kind=kind))])
    assert now_text(bar).startswith("Claude Code waits for you: 2 request")


def test_a_silent_provider_is_said_by_the_minute(qtbot: QtBot, theme: Theme, book: ProviderBook) -> None:
    now = [100.0]
    bar = RunBar(theme, book, now=lambda: now[0])
    qtbot.addWidget(bar)
    bar.set_run(run_view("t1", started_at=1.0, quiet_since=40.0))
    assert now_text(bar).replace("(s)", "") == "No word from Claude Code for 1 minute. It may still be working."
    assert not find(bar, "stop_run").isHidden()
    now[0] = 170.0
    bar._tick.timeout.emit()
    assert "for 2 minute" in now_text(bar)
    bar.set_approvals([approval("q")])
    assert "waits for you" in now_text(bar)
    bar.set_approvals([])
    bar.set_run(run_view("t1", started_at=1.0))
    assert now_text(bar) == "Claude Code is answering"


@pytest.mark.parametrize(
    ("reason", "attempt", "most", "says"),
    [
        (FailureReason.OVERLOADED, 2, 10, "Claude Code is overloaded and is asked again, try 2 of 10"),
        (FailureReason.RATE_LIMITED, 1, 3, "Claude Code gets too many requests and is asked again, try 1 of 3"),
        (FailureReason.CONNECTION_LOST, 1, 3, "The connection to Claude Code was lost; it is asked again, try 1 of 3"),
        (FailureReason.PROVIDER_ERROR, 1, 3, "Claude Code had a fault of its own and is asked again, try 1 of 3"),
        (None, 1, 3, "Claude Code is busy and is asked again, try 1 of 3"),
        (None, 4, 0, "Claude Code did not answer and is asked again, try 4"),
    ],
)
def test_why_it_is_asked_again_is_said(bar: RunBar, reason: FailureReason | None, attempt: int, most: int, says: str) -> None:
    bar.set_run(run_view("t1", retry_attempt=attempt, retry_max=most, retry_reason=reason))
    assert now_text(bar) == says


def test_a_waiting_message_can_be_added_only_where_the_run_takes_it(bar: RunBar, theme: Theme) -> None:
    bar.set_run(run_view("t1"))
    rows = fill_queue(bar, 2)
    assert shown(bar, "steer_queued") == []
    bar.set_run(run_view("t1", can_steer=True))
    buttons = shown(bar, "steer_queued")
    assert [button.accessibleName() for button in buttons] == ["Add to the running answer"] * 2
    added: list[str] = []
    bar.steer_wanted.connect(added.append)
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert added == ["q1"]
    assert len(fill_queue(bar, 3)) == len(shown(bar, "steer_queued")) == 3
    # Large text leaves no room for the words; their name and tooltip stay.
    theme.set_text_percent(200)
    try:
        assert {button.property("text") for button in shown(bar, "steer_queued")} == {""}
        assert buttons[0].toolTip() == "Add to the running answer"
    finally:
        theme.set_text_percent(100)
    bar.set_run(run_view("t1", RunStatus.FINISHED, can_steer=True))
    assert shown(bar, "steer_queued") == []
    assert rows


def test_at_most_four_messages_are_in_view(bar: RunBar, theme: Theme) -> None:
    rows = fill_queue(bar, 7)
    assert len(rows) == 7
    assert find(bar, "queue").height() == VISIBLE_ROWS * rows[0].height()
    assert [row.label.text() for row in rows] == ["Next", *[""] * 6]
    rows = fill_queue(bar, 1)
    assert find(bar, "queue").height() == rows[0].height() == 36
    assert shown(bar, "move_queued") == []
    fill_queue(bar, 0)
    assert not bar.isVisible()


def test_attachments_are_counted_and_named(bar: RunBar) -> None:
    files = (AttachmentPart("a.png", "/a.png"), AttachmentPart("b.txt", "/b.txt"))
    bar.set_queue(QueueView(T1, (QueuedView(QueuedId("q"), T1, "", CLAUDE, attachments=files),)))
    assert label(bar, "queued_attachments") == "2"
    assert find(bar, "queued_attachments").toolTip() == "a.png\nb.txt"
    assert find(bar, "queued_text", ElidedLabel).text == "a.png, b.txt"  # type: ignore[type-var]
    assert find(bar, "queue_row").accessibleName() == "Waiting message 1 of 1, for Claude Code: a.png, b.txt"


def test_a_held_queue_says_so_until_something_works(bar: RunBar) -> None:
    fill_queue(bar, 2, is_held=True)
    assert find(bar, "queue_held").isVisible()
    bar.set_run(run_view("t1"))
    assert not find(bar, "queue_held").isVisible()


@given(count=st.integers(1, 6), data=st.data())
def test_dropping_a_row_is_what_moving_it_in_a_list_is(count: int, data: st.DataObject) -> None:
    ids = [QueuedId(str(number)) for number in range(count)]
    moved, index = data.draw(st.sampled_from(ids)), data.draw(st.integers(0, count))
    expected = [each for each in ids[:index] if each != moved] + [moved] + [each for each in ids[index:] if each != moved]
    is_moved, before = place_before(ids, moved, index)
    rest = [each for each in ids if each != moved]
    place = rest.index(before) if before is not None else len(rest)
    assert ([*rest[:place], moved, *rest[place:]] if is_moved else ids) == expected


def test_a_row_is_moved_by_alt_and_the_arrows(bar: RunBar, qtbot: QtBot) -> None:
    rows = fill_queue(bar, 3)
    moved: list[tuple[str, object]] = []
    bar.move_wanted.connect(lambda queued_id, before: moved.append((queued_id, before)))
    focused = rows[1].focus_order[1]
    focused.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(focused, key, Qt.KeyboardModifier.AltModifier)
    assert moved == [("q1", "q0"), ("q1", None)]
    qtbot.keyClick(rows[0].focus_order[1], Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(rows[2].focus_order[1], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert len(moved) == 2
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    override.ignore()
    QApplication.sendEvent(focused, override)
    assert override.isAccepted(), "else the window's Alt+Up takes it"


def test_the_focus_stays_on_a_row_that_moved(bar: RunBar) -> None:
    rows = fill_queue(bar, 3)
    button = rows[2].handle
    button.setFocus(Qt.FocusReason.TabFocusReason)
    items = tuple(row.item for row in rows)
    bar.set_queue(QueueView(T1, (items[2], items[0], items[1])))
    assert QApplication.focusWidget() is button
    assert rows[2].label.text() == "Next"
    order: list[QWidget] = []
    widget = find(bar, "stop_run")
    while len(order) < len(rows[2].focus_order):
        widget = widget.nextInFocusChain()
        if widget in rows[2].focus_order:
            order.append(widget)
    assert tuple(order) == rows[2].focus_order


def test_a_row_is_moved_by_its_handle(bar: RunBar) -> None:
    rows = fill_queue(bar, 3)
    moved: list[tuple[str, object]] = []
    bar.move_wanted.connect(lambda queued_id, before: moved.append((queued_id, before)))
    handle, height = rows[0].handle, rows[0].height()
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + QPoint(0, 2))
    QTest.mouseMove(handle, start + QPoint(0, 2 * height + 4))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + QPoint(0, 2 * height + 4))
    assert moved == [("q0", None)]
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + QPoint(0, height // 3))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + QPoint(0, height // 3))
    assert len(moved) == 1


def test_it_follows_the_size_of_text(qtbot: QtBot, book: ProviderBook) -> None:
    own = Theme(chosen=Scheme.LIGHT)
    bar = RunBar(own, ProviderBook(own, book.providers))
    qtbot.addWidget(bar)
    rows = fill_queue(bar, 5)
    own.set_text_percent(200)
    assert rows[0].height() == own.row_height(36) > 36
    assert find(bar, "queue").height() == 2 * rows[0].height()
    own.deleteLater()
