# SPDX-License-Identifier: MIT
"""The transaction with which a worktree's folder is gone for good: its row, its threads and their sessions change together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from onesist_desktop.core.ids import MessageId, TransferId
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.moving import Moved, MoveIds, record_new_folder
from onesist_desktop.storage.records import WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

REMOVED_CODE = "own_copy_removed"
RELEASED_CODE = "own_copy_released"


def leave_worktree(
    uow: UnitOfWork, worktree: WorktreeRecord, now: float, new_id: Callable[[], str], details: Sequence[str] = ()
) -> tuple[Moved, ...]:
    """Note that a worktree was removed, and let all its threads, archived ones too, work in the project folder again.

    Their sessions are retired, and a notice ``own_copy_removed`` in each says what became of the folder.

    Args:
        uow: The unit of work.
        worktree: The worktree; its threads must not work.
        now: The time.
        new_id: Makes ids.
        details: Of the notice: branch, path, folder of kept files, rescue branch.
    """
    uow.worktrees.change(worktree.id, state=WorktreeState.REMOVED, ended_at=now, steps={}, note="", size_bytes=None)
    moves = []
    for thread_id in uow.worktrees.threads_of([worktree.id]).get(worktree.id, ()):
        uow.threads.change(thread_id, repository=None, worktree_id=None)
        moves.append(record_new_folder(uow, thread_id, REMOVED_CODE, details, _ids(new_id), now))
    return tuple(moves)


def release_worktree(
    uow: UnitOfWork, worktree: WorktreeRecord, now: float, new_id: Callable[[], str], details: Sequence[str] = ()
) -> tuple[Moved, ...]:
    """Note that a worktree's folder was removed and can be made again. Its threads stay; otherwise as :func:`leave_worktree`."""
    uow.worktrees.change(worktree.id, state=WorktreeState.RELEASED, ended_at=now, steps={}, note="", size_bytes=None)
    threads = uow.worktrees.threads_of([worktree.id]).get(worktree.id, ())
    return tuple(record_new_folder(uow, thread_id, RELEASED_CODE, details, _ids(new_id), now) for thread_id in threads)


def _ids(new_id: Callable[[], str]) -> MoveIds:
    return MoveIds(TransferId(new_id()), MessageId(new_id()))
