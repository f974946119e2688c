# SPDX-License-Identifier: MIT
"""The settings of those who answer: what they say, and that each action reaches the service, once, and tells its failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QLineEdit, QPushButton

from onesist_desktop.core.answerer import AnswererInfo, ModelInfo, Readiness, SetupHelp
from onesist_desktop.core.errors import FailureReason, InvalidInputError, KeyringError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Role
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services.events import MessageAdded, ProvidersChanged
from onesist_desktop.services.views import ModelList
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.settings.provider_detail import ProviderDetail
from onesist_desktop.ui.settings.provider_row import ProviderRow
from onesist_desktop.ui.settings.providers_page import ProvidersPage
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, FakeServices, error_notice, message, provider, thread
from tests.ui.helpers import find, label, opened, shown, turns, until

WORK = ProviderId("codex-work")
SETUP = SetupHelp("npm install -g @openai/codex", "codex login", "https://developers.openai.com/codex")
MISSING = Readiness(is_ready=False, reason="program_missing")


@pytest.fixture
def filled(qapp: QApplication, services: FakeServices) -> FakeServices:
    services.put_thread(thread("t1", provider_id=CLAUDE), message("t1", 1, Role.USER, "hello"))
    found = Readiness(is_ready=True, version="2.1", program="/opt/claude", is_signed_in=True)
    services.providers_list[0] = provider(
        CLAUDE, "Claude Code", "anthropic", readiness=found, takes_program=True, can_have_accounts=True
    )
    codex = provider(CODEX, "Codex", "openai", readiness=MISSING, takes_program=True, program="/opt/codex")
    services.providers_list[1] = replace(codex, info=AnswererInfo(CODEX, "Codex", "openai", SETUP))
    services.providers_list[2] = provider(
        OLLAMA, "Ollama", "local", is_agent=False, is_custom=True, has_key=True, default_model="qwen3"
    )
    return services


@asynccontextmanager
async def settings(
    services: FakeServices, theme: Theme, provider_id: ProviderId | None = None
) -> AsyncIterator[tuple[MainWindow, ProvidersPage]]:
    async with opened(services, theme) as window:
        window.provider_setup.open_provider_settings(provider_id)
        page = find(window, "providers_page", ProvidersPage)
        await turns()
        yield window, page
        for one in window.findChildren(QDialog):
            one.reject()
        await turns()


@pytest.fixture
def pages(qapp: QApplication) -> Iterator[list[str]]:
    """What is opened in the browser."""

    class Browser(QObject):
        opened: list[str]

        @Slot(QUrl)
        def open(self, url: QUrl) -> None:
            self.opened.append(url.toString())

    browser = Browser()
    browser.opened = []
    QDesktopServices.setUrlHandler("https", browser, "open")
    yield browser.opened
    QDesktopServices.unsetUrlHandler("https")


def row(page: ProvidersPage, provider_id: ProviderId) -> ProviderRow:
    return find(page, f"provider_{provider_id}", ProviderRow)


def detail(page: ProvidersPage) -> ProviderDetail:
    made = [one for one in page.findChildren(ProviderDetail) if one.isVisible()]
    assert len(made) == 1
    return made[0]


# -- the list -------------------------------------------------------------------------------------------------------------


async def test_everybody_is_listed_with_their_state(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme) as (window, page):
        assert {one: row(page, one).state for one in (CLAUDE, CODEX, OLLAMA, PRACTICE)} == {
            CLAUDE: "Ready",
            CODEX: "Not installed",
            OLLAMA: "Ready",
            PRACTICE: "Ready",
        }
        assert row(page, CODEX).accessibleName() == "Codex: Not installed"
        assert row(page, CLAUDE).accessibleDescription() == "Version 2.1, signed in"
        assert find(window, "settings_dialog", SettingsDialog).navigation.currentItem().text() == "Who answers"
        before = row(page, CODEX).height()
        filled.providers_list[1] = provider(CODEX, "Codex", "openai", readiness=Readiness(is_ready=True, version="0.61"))
        filled.bus.publish(ProvidersChanged())
        await turns()
        assert row(page, CODEX).state == "Ready"
        assert row(page, CODEX).height() == before


async def test_a_row_opens_their_part_and_back_leads_to_the_row(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme) as (window, page):
        QTest.mouseClick(row(page, CLAUDE), Qt.MouseButton.LeftButton)
        await turns()
        assert page.provider_id == CLAUDE
        assert label(page, "detail_title") == "Claude Code"
        assert page.focusWidget() is find(page, "all_providers")
        QTest.keyClick(find(page, "all_providers"), Qt.Key.Key_Space)
        await turns()
        assert page.provider_id is None
        assert page.focusWidget() is row(page, CLAUDE)
        QTest.keyClick(row(page, CLAUDE), Qt.Key.Key_Space)
        assert page.provider_id == CLAUDE
        window.provider_setup.open_provider_settings(CODEX)
        assert page.provider_id == CODEX
        assert len(window.findChildren(SettingsDialog)) == 1
        window.provider_setup.open_provider_settings(ProviderId("gone"))
        assert page.provider_id is None


async def test_the_tab_key_goes_through_the_list_from_top_to_bottom(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme) as (_, page):
        page.window().activateWindow()
        find(page, "look_again").setFocus()
        await turns()
        visited = []
        for _ in range(7):
            focused = page.window().focusWidget()
            assert focused is not None
            visited.append(focused.objectName())
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        order = [CLAUDE, CODEX, OLLAMA, PRACTICE]
        assert visited == ["look_again", *(f"provider_{one}" for one in order), "add_agent", "add_model"]


async def test_looking_again_says_so_until_it_is_over(filled: FakeServices, theme: Theme) -> None:
    filled.gates["refresh"] = asyncio.Event()
    async with settings(filled, theme) as (_, page):
        again = find(page, "look_again", QPushButton)
        again.click()
        again.click()
        await until(lambda: filled.called("refresh"))
        assert label(page, "providers_progress") == "Looking…"
        assert not again.isEnabled()
        filled.gates["refresh"].set()
        await until(again.isEnabled)
        assert label(page, "providers_progress") == ""
        assert len(filled.called("refresh")) == 1


async def test_closing_it_while_it_looks_harms_nothing(filled: FakeServices, theme: Theme) -> None:
    filled.gates["refresh"] = asyncio.Event()
    async with settings(filled, theme, CLAUDE) as (window, page):
        find(detail(page), "check_again", QPushButton).click()
        await until(lambda: filled.called("refresh"))
        QTest.keyClick(page.window(), Qt.Key.Key_Escape)
        await until(lambda: window.findChild(SettingsDialog) is None)
        filled.gates["refresh"].set()
        await until(lambda: not window.services.supervisor.running)


# -- program, install, sign in --------------------------------------------------------------------------------------------


async def test_one_who_is_not_installed_says_how_to_get_it(filled: FakeServices, theme: Theme, pages: list[str]) -> None:
    async with settings(filled, theme, CODEX) as (_, page):
        one = detail(page)
        assert label(one, "detail_about") == "Not found on this computer"
        assert "Install it with the command below" in label(one, "detail_advice")
        assert label(one, "detail_note") == "This is advice only: a message can be sent all the same."
        install = find(one, "install_command", QLineEdit)
        assert (install.text(), install.isReadOnly()) == (SETUP.install, True)
        copy = find(one, "copy_install_command", QPushButton)
        assert page.focusWidget() is copy
        QTest.keyClick(copy, Qt.Key.Key_Space)
        assert QGuiApplication.clipboard().text() == SETUP.install
        assert copy.text() == "Copied"
        find(one, "copy_sign_in_command", QPushButton).click()
        assert QGuiApplication.clipboard().text() == SETUP.sign_in
        find(one, "open_page", QPushButton).click()
        assert pages == [SETUP.site]


@pytest.mark.parametrize("site", ["http://example.com", "file:///etc/passwd", "javascript:alert(1)", "https://", "x", ""])
async def test_only_a_page_that_is_encrypted_can_be_opened(filled: FakeServices, theme: Theme, pages: list[str], site: str) -> None:
    view = filled.providers_list[1]
    filled.providers_list[1] = replace(view, info=replace(view.info, setup=replace(SETUP, site=site)))
    async with settings(filled, theme, CODEX) as (_, page):
        assert shown(page, "open_page") == []
        find(page, "open_page", QPushButton).click()
        assert pages == []


async def test_a_program_of_ones_own_is_entered_browsed_for_or_looked_up(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme, CODEX) as (window, page):
        part = find(page, "program_part")
        assert label(part, "program_found") == "not found"
        path, use = find(part, "program_path", QLineEdit), find(part, "use_program", QPushButton)
        assert (path.text(), use.isEnabled()) == ("/opt/codex", False)
        path.selectAll()
        QTest.keyClicks(path, "/opt/other")
        assert use.isEnabled()
        filled.failures["set_program"] = InvalidInputError("/opt/other is not a program that can be started")
        QTest.keyClick(path, Qt.Key.Key_Return)
        await until(lambda: "Nothing was changed: /opt/other is not" in label(part, "field_line"))
        assert path.text() == "/opt/other"
        assert path.property("invalid") is True
        filled.failures.clear()
        use.click()
        await until(lambda: filled.called("set_program")[1:] == [(CODEX, "/opt/other")])
        await turns()
        assert not use.isEnabled()
        find(part, "choose_program", QPushButton).click()
        files = window.findChild(QFileDialog)
        assert files is not None
        files.fileSelected.emit("/opt/third")
        files.reject()
        await until(lambda: filled.called("set_program")[2:] == [(CODEX, "/opt/third")])
        find(part, "look_up_program", QPushButton).click()
        await until(lambda: filled.called("set_program")[3:] == [(CODEX, "")])
        await turns()
        assert path.text() == ""


async def test_a_file_dialog_that_is_left_changes_nothing(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme, CODEX) as (window, page):
        find(page, "choose_program", QPushButton).click()
        files = window.findChild(QFileDialog)
        assert files is not None
        files.reject()
        await turns()
        assert filled.called("set_program") == []


async def test_what_is_being_typed_survives_a_check(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme, CODEX) as (_, page):
        path = find(page, "program_path", QLineEdit)
        path.setText("/half/a/pa")
        path.setFocus()
        filled.providers_list[1] = replace(filled.providers_list[1], readiness=Readiness(is_ready=True, version="0.61"))
        filled.bus.publish(ProvidersChanged())
        await turns()
        assert path.text() == "/half/a/pa"
        assert page.focusWidget() is path
        assert label(page, "program_version") == "0.61"
        assert label(page, "program_sign_in") == "Can't be told before it answers"


# -- models ---------------------------------------------------------------------------------------------------------------


async def test_models_are_listed_with_their_rooms_and_the_date(filled: FakeServices, theme: Theme) -> None:
    models = tuple(ModelInfo(f"m{number}", f"Model {number}", 1_000 * number or None) for number in range(10))
    filled.model_lists[CLAUDE] = ModelList(models, fetched_at=1_764_511_500.0)
    async with settings(filled, theme, CLAUDE) as (_, page):
        await until(lambda: shown(page, "model_row"))
        assert filled.called("models")[-1] == (CLAUDE,)
        rows = [one.accessibleName() for one in shown(page, "model_row")]
        assert rows[:2] == ["Model 0: room not known", "Model 1: room for 1,000 tokens"]
        assert len(rows) == 8
        assert label(page, "models_date").startswith("as of 30 November, ")
        find(page, "all_models", QPushButton).click()
        await until(lambda: len(shown(page, "model_row")) == 10)


async def test_a_refresh_that_fails_is_said_beside_the_old_list(filled: FakeServices, theme: Theme) -> None:
    filled.model_lists[CLAUDE] = ModelList((ModelInfo("opus"),), fetched_at=1_764_511_500.0)
    async with settings(filled, theme, CLAUDE) as (_, page):
        await until(lambda: shown(page, "model_row"))
        filled.gates["models"] = asyncio.Event()
        find(page, "refresh_models", QPushButton).click()
        await until(lambda: filled.called("models")[-1] == (CLAUDE, True))
        assert shown(page, "models_progress")
        assert len(shown(page, "model_row")) == 1
        filled.model_lists[CLAUDE] = replace(filled.model_lists[CLAUDE], failure=failed(FailureReason.CONNECTION_LOST))
        filled.gates["models"].set()
        await until(lambda: shown(page, "models_failure"))
        assert len(shown(page, "model_row")) == 1
        assert label(page, "models_date").startswith("as of 30 November")
        assert shown(page, "models_progress") == []


async def test_asking_for_models_can_be_stopped(filled: FakeServices, theme: Theme) -> None:
    filled.gates["models"] = asyncio.Event()
    async with settings(filled, theme, CLAUDE) as (window, page):
        await until(lambda: shown(page, "cancel_models"))
        find(page, "cancel_models", QPushButton).click()
        await until(lambda: "list models" not in window.services.supervisor.running)
        assert shown(page, "models_progress") == []
        assert shown(page, "refresh_models")


async def test_one_who_tells_no_models_says_that_a_name_can_be_typed(filled: FakeServices, theme: Theme) -> None:
    filled.model_lists[CLAUDE] = ModelList(fetched_at=5.0)
    async with settings(filled, theme, CLAUDE) as (_, page):
        await until(lambda: shown(page, "models_note"))
        assert "can be typed" in label(page, "models_note")


# -- keys -----------------------------------------------------------------------------------------------------------------


async def test_a_replaced_key_is_saved_once_and_tried_out(filled: FakeServices, theme: Theme) -> None:
    filled.gates["save_key"] = asyncio.Event()
    async with settings(filled, theme, OLLAMA) as (window, page):
        find(page, "change_key", QPushButton).click()
        asks = find(window, "change_key_dialog", ChangeKeyDialog)
        assert label(asks, "dialog_title") == "Change the key of Ollama"
        key = find(asks, "key", QLineEdit)
        assert (key.text(), key.echoMode()) == ("", QLineEdit.EchoMode.Password)
        save = find(asks, "save", QPushButton)
        assert not save.isEnabled()
        QTest.keyClicks(key, " new-secret ")
        QTest.keyClick(key, Qt.Key.Key_Return)
        QTest.keyClick(key, Qt.Key.Key_Return)
        await until(lambda: filled.called("save_key"))
        asks.reject()
        assert asks.isVisible()
        filled.gates["save_key"].set()
        await until(lambda: window.findChild(ChangeKeyDialog) is None)
        assert filled.called("save_key") == [(OLLAMA, "new-secret", False)]
        await until(lambda: filled.called("models")[-1] == (OLLAMA, True))


async def test_a_keyring_that_fails_offers_the_session_and_keeps_what_was_typed(filled: FakeServices, theme: Theme) -> None:
    filled.failures["save_key"] = KeyringError("no keyring service was found")
    async with settings(filled, theme, OLLAMA) as (window, page):
        find(page, "change_key", QPushButton).click()
        asks = find(window, "change_key_dialog", ChangeKeyDialog)
        assert shown(asks, "session_only") == []
        QTest.keyClicks(find(asks, "key", QLineEdit), "new-secret")
        find(asks, "save", QPushButton).click()
        await until(lambda: shown(asks, "key_error"))
        assert "no keyring service was found. Nothing was saved." in label(asks, "key_error")
        assert find(asks, "key", QLineEdit).text() == "new-secret"
        filled.failures.clear()
        find(asks, "session_only", QPushButton).click()
        await until(lambda: window.findChild(ChangeKeyDialog) is None)
        assert filled.called("save_key") == [(OLLAMA, "new-secret", False), (OLLAMA, "new-secret", True)]


@pytest.mark.parametrize("leave", ["cancel", "escape"])
async def test_cancel_and_escape_change_no_key(filled: FakeServices, theme: Theme, leave: str) -> None:
    async with settings(filled, theme, OLLAMA) as (window, page):
        find(page, "change_key", QPushButton).click()
        asks = find(window, "change_key_dialog", ChangeKeyDialog)
        QTest.keyClicks(find(asks, "key", QLineEdit), "new-secret")
        if leave == "cancel":
            find(asks, "cancel", QPushButton).click()
        else:
            QTest.keyClick(asks, Qt.Key.Key_Escape)
        await until(lambda: window.findChild(ChangeKeyDialog) is None)
        assert filled.called("save_key") == []
        assert page.isVisible()


async def test_a_key_is_removed_only_after_a_question(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme, OLLAMA) as (window, page):
        find(page, "remove_key", QPushButton).click()
        question = find(window, "remove_key_question", QDialog)
        assert question.focusWidget() is find(question, "cancel")
        find(question, "cancel", QPushButton).click()
        await turns()
        assert filled.called("remove_key") == []
        filled.failures["remove_key"] = KeyringError("the keyring is locked")
        find(page, "remove_key", QPushButton).click()
        find(window, "confirm", QPushButton).click()
        await until(lambda: shown(page, "providers_error"))
        assert label(page, "providers_error") == "The key was not removed: the keyring is locked."
        filled.failures.clear()
        find(page, "remove_key", QPushButton).click()
        find(window, "confirm", QPushButton).click()
        await until(lambda: shown(page, "remove_key") == [])
        assert find(page, "change_key", QPushButton).text() == "Add key…"
        assert shown(page, "providers_error") == []


@pytest.mark.parametrize(("warning", "words"), [("key_over_http", "the key and what is said"), ("text_over_http", "what is said")])
async def test_an_address_that_is_not_encrypted_is_told(filled: FakeServices, theme: Theme, warning: str, words: str) -> None:
    filled.providers_list[2] = replace(filled.providers_list[2], warning=warning)
    async with settings(filled, theme, OLLAMA) as (_, page):
        assert shown(page, "key_warning")
        assert words in label(page, "key_warning")


# -- removing -------------------------------------------------------------------------------------------------------------


async def test_removing_asks_first_and_says_that_threads_stay(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme, OLLAMA) as (window, page):
        remove = find(page, "remove_provider", QPushButton)
        assert remove.accessibleName() == "Remove Ollama…"
        remove.click()
        question = find(window, "remove_question", QDialog)
        assert "All threads stay" in label(question, "dialog_sentence")
        focused = question.focusWidget()
        assert focused is find(question, "cancel")
        QTest.keyClick(focused, Qt.Key.Key_Return)
        find(question, "cancel", QPushButton).click()
        await turns()
        assert filled.called("remove") == []
        filled.failures["remove"] = KeyringError("the keyring is locked")
        remove.click()
        find(window, "confirm", QPushButton).click()
        await until(lambda: shown(page, "providers_error"))
        assert label(page, "providers_error") == "Not removed: the keyring is locked."
        filled.failures.clear()
        remove.click()
        find(window, "confirm", QPushButton).click()
        await until(lambda: len(filled.called("remove")) == 2)
        filled.providers_list = [one for one in filled.providers_list if one.info.id != OLLAMA]
        filled.bus.publish(ProvidersChanged())
        await turns()
        assert page.provider_id is None
        assert shown(page, f"provider_{OLLAMA}") == []
        assert shown(page, "group_models") == []


async def test_one_of_the_app_itself_can_not_be_removed(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme, CLAUDE) as (_, page):
        assert shown(page, "remove_provider") == []
        page.go_to(PRACTICE)
        assert shown(page, "remove_provider") == []
        assert shown(page, "models_part") == []


# -- ways to it -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "provider_id", "focus"),
    [
        ("program_missing", CODEX, "copy_install_command"),
        ("key_missing", OLLAMA, "change_key"),
    ],
)
async def test_an_error_card_leads_to_who_has_to_be_set_up(
    filled: FakeServices, theme: Theme, reason: str, provider_id: ProviderId, focus: str
) -> None:
    for number, view in enumerate(filled.providers_list):
        if view.info.id == provider_id:
            filled.providers_list[number] = replace(view, readiness=Readiness(is_ready=False, reason=reason))
    async with opened(filled, theme) as window:
        filled.bus.publish(MessageAdded(error_notice("t1", 2, reason=reason, provider_id=provider_id)))
        await until(lambda: shown(window, "set_up"))
        find(window.transcript.as_widget, "set_up", QPushButton).click()
        await turns()
        page = find(window, "providers_page", ProvidersPage)
        assert page.provider_id == provider_id
        focused = page.window().focusWidget()
        assert focused is not None
        assert focused.objectName() == focus
        find(window, "settings_dialog", QDialog).reject()
        await turns()


async def test_the_picker_the_menu_and_the_start_page_lead_to_it(filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        button = window.composer.provider_picker
        button.open_menu()
        assert button.picker is not None
        before = window.composer.options
        button.picker.footer.click()
        assert find(window, "providers_page", ProvidersPage).provider_id is None
        find(window, "settings_dialog", QDialog).reject()
        assert window.composer.options == before
        await until(lambda: window.findChild(SettingsDialog) is None)
        window.commands.action("providers").trigger()
        find(window, "settings_dialog", QDialog).reject()
        await until(lambda: window.findChild(SettingsDialog) is None)
        window.show_start_page()
        start = window.start_page
        assert shown(start, f"set_up_{CLAUDE}") == []
        fix = find(start, f"set_up_{CODEX}", QPushButton)
        assert (fix.text(), fix.accessibleName()) == ("How to get it", "Codex: How to get it")
        fix.click()
        assert find(window, "providers_page", ProvidersPage).provider_id == CODEX
        find(window, "settings_dialog", QDialog).reject()
        await turns()
        assert QApplication.activeModalWidget() is None


async def test_every_control_of_a_part_has_a_name(filled: FakeServices, theme: Theme) -> None:
    async with settings(filled, theme) as (_, page):
        for one in (CLAUDE, CODEX, OLLAMA, PRACTICE):
            page.go_to(one)
            await turns()
            nameless = [
                widget.objectName()
                for kind in (QAbstractButton, QLineEdit)
                for widget in page.findChildren(kind)
                if widget.isVisible() and not (widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text()))
            ]
            assert nameless == []
