# SPDX-License-Identifier: MIT
"""Bursts that nobody could hold: what is collected of them, and when it is told."""

from __future__ import annotations

import threading
import tracemalloc

from onesist_desktop.watch.changes import ChangeCollector, FolderChanges


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_nothing() -> None:
    collector = ChangeCollector(10, lambda: None)
    assert collector.is_empty
    assert collector.take() is None


def test_a_path_that_changes_often_is_told_once() -> None:
    wakes: list[int] = []
    collector = ChangeCollector(10, lambda: wakes.append(1))
    for _ in range(1000):
        collector.add(("a",))
    collector.add(has_git=True)
    assert collector.take() == FolderChanges(frozenset({"a"}), True, False)
    assert wakes == [1]
    collector.add(("b",))
    assert wakes == [1, 1]
    assert collector.take() == FolderChanges(frozenset({"b"}))


def test_a_million_events_are_one_rescan_and_take_no_room() -> None:
    collector = ChangeCollector(1000, lambda: None)
    tracemalloc.start()
    try:
        for number in range(0, 1_000_000, 500):
            collector.add([f"folder/file {each}" for each in range(number, number + 500)])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2_000_000
    assert not collector.wants_paths
    assert collector.take() == FolderChanges(must_rescan=True)
    assert collector.wants_paths


def test_told_when_quiet_but_not_too_late_and_later_in_a_flood() -> None:
    clock = _Clock()
    collector = ChangeCollector(2, lambda: None, clock)
    collector.add(("a",))
    assert collector.due_in_s(0.5, 2.0, 10.0) == 0.5
    clock.now = 0.4
    collector.add(("a",))
    assert collector.due_in_s(0.5, 2.0, 10.0) == 0.5
    clock.now = 1.8
    collector.add(("a",))
    assert round(collector.due_in_s(0.5, 2.0, 10.0), 6) == 0.2
    clock.now = 2.5
    assert collector.due_in_s(0.5, 2.0, 10.0) == 0.0
    collector.add(("b", "c"))
    assert collector.due_in_s(0.5, 2.0, 10.0) == 0.5
    clock.now = 9.9
    collector.add(("d",))
    assert round(collector.due_in_s(0.5, 2.0, 10.0), 6) == 0.1


def test_several_threads_at_once_lose_nothing() -> None:
    seen: set[str] = set()
    collector = ChangeCollector(1_000_000, lambda: None)

    def add(who: int) -> None:
        for number in range(5000):
            collector.add((f"{who}/{number}",))

    threads = [threading.Thread(target=add, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        seen |= (collector.take() or FolderChanges()).paths
    for thread in threads:
        thread.join()
    seen |= (collector.take() or FolderChanges()).paths
    assert len(seen) == 20_000
