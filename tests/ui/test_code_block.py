# SPDX-License-Identifier: MIT
"""Code as a widget: its head, its colours, wrapping, and that a frame never waits for it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import MessageId
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_widget import TextMark
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CodeBody, ProseBody
from onesist_desktop.ui.transcript.code_block import CodeBlock
from onesist_desktop.ui.transcript.code_colors import code_colors
from onesist_desktop.ui.transcript.code_names import language_name
from onesist_desktop.ui.transcript.context import BlockActions, TranscriptContext
from onesist_desktop.ui.transcript.highlighter import Highlighter, is_readable
from tests.ui.helpers import find, label, until

WIDTH = 752
PYTHON = 'def greet(name: str) -> str:\n    """Say it."""\n    return f"hi {name}"  # 42\n'


class Actions:
    """Remembers what was wanted."""

    def __init__(self) -> None:
        self.copied: list[object] = []
        self.wrapped: list[object] = []
        self.actions = BlockActions(
            copy_code=lambda *what: self.copied.append(what), toggle_wrap=lambda *what: self.wrapped.append(what)
        )


@pytest.fixture
def actions() -> Actions:
    return Actions()


@pytest.fixture
def widget(qtbot: QtBot, theme: Theme, book: ProviderBook, actions: Actions) -> Iterator[CodeBlock]:
    made = CodeBlock(TranscriptContext(theme, book, actions.actions))
    made.resize(WIDTH, 100)
    made.show()
    yield made
    made.release()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def show(widget: CodeBlock, text: str, language: str = "", width: int = WIDTH, **more: object) -> int:
    body = CodeBody(text, language, message_id=MessageId("m"), fence="0:1", **more)  # type: ignore[arg-type]
    widget.show_block(Block("0:1", BlockKind.CODE, body))
    height = widget.height_for(width)
    widget.resize(width, height)
    return height


def colored(widget: CodeBlock) -> dict[str, str]:
    """Return the colour of each coloured word."""
    found = {}
    block = widget.area.document().begin()
    while block.isValid():
        for part in block.layout().formats():
            found[block.text()[part.start : part.start + part.length]] = part.format.foreground().color().name()
        block = block.next()
    return found


def is_idle(widget: CodeBlock) -> bool:
    return code_colors(widget.context.theme)._wanted == {}


def test_the_height_is_that_of_the_lines(widget: CodeBlock, theme: Theme) -> None:
    line = theme.line_height("code")
    assert show(widget, "one") == line + 20
    assert show(widget, "one\ntwo\nthree") == 3 * line + 20
    assert show(widget, "one", is_first=False) == line + 10
    assert show(widget, "one", is_last=False) == line + 10
    assert show(widget, "one", is_first=False, is_last=False) == line


def test_text_is_the_code_itself(widget: CodeBlock) -> None:
    code = "a\t\u00a0b\n\n  \U0001f600 c \u2028 <b>\n"
    show(widget, code)
    assert widget.text() == code
    start = code.index("c")
    widget.select(start, start + 1)
    assert widget.area.textCursor().selectedText() == "c"
    widget.mark([TextMark(start, start + 1, is_current=True)])
    assert widget.area.extraSelections()[0].cursor.selectedText() == "c"
    rect = widget.rect_of(start)
    assert widget.position_at(QPoint(rect.left() + 1, rect.center().y())) == start
    assert widget.link_at(rect.center()) == ""


def test_what_grew_is_appended_and_keeps_its_place(widget: CodeBlock) -> None:
    show(widget, "one\ntw", is_open=True)
    widget.select(0, 3)
    document = widget.area.document()
    revision = document.revision()
    show(widget, "one\ntwo\nthree", is_open=True)
    assert widget.area.textCursor().selectedText() == "one"
    assert widget.text() == "one\ntwo\nthree" == widget.area.toPlainText()
    assert document.revision() - revision <= 3
    show(widget, "other")
    assert widget.area.toPlainText() == "other"
    assert not widget.area.textCursor().hasSelection()


def test_lines_that_are_too_long_scroll_and_can_be_wrapped(widget: CodeBlock, actions: Actions) -> None:
    long = "word " * 100
    high = show(widget, long)
    assert widget.area.has_bar
    assert widget.area.horizontalScrollBar().maximum() > 0
    find(widget, "wrap_code", QToolButton).click()
    assert actions.wrapped == [(MessageId("m"), "0:1")]
    assert show(widget, long, is_wrapped=True) > high
    assert not widget.area.has_bar
    assert show(widget, long) == high
    assert widget.text() == long


def test_the_head_lies_beside_a_short_line_and_above_a_long_one(widget: CodeBlock) -> None:
    show(widget, "short\nlines", "py")
    head = find(widget, "copy_code").parentWidget()
    assert head is not None
    assert widget.area.y() < head.geometry().bottom()
    assert label(widget, "code_language") == "Python"
    show(widget, "x" * 90 + "\nshort", "py")
    assert widget.area.y() > head.geometry().bottom()
    show(widget, "more of it", "py", is_first=False)
    assert not head.isVisible()
    assert widget.area.y() == 0


def test_copy_wants_the_whole_block(widget: CodeBlock, actions: Actions) -> None:
    show(widget, "x")
    find(widget, "copy_code", QToolButton).click()
    assert actions.copied == [(MessageId("m"), "0:1")]


def test_controls_have_names(widget: CodeBlock) -> None:
    show(widget, "x", "typescript")
    for name in ("wrap_code", "copy_code"):
        button = find(widget, name, QToolButton)
        assert button.accessibleName()
        assert button.toolTip()
    assert QAccessible.queryAccessibleInterface(widget.area).text(QAccessible.Text.Name) == "Code TypeScript"
    assert language_name("unheard-of") == "unheard-of"
    assert len(language_name("x" * 500)) == 40


async def test_code_is_coloured_in_a_moment(qapp: QApplication, widget: CodeBlock, theme: Theme) -> None:
    show(widget, PYTHON, "python")
    await until(lambda: is_idle(widget))
    found = colored(widget)
    assert found["def"] == theme.syntax_color("keyword").name()
    assert found["greet"] == theme.syntax_color("function").name()
    assert found["# 42"] == theme.syntax_color("comment").name()
    assert widget.text() == PYTHON
    show(widget, "plain words", "")
    assert colored(widget) == {}
    # Read once, it is there at once.
    show(widget, PYTHON, "python")
    assert colored(widget) == found


async def test_code_that_is_still_written_is_coloured_as_it_comes(qapp: QApplication, widget: CodeBlock, theme: Theme) -> None:
    code_colors(theme)._highlighter.load("python")
    text = ""
    for line in ("x = 1\n", "def f():\n", "    return 'a'\n"):
        for half in (line[: len(line) // 2], line[len(line) // 2 :]):
            text += half
            show(widget, text, "python", is_open=True)
    found = colored(widget)
    assert found["def"] == found["return"] == theme.syntax_color("keyword").name()
    show(widget, text, "python")
    await until(lambda: is_idle(widget))
    assert colored(widget) == found


async def test_a_letter_that_qt_counts_twice_moves_no_colour(qapp: QApplication, widget: CodeBlock) -> None:
    show(widget, "x = '\U0001f600' + len('b')", "python")
    await until(lambda: is_idle(widget))
    block = widget.area.document().begin()
    text = block.text().encode("utf-16-le")
    words = {text[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le") for part in block.layout().formats()}
    assert "len" in words
    assert any("\U0001f600" in word and "+" not in word for word in words)


def test_a_change_has_grounds(widget: CodeBlock, theme: Theme) -> None:
    show(widget, "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same", "diff")
    places = [QPoint(WIDTH - 40, widget.rect_of(widget.text().index(word)).center().y()) for word in ("-old", "+new", " same")]
    shot = widget.grab().toImage()
    wanted = [theme.color(name).name() for name in ("diff_del_bg", "diff_add_bg", "bg_sunken")]
    assert [shot.pixelColor(place).name() for place in places] == wanted
    show(widget, "same\nlines\nas\n-before\n+here\nso", "klingon")
    shot = widget.grab().toImage()
    assert [shot.pixelColor(place).name() for place in places] == [theme.color("bg_sunken").name()] * 3


async def test_a_released_widget_waits_for_nothing(qapp: QApplication, widget: CodeBlock) -> None:
    show(widget, PYTHON + "# released", "python")
    widget.release()
    assert is_idle(widget)
    assert widget.block is None


def test_unknown_languages_stay_plain(widget: CodeBlock) -> None:
    reader = Highlighter()
    for language in ("", "klingon", "text", "../../etc", "x" * 10_000):
        reader.load(language)
        assert list(reader.read("some code", language))[-1] == []


@pytest.mark.parametrize("text", ["a" + "\n " * 8_000, "x" * 2_000, "y" * 100_001, " " * 200])
def test_code_that_would_take_long_to_read_stays_plain(text: str) -> None:
    assert not is_readable(text)
    reader = Highlighter()
    start = time.perf_counter()
    assert list(reader.read(text, "cpp"))[-1] == []
    assert time.perf_counter() - start < 1.0


def test_colours_are_read_in_slices(qapp: QApplication) -> None:
    reader = Highlighter()
    text = "\n".join(f"value_{number} = call({number}, 'text')  # note" for number in range(190))
    reader.load("python")
    reading = reader.read(text, "python")
    slices = 1
    while not reader.go_on(reading, 0.0):
        slices += 1
    found = reader.known(text, "python")
    assert slices > 10
    assert found is not None
    assert len(found) == 190
    assert len(reader.glance(text, "python", 0.0)) < 190
    assert reader.glance(text, "python", 60.0) == found


def test_what_was_read_is_kept_within_bounds() -> None:
    reader = Highlighter()
    for number in range(80):
        list(reader.read(f"{number}" + "x = 1\n" * 8_000, "json"))
    assert reader.known("0" + "x = 1\n" * 8_000, "json") is None
    assert reader.known("79" + "x = 1\n" * 8_000, "json") is not None


def test_ten_thousand_lines_are_small_chunks(widget: CodeBlock, theme: Theme, book: ProviderBook) -> None:
    from onesist_desktop.ui.transcript.stream_buffer import StreamBuffer

    code = "\n".join(f"line {number} of the code" for number in range(10_000))
    found = StreamBuffer(f"```py\n{code}\n```\n").finished
    assert "\n".join(piece.text for piece in found) == code
    times = []
    for piece in found:
        start = time.perf_counter()
        show(widget, piece.text, "klingon", is_first=piece.is_first, is_last=piece.is_last)
        times.append(time.perf_counter() - start)
        assert widget.text() == piece.text
    # Measured: 2 ms on an idle machine.
    assert sorted(times)[len(times) // 2] < 0.03


def test_a_block_of_another_kind_is_refused(widget: CodeBlock) -> None:
    with pytest.raises(TypeError):
        widget.show_block(Block("x", BlockKind.PROSE, ProseBody("x")))


def test_a_widget_that_is_used_again_shows_nothing_of_before(widget: CodeBlock) -> None:
    show(widget, "fresh", "klingon")
    widget.area.clearFocus()
    fresh = widget.grab().toImage()
    show(widget, "long " * 200, "diff", is_wrapped=True)
    widget.area.setFocus()
    widget.release()
    show(widget, "x" * 300, "py", is_first=False)
    widget.area.horizontalScrollBar().setValue(50)
    widget.release()
    show(widget, "fresh", "klingon")
    assert widget.area.horizontalScrollBar().value() == 0
    widget.area.clearFocus()
    assert widget.grab().toImage() == fresh


def test_large_text_is_followed(qtbot: QtBot, book: ProviderBook) -> None:
    large = Theme(chosen="dark", text_percent=200)
    widget = CodeBlock(TranscriptContext(large, book))
    qtbot.addWidget(widget)
    assert show(widget, "one") == large.line_height("code") + 20
    large.set_text_percent(100)
    widget.refresh()
    assert show(widget, "one") == large.line_height("code") + 20


def test_lexers_are_not_loaded_with_the_widget() -> None:
    """The first window waits for every import."""
    code = "import sys, onesist_desktop.ui.transcript.code_block; print('pygments' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
