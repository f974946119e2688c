# SPDX-License-Identifier: MIT
"""The main job through the real window with the practice providers: real child process, real database."""

from __future__ import annotations

from pathlib import Path

import psutil
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from onesist_desktop.core.messages import CommandPart, MessageKind, Role
from onesist_desktop.core.turn_events import OutcomeKind
from tests.integration.window_rig import open_window, until

AGENT, MODEL = "practice-agent", "practice-model"


async def test_two_providers_in_one_thread_and_what_each_was_told(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("What is this project?", AGENT))
        await person.must_complete(await person.ask("And what do you think?", MODEL))
        await person.must_complete(await person.ask("Now you again", AGENT))
        assert [r["receipt"] for r in await person.receipts()] == ["joined", "back"]
        assert len(await person.sessions(AGENT)) == 1
        await until(lambda: person.blocks("receipt"), "the receipts")
        assert person.receipt_facts == ["Practice model joined", "Practice agent is back"]
        person.click("what_it_was_told")
        await until(lambda: person.find(QPlainTextEdit, "handoff_text"), "the dialog")
        shown = person.find(QPlainTextEdit, "handoff_text")[0].toPlainText()
        (told,) = [h for h in await person.handed_over() if h.provider_id == AGENT]
        assert shown == told.text
        assert "And what do you think?" in shown
        assert "What is this project?" not in shown
        person.click("close")
        await person.must_complete(await person.ask("Once more"))
        assert len(await person.receipts()) == 2


async def test_a_command_is_asked_for_run_and_shown_with_its_exit_code(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("run: echo hello; exit 3", AGENT)
        await until(lambda: person.find(QWidget, "approval_card"), "the approval card")
        person.click_option("allow")
        await person.answered()
        reply = (await person.messages())[-1]
        (command,) = [part for part in reply.parts if isinstance(part, CommandPart)]
        assert (command.exit_code, command.output.strip()) == (3, "hello")


async def test_a_message_sent_while_a_run_works_is_queued_shown_and_follows(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("slow 30", AGENT)
        await until(lambda: person.find(QWidget, "stop_run"), "the run to show")
        await person.send("then this")
        await until(lambda: person.texts("queued_text"), "the queued message")
        await until(lambda: not person.texts("queued_text"), "the queue to be empty")
        await person.answered()
        assert [m.text for m in await person.messages() if m.role is Role.USER] == ["slow 30", "then this"]
        assert [run.outcome for run in await person.runs()] == [OutcomeKind.COMPLETED] * 2


async def test_stop_keeps_what_was_written_and_the_next_turn_is_right(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("slow 5000", AGENT)
        await until(lambda: "streaming" in [run_status(person)], "the run to stream")
        await until(lambda: person.window.transcript.messages[-1].text.count(" ") > 3, "some words")
        person.click("stop_run")
        run = await person.answered()
        assert run.outcome is OutcomeKind.STOPPED
        partial = [m for m in await person.messages() if m.role is Role.ASSISTANT][-1]
        assert partial.text
        await person.must_complete(await person.ask("what do you know"))
        assert len(await person.sessions(AGENT)) == 1


async def test_a_failure_is_a_card_with_send_again(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask("hello", AGENT)
        run = await person.ask("fail", AGENT)
        assert run.outcome is OutcomeKind.FAILED
        assert person.blocks("error_card")[-1].startswith("Practice agent reported a fault of its own. Your message is kept")
        await until(lambda: person.find(QWidget, "send_again"), "the button")
        person.click("send_again")
        await until(lambda: len(person.app.turns._live.all()) == 1, "the second run")
        await person.answered()
        assert [m.text for m in await person.messages() if m.role is Role.USER] == ["hello", "fail"]
        assert len([m for m in await person.messages() if m.kind is MessageKind.ERROR]) >= 1


async def test_quitting_during_a_run_leaves_nothing_running(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("slow 100000", AGENT)
        await until(lambda: "streaming" in [run_status(person)], "the run to stream")
        children = psutil.Process().children(recursive=True)
        assert children
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.window.thread_id is not None, "the thread to show")
        (run,) = await person.runs()
        assert run.outcome is OutcomeKind.CANCELLED
        assert len(await person.runs()) == 1


def run_status(person: object) -> str:
    lives = person.app.turns._live.all()  # type: ignore[attr-defined]
    return str(lives[0].life.run.status) if lives else ""
