# SPDX-License-Identifier: MIT
"""Gemini CLI, the real program, keeps to the contract, in a folder that it was told to trust."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.acp_rig import GeminiRig, gemini_rig
from tests.integration.contract.suite import GROUPS, keep_to_the_contract

pytestmark = [pytest.mark.real_agent, pytest.mark.timeout(600)]


def trusted(server: FakeModelServer, folder: Path) -> GeminiRig:
    """Build the rig. In other folders the program starts no MCP servers, ours neither."""
    rig = gemini_rig(server, folder)
    rig.use_folder(rig.odd_name)
    rig.trust_workspace()
    return rig


@pytest.mark.parametrize("group", GROUPS)
async def test_contract(group: str, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    await keep_to_the_contract(trusted, group, tmp_path, record_property)
