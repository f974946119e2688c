# SPDX-License-Identifier: MIT
"""Watched from outside, with all their children: real agents reach no address but this machine's, and write nowhere else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.integration.agents.agent_rig import ROOT
from tests.integration.contract.rigs import AGENTS
from tests.support.traced import traced

pytestmark = [pytest.mark.real_agent, pytest.mark.skipif(sys.platform != "linux", reason="strace is Linux's")]

LOOPBACK = {"127.0.0.1", "::1", "::ffff:127.0.0.1"}
HARMLESS = (
    "/dev/",
    "/proc/",
    # The JavaScript engine below Opencode opens it to mark its work for the kernel's tracer, where that is mounted.
    "/sys/kernel/debug/tracing/trace_marker",
    "/sys/kernel/tracing/trace_marker",
)


@pytest.mark.parametrize("name", AGENTS)
def test_only_this_machine_is_reached_and_only_the_folder_is_written(name: str, tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    (folder / "own").mkdir()
    env = {
        **{key: value for key, value in os.environ.items() if key.startswith("ONESIST_TEST_") or key in {"PATH", "LANG"}},
        "HOME": str(folder / "own"),
        "TMPDIR": str(folder / "own"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    trace = traced([sys.executable, "-m", "tests.integration.contract.one_turn", name, str(folder)], folder, env)
    assert trace.returncode == 0, trace.output
    assert trace.addresses <= LOOPBACK
    assert trace.addresses, "the model was not reached at all"
    outside = {path for path in trace.written if not path.startswith((f"{folder}/", *HARMLESS)) and "__pycache__" not in path}
    assert outside == set()
