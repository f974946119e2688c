# SPDX-License-Identifier: MIT
"""The commands of ``kill_driver`` that are about threads: forks, merges, rewinds, and threads that go for good."""

from __future__ import annotations

from typing import Any

from onesist_desktop.bootstrap import App
from onesist_desktop.core.errors import LineageError, NotFoundError
from onesist_desktop.core.ids import ThreadId

Json = dict[str, Any]


async def obey_lineage(app: App, thread_id: ThreadId, command: Json) -> Json:
    """Do what a command says with a thread.

    Returns:
        ``fork``: the id of the fork; ``refused``: the fault for which the app refused it. Either where there is one.
    """
    try:
        return await _obey(app, thread_id, command)
    except LineageError as error:
        return {"refused": error.fault.value}
    except NotFoundError:
        return {"refused": "not_found"}


async def _obey(app: App, thread_id: ThreadId, command: Json) -> Json:
    services = app.services
    match command["do"]:
        case "after_start":
            await app.after_start()
        case "purge":
            await app.purge.run()
        case "fork":
            return {"fork": (await services.forks.fork(thread_id, command["seq"])).id}
        case "merge":
            await services.merges.merge(thread_id)
        case "merge_when_ended":
            await services.merges.merge_when_ended(thread_id)
        case "rewind":
            await services.rewinds.rewind(thread_id, command["seq"])
        case "undo":
            await services.rewinds.undo(thread_id)
        case "delete":
            await services.shelf.delete(thread_id)
        case name:
            raise ValueError(name)
    return {}
