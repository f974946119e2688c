# SPDX-License-Identifier: MIT
"""What we say to Codex and read of it, against the schema that the pinned program itself generates."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.agents import codex as codex_package
from onesist_desktop.agents.codex import approvals
from onesist_desktop.agents.codex.launch import Folder, collaboration_mode, thread_params
from onesist_desktop.core.answerer import PermissionMode
from tests.integration.agents.codex_rig import CodexRig

pytestmark = pytest.mark.real_agent

Json = dict[str, Any]
ITEMS = {
    "agentMessage",
    "reasoning",
    "plan",
    "commandExecution",
    "fileChange",
    "mcpToolCall",
    "dynamicToolCall",
    "collabAgentToolCall",
    "webSearch",
    "imageView",
    "imageGeneration",
    "userMessage",
}


@pytest.fixture
def schema(codex: CodexRig) -> Path:
    """The folder with the generated schema."""
    folder = codex.folder / "schema"
    command = [codex.program, "app-server", "generate-json-schema", "--experimental", "--out", str(folder)]
    subprocess.run(command, env=codex.environment, check=True, capture_output=True, timeout=60)
    return folder


def read(schema: Path, name: str) -> Json:
    return json.loads((schema / name).read_text(encoding="utf-8"))


def methods(schema: Path, name: str) -> set[str]:
    found: set[str] = set()
    for one in read(schema, name)["oneOf"]:
        found.update(one["properties"]["method"]["enum"])
    return found


def texts_in_code() -> set[str]:
    """List the text constants of the adapter."""
    found: set[str] = set()
    for file in Path(codex_package.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def looks_like_a_method(text: str) -> bool:
    parts = text.split("/")
    roots = {"account", "config", "item", "mcpServer", "model", "serverRequest", "thread", "turn"}
    return len(parts) > 1 and parts[0] in roots and all(part.isalnum() for part in parts)


def test_every_method_that_we_name_exists(schema: Path) -> None:
    known = (
        methods(schema, "ClientRequest.json") | methods(schema, "ServerNotification.json") | methods(schema, "ServerRequest.json")
    )
    named = {text for text in texts_in_code() if looks_like_a_method(text)}
    assert len(named) > 25
    assert named - known == set()
    assert methods(schema, "ServerRequest.json") >= approvals.ASKING
    assert {"error", "turn/completed"} <= methods(schema, "ServerNotification.json")
    assert "initialized" in json.dumps(read(schema, "ClientNotification.json"))


def test_every_field_that_we_send_exists(schema: Path, codex: CodexRig) -> None:
    spec = codex.spec(model="m", index_text="index", history=codex.tiny_mcp())
    common = set(thread_params(spec, Folder(is_trusted=False, notes="n")))
    sent = {
        "ThreadStart": common,
        "ThreadResume": {*common, "threadId", "excludeTurns"},
        "ThreadFork": {*common, "threadId", "excludeTurns", "lastTurnId"},
        "ThreadRevert": {"threadId", "beforeTurnId"},
        "ThreadTurnsList": {"threadId", "itemsView", "sortDirection", "limit", "cursor"},
        "TurnStart": {"threadId", "clientUserMessageId", "input", "collaborationMode"},
        "TurnSteer": {"threadId", "clientUserMessageId", "input", "expectedTurnId"},
        "TurnInterrupt": {"threadId", "turnId"},
        "ThreadBackgroundTerminalsClean": {"threadId"},
        "ConfigRead": {"cwd", "includeLayers"},
        "GetAccount": {"refreshToken"},
        "ModelList": {"cursor"},
    }
    for name, fields in sent.items():
        properties = set(read(schema, f"v2/{name}Params.json")["properties"])
        assert fields - properties == set(), name


def test_every_value_that_we_choose_exists(schema: Path, codex: CodexRig) -> None:
    definitions = read(schema, "v2/ThreadStartParams.json")["definitions"]
    policies = json.dumps(definitions["AskForApproval"])
    for mode in PermissionMode:
        params = thread_params(codex.spec(mode=mode), Folder(is_trusted=True))
        assert params["sandbox"] in definitions["SandboxMode"]["enum"]
        assert f'"{params["approvalPolicy"]}"' in policies
    kinds = read(schema, "v2/TurnStartParams.json")["definitions"]["ModeKind"]["enum"]
    assert {collaboration_mode(mode, "m", None)["mode"] for mode in PermissionMode} == set(kinds)
    for name in ("CommandExecutionRequestApprovalResponse", "FileChangeRequestApprovalResponse"):
        text = json.dumps(read(schema, f"{name}.json"))
        assert all(f'"{decision}"' in text for decision in ("accept", "acceptForSession", "decline"))


def test_every_item_that_we_read_exists(schema: Path) -> None:
    items = read(schema, "v2/ItemCompletedNotification.json")["definitions"]["ThreadItem"]["oneOf"]
    kinds = {kind for item in items for kind in item["properties"]["type"]["enum"]}
    assert ITEMS - kinds == set()
    assert texts_in_code() >= ITEMS
