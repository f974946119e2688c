# SPDX-License-Identifier: MIT
"""Choosing and building handoffs: rows P1 to P3 of the targets.

P2 and P3 read a recorded session of the pi coding agent, whose path is given or stands in ``ONESIST_BENCH_SESSION``.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from onesist_desktop.core.budget import DEFAULT_CAP_BYTES
from onesist_desktop.core.handoff import (
    HandoffBlock,
    HandoffItem,
    ItemKind,
    build_handoff,
    due_messages,
    handoff_items,
    select_handoff_items,
)
from onesist_desktop.core.messages import Message, Role
from onesist_desktop.core.transition import TransitionKind, decide_transition, due_seqs, known_after
from tests.perf.naive_selection import select_in_node, select_naively
from tests.perf.rows import Row
from tests.perf.session_file import THREAD_ID, read_session

_KINDS = (ItemKind.USER, ItemKind.ASSISTANT, ItemKind.COMMAND, ItemKind.COMMAND, ItemKind.FILES, ItemKind.ASSISTANT)
_SPARE_FRAME_BYTES = 700
_NO_SESSION = "skipped: no session given"


def run(session_path: str | None = None) -> list[Row]:
    """Run all three."""
    path = session_path or os.environ.get("ONESIST_BENCH_SESSION") or None
    return [*run_p1(path), *run_p2(path), *run_p3(path)]


def run_p1(session_path: str | None = None) -> list[Row]:
    """Compare choosing out of 50,000 items with the quadratic way, and see how the time grows. Needs no session."""
    del session_path
    items = synthetic_items(50_000)
    ours_ms = _best_ms(lambda: select_handoff_items(items, DEFAULT_CAP_BYTES), 7)
    ours = list(select_handoff_items(items, DEFAULT_CAP_BYTES).indexes)
    node = shutil.which("node")
    if node:
        chosen, naive_ms = select_in_node(node, items, DEFAULT_CAP_BYTES, 2)
        note = f"ours {ours_ms:.1f} ms; in node {naive_ms:.0f} ms: order list with includes(), then sorted by indexOf()"
        rows = [_ratio_row("P1 choose out of 50,000, against node", ours_ms / naive_ms, chosen == ours, note)]
    else:
        rows = [Row("P1 choose out of 50,000, against node", "", "<= 1/20", None, "skipped: no node on PATH")]
    few = items[:8_000]
    naive_ms = _best_ms(lambda: select_naively(few, DEFAULT_CAP_BYTES), 1)
    few_ms = _best_ms(lambda: select_handoff_items(few, DEFAULT_CAP_BYTES), 7)
    same = select_naively(few, DEFAULT_CAP_BYTES) == list(select_handoff_items(few, DEFAULT_CAP_BYTES).indexes)
    note = f"ours {few_ms:.2f} ms, the same algorithm in Python {naive_ms:.0f} ms"
    rows.append(_ratio_row("P1 choose out of 8,000, against Python", few_ms / naive_ms, same, note))
    per_item = {}
    for count in (1_000, 10_000, 100_000):
        made = synthetic_items(count)
        per_item[count] = _best_ms(lambda made=made: select_handoff_items(made, DEFAULT_CAP_BYTES), 7) * 1e6 / count  # type: ignore[misc]
    spread = max(per_item.values()) / min(per_item.values())
    note = "time per item: " + ", ".join(f"{count:,}: {nanoseconds:.0f} ns" for count, nanoseconds in per_item.items())
    rows.append(Row("P1 growth from 1,000 to 100,000", f"{spread:.2f}x per item", "<= 3x (linear)", spread <= 3, note))
    return rows


def run_p2(session_path: str | None = None) -> list[Row]:
    """Slice the session at every point where the person could have switched, and count what was lost although it fits."""
    if not session_path:
        return [Row("P2 slices of a session", "", "0 / 0 / 0 lost, 0 over, < 5 ms each", None, _NO_SESSION)]
    messages = read_session(session_path)
    rows = []
    for name, points in (
        ("before each user message", [index for index, each in enumerate(messages) if index and each.role is Role.USER]),
        ("after each message", list(range(1, len(messages) + 1))),
    ):
        tally = _Tally()
        for point in points:
            tally.add(handoff_items(messages[:point]))
        rows += tally.rows(f"P2 {name}")
    return rows


def run_p3(session_path: str | None = None) -> list[Row]:
    """Let two agents take turns through the session, and count the bytes that each switch back costs."""
    if not session_path:
        return [Row("P3 bytes when switching back", "", "first <= 16,000, then only the delta", None, _NO_SESSION)]
    messages = read_session(session_path)
    first, back, is_pure = _switch_at_every_message(messages)
    everything = sum(item.size_bytes for item in handoff_items(messages))
    note = f"{len(back)} switches back, median {median(back):,.0f}, largest {max(back):,}; the whole history is {everything:,}"
    is_good = max(first) <= DEFAULT_CAP_BYTES and max(back) <= DEFAULT_CAP_BYTES and is_pure
    return [
        Row("P3 bytes of the first handoff", f"{max(first):,}", "<= 16,000", max(first) <= DEFAULT_CAP_BYTES, ""),
        Row("P3 bytes when switching back", f"{max(back):,} at most", "only the delta, <= 16,000", is_good, note),
    ]


def synthetic_items(count: int) -> list[HandoffItem]:
    """Make items of all lengths, the same on every run."""
    text = "x" * 4_000
    return [HandoffItem(_KINDS[index % 6], index + 1, text[: 20 + index * 7_919 % 3_900]) for index in range(count)]


@dataclass(slots=True)
class _Tally:
    """Counts over all points. What fits is reckoned anew here, from the sizes and an allowance for the frame."""

    points: int = 0
    lost: dict[str, int] = field(default_factory=lambda: {"last user": 0, "last answer": 0, "first user": 0})
    too_large: dict[str, int] = field(default_factory=lambda: {"last user": 0, "last answer": 0, "first user": 0})
    over: int = 0
    slowest_ms: float = 0.0

    def add(self, items: Sequence[HandoffItem]) -> None:
        self.points += 1
        started = time.perf_counter()
        block = build_handoff(items, DEFAULT_CAP_BYTES, mode="handoff", thread_id=THREAD_ID)
        self.slowest_ms = max(self.slowest_ms, (time.perf_counter() - started) * 1_000)
        self.over += len(block.text.encode()) > DEFAULT_CAP_BYTES
        self._count_lost(items, block)

    def _count_lost(self, items: Sequence[HandoffItem], block: HandoffBlock) -> None:
        room = DEFAULT_CAP_BYTES - _SPARE_FRAME_BYTES
        summaries, users, answers = (
            [index for index, item in enumerate(items) if item.kind is kind]
            for kind in (ItemKind.SUMMARY, ItemKind.USER, ItemKind.ASSISTANT)
        )
        taken: set[int] = set()
        for name, wanted in (
            ("", summaries[-1:]),
            ("last user", users[-1:]),
            ("last answer", answers[-1:]),
            ("first user", users[:1]),
        ):
            for index in wanted:
                if index in taken:
                    continue
                if items[index].size_bytes <= room:
                    taken.add(index)
                    room -= items[index].size_bytes
                    if name:
                        self.lost[name] += index not in block.indexes
                elif name:
                    self.too_large[name] += 1

    def rows(self, name: str) -> list[Row]:
        lost = " / ".join(str(count) for count in self.lost.values())
        note = f"{self.points} points; too large to fit: " + " / ".join(str(count) for count in self.too_large.values())
        return [
            Row(f"{name}: last user / last answer / first user lost", lost, "0 / 0 / 0", not any(self.lost.values()), note),
            Row(f"{name}: over budget", str(self.over), "0", self.over == 0),
            Row(f"{name}: slowest", f"{self.slowest_ms:.2f} ms", "< 5 ms", self.slowest_ms < 5),
        ]


def _switch_at_every_message(messages: list[Message]) -> tuple[list[int], list[int], bool]:
    """Return the bytes of first handoffs and of those when coming back, and whether those held only what was due."""
    known: dict[str, int] = {}
    own: dict[str, set[int]] = {"one": set(), "other": set()}
    first, back, is_pure = [], [], True
    starts = [index for index, each in enumerate(messages) if each.role is Role.USER and each.is_content]
    for turn, start in enumerate(starts):
        agent = ("one", "other")[turn % 2]
        end = starts[turn + 1] if turn + 1 < len(starts) else len(messages)
        current = messages[start].seq
        foreign = [each.seq for each in messages if each.is_content and each.seq not in own[agent]]
        transition = decide_transition(known.get(agent), current, foreign)
        upto = known.get(agent, 0)
        due = due_seqs(upto, current, foreign, own[agent])
        items = handoff_items(due_messages(messages[:start], known_upto_seq=upto, current_seq=current, own_seqs=own[agent]))
        block = build_handoff(items, DEFAULT_CAP_BYTES, mode="delta" if agent in known else "handoff", thread_id=THREAD_ID)
        sent = len(block.text.encode())
        if transition.kind is TransitionKind.DELTA:
            back.append(sent)
            is_pure &= {item.seq for item in block.chosen if item.kind is not ItemKind.SUMMARY} <= set(due)
            is_pure &= sent <= sum(item.size_bytes for item in items) + _SPARE_FRAME_BYTES
        elif transition.kind is TransitionKind.HANDOFF:
            first.append(sent)
        turn_seqs = [each.seq for each in messages[start:end] if each.is_content]
        own[agent].update(turn_seqs)
        for seq in (current, turn_seqs[-1]):
            known[agent] = known_after(known.get(agent, 0), seq, had_due=bool(items), delivered_any=bool(block.chosen))
    return first, back, is_pure


def _ratio_row(name: str, ratio: float, is_same: bool, note: str) -> Row:
    same = "" if is_same else "; THE CHOICES DIFFER"
    return Row(name, f"1/{1 / ratio:.0f}", "<= 1/20", ratio <= 1 / 20 and is_same, note + same)


def _best_ms(work: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1_000)
    return min(times)


if __name__ == "__main__":
    for each in run(sys.argv[1] if len(sys.argv) > 1 else None):
        sys.stdout.write(f"{each}\n")
