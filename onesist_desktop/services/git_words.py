# SPDX-License-Identifier: MIT
"""Turns failures of Git into the one failure that the window words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.errors import GitError, GitMissingError


@contextlib.contextmanager
def worded() -> Iterator[None]:
    """Let what Git refused come out as a WorkspaceError with its own words."""
    try:
        yield
    except GitMissingError as error:
        raise WorkspaceError(WorkspaceFault.NO_GIT) from error
    except GitError as error:
        raise WorkspaceError(WorkspaceFault.REFUSED, str(error)) from error
