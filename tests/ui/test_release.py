# SPDX-License-Identifier: MIT
"""Releasing the own copy of the shown thread from its bar and by command: counted and asked first, and what is said of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import Blocker, BlockerKind, Contents, Named, WorktreeState
from onesist_desktop.services.events import RunChanged
from onesist_desktop.services.workspace_views import (
    RemovalKind,
    RemovalRequest,
    RemovalResult,
    RemovalResultKind,
    ThreadAt,
    WorktreeRow,
)
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import ElidedLabel
from tests.ui.fake_cleanup import SEARCH, result
from tests.ui.fakes import FakeServices, run_view
from tests.ui.helpers import find, label, opened, shown, turns, until
from tests.ui.workspace_fakes import copy_workspace, worktree_row

T1, W1 = ThreadId("t1"), WorktreeId("w1")
BRANCH = "onesist/fix-the-login-loop--a1b2c3"
PLAIN = worktree_row("w1", branch=BRANCH, threads=(ThreadAt(T1, "Fix the login loop"),), contents=Contents(fingerprint="plain"))


@pytest.fixture
def copied(filled: FakeServices) -> FakeServices:
    """The first thread works in an own copy that holds nothing; another one is listed too."""
    filled.workspaces.by_thread[T1] = copy_workspace()
    put(filled, PLAIN)
    return filled


def put(services: FakeServices, row: WorktreeRow) -> None:
    """Let this be what is counted; before it is only listed."""
    other = worktree_row("other", contents=Contents(fingerprint="o"), used_at=1.0)
    # Where it was measured long ago the list still has those numbers; nobody saw them here.
    services.cleanup.row_list = [other, replace(row, contents=Contents(ignored=Named(9), fingerprint="old"), blockers=())]
    services.cleanup.measured = {row.id: row, other.id: other}


async def asked(services: FakeServices, window: MainWindow) -> RemovalConfirm:
    """Give the command, and wait until it was counted."""
    await until(lambda: window.commands.action("release_copy").isEnabled())
    window.commands.action("release_copy").trigger()
    await until(lambda: shown(window, "removal_confirm"))
    confirm = find(window, "removal_confirm", RemovalConfirm)
    await until(lambda: shown(confirm, "stays_heading"))
    return confirm


def let_it_be_released(services: FakeServices, **more: object) -> None:
    """Let the services do what they do: the thread's folder is gone, and is known to be released."""

    async def remove(request: RemovalRequest) -> Sequence[RemovalResult]:
        await services.enter("remove_copies", request)
        services.workspaces.put(T1, copy_workspace(exists=False, state=WorktreeState.RELEASED))
        return (result("w1", freed_bytes=212_000_000, branch=BRANCH, **more),)

    services.cleanup.remove = remove  # type: ignore[method-assign]


async def test_the_menu_asks_and_the_bar_offers_to_make_it_again(copied: FakeServices, theme: Theme) -> None:
    let_it_be_released(copied)
    async with opened(copied, theme) as window:
        await until(lambda: find(window, "workspace_kind", ElidedLabel).text == "Own copy of toko-kita")
        find(window, "workspace_more", QAbstractButton).click()
        await until(lambda: window.findChild(QMenu, "workspace_menu") is not None)
        menu = find(window, "workspace_menu", QMenu)
        action = next(one for one in menu.actions() if one.objectName() == "workspace_release")
        assert action.text() == "Release this copy…"
        action.trigger()
        menu.close()
        await until(lambda: shown(window, "removal_confirm"))
        confirm = find(window, "removal_confirm", RemovalConfirm)
        await until(lambda: shown(confirm, "stays_heading"))
        assert "Nothing would be lost" in confirm.sentence_label.text()
        assert confirm.seen is None
        assert not confirm.back.isVisible()
        assert not shown(confirm, "numbers_changed")
        assert copied.called("measure") == [((W1,),)]
        assert copied.called("remove_copies") == []
        confirm.action.click()
        await until(window.page.toast.isVisible)
        assert copied.called("remove_copies") == [(RemovalRequest(RemovalKind.RELEASE, ((W1, "plain"),)),)]
        assert window.page.toast.accessibleName() == "1 folder released, 212 MB freed."
        assert find(window, "workspace_kind", ElidedLabel).text == "Own copy of toko-kita, released"
        assert shown(window, "offer_remake")
        assert not window.commands.action("release_copy").isEnabled()
        assert not shown(window, "cleanup_dialog")


async def test_what_would_be_lost_is_named_and_has_to_be_ticked(copied: FakeServices, theme: Theme) -> None:
    put(copied, replace(PLAIN, contents=SEARCH))
    async with opened(copied, theme) as window:
        confirm = await asked(copied, window)
        assert "src/search/tokens.ts" in label(confirm, "loss_names_new")
        assert not confirm.action.isEnabled()
        assert confirm.action.text() == "Release and lose 6 files"
        confirm.action.click()
        assert copied.called("remove_copies") == []
        assert confirm.seen is not None
        confirm.seen.setChecked(True)
        confirm.action.click()
        await until(lambda: copied.called("remove_copies"))
        assert copied.called("remove_copies") == [(RemovalRequest(RemovalKind.RELEASE, ((W1, "print-search"),)),)]


async def test_cancel_stops_counting_and_removes_nothing(copied: FakeServices, theme: Theme) -> None:
    copied.gates["measure"] = asyncio.Event()
    async with opened(copied, theme) as window:
        await until(lambda: window.commands.action("release_copy").isEnabled())
        window.commands.action("release_copy").trigger()
        await until(lambda: "count again" in window.services.supervisor.running)
        confirm = find(window, "removal_confirm", RemovalConfirm)
        assert not confirm.action.isEnabled()
        await until(confirm.cancel.hasFocus)
        confirm.cancel.click()
        await until(lambda: "count again" not in window.services.supervisor.running)
        assert copied.called("remove_copies") == []
        await turns()
        # It can be asked for again.
        del copied.gates["measure"]
        (await asked(copied, window)).reject()


async def test_one_that_is_blocked_is_shown_in_the_clean_up_with_its_reason(copied: FakeServices, theme: Theme) -> None:
    put(copied, replace(PLAIN, contents=SEARCH, blockers=(Blocker(BlockerKind.LOCKED, ("on the USB drive",)),)))
    async with opened(copied, theme) as window:
        await until(lambda: window.commands.action("release_copy").isEnabled())
        window.commands.action("release_copy").trigger()
        await until(lambda: shown(window, "cleanup_dialog"))
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: "Locked" in label(dialog, "cleanup_numbers"))
        assert not shown(window, "removal_confirm")
        assert dialog.list.current is not None
        assert dialog.list.current.id == W1
        assert dialog.list.hasFocus()
        assert copied.called("remove_copies") == []
        dialog.leave()


async def test_one_whose_folder_went_meanwhile_is_shown_in_the_clean_up(copied: FakeServices, theme: Theme) -> None:
    copied.cleanup.row_list = [replace(PLAIN, exists=False, contents=None)]
    async with opened(copied, theme) as window:
        await until(lambda: window.commands.action("release_copy").isEnabled())
        window.commands.action("release_copy").trigger()
        await until(lambda: shown(window, "cleanup_dialog"))
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: label(dialog, "cleanup_numbers") == "Folder is gone")
        assert copied.called("measure") == []
        dialog.leave()


async def test_what_went_wrong_is_said_in_the_banner(copied: FakeServices, theme: Theme) -> None:
    copied.cleanup.removals = {W1: result("w1", RemovalResultKind.CHANGED)}
    async with opened(copied, theme) as window:
        (await asked(copied, window)).action.click()
        await until(lambda: "It changed meanwhile" in window.page.banner.text)
        assert "Nothing was removed" in window.page.banner.text
        assert find(window, "workspace_kind", ElidedLabel).text == "Own copy of toko-kita"
        copied.cleanup.removals = {W1: result("w1", RemovalResultKind.REFUSED, detail="fatal: no\nway")}
        (await asked(copied, window)).action.click()
        await until(lambda: "Git says: fatal: no way" in window.page.banner.text)


async def test_kept_files_can_be_opened_from_the_note(
    qtbot: QtBot, copied: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_paths: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened_paths.append(url.toLocalFile()) or True)
    let_it_be_released(copied, kept_folder="/p/Kept files", kept_count=1, rescue_branch="rescued", left_out=("a", "b"))
    async with opened(copied, theme) as window:
        (await asked(copied, window)).action.click()
        toast = window.page.toast
        await until(toast.isVisible)
        said = toast.accessibleName()
        assert "1 ignored file copied to /p/Kept files." in said
        assert "new branch rescued" in said
        assert "Not kept" in said
        next(one for one in toast.findChildren(QPushButton) if one.text() == "Open kept files").click()
        assert opened_paths == ["/p/Kept files"]


async def test_failures_are_said(copied: FakeServices, theme: Theme) -> None:
    copied.failures["rows"] = OnesistError("the disk is gone")
    async with opened(copied, theme) as window:
        await until(lambda: window.commands.action("release_copy").isEnabled())
        window.commands.action("release_copy").trigger()
        await until(lambda: "the disk is gone" in window.page.banner.text)
        del copied.failures["rows"]
        copied.failures["measure"] = WorkspaceError(WorkspaceFault.NO_GIT)
        window.commands.action("release_copy").trigger()
        await until(lambda: shown(window, "removal_confirm"))
        confirm = find(window, "removal_confirm", RemovalConfirm)
        await until(lambda: "Git is not installed" in confirm.sentence_label.text())
        assert not confirm.action.isEnabled()
        confirm.reject()


async def test_a_removal_that_goes_on_is_shown_instead(copied: FakeServices, theme: Theme) -> None:
    gate = copied.gates["remove_copies"] = asyncio.Event()
    async with opened(copied, theme) as window:
        (await asked(copied, window)).action.click()
        await until(lambda: copied.called("remove_copies"))
        assert window.sidebar.copies.numbers == "1 of 1"
        window.commands.action("release_copy").trigger()
        await until(lambda: shown(window, "cleanup_dialog"))
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: dialog.model.is_removing)
        gate.set()
        # Who looks at the list gets the results there.
        await until(lambda: dialog.shows_results)
        assert len(copied.called("remove_copies")) == 1
        dialog.leave()


async def test_it_is_off_without_an_own_copy_and_while_somebody_works(copied: FakeServices, theme: Theme) -> None:
    async with opened(copied, theme) as window:
        action = window.commands.action("release_copy")
        await until(action.isEnabled)
        copied.bus.publish(RunChanged(run_view("t1")))
        await until(lambda: not action.isEnabled())
        window.workplaces.release()
        assert "works here" in window.page.banner.text
        assert copied.called("rows") == []
    copied.workspaces.by_thread[T1] = copy_workspace(is_ours=False)
    async with opened(copied, theme) as window:
        await until(lambda: window.workplaces.view is not None)
        await turns()
        assert not window.commands.action("release_copy").isEnabled()
        window.workplaces.release()
        await turns()
        assert copied.called("rows") == []
