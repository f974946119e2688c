# SPDX-License-Identifier: MIT
"""The window by keyboard and for a screen reader: the order of the tab key, names, regions, leaving by Escape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import SetupHelp
from onesist_desktop.core.ids import QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import CallState, CommandPart, Role
from onesist_desktop.services.events import ApprovalsChanged, MessageAdded, QueueChanged, RunChanged
from onesist_desktop.services.views import QueuedView, QueueView, WindowPlace
from onesist_desktop.ui.dialogs.add_account_dialog import AddAccountDialog
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import (
    CLAUDE,
    CODEX,
    OLLAMA,
    FakeServices,
    approval,
    error_notice,
    message,
    preview_of,
    provider,
    receipt,
    run_details,
    run_view,
    thread,
)
from tests.ui.helpers import find, opened, shown, turns, until

T1 = ThreadId("t1")


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    services.providers_list[2] = provider(OLLAMA, "Ollama", "local", is_agent=False, is_custom=True, has_key=True)
    codex = services.providers_list[1]
    setup = SetupHelp("npm install -g @openai/codex", "codex login", "https://developers.openai.com/codex")
    services.providers_list[1] = replace(codex, info=replace(codex.info, setup=setup), takes_program=True)
    services.put_thread(
        thread("t1", "Fix the login loop", provider_id=CLAUDE, updated_at=9),
        message("t1", 1, Role.USER, "hello"),
        receipt("t1", 2),
        message("t1", 3, Role.ASSISTANT, CommandPart("c", "ls", "x", 0, CallState.WORKED), "done", provider_id=CLAUDE),
    )
    services.previews[CODEX] = preview_of(CODEX, 3, 3)
    services.run_list[RunId("run-t1")] = run_details(run_view("t1"), previous_run_id=RunId("run-0"))
    services.preferences.place = WindowPlace(is_inspector_shown=False)
    return services


def tab_order(window: QWidget, limit: int = 60) -> list[str]:
    """Press Tab until the focus is back where it began."""
    window.activateWindow()
    first = window.focusWidget()
    assert first is not None
    visited: list[str] = []
    for _ in range(limit):
        focused = window.focusWidget()
        assert focused is not None
        visited.append(focused.objectName() or type(focused).__name__)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        if window.focusWidget() is first:
            return visited
    raise AssertionError(f"the tab key never came back: {visited}")


async def test_the_tab_key_goes_through_the_whole_window_in_reading_order(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    item = QueuedView(QueuedId("q1"), T1, "next", CODEX)
    async with opened(filled, theme) as window:
        bus = filled.bus
        bus.publish(RunChanged(run_view("t1")))
        bus.publish(MessageAdded(message("t1", 4, Role.USER, "more")))
        bus.publish(ApprovalsChanged(T1, (approval("q", "allow", "deny"),)))
        bus.publish(QueueChanged(QueueView(T1, (item,))))
        window.composer.choose_provider(CODEX)
        window.composer.put_text("text")
        await until(find(window, "handover").isVisible)
        window.sidebar.tree.setFocus()
        await turns()
        visited = tab_order(window)
        before = [
            "threads_tree",
            "help",
            "settings",
            "view_conversation",
            "find",
            "more",
            "toggle_inspector",
            "open_folder",
            "workspace_more",
            "transcript",
        ]
        after = [
            "stop_run",
            "send_now",
            "edit_queued",
            "delete_queued",
            "handover_preview",
            "composer_text",
            "attach",
            "provider_picker",
            "model_picker",
            "mode_picker",
            "send",
            "open_project",
            "menu_button",
            "new_thread",
            "search_threads",
            "filter_threads_button",
        ]
        assert visited[: len(before)] == before
        assert visited[-len(after) :] == after
        inside = visited[len(before) : -len(after)]
        # In the order of reading, and each only once: the receipt, then the answer with its step, then the card.
        assert [name for name in inside if name in {"what_it_was_told", "step_head", "option_allow", "option_deny"}] == [
            "what_it_was_told",
            "step_head",
            "option_allow",
            "option_deny",
        ]
        bus.publish(ApprovalsChanged(T1, ()))


async def test_f6_visits_every_region_that_is_there(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(RunChanged(run_view("t1")))
        window.activateWindow()
        window.composer.edit.setFocus()
        await turns()

        def go(command: str, steps: int) -> list[str]:
            visited = []
            for _ in range(steps):
                window.commands.action(command).trigger()
                focused = QApplication.focusWidget()
                assert focused is not None
                visited.append(focused.objectName())
            return visited

        assert go("next_region", 5) == ["threads_tree", "view_conversation", "transcript", "stop_run", "composer_text"]
        assert go("previous_region", 5) == ["stop_run", "transcript", "view_conversation", "threads_tree", "composer_text"]
        window.commands.action("toggle_sidebar").trigger()
        assert go("next_region", 4) == ["show_sidebar", "transcript", "stop_run", "composer_text"]
        window.commands.action("toggle_inspector").trigger()
        await until(lambda: window.inspector.run.details is not None)
        assert go("next_region", 2) == ["tab_run", "show_sidebar"]
        window.commands.action("toggle_inspector").trigger()
        window.composer.edit.setFocus()
        window.commands.action("toggle_sidebar").trigger()
        window.show_start_page()
        window.start_page.path_field.setFocus()
        await turns()
        assert go("next_region", 2) == ["threads_tree", "back_to_project"]


def told(window: MainWindow) -> None:
    window.handovers.show_last()


def preview(window: MainWindow) -> None:
    window.composer.choose_provider(CODEX)
    window.composer.open_preview()


def question(window: MainWindow) -> None:
    ask(window, window.theme, title="Sure?", text="It is gone then.", action="Do it", cancel="Back", on_confirmed=lambda: None)


DIALOGS: dict[str, tuple[Callable[[MainWindow], object], list[str]]] = {
    "settings_dialog": (
        lambda window: window.provider_setup.open_provider_settings(CODEX),
        [
            "copy_install_command",
            "sign_in_command",
            "copy_sign_in_command",
            "open_page",
            "program_path",
            "choose_program",
            "look_up_program",
            "refresh_models",
            "settings_done",
            "settings_navigation",
            "all_providers",
            "check_again",
            "install_command",
        ],
    ),
    "key_dialog": (
        lambda window: window.add_model(),
        ["service", "title", "default_model", "key", "show_key", "other_address", "save_and_test", "cancel", "save"],
    ),
    "add_agent_dialog": (
        lambda window: window.provider_setup.add_agent(),
        [
            "agent_gemini",
            "sign_in_command",
            "copy_sign_in_command",
            "open_page",
            "cancel",
            "save",
        ],
    ),
    "add_account_dialog": (
        lambda window: AddAccountDialog(window.theme, "Codex", ("Codex",), window).open(),
        ["account_title", "cancel", "save"],
    ),
    "change_key_dialog": (
        lambda window: ChangeKeyDialog(window.theme, "Ollama", window, has_key=True).open(),
        ["key", "show_key", "cancel"],
    ),
    "handoff_dialog": (told, ["handoff_text", "copy_handoff", "close"]),
    "rename_dialog": (lambda window: window.thread_controller.rename(), ["field", "cancel", "confirm"]),
    "question": (question, ["cancel", "confirm"]),
}


@pytest.mark.parametrize("name", DIALOGS)
async def test_dialogs_have_names_a_sensible_order_and_are_left_by_escape(
    qtbot: QtBot, filled: FakeServices, theme: Theme, name: str
) -> None:
    opens, order = DIALOGS[name]
    async with opened(filled, theme) as window:
        opens(window)
        await until(lambda: window.findChild(QDialog, name))
        dialog = find(window, name, QDialog)
        await turns()
        assert tab_order(dialog) == order
        nameless = [
            one.objectName() or type(one).__name__
            for one in dialog.findChildren(QWidget)
            if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus and not accessible_name(one)
        ]
        assert nameless == []
        assert dialog.windowTitle()
        before = done(filled)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: window.findChild(QDialog, name) is None)
        assert done(filled) == before


def done(services: FakeServices) -> list[tuple[object, ...]]:
    """Return the calls but those that the window makes by itself a moment after it was opened."""
    return [call for call in services.calls if call[0] not in {"preview", "outlooks", "models", "known_agents"}]


def accessible_name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


async def test_buttons_of_a_row_name_whom_they_are_about(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.provider_setup.open_provider_settings()
        await turns()
        dialog = find(window, "settings_dialog", QDialog)
        row = find(dialog, f"provider_{OLLAMA}")
        assert accessible_name(row) == "Ollama: Ready"
        window.provider_setup.open_provider_settings(OLLAMA)
        assert accessible_name(find(dialog, "remove_provider")) == "Remove Ollama…"
        filled.bus.publish(MessageAdded(error_notice("t1", 4, provider_id=OLLAMA)))
        await until(lambda: shown(window, "set_up"))
        assert accessible_name(find(window.transcript.as_widget, "set_up")) == "Replace the key of Ollama…"
        dialog.reject()
        await turns()
