# SPDX-License-Identifier: MIT
"""The transcript's mechanics, with blocks whose heights are known: what has a widget, what stays, what is read, what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Role, TextPart
from onesist_desktop.services.views import MessagePage
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.transcript.block_pool import MOST_FREE
from onesist_desktop.ui.transcript.blocks import BlockKind
from onesist_desktop.ui.transcript.document import MOST_HELD
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.transcript.page_keeper import PAGE
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fakes import CLAUDE, message
from tests.ui.helpers import find, shown
from tests.ui.transcript_fakes import FakeBlocks, FakeWidget, fake_widget
from tests.ui.transcript_view_rig import (
    Reader,
    assert_covers,
    assert_sound,
    assert_stayed,
    commands,
    first_visible,
    growing,
    places,
    said,
    settle,
    show,
)

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


def test_it_has_all_that_the_window_asks_for() -> None:
    wanted = {name for name in (*vars(Transcript), *Transcript.__annotations__) if not name.startswith("_")}
    assert {"let_decide_again", "page_failed", "set_up_wanted"} <= wanted
    assert [name for name in wanted if not hasattr(TranscriptView, name)] == []


def test_a_hundred_thousand_messages_need_the_widgets_of_one_window(view: TranscriptView) -> None:
    reader = Reader(view, 100_000, said)
    reader.open()
    assert_covers(view)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 1_000_000
    reader.answer_all()
    for place in (0, bar.maximum() // 3, bar.maximum() // 2, 77, bar.maximum()):
        bar.setValue(place)
        reader.answer_all()
        assert_sound(view)
        assert len(view.messages) <= MOST_HELD
        assert view.pool.count <= 3 * MOST_FREE + 60
    assert len(reader.all_asked) < 40
    assert all(1 <= last + 1 - first <= PAGE for first, last in reader.all_asked)


def test_paging_up_shows_every_message_once_and_in_order(view: TranscriptView) -> None:
    reader = Reader(view, 300, lambda seq: None if seq % 10 == 0 else said(seq))
    reader.open()
    seen: list[int] = []
    bar = view.verticalScrollBar()
    for _ in range(2_000):
        reader.answer_all()
        assert_sound(view)
        seen += [seq for seq, _ in places(view)]
        if bar.value() == 0:
            break
        bar.triggerAction(bar.SliderAction.SliderPageStepSub)
    assert set(seen) == {seq for seq in range(1, 301) if seq % 10}
    asked = [seq for first, last in reader.all_asked for seq in range(first, last + 1)]
    assert len(asked) == len(set(asked))


def test_a_page_that_arrives_moves_nothing(view: TranscriptView) -> None:
    reader = Reader(view, 500, said)
    reader.open()
    settle()
    view.verticalScrollBar().setValue(view.document.top_of(461) + 30)
    settle()
    before = places(view)
    assert reader.asked
    reader.answer_all()
    assert_stayed(before, places(view), 5)
    assert_sound(view)


@pytest.mark.parametrize("step", [-37, -3, 53])
def test_what_is_read_stays_while_scrolling_measures_what_was_estimated(view: TranscriptView, step: int) -> None:
    reader = Reader(view, 500, lambda seq: said(seq, 1 + seq % 7))
    reader.open()
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() - 8_000)
    reader.answer_all()
    for _ in range(60):
        before = places(view)
        bar.setValue(bar.value() + step)
        after = places(view)
        assert_stayed({key: y - step for key, y in before.items()}, after, 2)
        reader.answer_all()
        assert_stayed(after, places(view), 2)


def test_it_follows_only_from_the_end(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 21)))
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    view.add(message("t1", 50, Role.ASSISTANT, "an answer", provider_id=CLAUDE))
    settle()
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() // 2)
    settle()
    before = places(view)
    view.add(message("t1", 51, Role.ASSISTANT, "another " * 200, provider_id=CLAUDE))
    settle()
    assert_stayed(before, places(view), 3)
    button = find(view, "new_messages", QPushButton)
    assert button.isVisible()
    button.click()
    settle()
    assert bar.value() == bar.maximum()
    assert not button.isVisible()
    bar.setValue(0)
    settle()
    view.add(message("t1", 52, Role.USER, "mine"))
    settle()
    assert bar.value() == bar.maximum()


def test_scrolling_to_the_end_by_hand_follows_again(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 41)))
    bar = view.verticalScrollBar()
    bar.setValue(10)
    view.change(replace(said(40), parts=(TextPart("more\n\n" * 30),)))
    settle()
    assert shown(view, "new_messages")
    for _ in range(400):
        if bar.value() == bar.maximum():
            break
        bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
        settle()
    assert not shown(view, "new_messages")
    view.add(said(41))
    settle()
    assert bar.value() == bar.maximum()


def test_a_growing_answer_touches_only_its_last_block(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 10)), growing(10, "one\n\ntwo\n\nthree"))
    bar = view.verticalScrollBar()
    widgets = {(seq, block.key): widget for seq, block, widget in view.visible_blocks()}
    counts = {place: (widget.shows, widget.measures) for place, widget in widgets.items() if isinstance(widget, FakeWidget)}
    for number in range(20):
        view.grow(growing(10, "one\n\ntwo\n\nthree" + " more" * number))
        settle()
        assert bar.value() == bar.maximum()
    after = {(seq, block.key): widget for seq, block, widget in view.visible_blocks()}
    assert after.items() <= widgets.items()
    changed = [
        place
        for place, widget in after.items()
        if isinstance(widget, FakeWidget) and counts[place] != (widget.shows, widget.measures)
    ]
    assert changed == [(10, "0.2")]
    assert_sound(view)


def test_what_grows_out_of_view_is_not_laid_out(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 40)), growing(40, "one"))
    view.verticalScrollBar().setValue(0)
    settle()
    layouts: list[int] = []
    view.shown_changed.connect(lambda: layouts.append(1))
    for number in range(20):
        view.grow(growing(40, "one\n\n" * number))
        settle()
    assert layouts == []
    assert shown(view, "new_messages")
    view.scroll_to_end()
    settle()
    assert len([key for seq, key in places(view) if seq == 40]) > 10
    assert_sound(view)


def test_the_answer_in_view_stays_where_it_is_while_it_grows(view: TranscriptView) -> None:
    text = "\n\n".join(f"paragraph {number}" for number in range(100))
    show(view, said(1), growing(2, text))
    view.verticalScrollBar().setValue(600)
    settle()
    before = places(view)
    for number in range(10):
        view.grow(growing(2, text + "\n\nmore" * number))
        settle()
    assert places(view) == before


def test_another_width_keeps_what_is_read(view: TranscriptView) -> None:
    reader = Reader(view, 300, said)
    reader.open()
    view.verticalScrollBar().setValue(view.document.top_of(280) + 5)
    reader.answer_all()
    for width in (500, 700, 420, 900):
        view.resize(width, 600)
        assert first_visible(view) == 280
        settle()
        assert first_visible(view) == 280
        assert_sound(view)
    view.scroll_to_end()
    view.resize(640, 300)
    settle()
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum()


def test_another_theme_measures_again_and_keeps_what_is_read(view: TranscriptView, theme: Theme) -> None:
    show(view, *(said(seq) for seq in range(1, 41)))
    view.verticalScrollBar().setValue(900)
    settle()
    before = places(view)
    try:
        theme.choose(Scheme.DARK)
        settle()
        assert places(view) == before
    finally:
        theme.choose(Scheme.LIGHT)
    assert_sound(view)


def test_a_step_that_is_opened_stays_and_so_does_what_is_above_it(view: TranscriptView) -> None:
    show(view, said(1), commands(2), said(3))
    for place in (200, view.verticalScrollBar().maximum()):
        view.verticalScrollBar().setValue(place)
        settle()
        before = places(view)
        seq, key = next(place for place in before if place[0] == 2 and before[place] > 100)
        widget = view.pool.get((seq, key))
        assert isinstance(widget, FakeWidget)
        widget.button.click()
        settle()
        after = places(view)
        assert after[seq, key] == before[seq, key]
        assert (seq, f"{key}.out") in after
        above = {place: y for place, y in before.items() if y <= before[seq, key]}
        assert_stayed(above, after, 2)
        assert_sound(view)
        widget.button.click()
        settle()
        assert (seq, f"{key}.out") not in places(view)
        assert places(view)[seq, key] == before[seq, key] or view.follows


def test_a_widget_that_wants_another_height_gets_it(view: TranscriptView) -> None:
    show(view, *(said(seq) for seq in range(1, 41)))
    view.verticalScrollBar().setValue(500)
    settle()
    seq, block, widget = next(each for each in view.visible_blocks() if each[2].y() > 100)
    assert isinstance(widget, FakeWidget)
    before, height = places(view), widget.height()
    widget.extra = 55 if block.kind is BlockKind.PROSE else 0
    widget.height_changed.emit()
    settle()
    assert widget.height() == height + widget.extra
    above = {place: y for place, y in before.items() if y <= before[seq, block.key]}
    assert_stayed(above, places(view), 2)


def test_what_is_far_away_is_let_go_but_never_what_streams_or_has_the_focus(view: TranscriptView) -> None:
    reader = Reader(view, 2_000, lambda seq: commands(seq) if seq == 1_990 else said(seq))
    reader.open()
    view.add(growing(2_001, "still at it"))
    settle()
    view.bring(1_990)
    reader.answer_all()
    widget = next(each for seq, block, each in view.visible_blocks() if seq == 1_990 and block.kind is BlockKind.STEP)
    assert isinstance(widget, FakeWidget)
    view.activateWindow()
    widget.button.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    bar = view.verticalScrollBar()
    for _ in range(200):
        bar.triggerAction(bar.SliderAction.SliderPageStepSub)
        reader.answer_all()
    held = [one.seq for one in view.messages]
    assert len(held) <= MOST_HELD
    assert held == sorted(held)
    assert {1_990, 2_001} <= set(held)
    assert 1_950 not in held
    assert widget.button.hasFocus()
    assert widget.block is not None
    blocks = view._blocks
    assert isinstance(blocks, FakeBlocks)
    assert len(blocks.forgotten) == len(set(blocks.forgotten)) > 0
    view.bring(1_950)
    reader.answer_all()
    assert 1_950 in {seq for seq, _ in places(view)}
    assert_sound(view)


def test_a_widget_with_an_open_menu_stays(view: TranscriptView) -> None:
    show(view, commands(1), *(said(seq) for seq in range(2, 60)))
    view.verticalScrollBar().setValue(0)
    settle()
    seq, block, widget = view.visible_blocks()[1]
    menu = QMenu(widget)
    menu.addAction("one")
    menu.popup(widget.mapToGlobal(QPoint(0, 0)))
    try:
        view.scroll_to_end()
        settle()
        assert view.pool.get((seq, block.key)) is widget
        assert widget.isVisible()
        assert widget.y() < 0
    finally:
        menu.close()
        menu.deleteLater()
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 50)
    settle()
    assert view.pool.get((seq, block.key)) is None


def test_activating_the_window_moves_nothing(view: TranscriptView) -> None:
    show(view, *(commands(seq) for seq in range(1, 10)))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    settle()
    place = bar.value()
    above = next(widget for _, _, widget in view.visible_blocks() if widget.y() < -20 and isinstance(widget, FakeWidget))
    view._on_focus_changed(None, above.button)
    assert bar.value() == place
    view._on_focus_changed(view, above.button)
    assert bar.value() < place


def test_a_page_that_fails_says_so_in_its_place_and_is_asked_for_again(view: TranscriptView, qtbot: QtBot) -> None:
    reader = Reader(view, 1_000, said)
    reader.open()
    settle()
    reader.asked.clear()
    view.bring(500)
    assert reader.asked
    assert not shown(view, "page_note")
    qtbot.waitUntil(lambda: bool(shown(view, "page_note")))
    assert not shown(view, "read_again")
    for page in list(reader.asked):
        view.page_failed(*page)
    reader.asked.clear()
    settle()
    assert reader.asked == []
    find(view, "read_again", QPushButton).click()
    settle()
    assert any(first <= 500 <= last for first, last in reader.asked)
    reader.answer_all()
    assert not shown(view, "page_note")
    assert 500 in {seq for seq, _ in places(view)}


def test_jumping_brings_a_message_a_block_or_a_letter_to_a_third(view: TranscriptView) -> None:
    reader = Reader(view, 5_000, lambda seq: said(seq, 12))
    reader.open()
    third = view.viewport().height() // 3
    view.bring(2_500)
    reader.answer_all()
    assert view.document.top_of(2_500) - view.verticalScrollBar().value() == third
    assert_sound(view)
    view.bring(2_500, "0.9")
    reader.answer_all()
    assert places(view)[2_500, "0.9"] == third
    view.bring(3_000, "0.4", 17)
    reader.answer_all()
    assert places(view)[3_000, "0.4"] == third - 17
    view.bring(3_000, "no such block")
    reader.answer_all()
    assert view.document.top_of(3_000) - view.verticalScrollBar().value() == third
    view.bring(99_999)
    reader.answer_all()
    assert (5_000, "head") in places(view)
    view.bring(-5)
    reader.answer_all()
    assert view.verticalScrollBar().value() == 0
    assert first_visible(view) == 1


def test_scrolling_away_calls_a_jump_off(view: TranscriptView) -> None:
    reader = Reader(view, 5_000, said)
    reader.open()
    view.bring(2_500)
    settle()
    view.verticalScrollBar().setValue(0)
    reader.answer_all()
    assert first_visible(view) == 1


def test_five_thousand_tiny_messages_are_laid_out_once(view: TranscriptView) -> None:
    show(view, said(1))
    layouts: list[int] = []
    view.shown_changed.connect(lambda: layouts.append(1))
    for seq in range(2, 5_002):
        view.add(message("t1", seq, Role.ASSISTANT, "x", provider_id=CLAUDE))
    assert layouts == []
    QApplication.processEvents()
    assert 1 <= len(layouts) <= 4
    assert len(view.messages) <= MOST_HELD
    assert (5_001, "0.0") in places(view)
    assert_sound(view)


def test_messages_may_come_in_any_order_and_a_known_one_is_changed(view: TranscriptView) -> None:
    show(view, message("t1", 2, Role.USER, "two"))
    for one in (
        message("t1", 5, Role.USER, "five"),
        message("t2", 3, Role.USER, "foreign"),
        message("t1", 3, Role.USER, "three"),
        message("t1", 2, Role.USER, "two, edited"),
        message("t1", 1, Role.USER, "one"),
    ):
        view.add(one)
    view.change(message("t1", 4, Role.USER, "four"))
    settle()
    texts = ["one", "two, edited", "three", "four", "five"]
    assert [one.text for one in view.messages] == texts
    assert [widget.text() for _, block, widget in view.visible_blocks() if block.kind is BlockKind.PROSE] == texts
    assert_sound(view)


def test_a_page_does_not_undo_what_came_as_an_event(view: TranscriptView) -> None:
    reader = Reader(view, 200, said)
    reader.open()
    view.change(message("t1", 120, Role.USER, "newer"))
    view.take_page(reader.page(101, 160))
    view.take_page(MessagePage((message("t2", 90, Role.USER, "foreign"),), 90, 90))
    assert next(one.text for one in view.messages if one.seq == 120) == "newer"
    assert 90 not in {one.seq for one in view.messages}
