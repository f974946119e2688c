# SPDX-License-Identifier: MIT
"""What stands in a project's set-up file: a command for new worktrees of each of its repositories.

Pure: the text comes from elsewhere. ``docs/setup-file.md`` describes the format for people.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.workspaces import ROOT_REPOSITORY

SETUP_FOLDER = ".agents"
SETUP_NAME = "onesist-worktree.json"
SETUP_FILE = f"{SETUP_FOLDER}/{SETUP_NAME}"
"""Below the project's folder."""
MAX_BYTES = 64 * 1024

_SECTION = "setup"
_REPOSITORIES = ("input", "code")
_QUOTED_CHARS = 80


class SetupFileError(InvalidInputError):
    """The file can't be used; the text says why, and names the place."""


@dataclass(frozen=True, slots=True)
class SetupFile:
    """What a file says.

    Attributes:
        commands: Repository key to command, exactly as it was written.
        unknown: Keys that mean nothing: other sections, and repositories that no project can have. As they were written.
    """

    commands: Mapping[str, str]
    unknown: tuple[str, ...] = ()


def parse_setup_file(data: bytes) -> SetupFile:
    """Read a set-up file. A byte order mark and any line ends are accepted. Raises SetupFileError."""
    if len(data) > MAX_BYTES:
        raise SetupFileError(f"The file is larger than {MAX_BYTES // 1024} KiB.")
    whole = _object(_decoded(data), "The file")
    unknown = [key for key in whole if key != _SECTION]
    commands: dict[str, str] = {}
    for written, command in _object(whole.get(_SECTION, {}), f'"{_SECTION}"').items():
        key = repository_key(written)
        if key is None:
            unknown.append(f"{_SECTION}.{written}")
            continue
        if key in commands:
            raise SetupFileError(f"{_quoted(key)} stands there twice.")
        commands[key] = _command(written, command)
    return SetupFile(commands, tuple(_quoted(key)[1:-1] for key in unknown))


def repository_key(written: str) -> str | None:
    """Return the key of the repository that is meant, None where it can't be one: ``.`` or ``input/code/<name>``.

    Extra slashes and ``.`` are taken away. Nothing may lead upwards, and no path may be absolute.
    """
    if written.startswith("/") or not written.strip() or "\0" in written:
        return None
    parts = [part for part in written.split("/") if part not in ("", ".")]
    if not parts:
        return ROOT_REPOSITORY
    is_child = len(parts) == len(_REPOSITORIES) + 1 and tuple(parts[:-1]) == _REPOSITORIES
    return "/".join(parts) if is_child and ".." not in parts else None


def command_sha256(command: str) -> str:
    """Return what stands for exactly this command in a consent."""
    return hashlib.sha256(command.encode("utf-8")).hexdigest()


def _decoded(data: bytes) -> Any:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SetupFileError(f"The file is not UTF-8 text (byte {error.start}).") from error
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise SetupFileError(f"Line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except RecursionError as error:
        raise SetupFileError("The file is nested too deeply.") from error
    except ValueError as error:
        # A number with more digits than Python turns into one.
        raise SetupFileError(str(error)) from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise SetupFileError(f"{_quoted(key)} stands there twice.")
        result[key] = value
    return result


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SetupFileError(f"{what} has to be an object in braces.")
    return value


def _command(written: str, command: Any) -> str:
    if not isinstance(command, str):
        raise SetupFileError(f"The command of {_quoted(written)} has to be text in quotes.")
    if not command.strip():
        raise SetupFileError(f"The command of {_quoted(written)} is empty.")
    if "\0" in command or not _is_encodable(command):
        raise SetupFileError(f"The command of {_quoted(written)} has a character that no program can be given.")
    return command


def _is_encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _quoted(key: str) -> str:
    """Return a key for a message: short, on one line, and encodable."""
    shown = "".join(char if char.isprintable() else "�" for char in key)
    return f'"{shown if len(shown) <= _QUOTED_CHARS else shown[: _QUOTED_CHARS - 1] + "…"}"'
