# SPDX-License-Identifier: MIT
"""Acts in which the window says all it has to say of forks, merges, rewinds, handovers, put away threads and the map."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QRadioButton

from onesist_desktop.core.answerer import ManualContext, PermissionMode
from onesist_desktop.core.errors import LineageFault, StorageError
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.handoff_text import ItemKind
from onesist_desktop.core.ids import HandoffId, MessageId, ProviderId, RewindId, RunId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.records import HandoffDelivery, ReceiptKind, Resolution, RetireReason
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.core.workspaces import Changes, Named
from onesist_desktop.services.events import RunChanged, ThreadAdded, ThreadChanged, ThreadRemoved
from onesist_desktop.services.lineage_views import (
    Bead,
    BeadDetails,
    BeadState,
    FamilyView,
    ForkOutlook,
    ForkPreview,
    Kin,
    Lane,
    LineageMap,
    MapMerge,
    MergePreview,
    Movement,
    RewindPreview,
    RewindView,
    SeenBy,
)
from onesist_desktop.services.views import DueItem, HandoffPreview, MergeState, RunStatus, ThreadState, ThreadView
from onesist_desktop.ui.controllers.lineage_state import reasons_for
from onesist_desktop.ui.dialogs.archive_dialog import ArchiveDialog
from onesist_desktop.ui.dialogs.fork_dialog import ForkDialog
from onesist_desktop.ui.dialogs.handoff import PreviewDialog
from onesist_desktop.ui.lineage_words import fault_words
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.map.map_toolbar import ALL, FAMILY, LIST, PICTURE
from onesist_desktop.ui.models.threads_filter import ThreadFilter
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, FakeServices, message, receipt, run_view, thread
from tests.ui.helpers import find, turns
from tests.ui.said import Said, close_dialogs, settle
from tests.ui.said_cleanup import look_above
from tests.ui.workspace_fakes import copy_workspace

L1, L2, L3, L4, L5 = (ThreadId(f"l{number}") for number in range(1, 6))
DAY = 86_400.0


def tell(tell_of: FakeServices, view: ThreadView, *spoken: Message) -> None:
    """Put a thread into services and window."""
    tell_of.put_thread(view, *spoken)
    tell_of.bus.publish(ThreadAdded(view))


def put_family(services: FakeServices) -> None:
    """A thread with forks in each state, in which everything happened that has a notice."""
    now = time.time()

    def fork(name: str, number: int, parent: ThreadId, **more: object) -> ThreadView:
        values = {"own_words": f"my_words{number}", "parent_title": "my_line", "forked_at_seq": 2, "updated_at": now, **more}
        return thread(name, f"my_line ({number})", fork_number=number, parent_thread_id=parent, **values)

    tell(services, thread("l1", "my_line", provider_id=CODEX, updated_at=now), *spoken())
    tell(services, fork("l2", 2, L1, merge=MergeState.UNMERGED, unmerged_count=3), message("l2", 3, Role.USER, "my_text"))
    tell(services, fork("l3", 3, L2, merge=MergeState.MERGED, is_unread=True))
    tell(services, fork("l4", 4, L1, merge=MergeState.PARTLY, unmerged_count=1, merge_waits=True))
    tell(services, fork("l5", 5, ThreadId("lost"), parent_title="my_lost"))
    tell(services, fork("l6", 6, ThreadId("lost"), parent_title=""))


def spoken() -> Iterator[Message]:
    """What was said in the thread, and its notices."""
    yield message("l1", 1, Role.USER, "my_text")
    yield message("l1", 2, Role.ASSISTANT, "my_text", provider_id=CODEX)
    seq = 3

    def notice(kind: MessageKind, **data: object) -> Message:
        return message("l1", seq, Role.SYSTEM, kind=kind, data=data)

    parent = {"parent_thread_id": "l2", "parent_title": "my_parent", "at_seq": 3}
    for resolution in ("native", "portable"):
        for named in ({"provider_id": CODEX}, {}):
            yield notice(MessageKind.FORK, resolution=resolution, **parent, **named)
            seq += 1
    yield notice(MessageKind.FORK, at_seq=3)
    seq += 1
    for omitted, title in ((0, ""), (2, "my_child")):
        yield notice(MessageKind.MERGE, child_title=title, message_id="l1-2", included=5, omitted=omitted)
        seq += 1
    yield notice(MessageKind.REWIND, rewind_id="w1", to_seq=2, message_count=3)
    seq += 1
    yield notice(MessageKind.REWIND, rewind_id="w2", to_seq=2, message_count=3, is_undone=True)
    seq += 1
    for reason in RetireReason:
        yield receipt("l1", seq, provider_id=CODEX, receipt=ReceiptKind.AFRESH.value, reason=reason.value)
        seq += 1
    yield receipt("l1", seq, provider_id=CODEX, receipt=ReceiptKind.FORKED.value)
    yield receipt("l1", seq + 1, provider_id=CODEX, receipt=ReceiptKind.FORKED.value, included=0, omitted=0)


async def fork_threads(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Ask how a fork is to be, with each outlook, and say why it can't be."""
    put_family(services)
    services.rewinds.open[L1] = RewindView(RewindId("w1"), L1, 2, 3)
    window.show_thread(L1)
    await said.look(window)
    for seq in range(1, window.transcript.last_seq, 4):
        window.transcript.jump_to(seq)
        await said.look(window)
    said.texts.update(fault_words(fault) for fault in LineageFault)
    native, portable = Resolution.NATIVE, Resolution.PORTABLE
    outlooks = [ForkOutlook(CODEX, native, due, omitted) for due, omitted in ((0, 0), (3, 1), (3, 0))]
    outlooks += [ForkOutlook(CODEX, portable, due, omitted) for due, omitted in ((0, 0), (3, 3), (3, 1), (3, 0))]
    for outlook in (*outlooks, ForkOutlook(OLLAMA, portable, 3), None):
        known, who = ((outlook,), outlook.provider_id) if outlook is not None else ((), None)
        services.forks.previews[L1] = ForkPreview(L1, 2, "my_line (7)", 2, PermissionMode.ASK, "my_text", known, who)
        window.lineage.forking.fork(L1, 2)
        await settle(window)
        dialog = find(window, "fork_dialog", ForkDialog)
        dialog.who_button.open_menu()
        said.look_at(dialog)
        assert dialog.who_button.picker is not None
        said.look_at(dialog.who_button.picker)
        dialog.who_button.picker.hide()
        find(dialog, "fork_own_copy", QRadioButton).click()
        await said.look(window)
    window.lineage.forking.fork(L1, 2)
    await settle(window)
    services.failures["fork"] = StorageError("my_reason")
    find(window, "save", QAbstractButton).click()
    look_above(window, said)
    await said.look(window)
    services.failures.pop("fork", None)


async def merge_and_go_back(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Merge, now and later; go back and return; start clean; and all that is said afterwards or against it."""
    kinds = [HandoffItem(kind, 3, "my_text") for kind in ItemKind]
    child, parent = services.threads[L2], services.threads[L1]
    for works in (False, True):
        preview = MergePreview(child, parent, tuple(kinds), tuple(kinds[:2]), "my_text", 12_000, 2, parent_works=works)
        services.merges.previews[L2] = preview
        window.lineage.forking.merge(L2)
        await settle(window)
        look_above(window, said)
        find(window, "save", QAbstractButton).click()
        look_above(window, said)
        await said.look(window)
    services.bus.publish(ThreadChanged(replace(child, merge_waits=True)))
    window.show_thread(L2)
    await said.look(window)
    window.lineage.merge_back()
    await said.look(window)
    window.show_thread(L1)
    await said.look(window)
    window.lineage.open_notice(MessageId("l1-9"))
    window.lineage.panel.show_thread(L1)
    await said.look(window)
    for forgotten, merges in (((CODEX,), 1), ((CODEX, CLAUDE), 0)):
        services.rewinds.previews[L1] = RewindPreview(L1, 2, 3, forgotten, merges)
        window.lineage.forking.rewind(L1, 2)
        await settle(window)
        look_above(window, said)
        if not merges:
            find(window, "save", QAbstractButton).click()
            look_above(window, said)
        await said.look(window)
    window.lineage.forking.undo_rewind()
    await said.look(window)
    window.lineage.forking.start_clean(CODEX)
    await said.look(window)
    window.lineage.open_notice(MessageId("l1-7"))
    await said.look(window)
    window.lineage.open_notice(MessageId("l1-8"))
    await said.look(window)
    services.bus.publish(RunChanged(run_view("l1", RunStatus.STREAMING)))
    await said.look(window)
    services.bus.publish(RunChanged(run_view("l1", RunStatus.FINISHED)))
    last = message("l1", 99, Role.USER, "my_text")
    for view, target in ((None, None), (parent, None), (parent, last)):
        reasons = reasons_for(view, target, (last,), fork_at=target)
        said.texts.update((reasons.fork, reasons.rewind, reasons.merge, reasons.undo))
    for provider_id in (OLLAMA, CODEX):
        window.composer.choose_provider(provider_id)
        await said.look(window)
    window.lineage.open_forks(2, window.mapToGlobal(QPoint(20, 20)))
    await said.look(window)


def families() -> Iterator[FamilyView]:
    """Families with all that the inspector words."""
    root = thread("l1", "my_line", provider_id=CODEX)
    fork = thread("l2", "my_line (2)", fork_number=2, own_words="my_words", parent_thread_id=L1)
    kin = (
        Kin(root, 0),
        Kin(replace(fork, merge=MergeState.UNMERGED, unmerged_count=3), 1, 2),
        Kin(replace(fork, id=L3, merge=MergeState.MERGED), 2, 2),
        Kin(replace(fork, id=L4, merge_waits=True), 1, 2),
        Kin(replace(fork, id=L5), 1, 2),
    )
    seen = (
        SeenBy(CODEX, 5, 0, 1.0, True, True),
        SeenBy(CLAUDE, 6, 3, 0.65, True, True),
        SeenBy(ProviderId("practice"), 0, 8, 0.0, True),
        SeenBy(CODEX, 0, 3, 0.4, True, True),
        SeenBy(OLLAMA, 0, 0, 1.0, False),
    )
    now = time.time()
    movements = (
        Movement(now, 6, 2, CLAUDE, CODEX, HandoffId("h1"), HandoffDelivery.DELIVERED),
        Movement(now, 6, 0, None, CODEX, HandoffId("h2"), HandoffDelivery.DELIVERED),
        Movement(now, 5, 0, merged_from="my_child", merged_thread_id=L2, message_id=MessageId("l1-2")),
    )
    yield FamilyView(L1)
    yield FamilyView(L1, kin, seen, movements, RewindView(RewindId("w1"), L1, 2, 3))
    many = tuple(Kin(replace(fork, id=ThreadId(f"k{number}")), 1, 2) for number in range(400))
    yield FamilyView(L1, (Kin(root, 0), *many), seen[:1])


async def see_the_family(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show families in the inspector."""
    window.layout_controller.show_inspector(True)
    find(window.inspector, "tab_lineage", QAbstractButton).click()
    for family in families():
        services.lineage.families[L1] = family
        window.show_thread(L2)
        window.show_thread(L1)
        await said.look(window)
        window.inspector.lineage.show_family(family)
        await said.look(window)
    window.inspector.lineage.show_family(None)
    await said.look(window)
    services.failures["family"] = StorageError("my_reason")
    window.show_thread(L2)
    await said.look(window)
    services.failures.pop("family", None)
    find(window.inspector, "tab_run", QAbstractButton).click()


async def hand_over(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show what the next one will be told, with all kinds of items, left out, too long or not."""
    texts = {
        ItemKind.COMMAND: "Command: my_command\nExit code: 1\nOutput: none",
        ItemKind.FILES: "changed: my_file\nadded: my_other",
        ItemKind.PLAN: "[>] my_step",
    }
    items = [HandoffItem(kind, 3, texts.get(kind, "my_text")) for kind in ItemKind]
    more = (
        "Command: my_command\nExit code: unknown (interrupted)\nOutput: none",
        "Command: my_command\nExit code: 0\nOutput: none",
    )
    items += [HandoffItem(ItemKind.COMMAND, 4, text) for text in more]
    due = [DueItem(item, place, CODEX) for place, item in enumerate(items)]
    due += [DueItem(items[0], 20, None, is_chosen=False), DueItem(items[1], 21, CODEX, is_chosen=False, is_left_out=True)]
    due.append(DueItem(HandoffItem(ItemKind.USER, 7, "my_text", brought=True), 22, None, message_seq=5))
    base = HandoffPreview(L1, CODEX, TransitionKind.HANDOFF, 4, tuple(items), 1, "my_text", 16_000, items=tuple(due))
    told = replace(base, unlisted_count=3, secret_count=2, is_new=True)
    changed = ManualContext(((4, 1),), "my_note")
    for preview in (
        told,
        replace(base, transition=TransitionKind.DELTA),
        base,
        replace(base, items=(), chosen=(), text="", due_count=0),
        replace(base, manual=changed, note_fits=False),
        replace(base, chosen=(), text="", manual=changed),
    ):
        dialog = PreviewDialog(window.theme, window.book, preview, window)
        dialog.open()
        await turns()
        look_above(window, said)
        dialog.show_failure("")
        dialog.note.setText("my_note")
        dialog.show_preview(replace(preview, manual=dialog.manual))
        await turns()
        look_above(window, said)
        close_dialogs(window)
    services.outlook_list = []
    await said.look(window)


async def put_away(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Filter, pin, archive, delete and take back."""
    window.sidebar.filter.open_menu()
    await said.look(window)
    for wanted in ThreadFilter:
        window.sidebar.filter.choose(wanted)
        await said.look(window)
        window.sidebar.search.setText("?nothing?")
        await said.look(window)
        window.sidebar.search.clear()
    window.sidebar.filter.choose(ThreadFilter.ALL)
    for thread_id in (L1, L2, L5):
        window.menus.open_row_menu(thread_id, window.mapToGlobal(QPoint(20, 20)))
        await turns()
        look_above(window, said)
        await settle(window)
    window.shelf.open_archive()
    await said.look(window)
    tell(services, thread("gone", "my_gone"))
    window.shelf.archive(ThreadId("gone"))
    await said.look(window)
    window.shelf.open_archive()
    await settle(window)
    look_above(window, said)
    find(window, "delete_archived", QAbstractButton).click()
    look_above(window, said)
    await said.look(window)
    tell(services, thread("works", "my_works", state=ThreadState.WORKING))
    window.shelf.archive(ThreadId("works"))
    await said.look(window)
    copy = replace(copy_workspace(), changes=Changes("my_branch", modified=Named(3, ("my_file",))))
    for name, workspace in (("one", copy), ("two", None)):
        thread_id = ThreadId(name)
        tell(services, thread(name, "my_gone", worktree_id=WorktreeId("w"), unmerged_count=2, parent_thread_id=L1))
        if workspace is not None:
            services.workspaces.by_thread[thread_id] = workspace
        else:
            services.failures["of_thread"] = StorageError("my_reason")
        window.shelf.delete(thread_id)
        await settle(window)
        services.failures.pop("of_thread", None)
        look_above(window, said)
        find(find(window, "delete_thread_question"), "confirm", QAbstractButton).click()
        await said.look(window)
    services.shelf.gone.clear()
    find(window, "note_undo", QAbstractButton).click()
    await said.look(window)
    assert ArchiveDialog in said.dialogs


def lineage(now: float) -> LineageMap:
    """Answers in each state, merges, a handover, and a fork whose parent is gone."""

    def lane(view: ThreadView, *states: BeadState, first: int = 1, day: float = 0.0) -> Lane:
        who = (CODEX, CLAUDE, OLLAMA)
        beads = tuple(
            Bead(
                view.id,
                first + 2 * at + 1,
                first + 2 * at,
                RunId(f"{view.id}-{at}"),
                who[at % 3],
                now - day + 60 * at,
                state,
                at > 0,
            )
            for at, state in enumerate(states)
        )
        return Lane(view, beads)

    fork = {"fork_number": 2, "own_words": "my_words", "parent_title": "my_line", "forked_at_seq": 2}
    done = BeadState.DONE
    return LineageMap(
        (
            lane(thread("l1", "my_line"), done, done, done, BeadState.WORKING, day=3 * DAY),
            lane(
                thread("l2", "my_line (2)", parent_thread_id=L1, unmerged_count=3, merge=MergeState.UNMERGED, **fork),
                *BeadState,
                first=3,
            ),
            lane(thread("l3", "my_line (3)", parent_thread_id=L2, **fork), done, done, BeadState.FAILED, first=3, day=DAY),
            lane(
                thread("l5", "my_line (5)", parent_thread_id=ThreadId("lost"), **fork), done, BeadState.ASKS, first=3, day=2 * DAY
            ),
            lane(thread("l4", "my_line (4)", parent_thread_id=L1, merge_waits=True, **fork)),
        ),
        (MapMerge(L3, L2, 6, 7, now), MapMerge(L2, L1, 9, 7, now)),
    )


async def see_the_map(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show the map as it is read, empty, refused; its cards, menus and list; near and far."""
    gate = services.gates["map"] = asyncio.Event()
    window.map.show()
    await turns()
    said.look_at(window)
    gate.set()
    services.gates.pop("map")
    await said.look(window)
    page, view = window.page.map, window.page.map.view
    services.failures["map"] = StorageError("my_reason")
    window.mapping._note_change()
    window.mapping._read()
    await said.look(window)
    services.failures.pop("map", None)
    found = services.lineage.map_view = lineage(time.time())
    for lane in found.lanes:
        for place, bead in enumerate(lane.beads):
            if place != 1:
                texts = ("my_text", "") if place else ("", "my_text")
                services.lineage.beads[bead.run_id] = BeadDetails(bead, "my_model", *texts, 2, 3, 72.0, can_merge=place == 0)
    window.mapping._read()
    await settle(window)
    await said.look(window)
    for scope, form in ((FAMILY, PICTURE), (ALL, LIST), (ALL, PICTURE)):
        page.toolbar.scope.choose(scope)
        page.toolbar.form.choose(form)
        await said.look(window)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for lane in found.lanes:
        for bead in lane.beads:
            layout = view.layout_now
            assert layout is not None
            view.focus_bead(layout.place_of(bead.run_id))
            await settle(window)
            said.look_at(window)
            page.open_menu(bead, window.mapToGlobal(QPoint(20, 20)))
            look_above(window, said)
    for zoom in (0.2, 2.0, 1.0):
        view.set_zoom(zoom)
        await said.look(window)
    window.mapping.export()
    await said.look(window)
    window.mapping.save("/my_folder/my_map.png")
    await said.look(window)
    services.lineage.map_view = LineageMap()
    window.mapping._read()
    await settle(window)
    await said.look(window)
    window.show_conversation()
    QApplication.processEvents()
    for name in ("l2", "l3", "l4", "l5", "l6"):
        view_of = services.threads.get(ThreadId(name))
        if view_of is not None:
            services.bus.publish(ThreadRemoved(view_of.id, view_of.project_id))
    await settle(window)


LINEAGE_ACTS = (fork_threads, merge_and_go_back, see_the_family, hand_over, put_away, see_the_map)
