# SPDX-License-Identifier: MIT
"""What one does in the transcript, with blocks whose heights are known: cards, keys, wheel, Tab, what screen readers are told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.core.messages import MessageStatus, Role
from onesist_desktop.core.turn_events import ApprovalAsked
from onesist_desktop.services.views import ApprovalView, RunStatus
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import BlockKind
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fakes import CLAUDE, CODEX, error_notice, message, run_view
from tests.ui.helpers import shown
from tests.ui.transcript_fakes import FakeBlocks, FakeWidget, fake_widget
from tests.ui.transcript_view_rig import Reader, assert_sound, commands, growing, places, said, settle, show

T1 = ThreadId("t1")


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[TranscriptView]:
    made = TranscriptView(theme, book, make_blocks=FakeBlocks, make_widget=fake_widget)
    made.resize(900, 600)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def asked(request_id: str, call_id: str = "") -> ApprovalView:
    return ApprovalView(T1, RunId("run-t1"), ApprovalAsked(request_id, "Run", "npm i", options=("allow", "deny"), call_id=call_id))


def test_cards_stand_at_the_end_and_are_answered_once(view: TranscriptView) -> None:
    show(view, said(1), growing(2, "hm"), run=run_view("t1"), approvals=(asked("q1"),))
    decided: list[tuple[str, str]] = []
    view.decided.connect(lambda request_id, option: decided.append((request_id, option)))
    (card,) = [widget for _, block, widget in view.visible_blocks() if block.kind is BlockKind.CARD]
    assert card is view.visible_blocks()[-1][2]
    assert isinstance(card, FakeWidget)
    card.button.click()
    card.button.click()
    assert decided == [("q1", "allow")]
    settle()
    view.add(said(3))
    view.set_approvals((asked("q1"), asked("q2")))
    settle()
    assert [block.key for _, block, _ in view.visible_blocks()][-2:] == ["card-q1", "card-q2"]
    assert view.visible_blocks()[-2][2] is card
    card.button.click()
    assert len(decided) == 1
    view.let_decide_again("q1")
    card.button.click()
    assert decided == [("q1", "allow")] * 2
    view.set_approvals(())
    settle()
    assert not [block for _, block, _ in view.visible_blocks() if block.kind is BlockKind.CARD]
    assert_sound(view)


def test_a_card_out_of_view_is_told_of(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 41)))
    view.verticalScrollBar().setValue(0)
    view.set_approvals((asked("q1"),))
    settle()
    assert shown(view, "new_messages")


def offered(view: TranscriptView) -> list[int]:
    settle()
    found = []
    for seq, block, _ in view.visible_blocks():
        if getattr(block.body, "can_send_again", False) or getattr(block.body, "text", "") == "error True":
            found.append(seq)
    return found


def test_send_again_is_offered_once_and_not_while_somebody_works(view: TranscriptView) -> None:
    user = message("t1", 1, Role.USER, "hi")
    show(view, user, error_notice("t1", 2, outcome="stopped"), resendable_id=user.id)
    assert offered(view) == [1]
    view.add(error_notice("t1", 3))
    assert offered(view) == [3]
    view.set_run(run_view("t1"))
    assert offered(view) == []
    view.set_run(run_view("t1", RunStatus.FINISHED))
    assert offered(view) == [3]
    sent: list[str] = []
    view.send_again.connect(sent.append)
    view.context.actions.send_again(None)
    view.context.actions.send_again(user.id)
    assert sent == [user.id, user.id]
    view.set_resendable(None)
    assert offered(view) == []
    view.context.actions.send_again(None)
    assert len(sent) == 2


def test_the_keyboard_scrolls(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 41)))
    view.setFocus(Qt.FocusReason.TabFocusReason)
    bar, key = view.verticalScrollBar(), Qt.Key
    places_seen = []
    for pressed in (key.Key_Home, key.Key_Down, key.Key_PageDown, key.Key_Space, key.Key_PageUp, key.Key_Up, key.Key_End):
        QTest.keyClick(view, pressed)
        places_seen.append(bar.value())
    assert places_seen[0] == 0 < places_seen[1] < places_seen[2] < places_seen[3]
    assert places_seen[3] > places_seen[4] > places_seen[5]
    assert places_seen[6] == bar.maximum()
    QTest.keyClick(view, key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() < bar.maximum()
    assert 0 < bar.pageStep() < view.viewport().height()
    QTest.keyClick(view, key.Key_A)


def test_the_wheel_over_a_block_scrolls(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 41)))
    bar = view.verticalScrollBar()
    widget = next(each for _, _, each in view.visible_blocks() if each.y() > 50)
    for target in (widget, view.viewport()):
        turned = QWheelEvent(
            QPointF(5, 5),
            QPointF(target.mapToGlobal(QPoint(5, 5))),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(target, turned)
        # Qt hands what a block leaves alone on to the viewport, but only if it came from the desktop.
        assert turned.isAccepted() == (target is view.viewport())
    assert bar.value() < bar.maximum()


def test_tab_goes_through_what_is_seen_from_top_to_bottom_and_brings_it_into_view(
    theme: Theme, book: ProviderBook, qtbot: QtBot
) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    before, after = QLineEdit(), QLineEdit()
    view = TranscriptView(theme, book, make_blocks=FakeBlocks, make_widget=fake_widget)
    for each in (before, view, after):
        column.addWidget(each)
    window.resize(900, 500)
    window.show()
    window.activateWindow()
    try:
        show(view, said(1), commands(2), said(3))
        view.verticalScrollBar().setValue(700)
        settle()
        qtbot.waitUntil(lambda: not view._order_timer.isActive())
        before.setFocus()
        QTest.keyClick(before, Qt.Key.Key_Tab)
        assert view.hasFocus()
        assert view._ring.isVisible()
        QTest.keyClick(view, Qt.Key.Key_Tab)
        assert not view._ring.isVisible()
        tops = []
        for _ in range(30):
            focused = QApplication.focusWidget()
            assert focused is not None
            seq, key = view.pool.place_of(focused) or (0, "")
            assert seq == 2
            tops.append(int(key))
            top = focused.mapTo(view.viewport(), QPoint(0, 0)).y()
            assert 0 <= top < view.viewport().height()
            qtbot.waitUntil(lambda: not view._order_timer.isActive() and not view._fill_timer.isActive())
            QTest.keyClick(focused, Qt.Key.Key_Tab)
            if after.hasFocus():
                break
        assert tops == list(range(tops[0], 40))[: len(tops)]
        assert tops[-1] == 39 or len(tops) == 30
        children = [child for child in view.viewport().children() if isinstance(child, FakeWidget) and child.isVisible()]
        assert [child.y() for child in children] == sorted(child.y() for child in children)
    finally:
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_screen_readers_get_a_name_and_a_place(view: TranscriptView, qtbot: QtBot) -> None:
    reader = Reader(view, 1_000, said)
    reader.open()
    view.bring(500)
    reader.answer_all()
    qtbot.waitUntil(lambda: not view._order_timer.isActive())
    assert view.accessibleName() == "Transcript"
    assert view.accessibleDescription().startswith("Messages 49")
    assert view.accessibleDescription().endswith("of 1000")


def test_blocks_of_what_is_held_can_be_asked_for(view: TranscriptView) -> None:
    show(view, said(1), said(2))
    blocks = view.blocks_of_row(1)
    assert blocks is not None
    assert next(block.key for block in blocks) == "head"
    assert view.blocks_of_row(77) is None


def test_an_answer_without_a_word_takes_no_room(view: TranscriptView) -> None:
    show(view, said(1), message("t1", 2, Role.ASSISTANT, provider_id=CLAUDE), said(3))
    assert {seq for seq, _ in places(view)} == {1, 3}
    assert_sound(view)


def test_how_an_answer_ended_is_known_from_the_notice_below(view: TranscriptView) -> None:
    half = message("t1", 1, Role.ASSISTANT, "half", provider_id=CLAUDE, status=MessageStatus.INTERRUPTED)
    show(view, half)
    assert not view.document.is_explained(half)
    view.add(error_notice("t1", 3, outcome="stopped"))
    assert view.document.is_explained(half)


def test_the_rail_is_coloured_by_who_answers(view: TranscriptView) -> None:
    other = message("t1", 4, Role.ASSISTANT, "x", provider_id=CODEX)
    show(view, said(1, 1), said(2, 1), said(3, 1), other, message("t1", 5, Role.USER, "y"))
    rows = [(row.above, row.below, row.is_first) for row in view._backdrop.rows.values()]
    assert rows == [
        (CLAUDE, CLAUDE, True),
        (CLAUDE, CLAUDE, False),
        (CLAUDE, CLAUDE, False),
        (CLAUDE, CODEX, False),
        (CODEX, CODEX, False),
    ]
    shot = view.grab().toImage()
    left, _ = view._column()
    colors = {shot.pixelColor(left + 16, y).name() for y in range(shot.height())}
    theme = view.context.theme
    assert {theme.provider_color(family).name() for family in ("anthropic", "openai")} <= colors


def test_what_happens_while_it_is_hidden_is_caught_up_with(view: TranscriptView) -> None:
    show(view, said(1))
    view.hide()
    view.add(said(2))
    settle()
    view.show()
    settle()
    assert {seq for seq, _ in places(view)} == {1, 2}


def test_clearing_leaves_nothing(view: TranscriptView) -> None:
    show(view, said(1), approvals=(asked("q"),))
    view.clear()
    settle()
    assert view.messages == ()
    assert view.thread_id is None
    assert view.visible_blocks() == ()
    assert [widget for widget in view.findChildren(FakeWidget) if widget.isVisible()] == []
    view.bring(3)


def test_a_row_of_five_thousand_blocks_needs_few_widgets(view: TranscriptView) -> None:
    text = "\n\n".join(f"paragraph {number}" for number in range(5_000))
    show(view, said(1), message("t1", 2, Role.ASSISTANT, text, provider_id=CLAUDE))
    assert view.pool.count < 120
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    settle()
    assert_sound(view)
    assert view.pool.count < 120
