# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import uuid
from pathlib import Path

from onesist_desktop.process import tree
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.leftovers import end_marked_by_app
from tests.unit.process import scripts


async def grandchild_of(child: ChildProcess) -> tree.ProcessId:
    line = await anext(child.frames())
    assert isinstance(line, bytes)
    found = tree.identify(int(line))
    assert found is not None
    return found


async def test_a_marked_child_is_ended_with_an_orphan_that_left_its_tree(tmp_path: Path) -> None:
    mark = uuid.uuid4().hex
    child = await scripts.start(scripts.PARENT, "orphan", cwd=tmp_path, env={tree.APP_MARK_VARIABLE: mark})
    grandchild = await grandchild_of(child)
    await child.wait(5)
    report = await end_marked_by_app(mark, term_s=0.2, kill_s=5)
    assert [process.pid for process in report.ended] == [grandchild.pid]
    assert report.left == ()
    assert not tree.is_alive(grandchild)
    await child.stop()


async def test_another_apps_children_are_left_alone(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path, env={tree.APP_MARK_VARIABLE: uuid.uuid4().hex})
    report = await end_marked_by_app(uuid.uuid4().hex)
    assert report.ended == report.left == ()
    await child.write_line(b"alive")
    assert await anext(child.frames()) == b"alive"
    await child.stop()


async def test_this_process_is_never_ended_although_it_carries_the_mark(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys\n"
        "from onesist_desktop.process.leftovers import end_marked_by_app\n"
        "print(asyncio.run(end_marked_by_app(sys.argv[1])), flush=True)\n"
    )
    mark = uuid.uuid4().hex
    child = await scripts.start(script, mark, cwd=tmp_path, env={tree.APP_MARK_VARIABLE: mark})
    assert await anext(child.frames()) == b"LeftoverReport(ended=(), left=())"
    assert await child.wait(5) == 0
    await child.stop()


async def test_every_child_carries_the_apps_mark() -> None:
    environment = await ShellEnvironment({"PATH": os.defpath, "HOME": os.environ["HOME"]}, app_mark="m" * 8).build()
    assert environment[tree.APP_MARK_VARIABLE] == "m" * 8
