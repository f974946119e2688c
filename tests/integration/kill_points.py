# SPDX-License-Identifier: MIT
"""The points of a run at which a test lets something happen: before and after each of the seven steps, and within some of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from onesist_desktop.bootstrap import App
from onesist_desktop.core.messages import CommandPart, Message
from onesist_desktop.core.records import RunStatus
from onesist_desktop.services import bookkeeping, forking, merging, run_life, turns
from onesist_desktop.services.events import AnswerGrew, ApprovalsChanged, RunChanged
from onesist_desktop.services.run_life import RunLife
from onesist_desktop.services.stream_recorder import StreamRecorder
from onesist_desktop.services.turns import TurnService
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.merges import MergeStore
from onesist_desktop.storage.rewinds import RewindStore
from onesist_desktop.storage.thread_removal import ThreadRemoval
from onesist_desktop.storage.unit_of_work import UnitOfWork

Act = Callable[[], None]
T = TypeVar("T")

STEPS = (
    ("1 store", "storing", "preparing"),
    ("2 prepare", "planning", "plan_committed"),
    ("3 send", "opened", "sending"),
    ("4 accept", "accepted_unseen", "accepted"),
    ("5 stream", "growing", "written"),
    ("6 finish", "answered", "finished"),
    ("7 recover", "recovering", "recovered"),
)
"""The steps of a turn, each with the point before and the point after it. A run doesn't pass those of the last one."""

POINTS = tuple(point for _step, *points in STEPS for point in points)
RUN_POINTS = POINTS[:-2]
ONE_PER_STEP = ("storing", "plan_committed", "sending", "accepted_unseen", "written", "answered")
"""One point at each step of a run, for faults that take longer."""

MARKS: dict[str, tuple[Any, str]] = {
    "fork": (forking, "_note"),
    "merge": (merging, "record_merge"),
    "wait": (MergeStore, "wait"),
    "rewind": (RewindStore, "add"),
    "undo": (RewindStore, "restore"),
    "settle": (turns, "settle_rewinds"),
    "delete": (ThreadRemoval, "forget_waiting_merges"),
    "purge": (ThreadRemoval, "remove_slice"),
}
"""What only one kind of transaction calls, by what a person does."""


def arm(app: App, point: str, act: Act) -> None:
    """Arrange that ``act`` is called once, when the next run comes to ``point``.

    In order: ``storing`` (nothing is stored), ``preparing`` (the message is), ``planning``, ``plan_uncommitted``,
    ``plan_committed`` (no agent was started), ``opened`` (the session is there), ``sending`` (that bytes may leave is committed,
    none has), ``accepted_unseen`` (the agent has the prompt, we wrote nothing), ``accepted_uncommitted``, ``accepted``, ``asked``
    (an approval is open), ``growing`` (the answer has begun, none of it is written), ``written`` (some is), ``written:TEXT`` (that
    much is), ``grew:TEXT`` (the first frame of the answer that holds the text), ``answered`` (the answer is over),
    ``finish_uncommitted``, ``finished``.

    Of what a person does with threads: ``uncommitted:NAME``, at the end of the next transaction that does it, and
    ``committed:NAME``, once that is committed and nobody was told; the names: ``MARKS``.

    It is called on the loop, for points within a transaction on the database's thread.
    """
    name, _, text = point.partition(":")
    match name:
        case "preparing" | "sending" | "finished":
            _at_status(app, RunStatus(name), act)
        case "accepted":
            _at_status(app, RunStatus.STREAMING, act)
        case "asked":
            app.context.bus.subscribe(ApprovalsChanged, _once(act))
        case "storing":
            before(TurnService, "_store", act)
        case "planning":
            before(RunLife, "_prepare", act)
        case "plan_uncommitted":
            after(bookkeeping, "record_plan", act)
        case "plan_committed":
            before(run_life, "open_or_stop", act)
        case "opened":
            before(bookkeeping, "record_sending", act)
        case "accepted_unseen":
            before(bookkeeping, "record_accepted", act)
        case "accepted_uncommitted":
            after(bookkeeping, "record_accepted", act)
        case "uncommitted" | "committed":
            _at_commit(MARKS[text], act, is_committed=name == "committed")
        case "growing":
            before(StreamRecorder, "write", act)
        case "written":
            _at_written(text, act)
        case "answered":
            before(bookkeeping, "record_finished", act)
        case "finish_uncommitted":
            after(bookkeeping, "record_finished", act)
        case "grew":
            once = _once(act)
            app.context.bus.subscribe(AnswerGrew, lambda event: once() if text in shown_text(event.message) else None)
        case _:
            raise ValueError(point)


def before(owner: Any, name: str, act: Act) -> None:
    """Call ``act`` before the next call of a function, once."""
    original = getattr(owner, name)

    def acting(*args: Any, **values: Any) -> Any:
        setattr(owner, name, original)
        act()
        return original(*args, **values)

    setattr(owner, name, acting)


def after(owner: Any, name: str, act: Act) -> None:
    """Call ``act`` once the next call of a function has done its work; for a unit of work that is before its commit."""
    original = getattr(owner, name)

    def acting(*args: Any, **values: Any) -> Any:
        setattr(owner, name, original)
        result = original(*args, **values)
        act()
        return result

    setattr(owner, name, acting)


def _at_commit(mark: tuple[Any, str], act: Act, *, is_committed: bool) -> None:
    """Act once, at the end of the transaction that calls the marked function, or right after its commit."""
    called: list[str] = []
    original = Database._transact
    after(*mark, lambda: called.append("now"))

    def transact(database: Database, work: Callable[[UnitOfWork], T]) -> T:
        def working(uow: UnitOfWork) -> T:
            result = work(uow)
            if called and not is_committed:
                Database._transact = original  # type: ignore[method-assign]
                act()
            return result

        result = original(database, working)
        if called and Database._transact is transact:
            Database._transact = original  # type: ignore[method-assign, assignment]
            act()
        return result

    Database._transact = transact  # type: ignore[method-assign]


def shown_text(message: Message) -> str:
    """The words of an answer, commands and their output included."""
    return "\n".join(
        f"{part.command}\n{part.output}" if isinstance(part, CommandPart) else getattr(part, "text", "") for part in message.parts
    )


def _at_written(text: str, act: Act) -> None:
    """Act once an answer that holds ``text`` was written to the database while it still grew."""
    original = StreamRecorder.write

    async def acting(recorder: StreamRecorder) -> None:
        holds = recorder.reply_id is not None and text in shown_text(recorder._shown())
        await original(recorder)
        if holds and StreamRecorder.write is acting:
            StreamRecorder.write = original  # type: ignore[method-assign]
            act()

    StreamRecorder.write = acting  # type: ignore[method-assign]


def _at_status(app: App, status: RunStatus, act: Act) -> None:
    once = _once(act)
    app.context.bus.subscribe(RunChanged, lambda event: once() if event.run.status is status else None)


def _once(act: Act) -> Callable[..., None]:
    acts = [act]

    def acting(*_: object) -> None:
        if acts:
            acts.pop()()

    return acting
