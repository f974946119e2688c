# SPDX-License-Identifier: MIT
"""What a project brings along for Claude Code, and whether its notes can be let in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from onesist_desktop.agents.claude_code.standing import Standing, Withheld, look_at


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "project"
    (folder / ".claude").mkdir(parents=True)
    return folder


def look(project: Path) -> Standing:
    home = str(project.parent)
    return look_at(str(project), {"HOME": home, "USERPROFILE": home})


def settings(project: Path, text: str, name: str = "settings.json") -> None:
    (project / ".claude" / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("text", ["{}", "", '{"$schema": "x", "hooks": {}, "env": null}'])
def test_a_project_with_nothing_of_its_own(project: Path, text: str) -> None:
    settings(project, text)
    (project / ".claude/skills").mkdir()
    (project / "CLAUDE.md").write_text("notes", encoding="utf-8")
    assert look(project) == Standing(is_trusted=False, takes_notes=True, withheld=())


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("hooks", Withheld.HOOKS),
        ("env", Withheld.VARIABLES),
        ("apiKeyHelper", Withheld.PROGRAMS),
        ("statusLine", Withheld.PROGRAMS),
        ("permissions", Withheld.PERMISSIONS),
        ("enabledPlugins", Withheld.PLUGINS),
        ("somethingNew", Withheld.OTHER),
    ],
)
@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_what_its_settings_hold_is_named(project: Path, key: str, kind: Withheld, name: str) -> None:
    settings(project, json.dumps({key: "x"}), name)
    assert look(project).withheld == (kind,)


@pytest.mark.parametrize("text", ["{", "[]", "null", "[" * 200_000, '{"x": "' + "y" * 1_100_000 + '"}'])
def test_settings_that_cant_be_read_are_named_too(project: Path, text: str) -> None:
    settings(project, text)
    assert look(project).withheld == (Withheld.OTHER,)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_in_place_of_settings_is_not_waited_for(project: Path) -> None:
    os.mkfifo(project / ".claude/settings.json")
    assert look(project).withheld == (Withheld.OTHER,)


def test_skills_and_the_like_are_named_in_a_fixed_order(project: Path) -> None:
    for name in ("commands", "agents", "skills"):
        (project / ".claude" / name).mkdir()
        (project / ".claude" / name / "one.md").touch()
    settings(project, json.dumps({"env": {"A": "1"}, "hooks": {"Stop": []}}))
    (project / "CLAUDE.local.md").touch()
    expected = (Withheld.HOOKS, Withheld.VARIABLES, Withheld.SKILLS, Withheld.AGENTS, Withheld.COMMANDS, Withheld.NOTES)
    assert look(project).withheld == expected


def test_in_a_trusted_folder_nothing_is_withheld(project: Path) -> None:
    settings(project, json.dumps({"hooks": {"Stop": []}}))
    record = {"projects": {project.as_posix(): {"hasTrustDialogAccepted": True}}}
    (project.parent / ".claude.json").write_text(json.dumps(record), encoding="utf-8")
    assert look(project) == Standing(is_trusted=True)


def test_the_persons_own_folder_is_no_projects(project: Path) -> None:
    settings(project, json.dumps({"hooks": {"Stop": []}}))
    standing = look_at(str(project), {"HOME": str(project), "USERPROFILE": str(project)})
    assert standing == Standing(is_trusted=False)


@pytest.mark.parametrize("place", ["CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules", ".claude/rules/deep/one.md"])
def test_notes_that_lead_out_of_the_folder_are_refused(project: Path, place: str) -> None:
    secret = project.parent / "secret"
    secret.mkdir()
    (project / place).parent.mkdir(parents=True, exist_ok=True)
    (project / place).symlink_to(secret)
    assert look(project) == Standing(is_trusted=False, takes_notes=False, withheld=(Withheld.NOTES,))


def test_a_settings_folder_elsewhere_is_refused(project: Path) -> None:
    (project / ".claude").rmdir()
    elsewhere = project.parent / "elsewhere"
    elsewhere.mkdir()
    (project / ".claude").symlink_to(elsewhere)
    assert look(project) == Standing(is_trusted=False, takes_notes=False, withheld=(Withheld.NOTES, Withheld.OTHER))


def test_notes_that_are_links_within_the_folder_are_taken(project: Path) -> None:
    (project / "AGENTS.md").touch()
    (project / "CLAUDE.md").symlink_to("AGENTS.md")
    assert look(project).takes_notes


def test_rules_without_end_are_refused(project: Path) -> None:
    rules = project / ".claude/rules"
    rules.mkdir()
    for number in range(2001):
        (rules / f"{number}.md").touch()
    assert not look(project).takes_notes
