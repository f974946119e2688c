# SPDX-License-Identifier: MIT
"""Rows and notices of set-ups: what is stored, and what the window is shown of it."""

from __future__ import annotations

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import MessageId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.services.setup_run import last_bytes
from onesist_desktop.services.workspace_views import SetupState, SetupView
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

NOTICE_OUTPUT_BYTES = 16 * 1024
NO_THREAD = ThreadId("")

_ENDS = (SetupState.WORKED, SetupState.FAILED, SetupState.TIMED_OUT, SetupState.CANCELLED, SetupState.DECLINED)


def read_row(uow: UnitOfWork, worktree_id: WorktreeId) -> tuple[WorktreeRecord | None, ThreadId]:
    """Read a worktree and the thread that is told about it: of several the one that was active last."""
    return uow.worktrees.find(worktree_id), thread_of(uow, worktree_id)


def thread_of(uow: UnitOfWork, worktree_id: WorktreeId) -> ThreadId:
    """Return the thread that is told about a worktree, ``NO_THREAD`` where none works there."""
    return next(iter(uow.worktrees.threads_of([worktree_id]).get(worktree_id, [])), NO_THREAD)


def cut_off(uow: UnitOfWork) -> list[tuple[WorktreeRecord, ThreadId]]:
    """Read the worktrees whose set-up is stored as running."""
    rows = [record for record in uow.worktrees.listed() if record.setup_state == SetupState.RUNNING]
    return [(record, thread_of(uow, record.id)) for record in rows]


def store_running(uow: UnitOfWork, view: SetupView) -> None:
    """Note that a set-up begins. Raises NotFoundError when the worktree isn't there any more."""
    uow.worktrees.change(
        view.worktree_id,
        setup_state=str(SetupState.RUNNING),
        setup_command=view.command,
        setup_output=None,
        setup_exit_code=None,
    )


def store_asks(uow: UnitOfWork, view: SetupView) -> None:
    """Note that a command waits for the person's word. Raises NotFoundError."""
    uow.worktrees.change(
        view.worktree_id, setup_state=str(SetupState.ASKS), setup_command=view.command, setup_output=None, setup_exit_code=None
    )


def store_end(uow: UnitOfWork, view: SetupView, notice_id: MessageId, now: float) -> Message | None:
    """Note how a set-up ended, and leave a notice in its thread. A worktree or thread that is gone is no error."""
    assert view.state in _ENDS
    try:
        uow.worktrees.change(
            view.worktree_id,
            setup_state=str(view.state),
            setup_command=view.command,
            setup_output=view.output,
            setup_exit_code=view.exit_code,
        )
        seq = uow.threads.take_seq(view.thread_id)
    except NotFoundError:
        return None
    data = {
        "code": str(view.state),
        "command": view.command,
        "exit_code": view.exit_code,
        "output": last_bytes(view.output, NOTICE_OUTPUT_BYTES),
        "worktree_id": view.worktree_id,
    }
    notice = Message(
        id=notice_id, thread_id=view.thread_id, seq=seq, role=Role.SYSTEM, kind=MessageKind.SETUP, created_at=now, data=data
    )
    uow.messages.add(notice)
    return notice


def stored_view(record: WorktreeRecord, thread_id: ThreadId) -> SetupView | None:
    """Return what is stored of a set-up, None where there is nothing.

    One that is stored as running but doesn't run was cut off: storing its end failed, or was not come to yet.
    """
    if record.setup_state is None:
        return None
    state = known(SetupState, record.setup_state, SetupState.CANCELLED)
    return SetupView(
        worktree_id=record.id,
        thread_id=thread_id,
        state=SetupState.CANCELLED if state is SetupState.RUNNING else state,
        command=record.setup_command or "",
        output=record.setup_output or "",
        exit_code=record.setup_exit_code,
    )
