# SPDX-License-Identifier: MIT
"""The composer: keys, input methods, drafts, choices, and that no text is ever lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import PermissionMode, Readiness, RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import Draft, ProviderView
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.widgets.meter import Meter
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, preview_of, provider, thread
from tests.ui.helpers import find, label, shown


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


@pytest.fixture
def sent(composer: Composer) -> list[tuple[str, RunOptions]]:
    found: list[tuple[str, RunOptions]] = []
    composer.send_wanted.connect(lambda text, options: found.append((text, options)))
    return found


def test_enter_sends_and_shift_enter_makes_a_line(composer: Composer, sent: list[tuple[str, RunOptions]], qtbot: QtBot) -> None:
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    assert sent == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [("one\ntwo", RunOptions(CLAUDE))]
    assert composer.text == "one\ntwo"


def test_enter_that_confirms_composed_text_does_not_send(
    composer: Composer, sent: list[tuple[str, RunOptions]], qtbot: QtBot
) -> None:
    qtbot.keyClicks(composer.edit, "a")
    QApplication.sendEvent(composer.edit, QInputMethodEvent("にほ", []))
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    composer.send_button.click()
    assert sent == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(composer.edit, commit)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert [text for text, _ in sent] == ["a日本"]


def test_nothing_is_sent_twice_or_empty(composer: Composer, sent: list[tuple[str, RunOptions]], qtbot: QtBot) -> None:
    composer.put_text("  \n ")
    assert not composer.send_button.isEnabled()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    composer.edit.setPlainText("x")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert len(sent) == 1


def test_the_text_goes_only_when_it_is_stored(composer: Composer, sent: list[tuple[str, RunOptions]]) -> None:
    composer.put_text("hello")
    composer.submit()
    composer.was_not_sent(ThreadId("t1"), "the disk is full.")
    assert composer.text == "hello"
    assert composer.error_text == "Not sent: the disk is full. Your text is still here."
    composer.submit()
    assert composer.error_text == ""
    composer.was_sent(ThreadId("t1"), "hello")
    assert composer.text == ""
    assert len(sent) == 2


def test_what_was_written_meanwhile_stays(composer: Composer) -> None:
    composer.put_text("hello")
    composer.submit()
    composer.edit.insertPlainText("\nand more")
    composer.was_sent(ThreadId("t1"), "hello")
    assert composer.text == "and more"


def test_each_thread_has_its_draft_and_choice(composer: Composer) -> None:
    composer.put_text("draft one")
    composer.choose_provider(OLLAMA)
    composer.show_thread(thread("t2", provider_id=CLAUDE, model="opus", mode=PermissionMode.PLAN))
    assert composer.text == ""
    assert composer.options == RunOptions(CLAUDE, "opus", PermissionMode.PLAN)
    composer.put_text("draft two")
    composer.submit()
    composer.show_thread(thread("t1"))
    assert composer.text == "draft one"
    assert composer.options is not None
    assert composer.options.provider_id == OLLAMA
    composer.was_sent(ThreadId("t2"), "draft two")
    assert composer.text == "draft one"
    composer.show_thread(thread("t2"))
    assert composer.text == ""


def test_a_failure_in_another_thread_keeps_its_draft(composer: Composer) -> None:
    composer.put_text("kept")
    composer.submit()
    composer.show_thread(thread("t2"))
    composer.was_not_sent(ThreadId("t1"), "no")
    assert composer.error_text == ""
    composer.show_thread(thread("t1"))
    assert composer.text == "kept"


def test_it_grows_to_twelve_lines(composer: Composer) -> None:
    one = composer.edit.height()
    composer.edit.setPlainText("\n".join("line" for _ in range(5)))
    five = composer.edit.height()
    composer.edit.setPlainText("\n".join("line" for _ in range(40)))
    assert one < five < composer.edit.height() == 22 * 12


def test_only_text_is_pasted(composer: Composer) -> None:
    from PySide6.QtCore import QMimeData

    mime = QMimeData()
    mime.setHtml("<b>bold</b><img src='file:///x.png'>")
    mime.setText("bold")
    composer.edit.insertFromMimeData(mime)
    assert composer.edit.toPlainText() == "bold"


def test_a_mode_that_is_not_enforced_becomes_a_stricter_one(composer: Composer) -> None:
    composer.choose_provider(CLAUDE)
    composer.choose_mode(PermissionMode.FULL_ACCESS)
    composer.choose_provider(OLLAMA)
    assert composer.options == RunOptions(OLLAMA, None, PermissionMode.ASK)


def test_without_anybody_send_is_off_and_says_why(qtbot: QtBot, theme: Theme) -> None:
    alone = Composer(theme, ProviderBook(theme))
    qtbot.addWidget(alone)
    alone.show_thread(thread("t1"))
    alone.edit.setPlainText("x")
    assert alone.options is None
    assert not alone.send_button.isEnabled()
    assert "Nobody can answer" in alone.send_button.toolTip()


def test_the_line_says_what_a_send_hands_over(composer: Composer, qtbot: QtBot) -> None:
    line = find(composer, "handover")
    composer.show_preview(preview_of(CLAUDE, 3, 3))
    assert not line.isHidden()
    assert line.accessibleName() == "Claude Code has not seen 3 messages. All 3 will be handed over."
    assert label(composer, "handover_size") == "4.1 kB"
    composer.show_preview(preview_of(CLAUDE, 1, 1))
    assert line.accessibleName() == "Claude Code has not seen 1 message. It will be handed over."
    composer.show_preview(preview_of(CLAUDE, 5, 9, 1))
    assert line.accessibleName() == "Claude Code has not seen 5 messages: 4 will be handed over, 1 left out."
    assert shown(composer, "handover_preview")
    composer.show_preview(preview_of(CLAUDE, 8, 0, 8))
    assert line.accessibleName() == "Claude Code has not seen 8 messages: nothing fits, the history stays owed."
    assert shown(composer, "handover_preview") == shown(composer, "handover_size") == []
    with qtbot.assertNotEmitted(composer.preview_opened):
        composer.open_preview()
    composer.show_preview(preview_of(CLAUDE, 1, 0, 1))
    assert line.accessibleName() == "Claude Code has not seen 1 message: nothing fits, the history stays owed."
    composer.show_preview(preview_of(CODEX, 8, 8))
    assert line.isHidden()
    composer.show_preview(preview_of(CLAUDE, 0, 0))
    assert line.isHidden()


def test_the_line_is_away_while_who_gets_it_is_being_told(composer: Composer, qtbot: QtBot) -> None:
    asked: list[object] = []
    composer.preview_wanted.connect(lambda options, text: asked.append(options))
    line = find(composer, "handover")
    composer.show_preview(preview_of(CLAUDE, 1, 1))
    composer.set_working(True, CLAUDE)
    assert line.isHidden()
    composer.show_preview(preview_of(CLAUDE, 1, 1))
    assert line.isHidden()
    composer.choose_provider(CODEX)
    composer.show_preview(preview_of(CODEX, 2, 2))
    assert not line.isHidden()
    composer.choose_provider(CLAUDE)
    assert line.isHidden()
    composer.set_working(False)
    asked.clear()
    qtbot.waitUntil(lambda: bool(asked))
    composer.show_preview(preview_of(CLAUDE, 1, 1))
    assert not line.isHidden()


def test_the_mark_in_the_picker_follows_the_theme(qtbot: QtBot, book: ProviderBook, theme: Theme) -> None:
    # A theme of its own that dresses nothing: the others of this run stay as they are.
    own = Theme(chosen=Scheme.LIGHT)
    made = Composer(own, ProviderBook(own, book.providers))
    qtbot.addWidget(made)
    made.show_thread(thread("t1"))

    def mark() -> str:
        return made.provider_picker.icon().pixmap(18, 12).toImage().pixelColor(6, 6).name()

    assert mark() == own.provider_color("anthropic").name()
    own.choose(Scheme.DARK)
    assert mark() == own.provider_color("anthropic").name() != theme.provider_color("anthropic").name()
    own.deleteLater()


def test_a_preview_is_asked_for_once_after_a_pause(composer: Composer, qtbot: QtBot) -> None:
    asked: list[str] = []
    composer.preview_wanted.connect(lambda options, text: asked.append(text))
    qtbot.keyClicks(composer.edit, "hello")
    assert asked == []
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["hello"]


def test_send_reads_queue_while_a_run_works(composer: Composer) -> None:
    composer.set_working(True)
    assert composer.send_button.text() == "Queue"
    composer.set_working(False)
    assert composer.send_button.text() == "Send"


def test_a_first_provider_is_chosen_once_somebody_is_ready(qtbot: QtBot, theme: Theme) -> None:
    book = ProviderBook(theme)
    made = Composer(theme, book)
    qtbot.addWidget(made)
    made.show_thread(thread("t1"))
    book.replace([provider(OLLAMA, "Ollama", "local", is_agent=False, default_model="qwen3")])
    made.refresh_providers()
    assert made.options == RunOptions(OLLAMA, "qwen3")


def not_installed(provider_id: ProviderId, title: str, family: str) -> ProviderView:
    return provider(provider_id, title, family, readiness=Readiness(is_ready=False, reason="program_missing"))


def test_the_first_that_is_ready_is_picked_when_that_is_known(qtbot: QtBot, theme: Theme) -> None:
    unknown = [replace(provider(CLAUDE, "Claude Code", "anthropic"), readiness=None), provider(OLLAMA, "Ollama", "local")]
    book = ProviderBook(theme, [unknown[0], replace(unknown[1], readiness=None)])
    made = Composer(theme, book)
    qtbot.addWidget(made)
    made.show_thread(None)
    assert made.options == RunOptions(CLAUDE)
    book.replace([not_installed(CLAUDE, "Claude Code", "anthropic"), unknown[1]])
    made.refresh_providers()
    assert made.options == RunOptions(OLLAMA)
    assert made.provider_picker.accessibleName() == "Who answers: Ollama"


@pytest.mark.parametrize("how", ["by choosing", "by choosing the picked one", "by a model", "by sending", "by the thread"])
def test_who_was_chosen_is_never_changed(qtbot: QtBot, theme: Theme, how: str) -> None:
    book = ProviderBook(theme, [provider(CLAUDE, "Claude Code", "anthropic"), provider(OLLAMA, "Ollama", "local")])
    made = Composer(theme, book)
    qtbot.addWidget(made)
    made.show_thread(thread("t1", provider_id=CLAUDE if how == "by the thread" else None))
    match how:
        case "by choosing":
            made.choose_provider(OLLAMA)
            made.choose_provider(CLAUDE)
        case "by choosing the picked one":
            made.choose_provider(CLAUDE)
        case "by a model":
            made.choose_model("opus")
        case "by sending":
            made.put_text("hello")
            made.submit()
            made.was_sent(ThreadId("t1"), "hello")
    before = made.options
    book.replace([not_installed(CLAUDE, "Claude Code", "anthropic"), provider(OLLAMA, "Ollama", "local")])
    made.refresh_providers()
    made.show_thread(thread("t1"))
    assert made.options == before
    assert before is not None
    assert before.provider_id == CLAUDE


def test_a_choice_of_the_mode_alone_leaves_the_pick_open(composer: Composer, book: ProviderBook) -> None:
    composer.choose_mode(PermissionMode.PLAN)
    book.replace([not_installed(CLAUDE, "Claude Code", "anthropic"), provider(CODEX, "Codex", "openai")])
    composer.refresh_providers()
    assert composer.options == RunOptions(CODEX, None, PermissionMode.PLAN)


def test_nobody_takes_over_while_a_message_is_on_its_way(composer: Composer, book: ProviderBook) -> None:
    composer.put_text("hello")
    composer.submit()
    book.replace([not_installed(CLAUDE, "Claude Code", "anthropic"), provider(CODEX, "Codex", "openai")])
    composer.refresh_providers()
    assert composer.options == RunOptions(CLAUDE)


def test_somebody_who_was_removed_is_not_replaced_silently(composer: Composer, book: ProviderBook) -> None:
    composer.choose_provider(OLLAMA)
    composer.put_text("for Ollama only")
    book.replace([provider(CLAUDE, "Claude Code", "anthropic")])
    composer.refresh_providers()
    assert composer.options is None
    assert not composer.send_button.isEnabled()
    assert "choose who answers" in composer.send_button.toolTip()
    assert composer.provider_picker.accessibleName() == "Who answers: Choose who answers"
    composer.choose_provider(CLAUDE)
    assert composer.options == RunOptions(CLAUDE)
    assert composer.send_button.isEnabled()


def test_enter_and_shift_enter_can_be_swapped(composer: Composer, sent: list[tuple[str, RunOptions]], qtbot: QtBot) -> None:
    composer.set_enter_sends(False)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClicks(composer.edit, "two")
    assert sent == []
    assert composer.send_button.toolTip() == "Shift+Enter sends, Enter makes a new line"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert [text for text, _ in sent] == ["one\ntwo"]


@pytest.mark.parametrize("enter_sends", [True, False])
def test_control_enter_sends_whatever_enter_does(
    composer: Composer, sent: list[tuple[str, RunOptions]], qtbot: QtBot, enter_sends: bool
) -> None:
    composer.set_enter_sends(enter_sends)
    qtbot.keyClicks(composer.edit, "x")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(sent) == 1


def test_control_shift_enter_sends_now(composer: Composer, sent: list[tuple[str, RunOptions]], qtbot: QtBot) -> None:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClicks(composer.edit, "at once")
    with qtbot.waitSignal(composer.send_now_wanted) as wanted:
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return, keys)
    assert wanted.args == ["at once", RunOptions(CLAUDE)]
    assert sent == []


def test_writing_from_right_to_left_needs_no_setting(composer: Composer) -> None:
    composer.edit.setPlainText("\u05e9\u05dc\u05d5\u05dd\nhello")
    document = composer.edit.document()
    assert document.firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft
    assert document.lastBlock().textDirection() is Qt.LayoutDirection.LeftToRight


def test_a_draft_is_taken_where_nothing_was_written(composer: Composer) -> None:
    composer.take_draft(ThreadId("t1"), Draft("kept"))
    assert composer.text == "kept"
    composer.take_draft(ThreadId("t1"), Draft("older"))
    assert composer.text == "kept"


def test_a_draft_never_replaces_what_was_written_meanwhile(composer: Composer, qtbot: QtBot) -> None:
    qtbot.keyClicks(composer.edit, "newer")
    composer.take_draft(ThreadId("t1"), Draft("older"))
    assert composer.text == "newer"
    composer.edit.clear()
    composer.take_draft(ThreadId("t1"), Draft("older"))
    assert composer.text == ""


def test_only_what_a_person_does_changes_a_draft(composer: Composer, qtbot: QtBot) -> None:
    changed: list[object] = []
    composer.draft_changed.connect(lambda thread_id, at_once: changed.append((thread_id, at_once)))
    composer.take_draft(ThreadId("t1"), Draft("kept"))
    composer.show_thread(thread("t2"))
    composer.show_thread(thread("t1"))
    assert changed == []
    qtbot.keyClicks(composer.edit, "x")
    composer.submit()
    composer.was_sent(ThreadId("t1"), "keptx")
    assert changed == [(ThreadId("t1"), False), (ThreadId("t1"), True)]


def test_a_thread_that_is_sending_stays_so_when_another_is_shown(composer: Composer, sent: list[tuple[str, RunOptions]]) -> None:
    composer.put_text("once")
    composer.submit()
    composer.show_thread(thread("t2"))
    composer.show_thread(thread("t1"))
    composer.submit()
    assert len(sent) == 1
    assert not composer.send_button.isEnabled()


def test_the_meter_says_how_full_it_is_or_that_nobody_knows(composer: Composer) -> None:
    meter = find(composer, "context_meter", Meter)
    assert meter.isHidden()
    composer.show_preview(replace(preview_of(CLAUDE, 0, 0), occupied=76_000, context_window=200_000))
    assert meter.words == "38 % full"
    assert meter.fraction == pytest.approx(0.38)
    assert meter.accessibleName() == "Room of Claude Code: 38 % full"
    assert "76,000 of 200,000" in meter.toolTip()
    composer.show_preview(replace(preview_of(CLAUDE, 0, 0), occupied=230_000, context_window=200_000))
    assert meter.words == "full"
    composer.show_preview(preview_of(CLAUDE, 0, 0))
    assert (meter.words, meter.fraction) == ("room not known", None)
    assert meter.accessibleName() == "How full it is isn't known: Claude Code doesn't tell how much it can keep in mind."
    composer.show_preview(replace(preview_of(CLAUDE, 0, 0), occupied=76_000))
    assert "76,000 tokens in mind, of an unknown number" in meter.toolTip()
    composer.show_preview(replace(preview_of(CLAUDE, 0, 0), context_window=200_000))
    assert "200,000 tokens" in meter.toolTip()
    assert (meter.words, meter.fraction) == ("room not known", None)
    composer.choose_provider(CODEX)
    assert meter.isHidden()


def test_the_size_of_text_follows_the_theme(qtbot: QtBot, book: ProviderBook) -> None:
    own = Theme(chosen=Scheme.LIGHT)
    made = Composer(own, ProviderBook(own, book.providers))
    qtbot.addWidget(made)
    made.show_thread(thread("t1"))
    own.set_text_percent(200)
    assert made.edit.font().pixelSize() == own.font("reading").pixelSize() == 28
    assert made.edit.height() >= own.line_height("reading")
    own.deleteLater()
