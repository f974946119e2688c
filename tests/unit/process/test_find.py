# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path

import pytest

from onesist_desktop.process.find import find_command, find_program, shim_target

NPM_SHIM = """@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\agent\\cli.js" %*
"""


def program(path: Path, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


def test_the_first_folder_of_the_path_wins(tmp_path: Path) -> None:
    first = program(tmp_path / "a" / "agent")
    program(tmp_path / "b" / "agent")
    assert find_program("agent", f"{tmp_path}/none:{tmp_path}/a:{tmp_path}/b") == str(first)


def test_extra_folders_come_last(tmp_path: Path) -> None:
    in_extra = program(tmp_path / "extra" / "agent")
    assert find_program("agent", "/nowhere", [str(tmp_path / "extra")]) == str(in_extra)
    on_path = program(tmp_path / "a" / "agent")
    assert find_program("agent", str(tmp_path / "a"), [str(tmp_path / "extra")]) == str(on_path)


def test_what_can_not_be_run_is_not_found(tmp_path: Path) -> None:
    program(tmp_path / "agent", mode=0o644)
    (tmp_path / "folder").mkdir()
    assert find_program("agent", str(tmp_path)) is None
    assert find_program("folder", str(tmp_path)) is None
    assert find_program("agent", "") is None


def test_links_keep_the_name_that_they_were_called_under(tmp_path: Path) -> None:
    manager = program(tmp_path / "manager")
    link = tmp_path / "bin" / "node"
    link.parent.mkdir()
    link.symlink_to(manager)
    assert find_program("node", str(link.parent)) == str(link)
    (tmp_path / "bin" / "broken").symlink_to(tmp_path / "gone")
    assert find_program("broken", str(link.parent)) is None


def test_relative_entries_and_names_are_never_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "agent")
    program(tmp_path / "bin" / "agent")
    monkeypatch.chdir(tmp_path)
    assert find_program("agent", ".:bin::") is None
    assert find_program("./agent", str(tmp_path)) is None
    assert find_program(str(tmp_path / "agent"), "") == str(tmp_path / "agent")


def test_a_windows_shim_of_a_script_is_resolved_to_node_and_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    (tmp_path / "agent.cmd").write_text(NPM_SHIM)
    (tmp_path / "agent.cmd").chmod(0o755)
    node = program(tmp_path / "node.exe")
    script = program(tmp_path / "node_modules" / "agent" / "cli.js")
    assert find_command("agent", str(tmp_path)) == (str(node), str(script))
    assert find_program("agent", str(tmp_path)) is None


def test_a_windows_shim_of_a_program_is_resolved_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    shim = NPM_SHIM.replace('"%_prog%"  "%dp0%\\node_modules\\agent\\cli.js"', '"%dp0%\\node_modules\\agent\\bin\\agent.exe"')
    program(tmp_path / "agent.cmd").write_text(shim)
    real = program(tmp_path / "node_modules" / "agent" / "bin" / "agent.exe")
    assert find_program("agent", str(tmp_path)) == str(real)


def test_a_program_before_a_shim_wins_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    program(tmp_path / "agent.cmd")
    real = program(tmp_path / "agent.exe")
    assert find_program("agent", str(tmp_path)) == str(real)
    assert find_program("agent.exe", str(tmp_path)) == str(real)


def test_a_file_that_is_no_shim_has_no_target(tmp_path: Path) -> None:
    other = tmp_path / "other.cmd"
    other.write_text("@echo hello\n")
    assert shim_target(other) is None
    assert shim_target(tmp_path / "missing.cmd") is None
    other.write_text(NPM_SHIM)
    assert shim_target(other) is None
