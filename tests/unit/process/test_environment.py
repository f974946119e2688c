# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from onesist_desktop.process import environment
from onesist_desktop.process.environment import ShellEnvironment, merge_paths, usual_folders
from tests.unit.process import scripts

CANARIES = {
    "ANTHROPIC_API_KEY": "sk-ant-canary",
    "OPENAI_API_KEY": "sk-canary",
    "SOME_SERVICE_TOKEN": "canary",
    "GIT_DIR": "/elsewhere",
    "GIT_CONFIG_GLOBAL": "/elsewhere",
    "QT_QPA_PLATFORM": "offscreen",
    "QT_PLUGIN_PATH": "/bundle",
    "PYTHONPATH": "/bundle",
    "PYTHONHOME": "/bundle",
    "VIRTUAL_ENV": "/venv",
    "LD_LIBRARY_PATH": "/bundle/_internal",
    "_MEIPASS2": "/bundle",
    "ONESIST_DB_PATH": "/data",
    "CLAUDECODE": "1",
    "AWS_SECRET_ACCESS_KEY": "canary",
}
USUAL = {
    "HOME": "/home/person",
    "USER": "person",
    "LOGNAME": "person",
    "LANG": "id_ID.UTF-8",
    "LC_TIME": "id_ID.UTF-8",
    "TZ": "Asia/Jakarta",
    "SSH_AUTH_SOCK": "/run/agent",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "https_proxy": "http://127.0.0.1:3128",
    "NO_PROXY": "localhost",
}


def shell(folder: Path, body: str) -> str:
    """Make a program that stands for a login shell; ``$4`` is the script that it is given."""
    program = folder / "shell"
    program.write_text("#!/bin/sh\n" + body)
    program.chmod(0o755)
    return str(program)


def without_shell(**inherited: str) -> ShellEnvironment:
    return ShellEnvironment({"SHELL": "/nowhere/shell", "PATH": "/usr/bin:/bin", **inherited})


async def test_a_child_gets_what_it_needs_and_no_more() -> None:
    built = await without_shell(**USUAL, **CANARIES, TERM="xterm").build()
    path = built.pop("PATH")
    assert built == {**USUAL, "SHELL": "/nowhere/shell", "TERM": "dumb"}
    assert path.split(os.pathsep)[:2] == ["/usr/bin", "/bin"]


async def test_a_real_child_sees_no_canary(tmp_path: Path) -> None:
    built = await without_shell(**CANARIES, HOME=str(tmp_path)).build()
    child = await scripts.start(scripts.TELL_ENVIRONMENT, cwd=tmp_path, env=built)
    line = await anext(child.frames())
    await child.stop()
    assert isinstance(line, bytes)
    assert CANARIES.keys() & json.loads(line).keys() == set()
    assert b"canary" not in line


async def test_what_a_program_needs_is_kept_by_name_or_prefix_and_the_rest_is_not() -> None:
    made = without_shell(**CANARIES, ANTHROPIC_BASE_URL="http://127.0.0.1:1")
    assert (await made.build(keep=["ANTHROPIC_API_KEY"])).get("ANTHROPIC_API_KEY") == "sk-ant-canary"
    kept = await made.build(keep=["ANTHROPIC_*"])
    assert {name for name in kept if name in CANARIES or name.startswith("ANTHROPIC")} == {
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_BASE_URL",
    }
    assert "OPENAI_API_KEY" not in await made.build(keep=["OPENAI"])


async def test_what_changes_git_qt_or_python_is_never_kept_but_may_be_set() -> None:
    made = without_shell(**CANARIES)
    kept = await made.build(
        keep=["GIT_*", "QT_PLUGIN_PATH", "PYTHON*", "VIRTUAL_ENV", "ONESIST_*"], extra={"GIT_OPTIONAL_LOCKS": "0"}
    )
    assert [name for name in kept if name.startswith(("GIT_", "QT_", "PYTHON", "VIRTUAL_ENV", "ONESIST_"))] == [
        "GIT_OPTIONAL_LOCKS"
    ]


async def test_the_persons_library_path_is_restored_from_the_bundle() -> None:
    made = without_shell(LD_LIBRARY_PATH="/bundle/_internal", LD_LIBRARY_PATH_ORIG="/opt/lib")
    assert (await made.build())["LD_LIBRARY_PATH"] == "/opt/lib"


async def test_the_programs_own_folder_comes_first() -> None:
    path = (await without_shell().build(program_folder="/opt/agent/bin"))["PATH"]
    assert path.split(os.pathsep)[:2] == ["/opt/agent/bin", "/usr/bin"]


async def test_the_login_shells_path_comes_first_for_an_app_started_from_a_desktop(tmp_path: Path) -> None:
    program = shell(tmp_path, 'echo "Welcome back"; PATH="/opt/node/bin:/usr/bin"; eval "$4"\n')
    made = ShellEnvironment({"SHELL": program, "PATH": "/usr/bin:/bin"})
    assert (await made.path()).split(os.pathsep)[:3] == ["/opt/node/bin", "/usr/bin", "/bin"]


async def test_the_inherited_path_comes_first_for_an_app_started_in_a_terminal(tmp_path: Path) -> None:
    program = shell(tmp_path, 'PATH="/opt/node/bin:/usr/bin"; eval "$4"\n')
    made = ShellEnvironment({"SHELL": program, "PATH": "/opt/env/bin:/usr/bin", "TERM": "xterm"})
    assert (await made.path()).split(os.pathsep)[:3] == ["/opt/env/bin", "/usr/bin", "/opt/node/bin"]


async def test_start_files_of_a_real_shell_are_read(tmp_path: Path) -> None:
    (tmp_path / ".profile").write_text("PATH=/opt/from-profile/bin:$PATH\n")
    made = ShellEnvironment({"SHELL": "/bin/sh", "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    assert "/opt/from-profile/bin" in (await made.path()).split(os.pathsep)


async def test_the_shell_is_asked_once(tmp_path: Path) -> None:
    program = shell(tmp_path, f'echo x >> "{tmp_path}/count"; PATH=/opt/a; eval "$4"\n')
    made = ShellEnvironment({"SHELL": program, "PATH": "/usr/bin:/bin"})
    assert await made.path() == await made.path()
    assert (tmp_path / "count").read_text() == "x\n"


@pytest.mark.parametrize("body", ["exec sleep 600", "sleep 600 & sleep 600; wait"])
async def test_a_shell_that_hangs_is_given_up_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.setattr(environment, "LOGIN_SHELL_LIMIT_S", 0.3)
    made = ShellEnvironment({"SHELL": shell(tmp_path, body + "\n"), "PATH": "/usr/bin:/bin"})
    started = time.monotonic()
    assert (await made.path()).split(os.pathsep)[:2] == ["/usr/bin", "/bin"]
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("body", ["exit 1", "echo no markers", "kill -9 $$"])
async def test_a_shell_that_fails_leaves_the_inherited_path(tmp_path: Path, body: str) -> None:
    made = ShellEnvironment({"SHELL": shell(tmp_path, body + "\n"), "PATH": "/usr/bin:/bin"})
    assert (await made.path()).split(os.pathsep)[:2] == ["/usr/bin", "/bin"]


async def test_what_a_start_file_runs_in_the_background_is_not_waited_for_and_stays(tmp_path: Path) -> None:
    # Such as an agent for keys: it is the person's, and it holds the shell's output open.
    daemon = f"import os; os.setsid(); open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); import time; time.sleep(600)"
    wait = f"while [ ! -s '{tmp_path}/pid' ]; do /bin/sleep 0.01; done"
    body = f"""PATH=/opt/a; '{sys.executable}' -c "{daemon}" & {wait}; eval "$4"\n"""
    started = time.monotonic()
    made = ShellEnvironment({"SHELL": shell(tmp_path, body), "PATH": "/usr/bin:/bin"})
    assert (await made.path()).startswith("/opt/a")
    assert time.monotonic() - started < environment.LOGIN_SHELL_LIMIT_S
    pid = int((tmp_path / "pid").read_text())
    os.kill(pid, 9)


def test_merging_drops_repeated_empty_and_relative_entries() -> None:
    assert merge_paths("/a:/b:", "", ".:bin:/b:/c") == "/a:/b:/c"


def test_usual_folders_are_those_that_exist(tmp_path: Path) -> None:
    (tmp_path / ".local" / "bin").mkdir(parents=True)
    (tmp_path / ".bun" / "bin").mkdir(parents=True)
    found = usual_folders({"HOME": str(tmp_path)})
    assert found[:2] == [str(tmp_path / ".local" / "bin"), str(tmp_path / ".bun" / "bin")]
    assert all(Path(folder).is_dir() for folder in found)
