# SPDX-License-Identifier: MIT
"""What goes with a message: by button, drop and paste; copied, taken off, sent, never lost."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.services.views import Draft
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.composer.attachment_row import AttachmentChip
from onesist_desktop.ui.composer.sheets import MAX_ATTACHED, MAX_PICTURES_BYTES
from onesist_desktop.ui.composer.sources import (
    LONG_TEXT_BYTES,
    FileSource,
    PictureSource,
    Source,
    TextSource,
    is_long,
    read_mime,
)
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, thread
from tests.ui.helpers import find, label, shown

T1 = ThreadId("t1")


@pytest.fixture
def composer(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[Composer]:
    made = Composer(theme, book)
    made.resize(760, 200)
    made.show_thread(thread("t1"))
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def wanted(composer: Composer) -> list[tuple[int, str, Source]]:
    found: list[tuple[int, str, Source]] = []
    composer.attachments.copy_wanted.connect(lambda key, name, source: found.append((key, name, source)))
    return found


@pytest.fixture
def sent(composer: Composer) -> list[tuple[str, RunOptions]]:
    found: list[tuple[str, RunOptions]] = []
    composer.send_wanted.connect(lambda text, options: found.append((text, options)))
    return found


def part(name: str, size: int = 2_048, media_type: str = "text/plain") -> AttachmentPart:
    return AttachmentPart(name, f"/kept/{name}", media_type, size)


def chips(composer: Composer) -> list[AttachmentChip]:
    return [chip for chip in composer.findChildren(AttachmentChip) if chip.isVisible()]


def files(*paths: str) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return mime


def picture() -> QImage:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    return image


# -- what is taken --------------------------------------------------------------------------------------------------------------


def test_files_count_before_text_and_text_before_its_picture() -> None:
    mime = files("/a/notes.md", "/a/b.png")
    mime.setText("file:///a/notes.md")
    assert read_mime(mime).sources == (FileSource("/a/notes.md"), FileSource("/a/b.png"))
    office = QMimeData()
    office.setText("a cell")
    office.setImageData(picture())
    assert read_mime(office).sources == ()
    assert read_mime(office).text == "a cell"
    only = QMimeData()
    only.setHtml("<img src='x'>")
    only.setImageData(picture())
    (source,) = read_mime(only).sources
    assert isinstance(source, PictureSource)
    assert source.image is not None


def test_a_picture_that_comes_as_bytes_is_kept_as_it_is() -> None:
    mime = QMimeData()
    mime.setData("image/jpeg", b"\xff\xd8jpeg")
    assert read_mime(mime).sources == (PictureSource("image/jpeg", b"\xff\xd8jpeg"),)


def test_a_link_of_the_web_is_text() -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/x.png")])
    mime.setText("https://example.org/x.png")
    assert read_mime(mime).sources == ()
    assert read_mime(mime).text == "https://example.org/x.png"


@pytest.mark.parametrize("text", ["a" * LONG_TEXT_BYTES, "é" * (LONG_TEXT_BYTES // 2), ""])
def test_a_text_up_to_the_limit_is_text(text: str) -> None:
    assert not is_long(text)
    assert is_long(f"{text}{'x' * LONG_TEXT_BYTES}x")


# -- pasting --------------------------------------------------------------------------------------------------------------------


def test_pasted_files_become_chips_at_once_and_are_copied(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.edit.insertFromMimeData(files("/a/login-loop.png", "/a/session.ts"))
    assert [chip.text() for chip in chips(composer)] == ["login-loop.png", "session.ts"]
    assert [source for _, _, source in wanted] == [FileSource("/a/login-loop.png"), FileSource("/a/session.ts")]
    assert chips(composer)[0].accessibleName() == "login-loop.png is being copied"
    composer.attachments.was_copied(wanted[0][0], part("login-loop.png", 5_000, "image/png"))
    assert chips(composer)[0].toolTip() == "login-loop.png, 5.0 kB"
    assert composer.options == RunOptions(CLAUDE, attachments=(part("login-loop.png", 5_000, "image/png"),))


def test_the_same_file_is_attached_once(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.attachments.take_files(["/a/x.py"])
    composer.attachments.take_files(["/a/x.py", "/b/x.py"])
    assert [source for _, _, source in wanted] == [FileSource("/a/x.py"), FileSource("/b/x.py")]


def test_pictures_of_the_clipboard_get_names_of_their_own(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    mime = QMimeData()
    mime.setImageData(picture())
    composer.edit.insertFromMimeData(mime)
    composer.edit.insertFromMimeData(mime)
    assert [name for _, name, _ in wanted] == ["Picture.png", "Picture 2.png"]


def test_a_paste_of_5_mb_is_an_attachment_at_once_and_freezes_nothing(
    composer: Composer, wanted: list[tuple[int, str, Source]]
) -> None:
    mime = QMimeData()
    mime.setText("line of text\n" * 400_000)
    before = time.perf_counter()
    composer.edit.insertFromMimeData(mime)
    took_ms = (time.perf_counter() - before) * 1000
    assert took_ms < 100
    assert composer.text == ""
    assert [name for _, name, _ in wanted] == ["Pasted text.txt"]
    assert label(composer, "composer_note") == "The long text was attached as “Pasted text.txt”."
    # Laying all of that out in the field is what would freeze.
    assert shown(composer, "paste_as_text") == []


def test_a_long_text_can_be_text_after_all(composer: Composer, wanted: list[tuple[int, str, Source]], qtbot: QtBot) -> None:
    cancelled: list[int] = []
    composer.attachments.copy_cancelled.connect(cancelled.append)
    text = "some text\n" * 3_000
    mime = QMimeData()
    mime.setText(text)
    composer.edit.insertFromMimeData(mime)
    find(composer, "paste_as_text").click()  # type: ignore[attr-defined]
    assert composer.text == text
    assert chips(composer) == []
    assert cancelled == [wanted[0][0]]
    assert not find(composer, "composer_note").isVisible()


def test_a_long_text_that_can_not_be_kept_is_written_into_the_field(
    composer: Composer, wanted: list[tuple[int, str, Source]]
) -> None:
    text = "some text\n" * 3_000
    composer.attachments.take([TextSource(text)])
    composer.attachments.was_not_copied(wanted[0][0], "the disk is full.")
    assert composer.text == text
    assert composer.error_text == "“Pasted text.txt” was not attached: the disk is full. Its text was put here instead."


@pytest.mark.parametrize(("text", "fits"), [("line\n" * 9_000, True), ("x" * 25_000, False), ("line\n" * 11_000, False)])
def test_only_what_the_field_can_lay_out_at_once_may_become_text(composer: Composer, text: str, fits: bool) -> None:
    composer.attachments.take([TextSource(text)])
    assert bool(shown(composer, "paste_as_text")) is fits


# -- dropping -------------------------------------------------------------------------------------------------------------------


def test_files_that_are_dragged_over_it_are_announced_and_dropped_anywhere_on_it(
    composer: Composer, wanted: list[tuple[int, str, Source]]
) -> None:
    mime, veil = files("/a/x.py"), find(composer, "drop_veil")
    copy, no_keys, left = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    over_edit = QDragEnterEvent(QPoint(5, 5), copy, mime, left, no_keys)
    composer.edit.dragEnterEvent(over_edit)
    assert not over_edit.isAccepted()
    QApplication.sendEvent(composer, QDragEnterEvent(QPoint(5, 5), copy, mime, left, no_keys))
    assert veil.isVisible()
    assert veil.size() == composer.size()
    QApplication.sendEvent(composer, QDragLeaveEvent())
    assert not veil.isVisible()
    QApplication.sendEvent(composer, QDragEnterEvent(QPoint(5, 5), copy, mime, left, no_keys))
    QApplication.sendEvent(composer, QDropEvent(QPointF(5, 5), copy, mime, left, no_keys))
    assert not veil.isVisible()
    assert [source for _, _, source in wanted] == [FileSource("/a/x.py")]


def test_without_a_project_nothing_is_taken(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.show_thread(None, is_open=False)
    assert not composer.acceptDrops()
    assert not find(composer, "attach").isEnabled()


# -- sending --------------------------------------------------------------------------------------------------------------------


def test_attachments_alone_can_be_sent(
    composer: Composer, wanted: list[tuple[int, str, Source]], sent: list[tuple[str, RunOptions]], qtbot: QtBot
) -> None:
    composer.attachments.take_files(["/a/x.py"])
    composer.attachments.was_copied(wanted[0][0], part("x.py"))
    assert composer.send_button.isEnabled()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [("", RunOptions(CLAUDE, attachments=(part("x.py"),)))]
    composer.was_not_sent(T1, "the disk is full")
    assert len(chips(composer)) == 1
    composer.submit()
    composer.was_sent(T1, "", (part("x.py"),))
    assert chips(composer) == []
    assert composer.draft(T1) == Draft()


def test_a_send_waits_for_what_is_being_copied(
    composer: Composer, wanted: list[tuple[int, str, Source]], sent: list[tuple[str, RunOptions]], qtbot: QtBot
) -> None:
    composer.put_text("look")
    composer.attachments.take_files(["/a/x.py"])
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == []
    assert not composer.send_button.isEnabled()
    assert label(composer, "composer_note").startswith("Sent as soon as 1 file")
    composer.attachments.was_copied(wanted[0][0], part("x.py"))
    assert sent == [("look", RunOptions(CLAUDE, attachments=(part("x.py"),)))]


@pytest.mark.parametrize("how", ["escape", "failure", "another thread"])
def test_a_send_that_waits_can_be_kept_back(
    composer: Composer, wanted: list[tuple[int, str, Source]], sent: list[tuple[str, RunOptions]], qtbot: QtBot, how: str
) -> None:
    composer.put_text("look")
    composer.attachments.take_files(["/a/x.py", "/a/y.py"])
    composer.submit()
    match how:
        case "escape":
            qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
        case "failure":
            composer.attachments.was_not_copied(wanted[1][0], "it is a folder")
            assert composer.error_text == "“y.py” was not attached: it is a folder."
        case "another thread":
            composer.show_thread(thread("t2"))
    composer.attachments.was_copied(wanted[0][0], part("x.py"))
    composer.attachments.was_copied(wanted[1][0], part("y.py"))
    assert sent == []
    composer.show_thread(thread("t1"))
    assert composer.text == "look"


def test_what_was_attached_meanwhile_stays(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.put_text("look")
    composer.attachments.take_files(["/a/x.py"])
    composer.attachments.was_copied(wanted[0][0], part("x.py"))
    composer.submit()
    composer.attachments.take_files(["/a/y.py"])
    composer.was_sent(T1, "look", (part("x.py"),))
    assert [chip.text() for chip in chips(composer)] == ["y.py"]


def test_a_copy_that_ends_in_another_thread_belongs_to_its_own(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.attachments.take_files(["/a/x.py"])
    composer.show_thread(thread("t2"))
    composer.attachments.was_copied(wanted[0][0], part("x.py"))
    assert chips(composer) == []
    composer.show_thread(thread("t1"))
    assert composer.draft(T1).attachments == (part("x.py"),)
    assert [chip.text() for chip in chips(composer)] == ["x.py"]


# -- taking off -----------------------------------------------------------------------------------------------------------------


def test_backspace_takes_the_last_off_where_no_text_is_left(
    composer: Composer, wanted: list[tuple[int, str, Source]], qtbot: QtBot
) -> None:
    composer.attachments.take_files(["/a/x.py", "/a/y.py"])
    qtbot.keyClicks(composer.edit, "a")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Backspace)
    assert len(chips(composer)) == 2
    qtbot.keyClick(composer.edit, Qt.Key.Key_Backspace)
    assert [chip.text() for chip in chips(composer)] == ["x.py"]


def test_the_cross_cancels_a_copy(composer: Composer, wanted: list[tuple[int, str, Source]], qtbot: QtBot) -> None:
    composer.attachments.take_files(["/a/x.py"])
    with qtbot.waitSignal(composer.attachments.copy_cancelled) as cancelled:
        find(chips(composer)[0], "remove_chip").click()  # type: ignore[attr-defined]
    assert cancelled.args == [wanted[0][0]]
    composer.attachments.was_copied(wanted[0][0], part("x.py"))
    assert chips(composer) == []
    assert composer.draft(T1) == Draft()


def test_chips_are_taken_off_by_keyboard_and_the_focus_goes_on(composer: Composer, qtbot: QtBot) -> None:
    composer.activateWindow()
    composer.attachments.take_files(["/a/x.py", "/a/y.py"])
    first, second = chips(composer)
    assert first.accessibleDescription() == "Take off x.py"
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(first, Qt.Key.Key_Delete)
    assert QApplication.focusWidget() is second
    qtbot.keyClick(second, Qt.Key.Key_Backspace)
    assert QApplication.focusWidget() is composer.edit


# -- limits ---------------------------------------------------------------------------------------------------------------------


def test_pictures_that_are_too_large_together_are_named(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.attachments.take_files(["/a/one.png", "/a/two.png", "/a/long.txt"])
    composer.attachments.was_copied(wanted[0][0], part("one.png", MAX_PICTURES_BYTES, "image/png"))
    composer.attachments.was_copied(wanted[1][0], part("two.png", 1, "image/png"))
    composer.attachments.was_copied(wanted[2][0], part("long.txt", 30_000_000))
    assert composer.error_text == "“two.png” was left out: the pictures of a message may have 20.0 MB together."
    assert [chip.text() for chip in chips(composer)] == ["one.png", "long.txt"]


def test_a_message_takes_so_many_and_no_more(composer: Composer, wanted: list[tuple[int, str, Source]]) -> None:
    composer.attachments.take_files([f"/a/{number}.txt" for number in range(MAX_ATTACHED + 5)])
    assert len(wanted) == MAX_ATTACHED
    assert composer.error_text.startswith(f"A message takes {MAX_ATTACHED} attachment")


def test_many_chips_take_three_lines_and_scroll(composer: Composer) -> None:
    row = find(composer, "attachments")
    composer.attachments.take_files(["/a/1.txt"])
    one = row.height()
    composer.attachments.take_files([f"/a/a rather long name {number}.txt" for number in range(MAX_ATTACHED - 1)])
    assert row.height() == 3 * one + 2 * 8
