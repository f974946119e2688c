# SPDX-License-Identifier: MIT
"""Opencode over the Agent Client Protocol, the real program, keeps to the contract."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.agents.acp_rig import opencode_acp_rig
from tests.integration.contract.suite import GROUPS, keep_to_the_contract

pytestmark = [pytest.mark.real_agent, pytest.mark.timeout(600)]


@pytest.mark.parametrize("group", GROUPS)
async def test_contract(group: str, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    await keep_to_the_contract(opencode_acp_rig, group, tmp_path, record_property)
