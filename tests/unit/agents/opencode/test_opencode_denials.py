# SPDX-License-Identifier: MIT
"""What the person's own settings of Opencode deny stays denied."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from onesist_desktop.agents.opencode.denials import denied_by, denied_in, settings_files, without_comments
from onesist_desktop.agents.opencode.launch import base_permissions


@pytest.mark.parametrize(
    ("permission", "denied"),
    [
        ({"bash": "deny", "edit": "ask"}, {"bash"}),
        ({"bash": {"*": "deny", "git *": "allow"}}, {"bash"}),
        ({"bash": {"rm *": "deny"}}, set()),
        ("deny", {"*"}),
        ("allow", set()),
        (None, set()),
        ([1], set()),
    ],
)
def test_what_is_denied_as_a_whole(permission: object, denied: set[str]) -> None:
    assert {name for name, is_denied in denied_in({"permission": permission}).items() if is_denied} == denied


def test_comments_and_last_commas_are_borne_and_texts_are_left_alone() -> None:
    text = '{ // one\n "a": "http://x/*no*/", /* two\n lines */ "b": [1, 2,], "c": ",}",\n}'
    assert json.loads(without_comments(text)) == {"a": "http://x/*no*/", "b": [1, 2], "c": ",}"}


def test_a_later_file_decides(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"permission": {"bash": "deny", "webfetch": "deny"}}')
    (tmp_path / "opencode.jsonc").write_text('{"permission": {"bash": "allow",}} // mine')
    more = tmp_path / "more.json"
    more.write_text('{"permission": {"edit": "deny"}}')
    assert denied_by(settings_files(tmp_path, str(more))) == {"webfetch", "edit"}
    assert denied_by(settings_files(tmp_path / "none", None)) == set()


def test_a_damaged_file_is_told(tmp_path: Path, expect_warnings: list[logging.LogRecord]) -> None:
    (tmp_path / "opencode.json").write_text("{")
    assert denied_by(settings_files(tmp_path, None)) == set()
    assert len(expect_warnings) == 1


def test_our_rules_keep_what_is_denied() -> None:
    usual = base_permissions()
    assert usual["bash"] == {"*": "ask"}
    kept = base_permissions({"bash", "webfetch", "own_tool"})
    assert (kept["bash"], kept["webfetch"], kept["own_tool"]) == ({"*": "deny"}, "deny", "deny")
    assert kept["edit"] == usual["edit"]
    assert {str(rule) for rule in base_permissions({"*"}).values()} == {"deny", "{'*': 'deny'}"}
