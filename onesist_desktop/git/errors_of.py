# SPDX-License-Identifier: MIT
"""What a person can do about a failure of Git's, told from its words. It speaks English to the app (``LC_ALL=C``)."""

from __future__ import annotations

import errno
import re

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.errors import GitError, GitMissingError, GitTooOldError

_WORDS: tuple[tuple[re.Pattern[str], WorkspaceFault], ...] = (
    (re.compile("No space left on device|Disk quota exceeded"), WorkspaceFault.DISK_FULL),
    (re.compile("Read-only file system|Permission denied"), WorkspaceFault.READ_ONLY),
)
_CHECKED_OUT = re.compile(r"is already (?:checked out|used by worktree) at '(.*)'", re.DOTALL)
_PROGRESS = re.compile(r"(?:Updating files|Preparing worktree|HEAD is now at|Checking out files|Filtering content)\b")
_NUMBERS = {
    errno.ENOSPC: WorkspaceFault.DISK_FULL,
    errno.EDQUOT: WorkspaceFault.DISK_FULL,
    errno.EROFS: WorkspaceFault.READ_ONLY,
    errno.EACCES: WorkspaceFault.READ_ONLY,
    errno.EPERM: WorkspaceFault.READ_ONLY,
}


def plain_words(words: str) -> str:
    """Return what Git wrote to stderr without its progress."""
    lines = (line.strip() for line in re.split(r"[\r\n]+", words))
    return "\n".join(line for line in lines if line and not _PROGRESS.match(line))


def workspace_error(error: GitError) -> WorkspaceError:
    """Say why a command failed: ``REFUSED`` with Git's words where nothing better is known."""
    if isinstance(error, (GitMissingError, GitTooOldError)):
        return WorkspaceError(WorkspaceFault.NO_GIT, error.words)
    if found := _CHECKED_OUT.search(error.words):
        return WorkspaceError(WorkspaceFault.CHECKED_OUT, found[1])
    for pattern, fault in _WORDS:
        if pattern.search(error.words):
            return WorkspaceError(fault, plain_words(error.words))
    return WorkspaceError(WorkspaceFault.REFUSED, plain_words(error.words) or str(error))


def folder_error(error: OSError, path: str) -> WorkspaceError:
    """Say why a folder could not be made."""
    fault = _NUMBERS.get(error.errno or 0, WorkspaceFault.BASE_UNUSABLE)
    return WorkspaceError(fault, f"{error.filename or path}: {error.strerror or error}")
