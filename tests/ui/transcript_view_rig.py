# SPDX-License-Identifier: MIT
"""A transcript whose blocks have heights that a test knows, who reads it, and what must hold of it whatever is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from onesist_desktop.core.messages import CallState, CommandPart, Message, MessageStatus, Role
from onesist_desktop.services.views import MessagePage, ThreadSnapshot
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fakes import CLAUDE, message, thread
from tests.ui.transcript_fakes import FakeWidget


class Reader:
    """Shows a long thread and answers what the transcript asks for, when it is told to."""

    def __init__(self, view: TranscriptView, last_seq: int, make: Callable[[int], Message | None]) -> None:
        self.view = view
        self.make = make
        self.last_seq = last_seq
        self.asked: list[tuple[int, int]] = []
        self.all_asked: list[tuple[int, int]] = []
        view.page_wanted.connect(self._on_wanted)

    def open(self, count: int = 40) -> None:
        first = max(1, self.last_seq + 1 - count)
        self.view.show_thread(ThreadSnapshot(thread("t1"), self.page(first, self.last_seq), first_seq=1, last_seq=self.last_seq))

    def page(self, first: int, last: int) -> MessagePage:
        made = tuple(one for seq in range(first, last + 1) if (one := self.make(seq)) is not None)
        return MessagePage(made, first, last)

    def answer_all(self) -> None:
        for _ in range(50):
            settle()
            if not self.asked:
                return
            self.view.take_page(self.page(*self.asked.pop(0)))

    def _on_wanted(self, first: int, last: int) -> None:
        self.asked.append((first, last))
        self.all_asked.append((first, last))


def settle() -> None:
    """Let the layouts that are due be done, and what is just out of view be prepared."""
    views = [view for window in QApplication.topLevelWidgets() for view in (window, *window.findChildren(TranscriptView))]
    timers = [timer for view in views if isinstance(view, TranscriptView) for timer in (view._layout_timer, view._fill_timer)]
    for _ in range(1_000):
        QApplication.processEvents()
        if not any(timer.isActive() for timer in timers):
            break


def said(seq: int, paragraphs: int = 3) -> Message:
    text = "\n\n".join(f"{seq}.{number} " + "words " * (seq * (number + 3) % 90) for number in range(paragraphs))
    if seq % 2:
        return message("t1", seq, Role.USER, text)
    return message("t1", seq, Role.ASSISTANT, text, provider_id=CLAUDE)


def show(view: TranscriptView, *messages: Message, **more: object) -> None:
    view.show_thread(ThreadSnapshot(thread("t1"), MessagePage(messages), **more))  # type: ignore[arg-type]
    settle()


def places(view: TranscriptView) -> dict[tuple[int, str], int]:
    """Where the blocks in view stand, in pixels from the top of the viewport."""
    height = view.viewport().height()
    return {
        (seq, block.key): widget.y()
        for seq, block, widget in view.visible_blocks()
        if widget.y() + widget.height() > 0 and widget.y() < height
    }


def assert_stayed(before: dict[tuple[int, str], int], after: dict[tuple[int, str], int], at_least: int = 1) -> None:
    both = before.keys() & after.keys()
    assert len(both) >= at_least
    assert {key: after[key] for key in both} == {key: before[key] for key in both}


def assert_sound(view: TranscriptView) -> None:
    """Blocks follow each other without holes and without lying on each other."""
    bottom = None
    for seq, block, widget in view.visible_blocks():
        assert isinstance(widget, FakeWidget)
        assert widget.isVisible()
        if not -view.height() < widget.y() < 2 * view.height():
            # It holds the focus.
            continue
        assert widget.block is block
        assert widget.height() == widget.height_for(widget.width())
        if bottom is not None:
            assert 0 <= widget.y() - bottom <= 40, (seq, block.key)
        bottom = widget.y() + widget.height()
    assert_covers(view)


def assert_covers(view: TranscriptView) -> None:
    """What is in view of the held messages has a widget."""
    shown_places = places(view)
    height = view.viewport().height()
    for seq, row in view.document.rows.items():
        top = view.document.top_of(seq) - view.verticalScrollBar().value()
        for index, block in enumerate(row.blocks):
            y = top + row.top_of(index)
            if y < height and y + row.height_of(index) > 0:
                assert shown_places[seq, block.key] == y


def growing(seq: int, text: str) -> Message:
    return message("t1", seq, Role.ASSISTANT, text, provider_id=CLAUDE, status=MessageStatus.STREAMING)


def commands(seq: int) -> Message:
    parts = tuple(CommandPart(f"c{number}", f"run {number}", "out\n" * 20, 0, CallState.WORKED) for number in range(40))
    return message("t1", seq, Role.ASSISTANT, *parts, provider_id=CLAUDE)


def first_visible(view: TranscriptView) -> int | None:
    """Seq of the message at the upper edge."""
    return view.document.seq_at(view.verticalScrollBar().value())
