# SPDX-License-Identifier: MIT
"""The palette: what fits, in which order, and driving it by keys alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.palette.entries import Entry, Section, find
from onesist_desktop.ui.palette.matching import match
from onesist_desktop.ui.palette.palette_dialog import PaletteDialog
from onesist_desktop.ui.palette.palette_model import PaletteModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE

ENTRIES = (
    Entry(Section.DO, "new_thread", "New thread", "File", "Ctrl+N", "note-pencil"),
    Entry(Section.DO, "rename_thread", "Rename thread…", "Thread", "F2", "pencil-simple"),
    Entry(Section.DO, "stop", "Stop", "Thread", "Ctrl+.", "stop"),
    Entry(Section.GO_TO, "t1", "Fix the login loop", "09:41", provider_id=CLAUDE),
    Entry(Section.GO_TO, "t2", "A thread about names", "Tue", provider_id=CLAUDE),
)


@pytest.mark.parametrize(
    ("typed", "text", "ranges"),
    [
        ("", "Anything", ()),
        ("log", "Fix the login loop", ((8, 11),)),
        ("LOOP fix", "Fix the login loop", ((0, 3), (14, 18))),
        ("ß", "Straße", ((4, 5),)),
        ("İ", "İstanbul", ((0, 1),)),
    ],
)
def test_words_are_found_in_any_case_and_order(typed: str, text: str, ranges: tuple[tuple[int, int], ...]) -> None:
    found = match(typed, text)
    assert found is not None
    assert found.ranges == ranges


def test_a_missing_word_fits_nothing() -> None:
    assert match("login zebra", "Fix the login loop") is None


def test_what_begins_the_text_comes_first_then_what_begins_a_word() -> None:
    entries = [Entry(Section.DO, text, text) for text in ("Unthread", "New thread", "Thread list")]
    assert [found.entry.text for found in find(entries, "thread")] == ["Thread list", "New thread", "Unthread"]


@given(st.text(max_size=12), st.text(max_size=40))
def test_ranges_lie_within_the_text(typed: str, text: str) -> None:
    found = match(typed, text)
    if found is not None:
        assert all(0 <= start < end <= len(text) for start, end in found.ranges)


@given(st.text(min_size=1, max_size=20).filter(lambda text: text.split()))
def test_a_text_fits_itself(text: str) -> None:
    assert match(text, text) is not None


def test_headings_can_not_be_chosen_and_steps_go_around(qtbot: QtBot) -> None:
    model = PaletteModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert tester.model() is model
    model.show(find(ENTRIES, ""))
    assert model.rowCount() == len(ENTRIES) + 2
    assert model.found_at(0) is None
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsSelectable
    assert model.step(-1, 1) == 1
    assert model.step(3, 1) == 5
    assert model.step(1, -1) == model.rowCount() - 1
    model.show(())
    assert model.step(-1, 1) == -1


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[PaletteDialog]:
    window = QWidget()
    window.resize(900, 700)
    qtbot.addWidget(window)
    window.show()
    made = PaletteDialog(theme, book, ENTRIES, window)
    made.open()
    yield made
    window.close()


def test_typing_and_enter_does_it(dialog: PaletteDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.field, "ren")
    with qtbot.waitSignal(dialog.command_chosen) as chosen:
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert chosen.args == ["rename_thread"]


def test_tab_leaves_only_threads(dialog: PaletteDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(dialog.field, Qt.Key.Key_Tab)
    assert dialog.model.rowCount() == 3
    qtbot.keyClick(dialog.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.thread_chosen) as chosen:
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert chosen.args == ["t2"]


def test_nothing_found_is_said_and_enter_does_nothing(dialog: PaletteDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.field, "zzz")
    assert dialog.findChild(QWidget, "palette_nothing").isVisible()
    with qtbot.assertNotEmitted(dialog.command_chosen):
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
