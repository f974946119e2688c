# SPDX-License-Identifier: MIT
"""Cards, receipts, failures and attachments: what they offer, and what keys may do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize, Qt, QThreadPool
from PySide6.QtGui import QColor, QImage, QPixmapCache
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from onesist_desktop.core.turn_events import ApprovalAsked
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript import thumbnails
from onesist_desktop.ui.transcript.attachment_block import AttachmentBlock
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.block_widgets import make_block_widget
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CardBody
from onesist_desktop.ui.transcript.card_block import CardBlock
from onesist_desktop.ui.transcript.card_options import Ask, ask_of, is_title_command, offered
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.option_button import OptionButton
from onesist_desktop.ui.transcript.output_text import OutputText
from tests.ui.block_samples import SAMPLES, Wanted, attachment, card
from tests.ui.fakes import CODEX
from tests.ui.helpers import find, until

Show = Callable[[Block], BlockWidget]


@pytest.fixture
def wanted() -> Wanted:
    return Wanted()


@pytest.fixture
def host(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(800, 900)
    made.show()
    made.activateWindow()
    yield made
    QThreadPool.globalInstance().waitForDone()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QPixmapCache.clear()


@pytest.fixture
def show(theme: Theme, book: ProviderBook, wanted: Wanted, host: QWidget) -> Show:
    context = TranscriptContext(theme, book, wanted.actions())

    def shown(given: Block) -> BlockWidget:
        widget = make_block_widget(given.kind, context)
        widget.setParent(host)
        return again(widget, given)

    return shown


def again(widget: BlockWidget, given: Block, width: int = 700) -> BlockWidget:
    widget.show_block(given)
    widget.setGeometry(20, 300, width, widget.height_for(width))
    widget.show()
    return widget


def card_of(widget: BlockWidget) -> CardBlock:
    assert isinstance(widget, CardBlock)
    return widget


def filled(widget: QWidget) -> list[str]:
    buttons = [button for button in widget.findChildren(OptionButton) if button.isVisible()]
    return [button.text() for button in buttons if button.property("kind") == "primary"]


# -- cards ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("allow", "reject_once", "cancel"), ["allow", "reject_once"]),
        (("allow", "cancel"), ["allow", "cancel"]),
        (("deny", "allow_session", "allow"), ["allow", "allow_session", "deny"]),
        (("allow_always", "allow_once", "reject_once", "cancel"), ["allow_once", "allow_always", "reject_once"]),
        (("Green", "Blue", "deny"), ["Green", "Blue", "deny"]),
        (("a", "a", "cancel"), ["a", "cancel"]),
        ((), []),
    ],
)
def test_what_is_safe_stands_first_and_the_refusal_last_and_alone(options: tuple[str, ...], expected: list[str]) -> None:
    assert offered(options) == expected


@pytest.mark.parametrize(
    ("tool", "options", "ask"),
    [
        ("execute", ("allow", "deny"), Ask.COMMAND),
        ("Bash", ("allow", "deny"), Ask.COMMAND),
        ("edit", ("allow", "deny"), Ask.FILES),
        ("AskUserQuestion", ("Blue", "deny"), Ask.QUESTION),
        ("", ("Blue", "deny"), Ask.QUESTION),
        ("", ("allow", "deny"), Ask.OTHER),
        ("fetch", ("proceed", "cancel"), Ask.OTHER),
        ("", ("cancel",), Ask.OTHER),
    ],
)
def test_what_kind_of_request_it_is(tool: str, options: tuple[str, ...], ask: Ask) -> None:
    assert ask_of(ApprovalAsked("q", "x", "", tool, "", options)) is ask


@pytest.mark.parametrize(
    ("title", "detail", "tool", "is_code"),
    [
        ("npm install", "npm install", "execute", True),
        ("npm install", "", "execute", True),
        ("Install what it needs", "npm install", "execute", False),
        ("Shall I?", "", "other", False),
    ],
)
def test_a_command_that_is_the_title_is_set_as_code(show: Show, title: str, detail: str, tool: str, is_code: bool) -> None:
    assert is_title_command(ApprovalAsked("q", title, detail, tool)) is is_code
    code = show(card(title, detail, tool)).findChildren(OutputText)[0]
    assert code.isVisible() is bool(is_code or detail)
    assert code.shown == (title if is_code else detail)


@pytest.mark.parametrize(
    ("given", "head"),
    [
        (card(), "Claude Code asks to run a command"),
        (card("a.py", "+x", "edit"), "Claude Code asks to change files"),
        (card("Which?", "", "", ("Blue", "deny")), "Claude Code asks you"),
        (card("Shall I?", tool="", provider_id=None), "The agent asks you"),
    ],
)
def test_the_head_says_who_asks_for_what(show: Show, given: Block, head: str) -> None:
    assert isinstance(given.body, CardBody)
    assert show(given).accessibleName() == f"{head}: {given.body.approval.request.title}"


def test_options_are_in_words_and_a_refused_question_is_not_answered(show: Show) -> None:
    widget = show(card())
    assert card_of(widget).options == ("allow_once", "allow_always", "reject_once")
    assert [button.text() for button in widget.findChildren(OptionButton)] == [
        "Allow once",
        "Allow in this thread",
        "Don't allow",
    ]
    question = show(card("Which?", "", "", ("Blue & white", "deny")))
    shown = [button for button in question.findChildren(OptionButton) if button.isVisible()]
    assert [(button.text(), button.accessibleName()) for button in shown] == [
        ("Blue && white", "Blue & white"),
        ("Don't answer", "Don't answer"),
    ]


def test_the_refusal_stands_alone_at_the_right(show: Show) -> None:
    widget = show(card())
    once, always, refuse = (find(widget, f"option_{name}", QPushButton) for name in ("allow_once", "allow_always", "reject_once"))
    assert always.x() - once.geometry().right() < 16
    assert refuse.geometry().right() == 700 - 17
    assert refuse.x() - always.geometry().right() > 100
    again(widget, card(), 400)
    again(widget, card("x", options=("a " * 40, "b " * 40, "deny")), 400)
    boxes = [button.geometry() for button in widget.findChildren(OptionButton)]
    assert all(above.bottom() < below.top() for above, below in pairwise(boxes))
    assert boxes[0].height() > boxes[2].height()


def test_it_is_answered_once_and_again_only_when_it_is_asked_again(show: Show, wanted: Wanted) -> None:
    widget = show(card())
    button = find(widget, "option_allow_once", QPushButton)
    button.click()
    button.click()
    find(widget, "option_reject_once", QPushButton).click()
    assert wanted.calls == [("decide", "q1", "allow_once")]
    again(widget, card())
    assert not button.isEnabled()
    again(widget, card(is_asked=False))
    assert not button.isEnabled()
    again(widget, card())
    assert button.isEnabled()
    again(widget, card(request_id="q2"))
    button.click()
    assert wanted.calls[1:] == [("decide", "q2", "allow_once")]


def test_only_the_card_with_focus_has_keys_and_a_filled_button(show: Show) -> None:
    one, two = show(card()), show(card(request_id="q2"))
    assert filled(one) == filled(two) == []
    height = one.height_for(700)
    find(one, "option_reject_once").setFocus(Qt.FocusReason.TabFocusReason)
    assert filled(one) == ["Allow once"]
    assert filled(two) == []
    assert one.height_for(700) == height
    find(two, "option_allow_always").setFocus(Qt.FocusReason.TabFocusReason)
    assert filled(one) == []
    assert filled(two) == ["Allow once"]
    card_of(one).take_focus()
    assert filled(one) == ["Allow once"]
    assert filled(two) == []
    one.clearFocus()
    assert filled(one) == []


def test_enter_never_allows_unless_the_focus_is_on_that_button(show: Show, wanted: Wanted) -> None:
    widget = card_of(show(card()))
    widget.take_focus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        QTest.keyClick(widget, key)
    assert wanted.calls == []
    refuse = find(widget, "option_reject_once", OptionButton)
    refuse.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(refuse, Qt.Key.Key_Return)
    assert wanted.calls == [("decide", "q1", "reject_once")]


@pytest.mark.parametrize(
    ("key", "modifier", "option"),
    [
        (Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "allow_once"),
        (Qt.Key.Key_2, Qt.KeyboardModifier.KeypadModifier, "allow_always"),
        (Qt.Key.Key_3, Qt.KeyboardModifier.NoModifier, "reject_once"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, "allow_once"),
    ],
)
@pytest.mark.parametrize("place", ["", "option_reject_once"])
def test_keys_choose_while_the_focus_is_in_the_card(
    show: Show, wanted: Wanted, key: Qt.Key, modifier: Qt.KeyboardModifier, option: str, place: str
) -> None:
    widget = card_of(show(card()))
    widget.take_focus()
    if place:
        find(widget, place).setFocus(Qt.FocusReason.TabFocusReason)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifier)
    QTest.keyClick(QApplication.focusWidget() or widget, key, modifier)
    assert wanted.calls == [("decide", "q1", option)]
    assert widget.hasFocus()


def test_other_keys_are_not_taken(show: Show, wanted: Wanted) -> None:
    widget = card_of(show(card()))
    widget.take_focus()
    QTest.keyClick(widget, Qt.Key.Key_4)
    QTest.keyClick(widget, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(widget, Qt.Key.Key_A)
    assert wanted.calls == []


def test_letters_that_nobody_sees_are_written_out(show: Show) -> None:
    code = show(card("rm \u202etxt.elif\u202c -r")).findChildren(OutputText)[0]
    assert code.shown == "rm ⟨U+202E⟩txt.elif⟨U+202C⟩ -r"


def test_all_of_a_long_command_can_be_reached(show: Show, theme: Theme) -> None:
    widget = show(card("echo " + "word " * 3000))
    code = widget.findChildren(OutputText)[0]
    assert code.shown.count("word") == 3000
    assert code.height() == 12 * theme.line_height("code")
    assert code.verticalScrollBar().maximum() > 0
    long_title = show(card("please " * 200, "", "other"))
    assert long_title.findChildren(OutputText)[0].shown.count("please") == 200
    again(widget, card())
    assert code.verticalScrollBar().maximum() == 0


# -- receipts and failures ------------------------------------------------------------------------------------------------------


def test_a_receipt_opens_what_was_told(show: Show, wanted: Wanted) -> None:
    told, bare, long = SAMPLES[BlockKind.RECEIPT]
    widget = show(told)
    button = find(widget, "what_it_was_told", QPushButton)
    assert widget.height() == 40
    assert widget.accessibleName() == "Codex joined · 6 handed over"
    assert button.accessibleName() == "What Codex was told"
    button.click()
    assert wanted.calls == [("what_was_told", "h1")]
    again(widget, bare)
    assert button.isHidden()
    again(widget, long, 400)
    assert widget.height() > 80
    assert button.geometry().bottom() < widget.height()


def test_a_receipt_gives_its_button_a_line_of_its_own_where_text_is_large(show: Show, theme: Theme) -> None:
    theme.set_text_percent(200)
    try:
        widget = again(show(SAMPLES[BlockKind.RECEIPT][0]), SAMPLES[BlockKind.RECEIPT][0], 400)
        assert find(widget, "what_it_was_told").y() > theme.line_height("body")
    finally:
        theme.set_text_percent(100)


def test_a_failure_offers_what_helps(show: Show, wanted: Wanted) -> None:
    failed, bare = SAMPLES[BlockKind.ERROR]
    widget = show(failed)
    name = "Codex did not answer: its sign-in has run out. Your message is kept. Sign in to Codex & send again."
    assert widget.accessibleName() == name
    assert find(widget, "set_up", QPushButton).text() == "Set up Codex…"
    for button in ("set_up", "send_again", "copy_details"):
        find(widget, button, QPushButton).click()
    assert wanted.calls == [("set_up", CODEX), ("send_again", None)]
    assert QApplication.clipboard().text().endswith("401 Unauthorized")
    again(widget, bare)
    assert [find(widget, name).isHidden() for name in ("set_up", "send_again")] == [True, True]
    find(widget, "copy_details", QPushButton).click()
    assert QApplication.clipboard().text().count("long") == 400
    assert len(widget.accessibleDescription()) == 401
    QApplication.clipboard().clear()


# -- attachments ----------------------------------------------------------------------------------------------------------------


def write_picture(path: Path, width: int, height: int) -> str:
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    picture.fill(QColor("#FF00FF"))
    assert picture.save(str(path))
    return str(path)


async def test_a_picture_is_shown_small_once_it_is_decoded(show: Show, tmp_path: Path, theme: Theme) -> None:
    path = write_picture(tmp_path / "big.png", 1600, 900)
    widget = show(attachment(path))
    assert isinstance(widget, AttachmentBlock)
    line = widget.height_for(700)
    heights: list[int] = []
    widget.height_changed.connect(lambda: heights.append(widget.height_for(700)))
    await until(lambda: heights)
    assert widget.picture_size == QSize(320, 180)
    assert heights == [180 + 4 + line]
    again(widget, attachment(path))
    shot = widget.grab().toImage()
    assert shot.pixelColor(100, 100).name() == "#ff00ff"
    assert widget.accessibleName() == "Attached: a.png, 41.2 kB"
    second = show(attachment(path))
    assert second.height_for(700) == widget.height_for(700)
    assert widget.height_for(200) < widget.height_for(700)


async def test_a_small_picture_is_not_blown_up(show: Show, tmp_path: Path) -> None:
    widget = show(attachment(write_picture(tmp_path / "s.png", 40, 30)))
    assert isinstance(widget, AttachmentBlock)
    await until(lambda: not widget.picture_size.isEmpty())
    assert widget.picture_size == QSize(40, 30)


async def test_what_is_not_there_any_more_says_so(show: Show, tmp_path: Path) -> None:
    widget = show(attachment(str(tmp_path / "gone.txt"), "gone.txt", "text/plain"))
    await until(lambda: "no longer there" in widget.accessibleName())
    assert widget.accessibleName() == "Attached: gone.txt, no longer there"


async def test_a_widget_that_went_to_another_file_ignores_the_first(show: Show, tmp_path: Path) -> None:
    first = attachment(write_picture(tmp_path / "a.png", 900, 900))
    second = attachment(write_picture(tmp_path / "b.png", 90, 60), "b.png")
    widget = show(first)
    assert isinstance(widget, AttachmentBlock)
    widget.release()
    again(widget, second)
    await until(lambda: not widget.picture_size.isEmpty())
    assert widget.picture_size == QSize(90, 60)
    widget.release()
    again(widget, first)
    widget.release()
    QThreadPool.globalInstance().waitForDone()
    QApplication.sendPostedEvents()
    assert widget.picture_size.isEmpty()


@pytest.mark.parametrize(
    "path",
    [
        "http://127.0.0.1:9/a.png",
        "file:///etc/passwd",
        "data:image/png;base64,AAAA",
        "//host/share/a.png",
        r"\\host\share\a.png",
        ":/qt-project.org/a.png",
        "qrc:/a.png",
        "a.png",
        "../a.png",
        "/tmp/a\0b.png",
        "",
    ],
)
def test_only_local_files_are_ever_looked_at(show: Show, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(thumbnails, "look_at", lambda path, limit: looked.append(path))
    widget = show(attachment(path))
    QThreadPool.globalInstance().waitForDone()
    assert looked == []
    assert not thumbnails.is_local_path(path)
    assert widget.accessibleName().startswith("Attached: a.png")
    monkeypatch.undo()
    assert thumbnails.look_at(path, QSize(9, 9)) == thumbnails.Found(exists=False)


def test_what_is_no_plain_picture_is_not_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = QSize(320, 200)
    vector = tmp_path / "x.png"
    vector.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    for path in (vector, broken):
        assert thumbnails.look_at(str(path), limit) == thumbnails.Found(exists=True)
    good = write_picture(tmp_path / "good.png", 64, 64)
    assert thumbnails.look_at(good, limit).image is not None
    assert thumbnails.look_at(good, None).image is None
    monkeypatch.setattr(thumbnails, "MAX_PIXELS", 63 * 63)
    assert thumbnails.look_at(good, limit).image is None
    assert thumbnails.look_at(str(tmp_path), limit) == thumbnails.Found(exists=False)


def test_the_same_file_with_another_name_is_named_anew(show: Show) -> None:
    widget = show(attachment("", "notes.txt", "text/plain", 12))
    again(widget, attachment("", "b.txt", "text/plain", 12))
    assert widget.accessibleName() == "Attached: b.txt, 12 bytes"
