# SPDX-License-Identifier: MIT
"""The thread as a column of rows: what is held of it, where it stands, who answers at which stretch. Knows no widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from onesist_desktop.core.ids import MessageId, ProviderId
from onesist_desktop.core.messages import (
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanPart,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.ui.transcript.blocks import ErrorBody, HeaderBody, ReceiptBody
from onesist_desktop.ui.transcript.estimates import Measures, message_height
from onesist_desktop.ui.transcript.height_index import HeightIndex
from onesist_desktop.ui.transcript.page_keeper import PageKeeper
from onesist_desktop.ui.transcript.row_layout import RowLayout

TOP = 16
"""Logical pixels above the first row."""

TAIL = 1 << 62
"""Stands for the seq of the row of cards below the last message, whatever that is."""

MOST_HELD = 400
MOST_LETTERS = 8_000_000
_KEPT_SHARE = 0.8
_FIRST_ESTIMATE = 120
_LOOK_BACK = 80


class Document:
    """Rows by seq. A row that was read and has no message has no height; one that is unread has an estimate that learns."""

    def __init__(self) -> None:
        self.measures = Measures(720)
        self.first_seq = 1
        self.last_seq = 0
        self.index = HeightIndex()
        self.pages = PageKeeper()
        self.rows: dict[int, RowLayout] = {}
        self.tail = RowLayout(None)
        self._seqs: dict[MessageId, int] = {}
        self._letters: dict[int, int] = {}
        self._letters_held = 0

    # -- what is held -------------------------------------------------------------------------------------------------------

    def reset(self, first_seq: int = 1, last_seq: int = 0) -> None:
        """Begin with a thread of which nothing was read."""
        self.first_seq, self.last_seq = first_seq, last_seq
        count = max(0, last_seq + 1 - first_seq)
        self.index = HeightIndex(count, _FIRST_ESTIMATE)
        self.pages = PageKeeper(count)
        self.rows.clear()
        self.tail = RowLayout(None)
        self.tail.take((), self.measures)
        self._seqs.clear()
        self._letters.clear()
        self._letters_held = 0

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages that are held, oldest first."""
        return tuple(row.message for _, row in sorted(self.rows.items()) if row.message is not None)

    def row(self, seq: int) -> RowLayout | None:
        """Return a row that is held."""
        return self.tail if seq == TAIL else self.rows.get(seq)

    def seq_of(self, message_id: MessageId | None) -> int | None:
        """Return the seq of a message that is held."""
        return self._seqs.get(message_id) if message_id is not None else None

    def message_of(self, message_id: MessageId) -> Message | None:
        """Return a message that is held."""
        row = self.rows.get(self._seqs.get(message_id, -1))
        return row.message if row is not None else None

    def put(self, message: Message) -> RowLayout:
        """Hold a message, or what it reads now."""
        seq = message.seq
        self._make_room(seq)
        row = self.rows.get(seq)
        if row is None:
            row = self.rows[seq] = RowLayout(message, message_height(message, self.measures))
            self.pages.take(seq - self.first_seq, seq - self.first_seq)
            self.index.set(seq - self.first_seq, row.height)
        elif row.message is not None:
            del self._seqs[row.message.id]
            if not row.height:
                # It showed nothing, and what has no height is never laid out: it may have something to show now.
                self.index.set(seq - self.first_seq, message_height(message, self.measures))
        row.message = message
        self._seqs[message.id] = seq
        letters = sum(map(_letters_of, message.parts))
        self._letters_held += letters - self._letters.get(seq, 0)
        self._letters[seq] = letters
        return row

    def take(self, messages: Iterable[Message], first: int, last: int) -> None:
        """Hold messages that were read. One that is held already came as an event, and is at least as new."""
        for message in messages:
            if message.seq not in self.rows:
                self.put(message)
        first, last = max(first, self.first_seq), min(last, self.last_seq)
        self.pages.take(first - self.first_seq, last - self.first_seq)
        for seq in range(first, last + 1):
            if seq not in self.rows:
                self.index.set(seq - self.first_seq, 0)
        self.learn()

    def learn(self) -> None:
        """Take the mean height of what is held as that of what isn't."""
        heights = [height for row in self.rows.values() if (height := row.height)]
        if heights:
            mean = max(20, sum(heights) // len(heights))
            if abs(mean - self.index.estimate) * 10 > self.index.estimate:
                self.index.estimate = mean

    def trim(self, low: int, high: int, is_kept: Callable[[int], bool]) -> list[Message]:
        """Let go of what lies farthest from the rows ``low`` to ``high`` where too much is held. Return those messages."""
        if len(self.rows) <= MOST_HELD and self._letters_held <= MOST_LETTERS:
            return []
        gone: list[Message] = []
        middle = (low + high) // 2
        for seq in sorted(self.rows, key=lambda seq: abs(seq - middle), reverse=True):
            if len(self.rows) <= MOST_HELD * _KEPT_SHARE and self._letters_held <= MOST_LETTERS * _KEPT_SHARE:
                break
            message = self.rows[seq].message
            if low <= seq <= high or is_kept(seq) or message is None or message.status is MessageStatus.STREAMING:
                continue
            del self.rows[seq], self._seqs[message.id]
            self._letters_held -= self._letters.pop(seq)
            self.pages.forget(seq - self.first_seq)
            gone.append(message)
        return gone

    def _make_room(self, seq: int) -> None:
        if self.last_seq < self.first_seq:
            self.first_seq, self.last_seq = seq, seq - 1
        if seq > self.last_seq:
            # Seqs that were left out have no message, or one that comes as an event of its own.
            more = seq - self.last_seq
            self.index.append(more)
            self.pages.append(more)
            for empty in range(self.last_seq + 1, seq):
                self.index.set(empty - self.first_seq, 0)
            self.last_seq = seq
        elif seq < self.first_seq:
            self._grow_upwards(seq)

    def _grow_upwards(self, first_seq: int) -> None:
        """Begin earlier. It happens only if a thread was shown with too late a start, so that all is laid out anew."""
        before = self.first_seq
        states = [self.pages.is_read(row) for row in range(len(self.pages))]
        heights = [self.index.height(row) if self.index.is_known(row) else None for row in range(len(self.index))]
        estimate, shift = self.index.estimate, before - first_seq
        self.first_seq = first_seq
        self.index = HeightIndex(shift + len(heights), estimate)
        self.pages = PageKeeper(shift + len(states))
        for row, height in enumerate(heights, shift):
            if height is not None:
                self.index.set(row, height)
            if states[row - shift]:
                self.pages.take(row, row)

    # -- where it stands ----------------------------------------------------------------------------------------------------

    @property
    def height(self) -> int:
        """Height of everything in logical pixels."""
        return TOP + self.index.total + self.tail.height

    def settle(self, seq: int) -> bool:
        """Take a held row's height as it is now. Return whether it was another."""
        row = self.rows.get(seq)
        if row is None or self.index.height(seq - self.first_seq) == row.height:
            return False
        self.index.set(seq - self.first_seq, row.height)
        return True

    def top_of(self, seq: int) -> int:
        """Return where a row begins; seqs beyond the thread are at its ends."""
        return TOP + self.index.top(min(max(seq - self.first_seq, 0), len(self.index)))

    def height_of(self, seq: int) -> int:
        """Return a row's height. Raises IndexError for a seq beyond the thread."""
        return self.tail.height if seq == TAIL else self.index.height(seq - self.first_seq)

    def seq_at(self, y: int) -> int | None:
        """Return the row at a height, the nearest one above or below everything; None where nothing has a height."""
        total = self.index.total
        if y - TOP >= total and self.tail.height:
            return TAIL
        if not total:
            return None
        return self.first_seq + self.index.row_at(min(max(y - TOP, 0), total - 1))

    def next_of(self, seq: int) -> int | None:
        """Return the next row that has a height."""
        if seq == TAIL:
            return None
        bottom = self.index.top(seq + 1 - self.first_seq)
        if bottom >= self.index.total:
            return TAIL if self.tail.height else None
        return self.first_seq + self.index.row_at(bottom)

    def rows_between(self, low: int, high: int) -> tuple[int, int]:
        """Return the first and the last row between two heights, counted from 0; the last is less than the first for none."""
        count = len(self.index)
        first, last = self.seq_at(low), self.seq_at(high)
        if not count or first is None or last is None:
            return 0, count - 1
        return min(first - self.first_seq, count - 1), min(last - self.first_seq, count - 1)

    # -- who answers --------------------------------------------------------------------------------------------------------

    def speaker_of(self, seq: int) -> ProviderId | None:
        """Return who answers from a row on, if the row says so."""
        row = self.rows.get(seq)
        if row is None or row.message is None:
            return None
        if row.blocks:
            match row.blocks[0].body:
                case HeaderBody(is_user=True):
                    return None
                case HeaderBody(provider_id=provider_id):
                    return provider_id
                case ReceiptBody(receipt=receipt):
                    return receipt.provider_id
                case ErrorBody(words=words):
                    return words.provider_id
            return None
        return row.message.provider_id if not row.is_user else None

    def speaker_before(self, seq: int) -> ProviderId | None:
        """Return who answers above a row. What the person wrote before anybody answered belongs to the first who does."""
        seq = min(seq, self.last_seq + 1)
        for earlier in range(seq - 1, max(self.first_seq, seq - _LOOK_BACK) - 1, -1):
            if (speaker := self.speaker_of(earlier)) is not None:
                return speaker
            if not self.pages.is_read(earlier - self.first_seq):
                break
        for later in range(seq, min(self.last_seq, seq + _LOOK_BACK) + 1):
            if (speaker := self.speaker_of(later)) is not None:
                return speaker
        return None

    def is_explained(self, message: Message) -> bool:
        """Tell whether the notice below an interrupted answer says how it ended."""
        if message.status is not MessageStatus.INTERRUPTED:
            return False
        for seq in range(message.seq + 1, self.last_seq + 1):
            row = self.rows.get(seq)
            if row is not None and row.message is not None:
                return row.message.kind is MessageKind.ERROR
            if not self.pages.is_read(seq - self.first_seq):
                break
        return False


def _letters_of(part: Part) -> int:
    match part:
        case TextPart(text) | ThinkingPart(text):
            return len(text)
        case CommandPart():
            return len(part.command) + len(part.output)
        case ToolCallPart():
            return len(part.arguments) + len(part.result)
        case FileChangePart():
            return len(part.diff)
        case PlanPart(entries):
            return sum(len(entry.text) for entry in entries)
        case QuestionPart():
            return len(part.question)
        case _:
            return 100
