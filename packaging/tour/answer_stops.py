# SPDX-License-Identifier: MIT
"""Stops about answers: commands that are asked for, handovers, and what somebody was told."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit

from tour.base import AGENT, AGENT_TITLE, MODEL, MODEL_TITLE, Tour
from tour.errors import check, check_equal
from tour.hands import until


async def first_answer(tour: Tour) -> None:
    """The first message makes the thread, and is answered."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("What is in this project?")
    await tour.answered()
    check_equal(evidence.roles(), ["user", "assistant"], "who wrote what is stored")
    check_equal(evidence.last_run()[0], AGENT, "who answered")
    check_equal(evidence.one("SELECT title FROM threads"), "What is in this project?", "the thread's title")
    check_equal(hands.text("thread_title"), "What is in this project?", "the title above the transcript")
    await until(lambda: len(hands.said("message_header")) == 2, "question and answer are shown")
    headings = [heading.split(",")[0] for heading in hands.said("message_header")]
    check_equal(headings, ["Message from You", f"Message from {AGENT_TITLE}"], "the headings in the transcript")
    check("No handoff block came with this message." in evidence.last_answer(), "a first message carries no history")
    check_equal(evidence.receipts(), [], "the receipts")
    await tour.picture("first-answer")


async def approval(tour: Tour) -> None:
    """A command is asked for before it runs; nothing has run while the card waits."""
    hands = tour.hands
    await tour.send("run: echo 3 prices checked, 1 is wrong && exit 3")
    await until(lambda: hands.is_visible("approval_card"), "the card asks")
    card = hands.said("approval_card")[-1]
    check(card.startswith(f"{AGENT_TITLE} asks to run a command: echo 3 prices"), "the card says who asks for what")
    await until(lambda: tour.evidence.parts("question", "answer") == [(None,)], "the question is stored as open")
    check_equal(tour.evidence.last_run()[1], "streaming", "the run's state while it waits")
    await tour.picture("approval")
    hands.click("option_allow")


async def command(tour: Tour) -> None:
    """Allowed, it runs; its output and exit code are stored and shown."""
    hands = tour.hands
    await tour.answered()
    check(not hands.is_visible("approval_card"), "the card is gone")
    ((code, output),) = tour.evidence.parts("command", "exit_code", "output")
    check_equal((code, output.strip()), (3, "3 prices checked, 1 is wrong"), "the stored exit code and output")
    check_equal(tour.evidence.parts("question", "answer"), [("allow",)], "the answers to stored questions")
    await until(lambda: any("exit code 3" in text for text in hands.said("step_head")), "the step says exit code 3")
    await tour.picture("command-with-exit-code")


async def handover_line(tour: Tour) -> None:
    """Before somebody else is asked, the composer says what that hands over."""
    hands = tour.hands
    await hands.choose_who_answers(MODEL_TITLE)
    hands.write("Practice model, what do you know of it?")
    await until(lambda: hands.said("handover_text"), "the composer says what goes over")
    check_equal(hands.said("handover_text"), [f"{MODEL_TITLE} has not seen 4 messages. All 4 will be handed over."], "what it says")
    check_equal(tour.evidence.one("SELECT count(*) FROM context_handoffs"), 0, "handovers stored before anything was sent")
    await tour.picture("handover-line")


async def switch(tour: Tour) -> None:
    """Sent, the receipt in the transcript tells what went over, and the database holds the same."""
    hands, evidence = tour.hands, tour.evidence
    before = tour.run_count()
    hands.press(Qt.Key.Key_Return)
    await until(lambda: tour.run_count() == before + 1, "the run is stored")
    await tour.answered()
    check_equal(evidence.last_run()[0], MODEL, "who answered")
    check_equal(evidence.receipts(), ["joined"], "the receipts")
    await until(lambda: hands.said("receipt"), "the transcript has the receipt")
    check_equal(hands.said("receipt"), [f"{MODEL_TITLE} joined · 4 messages handed over"], "the receipt in the transcript")
    _, delivery, told = evidence.last_handoff(MODEL)
    check_equal(delivery, "delivered", "what became of the handover")
    check("What is in this project?" in told and "3 prices checked" in told, "the first message and the command went over")
    await until(lambda: not hands.is_visible("handover"), "the composer's line is gone")
    await tour.picture("switched")


async def back_again(tour: Tour) -> None:
    """The agent gets only what it has not seen, in the session that it had."""
    hands, evidence = tour.hands, tour.evidence
    await hands.choose_who_answers(AGENT_TITLE)
    await tour.send("And what did you miss?")
    await tour.answered()
    check_equal(evidence.receipts(), ["joined", "back"], "the receipts")
    wanted = f"{AGENT_TITLE} is back"
    await until(lambda: any(said.startswith(wanted) for said in hands.said("receipt")), "the newest receipt says who is back")
    strategy, delivery, told = evidence.last_handoff(AGENT)
    check_equal((strategy, delivery), ("delta_since_target_last_seen", "delivered"), "how it was told")
    check("what do you know of it" in told, "the question to the other is in it")
    check("What is in this project?" not in told, "what it had answered itself is not")
    ((state, known),) = evidence.sessions(AGENT)
    check_equal((state, known), ("active", evidence.one("SELECT max(seq) FROM messages WHERE is_content")), "its only session")
    await tour.picture("back-with-what-was-missed")


async def what_it_was_told(tour: Tour) -> None:
    """The dialog shows the exact text that is stored."""
    hands = tour.hands
    hands.click("what_it_was_told")
    await until(lambda: hands.is_visible("handoff_text"), "the dialog opens")
    shown = hands.find(QPlainTextEdit, "handoff_text").toPlainText()
    check_equal(shown, tour.evidence.last_handoff(AGENT)[2], "the text of the dialog")
    await tour.picture("what-it-was-told")
    hands.click("close")
    await until(lambda: not hands.is_visible("handoff_text"), "the dialog closes")


async def reads_history(tour: Tour) -> None:
    """The agent reads older messages by the tool that it was told of, from a process of its own."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("read history")
    await tour.answered()
    ((name, state, result),) = evidence.parts("tool_call", "name", "state", "result")
    check("onesist_thread_read" in name and state == "worked", "the tool was called and worked")
    check("Which of these is wrong?" in result, "it returned older messages of this thread")
    check_equal(evidence.one("SELECT count(*) FROM history_tokens WHERE revoked_at IS NULL"), 1, "live tokens: one per session")
    await until(lambda: not hands.is_visible("handover"), "the composer has nothing to hand over: the agent has seen it all")
    await hands.scroll_up_to("step")
    check(hands.said("step_head")[-1].endswith(", worked"), "the newest step says that it worked")
    await tour.picture("reads-history")
