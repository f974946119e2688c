# SPDX-License-Identifier: MIT
"""One thread, answered in turn by three agents with clients of their own, a model by key and an ACP agent, and then by all again.

Everything is real: the window, the services, the programs. What each model was told is read off the wire.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from onesist_desktop.core.records import HandoffDelivery, SessionState
from tests.fakes.model_server import FakeModelServer, RecordedRequest, wire_texts
from tests.integration.agents.acp_rig import gemini_rig
from tests.integration.agents.agent_rig import AgentRig
from tests.integration.agents.claude_rig import claude_rig
from tests.integration.agents.codex_rig import codex_rig
from tests.integration.agents.opencode_rig import opencode_rig
from tests.integration.window_rig import Person, open_window

pytestmark = pytest.mark.real_agent

MODEL = "api-model"
AGENTS = ("claude-code", "codex", "opencode", "gemini")
ROUND = ("claude-code", "codex", "opencode", MODEL, "gemini")
ANSWER_S = 120.0
"""For a program that starts on a machine on which everything else runs too."""


def desk(server: FakeModelServer, folder: Path) -> dict[str, str]:
    """Make the folders and settings of all programs, and return the environment that the app inherits."""
    builders: tuple[Callable[[FakeModelServer, Path], AgentRig], ...] = (claude_rig, codex_rig, opencode_rig, gemini_rig)
    rigs = [build(server, folder) for build in builders]
    environment: dict[str, str] = {}
    for rig in rigs:
        environment |= rig.environment
    gemini = rigs[-1]
    settings = {
        "version": 1,
        "agents": {
            "claude_code_program": rigs[0].program,  # type: ignore[attr-defined]
            "codex_program": rigs[1].program,  # type: ignore[attr-defined]
            "opencode_program": rigs[2].program,  # type: ignore[attr-defined]
            "acp_agents": [
                {
                    "id": "gemini",
                    "title": "Gemini CLI",
                    "program": gemini.argv[0],  # type: ignore[attr-defined]
                    "arguments": list(gemini.argv[1:]),  # type: ignore[attr-defined]
                    "known": "gemini",
                }
            ],
        },
        "model_providers": [
            {
                "id": MODEL,
                "kind": "openai_compatible",
                "title": "A model",
                "base_url": f"{server.url}/v1",
                "default_model": "fake-small",
            }
        ],
    }
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    return environment


def word(number: int, provider: str) -> str:
    """A word that is in one question only."""
    return f"marker-{number}-{provider}-q"


async def ask(person: Person, server: FakeModelServer, number: int, provider: str) -> RecordedRequest:
    """Ask the provider something that has a word of its own, and return the call that reached the model."""
    text = f"{word(number, provider)} [[say:{word(number, provider)[:-2]}-a]]"
    await person.must_complete(await person.ask(text, provider))
    return next(request for request in reversed(server.model_requests()) if any(text in prompt for prompt in request.prompts))


@pytest.mark.timeout(600)
async def test_everybody_in_turn_and_everybody_again(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        environment = desk(server, tmp_path)
        async with open_window(qapp, tmp_path, environment) as person:
            calls = [(n, provider) for n in (1, 2) for provider in ROUND]
            for position, (number, provider) in enumerate(calls):
                told = "\n".join(wire_texts(await ask(person, server, number, provider)))
                before = calls[:position]
                # Nothing is missing, and nothing is there twice: neither what it saw itself nor what was handed over.
                for earlier in before:
                    assert told.count(word(*earlier)) == 1, (provider, number, earlier, told.count(word(*earlier)))
                    answer = word(*earlier)[:-2] + "-a"
                    # The directive in the question holds the answer's words too.
                    assert told.count(answer) == 2, (provider, number, earlier, told.count(answer))
            for provider in AGENTS:
                sessions = await person.sessions(provider)
                assert [session.state for session in sessions] == [SessionState.ACTIVE], (provider, sessions)
            handed = await person.handed_over()
            assert all(record.delivery is HandoffDelivery.DELIVERED for record in handed)
            second = [record for record in handed if record.provider_id in AGENTS][-len(AGENTS) :]
            # A delta into its old session: the four questions and answers of the others, and not the whole thread.
            assert [(record.provider_id, record.included_count) for record in second] == [(provider, 8) for provider in AGENTS]
            assert {record.strategy.value for record in second} == {"delta_since_target_last_seen"}
    left = [
        process
        for process in psutil.process_iter(["environ"])
        if (process.info["environ"] or {}).get("HOME") == environment["HOME"]
    ]
    assert left == []
