# SPDX-License-Identifier: MIT
"""Sizes of real folders."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from onesist_desktop.git import walks
from onesist_desktop.git.sizes import folder_size


def _fill(folder: Path, count: int, *, per_folder: int = 200) -> None:
    for number in range(count):
        if number % per_folder == 0:
            (folder / f"folder {number // per_folder}").mkdir(parents=True)
        (folder / f"folder {number // per_folder}" / f"file {number}").write_bytes(b"x")


def _by_du(folder: Path) -> int:
    return int(subprocess.run(["du", "-s", "--block-size=1", folder], capture_output=True, check=True).stdout.split()[0])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="compares with du")
async def test_as_du_says(tmp_path: Path) -> None:
    _fill(tmp_path / "tree", 3_000)
    (tmp_path / "tree/large").write_bytes(b"x" * 300_000)
    os.link(tmp_path / "tree/large", tmp_path / "tree/folder 1/again")
    assert await folder_size(str(tmp_path / "tree")) == _by_du(tmp_path / "tree")


async def test_links_are_not_followed_and_may_go_round(tmp_path: Path) -> None:
    tree, outside = tmp_path / "tree", tmp_path / "outside"
    tree.mkdir()
    outside.mkdir()
    (outside / "large").write_bytes(b"x" * 2_000_000)
    before = await folder_size(str(tree))
    (tree / "out").symlink_to(outside)
    (tree / "file").symlink_to(outside / "large")
    (tree / "round").symlink_to(tree)
    (tree / "broken").symlink_to(tmp_path / "nowhere")
    assert await folder_size(str(tree)) < before + 100_000


async def test_hard_links_count_once_also_to_files_outside(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "outside").write_bytes(b"x" * 1_000_000)
    for name in "abc":
        os.link(tmp_path / "outside", tmp_path / "tree" / name)
    assert 1_000_000 <= await folder_size(str(tmp_path / "tree")) < 1_100_000


async def test_a_missing_folder_a_file_and_names_that_are_no_utf8(tmp_path: Path) -> None:
    assert await folder_size(str(tmp_path / "missing")) == 0
    (tmp_path / "file").write_bytes(b"x" * 100_000)
    assert await folder_size(str(tmp_path / "file")) >= 100_000
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / "f").write_bytes(b"x" * 50_000)
    assert await folder_size(str(tmp_path)) >= 150_000


async def test_it_can_be_cancelled_between_two_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill(tmp_path, 1_000)
    monkeypatch.setattr(walks, "SLICE", 10)
    taken: list[None] = []
    real_walk = walks.walk

    def counting(*args: object, **named: object) -> object:
        for entry in real_walk(*args, **named):  # type: ignore[arg-type]
            taken.append(None)
            yield entry

    monkeypatch.setattr("onesist_desktop.git.sizes.walk", counting)
    async with asyncio.TaskGroup() as group:
        measuring = group.create_task(folder_size(str(tmp_path)))
        while not taken:
            await asyncio.sleep(0)
        measuring.cancel()
    assert measuring.cancelled()
    assert len(taken) < 500


async def test_many_files_leave_the_loop_free(tmp_path: Path) -> None:
    _fill(tmp_path, 12_000, per_folder=3_000)
    turns = 0
    async with asyncio.TaskGroup() as group:
        measuring = group.create_task(folder_size(str(tmp_path)))
        while not measuring.done():
            turns += 1
            await asyncio.sleep(0.001)
    assert measuring.result() >= 4 * 4096
    assert turns > 5
