# SPDX-License-Identifier: MIT
"""Stops about finding: what a run was told, a command, a place in the thread."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView

from tour.base import AGENT, AGENT_TITLE, Tour
from tour.errors import check
from tour.hands import until


async def inspector(tour: Tour) -> None:
    """The inspector lists what the newest run was told and did; the one before is a click away."""
    hands = tour.hands
    await until(lambda: hands.texts("run_title") == [AGENT_TITLE], "the inspector shows the newest run")
    await until(lambda: hands.is_visible("told_counts"), "it says what was told")
    stored = tour.evidence.one(
        "SELECT included_count FROM context_handoffs WHERE provider_id = ? ORDER BY created_at DESC LIMIT 1", AGENT
    )
    check(hands.text("told_counts").startswith(f"{stored} items"), f"it counts the {stored} items that are stored")
    await tour.picture("inspector")


async def palette(tour: Tour) -> None:
    """Every command is found by its name, or by a part of it."""
    hands = tour.hands
    await hands.press_keys("Ctrl+K")
    await until(lambda: hands.is_visible("palette_field"), "the palette opens")
    field = hands.find(QLineEdit, "palette_field")
    QTest.keyClicks(field, "thread")
    shown = hands.find(QListView, "palette_list").currentIndex().data()
    check(shown, "something is found, and chosen for Enter")
    await tour.picture("command-palette")
    hands.press(Qt.Key.Key_Escape, field)
    await until(lambda: not hands.is_visible("palette"), "the palette closes")


async def find(tour: Tour) -> None:
    """All places of a text in the thread are counted and marked."""
    hands = tour.hands
    await hands.press_keys("Ctrl+F")
    await until(lambda: hands.is_visible("find_field"), "the find bar opens")
    field = hands.find(QLineEdit, "find_field")
    QTest.keyClicks(field, "prices")
    await until(lambda: " of " in hands.text("find_count"), "the places are counted")
    count = int(hands.text("find_count").split()[-1])
    texts = [text for (text,) in tour.evidence.rows("SELECT lower(data) FROM message_parts")]
    check(1 < count <= sum(text.count("prices") for text in texts), f"{count} places are no more than are stored")
    await tour.picture("find")
    hands.press(Qt.Key.Key_Escape, field)
    await until(lambda: not hands.is_visible("find_bar"), "the find bar closes")
    # Back to the end, and to what is to be written.
    await hands.press_keys("Ctrl+End")
    await hands.press_keys("Ctrl+L")
    await until(lambda: hands.window.transcript.is_at_end, "the thread's end is shown again")
