# SPDX-License-Identifier: MIT
"""Whether the person trusted a folder: which record counts, and for which folder."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.agents.claude_code.trust import is_trusted, record_file, trust_root

YES: dict[str, Any] = {"hasTrustDialogAccepted": True}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "home"
    folder.mkdir()
    return folder


def environment(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "USERPROFILE": str(home)}


def trust(home: Path, *folders: Path) -> None:
    record = {"projects": {folder.as_posix(): YES for folder in folders}}
    (home / ".claude.json").write_text(json.dumps(record), encoding="utf-8")


def folder_in(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir(parents=True)
    return folder


def git(*arguments: object) -> None:
    own = ["-c", "user.name=Sari", "-c", "user.email=sari@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *own, *map(str, arguments)], check=True, capture_output=True, env={"PATH": "/usr/bin:/bin"})


def repository(parent: Path, name: str) -> Path:
    folder = folder_in(parent, name)
    git("init", "-q", folder)
    git("-C", folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def test_the_folder_itself_counts_and_none_above_or_beside(home: Path) -> None:
    folder = folder_in(home, "downloads/project")
    for recorded in (home, folder.parent, folder.parent / "proj", folder / "inner"):
        trust(home, recorded)
        assert not is_trusted(str(folder), environment(home))
    trust(home, folder)
    assert is_trusted(str(folder), environment(home))


def test_a_link_to_a_trusted_folder_is_that_folder(home: Path) -> None:
    folder = folder_in(home, "project")
    (home / "link").symlink_to(folder)
    trust(home, folder)
    assert is_trusted(str(home / "link"), environment(home))
    trust(home, home / "link")
    assert not is_trusted(str(folder), environment(home))


def test_in_a_repository_its_root_counts(home: Path) -> None:
    root = repository(home, "project")
    inner = folder_in(root, "packages/one")
    trust(home, root)
    assert is_trusted(str(inner), environment(home))
    trust(home, inner)
    assert not is_trusted(str(inner), environment(home))


def test_a_repository_inside_another_stands_alone(home: Path) -> None:
    root = repository(home, "project")
    inner = repository(root, "input/code/other")
    trust(home, root)
    assert not is_trusted(str(inner), environment(home))
    assert trust_root(str(inner)) == inner


def test_a_worktree_stands_as_its_main_checkout(home: Path) -> None:
    root = repository(home, "project")
    tree = home / "trees/one"
    git("-C", root, "worktree", "add", "-q", tree)
    trust(home, root)
    assert is_trusted(str(tree), environment(home))
    trust(home, tree)
    assert not is_trusted(str(tree), environment(home))


def test_a_folder_cant_borrow_trust_by_claiming_to_be_a_worktree(home: Path) -> None:
    root = repository(home, "project")
    tree = home / "trees/one"
    git("-C", root, "worktree", "add", "-q", tree)
    trust(home, root)
    claims = {
        "the_trees": (tree / ".git").read_text("utf-8"),
        "repository": f"gitdir: {root}/.git\n",
        "nowhere": "gitdir: /nowhere/at/all\n",
        "network": "gitdir: //host/share/.git/worktrees/x\n",
        "backslash": "gitdir: \\\\host\\share\n",
        "nothing": "gitdir:",
        "no_text": "gitdir: \udcff\0",
    }
    for name, claim in claims.items():
        folder = folder_in(home, name)
        (folder / ".git").write_bytes(claim.encode("utf-8", "surrogateescape"))
        assert trust_root(str(folder)) == folder
        assert not is_trusted(str(folder), environment(home)), name
    linked = folder_in(home, "linked")
    (linked / ".git").symlink_to(root / ".git")
    assert not is_trusted(str(linked), environment(home))


def test_a_forged_administration_folder_does_not_help(home: Path) -> None:
    root = repository(home, "project")
    folder = folder_in(home, "forged")
    administration = folder_in(folder, "git/worktrees/x")
    (administration / "commondir").write_text(f"{root}/.git\n", encoding="utf-8")
    (administration / "gitdir").write_text(f"{folder}/.git\n", encoding="utf-8")
    (folder / ".git").write_text("gitdir: git/worktrees/x\n", encoding="utf-8")
    trust(home, root)
    assert not is_trusted(str(folder), environment(home))


@pytest.mark.parametrize(
    "record",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        '{"projects": null}',
        '{"projects": []}',
        '{"projects": {"FOLDER": null}}',
        '{"projects": {"FOLDER": true}}',
        '{"projects": {"FOLDER": {"hasTrustDialogAccepted": "true"}}}',
        '{"projects": {"FOLDER": {"hasTrustDialogAccepted": 1}}}',
        '{"projects": {"FOLDER": {"hasTrustDialogAccepted": false}}}',
        "[" * 200_000,
        '{"n": ' + "9" * 10_000 + "}",
    ],
)
def test_what_is_no_clear_yes_is_a_no(home: Path, record: str) -> None:
    folder = folder_in(home, "project")
    (home / ".claude.json").write_text(record.replace("FOLDER", folder.as_posix()), encoding="utf-8")
    assert not is_trusted(str(folder), environment(home))


@given(record=st.binary(max_size=200))
def test_a_record_of_any_bytes_is_borne(tmp_path_factory: pytest.TempPathFactory, record: bytes) -> None:
    home = tmp_path_factory.getbasetemp()
    (home / ".claude.json").write_bytes(record)
    assert not is_trusted(str(home), environment(home))


def test_no_record_and_no_home_are_a_no(home: Path) -> None:
    assert not is_trusted(str(home), environment(home))
    assert not is_trusted(str(home), {})
    assert not is_trusted("a\0b", environment(home))
    (home / ".claude.json").mkdir()
    assert not is_trusted(str(home), environment(home))


def test_where_the_record_is(home: Path) -> None:
    config = folder_in(home, "config")
    assert record_file(environment(home)) == home / ".claude.json"
    chosen = {**environment(home), "CLAUDE_CONFIG_DIR": str(config)}
    assert record_file(chosen) == config / ".claude.json"
    (config / ".config.json").touch()
    assert record_file(chosen) == config / ".config.json"


def test_a_relative_place_for_the_record_is_none() -> None:
    # It would be looked for in the project.
    assert record_file({"HOME": "/home/person", "CLAUDE_CONFIG_DIR": ".claude"}) is None
    assert record_file({"HOME": "here", "USERPROFILE": "here"}) is None
