# SPDX-License-Identifier: MIT
"""The kill grid: the agent's process is killed, or stopped so that it never answers, before and after each step of a run."""

from __future__ import annotations

import contextlib
import signal
from pathlib import Path

import psutil
import pytest

from onesist_desktop.agents.claude_code import session as claude_session
from onesist_desktop.agents.claude_code import turn as claude_turn
from tests.integration.grid_app import ROWS, place_of, show, through_all_points
from tests.integration.kill_points import ONE_PER_STEP
from tests.integration.kill_rig import Place

AGENTS = [name for name in ROWS if name != "stateless"]


def signal_all(place: Place, number: int) -> None:
    """Send a signal to every process of the agent."""
    for process in place.processes():
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)


@pytest.mark.timeout(300)
@pytest.mark.real_agent
@pytest.mark.usefixtures("expect_warnings")
@pytest.mark.parametrize("name", AGENTS)
async def test_child_killed(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    with place_of(ROWS[name], tmp_path) as place:
        survived = await through_all_points(ROWS[name], place, lambda: signal_all(place, signal.SIGKILL), points=ONE_PER_STEP)
    show(capsys, "child killed", name, survived)


@pytest.mark.timeout(300)
@pytest.mark.real_agent
@pytest.mark.usefixtures("expect_warnings")
@pytest.mark.parametrize("name", AGENTS)
async def test_child_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    # The limits are the app's; a person waits as long.
    monkeypatch.setattr(claude_turn, "_INTERRUPT_ANSWER_S", 0.1)
    monkeypatch.setattr(claude_session, "_END_SESSION_S", 0.1)
    with place_of(ROWS[name], tmp_path) as place:
        stop = lambda: signal_all(place, signal.SIGSTOP)  # noqa: E731
        survived = await through_all_points(ROWS[name], place, stop, points=ONE_PER_STEP, patience_s=2.0)
    show(capsys, "child stopped", name, survived)
