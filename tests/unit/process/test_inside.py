# SPDX-License-Identifier: MIT
"""Who works in a folder: by real path, with parent, session and marks."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from onesist_desktop.process import tree
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.inside import Working, family_of, lies_in, working_processes
from onesist_desktop.process.tree import ProcessId
from tests.unit.process import scripts

APP_MARK = "mark-of-this-test"


def of(pid: int, variable: str = "") -> Working:
    (found,) = (one for one in working_processes(APP_MARK, variable) if one.process.pid == pid)
    return found


async def test_a_child_is_found_by_its_real_folder_and_its_grandchild_hangs_below_it(tmp_path: Path) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    link = tmp_path / "link"
    link.symlink_to(folder)
    environ = {**os.environ, tree.APP_MARK_VARIABLE: APP_MARK, "TOKEN": ""}
    argv = (sys.executable, "-c", scripts.PARENT, "plain")
    child = await ChildProcess.start(argv, cwd=str(link), env=environ, mark="mark-of-the-child")
    try:
        line = await anext(child.frames())
        assert isinstance(line, bytes)
        root, below = of(child.pid, "TOKEN"), of(int(line))
        assert tree.identify(child.pid) == root.process
        assert (root.folder, root.parent, root.session) == (str(folder.resolve()), os.getpid(), child.pid)
        assert (root.mark, root.is_ours, root.is_own_child, root.carries) == ("mark-of-the-child", True, True, True)
        assert (below.parent, below.is_ours, below.is_own_child, below.carries) == (child.pid, True, False, False)
        assert [one.process.pid for one in family_of(root, working_processes(APP_MARK))] == [below.process.pid]
        # Of a folder that is gone the name is left.
        folder.rmdir()
        assert of(child.pid).folder == str(folder)
    finally:
        await child.stop(eof_s=0.1, term_s=0.1)
    assert child.pid not in {one.process.pid for one in working_processes(APP_MARK)}


def test_this_process_is_not_listed_and_without_a_mark_nothing_is_marked() -> None:
    found = working_processes("")
    assert os.getpid() not in {one.process.pid for one in found}
    assert not any(one.has_app_mark or one.carries for one in found)


def test_a_family_is_found_by_parent_session_or_mark() -> None:
    def working(pid: int, parent: int = 1, session: int = 0, mark: str = "") -> Working:
        return Working(ProcessId(pid, 1.0), "/", parent, session, mark)

    root = working(10, session=10, mark="m")
    members = [
        working(13, parent=12),
        working(12, parent=11),
        working(11, parent=10),
        working(14, session=10),
        working(15, mark="m"),
    ]
    others = [working(20), working(21, session=20), working(22, mark="other")]
    assert family_of(root, [root, *members, *others]) == tuple(members)
    bare = working(30)
    assert family_of(bare, [bare, *others]) == (), "no mark is no mark in common"


def test_a_folder_lies_in_itself_and_not_in_one_whose_name_begins_alike() -> None:
    assert lies_in("/a/b", "/a/b")
    assert lies_in("/a/b/c", "/a/b")
    assert not lies_in("/a/bc", "/a/b")
    assert not lies_in("", "/a/b")
