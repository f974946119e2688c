# SPDX-License-Identifier: MIT
"""The app without its window, as a process that a test can have killed at an exact point. It reads commands and answers them.

Usage: ``python -m tests.integration.kill_driver DATA_FOLDER PROJECT_FOLDER``. The line ``{"die_at": ""}`` starts the app, which
recovers what an earlier process left, unless it is to die at ``recovering``. Then each line of standard input is a command as
JSON, answered by one line on standard output; ``{"exit": …}`` is the answer once the app has ended:

``{"do": "look"}``
    What the thread shows.
``{"do": "send", "provider": …, "text": …, "die_at": …, "mode": …, "until": …}``
    Send and wait for the thread to be idle; with ``until``, only until the answer holds that text. With ``die_at`` the process
    kills itself at that point: see ``kill_points.arm``.
``{"do": "again", "die_at": …}``
    *Send again* of what the thread offers it for.
``{"do": "queue", …}``, ``{"do": "send_queued"}``, ``{"do": "idle"}``, ``{"do": "die"}``, ``{"do": "close"}``
    What they say. ``close`` ends the app in order.
"""

from __future__ import annotations

import argparse
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
        if command.get("die_at"):
            arm(self._app, command["die_at"], die)
        match command["do"]:
            case "look":
                pass
            case "send":
                self._text = ""
                await turns.send(self._thread_id, command["text"], _options(command))
                await (self._until(command["until"]) if command.get("until") else self._idle())
            case "again":
                offered = (await self._app.services.threads.open_thread(self._thread_id)).resendable_id
                assert offered is not None, "nothing to send again"
                await turns.send_again(self._thread_id, offered)
                await self._idle()
            case "queue":
                await turns.send(self._thread_id, command["text"], _options(command))
            case "send_queued":
                queue = (await self._app.services.threads.open_thread(self._thread_id)).queue
                assert queue is not None
                await turns.send_queued(queue.items[0].id)
                await self._idle()
            case "idle":
                await self._idle()
            case "die":
                die()
            case name:
                raise ValueError(name)
        return await self._look()

    async def _idle(self) -> None:
        while live := self._app.turns._live.get(self._thread_id):
            await asyncio.wait({live.task})

    async def _until(self, text: str) -> None:
        async with self._shown:
            await self._shown.wait_for(lambda: text in self._text)

    async def _look(self) -> Json:
        thread = await self._app.services.threads.open_thread(self._thread_id)
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
    thread = threads[0] if threads else await app.services.threads.create(opened.id)
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
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("project", type=Path)
    given = parser.parse_args()
    for name in HEAVY:
        importlib.import_module(name)
    while line := sys.stdin.readline():
        pid = os.fork()
        if pid == 0:
            asyncio.run(drive(given.data, given.project, json.loads(line)["die_at"]))
            sys.stdout.flush()
            os._exit(0)
        _say({"exit": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])})


if __name__ == "__main__":
    main()
