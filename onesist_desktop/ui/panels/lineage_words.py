# SPDX-License-Identifier: MIT
"""What the inspector says of a thread's family, of who has seen what, and of what was handed over. Values only."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.lineage_views import Kin, Movement, SeenBy
from onesist_desktop.services.views import HandoffDelivery, MergeState, ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import delivery_text


def kin_guides(kin: Sequence[Kin]) -> list[tuple[bool, ...]]:
    """Tell of each row, and of each level above it, whether the line from there goes on below that row."""
    found: list[tuple[bool, ...]] = []
    going: set[int] = set()
    for one in reversed(kin):
        found.append(tuple(level in going for level in range(1, one.level + 1)))
        # Whatever is deeper than a row that comes later ends above it.
        going = {level for level in going if level <= one.level} | ({one.level} if one.level else set())
    return found[::-1]


def kin_words(kin: Kin, shown: ThreadId, parent: ThreadView | None) -> str:
    """Word how a thread of the family stands to its parent, as the line below its title."""
    tr, view = QCoreApplication.translate, kin.thread
    if view.merge_waits:
        return tr("LineagePanel", "will be merged when the answer ends")
    if view.id == shown and not view.unmerged_count:
        return tr("LineagePanel", "this thread")
    if view.unmerged_count:
        return tr("LineagePanel", "%n answer(s) not merged", None, view.unmerged_count)
    if kin.forked_at_seq is None:
        return tr("LineagePanel", "not a fork")
    number = parent.fork_number if parent is not None else None
    origin = fill(tr("LineagePanel", "from message %1"), kin.forked_at_seq)
    if number is not None:
        origin = fill(tr("LineagePanel", "from message %1 of %2"), kin.forked_at_seq, number)
    text = (
        tr("LineagePanel", "%1 · all merged") if view.merge is MergeState.MERGED else tr("LineagePanel", "%1 · no own answer yet")
    )
    return fill(text, origin)


def seen_words(seen: SeenBy) -> str:
    """Word what a provider has seen of the thread."""
    tr = QCoreApplication.translate
    if not seen.is_agent:
        return tr("LineagePanel", "gets the history each time")
    if not seen.due_count and (seen.upto_seq or seen.share):
        return tr("LineagePanel", "everything")
    if not seen.upto_seq and not seen.share:
        return tr("LineagePanel", "nothing yet")
    if not seen.upto_seq:
        return tr("LineagePanel", "parts of it, %n message(s) to hand over", None, seen.due_count)
    return fill(tr("LineagePanel", "up to message %1, %n to hand over", None, seen.due_count), seen.upto_seq)


def movement_words(movement: Movement) -> str:
    """Word what was handed over or merged."""
    tr = QCoreApplication.translate
    counts = tr("LineagePanel", "%n message(s)", None, movement.message_count)
    if movement.omitted_count:
        counts = fill(tr("LineagePanel", "%n message(s), %1 left out", None, movement.message_count), movement.omitted_count)
    if movement.merged_from:
        return fill(tr("LineagePanel", "%1, %2", "title of a thread, and counts"), movement.merged_from, counts)
    if movement.delivery not in {None, HandoffDelivery.DELIVERED}:
        state = delivery_text(movement.delivery)
        return fill(tr("LineagePanel", "%1 · %2", "counts, and where that is"), counts, state[:1].lower() + state[1:])
    return counts
