# SPDX-License-Identifier: MIT
"""Stops about work that goes on: the queue, stopping, failures."""

from __future__ import annotations

import filecmp

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from onesist_desktop.ui.queue_row import DragHandle
from tour.base import AGENT_TITLE, Tour
from tour.errors import check, check_equal
from tour.hands import until

LIST, SUM = "Then read the price list.", "And add it up for a member."


def kept_queue(tour: Tour) -> list[str]:
    """What waits, as it is stored."""
    return tour.evidence.column("SELECT text FROM queued_messages ORDER BY position")


async def attachment(tour: Tour) -> None:
    """A file that is let go over the field is copied, shown as a chip, and arrives at who answers."""
    hands, evidence = tour.hands, tour.evidence
    original = tour.world.project / "data" / "prices.csv"
    hands.drop(original)
    await until(
        lambda: any("prices.csv" in chip and "copied" not in chip for chip in hands.said("attachment")), "the chip is there"
    )
    hands.write("Which of these is wrong?")
    await tour.picture("attachment")
    before = tour.run_count()
    hands.press(Qt.Key.Key_Return)
    await until(lambda: tour.run_count() == before + 1, "the run is stored")
    await tour.answered()
    ((name, path),) = evidence.parts("attachment", "name", "path")
    check_equal(name, "prices.csv", "the name of the stored file")
    check(filecmp.cmp(path, original, shallow=False), "the stored copy holds the same bytes")
    check("prices.csv (file://" in evidence.last_answer(), "who answered got its address")


async def now_and_next(tour: Tour) -> None:
    """While an answer grows, the next message waits in the queue."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("slow 2000")
    await until(lambda: "is answering" in hands.text("now_text"), "the window shows who works")
    await until(lambda: "word 12" in evidence.last_answer(), "some words are stored")
    hands.write(LIST)
    hands.press(Qt.Key.Key_Return)
    await until(lambda: hands.texts("queued_text") == [LIST], "the message waits below")
    check_equal(kept_queue(tour), [LIST], "the stored queue")
    check_equal(hands.text("send"), "Queue", "the button's name while an answer grows")
    await tour.picture("now-and-next")


async def queue(tour: Tour) -> None:
    """Several messages wait, and change places by keyboard."""
    hands = tour.hands
    hands.write(SUM)
    hands.press(Qt.Key.Key_Return)
    await until(lambda: hands.texts("queued_text") == [LIST, SUM], "both wait below")
    handle = hands.all_visible(DragHandle, "move_queued")[-1]
    handle.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(handle, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    await until(lambda: hands.texts("queued_text") == [SUM, LIST], "they have changed places")
    check_equal(kept_queue(tour), [SUM, LIST], "the stored queue")
    await tour.picture("queue")


async def stopped(tour: Tour) -> None:
    """Stop keeps what was written and holds the queue; nothing is sent by itself."""
    hands, evidence = tour.hands, tour.evidence
    hands.click("stop_run")
    await tour.answered("stopped")
    check("word 12" in evidence.last_answer(), "what was written stays")
    await until(lambda: any("You stopped" in text for text in hands.said("quiet_note")), "the transcript says who stopped it")
    await until(lambda: hands.is_visible("queue_held"), "the queue says that it is held")
    check_equal(kept_queue(tour), [SUM, LIST], "the queue after the stop")
    await tour.picture("stopped")
    before = tour.run_count()
    hands.click("send_now")
    await until(lambda: tour.run_count() == before + 2, "the waiting messages are sent one after the other")
    await tour.answered()
    check_equal(kept_queue(tour), [], "the queue after it was sent")


async def failure(tour: Tour) -> None:
    """A failure says what is safe, and *Send again* asks the same message again instead of storing it twice."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("fail")
    await tour.answered("failed")
    await until(lambda: hands.said("error_card"), "the card is shown")
    card = hands.said("error_card")[-1]
    check(AGENT_TITLE in card, "the card names who failed")
    check("Your message is kept" in card, "the card says what is safe")
    await until(lambda: len(hands.all_visible(QAbstractButton, "send_again")) == 1, "Send again is offered, once")
    await tour.picture("failure")
    before = tour.run_count()
    hands.click("send_again")
    await until(lambda: tour.run_count() == before + 1, "it is sent again")
    await tour.answered("failed")
    messages = evidence.column("SELECT user_message_id FROM runs ORDER BY ordinal DESC LIMIT 2")
    check_equal(len(set(messages)), 1, "number of messages of the two runs")
    check_equal(evidence.parts("text", "text").count(("fail",)), 1, "how often the message is stored")
