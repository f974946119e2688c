# SPDX-License-Identifier: MIT
"""The window over services in memory: what a person does, and what must not get lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import BusyError, InvalidInputError, NotFoundError, StorageError
from onesist_desktop.core.ids import QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import MessageStatus, Role, TextPart
from onesist_desktop.core.turn_events import STOPPED, ApprovalAsked, AskedChoice, AskedQuestion, AskKind
from onesist_desktop.services.events import (
    AnswerGrew,
    ApprovalsChanged,
    MessageAdded,
    MessageChanged,
    NoticeLevel,
    NoticeRaised,
    QueueChanged,
    ResendableChanged,
    RunChanged,
    ThreadChanged,
)
from onesist_desktop.services.views import ApprovalView, QueuedView, QueueView, RunStatus, ThreadState
from onesist_desktop.ui.command_table import command_table
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import ElidedLabel
from tests.ui.fakes import (
    CLAUDE,
    CODEX,
    FakeServices,
    approval,
    message,
    preview_of,
    receipt,
    run_view,
    thread,
)
from tests.ui.helpers import find, label, opened, shown, turns, until

T1, T2 = ThreadId("t1"), ThreadId("t2")


async def test_the_newest_thread_is_shown(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert window.thread_id == T1
        assert [shown_message.text for shown_message in window.transcript.messages] == ["hello"]
        assert find(window, "thread_title").accessibleName() == "Fix the login loop"
        assert window.windowTitle() == "Toko Kita – Onesist"


async def test_a_message_is_sent_and_the_field_is_cleared_only_then(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.gates["send"] = asyncio.Event()
    async with opened(filled, theme) as window:
        qtbot.keyClicks(window.composer.edit, "do it")
        qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)
        qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return)
        await until(lambda: filled.called("send"))
        await turns()
        assert window.composer.text == "do it"
        filled.gates["send"].set()
        await until(lambda: not window.composer.text)
        assert [call[:2] for call in filled.called("send")] == [(T1, "do it")]
        assert [shown_message.text for shown_message in window.transcript.messages] == ["hello", "do it"]


async def test_a_file_without_words_can_be_sent_now(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        await until(lambda: window.thread_id is not None and window.transcript.messages)
        send_now = window.commands.action("send_now")
        assert not send_now.isEnabled()
        window.composer.attachments.take_files(["/a/x.md"])
        await until(send_now.isEnabled)
        window.composer.edit.setFocus()
        QTest.keyClick(window.composer.edit, Qt.Key.Key_Backspace)
        await until(lambda: not send_now.isEnabled())


@pytest.mark.parametrize("error", [StorageError("the disk is full"), InvalidInputError("too long")])
async def test_a_refused_message_stays_with_the_reason(qtbot: QtBot, filled: FakeServices, theme: Theme, error: Exception) -> None:
    filled.failures["send"] = error  # type: ignore[assignment]
    async with opened(filled, theme) as window:
        window.composer.put_text("precious")
        window.composer.submit()
        await until(lambda: window.composer.error_text)
        assert window.composer.text == "precious"
        assert str(error) in window.composer.error_text


async def test_a_bug_in_a_service_is_reported_and_the_text_stays(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["send"] = RuntimeError("bug")  # type: ignore[assignment]
    async with opened(filled, theme) as window:
        window.composer.put_text("precious")
        window.composer.submit()
        await until(lambda: filled.faults)
        assert window.composer.text == "precious"
        filled.failures.clear()
        filled.faults.clear()
        await until(window.composer.send_button.isEnabled)
        window.composer.submit()
        await until(lambda: not window.composer.text)


async def test_the_first_message_of_a_project_makes_a_thread(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with opened(services, theme) as window:
        assert find(window, "empty_thread").isVisible()
        window.composer.put_text("start")
        window.composer.submit()
        await until(lambda: services.called("send") and not window.composer.text)
        assert services.called("send")[0][:2] == (ThreadId("new0"), "start")
        assert window.thread_id == "new0"
        assert find(window, "transcript").isVisible()


async def test_a_thread_that_can_not_be_made_keeps_the_text(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    services.failures["create"] = StorageError("read-only")
    async with opened(services, theme) as window:
        window.composer.put_text("start")
        window.composer.submit()
        await until(lambda: window.composer.error_text)
        assert window.composer.text == "start"


async def test_a_slow_thread_does_not_replace_the_one_that_was_chosen_after_it(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    async with opened(filled, theme) as window:
        filled.gates["open_thread"] = asyncio.Event()
        window.show_thread(T2)
        window.show_thread(T1)
        filled.gates["open_thread"].set()
        await until(lambda: not window.services.supervisor.running)
        assert window.transcript.thread_id == T1


async def test_what_happens_while_a_thread_is_read_is_not_lost(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.gates["open_thread"] = asyncio.Event()
        window.show_thread(T2)
        await until(lambda: len(filled.called("open_thread")) == 2)
        filled.bus.publish(MessageAdded(message("t2", 1, Role.USER, "meanwhile")))
        filled.bus.publish(RunChanged(run_view("t2")))
        filled.bus.publish(ApprovalsChanged(T2, (approval("q"),)))
        filled.gates["open_thread"].set()
        await until(lambda: window.transcript.thread_id == T2)
        assert [one.text for one in window.transcript.messages] == ["meanwhile"]
        assert window.run_bar.is_working
        assert shown(window, "approval_card")
        filled.bus.publish(RunChanged(run_view("t2", RunStatus.FINISHED)))


async def test_a_thread_that_can_not_be_read_can_be_chosen_again(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.composer.put_text("draft of the first")
        filled.failures["open_thread"] = StorageError("locked")
        window.show_thread(T2)
        await until(lambda: "locked" in window.page.banner.text)
        assert window.thread_id is None
        filled.failures.clear()
        window.show_thread(T1)
        await until(lambda: window.transcript.thread_id == T1)
        assert window.composer.text == "draft of the first"


async def test_events_of_the_shown_thread_reach_the_screen(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    bus = filled.bus
    async with opened(filled, theme) as window:
        bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING)))
        bus.publish(MessageAdded(receipt("t1", 2)))
        growing = message("t1", 3, Role.ASSISTANT, "wor", provider_id=CLAUDE, status=MessageStatus.STREAMING)
        bus.publish(MessageAdded(growing))
        bus.publish(AnswerGrew(replace(growing, parts=(TextPart("words"),))))
        bus.publish(MessageAdded(message("t2", 1, Role.USER, "elsewhere")))
        assert [one.text for one in window.transcript.messages] == ["hello", "", "words"]
        assert window.composer.send_button.text() == "Queue"
        assert find(window, "now_text").accessibleName() == "Claude Code is answering"
        bus.publish(MessageChanged(replace(growing, parts=(TextPart("words."),), status=MessageStatus.SETTLED)))
        bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED, outcome=STOPPED)))
        assert not find(window, "run_bar").isVisible()
        assert window.composer.send_button.text() == "Send"
        bus.publish(ResendableChanged(T1, window.transcript.messages[0].id))
        await until(lambda: shown(window, "send_again"))
        find(shown(window, "send_again")[0].parentWidget(), "send_again", QPushButton).click()
        await until(lambda: filled.called("send_again"))


async def test_approvals_are_decided_and_a_failure_gives_the_buttons_back(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["decide"] = NotFoundError("gone")
    async with opened(filled, theme) as window:
        filled.bus.publish(RunChanged(run_view("t1")))
        filled.bus.publish(ApprovalsChanged(T1, (approval("q1"),)))
        assert find(window, "now_text").accessibleName().startswith("Claude Code waits for you: 1 request")
        await until(lambda: shown(window, "option_allow"))
        button = find(window, "option_allow", QPushButton)
        button.click()
        await until(lambda: filled.called("decide"))
        assert filled.called("decide") == [(T1, "q1", "allow")]
        await until(button.isEnabled)
        assert "gone" in window.page.banner.text


async def test_a_refusal_takes_its_word_along_and_a_question_its_answers(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    refused = ApprovalAsked("q1", "npm install", "npm install", kind=AskKind.COMMAND, takes_word=True)
    choices = (AskedChoice("Blue"), AskedChoice("Green"))
    question = AskedQuestion("Which?", choices=choices)
    asked = ApprovalAsked("q2", "Which?", options=("answer", "deny"), kind=AskKind.QUESTION, questions=(question,))
    async with opened(filled, theme) as window:
        filled.bus.publish(RunChanged(run_view("t1")))
        views = tuple(ApprovalView(T1, RunId("r"), request) for request in (refused, asked))
        filled.bus.publish(ApprovalsChanged(T1, views))
        await until(lambda: shown(window, "say_why") and shown(window, "question_card"))
        assert window.transcript.focus_card()
        card = shown(window, "approval_card")[0]
        assert card.hasFocus()
        find(card, "say_why", QPushButton).click()
        field = find(card, "refusal_word", QLineEdit)
        QTest.keyClicks(field, "use pnpm")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: filled.called("decide"))
        filled.bus.publish(ApprovalsChanged(T1, views[1:]))
        await until(lambda: not shown(window, "approval_card"))
        window.commands.action("next_needing").trigger()
        assert window.transcript.focus_card()
        form = shown(window, "question_card")[0]
        QTest.keyClick(form, Qt.Key.Key_2)
        QTest.keyClick(form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(filled.called("decide")) == 2)
        assert filled.called("decide") == [(T1, "q1", "deny", "use pnpm", ()), (T1, "q2", "answer", "", (("Green",),))]
        filled.bus.publish(ApprovalsChanged(T1, ()))
        assert not window.transcript.focus_card()


async def test_a_waiting_message_is_added_to_the_running_answer(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(RunChanged(run_view("t1")))
        filled.bus.publish(QueueChanged(QueueView(T1, (QueuedView(QueuedId("q1"), T1, "and a test", CLAUDE),))))
        assert shown(window, "steer_queued") == []
        filled.bus.publish(RunChanged(run_view("t1", can_steer=True)))
        find(window, "steer_queued", QPushButton).click()
        await until(lambda: filled.called("steer_queued"))
        assert filled.called("steer_queued") == [("q1",)]
        await until(lambda: not window.services.supervisor.running)
        filled.failures["steer_queued"] = BusyError("it can't be taken now")
        find(window, "steer_queued", QPushButton).click()
        await until(lambda: window.page.toast.text)
        assert window.page.toast.text == "It can't be added just now. The message still waits here."
        assert window.page.banner.isHidden()


async def test_the_queue_is_edited_deleted_sent_and_says_that_it_is_held(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    item = QueuedView(QueuedId("q1"), T1, "first line\nsecond line", CODEX)
    async with opened(filled, theme) as window:
        filled.bus.publish(QueueChanged(QueueView(T1, (item,), is_held=True)))
        assert find(window, "queue_held").isVisible()
        find(window, "edit_queued").click()  # type: ignore[attr-defined]
        field = find(window, "queued_field", QLineEdit)
        field.setText(field.text() + " more")
        QTest.keyClick(field, Qt.Key.Key_Return)
        find(window, "send_now", QPushButton).click()
        await until(lambda: filled.called("send_queued"))
        assert filled.called("edit_queued") == [("q1", "first line\nsecond line more")]
        await until(lambda: not window.services.supervisor.running)
        find(window, "delete_queued").click()  # type: ignore[attr-defined]
        await until(lambda: filled.called("delete_queued"))
        filled.bus.publish(QueueChanged(QueueView(T1)))
        assert not find(window, "run_bar").isVisible()


async def test_stop_by_button_and_by_key(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert not window.commands.action("stop").isEnabled()
        filled.bus.publish(RunChanged(run_view("t1")))
        find(window, "stop_run", QPushButton).click()
        await until(lambda: len(filled.called("stop")) == 1 and not window.services.supervisor.running)
        window.commands.action("stop").trigger()
        await until(lambda: len(filled.called("stop")) == 2)


async def test_the_line_above_the_field_says_what_is_handed_over(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.previews[CODEX] = preview_of(CODEX, 3, 3, text="# exact text")
    async with opened(filled, theme) as window:
        window.composer.choose_provider(CODEX)
        line = find(window, "handover")
        await until(line.isVisible)
        assert line.accessibleName() == "Codex has not seen 3 messages. All 3 will be handed over."
        find(window, "handover_preview", QPushButton).click()
        await until(lambda: window.findChild(QDialog, "handoff_dialog"))
        dialog = find(window, "handoff_dialog", QDialog)
        assert label(dialog, "dialog_title") == "What Codex will be told"
        assert find(dialog, "handoff_text", QPlainTextEdit).toPlainText() == "# exact text"
        dialog.reject()


async def test_what_it_was_told_is_read_word_for_word(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert not window.commands.action("what_was_told").isEnabled()
        filled.bus.publish(MessageAdded(receipt("t1", 2)))
        window.commands.action("what_was_told").trigger()
        await until(lambda: window.findChild(QDialog, "handoff_dialog"))
        dialog = find(window, "handoff_dialog", QDialog)
        assert label(dialog, "handoff_state") == "Handed over"
        assert label(dialog, "handoff_counts") == "6 items in, 2 left out"
        assert find(dialog, "handoff_text", QPlainTextEdit).isReadOnly()
        find(dialog, "copy_handoff", QPushButton).click()
        assert QApplication.clipboard().text().startswith("# What happened before")
        QApplication.clipboard().clear()
        dialog.accept()


async def test_closing_asks_while_a_run_works_anywhere(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        confirmed: list[bool] = []
        window.close_confirmed.connect(lambda: confirmed.append(True))
        filled.bus.publish(RunChanged(run_view("t2")))
        window.close()
        window.close()
        assert window.isVisible()
        assert confirmed == []
        assert len(window.findChildren(QDialog, "close_question")) == 1
        find(window, "cancel", QPushButton).click()
        await turns()
        window.close()
        find(window, "confirm", QPushButton).click()
        assert confirmed == [True]
        assert not window.isVisible()
        filled.bus.publish(RunChanged(run_view("t2", RunStatus.FINISHED)))


async def test_closing_without_a_run_does_not_ask(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        with qtbot.waitSignal(window.close_confirmed):
            window.commands.action("quit").trigger()


async def test_a_thread_is_renamed(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.commands.action("rename_thread").trigger()
        dialog = find(window, "rename_dialog", QDialog)
        field = find(dialog, "field", QLineEdit)
        field.clear()
        assert not find(dialog, "confirm", QPushButton).isEnabled()
        field.setText("A better name")
        find(dialog, "confirm", QPushButton).click()
        await until(lambda: find(window, "thread_title").accessibleName() == "A better name")
        assert filled.called("rename") == [(T1, "A better name")]


async def test_selection_stays_on_its_thread_when_rows_move(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(ThreadChanged(thread("t2", "Release notes", updated_at=99, state=ThreadState.WORKING)))
        assert [view.id for view in window.threads.threads()] == [T2, T1]
        assert window.sidebar.tree.currentIndex() == window.threads.index_of(T1)
        assert window.thread_id == T1
        window.commands.action("previous_thread").trigger()
        assert window.thread_id == T2


async def test_another_projects_thread_is_not_listed(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(ThreadChanged(replace(thread("x"), project_id="elsewhere")))  # type: ignore[arg-type]
        assert len(list(window.threads.threads())) == 2


async def test_the_mode_is_kept_with_the_thread(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.composer.choose_mode(PermissionMode.PLAN)
        await until(lambda: filled.called("set_mode") == [(T1, PermissionMode.PLAN)])


async def test_messages_that_can_not_be_read_can_be_asked_for_again(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    history = [message("t1", seq, Role.USER, f"number {seq}") for seq in range(1, 201)]
    filled.put_thread(thread("t1", "Fix the login loop", updated_at=9), *history)
    filled.failures["page"] = StorageError("locked")
    async with opened(filled, theme) as window:
        window.transcript.jump_to(3)
        await until(lambda: shown(window, "read_again"))
        filled.failures.clear()
        find(shown(window, "read_again")[0].parentWidget(), "read_again", QPushButton).click()
        await until(lambda: any(one.seq == 3 for one in window.transcript.messages))


async def test_notices_of_the_app_stay_until_they_are_closed(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(NoticeRaised(NoticeLevel.WARNING, "keyring_locked"))
        filled.bus.publish(NoticeRaised(NoticeLevel.ERROR, "storage", "disk full"))
        assert window.page.banner.text.split("\n") == [
            "The keyring of this computer is locked, so saved keys can't be read.",
            "The database can't be written: disk full. What was stored before is safe.",
        ]
        find(window, "banner_close").click()  # type: ignore[attr-defined]
        assert not window.page.banner.isVisible()


async def test_a_refused_folder_is_one_sentence_that_goes_with_the_next_letter(
    qtbot: QtBot, services: FakeServices, theme: Theme
) -> None:
    refused = InvalidInputError("the folder can't be opened: [Errno 2] No such file or directory: '/nowhere'")
    refused.__cause__ = FileNotFoundError(2, "No such file or directory", "/nowhere")
    services.failures["open_folder"] = refused
    async with opened(services, theme, project=None) as window:
        field = find(window, "folder_path", QLineEdit)
        qtbot.keyClicks(field, "/nowhere")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: shown(window, "folder_error"))
        assert label(window, "folder_error") == "This folder can't be opened: No such file or directory."
        qtbot.keyClicks(field, "x")
        assert shown(window, "folder_error") == []


async def test_the_header_shortens_the_home_folder(
    qtbot: QtBot, services: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/sari")
    monkeypatch.setenv("USERPROFILE", "/home/sari")
    async with opened(services, theme) as window:
        assert find(window, "thread_place", ElidedLabel).text == str(Path("~/Projects/toko-kita"))


async def test_f6_goes_round_the_regions(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.activateWindow()
        window.composer.edit.setFocus()
        await turns()
        visited = []
        for _ in range(6):
            window.commands.action("next_region").trigger()
            focused = QApplication.focusWidget()
            assert focused is not None
            visited.append(focused.objectName())
        assert visited == ["tab_run", "threads_tree", "view_conversation", "transcript", "composer_text", "tab_run"]
        window.commands.action("previous_region").trigger()
        assert QApplication.focusWidget() is window.composer.edit


async def test_every_command_has_words_and_works_without_a_menu_bar(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        actions = [window.commands.action(command.id) for command in command_table()]
        assert set(actions) <= set(window.actions())
        assert all(action.text() for action in actions)
        shortcuts = [action.shortcut().toString() for action in actions if not action.shortcut().isEmpty()]
        assert len(shortcuts) == len(set(shortcuts))
        window.commands.action("open_menu").trigger()
        menu = find(window, "app_menu")
        assert menu.isVisible()
        menu.close()


async def test_everything_that_takes_focus_has_a_name(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    item = QueuedView(QueuedId("q1"), T1, "next", CODEX)
    async with opened(filled, theme) as window:
        filled.bus.publish(RunChanged(run_view("t1")))
        filled.bus.publish(QueueChanged(QueueView(T1, (item,))))
        await turns()
        nameless = []
        for widget in window.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                interface = QAccessible.queryAccessibleInterface(widget)
                if interface is None or not interface.text(QAccessible.Text.Name):
                    nameless.append((type(widget).__name__, widget.objectName()))
        assert nameless == []


async def test_a_second_start_brings_the_window_to_the_front(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.showMinimized()
        window.raise_window()
        assert not window.isMinimized()


async def test_a_narrow_window_gives_its_room_to_the_conversation(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.resize(800, 600)
        await until(lambda: not find(window, "sidebar").isVisible())
        window.commands.action("toggle_sidebar").trigger()
        assert find(window, "sidebar").isVisible()
        window.resize(1000, 600)
        await until(lambda: find(window, "sidebar").isVisible())


async def test_stopping_a_run_that_is_gone_is_said(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["send_again"] = BusyError("an answer is being written")
    async with opened(filled, theme) as window:
        window.transcript.send_again.emit("t1-1")
        await until(lambda: "an answer is being written" in window.page.banner.text)
