# SPDX-License-Identifier: MIT
"""Opening folders: small scripts stand for editors and terminals, on a search path of their own."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.openers import Openers
from tests.support.git_rig import MaskedShell

KEY = "sk-test-0123456789abcdef0123"


class Desk:
    """A search path with programs that tell how they were called."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.told = folder / "told"
        os.mkfifo(self.told)
        redactor = Redactor(b"k" * 32)
        redactor.set_own_keys([KEY])
        inherited = {"PATH": str(self.bin), "HOME": str(folder), "DISPLAY": ":7", "OPENAI_API_KEY": KEY, "GIT_DIR": "/x"}
        self.openers = Openers(MaskedShell(inherited), redactor, look_s=10)

    def install(self, name: str, script: str = "") -> None:
        tell = f"{{ printf '%s\\0' \"$PWD\" \"$@\" --; /usr/bin/env -0; }} > '{self.told}'"
        program = self.bin / name
        program.write_text(f"#!/bin/sh\n{script or tell}\n")
        program.chmod(0o755)

    async def open(self, folder: Path, key: str) -> tuple[str, list[str], dict[str, str]]:
        """Open a folder. Returns where the program was started, its arguments and its environment."""
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(asyncio.to_thread(self.told.read_bytes))
            await self.openers.open_in(str(folder), key)
        cwd, *rest = os.fsdecode(reading.result()).split("\0")
        end = rest.index("--")
        return cwd, rest[:end], dict(line.split("=", 1) for line in rest[end + 1 :] if line)


async def test_what_is_installed_is_listed_editors_first(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert await desk.openers.targets() == ()
    for name in ("xterm", "zeditor", "code", "konsole", "codium"):
        desk.install(name)
    (desk.bin / "kate").write_text("not executable")
    targets = await desk.openers.targets()
    assert [(target.key, target.is_terminal) for target in targets] == [
        ("code", False), ("codium", False), ("zed", False), ("konsole", True), ("xterm", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["plain", "-e", "--help", "a b", 'it\'s "so"', "$(touch x); &", "line\nbreak", "漢字 é", "a%20{folder}"]
)
async def test_a_folder_with_any_name_arrives_whole(tmp_path: Path, name: str) -> None:
    desk = Desk(tmp_path)
    folder = tmp_path / "place" / name
    folder.mkdir(parents=True)
    expected = {
        "code": [str(folder)],
        "sublime": ["--new-window", str(folder)],
        "gnome-terminal": [f"--working-directory={folder}"],
        "konsole": ["--workdir", str(folder)],
        "xterm": [],
    }
    for key, arguments in expected.items():
        desk.install("subl" if key == "sublime" else key)
        cwd, given, _ = await desk.open(folder, key)
        assert (cwd, given) == (str(folder), arguments)
    assert [path.name for path in folder.parent.rglob("*")] == [folder.name]


async def test_it_gets_the_desktop_and_neither_keys_nor_marks(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.install("code")
    _, _, env = await desk.open(tmp_path, "code")
    assert env["DISPLAY"] == ":7"
    assert env["PATH"] == str(desk.bin)
    assert not {name for name in env if name.startswith(("ONESIST_", "OPENAI_"))} | ({"GIT_DIR", "TERM"} & set(env))


async def test_one_that_does_not_start_is_told_with_its_words_and_without_keys(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.install("code", f"echo 'cannot open display {KEY}' >&2; exit 1")
    (desk.bin / "zed").write_text("#!/nowhere/sh\n")
    (desk.bin / "zed").chmod(0o755)
    with pytest.raises(WorkspaceError) as raised:
        await desk.openers.open_in(str(tmp_path), "code")
    assert raised.value.fault is WorkspaceFault.NOT_STARTED
    assert raised.value.detail.startswith("cannot open display ")
    assert KEY not in raised.value.detail
    for key in ("zed", "kate", "nothing"):
        with pytest.raises(WorkspaceError) as raised:
            await desk.openers.open_in(str(tmp_path), key)
        assert raised.value.fault is WorkspaceFault.NOT_STARTED


async def test_only_a_folder_that_is_there_is_opened(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.install("code")
    (tmp_path / "file").touch()
    for path in (str(tmp_path / "none"), str(tmp_path / "file"), ".", "", "bin"):
        with pytest.raises(WorkspaceError) as raised:
            await desk.openers.open_in(path, "code")
        assert raised.value.fault is WorkspaceFault.NOT_THAT_WORKTREE


async def test_one_that_stays_open_is_let_go_of(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    window = tmp_path / "window"
    os.mkfifo(window)
    desk.install("code", f"read line < '{window}'; echo closed > '{desk.told}'")
    desk.openers._look_s = 0.05
    await desk.openers.open_in(str(tmp_path), "code")
    assert desk.openers.reap() == 1
    window.write_text("close\n")
    assert await asyncio.to_thread(desk.told.read_text) == "closed\n"
    async with asyncio.timeout(10):
        while desk.openers.reap():
            await asyncio.sleep(0)
