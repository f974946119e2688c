# SPDX-License-Identifier: MIT
"""One command, every way to it: the key of the field, the button, the palette, the menu, the command's own keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.messages import Role
from tests.integration.window_rig import Person, open_window, table, until

AGENT = "practice-agent"
QUESTION = "What is this project?"


async def send_it(person: Person, way: str) -> None:
    match way:
        case "enter":
            person.press_enter()
        case "button":
            person.click("send")
        case _:
            await person.by_any(way, "send_now")


@pytest.mark.parametrize("way", ["enter", "button", "palette", "menu", "keys"])
async def test_a_message_is_sent(qapp: QApplication, tmp_path: Path, way: str) -> None:
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        assert not person.window.commands.action("send_now").isEnabled()
        person.write(QUESTION)
        await send_it(person, way)
        await until(lambda: person.window.thread_id is not None and not person.window.composer.text, "the message to be stored")
        run = await person.answered()
        await person.must_complete(run)
        assert [message.text for message in await person.messages() if message.role is Role.USER] == [QUESTION]
        assert table(person.data, "select count(*) from runs") == [(1,)]
        assert sorted(entry.name for entry in person.project.iterdir()) == [], "a question changes nothing in the folder"


@pytest.mark.parametrize("way", ["palette", "menu", "keys"])
async def test_a_run_is_stopped(qapp: QApplication, tmp_path: Path, way: str) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("slow 5000", AGENT)
        await until(lambda: "word" in person.last_text, "some words")
        await person.by_any(way, "stop")
        await person.answered()
        assert table(person.data, "select status, outcome from runs") == [("finished", "stopped")]


@pytest.mark.parametrize("way", ["palette", "menu", "keys"])
async def test_a_new_thread_is_made(qapp: QApplication, tmp_path: Path, way: str) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.ask(QUESTION, AGENT)
        first = person.window.thread_id
        await person.by_any(way, "new_thread")
        await until(lambda: person.window.thread_id not in (None, first), "the new thread")
        assert person.find(QWidget, "empty_thread")
        assert table(person.data, "select count(*) from threads") == [(2,)]
        await person.come_to_front()
        await until(person.window.composer.edit.hasFocus, "the cursor in the message")


async def test_a_written_file_is_in_the_folder_only_after_it_was_allowed(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.send("write: notes/idea.md A loyalty card", AGENT)
        await until(lambda: person.find(QWidget, "approval_card"), "the card")
        assert not (person.project / "notes").exists()
        person.click_option("allow")
        await person.must_complete(await person.answered())
        assert (person.project / "notes" / "idea.md").read_text(encoding="utf-8") == "A loyalty card\n"
