# SPDX-License-Identifier: MIT
"""What messages become in a handoff, without their texts: enough to choose from a long history that is not read.

A few bytes for each message, in columns. An outline always tells what ``core.handoff_items`` makes of the very same messages.
"""

from __future__ import annotations

import json
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, compress

from onesist_desktop.core.handoff_items import HandoffItem, handoff_items
from onesist_desktop.core.handoff_select import ItemMarks
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.core.redaction import PLACEHOLDER_START

RULES = f"2-{sys.byteorder}"
"""Stored outlines made by other rules are worthless. Goes up with every change of items, their texts or their sizes."""
_SECRET = 16
_WITHOUT_SECRET = bytes(code & ~_SECRET for code in range(256))
_LONG, _SHORT, _NAME, _KIND = "q", "I", "H", "B"


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of messages in their order.

    Attributes:
        seqs: Seq of each message.
        authors: Provider of each message.
        counts: How many items each message is.
        text_bytes: UTF-8 size of each message as :func:`entry_text` gives it, in a history that goes as messages.
        kinds: For each item its ``HandoffItem.code``, and 16 more where it names a secret.
        item_seqs: Seq of each item, for a brought one that in its branch.
        sizes: ``HandoffItem.size_bytes`` of each item.
    """

    seqs: array[int] = field(default_factory=lambda: array(_LONG))
    authors: list[ProviderId | None] = field(default_factory=list)
    counts: array[int] = field(default_factory=lambda: array(_SHORT))
    text_bytes: array[int] = field(default_factory=lambda: array(_SHORT))
    kinds: bytes = b""
    item_seqs: array[int] = field(default_factory=lambda: array(_LONG))
    sizes: array[int] = field(default_factory=lambda: array(_SHORT))

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Outline:
        """Outline messages."""
        made, kinds = cls(), bytearray()
        for message in messages:
            items = handoff_items([message])
            made.seqs.append(message.seq)
            made.authors.append(message.provider_id)
            made.counts.append(len(items))
            made.text_bytes.append(len(entry_text(message, items).encode("utf-8", "surrogatepass")))
            for item in items:
                kinds.append(item.code | _SECRET * (PLACEHOLDER_START in item.text))
                made.item_seqs.append(item.seq)
                made.sizes.append(item.size_bytes)
        return cls(made.seqs, made.authors, made.counts, made.text_bytes, bytes(kinds), made.item_seqs, made.sizes)

    @classmethod
    def joined(cls, outlines: Sequence[Outline]) -> Outline:
        """Put outlines of neighbours together."""
        # An array that is extended by each of many is copied by each of them.
        return cls(
            array(_LONG, b"".join(each.seqs for each in outlines)),
            list(chain.from_iterable(each.authors for each in outlines)),
            array(_SHORT, b"".join(each.counts for each in outlines)),
            array(_SHORT, b"".join(each.text_bytes for each in outlines)),
            b"".join(each.kinds for each in outlines),
            array(_LONG, b"".join(each.item_seqs for each in outlines)),
            array(_SHORT, b"".join(each.sizes for each in outlines)),
        )

    def between(self, after_seq: int, before_seq: int) -> Outline:
        """Return the part strictly between two seqs."""
        low, high = bisect_left(self.seqs, after_seq + 1), bisect_left(self.seqs, before_seq)
        first = sum(self.counts[:low])
        items = slice(first, first + sum(self.counts[low:high]))
        rows = slice(low, high)
        return Outline(
            self.seqs[rows],
            self.authors[rows],
            self.counts[rows],
            self.text_bytes[rows],
            self.kinds[items],
            self.item_seqs[items],
            self.sizes[items],
        )

    def without(self, seqs: Iterable[int]) -> Outline:
        """Return it without the messages of these seqs."""
        rows = [row for seq in seqs if (row := bisect_left(self.seqs, seq)) < len(self.seqs) and self.seqs[row] == seq]
        if not rows:
            return self
        ends = list(accumulate(self.counts))
        stays, item_stays = bytearray(b"\x01") * len(self.seqs), bytearray(b"\x01") * len(self.kinds)
        for row in rows:
            stays[row] = 0
            item_stays[ends[row] - self.counts[row] : ends[row]] = bytes(self.counts[row])
        return Outline(
            array(_LONG, compress(self.seqs, stays)),
            list(compress(self.authors, stays)),
            array(_SHORT, compress(self.counts, stays)),
            array(_SHORT, compress(self.text_bytes, stays)),
            bytes(compress(self.kinds, item_stays)),
            array(_LONG, compress(self.item_seqs, item_stays)),
            array(_SHORT, compress(self.sizes, item_stays)),
        )

    def marks(self) -> ItemMarks:
        """Return what choosing needs."""
        return ItemMarks(self.kinds.translate(_WITHOUT_SECRET), self.item_seqs, self.sizes)

    def count_seqs(self) -> int:
        """Return how many messages become items. One that brought a branch back is one, whatever it brought."""
        return len(self.seqs) - self.counts.count(0)

    def telling_seqs(self) -> set[int]:
        """Return the seqs of the messages that become items."""
        return set(compress(self.seqs, self.counts))

    def names_secret(self) -> bool:
        """Tell whether an item names a secret."""
        return max(self.kinds, default=0) >= _SECRET

    def places(self, indexes: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield for the places of items, in order, the seq of the message and which of its items it is."""
        if not self.marks().has_brought():
            for index in indexes:
                seq = self.item_seqs[index]
                yield seq, index - bisect_left(self.item_seqs, seq)
            return
        ends = list(accumulate(self.counts))
        row = 0
        for index in indexes:
            row = bisect_left(ends, index + 1, row)
            yield self.seqs[row], index - (ends[row] - self.counts[row])

    def indexes_of(self, places: Iterable[tuple[int, int]]) -> set[int]:
        """Return the places among all items of those that :meth:`places` would yield so. What isn't here is ignored."""
        ends = list(accumulate(self.counts))
        found = set()
        for seq, ordinal in places:
            row = bisect_left(self.seqs, seq)
            if row < len(ends) and self.seqs[row] == seq and 0 <= ordinal < self.counts[row]:
                found.add(ends[row] - self.counts[row] + ordinal)
        return found

    def tells(self, index: int, item: HandoffItem) -> bool:
        """Tell whether an item is the one that was outlined at a place."""
        told = (self.kinds[index] & ~_SECRET, self.item_seqs[index], self.sizes[index])
        return told == (item.code, item.seq, item.size_bytes)

    def to_bytes(self) -> bytes:
        """Return it as it can be stored."""
        names = list(dict.fromkeys(self.authors))
        numbers = {name: number for number, name in enumerate(names)}
        return b"".join(
            (
                array(_LONG, (len(self.seqs), len(self.kinds))).tobytes(),
                self.seqs.tobytes(),
                array(_NAME, map(numbers.__getitem__, self.authors)).tobytes(),
                self.counts.tobytes(),
                self.text_bytes.tobytes(),
                self.kinds,
                self.item_seqs.tobytes(),
                self.sizes.tobytes(),
                json.dumps(names).encode(),
            )
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Outline:
        """Read what :meth:`to_bytes` made by the same rules. Raises ValueError where it is damaged."""
        rest = memoryview(data)

        def take(typecode: str, count: int) -> array[int]:
            nonlocal rest
            column: array[int] = array(typecode)
            size_bytes = count * column.itemsize
            column.frombytes(rest[:size_bytes])
            rest = rest[size_bytes:]
            if len(column) != count:
                raise ValueError("an outline was cut off")
            return column

        rows, items = take(_LONG, 2)
        seqs, numbers, counts, text_bytes = take(_LONG, rows), take(_NAME, rows), take(_SHORT, rows), take(_SHORT, rows)
        kinds = take(_KIND, items).tobytes()
        item_seqs, sizes = take(_LONG, items), take(_SHORT, items)
        names: list[ProviderId | None] = json.loads(bytes(rest))
        return cls(seqs, list(map(names.__getitem__, numbers)), counts, text_bytes, kinds, item_seqs, sizes)


def entry_text(message: Message, items: Iterable[HandoffItem]) -> str:
    """Return a message as one text: its items with blank lines between.

    A merge goes with the frame that it was written with: else what others said in a branch would pose as the person's own words.
    """
    if message.kind is MessageKind.MERGE:
        return message.text
    return "\n\n".join(item.text for item in items)
