# SPDX-License-Identifier: MIT
"""The practice agent's program that kills itself at a point of its first prompt: the argument names it."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from onesist_desktop.agents.practice import agent, program


class DyingAgent(agent.PracticeAgent):
    """Dies before or after the signal of acceptance, or once the answer is stored but not sent."""

    async def signal_accepted(self, session_id: str, message_id: str) -> None:
        if sys.argv[1] == "before_signal":
            os.kill(os.getpid(), signal.SIGKILL)
        await super().signal_accepted(session_id, message_id)
        if sys.argv[1] == "after_signal":
            os.kill(os.getpid(), signal.SIGKILL)

    async def _work(self, served: Any, turn: Any) -> Any:
        await super()._work(served, turn)
        os.kill(os.getpid(), signal.SIGKILL)


agent.PracticeAgent = DyingAgent  # type: ignore[misc]
sys.exit(program.main())
