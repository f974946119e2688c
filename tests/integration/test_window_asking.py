# SPDX-License-Identifier: MIT
"""What agents ask, answered in the window by mouse and by keys: what the card says, what the model is told, what is kept.

Everything is real but the model.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.messages import CallState, CommandPart, FileChangePart, Role
from onesist_desktop.core.turn_events import ALLOW, ALLOW_SESSION, ANSWER, DENY, AskKind, OutcomeKind
from onesist_desktop.services.views import ThreadState
from onesist_desktop.ui.transcript.output_text import OutputText
from tests.fakes.model_server import FakeModelServer
from tests.integration.agent_desk import (
    CLAUDE,
    CODEX,
    asked,
    button_in,
    claude_calls,
    codex_calls,
    contents,
    desk,
    go_to_card,
    press,
    questions,
    row_state,
    row_words,
    told,
    type_text,
)
from tests.integration.window_rig import Person, open_window, table, until

pytestmark = pytest.mark.real_agent
CONTROL = Qt.KeyboardModifier.ControlModifier


async def done(person: Person) -> None:
    """Wait for the answer, which must be whole."""
    await person.must_complete(await person.answered())


async def test_claude_asks_and_is_answered_by_mouse_and_by_keys(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            project = person.project

            # By mouse, once.
            await person.send("[[bash:touch one]] [[say:well]]", CLAUDE)
            card = await asked(person)
            assert card.accessibleName() == "Claude Code asks to run a command: touch one"
            assert f"Where: {project}" in card.accessibleDescription()
            await until(lambda: row_state(person) is ThreadState.ASKS, "the row to say so")
            assert "needs you" in row_words(person)
            assert not (project / "one").exists()
            person.click("option_allow")
            await done(person)
            assert (project / "one").exists()
            assert row_state(person) is not ThreadState.ASKS

            # By keys: 1 allows once, and so does Ctrl+Enter.
            for name, keys in (("two", (Qt.Key.Key_1,)), ("three", (Qt.Key.Key_Return, CONTROL))):
                await person.send(f"[[bash:touch {name}]] [[say:well]]")
                card = await asked(person)
                await go_to_card(person, card)
                press(Qt.Key.Key_Return)
                assert person.find(QWidget, "approval_card"), "Enter alone chooses nothing"
                press(*keys)
                await done(person)
                assert (project / name).exists()
            assert [part.answer for part in await questions(person)] == [ALLOW] * 3
            assert {part.kind for part in await questions(person)} == {AskKind.COMMAND}

            # A refusal with a word: told to the model, in the step's row and in the database.
            await person.send("[[bash:touch four]] [[say:well]]")
            card = await asked(person)
            person.click("say_why")
            type_text("use the other folder 1")
            press(Qt.Key.Key_Return)
            await done(person)
            assert not (project / "four").exists()
            refused = (await questions(person))[-1]
            assert (refused.answer, refused.word, refused.expired) == (DENY, "use the other folder 1", False)
            assert told(claude_calls(server)[-1]).count("use the other folder 1") == 1
            step = "touch four, you didn't allow it"
            await until(lambda: step in person.blocks("step_head"), "the row of what was decided")
            (head,) = [head for head in person.find(QWidget, "step_head") if head.accessibleName() == step]
            QTest.mouseClick(head, Qt.MouseButton.LeftButton)
            await until(lambda: any("You said: use the other folder 1" in text for text in person.read), "the word in the row")
            commands = [part for message in await person.messages() for part in message.parts if isinstance(part, CommandPart)]
            assert [part.state for part in commands] == [CallState.WORKED] * 3 + [CallState.REFUSED]

            # For this thread: not asked again.
            await person.send("[[bash:touch five]] [[say:well]]")
            card = await asked(person)
            person.click("option_allow_session")
            await done(person)
            count = len(await questions(person))
            assert (await questions(person))[-1].answer == ALLOW_SESSION
            await person.must_complete(await person.ask("again [[bash:touch five]] [[say:well]]"))
            assert len(await questions(person)) == count
            assert len(await person.sessions(CLAUDE)) == 1


async def test_a_question_is_answered_in_its_card(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            # While nobody looks, the desktop tells.
            await person.send("[[ask:Which colour shall it be?|red|blue]] [[say:well]]", CLAUDE)
            person.window.showMinimized()
            thread_id = person.window.thread_id
            assert thread_id is not None
            await until(lambda: thread_id in person.desktop.shown, "the note")
            assert person.desktop.shown[thread_id].body == "Claude Code asks you: Which colour shall it be?"
            person.desktop.clicked.emit(thread_id)
            await until(lambda: person.window.is_in_front, "the window")
            card = await asked(person, "question_card")
            assert card.accessibleName() == "Claude Code asks you: Which colour shall it be?"
            assert not button_in(card, "answer").isEnabled()
            await until(lambda: row_state(person) is ThreadState.ASKS, "the row to say so")
            QTest.mouseClick(person.find(QWidget, "choice_1")[0], Qt.MouseButton.LeftButton)
            person.click("answer")
            await done(person)
            assert '"Which colour shall it be?"="blue"' in told(claude_calls(server)[-1])
            (part,) = await questions(person)
            assert (part.kind, part.answer, part.word) == (AskKind.QUESTION, ANSWER, "blue")
            assert any("you answered: blue" in text for text in person.blocks("step_head"))
            assert person.desktop.shown.keys() <= {thread_id}

            # Codex, by keys, in words of one's own.
            await person.send("[[ask:And how many?|one|two]] [[say:well]]", CODEX)
            card = await asked(person, "question_card")
            await go_to_card(person, card)
            press(Qt.Key.Key_3)
            type_text("a dozen, 12")
            press(Qt.Key.Key_Return, CONTROL)
            await done(person)
            assert '"answers":["a dozen, 12"]' in told(codex_calls(server)[-1])
            part = (await questions(person))[-1]
            assert (part.answer, part.word) == (ANSWER, "a dozen, 12")


async def test_what_nobody_answered_has_expired_after_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        environment = desk(server, tmp_path)
        async with open_window(qapp, tmp_path, environment) as person:
            await person.send("[[bash:touch late]] [[say:well]]", CLAUDE)
            await asked(person)
            calls = len(claude_calls(server))
        async with open_window(qapp, tmp_path, environment) as person:
            await until(lambda: person.window.thread_id is not None, "the thread")
            (run,) = await person.runs()
            assert run.outcome is OutcomeKind.CANCELLED
            (part,) = await questions(person)
            assert (part.answer, part.expired) == (None, True)
            await until(lambda: person.find(QWidget, "send_again"), "Send again")
            assert not person.find(QWidget, "approval_card")
            assert any("no answer before Onesist closed" in text for text in person.blocks("step_head"))
            assert row_state(person) is not ThreadState.ASKS
            assert len(claude_calls(server)) == calls, "nothing is sent by itself"
            assert not (person.project / "late").exists()
            person.click("send_again")
            await until(lambda: len(claude_calls(server)) > calls, "the request")
            await done(person)
            # An answer had begun, so it is asked to go on; what it was asked first is told once.
            assert told(claude_calls(server)[-1]).count("[[bash:touch late]]") == 1
            assert not (person.project / "late").exists()


async def test_codex_asks_for_a_change_and_for_commands(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            await person.send("[[write:new.txt|alpha\\nbeta]] [[say:well]]", CODEX)
            card = await asked(person)
            assert card.accessibleName().startswith("Codex asks to change files: ")
            (diff,) = [view.shown for view in card.findChildren(OutputText) if view.isVisible()]
            assert diff.endswith("@@ -0,0 +1,2 @@\n+alpha\n+beta")
            person.click("option_allow")
            await done(person)
            assert (person.project / "new.txt").read_text(encoding="utf-8") == "alpha\nbeta\n"
            (change,) = [part for m in await person.messages() for part in m.parts if isinstance(part, FileChangePart)]
            assert change.state is CallState.WORKED
            assert (await questions(person))[-1].kind == AskKind.EDIT

            await person.send("[[bash:echo a > four.txt]] [[say:well]]")
            await asked(person)
            person.click("say_why")
            type_text("use printf instead")
            person.click("send_word")
            await done(person)
            assert not (person.project / "four.txt").exists()
            assert told(codex_calls(server)[-1]).count("use printf instead") == 1
            refused = (await questions(person))[-1]
            assert (refused.answer, refused.word) == (DENY, "use printf instead")
            # What was said belongs to the answer: it is no message of its own.
            assert [text for role, text in contents(await person.messages()) if role == Role.USER] == [
                "[[write:new.txt|alpha\\nbeta]] [[say:well]]",
                "[[bash:echo a > four.txt]] [[say:well]]",
            ]

            await person.send("[[bash:echo a >> five.txt]] [[bash:echo a >> five.txt]] [[say:well]]")
            await asked(person)
            person.click("option_allow_session")
            await done(person)
            assert (person.project / "five.txt").read_text(encoding="utf-8") == "a\na\n"
            assert [part.answer for part in await questions(person)] == [ALLOW, DENY, ALLOW_SESSION]

            # Stopped while it asks: nothing runs, nobody can answer any more, and the session goes on.
            await person.send("[[bash:touch six]] [[say:well]]")
            card = await asked(person)
            person.click("stop_run")
            run = await person.answered()
            assert run.outcome is OutcomeKind.STOPPED
            await until(lambda: not person.find(QWidget, "approval_card"), "the card to go")
            assert ((await questions(person))[-1].answer, (await questions(person))[-1].expired) == (None, True)
            assert row_state(person) is ThreadState.IDLE
            await person.must_complete(await person.ask("go on [[say:gone on]]"))
            assert not (person.project / "six").exists()
            assert told(codex_calls(server)[-1]).count("[[bash:touch six]]") == 1
            assert len(await person.sessions(CODEX)) == 1


async def test_a_waiting_message_is_added_to_the_running_answer(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            await person.send("tell me [[slow:6]] [[say:unused]]", CODEX)
            await until(lambda: "word0" in person.last_text, "the first words")
            await person.send("and in blue [[say:all in blue]]")
            await until(lambda: person.find(QWidget, "steer_queued"), "the way to add it")
            assert table(person.data, "select text from queued_messages") == [("and in blue [[say:all in blue]]",)]
            person.click("steer_queued")
            # Once this is over the agent has it; earlier it would be too late to let go of the answer.
            await until(lambda: "add to the answer" not in person.app.services.supervisor.running, "the message to be handed over")
            server.release()
            await done(person)
            (run,) = await person.runs()
            call = codex_calls(server)[-1]
            assert [told(call).count(text) for text in ("tell me", "and in blue")] == [1, 1]
            order = [
                (Role.USER, "tell me [[slow:6]] [[say:unused]]"),
                (Role.ASSISTANT, "word0 word1 word2 word3 word4 "),
                (Role.USER, "and in blue [[say:all in blue]]"),
                (Role.ASSISTANT, "all in blue"),
            ]
            kept = [(message.role, message.text) for message in await person.messages() if not message.is_notice]
            assert kept == order
            assert table(person.data, "select text from queued_messages") == []
            assert not person.texts("queued_text")
            shown = [(m.role, m.text) for m in person.window.transcript.messages if not m.is_notice]
            assert shown == order
            assert {message.run_id for message in await person.messages() if not message.is_notice} == {run.id}

            # Codex drops what it had half said, so that is what the next turn tells it, into the same session, and nothing else.
            assert "word4" not in told(call)
            await person.must_complete(await person.ask("next [[say:fine]]"))
            texts = ("tell me", "and in blue", "word0 word1 word2", "next [[say")
            assert [told(codex_calls(server)[-1]).count(text) for text in texts] == [1, 1, 1, 1]
            await person.must_complete(await person.ask("last [[say:fine]]"))
            assert [told(codex_calls(server)[-1]).count(text) for text in (*texts, "last [[say")] == [1, 1, 1, 1, 1]
            (handed,) = await person.handed_over()
            assert handed.included_count == 1
            assert len(await person.sessions(CODEX)) == 1
