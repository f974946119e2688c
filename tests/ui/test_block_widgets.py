# SPDX-License-Identifier: MIT
"""Widgets of blocks: that they can be used again and again, how high they are, what they do, what a screen reader hears."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollBar, QToolButton, QWidget

from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_widget import BlockWidget, TextMark
from onesist_desktop.ui.transcript.block_widgets import make_block_widget
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, HeaderBody, NoteBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.header_block import HeaderBlock
from onesist_desktop.ui.transcript.output_block import OutputBlock
from onesist_desktop.ui.transcript.output_text import OutputText
from onesist_desktop.ui.widgets.spinner import Spinner
from tests.ui.block_samples import M1, M2, SAMPLES, Wanted, block, output, step
from tests.ui.helpers import find

WIDTH = 640
Show = Callable[[Block], BlockWidget]


@pytest.fixture
def wanted() -> Wanted:
    return Wanted()


@pytest.fixture
def context(theme: Theme, book: ProviderBook, wanted: Wanted) -> TranscriptContext:
    return TranscriptContext(theme, book, wanted.actions())


@pytest.fixture
def host(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(800, 900)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def show(context: TranscriptContext, host: QWidget) -> Show:
    def shown(given: Block, width: int = WIDTH) -> BlockWidget:
        widget = make_block_widget(given.kind, context)
        widget.setParent(host)
        return again(widget, given, width)

    return shown


def again(widget: BlockWidget, given: Block, width: int = WIDTH) -> BlockWidget:
    """Show a block as the transcript does."""
    widget.show_block(given)
    # Away from where the mouse is.
    widget.setGeometry(20, 300, width, widget.height_for(width))
    widget.show()
    return widget


def picture(widget: BlockWidget) -> QImage:
    # Selections of the paint device and sizes first, as a widget that was never painted still has events to come.
    QCoreApplication.sendPostedEvents()
    return widget.grab().toImage()


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_widget_keeps_nothing_of_the_block_before(show: Show, kind: BlockKind) -> None:
    samples = SAMPLES[kind]
    used = show(samples[0])
    for given in (*samples, *reversed(samples)):
        used.release()
        again(used, given)
        fresh = show(given)
        assert fresh.height() == used.height()
        assert fresh.accessibleName() == used.accessibleName()
        assert picture(fresh) == picture(used)


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_is_cut_off(theme: Theme, show: Show, kind: BlockKind, percent: int) -> None:
    theme.set_text_percent(percent)
    try:
        for given in SAMPLES[kind]:
            for width in (400, 752):
                widget = show(given)
                again(widget, given, width)
                assert widget.height() > 0
                children = [child for child in widget.findChildren(QAbstractButton) if child.isVisible()]
                places = {child: QRect(child.mapTo(widget, QPoint(0, 0)), child.size()) for child in children}
                for child, place in places.items():
                    assert widget.rect().contains(place), (given, child.objectName(), place)
                    assert child.height() >= min(child.sizeHint().height(), child.maximumHeight())
                    assert not any(place.intersects(other) for one, other in places.items() if one is not child)
                assert widget.height_for(width) == widget.height()
    finally:
        theme.set_text_percent(100)


@pytest.mark.parametrize("kind", SAMPLES)
def test_it_follows_theme_and_text_size(theme: Theme, show: Show, kind: BlockKind) -> None:
    widget = show(SAMPLES[kind][0])
    before = picture(widget)
    low = widget.height()
    theme.choose("dark")
    theme.set_text_percent(200)
    try:
        widget.refresh()
        again(widget, SAMPLES[kind][0])
        assert widget.height() > low
        assert picture(widget) == picture(show(SAMPLES[kind][0]))
    finally:
        theme.choose("light")
        theme.set_text_percent(100)
    widget.refresh()
    again(widget, SAMPLES[kind][0])
    assert picture(widget) == before


@pytest.mark.parametrize("kind", SAMPLES)
def test_it_is_laid_out_from_right_to_left_too(show: Show, host: QWidget, kind: BlockKind) -> None:
    for given in SAMPLES[kind]:
        there = show(given)
        host.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        here = show(given)
        host.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        assert here.height_for(WIDTH) == there.height_for(WIDTH)
        pairs = zip(there.findChildren(QAbstractButton), here.findChildren(QAbstractButton), strict=True)
        for left, right in pairs:
            if left.isVisible():
                assert left.width() == right.width()


@pytest.mark.parametrize("kind", SAMPLES)
def test_showing_another_block_is_quick(show: Show, kind: BlockKind) -> None:
    samples = SAMPLES[kind]
    widget = show(samples[0])
    best = min(_seconds(lambda: [again(widget, given) for given in samples]) for _ in range(20))
    # An order of magnitude above what it takes, as others share the machine. A form is made of widgets, and there is one at a time.
    assert best / len(samples) < (0.1 if kind is BlockKind.QUESTION else 0.01)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def test_a_body_of_another_kind_is_refused(context: TranscriptContext, host: QWidget) -> None:
    for kind in SAMPLES:
        if kind in {BlockKind.NOTE, BlockKind.QUIET, BlockKind.FOOT}:
            continue
        widget = make_block_widget(kind, context)
        widget.setParent(host)
        with pytest.raises(TypeError):
            widget.show_block(block(kind, NoteBody("x")))


# -- screen readers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        (BlockKind.HEADER, QAccessible.Role.Heading),
        (BlockKind.CARD, QAccessible.Role.Grouping),
        (BlockKind.QUESTION, QAccessible.Role.Grouping),
        (BlockKind.ERROR, QAccessible.Role.Grouping),
        (BlockKind.RECEIPT, QAccessible.Role.Grouping),
        (BlockKind.QUIET, QAccessible.Role.StaticText),
    ],
)
def test_screen_readers_are_told_what_a_block_is(show: Show, kind: BlockKind, role: QAccessible.Role) -> None:
    widget = show(SAMPLES[kind][0])
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface.role() == role
    assert interface.text(QAccessible.Text.Name) == widget.accessibleName() != ""
    names = {interface.child(index).text(QAccessible.Text.Name) for index in range(interface.childCount())}
    own = widget.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert {button.accessibleName() or button.text() for button in own} <= names


@pytest.mark.parametrize("kind", SAMPLES)
def test_everything_that_takes_focus_has_a_name(show: Show, kind: BlockKind) -> None:
    for given in SAMPLES[kind]:
        widget = show(given)
        # The row of a step is a button, which has the name.
        assert widget.accessibleName() or kind is BlockKind.STEP
        for child in widget.findChildren(QWidget):
            if child.isVisible() and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                assert QAccessible.queryAccessibleInterface(child).text(QAccessible.Text.Name), child


def test_the_header_says_who_with_what_and_when(show: Show) -> None:
    first, second, third = SAMPLES[BlockKind.HEADER]
    assert show(first).accessibleName() == "Message from Claude Code, Sonnet 4.5, 09:42"
    assert show(second).accessibleName() == "Message from You, 09:51"
    assert show(third).accessibleName().startswith("Message from A very long name")


# -- header ---------------------------------------------------------------------------------------------------------------------


def test_what_can_be_done_with_a_message(show: Show, wanted: Wanted) -> None:
    header = show(SAMPLES[BlockKind.HEADER][1])
    find(header, "send_again", QPushButton).click()
    find(header, "copy_message", QPushButton).click()
    find(header, "message_menu", QToolButton).click()
    assert wanted.calls == [("send_again", M2), ("copy_message", M2), ("message_menu", M2)]
    again(header, SAMPLES[BlockKind.HEADER][2])
    assert find(header, "send_again", QPushButton).isHidden()
    assert find(header, "copy_message", QPushButton).isHidden()


def test_actions_show_under_the_mouse_and_with_focus_and_are_always_in_the_order_of_tab(show: Show) -> None:
    header = show(SAMPLES[BlockKind.HEADER][0])
    assert isinstance(header, HeaderBlock)
    copy = find(header, "copy_message", QPushButton)
    assert copy.isVisible()
    assert copy.focusPolicy() is Qt.FocusPolicy.TabFocus
    quiet = picture(header)
    seen = []
    for change in (
        lambda: header.set_hovered(True),
        lambda: header.set_hovered(False),
        lambda: copy.setFocus(Qt.FocusReason.TabFocusReason),
        copy.clearFocus,
        lambda: header.set_hovered(True),
        lambda: again(header, SAMPLES[BlockKind.HEADER][1]),
    ):
        change()
        seen.append((header.shows_actions, picture(header) != quiet))
    assert seen[:5] == [(True, True), (False, False), (True, True), (False, False), (True, True)]
    assert seen[5][0] is False


def test_copy_gives_up_its_word_where_there_is_no_room(show: Show) -> None:
    header = show(SAMPLES[BlockKind.HEADER][0])
    copy = find(header, "copy_message", QPushButton)
    assert copy.text() == "Copy"
    again(header, SAMPLES[BlockKind.HEADER][0], 300)
    assert copy.text() == ""
    assert copy.accessibleName() == "Copy this message"
    again(header, SAMPLES[BlockKind.HEADER][0], 600)
    assert copy.text() == "Copy"


# -- steps ----------------------------------------------------------------------------------------------------------------------


def test_a_step_opens_by_mouse_enter_and_space(show: Show, wanted: Wanted) -> None:
    head = find(show(step()), "step_head", QPushButton)
    assert head.accessibleName() == "npm test, worked"
    assert head.accessibleDescription() == "Closed"
    QTest.mouseClick(head, Qt.MouseButton.LeftButton)
    head.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        QTest.keyClick(head, key)
    assert wanted.calls == [("toggle_step", M1, 3)] * 4
    QTest.keyClick(head, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(wanted.calls) == 4


def test_an_opened_step_says_so_and_is_as_high(show: Show) -> None:
    closed, opened = show(step()), show(step(is_opened=True))
    assert find(opened, "step_head", QPushButton).accessibleDescription() == "Opened"
    assert closed.height() == opened.height() == 32


def test_a_step_without_output_takes_neither_focus_nor_click(show: Show, wanted: Wanted) -> None:
    widget = show(step(output=False))
    head = find(widget, "step_head", QPushButton)
    assert head.isEnabled()
    assert head.focusPolicy() is Qt.FocusPolicy.NoFocus
    head.click()
    assert wanted.calls == []
    assert head.accessibleDescription() == ""
    again(widget, step())
    assert head.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_nothing_spins_in_the_pool(show: Show) -> None:
    widget = show(SAMPLES[BlockKind.STEP][1])
    spinner: Spinner = widget.findChildren(Spinner)[0]
    assert spinner.isVisible()
    widget.release()
    assert not spinner.isVisible()


# -- output ---------------------------------------------------------------------------------------------------------------------


def test_the_footer_opens_all_and_copies(show: Show, wanted: Wanted) -> None:
    last, whole, _, middle = SAMPLES[BlockKind.OUTPUT]
    widget = show(last)
    find(widget, "open_all", QPushButton).click()
    find(widget, "copy_output", QPushButton).click()
    assert wanted.calls == [("open_all", M1, 3), ("copy_output", M1, 3)]
    again(widget, whole)
    assert find(widget, "open_all", QPushButton).isHidden()
    again(widget, middle)
    assert find(widget, "copy_output", QPushButton).isHidden()


def test_chunks_of_one_output_join(show: Show, theme: Theme) -> None:
    text = "\n".join(f"line {number}" for number in range(30))
    lines = text.split("\n")
    whole = show(output(text, 30, 30)).height()
    first = show(output("\n".join(lines[:10]), 30, 30, is_last=False)).height()
    middle = show(output("\n".join(lines[10:20]), 30, 30, is_first=False, is_last=False)).height()
    last = show(output("\n".join(lines[20:]), 30, 30, is_first=False)).height()
    assert first + middle + last == whole
    assert middle == 10 * theme.line_height("code")


def test_long_lines_are_reached_by_a_bar_and_growing_text_does_not_move_them(show: Show) -> None:
    lines = ["wide " * 60, "x"]
    widget = show(output("\n".join(lines), 2, 2, is_running=True))
    bar = next(bar for bar in widget.findChildren(QScrollBar) if bar.isVisible())
    assert bar.maximum() > 0
    bar.setValue(50)
    inner = widget.findChildren(OutputText)[0].horizontalScrollBar()
    for number in range(5):
        lines.append(f"more {number}")
        again(widget, output("\n".join(lines), len(lines), len(lines), is_running=True))
        assert bar.value() == inner.value() == 50
    again(widget, output("\n".join(lines[2:]) + "\n" + "wide " * 60, 9, 6, is_whole=False, is_running=True))
    assert bar.value() == 50
    again(widget, output("wide " * 60, 1, 1, part=4))
    assert bar.value() == 0


def test_only_sideways_wheels_stop_here(show: Show) -> None:
    widget = show(output("wide " * 60, 1, 1))
    bar = next(bar for bar in widget.findChildren(QScrollBar) if bar.isVisible())
    assert not _wheel(widget, QPoint(0, -120))
    assert _wheel(widget, QPoint(-120, 0))
    assert bar.value() == 60
    assert _wheel(widget, QPoint(0, -120), Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == 120


def _wheel(widget: QWidget, angle: QPoint, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
    at = QPointF(20, 20)
    event = QWheelEvent(at, at, QPoint(), angle, Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False)
    event.setAccepted(False)
    widget.wheelEvent(event)
    return event.isAccepted()


@pytest.mark.parametrize("text", ["one two\nthree", "a 😀 b\n😀😀 end", "مرحبا world"])
def test_letters_are_found_where_they_stand(show: Show, text: str) -> None:
    widget = show(output(text, 2, 2))
    assert widget.has_text
    assert widget.text() == text
    if text.isascii():
        for position in range(len(text)):
            assert widget.position_at(widget.rect_of(position).center()) == position
    else:
        boxes = [widget.rect_of(position) for position in range(len(text) + 1)]
        assert all(widget.rect().contains(box.center()) for box in boxes)
        assert widget.position_at(boxes[text.index("\n") - 1 if "\n" in text else 0].center()) <= len(text)


def test_selection_and_marks_show_and_are_forgotten(show: Show) -> None:
    widget = show(output("one two three", 1, 1))
    plain = picture(widget)
    widget.select(4, 7)
    selected = picture(widget)
    assert selected != plain
    widget.select(0, 0)
    assert picture(widget) == plain
    widget.mark([TextMark(0, 3), TextMark(4, 7, is_current=True)])
    assert picture(widget) not in (plain, selected)
    widget.release()
    again(widget, output("one two three", 1, 1))
    assert picture(widget) == plain


def test_a_mark_far_to_the_right_is_moved_into_sight(show: Show) -> None:
    text = "x" * 300 + " here"
    widget = show(output(text, 1, 1))
    widget.mark([TextMark(301, 305, is_current=True)])
    assert QRect(0, 0, WIDTH, widget.height()).contains(widget.rect_of(301).center())


def test_added_and_removed_lines_have_a_ground_over_the_whole_width(show: Show, theme: Theme) -> None:
    widget = show(output(" a\n-b\n+c\n d", 4, 4, tone="diff"))
    shot, line = picture(widget), theme.line_height("code")
    at = [shot.pixelColor(WIDTH - 6, 8 + line * index + 3).name() for index in range(4)]
    names = ["bg_sunken", "diff_del_bg", "diff_add_bg", "bg_sunken"]
    assert at == [theme.color(name).name() for name in names]


def test_mouse_goes_to_the_transcript_and_keys_walk_through_the_text(show: Show, host: QWidget) -> None:
    widget = show(output("one\ntwo", 2, 2))
    text = widget.findChildren(OutputText)[0]
    assert host.childAt(widget.mapTo(host, widget.rect_of(1).center())) is widget
    text.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(text, Qt.Key.Key_Down)
    QTest.keyClick(text, Qt.Key.Key_Right)
    assert text.textCursor().position() == 5
    assert isinstance(widget, OutputBlock)


def test_a_header_without_room_for_anything_does_not_fail(show: Show) -> None:
    header = show(block(BlockKind.HEADER, HeaderBody(M1, "", None)))
    again(header, SAMPLES[BlockKind.HEADER][1], 40)
    assert not picture(header).isNull()
