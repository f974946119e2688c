# SPDX-License-Identifier: MIT
"""A plan that is made from outlines is the plan that all texts give, whatever the thread holds and however it was written."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from onesist_desktop.core.answerer import Capabilities, PermissionMode
from onesist_desktop.core.handoff import HandoffMode, ItemKind, build_handoff
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, RunId, SessionRowId, ThreadId, TransferId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanEntry,
    PlanPart,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.records import HandoffDelivery, RetireReason, RunStatus, SessionState
from onesist_desktop.services import bookkeeping
from onesist_desktop.services.handoff_looks import Looking
from onesist_desktop.services.handoff_plan import Plan, PlanRequest, complete, make_plan
from onesist_desktop.storage import migrate, outlines
from onesist_desktop.storage.engine import make_engine
from onesist_desktop.storage.records import ProjectRecord, RunRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.property import handoff_strategies as hs
from tests.property.plan_by_text import Frame, TextPlan, build_by_text, plan_by_text

AGENTS = ("agent-a", "agent-b")
KEY, NAME = "sk-canary-0123456789", "[secret:1]"
CWD = "/p"
numbers = itertools.count(1)

said = st.sampled_from(["", " ", "go on", "# Title\n## More", f"with {KEY}", f"with {NAME}", "x" * 300, "y" * 1_500, "\ud800é"])
parts = st.one_of(
    said.map(TextPart),
    said.map(TextPart),
    st.just(ThinkingPart("hm")),
    st.builds(CommandPart, st.just("c"), st.just("ls"), said, st.sampled_from([None, 0, 1]), st.sampled_from(CallState)),
    st.builds(FileChangePart, st.sampled_from(["a.py", "b.py"]), state=st.sampled_from(CallState)),
    st.builds(ToolCallPart, st.just("t"), st.just("helper"), result=said, tool=st.sampled_from(ToolKind)),
    st.just(AttachmentPart("a.png", "/p/a.png", "image/png")),
    st.builds(PlanPart, st.sampled_from([(), (PlanEntry("first"), PlanEntry("second"))])),
    st.builds(QuestionPart, st.just("q"), st.just("Really?"), answer=st.sampled_from([None, "yes"])),
    st.builds(ErrorPart, st.just("overloaded"), said),
)
brought = st.lists(st.tuples(st.sampled_from(list(ItemKind)), st.integers(1, 99), said).map(list), max_size=3)


@dataclass(frozen=True)
class Turn:
    """Something that was asked and perhaps answered."""

    provider: str
    question: tuple[Part, ...]
    answer: tuple[Part, ...] | None
    status: MessageStatus
    is_accepted: bool
    holds: tuple[bool, bool]
    raises_known: bool
    is_again: bool
    retires: bool
    occupied: int | None


@dataclass(frozen=True)
class Odd:
    """A message that no run is about."""

    kind: MessageKind | None
    role: Role
    parts: tuple[Part, ...]
    data: dict[str, Any]
    rolled_back: bool


turns = st.builds(
    Turn,
    provider=st.sampled_from([*AGENTS, "model-m"]),
    question=st.lists(parts, min_size=1, max_size=2).map(tuple),
    answer=st.none() | st.lists(parts, max_size=4).map(tuple),
    status=st.sampled_from([MessageStatus.SETTLED, MessageStatus.SETTLED, MessageStatus.INTERRUPTED]),
    is_accepted=st.booleans(),
    holds=st.tuples(st.booleans(), st.booleans()),
    raises_known=st.booleans(),
    is_again=st.booleans(),
    retires=st.sampled_from([False, False, False, True]),
    occupied=st.sampled_from([None, None, 0, 5_000, 200_000]),
)
odd = st.one_of(
    st.builds(
        Odd,
        st.just(MessageKind.MERGE),
        st.sampled_from([Role.USER, Role.ASSISTANT]),
        st.lists(parts, min_size=1, max_size=2).map(tuple),
        brought.map(lambda items: {"items": items} if items else {}),
        st.booleans(),
    ),
    st.builds(
        Odd,
        st.sampled_from([MessageKind.COMPACTION, MessageKind.ERROR, MessageKind.DOCUMENT, None]),
        st.sampled_from(Role),
        st.lists(parts, max_size=2).map(tuple),
        st.sampled_from([{}, {"covers_upto": 3}]),
        st.booleans(),
    ),
)
requests = st.fixed_dictionaries(
    {
        "model": st.sampled_from([None, None, None, "other"]),
        "cwd": st.sampled_from([CWD, CWD, CWD, "/elsewhere"]),
        "context_window": st.sampled_from([None, 8_000, 60_000, 70_000, 200_000]),
        "message_bytes": st.sampled_from([0, 5_600, 40_000]),
        "cap_bytes": st.one_of(st.integers(0, 3_000), st.just(16_000)),
        "locale": hs.locales,
    }
)
# What happens to a thread between two looks at it.
changes = st.sampled_from(["none", "mask", "mask watched", "rewrite", "set data", "settle"])


class World:
    """One thread in the database."""

    def __init__(self, uow: UnitOfWork) -> None:
        self.uow, self.thread_id = uow, ThreadId(f"t{next(numbers)}")
        self.asked: list[MessageId] = []
        uow.threads.add(ThreadRecord(self.thread_id, ProjectId("p"), "T", PermissionMode.ASK, 1.0, 1.0))

    def add(self, role: Role, parts: tuple[Part, ...], **values: Any) -> Message:
        seq = self.uow.threads.take_seq(self.thread_id)
        message = Message(MessageId(f"{self.thread_id}-{seq}"), self.thread_id, seq, role, parts, **values)
        self.uow.messages.add(message)
        return message

    def take(self, turn: Turn) -> None:
        """Do what a turn leaves in the database."""
        uow = self.uow
        provider = ProviderId(turn.provider)
        if turn.is_again and self.asked:
            question = uow.messages.get(self.asked[-1])
        else:
            question = self.add(Role.USER, turn.question)
            self.asked.append(question.id)
        session = self.session(provider, turn) if turn.provider in AGENTS else None
        answer = None
        run_id = RunId(f"r{next(numbers)}")
        if turn.answer is not None:
            answer = self.add(Role.ASSISTANT, turn.answer, status=turn.status, provider_id=provider, run_id=run_id)
        uow.runs.add(
            RunRecord(
                run_id,
                self.thread_id,
                uow.runs.next_ordinal(self.thread_id),
                provider,
                None,
                PermissionMode.ASK,
                CWD,
                RunStatus.FINISHED,
                question.id,
                1.0,
                reply_message_id=answer.id if answer else None,
                session_row_id=session.id if session else None,
                prompt_held=session is not None and turn.holds[0],
                reply_held=session is not None and answer is not None and turn.holds[1],
                accepted_at=1.0 if turn.is_accepted else None,
            )
        )
        if session is not None and turn.raises_known:
            uow.sessions.raise_known(session.id, (answer or question).seq)
        if session is not None and turn.retires:
            uow.sessions.retire(session.id, RetireReason.INTERRUPTED, 1.0)

    def session(self, provider: ProviderId, turn: Turn) -> SessionRecord:
        active = self.uow.sessions.active(self.thread_id, provider)
        if active is None:
            values: dict[str, Any] = {"occupied": turn.occupied, "context_window": 100_000 if turn.occupied else None}
            active = SessionRecord(
                SessionRowId(f"s{next(numbers)}"),
                self.thread_id,
                provider,
                SessionState.ACTIVE,
                CWD,
                PermissionMode.ASK,
                1.0,
                1.0,
                **values,
            )
            self.uow.sessions.add(active)
        return active

    def change(self, how: str) -> None:
        """Write something that was there already."""
        uow = self.uow
        content = [message for message in uow.messages.newest(self.thread_id, 999) if message.is_content]
        merges = [message for message in content if message.kind is MessageKind.MERGE] if how == "set data" else []
        some = next(iter(merges or content[len(content) // 2 :]), None)
        match how:
            case "mask" | "mask watched":
                uow.replace_everywhere(KEY, NAME, only_watched=how != "mask")
            case "rewrite" if some:
                uow.messages.write_parts(some.id, {0: TextPart("another")}, 1)
            case "set data" if some:
                uow.messages.set_data(some.id, {"items": [["command", 7, "brought later"]]})
            case "settle" if some:
                uow.messages.settle(replace(some, parts=(*some.parts, TextPart("and more")), status=MessageStatus.INTERRUPTED))

    def check(self, given_request: dict[str, Any], current_seq: int) -> None:
        """Compare the plans for everybody."""
        for provider in (*AGENTS, "model-m", "newcomer"):
            request = PlanRequest(
                thread_id=self.thread_id,
                provider_id=ProviderId(provider),
                capabilities=Capabilities(
                    provider != "model-m", takes_mcp=provider == "agent-a", can_change_model=provider == "agent-b"
                ),
                current_seq=current_seq,
                mode=PermissionMode.ASK,
                **given_request,
            )
            expected, plan = plan_by_text(self.uow, request), make_plan(self.uow, request)
            compare(plan, expected)
            for more in (0, 1):
                snug = expected.snug
                snug = replace(snug, cap_bytes=max(0, snug.cap_bytes - more), message_bytes=snug.message_bytes + more)
                compare(make_plan(self.uow, snug), plan_by_text(self.uow, snug))
            looking = Looking(self.thread_id, lambda _, request=request: [request], {}, with_texts=True)  # type: ignore[misc]
            while not looking.work(self.uow):
                pass
            (look,) = looking.looks
            compare(complete(look.fit, look.texts), expected)
            assert look.fit.omitted_count == len(expected.omitted)
            assert look.known.gathered.due_count == len(set(expected.owners))
            if plan.told_text:
                self.check_record(plan, expected, request)

    def check_record(self, plan: Plan, expected: TextPlan, request: PlanRequest) -> None:
        ids = bookkeeping.PlanIds(SessionRowId(""), "", TransferId(f"x{next(numbers)}"), HandoffId(f"h{next(numbers)}"))
        run = RunRecord(
            RunId("r"), self.thread_id, 1, request.provider_id, None, request.mode, CWD, RunStatus.FINISHED, MessageId("m"), 1.0
        )
        record = self.uow.handoffs.get(bookkeeping._record_handoff(self.uow, run, plan, ids, None, 1.0))
        assert record.covered_seqs == tuple(message.seq for message in expected.due)
        assert record.included_seqs == tuple(sorted(set(expected.included)))
        assert record.omitted_seqs == tuple(sorted(expected.omitted))
        assert record.included_count == len(expected.included)
        assert record.omitted_count == expected.block.omitted
        transfers = self.uow._connection.exec_driver_sql(
            "SELECT source_provider_id, source_seq FROM context_transfers WHERE id = ?", (ids.transfer,)
        )
        assert tuple(transfers.one()) == (expected.due[-1].provider_id, expected.due[-1].seq)
        self.uow.handoffs.move(ids.handoff, HandoffDelivery.REFUSED, 1.0)


def compare(plan: Plan, expected: TextPlan) -> None:
    assert (plan.transition, plan.session, plan.stale) == (expected.transition, expected.session, expected.stale)
    assert list(plan.due.seqs) == [message.seq for message in expected.due]
    assert list(plan.due.item_seqs) == [item.seq for item in expected.items]
    assert list(plan.due.sizes) == [item.size_bytes for item in expected.items]
    assert plan.block == expected.block
    assert tuple((entry.role, entry.text) for entry in plan.history) == expected.history
    assert plan.told == (expected.items if expected.history else expected.block.chosen)
    assert plan.told_text == (expected.block.text or expected.history_text)
    assert (plan.fit.strategy, plan.fit.budget_bytes, plan.receipt) == (expected.strategy, expected.budget_bytes, expected.receipt)
    assert (plan.had_due, plan.delivered_any) == (bool(expected.items), bool(expected.block.chosen or expected.history))
    assert plan.counts == expected.counts
    assert list(plan.fit.included_seqs) == expected.included


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    path: Path = tmp_path_factory.mktemp("plans") / "o.db"
    migrate.prepare(path)
    made = make_engine(path)
    with made.begin() as connection:
        UnitOfWork(connection).projects.add(ProjectRecord(ProjectId("p"), "P", CWD, 1.0, 1.0))
    yield made
    made.dispose()


@pytest.fixture(scope="module", autouse=True)
def _small_stretches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outlines, "STRETCH_SEQS", 4)
        patch.setattr("onesist_desktop.services.history.SLICE_TEXTS", 3)
        patch.setattr("onesist_desktop.services.handoff_looks.SLICE_OUTLINED", 5)
        patch.setattr("onesist_desktop.storage.runs._STEP", 2)
        # What was written is known to be outdated, without anybody stumbling over it.
        patch.delattr(outlines.OutlineStore, "forget")
        yield


@given(
    story=st.lists(turns | odd, max_size=16),
    request=requests,
    change=changes,
    more=st.lists(turns | odd, max_size=6),
    before=st.none() | st.integers(1, 20),
)
@settings(max_examples=60)
def test_a_plan_by_outlines_is_the_plan_by_texts(
    engine: Engine, story: list[Turn | Odd], request: dict[str, Any], change: str, more: list[Turn | Odd], before: int | None
) -> None:
    with engine.connect() as connection, connection.begin() as transaction:
        try:
            tell(World(UnitOfWork(connection)), [story, more], request, change, before)
        finally:
            transaction.rollback()


def tell(world: World, parts: list[list[Turn | Odd]], request: dict[str, Any], change: str, before: int | None) -> None:
    """Let a thread grow in parts, and look at it before and after something of it is written once more."""
    uow = world.uow
    uow.watch_texts()
    for part in parts:
        for each in part:
            if isinstance(each, Turn):
                world.take(each)
            else:
                world.add(each.role, each.parts, kind=each.kind, data=each.data, rolled_back=each.rolled_back)
        last_seq = uow.threads.get(world.thread_id).last_seq
        world.check(request, last_seq + 1)
        if before is not None:
            world.check(request, min(before, last_seq + 1))
        world.change(change)
        world.check(request, last_seq + 1)


@given(items=hs.histories(), budget=hs.budgets, mode=st.sampled_from([HandoffMode.HANDOFF, HandoffMode.DELTA]), locale=hs.locales)
def test_a_built_handoff_is_what_it_always_was(items: list[Any], budget: int, mode: HandoffMode, locale: str) -> None:
    for read_tool in (False, True):
        frame = Frame(mode, "t", locale, read_tool)
        for room in (budget, frame.whole_bytes(items), frame.whole_bytes(items) - 1):
            expected = build_by_text(items, room, frame)
            assert build_handoff(items, room, mode=mode, thread_id="t", locale=locale, read_tool=read_tool) == expected


@given(
    contents=st.lists(st.tuples(st.lists(parts, max_size=4), st.sampled_from([None, "a", "b"])), max_size=12),
    cuts=st.tuples(st.integers(0, 14), st.integers(0, 14)),
    out=st.sets(st.integers(0, 14)),
)
def test_outlines_can_be_cut_joined_and_stored(
    contents: list[tuple[list[Part], str | None]], cuts: tuple[int, int], out: set[int]
) -> None:
    messages = [
        Message(MessageId(f"m{seq}"), ThreadId("t"), seq, Role.ASSISTANT, tuple(each), provider_id=ProviderId(who) if who else None)
        for seq, (each, who) in enumerate(contents, start=1)
    ]
    whole = Outline.of(messages)
    low, high = sorted(cuts)
    assert whole.between(low, high) == Outline.of(message for message in messages if low < message.seq < high)
    assert whole.without(out) == Outline.of(message for message in messages if message.seq not in out)
    assert Outline.joined([whole.between(0, low + 1), whole.between(low, 99)]) == whole
    assert Outline.from_bytes(whole.to_bytes()) == whole
