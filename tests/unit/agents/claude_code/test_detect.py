# SPDX-License-Identifier: MIT
"""Finding Claude Code and asking it about itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from onesist_desktop.agents.claude_code import detect
from onesist_desktop.agents.installed import version_of
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.process.environment import ShellEnvironment


def script(path: Path, body: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def shell(home: Path) -> ShellEnvironment:
    return ShellEnvironment({"PATH": "/usr/bin:/bin", "HOME": str(home), "SHELL": "/bin/sh"})


@pytest.mark.parametrize("folder", [".local/bin", ".claude/local", ".npm-global/bin"])
async def test_it_is_found_where_its_installers_put_it(tmp_path: Path, folder: str) -> None:
    program = script(tmp_path / folder / "claude", "exit 0")
    assert await detect.find_claude(shell(tmp_path), None) == (program,)


async def test_the_persons_choice_comes_first(tmp_path: Path) -> None:
    script(tmp_path / ".local/bin/claude", "exit 0")
    chosen = script(tmp_path / "mine" / "claude-next", "exit 0")
    assert await detect.find_claude(shell(tmp_path), chosen) == (chosen,)
    assert await detect.find_claude(shell(tmp_path), lambda: chosen) == (chosen,)


async def test_a_missing_program_says_where_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(AnswererError) as caught:
        await detect.find_claude(shell(tmp_path), None)
    assert caught.value.reason is FailureReason.PROGRAM_MISSING
    assert "/usr/bin" in caught.value.detail


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("echo '{\"loggedIn\": true}'", True),
        ("echo '{\"loggedIn\": false}'; exit 1", False),
        ("echo 'unknown command' >&2; exit 1", None),
        ("echo '[]'", None),
        ("sleep 30", None),
    ],
)
async def test_being_signed_in(tmp_path: Path, body: str, expected: bool | None) -> None:
    program = script(tmp_path / "claude", body)
    assert await detect.is_signed_in([program], {"PATH": "/usr/bin:/bin"}, 0.4) is expected


async def test_the_version(tmp_path: Path) -> None:
    program = script(tmp_path / "claude", "echo '2.1.332 (Claude Code)'")
    assert await version_of([program], {"PATH": "/usr/bin:/bin"}, 5) == "2.1.332"
    broken = script(tmp_path / "broken", "echo 'no such library' >&2; exit 127")
    with pytest.raises(AnswererError) as caught:
        await version_of([broken], {"PATH": "/usr/bin:/bin"}, 5)
    assert "no such library" in caught.value.detail
