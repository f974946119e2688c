# SPDX-License-Identifier: MIT
"""A check of the check in ``test_lineage_model``: each rule of forks, merges and rewinds, once broken, is noticed by it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.rewinding import Cut
from onesist_desktop.services import handoff_plan, merge_plan, merge_records, native_forks, run_life, settling, turns
from onesist_desktop.storage.copies import CopyStore
from onesist_desktop.storage.merges import MergeStore
from onesist_desktop.storage.records import SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.property.lineage_world import World

Story = Callable[[World], Awaitable[None]]
Breaks = Callable[[pytest.MonkeyPatch], None]


async def step(world: World, doing: Awaitable[Any]) -> Any:
    """Do one thing, and look at everything."""
    result = await doing
    await world.check()
    return result


async def work(world: World, thread: int = 0, provider: str = "agent-a", **more: Any) -> None:
    await step(world, world.send(world.threads[thread], provider, **more))


async def fork(world: World, back: int = 0) -> None:
    await step(world, world.fork(world.threads[0], back))


async def forks_a_session(world: World) -> None:
    await work(world)
    await work(world)
    await fork(world)
    await work(world, 1)


async def forks_a_session_that_is_owed_something(world: World) -> None:
    await work(world, provider="model-m")
    await work(world, cap=0)
    await fork(world)
    await work(world, 1)


async def forks_before_the_end(world: World) -> None:
    await work(world)
    await work(world)
    await fork(world, 2)
    await work(world, 1)


async def forks_within_a_turn(world: World) -> None:
    await work(world)
    await work(world)
    await fork(world, 1)
    await work(world, 1)


async def merges_twice(world: World) -> None:
    await work(world)
    await fork(world)
    for _ in range(2):
        await work(world, 1)
        await step(world, world.merge(world.threads[1]))
    await work(world)


async def rewinds_a_merge(world: World) -> None:
    await work(world)
    await fork(world)
    await work(world, 1)
    await step(world, world.merge(world.threads[1]))
    await step(world, world.rewind(world.threads[0], 1))
    await step(world, world.merge(world.threads[1]))


async def merges_after_a_rewind(world: World) -> None:
    await work(world)
    await work(world)
    await fork(world)
    await work(world, 1)
    await step(world, world.rewind(world.threads[0], 2))
    await step(world, world.merge(world.threads[1]))
    await step(world, world.undo(world.threads[0]))


async def rewinds(world: World) -> None:
    await work(world)
    await work(world)
    await step(world, world.rewind(world.threads[0], 2))
    await work(world)


async def rewinds_an_answer(world: World) -> None:
    await work(world)
    await work(world)
    await step(world, world.rewind(world.threads[0], 1))
    await work(world)


async def forks_while_the_parent_goes_on(world: World) -> None:
    await work(world)
    await fork(world)
    await step(world, world.begin(world.threads[1], "agent-a", "opening"))
    await work(world)
    await step(world, world.let_go(world.threads[1]))


async def forks_after_a_rewind(world: World) -> None:
    await work(world)
    await work(world)
    await step(world, world.rewind(world.threads[0], 2))
    await work(world)
    await fork(world)
    await work(world, 1, "agent-b")


def forget_inherited(patch: pytest.MonkeyPatch) -> None:
    _change_native(patch, inherited_seqs=())


def know_nothing(patch: pytest.MonkeyPatch) -> None:
    _change_native(patch, known_upto_seq=0)


def know_too_much(patch: pytest.MonkeyPatch) -> None:
    _change_native(patch, known_upto_seq=99)


def _change_native(patch: pytest.MonkeyPatch, **values: Any) -> None:
    find = handoff_plan.find_native_fork

    def found(*args: Any, **more: Any) -> Any:
        native = find(*args, **more)
        return native and replace(native, **values)

    patch.setattr(handoff_plan, "find_native_fork", found)


def take_the_end_for_any_place(patch: pytest.MonkeyPatch) -> None:
    # The look after the fork would find it too.
    fork_whatever_came_meanwhile(patch)
    place = native_forks.fork_place
    patch.setattr(native_forks, "fork_place", lambda *args, is_head, works: place(*args, is_head=True, works=False))


def fork_behind_the_fork_point(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(native_forks, "_is_all_there", lambda *args: True)


def merge_everything_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(merge_plan, "new_span", lambda uow, child: (child.forked_at_seq or 0, child.last_seq + 1))


def count_rewound_merges(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MergeStore, "refresh_into", lambda store, parent_id: [])


def merge_without_settling(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(merge_records, "settle_rewinds", lambda *args: ())


def rewind_without_cutting(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(settling, "_cut_back", lambda *args: None)


def cut_and_take_it_for_held(patch: pytest.MonkeyPatch) -> None:
    def cut_back(uow: UnitOfWork, session: SessionRecord, cut: Cut, now: float) -> None:
        assert cut.run is not None
        assert cut.run.anchor is not None
        uow.sessions.cut_back(session.id, cut.run.anchor, cut.run.known_after or 0, updated_at=now)

    patch.setattr(settling, "_cut_back", cut_back)


def fork_whatever_came_meanwhile(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(run_life, "is_as_planned", lambda *args: True)


def rewind_without_settling(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turns, "settle_rewinds", lambda *args: ())


def copy_one_too_few(patch: pytest.MonkeyPatch) -> None:
    copy = CopyStore.copy
    patch.setattr(CopyStore, "copy", lambda store, source, target, upto, new_id: copy(store, source, target, upto - 1, new_id))


BROKEN: list[tuple[Breaks, Story, str]] = [
    (forget_inherited, forks_a_session_that_is_owed_something, "all"),
    (know_nothing, forks_a_session, "all"),
    (know_too_much, forks_a_session_that_is_owed_something, "all"),
    (take_the_end_for_any_place, forks_before_the_end, "fork at end"),
    (fork_behind_the_fork_point, forks_within_a_turn, "all"),
    (merge_everything_again, merges_twice, "all"),
    (count_rewound_merges, rewinds_a_merge, "all"),
    (merge_without_settling, merges_after_a_rewind, "all"),
    (rewind_without_cutting, rewinds, "all"),
    (cut_and_take_it_for_held, rewinds_an_answer, "all"),
    (fork_whatever_came_meanwhile, forks_while_the_parent_goes_on, "fork at end"),
    (rewind_without_settling, rewinds, "no truncate"),
    (copy_one_too_few, forks_after_a_rewind, "all"),
]


async def tell(story: Story, ability: str, folder: Path) -> None:
    world = World(folder, (ability, ability))
    await world.open()
    try:
        await story(world)
    finally:
        await world.close()


@pytest.mark.parametrize(("breaks", "story", "ability"), BROKEN, ids=[each[0].__name__ for each in BROKEN])
async def test_a_broken_rule_is_noticed(
    breaks: Breaks, story: Story, ability: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sound").mkdir()
    await tell(story, ability, tmp_path / "sound")
    (tmp_path / "broken").mkdir()
    with monkeypatch.context() as patch:
        breaks(patch)
        with pytest.raises(AssertionError):
            await tell(story, ability, tmp_path / "broken")
