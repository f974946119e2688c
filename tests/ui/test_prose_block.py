# SPDX-License-Identifier: MIT
"""Prose as a widget: what it shows, that it fetches and loses nothing, and that it can be used again for anything."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QUrl
from PySide6.QtGui import QAccessible, QAccessibleTextInterface, QColor, QDesktopServices, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_widget import TextMark
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CodeBody, ProseBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.prose_block import ProseArea, ProseBlock

WIDTH = 752


def prose(text: str, **more: bool) -> Block:
    return Block("0:0", BlockKind.PROSE, ProseBody(text, **more))


def show(widget: ProseBlock, text: str, width: int = WIDTH, **more: bool) -> int:
    widget.show_block(prose(text, **more))
    height = widget.height_for(width)
    widget.resize(width, height)
    return height


@pytest.fixture
def widget(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[ProseBlock]:
    made = ProseBlock(TranscriptContext(theme, book))
    made.resize(WIDTH, 100)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def colors(widget: ProseBlock) -> set[str]:
    shot = widget.grab().toImage()
    return {shot.pixelColor(x, y).name() for x in range(shot.width()) for y in range(shot.height())}


def test_the_height_is_that_of_the_lines(widget: ProseBlock, theme: Theme) -> None:
    line = theme.line_height("reading")
    assert show(widget, "one line") == line
    assert show(widget, "one\ntwo", is_markdown=False) == 2 * line
    assert show(widget, "- a\n- b\n- c") == 3 * line
    assert show(widget, "word " * 200, width=400) > show(widget, "word " * 200, width=800)


def test_markdown_is_shown_without_its_marks(widget: ProseBlock) -> None:
    show(widget, "a **bold** `code` [link](https://example.org/) ~~gone~~\nand on\\\nnext")
    assert widget.text() == "a bold code link gone and on\nnext"


def test_plain_text_is_shown_as_it_is(widget: ProseBlock) -> None:
    text = "# no *heading*\n\n\ttab \u00a0 \u2028 \U0001f600 <b>&amp;"
    show(widget, text, is_markdown=False)
    assert widget.text() == text
    show(widget, f"{text}\nmore", is_markdown=False)
    assert widget.text() == f"{text}\nmore"
    assert widget.area.toPlainText().endswith("<b>&amp;\nmore")


def test_html_is_text(widget: ProseBlock) -> None:
    text = "before <b>bold</b> <img src='http://127.0.0.1:9/x.png'> <script>alert(1)</script> after"
    show(widget, text)
    assert widget.text() == text


@pytest.mark.parametrize(
    "address",
    ["file://{path}", "{path}", "data:image/png;base64,{data}", r"\\host\share\x.png", "//host/x.png", "http://127.0.0.1:9/x"],
)
def test_no_picture_is_ever_read(widget: ProseBlock, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = QImage(60, 60, QImage.Format.Format_RGB32)
    picture.fill(QColor("#FF00FF"))
    path = tmp_path / "secret.png"
    assert picture.save(str(path))
    asked: list[object] = []
    original = ProseArea.loadResource
    monkeypatch.setattr(ProseArea, "loadResource", lambda self, kind, name: asked.append(name) or original(self, kind, name))
    data = base64.b64encode(path.read_bytes()).decode()
    show(widget, f"see ![the secret]({address.format(path=path, data=data)}) and [![in a link]({path})](https://example.org/)")
    assert "#ff00ff" not in colors(widget)
    assert "the secret" in widget.text()
    assert "in a link" in widget.text()
    assert asked == []


def test_only_web_links_can_be_followed(widget: ProseBlock, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    addresses = [
        "https://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//host/share",
        "data:text/html,x",
        "src/app.py",
    ]
    show(widget, " ".join(f"[link{index}]({address})" for index, address in enumerate(addresses)))
    found = [widget.link_at(widget.rect_of(widget.text().index(f"link{index}") + 2).center()) for index in range(len(addresses))]
    assert found == ["https://example.org/", "", "", "", "", ""]
    area = widget.findChildren(ProseArea)[0]
    for address in addresses:
        area.anchorClicked.emit(QUrl(address))
    assert opened == ["https://example.org/"]


def test_positions_lead_back_to_their_letters(widget: ProseBlock) -> None:
    for text in (
        "Some **words** and `code`, then more of it. " * 12,
        "\U0001f600 and \U0001f469\u200d\U0001f4bb then",
        "- a\n- bc\n\n> d",
    ):
        show(widget, text, width=400)
        letters = widget.text()
        for position in range(0, len(letters), 7):
            rect = widget.rect_of(position)
            assert widget.rect().contains(rect.center())
            back = widget.position_at(QPoint(rect.left() + 1, rect.center().y()))
            # What is seen as one letter may be three.
            assert abs(back - position) <= 2, (position, letters[position])
    assert widget.position_at(QPoint(-50, -50)) == 0
    assert widget.position_at(QPoint(5000, 5000)) == len(widget.text())


def test_letters_are_selected_and_marked(widget: ProseBlock, theme: Theme) -> None:
    show(widget, "one \U0001f600 two three")
    start = widget.text().index("two")
    widget.select(start, start + 3)
    assert widget.area.textCursor().selectedText() == "two"
    widget.select(0, 0)
    assert not widget.area.textCursor().hasSelection()
    widget.mark([TextMark(0, 3), TextMark(start, start + 3, is_current=True)])
    marked = [selection.cursor.selectedText() for selection in widget.area.extraSelections()]
    assert marked == ["one", "two"]
    shown = colors(widget)
    assert {theme.color("find_bg").name(), theme.color("accent").name()} <= shown
    widget.mark([])
    assert widget.area.extraSelections() == []


def test_a_released_widget_keeps_nothing(widget: ProseBlock) -> None:
    show(widget, "> quote with **words**\n\n- [ ] task")
    widget.select(0, 5)
    widget.mark([TextMark(0, 3)])
    widget.release()
    assert widget.block is None
    assert not widget.area.textCursor().hasSelection()
    show(widget, "# Heading")
    fresh = widget.grab().toImage()
    for other in ("| a |\n|---|\n| b |", "1. x\n2. y", "~~x~~ `y`", "\u202bمرحبا", "***"):
        show(widget, other)
        show(widget, "plain *text*\nx", is_markdown=False)
        widget.release()
        show(widget, "# Heading")
        assert widget.grab().toImage() == fresh


def test_the_same_body_again_renders_nothing(widget: ProseBlock, monkeypatch: pytest.MonkeyPatch) -> None:
    show(widget, "some **words**")
    rendered: list[object] = []
    monkeypatch.setattr(widget, "_render", rendered.append)
    show(widget, "some **words**")
    show(widget, "some **words**", is_open=True)
    assert rendered == []
    widget.refresh()
    assert len(rendered) == 1


def test_a_block_of_another_kind_is_refused(widget: ProseBlock) -> None:
    with pytest.raises(TypeError):
        widget.show_block(Block("x", BlockKind.CODE, CodeBody("x")))


def test_a_table_is_never_cut_off(widget: ProseBlock) -> None:
    text = "| " + " | ".join(f"averylongwordinacell{index}" for index in range(14)) + " |\n" + "|---" * 14 + "|\n"
    show(widget, text, width=360)
    area = widget.area
    assert area.document().size().width() <= area.viewport().width() or area.has_bar
    show(widget, "| a | b |\n|---|---|\n| 1 | 2 | 3 | four |\n| x |")
    assert widget.text().split() == ["a", "b", "1", "2", "3", "four", "x"]
    assert "1\t2\t3\tfour" in widget.text()
    assert not area.has_bar


@pytest.mark.parametrize("text", ["|", "|---|", "| a\n|--", "||||\n|-|-|-|\n||||", "| a | b |\n|:-:|\n" + "| x " * 300])
def test_broken_tables_lose_nothing(widget: ProseBlock, text: str) -> None:
    show(widget, text)
    assert widget.text().count("x") == text.count("x")
    assert widget.text().count("a") == text.count("a")


def test_long_words_break(widget: ProseBlock) -> None:
    show(widget, "https://example.org/" + "averylongaddress" * 60, width=360)
    assert widget.area.document().size().width() <= widget.area.viewport().width()


def test_definitions_of_links_are_not_swallowed(widget: ProseBlock) -> None:
    show(widget, "[1]: https://example.org/ref")
    assert widget.text() == "[1]: https://example.org/ref"
    assert widget.link_at(widget.rect_of(10).center()) == "https://example.org/ref"


def test_tasks_have_boxes_and_no_crosses(widget: ProseBlock) -> None:
    show(widget, "- [x] done\n- [ ] open")
    assert widget.text() == "done\nopen"
    done, still = widget._area.extras.tasks
    assert (done[1], still[1]) == (True, False)
    first, second = widget.rect_of(0), widget.rect_of(5)
    shot = widget.grab().toImage()
    boxes = [shot.copy(first.left() - 20, rect.top(), 18, rect.height()) for rect in (first, second)]
    assert boxes[0] != boxes[1]


def test_text_from_right_to_left_and_without_width(widget: ProseBlock) -> None:
    show(widget, "مرحبا \u200b\u200d\u2060 **نص**\n\n> اقتباس")
    assert widget.text() == "مرحبا \u200b\u200d\u2060 نص\nاقتباس"
    assert widget.rect_of(0).left() > WIDTH / 2
    assert widget._area.extras.quotes[0][2]


def test_an_open_end_is_shown_and_goes(widget: ProseBlock, theme: Theme) -> None:
    show(widget, "x", is_open=True)
    rect = widget.rect_of(1)
    place = QPoint(rect.left() + 6, rect.center().y())
    assert widget.grab().toImage().pixelColor(place) == theme.color("text_secondary")
    show(widget, "x")
    assert widget.grab().toImage().pixelColor(place) != theme.color("text_secondary")


def test_it_can_be_read_and_walked_through_by_keyboard(widget: ProseBlock) -> None:
    show(widget, "some **words** here")
    accessible = QAccessible.queryAccessibleInterface(widget.area)
    assert accessible.text(QAccessible.Text.Name)
    reader = accessible.textInterface()
    assert isinstance(reader, QAccessibleTextInterface)
    assert reader.text(0, reader.characterCount()) == "some words here"
    QTest.keyClick(widget.area, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert widget.area.textCursor().selectedText() == "s"


def test_large_text_and_another_theme_are_followed(qtbot: QtBot, book: ProviderBook) -> None:
    large = Theme(chosen="dark", text_percent=200)
    widget = ProseBlock(TranscriptContext(large, book))
    qtbot.addWidget(widget)
    assert show(widget, "one line") == large.line_height("reading")
    large.set_text_percent(100)
    widget.refresh()
    assert widget.height_for(WIDTH) == large.line_height("reading")


def test_two_kilobytes_are_shown_in_a_moment(widget: ProseBlock) -> None:
    text = "Words and **bold** text with `code` in it and a [link](https://example.org/) too, and more of it. " * 20
    times = []
    for index in range(15):
        start = time.perf_counter()
        show(widget, f"{text}{index}")
        times.append(time.perf_counter() - start)
    # Measured: 1.5 ms on an idle machine.
    assert sorted(times)[4] < 0.012


def test_a_table_that_comes_first_keeps_its_upper_line(widget: ProseBlock, theme: Theme) -> None:
    show(widget, "Words")
    area = widget.findChild(ProseArea)
    assert area is not None
    assert area.y() < 0
    show(widget, "| a | b |\n|---|---|\n| 1 | 2 |")
    assert area.y() == 0
    picture, line = widget.grab().toImage(), theme.color("line_strong").rgb()
    upper = [x for x in range(picture.width()) if line in {picture.pixel(x, y) for y in range(3)}]
    assert len(upper) > 20
