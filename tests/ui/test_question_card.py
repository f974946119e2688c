# SPDX-License-Identifier: MIT
"""Questions of an agent: chosen, written, answered together, by keys too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import Block
from onesist_desktop.ui.transcript.card_word import CardField
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.question_block import QuestionBlock
from tests.ui.block_samples import OPEN, SIGN_IN, TOOLS, Wanted, questions
from tests.ui.helpers import find

Show = Callable[[Block], QuestionBlock]


@pytest.fixture
def wanted() -> Wanted:
    return Wanted()


@pytest.fixture
def show(qapp: QApplication, theme: Theme, book: ProviderBook, wanted: Wanted) -> Iterator[Show]:
    context = TranscriptContext(theme, book, wanted.actions(), lambda: 1_130.0)
    host = QWidget()
    host.resize(820, 1_200)
    host.show()
    host.activateWindow()

    def shown(given: Block) -> QuestionBlock:
        widget = QuestionBlock(context)
        widget.setParent(host)
        return again(widget, given)

    yield shown
    host.close()
    host.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def again(widget: QuestionBlock, given: Block, width: int = 700) -> QuestionBlock:
    widget.show_block(given)
    widget.setGeometry(20, 20, width, widget.height_for(width))
    widget.show()
    return widget


def answer_button(card: QuestionBlock) -> QPushButton:
    return find(card, "answer", QPushButton)


def key(card: QuestionBlock, pressed: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or card, pressed, modifier)


def test_one_of_several_is_chosen_and_answered(show: Show, wanted: Wanted) -> None:
    card = show(questions())
    assert card.accessibleName() == "Claude Code asks you: What should happen to the old phone?"
    answer = answer_button(card)
    assert not answer.isEnabled()
    assert answer.toolTip() == "Choose or write an answer first."
    boxes = [find(card, f"choice_{number}_box", QAbstractButton) for number in (0, 1)]
    assert (boxes[0].accessibleName(), boxes[0].accessibleDescription()) == ("Stay signed in", "As it is today.")
    boxes[0].click()
    # Its words are part of it.
    QTest.mouseClick(find(card, "choice_1"), Qt.MouseButton.LeftButton)
    assert [box.isChecked() for box in boxes] == [False, True]
    answer.click()
    answer.click()
    assert wanted.calls == [("decide", "q1", "answer", "", (("Sign it out",),))]
    assert not boxes[0].isEnabled()


def test_something_else_can_be_written(show: Show, wanted: Wanted) -> None:
    card = show(questions())
    find(card, "choice_0_box", QAbstractButton).click()
    field = find(card, "own_answer", CardField)
    field.setFocus()
    QTest.keyClicks(field, " Ask the customer 1 ")
    assert find(card, "choice_own_box", QAbstractButton).isChecked()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert wanted.calls == [("decide", "q1", "answer", "", (("Ask the customer 1",),))]


def test_something_else_without_words_is_no_answer(show: Show) -> None:
    card = show(questions())
    find(card, "choice_own_box", QAbstractButton).click()
    assert not answer_button(card).isEnabled()


def test_each_question_needs_an_answer(show: Show, wanted: Wanted) -> None:
    card = show(questions(SIGN_IN, TOOLS, OPEN))
    forms = card._forms
    forms[0].choose(0)
    for place in (2, 0):
        forms[1].choose(place)
    assert not answer_button(card).isEnabled()
    assert answer_button(card).toolTip() == "Answer each question first."
    QTest.keyClicks(find(forms[2], "own_answer"), "Toko")
    card.take_focus()
    key(card, Qt.Key.Key_1)
    assert forms[0].answer == ("Stay signed in",)
    key(card, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert wanted.calls == [("decide", "q1", "answer", "", (("Stay signed in",), ("npm", "yarn"), ("Toko",)))]


def test_digits_choose_where_there_is_one_question(show: Show, wanted: Wanted) -> None:
    card = show(questions())
    card.take_focus()
    key(card, Qt.Key.Key_2)
    assert find(card, "choice_1_box", QAbstractButton).isChecked()
    assert answer_button(card).property("kind") == "primary"
    key(card, Qt.Key.Key_Return)
    assert wanted.calls == []
    key(card, Qt.Key.Key_3)
    field = find(card, "own_answer")
    assert field.hasFocus()
    key(card, Qt.Key.Key_Escape)
    assert card.hasFocus()
    key(card, Qt.Key.Key_9)
    key(card, Qt.Key.Key_1)
    key(card, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert wanted.calls == [("decide", "q1", "answer", "", (("Stay signed in",),))]


def test_it_need_not_be_answered(show: Show, wanted: Wanted) -> None:
    find(show(questions()), "refuse_question", QPushButton).click()
    assert wanted.calls == [("decide", "q1", "deny")]
    assert find(show(questions(options=("answer",))), "refuse_question").isHidden()


def test_what_was_begun_is_there_again_when_the_card_comes_back(show: Show) -> None:
    card = show(questions(TOOLS, OPEN))
    card._forms[0].choose(1)
    QTest.keyClicks(find(card, "own_answer"), "To")
    card.release()
    again(card, questions(SIGN_IN, request_id="other"))
    assert card._forms[0].answer == ()
    again(card, questions(TOOLS, OPEN))
    assert [form.answer for form in card._forms] == [(TOOLS.choices[1].label,), ("To",)]
    assert answer_button(card).isEnabled()


def test_a_refused_answer_gives_the_card_back(show: Show) -> None:
    card = show(questions())
    card._forms[0].choose(0)
    answer_button(card).click()
    again(card, questions(is_asked=False))
    assert not answer_button(card).isEnabled()
    again(card, questions())
    assert answer_button(card).isEnabled()
    assert card._forms[0].answer == ("Stay signed in",)


def test_what_an_agent_writes_is_shown_as_it_is(show: Show) -> None:
    from onesist_desktop.core.turn_events import AskedChoice, AskedQuestion

    asked = AskedQuestion("<b>Which</b>\u202e?", "", (AskedChoice("<i>one</i>"), AskedChoice("two\u202e")))
    card = show(questions(asked))
    assert find(card, "question_text", QWidget).text() == "<b>Which</b>⟨U+202E⟩?"  # type: ignore[attr-defined]
    card._forms[0].choose(1)
    # What goes back is the agent's own word.
    assert card._forms[0].answer == ("two\u202e",)


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_all_of_it_has_room(show: Show, theme: Theme, percent: int, direction: Qt.LayoutDirection) -> None:
    theme.set_text_percent(percent)
    try:
        for width in (360, 752):
            card = show(questions(SIGN_IN, TOOLS, OPEN))
            card.setLayoutDirection(direction)
            again(card, questions(SIGN_IN, TOOLS, OPEN), width)
            places = [
                QRect(child.mapTo(card, QPoint(0, 0)), child.size())
                for child in card.findChildren(QWidget)
                if child.isVisible() and isinstance(child, QAbstractButton | CardField)
            ]
            assert all(card.rect().contains(place) for place in places)
            assert not any(one.intersects(two) for index, one in enumerate(places) for two in places[index + 1 :])
            left = find(card, "choice_0_box").mapTo(card, QPoint(0, 0)).x()
            assert (left < width // 2) is (direction is Qt.LayoutDirection.LeftToRight)
    finally:
        theme.set_text_percent(100)
