# SPDX-License-Identifier: MIT
"""Finding Codex, its environment, and what of the person's configuration counts."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

from onesist_desktop.agents.codex.detect import native_program
from onesist_desktop.agents.codex.launch import build_environment
from onesist_desktop.agents.codex.own_config import notes_of, variables_named
from onesist_desktop.process.environment import ShellEnvironment

CONFIG = """\
model_provider = "mine"
[model_providers.mine]
env_key = "MY_KEY"
env_http_headers = { "X-Team" = "MY_TEAM" }
[model_providers.theirs]
env_key = "THEIR_KEY"
[mcp_servers.tool]
command = "x"
env_vars = ["TOOL_TOKEN"]
[mcp_servers.web]
bearer_token_env_var = "WEB_TOKEN"
[profiles.work]
model_provider = "theirs"
"""


def write(folder: Path, text: str) -> dict[str, str]:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return {"CODEX_HOME": str(folder)}


def test_only_what_the_configuration_in_use_names(tmp_path: Path) -> None:
    assert variables_named(write(tmp_path, CONFIG)) == {"MY_KEY", "MY_TEAM", "TOOL_TOKEN", "WEB_TOKEN"}
    in_profile = variables_named(write(tmp_path, f'profile = "work"\n{CONFIG}'))
    assert in_profile == {"THEIR_KEY", "TOOL_TOKEN", "WEB_TOKEN"}


@pytest.mark.parametrize("text", ["", "no toml [", 'model_provider = 7\nmodel_providers = "x"\nmcp_servers = [1]\n'])
def test_an_odd_configuration_names_nothing(tmp_path: Path, text: str) -> None:
    assert variables_named(write(tmp_path, text)) == frozenset()
    assert variables_named({"CODEX_HOME": "relative"}) == frozenset()
    assert variables_named({}) == frozenset()


async def test_the_environment_holds_its_own_variables_only(tmp_path: Path) -> None:
    inherited = {
        **write(tmp_path, CONFIG),
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "SHELL": "/bin/sh",
        "MY_KEY": "mine",
        "THEIR_KEY": "theirs",
        "OPENAI_API_KEY": "unnamed",
        "ANTHROPIC_API_KEY": "another",
        "CODEX_THREAD_ID": "an outer session's",
        "GIT_DIR": "/x",
    }
    environment = await build_environment(ShellEnvironment(inherited), ("/opt/codex/bin/codex",), None)
    assert environment["MY_KEY"] == "mine"
    assert environment["CODEX_HOME"] == str(tmp_path)
    assert environment["PATH"].startswith("/opt/codex/bin:")
    assert not {"THEIR_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "CODEX_THREAD_ID", "GIT_DIR"} & environment.keys()
    other = tmp_path / "other"
    other.mkdir()
    environment = await build_environment(ShellEnvironment(inherited), ("/opt/codex/bin/codex",), other)
    assert environment["CODEX_HOME"] == str(other)
    assert "MY_KEY" not in environment


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the names differ elsewhere")
@pytest.mark.parametrize(
    "place", ["@openai/codex-linux-x64", "@openai/codex/node_modules/@openai/codex-linux-x64", "@openai/codex"]
)
def test_the_program_behind_the_wrapper(tmp_path: Path, place: str) -> None:
    script = tmp_path / "lib/node_modules/@openai/codex/bin/codex.js"
    native = tmp_path / "lib/node_modules" / place / "vendor/x86_64-unknown-linux-musl/bin/codex"
    link = tmp_path / "bin/codex"
    for file in (script, native):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    link.parent.mkdir()
    link.symlink_to(script)
    assert native_program(link) == native
    native.unlink()
    assert native_program(link) is None
    assert native_program(tmp_path / "nothing") is None


def test_notes_are_read_but_not_from_elsewhere(tmp_path: Path) -> None:
    folder, outside = tmp_path / "work", tmp_path / "secret"
    folder.mkdir()
    outside.write_text("not for a model", encoding="utf-8")
    assert notes_of(str(folder)) == ""
    (folder / "AGENTS.md").symlink_to(outside)
    assert notes_of(str(folder)) == ""
    (folder / "AGENTS.md").unlink()
    (folder / "AGENTS.md").write_text("  do this \n", encoding="utf-8")
    assert notes_of(str(folder)) == "do this"
