# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import signal
import uuid
from pathlib import Path

from onesist_desktop.process import tree
from onesist_desktop.process.tree import ProcessId
from tests.unit.process import scripts


async def test_descendants_and_marked_find_the_same_tree(tmp_path: Path) -> None:
    child = await scripts.start(scripts.PARENT, "plain", cwd=tmp_path)
    line = await anext(child.frames())
    assert isinstance(line, bytes)
    grandchild = int(line)
    assert [process.pid for process in tree.descendants(child.pid)] == [grandchild]
    assert {process.pid for process in tree.marked(child.mark)} == {child.pid, grandchild}
    assert [process.pid for process in tree.in_session(child.pid)] == [grandchild]
    assert [process.pid for process in tree.family(child.pid, child.mark)] == [grandchild]
    await child.stop(eof_s=0.1, term_s=0.1)


async def test_the_marked_are_not_looked_for_among_older_processes(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path)
    assert [process.pid for process in tree.marked(child.mark, not_before=child.started_at)] == [child.pid]
    assert tree.marked(child.mark, not_before=child.started_at + 2 * tree.SAME_START_S) == []
    await child.stop()


async def test_end_returns_when_they_are_gone_and_asks_before_it_kills(tmp_path: Path) -> None:
    polite = await scripts.start(scripts.POLITE, cwd=tmp_path)
    stubborn = await scripts.start(scripts.STUBBORN, cwd=tmp_path)
    for child in (polite, stubborn):
        assert await anext(child.frames()) == b"ready"
    both = [found for child in (polite, stubborn) if (found := tree.identify(child.pid))]
    assert await tree.end(both, term_s=0.5, kill_s=5) == []
    assert await polite.wait(5) == 7
    assert await stubborn.wait(5) == -signal.SIGKILL
    assert await tree.end(both, term_s=0, kill_s=0) == []
    await polite.stop()
    await stubborn.stop()


async def test_a_process_that_got_the_pid_later_is_left_alone(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path)
    earlier = ProcessId(child.pid, child.started_at - 3600)
    assert not tree.is_alive(earlier)
    assert await tree.end([earlier], term_s=0.1, kill_s=0.1) == []
    tree.kill(earlier)
    await child.write_line(b"alive")
    assert await anext(child.frames()) == b"alive"
    await child.stop()


async def test_what_does_not_end_in_time_is_returned(tmp_path: Path) -> None:
    child = await scripts.start(scripts.STUBBORN, cwd=tmp_path)
    identity = tree.identify(child.pid)
    assert identity is not None
    assert await tree.wait_gone([identity], 0.05) == [identity]
    await child.stop(eof_s=0, term_s=0)


def test_nothing_belongs_to_a_pid_that_is_not_there() -> None:
    missing = 2**22 + 1
    assert tree.identify(missing) is None
    assert tree.descendants(missing) == []
    assert tree.in_session(missing) == []
    tree.send_signal(ProcessId(missing, 0.0), signal.SIGTERM)


def test_an_unknown_or_empty_mark_finds_nothing() -> None:
    assert tree.marked(uuid.uuid4().hex) == []
    assert tree.marked("") == []


def test_this_process_never_signals_itself() -> None:
    own = tree.identify(os.getpid())
    assert own is not None
    tree.send_signal(own, signal.SIGKILL)
