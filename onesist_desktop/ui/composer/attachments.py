# SPDX-License-Identifier: MIT
"""What becomes of things that are pasted, dropped or chosen: they are copied, and then go with the message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.ui.composer.note_line import NoteLine
from onesist_desktop.ui.composer.sheets import MAX_ATTACHED, MAX_PICTURES_BYTES, Attached, Sheets
from onesist_desktop.ui.composer.sources import (
    FileSource,
    PictureSource,
    Source,
    TextSource,
    ending_of,
    fits_field,
    is_picture_name,
)
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.words import size_text


class _Named(NamedTuple):
    name: str
    is_picture: bool


class ComposerAttachments(QObject):
    """Decides what may be attached, and remembers where it belongs while it is copied.

    Signals:
        files_wanted(): The person wants to choose files; answered by :meth:`take_files`.
        copy_wanted(key: int, name: str, source: Source): Take a copy; answered by :meth:`was_copied` or :meth:`was_not_copied`.
        copy_cancelled(key: int): Nobody waits for that copy any more.
        changed(thread_id: ThreadId | None): What is attached in a thread changed.
        text_wanted(text: str): A text is to be written into the field.
    """

    files_wanted = Signal()
    copy_wanted = Signal(int, str, object)
    copy_cancelled = Signal(int)
    changed = Signal(object)
    text_wanted = Signal(str)

    def __init__(self, sheets: Sheets, notes: NoteLine, thread_of: Callable[[], ThreadId | None], parent: QObject) -> None:
        super().__init__(parent)
        self._sheets = sheets
        self._notes = notes
        self._thread_of = thread_of

    def take_files(self, paths: Sequence[str]) -> None:
        """Attach files by their paths."""
        self.take([FileSource(path) for path in paths])

    def take(self, sources: Sequence[Source]) -> None:
        """Attach to the shown thread's message. What is attached already is left as it is."""
        thread_id = self._thread_of()
        self._notes.show_error("")
        added: list[tuple[Attached, Source]] = []
        for source in sources:
            if isinstance(source, FileSource) and self._is_there(thread_id, source.path):
                continue
            if len(self._sheets.of(thread_id).attached) >= MAX_ATTACHED:
                text = self.tr("A message takes %n attachment(s) at most; the others were left out.", None, MAX_ATTACHED)
                self._notes.add_error(text)
                break
            added.append((self._add(thread_id, source), source))
        if added:
            self.changed.emit(thread_id)
        for one, source in added:
            if isinstance(source, TextSource):
                self._notes.show_long_text(one.key, one.name, can_be_text=fits_field(source.text))
            self.copy_wanted.emit(one.key, one.name, source)

    def was_copied(self, key: int, part: AttachmentPart) -> None:
        """The copy is there. It goes along, unless all pictures together are too large."""
        found = self._sheets.holder(key)
        if found is None:
            return
        thread_id, one = found
        is_too_much = one.is_picture and self._sheets.of(thread_id).pictures_bytes + part.size_bytes > MAX_PICTURES_BYTES
        if is_too_much:
            self._sheets.remove(key)
            limit = size_text(MAX_PICTURES_BYTES)
            text = self.tr("“%1” was left out: the pictures of a message may have %2 together.")
            self._say(thread_id, fill(text, one.name, limit))
        else:
            self._sheets.settle(key, part)
        self.changed.emit(thread_id)

    def was_not_copied(self, key: int, why: str) -> None:
        """There is no copy: say why. A long text goes into the field instead, where it fits."""
        found = self._sheets.holder(key)
        if found is None:
            return
        thread_id, one = found
        self._sheets.remove(key)
        self._say(thread_id, fill(self.tr("“%1” was not attached: %2."), one.name, why.rstrip(".")))
        self.changed.emit(thread_id)
        if one.text is not None and fits_field(one.text) and thread_id == self._thread_of():
            self.text_wanted.emit(one.text)
            self._say(
                thread_id, fill(self.tr("“%1” was not attached: %2. Its text was put here instead."), one.name, why.rstrip("."))
            )

    def remove(self, key: int) -> None:
        """Take an attachment off; a copy that is on its way is no longer waited for."""
        found = self._sheets.holder(key)
        if found is None:
            return
        thread_id, one = found
        self._sheets.remove(key)
        if one.part is None:
            self.copy_cancelled.emit(key)
        self.changed.emit(thread_id)

    def turn_into_text(self, key: int) -> None:
        """Write a long text that was attached into the field after all."""
        found = self._sheets.holder(key)
        if found is not None and found[1].text is not None:
            text = found[1].text
            self.remove(key)
            self.text_wanted.emit(text)

    def _is_there(self, thread_id: ThreadId | None, path: str) -> bool:
        return any(one.origin == path for one in self._sheets.of(thread_id).attached)

    def _add(self, thread_id: ThreadId | None, source: Source) -> Attached:
        named = self._named(thread_id, source)
        origin = source.path if isinstance(source, FileSource) else ""
        text = source.text if isinstance(source, TextSource) else None
        return self._sheets.add(thread_id, Attached(0, named.name, named.is_picture, origin=origin, text=text))

    def _named(self, thread_id: ThreadId | None, source: Source) -> _Named:
        match source:
            case FileSource(path):
                name = path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
                return _Named(name or path, is_picture_name(name))
            case PictureSource():
                return _Named(self._free_name(thread_id, self.tr("Picture"), ending_of(source)), is_picture=True)
            case TextSource():
                return _Named(self._free_name(thread_id, self.tr("Pasted text"), "txt"), is_picture=False)

    def _free_name(self, thread_id: ThreadId | None, stem: str, ending: str) -> str:
        taken = {one.name for one in self._sheets.of(thread_id).attached}
        names = (f"{stem}.{ending}" if number == 1 else f"{stem} {number}.{ending}" for number in range(1, MAX_ATTACHED + 2))
        return next(name for name in names if name not in taken)

    def _say(self, thread_id: ThreadId | None, text: str) -> None:
        if thread_id == self._thread_of():
            self._notes.add_error(text)
