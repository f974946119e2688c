# SPDX-License-Identifier: MIT
"""A disk that is really full."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

DISK_MB = 48


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a disk of a few megabytes in a folder's place. The test is skipped where that isn't allowed."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "none", str(folder)], capture_output=True, text=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"a small disk can't be mounted: {mounted.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class Filler:
    """Takes all the room that a disk has."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "filler"

    def fill(self, but_kb: int = 0) -> None:
        """Take everything, and give so much back."""
        with self._file.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
            while True:
                stream.write(b"x" * 65_536)
        with self._file.open("ab", buffering=0) as stream, contextlib.suppress(OSError):
            while True:
                stream.write(b"x" * 512)
        os.truncate(self._file, max(0, self._file.stat().st_size - but_kb * 1024))

    def empty(self) -> None:
        self._file.unlink(missing_ok=True)
