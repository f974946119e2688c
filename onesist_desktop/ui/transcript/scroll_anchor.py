# SPDX-License-Identifier: MIT
"""What must not move in front of the reader's eyes while heights change around it."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.ui.transcript.document import TAIL, Document


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in the thread and where in the viewport it belongs.

    Attributes:
        seq: The row.
        key: The block; empty for the row itself.
        offset: Logical pixels below the block's top, or the row's.
        at: Where that place belongs, in logical pixels below the viewport's top.
        height: Height of the block when ``offset`` was taken, and
        stamp: what that height was exact for: with another width the same words are at another share of another height.
    """

    seq: int
    key: str = ""
    offset: int = 0
    at: int = 0
    height: int = 0
    stamp: int = -1


def place_of(document: Document, anchor: Anchor) -> int:
    """Return where an anchor is now, in logical pixels from the top of everything."""
    top = document.top_of(anchor.seq)
    row = document.row(anchor.seq)
    index = row.index_of(anchor.key) if row is not None and anchor.key else None
    if row is None or index is None:
        within = anchor.seq == TAIL or document.first_seq <= anchor.seq <= document.last_seq
        return top + min(anchor.offset, document.height_of(anchor.seq) if within else 0)
    offset, height, stamp = anchor.offset, row.height_of(index), row.stamp_of(index)
    if offset > 0 and anchor.height and 0 <= anchor.stamp != stamp >= 0:
        offset = round(offset * height / anchor.height)
    return top + row.top_of(index) + min(offset, height)


def anchor_at(document: Document, scroll: int, viewport_height: int, stamp: int) -> Anchor | None:
    """Return the first block in view that was measured as an anchor, else the first in view.

    What was not measured yet will get another height, and would push down what the reader reads if its top were held.
    """
    first: Anchor | None = None
    seq = document.seq_at(scroll)
    while seq is not None:
        top = document.top_of(seq)
        if top >= scroll + viewport_height:
            break
        row = document.row(seq)
        if row is None or not row.has_blocks:
            first = first or Anchor(seq, "", scroll - top)
        else:
            for index in range(row.first_from(scroll - top), len(row.blocks)):
                place = top + row.top_of(index)
                if place >= scroll + viewport_height:
                    break
                is_exact = row.is_exact(index, stamp)
                if is_exact or first is None:
                    measured = row.height_of(index), row.stamp_of(index)
                    found = Anchor(seq, row.blocks[index].key, scroll - place, 0, *measured)
                    if is_exact:
                        return found
                    first = found
        seq = document.next_of(seq)
    return first
