# SPDX-License-Identifier: MIT
"""Hides the person's machine from the tests: their folders, Git settings, keys, display and keyring.

This happens while ``tests/conftest.py`` is imported, before Qt or keyring are.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

KEPT_OF_OURS = ("ONESIST_TEST_CLAUDE", "ONESIST_REQUIRE_AGENTS", "ONESIST_REQUIRE_SCREENSHOTS", "ONESIST_BENCH_SESSION")
HIDDEN = (
    "*_API_KEY",
    "*_AUTH_TOKEN",
    "*_ACCESS_TOKEN",
    "*_SECRET*",
    "*_PROXY",
    "ANTHROPIC_*",
    "AWS_*",
    "AZURE_*",
    "CLAUDE*",
    "CODEX_*",
    "DBUS_*",
    "DISPLAY",
    "GEMINI_*",
    "GH_*",
    "GIT_*",
    "GITHUB_*",
    "GOOGLE_*",
    "HF_*",
    "LANGUAGE",
    "LC_*",
    "LOGFIRE_*",
    "OLLAMA_*",
    "ONESIST_*",
    "OPENAI_*",
    "OPENCODE*",
    "OTEL_*",
    "QT_*",
    "SA_*",
    "SSH_*",
    "VIRTUAL_ENV*",
    "WAYLAND_DISPLAY",
    "XDG_*",
)
GIT_CONFIG = """[user]
\tname = Test Person
\temail = person@example.invalid
[init]
\tdefaultBranch = main
[commit]
\tgpgsign = false
[gc]
\tauto = 0
"""


def hide(environment: MutableMapping[str, str]) -> None:
    """Drop every variable that could lead out of the tests or change what they see."""
    for name in list(environment):
        if name not in KEPT_OF_OURS and any(fnmatch.fnmatchcase(name.upper(), pattern) for pattern in HIDDEN):
            del environment[name]


def furnish(environment: MutableMapping[str, str], home: Path) -> None:
    """Point every base folder into ``home`` and set what makes runs alike on all machines."""
    folders = {
        "HOME": home,
        "USERPROFILE": home,
        "APPDATA": home / "appdata" / "roaming",
        "LOCALAPPDATA": home / "appdata" / "local",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local" / "share",
        "XDG_STATE_HOME": home / ".local" / "state",
        "XDG_RUNTIME_DIR": home / "run",
    }
    for name, folder in folders.items():
        folder.mkdir(parents=True, exist_ok=True)
        environment[name] = str(folder)
    (home / "run").chmod(0o700)
    git_config = home / ".gitconfig"
    git_config.write_text(GIT_CONFIG, encoding="utf-8")
    environment.update(
        {
            "GIT_CONFIG_GLOBAL": str(git_config),
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "LANG": "C.UTF-8",
            "PYTHON_KEYRING_BACKEND": "tests.support.memory_keyring.MemoryKeyring",
            "QT_QPA_PLATFORM": "offscreen",
            "SHELL": "/bin/sh",
            "TZ": "UTC",
        }
    )


def mask() -> Path:
    """Mask this process's environment and return the folder that stands for the person's home."""
    home = Path(tempfile.mkdtemp(prefix="onesist-tests-home-")).resolve()
    hide(os.environ)
    furnish(os.environ, home)
    return home


def unmask(home: Path) -> None:
    """Remove the folder that :func:`mask` made."""
    shutil.rmtree(home, ignore_errors=True)
