# SPDX-License-Identifier: MIT
"""What the person changes of a handover: its listing, item by item, and how it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from onesist_desktop.core.answerer import ManualContext
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.handoff_plan import Fit, PlanRequest
from onesist_desktop.services.history import Texts
from onesist_desktop.services.views import DueItem

MOST_LISTED = 2_000
"""Items that are listed at most, beside those that go over or were left out by the person."""
MOST_LISTED_BYTES = 8_000_000


def masked_manual(manual: ManualContext | None, redactor: Redactor) -> ManualContext | None:
    """Return a choice as it is stored and sent; None for one that changes nothing."""
    if manual is None or not (manual.left_out or manual.note.strip()):
        return None
    return ManualContext(tuple(sorted(set(manual.left_out))), redactor.mask(manual.note.strip()))


def listed_indexes(fit: Fit, request: PlanRequest) -> Sequence[int]:
    """Return the places of the items that a preview lists: the newest, and all that were chosen or left out."""
    sizes = fit.gathered.due.sizes
    oldest, room = len(sizes), MOST_LISTED_BYTES
    while oldest > max(0, len(sizes) - MOST_LISTED) and room >= sizes[oldest - 1]:
        oldest -= 1
        room -= sizes[oldest]
    earlier = {index for index in _left_out(fit, request).union(fit.indexes) if index < oldest}
    return [*sorted(earlier), *range(oldest, len(sizes))]


def due_items(fit: Fit, request: PlanRequest, listed: Sequence[int], texts: Texts) -> Iterable[DueItem]:
    """Yield the items at the listed places. ``texts`` are theirs, read. Raises OutlineError."""
    due = fit.gathered.due
    chosen, left_out = set(fit.indexes), _left_out(fit, request)
    authors: dict[int, ProviderId | None] = dict(zip(due.seqs, due.authors, strict=True))
    for index, (seq, place), item in zip(listed, due.places(listed), texts.items(), strict=True):
        yield DueItem(item, place, authors[seq], index in chosen, index in left_out, seq)


def _left_out(fit: Fit, request: PlanRequest) -> set[int]:
    return fit.gathered.due.indexes_of(request.manual.left_out) if request.manual is not None else set()
