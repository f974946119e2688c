# SPDX-License-Identifier: MIT
"""*Merge back*: exactly what will be brought, what is left out, and the waiting for the parent."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.dialogs.brought_dialog import BroughtDialog
from onesist_desktop.ui.dialogs.merge_dialog import MergeDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.helpers import find, label
from tests.ui.lineage_story import BROUGHT, merge_messages, merge_preview


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1200, 900)
    made.show()
    yield made


@pytest.fixture
def opened_dialog(window: QWidget, theme: Theme) -> Callable[..., MergeDialog]:
    def make(*, parent_works: bool = False) -> MergeDialog:
        dialog = MergeDialog(theme, merge_preview(parent_works=parent_works), window)
        dialog.open()
        return dialog

    return make


def test_every_item_is_listed_and_what_is_left_out_apart(opened_dialog: Callable[..., MergeDialog]) -> None:
    dialog = opened_dialog()
    assert label(dialog, "dialog_title") == "Merge back into “Fix the login loop”"
    assert label(dialog, "merge_counts").startswith("2 message")
    assert "1" in label(dialog, "merge_counts")
    rows = dialog.items.rows
    assert [row.title for row in rows[:3]] == [
        "Use SessionStore instead of the cookie.",
        "SessionStore now holds the age.",
        "npm test -- login",
    ]
    assert [row.is_dim for row in rows] == [False, False, False, True]
    assert rows[2].subtitle.startswith("message 6 · command · ")
    assert len({row.group for row in rows}) == 2
    assert dialog.text_view.toPlainText() == merge_preview().text
    assert dialog.text_view.isReadOnly()
    assert "12.0 kB" in dialog.budget.words


def test_an_item_is_found_in_the_exact_text_by_keyboard(opened_dialog: Callable[..., MergeDialog]) -> None:
    dialog = opened_dialog()
    view = dialog.items.view
    view.setFocus()
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert dialog.text_view.textCursor().selectedText() in merge_preview().text
    assert dialog.text_view.textCursor().hasSelection()


def test_enter_does_not_merge_by_itself(opened_dialog: Callable[..., MergeDialog], qtbot: QtBot) -> None:
    dialog = opened_dialog()
    cancel = find(dialog, "cancel", QAbstractButton)
    assert cancel.hasFocus() or dialog.focusWidget() is cancel
    with qtbot.assertNotEmitted(dialog.merge_wanted):
        QTest.keyClick(dialog, Qt.Key.Key_Return)


def test_merging_is_asked_for_once(opened_dialog: Callable[..., MergeDialog], qtbot: QtBot) -> None:
    dialog = opened_dialog()
    save = find(dialog, "save", QAbstractButton)
    with qtbot.waitSignal(dialog.merge_wanted) as wanted:
        save.click()
    assert wanted.args == [False]
    assert not save.isEnabled()
    assert label(dialog, "saving_progress") == "Merging…"
    dialog.was_refused("Nothing was changed.")
    assert label(dialog, "saving_error") == "Nothing was changed."
    assert label(dialog, "saving_progress") == "Nothing is merged yet."


def test_while_the_parent_works_it_can_wait(opened_dialog: Callable[..., MergeDialog], qtbot: QtBot) -> None:
    dialog = opened_dialog(parent_works=True)
    assert find(dialog, "merge_works").isVisible()
    assert label(dialog, "merge_works_text").startswith("“Fix the login loop” is being worked in")
    save = find(dialog, "save", QAbstractButton)
    assert save.text() == "Merge when it ends"
    with qtbot.waitSignal(dialog.merge_wanted) as wanted:
        save.click()
    assert wanted.args == [True]
    dialog.set_saving(is_saving=False)
    dialog.show_parent_works(is_working=False)
    assert save.text() == "Merge back"
    assert not find(dialog, "merge_works").isVisible()


def test_what_was_brought_is_read_word_for_word(window: QWidget, theme: Theme) -> None:
    dialog = BroughtDialog(theme, merge_messages()[0], window)
    dialog.open()
    assert label(dialog, "dialog_title") == "What was brought from “What do others do?”"
    assert dialog.text_view.toPlainText() == BROUGHT
    find(dialog, "close", QAbstractButton).click()
    assert not dialog.isVisible()
