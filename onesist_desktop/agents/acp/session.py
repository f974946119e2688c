# SPDX-License-Identifier: MIT
"""An open session: one agent process that serves one of our session rows."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from acp import RequestError

from onesist_desktop.agents.acp.beginning import begin
from onesist_desktop.agents.acp.choices import Choice, choices_in
from onesist_desktop.agents.acp.failures import words_of
from onesist_desktop.agents.acp.learned import Learned
from onesist_desktop.agents.acp.link import AcpLink
from onesist_desktop.agents.acp.modes import Answering, ways
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.agents.acp.program import AcpLimits
from onesist_desktop.agents.acp.turn import AcpTurn
from onesist_desktop.core.answerer import PermissionMode, Prompt, SessionSpec
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.runtime.supervisor import TaskSupervisor

T = TypeVar("T")


class AcpSession:
    """Implements ``core.answerer.Session``. Made by :meth:`open`.

    Attributes:
        link: The process and connection.
        id: The agent's own id of the session.
        limits: How long to wait.
        profile: What is known of the agent.
        learned: What it told of itself.
        answering: Who answers its requests, by the permission mode.
        current: The turn that runs, if any.
        is_broken: Whether the process must not be used again.
        old_calls: Ids of the calls of earlier turns in this process.
        index_text: The workspace index, until a prompt has told it.
    """

    def __init__(
        self,
        link: AcpLink,
        spec: SessionSpec,
        session_id: str,
        limits: AcpLimits,
        supervisor: TaskSupervisor,
        profile: AcpProfile,
        learned: Learned,
    ) -> None:
        self.link = link
        self.id = session_id
        self.limits = limits
        self.profile = profile
        self.learned = learned
        self.answering = Answering.PERSON
        self.current: AcpTurn | None = None
        self.is_broken = False
        self.old_calls: frozenset[str] = frozenset()
        self._spec = spec
        self._supervisor = supervisor
        self._choices = choices_in({})
        self._first_model = ""
        # A resumed session heard it when it was new, and so did the one that this is a branch of.
        self.index_text = "" if spec.native_session_id or spec.fork else spec.index_text

    @classmethod
    async def open(
        cls,
        link: AcpLink,
        spec: SessionSpec,
        limits: AcpLimits,
        supervisor: TaskSupervisor,
        profile: AcpProfile,
        learned: Learned,
    ) -> AcpSession:
        """Start a session, or go on with the one that ``spec`` names, in the mode and with the model of ``spec``.

        Raises:
            AnswererError: NOT_SIGNED_IN, SESSION_LOST, MODE_UNSUPPORTED, MODEL_UNKNOWN, PROTOCOL or CRASHED.
        """
        learned.note_agent(link.capabilities)
        begun = await begin(link, spec, profile)
        session = cls(link, spec, begun.session_id, limits, supervisor, profile, learned)
        session.old_calls = begun.old_calls
        session._choices = choices_in(begun.result)
        session._first_model = session._choices.model.current
        learned.note_choices(session._choices)
        await session.adjust(spec, is_new=True)
        return session

    @property
    def native_session_id(self) -> str | None:
        """See ``core.answerer.Session``."""
        return self.id

    @property
    def cwd(self) -> str:
        """Where the agent works."""
        return self._spec.cwd

    @property
    def model(self) -> str:
        """The model that is chosen, in the agent's words; empty where it doesn't tell."""
        return self._choices.model.current

    @property
    def spared(self) -> tuple[str, ...]:
        """Argument list of the history server, which outlives the turn that started it."""
        return self._spec.history_server.argv if self._spec.history_server else ()

    def start_turn(self, prompt: Prompt) -> AcpTurn:
        """See ``core.answerer.Session``."""
        return AcpTurn(self, prompt)

    def fits(self, spec: SessionSpec) -> bool:
        """Tell whether the running process can serve that spec, apart from mode, model and effort."""
        return (
            self.link.is_alive
            and not self.is_broken
            and spec.truncate_to is None
            and spec.fork in (None, self._spec.fork)
            and spec.native_session_id in (None, self.id)
            and spec.cwd == self._spec.cwd
            and spec.history_server == self._spec.history_server
        )

    async def adjust(self, spec: SessionSpec, *, is_new: bool = False) -> None:
        """Choose mode, model and effort of ``spec``.

        Raises:
            AnswererError: MODE_UNSUPPORTED, MODEL_UNKNOWN, BAD_REQUEST, PROTOCOL or CRASHED.
        """
        await self._choose_model(spec.model)
        await self._choose_effort(spec.effort)
        # Last, because a model may bring its own; and again in a used session, because the agent may have left it by itself.
        await self._choose_mode(spec.mode, is_current_known=is_new)
        self.learned.note_choices(self._choices)

    async def _choose_mode(self, mode: PermissionMode, *, is_current_known: bool) -> None:
        choice = self._choices.mode
        refusal = ", ".join(choice.ids)
        for way in ways(mode, choice.ids, self.profile):
            if way.native is not None and not (is_current_known and way.native == choice.current):
                try:
                    await self._set(choice, way.native)
                except RequestError as error:
                    refusal = words_of(error)
                    continue
            self.answering = way.answering
            return
        raise AnswererError(FailureReason.MODE_UNSUPPORTED, f"{mode}: {refusal}")

    async def _choose_model(self, wanted: str | None) -> None:
        choice = self._choices.model
        if not choice.method:
            if wanted is not None and not self.learned.knows_model(wanted):
                raise AnswererError(FailureReason.MODEL_UNKNOWN, wanted)
            return
        model = wanted or self._first_model
        if not model or model == choice.current:
            return
        try:
            await self._set(choice, model)
        except RequestError as error:
            raise AnswererError(FailureReason.MODEL_UNKNOWN, words_of(error)) from error

    async def _choose_effort(self, wanted: str | None) -> None:
        choice = self._choices.effort
        # A model without a choice of efforts thinks as it does; the app's own choice may be older than the model's.
        if wanted is None or not choice.method or wanted == choice.current:
            return
        try:
            await self._set(choice, wanted)
        except RequestError as error:
            raise AnswererError(FailureReason.BAD_REQUEST, words_of(error)) from error

    async def _set(self, choice: Choice, value: str) -> None:
        result = await self.link.request_raw(choice.method, choice.request(self.id, value))
        self._choices = choices_in(result, self._choices)
        if not isinstance(result.get("configOptions"), list):
            self._choices = self._choices.chosen(choice, value)

    def spawn(self, coro: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Run a task under this answerer's supervisor."""
        return self._supervisor.spawn(coro, name=f"{name}:{self._spec.session_key}")

    def claim(self, turn: AcpTurn) -> bool:
        """Make ``turn`` the one that runs; False when another one does. Some agents drop the first prompt for a second one."""
        if self.current is not None:
            return False
        self.current = turn
        self.link.listener = turn
        return True

    def finish(self, turn: AcpTurn, calls: frozenset[str]) -> None:
        """Note that a turn is over."""
        if self.current is turn:
            self.current = None
            self.link.listener = None
        self.old_calls |= calls

    async def close(self) -> str:
        """End the process with all that it started. Returns what could not be ended, if anything."""
        self.is_broken = True
        return await self.link.stop()
