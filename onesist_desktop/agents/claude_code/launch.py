# SPDX-License-Identifier: MIT
"""How Claude Code is started: arguments, environment and the file that names our history server.

In a folder that the person trusted in Claude Code itself ``--setting-sources`` is left at its default on purpose: it also
governs ``CLAUDE.md``, skills, rules and the sign-in helper, and people expect the agent here to know what it knows in their
terminal. In any other folder only the person's own settings count (:mod:`.standing`), and the project's notes come in as those
of an additional folder. ``--strict-mcp-config`` is always given: servers that a repository's ``.mcp.json`` names would be
started without anybody having been asked.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from onesist_desktop.agents.claude_code.standing import Standing
from onesist_desktop.core.answerer import HistoryServer, PermissionMode, SessionSpec
from onesist_desktop.process.environment import ShellEnvironment

# The mode is always given: one version starts in another one without it.
MODE_FLAGS = {
    PermissionMode.ASK: "default",
    PermissionMode.ACCEPT_EDITS: "acceptEdits",
    PermissionMode.PLAN: "plan",
    PermissionMode.FULL_ACCESS: "default",
}
# They would move the work out of the thread's workspace, or make the agent start turns that nobody asked for.
REFUSED_TOOLS = ("EnterWorktree", "ExitWorktree", "CronCreate", "ScheduleWakeup")

_KEPT = (
    "ANTHROPIC_*",
    "CLAUDE_*",
    "MCP_TIMEOUT",
    "MCP_TOOL_TIMEOUT",
    "MAX_THINKING_TOKENS",
    "BASH_DEFAULT_TIMEOUT_MS",
    "BASH_MAX_TIMEOUT_MS",
    "DISABLE_AUTOUPDATER",
    "DISABLE_TELEMETRY",
    "DISABLE_ERROR_REPORTING",
    "DISABLE_COST_WARNINGS",
)
# Cloud credentials only for those who use Claude Code through that cloud.
_KEPT_FOR_CLOUD = {
    "CLAUDE_CODE_USE_BEDROCK": ("AWS_*",),
    "CLAUDE_CODE_USE_VERTEX": ("GOOGLE_*", "CLOUD_ML_REGION", "GCLOUD_*", "CLOUDSDK_*", "VERTEX_*"),
    "CLAUDE_CODE_USE_FOUNDRY": ("AZURE_*",),
}
# Set by a running Claude Code for its own children: they would tie ours to that one.
_OF_AN_OUTER_SESSION = (
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SSE_PORT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_CHILD_SESSION",
    "CLAUDE_CODE_EXECPATH",
    "CLAUDE_CODE_TMPDIR",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_ENV_FILE",
)
_SET = {
    # Without it the prompt is written to the session some time after it was acknowledged, and a crash loses it.
    "CLAUDE_CODE_EAGER_FLUSH": "1",
    "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS": "1",
    # A task in the background would go on after the turn's result and start a turn of its own.
    "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
    # Newer versions leave the list of what is to be done out for newer models. People want to see it: as one tool that tells
    # the whole list, not as several that change single entries.
    "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1",
    "CLAUDE_CODE_ENABLE_TASKS": "0",
}
# With one of these in the environment every account would be that one.
_SIGN_INS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_OAUTH_REFRESH_TOKEN")
_NOTES_OF_ADDED_FOLDERS = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
# The program's own word for a folder that a terminal would ask about. It keeps out most of what the sources already do; a
# second lock, as it isn't documented and a version may not know it.
_NOBODY_TRUSTS = "CLAUDE_CODE_IGNORE_PERSISTED_TRUST"
_CONFIG_START, _CONFIG_END = "onesist-claude-", ".json"


def build_argv(command: Sequence[str], spec: SessionSpec, mcp_file: Path | None, standing: Standing) -> list[str]:
    """Build the argument list. It holds no prompt, no history and no secret."""
    argv = [*command, "-p", "--output-format", "stream-json", "--input-format", "stream-json", "--verbose"]
    argv += ["--include-partial-messages", "--replay-user-messages", "--permission-prompt-tool", "stdio"]
    argv += ["--permission-mode", MODE_FLAGS[spec.mode]]
    # Else the index of the first start would be sent for ever, whatever later starts say.
    argv += ["--system-prompt-snapshot", "off"]
    if not standing.is_trusted:
        argv += ["--setting-sources", "user"]
        if standing.takes_notes:
            argv += ["--add-dir", spec.cwd]
    argv += ["--disallowedTools", ",".join(REFUSED_TOOLS), "--strict-mcp-config"]
    argv += _session_arguments(spec)
    if spec.model:
        argv += ["--model", spec.model]
    if spec.effort:
        argv += ["--effort", spec.effort]
    if mcp_file is not None and spec.history_server is not None:
        argv += ["--mcp-config", str(mcp_file), "--allowedTools", f"mcp__{spec.history_server.name}"]
    return argv


def _session_arguments(spec: SessionSpec) -> list[str]:
    if spec.native_session_id is not None:
        resumed = ["--resume", spec.native_session_id]
        return [*resumed, "--resume-session-at", spec.truncate_to] if spec.truncate_to else resumed
    if spec.fork is None:
        return ["--session-id", spec.new_session_id]
    forked = ["--resume", spec.fork.native_session_id, "--fork-session", "--session-id", spec.new_session_id]
    return [*forked, "--resume-session-at", spec.fork.anchor] if spec.fork.anchor else forked


async def own_folders(shell: ShellEnvironment, account: Path | None = None) -> dict[str, str]:
    """Build what tells where the program keeps its own files. ``account`` is the folder of another account."""
    environment = await shell.build(keep=("CLAUDE_CONFIG_DIR",))
    return {**environment, **account_variables(account)} if account is not None else environment


def account_variables(account: Path) -> dict[str, str]:
    """Return what tells the program in which folder another account is kept."""
    return {"CLAUDE_CONFIG_DIR": str(account)}


async def build_environment(shell: ShellEnvironment, command: Sequence[str], account: Path | None = None) -> dict[str, str]:
    """Build the environment of the program: its own settings, and no other provider's.

    ``account`` is the program's own folder for another account than the usual one, who signs in there. What signs in by a
    variable stays out then.
    """
    folder = str(Path(command[0]).parent)
    kept: tuple[str, ...] = _KEPT
    first = await shell.build(keep=("CLAUDE_*",))
    for switch, names in _KEPT_FOR_CLOUD.items():
        if first.get(switch, "0").lower() not in {"", "0", "false"}:
            kept += names
    environment = await shell.build(keep=kept, extra=_SET, program_folder=folder)
    for name in _OF_AN_OUTER_SESSION:
        environment.pop(name, None)
    if account is not None:
        for name in _SIGN_INS:
            environment.pop(name, None)
        environment.update(account_variables(account))
    return environment


def for_standing(environment: Mapping[str, str], standing: Standing) -> dict[str, str]:
    """Return the environment for working in a folder that stands so."""
    if standing.is_trusted:
        return dict(environment)
    notes = {_NOTES_OF_ADDED_FOLDERS: "1"} if standing.takes_notes else {}
    return {**environment, **notes, _NOBODY_TRUSTS: "1"}


def write_mcp_config(server: HistoryServer, environment: Mapping[str, str], folder: Path | None = None) -> Path:
    """Write the file that names our history server, readable by this user only, and return its path.

    ``folder`` is where it goes; None for the folder for temporary files. Raises OSError.

    The program hands its whole environment on to the servers that it starts, so what is secret in it is blanked for ours.
    """
    blanked = {name: "" for name in environment if _is_secret(name)}
    entry = {
        "type": "stdio",
        "command": server.argv[0],
        "args": list(server.argv[1:]),
        "env": {**blanked, **dict(server.env)},
        # Else its tools are hidden behind a search tool and a handoff would promise what the model can't see.
        "alwaysLoad": True,
    }
    descriptor, name = tempfile.mkstemp(prefix=_CONFIG_START, suffix=_CONFIG_END, dir=folder)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump({"mcpServers": {server.name: entry}}, stream)
    return Path(name)


def remove_mcp_configs(folder: Path) -> None:
    """Remove the files that sessions left in ``folder`` which nobody lived to end. Raises OSError."""
    for path in folder.glob(f"{_CONFIG_START}*{_CONFIG_END}"):
        path.unlink(missing_ok=True)


def _is_secret(name: str) -> bool:
    return any(word in name.upper() for word in ("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "CUSTOM_HEADERS"))
