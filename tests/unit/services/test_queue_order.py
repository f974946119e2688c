# SPDX-License-Identifier: MIT
from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import QueuedId
from onesist_desktop.services.events import QueueChanged
from tests.support.service_rig import Rig, service_rig


async def queued(rig: Rig, *texts: str) -> dict[str, QueuedId]:
    for text in texts:
        await rig.queue.add(rig.thread_id, text, rig.options("agent-a"))
    view = (await rig.threads.open_thread(rig.thread_id)).queue
    assert view is not None
    return {item.text: item.id for item in view.items}


async def test_every_move_gives_the_order_that_was_asked_for(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        told: list[list[str]] = []
        rig.context.bus.subscribe(QueueChanged, lambda event: told.append([item.text for item in event.queue.items]))
        ids = await queued(rig, "a", "b", "c")
        order = ["a", "b", "c"]
        for moved, before in itertools.product(("a", "b", "c"), ("a", "b", "c", None)):
            if moved != before:
                order.remove(moved)
                order.insert(order.index(before) if before else len(order), moved)
            await rig.turns.move_queued(ids[moved], ids[before] if before else None)
            assert told[-1] == order
        await rig.queue.add(rig.thread_id, "d", rig.options("agent-a"))
        assert told[-1] == [*order, "d"]


async def test_what_was_sent_meanwhile_can_not_be_moved_and_nothing_changes(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        ids = await queued(rig, "a", "b")
        gone = QueuedId("gone")
        for moved, before in ((gone, None), (gone, ids["a"]), (ids["b"], gone)):
            with pytest.raises(NotFoundError):
                await rig.turns.move_queued(moved, before)
        assert list(await queued(rig)) == ["a", "b"]


async def test_messages_of_another_thread_are_no_neighbours(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        ids = await queued(rig, "a")
        other = await rig.threads.create(rig.project_id, "other")
        await rig.queue.add(other.id, "theirs", rig.options("agent-a"))
        theirs = (await rig.context.database.run(lambda uow: uow.queue.of_thread(other.id)))[0]
        with pytest.raises(NotFoundError):
            await rig.turns.move_queued(ids["a"], theirs.id)
