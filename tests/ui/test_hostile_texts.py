# SPDX-License-Identifier: MIT
"""Texts that break what shows them, as an answer that streams in, and as a person's message that comes whole."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.messages import Message, MessageStatus, Role, TextPart
from onesist_desktop.services.events import AnswerGrew, MessageAdded, MessageChanged
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.prose_block import ProseArea
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.support.stall_meter import StallMeter
from tests.ui.fakes import CLAUDE, FakeServices, message, thread
from tests.ui.helpers import opened, until
from tests.ui.hostile_rig import LIMIT_S, assert_sound, idle, restyle, view_of, walk, words_of
from tests.ui.hostile_texts import TEXTS

FRAMES = 5
# Two messages that are longer are not held at the same time, but read again where one scrolls to.
MOST_TWICE = 3_000_000


@pytest.fixture(autouse=True)
def nothing_leaves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what a text looks for, and which addresses are opened."""
    seen: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: seen.append(f"opened {url}"))
    monkeypatch.setattr(ProseArea, "loadResource", lambda self, kind, name: seen.append(f"asked for {name}") or b"")
    return seen


def frames_of(growing: Message, text: str) -> list[AnswerGrew]:
    """Return what the services announce of an answer: letter by letter at first, then more at once than any model writes."""
    ends = {*range(1, min(len(text), 120), 37), *(len(text) * share // FRAMES for share in range(1, FRAMES + 1))}
    return [AnswerGrew(replace(growing, parts=(TextPart(text[:end]),))) for end in sorted(ends)]


def pictures_in(view: TranscriptView) -> int:
    """Count the pictures in all texts that have a widget."""
    count = 0
    for area in view.findChildren(QTextEdit):
        block = area.document().begin()
        while block.isValid():
            count += "\ufffc" in block.text() and any(layout.format.isImageFormat() for layout in block.textFormats())
            block = block.next()
    return count


async def copied(view: TranscriptView, meter: StallMeter, message_: Message, *, as_markdown: bool) -> str:
    """Copy a message as the window does: step by step."""
    steps = view.copying_whole(message_, as_markdown=as_markdown)
    meter.skip()
    while True:
        try:
            for _ in range(5):
                next(steps)
        except StopIteration as done:
            return str(done.value)
        await asyncio.sleep(0)


@pytest.mark.parametrize("name", list(TEXTS))
async def test_no_freeze_no_fetch_nothing_lost(
    qtbot: QtBot, services: FakeServices, theme: Theme, nothing_leaves: list[str], name: str
) -> None:
    text = TEXTS[name]()
    words = words_of(text)
    services.put_thread(thread("t1", "Title", updated_at=9), message("t1", 1, Role.USER, "hello"))
    growing = message("t1", 2, Role.ASSISTANT, "", provider_id=CLAUDE, status=MessageStatus.STREAMING)
    frames = frames_of(growing, text)
    settled = replace(growing, parts=(TextPart(text),), status=MessageStatus.SETTLED)
    written = message("t1", 3, Role.USER, text)
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        widgets = len(window.findChildren(QWidget))
        with StallMeter() as meter:
            meter.note("stream")
            services.bus.publish(MessageAdded(growing))
            for frame in frames:
                services.bus.publish(frame)
                await idle(view)
            meter.note("settle")
            services.bus.publish(MessageChanged(settled))
            await idle(view)
            assert_sound(view)
            meter.skip()
            await walk(window, meter, widths=(720, 2560))
            meter.note("copy the answer")
            assert words_of(await copied(view, meter, settled, as_markdown=False)) == words
            if len(text) <= MOST_TWICE:
                meter.note("written")
                services.bus.publish(MessageAdded(written))
                await idle(view)
                assert_sound(view)
                meter.skip()
                view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
                await idle(view)
                assert_sound(view)
                meter.skip()
        assert meter.over(LIMIT_S) == {}
        assert nothing_leaves == []
        assert pictures_in(view) == 0
        assert all(one.text == text for one in view.messages[1:])
        assert words_of(view.copied_whole(settled, as_markdown=True)) == words
        assert words_of(view.copied_whole(written, as_markdown=False)) == words
        assert len(window.findChildren(QWidget)) < widgets + 1_500


async def test_a_paste_of_5_mb_is_shown_and_copied_to_the_letter(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    text = TEXTS["5 MB"]()
    services.put_thread(thread("t1", "Title", updated_at=9), message("t1", 1, Role.USER, "hello"))
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        with StallMeter() as meter:
            meter.note("written")
            services.bus.publish(MessageAdded(message("t1", 2, Role.USER, text)))
            await idle(view)
            assert_sound(view)
            meter.skip()
            await walk(window, meter, widths=(720, 1200))
            meter.note("copy")
            assert await copied(view, meter, view.messages[-1], as_markdown=False) == text
        assert meter.over(LIMIT_S) == {}


@pytest.mark.parametrize(
    "names",
    [("code in one long line", "a large table", "html")],
)
async def test_colours_and_letters_change_while_it_is_shown(
    qtbot: QtBot, services: FakeServices, theme: Theme, names: tuple[str, ...]
) -> None:
    said = [message("t1", seq, Role.ASSISTANT, TEXTS[name](), provider_id=CLAUDE) for seq, name in enumerate(names, 2)]
    services.put_thread(thread("t1", "Title", updated_at=9), message("t1", 1, Role.USER, "hello"), *said)
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        for one in said:
            view.jump_to(one.seq)
            await idle(view)
            with StallMeter() as meter:
                await restyle(window, meter, theme)
                # What Qt needs to dress a window anew grows with its widgets, of which there are as many as fit into it.
                assert meter.longest_s < 10 * LIMIT_S
        view.scroll_to_end()
        await idle(view)
        assert_sound(view)


async def test_select_all_and_copy_of_megabytes_goes_in_turns(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    text = "\n\n".join(
        f"Paragraph **w{number}w** with `code` and [a link](https://good.example/{number})." for number in range(1_500)
    )
    said = message("t1", 2, Role.ASSISTANT, text, provider_id=CLAUDE)
    services.put_thread(thread("t1", "Title", updated_at=9), message("t1", 1, Role.USER, "hello"), said)
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        await until(lambda: view.is_whole(said))
        await idle(view)
        QGuiApplication.clipboard().clear()
        with StallMeter() as meter:
            view.select_all()
            window.copies.copy()
            await until(lambda: "w1499w" in QGuiApplication.clipboard().text())
        assert meter.over(LIMIT_S) == {}
        assert words_of(QGuiApplication.clipboard().text()) == words_of(text)
