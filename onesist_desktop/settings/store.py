# SPDX-License-Identifier: MIT
"""The settings file: read leniently, replaced atomically, never lost."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import tempfile
import threading
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from onesist_desktop.core.errors import DiskFullError, InvalidInputError, StorageError
from onesist_desktop.runtime.lasting import sync_folder
from onesist_desktop.settings.codec import Decoding, Problem, decode, encode
from onesist_desktop.settings.schema import CURRENT_VERSION, Settings
from onesist_desktop.settings.upgrades import upgraded

MAX_FILE_BYTES = 4 * 1024 * 1024


class NoticeKind(StrEnum):
    """What a person should know about how the settings were read."""

    BROKEN_FILE = "broken_file"
    """The file wasn't JSON of ours. It was renamed to ``path`` and defaults are used."""
    UNREADABLE = "unreadable"
    """The file couldn't be read. It is left alone, and saving is refused until it can be."""
    VALUE_IGNORED = "value_ignored"
    """One value didn't fit, so its default is used. ``detail`` says which and why."""
    NEWER_FILE = "newer_file"
    """A newer version of the app wrote the file. What this one doesn't know is kept."""


@dataclass(frozen=True, slots=True)
class SettingsNotice:
    """One thing to tell the person. ``path`` is a file where the kind has one."""

    kind: NoticeKind
    detail: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """What was read, and what to tell about it."""

    settings: Settings
    notices: tuple[SettingsNotice, ...] = ()


class SettingsStore:
    """Reads and writes one settings file. One process writes it; the lock is for its own threads only.

    Attributes:
        path: The file. Links are followed, so that a linked file stays a link.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._raw: dict[str, Any] | None = None
        self._kept_items: dict[str, list[Any]] = {}
        self._unreadable = ""

    def load(self) -> LoadedSettings:
        """Read the file. Never raises for what is in it; a missing file gives the defaults without a notice."""
        with self._lock:
            return self._load()

    def save(self, settings: Settings) -> None:
        """Replace the file. After a failure the old file is whole and unchanged.

        Raises:
            InvalidInputError: A value doesn't fit the schema, so that it would not be read again.
            DiskFullError: There is no room.
            StorageError: The file can't be written, or could not be read before.
        """
        _check(settings)
        with self._lock:
            if self._raw is None:
                self._load()
            if self._unreadable:
                raise StorageError(f"The settings weren't saved, as {self.path} couldn't be read before: {self._unreadable}")
            data = encode(settings, self._raw, self._kept_items)
            try:
                _replace_file(self.path, _rendered(data))
            except OSError as error:
                kind = DiskFullError if error.errno in {errno.ENOSPC, errno.EDQUOT} else StorageError
                raise kind(f"The settings file {self.path} couldn't be written: {error.strerror or error}") from error
            self._raw = data

    async def load_async(self) -> LoadedSettings:
        """Do the same as :meth:`load` without blocking the loop."""
        return await asyncio.to_thread(self.load)

    async def save_async(self, settings: Settings) -> None:
        """Do the same as :meth:`save` without blocking the loop. A cancelled call may still have saved."""
        await asyncio.to_thread(self.save, settings)

    def _load(self) -> LoadedSettings:
        self._raw, self._kept_items, self._unreadable = {}, {}, ""
        try:
            content = _read_file(self.path)
        except FileNotFoundError:
            return LoadedSettings(Settings())
        except OSError as error:
            self._unreadable = error.strerror or str(error)
            return LoadedSettings(Settings(), (SettingsNotice(NoticeKind.UNREADABLE, self._unreadable, str(self.path)),))
        data = _parsed(content)
        if data is None:
            return LoadedSettings(Settings(), (self._set_aside(),))
        raw = upgraded(data, CURRENT_VERSION)
        found = Decoding()
        settings = decode(Settings, raw, found)
        self._raw, self._kept_items = raw, found.kept_items
        return LoadedSettings(settings, _notices(settings, found.problems, self.path))

    def _set_aside(self) -> SettingsNotice:
        number = 1
        while (aside := self.path.with_name(f"{self.path.stem}.broken-{number}{self.path.suffix}")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except OSError as error:
            self._unreadable = error.strerror or str(error)
            return SettingsNotice(NoticeKind.UNREADABLE, self._unreadable, str(self.path))
        return SettingsNotice(NoticeKind.BROKEN_FILE, path=str(aside))


def _check(settings: Settings) -> None:
    found = Decoding()
    decode(Settings, encode(settings, {}, {}), found)
    if found.problems:
        raise InvalidInputError("; ".join(f"{problem.path}: {problem.reason}" for problem in found.problems))


def _rendered(data: Any) -> bytes:
    # Escaped to ASCII: a folder's name may hold bytes that aren't UTF-8, as lone surrogates.
    return json.dumps(data, ensure_ascii=True, indent=2).encode("ascii") + b"\n"


def _notices(settings: Settings, problems: list[Problem], path: Path) -> tuple[SettingsNotice, ...]:
    notices = [SettingsNotice(NoticeKind.VALUE_IGNORED, f"{problem.path}: {problem.reason}") for problem in problems]
    if settings.version > CURRENT_VERSION:
        notices.append(SettingsNotice(NoticeKind.NEWER_FILE, str(settings.version), str(path)))
    return tuple(notices)


def _parsed(content: bytes) -> dict[str, Any] | None:
    try:
        # A byte order mark is what some editors leave behind; it is no reason to throw the file out.
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    # Cut content is no JSON, so the file is set aside as broken, whole.
    return content[:MAX_FILE_BYTES] if len(content) <= MAX_FILE_BYTES else b""


def _replace_file(path: Path, content: bytes) -> None:
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)
