# SPDX-License-Identifier: MIT
"""Git: repositories, worktrees, what they hold, and removing them without losing work. Knows nothing of threads."""
