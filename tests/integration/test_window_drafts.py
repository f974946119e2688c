# SPDX-License-Identifier: MIT
"""What is written and attached but not sent, through a restart; and what an assistant gets of a file."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.messages import AttachmentPart, Role
from onesist_desktop.ui.controllers.attachment_controller import png_of
from tests.integration.window_rig import Person, open_window, table, until

AGENT, MODEL = "practice-agent", "practice-model"
WORDS = "Half a thought, setengah pikiran"


def drop(person: Person, *paths: Path) -> None:
    """Let files go over the field, as a file manager does."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    target = person.window.composer.edit.viewport()
    at = target.rect().center()
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(at), copy, mime, left, none)
    QApplication.sendEvent(target, enter)
    # What takes a drag gets the drop; here that is the box around the field.
    box = person.window.composer
    event = QDropEvent(QPointF(box.mapFromGlobal(target.mapToGlobal(at))), copy, mime, left, none, QEvent.Type.Drop)
    QApplication.sendEvent(box, event)
    assert enter.isAccepted()
    assert event.isAccepted()


def paste(person: Person, mime: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(mime)
    edit = person.window.composer.edit
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def picture() -> tuple[QMimeData, bytes]:
    data = png_of(screenshot())
    mime = QMimeData()
    mime.setData("image/png", QByteArray(data))
    return mime, data


def screenshot() -> QImage:
    image = QImage(320, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#204060"))
    return image


def chips(person: Person) -> list[str]:
    return [chip.accessibleName() for chip in person.find(QWidget, "attachment") if person.window.composer.isAncestorOf(chip)]


def is_copied(person: Person) -> bool:
    return bool(chips(person)) and "being copied" not in chips(person)[0]


def drafts(person: Person) -> list[tuple[str, list[str]]]:
    """What the database keeps: texts, and the names of what is attached."""
    rows = table(person.data, "select text, attachments from drafts order by updated_at")
    return [(str(text), [part["name"] for part in json.loads(str(parts))]) for text, parts in rows]


async def stored(person: Person) -> list[AttachmentPart]:
    questions = [message for message in await person.messages() if message.role is Role.USER]
    return [part for part in questions[-1].parts if isinstance(part, AttachmentPart)]


async def test_a_draft_and_its_files_survive_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    notes = tmp_path / "notes with spaces é.txt"
    notes.write_bytes(random.Random(7).randbytes(70_000))
    async with open_window(qapp, tmp_path) as person:
        await person.ask("What is this project?", AGENT)
        drop(person, notes)
        await until(lambda: is_copied(person), "the file to be copied")
        person.write(WORDS)
    assert drafts(person) == [(WORDS, [notes.name])], "what was written last is kept although the window closed at once"
    notes.unlink()
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.window.composer.text, "the draft")
        assert person.window.composer.text == WORDS
        assert [chip.partition(",")[0] for chip in chips(person)] == [notes.name]
        person.press_enter()
        await until(lambda: not person.window.composer.text, "the message to be stored")
        await person.must_complete(await person.answered())
        assert [part.name for part in await stored(person)] == [notes.name]
        assert notes.name in person.last_text
        assert chips(person) == []
        await until(lambda: drafts(person) == [], "the draft to be forgotten")


async def test_what_is_written_before_there_is_a_thread_survives_too(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        person.write(WORDS)
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.window.composer.text == WORDS, "the draft")
        assert table(person.data, "select count(*) from threads") == [(0,)]


@pytest.mark.parametrize("provider", [AGENT, MODEL])
async def test_a_dropped_file_is_copied_whole_and_arrives(qapp: QApplication, tmp_path: Path, provider: str) -> None:
    original = tmp_path / "measured values.bin"
    content = random.Random(11).randbytes(300_000)
    original.write_bytes(content)
    async with open_window(qapp, tmp_path) as person:
        drop(person, original)
        await until(lambda: chips(person), "the chip")
        run = await person.ask("what is in it?", provider)
        await person.must_complete(run)
        (part,) = await stored(person)
        assert (part.name, part.size_bytes) == (original.name, len(content))
        copy = Path(part.path)
        assert copy.read_bytes() == content
        assert copy.is_relative_to(person.data)
        assert part.path in unquote(person.last_text), "the assistant repeats where it found the file"
        assert original.read_bytes() == content
        assert list(person.project.iterdir()) == [], "nothing of it is put into the person's folder"


async def test_the_address_that_an_agent_gets_leads_to_the_bytes(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        mime, data = picture()
        paste(person, mime)
        await until(lambda: is_copied(person), "the picture to be copied")
        await person.must_complete(await person.ask("look at this"))
        (part,) = await stored(person)
        assert part.media_type == "image/png"
        address = re.search(r"file://[^\s)>]+", person.last_text)
        assert address is not None, person.last_text
        assert Path(unquote(urlparse(address.group()).path)).read_bytes() == data
        await until(lambda: person.blocks("attachment"), "the picture in the transcript")


async def test_a_picture_that_is_no_file_yet_is_kept_as_png(qapp: QApplication, tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setImageData(screenshot())
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        paste(person, mime)
        await until(lambda: is_copied(person), "the picture to be copied")
        await person.must_complete(await person.ask("look at this"))
        (part,) = await stored(person)
        assert part.media_type == "image/png"
        assert QImage(part.path).convertToFormat(QImage.Format.Format_RGB32) == screenshot()


async def test_a_long_text_that_is_pasted_becomes_a_file(qapp: QApplication, tmp_path: Path) -> None:
    long = "".join(f"{number}: a line of a long log\n" for number in range(3_000))
    mime = QMimeData()
    mime.setText(long)
    async with open_window(qapp, tmp_path) as person:
        person.choose(AGENT)
        paste(person, mime)
        await until(lambda: is_copied(person), "the text to be copied")
        assert person.window.composer.text == ""
        person.click("send")
        await until(lambda: person.window.thread_id is not None and not chips(person), "the message to be stored")
        await person.must_complete(await person.answered())
        (part,) = await stored(person)
        assert Path(part.path).read_bytes() == long.encode()
