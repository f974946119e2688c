# SPDX-License-Identifier: MIT
"""What the next provider will be told, item by item, and what one was told."""

from onesist_desktop.ui.dialogs.handoff.preview_dialog import PreviewDialog
from onesist_desktop.ui.dialogs.handoff.told_dialog import ToldDialog

__all__ = ["PreviewDialog", "ToldDialog"]
