# SPDX-License-Identifier: MIT
"""Gives each agent session its own token for the history server. The token dies with the session, or with the app."""

from __future__ import annotations

import secrets

from onesist_desktop.core.answerer import HistoryServer
from onesist_desktop.core.ids import ProjectId, SessionRowId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.storage.records import RunRecord


class HistoryAccess:
    """Makes history servers. The same session row gets the same one while the app runs, so its process needs no restart."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._servers: dict[SessionRowId, HistoryServer] = {}

    async def server_for(self, row_id: SessionRowId, run: RunRecord, project_id: ProjectId) -> HistoryServer:
        """Return the server of a session row."""
        server = self._servers.get(row_id)
        if server is None:
            token, now = secrets.token_urlsafe(32), self._context.clock()
            await self._context.database.run(lambda uow: uow.tokens.add(token, project_id, run.thread_id, row_id, now))
            server = self._servers[row_id] = self._context.make_history_server(token)
        return server
