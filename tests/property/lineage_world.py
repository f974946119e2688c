# SPDX-License-Identifier: MIT
"""A family of threads on the real services and a real database, with scripted agents that keep what their sessions really hold.

Each method is one thing that a person, or a fault, does. What it may not touch is compared before and after; the rest is looked
at by ``lineage_checks``.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from onesist_desktop.core.answerer import Arrival, Capabilities, ForkAbility, ReadBack
from onesist_desktop.core.errors import AnswererError, FailureReason, LineageError, LineageFault
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import Delivery, failed
from onesist_desktop.services.forking import ForkService
from onesist_desktop.services.merging import MergeService
from onesist_desktop.services.purging import Purge
from onesist_desktop.services.rewinding import RewindService
from onesist_desktop.services.shelf import ShelfService
from onesist_desktop.storage.attachments import AttachmentStore
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import AGENT, Script, ScriptedAnswerer, ScriptedTurn
from tests.property.lineage_checks import Looked, check, fingerprints, owners_of_sessions, tokens_in
from tests.support.service_rig import Rig, service_rig

AGENTS = ("agent-a", "agent-b")
PROVIDERS = (*AGENTS, "model-m")
BIG_CAP = 16_000

ABLE = replace(AGENT, fork=ForkAbility.AT_MESSAGE, can_change_model=True)
ABILITIES: dict[str, Capabilities] = {
    "all": ABLE,
    "one model": replace(ABLE, can_change_model=False),
    "no truncate": replace(ABLE, can_truncate=False),
    "fork at end": replace(ABLE, fork=ForkAbility.AT_END),
    "fork at end, no truncate": replace(ABLE, fork=ForkAbility.AT_END, can_truncate=False, can_steer=False),
    "truncate only": replace(ABLE, fork=ForkAbility.NONE),
    "nothing": replace(AGENT, can_truncate=False, can_verify=False, can_read_back=False, can_steer=False),
}
"""What agents can; ``AGENT`` itself can't fork."""

NOTHING_TO_BRING = (LineageFault.NOTHING_NEW, LineageFault.NOTHING_FITS)
LIMIT_S = 20.0


@dataclass
class World:
    """See the module. ``threads`` are those that can be worked in, archived ones too; ``deleted`` can be restored."""

    folder: Path
    abilities: tuple[str, str] = ("all", "all")
    threads: list[ThreadId] = field(default_factory=list)
    deleted: list[ThreadId] = field(default_factory=list)
    looked: Looked = field(default_factory=Looked)

    def __post_init__(self) -> None:
        self._numbers, self._ids, self._ticks = itertools.count(1), itertools.count(1), itertools.count(1_700_000_000)
        self._stack = AsyncExitStack()
        self.answerers: dict[str, ScriptedAnswerer] = {}
        self.held_back: dict[ThreadId, Script] = {}

    # -- the app

    async def open(self) -> None:
        """Start the app, as bootstrap does: recover, merge what waited, let go for good what was deleted."""
        self.rig: Rig = await self._stack.enter_async_context(
            service_rig(self.folder, new_id=lambda: f"id{next(self._ids):05}", clock=lambda: float(next(self._ticks)))
        )
        rig, context = self.rig, self.rig.context
        if self.answerers:
            # Their programs and sessions outlive the app.
            rig.answerers = self.answerers
            context.answerers.replace(list(self.answerers.values()))
        self.answerers = rig.answerers
        for name, ability in zip(AGENTS, self.abilities, strict=True):
            self.answerers[name].capabilities = ABILITIES[ability]
        self.forks = ForkService(context, rig.turns._live, rig.catalog)
        self.merges = MergeService(context, rig.turns._live, rig.turns)
        self.rewinds = RewindService(context, rig.turns._live, rig.turns)
        self.shelf = ShelfService(context, rig.turns._live, rig.turns)
        await rig.recovery.recover()
        purge = Purge(context, AttachmentStore(self.folder / "attachments"))
        await purge.note()
        await self.merges.resume()
        await purge.run()
        self.deleted.clear()
        self.threads += [] if rig.thread_id in self.threads else [rig.thread_id]

    async def close(self) -> None:
        """End the app in good order: what works is stopped."""
        await self._stack.aclose()

    async def restart(self) -> None:
        """Close the app and start it again."""
        await self.close()
        await self.open()

    async def crash(self, found: str) -> None:
        """End the app without a word, and start it again. ``found`` is what agents' sessions then hold of the runs that worked."""
        await asyncio.sleep(0)
        turns = self.rig.turns
        lives = turns._live.all()
        turns._is_closing = True
        for live in lives:
            turns._live.remove(live.life.run.thread_id)
            turn = live.life._turn
            if isinstance(turn, ScriptedTurn):
                self._leave(turn, live.life.run.status, found)
        await self.rig.context.supervisor.close()
        await self.restart()

    def _leave(self, turn: ScriptedTurn, status: RunStatus, found: str) -> None:
        """Let an agent's own session be as it was when the app crashed."""
        answerer, native, prompt, script = (
            turn._session.answerer,
            turn._session.native_session_id,
            turn._prompt,
            turn._session.script,
        )
        if native is None:
            return
        held, asked = answerer.held[native], turn.taken[-1].message_id if turn.taken else prompt.message_id
        if status is RunStatus.SENDING:
            if found == "absent":
                answerer.arrivals[asked] = Arrival.NOT_ARRIVED
                return
            held.append(prompt.full_text)
            if found == "unknown":
                return
            answerer.arrivals[asked] = Arrival.ARRIVED
        match found:
            case "whole":
                held.append(script.reply)
                answerer.read_backs[asked] = ReadBack((TextPart(script.reply),), is_whole=True, anchor=str(len(held)))
            case "half" if turn.said:
                held.append(turn.said)
                answerer.read_backs[asked] = ReadBack((TextPart(turn.said),), anchor=str(len(held)))
            case "prompt only" | "absent" | "half":
                answerer.read_backs[asked] = ReadBack((), anchor=str(len(held)))

    # -- turns

    async def send(self, thread_id: ThreadId, provider: str, how: str = "ok", cap: int = BIG_CAP, *, again: bool = False) -> None:
        """Send in a thread that doesn't work, or send its last message again, and wait for the end."""
        number = next(self._numbers)
        answerer = self.answerers[provider]
        async with self._touching(thread_id):
            answerer.scripts = scripts(how, number)
            self._set_cap(cap)
            options = self.rig.options(provider)
            if how == "other model":
                options = replace(options, model=f"model-{number}")
            if again:
                again_id = (await self.rig.threads.open_thread(thread_id)).resendable_id
                if again_id is None:
                    answerer.scripts = []
                    return
                await self.rig.turns.send_again(thread_id, again_id, options)
            else:
                await self.rig.turns.send(thread_id, f"<U{number}>", options)
            await self._idle(thread_id)
            answerer.scripts = []

    async def begin(
        self, thread_id: ThreadId, provider: str, upto: str = "accepted", *, says: bool = True, keeps: bool = True
    ) -> None:
        """Send in a thread that doesn't work, and leave the run at work ``upto`` the opening of its session, or the sending."""
        number = next(self._numbers)
        answerer, script = self.answerers[provider], Script(f"<R{number}>", reply_held=keeps, hold=asyncio.Event(), steers="taken")
        match upto:
            case "opening":
                script.hold_opening = asyncio.Event()
            case "sending":
                script.hold_before_acceptance = asyncio.Event()
            case _:
                script.partial = script.reply if says else ""
        async with self._touching(thread_id):
            self.held_back[thread_id] = script
            answerer.scripts, asked, opened = [script], len(answerer.prompts), len(answerer.specs)
            answerer.accepted.clear()
            self._set_cap(BIG_CAP)
            await self.rig.turns.send(thread_id, f"<U{number}>", self.rig.options(provider))
            while len(answerer.specs) == opened or (upto != "opening" and len(answerer.prompts) == asked):
                await asyncio.sleep(0)
            if upto == "accepted":
                await _within(answerer.accepted.wait())
                await self._written(thread_id, says=says)

    async def _written(self, thread_id: ThreadId, *, says: bool = True) -> None:
        """Wait until all that a run says was written: from here on it writes nothing until somebody lets it go on."""
        live = self.rig.turns._live.get(thread_id)
        assert live is not None
        while says and (await self._run(lambda uow: uow.runs.newest(thread_id))).reply_message_id is None:
            await asyncio.sleep(0)
        await live.life._recorder.write()

    async def queue(self, thread_id: ThreadId, provider: str) -> None:
        """Send in a thread that works."""
        async with self._touching(thread_id):
            await self.rig.turns.send(thread_id, f"<U{next(self._numbers)}>", self.rig.options(provider))

    async def steer(self, thread_id: ThreadId) -> None:
        """Hand a message to a run that works, where it can be."""
        live = self.rig.turns._live.get(thread_id)
        if live is None or not live.life.can_steer:
            return
        turn, number = live.life._turn, next(self._numbers)
        assert isinstance(turn, ScriptedTurn)
        async with self._touching(thread_id):
            await self.rig.turns.send(thread_id, f"<U{number}>", self.rig.options(turn._session.answerer.provider))
            queued = (await self._run(lambda uow: uow.queue.of_thread(thread_id)))[-1]
            turn._session.script.partial_after = turn._session.script.reply = f"<R{number}>"
            await self.rig.turns.steer_queued(queued.id)
            while queued.id in {each.id for each in await self._run(lambda uow: uow.queue.of_thread(thread_id))}:
                await asyncio.sleep(0)
            await self._written(thread_id)

    async def let_go(self, thread_id: ThreadId, cap: int = BIG_CAP) -> None:
        """Let a run that works come to its end, and all that is queued behind it."""
        script = self.held_back[thread_id]
        async with self._touching(thread_id, *await self._children(thread_id)):
            self._set_cap(cap)
            for queued in await self._run(lambda uow: uow.queue.of_thread(thread_id)):
                self.answerers[queued.provider_id].scripts.append(Script(f"<R{next(self._numbers)}>"))
            for hold in (script.hold_opening, script.hold_before_acceptance, script.hold):
                if hold is not None:
                    hold.set()
            await self._idle(thread_id)
            self._clear_scripts()

    async def stop(self, thread_id: ThreadId) -> None:
        """Stop a run that works."""
        async with self._touching(thread_id, *await self._children(thread_id)):
            self._set_cap(BIG_CAP)
            await self.rig.turns.stop(thread_id)
            await self._idle(thread_id)

    def works(self, thread_id: ThreadId) -> bool:
        """Tell whether a thread works."""
        return self.rig.turns._live.get(thread_id) is not None

    # -- the lineage

    async def fork(self, thread_id: ThreadId, back: int = 0) -> ThreadId | None:
        """Fork a thread at its last message but so many, also while it works. None where it has nothing."""
        content = await self._content(thread_id)
        if not content:
            return None
        at = content[-1 - min(back, len(content) - 1)]
        async with self._touching():
            child_id = (await self.forks.fork(thread_id, at.seq)).id
            self.threads.append(child_id)
            copies, originals = await self._messages(child_id), await self._messages(thread_id)
            wanted = [each for each in originals if each.seq <= at.seq and not each.rolled_back and _goes_over(each)]
            assert [_shape(each) for each in copies[:-1]] == [_shape(each) for each in wanted]
            assert copies[-1].kind is MessageKind.FORK
            assert copies[-1].seq == at.seq + 1
        return child_id

    async def merge(self, child_id: ThreadId, cap: int = BIG_CAP) -> None:
        """Merge a fork now. It is refused where it can't be, and then nothing moved."""
        parent_id = (await self.record(child_id)).parent_thread_id
        self._set_cap(cap)
        try:
            preview = await self.merges.preview(child_id)
        except LineageError as error:
            # That the parent works is found first.
            is_busy = parent_id is not None and error.fault in NOTHING_TO_BRING and self.works(parent_id)
            await self._refused(self.merges.merge(child_id), LineageFault.PARENT_WORKS if is_busy else error.fault)
            return
        assert parent_id is not None
        if self.works(parent_id):
            assert preview.parent_works
            await self._refused(self.merges.merge(child_id), LineageFault.PARENT_WORKS)
            return
        async with self._touching(parent_id, light=(child_id,)):
            await self.merges.merge(child_id)
        brought = [m for m in await self._messages(parent_id) if m.kind is MessageKind.MERGE and m.role is Role.USER][-1]
        assert brought.text == preview.text, "a merge brings what its preview shows"
        self.looked.left_out_of_merges |= set(tokens_in("\n".join(item.text for item in preview.left_out)))

    async def merge_all_into(self, parent_id: ThreadId) -> None:
        """Merge all forks of a thread that can be."""
        for child_id in await self._children(parent_id):
            await self.merge(child_id)

    async def merge_when_ended(self, child_id: ThreadId) -> None:
        """Merge a fork as soon as its parent has ended."""
        parent_id = (await self.record(child_id)).parent_thread_id
        self._set_cap(BIG_CAP)
        async with self._touching(*([parent_id] if parent_id else []), light=(child_id,)):
            with contextlib.suppress(LineageError):
                await self.merges.merge_when_ended(child_id)

    async def rewind(self, thread_id: ThreadId, back: int) -> None:
        """Go back by so many messages. Refused while the thread works, or where there is nothing to go back from."""
        content = await self._content(thread_id)
        if len(content) < 2:
            return
        to = content[-1 - min(max(back, 1), len(content) - 1)]
        if self.works(thread_id):
            await self._refused(self.rewinds.rewind(thread_id, to.seq), LineageFault.WORKS)
            return
        async with self._touching(thread_id, light=await self._children(thread_id)):
            before = await self._shown(thread_id)
            view = await self.rewinds.rewind(thread_id, to.seq)
            self.looked.before_rewind[view.id] = before
            after = [each for each in await self._shown(thread_id) if each.kind is not MessageKind.REWIND]
            assert after == [each for each in before if each.seq <= to.seq and each.kind is not MessageKind.REWIND]

    async def undo(self, thread_id: ThreadId) -> None:
        """Take the newest rewind back: all is as it was before. Refused once something was sent."""
        found = await self._run(lambda uow: uow.rewinds.open_of(thread_id))
        if not found or self.works(thread_id):
            await self._refused(self.rewinds.undo(thread_id), LineageFault.ALREADY_SETTLED)
            return
        async with self._touching(thread_id, light=await self._children(thread_id)):
            await self.rewinds.undo(thread_id)
            assert await self._shown(thread_id) == self.looked.before_rewind[found[-1].id]

    async def start_clean(self, thread_id: ThreadId, provider: str) -> None:
        """Have a provider begin afresh."""
        started = self.rewinds.start_clean(thread_id, self.rig.options(provider).provider_id)
        if self.works(thread_id):
            await self._refused(started, LineageFault.WORKS)
            return
        async with self._touching(thread_id):
            await started

    async def archive(self, thread_id: ThreadId) -> None:
        """Put a thread away."""
        if self.works(thread_id):
            await self._refused(self.shelf.archive(thread_id), LineageFault.WORKS)
            return
        async with self._touching(thread_id):
            await self.shelf.archive(thread_id)

    async def delete(self, thread_id: ThreadId) -> None:
        """Delete a thread unless it is the last one. Its forks can still be opened."""
        if self.works(thread_id):
            await self._refused(self.shelf.delete(thread_id), LineageFault.WORKS)
            return
        if len(self.threads) == 1:
            return
        async with self._touching(thread_id):
            await self.shelf.delete(thread_id)
            self.threads.remove(thread_id)
            self.deleted.append(thread_id)
        for child_id in await self._children(thread_id):
            assert (await self.rig.threads.open_thread(child_id)).thread.id == child_id
            await self._refused(self.merges.merge(child_id), LineageFault.PARENT_GONE)

    async def restore(self, thread_id: ThreadId) -> None:
        """Take back that a thread was archived or deleted."""
        async with self._touching(thread_id):
            await self.shelf.restore(thread_id)
            if thread_id in self.deleted:
                self.deleted.remove(thread_id)
                self.threads.append(thread_id)

    # -- looking

    async def check(self) -> None:
        """Compare what every session holds with what its thread says."""
        await self._run(lambda uow: check(uow, self.looked, self.answerers))

    async def bring_up_to_date(self) -> None:
        """End all runs; then, whatever happened, one good turn in each thread leaves an agent with nothing owed."""
        for thread_id in self.threads:
            if self.works(thread_id):
                await self.let_go(thread_id)
        for thread_id in self.threads:
            for provider in AGENTS:
                await self.send(thread_id, provider)
                row = await self._run(lambda uow, t=thread_id, p=provider: uow.sessions.active(t, p))
                assert row is not None
                own = await self._run(lambda uow, row=row: uow.runs.own_message_ids(row.id))
                content = await self._content(thread_id)
                owed = [m for m in content if m.seq > row.known_upto_seq and m.id not in own and m.seq not in row.inherited_seqs]
                assert owed == []

    async def record(self, thread_id: ThreadId) -> ThreadRecord:
        """Read a thread."""
        return await self._run(lambda uow: uow.threads.get(thread_id))

    async def _run(self, work: Callable[[UnitOfWork], Any]) -> Any:
        return await self.rig.context.database.run(work)

    async def _messages(self, thread_id: ThreadId) -> list[Message]:
        """Read all of a thread's messages, those that were set aside too."""

        def read(uow: UnitOfWork) -> list[Message]:
            return uow.messages.with_seqs(thread_id, range(1, uow.threads.get(thread_id).last_seq + 1))

        return await self._run(read)

    async def _shown(self, thread_id: ThreadId) -> list[Message]:
        return await self._run(lambda uow: uow.messages.newest(thread_id, 10_000))

    async def _content(self, thread_id: ThreadId) -> list[Message]:
        return [each for each in await self._messages(thread_id) if each.is_content]

    async def _children(self, thread_id: ThreadId) -> list[ThreadId]:
        records = [await self.record(each) for each in self.threads]
        return [each.id for each in records if each.parent_thread_id == thread_id]

    async def _idle(self, thread_id: ThreadId) -> None:
        while live := self.rig.turns._live.get(thread_id):
            await _within(live.task)

    def _clear_scripts(self) -> None:
        for answerer in self.answerers.values():
            answerer.scripts = []

    def _set_cap(self, cap: int) -> None:
        self.rig.preferences.handoff_cap_bytes = cap
        self.looked.is_tight |= cap != BIG_CAP

    @asynccontextmanager
    async def _touching(self, *thread_ids: ThreadId, light: Sequence[ThreadId] = ()) -> AsyncIterator[None]:
        """See that all other threads, and their agents' sessions, are as before. ``light``: a thread's own row may change."""
        before, held = await self._run(fingerprints), self._held()
        yield
        after, owners = await self._run(fingerprints), await self._run(owners_of_sessions)
        for (thread_id, table), digest in before.items():
            if thread_id not in thread_ids and not (thread_id in light and table == "threads"):
                assert after.get((thread_id, table)) == digest, f"{table} of {thread_id} changed"
        for native, texts in held.items():
            if owners.get(native) not in {*thread_ids, None}:
                assert self._held()[native] == texts, f"somebody else's session {native} was disturbed"

    async def _refused(self, doing: Awaitable[object], fault: LineageFault) -> None:
        """See that something is refused, and changes nothing."""
        async with self._touching():
            try:
                await doing
            except LineageError as error:
                assert error.fault is fault
            else:
                raise AssertionError(f"it should have been refused: {fault}")

    def _held(self) -> dict[str, list[str]]:
        return {native: list(texts) for each in self.answerers.values() for native, texts in each.held.items()}


def scripts(how: str, number: int) -> list[Script]:
    """Write down how an answerer behaves. Every answer has a token of its own."""
    reply = f"<R{number}>"
    overloaded = failed(FailureReason.OVERLOADED)
    match how:
        case "refused":
            return [Script(open_error=AnswererError(FailureReason.PROGRAM_MISSING))]
        case "refused late":
            return [Script(delivery=Delivery.REFUSED, outcome=overloaded)]
        case "uncertain":
            return [Script(delivery=Delivery.UNCERTAIN, outcome=failed(FailureReason.CONNECTION_LOST))]
        case "failed":
            return [Script(outcome=overloaded)]
        case "failed half":
            return [Script(partial=reply, outcome=overloaded)]
        case "lost":
            return [Script(open_error=AnswererError(FailureReason.SESSION_LOST)), Script(reply)]
        case "can't be opened":
            return [Script(open_error=AnswererError(FailureReason.PROTOCOL)), Script(reply)]
        case "dies":
            return [Script(partial=reply, outcome=overloaded, reply_held=False, session_alive=False)]
        case "foreign half":
            return [Script(partial=reply, outcome=overloaded, reply_held=False)]
        case _:
            return [Script(reply)]


HOWS = (
    "ok",
    "refused",
    "refused late",
    "uncertain",
    "failed",
    "failed half",
    "lost",
    "can't be opened",
    "dies",
    "foreign half",
    "other model",
)


def _goes_over(message: Message) -> bool:
    return message.kind is not MessageKind.REWIND and message.status is not MessageStatus.STREAMING


def _shape(message: Message) -> tuple[object, ...]:
    return message.seq, message.role, message.kind, message.text, message.is_content


async def _within(waited: Awaitable[object]) -> None:
    async with asyncio.timeout(LIMIT_S):
        await waited
