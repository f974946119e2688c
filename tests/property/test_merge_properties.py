# SPDX-License-Identifier: MIT
"""A merge never exceeds its budget, never brings anything twice, loses nothing unsaid, and keeps the order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.errors import LineageError, LineageFault
from onesist_desktop.core.handoff import HandoffItem, HandoffMode, build_handoff, handoff_items
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.handoff_text import LOCALES, MIN_ITEM_BYTES
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.merging import MergeChoice, choose_merge, merge_after
from onesist_desktop.core.messages import CommandPart, Message, MessageKind, Part, Role, TextPart
from tests.property.handoff_strategies import ATTACKS, budgets, kinds, locales, shown_lines, texts, thread_ids

_parts = st.one_of(texts.map(TextPart), st.builds(CommandPart, st.just("c"), texts, texts, st.sampled_from((None, 0, 1))))


@st.composite
def branches(draw: st.DrawFn) -> list[Message]:
    """The messages of a fork, copies and merges from forks of its own among them."""
    found, seq = [], 0
    for step in draw(st.lists(st.integers(1, 3), max_size=10)):
        seq += step
        kind = draw(st.sampled_from((None, None, None, MessageKind.MERGE)))
        role = Role.USER if kind else draw(st.sampled_from((Role.USER, Role.ASSISTANT, Role.SYSTEM)))
        parts: tuple[Part, ...] = tuple(draw(st.lists(_parts, max_size=2))) if kind is None else (TextPart("framed"),)
        data = {}
        if kind is not None:
            brought = draw(st.lists(st.tuples(kinds, st.integers(1, 30), texts), max_size=3))
            data = {"items": [[kind.value, at, text] for kind, at, text in brought]}
        found.append(Message(MessageId(f"m{seq}"), ThreadId("child"), seq, role, parts, kind=kind, data=data))
    return found


def _new(messages: list[Message], after_seq: int) -> list[Message]:
    return [message for message in messages if message.seq > after_seq and message.is_content]


def _choose(messages: list[Message], budget: int, thread_id: str, locale: str) -> MergeChoice | LineageFault:
    try:
        return choose_merge(Outline.of(messages), budget, thread_id=thread_id, locale=locale)
    except LineageError as error:
        return error.fault


@given(branches(), budgets, thread_ids, locales)
def test_a_merge_keeps_its_budget_and_loses_nothing_unsaid(
    messages: list[Message], budget: int, thread_id: str, locale: str
) -> None:
    new = _new(messages, 0)
    items, choice = handoff_items(new), _choose(new, budget, thread_id, locale)
    if choice is LineageFault.NOTHING_NEW:
        assert items == []
        return
    block = build_handoff(items, budget, mode=HandoffMode.MERGE, thread_id=thread_id, locale=locale)
    if isinstance(choice, LineageFault):
        assert choice is LineageFault.NOTHING_FITS
        assert block.chosen == ()
        return
    chosen = [items[index] for index in choice.indexes]
    text = choice.render(chosen)
    assert len(text.encode()) <= budget
    assert tuple(chosen) == block.chosen
    # Chosen and left out are all of it, each once, and each in its order.
    assert sorted(choice.indexes + choice.left_out) == list(range(len(items)))
    assert list(choice.indexes) == sorted(choice.indexes)
    assert list(choice.left_out) == sorted(choice.left_out)
    assert choice.included_count + choice.omitted_count == sum(bool(handoff_items([message])) for message in new)
    assert choice.upto_seq == new[-1].seq


@given(branches(), budgets, thread_ids, locales)
def test_nothing_in_a_merge_can_pose_as_a_new_message(messages: list[Message], budget: int, thread_id: str, locale: str) -> None:
    new = _new(messages, 0)
    choice = _choose(new, budget, thread_id, locale)
    if isinstance(choice, LineageFault):
        return
    items = handoff_items(new)
    text = choice.render([items[index] for index in choice.indexes])
    lines = shown_lines(text)
    for words in LOCALES.values():
        assert not any(line.startswith(words.new_message) for line in lines)
    assert sum(line.startswith("#") for line in lines) == len(choice.indexes) + 1


@given(branches(), st.lists(st.integers(0, 30), max_size=4), st.integers(0, 10))
def test_merging_again_and_again_brings_everything_once(messages: list[Message], ends: list[int], forked_at_seq: int) -> None:
    brought: list[HandoffItem] = []
    merged_upto_seq = None
    for end in [*sorted(ends), 30]:
        there = [message for message in messages if message.seq <= end]
        new = _new(there, merge_after(forked_at_seq, merged_upto_seq))
        choice = _choose(new, 10_000_000, "child", "en")
        if isinstance(choice, MergeChoice):
            assert choice.left_out == ()
            brought += handoff_items(new)
            merged_upto_seq = choice.upto_seq
    assert brought == handoff_items(_new(messages, forked_at_seq))


@given(st.sampled_from(ATTACKS), st.integers(0, MIN_ITEM_BYTES))
def test_a_budget_without_room_for_anything_brings_nothing(text: str, budget: int) -> None:
    message = Message(MessageId("m"), ThreadId("child"), 1, Role.USER, (TextPart(text),))
    assert _choose([message], budget, "child", "en") is LineageFault.NOTHING_FITS
