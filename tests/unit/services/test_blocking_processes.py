# SPDX-License-Identifier: MIT
"""Which of the processes that run keep a worktree's folder: of an agent that idles, only what holds work."""

from __future__ import annotations

import os

from onesist_desktop.process.inside import Working
from onesist_desktop.process.tree import ProcessId
from onesist_desktop.services.blockers import Surroundings, blocking_processes

PATH = "/copies/shop"
AGENT = Working(ProcessId(100, 1.0, "codex"), PATH, parent=os.getpid(), session=100, mark="m", has_app_mark=True, is_below=True)


def below(pid: int, name: str, folder: str = PATH, *, carries: bool = False) -> Working:
    process = ProcessId(pid, 2.0, name)
    return Working(process, folder, parent=100, session=100, mark="m", has_app_mark=True, is_below=True, carries=carries)


def names(*processes: Working, runs: tuple[str, ...] = (), helpers: tuple[str, ...] = ("codex-code-mode",)) -> list[str]:
    found = blocking_processes(Surroundings(PATH, runs=runs), processes, spares_idle=True, helpers=helpers)
    return [process.name for process in found]


def test_an_idle_agent_with_what_it_starts_for_itself_keeps_nothing() -> None:
    assert names(AGENT, below(101, "codex-code-mode"), below(102, "python", carries=True)) == []


def test_what_it_started_beside_that_does_wherever_it_works() -> None:
    assert names(AGENT, below(101, "codex-code-mode"), below(102, "node"), below(103, "sleep", "/elsewhere")) == ["node", "sleep"]


def test_while_a_run_works_all_of_it_does() -> None:
    assert names(AGENT, below(101, "codex-code-mode"), runs=("Fix it",)) == ["codex", "codex-code-mode"]


def test_a_program_of_that_name_that_no_agent_of_ours_started_does() -> None:
    assert names(Working(ProcessId(7, 1.0, "codex-code-mode"), PATH, parent=1)) == ["codex-code-mode"]


def test_without_helpers_all_below_counts() -> None:
    assert names(AGENT, below(101, "codex-code-mode"), helpers=()) == ["codex-code-mode"]
