# SPDX-License-Identifier: MIT
"""The clean-up over the services: what is asked of them, progress, stopping, closing meanwhile, results, failures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.services.events import RunChanged
from onesist_desktop.services.views import RunStatus
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, RemovalResult, RemovalResultKind
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.models.worktree_meaning import Act
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fake_cleanup import SEARCH, TWO_PROCESSES, cleaning_up, put_story, result, told
from tests.ui.fakes import FakeServices, run_view
from tests.ui.helpers import find, label, shown, turns, until

SEARCH_ID, ROUNDING, OTHERS = WorktreeId("search"), WorktreeId("rounding"), WorktreeId("others")


@pytest.fixture
def story(services: FakeServices) -> FakeServices:
    put_story(services, time.time())
    return services


def tick(dialog: CleanupDialog, *names: WorktreeId) -> None:
    for name in names:
        dialog.model.set_ticked(name, True)


async def asked(dialog: CleanupDialog, *names: WorktreeId) -> RemovalConfirm:
    """Tick, press Remove, and wait until the chosen ones were counted again."""
    tick(dialog, *names)
    dialog.remove.click()
    confirm = find(dialog, "removal_confirm", RemovalConfirm)
    await until(lambda: shown(confirm, "stays_heading"))
    return confirm


async def begun(story: FakeServices, dialog: CleanupDialog, *names: WorktreeId) -> asyncio.Event:
    """Begin a removal that waits for the event that is returned."""
    gate = story.gates["remove_copies"] = asyncio.Event()
    confirm = await asked(dialog, *names)
    if confirm.seen is not None:
        confirm.seen.setChecked(True)
    confirm.action.click()
    await until(lambda: story.called("remove_copies"))
    return gate


def row_says(dialog: CleanupDialog, name: WorktreeId) -> str:
    return str(dialog.model.index_of(name).data(Role.MEANING).text)


async def test_what_was_shown_is_what_is_removed(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        confirm = await asked(dialog, SEARCH_ID, ROUNDING)
        assert set(story.called("measure")[-1][0]) == {SEARCH_ID, ROUNDING}  # type: ignore[call-overload]
        assert story.called("remove_copies") == []
        assert confirm.seen is not None
        confirm.seen.setChecked(True)
        confirm.action.click()
        await until(lambda: dialog.shows_results)
        request = story.called("remove_copies")[0][0]
        assert request == RemovalRequest(
            RemovalKind.REMOVE, ((ROUNDING, "print-rounding"), (SEARCH_ID, "print-search")), keeps_ignored=True
        )
        assert label(dialog, "results_summary").startswith("2 own copies removed")


async def test_numbers_that_changed_since_the_list_was_counted_show_in_both_places(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        story.cleanup.measured[ROUNDING] = replace(story.cleanup.measured[ROUNDING], contents=replace(SEARCH, fingerprint="new"))
        confirm = await asked(dialog, ROUNDING)
        assert shown(confirm, "numbers_changed")
        assert "7 file" in row_says(dialog, ROUNDING)
        confirm.reject()


async def test_back_leaves_all_as_it_was_and_cancel_closes(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (window, _, dialog):
        confirm = await asked(dialog, ROUNDING)
        confirm.back.click()
        assert [row.id for row in dialog.model.ticked] == [ROUNDING]
        await turns()
        confirm = await asked(dialog, ROUNDING)
        confirm.cancel.click()
        await until(lambda: not shown(window, "cleanup_dialog"))
        assert story.called("remove_copies") == []


async def test_closing_the_step_stops_counting(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (window, _, dialog):
        story.gates["measure"] = asyncio.Event()
        tick(dialog, ROUNDING)
        dialog.remove.click()
        confirm = find(dialog, "removal_confirm", RemovalConfirm)
        await until(lambda: "count again" in window.services.supervisor.running)
        assert not confirm.action.isEnabled()
        confirm.back.click()
        await until(lambda: "count again" not in window.services.supervisor.running)


async def test_the_step_says_that_counting_failed(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        story.failures["measure"] = WorkspaceError(WorkspaceFault.NO_GIT)
        tick(dialog, ROUNDING)
        dialog.remove.click()
        confirm = find(dialog, "removal_confirm", RemovalConfirm)
        await until(lambda: "Git is not installed" in confirm.sentence_label.text())
        assert not confirm.action.isEnabled()
        confirm.reject()


async def test_rows_show_how_far_it_is(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (window, _, dialog):
        gate = await begun(story, dialog, ROUNDING, OTHERS)
        told(story, "rounding", 0, 2, "counting")
        assert row_says(dialog, ROUNDING) == "Counting again…"
        assert row_says(dialog, OTHERS) == "Waits for its turn"
        told(story, "rounding", 0, 2, "keeping")
        told(story, "rounding", 0, 2, "removing")
        assert row_says(dialog, ROUNDING) == "Removing…"
        assert window.sidebar.copies.numbers == "1 of 2"
        told(story, "rounding", 0, 2, result=result("rounding"))
        assert row_says(dialog, ROUNDING) == "Removed"
        assert window.sidebar.copies.numbers == "2 of 2"
        assert dialog.status.sum.accessibleName() == "Removing 2 of 2"
        assert not dialog.remove.isVisible()
        assert dialog.stop.isVisible()
        gate.set()
        await until(lambda: dialog.shows_results)
        assert window.sidebar.copies.numbers == "8 · 2.1 GB"


async def test_stopping_begins_no_further_one(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):

        async def remove(request: RemovalRequest) -> Sequence[RemovalResult]:
            story.calls.append(("remove_copies", request))
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                return (result("rounding", freed_bytes=5), result("others", RemovalResultKind.STOPPED))
            raise AssertionError

        story.cleanup.remove = remove  # type: ignore[method-assign]
        await begun(story, dialog, ROUNDING, OTHERS)
        dialog.stop.click()
        await until(lambda: dialog.shows_results)
        assert "One stays" in label(dialog, "results_summary")
        assert {one.text() for one in dialog.findChildren(QLabel, "result_text")} == {"Removed, 5 bytes freed", "Not begun"}


async def test_a_cut_off_removal_shows_what_was_heard_of_it(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        await begun(story, dialog, SEARCH_ID, ROUNDING, OTHERS)
        told(story, "rounding", 0, 3, result=result("rounding"))
        told(story, "search", 1, 3, "removing")
        dialog.stop.click()
        await until(lambda: dialog.shows_results)
        assert {one.text() for one in dialog.findChildren(QLabel, "result_text")} == {"Removed", "Not finished", "Not begun"}


async def test_closing_asks_and_the_removal_goes_on(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (window, controller, dialog):
        said: list[str] = []
        window._desk.said.connect(said.append)
        gate = await begun(story, dialog, ROUNDING)
        dialog.close_button.click()
        question = find(dialog, "leave_question")
        assert dialog.isVisible()
        find(question, "confirm", QPushButton).click()
        await until(lambda: not shown(window, "cleanup_dialog"))
        assert window.sidebar.copies.numbers == "1 of 1"
        window.sidebar.copies.click()
        again = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: again.model.is_removing)
        assert row_says(again, ROUNDING) == "Waits for its turn"
        again.leave()
        gate.set()
        await until(lambda: said)
        assert said[0].startswith("1 own copy removed")
        assert controller is not None


async def test_results_say_all_that_a_person_has_to_know(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        story.cleanup.removals = {
            SEARCH_ID: result(
                "search", freed_bytes=391_000_000, kept_folder="/home/sari/kept", kept_count=1, left_out=("out", "a\npipe")
            ),
            ROUNDING: result("rounding", rescue_branch="onesist/rescue--1"),
            OTHERS: result("others", RemovalResultKind.REFUSED, detail="fatal: it is locked"),
        }
        gate = await begun(story, dialog, SEARCH_ID, ROUNDING, OTHERS)
        gate.set()
        await until(lambda: dialog.shows_results)
        facts = " / ".join(one.text() for one in dialog.findChildren(QLabel, "result_fact"))
        for part in (
            "/home/sari/kept",
            "Not kept, because these are links to other places or no files: out, a\\npipe",
            "onesist/rescue--1",
            "Git says: fatal: it is locked",
            "Back in the project folder: With a search index",
        ):
            assert part in facts
        assert find(dialog, "open_kept")
        assert not shown(dialog, "ask_again")
        assert dialog.model.ticked == []
        find(dialog, "to_list", QPushButton).click()
        assert not dialog.shows_results
        assert dialog.list.isVisible()


async def test_what_changed_meanwhile_is_asked_for_again(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        story.cleanup.removals = {ROUNDING: result("rounding", RemovalResultKind.CHANGED)}
        gate = await begun(story, dialog, ROUNDING, OTHERS)
        gate.set()
        await until(lambda: dialog.shows_results)
        await until(lambda: len(story.called("rows")) == 2)
        await turns()
        find(dialog, "ask_again", QPushButton).click()
        confirm = find(dialog, "removal_confirm", RemovalConfirm)
        await until(lambda: shown(confirm, "stays_heading"))
        assert story.called("measure")[-1] == ((ROUNDING,),)
        assert len(story.called("remove_copies")) == 1
        confirm.reject()


async def test_release_is_one_click_only_where_nothing_is_lost(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        dialog.wanted.emit(Act.RELEASE.value, "search")
        confirm = find(dialog, "removal_confirm", RemovalConfirm)
        await until(lambda: shown(confirm, "stays_heading"))
        assert confirm.title_label.text() == "Release this own copy?"
        assert story.called("remove_copies") == []
        confirm.reject()
        dialog.wanted.emit(Act.RELEASE.value, "login")
        assert story.called("remove_copies") == []
        dialog.wanted.emit(Act.RELEASE.value, "rounding")
        await until(lambda: story.called("remove_copies"))
        request = story.called("remove_copies")[0][0]
        assert request == RemovalRequest(RemovalKind.RELEASE, ((ROUNDING, "print-rounding"),), keeps_ignored=True)
        await until(lambda: dialog.shows_results)


async def test_links_do_what_they_say_after_a_question(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        dialog.wanted.emit(Act.SHOW_PROCESSES.value, "login")
        processes = find(dialog, "cleanup_processes")
        assert [one.text() for one in processes.findChildren(QLabel, "process")] == [
            "node, process 4321, started by Onesist",
            "tsc, process 4322",
        ]
        find(processes, "end_processes", QPushButton).click()
        assert story.called("end_processes") == []
        find(find(processes, "end_question"), "confirm", QPushButton).click()
        await until(lambda: story.called("end_processes"))
        assert story.called("end_processes") == [(WorktreeId("login"), TWO_PROCESSES)]
        await until(lambda: story.called("measure")[-1] == ((WorktreeId("login"),),))

        dialog.wanted.emit(Act.UNLOCK.value, "backup")
        question = find(dialog, "unlock_question")
        assert "on the USB drive" in label(question, "dialog_sentence")
        find(question, "confirm", QPushButton).click()
        await until(lambda: story.called("unlock") == [(WorktreeId("backup"),)])

        dialog.wanted.emit(Act.FORGET.value, "photos")
        question = find(dialog, "forget_question")
        assert "onesist/photos--e07b55" in label(question, "dialog_sentence")
        find(question, "confirm", QPushButton).click()
        await until(lambda: story.called("forget") == [(WorktreeId("photos"),)])
        await until(lambda: len(story.called("rows")) == 2)

        dialog.wanted.emit(Act.MAKE_AGAIN.value, "photos")
        await until(lambda: story.called("recreate") == [(WorktreeId("photos"),)])


async def test_processes_that_did_not_end_are_named(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        story.cleanup.left_processes = [TWO_PROCESSES[0]]
        dialog.wanted.emit(Act.SHOW_PROCESSES.value, "login")
        processes = find(dialog, "cleanup_processes")
        find(processes, "end_processes", QPushButton).click()
        find(find(processes, "end_question"), "confirm", QPushButton).click()
        await until(lambda: "node (4321)" in label(dialog, "cleanup_numbers"))


async def test_a_refusal_is_said_in_gits_words(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        story.failures["unlock"] = WorkspaceError(WorkspaceFault.REFUSED, "fatal: not locked")
        dialog.wanted.emit(Act.UNLOCK.value, "backup")
        find(find(dialog, "unlock_question"), "confirm", QPushButton).click()
        await until(lambda: "fatal: not locked" in label(dialog, "cleanup_numbers"))
        assert dialog.status.sum.accessibleName() == "That could not be done"


async def test_going_to_a_question_closes_and_shows_the_thread(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (window, _, dialog):
        dialog.wanted.emit(Act.GO_TO_QUESTION.value, "session")
        await until(lambda: not shown(window, "cleanup_dialog"))
        assert window.thread_id == ThreadId("t6")


async def test_nothing_happens_without_the_person(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, controller, _):
        controller.open()
        await turns()
        asked_for = {call[0] for call in story.calls}
        assert not asked_for & {"remove_copies", "forget", "unlock", "end_processes", "recreate"}
        assert len(story.called("rows")) == 1


async def test_a_window_that_closes_meanwhile_leaves_nothing_behind(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (window, controller, dialog):
        gate = await begun(story, dialog, ROUNDING)
        controller.close()
        told(story, "rounding", 0, 1, result=result("rounding"))
        assert row_says(dialog, ROUNDING) == "Waits for its turn"
        gate.set()
        await until(lambda: "remove own copies" not in window.services.supervisor.running)


async def test_a_run_that_ends_has_its_own_copy_counted_again(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        login = WorktreeId("login")
        story.cleanup.measured[login] = replace(story.cleanup.measured[login], blockers=())
        calls = len(story.called("measure"))
        story.bus.publish(RunChanged(run_view("t5", RunStatus.STREAMING)))
        await turns()
        assert len(story.called("measure")) == calls
        story.bus.publish(RunChanged(run_view("t5", RunStatus.FINISHED)))
        await until(lambda: "3 file" in row_says(dialog, login))
        assert story.called("measure")[-1] == ((login,),)
