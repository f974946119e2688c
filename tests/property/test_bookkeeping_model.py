# SPDX-License-Identifier: MIT
"""No content is ever lost to a session, or told to it twice, whatever happens to the turns."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from onesist_desktop.core.messages import Role
from tests.property.bookkeeping_world import World

agents = st.sampled_from(("claude", "codex"))
words = st.integers(0, 60).map(lambda count: "word " * count)
# Nothing fits, a few short items fit, most fit, all fit.
budgets = st.sampled_from((0, 200, 420, 520, 700, 1_200, 16_000))
again = st.booleans()


class Bookkeeping(RuleBasedStateMachine):
    """Each rule is one turn with one kind of end."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()

    @rule(agent=agents, text=words, answer=words, budget=budgets, again=again)
    def completes(self, agent: str, text: str, answer: str, budget: int, again: bool) -> None:
        sent = self.world.deliver(agent, self.world.ask(again, text), budget)
        self.world.reply(sent, answer, is_held=True)

    @rule(agent=agents, text=words, answer=words, budget=budgets, again=again, is_held=st.booleans())
    def is_stopped(self, agent: str, text: str, answer: str, budget: int, again: bool, is_held: bool) -> None:
        sent = self.world.deliver(agent, self.world.ask(again, text), budget)
        self.world.reply(sent, answer, is_held=is_held)

    @rule(
        agent=agents,
        text=words,
        answer=words,
        budget=budgets,
        again=again,
        # Whether its session holds what it said before each message that it took; None: it said nothing.
        before=st.lists(st.sampled_from((None, True, False)), min_size=1, max_size=3),
        is_held=st.booleans(),
    )
    def is_steered(
        self, agent: str, text: str, answer: str, budget: int, again: bool, before: list[bool | None], is_held: bool
    ) -> None:
        sent = self.world.deliver(agent, self.world.ask(again, text), budget)
        for said in before:
            if said is not None:
                self.world.reply(sent, answer, is_held=said)
            self.world.take(sent, text)
        self.world.reply(sent, answer, is_held=is_held)

    @rule(text=words, again=again)
    def is_refused_before_reading(self, text: str, again: bool) -> None:
        self.world.unsent = self.world.ask(again, text)

    @rule(agent=agents, text=words, budget=budgets, again=again, arrived=st.booleans())
    def is_uncertain(self, agent: str, text: str, budget: int, again: bool, arrived: bool) -> None:
        seq = self.world.ask(again, text)
        if arrived:
            self.world.deliver(agent, seq, budget)
        self.world.retire(agent)
        self.world.unsent = seq

    @rule(agent=agents, text=words, budget=budgets, again=again, can_truncate=st.booleans())
    def fails_without_output(self, agent: str, text: str, budget: int, again: bool, can_truncate: bool) -> None:
        seq = self.world.ask(again, text)
        sent = self.world.deliver(agent, seq, budget)
        if sent.is_fresh:
            self.world.retire(agent)
        elif can_truncate:
            self.world.cut_back(sent)
        else:
            return  # It counts as seen; sending again says "continue".
        self.world.unsent = seq

    @rule(agent=agents)
    def starts_clean(self, agent: str) -> None:
        self.world.retire(agent)

    @rule(text=words, answer=words, again=again)
    def is_answered_by_a_model(self, text: str, answer: str, again: bool) -> None:
        world = self.world
        seq = world.ask(again, text)
        world.model_requests.append((seq, [*(each for each in world.content() if each < seq), seq]))
        world.unsent = None
        world.add(Role.ASSISTANT, answer)

    @precondition(lambda self: len(self.world.messages) > 2)
    @rule(data=st.data())
    def is_rewound(self, data: st.DataObject) -> None:
        self.world.roll_back_after(data.draw(st.integers(1, len(self.world.messages) - 1)))

    @invariant()
    def nothing_is_lost_to_or_repeated_in_a_session(self) -> None:
        content = self.world.content()
        following = len(self.world.messages) + 1
        for row in self.world.rows.values():
            held, offered, owed = row.native.held, row.native.offered, self.world.due(row, following)
            assert sorted([*held, *offered, *owed]) == content, "each piece of content is in exactly one of the three, once"

    @invariant()
    def a_retired_session_was_told_nothing_twice(self) -> None:
        for row in self.world.retired:
            assert len(set(row.native.held)) == len(row.native.held)

    @invariant()
    def a_model_gets_all_of_it_in_order(self) -> None:
        for seq, request in self.world.model_requests:
            assert request == sorted(set(request))
            assert request[-1] == seq


TestBookkeeping = Bookkeeping.TestCase
TestBookkeeping.settings = settings(stateful_step_count=30)


def test_the_model_notices_a_rule_that_moves_on_too_early() -> None:
    """A check of the check: had a session that got nothing of what it was owed counted as up to date, this would show."""
    world = World()
    sent = world.deliver("codex", world.ask(False, "hi"), 0)
    world.reply(sent, "hello", is_held=True)
    late = world.deliver("claude", world.ask(False, "you too"), 0)
    assert world.due(late.row, 99) == [1, 3]
    late.row.known = 4
    assert world.due(late.row, 99) == []
    assert sorted([*late.row.native.held, *late.row.native.offered]) != world.content()
