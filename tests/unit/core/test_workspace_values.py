# SPDX-License-Identifier: MIT
"""What workspaces hold, as values: unknown is never nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.known_folders import BUILD_FOLDERS, CACHE_FOLDERS, DEPENDENCY_FOLDERS, UNWATCHED_FOLDERS
from onesist_desktop.core.workspaces import Changes, Contents, InnerWork, InnerWorks, Named

ONE, UNKNOWN = Named(1, ("a.txt",)), Named(None)


def test_unknown_is_something() -> None:
    assert (Named().is_none, ONE.is_none, UNKNOWN.is_none) == (True, False, False)
    assert (InnerWorks().is_none, InnerWorks(1, (InnerWork("lib/"),)).is_none, InnerWorks(None).is_none) == (True, False, False)


def test_changes_are_counted_once_and_conflicts_are_among_the_changed() -> None:
    changes = Changes("main", modified=Named(2), deleted=ONE, untracked=Named(3), conflicted=ONE)
    assert changes.count == 6
    assert Changes().count == 0
    assert replace(changes, untracked=UNKNOWN).count is None


@pytest.mark.parametrize(
    "held",
    [
        Contents(Changes(modified=ONE)),
        Contents(Changes(deleted=UNKNOWN)),
        Contents(Changes(untracked=ONE)),
        Contents(Changes(operation="merge")),
        Contents(ignored=ONE),
        Contents(ignored=UNKNOWN),
        Contents(submodules=InnerWorks(None)),
        Contents(commits=UNKNOWN),
        Contents(loose_commits=None),
    ],
)
def test_what_may_be_lost_is_never_called_nothing(held: Contents) -> None:
    assert not held.holds_nothing


def test_commits_are_kept_so_they_are_no_loss() -> None:
    assert Contents().holds_nothing
    assert Contents(commits=Named(3), loose_commits=2, stashes=1, is_detached=True, caches=("node_modules",)).holds_nothing


def test_a_fault_is_told_with_its_detail() -> None:
    told = WorkspaceError(WorkspaceFault.CHECKED_OUT, "/copies/one")
    assert (told.fault, told.detail, str(told)) == (WorkspaceFault.CHECKED_OUT, "/copies/one", "checked_out: /copies/one")
    assert str(WorkspaceError(WorkspaceFault.NO_GIT)) == "no_git"


def test_folders_in_which_people_write_are_watched() -> None:
    assert UNWATCHED_FOLDERS == DEPENDENCY_FOLDERS | BUILD_FOLDERS | CACHE_FOLDERS
    assert {"node_modules", "target", "__pycache__"} <= UNWATCHED_FOLDERS
    assert not {"bin", "deps", "out", "vendor", "src", ".git"} & UNWATCHED_FOLDERS
