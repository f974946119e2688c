# SPDX-License-Identifier: MIT
"""The stops of the tour. Each does what a person does there, then compares what the window says with what was stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPlainTextEdit

from onesist_desktop.ui.theme.tokens import Scheme
from tour.camera import Camera
from tour.errors import TourError, check, check_equal
from tour.evidence import Evidence
from tour.hands import Hands, until
from tour.world import PROJECT_TITLE, World

AGENT, MODEL = "practice-agent", "practice-model"
AGENT_TITLE, MODEL_TITLE = "Practice agent", "Practice model"
SIZE, NARROW = (1440, 900), (960, 640)


@dataclass(frozen=True, slots=True)
class Tour:
    """What every stop works with."""

    hands: Hands
    evidence: Evidence
    camera: Camera
    world: World

    async def picture(self, name: str) -> None:
        """Take a picture once everything is in its place."""
        await self.hands.settle()
        self.camera.take(self.hands.window, name)

    def run_count(self) -> int:
        """How many runs were stored."""
        return int(self.evidence.one("SELECT count(*) FROM runs"))

    async def send(self, text: str) -> None:
        """Write a message, press Enter, and wait until it is stored and gone from the field."""
        before = self.run_count()
        self.hands.write(text)
        self.hands.press(Qt.Key.Key_Return)
        await until(lambda: self.run_count() == before + 1, f"a run for {text!r} is stored")
        await until(lambda: not self.hands.composer.toPlainText(), "the field is empty again")

    async def answered(self, outcome: str = "completed") -> None:
        """Wait until the newest run has ended, in the database and on the screen, and make sure how."""
        await until(lambda: self.evidence.last_run()[1] == "finished", "the run is finished")
        await until(lambda: not self.hands.is_visible("stop_run"), "the window shows that nothing works any more")
        check_equal(self.evidence.last_run()[2], outcome, "the outcome of the run")


async def first_start(tour: Tour) -> None:
    """Nothing is there yet: the start page asks for a folder and says who can answer."""
    hands = tour.hands
    await until(lambda: hands.is_visible("start_page"), "the start page is shown")
    await until(lambda: "Looking…" not in hands.texts("readiness"), "everybody was looked for")
    ready = dict(zip(("Claude Code", AGENT_TITLE, MODEL_TITLE), hands.texts("readiness"), strict=True))
    check_equal(ready, {"Claude Code": "Not installed", AGENT_TITLE: "Ready", MODEL_TITLE: "Ready"}, "who can answer")
    check_equal(tour.evidence.one("SELECT count(*) FROM projects"), 0, "the number of stored projects")
    await tour.picture("first-start")


async def choose_a_folder(tour: Tour) -> None:
    """A folder that isn't there is refused with a sentence; the practice project is then named by its path."""
    hands = tour.hands
    field = hands.find(QLineEdit, "folder_path")
    hands.type_into(field, str(tour.world.home / "Nowhere"))
    hands.press(Qt.Key.Key_Return, field)
    await until(lambda: hands.text("folder_error"), "the missing folder is refused")
    check_equal(tour.evidence.one("SELECT count(*) FROM projects"), 0, "the number of stored projects")
    hands.type_into(field, str(tour.world.project))
    await tour.picture("choose-a-folder")
    hands.press(Qt.Key.Key_Return, field)
    await until(lambda: hands.is_visible("composer_text"), "the project opens")
    stored = tour.evidence.rows("SELECT title, root_path FROM projects")
    check_equal(stored, [(PROJECT_TITLE, str(tour.world.project))], "the stored projects")


async def empty_thread(tour: Tour) -> None:
    """The project has no thread yet; the page says what could happen here."""
    hands = tour.hands
    await until(lambda: PROJECT_TITLE in hands.text("empty_question"), "the empty page names the project")
    check_equal(hands.text("project_title"), PROJECT_TITLE, "the project's name in the sidebar")
    check(hands.is_visible("no_threads"), "the sidebar says that there are no threads")
    check_equal(tour.evidence.one("SELECT count(*) FROM threads"), 0, "the number of stored threads")
    await tour.picture("empty-thread")


async def who_answers(tour: Tour) -> None:
    """The picker lists everybody, also who isn't ready and why."""
    menu = await tour.hands.open_picker("provider_picker")
    entries = [action.text() for action in menu.actions()]
    check(any(entry.startswith("Claude Code") and "Not installed" in entry for entry in entries), "a missing agent says why")
    await tour.picture("who-answers")
    await tour.hands.pick(menu, AGENT_TITLE)


async def first_answer(tour: Tour) -> None:
    """The first message makes the thread, and is answered."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("What is in this project?")
    await tour.answered()
    check_equal(evidence.roles(), ["user", "assistant"], "who wrote what is stored")
    check_equal(evidence.last_run()[0], AGENT, "who answered")
    check_equal(evidence.one("SELECT title FROM threads"), "What is in this project?", "the thread's title")
    check_equal(hands.text("thread_title"), "What is in this project?", "the title above the transcript")
    check_equal(hands.texts("message_name"), ["You", AGENT_TITLE], "the names in the transcript")
    check("No handoff block came with this message." in evidence.last_answer(), "a first message carries no history")
    check_equal(evidence.receipts(), [], "the receipts")
    await tour.picture("first-answer")


async def approval(tour: Tour) -> None:
    """A command is asked for before it runs; nothing has run while the card waits."""
    hands = tour.hands
    await tour.send("run: echo 3 prices checked, 1 is wrong && exit 3")
    await until(lambda: hands.is_visible("approval_card"), "the card asks")
    check_equal(hands.text("approval_head"), f"{AGENT_TITLE} asks you", "the head of the card")
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
    check(any("exit code 3" in text for text in hands.texts("step_result")), "the step says exit code 3")
    await tour.picture("command-with-exit-code")


async def handover_line(tour: Tour) -> None:
    """Before somebody else is asked, the composer says what that hands over."""
    hands = tour.hands
    await hands.choose_who_answers(MODEL_TITLE)
    hands.write("Practice model, what do you know of it?")
    await until(lambda: "has not seen" in hands.text("handover_text"), "the composer says what goes over")
    check(MODEL_TITLE in hands.text("handover_text") and "4 messages" in hands.text("handover_text"), "it names who and how many")
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
    check_equal(hands.texts("receipt_fact"), [f"{MODEL_TITLE} joined"], "the receipt in the transcript")
    check("4 messages handed over" in hands.text("receipt_counts"), "the receipt counts the messages")
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
    check_equal(hands.texts("receipt_fact")[-1], f"{AGENT_TITLE} is back", "the newest receipt")
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


async def now_and_next(tour: Tour) -> None:
    """While an answer grows, the next message waits in the queue."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("slow 2000")
    await until(lambda: "is answering" in hands.text("now_text"), "the window shows who works")
    await until(lambda: "word 12" in evidence.last_answer(), "some words are stored")
    hands.write("Then read the price list.")
    hands.press(Qt.Key.Key_Return)
    await until(lambda: hands.texts("queued_text") == ["Then read the price list."], "the message waits below")
    check_equal(evidence.column("SELECT text FROM queued_messages"), ["Then read the price list."], "the stored queue")
    check_equal(hands.text("send"), "Queue", "the button's name while an answer grows")
    await tour.picture("now-and-next")


async def stopped(tour: Tour) -> None:
    """Stop keeps what was written and holds the queue; nothing is sent by itself."""
    hands, evidence = tour.hands, tour.evidence
    hands.click("stop_run")
    await tour.answered("stopped")
    check("word 12" in evidence.last_answer(), "what was written stays")
    check(any("You stopped" in text for text in hands.texts("quiet_text")), "the transcript says who stopped it")
    await until(lambda: hands.is_visible("queue_held"), "the queue says that it is held")
    check_equal(evidence.column("SELECT text FROM queued_messages"), ["Then read the price list."], "the queue after the stop")
    await tour.picture("stopped")
    before = tour.run_count()
    hands.click("send_now")
    await until(lambda: tour.run_count() == before + 1, "the waiting message is sent")
    await tour.answered()
    check_equal(evidence.column("SELECT text FROM queued_messages"), [], "the queue after it was sent")


async def failure(tour: Tour) -> None:
    """A failure says what is safe, and *Send again* asks the same message again instead of storing it twice."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("fail")
    await tour.answered("failed")
    check(AGENT_TITLE in hands.text("error_what"), "the card names who failed")
    check("Your message is kept" in hands.text("error_more"), "the card says what is safe")
    await until(lambda: len(hands.texts("send_again")) == 1, "Send again is offered, once")
    await tour.picture("failure")
    before = tour.run_count()
    hands.click("send_again")
    await until(lambda: tour.run_count() == before + 1, "it is sent again")
    await tour.answered("failed")
    messages = evidence.column("SELECT user_message_id FROM runs ORDER BY ordinal DESC LIMIT 2")
    check_equal(len(set(messages)), 1, "number of messages of the two runs")
    check_equal(evidence.parts("text", "text").count(("fail",)), 1, "how often the message is stored")


async def reads_history(tour: Tour) -> None:
    """The agent reads older messages by the tool that it was told of, from a process of its own."""
    hands, evidence = tour.hands, tour.evidence
    await tour.send("read history")
    await tour.answered()
    ((name, state, result),) = evidence.parts("tool_call", "name", "state", "result")
    check("onesist_thread_read" in name and state == "worked", "the tool was called and worked")
    check("What is in this project?" in result, "it returned the first message of this thread")
    check_equal(evidence.one("SELECT count(*) FROM history_tokens WHERE revoked_at IS NULL"), 1, "live tokens: one per session")
    await until(lambda: not hands.is_visible("handover"), "the composer has nothing to hand over: the agent has seen it all")
    await hands.scroll_up_to("step")
    check_equal(hands.text("step_result"), "worked", "what the newest step says")
    await tour.picture("reads-history")


async def dark(tour: Tour) -> None:
    """The same in the dark theme."""
    theme = tour.hands.window.theme
    theme.choose(Scheme.DARK)
    check(theme.is_dark, "the theme is dark")
    await tour.picture("dark")
    theme.choose(Scheme.LIGHT)


async def narrow(tour: Tour) -> None:
    """The same in a small window: Send is still inside it."""
    window = tour.hands.window
    await resize(tour, NARROW)
    send = tour.hands.find(QAbstractButton, "send")
    corner = send.mapTo(window, send.rect().bottomRight())
    check(corner.x() < window.width() and corner.y() < window.height(), "the send button is inside the window")
    await tour.picture("narrow")
    await resize(tour, SIZE)


Stop = Callable[[Tour], Awaitable[None]]

STOPS: tuple[Stop, ...] = (
    first_start,
    choose_a_folder,
    empty_thread,
    who_answers,
    first_answer,
    approval,
    command,
    handover_line,
    switch,
    back_again,
    what_it_was_told,
    dark,
    narrow,
    now_and_next,
    stopped,
    failure,
    reads_history,
)


async def take(tour: Tour) -> None:
    """Go to all stops. Raises TourError, which names the stop."""
    await resize(tour, SIZE)
    for stop in STOPS:
        try:
            await stop(tour)
        except TourError as error:
            raise TourError(f"{stop.__name__.replace('_', ' ')}: {error}") from None


async def resize(tour: Tour, size: tuple[int, int]) -> None:
    """Make the window exactly that large, in logical pixels."""
    window = tour.hands.window
    window.resize(*size)
    await until(lambda: (window.width(), window.height()) == size, f"the window is {size[0]} x {size[1]}")
