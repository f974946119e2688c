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
