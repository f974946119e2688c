# SPDX-License-Identifier: MIT
"""Where a thread's agent works, and what a worktree holds (docs/design.md section 10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

ROOT_REPOSITORY = "."
"""Key of the repository that is the project folder itself. Others are ``input/code/<name>``, with ``/`` on every system."""


class WorkspaceKind(StrEnum):
    """What a thread's workspace is."""

    PROJECT = "project"
    """The project folder."""
    REPOSITORY = "repository"
    """A repository below it."""
    WORKTREE = "worktree"
    """A worktree: made by us, or made elsewhere and chosen."""


class WorktreeState(StrEnum):
    """How far a worktree got. Whether its folder is there is looked up each time and never stored."""

    CREATING = "creating"
    READY = "ready"
    REMOVING = "removing"
    RELEASED = "released"
    """Its folder was removed and can be made again from its branch; its threads still belong to it."""
    REMOVED = "removed"


class ProjectProblem(StrEnum):
    """What is the matter with a project's folder, or with one of its repositories."""

    VANISHED = "vanished"
    UNREADABLE = "unreadable"
    READ_ONLY = "read_only"
    NO_GIT_PROGRAM = "no_git_program"
    GIT_TOO_OLD = "git_too_old"
    NO_REPOSITORY = "no_repository"
    """Neither the folder nor a direct child of ``input/code`` is a Git repository."""
    INSIDE_REPOSITORY = "inside_repository"
    """The folder is not one itself but lies inside another repository."""
    NO_COMMITS = "no_commits"
    BARE = "bare"
    """A repository without a working tree of its own: its worktrees lie beside it."""
    NESTED_REPOSITORIES = "nested_repositories"
    """Repositories inside a repository: a worktree of the outer one lacks them."""
    UNCOMMITTED = "uncommitted"
    """Files that are changed or new and not committed, so a new worktree has them as they were, or not at all."""
    NOT_OURS = "not_ours"
    """Git refuses the folder because another user owns it."""
    BROKEN_REPOSITORY = "broken_repository"
    NETWORK_DISK = "network_disk"
    REMOVABLE_DISK = "removable_disk"


@dataclass(frozen=True, slots=True)
class FoundProblem:
    """A problem of a project's folder. ``repository`` is the key of the one it is about, empty for the folder.

    ``details`` are names or a program's own words, for the text of the problem.
    """

    problem: ProjectProblem
    repository: str = ""
    details: tuple[str, ...] = ()


NAMES_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Named:
    """Things of one kind: how many, and the names of the first ``NAMES_SHOWN``. ``count`` None: it could not be found out.

    Names are paths as the operating system gives them, with undecodable bytes as surrogates.
    """

    count: int | None = 0
    names: tuple[str, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether there is known to be nothing; unknown counts as something (RULES: unknown is dirty)."""
        return self.count == 0


NOTHING = Named()
UNKNOWN = Named(None)


@dataclass(frozen=True, slots=True)
class InnerWork:
    """What exists nowhere else in a submodule, or in a repository inside a worktree that is no submodule.

    Attributes:
        path: Its folder below the worktree, with ``/`` at the end. As in ``Named``.
        files: How many files a repository has that is no submodule; None for a submodule.
        changed, deleted, new: How many files of a submodule are.
        operation: As in ``Changes``.
        commits: Commits that no remote has, None when they can't be counted.
        stashes: Entries of its own stash.
        is_readable: False when nothing else of it is known.
    """

    path: str
    files: int | None = None
    changed: int = 0
    deleted: int = 0
    new: int = 0
    operation: str = ""
    commits: int | None = 0
    stashes: int = 0
    is_readable: bool = True


@dataclass(frozen=True, slots=True)
class InnerWorks:
    """How many there are, and the first ``NAMES_SHOWN``. ``count`` None: it could not be found out."""

    count: int | None = 0
    first: tuple[InnerWork, ...] = ()

    @property
    def is_none(self) -> bool:
        """As :attr:`Named.is_none`."""
        return self.count == 0


NO_INNER_WORK = InnerWorks()


@dataclass(frozen=True, slots=True)
class Changes:
    """The quick counts of a workspace, for the bar: what ``git status`` tells.

    Attributes:
        branch: Name of the branch, empty when the head is detached.
        head: Object id of the head, empty before the first commit.
        modified: Tracked files with other content, staged or not.
        deleted: Tracked files that are gone.
        untracked: New files that are not ignored.
        conflicted: Files with unsettled merge conflicts (also in ``modified``).
        operation: ``merge``, ``rebase``, ``cherry-pick``, ``revert``, ``bisect`` or ``am`` while one is unfinished, else empty.
    """

    branch: str = ""
    head: str = ""
    modified: Named = NOTHING
    deleted: Named = NOTHING
    untracked: Named = NOTHING
    conflicted: Named = NOTHING
    operation: str = ""

    @property
    def count(self) -> int | None:
        """How many files differ, None when it could not be found out."""
        counts = (self.modified.count, self.deleted.count, self.untracked.count)
        return None if any(count is None for count in counts) else sum(count or 0 for count in counts)


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a worktree holds and that removing it may lose.

    Attributes:
        changes: What ``git status`` tells.
        ignored: Ignored files that are no known cache.
        caches: Names of known cache folders that are not counted.
        commits: Commits of its head that no other ref reaches; names are ``<short id> <subject>``. They stay when the head is a
            branch, and get a rescue branch first when it is detached.
        loose_commits: How many commits only the worktree's own reflog and refs reach. They get a hidden ref before removal.
        submodules: Submodules and nested repositories with content that exists nowhere else.
        stashes: Entries of the repository's stash. Shared by all its worktrees, so they stay.
        is_detached: The head is on no branch.
        fingerprint: Changes when any of the above does, names past ``NAMES_SHOWN`` and sizes included.
        measured_at: In seconds since the epoch.
    """

    changes: Changes = Changes()
    ignored: Named = NOTHING
    caches: tuple[str, ...] = ()
    commits: Named = NOTHING
    loose_commits: int | None = 0
    submodules: InnerWorks = NO_INNER_WORK
    stashes: int = 0
    is_detached: bool = False
    fingerprint: str = ""
    measured_at: float = 0.0

    @property
    def holds_nothing(self) -> bool:
        """Whether removing the folder loses nothing, the branch and the rescue branch being kept."""
        changes = self.changes
        kinds = (changes.modified, changes.deleted, changes.untracked, self.ignored, self.submodules)
        is_known = self.commits.count is not None and self.loose_commits is not None
        return is_known and not changes.operation and all(kind.is_none for kind in kinds)


class BlockerKind(StrEnum):
    """What keeps a worktree from being removed."""

    RUN = "run"
    """A thread's run works there, or waits for an answer."""
    PROCESSES = "processes"
    """Processes of ours, or others whose folder it is, work there."""
    LOCKED = "locked"
    """Git's own lock, with a reason."""
    SHARED = "shared"
    """It is used by something that isn't a thread of ours: another worktree lies inside it, or it is somebody's main folder."""
    SETUP = "setup"
    """Its set-up command runs."""
    UNREADABLE = "unreadable"
    """It could not be measured; ``details`` are Git's words."""


@dataclass(frozen=True, slots=True)
class BlockingProcess:
    """A process that works in a worktree. ``is_ours``: started by this app or below something it started."""

    pid: int
    started_at: float
    name: str
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason that keeps a worktree from being removed now."""

    kind: BlockerKind
    details: tuple[str, ...] = ()
    processes: tuple[BlockingProcess, ...] = field(default=())
