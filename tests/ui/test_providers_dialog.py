# SPDX-License-Identifier: MIT
"""*Who can answer*: what it says of everybody, and that each action reaches the service, once, and tells its failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import Readiness
from onesist_desktop.core.errors import InvalidInputError, KeyringError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Role
from onesist_desktop.services.events import MessageAdded, ProvidersChanged
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog
from onesist_desktop.ui.dialogs.provider_row import ProviderRow
from onesist_desktop.ui.dialogs.providers_dialog import ProvidersDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.provider_words import about, badge
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, FakeServices, error_notice, message, provider, thread
from tests.ui.helpers import find, label, opened, shown, turns, until


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    services.put_thread(thread("t1", provider_id=CLAUDE), message("t1", 1, Role.USER, "hello"))
    services.providers_list[2] = provider(
        OLLAMA, "Ollama", "local", is_agent=False, is_custom=True, has_key=True, default_model="qwen3"
    )
    return services


@asynccontextmanager
async def shown_dialog(services: FakeServices, theme: Theme) -> AsyncIterator[tuple[MainWindow, ProvidersDialog]]:
    async with opened(services, theme) as window:
        window.commands.action("providers").trigger()
        dialog = find(window, "providers_dialog", ProvidersDialog)
        await turns()
        yield window, dialog
        for one in window.findChildren(QDialog):
            one.reject()
        await turns()


def row(dialog: ProvidersDialog, provider_id: ProviderId) -> ProviderRow:
    return find(dialog, f"provider_{provider_id}", ProviderRow)


def buttons(one: ProviderRow) -> list[str]:
    return [button.text() for button in one.buttons if button.isVisible()]


async def test_everybody_is_listed_with_state_and_what_can_be_done(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (_, dialog):
        said = {
            one: (label(row(dialog, one), "provider_state"), buttons(row(dialog, one))) for one in (CLAUDE, CODEX, OLLAMA, PRACTICE)
        }
        assert said == {
            CLAUDE: ("Ready", ["Choose program…", "Find it"]),
            CODEX: ("Not installed", ["Choose program…", "Find it"]),
            OLLAMA: ("Ready", ["Change key…", "Remove…"]),
            PRACTICE: ("Ready", []),
        }
        assert label(row(dialog, CLAUDE), "provider_about") == "Version 2.1, installed and signed in"
        assert "Install it as its maker describes" in label(row(dialog, CODEX), "provider_about")
        assert row(dialog, CODEX).accessibleName() == "Codex: Not installed"


def view(reason: str, *, is_agent: bool = True, provider_id: str = "x", has_key: bool = False) -> ProviderView:
    readiness = Readiness(is_ready=False, reason=reason, detail="the details") if reason else Readiness(is_ready=True)
    return provider(ProviderId(provider_id), "X", "other", is_agent=is_agent, readiness=readiness, has_key=has_key)


@pytest.mark.parametrize(
    ("one", "state", "words"),
    [
        (view("program_missing", provider_id="claude-code"), "Not installed", "npm install -g @anthropic-ai/claude-code"),
        (view("program_missing"), "Not installed", "Install it as its maker describes"),
        (view("not_signed_in", provider_id="claude-code"), "Signed out", "Start “claude” in a terminal and sign in there"),
        (view("not_signed_in"), "Signed out", "Start it once in a terminal"),
        (view("not_signed_in", is_agent=False), "Key refused", "Change the key"),
        (view("key_missing", is_agent=False), "No key", "Needs a key"),
        (view("connection_lost", is_agent=False), "Not running", "start its server"),
        (view("connection_lost"), "Not running", "the details"),
        (view("overloaded"), "Not ready", "the details"),
        (view("", is_agent=False, has_key=True), "Ready", "with your own key"),
        (view("", is_agent=False), "Ready", "needs no key"),
        (view(""), "Ready", "Installed, signed in"),
        (replace(view(""), readiness=None), "Looking…", ""),
    ],
)
def test_every_state_says_what_is_missing_and_what_to_do(qtbot: QtBot, one: ProviderView, state: str, words: str) -> None:
    assert badge(one).text == state
    assert words in about(one)
    assert bool(words) == bool(about(one))


async def test_a_changed_key_is_saved_once(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.gates["save_key"] = asyncio.Event()
    async with shown_dialog(filled, theme) as (window, dialog):
        find(row(dialog, OLLAMA), "change_key", QPushButton).click()
        asks = find(window, "change_key_dialog", ChangeKeyDialog)
        assert label(asks, "dialog_title") == "Change the key of Ollama"
        key = find(asks, "key", QLineEdit)
        assert key.text() == ""
        assert key.echoMode() is QLineEdit.EchoMode.Password
        save = find(asks, "save", QPushButton)
        assert not save.isEnabled()
        qtbot.keyClicks(key, " new-secret ")
        QTest.keyClick(key, Qt.Key.Key_Return)
        QTest.keyClick(key, Qt.Key.Key_Return)
        await until(lambda: filled.called("save_key"))
        asks.reject()
        assert asks.isVisible()
        filled.gates["save_key"].set()
        await until(lambda: window.findChild(ChangeKeyDialog) is None)
        assert filled.called("save_key") == [(OLLAMA, "new-secret", False)]
        assert dialog.isVisible()


async def test_a_keyring_that_fails_offers_the_session_and_keeps_what_was_typed(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    filled.failures["save_key"] = KeyringError("no keyring service was found")
    async with shown_dialog(filled, theme) as (window, dialog):
        find(row(dialog, OLLAMA), "change_key", QPushButton).click()
        asks = find(window, "change_key_dialog", ChangeKeyDialog)
        assert shown(asks, "session_only") == []
        qtbot.keyClicks(find(asks, "key", QLineEdit), "new-secret")
        find(asks, "save", QPushButton).click()
        await until(lambda: shown(asks, "key_error"))
        assert "no keyring service was found. Nothing was saved." in label(asks, "key_error")
        assert find(asks, "key", QLineEdit).text() == "new-secret"
        filled.failures.clear()
        find(asks, "session_only", QPushButton).click()
        await until(lambda: window.findChild(ChangeKeyDialog) is None)
        assert filled.called("save_key") == [(OLLAMA, "new-secret", False), (OLLAMA, "new-secret", True)]


async def test_cancel_and_escape_change_no_key(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (window, dialog):
        for leave in ("cancel", "escape"):
            find(row(dialog, OLLAMA), "change_key", QPushButton).click()
            asks = find(window, "change_key_dialog", ChangeKeyDialog)
            qtbot.keyClicks(find(asks, "key", QLineEdit), "new-secret")
            if leave == "cancel":
                find(asks, "cancel", QPushButton).click()
            else:
                QTest.keyClick(asks, Qt.Key.Key_Escape)
            await until(lambda: window.findChild(ChangeKeyDialog) is None)
        assert filled.called("save_key") == []
        assert dialog.isVisible()


async def test_removing_asks_first_and_says_that_threads_stay(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (window, dialog):
        remove = find(row(dialog, OLLAMA), "remove_provider", QPushButton)
        remove.click()
        question = find(window, "remove_question", QDialog)
        assert "All threads stay" in label(question, "dialog_sentence")
        assert question.focusWidget() is find(question, "cancel")
        QTest.keyClick(question.focusWidget(), Qt.Key.Key_Return)
        find(question, "cancel", QPushButton).click()
        await turns()
        assert filled.called("remove") == []
        remove.setFocus()
        remove.click()
        find(window, "confirm", QPushButton).click()
        await until(lambda: filled.called("remove") == [(OLLAMA,)])
        filled.providers_list = [one for one in filled.providers_list if one.info.id != OLLAMA]
        filled.bus.publish(ProvidersChanged())
        await turns()
        assert shown(dialog, f"provider_{OLLAMA}") == []
        assert shown(dialog, "group_models") == []
        assert dialog.focusWidget() is find(dialog, "close")


async def test_a_removal_that_fails_is_said_and_the_row_stays(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["remove"] = KeyringError("the keyring is locked")
    async with shown_dialog(filled, theme) as (window, dialog):
        find(row(dialog, OLLAMA), "remove_provider", QPushButton).click()
        find(window, "confirm", QPushButton).click()
        await until(lambda: shown(dialog, "providers_error"))
        assert label(dialog, "providers_error") == "Not removed: the keyring is locked."
        assert row(dialog, OLLAMA).isVisible()


async def test_a_program_is_chosen_or_looked_up_again(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (window, dialog):
        find(row(dialog, CODEX), "choose_program", QPushButton).click()
        files = window.findChild(QFileDialog)
        assert files is not None
        files.fileSelected.emit("/opt/codex")
        files.reject()
        await until(lambda: filled.called("set_program") == [(CODEX, "/opt/codex")])
        find(row(dialog, CODEX), "look_up_program", QPushButton).click()
        await until(lambda: filled.called("set_program")[1:] == [(CODEX, "")])
        filled.failures["set_program"] = InvalidInputError("/opt/x is not a program that can be started")
        find(row(dialog, CODEX), "look_up_program", QPushButton).click()
        await until(lambda: shown(dialog, "providers_error"))
        assert "Nothing was changed: /opt/x is not a program" in label(dialog, "providers_error")
        filled.failures.clear()
        find(dialog, "look_again", QPushButton).click()
        assert shown(dialog, "providers_error") == []
        await until(lambda: filled.called("refresh"))


async def test_a_file_dialog_that_is_left_changes_nothing(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (window, dialog):
        find(row(dialog, CODEX), "choose_program", QPushButton).click()
        files = window.findChild(QFileDialog)
        assert files is not None
        files.reject()
        await turns()
        assert filled.called("set_program") == []


async def test_looking_again_says_so_until_it_is_over(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.gates["refresh"] = asyncio.Event()
    async with shown_dialog(filled, theme) as (_, dialog):
        again = find(dialog, "look_again", QPushButton)
        again.click()
        again.click()
        await until(lambda: filled.called("refresh"))
        assert label(dialog, "providers_progress") == "Looking…"
        assert not again.isEnabled()
        filled.providers_list[1] = provider(CODEX, "Codex", "openai", readiness=Readiness(is_ready=True, version="0.61"))
        filled.bus.publish(ProvidersChanged())
        assert label(row(dialog, CODEX), "provider_state") == "Ready"
        filled.gates["refresh"].set()
        await until(again.isEnabled)
        assert label(dialog, "providers_progress") == ""
        assert len(filled.called("refresh")) == 1


async def test_closing_it_while_it_looks_harms_nothing(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.gates["refresh"] = asyncio.Event()
    async with shown_dialog(filled, theme) as (window, dialog):
        find(dialog, "look_again", QPushButton).click()
        await until(lambda: filled.called("refresh"))
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: window.findChild(ProvidersDialog) is None)
        filled.gates["refresh"].set()
        await until(lambda: not window.services.supervisor.running)


async def test_a_model_can_be_added_from_it(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (window, dialog):
        find(dialog, "add_model", QPushButton).click()
        assert find(window, "key_dialog", KeyDialog).parentWidget() is dialog
        find(window, "save", QPushButton).click()
        await until(lambda: window.findChild(KeyDialog) is None)
        filled.providers_list.insert(3, provider(ProviderId("added"), "LM Studio", "local", is_agent=False, is_custom=True))
        filled.bus.publish(ProvidersChanged())
        added = row(dialog, ProviderId("added"))
        await until(added.isVisible)
        assert buttons(added) == ["Add key…", "Remove…"]
        await until(lambda: added.y() > row(dialog, OLLAMA).y())
        assert added.parent() is row(dialog, OLLAMA).parent()


async def test_the_focus_stays_on_its_button_when_states_change(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (_, dialog):
        button = find(row(dialog, OLLAMA), "change_key", QPushButton)
        button.setFocus()
        filled.providers_list[2] = replace(filled.providers_list[2], readiness=Readiness(is_ready=False, reason="connection_lost"))
        filled.bus.publish(ProvidersChanged())
        assert dialog.focusWidget() is button
        assert label(row(dialog, OLLAMA), "provider_state") == "Not running"


async def test_the_tab_key_goes_through_it_from_top_to_bottom(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with shown_dialog(filled, theme) as (_, dialog):
        dialog.activateWindow()
        find(dialog, "look_again").setFocus()
        await turns()
        visited = []
        for _ in range(9):
            focused = dialog.focusWidget()
            assert focused is not None
            visited.append(focused.objectName())
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        assert visited == [
            "look_again",
            "providers_list",
            "choose_program",
            "look_up_program",
            "choose_program",
            "look_up_program",
            "change_key",
            "remove_provider",
            "add_model",
        ]
        assert dialog.focusWidget() is find(dialog, "close")


@pytest.mark.parametrize(
    ("reason", "provider_id", "focus"),
    [
        ("program_missing", CODEX, "choose_program"),
        ("not_signed_in", CODEX, "choose_program"),
        ("key_missing", OLLAMA, "change_key"),
        ("not_signed_in", "gone", "close"),
    ],
)
async def test_an_error_card_leads_to_who_has_to_be_set_up(
    qtbot: QtBot, filled: FakeServices, theme: Theme, reason: str, provider_id: str, focus: str
) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(MessageAdded(error_notice("t1", 2, reason=reason, provider_id=provider_id)))
        await until(lambda: shown(window, "set_up"))
        button = find(window.transcript.as_widget, "set_up", QPushButton)
        assert button.text() == f"Set up {window.book.title(ProviderId(provider_id))}…"
        button.click()
        await turns()
        dialog = find(window, "providers_dialog", ProvidersDialog)
        focused = dialog.focusWidget()
        assert focused is not None
        assert focused.objectName() == focus
        if focus != "close":
            assert row(dialog, ProviderId(provider_id)).isAncestorOf(focused)
        button.click()
        assert len(window.findChildren(ProvidersDialog)) == 1
        dialog.reject()
        await turns()


async def test_other_failures_have_no_such_button(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(MessageAdded(error_notice("t1", 2, reason="overloaded")))
        assert shown(window.transcript.as_widget, "set_up") == []


async def test_the_picker_and_the_start_page_lead_to_it(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        button = window.composer.provider_picker
        button.open_menu()
        assert button.picker is not None
        assert button.picker.footer.text() == "Add who answers…"
        before = window.composer.options
        button.picker.footer.click()
        assert not button.picker.isVisible()
        find(window, "providers_dialog", ProvidersDialog).reject()
        assert window.composer.options == before
        await until(lambda: window.findChild(ProvidersDialog) is None)
        window.show_start_page()
        find(window.start_page, "set_up", QPushButton).click()
        find(window, "providers_dialog", ProvidersDialog).reject()
        await turns()
        assert QApplication.activeModalWidget() is None
