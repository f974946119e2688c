# SPDX-License-Identifier: MIT
"""Whatever is done to worktrees, in the app or outside, the clean-up loses no byte that wasn't confirmed.

The person's own acts outside (``reset --hard``, deleting a folder) may lose what is in working trees. Commits may never be lost.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, RemovalResultKind, WorktreeRow
from onesist_desktop.storage.records import WorktreeRecord
from tests.support.cleanup_rig import CleanupRig, cleanup_rig

FILES = st.sampled_from(["read me.txt", "note.txt", "sub/new.txt", ".env", "data/my.db", ".venv/lib/thing"])
INDEX = st.integers(0, 10)
SETTLED = (RemovalResultKind.REMOVED, RemovalResultKind.GONE_ALREADY)


class Worktrees(RuleBasedStateMachine):
    """Knows all commits that were made, and what the person was shown of each worktree last."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(os.path.realpath(tempfile.mkdtemp()))
        self.loop = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.copies: list[WorktreeRecord] = []
        self.shown: dict[str, WorktreeRow] = {}
        self.commits: set[str] = set()
        self.count = 0

    @initialize()
    def begin(self) -> None:
        """Open the app."""
        self.rig: CleanupRig = self.loop.run(self.stack.enter_async_context(cleanup_rig(self.folder)))
        self.commits.add(self.git("rev-parse", "HEAD"))

    def teardown(self) -> None:
        """Look at the end that all commits survive a collection of what no ref reaches."""
        try:
            if hasattr(self, "rig"):
                self.git("fsck", "--strict")
                self.git("gc", "-q", "--prune=now")
                for commit in self.commits:
                    self.git("cat-file", "-e", commit)
        finally:
            self.loop.run(self.stack.aclose())
            self.loop.close()
            shutil.rmtree(self.folder)

    # -- the person and their agents -----------------------------------------------------------------------------------

    @precondition(lambda self: len(self.copies) < 3)
    @rule(is_detached=st.booleans())
    def create(self, is_detached: bool) -> None:
        """Make an own copy."""
        self.count += 1
        name = f"copy-{self.count}"
        self.copies.append(self.loop.run(self.rig.add(name, "" if is_detached else f"branch-{self.count}")))

    @precondition(lambda self: self.there())
    @rule(index=INDEX, name=FILES, data=st.binary(min_size=1, max_size=8))
    def edit(self, index: int, name: str, data: bytes) -> None:
        """Write a file."""
        path = Path(self.pick(index).path) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    @precondition(lambda self: self.there())
    @rule(index=INDEX, is_amended=st.booleans())
    def commit(self, index: int, is_amended: bool) -> None:
        """Commit all, or amend the last commit."""
        path = self.pick(index).path
        self.git("add", "-A", cwd=path)
        self.count += 1
        self.git("commit", "-q", "--allow-empty", "-m", f"commit {self.count}", *(["--amend"] if is_amended else []), cwd=path)
        self.commits.add(self.git("rev-parse", "HEAD", cwd=path))

    @precondition(lambda self: self.there())
    @rule(index=INDEX, how=st.sampled_from(["detach", "back", "stash", "stage", "branch"]))
    def outside(self, index: int, how: str) -> None:
        """Use Git in a terminal."""
        path = self.pick(index).path
        self.count += 1
        match how:
            case "detach":
                self.git("checkout", "-q", "--detach", cwd=path)
            case "back":
                self.git("reset", "-q", "--hard", "HEAD~1", cwd=path, ok=(0, 128))
            case "stash":
                self.git("stash", "-q", "-u", cwd=path, ok=(0, 1))
            case "stage":
                self.git("add", "-A", cwd=path)
            case "branch":
                self.git("checkout", "-q", "-b", f"other-{self.count}", cwd=path)

    @precondition(lambda self: self.there())
    @rule(index=INDEX)
    def delete_outside(self, index: int) -> None:
        """Delete a folder in a file manager."""
        shutil.rmtree(self.pick(index).path)

    # -- the clean-up --------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.copies)
    @rule()
    def look(self) -> None:
        """Open the clean-up."""
        for row in self.loop.run(self.rig.cleanup.measure([copy.id for copy in self.copies])):
            self.shown[row.id] = row

    @precondition(lambda self: any(copy.id in self.shown for copy in self.copies))
    @rule(index=INDEX, keeps=st.booleans(), kind=st.sampled_from(RemovalKind))
    def remove(self, index: int, keeps: bool, kind: RemovalKind) -> None:
        """Confirm what was shown last, however long ago that was."""
        known = [copy for copy in self.copies if copy.id in self.shown]
        copy = known[index % len(known)]
        row = self.shown[copy.id]
        shown = row.contents.fingerprint if row.contents is not None else ""
        before = contents_of(Path(copy.path))
        (result,) = self.loop.run(self.rig.cleanup.remove(RemovalRequest(kind, ((copy.id, shown),), keeps)))
        if result.kind not in SETTLED:
            assert contents_of(Path(copy.path)) == before
            stored = self.loop.run(self.rig.stored(copy))
            assert stored.state in (WorktreeState.READY, WorktreeState.RELEASED)
            return
        assert not Path(copy.path).exists()
        if result.kind is RemovalResultKind.REMOVED:
            assert row.contents is not None
            named = confirmed_names(row)
            for name, data in before.items():
                if name in named or any(name.startswith(cache) for cache in row.contents.caches):
                    ignored = name in row.contents.ignored.names
                    assert not (keeps and ignored) or (Path(result.kept_folder) / name).read_bytes() == data
                else:
                    blob = self.git("hash-object", "--stdin", stdin=data)
                    self.git("cat-file", "-e", blob)
        if kind is RemovalKind.REMOVE:
            self.copies.remove(copy)
        del self.shown[copy.id]

    # -- parts ---------------------------------------------------------------------------------------------------------

    def git(self, *args: str, cwd: str | None = None, **more: Any) -> str:
        """Run Git as the person would."""
        return self.rig.disk.run(*args, cwd=cwd, **more)

    def there(self) -> list[WorktreeRecord]:
        """Own copies whose folder is there."""
        return [copy for copy in self.copies if Path(copy.path).exists()]

    def pick(self, index: int) -> WorktreeRecord:
        """One of these."""
        there = self.there()
        return there[index % len(there)]


def contents_of(folder: Path) -> dict[str, bytes]:
    """All files of a working tree."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / ".git"
    }


def confirmed_names(row: WorktreeRow) -> set[str]:
    """What the person saw named as something to lose."""
    assert row.contents is not None
    changes = row.contents.changes
    return {*changes.modified.names, *changes.untracked.names, *changes.conflicted.names, *row.contents.ignored.names}


TestWorktrees = Worktrees.TestCase
TestWorktrees.settings = settings(
    max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
