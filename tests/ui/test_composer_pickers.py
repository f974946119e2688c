# SPDX-License-Identifier: MIT
"""The composer's pickers: what their rows say, and what choosing one does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import ModelInfo, PermissionMode, Readiness, RunOptions
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services.views import ModelList, Outlook
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.composer.picker_rows import (
    LIST_AGAIN,
    ModelListing,
    mode_rows,
    model_rows,
    outlook_text,
    provider_rows,
)
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.picker import Picker
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, provider, thread
from tests.ui.helpers import find, label

T1 = ThreadId("t1")


@pytest.fixture
def composer(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[Composer]:
    made = Composer(theme, book)
    made.resize(760, 200)
    made.show_thread(thread("t1"))
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def picker_of(button: object) -> Picker:
    picker = button.picker  # type: ignore[attr-defined]
    assert isinstance(picker, Picker)
    return picker


@pytest.mark.parametrize(
    ("outlook", "is_agent", "text"),
    [
        (Outlook(CODEX, 0), True, "has seen everything"),
        (Outlook(CODEX, 0, is_new=True), True, "new here"),
        (Outlook(CODEX, 3), True, "has not seen 3 messages; gets all 3"),
        (Outlook(CODEX, 3, 1), True, "has not seen 3 messages; 2 fit"),
        (Outlook(CODEX, 3, 3), True, "has not seen 3 messages; nothing fits"),
        (Outlook(CODEX, 1), True, "has not seen 1 message; gets it"),
        (Outlook(CODEX, 8, 2, is_new=True), True, "new here: 6 of 8 messages fit"),
        (Outlook(CODEX, 8, is_new=True), True, "new here: gets all 8 messages"),
        (Outlook(OLLAMA, 8, 6), False, "small room: 2 of 8 messages fit"),
        (Outlook(OLLAMA, 8), False, ""),
    ],
)
def test_what_somebody_has_seen_is_one_line(outlook: Outlook, is_agent: bool, text: str) -> None:
    assert outlook_text(outlook, is_agent=is_agent) == text


def test_agents_stand_before_models_and_those_that_are_not_ready_say_why(book: ProviderBook) -> None:
    rows = provider_rows(book, CLAUDE, {CLAUDE: Outlook(CLAUDE, 0)})
    assert [row.key for row in rows] == [CLAUDE, CODEX, PRACTICE, OLLAMA]
    assert [row.group for row in rows] == ["Agents, keep their own memory"] * 3 + ["Models, get the history each time"]
    assert [row.is_dim for row in rows] == [False, True, False, False]
    assert [row.is_current for row in rows] == [True, False, False, False]
    assert rows[0].subtitle == "has seen everything"
    assert rows[1].subtitle == "not installed"
    assert all(row.subtitle for row in provider_rows(book, CLAUDE, None)), "a row must not grow when the answer comes"


def test_who_seems_signed_out_can_be_chosen_and_says_so(theme: Theme) -> None:
    signed_out = Readiness(is_ready=True, is_signed_in=False)
    book = ProviderBook(theme, [provider(CLAUDE, "Claude Code", "anthropic", readiness=signed_out)])
    (row,) = provider_rows(book, None, {CLAUDE: Outlook(CLAUDE, 0)})
    assert row.subtitle == "signed out · has seen everything"
    assert not row.is_dim
    assert "sign in there" in row.tip
    assert provider_rows(book, None, {})[0].subtitle == "signed out"


def test_models_say_their_room_and_one_that_is_not_listed_is_there_too() -> None:
    listing = ModelListing([ModelInfo("sonnet", "Sonnet 4.5", 200_000), ModelInfo("plain")])
    rows = model_rows(listing, "my/own")
    assert [(row.title, row.subtitle, row.is_current) for row in rows] == [
        ("Its own choice", "what it is set to by itself", False),
        ("my/own", "", True),
        ("Sonnet 4.5", "room for 200,000 tokens", False),
        ("plain", "room not known", False),
    ]


def test_models_that_can_not_be_listed_say_why_and_are_asked_for_again(composer: Composer, qtbot: QtBot) -> None:
    assert [row.key for row in model_rows(ModelListing(failure="refused"), None)] == ["", LIST_AGAIN]
    composer.show_models_failure(CLAUDE, "connection refused")
    composer.model_picker.open_menu()
    picker = picker_of(composer.model_picker)
    assert [row.subtitle for row in picker.rows][-1] == "connection refused"
    with qtbot.waitSignal(composer.models_wanted) as wanted:
        picker.chosen.emit(LIST_AGAIN)
    assert wanted.args == [CLAUDE, True]
    picker.hide()


def test_what_a_provider_can_not_keep_to_is_dim_and_becomes_what_it_says(composer: Composer) -> None:
    rows = mode_rows(frozenset({PermissionMode.ASK}), PermissionMode.ASK, "Ollama", lambda _: QIcon())
    assert [row.is_dim for row in rows] == [False, True, True, True]
    assert rows[1].subtitle == "Ollama can't keep to this: becomes Ask"
    strict = mode_rows(frozenset({PermissionMode.FULL_ACCESS}), PermissionMode.ASK, "X", lambda _: QIcon())
    assert strict[0].subtitle == "X can't keep to this, nor to anything stricter"
    composer.choose_provider(OLLAMA)
    composer.mode_picker.open_menu()
    picker_of(composer.mode_picker).chosen.emit(PermissionMode.FULL_ACCESS.value)
    picker_of(composer.mode_picker).hide()
    assert composer.options == RunOptions(OLLAMA)


def test_who_answers_is_chosen_by_keyboard_alone(composer: Composer, qtbot: QtBot) -> None:
    composer.provider_picker.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(composer.provider_picker, Qt.Key.Key_Space)
    picker = picker_of(composer.provider_picker)
    assert picker.isVisible()
    assert picker.current_key == CLAUDE
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(picker.view, key)
    assert not picker.isVisible()
    assert composer.options == RunOptions(OLLAMA)
    assert composer.provider_picker.accessibleName() == "Who answers: Ollama"


def test_what_everybody_has_seen_is_asked_for_and_shown_when_it_comes(composer: Composer, qtbot: QtBot) -> None:
    composer.put_text("hello")
    with qtbot.waitSignal(composer.outlooks_wanted) as wanted:
        composer.provider_picker.open_menu()
    assert wanted.args == ["hello"]
    picker = picker_of(composer.provider_picker)
    before = picker.size()
    assert picker.rows[0].subtitle == "looking what it has seen…"
    composer.show_outlooks(ThreadId("other"), [Outlook(CLAUDE, 0)])
    assert picker.rows[0].subtitle == "looking what it has seen…"
    composer.show_outlooks(T1, [Outlook(CLAUDE, 0)])
    assert picker.rows[0].subtitle == "has seen everything"
    assert picker.height() == before.height()
    picker.hide()


def test_one_who_is_not_ready_is_chosen_and_leads_to_the_fix(composer: Composer, qtbot: QtBot) -> None:
    composer.provider_picker.open_menu()
    with qtbot.waitSignal(composer.set_up_wanted) as wanted:
        picker_of(composer.provider_picker).chosen.emit(CODEX)
    assert wanted.args == [CODEX]
    assert composer.options == RunOptions(CODEX)
    picker_of(composer.provider_picker).hide()


def test_the_last_line_adds_somebody_and_changes_nothing(composer: Composer, qtbot: QtBot) -> None:
    before = composer.options
    composer.provider_picker.open_menu()
    picker = picker_of(composer.provider_picker)
    assert picker.footer.text() == "Add who answers…"
    with qtbot.waitSignal(composer.set_up_wanted) as wanted:
        picker.footer.click()
    assert wanted.args == [None]
    assert composer.options == before


def test_models_come_when_they_are_wanted_and_any_id_can_be_typed(composer: Composer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(composer.models_wanted) as wanted:
        composer.model_picker.open_menu()
    assert wanted.args == [CLAUDE, False]
    picker = picker_of(composer.model_picker)
    assert label(picker, "picker_note") == "Listing models…"
    again = find(picker, "refresh_models", QPushButton)
    assert not again.isEnabled()
    composer.show_models(CLAUDE, ModelList((ModelInfo("sonnet", "Sonnet 4.5"), ModelInfo("opus")), 1_764_511_500.0))
    assert label(picker, "picker_note").startswith("as of 30 November, ")
    with qtbot.waitSignal(composer.models_wanted) as wanted:
        again.click()
    assert wanted.args == [CLAUDE, True]
    assert picker.isVisible()
    composer.show_models(
        CLAUDE, ModelList((ModelInfo("sonnet", "Sonnet 4.5"),), 1_764_511_500.0, failed(FailureReason.CONNECTION_LOST))
    )
    assert [row.key for row in picker.rows] == ["", LIST_AGAIN, "sonnet"]
    assert label(picker, "picker_note").startswith("as of 30 November, ")
    picker.hide()
    picker.chosen.emit("sonnet")
    assert composer.options == RunOptions(CLAUDE, "sonnet")
    assert composer.model_picker.accessibleName() == "Model: Sonnet 4.5"
    picker.chosen.emit("")
    assert composer.options == RunOptions(CLAUDE)
    composer.choose_model("my-own/model")
    assert composer.model_picker.accessibleName() == "Model: my-own/model"
    with qtbot.waitSignal(composer.other_model_wanted):
        picker.footer_wanted.emit()


def test_a_name_that_is_typed_is_taken_as_it_is(composer: Composer, qtbot: QtBot) -> None:
    composer.show_models(CLAUDE, ModelList((ModelInfo("sonnet", "Sonnet 4.5"),)))
    composer.model_picker.open_menu()
    picker = picker_of(composer.model_picker)
    qtbot.keyClicks(picker.view, "son")
    assert [row.title for row in picker.shown_rows] == ["Sonnet 4.5", "Use “son”"]
    qtbot.keyClicks(picker.search, "ata-9 ")
    assert [row.title for row in picker.shown_rows] == ["Use “sonata-9”"]
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert composer.options == RunOptions(CLAUDE, "sonata-9")


EFFORTS = ("low", "high", "ultra")


def thinking(model: str, *efforts: str) -> ModelInfo:
    return ModelInfo(model, efforts=efforts or EFFORTS, default_effort="low")


def test_how_much_is_thought_is_chosen_where_the_model_can_do_that(composer: Composer, qtbot: QtBot) -> None:
    assert not composer.has_efforts
    with qtbot.waitSignal(composer.efforts_changed):
        composer.show_models(CLAUDE, ModelList((thinking("a"), thinking("b", "low", "high"), ModelInfo("c"))))
        composer.choose_model("a")
    assert composer.effort_picker.isVisible()
    assert composer.effort_picker.accessibleName() == "How much it thinks: Usual thinking"
    composer.effort_picker.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(composer.effort_picker, Qt.Key.Key_Space)
    picker = picker_of(composer.effort_picker)
    assert [(row.key, row.title) for row in picker.rows] == [
        ("", "Its own choice"),
        ("low", "Little thinking"),
        ("high", "Much thinking"),
        ("ultra", "ultra"),
    ]
    assert picker.rows[0].subtitle == "usually: little thinking"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(picker.view, key)
    assert composer.options == RunOptions(CLAUDE, "a", effort="high")
    composer.choose_model("b")
    assert composer.options == RunOptions(CLAUDE, "b", effort="high")
    composer.choose_model("c")
    assert composer.options == RunOptions(CLAUDE, "c")
    assert not composer.effort_picker.isVisible()
    composer.choose_model("a")
    composer.choose_effort("ultra")
    composer.choose_model("b")
    assert composer.options == RunOptions(CLAUDE, "b")


def test_how_much_is_thought_belongs_to_its_thread(composer: Composer) -> None:
    composer.show_models(CLAUDE, ModelList((thinking("a"),)))
    composer.choose_model("a")
    composer.choose_effort("high")
    composer.show_thread(thread("t2", provider_id=CLAUDE, model="a", effort="low"))
    assert composer.options == RunOptions(CLAUDE, "a", effort="low")
    composer.show_thread(thread("t1"))
    assert composer.options == RunOptions(CLAUDE, "a", effort="high")
    composer.choose_provider(OLLAMA)
    assert composer.options == RunOptions(OLLAMA)
    composer.show_thread(None)
    composer.choose_provider(CLAUDE)
    composer.choose_model("a")
    composer.choose_effort("low")
    composer.adopt_draft(ThreadId("t3"))
    assert composer.options == RunOptions(CLAUDE, "a", effort="low")


def test_what_was_chosen_before_is_there_although_no_list_is(composer: Composer) -> None:
    composer.show_thread(thread("t2", provider_id=CLAUDE, model="a", effort="turbo"))
    assert composer.effort_picker.isVisible()
    composer.effort_picker.open_menu()
    assert [row.key for row in picker_of(composer.effort_picker).rows] == ["", "turbo"]
    picker_of(composer.effort_picker).hide()


def test_models_are_asked_for_once_where_it_matters_how_much_is_thought(
    qtbot: QtBot, theme: Theme, book: ProviderBook, composer: Composer
) -> None:
    view = book.get(CODEX)
    assert view is not None
    capabilities = replace(view.capabilities, takes_effort=True)
    book.replace([*book.providers, replace(view, capabilities=capabilities)])
    asked: list[tuple[str, bool]] = []
    composer.models_wanted.connect(lambda provider_id, refresh: asked.append((provider_id, refresh)))
    composer.show_thread(thread("t2", provider_id=CODEX))
    composer.show_thread(thread("t3", provider_id=CODEX))
    composer.show_thread(thread("t4", provider_id=CLAUDE))
    assert asked == [(CODEX, False)]


def test_a_name_that_looks_like_markup_stays_a_name(qtbot: QtBot, theme: Theme, book: ProviderBook) -> None:
    from onesist_desktop.ui.handover_line import HandoverLine
    from tests.ui.fakes import preview_of, provider

    evil = ProviderId("evil")
    book.replace([provider(evil, "<img src=x>&amp;", "other")])
    line = HandoverLine(theme, book)
    qtbot.addWidget(line)
    line.show_preview(preview_of(evil, 1, 1))
    assert line.accessibleName() == "<img src=x>&amp; has not seen 1 message. It will be handed over."
    assert "&lt;img src=x&gt;&amp;amp;" in find(line, "handover_text").text()  # type: ignore[attr-defined]
