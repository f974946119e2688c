# SPDX-License-Identifier: MIT
"""Worktrees of threads, and the set-up commands that the person agreed to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import ConsentRecord, WorktreeRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import setup_consents, threads, worktrees

LISTED = (WorktreeState.CREATING, WorktreeState.READY, WorktreeState.REMOVING, WorktreeState.RELEASED)


class WorktreeStore:
    """Rows of ``worktrees``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, record: WorktreeRecord) -> None:
        """Insert a worktree."""
        values = {name: getattr(record, name) for name in record.__slots__}
        self._connection.execute(insert(worktrees).values(**_row(values)))

    def get(self, worktree_id: WorktreeId) -> WorktreeRecord:
        """Read one. Raises NotFoundError."""
        row = self._connection.execute(select(worktrees).where(worktrees.c.id == worktree_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"worktree {worktree_id} isn't there")
        return _record(row)

    def find(self, worktree_id: WorktreeId | None) -> WorktreeRecord | None:
        """Read one that may be missing."""
        try:
            return self.get(worktree_id) if worktree_id is not None else None
        except NotFoundError:
            return None

    def by_path(self, path: str) -> WorktreeRecord | None:
        """Read the newest that was not removed with this real path."""
        query = select(worktrees).where(worktrees.c.path == path, worktrees.c.state != WorktreeState.REMOVED.value)
        row = self._connection.execute(query.order_by(worktrees.c.created_at.desc())).mappings().first()
        return _record(row) if row is not None else None

    def ever_at(self, path: str) -> WorktreeRecord | None:
        """Read the newest with this real path, removed or not."""
        query = select(worktrees).where(worktrees.c.path == path).order_by(worktrees.c.created_at.desc())
        row = self._connection.execute(query).mappings().first()
        return _record(row) if row is not None else None

    def listed(self, project_id: ProjectId | None = None) -> list[WorktreeRecord]:
        """List those that were not removed, last used last; of one project, or of all."""
        query = select(worktrees).where(worktrees.c.state.in_([state.value for state in LISTED]))
        if project_id is not None:
            query = query.where(worktrees.c.project_id == project_id)
        return [_record(row) for row in self._connection.execute(query.order_by(worktrees.c.used_at)).mappings()]

    def change(self, worktree_id: WorktreeId, **values: Any) -> None:
        """Set columns of one. Raises NotFoundError."""
        query = update(worktrees).where(worktrees.c.id == worktree_id)
        if not self._connection.execute(query.values(**_row(values))).rowcount:
            raise NotFoundError(f"worktree {worktree_id} isn't there")

    def discard(self, worktree_id: WorktreeId) -> None:
        """Forget one that was never made."""
        self._connection.execute(delete(worktrees).where(worktrees.c.id == worktree_id))

    def threads_of(self, worktree_ids: Sequence[WorktreeId]) -> dict[WorktreeId, list[ThreadId]]:
        """List the threads that work in each, archived ones included, newest activity first."""
        query = select(threads.c.id, threads.c.worktree_id).where(threads.c.worktree_id.in_(list(worktree_ids)))
        found: dict[WorktreeId, list[ThreadId]] = {}
        for thread_id, worktree_id in self._connection.execute(query.order_by(threads.c.updated_at.desc())):
            found.setdefault(WorktreeId(worktree_id), []).append(ThreadId(thread_id))
        return found


class ConsentStore:
    """Rows of ``setup_consents``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def has(self, project_path: str, repository: str, command_sha256: str) -> bool:
        """Tell whether the person agreed to exactly this."""
        key = (project_path, repository, command_sha256)
        where = [column == value for column, value in zip(setup_consents.primary_key.columns, key, strict=True)]
        return self._connection.execute(select(setup_consents.c.agreed_at).where(*where)).first() is not None

    def newest(self, project_path: str, repository: str) -> ConsentRecord | None:
        """Read what the person agreed to last."""
        query = select(setup_consents).where(
            setup_consents.c.project_path == project_path, setup_consents.c.repository == repository
        )
        row = self._connection.execute(query.order_by(setup_consents.c.agreed_at.desc())).mappings().first()
        return record_from(ConsentRecord, row) if row is not None else None

    def add(self, record: ConsentRecord) -> None:
        """Note that the person agreed; agreeing again renews it."""
        if self.has(record.project_path, record.repository, record.command_sha256):
            query = update(setup_consents).where(
                setup_consents.c.project_path == record.project_path,
                setup_consents.c.repository == record.repository,
                setup_consents.c.command_sha256 == record.command_sha256,
            )
            self._connection.execute(query.values(agreed_at=record.agreed_at))
            return
        values = {name: getattr(record, name) for name in record.__slots__}
        self._connection.execute(insert(setup_consents).values(**plain(values)))


def _row(values: dict[str, Any]) -> dict[str, Any]:
    steps = {"steps": json.dumps(dict(values["steps"]))} if "steps" in values else {}
    return plain({**values, **steps})


def _record(row: RowMapping) -> WorktreeRecord:
    state = known(WorktreeState, row["state"], WorktreeState.READY)
    return record_from(WorktreeRecord, row, state=state, steps=json.loads(row["steps"]))
