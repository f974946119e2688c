# SPDX-License-Identifier: MIT
from __future__ import annotations

import subprocess
from pathlib import Path

import checks
import pytest

SPDX = checks.SPDX


@pytest.mark.parametrize(
    "line",
    [
        "dialog.exec()",
        "menu.exec_()",
        "QApplication.processEvents()",
        "app.processEvents()",
        "print('x')",
        "from qasync import asyncSlot",
        "asyncio.create_task(work())",
        "loop.create_task(work())",
        "asyncio.ensure_future(work())",
    ],
)
def test_banned_calls_are_found_with_their_line(line: str) -> None:
    (found,) = checks.banned_calls("onesist_desktop/ui/x.py", f"\n{line}\n")
    assert found.startswith("onesist_desktop/ui/x.py:2: ")


@pytest.mark.parametrize(
    "text",
    [
        "exec('1')",
        "dialog.open()",
        "log.info('print(1)')",
        "async def f():\n    async with asyncio.TaskGroup() as group:\n        group.create_task(work())",
        "printer.print(page)",
    ],
)
def test_what_only_looks_like_it_passes(text: str) -> None:
    assert list(checks.banned_calls("onesist_desktop/ui/x.py", text)) == []


def test_tasks_are_made_in_runtime_only_and_other_folders_are_free() -> None:
    assert list(checks.banned_calls("onesist_desktop/runtime/x.py", "loop.create_task(work())")) == []
    assert list(checks.banned_calls("packaging/x.py", "print('x')")) == []


@pytest.mark.parametrize(
    "line",
    [
        "index-url = https://" + "pypi" + ".org/simple",
        "https://files." + "pythonhosted" + ".org/x.whl",
        '"resolved": "https://' + "registry" + ".npm" + 'js.org/a"',
        "https://" + "registry" + ".example.com/a",
        "deb http://" + "deb" + ".debian" + ".org/debian stable",
        "/home/" + "ada/project",
        "/Users/" + "ada/project",
        "/root/" + "project",
        "C:\\" + "Users\\ada",
    ],
)
def test_hosts_of_registries_and_home_paths_are_found(line: str) -> None:
    (found,) = checks.leaked_places("docs/x.md", f"one\n{line}\n")
    assert found.startswith("docs/x.md:2: names a ")


@pytest.mark.parametrize(
    "line", ["~/.local/share", "the registry.py module", "self._registry.get(x)", "/home/person/project", "npm"]
)
def test_what_names_no_place_passes(line: str) -> None:
    assert list(checks.leaked_places("docs/x.md", line)) == []


def test_every_python_file_starts_with_its_licence() -> None:
    assert list(checks.licence_problems("a.py", SPDX + "\n")) == []
    assert list(checks.licence_problems("a.py", "#!/usr/bin/env python3\n" + SPDX + "\n")) == []
    assert list(checks.licence_problems("a.py", "")) == []
    assert list(checks.licence_problems("a.py", '"""Text."""\n' + SPDX + "\n"))
    assert list(checks.licence_problems("a.py", "import os\n"))


def test_sizes_of_files_and_of_the_package() -> None:
    assert list(checks.size_problems({"onesist_desktop/a.py": 600, "onesist_desktop/b.py": 10, "onesist_desktop/c.py": 20})) == []
    assert list(checks.size_problems({"tests/a.py": 601})) == ["tests/a.py:1: has 601 lines, more than 600"]
    (found,) = checks.size_problems({"onesist_desktop/a.py": 200, "onesist_desktop/b.py": 300, "onesist_desktop/__init__.py": 1})
    assert "median" in found


def test_the_core_has_to_be_covered_to_the_last_branch() -> None:
    def report(lines: list[int], branches: list[list[int]]) -> dict[str, object]:
        whole = {"missing_lines": [], "missing_branches": []}
        return {
            "files": {
                "onesist_desktop/core/a.py": whole,
                "onesist_desktop\\core\\b.py": {"missing_lines": lines, "missing_branches": branches},
                "onesist_desktop/ui/c.py": {"missing_lines": [1], "missing_branches": []},
            }
        }

    assert list(checks.core_gaps(report([], []))) == []
    assert list(checks.core_gaps(report([3], []))) == ["onesist_desktop/core/b.py: not covered: lines [3], branches []"]
    assert list(checks.core_gaps(report([], [[1, 5]]))) == ["onesist_desktop/core/b.py: not covered: lines [], branches [[1, 5]]"]
    assert list(checks.core_gaps({"files": {}})) == ["the coverage report holds no file of the core"]


def test_files_are_those_that_would_be_committed(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    for name in ("kept.py", "ignored.log", ".venv/made.py", "ünï code.md"):
        (tmp_path / name).write_text("text")
    (tmp_path / ".gitignore").write_text("*.log\n.venv/\n")
    assert checks.tracked_files(tmp_path) == [".gitignore", "ignored.log", "kept.py", "ünï code.md"]
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert checks.tracked_files(tmp_path) == [".gitignore", "kept.py", "ünï code.md"]


def test_all_rules_together_name_the_files(tmp_path: Path) -> None:
    package = tmp_path / "onesist_desktop"
    package.mkdir()
    (package / "good.py").write_text(f"{SPDX}\n")
    (package / "bad.py").write_text("print('x')\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    assert list(checks.house_rules(tmp_path)) == [
        f"onesist_desktop/bad.py:1: does not start with {SPDX}",
        "onesist_desktop/bad.py:1: print: nobody reads it; log it or show it",
    ]
