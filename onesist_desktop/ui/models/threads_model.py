# SPDX-License-Identifier: MIT
"""The rows of the sidebar: threads of a project by lineage, below *Pinned* or the day on which their family was last active."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import MergeState, ThreadState, ThreadView
from onesist_desktop.ui.models.days import DayGroup, days_around, group_text, row_time_text
from onesist_desktop.ui.models.thread_tree import ThreadNode, ThreadTree
from onesist_desktop.ui.models.thread_words import row_title, shown_number, spoken, tip, title_of, works_in_own_copy
from onesist_desktop.ui.models.threads_filter import ThreadFilter, passes
from onesist_desktop.ui.roles import Role

Index = QModelIndex | QPersistentModelIndex
Row = ThreadNode | DayGroup


class ThreadsModel(QAbstractListModel):
    """One row per thread or heading, from top to bottom, so that all rows are equally high and a view asks for what it shows only.

    Changes are exact while nothing is searched or filtered: a row is changed, a family is moved as one, rows are inserted and
    removed, so that views keep their selection. What a search or a filter shows is made anew where it changes.

    Args:
        title_of: Names a provider.
        now: The time in seconds since the epoch.
    """

    def __init__(
        self,
        title_of: Callable[[ProviderId | None], str],
        parent: QObject | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self._title_of = title_of
        self._now = now
        self._days = days_around(now())
        self._tree = ThreadTree()
        self._rows: list[Row] = []
        self._places: dict[ThreadNode, int] | None = None
        self._folded: set[ThreadId] = set()
        self._wanted = ""
        self._filter = ThreadFilter.ALL
        self._current: ThreadId | None = None
        self._kept: ThreadId | None = None
        self._found: set[ThreadNode] | None = None
        self._last_found: dict[ThreadNode, ThreadNode] = {}
        self._states: dict[ThreadState, set[ThreadId]] = {state: set() for state in ThreadState}

    # -- what happened ------------------------------------------------------------------------------------------------------

    def reset(self, threads: Sequence[ThreadView]) -> None:
        """Show another project's threads, all unfolded."""
        self._tree = ThreadTree(threads)
        self._folded.clear()
        for ids in self._states.values():
            ids.clear()
        for node in self._tree.nodes():
            self._states[node.view.state].add(node.view.id)
        self._show_anew()

    def put(self, view: ThreadView) -> None:
        """Add a thread, or show what a known one is now."""
        self._note_state(view.id, view.state)
        node = self._tree.get(view.id)
        if node is None:
            self._add(view)
            return
        group = self._group(node.root)
        before, node.view = node.view, view
        if (before.parent_thread_id, before.forked_at_seq) != (view.parent_thread_id, view.forked_at_seq):
            self._tree.hang_all()
            self._show_anew()
            return
        self._keep_current()
        if (before.updated_at, before.is_pinned) != (view.updated_at, view.is_pinned):
            self._tree.refresh_newest(node)
            self._place_family(node.root, group)
        elif self._found is not None and before != view:
            self._search_again()
        index = self.index_of(view.id)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def remove(self, thread_id: ThreadId) -> None:
        """Take a thread out. Its forks stay, at the top. Does nothing for an unknown one."""
        node = self._tree.get(thread_id)
        if node is None:
            return
        self._note_state(thread_id, None)
        self._folded.discard(thread_id)
        self._tree.forget(node)
        if node.children or self._found is not None:
            self._tree.hang_all()
            self._show_anew()
            return
        self._tree.siblings(node).remove(node)
        row = self._row_of(node)
        if row is not None:
            self._remove_rows(row, 1)
        if node.parent is not None:
            self._tree.refresh_newest(node.parent)
            self._place_family(node.root)
        self._mend_headings()

    def refresh(self) -> None:
        """Names of providers, or the time of day, changed: let every row be painted again."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def refresh_day(self) -> None:
        """Put threads below the headings of a new day, if one has begun."""
        days = days_around(self._now())
        if days != self._days:
            self._days = days
            self._mend_headings()
            self.refresh()

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> str:
        """What is searched for; empty for nothing."""
        return self._wanted

    def search(self, text: str) -> None:
        """Show threads whose title or own words hold a text, whatever its case, with the ancestors of forks. Empty shows all."""
        wanted = " ".join(text.split()).casefold()
        if wanted != self._wanted:
            self._wanted = wanted
            self._show_anew()

    @property
    def is_narrowed(self) -> bool:
        """Whether only what was searched for or filtered is shown, unfolded."""
        return self._found is not None

    @property
    def filter(self) -> ThreadFilter:
        """What the list is narrowed to."""
        return self._filter

    def set_filter(self, wanted: ThreadFilter) -> None:
        """Show only threads of a kind, with the ancestors of forks, and of these what is searched for."""
        if wanted is not self._filter:
            self._filter, self._kept = wanted, None
            self._keep_current()
            self._show_anew()

    def set_current(self, name: str) -> None:
        """Say which thread the person is at: it stays in a filtered list although it is read, or answered, meanwhile.

        Empty for none.
        """
        thread_id = ThreadId(name) if name else None
        if thread_id == self._current:
            return
        self._current = thread_id
        if self._kept is not None and self._kept != thread_id:
            self._kept = None
            self._search_again()
        self._keep_current()

    def set_folded(self, thread_id: ThreadId, wanted: bool) -> None:
        """Fold or unfold a thread's forks. A search shows what it found, folded or not."""
        node = self._tree.get(thread_id)
        if node is None or not node.children or wanted == (thread_id in self._folded):
            return
        (self._folded.add if wanted else self._folded.discard)(thread_id)
        row = self._row_of(node)
        if self._found is None and row is not None:
            if wanted:
                self._remove_rows(row + 1, self._family_size(row) - 1)
            else:
                self._insert_rows(row + 1, self._family_rows(node)[1:])
            self.dataChanged.emit(self.index(row), self.index(row))

    def reveal(self, thread_id: ThreadId) -> None:
        """Unfold whatever hides a thread."""
        node = self._tree.get(thread_id)
        above = node.parent if node is not None else None
        hidden = []
        while above is not None:
            hidden.append(above.view.id)
            above = above.parent
        for ancestor in reversed(hidden):
            self.set_folded(ancestor, False)

    # -- looking up ---------------------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many threads there are, shown or not."""
        return len(self._tree)

    def in_state(self, state: ThreadState) -> frozenset[ThreadId]:
        """Return the threads in a state."""
        return frozenset(self._states[state])

    def view_of(self, thread_id: ThreadId | None) -> ThreadView | None:
        """Return a thread, or None."""
        node = self._tree.get(thread_id)
        return node.view if node else None

    def index_of(self, thread_id: ThreadId | None) -> QModelIndex:
        """Return a thread's index, invalid when it isn't shown."""
        node = self._tree.get(thread_id)
        row = self._row_of(node) if node is not None else None
        return self.index(row) if row is not None else QModelIndex()

    def parent_of(self, thread_id: ThreadId | None) -> ThreadId | None:
        """Return the thread below which a thread stands, or None."""
        node = self._tree.get(thread_id)
        return node.parent.view.id if node is not None and node.parent is not None else None

    def root_of(self, thread_id: ThreadId | None) -> ThreadView | None:
        """Return the first thread of a thread's family as it stands here: the one whose pin counts."""
        node = self._tree.get(thread_id)
        return node.root.view if node is not None else None

    def newest(self) -> ThreadView | None:
        """Return the thread that was active last."""
        return max((node.view for node in self._tree.nodes()), key=lambda view: view.updated_at, default=None)

    def threads(self) -> Iterator[ThreadView]:
        """Return all threads from top to bottom, unfolded and whether found or not."""
        return (node.view for node in self._tree.walk())

    def neighbour(self, thread_id: ThreadId | None, step: int) -> ThreadId | None:
        """Return the shown thread below (1) or above (-1) a shown one; the first for an unknown one; None beyond the ends."""
        node = self._tree.get(thread_id)
        row = self._row_of(node) if node is not None else None
        row, step = (row + step, step) if row is not None else (0, 1)
        while 0 <= row < len(self._rows):
            each = self._rows[row]
            if isinstance(each, ThreadNode):
                return each.view.id
            row += step
        return None

    # -- QAbstractListModel -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows, headings included."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let threads be chosen, and headings not."""
        row = self._row(index)
        if not isinstance(row, ThreadNode):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row shows."""
        row = self._row(index)
        if isinstance(row, DayGroup):
            return self._heading_data(row, role)
        return self._thread_data(row, role) if row is not None else None

    def _heading_data(self, group: DayGroup, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return group_text(group)
            case Role.GROUP:
                return group.value
            case _:
                return None

    def _thread_data(self, node: ThreadNode, role: int) -> Any:
        view = node.view
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row_title(view)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(view, self.view_of(view.parent_thread_id))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._accessible_text(node)
            case Role.THREAD:
                return view
            case Role.THREAD_ID:
                return view.id
            case Role.PROVIDER_ID:
                return view.provider_id
            case Role.STATE:
                return view.state.value
            case Role.UPDATED_AT:
                return row_time_text(view.updated_at, self._days)
            case Role.LEVEL:
                return node.level
            case Role.GUIDES:
                return self._guides(node)
            case Role.IS_OPEN:
                return self._last_child(node) is not None and not self._is_folded(node)
            case Role.FOLDED_COUNT:
                return sum(1 for _ in node.family()) - 1 if self._is_folded(node) else 0
            case Role.IS_UNREAD:
                return view.is_unread
            case Role.FORK_NUMBER:
                return shown_number(view)
            case Role.IS_MERGED:
                return view.merge is MergeState.MERGED
            case Role.MERGE_WAITS:
                return view.merge_waits
            case Role.IS_OWN_COPY:
                return works_in_own_copy(view)
            case _:
                return None

    # -- places -------------------------------------------------------------------------------------------------------------

    def _row(self, index: Index) -> Row | None:
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def _row_of(self, node: ThreadNode) -> int | None:
        """Return a thread's row, None where it isn't shown. Rows are counted once after each change of their order."""
        if self._places is None:
            self._places = {each: row for row, each in enumerate(self._rows) if isinstance(each, ThreadNode)}
        return self._places.get(node)

    def _shown_row(self, node: ThreadNode) -> int:
        row = self._row_of(node)
        if row is None:
            raise LookupError(node.view.id)
        return row

    def _group(self, root: ThreadNode) -> DayGroup:
        """Return under which heading a family stands."""
        return DayGroup.PINNED if root.view.is_pinned else self._days.group(root.newest)

    def _accessible_text(self, node: ThreadNode) -> str:
        view = node.view
        time_text = row_time_text(view.updated_at, self._days)
        pieces = spoken(view, self._title_of(view.provider_id), time_text, self.view_of(view.parent_thread_id))
        if self._is_folded(node):
            pieces.append(self.tr("%n fork(s) folded", None, sum(1 for _ in node.family()) - 1))
        return ", ".join(pieces)

    def _is_folded(self, node: ThreadNode) -> bool:
        return self._found is None and bool(node.children) and node.view.id in self._folded

    def _last_child(self, node: ThreadNode) -> ThreadNode | None:
        """Return the last of a thread's forks, or of those that were found."""
        if self._found is not None:
            return self._last_found.get(node)
        return node.children[-1] if node.children else None

    def _guides(self, node: ThreadNode) -> tuple[bool, ...]:
        """Tell for each level above the node whether the line from there goes on below this row."""
        guides: list[bool] = []
        while node.parent is not None:
            guides.append(self._last_child(node.parent) is not node)
            node = node.parent
        return tuple(reversed(guides))

    def _note_state(self, thread_id: ThreadId, state: ThreadState | None) -> None:
        for other, ids in self._states.items():
            (ids.add if other is state else ids.discard)(thread_id)

    def _add(self, view: ThreadView) -> None:
        has_orphans = self._tree.has_orphans_of(view.id)
        node = self._tree.add(view)
        if has_orphans or self._found is not None:
            self._tree.hang_all()
            self._show_anew()
            return
        self._tree.siblings(node).insert(self._tree.row_for(node), node)
        self._tree.refresh_newest(node)
        if node.parent is None or (self._row_of(node.parent) is not None and not self._is_folded(node.parent)):
            self._insert_rows(self._place_for(node), [node])
        self._place_family(node.root)

    def _place_family(self, root: ThreadNode, group: DayGroup | None = None) -> None:
        """Move a family to where its newest activity says. ``group`` is the heading that it stands under; None looks at all."""
        tree = self._tree
        is_in_place = tree.is_in_place(root)
        if not is_in_place:
            tree.roots.remove(root)
            tree.roots.insert(tree.row_for(root), root)
        if self._found is not None:
            self._search_again()
            return
        if not is_in_place:
            first = self._shown_row(root)
            self._move_rows(first, self._family_size(first), self._place_for(root))
        if not is_in_place or group is not self._group(root):
            self._mend_headings()

    def _place_for(self, node: ThreadNode) -> int:
        """Return the row below which a node belongs, counted as the rows are now."""
        siblings = self._tree.siblings(node)
        place = siblings.index(node)
        if place:
            before = self._shown_row(siblings[place - 1])
            row = before + self._family_size(before)
        else:
            row = self._shown_row(node.parent) + 1 if node.parent is not None else 0
        is_below_heading = node.parent is None and row < len(self._rows) and self._rows[row] is self._group(node)
        return row + 1 if is_below_heading else row

    def _family_size(self, row: int) -> int:
        """Return how many rows a thread and the shown part of its family take."""
        node = self._rows[row]
        level = node.level if isinstance(node, ThreadNode) else 0
        end = row + 1
        while end < len(self._rows):
            below = self._rows[end]
            if not isinstance(below, ThreadNode) or below.level <= level:
                break
            end += 1
        return end - row

    def _family_rows(self, node: ThreadNode) -> list[Row]:
        rows: list[Row] = []
        waiting = [node]
        while waiting:
            each = waiting.pop()
            rows.append(each)
            if not self._is_folded(each):
                waiting.extend(reversed(each.children))
        return rows

    def _mend_headings(self) -> None:
        """Let each heading stand once, above the first family of its day."""
        row, last = 0, None
        while row < len(self._rows):
            each = self._rows[row]
            if isinstance(each, ThreadNode) and each.parent is not None:
                row += 1
                continue
            below = self._rows[row + 1] if row + 1 < len(self._rows) else None
            if isinstance(each, DayGroup):
                if isinstance(below, ThreadNode) and each is self._group(below) and each is not last:
                    last = each
                else:
                    self._remove_rows(row, 1)
                    continue
            elif self._group(each) is not last:
                last = self._group(each)
                self._insert_rows(row, [last])
            row += 1

    def _search_again(self) -> None:
        """Show what a search or a filter finds now, if that is not what is shown."""
        found = self._find()
        if found != self._found or self._rows_for(found) != self._rows:
            self._show_anew()

    def _show_anew(self) -> None:
        self.beginResetModel()
        self._found = self._find()
        self._last_found = {}
        self._rows = self._rows_for(self._found)
        self._places = None
        if self._found is not None:
            # From top to bottom, so the last one of each parent stays.
            self._last_found = {row.parent: row for row in self._rows if isinstance(row, ThreadNode) and row.parent is not None}
        self.endResetModel()

    def _find(self) -> set[ThreadNode] | None:
        """Return what is found, with the ancestors; None where nothing is searched for and all are wanted."""
        if not self._wanted and self._filter is ThreadFilter.ALL:
            return None
        found: set[ThreadNode] = set()
        for node in self._tree.nodes():
            if self._passes(node) and self._wanted in _searched(node):
                above: ThreadNode | None = node
                while above is not None and above not in found:
                    found.add(above)
                    above = above.parent
        return found

    def _passes(self, node: ThreadNode) -> bool:
        return node.view.id == self._kept or passes(node.view, self._filter, is_pinned=node.root.view.is_pinned)

    def _keep_current(self) -> None:
        """Note that the thread that the person is at passes the filter, so that it stays as long as they are there."""
        node = self._tree.get(self._current)
        if node is not None and self._filter is not ThreadFilter.ALL and self._passes(node):
            self._kept = self._current

    def _rows_for(self, found: set[ThreadNode] | None) -> list[Row]:
        """Return the rows that show what was found, or all."""
        rows: list[Row] = []
        last: DayGroup | None = None
        for root in self._tree.roots:
            if found is None or root in found:
                group = self._group(root)
                if group is not last:
                    rows.append(group)
                    last = group
                rows += self._family_rows(root) if found is None else [node for node in root.family() if node in found]
        return rows

    # -- exact changes ------------------------------------------------------------------------------------------------------

    def _insert_rows(self, row: int, rows: Sequence[Row]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), row, row + len(rows) - 1)
            self._rows[row:row] = rows
            self._places = None
            self.endInsertRows()

    def _remove_rows(self, row: int, count: int) -> None:
        if count:
            self.beginRemoveRows(QModelIndex(), row, row + count - 1)
            del self._rows[row : row + count]
            self._places = None
            self.endRemoveRows()

    def _move_rows(self, first: int, count: int, to: int) -> None:
        """Move rows in front of row ``to``, counted before they are taken out, as Qt does."""
        if first <= to <= first + count:
            return
        self.beginMoveRows(QModelIndex(), first, first + count - 1, QModelIndex(), to)
        moved = self._rows[first : first + count]
        del self._rows[first : first + count]
        place = to if to < first else to - count
        self._rows[place:place] = moved
        self._places = None
        self.endMoveRows()


def _searched(node: ThreadNode) -> str:
    """Return what a search looks through, kept with the thread: it is asked for at every key."""
    if node.searched is None:
        view = node.view
        node.searched = " ".join(f"{title_of(view)} {view.own_words}".split()).casefold()
    return node.searched
