# SPDX-License-Identifier: MIT
"""What an agent asks for leave to do: in words by its kind, where and why, with a word to a refusal, and how long it waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTextEdit, QWidget

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.core.turn_events import ApprovalAsked, AskKind
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CardBody
from onesist_desktop.ui.transcript.card_block import CardBlock
from onesist_desktop.ui.transcript.card_options import refusal_of
from onesist_desktop.ui.transcript.card_word import CardField
from onesist_desktop.ui.transcript.card_words import asks_text, label_text, waiting_text, where_text
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.output_block import OutputBlock
from onesist_desktop.ui.transcript.output_text import OutputText
from onesist_desktop.ui.transcript.prose_block import ProseBlock
from tests.ui.block_samples import Wanted
from tests.ui.fakes import CLAUDE
from tests.ui.helpers import find

ROOT = "/home/sari/Projects/toko-kita"
DIFF = "--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n one\n-two\n+three"
Show = Callable[..., CardBlock]


class Clock:
    """The time that cards are told."""

    now = 1_000.0


@pytest.fixture
def wanted() -> Wanted:
    return Wanted()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def show(qapp: QApplication, theme: Theme, book: ProviderBook, wanted: Wanted, clock: Clock) -> Iterator[Show]:
    context = TranscriptContext(theme, book, wanted.actions(), lambda: clock.now)
    context.drafts.root = ROOT
    host = QWidget()
    host.resize(820, 1_000)
    host.show()
    host.activateWindow()

    def shown(request: ApprovalAsked, width: int = 700, **more: object) -> CardBlock:
        widget = CardBlock(context)
        widget.setParent(host)
        return fill(widget, request, width, **more)

    yield shown
    host.close()
    host.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def fill(widget: CardBlock, request: ApprovalAsked, width: int = 700, **more: object) -> CardBlock:
    view = ApprovalView(ThreadId("t"), RunId("r"), request, **more)  # type: ignore[arg-type]
    widget.show_block(Block("k", BlockKind.CARD, CardBody(view, CLAUDE)))
    settle(widget, width)
    return widget


def settle(widget: CardBlock, width: int = 700) -> None:
    widget.setGeometry(20, 20, width, widget.height_for(width))
    widget.show()


def command(**more: object) -> ApprovalAsked:
    values = {"kind": AskKind.COMMAND, "options": ("allow", "allow_session", "deny"), **more}
    return ApprovalAsked("q1", "npm install", "npm install", **values)  # type: ignore[arg-type]


# -- what it says -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "tool", "says"),
    [
        (AskKind.COMMAND, "", "Claude Code asks to run a command"),
        (AskKind.EDIT, "", "Claude Code asks to change files"),
        (AskKind.TOOL, "browse", "Claude Code asks to use a tool"),
        (AskKind.PLAN, "", "Claude Code asks you to approve its plan"),
        (AskKind.TOOL, "Bash", "Claude Code asks to run a command"),
    ],
)
def test_who_asks_for_what_is_said_by_kind(show: Show, kind: AskKind, tool: str, says: str) -> None:
    request = ApprovalAsked("q", "do it", "the whole of it", tool=tool, kind=kind)
    assert asks_text(request, "Claude Code") == says
    # Of a command it is the command that counts: some agents title it with no more than their tool's name.
    what = "the whole of it" if says.endswith("command") else "do it"
    assert show(request).accessibleName() == f"{says}: {what}"


def test_buttons_are_in_our_words_and_an_agents_own_in_its_own(show: Show) -> None:
    request = command(
        options=("allow", "allow_session", "always_npm", "deny"), option_titles=(("always_npm", "Always allow\u202e npm"),)
    )
    card = show(request)
    assert card.options == ("allow", "always_npm", "allow_session", "deny")
    words = [find(card, f"option_{option}", QPushButton).text() for option in card.options]
    assert words == ["Allow once", "Always allow⟨U+202E⟩ npm", "Allow in this thread", "Don't allow"]
    plan = ApprovalAsked("p", "x", "1. one", kind=AskKind.PLAN)
    assert [label_text(plan, option) for option in ("allow", "deny")] == ["Approve the plan", "Don't approve"]


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (ROOT, "Project folder"),
        (f"{ROOT}/packages/api", "packages/api in the project folder"),
        ("/etc", "/etc, outside the project"),
        (f"{ROOT}-old", "/home/sari/Projects/toko-kita-old, outside the project"),
    ],
)
def test_where_it_would_happen_is_said_from_the_project_on(place: str, says: str) -> None:
    assert where_text(place, ROOT) == says


def test_where_and_why_are_read_out_with_the_whole_path(show: Show) -> None:
    card = show(command(reason="It needs a place for sessions."), cwd=f"{ROOT}/api")
    assert card.accessibleDescription() == f"Where: {ROOT}/api. Why: It needs a place for sessions."
    low = card.height()
    assert show(command()).height() < low
    assert card._facts.tip_at(QPoint(5, 5), card._plan(700).facts.translated(-card._plan(700).facts.topLeft())) == f"{ROOT}/api"


def test_a_change_is_shown_coloured_and_long_ones_are_opened_whole(show: Show) -> None:
    edit = ApprovalAsked("q", "x.py", kind=AskKind.EDIT, diff=DIFF)
    card = show(edit)
    (block,) = card.findChildren(OutputBlock)
    assert block.isVisible()
    assert block.text() == DIFF
    assert [index for index, _ in block.findChildren(OutputText)[0].grounds()] == [4, 5]
    assert find(block, "open_all").isHidden()
    long = ApprovalAsked("r", "x.py", kind=AskKind.EDIT, diff="\n".join(f"+line {number}" for number in range(300)))
    low = fill(card, long).height()
    assert block.text().count("\n") == 15
    heights: list[int] = []
    card.height_changed.connect(lambda: heights.append(card.height_for(700)))
    find(block, "open_all", QPushButton).click()
    settle(card)
    assert block.text().count("\n") == 299
    assert heights[-1] == card.height() > low + 5_000
    find(block, "copy_output", QPushButton).click()
    assert QApplication.clipboard().text() == long.diff
    QApplication.clipboard().clear()
    # What was opened stays so while the card is out of view, and belongs to that request only.
    card.release()
    assert fill(card, long).height() == heights[-1]
    assert fill(card, edit).height() < low


def test_a_long_command_is_opened_whole(show: Show, theme: Theme) -> None:
    card = show(ApprovalAsked("q", "a script", "\n".join(f"echo {number}" for number in range(40)), kind=AskKind.COMMAND))
    code = card.findChildren(OutputText)[0]
    assert code.height() == 12 * theme.line_height("code")
    find(card, "open_detail", QPushButton).click()
    settle(card)
    assert code.height() == 40 * theme.line_height("code")
    assert find(card, "open_detail").isHidden()


def test_a_plan_is_markdown(show: Show) -> None:
    card = show(ApprovalAsked("q", "Plan", "## Steps\n\n1. **one**\n2. two\n" + "\nmore\n" * 40, kind=AskKind.PLAN))
    (plan,) = card.findChildren(ProseBlock)
    assert plan.isVisible()
    assert plan.text().startswith("Steps")
    assert "**" not in plan.text()
    low = card.height()
    find(card, "open_detail", QPushButton).click()
    settle(card)
    assert card.height() > low
    assert plan.mapTo(card, QPoint(0, plan.height())).y() <= card.height()
    fill(card, command())
    assert not plan.isVisible()
    again = fill(card, ApprovalAsked("r", "My plan", "one", kind=AskKind.PLAN, takes_word=True))
    assert find(again, "say_why", QPushButton).text() == "Don't approve, and say why…"
    assert again._words.text == "My plan"
    fill(card, command())
    assert card._words.is_empty
    assert card.findChildren(OutputText)[0].shown == "npm install"


# -- a word to a refusal ----------------------------------------------------------------------------------------------------


def say_why(card: CardBlock) -> CardField:
    find(card, "say_why", QPushButton).click()
    settle(card)
    return find(card, "refusal_word", CardField)


def test_a_refusal_can_say_why(show: Show, wanted: Wanted) -> None:
    card = show(command(takes_word=True))
    low = card.height()
    field = say_why(card)
    assert field.hasFocus()
    assert card.height() > low
    assert find(card, "say_why").isHidden()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert wanted.calls == []
    # Digits are letters here, and Ctrl+Enter allows nothing.
    QTest.keyClicks(field, "2 is pnpm")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert wanted.calls == [("decide", "q1", "deny", "2 is pnpm")]
    assert not field.isEnabled()


def test_escape_leaves_the_word_and_keeps_what_is_written(show: Show, wanted: Wanted) -> None:
    card = show(command(takes_word=True))
    field = say_why(card)
    QTest.keyClicks(field, "no")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    settle(card)
    assert field.isHidden()
    assert card.hasFocus()
    assert say_why(card).text() == "no"
    # It goes out of view and comes back.
    card.release()
    fill(card, command(takes_word=True))
    assert field.isVisible()
    assert field.text() == "no"
    find(card, "send_word", QPushButton).click()
    assert wanted.calls == [("decide", "q1", "deny", "no")]


def test_without_a_word_there_is_no_field(show: Show) -> None:
    card = show(command())
    assert find(card, "say_why").isHidden()
    assert find(card, "refusal_word").isHidden()
    only = show(command(options=("allow",), takes_word=True))
    assert find(only, "say_why").isHidden()


@pytest.mark.parametrize(
    ("options", "refusal"),
    [(("allow", "deny"), "deny"), (("reject_always", "reject_once"), "reject_once"), (("allow",), None), (("cancel",), "cancel")],
)
def test_a_word_goes_with_the_refusal_of_this_once(options: tuple[str, ...], refusal: str | None) -> None:
    assert refusal_of(options) == refusal


# -- waiting ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked_at", "now", "says"),
    [
        (0.0, 5_000.0, ""),
        (1_000.0, 1_030.0, "asked just now"),
        (1_000.0, 1_130.0, "waiting for 2 minutes"),
        (1_000.0, 990.0, "asked just now"),
        (1_000.0, 8_300.0, "waiting for 2 hours"),
    ],
)
def test_waiting_is_said_to_the_minute(asked_at: float, now: float, says: str) -> None:
    # The plural is a translation of its own.
    assert waiting_text(asked_at, now).replace("(s)", "s") == says


def test_waiting_is_counted_only_while_it_is_seen_and_open(show: Show, clock: Clock) -> None:
    card = show(command(), asked_at=900.0)
    assert card._clock.isActive()
    before = card._waiting.text
    clock.now = 2_000.0
    card._clock.timeout.emit()
    assert card._waiting.text != before
    card.hide()
    assert not card._clock.isActive()
    card.show()
    assert card._clock.isActive()
    card._choose("allow")
    card._show_waiting()
    assert not card._clock.isActive()
    other = show(command(), asked_at=900.0)
    other.release()
    assert not other._clock.isActive()


# -- every size and direction -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("width", [360, 752])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_nothing_lies_on_anything_else(show: Show, theme: Theme, percent: int, width: int, direction: Qt.LayoutDirection) -> None:
    theme.set_text_percent(percent)
    try:
        request = command(takes_word=True, reason="Because it is needed. " * 6)
        card = show(request, width, cwd=f"{ROOT}/a/very/long/path/of/a/folder", asked_at=100.0)
        card.setLayoutDirection(direction)
        say_why(card)
        settle(card, width)
        places = [
            child.geometry()
            for child in card.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if child.isVisible() and not isinstance(child, QTextEdit)
        ]
        assert all(card.rect().contains(place) for place in places)
        assert not any(one.intersects(two) for index, one in enumerate(places) for two in places[index + 1 :])
        assert isinstance(card.grab().toImage(), QImage)
        allow, refuse = find(card, "option_allow").geometry(), find(card, "option_deny").geometry()
        if allow.top() == refuse.top():
            assert (allow.left() < refuse.left()) is (direction is Qt.LayoutDirection.LeftToRight)
    finally:
        theme.set_text_percent(100)
