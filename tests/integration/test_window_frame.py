# SPDX-License-Identifier: MIT
"""The frame of the real window: sizes that are remembered, what is unread, the inspector, and the desktop's notifications."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QSplitter, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.ui.controllers import layout_controller
from onesist_desktop.ui.roles import Role as ModelRole
from onesist_desktop.ui.window_place import fitted
from tests.integration.window_rig import Person, move_mouse, open_window, table, until

AGENT, MODEL = "practice-agent", "practice-model"


@pytest.fixture
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual screen is smaller than the windows that are remembered here."""
    screen = QRect(0, 0, 2560, 1440)
    monkeypatch.setattr(layout_controller, "fitted", lambda place, _: fitted(place, [screen]))


def drag_divider(person: Person, by: int) -> None:
    splitter = next(each for each in person.window.findChildren(QSplitter) if each.isVisible() and each.count() == 3)
    handle = splitter.handle(1)
    at = handle.rect().center()
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(handle, left, pos=at)
    # The handle goes along, so both moves are as far from where it is by then.
    for step in (by // 2, by - by // 2):
        move_mouse(handle, at + QPoint(step, 0), left)
    QTest.mouseRelease(handle, left, pos=at)


@pytest.mark.usefixtures("wide_screen")
async def test_size_and_panels_are_as_they_were(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask("What is this project?", AGENT)
        person.window.resize(1_500, 930)
        before = person.window.sidebar.width()
        drag_divider(person, 60)
        wide = person.window.sidebar.width()
        assert wide > before
        assert person.window.inspector.isVisible()
        await person.by_keys("toggle_inspector")
        assert not person.window.inspector.isVisible()
    async with open_window(qapp, tmp_path, size=None) as person:
        assert (person.window.width(), person.window.height()) == (1_500, 930)
        assert person.window.sidebar.width() == wide
        assert not person.window.inspector.isVisible()
        await person.by_menu("toggle_sidebar")
        assert not person.window.sidebar.isVisible()
    async with open_window(qapp, tmp_path, size=None) as person:
        assert not person.window.sidebar.isVisible()
        await person.by_keys("toggle_sidebar")
        assert person.window.sidebar.width() == wide


def is_marked(person: Person, thread_id: ThreadId) -> bool:
    return bool(person.window.threads.index_of(thread_id).data(ModelRole.IS_UNREAD))


def is_kept_unread(person: Person, thread_id: ThreadId) -> bool:
    return (str(thread_id), 1) in table(person.data, "select id, is_unread from threads")


def click_row(person: Person, thread_id: ThreadId) -> None:
    tree = person.window.sidebar.tree
    box = tree.visualRect(person.window.threads.index_of(thread_id))
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


async def test_an_answer_in_another_thread_marks_it_until_it_is_read(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("slow 60", AGENT)
        first = person.window.thread_id
        assert first is not None
        await person.by_keys("new_thread")
        await until(lambda: person.window.thread_id not in (None, first), "the new thread")
        await until(lambda: not person.is_working, "the answer in the other thread")
        await until(lambda: is_marked(person, first), "the mark")
        assert is_kept_unread(person, first)
        name = str(person.window.threads.index_of(first).data(Qt.ItemDataRole.AccessibleTextRole))
        assert "not read yet" in name
        await person.come_to_front()
        click_row(person, first)
        await until(lambda: not is_marked(person, first), "the mark to go")
        await until(lambda: not is_kept_unread(person, first), "the database to know")
        assert person.window.thread_id == first


async def test_the_mark_survives_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("slow 60", AGENT)
        first = person.window.thread_id
        assert first is not None
        await person.by_keys("new_thread")
        await until(lambda: person.window.thread_id not in (None, first), "the new thread")
        second = person.window.thread_id
        assert second is not None
        await until(lambda: is_kept_unread(person, first), "the mark to be kept")
        await person.come_to_front()
        await person.ask("the last of all", AGENT)
        await until(lambda: not is_kept_unread(person, second), "what is looked at to be read")
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.window.thread_id == second, "the newest thread")
        assert (is_marked(person, first), is_marked(person, second)) == (True, False)


async def test_the_inspector_shows_a_run_and_what_it_was_told(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask("What is this project?", AGENT)
        await person.ask("And what do you think?", MODEL)
        await until(lambda: person.texts("run_title") == ["Practice model"], "the newest run")
        await until(lambda: person.texts("told_counts"), "what it was told")
        (handed,) = await person.handed_over()
        assert handed.included_count == 2
        assert person.texts("told_counts")[0].startswith("2 items")
        person.click("open_told")
        await until(lambda: person.find(QPlainTextEdit, "handoff_text"), "the dialog")
        assert person.find(QPlainTextEdit, "handoff_text")[0].toPlainText() == handed.text
        person.click("close")
        person.click("previous_run")
        await until(lambda: person.texts("run_title") == ["Practice agent"], "the run before")
        assert not person.find(QWidget, "run_told")
        await person.send("run: echo hello; exit 3", AGENT)
        await until(lambda: person.find(QWidget, "approval_card"), "the card")
        person.click_option("allow")
        await person.answered()
        person.click("next_run")
        await until(lambda: person.texts("run_title") == ["Practice model"], "the run after")
        person.click("next_run")
        steps = person.window.inspector.run.steps
        await until(lambda: steps.isVisible() and steps.model().rowCount() == 1, "its step")
        assert person.texts("run_answer_to")


async def test_the_desktop_tells_what_happens_while_the_window_is_away(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask("What is this project?", AGENT)
        thread_id = str(person.window.thread_id)
        assert person.desktop.shown == {}, "who looks at the window is told nothing"
        await person.send("slow 20")
        person.window.showMinimized()
        await until(lambda: thread_id in person.desktop.shown, "the note")
        note = person.desktop.shown[thread_id]
        assert (note.title, note.body) == ("What is this project?", "Practice agent has finished")
        person.desktop.clicked.emit(thread_id)
        await until(person.window.isActiveWindow, "the window to be in front")
        await until(lambda: person.desktop.shown == {}, "the note to be taken away")
        await person.send("ask: Shall I go on?")
        await until(lambda: person.find(QWidget, "approval_card"), "the card")
        assert person.desktop.shown == {}
        person.window.showMinimized()
        person.click_option("yes")
        await until(lambda: thread_id in person.desktop.shown, "the note that it is finished")


async def test_a_question_and_a_failure_are_told_too_unless_it_was_turned_off(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask("hello", AGENT)
        thread_id = str(person.window.thread_id)
        await person.send("ask: Shall I go on?")
        person.window.showMinimized()
        await until(lambda: thread_id in person.desktop.shown, "the note")
        assert person.desktop.shown[thread_id].body == "Practice agent asks you: Shall I go on?"
        await person.come_to_front()
        person.click_option("yes")
        await person.answered()
        await person.come_to_front()
        await until(lambda: person.desktop.shown == {}, "nothing to be told any more")
        await person.send("fail")
        person.window.showMinimized()
        await until(lambda: thread_id in person.desktop.shown, "the note")
        assert person.desktop.shown[thread_id].body == "Practice agent reported a fault of its own"
        await person.come_to_front()
        await until(lambda: person.desktop.shown == {}, "the note to be taken away")
        await person.app.services.preferences.save(replace(person.app.services.preferences.view, notifies=False))
        await person.send("slow 3")
        person.window.showMinimized()
        await person.answered()
        assert person.desktop.shown == {}


async def test_a_thread_that_needs_the_person_says_so_and_is_gone_to(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("ask: Shall I go on?", AGENT)
        await until(lambda: person.find(QWidget, "approval_card"), "the card")
        asking = person.window.thread_id
        assert asking is not None
        await person.by_keys("new_thread")
        await until(lambda: person.window.thread_id not in (None, asking), "the new thread")
        name = str(person.window.threads.index_of(asking).data(Qt.ItemDataRole.AccessibleTextRole))
        assert "needs you" in name
        await person.come_to_front()
        await person.by_keys("next_needing")
        await until(lambda: person.window.thread_id == asking, "the thread that needs the person")
        await until(lambda: person.find(QWidget, "approval_card"), "the card again")
        person.click_option("yes")
        await person.answered()
        await until(lambda: not person.window.commands.action("next_needing").isEnabled(), "nobody to need anything")
