# SPDX-License-Identifier: MIT
"""Values of workspaces and clean-up that services hand to the window. Immutable, like those of ``services.views``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import (
    ROOT_REPOSITORY,
    Blocker,
    Changes,
    Contents,
    FoundProblem,
    WorkspaceKind,
    WorktreeState,
)


@dataclass(frozen=True, slots=True)
class WorkspaceView:
    """Where a thread works.

    Attributes:
        path: The folder, an absolute path.
        repository: Key of the repository that it is or belongs to, ``core.workspaces.ROOT_REPOSITORY`` for the project folder's
            own; empty where there is no repository.
        repository_title: The repository's folder name.
        worktree_id: Of a worktree.
        is_ours: The worktree was made by this app, so that the clean-up lists it.
        exists: The folder is there, and is what it should be.
        state: Of a worktree.
        branch: The branch; while the folder is gone the one that it was on.
        changes: The counts as they were measured last, None until then.
        problem: Why it can't be used or counted, as one of the project's problems; None when all is well.
        thread_count: How many threads work there.
        setup: How its set-up went.
    """

    kind: WorkspaceKind
    path: str
    project_id: ProjectId
    repository: str = ""
    repository_title: str = ""
    worktree_id: WorktreeId | None = None
    is_ours: bool = False
    exists: bool = True
    state: WorktreeState | None = None
    branch: str = ""
    changes: Changes | None = None
    problem: FoundProblem | None = None
    thread_count: int = 1
    setup: SetupState | None = None


@dataclass(frozen=True, slots=True)
class RepositoryView:
    """A repository of a project. ``can_have_worktrees`` is False where one can't be made, and ``problems`` say why."""

    key: str
    title: str
    path: str
    can_have_worktrees: bool = True
    problems: tuple[FoundProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectLook:
    """What a project's folder is: its repositories, and what is the matter with it."""

    project_id: ProjectId
    repositories: tuple[RepositoryView, ...] = ()
    problems: tuple[FoundProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchView:
    """A branch of a repository.

    Attributes:
        checked_out_at: The folder of the worktree that has it, also of one whose folder is gone; empty when none has.
        worktree_id: That worktree where it is known, or one of ours that was released from the branch.
        is_made_again: The folder of that worktree, which is ours, was released or is gone: who works there has it made again.
    """

    name: str
    checked_out_at: str = ""
    worktree_id: WorktreeId | None = None
    is_remote: bool = False
    committed_at: float = 0.0
    is_made_again: bool = False


@dataclass(frozen=True, slots=True)
class ElsewhereView:
    """A worktree of a repository that this app did not make. ``is_usable`` is False where its folder is gone."""

    path: str
    branch: str = ""
    is_main: bool = False
    is_usable: bool = True


@dataclass(frozen=True, slots=True)
class CopyChoices:
    """What can be chosen for an own copy of one repository.

    Attributes:
        new_branch: A name for a new branch that is free and valid.
        base: The branch that a new one would begin at unless another is chosen; empty for a detached head.
        branches: Branches, newest commit first.
        elsewhere: Worktrees made elsewhere.
        folder: Where the new folder would be.
        setup: What would be run in it, None for nothing.
        copies_ignored: Patterns of ``.worktreeinclude``.
        notes: What the copy will lack, such as nested repositories.
    """

    repository: str
    new_branch: str
    base: str
    branches: tuple[BranchView, ...] = ()
    elsewhere: tuple[ElsewhereView, ...] = ()
    folder: str = ""
    setup: SetupOffer | None = None
    copies_ignored: tuple[str, ...] = ()
    notes: tuple[FoundProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class NewBranch:
    """A new worktree on a new branch that begins at ``base`` (a branch's name; empty for the repository's head)."""

    repository: str
    name: str
    base: str = ""


@dataclass(frozen=True, slots=True)
class ExistingBranch:
    """A new worktree on a branch that is there and checked out nowhere. A remote's becomes a local one of the same name."""

    repository: str
    name: str


@dataclass(frozen=True, slots=True)
class ExistingWorktree:
    """A worktree that is there: one of ours by ``worktree_id``, or one made elsewhere by its path."""

    repository: str
    path: str = ""
    worktree_id: WorktreeId | None = None


@dataclass(frozen=True, slots=True)
class ProjectFolder:
    """The project folder, or a repository below it (not ``ROOT_REPOSITORY``)."""

    repository: str = ROOT_REPOSITORY


Destination = NewBranch | ExistingBranch | ExistingWorktree | ProjectFolder
"""Where a thread is to work."""


class SetupState(StrEnum):
    """How the set-up of a worktree went."""

    ASKS = "asks"
    """There is a command that nobody agreed to yet."""
    RUNNING = "running"
    WORKED = "worked"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class SetupOffer:
    """What the project's set-up file wants run in new worktrees of a repository.

    Attributes:
        command: The command as it would be run.
        file: The set-up file's path.
        shell: The program that would read the command.
        is_agreed: The person agreed to exactly this before.
        earlier_command: What was agreed to before, when it reads otherwise now; empty for nothing.
        changed_by: Who committed the file last, with the day; empty where Git can't tell, ``?`` for a change not committed.
        problem: Why the file can't be used, in words of the parser; empty when it can.
        ignored: Keys of the file that mean nothing.
    """

    command: str
    file: str
    shell: str = ""
    is_agreed: bool = False
    earlier_command: str = ""
    changed_by: str = ""
    problem: str = ""
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetupView:
    """The set-up of one worktree, as far as it got. ``output`` is the last 64 KiB, in order, both streams."""

    worktree_id: WorktreeId
    thread_id: ThreadId
    state: SetupState
    command: str
    output: str = ""
    exit_code: int | None = None
    started_at: float = 0.0
    finished_at: float | None = None


@dataclass(frozen=True, slots=True)
class ThreadAt:
    """A thread that works in a worktree, for the clean-up's list."""

    id: ThreadId
    title: str
    provider_id: str = ""


INTERRUPTED_NOTE = "interrupted"
"""The ``WorktreeRow.note`` of a worktree whose removal the end of the app cut off."""


@dataclass(frozen=True, slots=True)
class WorktreeRow:
    """One worktree of ours in the clean-up.

    Attributes:
        repository_title: Folder name of its repository.
        project_title: Name of its project.
        used_at: When a run of a thread ended there last, or it was made.
        exists: Its folder is there.
        contents: What it holds, None until it was measured.
        size_bytes: What its folder takes on the disk, None until it was measured.
        blockers: What keeps it from being removed.
        note: Why it could not be measured or how an earlier removal ended, in Git's own words, or ``INTERRUPTED_NOTE``; empty
            for nothing.
    """

    id: WorktreeId
    project_id: ProjectId
    project_title: str
    repository: str
    repository_title: str
    path: str
    branch: str
    state: WorktreeState
    used_at: float
    threads: tuple[ThreadAt, ...] = ()
    exists: bool = True
    contents: Contents | None = None
    size_bytes: int | None = None
    blockers: tuple[Blocker, ...] = ()
    note: str = ""

    @property
    def is_measured(self) -> bool:
        """Whether it is known what removing it would mean."""
        return not self.exists or self.contents is not None or bool(self.note)

    @property
    def loses_nothing(self) -> bool:
        """Whether removing it now would lose nothing and nothing blocks it."""
        return self.exists and not self.blockers and self.contents is not None and self.contents.holds_nothing


class RemovalKind(StrEnum):
    """What to do with a worktree's folder."""

    REMOVE = "remove"
    """Remove the folder; its threads go back to the project folder."""
    RELEASE = "release"
    """Remove the folder, keep its threads on it: it can be made again from the branch."""


@dataclass(frozen=True, slots=True)
class RemovalRequest:
    """What the person confirmed: these worktrees, each with the fingerprint of the contents that were shown.

    ``keeps_ignored``: copy ignored files that are no caches to a dated folder first.
    """

    kind: RemovalKind
    confirmed: tuple[tuple[WorktreeId, str], ...]
    keeps_ignored: bool = True


class RemovalResultKind(StrEnum):
    """How the removal of one worktree ended."""

    REMOVED = "removed"
    GONE_ALREADY = "gone_already"
    CHANGED = "changed"
    """Its contents are not those that were confirmed; nothing was done, ask again."""
    BLOCKED = "blocked"
    REFUSED = "refused"
    """Git refused; ``detail`` has its words and the folder is as it was."""
    STOPPED = "stopped"
    """Cancelled before it began."""
    UNFINISHED = "unfinished"
    """Cut off while Git removed it; it stays listed and can be finished."""
    NOT_KEPT = "not_kept"
    """The ignored files could not be copied, so nothing was removed."""


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """How the removal of one worktree ended.

    Attributes:
        freed_bytes: What its folder took.
        rescue_branch: The branch that was made for a detached head, empty for none.
        kept_folder: Where its ignored files were copied to, empty for none.
        left_out: Ignored things that can't be kept, links that lead out of it and what is no file, as paths in it.
        blockers: What blocked it.
        detail: Git's own words.
    """

    worktree_id: WorktreeId
    kind: RemovalResultKind
    freed_bytes: int = 0
    rescue_branch: str = ""
    kept_folder: str = ""
    kept_count: int = 0
    blockers: tuple[Blocker, ...] = ()
    detail: str = ""
    branch: str = ""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CopyTotals:
    """How many worktrees of ours there are in a project and what they take, for the status line. None: not measured yet."""

    count: int = 0
    size_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class OpenTarget:
    """A program that can open a folder. ``key`` names it for ``Workspaces.open_in``."""

    key: str
    title: str
    is_terminal: bool = False
