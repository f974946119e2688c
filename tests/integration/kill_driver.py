# SPDX-License-Identifier: MIT
"""The app without its window, as a process that a test can have killed at an exact point. It reads commands and answers them.

Usage: ``python -m tests.integration.kill_driver``. The line ``{"data": …, "project": …, "environ": …, "die_at": ""}`` starts the
app in these folders. It recovers what an earlier process left, unless it is to die at ``recovering``. Then each line of standard
input is a command as JSON, answered by one line on standard output; ``{"exit": …}`` is the answer once the app has ended:

``{"do": "look"}``
    What the thread shows.
``{"do": "send", "provider": …, "text": …, "die_at": …, "mode": …, "until": …}``
    Send and wait for the thread to be idle; with ``until``, only until the answer holds that text. With ``die_at`` the process
    kills itself at that point: see ``kill_points.arm``.
``{"do": "again", "die_at": …}``
    *Send again* of what the thread offers it for.
``{"do": "queue", …}``, ``{"do": "send_queued"}``, ``{"do": "idle"}``, ``{"do": "die"}``, ``{"do": "close"}``
    What they say. ``close`` ends the app in order.
``{"do": "after_start"}``, ``{"do": "fork", "seq": …}``, and what else ``kill_lineage`` knows
    What the app does once its window is shown, and what a person does with threads.

Each is about the first thread that is no fork, unless it names another as ``thread``.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.answerer import PermissionMode, RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.paths import app_paths
from onesist_desktop.services.events import AnswerGrew
from onesist_desktop.services.recovery import Recovery
from tests.integration.kill_lineage import obey_lineage
from tests.integration.kill_points import after, arm, shown_text

Json = dict[str, Any]

HEAVY = ("pydantic_ai.models.openai", "pydantic_ai.providers.openai", "onesist_desktop.providers.model_turn")
"""What the app loads on first use, loaded before it is forked."""


def die(*_: object, **__: object) -> NoReturn:
    """End as a power cut would: nothing of ours runs any more."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("this process is dead")


class Driver:
    """Obeys the commands."""

    def __init__(self, app: App, thread_id: ThreadId) -> None:
        self._app = app
        self._thread_id = thread_id
        self._shown = asyncio.Condition()
        self._text = ""
        app.context.bus.subscribe(AnswerGrew, self._on_grew)

    def _on_grew(self, event: AnswerGrew) -> None:
        self._text = shown_text(event.message)
        self._app.context.supervisor.spawn(self._tell(), name="driver")

    async def _tell(self) -> None:
        async with self._shown:
            self._shown.notify_all()

    async def obey(self, command: Json) -> Json:
        turns = self._app.services.turns
        thread_id = ThreadId(command.get("thread") or self._thread_id)
        if command.get("die_at"):
            arm(self._app, command["die_at"], die)
        match command["do"]:
            case "look":
                pass
            case "send":
                self._text = ""
                await turns.send(thread_id, command["text"], _options(command))
                await (self._until(command["until"]) if command.get("until") else self._idle(thread_id))
            case "again":
                offered = (await self._app.services.threads.open_thread(thread_id)).resendable_id
                assert offered is not None, "nothing to send again"
                await turns.send_again(thread_id, offered)
                await self._idle(thread_id)
            case "queue":
                await turns.send(thread_id, command["text"], _options(command))
            case "send_queued":
                queue = (await self._app.services.threads.open_thread(thread_id)).queue
                assert queue is not None
                await turns.send_queued(queue.items[0].id)
                await self._idle(thread_id)
            case "idle":
                await self._idle(thread_id)
            case "die":
                die()
            case _:
                answer = await obey_lineage(self._app, thread_id, command)
                return answer if "refused" in answer else {**answer, **(await self._look(thread_id))}
        return await self._look(thread_id)

    async def _idle(self, thread_id: ThreadId) -> None:
        while live := self._app.turns._live.get(thread_id):
            await asyncio.wait({live.task})

    async def _until(self, text: str) -> None:
        async with self._shown:
            await self._shown.wait_for(lambda: text in self._text)

    async def _look(self, thread_id: ThreadId) -> Json:
        thread = await self._app.services.threads.open_thread(thread_id)
        return {
            "recovered": self._app.recovered_runs,
            "resendable": thread.resendable_id,
            "queue": [item.text for item in thread.queue.items] if thread.queue else [],
            "held": thread.queue.is_held if thread.queue else False,
            "approvals": len(thread.approvals),
            "pid": os.getpid(),
        }


def _options(command: Json) -> RunOptions:
    return RunOptions(ProviderId(command["provider"]), None, PermissionMode(command.get("mode") or "ask"))


async def drive(data: Path, project: Path, die_at: str) -> None:
    """Run the app until the end of input or ``close``."""
    errors: list[str] = []
    if die_at == "recovering":
        after(Recovery, "_record", die)
    paths = app_paths({"ONESIST_DB_PATH": str(data / "onesist.db")})
    app = await start_app(paths, os.environ, lambda error, where: errors.append(f"{where}: {error!r}"))
    opened = await app.services.projects.open_folder(str(project))
    threads = await app.services.threads.list_threads(opened.id)
    first = next((thread for thread in threads if thread.parent_thread_id is None), *threads[:1] or [None])
    thread = first or await app.services.threads.create(opened.id)
    driver = Driver(app, thread.id)
    _say(await driver.obey({"do": "look"}))
    while line := await asyncio.to_thread(sys.stdin.readline):
        command = json.loads(line)
        if command["do"] == "close":
            break
        _say({**(await driver.obey(command)), "errors": errors})
    await app.close()
    _say({"errors": errors})


def _say(answer: Json) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Be the app as often as it is asked for. Each time it is a process of its own, forked from this one, which has all modules."""
    for name in HEAVY:
        importlib.import_module(name)
    while line := sys.stdin.readline():
        pid = os.fork()
        if pid == 0:
            given = json.loads(line)
            os.environ.update(given["environ"])
            asyncio.run(drive(Path(given["data"]), Path(given["project"]), given["die_at"]))
            sys.stdout.flush()
            os._exit(0)
        _say({"exit": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])})


if __name__ == "__main__":
    main()
