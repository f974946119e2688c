# SPDX-License-Identifier: MIT
"""Why something in the clean-up could not be done, in a sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.errors import OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_names import shown_name


def failure_text(error: OnesistError) -> str:
    """Say what is in the way and that nothing was changed."""
    if not isinstance(error, WorkspaceError):
        return fill(_tr("Nothing was changed: %1."), str(error).rstrip(".") or type(error).__name__)
    detail = shown_name(" ".join(error.detail.split()))
    match error.fault:
        case WorkspaceFault.STILL_THERE:
            return _tr("Its folder is there again. Count again to see what it holds.")
        case WorkspaceFault.REFUSED:
            return fill(_tr("Git refused, and nothing was changed: %1"), detail)
        case WorkspaceFault.BRANCH_MISSING:
            return fill(_tr("Its branch is gone, so that it can't be made again: %1."), detail)
        case WorkspaceFault.CHECKED_OUT:
            return fill(_tr("Its branch is in use in another folder: %1."), detail)
        case WorkspaceFault.NO_GIT:
            return _tr("Git is not installed, or can't be started.")
        case WorkspaceFault.READ_ONLY:
            return fill(_tr("The folder can't be written: %1."), detail)
        case _:
            return fill(_tr("Nothing was changed: %1."), detail or str(error.fault))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Cleanup", text)
