# SPDX-License-Identifier: MIT
"""What a Codex process and its session are given: arguments, environment, and what goes with every start, resume and fork.

All of a session's settings are passed again each time: a resumed thread otherwise falls back to the configured sandbox, which may
be none at all, and a fork to the configured model. Nothing goes into the person's files. The program would by itself write each
folder into them as trusted, and follow the settings that the folder brings along; so each session says how the folder stands,
as the person left it: trusted where they said so, else not.

How our modes are kept:

============  ==============================================================================================================
Ask           the program asks for every command and change (``untrusted``), and what was allowed runs in its sandbox
              (``workspace-write``); what has to leave that is asked for as such
Accept edits  the same, and changes to files in the workspace are allowed for the person
Plan only     sandbox ``read-only``, its own plan mode, and whatever it asks to do beyond is denied for the person
Full access   no sandbox, and what it asks is allowed for the person. Its policy ``never`` is no choice: that refuses ``rm -f``
============  ==============================================================================================================
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.agents.codex.own_config import variables_named
from onesist_desktop.agents.json_reading import Json
from onesist_desktop.core.answerer import HistoryServer, PermissionMode, SessionSpec
from onesist_desktop.process.environment import ShellEnvironment

MCP_START_S = 20
"""How long our history server may take until it answers."""

_ASKS = {
    PermissionMode.ASK: ("untrusted", "workspace-write"),
    PermissionMode.ACCEPT_EDITS: ("untrusted", "workspace-write"),
    PermissionMode.PLAN: ("on-request", "read-only"),
    PermissionMode.FULL_ACCESS: ("on-request", "danger-full-access"),
}
# Its own settings. Keys only where the person's configuration names them: the program itself doesn't read OPENAI_API_KEY.
_KEPT = ("CODEX_*", "OPENAI_BASE_URL", "OPENAI_ORGANIZATION", "OPENAI_PROJECT")
# Set by a running Codex for its own children: they would tie ours to that one.
_OF_AN_OUTER_SESSION = (
    "CODEX_CI",
    "CODEX_INTERNAL_ORIGINATOR_OVERRIDE",
    "CODEX_MANAGED_BY_BUN",
    "CODEX_MANAGED_BY_NPM",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_SESSION_ID",
    "CODEX_THREAD_ID",
    "CODEX_TOOL_CALL_ID",
    "CODEX_VERSION",
)


@dataclass(frozen=True, slots=True)
class Folder:
    """How the workspace stands with Codex. ``notes``: those of the project, where the program won't read them itself."""

    is_trusted: bool
    notes: str = ""
    brings_settings: bool = False


def build_argv(command: Sequence[str]) -> list[str]:
    """Build the argument list. It holds no prompt, no history and no secret."""
    return [*command, "app-server"]


async def build_environment(shell: ShellEnvironment, command: Sequence[str], home: Path | None) -> dict[str, str]:
    """Build the environment of the program: its own settings, and no other provider's.

    ``home`` is where another account keeps its configuration; None for the person's usual one.
    """
    extra = account_variables(home) if home is not None else {}
    first = await shell.build(keep=("CODEX_HOME",), extra=extra)
    named = await asyncio.to_thread(variables_named, first)
    environment = await shell.build(keep=(*_KEPT, *named), extra=extra, program_folder=str(Path(command[0]).parent))
    for name in _OF_AN_OUTER_SESSION:
        environment.pop(name, None)
    return environment


def account_variables(home: Path) -> dict[str, str]:
    """Return what tells the program in which folder another account is kept."""
    return {"CODEX_HOME": str(home)}


def thread_params(spec: SessionSpec, folder: Folder, *, with_history_server: bool = True) -> Json:
    """Build what starting, resuming and forking a thread have in common."""
    policy, sandbox = _ASKS[spec.mode]
    config: Json = {
        "projects": {spec.cwd: {"trust_level": "trusted" if folder.is_trusted else "untrusted"}},
        # What looks like a key or a token in our environment stays out of the commands' one.
        "shell_environment_policy": {"ignore_default_excludes": False},
        # Without it the agent can ask questions in its plan mode only.
        "features": {"default_mode_request_user_input": True},
        "suppress_unstable_features_warning": True,
    }
    if spec.effort:
        config["model_reasoning_effort"] = spec.effort
    if spec.history_server is not None and with_history_server:
        config["mcp_servers"] = {spec.history_server.name: _server(spec.history_server)}
    params: Json = {"cwd": spec.cwd, "approvalPolicy": policy, "approvalsReviewer": "user", "sandbox": sandbox, "config": config}
    if spec.model:
        params["model"] = spec.model
    instructions = "\n\n".join(part for part in (spec.index_text, _framed(folder.notes)) if part)
    if instructions:
        params["developerInstructions"] = instructions
    return params


def collaboration_mode(mode: PermissionMode, model: str, effort: str | None) -> Json:
    """Build the program's own mode of working, which sticks to a thread and so goes with every turn."""
    kind = "plan" if mode is PermissionMode.PLAN else "default"
    return {"mode": kind, "settings": {"model": model, "reasoning_effort": effort, "developer_instructions": None}}


def _server(server: HistoryServer) -> Json:
    return {
        "command": server.argv[0],
        "args": list(server.argv[1:]),
        "env": dict(server.env),
        # Else the first turn doesn't wait for it, and its tools are missing there.
        "required": True,
        "startup_timeout_sec": MCP_START_S,
        "default_tools_approval_mode": "approve",
    }


def _framed(notes: str) -> str:
    return f"Notes of the project for agents, from its AGENTS.md:\n\n{notes}" if notes else ""
