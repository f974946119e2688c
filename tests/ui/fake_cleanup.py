# SPDX-License-Identifier: MIT
"""Own copies as they are met in the clean-up: nothing to lose, work in them, blocked, gone."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from shiboken6 import isValid

from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import Blocker, BlockerKind, BlockingProcess, Changes, Contents, Named
from onesist_desktop.services.events import RemovalProgress
from onesist_desktop.services.views import ThreadState
from onesist_desktop.services.workspace_views import CopyTotals, RemovalResult, RemovalResultKind, ThreadAt, WorktreeRow
from onesist_desktop.ui.controllers.cleanup_controller import CleanupController
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, FakeServices, thread
from tests.ui.helpers import find, opened, turns, until
from tests.ui.workspace_fakes import worktree_row

DAY = 86_400.0
MEGABYTE = 1_000_000
NODE = BlockingProcess(4321, 5.0, "node", is_ours=True)
TSC = BlockingProcess(4322, 6.0, "tsc")
TWO_PROCESSES = (NODE, TSC)

SEARCH = Contents(
    changes=Changes(
        branch="onesist/product-search--c41d20",
        modified=Named(1, ("src/search/index.ts",)),
        deleted=Named(1, ("src/search/rank.ts",)),
        untracked=Named(4, ("src/search/tokens.ts", "test/rank.test.ts", "notes.md", "try.sql")),
    ),
    ignored=Named(1, (".env.local",)),
    fingerprint="print-search",
)
COMMITS = Contents(
    commits=Named(3, ("1a2b3c4 Read the old shop", "2b3c4d5 Import names", "3c4d5e6 Import mail")), fingerprint="print-import"
)


def at(name: str, title: str, provider_id: str = CLAUDE) -> ThreadAt:
    return ThreadAt(ThreadId(name), title, provider_id)


def story_rows(now: float) -> list[WorktreeRow]:
    """Eight own copies, measured."""
    midnight = time.mktime((*time.localtime(now)[:3], 0, 0, 0, 0, 0, -1))
    login = Contents(
        changes=Changes(modified=Named(2, ("a.ts", "b.ts")), untracked=Named(1, ("c.ts",))),
        commits=Named(1, ("9e8d7c6 Write the cookie once",)),
        fingerprint="print-login",
    )
    session = Contents(changes=Changes(modified=Named(2, ("a.ts", "b.ts"))), fingerprint="print-session")
    values: Sequence[tuple[str, str, str, float, int | None, tuple[ThreadAt, ...], Contents | None, tuple[Blocker, ...]]] = [
        (
            "backup",
            "api",
            "onesist/backup--91d2f4",
            now - 9 * DAY,
            204,
            (at("t8", "Backup every night", CODEX),),
            Contents(fingerprint="b"),
            (Blocker(BlockerKind.LOCKED, ("on the USB drive",)),),
        ),
        (
            "photos",
            "web",
            "onesist/photos--e07b55",
            now - 8 * DAY,
            None,
            (at("t7", "Move photos to the new server", OLLAMA),),
            None,
            (),
        ),
        (
            "import",
            "web",
            "onesist/import-customers--5be9a3",
            now - 3 * DAY,
            380,
            (at("t4", "Import customers from the old shop", OLLAMA),),
            COMMITS,
            (),
        ),
        (
            "rounding",
            "api",
            "onesist/fix-rounding--77c0de",
            midnight - 5000,
            212,
            (at("t1", "Explain the rounding on invoices"),),
            Contents(fingerprint="print-rounding"),
            (),
        ),
        (
            "search",
            "web",
            "onesist/product-search--c41d20",
            midnight + 60,
            391,
            (at("t3", "With a search index", CODEX),),
            SEARCH,
            (),
        ),
        (
            "others",
            "api",
            "onesist/what-do-others-do--09fe11",
            midnight + 90,
            208,
            (at("t2", "What do others do?"), at("t1", "Explain the rounding on invoices")),
            Contents(fingerprint="print-others"),
            (),
        ),
        (
            "login",
            "api",
            "onesist/fix-login--a1b2c3",
            now - 20,
            219,
            (at("t5", "Fix the login loop", CODEX),),
            login,
            (Blocker(BlockerKind.RUN, processes=TWO_PROCESSES),),
        ),
        (
            "session",
            "api",
            "onesist/use-sessionstore--d4e5f6",
            now - 10,
            216,
            (at("t6", "Use SessionStore instead", OLLAMA),),
            session,
            (Blocker(BlockerKind.RUN),),
        ),
    ]
    return [
        worktree_row(
            name,
            repository_title=repository,
            repository=f"input/code/{repository}",
            branch=branch,
            used_at=used_at,
            threads=threads,
            contents=contents,
            size_bytes=size * MEGABYTE if size is not None else None,
            blockers=blockers,
            exists=contents is not None,
        )
        for name, repository, branch, used_at, size, threads, contents, blockers in values
    ]


def unmeasured(rows: Sequence[WorktreeRow]) -> list[WorktreeRow]:
    """The same as they are listed before anything was counted."""
    return [replace(row, contents=None, size_bytes=None) for row in rows]


def put_story(services: FakeServices, now: float) -> list[WorktreeRow]:
    """Give the services eight own copies, with the threads that work in them."""
    rows = story_rows(now)
    services.cleanup.row_list = unmeasured(rows)
    services.cleanup.measured = {row.id: row for row in rows}
    services.cleanup.totals_view = CopyTotals(len(rows), 2_100 * MEGABYTE)
    for name, title, state in (
        ("t5", "Fix the login loop", ThreadState.WORKING),
        ("t6", "Use SessionStore instead", ThreadState.ASKS),
        ("t1", "Explain the rounding on invoices", ThreadState.IDLE),
    ):
        services.put_thread(thread(name, title, provider_id=CODEX, state=state, updated_at=9.0))
    return rows


def told(services: FakeServices, name: str, index: int, count: int, step: str = "", result: RemovalResult | None = None) -> None:
    """Announce how far a removal is."""
    services.bus.publish(RemovalProgress(WorktreeId(name), index, count, step, result))


def result(name: str, kind: RemovalResultKind = RemovalResultKind.REMOVED, **more: object) -> RemovalResult:
    return RemovalResult(WorktreeId(name), kind, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def cleaning_up(services: FakeServices, theme: Theme) -> AsyncIterator[tuple[MainWindow, CleanupController, CleanupDialog]]:
    """Open the window and the clean-up in it, and wait until all is counted."""
    async with opened(services, theme) as window:
        controller = controller_of(window)
        controller.open()
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: services.called("rows") and not dialog_is_busy(services))
        await turns()
        yield window, controller, dialog
        if isValid(dialog):
            dialog.leave()


def controller_of(window: MainWindow) -> CleanupController:
    """Return the window's own controller."""
    found = window.findChild(CleanupController)
    if found is None:
        found = CleanupController(window._desk, window.sidebar, window.threads)
        found.refresh_totals()
    return found


def dialog_is_busy(services: FakeServices) -> bool:
    """Whether rows are still to be counted."""
    return bool(services.cleanup.row_list) and not services.called("measure")
