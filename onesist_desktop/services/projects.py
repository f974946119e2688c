# SPDX-License-Identifier: MIT
"""Folders that the person opened."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.ids import ProjectId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.views import ProjectView
from onesist_desktop.storage.records import ProjectRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


class ProjectService:
    """The use cases of ``services.api.Projects``."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def open_folder(self, path: str) -> ProjectView:
        """Open a folder as a project; the same real path is the same project."""
        root = await asyncio.to_thread(_real_folder, path)
        now, project_id = self._context.clock(), ProjectId(self._context.new_id())

        def open_project(uow: UnitOfWork) -> ProjectRecord:
            known = uow.projects.by_path(root)
            if known is None:
                known = ProjectRecord(project_id, Path(root).name or root, root, now, now)
                uow.projects.add(known)
            else:
                uow.projects.touch(known.id, now)
            return known

        record = await self._context.database.run(open_project)
        return ProjectView(record.id, record.title, record.root_path, True, now)

    async def recent(self) -> Sequence[ProjectView]:
        """List projects, last opened first."""
        records = await self._context.database.run(lambda uow: uow.projects.recent())
        exists = await asyncio.to_thread(lambda: [Path(record.root_path).is_dir() for record in records])
        return [
            ProjectView(record.id, record.title, record.root_path, is_there, record.opened_at)
            for record, is_there in zip(records, exists, strict=True)
        ]


def _real_folder(path: str) -> str:
    if not path.strip() or "\0" in path:
        raise InvalidInputError("no folder was given")
    try:
        root = Path(path).expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise InvalidInputError(f"the folder can't be opened: {error}") from error
    if not root.is_dir():
        raise InvalidInputError(f"{root} is not a folder")
    if not os.access(root, os.R_OK | os.X_OK):
        raise InvalidInputError(f"{root} can't be read")
    try:
        str(root).encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidInputError("the folder's name isn't valid text, so providers couldn't be told where it is") from None
    return str(root)
