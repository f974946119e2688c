# SPDX-License-Identifier: MIT
"""An open session: one ``app-server`` process with one thread.

One process could serve many threads. Each session has its own all the same: a stop can then end the whole process where the
protocol doesn't help, a crash takes one session along and not all, a thread is written by one process only, and the session's
token and folder are in no other's process. It costs about a quarter of a second per session and the memory of a process that is
idle; services end what isn't used.
"""

from __future__ import annotations

from onesist_desktop.agents.codex.opening import OpenThread
from onesist_desktop.agents.codex.rpc import AppServer
from onesist_desktop.agents.codex.turn import CodexTurn
from onesist_desktop.core.answerer import Prompt, SessionSpec
from onesist_desktop.runtime.supervisor import TaskSupervisor


class CodexSession:
    """Implements ``core.answerer.Session``.

    Attributes:
        spec: What it was opened for.
        server: The process.
        thread: The thread in it.
        old_turns: Ids of its turns that have ended.
        was_used: Whether a prompt was sent.
        must_tell_settings: Whether the next turn tells that the folder's settings don't count.
        must_report: Whether the next turn tells which session, folder and model it works with.
    """

    def __init__(self, spec: SessionSpec, server: AppServer, thread: OpenThread, supervisor: TaskSupervisor) -> None:
        self.spec = spec
        self.server = server
        self.thread = thread
        self.supervisor = supervisor
        self.old_turns: set[str] = set()
        self.was_used = False
        self.must_tell_settings = False
        self.must_report = True

    @property
    def native_session_id(self) -> str:
        """See ``Session``."""
        return self.thread.id

    @property
    def is_busy(self) -> bool:
        """Whether a turn runs."""
        return self.server.is_heard

    def start_turn(self, prompt: Prompt) -> CodexTurn:
        """See ``Session``."""
        return CodexTurn(self, prompt)

    def serves(self, spec: SessionSpec) -> bool:
        """Tell whether the running process can take a turn of this spec as it is."""
        if not self.server.is_usable or spec.truncate_to is not None or _settings(spec) != _settings(self.spec):
            return False
        if spec.native_session_id is not None:
            return spec.native_session_id == self.thread.id
        # Nothing was sent yet, so it is still the new session that was asked for.
        return not self.was_used and self.spec.native_session_id is None and spec.fork == self.spec.fork


def _settings(spec: SessionSpec) -> tuple[object, ...]:
    return (spec.cwd, spec.mode, spec.model, spec.effort, spec.history_server)
