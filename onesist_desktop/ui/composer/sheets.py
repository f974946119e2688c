# SPDX-License-Identifier: MIT
"""What is written and not sent: a text and what goes with it, one sheet for each thread. Knows no widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.services.views import Draft

MAX_ATTACHED = 20
"""Attachments of one message."""

MAX_PICTURES_BYTES = 20_000_000
"""Size of all pictures of one message. Services refuse a request that is much larger, and then nothing was sent."""


@dataclass(frozen=True, slots=True)
class Attached:
    """An attachment of a message that is being written.

    Attributes:
        key: Names it within the app's run.
        part: None while it is being copied.
        origin: Path of the file it was taken from, so that nothing is attached twice.
        text: The whole of a long text that was pasted here, so that it can still become text.
    """

    key: int
    name: str
    is_picture: bool = False
    part: AttachmentPart | None = None
    origin: str = ""
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is written in one thread."""

    text: str = ""
    attached: tuple[Attached, ...] = ()

    @property
    def parts(self) -> tuple[AttachmentPart, ...]:
        """What is ready to be sent along."""
        return tuple(one.part for one in self.attached if one.part is not None)

    @property
    def copying(self) -> int:
        """How many attachments are still being copied."""
        return sum(one.part is None for one in self.attached)

    @property
    def pictures_bytes(self) -> int:
        """Size of all pictures that are ready."""
        return sum(one.part.size_bytes for one in self.attached if one.is_picture and one.part is not None)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text.strip() and not self.attached

    @property
    def draft(self) -> Draft:
        """What is worth keeping."""
        return Draft(self.text, self.parts)


class Sheets:
    """The sheets of all threads, kept while the app runs. The key None is a project that has no thread yet.

    A sheet that was written on here is newer than any draft that is read later.
    """

    def __init__(self) -> None:
        self._by_thread: dict[ThreadId | None, Sheet] = {}
        self._next_key = 0

    def of(self, thread_id: ThreadId | None) -> Sheet:
        """Return a thread's sheet."""
        return self._by_thread.get(thread_id, Sheet())

    def put(self, thread_id: ThreadId | None, sheet: Sheet) -> None:
        """Write on a sheet."""
        self._by_thread[thread_id] = sheet

    def forget(self, thread_id: ThreadId | None) -> None:
        """Throw a sheet away, so that a draft may take its place."""
        self._by_thread.pop(thread_id, None)

    def adopt(self, thread_id: ThreadId) -> None:
        """Give a new thread what was written while there was none."""
        self._by_thread[thread_id] = self.of(None)
        self._by_thread[None] = Sheet()

    def take(self, thread_id: ThreadId | None, draft: Draft) -> bool:
        """Take a draft that was kept, unless this sheet was written on. Return whether it was taken."""
        if thread_id in self._by_thread or (not draft.text and not draft.attachments):
            return False
        self._by_thread[thread_id] = Sheet(draft.text, tuple(self._ready(part) for part in draft.attachments))
        return True

    def add(self, thread_id: ThreadId | None, wanted: Attached) -> Attached:
        """Put an attachment at the end of a sheet, under a key of its own."""
        self._next_key += 1
        made = replace(wanted, key=self._next_key)
        sheet = self.of(thread_id)
        self.put(thread_id, replace(sheet, attached=(*sheet.attached, made)))
        return made

    def append(self, thread_id: ThreadId | None, text: str, parts: Sequence[AttachmentPart] = ()) -> None:
        """Write a text, and what was copied before, behind what is there."""
        sheet = self.of(thread_id)
        whole = f"{sheet.text}\n{text}" if sheet.text.strip() and text else sheet.text or text
        self.put(thread_id, Sheet(whole, (*sheet.attached, *(self._ready(part) for part in parts))))

    def holder(self, key: int) -> tuple[ThreadId | None, Attached] | None:
        """Return where an attachment is, None once it was taken away."""
        for thread_id, sheet in self._by_thread.items():
            for one in sheet.attached:
                if one.key == key:
                    return thread_id, one
        return None

    def remove(self, key: int) -> Attached | None:
        """Take an attachment away and return it."""
        found = self.holder(key)
        if found is None:
            return None
        self._change(found[0], lambda one: None if one.key == key else one)
        return found[1]

    def settle(self, key: int, part: AttachmentPart) -> None:
        """Say that an attachment was copied."""
        found = self.holder(key)
        if found is not None:
            self._change(found[0], lambda one: replace(one, name=part.name, part=part) if one.key == key else one)

    def was_sent(self, thread_id: ThreadId, text: str, parts: tuple[AttachmentPart, ...]) -> None:
        """Take what was sent away. What was written behind it meanwhile stays."""
        left = list(parts)

        def unsent(one: Attached) -> Attached | None:
            if one.part in left:
                left.remove(one.part)
                return None
            return one

        self._change(thread_id, unsent)
        sheet = self.of(thread_id)
        if sheet.text == text:
            self.put(thread_id, replace(sheet, text=""))
        elif text and sheet.text.startswith(text):
            self.put(thread_id, replace(sheet, text=sheet.text[len(text) :].lstrip("\n")))

    def _ready(self, part: AttachmentPart) -> Attached:
        self._next_key += 1
        return Attached(self._next_key, part.name, part.media_type.startswith("image/"), part)

    def _change(self, thread_id: ThreadId | None, change: Callable[[Attached], Attached | None]) -> None:
        sheet = self.of(thread_id)
        changed = (change(one) for one in sheet.attached)
        self.put(thread_id, replace(sheet, attached=tuple(one for one in changed if one is not None)))
