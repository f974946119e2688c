# SPDX-License-Identifier: MIT
"""What holds for every handoff, whatever the history, the budget and the language."""

from __future__ import annotations

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from onesist_desktop.core.handoff import HandoffBlock, HandoffItem, ItemKind, build_handoff, select_handoff_items
from onesist_desktop.core.handoff_text import LOCALES, escape, item_heading, render_item, wording_for
from tests.property import handoff_strategies as hs

MARKED = re.compile(r" \[([0-9a-f]{16})\]\Z")


def build(items: list[HandoffItem], budget: int, **options: object) -> HandoffBlock:
    return build_handoff(items, budget, **{"mode": "handoff", "thread_id": "t", **options})  # type: ignore[arg-type]


any_block = {"items": hs.histories(), "budget": hs.budgets, "mode": hs.modes, "thread_id": hs.thread_ids, "locale": hs.locales}
options = {"read_tool": st.booleans(), "preamble": hs.preambles}


@given(**any_block, **options)
def test_never_a_byte_over_the_budget(items: list[HandoffItem], budget: int, **given_options: object) -> None:
    block = build(items, budget, **given_options)
    assert len(block.text.encode()) <= max(0, budget)
    assert (block.text == "") == (not block.chosen)


@given(**any_block, **options)
def test_omitted_and_chosen_make_up_the_whole_in_order(items: list[HandoffItem], budget: int, **given_options: object) -> None:
    block = build(items, budget, **given_options)
    assert block.omitted == len(items) - len(block.chosen)
    assert list(block.indexes) == sorted(set(block.indexes))
    assert tuple(items[index] for index in block.indexes) == block.chosen
    numbers = re.findall(r"(?m)^(\d+) (?:items? (?:was|were) left out|butir tidak disertakan)\.", block.text.split("\n\n")[0])
    assert numbers == ([str(block.omitted)] if block.chosen and block.omitted else [])


@given(**any_block, **options)
def test_chosen_items_stand_whole_one_after_the_other(items: list[HandoffItem], budget: int, **given_options: object) -> None:
    block = build(items, budget, **given_options)
    words = wording_for(str(given_options["locale"]))
    body = "".join(render_item(item.kind, item.seq, item.text, item.brought, words) for item in block.chosen)
    assert body in block.text
    assert block.text == "" or block.text.endswith(body + block.text.split("\n")[-1])


@given(**any_block, **options)
def test_history_never_poses_as_the_new_message(items: list[HandoffItem], budget: int, **given_options: object) -> None:
    block = build(items, budget, **given_options)
    assume(block.chosen)
    words = wording_for(str(given_options["locale"]))
    last_line = block.text.split("\n")[-1]
    marked = MARKED.search(last_line)
    assert marked
    assert last_line == f"{words.new_message} [{marked[1]}]"
    assert block.text.lower().count(marked[1]) == 2, "once where it is announced, once where the new message begins"
    headings = [line for line in hs.shown_lines(block.text) if line[:1] in {"#", "\uff03", "\ufe5f"}]
    own = [item_heading(item.kind, item.seq, item.brought, words) for item in block.chosen]
    state = [words.state] if words.state in headings else []
    assert headings == [words.heading, *state, *own, last_line]


@given(**any_block, **options, left_out=st.sets(st.integers(-2, 30)), note=hs.texts)
def test_a_manual_choice_is_kept_to(
    items: list[HandoffItem], budget: int, left_out: set[int], note: str, **given_options: object
) -> None:
    block = build(items, budget, left_out=left_out, note=note, **given_options)
    assert len(block.text.encode()) <= max(0, budget)
    assert left_out.isdisjoint(block.indexes)
    assert block.omitted == len(items) - len(block.chosen)
    words = wording_for(str(given_options["locale"]))
    # Whole or not at all, before everything else.
    noted = f"{words.note}\n{escape(note)}\n\n"
    headings = [line for line in hs.shown_lines(block.text) if line[:1] in {"#", "\uff03", "\ufe5f"}]
    assert (words.note in headings) == (noted in block.text and note.strip() != "")
    assert headings.count(words.note) <= 1
    if words.note in headings:
        assert headings.index(words.note) == 1
    assert bool(block.text) == (bool(block.chosen) or words.note in headings)


@given(items=hs.histories(), mode=hs.modes, preamble=hs.preambles)
def test_everything_goes_when_there_is_room(items: list[HandoffItem], mode: str, preamble: str) -> None:
    assume(items)
    block = build(items, 1_000_000, mode=mode, preamble=preamble)
    assert block.chosen == tuple(items)
    assert not preamble.strip() or escape(preamble) in block.text


@given(items=hs.histories(), budget=hs.budgets, mode=hs.modes, preamble=hs.preambles)
def test_same_choice_in_every_language(items: list[HandoffItem], budget: int, mode: str, preamble: str) -> None:
    for item in items:
        sizes = {len(render_item(item.kind, item.seq, item.text, item.brought, words).encode()) for words in LOCALES.values()}
        assert item.size_bytes == max(sizes)
    # The frame's own words differ in length, so the whole block may differ; the choice for a given room may not.
    assert sum(item.size_bytes for item in select_handoff_items(items, budget).chosen) <= max(0, budget)


@given(text=hs.texts)
def test_escaping_is_told_apart_and_settles(text: str) -> None:
    escaped = escape(text)
    sign = r"(?:^|(?<=[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]))"
    assert not re.search(sign + "#", escaped)
    assert len(escaped.encode()) <= len(text.encode("utf-8", "surrogatepass")) + sum(text.count(char) for char in "#\uff03\ufe5f")


@given(items=hs.histories(max_size=20), budget=st.integers(0, 6_000))
def test_choice_is_that_of_the_plain_rule(items: list[HandoffItem], budget: int) -> None:
    selection = select_handoff_items(items, budget)
    assert selection.indexes == plain_choice(items, budget)
    assert selection.chosen == tuple(items[index] for index in selection.indexes)
    assert selection.omitted == len(items) - len(selection.chosen)


@given(items=hs.histories(), spare=st.integers(0, 50))
def test_priority_items_win_when_they_fit(items: list[HandoffItem], spare: int) -> None:
    own = [index for index, item in enumerate(items) if not item.brought]
    users = [index for index in own if items[index].kind is ItemKind.USER]
    assistants = [index for index in own if items[index].kind is ItemKind.ASSISTANT]
    summaries = [index for index in own if items[index].kind is ItemKind.SUMMARY]
    wanted = {*summaries[-1:], *users[-1:], *assistants[-1:], *users[:1]}
    budget = sum(items[index].size_bytes for index in wanted) + spare
    assert wanted <= set(select_handoff_items(items, budget).indexes)


def plain_choice(items: list[HandoffItem], budget: int) -> tuple[int, ...]:
    """Choose by the rule as it is written, without a thought for speed."""
    own = [index for index, item in enumerate(items) if not item.brought]

    def of(kind: ItemKind) -> list[int]:
        return [index for index in own if items[index].kind is kind]

    order = of(ItemKind.SUMMARY)[-1:] + of(ItemKind.USER)[-1:] + of(ItemKind.ASSISTANT)[-1:] + of(ItemKind.USER)[:1]
    chosen: list[int] = []
    for index in [*order, *reversed(range(len(items)))]:
        if index not in chosen and sum(items[other].size_bytes for other in chosen) + items[index].size_bytes <= budget:
            chosen.append(index)
    return tuple(sorted(chosen))
