# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path

import pytest

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.paths import app_paths


@pytest.mark.parametrize("name", ["ONESIST_DB_PATH", "SA_DB_PATH"])
def test_everything_lies_beside_a_given_database(tmp_path: Path, name: str) -> None:
    paths = app_paths({name: str(tmp_path / "mine.db")})
    assert paths.database == tmp_path / "mine.db"
    assert {paths.settings.parent, paths.logs.parent, paths.practice.parent, paths.run.parent, paths.data} == {tmp_path}


def test_the_first_name_wins(tmp_path: Path) -> None:
    assert app_paths({"ONESIST_DB_PATH": str(tmp_path / "a.db"), "SA_DB_PATH": str(tmp_path / "b.db")}).database.name == "a.db"


def test_a_relative_path_is_an_error_that_says_so() -> None:
    with pytest.raises(InvalidInputError, match="ONESIST_DB_PATH must be an absolute path"):
        app_paths({"ONESIST_DB_PATH": "data/onesist.db"})


def test_without_a_value_the_desktops_data_folder_is_used(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    paths = app_paths({})
    assert paths.database.is_relative_to(home)
    assert not paths.database.is_relative_to(tmp_path)


@pytest.mark.parametrize("name", ["ONESIST_WORKTREES_DIR", "SA_WORKTREES_DIR"])
def test_worktrees_go_where_they_are_told_to(tmp_path: Path, name: str) -> None:
    paths = app_paths({name: str(tmp_path / "copies"), "ONESIST_DB_PATH": str(tmp_path / "mine.db")})
    assert paths.worktrees == tmp_path / "copies"


def test_the_first_name_for_worktrees_wins_and_an_empty_one_counts_as_not_set(tmp_path: Path) -> None:
    both = {"ONESIST_WORKTREES_DIR": str(tmp_path / "a"), "SA_WORKTREES_DIR": str(tmp_path / "b")}
    assert app_paths(both).worktrees.name == "a"
    assert app_paths({**both, "ONESIST_WORKTREES_DIR": ""}).worktrees.name == "b"


@pytest.mark.parametrize("name", ["ONESIST_DB_PATH", "SA_DB_PATH"])
def test_worktrees_lie_beside_a_given_database(tmp_path: Path, name: str) -> None:
    assert app_paths({name: str(tmp_path / "mine.db")}).worktrees == tmp_path / "worktrees"


def test_worktrees_lie_in_the_data_folder_otherwise(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    paths = app_paths({})
    assert paths.worktrees == paths.data / "worktrees"
    assert paths.worktrees.is_relative_to(home)


@pytest.mark.parametrize("name", ["ONESIST_WORKTREES_DIR", "SA_WORKTREES_DIR"])
@pytest.mark.parametrize("value", ["copies", "./copies", "~/copies", ".."])
def test_a_relative_base_for_worktrees_is_an_error_that_says_so(name: str, value: str) -> None:
    with pytest.raises(InvalidInputError, match=f"{name} must be an absolute path"):
        app_paths({name: value})
