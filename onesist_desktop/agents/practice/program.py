# SPDX-License-Identifier: MIT
"""The practice agent as a program: the protocol on standard input and output until input ends."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys

from onesist_desktop.agents.practice.settings import PracticeSettings


def main() -> int:
    """Serve one client. Returns 2 when the environment can't be used."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    try:
        settings = PracticeSettings.read(os.environ)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    # Loading is quicker without collecting garbage meanwhile.
    gc.disable()
    from acp import run_agent

    from onesist_desktop.agents.practice.agent import PracticeAgent

    gc.freeze()
    gc.enable()
    # Resuming is still marked unstable in this version of the library.
    asyncio.run(run_agent(PracticeAgent(settings), use_unstable_protocol=True))  # type: ignore[arg-type]
    return 0


if __name__ == "__main__":
    sys.exit(main())
