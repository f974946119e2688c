# SPDX-License-Identifier: MIT
"""Hostile texts through the real window, the real services and a real database: what was typed or said is what is kept."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.core.messages import AttachmentPart, Role
from tests.integration.window_rig import open_window, until
from tests.support.stall_meter import StallMeter
from tests.ui.hostile_rig import LIMIT_S
from tests.ui.hostile_texts import BROKEN_TABLES, HTML, LINKS, ODD_LETTERS, PICTURES

AGENT = "practice-agent"
# A text field keeps neither halves of letters nor NUL: they never come this far by a keyboard.
TYPED = (HTML, PICTURES, LINKS, BROKEN_TABLES, ODD_LETTERS.replace("\0", "").replace("\ud800", "").replace("\udfff", ""))


async def test_what_was_pasted_is_what_is_stored_and_shown_again_after_a_restart(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        sent = []
        for text in TYPED:
            person.window.composer.put_text(text)
            sent.append(person.window.composer.text)
            person.press_enter()
            await until(lambda: not person.window.composer.text, "the text to be stored")
            await person.answered()
        stored = [message.text for message in await person.messages() if message.role is Role.USER]
        assert [text.strip() for text in stored] == [text.strip() for text in sent]
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.window.transcript.messages, "the thread to be shown")
        shown = [message.text for message in person.window.transcript.messages if message.role is Role.USER]
        assert shown == stored


async def test_a_paste_of_5_mb_is_kept_as_a_file_without_a_freeze(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    text = "The quick brown fox jumps over the lazy dog, over and over again.\n" * 76_000
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        mime = QMimeData()
        mime.setText(text)
        person.write("look at this")
        with StallMeter() as meter:
            person.window.composer.edit.insertFromMimeData(mime)
            await until(lambda: person.window.composer._sheet.attached, "the file to be attached")
        assert meter.over(LIMIT_S) == {}
        person.press_enter()
        await until(lambda: not person.window.composer.text, "the text to be stored")
        await person.answered()
        asked = next(message for message in await person.messages() if message.role is Role.USER)
        kept = [part for part in asked.parts if isinstance(part, AttachmentPart)]
        assert [Path(part.path).read_text() for part in kept] == [text]
