# SPDX-License-Identifier: MIT
"""The workspace bar: plain words first, what is known of the folder, and what can be done where it is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.workspaces import Changes, FoundProblem, Named, ProjectProblem, WorkspaceKind, WorktreeState
from onesist_desktop.services.workspace_views import SetupState, WorkspaceView
from onesist_desktop.ui.panels.workspace_bar import WorkspaceBar
from onesist_desktop.ui.panels.workspace_words import Offer, bar_look, making_text, setup_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import ElidedLabel
from tests.ui.fakes import PROJECT, thread
from tests.ui.helpers import find, label
from tests.ui.workspace_fakes import COPY_PATH, copy_workspace, project_workspace


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> Iterator[WorkspaceBar]:
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    column.setContentsMargins(0, 0, 0, 0)
    made = WorkspaceBar(theme)
    column.addWidget(made)
    made.show_project(PROJECT)
    host.resize(1100, 60)
    host.show()
    yield made


def said(bar: WorkspaceBar, name: str) -> str:
    found = find(bar, name)
    return (found.text if isinstance(found, ElidedLabel) else found.text()) if found.isVisible() else ""  # type: ignore[attr-defined]


def offers(bar: WorkspaceBar) -> list[str]:
    return [one.text() for one in bar.findChildren(QPushButton) if one.isVisible() and one.objectName().startswith("offer_")]


def test_until_it_is_known_the_project_folder_stands_there(bar: WorkspaceBar) -> None:
    assert said(bar, "workspace_kind") == "Project folder"
    assert said(bar, "thread_place").endswith("toko-kita")
    assert said(bar, "workspace_branch") == ""
    assert not find(bar, "workspace_more").isVisible()


def test_until_it_is_known_a_copy_is_not_called_the_project_folder(bar: WorkspaceBar) -> None:
    bar.show_project(PROJECT, thread("t1", workspace_kind=WorkspaceKind.WORKTREE, repository="input/code/api"))
    assert said(bar, "workspace_kind") == "Own copy of api"
    assert (bar.path, said(bar, "thread_place")) == ("", "")
    assert not find(bar, "open_folder").isVisible()


def test_an_own_copy_says_so_in_plain_words_first(bar: WorkspaceBar) -> None:
    bar.show_workspace(copy_workspace())
    assert said(bar, "workspace_kind") == "Own copy of toko-kita"
    assert label(bar, "workspace_technical") == "worktree"
    assert said(bar, "workspace_branch") == "onesist/fix-the-login-loop--a1b2c3"
    changed = find(bar, "changed_files", QPushButton)
    assert changed.text() == "3 changed"
    assert changed.toolTip() == "2 changed\n  src/login.py\n  README.md\n1 new\n  notes.txt"
    assert find(bar, "workspace_branch").accessibleName() == "Branch: onesist/fix-the-login-loop--a1b2c3"
    assert bar.path == COPY_PATH


@pytest.mark.parametrize(
    ("view", "title", "small", "branch", "changed", "state"),
    [
        (project_workspace(), "Project folder", "", "main", "", ""),
        (copy_workspace(is_ours=False), "Own copy of toko-kita", "worktree made elsewhere", None, "3 changed", ""),
        (
            replace(project_workspace(), kind=WorkspaceKind.REPOSITORY, repository="input/code/api", repository_title="api"),
            "Folder api",
            "repository",
            "main",
            "",
            "",
        ),
        (copy_workspace(changes=Changes("x", modified=Named(None))), "Own copy of toko-kita", "worktree", "x", "? changed", ""),
        (
            copy_workspace(changes=Changes("x", modified=Named(1, ("a",)), conflicted=Named(1, ("a",)), operation="rebase")),
            "Own copy of toko-kita",
            "worktree",
            "x",
            "1 changed",
            "unfinished rebase",
        ),
        (project_workspace(branch="", changes=Changes(head="0123456789")), "Project folder", "", "01234567", "", ""),
        (
            project_workspace(repository="", branch="", changes=None, problem=FoundProblem(ProjectProblem.NO_REPOSITORY)),
            "Project folder",
            "",
            "",
            "",
            "",
        ),
    ],
)
def test_what_is_known_is_said(view: WorkspaceView, title: str, small: str, branch: str | None, changed: str, state: str) -> None:
    look = bar_look(view, "~/x")
    assert (look.title, look.small, look.changed, look.state) == (title, small, changed, state)
    assert branch is None or look.branch == branch


def test_unknown_is_never_none(bar: WorkspaceBar) -> None:
    bar.show_workspace(copy_workspace(changes=None, problem=FoundProblem(ProjectProblem.BROKEN_REPOSITORY)))
    assert find(bar, "changed_files", QPushButton).text() == "? changed"


def test_a_copy_that_is_gone_offers_all_ways_on(bar: WorkspaceBar, qtbot: QtBot) -> None:
    bar.show_workspace(copy_workspace(exists=False))
    assert said(bar, "workspace_kind") == "Own copy of toko-kita is gone"
    assert offers(bar) == ["Make it again from the branch", "Locate…", "Work in the project folder"]
    # Rather no sentence than half of one.
    assert said(bar, "workspace_note") == ""
    assert "What was not committed there is gone; the branch onesist/" in find(bar, "workspace_kind").toolTip()
    bar.window().resize(1500, 60)
    qtbot.waitUntil(lambda: said(bar, "workspace_note").endswith("stays."))
    assert len(offers(bar)) == 3
    assert not find(bar, "open_folder").isVisible()
    with qtbot.waitSignal(bar.offer_wanted) as wanted:
        find(bar, "offer_remake", QPushButton).click()
    assert wanted.args == [Offer.REMAKE.value]


def test_one_made_elsewhere_is_not_ours_to_make_again() -> None:
    assert bar_look(copy_workspace(exists=False, is_ours=False), "").offers == (Offer.LOCATE, Offer.PROJECT_FOLDER)


def test_a_released_one_is_made_again_and_nothing_is_called_lost(bar: WorkspaceBar) -> None:
    bar.show_workspace(copy_workspace(exists=False, state=WorktreeState.RELEASED))
    assert said(bar, "workspace_kind") == "Own copy of toko-kita, released"
    assert "gone" not in said(bar, "workspace_note")
    assert offers(bar) == ["Make it again from the branch", "Work in the project folder"]


def test_the_project_folder_that_is_gone_leads_to_another_project(bar: WorkspaceBar, qtbot: QtBot) -> None:
    bar.show_workspace(copy_workspace())
    bar.show_project(replace(PROJECT, folder_exists=False))
    assert said(bar, "workspace_kind") == "The project folder is gone"
    with qtbot.waitSignal(bar.project_wanted):
        find(bar, "other_project", QPushButton).click()
    bar.set_squeezed(True)
    assert bar.isVisible()


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (SetupState.RUNNING, "Setting up…"),
        (SetupState.ASKS, "Set-up asks…"),
        (SetupState.FAILED, "Set-up failed"),
        (SetupState.TIMED_OUT, "Set-up took too long"),
        (SetupState.WORKED, ""),
        (SetupState.DECLINED, ""),
        (None, ""),
    ],
)
def test_the_set_up_is_said_where_there_is_something_to_see(bar: WorkspaceBar, state: SetupState | None, text: str) -> None:
    bar.show_workspace(copy_workspace(setup=state))
    assert said(bar, "workspace_setup") == text == setup_text(state)


def test_making_a_copy_is_told_and_can_be_stopped(bar: WorkspaceBar, qtbot: QtBot) -> None:
    bar.show_workspace(copy_workspace(exists=False))
    bar.show_progress(making_text("files", 3, 9))
    assert said(bar, "workspace_note") == "Writing the files… 3 of 9"
    assert offers(bar) == []
    with qtbot.waitSignal(bar.cancel_wanted):
        find(bar, "cancel_making", QPushButton).click()
    bar.show_progress("")
    assert len(offers(bar)) == 3


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("width", [1100, 720, 440])
def test_nothing_lies_over_anything_or_is_cut(bar: WorkspaceBar, theme: Theme, width: int, percent: int) -> None:
    try:
        theme.set_text_percent(percent)
        for view in (copy_workspace(), copy_workspace(exists=False), copy_workspace(setup=SetupState.ASKS), project_workspace()):
            bar.show_workspace(view)
            bar.window().resize(width, 60)
            for _ in range(3):
                QApplication.processEvents()
            assert bar.width() == width
            shown = sorted((one for one in _parts(bar) if one.isVisible()), key=lambda one: one.x())
            for before, after in pairwise(shown):
                assert before.geometry().right() < after.geometry().left(), (before.objectName(), after.objectName())
            assert shown[-1].geometry().right() <= width
            buttons = [one for one in shown if isinstance(one, QPushButton)]
            assert all(one.width() >= one.minimumSizeHint().width() for one in buttons)
            assert find(bar, "workspace_kind").isVisible()
            assert find(bar, "workspace_more").isVisible()
    finally:
        theme.set_text_percent(100)


def test_the_technical_word_gives_way_first(bar: WorkspaceBar) -> None:
    bar.show_workspace(copy_workspace(changes=Changes("x" * 30, modified=Named(3)), setup=SetupState.ASKS))
    for width in range(1100, 300, -20):
        bar.window().resize(width, 60)
        QApplication.processEvents()
        if not find(bar, "workspace_technical").isVisible():
            assert find(bar, "workspace_branch").isVisible()
            assert find(bar, "open_folder").isVisible()
            return
    raise AssertionError("it never gave way")


def _parts(bar: WorkspaceBar) -> list[QWidget]:
    return [one for one in bar.findChildren(QWidget) if one.parentWidget() is bar and one.width() > 1]
