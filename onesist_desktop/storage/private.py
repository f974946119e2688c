# SPDX-License-Identifier: MIT
"""Files and folders that only their owner may read, whatever the umask says. Windows keeps to what the folder inherits."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

log = logging.getLogger(__name__)


def private_folder(path: Path) -> None:
    """Create a folder for its owner only. One that is there already may be shared on purpose and stays as it is. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        if not path.is_dir():
            raise
    else:
        _restrict(path, 0o700)


def new_private_file(path: Path) -> None:
    """Create an empty file for its owner only. Raises FileExistsError, OSError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    _restrict(path, 0o600)


def make_private(path: Path) -> None:
    """Take a file away from everybody but its owner, if it is there."""
    if path.exists() and path.stat().st_mode & 0o077:
        _restrict(path, 0o600)


def _restrict(path: Path, mode: int) -> None:
    if sys.platform == "win32":
        return
    try:
        path.chmod(mode)
    except OSError as error:
        # Somebody else's file, or a file system without permissions: the app works, and can do no more about it.
        log.info("%s can't be kept from others: %s", path, error)
