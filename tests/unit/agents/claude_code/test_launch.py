# SPDX-License-Identifier: MIT
"""Arguments, environment and configuration file of Claude Code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onesist_desktop.agents.claude_code.launch import (
    build_argv,
    build_environment,
    for_standing,
    remove_mcp_configs,
    write_mcp_config,
)
from onesist_desktop.agents.claude_code.standing import Standing
from onesist_desktop.core.answerer import HistoryServer, PermissionMode, SessionSpec
from onesist_desktop.core.ids import SessionRowId, ThreadId
from onesist_desktop.process.environment import ShellEnvironment

TRUSTED = Standing(is_trusted=True)
UNTRUSTED = Standing(is_trusted=False)
SERVER = HistoryServer("onesist", ("/opt/onesist", "mcp"), (("ONESIST_TOKEN", "t0ken"),))


def spec(**more: object) -> SessionSpec:
    given: dict[str, object] = {
        "thread_id": ThreadId("t"),
        "session_key": SessionRowId("r"),
        "cwd": "/work",
        "new_session_id": "new",
    }
    return SessionSpec(**{**given, **more})  # type: ignore[arg-type]


def value(argv: list[str], option: str) -> str:
    return argv[argv.index(option) + 1]


def test_a_new_session() -> None:
    argv = build_argv(["/bin/claude"], spec(), None, TRUSTED)
    assert argv[:2] == ["/bin/claude", "-p"]
    assert value(argv, "--session-id") == "new"
    assert "--resume" not in argv
    assert "--mcp-config" not in argv
    assert "--strict-mcp-config" in argv


def test_in_a_trusted_folder_all_settings_count() -> None:
    argv = build_argv(["c"], spec(), None, TRUSTED)
    assert not any(option.startswith(("--setting-sources", "--add-dir")) for option in argv)
    assert for_standing({"A": "1"}, TRUSTED) == {"A": "1"}


def test_in_any_other_only_the_persons_do_and_the_notes_are_added() -> None:
    argv = build_argv(["c"], spec(history_server=SERVER), Path("/tmp/m.json"), UNTRUSTED)
    assert (value(argv, "--setting-sources"), value(argv, "--add-dir")) == ("user", "/work")
    # It takes any number of folders, so another option has to follow.
    assert argv[argv.index("--add-dir") + 2].startswith("--")
    environment = for_standing({"A": "1"}, UNTRUSTED)
    assert environment.pop("A") == "1"
    assert set(environment) == {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "CLAUDE_CODE_IGNORE_PERSISTED_TRUST"}


def test_notes_that_lead_out_of_the_folder_are_not_added() -> None:
    standing = Standing(is_trusted=False, takes_notes=False)
    argv = build_argv(["c"], spec(), None, standing)
    assert value(argv, "--setting-sources") == "user"
    assert "--add-dir" not in argv
    assert set(for_standing({}, standing)) == {"CLAUDE_CODE_IGNORE_PERSISTED_TRUST"}


def test_a_resumed_and_cut_session() -> None:
    argv = build_argv(
        ["node", "/x/cli.js"], spec(native_session_id="old", truncate_to="point", model="opus"), Path("/tmp/m.json"), TRUSTED
    )
    assert argv[:3] == ["node", "/x/cli.js", "-p"]
    assert (value(argv, "--resume"), value(argv, "--resume-session-at"), value(argv, "--model")) == ("old", "point", "opus")
    assert "--session-id" not in argv


@pytest.mark.parametrize(
    ("mode", "flag"),
    [
        (PermissionMode.ASK, "default"),
        (PermissionMode.ACCEPT_EDITS, "acceptEdits"),
        (PermissionMode.PLAN, "plan"),
        (PermissionMode.FULL_ACCESS, "default"),
    ],
)
def test_the_mode_is_always_given_and_never_one_that_bypasses(mode: PermissionMode, flag: str) -> None:
    assert value(build_argv(["c"], spec(mode=mode), None, TRUSTED), "--permission-mode") == flag


def test_the_history_server_is_allowed_and_its_token_not_in_the_arguments() -> None:
    argv = build_argv(["c"], spec(history_server=SERVER), Path("/tmp/m.json"), TRUSTED)
    assert value(argv, "--mcp-config") == "/tmp/m.json"
    assert value(argv, "--allowedTools") == "mcp__onesist"
    assert not any("t0ken" in argument for argument in argv)


def test_the_configuration_is_private_and_blanks_what_is_secret() -> None:
    path = write_mcp_config(SERVER, {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_AUTH_TOKEN": "t", "PATH": "/bin"})
    try:
        assert path.stat().st_mode & 0o077 == 0
        entry = json.loads(path.read_text(encoding="utf-8"))["mcpServers"]["onesist"]
    finally:
        path.unlink()
    assert (entry["command"], entry["args"], entry["alwaysLoad"]) == ("/opt/onesist", ["mcp"], True)
    assert entry["env"] == {"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "", "ONESIST_TOKEN": "t0ken"}


INHERITED = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nowhere",
    "SHELL": "/bin/sh",
    "ANTHROPIC_API_KEY": "ours",
    "CLAUDE_CONFIG_DIR": "/conf",
    "CLAUDE_CODE_ENTRYPOINT": "cli",
    "CLAUDE_CODE_SSE_PORT": "1",
    "CLAUDECODE": "1",
    "OPENAI_API_KEY": "another's",
    "AWS_SECRET_ACCESS_KEY": "cloud",
    "GOOGLE_APPLICATION_CREDENTIALS": "/g",
    "GIT_DIR": "/x",
}


async def test_the_environment_holds_its_own_settings_and_no_other_providers() -> None:
    environment = await build_environment(ShellEnvironment(INHERITED), ["/opt/claude/claude"])
    assert environment["ANTHROPIC_API_KEY"] == "ours"
    assert environment["CLAUDE_CONFIG_DIR"] == "/conf"
    assert environment["CLAUDE_CODE_EAGER_FLUSH"] == "1"
    assert environment["PATH"].split(":")[0] == "/opt/claude"
    for name in ("OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "GIT_DIR"):
        assert name not in environment
    for name in ("CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDECODE"):
        assert name not in environment


@pytest.mark.parametrize(("switch", "is_kept"), [("1", True), ("true", True), ("0", False), ("", False)])
async def test_cloud_credentials_only_for_those_who_use_that_cloud(switch: str, is_kept: bool) -> None:
    environment = await build_environment(ShellEnvironment({**INHERITED, "CLAUDE_CODE_USE_BEDROCK": switch}), ["/opt/claude"])
    assert ("AWS_SECRET_ACCESS_KEY" in environment) == is_kept
    assert "GOOGLE_APPLICATION_CREDENTIALS" not in environment


def test_the_file_goes_where_the_app_can_clear_it_after_a_crash(tmp_path: Path) -> None:
    path = write_mcp_config(SERVER, {}, tmp_path)
    assert path.parent == tmp_path
    (tmp_path / "other.json").write_text("{}")
    remove_mcp_configs(tmp_path)
    assert [left.name for left in tmp_path.iterdir()] == ["other.json"]
    remove_mcp_configs(tmp_path / "missing")
