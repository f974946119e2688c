# SPDX-License-Identifier: MIT
"""Typed failures. Each says what happened; the window words it in the person's language."""

from __future__ import annotations

from enum import StrEnum


class FailureReason(StrEnum):
    """Why a run failed. One word per thing a person can do something about."""

    PROVIDER_MISSING = "provider_missing"
    PROGRAM_MISSING = "program_missing"
    NOT_SIGNED_IN = "not_signed_in"
    KEY_MISSING = "key_missing"
    OVERLOADED = "overloaded"
    RATE_LIMITED = "rate_limited"
    LIMIT_REACHED = "limit_reached"
    RUNAWAY = "runaway"
    BAD_REQUEST = "bad_request"
    TOO_LONG = "too_long"
    PROVIDER_ERROR = "provider_error"
    CONNECTION_LOST = "connection_lost"
    SESSION_LOST = "session_lost"
    PROTOCOL = "protocol"
    CRASHED = "crashed"
    MODEL_UNKNOWN = "model_unknown"
    WORKSPACE_MISSING = "workspace_missing"
    MODE_UNSUPPORTED = "mode_unsupported"
    STORAGE = "storage"
    APP_CLOSED = "app_closed"
    INTERNAL = "internal"


class OnesistError(Exception):
    """Base of every failure that is shown to a person rather than reported as a fault of ours."""


class AnswererError(OnesistError):
    """A provider can't take a prompt, known before it read any of it.

    Attributes:
        reason: What went wrong, for the error card.
        detail: The program's or service's own words, already free of secrets.
    """

    def __init__(self, reason: FailureReason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


class NotFoundError(OnesistError):
    """The project, thread, message or provider isn't there (any more)."""


class BusyError(OnesistError):
    """The thread works on a run already, and this can't be done beside it."""


class InvalidInputError(OnesistError):
    """The input can't be used; the text says why. Nothing was changed."""


class WorkspaceFault(StrEnum):
    """Why a workspace can't be made, moved or changed; the window words it."""

    NO_GIT = "no_git"
    NO_COMMITS = "no_commits"
    NOT_A_REPOSITORY = "not_a_repository"
    """The folder is none of the project's repositories."""
    BAD_BRANCH = "bad_branch"
    BRANCH_EXISTS = "branch_exists"
    BRANCH_MISSING = "branch_missing"
    CHECKED_OUT = "checked_out"
    """The branch is checked out elsewhere; ``detail`` is that folder."""
    BASE_INSIDE_PROJECT = "base_inside_project"
    BASE_UNUSABLE = "base_unusable"
    """The base folder can't be made or written."""
    NOT_THAT_WORKTREE = "not_that_worktree"
    """The folder isn't the worktree that it is to be."""
    STILL_THERE = "still_there"
    REFUSED = "refused"
    """Git refused; ``detail`` has its words."""
    READ_ONLY = "read_only"
    DISK_FULL = "disk_full"
    SETUP_CHANGED = "setup_changed"
    SETUP_UNUSABLE = "setup_unusable"
    NOT_STARTED = "not_started"
    """A program did not start."""


class WorkspaceError(OnesistError):
    """Something could not be done with a workspace. What was there before is as it was.

    Attributes:
        fault: Why.
        detail: A path, a name or Git's own words, free of secrets.
    """

    def __init__(self, fault: WorkspaceFault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault = fault
        self.detail = detail


class LineageFault(StrEnum):
    """Why a fork, a merge or a rewind can't be done; the window words it."""

    UNKNOWN_SEQ = "unknown_seq"
    """The thread has no settled message there."""
    EMPTY = "empty"
    """There is nothing to fork from."""
    NOT_A_FORK = "not_a_fork"
    PARENT_GONE = "parent_gone"
    CYCLE = "cycle"
    """The stored lineage leads back to itself."""
    PARENT_WORKS = "parent_works"
    """The parent works on an answer; a merge can wait for its end."""
    WORKS = "works"
    """The thread itself works on an answer."""
    NOTHING_NEW = "nothing_new"
    NOTHING_FITS = "nothing_fits"
    NOTHING_LATER = "nothing_later"
    """Nothing comes after the point that was to be gone back to."""
    ALREADY_SETTLED = "already_settled"
    """Something was sent since, so it can't be taken back."""


class LineageError(OnesistError):
    """A fork, a merge or a rewind could not be done. Nothing was changed."""

    def __init__(self, fault: LineageFault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault = fault
        self.detail = detail


class AttachmentFault(StrEnum):
    """Why a file can't be attached."""

    MISSING = "missing"
    FOLDER = "folder"
    NO_FILE = "no_file"
    """A device, a pipe or a socket."""
    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"


class AttachmentError(InvalidInputError):
    """A file can't be attached.

    Attributes:
        fault: Why, for the window to word.
        name: The file's name as the person knows it.
    """

    def __init__(self, fault: AttachmentFault, name: str, text: str) -> None:
        super().__init__(text)
        self.fault = fault
        self.name = name


class StorageError(OnesistError):
    """The database couldn't be read or written; the text says which and why."""


class DiskFullError(StorageError):
    """There is no room to write. What was stored before stays as it is."""


class SchemaTooNewError(StorageError):
    """The database was written by a newer version of the app and was left untouched."""


class CorruptDatabaseError(StorageError):
    """The database file is damaged and was left untouched."""


class StaleSessionError(StorageError):
    """A session row was retired in the meantime, so it can't be updated."""


class KeyringError(OnesistError):
    """The operating system's keyring isn't usable; the text says why. Nothing was saved."""
