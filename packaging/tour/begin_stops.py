# SPDX-License-Identifier: MIT
"""The first stops of the tour: from nothing to a thread that can be written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from tour.base import AGENT_TITLE, MODEL_TITLE, Tour
from tour.errors import check, check_equal
from tour.hands import until
from tour.world import PROJECT_TITLE

AGENTS = ("Claude Code", "Codex", "Opencode")


async def first_start(tour: Tour) -> None:
    """Nothing is there yet: the start page asks for a folder and says who can answer."""
    hands = tour.hands
    await until(lambda: hands.is_visible("start_page"), "the start page is shown")
    await until(lambda: "Looking…" not in hands.texts("readiness"), "everybody was looked for")
    named = (*AGENTS, AGENT_TITLE, MODEL_TITLE)
    ready = dict(zip(named, hands.texts("readiness"), strict=True))
    expected = {**dict.fromkeys(AGENTS, "Not installed"), AGENT_TITLE: "Ready", MODEL_TITLE: "Ready"}
    check_equal(ready, expected, "who can answer")
    check_equal(tour.evidence.one("SELECT count(*) FROM projects"), 0, "the number of stored projects")
    await tour.picture("first-start")


async def choose_a_folder(tour: Tour) -> None:
    """A folder that isn't there is refused with a sentence; the practice project is then named by its path."""
    hands = tour.hands
    field = hands.find(QLineEdit, "folder_path")
    hands.type_into(field, str(tour.world.home / "Nowhere"))
    hands.press(Qt.Key.Key_Return, field)
    await until(lambda: hands.text("folder_error"), "the missing folder is refused")
    check_equal(tour.evidence.one("SELECT count(*) FROM projects"), 0, "the number of stored projects")
    hands.type_into(field, str(tour.world.project))
    await tour.picture("choose-a-folder")
    hands.press(Qt.Key.Key_Return, field)
    await until(lambda: hands.is_visible("composer_text"), "the project opens")
    stored = tour.evidence.rows("SELECT title, root_path FROM projects")
    check_equal(stored, [(PROJECT_TITLE, str(tour.world.project))], "the stored projects")


async def empty_thread(tour: Tour) -> None:
    """The project has no thread yet; the page says what could happen here."""
    hands = tour.hands
    await until(lambda: PROJECT_TITLE in hands.text("empty_question"), "the empty page names the project")
    check_equal(hands.text("project_title"), PROJECT_TITLE, "the project's name in the sidebar")
    check(hands.is_visible("no_threads"), "the sidebar says that there are no threads")
    check_equal(tour.evidence.one("SELECT count(*) FROM threads"), 0, "the number of stored threads")
    await tour.picture("empty-thread")


async def who_answers(tour: Tour) -> None:
    """The picker lists everybody, also who isn't ready and why."""
    picker = await tour.hands.open_picker("provider_picker")
    rows = {row.title: row.subtitle for row in picker.shown_rows}
    check_equal(rows.get("Claude Code"), "not installed", "what is said of a missing agent")
    await tour.picture("who-answers")
    await tour.hands.pick(picker, AGENT_TITLE)
