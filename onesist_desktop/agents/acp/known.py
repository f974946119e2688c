# SPDX-License-Identifier: MIT
"""The agents of the protocol that this app knows how to start, as a table, and how to build one of them or any other command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from onesist_desktop.agents.acp.answerer import AcpAnswerer
from onesist_desktop.agents.acp.detect import find_programs
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.agents.acp.program import AcpLimits, AcpProgram
from onesist_desktop.core.answerer import AnswererInfo, Capabilities, ForkAbility, PermissionMode, SetupHelp
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor

FAMILY = "other"
_EVERY_MODE = frozenset(PermissionMode)
_MODE_SITE = "https://agentclientprotocol.com/protocol/session-modes"

_BASE = Capabilities(
    is_agent=True,
    takes_mcp=True,
    can_resume=True,
    can_change_model=True,
    lists_models=True,
    shows_commands=True,
    asks_approvals=True,
    shows_plan=True,
    takes_images=True,
    shows_thinking=True,
    modes=_EVERY_MODE,
)
"""What every agent of the table does. Models come with a session."""

UNKNOWN = Capabilities(is_agent=True, modes=frozenset({PermissionMode.FULL_ACCESS}))
"""What is promised of a command nobody knows, before its first start.

Whether it asks before it does something can't be told, so it may only be used where nothing has to be kept from happening. What
it says of itself when it is started is added.
"""


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """One agent of the table.

    Attributes:
        key: Names it in settings.
        program: Its start.
        profile: How it differs from what the protocol lets one expect.
        capabilities: What it does, known before it is started.
        is_listed: It is offered to people; else it is there for another adapter of ours to fall back on.
    """

    key: str
    title: str
    program: AcpProgram
    setup: SetupHelp
    profile: AcpProfile
    capabilities: Capabilities = _BASE
    family: str = FAMILY
    is_listed: bool = True


def _listed(*agents: KnownAgent) -> Mapping[str, KnownAgent]:
    return MappingProxyType({agent.key: agent for agent in agents})


_OPENCODE_ASKS_FOR = ("bash", "edit", "webfetch", "websearch", "codesearch", "external_directory", "doom_loop")

KNOWN_AGENTS = _listed(
    KnownAgent(
        "gemini",
        "Gemini CLI",
        AcpProgram(("gemini", "--acp"), keep=("GEMINI_*", "GOOGLE_*")),
        SetupHelp("npm install -g @google/gemini-cli", "gemini", "https://geminicli.com/docs/get-started/authentication/"),
        AcpProfile(
            mode_ids={
                PermissionMode.ASK: ("default",),
                PermissionMode.ACCEPT_EDITS: ("autoEdit",),
                PermissionMode.PLAN: ("plan",),
                PermissionMode.FULL_ACCESS: ("yolo",),
            },
            auth_method="gemini-api-key",
            auth_variable="GEMINI_API_KEY",
            forgets_failed=True,
            replays_late=True,
            own_words=(r"\[MODE_UPDATE\] \w+",),
            tells_version=True,
        ),
        # It shows which command runs, and neither its output nor its exit code; the model gets both.
        replace(_BASE, stops_commands=True, shows_commands=False, shows_plan=False),
    ),
    KnownAgent(
        "goose",
        "Goose",
        # Its own default is to do everything unasked.
        AcpProgram(
            ("goose", "acp"),
            keep=("GOOSE_*", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "GOOGLE_API_KEY", "OLLAMA_HOST"),
            extra_env={"GOOSE_MODE": "approve"},
        ),
        SetupHelp(
            "curl -fsSL https://github.com/block/goose/releases/download/stable/download_cli.sh | bash",
            "goose configure",
            "https://block.github.io/goose/docs/getting-started/installation",
        ),
        AcpProfile(
            mode_ids={
                PermissionMode.ASK: ("approve",),
                PermissionMode.ACCEPT_EDITS: (),
                PermissionMode.PLAN: ("chat",),
                PermissionMode.FULL_ACCESS: ("auto",),
            },
            tells_version=True,
        ),
    ),
    KnownAgent(
        "qwen",
        "Qwen Code",
        AcpProgram(
            ("qwen", "--acp"), keep=("QWEN_*", "DASHSCOPE_*", "BAILIAN_*", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL")
        ),
        SetupHelp("npm install -g @qwen-code/qwen-code", "qwen auth", "https://qwenlm.github.io/qwen-code-docs/en/users/overview"),
        AcpProfile(
            mode_ids={
                PermissionMode.ASK: ("default",),
                PermissionMode.ACCEPT_EDITS: ("auto-edit", "autoEdit"),
                PermissionMode.PLAN: ("plan",),
                PermissionMode.FULL_ACCESS: ("yolo",),
            },
            replays_late=True,
            tells_version=True,
        ),
    ),
    KnownAgent(
        "copilot",
        "GitHub Copilot CLI",
        AcpProgram(("copilot", "--acp"), keep=("COPILOT_*", "GH_TOKEN", "GITHUB_TOKEN", "GH_HOST")),
        SetupHelp(
            "npm install -g @github/copilot",
            "copilot login",
            "https://docs.github.com/en/copilot/how-tos/copilot-cli/set-up-copilot-cli/install-copilot-cli",
        ),
        AcpProfile(
            mode_ids={
                PermissionMode.ASK: (f"{_MODE_SITE}#agent", "agent"),
                PermissionMode.ACCEPT_EDITS: (),
                PermissionMode.PLAN: (f"{_MODE_SITE}#plan", "plan"),
                # Its "autopilot" is about going on by itself, not about permissions.
                PermissionMode.FULL_ACCESS: (),
            },
            tells_version=True,
        ),
    ),
    KnownAgent(
        "claude-agent-acp",
        "Claude (ACP adapter)",
        # Without the variable the servers that a session is given are hidden behind a search for tools.
        AcpProgram(
            ("claude-agent-acp",),
            keep=("ANTHROPIC_*", "CLAUDE_*", "AWS_*", "GOOGLE_*", "CLOUD_ML_REGION"),
            extra_env={"ENABLE_TOOL_SEARCH": "false"},
        ),
        SetupHelp(
            "npm install -g @agentclientprotocol/claude-agent-acp",
            "claude auth login",
            "https://github.com/agentclientprotocol/claude-agent-acp",
        ),
        AcpProfile(
            # Its own default lets a model decide what is asked about.
            mode_ids={
                PermissionMode.ASK: ("default",),
                PermissionMode.ACCEPT_EDITS: ("acceptEdits",),
                PermissionMode.PLAN: ("plan",),
                PermissionMode.FULL_ACCESS: ("bypassPermissions",),
            },
        ),
        replace(_BASE, stops_commands=True, fork=ForkAbility.AT_END, tells_windows=True, tells_occupancy=True),
    ),
    KnownAgent(
        "codex-acp",
        "Codex (ACP adapter)",
        AcpProgram(("codex-acp",), keep=("CODEX_*", "OPENAI_API_KEY", "OPENAI_BASE_URL")),
        SetupHelp(
            "npm install -g @agentclientprotocol/codex-acp", "codex login", "https://github.com/agentclientprotocol/codex-acp"
        ),
        AcpProfile(
            # Its mode "agent" changes files and runs commands in the workspace unasked.
            mode_ids={
                PermissionMode.ASK: ("read-only",),
                PermissionMode.ACCEPT_EDITS: (),
                PermissionMode.PLAN: (),
                PermissionMode.FULL_ACCESS: ("agent-full-access",),
            },
            own_words=(r"Warning: Model metadata for `[^`]+` not found\..*",),
        ),
        # Its stop leaves a running command, and the start of a command's output is lost.
        replace(_BASE, shows_commands=False, fork=ForkAbility.AT_END, tells_windows=True, tells_occupancy=True, takes_effort=True),
    ),
    KnownAgent(
        "opencode",
        "Opencode (ACP)",
        AcpProgram(
            ("opencode", "acp"),
            keep=("OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT", "OPENCODE_CONFIG_DIR", "OPENCODE_DISABLE_*", "OPENCODE_MODELS_*"),
            extra_env={"OPENCODE_PERMISSION": json.dumps(dict.fromkeys(_OPENCODE_ASKS_FOR, "ask"))},
        ),
        SetupHelp("npm install -g opencode-ai", "opencode auth login", "https://opencode.ai/docs/"),
        AcpProfile(
            # Plan mode leaves commands to the permissions, which are asked for and then refused.
            mode_ids={
                PermissionMode.ASK: ("build",),
                PermissionMode.ACCEPT_EDITS: (),
                PermissionMode.PLAN: ("plan",),
                PermissionMode.FULL_ACCESS: (),
            },
            tells_version=True,
        ),
        replace(_BASE, stops_commands=True, fork=ForkAbility.AT_END, tells_windows=True, tells_occupancy=True, takes_effort=True),
        family="opencode",
        is_listed=False,
    ),
)
"""By key. A profile says what was measured, or read in the agent's documentation where it could not be run."""


@dataclass(frozen=True, slots=True)
class AcpCommand:
    """How to start an agent for a person: what settings hold of it.

    Attributes:
        id: The provider's id.
        title: What it is called.
        program: A name or an absolute path; empty for the one in the table.
        arguments: Only counted together with ``program``.
        known: Key in the table; empty or unknown for a command that the person entered.
        extra_env: Variables to set, for another account of a known agent.
    """

    id: ProviderId
    title: str = ""
    program: str = ""
    arguments: tuple[str, ...] = ()
    known: str = ""
    extra_env: Mapping[str, str] = field(default_factory=dict)


def build_agent(
    command: AcpCommand, environment: ShellEnvironment, supervisor: TaskSupervisor, *, limits: AcpLimits | None = None
) -> AcpAnswerer:
    """Build the answerer of a known agent, or of any other command.

    Args:
        command: What to start.
        environment: Builds its environment.
        supervisor: Owns the tasks of its turns.
        limits: How long to wait.

    Raises:
        ValueError: There is neither a known key nor a program.
    """
    known = KNOWN_AGENTS.get(command.known)
    if known is None:
        if not command.program:
            raise ValueError(f"no program, and no known agent {command.known!r}")
        info = AnswererInfo(command.id, command.title or command.program, FAMILY)
        program = AcpProgram((command.program, *command.arguments), extra_env=command.extra_env)
        return AcpAnswerer(info, program, UNKNOWN, environment, supervisor, limits=limits, profile=AcpProfile(asks=False))
    argv = (command.program, *command.arguments) if command.program else known.program.argv
    if command.program and not command.arguments:
        argv = (command.program, *known.program.argv[1:])
    program = replace(known.program, argv=argv, extra_env={**known.program.extra_env, **command.extra_env})
    info = AnswererInfo(command.id, command.title or known.title, known.family, known.setup)
    return AcpAnswerer(info, program, known.capabilities, environment, supervisor, limits=limits, profile=known.profile)


async def installed(environment: ShellEnvironment) -> dict[str, str]:
    """Return the listed agents that are installed: their keys, with the path of the program."""
    listed = {key: agent.program.argv[0] for key, agent in KNOWN_AGENTS.items() if agent.is_listed}
    found = await find_programs(tuple(listed.values()), environment)
    return {key: found[name] for key, name in listed.items() if name in found}
