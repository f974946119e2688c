# SPDX-License-Identifier: MIT
"""Widgets that show blocks, used again and again: as many as fit into a window, however long the thread is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import Block, BlockKind

Place = tuple[int, str]
"""A seq and a block's key."""

MOST_FREE = 24
"""Widgets of one kind that are kept for later."""


class BlockPool:
    """Gives each block in view a widget.

    Args:
        make: Makes a widget of a kind.
        parent: What the widgets stand in.
        on_height: Called with a widget's place when it wants another height by itself.
    """

    def __init__(self, make: Callable[[BlockKind], BlockWidget], parent: QWidget, on_height: Callable[[Place], object]) -> None:
        self._make = make
        self._parent = parent
        self._on_height = on_height
        self._used: dict[Place, BlockWidget] = {}
        self._places: dict[BlockWidget, Place] = {}
        self._blocks: dict[BlockWidget, Block] = {}
        self._free: dict[BlockKind, list[BlockWidget]] = {}
        self._to_hide: set[BlockWidget] = set()
        self._stale: set[BlockWidget] = set()
        self._shows = False
        self.changes = 0
        """Counts how often a widget was given another place."""

    @property
    def count(self) -> int:
        """How many widgets there are, free ones too."""
        return len(self._used) + sum(map(len, self._free.values()))

    def __iter__(self) -> Iterator[tuple[Place, Block, BlockWidget]]:
        """Go through what is shown, from top to bottom by seq; within a row in the order of binding."""
        for place, widget in self._used.items():
            yield place, self._blocks[widget], widget

    def get(self, place: Place) -> BlockWidget | None:
        """Return the widget at a place."""
        return self._used.get(place)

    def show(self, place: Place, block: Block) -> BlockWidget:
        """Show a block at a place, in the widget that it has or in a free one."""
        widget = self._used.get(place)
        if widget is not None and self._blocks[widget].kind is not block.kind:
            self.release(place)
            widget = None
        if widget is None:
            widget = self._take(block.kind)
            self._used[place] = widget
            self._places[widget] = place
            self.changes += 1
        elif self._blocks[widget] is block and widget not in self._stale:
            return widget
        self._blocks[widget] = block
        # A widget that is just being filled is measured anyway.
        self._shows = True
        try:
            if widget in self._stale:
                self._stale.discard(widget)
                widget.refresh()
            widget.show_block(block)
        finally:
            self._shows = False
        return widget

    def release(self, place: Place) -> None:
        """Take the widget away from a place. It stays to be seen until :meth:`hide_free`, as it is often used again at once."""
        widget = self._used.pop(place)
        kind = self._blocks.pop(widget).kind
        del self._places[widget]
        widget.release()
        self.changes += 1
        if widget in self._stale:
            self._stale.discard(widget)
            widget.hide()
            widget.deleteLater()
            return
        self._to_hide.add(widget)
        self._free.setdefault(kind, []).append(widget)

    def hide_free(self) -> None:
        """Hide what was released and not used again, and delete what is too many."""
        for widget in self._to_hide:
            widget.hide()
        self._to_hide.clear()
        for widgets in self._free.values():
            while len(widgets) > MOST_FREE:
                widgets.pop(0).deleteLater()

    def clear(self) -> None:
        """Release everything."""
        for place in list(self._used):
            self.release(place)

    def refresh(self) -> None:
        """Follow another theme or text size. Free widgets are made anew when they are needed, used ones dressed when shown next."""
        self.hide_free()
        for widgets in self._free.values():
            for widget in widgets:
                widget.deleteLater()
        self._free.clear()
        self._stale.update(self._used.values())

    def pinned(self) -> set[Place]:
        """Return the places whose widget holds the keyboard focus or an open menu, so that it must stay."""
        places = {self.place_of(QApplication.focusWidget()), self.place_of(QApplication.activePopupWidget())}
        return {place for place in places if place is not None}

    def place_of(self, widget: QWidget | None) -> Place | None:
        """Return the place of the block that a widget belongs to."""
        while widget is not None:
            if isinstance(widget, BlockWidget) and widget in self._places:
                return self._places[widget]
            widget = widget.parentWidget()
        return None

    def _take(self, kind: BlockKind) -> BlockWidget:
        free = self._free.get(kind)
        if free:
            widget = free.pop()
            self._to_hide.discard(widget)
            return widget
        made = self._make(kind)
        made.hide()
        made.setParent(self._parent)
        made.height_changed.connect(lambda: self._height_changed(made))
        return made

    def _height_changed(self, widget: BlockWidget) -> None:
        place = self._places.get(widget)
        if place is not None and not self._shows:
            self._on_height(place)
