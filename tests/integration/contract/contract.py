# SPDX-License-Identifier: MIT
"""One contract for everybody who answers: rows that each answerer is put through with its real program.

A row belongs to a group; the rows of a group share one answerer, as the threads of one app do, each with a session of its own.
What an answerer says it can't do is not tried; its fallback is, where the adapter itself has one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from onesist_desktop.core.abilities import Ability, Support, support_of
from onesist_desktop.core.answerer import Answerer, Answers, Capabilities, PermissionMode, Prompt, Session, Turn
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import AttachmentPart, TextPart
from onesist_desktop.core.turn_events import ApprovalAsked, OutcomeKind, TurnEvent
from tests.integration.agents.agent_rig import AgentRig, TurnRecord, message_id

Reply = tuple[str, str, Answers]
"""Option, word and answers, as ``Turn.decide`` takes them."""
ALLOW_ALL: Reply = ("allow", "", ())
DENY_ALL: Reply = ("deny", "", ())

ROW_LIMIT_S = 150.0
"""For one row, on a machine on which everything else runs too."""


@dataclass
class Bench:
    """Where one row works: a rig, its answerer, and a session row of its own. ``last_id`` is that of the newest prompt."""

    rig: AgentRig
    answerer: Answerer
    key: str
    last_id: MessageId = field(default_factory=message_id)

    @property
    def capabilities(self) -> Capabilities:
        """What the answerer says it can."""
        return self.answerer.capabilities

    async def open(self, *, suffix: str = "", **wishes: object) -> Session:
        """Open a session of this row; ``suffix`` for a further one."""
        spec = self.rig.spec(key=self.key + suffix, **wishes)  # type: ignore[arg-type]
        # The strictest mode that is there for what a row doesn't care about.
        if spec.mode not in self.capabilities.modes:
            spec = replace(spec, mode=next(mode for mode in PermissionMode if mode in self.capabilities.modes))
        return await self.answerer.open_session(spec)

    async def ask(
        self,
        session: Session,
        text: str,
        *,
        reply: Reply | Callable[[ApprovalAsked], Reply] = ALLOW_ALL,
        attachments: tuple[AttachmentPart, ...] = (),
        on_event: Callable[[Turn, TurnEvent], Awaitable[object] | None] | None = None,
    ) -> TurnRecord:
        """Send a prompt, answer what is asked, and read the turn to its end."""
        self.last_id = message_id()
        turn = session.start_turn(Prompt(self.last_id, text, attachments=attachments))
        record = TurnRecord()
        async for event in turn:
            record.events.append(event)
            if isinstance(event, ApprovalAsked):
                option, word, answers = reply(event) if callable(reply) else reply
                await turn.decide(event.request_id, option, word, answers)
            if on_event is not None:
                waiting = on_event(turn, event)
                if waiting is not None:
                    await waiting
        return record

    async def must_answer(self, session: Session, text: str, **wishes: object) -> TurnRecord:
        """Like :meth:`ask`, for a turn that has to be completed."""
        record = await self.ask(session, text, **wishes)  # type: ignore[arg-type]
        assert record.end.outcome.kind is OutcomeKind.COMPLETED, record.end
        return record


def texts_of(record: TurnRecord) -> str:
    """Return what the answer says."""
    return "\n".join(part.text for part in record.parts_of(TextPart))


Work = Callable[[Bench], Awaitable[None]]


@dataclass(frozen=True)
class Row:
    """One row of the contract.

    Attributes:
        title: What the grid calls it.
        group: Rows of a group share an answerer.
        work: Proves it.
        ability: What an answerer must have for it, None if everybody must.
        fallback: Proves what the adapter does where the ability is missing; None where services do it.
        is_for: Answerers that it makes sense for.
    """

    title: str
    group: str
    work: Work
    ability: Ability | None = None
    fallback: Work | None = None
    is_for: Callable[[Capabilities], bool] = field(default=lambda _: True)

    def support(self, capabilities: Capabilities) -> Support:
        """Return what the answerer says of it."""
        if not self.is_for(capabilities):
            return Support.NO
        return Support.YES if self.ability is None else support_of(capabilities)[self.ability]


def is_agent(capabilities: Capabilities) -> bool:
    """Only for those with sessions of their own."""
    return capabilities.is_agent


@dataclass
class RowResult:
    """How a row went. ``mark`` is what the grid shows."""

    title: str
    mark: str
    error: Exception | None = None


async def run_group(rows: Sequence[Row], rig: AgentRig) -> list[RowResult]:
    """Put an answerer through rows, one after the other; a row that fails doesn't keep the others from being tried."""
    results = []
    async with rig.answerer() as answerer:
        await answerer.check()
        for number, row in enumerate(rows):
            support = row.support(answerer.capabilities)
            work = row.work if support is Support.YES else row.fallback if support is Support.FALLBACK else None
            error: Exception | None = None
            if work is not None:
                try:
                    async with asyncio.timeout(ROW_LIMIT_S):
                        await work(Bench(rig, answerer, f"row-{number}"))
                except Exception as failure:
                    failure.add_note(f"row: {row.title}")
                    error = failure
                await answerer.release(rig.spec(key=f"row-{number}").session_key)
            results.append(RowResult(row.title, "FAILED" if error else str(support), error))
    return results
