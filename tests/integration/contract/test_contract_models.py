# SPDX-License-Identifier: MIT
"""Models by key, with the real client libraries, keep to the part of the contract that needs no sessions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig
from tests.integration.agents.model_rig import model_rig
from tests.integration.contract.suite import keep_to_the_contract

GROUPS = ("turns", "sessions", "failures", "endurance")


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google", "openai_compatible"])
@pytest.mark.parametrize("group", GROUPS)
async def test_contract(kind: str, group: str, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    build: Callable[[FakeModelServer, Path], AgentRig] = partial(model_rig, kind)
    await keep_to_the_contract(build, group, tmp_path, record_property)
