# SPDX-License-Identifier: MIT
"""The window over services in memory: the first start, folders, and who answers."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import InvalidInputError, KeyringError
from onesist_desktop.services.events import (
    ProvidersChanged,
)
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import (
    CLAUDE,
    OLLAMA,
    PRACTICE,
    PROJECT,
    FakeServices,
    provider,
)
from tests.ui.helpers import find, label, opened, shown, turns, until


async def test_first_start_leads_to_a_folder(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    services.failures["open_folder"] = InvalidInputError("it is not a folder")
    async with opened(services, theme, project=None) as window:
        await until(lambda: shown(window, f"recent_{PROJECT.id}"))
        assert not find(window, "sidebar").isVisible()
        assert find(find(window, "answers_codex"), "readiness").accessibleName() == "Not installed"
        assert find(find(window, "answers_claude"), "readiness").accessibleName() == "Ready"
        field = find(window, "folder_path", QLineEdit)
        qtbot.keyClicks(field, "/nowhere")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: "it is not a folder" in label(window, "folder_error"))
        services.failures.clear()
        find(window, f"recent_{PROJECT.id}", QPushButton).click()
        await until(lambda: window.project is not None)
        assert window.page.isVisible()
        find(window, "suggest_practice", QPushButton).click()
        assert window.composer.options is not None
        assert window.composer.options.provider_id == PRACTICE
        assert window.composer.text


async def test_the_folder_dialog_is_opened_without_blocking(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with opened(services, theme, project=None) as window:
        find(window, "choose_folder", QPushButton).click()
        from PySide6.QtWidgets import QFileDialog

        dialog = window.findChild(QFileDialog)
        assert dialog is not None
        dialog.fileSelected.emit("/tmp")
        dialog.reject()
        await until(lambda: services.called("open_folder") == [("/tmp",)])


async def test_a_model_is_added_by_key(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["add_model_provider"] = KeyringError("no keyring service was found")
    async with opened(filled, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        key = find(dialog, "key", QLineEdit)
        assert key.echoMode() is QLineEdit.EchoMode.Password
        dialog.service.setCurrentIndex(dialog.service.findText("OpenRouter"))
        assert find(dialog, "base_url", QLineEdit).text().startswith("https://openrouter.ai")
        key.setText("secret-key")
        find(dialog, "save", QPushButton).click()
        await until(lambda: find(dialog, "key_error").isVisible())
        assert "Nothing was saved" in label(dialog, "key_error")
        assert key.text() == "secret-key"
        filled.failures.clear()
        find(dialog, "session_only", QPushButton).click()
        await until(lambda: window.findChild(KeyDialog) is None)
        first, second = (call[0] for call in filled.called("add_model_provider"))
        assert (first["for_session_only"], second["for_session_only"]) == (False, True)  # type: ignore[index]
        assert second["key"] == "secret-key"  # type: ignore[index]
        assert second["kind"] == "openai_compatible"  # type: ignore[index]


async def test_cancel_in_the_key_dialog_changes_nothing(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.add_model()
        dialog = find(window, "key_dialog", KeyDialog)
        find(dialog, "key", QLineEdit).setText("secret-key")
        find(dialog, "cancel", QPushButton).click()
        await turns()
        assert filled.called("add_model_provider") == []
        assert window.findChild(KeyDialog) is None


async def test_changed_providers_are_shown_everywhere(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.providers_list[0] = provider(CLAUDE, "Claude", "anthropic")
        filled.bus.publish(ProvidersChanged())
        assert window.composer.provider_picker.accessibleName() == "Who answers: Claude"


async def test_somebody_ready_answers_once_that_is_known(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    looked_for = list(services.providers_list)
    services.providers_list = [replace(view, readiness=None) for view in looked_for]
    async with opened(services, theme) as window:
        assert window.composer.options is not None
        assert window.composer.options.provider_id == CLAUDE
        looked_for[0] = replace(looked_for[0], readiness=looked_for[1].readiness)
        services.providers_list = looked_for
        services.bus.publish(ProvidersChanged())
        assert window.composer.options.provider_id == OLLAMA
        window.composer.put_text("hello")
        window.composer.submit()
        await until(lambda: services.called("send") and not window.composer.text)
        services.providers_list = [provider(CLAUDE, "Claude Code", "anthropic"), *looked_for[1:]]
        services.bus.publish(ProvidersChanged())
        assert window.composer.options.provider_id == OLLAMA


async def test_models_come_when_the_picker_opens(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.commands.action("switch_model").trigger()
        picker = window.composer.model_picker.picker
        assert picker is not None
        await until(lambda: "Sonnet 4.5" in [row.title for row in picker.rows])
        picker.hide()
