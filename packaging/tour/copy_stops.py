# SPDX-License-Identifier: MIT
"""Stops about own copies: one is made, worked in, counted, and cleaned up. Each asks the repository as well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QListView

from tour import repository
from tour.base import Tour
from tour.errors import check, check_equal
from tour.hands import until
from tour.world import PROJECT_TITLE

TITLE = "Add sugar to the price list"
CHANGED, NEW = "data/prices.csv", "notes/sugar.md"
COMMAND = f'echo gula,15000 >> "{CHANGED}" && echo Sugar by the kilo > "{NEW}"'


@dataclass(frozen=True, slots=True)
class StoredCopy:
    """The only own copy, as it is stored. ``is_used``: the thread works there."""

    path: Path
    branch: str
    state: str
    is_used: bool


def stored_copy(tour: Tour) -> StoredCopy:
    """Return the own copy. Raises TourError when there is none, or more than one."""
    rows = tour.evidence.rows("SELECT id, path, branch, state FROM worktrees")
    check_equal(len(rows), 1, "the number of stored own copies")
    copy_id, path, branch, state = rows[0]
    place = tour.evidence.one("SELECT worktree_id FROM threads WHERE title = ?", TITLE)
    return StoredCopy(Path(path), branch, state, is_used=place == copy_id)


def check_project(tour: Tour) -> None:
    """Make sure that nothing in the project folder has changed."""
    check_equal(repository.changes(tour.world.project), [], "what has changed in the project folder")


async def own_copy_dialog(tour: Tour) -> None:
    """A second thread is to work in an own copy; the dialog proposes a branch and says where the copy will be."""
    hands, project = tour.hands, tour.world.project
    await hands.press_keys("Ctrl+N")
    await until(lambda: hands.is_visible("empty_question"), "the new thread is empty")
    await tour.send(TITLE)
    await tour.answered()
    await hands.run_command("own_copy")
    await until(lambda: hands.is_visible("own_copy_dialog"), "the dialog opens")
    await until(lambda: hands.is_enabled("save"), "it knows what there is")
    branch = hands.find(QLineEdit, "copy_branch").text()
    check(branch, "the dialog proposes a branch")
    check(branch not in repository.branches(project), f"the proposed branch {branch!r} is a new one")
    check_equal(len(repository.worktrees(project)), 1, "the number of folders of the repository")
    check_equal(tour.evidence.one("SELECT count(*) FROM worktrees"), 0, "the number of stored own copies")
    await tour.picture("own-copy-dialog")


async def own_copy(tour: Tour) -> None:
    """The copy is made; what the agent does then changes the copy only, and the bar counts it."""
    hands, project = tour.hands, tour.world.project
    shown = shown_branch_and_folder(tour)
    hands.click("save")
    await until(lambda: not hands.is_visible("own_copy_dialog"), "the copy is made")
    copy = stored_copy(tour)
    path, branch = copy.path, copy.branch
    check(copy.state == "ready" and copy.is_used, "the copy is stored as ready, and the thread works there")
    check_equal((branch, path), shown, "branch and folder, as the dialog said")
    await until(lambda: hands.text("workspace_branch") == branch, "the bar names the branch")
    check_equal(hands.text("workspace_kind"), f"Own copy of {PROJECT_TITLE}", "what the bar says")
    check(not path.is_relative_to(project), "the copy is outside the project folder")
    check_equal(repository.worktrees(project), [project, path], "the folders of the repository")
    check_equal(repository.git(path, "branch", "--show-current"), branch, "the branch in the copy")
    await tour.send(f"run: {COMMAND}")
    await until(lambda: hands.is_visible("approval_card"), "the card asks")
    hands.click("option_allow")
    await tour.answered()
    check_equal(tour.evidence.one("SELECT cwd FROM runs ORDER BY started_at DESC LIMIT 1"), str(path), "where it ran")
    check_equal(repository.changes(path), [f" M {CHANGED}", f"?? {NEW}"], "what has changed in the copy")
    check_project(tour)
    await until(lambda: hands.text("changed_files") == "2 changed", "the bar counts them")
    tip = hands.find(QAbstractButton, "changed_files").accessibleDescription()
    check_equal(tip.split(), ["1", "changed", CHANGED, "1", "new", NEW], "what the count stands for")
    await tour.picture("own-copy")


def shown_branch_and_folder(tour: Tour) -> tuple[str, Path]:
    """Return the branch that the dialog names, and the folder in which it says that the copy will be."""
    hands = tour.hands
    return hands.find(QLineEdit, "copy_branch").text(), Path(hands.text("copy_folder")).expanduser()


async def clean_up(tour: Tour) -> None:
    """The clean-up lists the copy, and what would be lost with it."""
    hands = tour.hands
    branch = stored_copy(tour).branch
    await hands.run_command("clean_up")
    await until(lambda: hands.is_visible("cleanup_list"), "the clean-up opens")
    view = hands.find(QListView, "cleanup_list")
    await until(lambda: view.model().rowCount() == 1, "the copy is listed")
    await until(lambda: "saved nowhere else" in spoken_row(view), "it is counted")
    spoken = spoken_row(view)
    check(f"Own copy of {PROJECT_TITLE}, branch {branch}. {TITLE}" in spoken, "the row names the copy and its thread")
    check("2 files saved nowhere else" in spoken, "the row counts what would be lost")
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Space)
    await until(lambda: "1 changed and 1 new file would be lost" in hands.text("cleanup_numbers"), "the sum of what is ticked")
    await until(lambda: hands.said("cleanup_sum")[0].startswith("1 selected, frees "), "its size is known")
    check_equal(sorted(hands.texts("cleanup_name")), [CHANGED, NEW], "the names of what would be lost")
    await tour.picture("clean-up")


def spoken_row(view: QListView) -> str:
    """Return what a screen reader says of the first row."""
    return str(view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) or "")


async def clean_up_confirm(tour: Tour) -> None:
    """Counted again, the numbers and names are repeated; nothing can be removed before they were seen."""
    hands = tour.hands
    copy = stored_copy(tour)
    hands.click("remove")
    await until(lambda: hands.is_visible("seen"), "it is counted again")
    check_equal(hands.text("lost_heading"), "Lost for good: 2 files saved nowhere else", "what would be lost")
    check_equal(hands.texts("loss_branch"), [copy.branch], "the branch of the copy")
    check_equal(hands.said("seen_text"), ["I have seen that 1 changed and 1 new file will be gone."], "what is to be ticked")
    check(any(copy.branch in text for text in hands.texts("stays")), "it says that the branch stays")
    check(not hands.is_enabled("confirm"), "the button is off")
    hands.click("seen")
    check(hands.is_enabled("confirm"), "the button is on once it was ticked")
    check(copy.path.is_dir(), "the copy is still there")
    await tour.picture("clean-up-confirm")


async def cleaned_up(tour: Tour) -> None:
    """The folder is gone, the branch is not; the thread works in the project folder again and says so."""
    hands, project = tour.hands, tour.world.project
    hands.click("confirm")
    await until(lambda: hands.is_visible("results_summary"), "it is removed")
    copy = stored_copy(tour)
    branch = copy.branch
    check(copy.state == "removed" and not copy.is_used, "the copy is stored as removed, and the thread does not work there")
    check(hands.text("results_summary").startswith("1 own copy removed"), "the sentence says what came of it")
    check(f"The branch {branch} stays." in hands.texts("result_fact"), "the entry says that the branch stays")
    check(not copy.path.exists(), "the folder is gone")
    check_equal(repository.worktrees(project), [project], "the folders of the repository")
    check_equal(repository.branches(project), [repository.BRANCH, branch], "the branches")
    check_project(tour)
    await tour.picture("cleaned-up")
    hands.click("close")
    await until(lambda: hands.text("workspace_kind") == "Project folder", "the bar says so")
    wanted = f"The branch {branch} stays. This thread works in the project folder again."
    await until(lambda: any(wanted in text for text in hands.said("quiet_note")), "the transcript says so")
    await tour.picture("in-the-project-folder-again")
