# SPDX-License-Identifier: MIT
"""The threads of a project by lineage. Plain Python: the item model above it says what changed to Qt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ThreadView


class ThreadNode:
    """A thread in its family.

    Attributes:
        newest: When anybody of the family below it was last active.
        arrival: Counts up, so that forks of one point, and threads of one moment, keep their order.
        level: How many ancestors it has.
        searched: What a search looks through, as whoever searches keeps it; None once the thread changed.
    """

    __slots__ = ("_view", "arrival", "children", "level", "newest", "parent", "searched")

    def __init__(self, view: ThreadView, arrival: int) -> None:
        self._view = view
        self.arrival = arrival
        self.parent: ThreadNode | None = None
        self.children: list[ThreadNode] = []
        self.newest = view.updated_at
        self.level = 0
        self.searched: str | None = None

    @property
    def view(self) -> ThreadView:
        """The thread as it is now."""
        return self._view

    @view.setter
    def view(self, view: ThreadView) -> None:
        self._view = view
        self.searched = None

    @property
    def root(self) -> ThreadNode:
        """The first of the family."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def family(self) -> Iterator[ThreadNode]:
        """Yield this one and all below it, from top to bottom."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class ThreadTree:
    """Families by newest activity, pinned ones first, and forks below their parent by where they branch off.

    A fork whose parent isn't there stands at the top, and belongs below it once it comes. Whatever the stored lineage says, each
    thread stands in it exactly once.
    """

    def __init__(self, threads: Sequence[ThreadView] = ()) -> None:
        self.roots: list[ThreadNode] = []
        self._nodes: dict[ThreadId, ThreadNode] = {}
        self._arrivals = 0
        for view in threads:
            if view.id not in self._nodes:
                self._nodes[view.id] = self._new_node(view)
        self.hang_all()

    def __len__(self) -> int:
        return len(self._nodes)

    def get(self, thread_id: ThreadId | None) -> ThreadNode | None:
        """Return a thread's node, or None."""
        return self._nodes.get(thread_id) if thread_id is not None else None

    def nodes(self) -> Iterable[ThreadNode]:
        """Return all nodes in no order that means anything."""
        return self._nodes.values()

    def walk(self) -> Iterator[ThreadNode]:
        """Yield all nodes from top to bottom."""
        for root in self.roots:
            yield from root.family()

    def hang_all(self) -> None:
        """Put every node where its lineage says, from nothing. Takes as long for one long chain of forks as for many short ones."""
        for node in self._nodes.values():
            node.parent, node.children = None, []
            node.newest = node.view.updated_at
        self._find_parents()
        for node in self._nodes.values():
            if node.parent is not None:
                node.parent.children.append(node)
        self.roots = [node for node in self._nodes.values() if node.parent is None]
        order = list(self.walk())
        for node in order:
            node.level = node.parent.level + 1 if node.parent is not None else 0
            node.children.sort(key=_among_forks)
        for node in reversed(order):
            if node.parent is not None:
                node.parent.newest = max(node.parent.newest, node.newest)
        self.roots.sort(key=_among_families)

    def add(self, view: ThreadView) -> ThreadNode:
        """Take a thread in, below its parent or at the top, without putting it among its siblings yet."""
        node = self._new_node(view)
        self._nodes[view.id] = node
        # One that is new has no forks below it yet, so the only circle can be with itself.
        above = self.get(view.parent_thread_id)
        node.parent = above if above is not node else None
        node.level = node.parent.level + 1 if node.parent is not None else 0
        return node

    def forget(self, node: ThreadNode) -> None:
        """Take a thread out of the books; whoever calls this has taken it out of its place."""
        del self._nodes[node.view.id]

    def has_orphans_of(self, thread_id: ThreadId) -> bool:
        """Tell whether forks of a thread stand at the top."""
        return any(root.view.parent_thread_id == thread_id for root in self.roots)

    def siblings(self, node: ThreadNode) -> list[ThreadNode]:
        """Return the list that holds a node."""
        return self.roots if node.parent is None else node.parent.children

    def row_for(self, node: ThreadNode) -> int:
        """Return the row that a node, which is not in it, has among its siblings."""
        key = _among_families if node.parent is None else _among_forks
        return bisect_left(self.siblings(node), key(node), key=key)

    def is_in_place(self, node: ThreadNode) -> bool:
        """Tell whether a node stands where its key says, looking at its neighbours only."""
        key, rows = (_among_families if node.parent is None else _among_forks), self.siblings(node)
        row = rows.index(node)
        before = row == 0 or key(rows[row - 1]) <= key(node)
        return before and (row == len(rows) - 1 or key(node) <= key(rows[row + 1]))

    def refresh_newest(self, node: ThreadNode) -> None:
        """Work out again when a node's family was last active, and its ancestors' families."""
        above: ThreadNode | None = node
        while above is not None:
            above.newest = max([above.view.updated_at, *(child.newest for child in above.children)])
            above = above.parent

    def _find_parents(self) -> None:
        """Give each node its parent: None where that isn't there, or where the lineage would go in a circle."""
        settled: set[ThreadNode] = set()
        for first in self._nodes.values():
            path: list[ThreadNode] = []
            on_path: set[ThreadNode] = set()
            node: ThreadNode | None = first
            while node is not None and node not in settled:
                if node in on_path:
                    path[-1].parent = None
                    break
                path.append(node)
                on_path.add(node)
                node.parent = self.get(node.view.parent_thread_id)
                node = node.parent
            settled |= on_path

    def _new_node(self, view: ThreadView) -> ThreadNode:
        self._arrivals += 1
        return ThreadNode(view, self._arrivals)


def _among_families(node: ThreadNode) -> tuple[bool, float, int]:
    return (not node.view.is_pinned, -node.newest, -node.arrival)


def _among_forks(node: ThreadNode) -> tuple[float, int]:
    return (float(node.view.forked_at_seq or 0), node.arrival)
