# SPDX-License-Identifier: MIT
"""The handoff: a slice of history, word for word, that a session gets before the new message (docs/design.md section 5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from onesist_desktop.core.handoff_items import HandoffItem, due_messages, handoff_items
from onesist_desktop.core.handoff_select import NO_KIND, Chooser, ItemMarks, Selection, select_handoff_items
from onesist_desktop.core.handoff_text import (
    BOUNDARY_DIGITS,
    HandoffMode,
    ItemKind,
    Wording,
    boundaries,
    byte_length,
    escape,
    first_absent,
    read_call,
    render_head,
    render_item,
    render_note,
    render_state,
    render_tail,
    wording_for,
)
from onesist_desktop.core.redaction import PLACEHOLDER_START

__all__ = [
    "HandoffBlock",
    "HandoffChoice",
    "HandoffItem",
    "HandoffMode",
    "ItemKind",
    "ItemMarks",
    "Selection",
    "build_handoff",
    "choose_handoff",
    "due_messages",
    "handoff_items",
    "select_handoff_items",
]

_NO_BOUNDARY = "0" * BOUNDARY_DIGITS


@dataclass(frozen=True, slots=True)
class HandoffBlock:
    """A built handoff.

    Attributes:
        text: Ends with the heading line of the new message, whose text the caller appends after a blank line. Empty when
            nothing was chosen and there is no note. Always encodes to UTF-8.
        chosen: What went in, in the order of the history.
        omitted: How many items were left out.
        indexes: Places of the chosen items in what was given.
    """

    text: str
    chosen: tuple[HandoffItem, ...]
    omitted: int
    indexes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandoffChoice:
    """What goes into a handoff, chosen without a text.

    Attributes:
        indexes: Places of the chosen items in what was given.
        omitted: How many items were left out.
    """

    indexes: tuple[int, ...]
    omitted: int
    _frame: _Frame
    _state: str
    _note: str
    _before_seq: int

    @property
    def has_note(self) -> bool:
        """Whether the person's note goes in."""
        return bool(self._note)

    def render(self, chosen: Sequence[HandoffItem]) -> HandoffBlock:
        """Build the handoff. ``chosen`` are the items at ``indexes``."""
        if not self.indexes and not self._note:
            return HandoffBlock("", (), self.omitted)
        text = self._frame.render(chosen, self.omitted, self._note + self._state, self._before_seq)
        return HandoffBlock(text, tuple(chosen), self.omitted, self.indexes)


def build_handoff(
    items: Sequence[HandoffItem],
    budget_bytes: int,
    *,
    mode: HandoffMode | str,
    thread_id: str,
    locale: str = "en",
    read_tool: bool = True,
    preamble: str = "",
    left_out: Collection[int] = (),
    note: str = "",
) -> HandoffBlock:
    """Build the text that tells a session what it has not seen, of at most ``budget_bytes`` in UTF-8, frame included.

    Args:
        items: The history in order.
        budget_bytes: From ``core.budget``. Where nothing fits, the block is empty.
        mode: A HandoffMode or its plain string.
        thread_id: The thread that the read tool is told to read.
        locale: Language of the frame; items stay as they are.
        read_tool: Whether the session has ``onesist_thread_read``.
        preamble: Lines about the state of the work. It takes at most a quarter of the budget, is cut at whole lines, and
            is left out rather than being sent alone.
        left_out: Places of items that the person left out, however much room there is.
        note: What the person adds. It comes first and is never cut: it is left out where it doesn't fit whole.
    """
    choice = choose_handoff(
        ItemMarks.of(items),
        budget_bytes,
        has_secrets=lambda: any(PLACEHOLDER_START in item.text for item in items),
        mode=mode,
        thread_id=thread_id,
        locale=locale,
        read_tool=read_tool,
        preamble=preamble,
        left_out=left_out,
        note=note,
    )
    return choice.render([items[index] for index in choice.indexes])


def choose_handoff(
    marks: ItemMarks,
    budget_bytes: int,
    *,
    has_secrets: Callable[[], bool],
    mode: HandoffMode | str,
    thread_id: str,
    locale: str = "en",
    read_tool: bool = True,
    preamble: str = "",
    left_out: Collection[int] = (),
    note: str = "",
) -> HandoffChoice:
    """Choose what :func:`build_handoff` would put in, for items that were not read.

    ``has_secrets`` tells whether any of them names a secret. It is asked only when there seems to be room for all.
    """
    frame = _Frame(wording_for(locale), HandoffMode(mode), thread_id, read_tool)
    lines = escape(preamble).split("\n") if preamble.strip() else []
    noted = render_note(note, frame.words) if note.strip() and len(marks) else ""
    wanted = _Wanted(marks, budget_bytes, frame, frozenset(left_out), noted, has_secrets)
    indexes, state, noted = _choose(wanted, lines)
    if lines and not indexes:
        indexes, state, noted = _choose(wanted, [])
    before_seq = marks.before_seq(indexes) if indexes or noted else 0
    return HandoffChoice(indexes, len(marks) - len(indexes), frame, state, noted, before_seq)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands around the items."""

    words: Wording
    mode: HandoffMode
    thread_id: str
    read_tool: bool

    def head(self, omitted: int, before_seq: int, has_secrets: bool, boundary: str) -> str:
        call = read_call(self.thread_id, before_seq) if self.read_tool else ""
        return render_head(self.words, self.mode, omitted=omitted, read_call=call, has_secrets=has_secrets, boundary=boundary)

    def size_bytes(self, omitted: int, before_seq: int, has_secrets: bool) -> int:
        head = self.head(omitted, before_seq, has_secrets, _NO_BOUNDARY)
        return byte_length(head) + byte_length(render_tail(self.words, _NO_BOUNDARY))

    def render(self, chosen: Sequence[HandoffItem], omitted: int, before_items: str, before_seq: int) -> str:
        body = before_items + "".join(render_item(item.kind, item.seq, item.text, item.brought, self.words) for item in chosen)
        has_secrets = PLACEHOLDER_START in body
        # The thread and the frame go in too, so that neither an id nor a number in it can look like the boundary.
        content = "\n".join((self.thread_id, self.head(omitted, before_seq, has_secrets, ""), body))
        boundary = first_absent(boundaries(content), content)
        return self.head(omitted, before_seq, has_secrets, boundary) + body + render_tail(self.words, boundary)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be chosen from, and for how much room. ``note`` is rendered."""

    marks: ItemMarks
    budget_bytes: int
    frame: _Frame
    left_out: frozenset[int]
    note: str
    has_secrets: Callable[[], bool]

    def chooser(self, room: int) -> Chooser:
        """Return one that never takes what was left out."""
        kinds, sizes = self.marks.kinds, self.marks.sizes
        if self.left_out:
            barred = self.left_out.intersection(range(len(kinds)))
            codes, bytes_of = bytearray(kinds), list(sizes)
            for index in barred:
                codes[index], bytes_of[index] = NO_KIND, self.budget_bytes + 1
            kinds, sizes = bytes(codes), bytes_of
        return Chooser(kinds, sizes, room)


def _choose(wanted: _Wanted, lines: list[str]) -> tuple[tuple[int, ...], str, str]:
    """Choose the places of the items, the part of the preamble that goes in, rendered, and whether the note does."""
    marks, budget_bytes, frame, note = wanted.marks, wanted.budget_bytes, wanted.frame, wanted.note
    state = _fit_state(lines, budget_bytes // 4, frame.words)
    body_bytes = byte_length(note) + byte_length(state) + sum(marks.sizes)
    if body_bytes <= budget_bytes and not wanted.left_out:
        is_secret = PLACEHOLDER_START in note + state or wanted.has_secrets()
        everything = tuple(range(len(marks)))
        if body_bytes + frame.size_bytes(0, marks.before_seq(everything), is_secret) <= budget_bytes:
            return everything, state, note
    # Something stays out, and it isn't known yet how much: the frame is reckoned at its longest.
    before_seq = marks.last_seq() + 1
    frame_bytes = max(frame.size_bytes(count, before_seq, True) for count in (1, len(marks)))
    room = budget_bytes - frame_bytes
    if byte_length(note) > room:
        note = ""
    chooser = wanted.chooser(room - byte_length(note))
    chooser.take_summary_and_last_user()
    state = _fit_state(lines, min(budget_bytes // 4, chooser.room), frame.words)
    chooser.room -= byte_length(state)
    chooser.take_rest()
    return chooser.indexes(), state, note


def _fit_state(lines: list[str], room: int, words: Wording) -> str:
    """Render as many whole lines of the preamble as fit, from its beginning."""
    used = byte_length(render_state(["."], words)) - 2
    count = 0
    for line in lines:
        used += byte_length(line) + 1
        if used > room:
            break
        count += 1
    return render_state(lines[:count], words)
