# SPDX-License-Identifier: MIT
"""What pictures of own copies and of the clean-up show, and what is done in the window before they are taken."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QPushButton, QWidget

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.events import RemovalProgress
from onesist_desktop.services.workspace_views import (
    CopyTotals,
    RemovalKind,
    RemovalRequest,
    RemovalResult,
    RemovalResultKind,
    SetupOffer,
    ThreadAt,
    WorktreeRow,
)
from onesist_desktop.ui.controllers.cleanup_controller import CleanupController
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.dialogs.cleanup.removal import Removal
from onesist_desktop.ui.dialogs.own_copy_dialog import OwnCopyDialog
from onesist_desktop.ui.main_window import MainWindow
from tests.ui.fake_cleanup import MEGABYTE, story_rows
from tests.ui.fakes import CODEX, FakeServices
from tests.ui.helpers import find, until
from tests.ui.screenshots import story
from tests.ui.screenshots.stage import settled
from tests.ui.workspace_fakes import COPY_PATH, copy_choices, copy_workspace

SEARCH, ROUNDING, OTHERS = (WorktreeId(name) for name in ("search", "rounding", "others"))
_THREADS = {
    "t5": ThreadAt(story.LOGIN, "Fix the login loop", CODEX),
    "t6": ThreadAt(story.STORE, "Use SessionStore instead", story.OPENCODE),
}


def in_own_copy(language: str = "en") -> FakeServices:
    """Codex works in an own copy."""
    services = story.working(language)
    services.workspaces.by_thread[story.LOGIN] = copy_workspace(repository_title="api")
    services.run_list = {key: replace(details, cwd=COPY_PATH) for key, details in services.run_list.items()}
    services.cleanup.totals_view = CopyTotals(8, 2_100 * MEGABYTE)
    return services


def choosing() -> FakeServices:
    """A thread for which an own copy can be made, in a project with a set-up command."""
    services = story.failed()
    offer = SetupOffer("npm ci", "/home/sari/Projects/toko-kita/.agents/onesist-worktree.json", changed_by="Budi, 21 Nov")
    services.workspaces.choices_of["."] = copy_choices(setup=offer, copies_ignored=(".env.local",))
    return services


def copies(language: str = "en") -> FakeServices:
    """Eight own copies: nothing to lose, work in them, blocked, gone."""
    services = in_own_copy(language)
    rows = [_of_the_story(row) for row in story_rows(story.NOW)]
    services.cleanup.row_list = rows
    services.cleanup.measured = {row.id: row for row in rows}
    return services


def no_copies() -> FakeServices:
    """No own copy."""
    return story.working("en")


def _of_the_story(row: WorktreeRow) -> WorktreeRow:
    return replace(row, threads=tuple(_THREADS.get(thread.id, thread) for thread in row.threads))


async def choose_a_copy(window: MainWindow) -> tuple[QWidget, ...]:
    """The dialog offers a new branch."""
    window.workplaces.own_copy()
    await settled(window)
    return (find(window, "own_copy_dialog", OwnCopyDialog),)


async def clean_up(window: MainWindow) -> tuple[QWidget, ...]:
    """Three are ticked, and the names in one of them are listed."""
    dialog = await _opened(window)
    dialog.list.setCurrentIndex(dialog.model.index_of(SEARCH))
    for name in (SEARCH, ROUNDING, OTHERS):
        dialog.model.set_ticked(name, True)
    return (dialog,)


async def clean_up_nothing(window: MainWindow) -> tuple[QWidget, ...]:
    """There is nothing to clean up."""
    return (await _opened(window),)


async def ask_for_loss(window: MainWindow) -> tuple[QWidget, ...]:
    """The step before removal, ticked, above the list."""
    (dialog,) = await clean_up(window)
    find(dialog, "remove", QPushButton).click()
    await settled(window)
    confirm = find(dialog, "removal_confirm", RemovalConfirm)
    assert confirm.seen is not None
    confirm.seen.setFocus()
    confirm.seen.setChecked(True)
    return (dialog, confirm)


async def remove(window: MainWindow) -> tuple[QWidget, ...]:
    """The first is removed, the second is being removed, the third waits. No task does it: one that waits would be waited for."""
    (dialog,) = await clean_up(window)
    assert isinstance(dialog, CleanupDialog)
    ids = (ROUNDING, OTHERS, SEARCH)
    removal = Removal(RemovalRequest(RemovalKind.REMOVE, tuple((name, "") for name in ids)))
    removal.show_in(dialog)
    removed = RemovalResult(ROUNDING, RemovalResultKind.REMOVED, freed_bytes=212 * MEGABYTE)
    for event in (RemovalProgress(ROUNDING, 0, 3, "", removed), RemovalProgress(OTHERS, 1, 3, "removing")):
        removal.note(event)
        removal.show_step_in(dialog, event)
    return (dialog,)


async def _opened(window: MainWindow) -> CleanupDialog:
    window.layout_controller.show_inspector(False)
    controller = window.findChild(CleanupController)
    assert controller is not None
    controller.open()
    dialog = find(window, "cleanup_dialog", CleanupDialog)
    await until(dialog.isVisible)
    await settled(window)
    return dialog
