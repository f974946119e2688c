# SPDX-License-Identifier: MIT
"""How far a project's own Claude Code settings may count, and what they hold that doesn't.

In a folder that nobody trusted only the person's settings are loaded. That is a choice of what may count, not a list of what
may not: a key that a later version invents stays out as well. The project's notes are let in by another way, see
:mod:`.launch`, unless they are links that lead out of the folder: those would put any file of the person into the prompt.

All functions read files and belong into a thread.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from onesist_desktop.agents.claude_code.transcript import config_folder
from onesist_desktop.agents.claude_code.trust import is_trusted
from onesist_desktop.agents.json_reading import Json, as_dict

_SETTINGS_BYTES = 1024 * 1024
_MOST_RULES = 2000


class Withheld(StrEnum):
    """What a project brings along for Claude Code."""

    HOOKS = "hooks"
    PROGRAMS = "programs"
    VARIABLES = "variables"
    PERMISSIONS = "permissions"
    PLUGINS = "plugins"
    SKILLS = "skills"
    AGENTS = "agents"
    COMMANDS = "commands"
    NOTES = "notes"
    OTHER = "other"


_KEYS = {
    "hooks": Withheld.HOOKS,
    "env": Withheld.VARIABLES,
    "permissions": Withheld.PERMISSIONS,
    "sandbox": Withheld.PERMISSIONS,
    "enabledPlugins": Withheld.PLUGINS,
    "extraKnownMarketplaces": Withheld.PLUGINS,
    "apiKeyHelper": Withheld.PROGRAMS,
    "awsAuthRefresh": Withheld.PROGRAMS,
    "awsCredentialExport": Withheld.PROGRAMS,
    "gcpAuthRefresh": Withheld.PROGRAMS,
    "otelHeadersHelper": Withheld.PROGRAMS,
    "proxyAuthHelper": Withheld.PROGRAMS,
    "statusLine": Withheld.PROGRAMS,
    "fileSuggestion": Withheld.PROGRAMS,
}
_MEANINGLESS = {"$schema"}
_FOLDERS = {
    "skills": Withheld.SKILLS,
    "agents": Withheld.AGENTS,
    "commands": Withheld.COMMANDS,
    "output-styles": Withheld.OTHER,
    "workflows": Withheld.OTHER,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a folder stands with the person.

    Attributes:
        is_trusted: Whether the project's settings count, as the program itself takes them.
        takes_notes: Whether the project's ``CLAUDE.md`` can be let in although nobody trusted the folder.
        withheld: What there is in the folder that doesn't count, in the order of the enum; empty in a trusted one.
    """

    is_trusted: bool
    takes_notes: bool = True
    withheld: tuple[Withheld, ...] = ()


def look_at(folder: str, environment: Mapping[str, str]) -> Standing:
    """Find out how a folder stands. Never fails on what is in it."""
    if is_trusted(folder, environment):
        return Standing(is_trusted=True)
    root = Path(os.path.realpath(folder))
    takes_notes = _stays_inside(root)
    # In the person's home it is their own folder, which counts.
    is_own = os.path.realpath(config_folder(environment) or "") == str(root / ".claude")
    found = set() if is_own else set(_found(root / ".claude"))
    if not takes_notes or _exists(root / "CLAUDE.local.md"):
        found.add(Withheld.NOTES)
    return Standing(is_trusted=False, takes_notes=takes_notes, withheld=tuple(kind for kind in Withheld if kind in found))


def _found(own: Path) -> Iterator[Withheld]:
    if not stat.S_ISDIR(_mode(own)):
        if _exists(own):
            yield Withheld.OTHER
        return
    for name in ("settings.json", "settings.local.json"):
        settings = _settings(own / name)
        if settings is None:
            yield Withheld.OTHER
            continue
        for key, value in settings.items():
            if value not in (None, {}, []) and key not in _MEANINGLESS:
                yield _KEYS.get(key, Withheld.OTHER)
    for name, kind in _FOLDERS.items():
        if _is_filled(own / name):
            yield kind


def _settings(file: Path) -> Json | None:
    """Read a settings file: empty where there is none, None for what is no ordinary file of settings."""
    if not _exists(file):
        return {}
    # A pipe would be waited for, and a link may lead anywhere.
    if not stat.S_ISREG(_mode(file)):
        return None
    try:
        with file.open("rb") as stream:
            data = stream.read(_SETTINGS_BYTES + 1)
        told = json.loads(data) if data.strip() else {}
    except (OSError, ValueError, RecursionError):
        return None
    return as_dict(told) if isinstance(told, dict) and len(data) <= _SETTINGS_BYTES else None


def _is_filled(folder: Path) -> bool:
    mode = _mode(folder)
    if not stat.S_ISDIR(mode):
        return mode != 0
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is not None
    except OSError:
        return True


def _stays_inside(root: Path) -> bool:
    """Tell whether all files that the program reads as notes are in the folder, wherever links lead."""
    own = root / ".claude"
    looked_at = 0
    for place in (root / "CLAUDE.md", own, own / "CLAUDE.md", own / "rules"):
        if _leads_outside(place, root):
            return False
    for folder, folders, files in os.walk(own / "rules"):
        looked_at += len(folders) + len(files)
        if looked_at > _MOST_RULES or any(_leads_outside(Path(folder, name), root) for name in (*folders, *files)):
            return False
    return True


def _leads_outside(place: Path, root: Path) -> bool:
    try:
        return place.is_symlink() and not Path(os.path.realpath(place)).is_relative_to(root)
    except OSError:
        return True


def _exists(place: Path) -> bool:
    return _mode(place) != 0


def _mode(place: Path) -> int:
    """Return what is there, links not followed; 0 for nothing."""
    try:
        return place.lstat().st_mode
    except OSError:
        return 0
