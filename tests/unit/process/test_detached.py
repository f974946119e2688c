# SPDX-License-Identifier: MIT
"""Programs that outlive the app, and the data about editors and terminals."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import psutil
import pytest

from onesist_desktop.process import leftovers
from onesist_desktop.process.detached import start_detached
from onesist_desktop.process.errors import ProgramMissingError, ProgramNotStartedError, WorkingFolderMissingError
from onesist_desktop.process.openers import FOLDER, Opener, find_opener, openers

MARKS = {"ONESIST_APP_MARK": "app-mark", "ONESIST_PROCESS_MARK": "mark"}
# Reads the first pipe until it is closed, as a window that is open; what it says meanwhile fails nothing.
WAITS = """
import sys
open(sys.argv[1]).read()
sys.stderr.write("x" * 100_000)
sys.stderr.flush()
open(sys.argv[2], "w").write("done")
"""


async def test_it_is_nobodys_child_in_all_that_counts(tmp_path: Path) -> None:
    asks, answers = tmp_path / "asks", tmp_path / "answers"
    os.mkfifo(asks)
    os.mkfifo(answers)
    program = start_detached(
        [sys.executable, "-c", WAITS, str(asks), str(answers)], cwd=str(tmp_path), env={**MARKS, "KEPT": "1"}, look_s=0.05
    )
    # Opened once the program does so too: from here it runs.
    with asks.open("w"):
        found = psutil.Process(program.pid)
        assert os.getsid(program.pid) == program.pid
        assert found.environ().get("KEPT") == "1"
        assert not set(MARKS) & set(found.environ())
        assert found.cwd() == str(tmp_path)
        report = await leftovers.end_marked_by_app("app-mark")
        assert report.ended == ()
        assert not program.has_ended()
    assert answers.read_text() == "done"
    found.wait(10)
    assert program.has_ended()


def test_one_that_fails_at_once_is_told_with_its_words(tmp_path: Path) -> None:
    def start(*argv: str, cwd: Path = tmp_path) -> None:
        start_detached(argv, cwd=str(cwd), env={}, look_s=10)

    with pytest.raises(ProgramNotStartedError) as raised:
        start("/bin/sh", "-c", "echo cannot open display >&2; exit 3")
    assert raised.value.detail == "cannot open display"
    with pytest.raises(ProgramNotStartedError) as raised:
        start("/bin/sh", "-c", "exit 3")
    assert raised.value.detail == "It ended with code 3."
    with pytest.raises(ProgramMissingError):
        start(str(tmp_path / "none"))
    with pytest.raises(WorkingFolderMissingError):
        start("/bin/sh", cwd=tmp_path / "none")
    (tmp_path / "text").write_text("no program")
    with pytest.raises(ProgramNotStartedError):
        start(str(tmp_path / "text"))


def test_one_that_ends_well_at_once_is_fine(tmp_path: Path) -> None:
    assert start_detached(["/bin/sh", "-c", "exit 0"], cwd=str(tmp_path), env={}, look_s=10).has_ended()


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_data_fits_together(platform: str) -> None:
    known = openers(platform)
    assert len({opener.key for opener in known}) == len(known)
    for opener in known:
        assert opener.programs or opener.mac_app
        assert "-e" not in opener.arguments
        # An editor without the folder among its arguments would open nothing.
        assert opener.is_terminal or any(FOLDER in argument for argument in opener.arguments)


@pytest.mark.parametrize("folder", ["/a b/-x", '/it\'s "quoted"', "/{folder}", "/$(id);\n漢字"])
def test_a_folder_is_one_argument_whatever_its_name(folder: str) -> None:
    opener = Opener("x", "X", arguments=(f"--dir={FOLDER}", FOLDER))
    assert opener.argv(("x", *opener.arguments), folder) == ("x", f"--dir={folder}", folder)


def test_applications_of_macos_and_places_of_windows_are_found(tmp_path: Path) -> None:
    terminal = next(opener for opener in openers("darwin") if opener.key == "mac-terminal")
    assert find_opener(terminal, "", {}, "darwin", [str(tmp_path)]) is None
    (tmp_path / "Applications" / "Terminal.app").mkdir(parents=True)
    argv = find_opener(terminal, "", {"HOME": str(tmp_path)}, "darwin", [str(tmp_path), "~/Applications"])
    assert argv == ("/usr/bin/open", "-a", str(tmp_path / "Applications/Terminal.app"), FOLDER)
    code = next(opener for opener in openers("win32") if opener.key == "code")
    program = tmp_path / "Programs/Microsoft VS Code/Code.exe"
    assert find_opener(code, "", {"LOCALAPPDATA": str(tmp_path)}, "win32") is None
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    assert find_opener(code, "", {"LOCALAPPDATA": str(tmp_path)}, "win32") == (str(program), FOLDER)
