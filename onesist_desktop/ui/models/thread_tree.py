# SPDX-License-Identifier: MIT
"""The threads of a project by lineage. Plain Python: the item model above it says what changed to Qt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ThreadView


class ThreadNode:
    """A thread in its family. ``newest`` is when anybody of the family below it was last active.

    ``arrival`` counts up, so that forks of one point, and threads of one moment, keep their order.
    """

    __slots__ = ("arrival", "children", "newest", "parent", "view")

    def __init__(self, view: ThreadView, arrival: int) -> None:
        self.view = view
        self.arrival = arrival
        self.parent: ThreadNode | None = None
        self.children: list[ThreadNode] = []
        self.newest = view.updated_at

    @property
    def root(self) -> ThreadNode:
        """The first of the family."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    @property
    def level(self) -> int:
        """How many ancestors it has."""
        level, above = 0, self.parent
        while above is not None:
            level, above = level + 1, above.parent
        return level

    def family(self) -> Iterator[ThreadNode]:
        """Yield this one and all below it, from top to bottom."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class ThreadTree:
    """Families by newest activity, forks below their parent by where they branch off.

    A fork whose parent isn't there stands at the top, and belongs below it once it comes.
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
        """Put every node where its lineage says, from nothing."""
        self.roots = []
        for node in self._nodes.values():
            node.parent, node.children = None, []
            node.newest = node.view.updated_at
        for node in self._nodes.values():
            node.parent = self.parent_for(node)
            if node.parent is not None:
                node.parent.children.append(node)
        for node in self._nodes.values():
            node.children.sort(key=_among_forks)
            above, newest = node.parent, node.newest
            while above is not None and above.newest < newest:
                above.newest, above = newest, above.parent
        self.roots = sorted((node for node in self._nodes.values() if node.parent is None), key=_among_families)

    def add(self, view: ThreadView) -> ThreadNode:
        """Take a thread in, without hanging it anywhere yet."""
        node = self._new_node(view)
        self._nodes[view.id] = node
        return node

    def forget(self, node: ThreadNode) -> None:
        """Take a thread out of the books; whoever calls this has taken it out of its place."""
        del self._nodes[node.view.id]

    def has_orphans_of(self, thread_id: ThreadId) -> bool:
        """Tell whether forks of a thread stand at the top."""
        return any(root.view.parent_thread_id == thread_id for root in self.roots)

    def parent_for(self, node: ThreadNode) -> ThreadNode | None:
        """Return the parent by lineage; None when it isn't there or the lineage goes in a circle."""
        wanted = self.get(node.view.parent_thread_id)
        above = wanted
        while above is not None:
            if above is node:
                return None
            above = above.parent
        return wanted

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

    def _new_node(self, view: ThreadView) -> ThreadNode:
        self._arrivals += 1
        return ThreadNode(view, self._arrivals)


def _among_families(node: ThreadNode) -> tuple[float, int]:
    return (-node.newest, -node.arrival)


def _among_forks(node: ThreadNode) -> tuple[float, int]:
    return (float(node.view.forked_at_seq or 0), node.arrival)
