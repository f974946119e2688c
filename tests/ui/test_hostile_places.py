# SPDX-License-Identifier: MIT
"""A hostile text wherever one can stand: in steps, names, titles, failures and fields. Nothing is read as markup or fetched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDesktopServices, Qt, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageStatus,
    Part,
    PlanEntry,
    PlanPart,
    QuestionPart,
    Role,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.services.events import (
    AnswerGrew,
    MessageAdded,
    MessageChanged,
    NoticeLevel,
    NoticeRaised,
    ProvidersChanged,
    ThreadChanged,
)
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import BlockKind
from onesist_desktop.ui.transcript.prose_block import ProseArea
from onesist_desktop.ui.transcript.step_words import step_of
from onesist_desktop.ui.widgets.tips import plain_tip
from tests.support.stall_meter import StallMeter
from tests.ui.fakes import CLAUDE, PROJECT, FakeServices, error_notice, message, provider, queued, receipt, thread
from tests.ui.helpers import opened, shown, until
from tests.ui.hostile_rig import LIMIT_S, assert_sound, idle, view_of
from tests.ui.hostile_texts import HTML, LINKS, MEGABYTE, ODD_LETTERS, PICTURES, ZERO_WIDTH, many_lines

T1 = ThreadId("t1")

TEXTS: dict[str, Callable[[], str]] = {
    "html": lambda: HTML,
    "pictures and links": lambda: PICTURES + LINKS,
    "odd letters": lambda: ODD_LETTERS,
    "a line of a megabyte": lambda: "w1w " + "x" * MEGABYTE + " w2w",
    "letters without width": lambda: "w1w" + ZERO_WIDTH * (MEGABYTE // 10) + "w2w",
    "10,000 lines": lambda: many_lines(10_000),
    "line ends": lambda: "\r\n\n\u2028\u2029\x0b" * 10_000 + "w1w",
}
# The services let no title and no file have more letters.
LONGEST_NAME = 255


@pytest.fixture(autouse=True)
def nothing_leaves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fail when a document looks for something, or an address is opened."""
    seen: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: seen.append(f"opened {url}"))
    monkeypatch.setattr(ProseArea, "loadResource", lambda self, kind, name: seen.append(f"asked for {name}") or b"")
    return seen


def parts_of(text: str) -> tuple[Part, ...]:
    name = text[:LONGEST_NAME]
    return (
        ThinkingPart(text),
        CommandPart("c1", text, text, 1, CallState.FAILED),
        CommandPart("c2", "cat", text, 0, CallState.WORKED),
        ToolCallPart("c3", text[:10_000], text[:100_000], text, CallState.WORKED),
        FileChangePart(text[:10_000], ChangeKind.CHANGED, "c4", text),
        PlanPart((PlanEntry(text), PlanEntry(name))),
        QuestionPart("q", text, (name, "no")),
        ErrorPart(text[:100], text),
    )


@pytest.mark.parametrize("name", list(TEXTS))
async def test_in_every_part_of_an_answer(
    qtbot: QtBot, services: FakeServices, theme: Theme, nothing_leaves: list[str], name: str
) -> None:
    text = TEXTS[name]()
    parts = parts_of(text)
    services.put_thread(thread("t1", "Title", updated_at=9), message("t1", 1, Role.USER, "hello"))
    growing = message("t1", 2, Role.ASSISTANT, provider_id=CLAUDE, status=MessageStatus.STREAMING)
    grown = CommandPart("c2", "cat", "", None)
    outputs = [replace(grown, output=text[: len(text) * share // 8]) for share in range(1, 9)]
    frames = [AnswerGrew(replace(growing, parts=(parts[0], parts[1], one))) for one in outputs]
    settled = replace(growing, parts=parts, status=MessageStatus.SETTLED)
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        with StallMeter() as meter:
            meter.note("stream")
            services.bus.publish(MessageAdded(growing))
            services.bus.publish(frames[0])
            await idle(view)
            # Live output: the step is open while it grows.
            view._on_toggle_step(growing.id, 2)
            for frame in frames:
                services.bus.publish(frame)
                await idle(view)
            meter.note("settle")
            services.bus.publish(MessageChanged(settled))
            await idle(view)
            assert_sound(view)
            meter.skip()
            for part in range(len(parts)):
                meter.note(f"open part {part}")
                view._on_toggle_step(settled.id, part)
                await idle(view)
                meter.note(f"open all of part {part}")
                view._on_open_all(settled.id, part)
                await idle(view)
                assert_sound(view)
                meter.skip()
            bar = view.verticalScrollBar()
            for share in (0.2, 0.5, 0.8):
                meter.note(f"scroll to {share}")
                bar.setValue(round(bar.maximum() * share))
                await idle(view)
                assert_sound(view)
                meter.skip()
            for part in range(len(parts)):
                meter.note(f"close part {part}")
                view._on_toggle_step(settled.id, part)
                await idle(view)
                assert_sound(view)
                meter.skip()
        assert meter.over(LIMIT_S) == {}
        assert nothing_leaves == []
        # Copying an output gives what the program wrote, to the letter.
        view._on_copy_output(settled.id, 2)
        step = step_of(parts[2], "")
        assert step is not None
        assert step.output == text


def with_names(services: FakeServices, text: str) -> tuple[Message, ...]:
    attachment = AttachmentPart(text, "/nowhere/" + text[:50].replace("\0", ""), "text/plain", 12)
    picture = AttachmentPart(text, "//evil.example/share/a.png", "image/png", 12)
    return (
        message("t1", 1, Role.USER, "hello", attachment, picture),
        receipt("t1", 2),
        message("t1", 3, Role.ASSISTANT, "there", provider_id=CLAUDE, model=text),
        error_notice("t1", 4, detail=text * 40, provider_id=CLAUDE),
        error_notice("t1", 5, detail=text, reason=text[:50], provider_id=text),
    )


@pytest.mark.parametrize("name", list(TEXTS))
async def test_in_every_name(qtbot: QtBot, services: FakeServices, theme: Theme, nothing_leaves: list[str], name: str) -> None:
    long = TEXTS[name]()[:10_000]
    text = long[:LONGEST_NAME]
    services.providers_list = [provider(CLAUDE, long, "anthropic"), *services.providers_list[1:]]
    services.put_thread(thread("t1", text, provider_id=CLAUDE, updated_at=9), *with_names(services, text))
    for number in range(30):
        services.put_thread(thread(f"o{number}", f"{number} {text}", updated_at=number))
    project = replace(PROJECT, title=text, root_path="/home/" + text)
    services.recents = [project]
    async with opened(services, theme, project) as window:
        view = view_of(window)
        window.show_thread(T1)
        await until(lambda: view.thread_id == T1)
        await idle(view)
        with StallMeter() as meter:
            meter.note("providers")
            services.bus.publish(ProvidersChanged())
            await idle(view)
            meter.note("title")
            services.bus.publish(ThreadChanged(replace(services.threads[T1], title=text[::-1])))
            await idle(view)
            meter.note("notice")
            services.bus.publish(NoticeRaised(NoticeLevel.WARNING, "storage", long))
            await idle(view)
            meter.note("queue")
            services.put_queue(T1, queued("t1", "q1", long), queued("t1", "q2", TEXTS[name]()))
            await idle(view)
            for width in (720, 1600, 1200):
                meter.note(f"resize to {width}")
                window.resize(width, 800)
                await idle(view)
                meter.skip()
        assert meter.over(LIMIT_S) == {}
        assert nothing_leaves == []
        assert window.width() <= 1_200, "a name made the window wider"
        assert_sound(view)
        for label in window.findChildren(QLabel):
            assert label.textFormat() is Qt.TextFormat.PlainText or not label.text(), label.objectName()
        for button in window.findChildren(QAbstractButton):
            if button.isVisible():
                assert button.width() <= window.width()


async def test_a_title_of_many_lines_that_turns_directions_is_one_line(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    title = "first\nsecond\r\n\u202egnp.exe\u2066 \u2028third\u2029\x00\x07 end"
    services.put_thread(thread("t1", title, updated_at=9), message("t1", 1, Role.USER, "hello"))
    async with opened(services, theme) as window:
        labels = shown(window, "thread_title")
        assert labels
        assert "\n" not in labels[0].accessibleName()
        assert labels[0].height() < 60
        assert window.windowTitle().count("\n") == 0


async def test_a_paste_of_5_mb_becomes_an_attachment_at_once(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    text = "The quick brown fox jumps over the lazy dog, over and over again.\n" * 76_000
    services.put_thread(thread("t1", "Title", updated_at=9), message("t1", 1, Role.USER, "hello"))
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        mime = QMimeData()
        mime.setText(text)
        with StallMeter() as meter:
            window.composer.edit.insertFromMimeData(mime)
            await until(lambda: services.called("add_data"))
            await idle(view)
        assert meter.over(LIMIT_S) == {}
        assert services.called("add_data")[0][2].decode() == text  # type: ignore[attr-defined]
        assert window.composer.text == ""


@pytest.mark.parametrize("text", ["<img src='file:///etc/passwd'>", "<b>bold</b> " * 500, "a < b > c", "plain", HTML])
def test_a_tooltip_shows_markup_as_it_is_written(qapp: QApplication, text: str) -> None:
    tip = plain_tip(text)
    document = QTextDocument()
    if Qt.mightBeRichText(tip):
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    assert document.toPlainText().split() == (text if len(text) <= 2_000 else text[:2_000] + "…").split()


async def test_links_are_opened_by_a_click_and_only_to_the_web(
    qtbot: QtBot, services: FakeServices, theme: Theme, nothing_leaves: list[str]
) -> None:
    services.put_thread(
        thread("t1", "Title", updated_at=9),
        message("t1", 1, Role.USER, "hello"),
        message("t1", 2, Role.ASSISTANT, LINKS + "\n\n" + PICTURES + "\n\n" + HTML, provider_id=CLAUDE),
    )
    async with opened(services, theme) as window:
        view = view_of(window)
        await idle(view)
        window.resize(1_200, 1_400)
        await idle(view)
        found: set[str] = set()
        for _, block, widget in view.visible_blocks():
            if block.kind is not BlockKind.PROSE:
                continue
            for place in range(len(widget.text())):
                box = widget.rect_of(place)
                found.add(widget.link_at(box.center()))
                point = widget.mapTo(view.viewport(), box.center())
                if widget.text()[place : place + 2].startswith("w") and view.viewport().rect().contains(point):
                    QTest.mouseMove(view.viewport(), point)
        assert nothing_leaves == []
        found.discard("")
        assert found
        assert all(address.lower().startswith(("http://", "https://")) for address in found), found
        assert not any("nohost" in address for address in found)
        prose = [widget for _, block, widget in view.visible_blocks() if block.kind is BlockKind.PROSE]
        links = next(widget for widget in prose if "w11w" in widget.text())
        for word in ("w1w", "w2w", "w5w", "w7w", "w11w"):
            box = links.rect_of(links.text().index(word) + 1)
            point = links.mapTo(view.viewport(), box.center())
            target = view.viewport().childAt(point) or view.viewport()
            QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(view.viewport(), point))
        assert len(nothing_leaves) == 1
        assert "good.example/page" in nothing_leaves[0]
