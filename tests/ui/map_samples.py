# SPDX-License-Identifier: MIT
"""Threads with answers and merges, for tests of the map. Times are minutes after a moment of today."""

from __future__ import annotations

import time
from collections.abc import Sequence

from onesist_desktop.core.ids import ProjectId, ProviderId, RunId, ThreadId
from onesist_desktop.services.lineage_views import Bead, BeadState, Lane, LineageMap, MapMerge
from onesist_desktop.services.views import MergeState, ThreadState, ThreadView

NOW = time.mktime((2026, 11, 28, 18, 0, 0, 0, 0, -1))
NINE = time.mktime((2026, 11, 28, 9, 0, 0, 0, 0, -1))
DAY_S = 86_400.0


def bead(thread: str, number: int, at_min: float, provider: str = "claude", **more: object) -> Bead:
    """The answer with that number, from 1 on: it answers message 2n - 1 and is message 2n."""
    thread_id = ThreadId(thread)
    run_id, provider_id = RunId(f"{thread}{number}"), ProviderId(provider)
    return Bead(thread_id, 2 * number, 2 * number - 1, run_id, provider_id, NINE + at_min * 60, **more)  # type: ignore[arg-type]


def thread(name: str, parent: str = "", at: int = 0, **more: object) -> ThreadView:
    parent_id = ThreadId(parent) if parent else None
    return ThreadView(
        ThreadId(name),
        ProjectId("p"),
        name.title(),
        parent_thread_id=parent_id,
        forked_at_seq=at if parent else None,
        **more,  # type: ignore[arg-type]
    )


def lane(name: str, times: Sequence[float], parent: str = "", at: int = 0, first: int = 1, provider: str = "claude") -> Lane:
    """A lane with answers at these minutes; ``first`` is the number of the first of them."""
    beads = [bead(name, first + place, minute, provider) for place, minute in enumerate(times)]
    return Lane(thread(name, parent, at), tuple(beads))


def merge(child: str, parent: str, child_seq: int, parent_seq: int, at_min: float) -> MapMerge:
    return MapMerge(ThreadId(child), ThreadId(parent), child_seq, parent_seq, NINE + at_min * 60)


def family() -> LineageMap:
    """``a`` with four answers by two, ``b`` forked off its first answer and merged before its fourth, ``c`` alone."""
    a = Lane(
        thread("a"),
        (bead("a", 1, 0), bead("a", 2, 2), bead("a", 3, 4, "codex"), bead("a", 5, 20, "codex", state=BeadState.WORKING)),
    )
    b = Lane(
        thread("b", "a", 2, merge=MergeState.MERGED),
        (bead("b", 2, 3, "ollama"), bead("b", 3, 6, "ollama")),
    )
    c = Lane(thread("c", state=ThreadState.FAILED), (bead("c", 1, 5, state=BeadState.FAILED),))
    return LineageMap((a, b, c), (merge("b", "a", 6, 7, 10),))
