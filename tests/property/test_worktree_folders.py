# SPDX-License-Identifier: MIT
"""Folders of worktrees, whatever projects and threads are called (RULES B4, B6)."""

from __future__ import annotations

from pathlib import PurePath

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.ids import ProjectId
from onesist_desktop.services.making import folder_of
from onesist_desktop.services.resolving import is_repository_key, repository_folder, storable
from onesist_desktop.storage.records import ProjectRecord

TEXT = st.text(st.characters(codec=None), max_size=120)
BASE = "/base folder"


@given(TEXT, TEXT, TEXT, TEXT)
def test_a_folder_lies_two_levels_below_its_base_and_has_plain_names(title: str, key: str, project: str, project_id: str) -> None:
    path = PurePath(folder_of(BASE, ProjectRecord(ProjectId(project_id), project, "/p", 1.0, 1.0), title, key))
    assert path.parent.parent == PurePath(BASE)
    for name in path.parts[-2:]:
        assert name.isascii()
        assert name.isprintable()
        assert name[0] not in "-._ "
        assert not set(name) & set("/\\:*?\"<>| '$`")
        assert 0 < len(name) <= 60


@given(TEXT)
def test_no_key_leads_out_of_the_project(key: str) -> None:
    for wanted in (key, f"input/code/{key}"):
        if is_repository_key(wanted):
            folder = PurePath(repository_folder("/project", wanted))
            assert wanted == "." or folder.parent == PurePath("/project/input/code")
            assert ".." not in folder.parts


@given(TEXT)
def test_what_is_stored_is_text(name: str) -> None:
    told = storable(name)
    assert told.encode().decode() == told
    assert storable(told) == told
