# SPDX-License-Identifier: MIT
"""What merging a fork back brings to its parent, and how that reads (docs/design.md section 6).

It brings the fork's own content that no live merge has brought yet, word for word, chosen as for a handoff.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from onesist_desktop.core.errors import LineageError, LineageFault
from onesist_desktop.core.handoff import HandoffChoice, HandoffItem, HandoffMode, choose_handoff
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.handoff_text import SEPARATOR, Wording, wording_for


class MergeState(StrEnum):
    """Whether what a fork has of its own was brought back to its parent. ``NONE``: it has nothing of its own, or is no fork."""

    NONE = "none"
    UNMERGED = "unmerged"
    PARTLY = "partly"
    MERGED = "merged"


def merge_state(own_count: int, unmerged_count: int) -> MergeState:
    """Return the state of a fork that has so many answers of its own, so many of which no live merge has brought."""
    if not own_count:
        return MergeState.NONE
    if not unmerged_count:
        return MergeState.MERGED
    return MergeState.PARTLY if unmerged_count < own_count else MergeState.UNMERGED


def merge_after(forked_at_seq: int | None, merged_upto_seq: int | None) -> int:
    """Return the seq of a fork after which nothing was brought yet."""
    return max(forked_at_seq or 0, merged_upto_seq or 0)


@dataclass(frozen=True)
class MergeChoice:
    """What a merge brings, chosen without a text. Counts are of messages of the fork.

    Attributes:
        outline: The fork's own content that wasn't brought yet.
        indexes: Places of the items that go over.
        budget_bytes: The room that there was.
    """

    outline: Outline
    indexes: tuple[int, ...]
    budget_bytes: int
    _choice: HandoffChoice
    _words: Wording

    @property
    def left_out(self) -> tuple[int, ...]:
        """Places of the items that don't fit. They count as brought: the read tool reaches them."""
        taken = set(self.indexes)
        return tuple(index for index in range(len(self.outline.kinds)) if index not in taken)

    @property
    def from_seq(self) -> int:
        """Seq of the first message of which it tells."""
        return self.outline.seqs[0]

    @property
    def upto_seq(self) -> int:
        """Seq up to which the fork's content was brought with it."""
        return self.outline.seqs[-1]

    @cached_property
    def included_count(self) -> int:
        """Of how many messages something goes over."""
        return len({seq for seq, _ in self.outline.places(self.indexes)})

    @property
    def omitted_count(self) -> int:
        """Of how many messages nothing goes over, though there is something to say of them."""
        return len(self.outline.seqs) - self.outline.counts.count(0) - self.included_count

    def render(self, chosen: Sequence[HandoffItem]) -> str:
        """Return the text of the merge message. ``chosen`` are the items at ``indexes``."""
        return _as_message(self._choice.render(chosen).text, self._words)


def choose_merge(outline: Outline, budget_bytes: int, *, thread_id: str, locale: str = "en", read_tool: bool = True) -> MergeChoice:
    """Choose what of a fork's own new content goes over, by the handoff's order, its frame within the budget.

    Args:
        outline: The own content that no live merge has brought, up to the last settled message.
        budget_bytes: From ``core.budget``.
        thread_id: The fork's, for the read tool.
        locale: Language of the frame; items stay as they are.
        read_tool: Whether who is told has ``onesist_thread_read``.

    Raises:
        LineageError: NOTHING_NEW, NOTHING_FITS.
    """
    if not outline.kinds:
        raise LineageError(LineageFault.NOTHING_NEW)
    choice = choose_handoff(
        outline.marks(),
        budget_bytes,
        has_secrets=outline.names_secret,
        mode=HandoffMode.MERGE,
        thread_id=thread_id,
        locale=locale,
        read_tool=read_tool,
    )
    if not choice.indexes:
        raise LineageError(LineageFault.NOTHING_FITS)
    return MergeChoice(outline, choice.indexes, budget_bytes, choice, wording_for(locale))


def _as_message(block: str, words: Wording) -> str:
    """Take the new message's heading, and the line that points to it, from a handoff: a merge is a message by itself."""
    body, _, tail = block.rpartition(SEPARATOR)
    boundary = tail.removeprefix(f"{words.new_message} [").removesuffix("]")
    # The boundary stands nowhere in the items, so this is the line of the frame.
    return body.replace("\n" + words.boundary.format(boundary=boundary), "", 1)
