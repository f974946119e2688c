# SPDX-License-Identifier: MIT
"""Worktrees: listing, making, taking back and tending them. The parts are in modules of their own; use them by these names."""

from __future__ import annotations

from onesist_desktop.git.adding import NotBegunError, add_worktree, is_whole
from onesist_desktop.git.checkout import OnStep
from onesist_desktop.git.includes import copy_included
from onesist_desktop.git.submodules import update_submodules
from onesist_desktop.git.tending import forget_worktree, recreate_worktree, repair_worktree, unlock_worktree
from onesist_desktop.git.undoing import Addition, undo_addition
from onesist_desktop.git.worktree_list import GitWorktree, find_worktree, list_worktrees

__all__ = [
    "Addition",
    "GitWorktree",
    "NotBegunError",
    "OnStep",
    "add_worktree",
    "copy_included",
    "find_worktree",
    "forget_worktree",
    "is_whole",
    "list_worktrees",
    "recreate_worktree",
    "repair_worktree",
    "undo_addition",
    "unlock_worktree",
    "update_submodules",
]
