# SPDX-License-Identifier: MIT
"""The dialog of a set-up: the command before anything runs, its output while it does, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.services.workspace_views import SetupOffer, SetupState, SetupView
from onesist_desktop.ui.dialogs.setup_dialog import SetupDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.helpers import find, label

VIEW = SetupView(WorktreeId("w1"), ThreadId("t1"), SetupState.RUNNING, "npm ci && npm test", "one\n")
BUTTONS = ("close_setup", "decline_setup", "cancel_setup", "setup_again", "agree_to_setup")


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme) -> Iterator[SetupDialog]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1200, 900)
    window.show()
    made = SetupDialog(theme, window)
    made.show_setup(VIEW)
    made.open()
    yield made


def buttons(dialog: SetupDialog) -> list[str]:
    return [name for name in BUTTONS if find(dialog, name).isVisible()]


def test_while_it_runs_it_can_be_stopped_and_closing_ends_nothing(dialog: SetupDialog, qtbot: QtBot) -> None:
    assert label(dialog, "setup_command") == "npm ci && npm test"
    assert buttons(dialog) == ["close_setup", "cancel_setup"]
    with qtbot.waitSignal(dialog.cancel_wanted):
        find(dialog, "cancel_setup", QPushButton).click()
    with qtbot.assertNotEmitted(dialog.cancel_wanted):
        find(dialog, "close_setup", QPushButton).click()
    assert not dialog.isVisible()


def test_output_is_followed_at_its_end_and_left_alone_further_up(dialog: SetupDialog) -> None:
    view = find(dialog, "setup_output", QPlainTextEdit)
    text = "".join(f"line {number}\n" for number in range(200))
    dialog.show_setup(replace(VIEW, output=text))
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    dialog.show_setup(replace(VIEW, output=text + "and more\n"))
    assert bar.value() == 3
    assert view.toPlainText() == text + "and more\n"
    dialog.show_setup(replace(VIEW, output="only the end is kept\n"))
    assert view.toPlainText() == "only the end is kept\n"


@pytest.mark.parametrize(
    ("state", "code", "words"),
    [
        (SetupState.WORKED, 0, "It worked."),
        (SetupState.FAILED, 2, "It failed with exit code 2."),
        (SetupState.FAILED, None, "It did not start or was cut off."),
        (SetupState.TIMED_OUT, None, "It was stopped after 10 minutes."),
        (SetupState.CANCELLED, None, "It was stopped."),
        (SetupState.DECLINED, None, "It was not run here"),
    ],
)
def test_each_end_is_said_and_it_can_be_run_again(
    dialog: SetupDialog, qtbot: QtBot, state: SetupState, code: int | None, words: str
) -> None:
    dialog.show_setup(replace(VIEW, state=state, exit_code=code))
    assert label(dialog, "setup_state").startswith(words)
    assert buttons(dialog) == ["close_setup", "setup_again"]
    with qtbot.waitSignal(dialog.again_wanted):
        find(dialog, "setup_again", QPushButton).click()


def test_it_asks_with_the_command_and_what_changed(dialog: SetupDialog, qtbot: QtBot) -> None:
    dialog.show_setup(replace(VIEW, state=SetupState.ASKS, output=""))
    dialog.show_offer(SetupOffer(VIEW.command, "/f", earlier_command="npm ci", changed_by="?"))
    assert label(dialog, "setup_notes").split("\n") == [
        "It changed since you agreed. Before, it was: npm ci",
        "The set-up file has a change that was not committed.",
    ]
    assert buttons(dialog) == ["close_setup", "decline_setup", "agree_to_setup"]
    assert not find(dialog, "setup_output").isVisible()
    assert not find(dialog, "agree_to_setup", QPushButton).isDefault()
    with qtbot.waitSignal(dialog.agreed) as agreed:
        find(dialog, "agree_to_setup", QPushButton).click()
    assert agreed.args == ["npm ci && npm test"]
    with qtbot.waitSignal(dialog.declined):
        find(dialog, "decline_setup", QPushButton).click()


def test_what_can_not_be_done_is_said_until_it_moves_on(dialog: SetupDialog) -> None:
    dialog.show_failure("The set-up command reads otherwise now, so it was not run.")
    assert find(dialog, "setup_error").isVisible()
    dialog.show_setup(replace(VIEW, state=SetupState.WORKED))
    assert not find(dialog, "setup_error").isVisible()
