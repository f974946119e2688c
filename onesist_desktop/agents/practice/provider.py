# SPDX-License-Identifier: MIT
"""The practice agent as the app sees it: one more agent of the protocol, with our extensions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from onesist_desktop.agents.acp.answerer import AcpAnswerer
from onesist_desktop.agents.acp.program import AcpLimits, AcpProgram
from onesist_desktop.agents.practice.settings import (
    DEFAULT_DELAY_MS,
    DEFAULT_WINDOW,
    DELAY_VARIABLE,
    HOME_VARIABLE,
    LOCALE_VARIABLE,
    WINDOW_VARIABLE,
)
from onesist_desktop.core.answerer import AnswererInfo, Capabilities, ModelInfo, PermissionMode
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor

PRACTICE_AGENT_ID = ProviderId("practice-agent")


def practice_agent(
    argv: Sequence[str],
    home: Path,
    environment: ShellEnvironment,
    supervisor: TaskSupervisor,
    *,
    locale: str = "en",
    delay_ms: int = DEFAULT_DELAY_MS,
    window: int = DEFAULT_WINDOW,
    limits: AcpLimits | None = None,
) -> AcpAnswerer:
    """Build the practice agent.

    Args:
        argv: How its program is started.
        home: Folder for its sessions.
        environment: Builds its environment.
        supervisor: Owns the tasks of its turns.
        locale: Language it answers in.
        delay_ms: Pause between the words of a slow answer.
        window: Size of its pretended context window, in tokens.
        limits: How long to wait.
    """
    extra = {
        HOME_VARIABLE: str(home),
        LOCALE_VARIABLE: locale,
        DELAY_VARIABLE: str(delay_ms),
        WINDOW_VARIABLE: str(window),
    }
    return AcpAnswerer(
        AnswererInfo(PRACTICE_AGENT_ID, "Practice agent", "practice"),
        AcpProgram(tuple(argv), extra_env=extra),
        Capabilities(
            is_agent=True,
            takes_mcp=True,
            can_verify=True,
            can_read_back=True,
            can_truncate=True,
            can_resume=True,
            lists_models=True,
            tells_windows=True,
            tells_occupancy=True,
            shows_commands=True,
            asks_approvals=True,
            asks_questions=True,
            shows_plan=True,
            shows_thinking=True,
            acceptance_proof="_onesist/accepted with our message id, sent after the prompt was stored",
            modes=frozenset(PermissionMode),
        ),
        environment,
        supervisor,
        models=(ModelInfo("practice", "Practice", window),),
        limits=limits,
    )
