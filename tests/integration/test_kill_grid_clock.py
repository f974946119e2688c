# SPDX-License-Identifier: MIT
"""The kill grid: the clock jumps before and after each step of a run: far ahead or far back, and to where it was."""

from __future__ import annotations

import time
import types
from pathlib import Path

import pytest

from onesist_desktop import bootstrap
from tests.integration.grid_app import ROWS, place_of, show, through_all_points
from tests.integration.kill_points import ONE_PER_STEP

JUMP_S = 3 * 365 * 86_400.0


class JumpingClock:
    """The real time and the jump that it made."""

    def __init__(self) -> None:
        self._jumps = 0
        self._offset_s = 0.0

    def time(self) -> float:
        return time.time() + self._offset_s

    def jump(self) -> None:
        self._jumps += 1
        self._offset_s = JUMP_S if self._jumps % 2 else -JUMP_S

    def jump_back(self) -> None:
        self._offset_s = 0.0


@pytest.mark.timeout(300)
@pytest.mark.real_agent
@pytest.mark.parametrize("name", ROWS)
async def test_clock_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str) -> None:
    clock = JumpingClock()
    monkeypatch.setattr(bootstrap, "time", types.SimpleNamespace(time=clock.time))
    with place_of(ROWS[name], tmp_path) as place:
        survived = await through_all_points(ROWS[name], place, clock.jump, clock.jump_back, points=ONE_PER_STEP)
        seqs = [message.seq for message in place.messages()]
        assert seqs == sorted(seqs)
    show(capsys, "clock", name, survived)
