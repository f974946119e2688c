# SPDX-License-Identifier: MIT
"""How Git is started: its environment, what it must not run, and how it ends."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from onesist_desktop.git.errors import GitError, GitMissingError, GitTooOldError
from onesist_desktop.git.runner import OLDEST, Git, decode, encode
from tests.support.git_rig import GitRig


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


async def test_the_version_is_asked_once(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    assert await rig.git.version() >= OLDEST
    assert await rig.git.version() is await rig.git.version()


async def test_without_git_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    rig = GitRig(tmp_path)
    rig.shell.search_path = str(tmp_path / "empty")
    with pytest.raises(GitMissingError):
        await rig.git.version()


async def test_one_that_is_too_old_is_refused(tmp_path: Path) -> None:
    rig = GitRig(tmp_path, program=str(script(tmp_path / "git", "echo git version 2.29.9")))
    with pytest.raises(GitTooOldError) as caught:
        await rig.git.version()
    assert caught.value.words == "2.29.9"


async def test_a_failure_has_gits_own_words_and_code(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    rig.repository()
    with pytest.raises(GitError) as caught:
        await rig.git.read(str(rig.project), "rev-parse", "--verify", "nothing")
    assert caught.value.code == 128
    assert "Needed a single revision" in caught.value.words


async def test_a_folder_that_has_gone(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    with pytest.raises(GitError, match="does not exist"):
        await rig.git.read(str(tmp_path / "gone"), "version")


async def test_what_the_app_inherited_of_git_does_not_count(tmp_path: Path) -> None:
    """RULES B6: a GIT_DIR of the terminal that started the app must not lead into another repository."""
    rig = GitRig(tmp_path, inherited={"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index", "GIT_CONFIG_COUNT": "1"})
    rig.repository()
    assert (await rig.git.read(str(rig.project), "rev-parse", "--show-toplevel")).text == str(rig.project)


async def test_reading_takes_no_lock_and_fetches_nothing(tmp_path: Path) -> None:
    """RULES B10: a status of ours at the moment of an agent's commit must not make that fail."""
    told = tmp_path / "told"
    rig = GitRig(tmp_path, program=str(script(tmp_path / "git", f'env > "{told}"; echo "$@" >> "{told}"')))
    await rig.git.read(str(tmp_path), "status")
    lines = told.read_text().splitlines()
    assert {"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C", "GIT_NO_LAZY_FETCH=1"} <= set(lines)
    for setting in ("core.fsmonitor=false", f"core.hooksPath={tmp_path / 'no-hooks'}", "diff.external=", "protocol.allow=never"):
        assert f"-c {setting}" in lines[-1]


async def test_input_and_output_larger_than_any_pipe(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    rig.repository()
    lines = 30_000
    output = await rig.git.read(str(rig.project), "cat-file", "--batch-check", stdin=b"HEAD\n" * lines)
    assert output.stdout.count(b"commit") == lines


async def test_names_that_are_no_text_survive(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    rig.repository()
    name = b"odd \xff -> \n\t\"'name"
    (Path(os.fsdecode(os.fsencode(str(rig.project)) + b"/" + name))).write_bytes(b"x")
    fields = (await rig.git.read(str(rig.project), "ls-files", "--others", "-z")).fields()
    assert [encode(field) for field in fields] == [name]
    assert decode(encode(fields[0])) == fields[0]


async def test_a_filter_of_the_repository_does_not_run_when_we_look(tmp_path: Path) -> None:
    """RULES B15a."""
    rig = GitRig(tmp_path)
    rig.repository()
    evil, ran = tmp_path / "evil", tmp_path / "ran"
    script(evil, f'touch "{ran}"; cat')
    rig.write(".gitattributes", b"* filter=evil\n")
    rig.write("file", b"one\n")
    rig.run("add", "--all")
    rig.run("commit", "-qm", "one")
    rig.write("file", b"two\n")
    rig.run("config", "filter.evil.clean", str(evil))
    await rig.git.read(str(rig.project), "status", "--porcelain", with_filters=True)
    assert not ran.exists()
    rig.run("status", "--porcelain")
    assert ran.exists(), "the filter would have run"


async def test_a_cancelled_command_is_ended(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    program = script(tmp_path / "git", f'echo $$ > "{begun}.new"; mv "{begun}.new" "{begun}"; exec sleep 1000')
    rig = GitRig(tmp_path, program=str(program))
    task = asyncio.get_running_loop().create_task(rig.git.read(str(tmp_path), "status"))
    while not begun.exists():
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)


async def test_one_writer_at_a_time(tmp_path: Path) -> None:
    git: Git = GitRig(tmp_path).git
    order = []

    async def write(name: str) -> None:
        async with git.writing("/common"):
            order.append(f"{name} begins")
            await asyncio.sleep(0)
            order.append(f"{name} ends")

    await asyncio.gather(write("a"), write("b"))
    assert order == ["a begins", "a ends", "b begins", "b ends"]


async def test_progress_is_told_as_it_comes(tmp_path: Path) -> None:
    rig = GitRig(tmp_path, program=str(script(tmp_path / "git", "printf 'Updating 50%%\\r' >&2; printf 'done\\n' >&2")))
    words: list[str] = []
    await rig.git.write(str(tmp_path), "worktree", "add", on_words=words.append)
    assert "".join(words) == "Updating 50%\rdone\n"
