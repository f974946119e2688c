# SPDX-License-Identifier: MIT
"""Whatever others do to a tree, exactly the folders that are there and aren't left out are watched afterwards, by their paths."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onesist_desktop.watch.changes import ChangeCollector
from onesist_desktop.watch.tree import TreeScope

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other systems have no inotify")

NAMES = ("a", "b", "node_modules", "é\n")
PLACES = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map("/".join)
ACTS = st.one_of(
    st.tuples(st.just("make"), PLACES, st.just("")),
    st.tuples(st.just("remove"), PLACES, st.just("")),
    st.tuples(st.just("move"), PLACES, PLACES),
    st.tuples(st.just("out"), PLACES, st.just("")),
    st.tuples(st.just("in"), PLACES, st.just("")),
    st.tuples(st.just("file"), PLACES, st.just("")),
    st.tuples(st.just("look"), st.just(""), st.just("")),
    st.tuples(st.just("half"), st.just(""), st.just("")),
)


@settings(max_examples=150)
@given(st.lists(ACTS, max_size=25))
def test_what_is_watched_is_what_is_there(acts: list[tuple[str, str, str]]) -> None:
    from onesist_desktop.watch.inotify_calls import InotifyCalls, Record
    from onesist_desktop.watch.inotify_tree import InotifyTree

    class Slow(InotifyCalls):
        """Hands out one event at a time, so that moves come in halves."""

        waiting: list[Record] = []  # noqa: RUF012

        def read(self):  # type: ignore[no-untyped-def]
            self.waiting += super().read()
            first, self.waiting = self.waiting[:1], self.waiting[1:]
            return iter(first)

    Slow.waiting = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        root, out = Path(name) / "root", Path(name) / "out"
        root.mkdir()
        out.mkdir()
        collector = ChangeCollector(100, lambda: None)
        tree = InotifyTree(TreeScope(str(root), frozenset({"node_modules"})), collector, Slow)
        calls = tree._calls
        assert isinstance(calls, Slow)
        try:
            tree.open(lambda: False)
            for kind, one, other in acts:
                if kind == "look":
                    _drain(tree, calls)
                elif kind == "half":
                    tree.wait(0)
                else:
                    _act(root, out, kind, one, other)
            _drain(tree, calls)
            there = {str(root)}
            for folder, names, _ in os.walk(root):
                names[:] = [each for each in names if each != "node_modules"]
                there |= {os.path.join(folder, each) for each in names}  # noqa: PTH118
            assert sorted(folder.path for folder in tree._folders.values()) == sorted(there)
            assert len(tree._folders) == len(there)
            assert not tree._moving
            collector.take()
            for folder in there:
                Path(folder, "mark").write_text("x")
            _drain(tree, calls)
            changes = collector.take()
            assert changes is not None
            expected = {str(Path(folder, "mark").relative_to(root)) for folder in there}
            assert changes.must_rescan or changes.paths == expected
        finally:
            tree.close()


def _drain(tree, calls) -> None:  # type: ignore[no-untyped-def]
    import select

    for _ in range(10_000):
        ready = select.select([calls.fd], [], [], 0)[0]
        if not ready and not calls.waiting and not tree._moving:
            if tree._resync_at is None:
                return
            tree._resync_at = 0.0
        if not ready and calls.waiting:
            # The descriptor has nothing, the test still has.
            before = tuple(tree._moving)
            for record in calls.read():
                tree._take(*record)
            for cookie in before:
                if (gone := tree._moving.pop(cookie, None)) is not None:
                    tree._forget(gone)
            tree._hand_over()
        else:
            tree.wait(0)
    raise AssertionError("it never comes to an end")


def _act(root: Path, out: Path, kind: str, one: str, other: str) -> None:
    place = root / one
    if kind == "make":
        place.mkdir(parents=True, exist_ok=True) if not _is_under_file(root, one) else None
    elif kind == "remove":
        shutil.rmtree(place, ignore_errors=True)
    elif kind == "move" and place.is_dir() and (root / other).parent.is_dir() and not (root / other).exists():
        if not (root / other).is_relative_to(place):
            place.rename(root / other)
    elif kind == "out" and place.is_dir():
        place.rename(out / str(len(os.listdir(out))))  # noqa: PTH208
    elif kind == "in" and place.parent.is_dir() and not place.exists():
        for folder in sorted(out.iterdir())[:1]:
            folder.rename(place)
    elif kind == "file" and place.parent.is_dir() and not place.exists():
        place.with_name("file").write_text("x")


def _is_under_file(root: Path, below: str) -> bool:
    path = root
    for part in below.split("/"):
        path /= part
        if path.is_file():
            return True
    return False
