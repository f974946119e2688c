# SPDX-License-Identifier: MIT
"""What the person's own Codex configuration says that we have to know before the program runs. Never written.

All functions read files and belong into a thread.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at

NOTES_FILE = "AGENTS.md"
_NOTES_BYTES = 32 * 1024
"""As much as the program itself reads of them."""


def config_file(environment: Mapping[str, str]) -> Path | None:
    """Return where the person's configuration is, whether or not it exists; None where no absolute path comes of this."""
    own = environment.get("CODEX_HOME", "")
    home = environment.get("HOME") or environment.get("USERPROFILE") or ""
    folder = Path(own) if own else Path(home) / ".codex"
    return folder / "config.toml" if folder.is_absolute() else None


def variables_named(environment: Mapping[str, str]) -> frozenset[str]:
    """List the variables that the person's configuration names for the provider in use and for their own MCP servers.

    Only these hold keys that were given to Codex on purpose.
    """
    file = config_file(environment)
    try:
        config = tomllib.loads(file.read_text(encoding="utf-8")) if file else {}
    except (OSError, ValueError, RecursionError):
        # Without a file there is nothing to name; with a broken one the program says so itself.
        return frozenset()
    profile = as_dict(as_dict(config.get("profiles")).get(as_text(config.get("profile"))))
    provider = text_at(profile, "model_provider") or text_at(config, "model_provider")
    found = _names(as_dict(as_dict(config.get("model_providers")).get(provider)))
    for server in as_dict(config.get("mcp_servers")).values():
        found |= _names(as_dict(server))
    return frozenset(name for name in found if name)


def _names(table: Json) -> set[str]:
    headers = as_dict(table.get("env_http_headers")).values()
    single = (as_text(table.get(key)) for key in ("env_key", "bearer_token_env_var"))
    return {*single, *map(as_text, headers), *map(as_text, as_list(table.get("env_vars")))}


def notes_of(folder: str) -> str:
    """Return the project's notes for agents, empty where there are none; a link that leads out of the folder isn't followed.

    The program itself reads them in trusted folders only, together with settings that could run something.
    """
    file = Path(folder) / NOTES_FILE
    try:
        if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
            return ""
        with file.open("rb") as stream:
            return stream.read(_NOTES_BYTES).decode("utf-8", errors="replace").strip()
    except OSError:
        return ""


def brings_settings(folder: str) -> bool:
    """Tell whether the folder holds settings for Codex."""
    return (Path(folder) / ".codex").is_dir()
