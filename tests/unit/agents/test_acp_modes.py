# SPDX-License-Identifier: MIT
"""How permission modes are kept to, and what is chosen in a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from onesist_desktop.agents.acp.choices import choices_in
from onesist_desktop.agents.acp.known import KNOWN_AGENTS
from onesist_desktop.agents.acp.modes import Answering, Verdict, Way, enforceable, verdict, ways
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.core.answerer import ModelInfo, PermissionMode

ASK, EDITS, PLAN, FULL = PermissionMode.ASK, PermissionMode.ACCEPT_EDITS, PermissionMode.PLAN, PermissionMode.FULL_ACCESS
GEMINI = ("default", "autoEdit", "yolo", "plan")
CLAUDE = ("auto", "default", "acceptEdits", "plan", "dontAsk", "bypassPermissions")
CODEX = ("read-only", "agent", "agent-auto-review", "agent-full-access")
GOOSE = ("auto", "smart_approve", "approve", "chat")
SITE = "https://agentclientprotocol.com/protocol/session-modes"


@pytest.mark.parametrize(
    ("key", "offered", "natives"),
    [
        ("gemini", GEMINI, {ASK: "default", EDITS: "autoEdit", PLAN: "plan", FULL: "yolo"}),
        ("qwen", ("plan", "default", "auto-edit", "yolo"), {ASK: "default", EDITS: "auto-edit", PLAN: "plan", FULL: "yolo"}),
        ("claude-agent-acp", CLAUDE, {ASK: "default", EDITS: "acceptEdits", PLAN: "plan", FULL: "bypassPermissions"}),
        ("codex-acp", CODEX, {ASK: "read-only", EDITS: "read-only", PLAN: "read-only", FULL: "agent-full-access"}),
        ("goose", GOOSE, {ASK: "approve", EDITS: "approve", PLAN: "chat", FULL: "auto"}),
        (
            "copilot",
            (f"{SITE}#agent", f"{SITE}#plan", f"{SITE}#autopilot"),
            {ASK: f"{SITE}#agent", EDITS: f"{SITE}#agent", PLAN: f"{SITE}#plan", FULL: f"{SITE}#agent"},
        ),
        ("opencode", ("build", "plan"), {ASK: "build", EDITS: "build", PLAN: "plan", FULL: "build"}),
    ],
)
def test_every_known_agent_gets_a_mode_of_its_own(key: str, offered: tuple[str, ...], natives: dict[PermissionMode, str]) -> None:
    profile = KNOWN_AGENTS[key].profile
    assert {mode: ways(mode, offered, profile)[0].native for mode in PermissionMode} == natives
    # And all modes can be kept to, as the table promises.
    assert enforceable(offered, profile) == KNOWN_AGENTS[key].capabilities.modes


def test_a_mode_that_is_refused_has_another_way() -> None:
    assert ways(FULL, GEMINI, KNOWN_AGENTS["gemini"].profile) == [
        Way("yolo", Answering.PERSON),
        Way("default", Answering.EVERYTHING),
    ]


def test_without_asking_only_full_access_can_be_promised() -> None:
    assert enforceable((), AcpProfile(asks=False)) == {FULL}
    assert enforceable(("auto",), AcpProfile(asks=True)) == {FULL}
    assert enforceable((), AcpProfile()) == frozenset(PermissionMode)
    assert enforceable(("default", "auto"), AcpProfile(asks=False)) == frozenset(PermissionMode)
    assert ways(PLAN, (), AcpProfile()) == [Way(None, Answering.NOTHING)]


@pytest.mark.parametrize(
    ("answering", "kind", "path", "expected"),
    [
        (Answering.PERSON, "edit", "a", Verdict.ASK),
        (Answering.EVERYTHING, "execute", "", Verdict.ALLOW),
        (Answering.NOTHING, "read", "a", Verdict.REFUSE),
        (Answering.READS, "read", "a", Verdict.ASK),
        (Answering.READS, "execute", "", Verdict.REFUSE),
        (Answering.READS, "switch_mode", "", Verdict.REFUSE),
        (Answering.READS, "", "", Verdict.REFUSE),
        (Answering.EDITS, "edit", "a/b", Verdict.ALLOW),
        (Answering.EDITS, "edit", "../b", Verdict.ASK),
        (Answering.EDITS, "edit", "link/b", Verdict.ASK),
        (Answering.EDITS, "edit", "/etc/passwd", Verdict.ASK),
        (Answering.EDITS, "edit", ".", Verdict.ASK),
        (Answering.EDITS, "edit", "", Verdict.ASK),
        (Answering.EDITS, "delete", "a", Verdict.ASK),
        (Answering.EDITS, "execute", "a", Verdict.ASK),
    ],
)
def test_verdicts(tmp_path: Path, answering: Answering, kind: str, path: str, expected: Verdict) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "link").symlink_to(tmp_path)
    assert verdict(answering, kind, (path,) if path else (), str(work)) is expected


def test_one_path_outside_is_enough(tmp_path: Path) -> None:
    assert verdict(Answering.EDITS, "edit", ("a", "../b"), str(tmp_path)) is Verdict.ASK
    assert verdict(Answering.EDITS, "move", ("a", str(tmp_path / "b")), str(tmp_path)) is Verdict.ALLOW


def test_both_forms_of_choices() -> None:
    plain = choices_in(
        {
            "modes": {"currentModeId": "a", "availableModes": [{"id": "a", "name": "A"}, {"name": "no id"}, 5]},
            "models": {"currentModelId": "m", "availableModels": [{"modelId": "m", "name": "M"}, {"modelId": "n"}]},
        }
    )
    assert plain.mode.request("s", "a") == {"sessionId": "s", "modeId": "a"}
    assert plain.model.request("s", "n") == {"sessionId": "s", "modelId": "n"}
    assert plain.models({"m": 5}) == (ModelInfo("m", "M", 5), ModelInfo("n", "n"))
    effort = {"id": "e", "category": "thought_level", "currentValue": "x", "options": [{"value": "x", "name": "X"}]}
    model = {"id": "model", "currentValue": "m", "options": [{"group": "g", "options": [{"value": "m", "name": "M"}]}]}
    found = choices_in({"configOptions": [model, effort, "junk", {"id": "flag", "type": "boolean"}]}, plain)
    assert found.model.request("s", "m") == {"sessionId": "s", "configId": "model", "value": "m"}
    assert found.models({}) == (ModelInfo("m", "M", None, ("x",), "x"),)
    # What a list of options leaves out is gone, but for the modes, which some agents tell apart.
    assert found.mode == plain.mode
    assert choices_in({"configOptions": []}, found).models({}) == ()
    assert choices_in({"modes": 5, "models": [], "configOptions": None}) == choices_in({})


def test_the_table_is_sound() -> None:
    for key, agent in KNOWN_AGENTS.items():
        assert agent.key == key
        assert agent.program.argv[0]
        assert agent.setup.site.startswith("https://")
        assert agent.setup.install
        assert agent.capabilities.is_agent
