# SPDX-License-Identifier: MIT
"""The dialog that makes an own copy: what can be chosen, what is said before, and that a failure keeps it open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import BusyError, OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import FoundProblem, ProjectProblem
from onesist_desktop.services.workspace_views import (
    BranchView,
    ElsewhereView,
    ExistingBranch,
    ExistingWorktree,
    NewBranch,
    ProjectFolder,
    RepositoryView,
    SetupOffer,
)
from onesist_desktop.ui.controllers.workspace_problems import (
    Remedy,
    fault_text,
    problem_text,
    remedies_for,
    remedies_of,
    remedy_text,
)
from onesist_desktop.ui.dialogs.own_copy_dialog import OwnCopyDialog, Way
from onesist_desktop.ui.dialogs.own_copy_parts import ProblemWords
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.helpers import find, label, shown
from tests.ui.workspace_fakes import COPY_PATH, PROJECT_PATH, copy_choices

ROOT = RepositoryView(".", "toko-kita", PROJECT_PATH)
API = RepositoryView("input/code/api", "api", f"{PROJECT_PATH}/input/code/api")
OFFER = SetupOffer("npm ci", "/p/.agents/onesist-worktree.json", earlier_command="npm install", changed_by="Budi, 21 Nov")


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme) -> Iterator[OwnCopyDialog]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1200, 900)
    window.show()
    made = OwnCopyDialog(theme, window)
    made.show_repositories([ROOT])
    made.open()
    yield made


def save(dialog: OwnCopyDialog) -> QPushButton:
    return find(dialog, "save", QPushButton)


def choose(dialog: OwnCopyDialog, way: Way) -> None:
    dialog.ways.choose(way.value)


def test_while_it_looks_nothing_can_be_chosen(dialog: OwnCopyDialog) -> None:
    assert label(dialog, "saving_progress") == "Looking what there is…"
    assert not dialog.ways.isVisible()
    assert not save(dialog).isEnabled()


def test_a_new_branch_is_ready_to_be_made(dialog: OwnCopyDialog, qtbot: QtBot) -> None:
    dialog.show_choices(copy_choices())
    assert not find(dialog, "copy_repository").isVisible()
    assert dialog.name_field.text() == "onesist/fix-the-login-loop--a1b2c3"
    assert dialog.base_combo.currentText() == "main"
    assert label(dialog, "copy_folder") == COPY_PATH
    with qtbot.waitSignal(dialog.save_wanted) as wanted:
        save(dialog).click()
    assert wanted.args == [NewBranch(".", "onesist/fix-the-login-loop--a1b2c3", "main")]


def test_another_base_can_be_chosen(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices(base=""))
    assert dialog.base_combo.currentText() == "the commit that is checked out now"
    dialog.base_combo.setCurrentText("feature/cart")
    assert dialog.destination == NewBranch(".", "onesist/fix-the-login-loop--a1b2c3", "feature/cart")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", "A branch needs a name."),
        ("main", "There is a branch main already. Choose another name, or take the existing branch."),
        ("-rf", "Letters a to z"),
        ("a..b", "Letters a to z"),
        ("kopi susu", "Letters a to z"),
        ("x.lock", "Letters a to z"),
        ("feature/pay", ""),
    ],
)
def test_a_name_that_git_does_not_take_is_said_at_once(dialog: OwnCopyDialog, name: str, error: str) -> None:
    dialog.show_choices(copy_choices())
    dialog.name_field.setText(name)
    assert [one.text().startswith(error) for one in _lines(dialog)] == ([True] if error else [])
    assert save(dialog).isEnabled() is not bool(error)


def test_an_existing_branch_is_taken(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices())
    choose(dialog, Way.EXISTING)
    # The first that is in use nowhere.
    assert dialog.branch_list.current == "feature/cart"
    assert dialog.destination == ExistingBranch(".", "feature/cart")
    assert save(dialog).text() == "Make the own copy"


def test_one_that_is_in_use_says_where_and_leads_there(dialog: OwnCopyDialog) -> None:
    """RULES B8."""
    branches = (
        BranchView("main", checked_out_at=PROJECT_PATH),
        BranchView("ours", checked_out_at="/copies/ours", worktree_id=WorktreeId("w9")),
        BranchView("theirs", checked_out_at="/elsewhere/theirs"),
    )
    dialog.show_choices(copy_choices(branches=branches))
    choose(dialog, Way.EXISTING)
    model = dialog.branch_list.view.model()
    names = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert names == ["main, in use in " + PROJECT_PATH, "ours, in use in /copies/ours", "theirs, in use in /elsewhere/theirs"]
    found = []
    for name in ("main", "ours", "theirs"):
        dialog.branch_list.choose(name)
        found.append(dialog.destination)
    assert found == [
        ProjectFolder("."),
        ExistingWorktree(".", worktree_id=WorktreeId("w9")),
        ExistingWorktree(".", "/elsewhere/theirs"),
    ]
    assert save(dialog).text() == "Work there"
    assert not find(dialog, "copy_folder").isVisible()


def test_one_whose_own_copy_has_no_folder_any_more_is_made_again(dialog: OwnCopyDialog) -> None:
    branches = (
        BranchView("released", worktree_id=WorktreeId("w8"), is_made_again=True),
        BranchView("gone", checked_out_at="/copies/gone", worktree_id=WorktreeId("w9"), is_made_again=True),
        BranchView("free"),
    )
    dialog.show_choices(copy_choices(branches=branches))
    choose(dialog, Way.EXISTING)
    model = dialog.branch_list.view.model()
    names = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert names == ["released, its own copy is made again", "gone, its own copy is made again", "free"]
    for name, worktree_id in (("released", "w8"), ("gone", "w9")):
        dialog.branch_list.choose(name)
        assert dialog.destination == ExistingWorktree(".", worktree_id=WorktreeId(worktree_id))
        assert "made again from the branch" in label(dialog, "copy_shared")
        assert save(dialog).text() == "Make the own copy"
        assert not find(dialog, "copy_folder").isVisible()
    dialog.branch_list.choose("free")
    assert dialog.destination == ExistingBranch(".", "free")
    assert not shown(dialog, "copy_shared")


def test_many_branches_can_be_searched(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices(branches=tuple(BranchView(f"topic/{number}") for number in range(2_000))))
    choose(dialog, Way.EXISTING)
    dialog.branch_list.search.setText("1999")
    assert dialog.branch_list.view.model().rowCount() == 1
    dialog.branch_list.choose("topic/1999")
    assert dialog.destination == ExistingBranch(".", "topic/1999")
    dialog.branch_list.search.setText("nothing like it")
    assert dialog.destination is None
    assert label(dialog, "copy_branches_nothing") == "No branch is called that."


def test_a_worktree_made_elsewhere_is_taken_unless_it_is_gone(dialog: OwnCopyDialog) -> None:
    places = (ElsewhereView("/a", "hotfix"), ElsewhereView("/b", "", is_usable=False))
    dialog.show_choices(copy_choices(elsewhere=places, setup=OFFER))
    choose(dialog, Way.ELSEWHERE)
    dialog.place_list.choose("/a")
    assert dialog.destination == ExistingWorktree(".", "/a")
    assert not find(dialog, "setup_offer").isVisible()
    dialog.place_list.choose("/b")
    assert dialog.destination is None


def test_what_there_is_not_can_not_be_chosen(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices(elsewhere=()))
    part = dialog.ways.part(Way.ELSEWHERE.value)
    assert (part.isEnabled(), part.toolTip()) == (False, "There is none.")


def test_it_says_what_goes_along_and_what_is_lacking(dialog: OwnCopyDialog) -> None:
    """RULES B2."""
    nested = FoundProblem(ProjectProblem.NESTED_REPOSITORIES, ".", ("vendor/lib",))
    dialog.show_choices(copy_choices(copies_ignored=(".env", "*.local")), [problem_text(nested)])
    assert label(dialog, "copy_along").endswith(".env, *.local")
    assert "vendor/lib" in label(dialog, "copy_lacks")


def test_several_repositories_are_a_choice(dialog: OwnCopyDialog, qtbot: QtBot) -> None:
    dialog.show_repositories([ROOT, API])
    assert find(dialog, "copy_repository").isVisible()
    with qtbot.waitSignal(dialog.repository_chosen) as chosen:
        dialog.repository_combo.setCurrentIndex(1)
    assert chosen.args == ["input/code/api"]


def test_nothing_is_agreed_to_unless_it_is_ticked(dialog: OwnCopyDialog) -> None:
    """RULES B14."""
    dialog.show_choices(copy_choices(setup=OFFER))
    assert label(dialog, "setup_command") == "npm ci"
    notes = label(dialog, "setup_offer_notes")
    assert "npm install" in notes
    assert "Budi, 21 Nov" in notes
    assert dialog.agreed_command == ""
    dialog.setup.check.setChecked(True)
    assert dialog.agreed_command == "npm ci"
    dialog.show_choices(copy_choices(setup=OFFER))
    assert dialog.agreed_command == ""


def test_a_command_that_was_agreed_to_needs_no_tick(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices(setup=SetupOffer("npm ci", "/f", is_agreed=True)))
    assert not dialog.setup.check.isVisible()
    assert "You agreed to this command before" in label(dialog, "setup_offer_notes")
    assert dialog.agreed_command == ""


def test_a_set_up_file_that_can_not_be_used_is_said(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices(setup=SetupOffer("", "/f.json", problem="line 3 is no JSON.")))
    assert label(dialog, "setup_offer_notes") == "The set-up file /f.json can't be used, so nothing will be run: line 3 is no JSON."
    assert not find(dialog, "setup_command").isVisible()


def test_a_failure_keeps_what_was_entered(dialog: OwnCopyDialog) -> None:
    dialog.show_choices(copy_choices())
    dialog.name_field.setText("mine")
    save(dialog).click()
    dialog.show_step("Writing the files… 1 of 3")
    assert label(dialog, "saving_progress") == "Writing the files… 1 of 3"
    assert not dialog.name_field.isEnabled()
    dialog.was_refused("The disk is full.")
    assert label(dialog, "saving_error") == "The disk is full."
    assert (dialog.isVisible(), dialog.name_field.text(), dialog.name_field.isEnabled()) == (True, "mine", True)
    assert save(dialog).isEnabled()


def test_cancel_stops_what_is_being_made_first(dialog: OwnCopyDialog, qtbot: QtBot) -> None:
    dialog.show_choices(copy_choices())
    save(dialog).click()
    with qtbot.waitSignal(dialog.stop_wanted):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.close()
    assert dialog.isVisible()
    assert not find(dialog, "cancel", QPushButton).isEnabled()
    dialog.was_stopped()
    assert label(dialog, "saving_error").startswith("Stopped. Nothing was left behind")
    find(dialog, "cancel", QPushButton).click()
    assert not dialog.isVisible()


@pytest.mark.parametrize("problem", list(ProjectProblem))
def test_each_problem_is_said_plainly_with_what_can_be_done(dialog: OwnCopyDialog, qtbot: QtBot, problem: ProjectProblem) -> None:
    details = "2" if problem is ProjectProblem.UNCOMMITTED else "some words"
    text = problem_text(FoundProblem(problem, "input/code/api", (details,)))
    assert text.endswith((".", "some words"))
    assert "%" not in text
    remedies = remedies_of(problem)
    dialog.show_problems([ProblemWords(text, tuple((one.value, remedy_text(one)) for one in remedies))])
    assert label(dialog, "copy_problem") == text
    assert not dialog.ways.isVisible()
    assert not save(dialog).isEnabled()
    with qtbot.waitSignal(dialog.remedy_wanted) as wanted:
        find(dialog, f"remedy_{remedies[0]}", QPushButton).click()
    assert wanted.args == [remedies[0].value]
    assert len(shown(dialog, "copy_problem")) == 1


def test_no_commits_and_no_repository_have_their_own_remedies() -> None:
    assert remedies_of(ProjectProblem.NO_COMMITS) == (Remedy.FIRST_COMMIT, Remedy.PROJECT_FOLDER)
    assert remedies_of(ProjectProblem.NO_REPOSITORY) == (Remedy.MAKE_REPOSITORY, Remedy.PROJECT_FOLDER)
    assert "adds no files" in problem_text(FoundProblem(ProjectProblem.NO_COMMITS))
    assert "git-scm.com" in problem_text(FoundProblem(ProjectProblem.NO_GIT_PROGRAM))
    assert remedies_for(WorkspaceError(WorkspaceFault.NO_COMMITS))[0] is Remedy.FIRST_COMMIT


@pytest.mark.parametrize("fault", list(WorkspaceFault))
def test_each_fault_has_words(fault: WorkspaceFault) -> None:
    text = fault_text(WorkspaceError(fault, "fatal: %2 some words."))
    assert "%1" not in text
    assert str(fault) not in text or fault is WorkspaceFault.REFUSED
    assert text.endswith(".")


def test_a_branch_in_use_where_no_folder_is_names_it_and_says_that_git_lists_it() -> None:
    text = fault_text(WorkspaceError(WorkspaceFault.CHECKED_OUT, "/elsewhere/theirs"))
    assert "listed as in use in /elsewhere/theirs" in text
    assert "If that folder is gone" in text


@pytest.mark.parametrize(("error", "words"), [(BusyError("x"), "still being given"), (OnesistError("broken"), "broken")])
def test_other_failures_have_words_too(error: OnesistError, words: str) -> None:
    assert words in fault_text(error)


@pytest.mark.parametrize("percent", [100, 200])
def test_every_control_has_a_name_and_is_reached_by_tab(dialog: OwnCopyDialog, theme: Theme, percent: int) -> None:
    try:
        theme.set_text_percent(percent)
        dialog.show_repositories([ROOT, API])
        dialog.show_choices(copy_choices(setup=OFFER))
        dialog.activateWindow()
        dialog.repository_combo.setFocus()
        seen = []
        for _ in range(12):
            focused = dialog.focusWidget()
            assert focused is not None
            assert focused.accessibleName() or focused.text(), focused.objectName()  # type: ignore[attr-defined]
            seen.append(focused.objectName())
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        wanted = ["copy_repository", "copy_way_new", "copy_branch", "copy_base", "run_setup", "cancel", "save"]
        assert [name for name in seen if name in wanted][: len(wanted)] == wanted
    finally:
        theme.set_text_percent(100)


def _lines(dialog: OwnCopyDialog) -> list[QLabel]:
    return [one for one in dialog.findChildren(QLabel, "field_line") if one.isVisible()]
