# SPDX-License-Identifier: MIT
"""Adding an agent, another account of one, and a model: what is asked for, and that nothing typed is lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QRadioButton

from onesist_desktop.core.errors import FailureReason, InvalidInputError, KeyringError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services.views import ModelList
from onesist_desktop.ui.dialogs.add_account_dialog import AddAccountDialog
from onesist_desktop.ui.dialogs.add_agent_dialog import AddAgentDialog
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog
from onesist_desktop.ui.dialogs.names import free_title
from onesist_desktop.ui.settings.providers_page import ProvidersPage
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, FakeServices, provider
from tests.ui.helpers import find, label, opened, shown, turns, until


def test_a_name_is_proposed_that_nobody_has() -> None:
    assert free_title("OpenAI", ()) == "OpenAI"
    assert free_title("OpenAI", ("openai ", "X")) == "OpenAI 2"
    assert free_title("OpenAI", ("OpenAI", "OpenAI 2", "OpenAI 4")) == "OpenAI 3"


# -- agents ---------------------------------------------------------------------------------------------------------------


async def test_installed_agents_stand_first_and_are_added_by_enter(services: FakeServices, theme: Theme) -> None:
    services.known_agents_list.reverse()
    async with opened(services, theme) as window:
        window.commands.action("add_agent").trigger()
        dialog = find(window, "add_agent_dialog", AddAgentDialog)
        assert shown(dialog, "agents_looking")
        await until(lambda: shown(dialog, "agent_gemini"))
        radios = sorted((one for one in dialog.findChildren(QRadioButton)), key=lambda one: one.mapTo(dialog, one.pos()).y())
        assert [one.objectName() for one in radios] == ["agent_gemini", "agent_goose", "agent_other"]
        gemini = find(dialog, "agent_gemini", QRadioButton)
        assert gemini.isChecked()
        assert gemini.hasFocus() or dialog.focusWidget() is gemini
        assert gemini.accessibleDescription() == "Installed"
        assert label(dialog, "agent_found") == "Found: /usr/bin/gemini"
        QTest.keyClick(gemini, Qt.Key.Key_Down)
        assert find(dialog, "agent_goose", QRadioButton).isChecked()
        assert "not on this computer yet" in label(dialog, "agent_found")
        QTest.keyClick(dialog.focusWidget() or gemini, Qt.Key.Key_Up)
        find(dialog, "save", QPushButton).click()
        await until(lambda: window.findChild(AddAgentDialog) is None)
        assert services.called("add_known_agent") == [("gemini",)]
        await turns()
        assert find(window, "providers_page", ProvidersPage).provider_id == "gemini"
        find(window, "settings_dialog", QDialog).reject()
        await turns()


async def test_an_agent_that_was_added_can_not_be_added_again(services: FakeServices, theme: Theme) -> None:
    services.known_agents_list[0] = replace(services.known_agents_list[0], provider_id=ProviderId("gemini"))
    async with opened(services, theme) as window:
        window.provider_setup.add_agent()
        dialog = find(window, "add_agent_dialog", AddAgentDialog)
        await until(lambda: shown(dialog, "agent_gemini"))
        gemini = find(dialog, "agent_gemini", QRadioButton)
        assert not gemini.isEnabled()
        assert gemini.accessibleDescription() == "Added"
        assert find(dialog, "agent_goose", QRadioButton).isChecked()
        dialog.reject()
        await turns()
        assert services.called("add_known_agent") == []


async def test_any_command_is_added_and_a_refusal_keeps_what_was_typed(services: FakeServices, theme: Theme) -> None:
    services.gates["known_agents"] = asyncio.Event()
    services.failures["add_agent"] = InvalidInputError("there is a quote that is not closed")
    async with opened(services, theme) as window:
        window.provider_setup.add_agent()
        dialog = find(window, "add_agent_dialog", AddAgentDialog)
        await turns()
        assert find(dialog, "agent_other", QRadioButton).isChecked()
        title, command = find(dialog, "agent_title", QLineEdit), find(dialog, "agent_command", QLineEdit)
        save = find(dialog, "save", QPushButton)
        QTest.keyClicks(title, "Codex")
        QTest.keyClicks(command, 'my-agent --acp "')
        assert not save.isEnabled()
        assert any("is called “Codex” already" in one.text() for one in shown(dialog, "field_line"))  # type: ignore[attr-defined]
        title.setText("Mine")
        assert save.isEnabled()
        services.gates["known_agents"].set()
        await until(lambda: shown(dialog, "agent_gemini"))
        assert find(dialog, "agent_other", QRadioButton).isChecked()
        QTest.keyClick(command, Qt.Key.Key_Return)
        await until(lambda: shown(dialog, "saving_error"))
        assert "a quote that is not closed" in label(dialog, "saving_error")
        assert (title.text(), command.text()) == ("Mine", 'my-agent --acp "')
        services.failures.clear()
        QTest.keyClicks(command, '"')
        QTest.keyClick(command, Qt.Key.Key_Return)
        await until(lambda: window.findChild(AddAgentDialog) is None)
        assert services.called("add_agent")[-1] == ("Mine", 'my-agent --acp ""')
        find(window, "settings_dialog", QDialog).reject()
        await turns()


async def test_a_registry_that_can_not_be_read_leaves_the_command(services: FakeServices, theme: Theme) -> None:
    services.failures["known_agents"] = InvalidInputError("the folder can't be read")
    async with opened(services, theme) as window:
        window.provider_setup.add_agent()
        dialog = find(window, "add_agent_dialog", AddAgentDialog)
        await until(lambda: "the folder can't be read" in label(dialog, "agents_looking"))
        assert find(dialog, "agent_command", QLineEdit).isVisible()
        dialog.reject()
        await turns()


# -- accounts -------------------------------------------------------------------------------------------------------------


async def test_another_account_leads_to_its_own_sign_in(services: FakeServices, theme: Theme) -> None:
    services.providers_list[0] = provider(CLAUDE, "Claude Code", "anthropic", can_have_accounts=True)
    async with opened(services, theme) as window:
        window.provider_setup.open_provider_settings(CLAUDE)
        page = find(window, "providers_page", ProvidersPage)
        find(page, "add_account", QPushButton).click()
        dialog = find(window, "add_account_dialog", AddAccountDialog)
        field = find(dialog, "account_title", QLineEdit)
        assert field.text() == "Claude Code 2"
        field.setText("claude code")
        assert not find(dialog, "save", QPushButton).isEnabled()
        field.setText("Claude, at work")
        services.failures["add_account"] = InvalidInputError("the folder can't be made")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: shown(dialog, "saving_error"))
        assert field.text() == "Claude, at work"
        services.failures.clear()
        find(dialog, "save", QPushButton).click()
        await until(lambda: window.findChild(AddAccountDialog) is None)
        assert services.called("add_account")[-1] == (CLAUDE, "Claude, at work")
        await turns()
        added = services.providers_list[-1]
        assert page.provider_id == added.info.id
        assert find(page, "account_folder", QLineEdit).text() == added.account_folder
        page.go_to(CLAUDE)
        account = find(page, f"account_{added.info.id}", QPushButton)
        assert account.text() == "Claude, at work: Ready"
        account.click()
        assert page.provider_id == added.info.id
        find(page, "remove_provider", QPushButton).click()
        assert added.account_folder in label(find(window, "remove_question", QDialog), "dialog_sentence")
        for one in window.findChildren(QDialog):
            one.reject()
        await turns()


async def test_cancel_adds_no_account(services: FakeServices, theme: Theme) -> None:
    services.providers_list[0] = provider(CLAUDE, "Claude Code", "anthropic", can_have_accounts=True)
    async with opened(services, theme) as window:
        window.provider_setup.open_provider_settings(CLAUDE)
        find(window, "add_account", QPushButton).click()
        dialog = find(window, "add_account_dialog", AddAccountDialog)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: window.findChild(AddAccountDialog) is None)
        assert services.called("add_account") == []
        find(window, "settings_dialog", SettingsDialog).reject()
        await turns()


# -- models ---------------------------------------------------------------------------------------------------------------


def choose(dialog: KeyDialog, title: str) -> None:
    dialog.service.setCurrentIndex(dialog.service.findText(title))


async def test_what_was_typed_stays_when_another_service_is_chosen(services: FakeServices, theme: Theme) -> None:
    services.providers_list.append(provider(ProviderId("o"), "OpenAI", "openai", is_agent=False))
    async with opened(services, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        title, url, key = (find(dialog, name, QLineEdit) for name in ("title", "base_url", "key"))
        assert title.text() == "OpenAI 2"
        assert not url.isVisible()
        choose(dialog, "OpenRouter")
        assert (title.text(), url.text(), url.isVisible()) == ("OpenRouter", "https://openrouter.ai/api/v1", True)
        title.setText("Ours")
        key.setText("secret-key")
        choose(dialog, "Anthropic")
        assert (title.text(), key.text(), url.isVisible()) == ("Ours", "secret-key", False)
        find(dialog, "other_address", QPushButton).click()
        assert url.isVisible()
        assert dialog.focusWidget() is url
        url.setText("https://proxy.example")
        title.setText("openai")
        assert not find(dialog, "save", QPushButton).isEnabled()
        assert shown(dialog, "name_error")
        title.setText("Ours")
        find(dialog, "save", QPushButton).click()
        await until(lambda: window.findChild(KeyDialog) is None)
        entered = services.called("add_model_provider")[-1][0]
        assert entered == {
            "kind": "anthropic",
            "title": "Ours",
            "base_url": "https://proxy.example",
            "default_model": "",
            "key": "secret-key",
            "for_session_only": False,
        }


@pytest.mark.parametrize(
    ("service", "kind"),
    [("OpenAI", "openai"), ("Anthropic", "anthropic"), ("Google", "google"), ("LM Studio", "openai_compatible")],
)
async def test_each_service_is_of_its_own_kind(services: FakeServices, theme: Theme, service: str, kind: str) -> None:
    async with opened(services, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        choose(dialog, service)
        find(dialog, "save", QPushButton).click()
        await until(lambda: services.called("add_model_provider"))
        entered = services.called("add_model_provider")[-1][0]
        assert isinstance(entered, dict)
        assert entered["kind"] == kind
        await until(lambda: window.findChild(KeyDialog) is None)


async def test_a_model_is_saved_and_tried_out(services: FakeServices, theme: Theme) -> None:
    services.gates["models"] = asyncio.Event()
    async with opened(services, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        find(dialog, "key", QLineEdit).setText("secret-key")
        find(dialog, "save_and_test", QPushButton).click()
        await until(lambda: services.called("models"))
        assert services.called("models")[-1] == ("added", True)
        assert "Asking which models" in label(dialog, "key_progress")
        assert find(dialog, "key", QLineEdit).text() == ""
        assert shown(dialog, "save") == []
        services.gates["models"].set()
        await until(lambda: "answered with 2 model" in label(dialog, "key_progress"))
        close = find(dialog, "cancel", QPushButton)
        assert (close.text(), dialog.focusWidget()) == ("Close", close)
        close.click()
        await until(lambda: window.findChild(KeyDialog) is None)
        assert len(services.called("add_model_provider")) == 1


async def test_a_test_that_fails_leaves_it_added_and_one_that_lasts_can_be_left(services: FakeServices, theme: Theme) -> None:
    services.model_lists[ProviderId("added")] = ModelList(failure=failed(FailureReason.NOT_SIGNED_IN))
    async with opened(services, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        find(dialog, "save_and_test", QPushButton).click()
        await until(lambda: shown(dialog, "key_error"))
        assert "It is added. But its models can't be listed: OpenAI did not answer: it has no key." in label(dialog, "key_error")
        dialog.reject()
        await turns()
        services.gates["models"] = asyncio.Event()
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        find(dialog, "save_and_test", QPushButton).click()
        await until(lambda: "test model" in window.services.supervisor.running)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: "test model" not in window.services.supervisor.running)


async def test_a_keyring_that_fails_stops_neither_the_save_nor_the_test(services: FakeServices, theme: Theme) -> None:
    services.failures["add_model_provider"] = KeyringError("it is locked")
    async with opened(services, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        find(dialog, "key", QLineEdit).setText("secret-key")
        find(dialog, "save_and_test", QPushButton).click()
        await until(lambda: shown(dialog, "session_only"))
        assert "Nothing was saved" in label(dialog, "key_error")
        services.failures.clear()
        find(dialog, "session_only", QPushButton).click()
        await until(lambda: services.called("models"))
        first, second = (call[0] for call in services.called("add_model_provider"))
        assert isinstance(first, dict)
        assert isinstance(second, dict)
        assert (first["for_session_only"], second["for_session_only"]) == (False, True)
        dialog.reject()
        await turns()


async def test_a_model_added_in_the_settings_is_shown_there(services: FakeServices, theme: Theme) -> None:
    async with opened(services, theme) as window:
        window.provider_setup.open_provider_settings()
        page = find(window, "providers_page", ProvidersPage)
        find(page, "add_model", QPushButton).click()
        services.providers_list.append(provider(ProviderId("added"), "OpenAI", "openai", is_agent=False, is_custom=True))
        window.refresh_providers()
        find(window, "save", QPushButton).click()
        await until(lambda: window.findChild(KeyDialog) is None)
        assert page.provider_id == "added"
        find(window, "settings_dialog", SettingsDialog).reject()
        await turns()
