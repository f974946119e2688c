# SPDX-License-Identifier: MIT
"""What an unfinished operation of Git is called."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def operation_text(operation: str) -> str:
    """Name an unfinished operation, as it stands inside a sentence."""
    names = {
        "merge": QCoreApplication.translate("Cleanup", "an unfinished merge"),
        "rebase": QCoreApplication.translate("Cleanup", "an unfinished rebase"),
        "cherry-pick": QCoreApplication.translate("Cleanup", "an unfinished cherry-pick"),
        "revert": QCoreApplication.translate("Cleanup", "an unfinished revert"),
        "bisect": QCoreApplication.translate("Cleanup", "an unfinished bisect"),
        "am": QCoreApplication.translate("Cleanup", "patches that are being applied"),
    }
    return names.get(operation, QCoreApplication.translate("Cleanup", "an unfinished operation"))
