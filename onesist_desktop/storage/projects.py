# SPDX-License-Identifier: MIT
"""Projects and the app's few own values."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from onesist_desktop.core.ids import ProjectId
from onesist_desktop.storage.lenient import clean
from onesist_desktop.storage.records import ProjectRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import app_values, projects


class ProjectStore:
    """Rows of ``projects``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, record: ProjectRecord) -> None:
        """Insert a project."""
        self._connection.execute(insert(projects).values(**plain({name: getattr(record, name) for name in record.__slots__})))

    def by_path(self, root_path: str) -> ProjectRecord | None:
        """Find the project of a real path."""
        row = self._connection.execute(select(projects).where(projects.c.root_path == root_path)).mappings().first()
        return None if row is None else record_from(ProjectRecord, row)

    def get(self, project_id: ProjectId) -> ProjectRecord | None:
        """Read one project."""
        row = self._connection.execute(select(projects).where(projects.c.id == project_id)).mappings().first()
        return None if row is None else record_from(ProjectRecord, row)

    def touch(self, project_id: ProjectId, opened_at: float) -> None:
        """Note that it was opened."""
        self._connection.execute(update(projects).where(projects.c.id == project_id).values(opened_at=opened_at))

    def recent(self) -> list[ProjectRecord]:
        """List all, last opened first."""
        rows = self._connection.execute(select(projects).order_by(projects.c.opened_at.desc())).mappings()
        return [record_from(ProjectRecord, row) for row in rows]


class ValueStore:
    """Rows of ``app_values``: named texts of the app itself."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, name: str) -> str | None:
        """Read a value."""
        value = self._connection.execute(select(app_values.c.value).where(app_values.c.name == name)).scalar()
        return None if value is None else str(value)

    def put(self, name: str, value: str) -> None:
        """Write a value."""
        self._connection.execute(delete(app_values).where(app_values.c.name == name))
        self._connection.execute(insert(app_values).values(name=name, value=clean(value)))
