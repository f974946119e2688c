# SPDX-License-Identifier: MIT
"""Why a folder can't be watched."""

from __future__ import annotations

import errno

LIMITS = frozenset({errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM})
"""What the system answers when no more can be watched, or no more files opened."""


class WatchLimitError(Exception):
    """The system, or we ourselves, allow no more folders to be watched."""
