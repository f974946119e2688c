# SPDX-License-Identifier: MIT
"""The threads of a project as a tree by lineage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import ThreadState, ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.words import when_text

Index = QModelIndex | QPersistentModelIndex


class _Node:
    """One row. The hidden root has no view. ``arrival`` counts up, so that forks keep their order."""

    __slots__ = ("arrival", "children", "parent", "view")

    def __init__(self, view: ThreadView | None, arrival: int) -> None:
        self.view = view
        self.arrival = arrival
        self.parent: _Node | None = None
        self.children: list[_Node] = []

    @property
    def known_view(self) -> ThreadView:
        if self.view is None:
            raise LookupError("the hidden root has no thread")
        return self.view


class ThreadsModel(QAbstractItemModel):
    """Top-level threads by newest activity, forks below their parent by where they branch off.

    A fork whose parent isn't there stands at the top and moves below it once it comes. Changes are exact: rows are inserted,
    moved and removed one by one, so that views keep selection and folding.
    """

    def __init__(self, title_of: Callable[[ProviderId | None], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._title_of = title_of
        self._root = _Node(None, 0)
        self._nodes: dict[ThreadId, _Node] = {}
        self._arrivals = 0

    # -- what happened ------------------------------------------------------------------------------------------------------

    def reset(self, threads: Sequence[ThreadView]) -> None:
        """Show another project's threads."""
        self.beginResetModel()
        self._root = _Node(None, 0)
        self._nodes = {}
        self._arrivals = 0
        for view in threads:
            if view.id not in self._nodes:
                self._nodes[view.id] = self._new_node(view)
        for node in self._nodes.values():
            self._hang(node, self._wanted_parent(node))
        for node in [self._root, *self._nodes.values()]:
            node.children.sort(key=partial(self._sort_key, above=node))
        self.endResetModel()

    def put(self, view: ThreadView) -> None:
        """Add a thread, or show what a known one is now."""
        node = self._nodes.get(view.id)
        if node is None:
            self._add(view)
            return
        is_same_place = node.known_view.parent_thread_id == view.parent_thread_id
        node.view = view
        self._move(node, node.parent if is_same_place and node.parent is not None else self._wanted_parent(node))
        index = self.index_of(view.id)
        self.dataChanged.emit(index, index)

    def remove(self, thread_id: ThreadId) -> None:
        """Take a thread out. Its forks stay, at the top. Does nothing for an unknown one."""
        node = self._nodes.get(thread_id)
        if node is None or node.parent is None:
            return
        for child in tuple(node.children):
            self._move(child, self._root)
        above, row = node.parent, node.parent.children.index(node)
        self.beginRemoveRows(self._index_of_node(above), row, row)
        del above.children[row]
        del self._nodes[thread_id]
        node.parent = None
        self.endRemoveRows()

    def refresh(self) -> None:
        """Names of providers, or the time of day, changed: let every row be painted again."""
        for node in self._nodes.values():
            index = self._index_of_node(node)
            self.dataChanged.emit(index, index)

    # -- looking up ---------------------------------------------------------------------------------------------------------

    def view_of(self, thread_id: ThreadId | None) -> ThreadView | None:
        """Return a thread, or None."""
        node = self._nodes.get(thread_id) if thread_id is not None else None
        return node.view if node else None

    def index_of(self, thread_id: ThreadId | None) -> QModelIndex:
        """Return a thread's index, invalid when it isn't there."""
        node = self._nodes.get(thread_id) if thread_id is not None else None
        return self._index_of_node(node) if node else QModelIndex()

    def threads(self) -> Iterator[ThreadView]:
        """Return all threads from top to bottom, as the tree shows them unfolded."""
        return (node.known_view for node in self._walk(self._root.children))

    # -- QAbstractItemModel -------------------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own signature
        """Return an index."""
        above = self._node(parent)
        if column != 0 or not 0 <= row < len(above.children):
            return QModelIndex()
        return self.createIndex(row, 0, above.children[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008 - Qt has two of it
        """Return the index of the row above."""
        above = self._node(index).parent
        return self._index_of_node(above) if above is not None else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of forks of a row."""
        return 0 if parent.column() > 0 else len(self._node(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return 1."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row shows."""
        view = self._node(index).view
        if view is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return view.title or self.tr("New thread")
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._accessible_text(view)
            case Role.THREAD:
                return view
            case Role.THREAD_ID:
                return view.id
            case Role.PROVIDER_ID:
                return view.provider_id
            case Role.STATE:
                return view.state.value
            case Role.UPDATED_AT:
                return view.updated_at
            case _:
                return None

    # -- places -------------------------------------------------------------------------------------------------------------

    def _accessible_text(self, view: ThreadView) -> str:
        states = {
            ThreadState.IDLE: when_text(view.updated_at),
            ThreadState.WORKING: self.tr("working"),
            ThreadState.ASKS: self.tr("needs you"),
            ThreadState.FAILED: self.tr("failed"),
        }
        above = self.view_of(view.parent_thread_id)
        pieces = [view.title or self.tr("New thread"), self._title_of(view.provider_id), states[view.state]]
        if view.parent_thread_id is not None:
            pieces.append(fill(self.tr("fork of %1"), above.title) if above else self.tr("fork of a removed thread"))
        return ", ".join(piece for piece in pieces if piece)

    def _add(self, view: ThreadView) -> None:
        node = self._new_node(view)
        above = self._wanted_parent(node)
        row = self._row_for(node, above)
        self.beginInsertRows(self._index_of_node(above), row, row)
        self._nodes[view.id] = node
        node.parent = above
        above.children.insert(row, node)
        self.endInsertRows()
        # Forks that came before their parent stood at the top until now.
        for orphan in [other for other in self._root.children if other.known_view.parent_thread_id == view.id]:
            self._move(orphan, self._wanted_parent(orphan))

    def _move(self, node: _Node, above: _Node) -> None:
        """Move a row to its place below ``above``. Qt counts the target before the row is taken out."""
        old = node.parent
        if old is None:
            return
        from_row = old.children.index(node)
        to_row = self._row_for(node, above)
        if old is above and to_row == from_row:
            return
        qt_row = to_row + 1 if old is above and to_row > from_row else to_row
        if not self.beginMoveRows(self._index_of_node(old), from_row, from_row, self._index_of_node(above), qt_row):
            return
        del old.children[from_row]
        above.children.insert(to_row, node)
        node.parent = above
        self.endMoveRows()

    def _row_for(self, node: _Node, above: _Node) -> int:
        """Return the row that the node has among the other children."""
        key = self._sort_key(node, above)
        return sum(self._sort_key(other, above) < key for other in above.children if other is not node)

    def _sort_key(self, node: _Node, above: _Node) -> tuple[float, int]:
        view = node.known_view
        if above is self._root:
            return (-view.updated_at, -node.arrival)
        return (float(view.forked_at_seq or 0), node.arrival)

    def _wanted_parent(self, node: _Node) -> _Node:
        """Return the parent by lineage; the root when it isn't there or the lineage goes in a circle."""
        parent_id = node.known_view.parent_thread_id
        wanted = self._nodes.get(parent_id) if parent_id is not None else None
        above: _Node | None = wanted
        while above is not None:
            if above is node:
                return self._root
            above = above.parent
        return wanted or self._root

    def _hang(self, node: _Node, above: _Node) -> None:
        node.parent = above
        above.children.append(node)

    def _new_node(self, view: ThreadView) -> _Node:
        self._arrivals += 1
        return _Node(view, self._arrivals)

    def _node(self, index: Index) -> _Node:
        node = index.internalPointer() if index.isValid() else None
        return node if isinstance(node, _Node) else self._root

    def _index_of_node(self, node: _Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.children.index(node), 0, node)

    def _walk(self, nodes: Iterable[_Node]) -> Iterator[_Node]:
        for node in nodes:
            yield node
            yield from self._walk(node.children)
