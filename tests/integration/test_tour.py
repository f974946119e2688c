# SPDX-License-Identifier: MIT
"""The tour as ``make tour`` starts it: the real app in a process of its own, on Qt's offscreen platform."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
STOPS = [
    "first-start",
    "choose-a-folder",
    "empty-thread",
    "who-answers",
    "first-answer",
    "approval",
    "command-with-exit-code",
    "handover-line",
    "switched",
    "back-with-what-was-missed",
    "what-it-was-told",
    "inspector",
    "command-palette",
    "find",
    "dark",
    "high-contrast",
    "narrow",
    "attachment",
    "now-and-next",
    "queue",
    "stopped",
    "failure",
    "reads-history",
    "fork",
    "forked",
    "merge-preview",
    "merged",
    "map",
    "rewind",
    "rewound",
    "own-copy-dialog",
    "own-copy",
    "clean-up",
    "clean-up-confirm",
    "cleaned-up",
    "in-the-project-folder-again",
    "settings-dark",
]
WITH_A_LIE = """
import sys
from tour import __main__, begin_stops, stops
from tour.errors import check_equal
async def a_lie(tour):
    check_equal(tour.evidence.one("SELECT count(*) FROM projects"), 7, "the number of stored projects")
stops.STOPS = (begin_stops.first_start, a_lie)
sys.exit(__main__.main(sys.argv[1:]))
"""

WITHOUT_GIT = """
import sys
from tour import __main__, begin_stops, stops
stops.STOPS = (begin_stops.first_start, begin_stops.choose_a_folder, *stops.COPY_STOPS)
sys.exit(__main__.main(sys.argv[1:]))
"""


def take_tour(out: Path, *how: str, **environ: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environ, "PYTHONPATH": str(ROOT / "packaging"), "QT_QPA_PLATFORM": "offscreen"}
    argv = [sys.executable, *how, "--out", str(out)]
    return subprocess.run(argv, cwd=out.parent, env=env, capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.timeout(300)
def test_the_tour_arrives_and_leaves_its_pictures(tmp_path: Path) -> None:
    done = take_tour(tmp_path / "tour", "-m", "tour")
    assert done.returncode == 0, done.stdout + done.stderr
    pictures = sorted((tmp_path / "tour").iterdir())
    assert [picture.name for picture in pictures] == [f"{number:02}-{name}.png" for number, name in enumerate(STOPS, 1)]
    sizes = {picture.stem[3:]: QImage(str(picture)).size().toTuple() for picture in pictures}
    assert {name: size for name, size in sizes.items() if size != (1440, 900)} == {"narrow": (960, 640)}
    assert all(picture.name in done.stdout for picture in pictures)


def test_what_is_wrong_is_said_in_one_line_and_by_the_exit_code(tmp_path: Path) -> None:
    done = take_tour(tmp_path / "tour", "-c", WITH_A_LIE)
    assert done.returncode == 1
    assert "The tour failed: a lie: the number of stored projects: 0 instead of 7\n" in done.stderr
    assert [picture.name for picture in (tmp_path / "tour").iterdir()] == ["01-first-start.png"]


def test_without_git_only_own_copies_are_left_out(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = take_tour(tmp_path / "tour", "-c", WITHOUT_GIT, PATH=str(empty))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "own copies were left out" in done.stdout
    assert [picture.name for picture in sorted((tmp_path / "tour").iterdir())] == ["01-first-start.png", "02-choose-a-folder.png"]
