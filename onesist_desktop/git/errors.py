# SPDX-License-Identifier: MIT
"""Failures of Git, with its own words."""

from __future__ import annotations

from onesist_desktop.core.errors import OnesistError


class GitError(OnesistError):
    """Git did not do what was asked.

    Attributes:
        code: Its exit code.
        words: What it wrote to stderr, trimmed.
    """

    def __init__(self, words: str, code: int = 0) -> None:
        super().__init__(words or f"Git ended with code {code}.")
        self.code = code
        self.words = words


class GitMissingError(GitError):
    """There is no Git program on the person's search path."""


class GitTooOldError(GitError):
    """Git is older than ``runner.OLDEST``; ``words`` is its version."""


class GitOutputError(GitError):
    """Git wrote something else than its documented format, or more than fits."""
