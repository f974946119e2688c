# SPDX-License-Identifier: MIT
"""Starts ``kill_driver`` in a folder of its own, talks to it, and reads what it left: rows, sessions of agents, processes."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import psutil

from onesist_desktop.agents.claude_code import transcript
from onesist_desktop.agents.practice.sessions import PracticeSession, SessionStore
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.storage.engine import make_engine
from onesist_desktop.storage.records import HandoffRecord, RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.model_server import FakeModelServer

Json = dict[str, Any]
T = TypeVar("T")

ROOT = Path(__file__).parents[2]
POLL_S = 0.02
LIMIT_S = 30.0


class Forker:
    """The process that has all modules of the app loaded and becomes the app, in a child of its own, when it is asked to."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        argv = [sys.executable, "-m", "tests.integration.kill_driver"]
        self.process = subprocess.Popen(
            argv, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, command: Json) -> Json:
        """Write one line and read one."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"it ended with {self.process.wait()}"
        return json.loads(line)

    def hear_exit(self) -> int:
        """Read on until the app has ended."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "exit" in (answer := json.loads(line)):
                return int(answer["exit"])
        return self.process.wait()

    def end(self) -> None:
        """Leave nothing behind, however the test went."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                assert stream is not None
                stream.close()


class Driver:
    """One start of the app. Once made it has recovered what there was; ``first`` is what it showed then."""

    def __init__(self, forker: Forker, place: Place, die_at: str = "") -> None:
        self._forker = forker
        folders = {"data": str(place.data), "project": str(place.project), "environ": place.environ}
        self.first = forker.ask({**folders, "die_at": die_at})
        self.exit: int | None = self.first.get("exit")
        assert (self.exit is None) == (not die_at), f"the start ended with {self.exit}"

    @property
    def pid(self) -> int:
        return int(self.first.get("pid", 0))

    def ask(self, **command: Any) -> Json:
        """Have a command obeyed. The app must not have reported any fault of its own."""
        answer = self._forker.ask(command)
        self.exit = answer.get("exit")
        assert self.exit is None, f"the app ended with {self.exit}"
        assert answer.get("errors", []) == []
        return answer

    def dies(self, **command: Any) -> None:
        """Give a command during which the app gets killed."""
        answer = self._forker.ask(command)
        self.exit = answer.get("exit")
        assert self.exit == -signal.SIGKILL, f"it lived on: {answer}"

    def close(self) -> None:
        assert self._forker.ask({"do": "close"}) == {"errors": []}
        self.exit = self._forker.hear_exit()
        assert self.exit == 0

    def end(self) -> None:
        """Kill it if it lives."""
        if self.exit is None and self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.exit = self._forker.hear_exit()


@dataclass
class Place:
    """A person's folders, and the app in them, started as often as the test likes.

    Attributes:
        project: The folder to work in. Sessions of agents belong to it, so copies of a place share it.
        thread_id: The thread that is looked at; empty for the only one.
        forkers: What its apps come from. The first test that starts one makes it, unless several places share it.
    """

    folder: Path
    project: Path
    server: FakeModelServer
    environ: dict[str, str]
    drivers: list[Driver] = field(default_factory=list)
    forkers: list[Forker] = field(default_factory=list)
    thread_id: str = ""

    def of(self, thread_id: str) -> Place:
        """Return the same place, looking at another thread."""
        return replace(self, thread_id=thread_id)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self, die_at: str = "") -> Driver:
        if not self.forkers:
            self.forkers.append(Forker(self.environ))
        driver = Driver(self.forkers[0], self, die_at)
        self.drivers.append(driver)
        return driver

    # -- what the app stored

    def read(self, look: Callable[[UnitOfWork], T]) -> T:
        engine = make_engine(self.data / "onesist.db")
        try:
            with engine.begin() as connection:
                return look(UnitOfWork(connection))
        finally:
            engine.dispose()

    def messages(self) -> list[Message]:
        return self.read(lambda uow: uow.messages.newest(self._thread(uow), 10_000))

    def content(self) -> list[Message]:
        return [message for message in self.messages() if message.is_content]

    def said(self) -> list[str]:
        """What the person wrote, as the transcript has it."""
        return [message.text for message in self.messages() if message.role is Role.USER]

    def receipts(self) -> list[Message]:
        """The receipts that still count; a fork's copies of its parent's say nothing of the fork's own sessions."""
        found = [message for message in self.messages() if message.kind is MessageKind.HANDOFF and message.origin_id is None]
        return [message for message in found if not message.data["withdrawn"]]

    def runs(self) -> list[RunRecord]:
        return self.read(lambda uow: uow.runs.of_thread(self._thread(uow)))

    def rows(self) -> dict[str, SessionRecord]:
        return {row.id: row for row in self.read(lambda uow: uow.sessions.of_thread(self._thread(uow)))}

    def handoffs(self) -> list[HandoffRecord]:
        return self.read(lambda uow: uow.handoffs.of_thread(self._thread(uow)))

    def _thread(self, uow: UnitOfWork) -> ThreadId:
        if self.thread_id:
            return ThreadId(self.thread_id)
        (project,) = uow.projects.recent()
        (thread,) = uow.threads.of_project(project.id)
        return thread.id

    # -- what the agents' own sessions hold

    def practice_sessions(self) -> dict[str, PracticeSession]:
        """Every session of the practice agent, by its id."""
        store = SessionStore(self.data / "practice-agent")
        loaded = [store.load(file.stem) for file in (self.data / "practice-agent" / "sessions").glob("practice-*.json")]
        return {session.id: session for session in loaded if session is not None}

    def prompts_of(self, row: SessionRecord) -> frozenset[str]:
        """Ids of the prompts that the agent's own session holds, cut back as it will be before its next use."""
        native = row.native_session_id or ""
        if row.provider_id == "practice-agent":
            session = self.practice_sessions().get(native)
            if session and row.truncate_to:
                session.truncate(row.truncate_to)
            return frozenset(turn.message_id for turn in session.turns) if session else frozenset()
        stored = transcript.read_session(Path(self.environ["CLAUDE_CONFIG_DIR"]), native)
        return stored.prompt_ids if stored else frozenset()

    def told(self) -> tuple[object, int]:
        """All that was ever told to anybody; two looks are equal when nothing was sent between them."""
        sessions = self.practice_sessions().values()
        turns = sorted((session.id, turn.message_id) for session in sessions for turn in session.turns)
        return turns, len(self.server.model_requests())

    # -- processes

    def processes(self) -> list[psutil.Process]:
        """All that run with this place's home but the apps themselves."""
        apps = {driver.pid for driver in self.drivers} | {forker.process.pid for forker in self.forkers}
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                is_ours = process.environ().get("HOME") == self.environ["HOME"] and process.pid not in apps
                if is_ours and runs(process):
                    found.append(process)
        return found

    def wait_for(self, *words: str) -> psutil.Process:
        """Wait until a process runs whose command line holds all words."""
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            for process in self.processes():
                with contextlib.suppress(psutil.Error):
                    if all(word in " ".join(process.cmdline()) for word in words):
                        return process
            time.sleep(POLL_S)
        raise AssertionError(f"no process {words}")


def runs(process: psutil.Process) -> bool:
    """Tell whether a process is alive; one that only waits for its parent to take note of its end is not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@contextlib.contextmanager
def place_in(folder: Path, claude: str = "", *, like: Path | None = None, forker: Forker | None = None) -> Iterator[Place]:
    """Make the folders, the settings and a model server; end and check everything afterwards.

    Args:
        folder: An empty folder.
        claude: Path of the real Claude Code, if it is needed.
        like: Folder of an earlier place, whose data and sessions are copied and whose project is shared.
        forker: Where its apps come from. It isn't ended.
    """
    for name in ("data", "config", "project", "home", "tmp"):
        if like is not None and name in ("data", "config"):
            shutil.copytree(like / name, folder / name)
        else:
            (folder / name).mkdir()
    with FakeModelServer() as server:
        providers = [
            {"id": name, "kind": "openai_compatible", "title": name, "base_url": server.url, "default_model": "fake-small"}
            for name in ("api-one", "api-two")
        ]
        settings = {"version": 1, "model_providers": providers, "agents": {"claude_code_program": claude}}
        (folder / "data" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        place = Place(folder, (like or folder) / "project", server, {**os.environ, **_environ(folder, server)})
        place.forkers.extend([forker] if forker else [])
        try:
            yield place
            left = place.processes()
        finally:
            for driver in place.drivers:
                driver.end()
            for own in place.forkers:
                if own is not forker:
                    own.end()
            server.release()
            for process in place.processes():
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
                    process.wait(5)
    assert left == [], "processes outlived the app"


def _environ(folder: Path, server: FakeModelServer) -> dict[str, str]:
    return {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "PATH": "/usr/bin:/bin",
        "SHELL": "/bin/sh",
        "CLAUDE_CONFIG_DIR": str(folder / "config"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "ANTHROPIC_BASE_URL": server.url,
        "ANTHROPIC_API_KEY": "sk-ant-canary-0123456789",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
    }
