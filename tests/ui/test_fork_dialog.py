# SPDX-License-Identifier: MIT
"""*Fork here*: what is shown before, who can be chosen, and that a refusal keeps it open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.records import Resolution
from onesist_desktop.services.lineage_views import ForkChoice, ForkOutlook
from onesist_desktop.ui.composer.picker_rows import provider_rows
from onesist_desktop.ui.dialogs.fork_dialog import ForkDialog
from onesist_desktop.ui.lineage_words import outlook_words
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX
from tests.ui.helpers import find, label
from tests.ui.lineage_story import fork_preview


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[ForkDialog]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1200, 900)
    window.show()
    made = ForkDialog(theme, book, fork_preview(), "Project folder", lambda chosen: provider_rows(book, chosen, {}), window)
    made.open()
    yield made


def choose(dialog: ForkDialog, key: str) -> None:
    dialog.who_button.open_menu()
    assert dialog.who_button.picker is not None
    dialog.who_button.picker.hide()
    dialog.who_button.picker.chosen.emit(key)


def test_it_says_what_the_fork_will_be(dialog: ForkDialog) -> None:
    assert label(dialog, "dialog_title") == "Fork at message 4"
    assert label(dialog, "dialog_sentence") == "“Codex, please do the smaller one.”"
    assert label(dialog, "fork_title") == "Fix the login loop (5)"
    assert label(dialog, "fork_mode") == "Accept edits"
    assert label(dialog, "fork_outlook") == "goes on from its own memory"
    assert label(dialog, "fork_same_folder_help") == "Project folder"
    assert dialog.who_button.accessibleDescription() == "goes on from its own memory"


def test_without_changes_it_is_left_to_the_service_who_answers(dialog: ForkDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.fork_wanted) as wanted:
        find(dialog, "save", QAbstractButton).click()
    assert wanted.args == [ForkChoice(), False]
    assert label(dialog, "saving_progress") == "Forking…"


def test_somebody_else_can_be_chosen(dialog: ForkDialog, qtbot: QtBot) -> None:
    choose(dialog, CLAUDE)
    assert label(dialog, "fork_outlook").startswith("gets 3 of 4 message")
    with qtbot.waitSignal(dialog.fork_wanted) as wanted:
        QTest.keyClick(find(dialog, "save", QAbstractButton), Qt.Key.Key_Space)
    assert wanted.args == [ForkChoice(CLAUDE), False]


def test_in_an_own_copy_nobody_has_a_memory_of_it(dialog: ForkDialog) -> None:
    find(dialog, "fork_own_copy", QRadioButton).click()
    count = fork_preview().copied_count
    assert label(dialog, "fork_outlook") == f"gets the {count} messages as text"
    assert dialog.who_button.accessibleDescription() == label(dialog, "fork_outlook")
    dialog.who_button.open_menu()
    picker = dialog.who_button.picker
    assert picker is not None
    assert not [row.subtitle for row in picker.rows if "own memory" in row.subtitle]
    picker.hide()
    choose(dialog, CLAUDE)
    assert label(dialog, "fork_outlook").startswith("gets 3 of 4"), "as text it was before"
    find(dialog, "fork_same_folder", QRadioButton).click()
    assert label(dialog, "fork_outlook").startswith("gets 3 of 4")


def test_the_picker_says_of_each_how_it_begins(dialog: ForkDialog) -> None:
    dialog.who_button.open_menu()
    picker = dialog.who_button.picker
    assert picker is not None
    rows = {row.key: row for row in picker.rows}
    assert rows[CLAUDE].subtitle.startswith("gets 3 of 4")
    assert rows[CODEX].is_dim, "one that isn't ready says so instead"
    picker.hide()


def test_who_is_not_ready_leads_to_the_fix(dialog: ForkDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.set_up_wanted) as wanted:
        choose(dialog, CODEX)
    assert wanted.args == [CODEX]
    assert not dialog.isVisible()


def test_an_own_copy_can_be_wanted(dialog: ForkDialog, qtbot: QtBot) -> None:
    find(dialog, "fork_own_copy", QRadioButton).click()
    with qtbot.waitSignal(dialog.fork_wanted) as wanted:
        find(dialog, "save", QAbstractButton).click()
    assert wanted.args == [ForkChoice(), True]


def test_a_refusal_keeps_it_open(dialog: ForkDialog) -> None:
    find(dialog, "save", QAbstractButton).click()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible(), "it can't be closed while the fork is being made"
    dialog.was_refused("There is no finished message at this point.")
    assert dialog.isVisible()
    assert label(dialog, "saving_error") == "There is no finished message at this point."
    assert find(dialog, "save", QAbstractButton).isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize(
    ("outlook", "is_agent", "words"),
    [
        (ForkOutlook(CLAUDE, Resolution.NATIVE, 0), True, "goes on from its own memory"),
        (ForkOutlook(CLAUDE, Resolution.NATIVE, 2), True, "goes on from its own memory, and gets 2 message"),
        (ForkOutlook(CLAUDE, Resolution.NATIVE, 2, 1), True, "goes on from its own memory; 1 of 2 message"),
        (ForkOutlook(CLAUDE, Resolution.PORTABLE, 0), True, "begins with nothing to be told"),
        (ForkOutlook(CLAUDE, Resolution.PORTABLE, 4, 4), True, "nothing fits of 4 message"),
        (ForkOutlook(CLAUDE, Resolution.PORTABLE, 4), True, "gets the 4 message"),
        (ForkOutlook(CLAUDE, Resolution.PORTABLE, 4), False, "gets the history each time: 4 message"),
    ],
)
def test_how_a_fork_begins_in_words(outlook: ForkOutlook, is_agent: bool, words: str) -> None:
    assert outlook_words(outlook, is_agent=is_agent).startswith(words)
