# SPDX-License-Identifier: MIT
"""Stops about threads that branch: a fork, what it is asked, merging it back, the map, and going back."""

from __future__ import annotations

import json

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit

from onesist_desktop.ui.map.map_view import MapView
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from onesist_desktop.ui.widgets.picker_button import PickerButton
from tour.base import AGENT, MODEL, MODEL_TITLE, Tour
from tour.errors import TourError, check, check_equal
from tour.hands import until

QUESTION = "What would a member pay?"
_FORK = "SELECT id, parent_thread_id, forked_at_seq, title FROM threads WHERE parent_thread_id IS NOT NULL"
_AT = 4
"""The answer with the command, early in the thread."""


async def fork(tour: Tour) -> None:
    """A thread is forked at a message from that message's menu; somebody else is to answer there."""
    hands = tour.hands
    await choose_for_message(tour, _AT, "fork_here")
    await until(lambda: hands.is_visible("fork_dialog"), "the dialog opens")
    await hands.pick(await hands.open_picker("fork_provider"), MODEL_TITLE)
    await until(lambda: MODEL_TITLE in hands.find(PickerButton, "fork_provider").text(), "the dialog shows who answers")
    check_equal(tour.evidence.one("SELECT count(*) FROM threads"), 1, "threads stored before it is confirmed")
    await tour.picture("fork")


async def forked(tour: Tour) -> None:
    """The fork has the messages up to there, goes on by itself, and its parent stays byte for byte as it was."""
    hands, evidence = tour.hands, tour.evidence
    (parent_id,) = evidence.column("SELECT id FROM threads")
    before = parent_bytes(tour, parent_id)
    hands.click("save")
    await until(lambda: not hands.is_visible("fork_dialog"), "the dialog closes")
    ((child_id, parent, at_seq, _),) = evidence.rows(_FORK)
    check_equal((parent, at_seq), (parent_id, _AT), "the stored fork point")
    await until(lambda: hands.window.thread_id == child_id == hands.window.transcript.thread_id, "the fork is shown")
    await tour.send(QUESTION)
    await tour.answered()
    check_equal(evidence.last_run()[0], MODEL, "who answered in the fork")
    check_equal(parent_bytes(tour, parent_id), before, "the parent")
    told = evidence.one("SELECT text FROM context_handoffs WHERE thread_id = ?", child_id)
    check(
        "3 prices checked" in told and "read history" not in told, "it was told what was said up to the fork, and nothing after it"
    )
    await until(lambda: any("Forked from" in said for said in hands.said("lineage_notice")), "the fork says where it came from")
    await tour.picture("forked")


async def merge_preview(tour: Tour) -> None:
    """Before a merge everything that it brings is to be read."""
    hands, evidence = tour.hands, tour.evidence
    await hands.press_keys("Ctrl+Shift+G")
    await until(lambda: hands.is_visible("merge_dialog"), "the preview opens")
    text = hands.find(QPlainTextEdit, "merge_text").toPlainText()
    check(QUESTION in text and "What is in this project?" not in text, "only what the fork has of its own is brought")
    check_equal(
        evidence.one("SELECT count(*) FROM messages WHERE kind = 'merge'"), 0, "what is stored of the merge before it is wanted"
    )
    await tour.picture("merge-preview")


async def merged(tour: Tour) -> None:
    """Merged back, the parent's next answerer is told it, once; the list marks the fork."""
    hands, evidence = tour.hands, tour.evidence
    shown = hands.find(QPlainTextEdit, "merge_text").toPlainText()
    hands.click("save")
    await until(lambda: not hands.is_visible("merge_dialog"), "the preview closes")
    ((child_id, parent_id, _, _),) = evidence.rows(_FORK)
    kinds = evidence.column("SELECT role FROM messages WHERE thread_id = ? AND kind = 'merge' ORDER BY seq", parent_id)
    check_equal(kinds, ["user", "system"], "the message and the notice in the parent")
    brought = evidence.one(
        "SELECT p.data FROM message_parts p JOIN messages m ON m.id = p.message_id WHERE m.kind = 'merge' AND m.role = 'user'"
    )
    check_equal(json.loads(brought)["text"], shown, "what was brought is what the preview showed")
    await until(lambda: hands.window.threads.index_of(child_id).data(Role.IS_MERGED), "the list marks the fork as merged")
    hands.click("note_undo")
    await until(lambda: hands.window.thread_id == parent_id == hands.window.transcript.thread_id, "the note leads to the parent")
    await tour.send("So what did you find out?")
    await tour.answered()
    check_equal(evidence.last_run()[0], AGENT, "who answered in the parent")
    check_equal(evidence.last_handoff(AGENT)[2].count(f"\n{QUESTION}\n\n"), 1, "how often the question of the fork was told")
    await until(lambda: any("Merged back" in said for said in hands.said("lineage_notice")), "the notice is in the transcript")
    await hands.scroll_up_to("lineage_notice")
    await tour.picture("merged")


async def lineage_map(tour: Tour) -> None:
    """The map has a bead for every answer, where the fork began and where it was merged."""
    hands, evidence = tour.hands, tour.evidence
    await hands.press_keys("Ctrl+3")
    await until(lambda: hands.is_visible("map_view"), "the map is shown")
    view = hands.find(MapView, "map_view")
    count = tour.run_count()
    await until(lambda: _bead_count(view) == count, f"the map has {count} beads")
    await tour.picture("map")
    wanted = evidence.one("SELECT id FROM runs WHERE thread_id = (SELECT id FROM threads WHERE parent_thread_id IS NOT NULL)")
    layout = view.layout_now
    shape = layout.place_of(wanted) if layout is not None else None
    if shape is None:
        raise TourError("the answer of the fork has no bead")
    hands.click_at(view.viewport(), view.box_of(shape).center())
    ((child_id, parent_id, _, _),) = evidence.rows(_FORK)
    await until(lambda: hands.window.thread_id == child_id == hands.window.transcript.thread_id, "a bead leads to its answer")
    await until(lambda: hands.window.page.shows_transcript, "the conversation is shown")
    row = hands.window.sidebar.tree.visualRect(hands.window.threads.index_of(parent_id))
    hands.click_at(hands.window.sidebar.tree.viewport(), row.center())
    await until(lambda: hands.window.thread_id == parent_id == hands.window.transcript.thread_id, "the parent is shown again")


async def rewind(tour: Tour) -> None:
    """Before going back the numbers are said: how many messages, which merges."""
    hands, evidence = tour.hands, tour.evidence
    to_seq = evidence.one("SELECT min(seq) - 1 FROM messages WHERE kind = 'merge'")
    await choose_for_message(tour, to_seq, "rewind_here")
    await until(lambda: hands.is_visible("rewind_dialog"), "the question opens")
    check(hands.text("rewind_count").startswith("3 "), "it says that three messages are set aside")
    check(hands.is_visible("rewind_merges"), "it says that a merge is among them")
    check_equal(evidence.one("SELECT count(*) FROM messages WHERE rolled_back"), 0, "messages set aside before it is wanted")
    await tour.picture("rewind")


async def rewound(tour: Tour) -> None:
    """What came later is set aside, not lost; the line in the transcript takes it back."""
    hands, evidence = tour.hands, tour.evidence
    aside = "SELECT count(*) FROM messages WHERE rolled_back AND role != 'system'"
    hands.click("save")
    await until(lambda: not hands.is_visible("rewind_dialog"), "the question closes")
    await until(lambda: any("Went back" in said for said in hands.said("lineage_notice")), "the transcript says so")
    check_equal(evidence.one(aside), 3, "messages set aside")
    await tour.picture("rewound")
    hands.click("lineage_button")
    await until(lambda: evidence.one(aside) == 0, "they are there again")
    await until(lambda: not any("Went back" in said for said in hands.said("lineage_notice")), "the line is gone")


async def choose_for_message(tour: Tour, seq: int, command_id: str) -> None:
    """Click a message with the right button, and choose an entry of its menu by keyboard. Raises TourError."""
    hands = tour.hands
    view = hands.window.transcript.as_widget
    if not isinstance(view, TranscriptView):
        raise TourError("there is no transcript")
    hands.window.transcript.jump_to(seq)
    await hands.settle()
    places = [
        widget.mapTo(view.viewport(), QPoint(24, min(8, widget.height() - 1)))
        for row, _, widget in view.visible_blocks()
        if row == seq and widget.isVisible()
    ]
    place = next((place for place in places if view.viewport().rect().contains(place)), None)
    if place is None:
        raise TourError(f"message {seq} is not in view")
    at = view.viewport().mapToGlobal(place)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, at))
    await until(lambda: hands.all_visible(QMenu, "message_menu"), "the message's menu opens")
    menu = hands.find(QMenu, "message_menu")
    action = hands.window.commands.action(command_id)
    check(action.isEnabled(), f"{command_id} is on in the menu of message {seq}")
    for _ in menu.actions():
        QTest.keyClick(menu, Qt.Key.Key_Down)
        if menu.activeAction() is action:
            break
    QTest.keyClick(menu, Qt.Key.Key_Return)
    await until(lambda: not hands.all_visible(QMenu, "message_menu"), "the menu closes")


def parent_bytes(tour: Tour, thread_id: str) -> list[tuple[object, ...]]:
    """All columns of a thread's messages and of their parts."""
    parts = "SELECT p.* FROM message_parts p JOIN messages m ON m.id = p.message_id WHERE m.thread_id = ? ORDER BY m.seq, p.ordinal"
    messages = tour.evidence.rows("SELECT * FROM messages WHERE thread_id = ? ORDER BY seq", thread_id)
    return messages + tour.evidence.rows(parts, thread_id)


def _bead_count(view: MapView) -> int:
    columns = view.columns
    return sum(len(lane.lane.beads) for lane in columns.lanes.values()) if columns is not None else 0
