# SPDX-License-Identifier: MIT
"""A thread's content as outlines, and the texts of the few messages that were chosen from them.

However long a thread is, its texts are read once; what was worked out from them is stored for each stretch of it. All is read
in slices, between which everything else has its turn at the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.handoff import HandoffItem, handoff_items
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.storage import outlines
from onesist_desktop.storage.unit_of_work import UnitOfWork

SLICE_TEXTS = 256
"""Messages whose texts are read in one slice: a few milliseconds, unless they are very long."""
_STORED_COST = 2
"""A stored outline takes as long as so many messages."""


class OutlineError(StorageError):
    """An outline doesn't tell what a message is: it was written since, or by somebody who doesn't know of outlines."""


class History:
    """Outlines what is asked for and was not outlined before; what it holds is of the moment at which it was read."""

    def __init__(self, thread_id: ThreadId) -> None:
        self._thread_id = thread_id
        self._known: dict[int, tuple[range, Outline]] = {}
        self._left = SLICE_TEXTS
        self._newest: dict[tuple[int, int], list[Message]] = {}

    def newest(self, uow: UnitOfWork, before_seq: int, seqs: int) -> list[Message]:
        """Return the messages among so many seqs before one, oldest first, whatever they are."""
        wanted = before_seq, seqs
        if wanted not in self._newest:
            self._newest[wanted] = uow.messages.with_seqs(self._thread_id, range(before_seq - seqs, before_seq))
        return self._newest[wanted]

    def outline(self, uow: UnitOfWork, after_seq: int, before_seq: int) -> Outline:
        """Return the content strictly between two seqs, however much has to be read for it."""
        while not self.read_slice(uow, after_seq, before_seq):
            self.begin_slice()
        parts = [self._known[number][1] for number in _stretches(after_seq, before_seq)]
        if not parts:
            return Outline()
        parts[-1] = parts[-1].between(after_seq, before_seq)
        parts[0] = parts[0].between(after_seq, before_seq)
        return Outline.joined(parts)

    @property
    def has_read(self) -> bool:
        """Whether something was read in this slice."""
        return self._left < SLICE_TEXTS

    def begin_slice(self) -> None:
        """Let the next calls of :meth:`read_slice` read as much as one slice may."""
        self._left = SLICE_TEXTS

    def read_slice(self, uow: UnitOfWork, after_seq: int, before_seq: int) -> bool:
        """Read a part of what lies strictly between two seqs. Returns True once all was read."""
        missing = [each for each in _parts(after_seq, before_seq) if not self._holds(*each)]
        some = missing[: max(1, self._left // _STORED_COST)]
        return not some or (self._read(uow, some) and len(some) == len(missing))

    def _holds(self, number: int, seqs: range) -> bool:
        held = self._known.get(number)
        return held is not None and seqs[0] in held[0] and seqs[-1] in held[0]

    def _read(self, uow: UnitOfWork, wanted: Sequence[tuple[int, range]]) -> bool:
        """Read these stretches, or as many of them as the slice has room for."""
        stored = uow.outlines.read(self._thread_id, wanted[0][0], wanted[-1][0])
        for number, seqs in wanted:
            if self._left <= 0:
                return False
            whole = _whole(number)
            if number in stored:
                self._left -= _STORED_COST
                self._known[number] = whole, stored[number]
                continue
            self._left -= len(seqs)
            made = Outline.of(uow.messages.content(self._thread_id, seqs[0] - 1, seqs[-1] + 1))
            self._known[number] = seqs, made
            if seqs == whole:
                uow.outlines.put(self._thread_id, number, made)
        return True


class Texts:
    """Reads the items at some places of an outline."""

    def __init__(self, thread_id: ThreadId, outline: Outline, indexes: Sequence[int]) -> None:
        self._thread_id, self._outline, self._indexes = thread_id, outline, indexes
        self._places = list(outline.places(indexes)) if indexes else []
        self._wanted = list(dict.fromkeys(seq for seq, _ in self._places))
        self._made: dict[int, tuple[Message, list[HandoffItem]]] = {}

    def read_slice(self, uow: UnitOfWork) -> bool:
        """Read some of them. Returns True once all were read."""
        some = self._wanted[len(self._made) :][:SLICE_TEXTS]
        found = uow.messages.with_seqs(self._thread_id, some)
        if len(found) != len(some):
            raise OutlineError("a message isn't there any more")
        self._made.update((message.seq, (message, handoff_items([message]))) for message in found)
        return len(self._made) == len(self._wanted)

    def items(self) -> list[HandoffItem]:
        """Return the items. Raises OutlineError when they are others than those that were outlined."""
        found = []
        for index, (seq, ordinal) in zip(self._indexes, self._places, strict=True):
            items = self._made[seq][1]
            if ordinal >= len(items) or not self._outline.tells(index, items[ordinal]):
                raise OutlineError(f"message {seq} isn't what it was")
            found.append(items[ordinal])
        return found

    def messages(self) -> Iterable[tuple[Message, list[HandoffItem]]]:
        """Return the messages with all their items, oldest first."""
        return self._made.values()


def outline_finished(uow: UnitOfWork, thread_id: ThreadId, seq: int) -> None:
    """Outline the stretch before the one that a seq belongs to, unless it is outlined: so a thread that grows here always is."""
    number = outlines.stretch_of(seq) - 1
    if number >= 0:
        whole = _whole(number)
        History(thread_id).outline(uow, whole[0] - 1, whole[-1] + 1)


def _stretches(after_seq: int, before_seq: int) -> range:
    """Return the numbers of the stretches that have a seq strictly between two seqs."""
    first, last = after_seq + 1, before_seq - 1
    return range(outlines.stretch_of(first), outlines.stretch_of(last) + 1) if first <= last else range(0)


def _whole(number: int) -> range:
    return range(number * outlines.STRETCH_SEQS + 1, (number + 1) * outlines.STRETCH_SEQS + 1)


def _parts(after_seq: int, before_seq: int) -> Iterable[tuple[int, range]]:
    """Yield each stretch with the seqs of it that lie strictly between two seqs."""
    for number in _stretches(after_seq, before_seq):
        whole = _whole(number)
        yield number, range(max(whole[0], after_seq + 1), min(whole[-1], before_seq - 1) + 1)
