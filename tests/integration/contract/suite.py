# SPDX-License-Identifier: MIT
"""The whole contract, as the tests of each answerer run it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig
from tests.integration.contract.contract import Row, run_group
from tests.integration.contract.failure_rows import FAILURE_ROWS
from tests.integration.contract.session_rows import SESSION_ROWS
from tests.integration.contract.turn_rows import TURN_ROWS
from tests.support.contract_grid import NAME, ROW

ROWS: tuple[Row, ...] = (*TURN_ROWS, *SESSION_ROWS, *FAILURE_ROWS)
GROUPS = tuple(dict.fromkeys(row.group for row in ROWS))


async def keep_to_the_contract(
    build: Callable[[FakeModelServer, Path], AgentRig], group: str, folder: Path, record: Callable[[str, object], None]
) -> None:
    """Put an answerer through the rows of a group and record what the grid shows.

    Raises:
        ExceptionGroup: What went wrong, each with a note of its row.
    """
    with FakeModelServer() as server:
        rig = build(server, folder)
        rig.use_folder(rig.odd_name)
        record(NAME, rig.name)
        results = await run_group([row for row in ROWS if row.group == group], rig)
        for result in results:
            record(ROW, (result.title, result.mark))
        assert rig.end_what_is_left() == [], "processes outlived the answerer"
    errors = [result.error for result in results if result.error is not None]
    if errors:
        raise ExceptionGroup(f"{rig.name}: {len(errors)} rows of {group}", errors)
