# SPDX-License-Identifier: MIT
"""Fixtures for tests that drive real agent programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.claude_rig import ClaudeRig, claude_rig
from tests.integration.agents.codex_rig import CodexRig, codex_rig
from tests.integration.agents.opencode_rig import OpencodeRig, opencode_rig


@pytest.fixture
def model_server() -> Iterator[FakeModelServer]:
    """A model of its own for each test."""
    with FakeModelServer() as server:
        yield server


@pytest.fixture
def claude(tmp_path: Path, model_server: FakeModelServer) -> Iterator[ClaudeRig]:
    """The real Claude Code with a home of its own. Nothing that has this home may be left afterwards."""
    rig = claude_rig(model_server, tmp_path)
    yield rig
    assert rig.end_what_is_left() == [], "processes outlived the test"


@pytest.fixture
def codex(tmp_path: Path, model_server: FakeModelServer) -> Iterator[CodexRig]:
    """The real Codex with a home of its own. Nothing that has this home may be left, and its configuration is as it was."""
    rig = codex_rig(model_server, tmp_path)
    before = rig.config_file.read_bytes()
    yield rig
    assert rig.end_what_is_left() == [], "processes outlived the test"
    assert rig.is_reconfigured or rig.config_file.read_bytes() == before, "the person's configuration was written"


@pytest.fixture
def opencode(tmp_path: Path, model_server: FakeModelServer) -> Iterator[OpencodeRig]:
    """The real Opencode with a home of its own. Nothing that has this home may be left, and its configuration is as it was."""
    rig = opencode_rig(model_server, tmp_path)
    before = rig.snapshot()
    yield rig
    assert rig.end_what_is_left() == [], "processes outlived the test"
    assert rig.snapshot() == before, "the person's configuration was written"
    assert not list((rig.folder / "tmp").glob("onesist-opencode-*")), "a scratch folder was left"
