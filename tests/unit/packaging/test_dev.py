# SPDX-License-Identifier: MIT
from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from devtools import agents, commands, common, display, environment, pythons, system

ROOT = Path(__file__).resolve().parents[3]


def test_the_versions_that_fit_are_those_of_the_project_file() -> None:
    assert 'requires-python = ">=3.11,<3.14"' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert [minor for minor in range(8, 16) if pythons.fits((3, minor))] == [11, 12, 13]
    assert not pythons.fits((2, 7))
    assert not pythons.fits((4, 11))


def test_an_interpreter_is_asked_for_its_version(tmp_path: Path) -> None:
    assert pythons.version_of([sys.executable]) == sys.version_info[:2]
    assert pythons.version_of(["/nowhere/python"]) is None
    stand_in = tmp_path / "python3.13"
    stand_in.write_text("#!/bin/sh\necho 'pyenv: command not found' >&2\nexit 127\n")
    stand_in.chmod(0o755)
    assert pythons.version_of([str(stand_in)]) is None
    stand_in.write_text("#!/bin/sh\necho nonsense\n")
    assert pythons.version_of([str(stand_in)]) is None


def fake_python(path: Path, version: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\n")
    path.chmod(0o755)
    return str(path)


def test_the_running_python_comes_first_then_the_path_then_the_version_managers_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    managed = [
        fake_python(tmp_path / "pyenv" / "versions" / name / "bin" / "python", name[:4]) for name in ("3.9.1", "3.11.4", "3.12.1")
    ]
    on_path = fake_python(tmp_path / "bin" / "python3.12", "3.12")
    old = fake_python(tmp_path / "old", "3.9")
    monkeypatch.setattr(sys, "executable", fake_python(tmp_path / "running", "3.11"))
    assert pythons.find() == [sys.executable]
    monkeypatch.setattr(sys, "executable", old)
    assert pythons.find() == [on_path]
    Path(on_path).unlink()
    assert pythons.find() == [managed[2]]
    for path in managed[1:]:
        Path(path).unlink()
    with pytest.raises(common.DevError, match=r"Python 3\.11, 3\.12 or 3\.13 is needed"):
        pythons.find()


def test_the_stamp_changes_with_what_is_pinned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "constraints").mkdir()
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "CONSTRAINTS", tmp_path / "constraints" / "constraints.txt")
    (tmp_path / "pyproject.toml").write_text("a")
    environment.CONSTRAINTS.write_text("b")
    first = environment.wanted_stamp("dev")
    assert environment.wanted_stamp("dev") == first
    assert environment.is_current("dev", first)
    assert environment.is_current("run", first), "what is enough for working on the app is enough for running it"
    assert not environment.is_current("dev", environment.wanted_stamp("run"))
    environment.CONSTRAINTS.write_text("c")
    assert not environment.is_current("dev", first)
    assert not environment.is_current("dev", "")


@pytest.mark.parametrize(
    ("system_name", "machine", "is_musl", "package"),
    [
        ("linux", "x86_64", False, "a/b-linux-x64"),
        ("linux", "aarch64", False, "a/b-linux-arm64"),
        ("linux", "x86_64", True, "a/b-linux-x64-musl"),
        ("darwin", "arm64", False, "a/b-darwin-arm64"),
        ("win32", "AMD64", False, "a/b-win32-x64"),
    ],
)
def test_each_platform_has_its_package(system_name: str, machine: str, is_musl: bool, package: str) -> None:
    assert agents.platform_package("a/b", system_name=system_name, machine=machine, is_musl=is_musl) == package


def test_a_platform_without_a_program_is_said() -> None:
    with pytest.raises(common.DevError, match="riscv64"):
        agents.platform_package("a/b", system_name="linux", machine="riscv64", is_musl=False)


def test_the_agents_pins_and_their_lock_agree_and_the_lock_names_no_host() -> None:
    text = (agents.PINS / "package-lock.json").read_text("utf-8")
    lock = json.loads(text)
    packages = {name.removeprefix("node_modules/"): data for name, data in lock["packages"].items() if name}
    assert {name: packages[name]["version"] for name in agents.pins()} == agents.pins()
    assert lock["packages"][""]["dependencies"] == agents.pins()
    assert all("integrity" in data for data in packages.values())
    assert "resolved" not in text
    assert "https://" not in text
    for system_name in ("linux", "darwin", "win32"):
        assert agents.platform_package(agents.CLAUDE, system_name=system_name, machine="x86_64", is_musl=False) in packages


def test_each_agent_has_a_program_of_its_own_below_the_folder(tmp_path: Path) -> None:
    found = agents.programs(tmp_path)
    assert len(found) == len(agents.pins()) == len(set(found.values()))
    assert all(name.startswith("ONESIST_TEST_") and tmp_path in program.parents for name, program in found.items())


def test_an_installed_version_is_read_and_a_broken_one_is_none(tmp_path: Path) -> None:
    assert agents.installed_version(tmp_path) is None
    (tmp_path / "package.json").write_text('{"version": "1.2.3"}')
    assert agents.installed_version(tmp_path) == "1.2.3"
    (tmp_path / "package.json").write_text("{")
    assert agents.installed_version(tmp_path) is None


def test_missing_libraries_are_read_from_ldd() -> None:
    text = "\tlibxcb-cursor.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibxcb-shape.so.0 => not found\n\n"
    assert system.missing_libraries(text) == ["libxcb-cursor.so.0", "libxcb-shape.so.0"]
    assert system.missing_libraries("statically linked") == []


def test_what_to_install_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.shutil, "which", lambda name: None)
    with pytest.raises(common.DevError) as caught:
        system.install(["libegl1", "libgl1"], "Qt needs libEGL.so.1.")
    assert str(caught.value) == "Qt needs libEGL.so.1. Please install your system's packages for (Debian's names): libegl1 libgl1"
    monkeypatch.setattr(system.shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    with pytest.raises(common.DevError, match="Please run: sudo apt-get install libegl1"):
        system.install(["libegl1"], "Qt needs libEGL.so.1.")


def test_qt_opens_here_so_nothing_is_installed() -> None:
    assert system.qt_problem(Path(sys.executable)) is None


def test_a_given_agent_program_is_taken_and_an_empty_one_is_not() -> None:
    found = {"ONESIST_TEST_CLAUDE": "/tools/claude"}
    assert commands.test_environment(found, {})["ONESIST_TEST_CLAUDE"] == "/tools/claude"
    assert commands.test_environment(found, {"ONESIST_TEST_CLAUDE": ""})["ONESIST_TEST_CLAUDE"] == "/tools/claude"
    assert commands.test_environment(found, {"ONESIST_TEST_CLAUDE": "/mine"})["ONESIST_TEST_CLAUDE"] == "/mine"
    assert commands.test_environment({}, {})["ONESIST_REQUIRE_AGENTS"] == "1"


def test_a_screen_is_one_that_somebody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display.sys, "platform", "linux")
    assert not display.has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert display.has_screen()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(display.sys, "platform", "darwin")
    assert display.has_screen()


def test_unknown_commands_and_failures_are_told_apart(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands.main([]) == 0
    assert commands.main(["fly"]) == 2
    assert (
        capsys.readouterr().out.count(
            "usage: dev.py run|test|agents-newest|tour|gallery|screenshots|bench|lint|format|translations|setup|clean"
        )
        == 2
    )

    def fail(arguments: list[str]) -> int:
        raise common.DevError(f"install something for {arguments}")

    monkeypatch.setitem(commands.COMMANDS, "run", fail)
    assert commands.main(["run", "a"]) == 1
    assert capsys.readouterr().err == "Sorry: install something for ['a']\n"


def test_what_a_program_prints_is_none_when_it_fails_hangs_or_is_missing() -> None:
    assert common.output_of([sys.executable, "-c", "print(1)"]) == f"1{os.linesep}"
    assert common.output_of([sys.executable, "-c", "raise SystemExit(1)"]) is None
    assert common.output_of([sys.executable, "-c", "import time; time.sleep(60)"], timeout_s=0.2) is None
    assert common.output_of(["/nowhere/program"]) is None


def test_the_makefile_offers_every_command() -> None:
    line = next(line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if line.startswith("COMMANDS :="))
    assert sorted(line.removeprefix("COMMANDS :=").split()) == sorted(commands.COMMANDS)


def test_without_python_make_says_what_is_missing_in_one_line() -> None:
    result = subprocess.run(
        ["make", "-C", str(ROOT), "--no-print-directory", "run", "PYTHON=no-such-python"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.splitlines()[0] == "Python 3.11, 3.12 or 3.13 is needed: install python3 and try again."


def test_the_readme_names_the_commands_and_ci_runs_its_test_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for command in ("make run", "make test", "make tour", "make bench", "make lint", r"py packaging\dev.py run"):
        assert command in readme
    assert "make test" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_script_can_be_read_by_an_old_python() -> None:
    # It has to start there to tell that it is too old.
    files = [ROOT / "packaging" / "dev.py", *(ROOT / "packaging" / "devtools").glob("*.py")]
    assert len(files) > 5
    for file in files:
        tree = ast.parse(file.read_text("utf-8"), feature_version=(3, 8))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert "__future__" in imported or not any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree))


def test_fonts_for_the_pictures_are_installed_where_that_is_possible(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"Inter": "Inter\n", "JetBrains Mono": ""}
    monkeypatch.setattr(system.sys, "platform", "linux")
    monkeypatch.setattr(system.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system, "output_of", lambda argv: found[argv[1].removeprefix(":family=")])
    asked: list[list[str]] = []
    monkeypatch.setattr(system, "install", lambda packages, _problem: asked.append(list(packages)))
    system.ensure_test_fonts()
    assert asked == [["fonts-jetbrains-mono"]]

    def refuse(_packages: object, problem: str) -> None:
        raise common.DevError(problem)

    monkeypatch.setattr(system, "install", refuse)
    system.ensure_test_fonts()
    assert "skipped" in capsys.readouterr().out
