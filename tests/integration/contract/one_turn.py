# SPDX-License-Identifier: MIT
"""One turn with a command, one look at the models and one check with a real agent, as a process that can be watched from outside.

``python -m tests.integration.contract.one_turn NAME FOLDER``; exits with 0 if the turn was completed.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.turn_events import OutcomeKind
from tests.fakes.model_server import FakeModelServer
from tests.integration.contract.contract import Bench
from tests.integration.contract.rigs import AGENTS


async def one_turn(name: str, folder: Path) -> bool:
    """Do it, and tell whether all went well."""
    with FakeModelServer() as server:
        rig = AGENTS[name](server, folder)
        async with rig.answerer() as answerer:
            await answerer.check()
            await answerer.list_models()
            bench = Bench(rig, answerer, "row")
            session = await bench.open(mode=PermissionMode.FULL_ACCESS, history=rig.tiny_mcp())
            record = await bench.ask(session, "[[bash:echo one > one.txt]] [[say:done]]")
        return record.end.outcome.kind is OutcomeKind.COMPLETED and (rig.work / "one.txt").is_file() and not rig.end_what_is_left()


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(one_turn(sys.argv[1], Path(sys.argv[2]))) else 1)
