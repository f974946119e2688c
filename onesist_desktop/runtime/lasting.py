# SPDX-License-Identifier: MIT
"""Makes what was written to files last."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder last. Not every file system and no Windows can sync a folder; sync the content of files as well."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
