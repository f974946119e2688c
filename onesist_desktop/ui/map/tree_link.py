# SPDX-License-Identifier: MIT
"""Keeps the map's lanes level with the rows of the tree beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QAbstractScrollArea, QListView, QWidget

from onesist_desktop.ui.map.map_view import MapView


class TreeLink(QObject):
    """Shares one scroll position between the map and whichever list of threads stands beside it.

    The lists' own scroll bar leads. The map may be scrolled beyond its ends by as much as the map's place is lower or shorter than
    the list's, so that every lane can be seen; only then lanes and rows are not level.

    Args:
        tree: The window's list of threads.
        titles: The map's own, for when the window's isn't seen or lies above the map.
        side: Holds ``titles``; shown and hidden here.
    """

    def __init__(self, view: MapView, tree: QListView, titles: QListView, side: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._tree = tree
        self._titles = titles
        self._side = side
        self._is_moving = False
        for each in (tree, titles):
            bar = each.verticalScrollBar()
            bar.valueChanged.connect(lambda _value, one=each: self._follow(one))
            bar.rangeChanged.connect(lambda _least, _most: self.look())
            each.installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self._lead)
        # Qt asks the view for a range whenever it is laid out; there is one, but not by its own content.
        view.viewport().installEventFilter(self)

    @property
    def leader(self) -> QListView:
        """The list beside the map now."""
        return self._titles if not self._side.isHidden() else self._tree

    def look(self) -> None:
        """See where the list is now and which one leads."""
        if not self._view.isVisible():
            return
        stands_beside = self._stands_beside()
        if self._side.isHidden() != stands_beside:
            self._side.setHidden(stands_beside)
        self._share()

    def let_go(self) -> None:
        """The map is no longer shown."""
        for each in (self._tree, self._titles):
            _mark_led(each, is_led=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See that a list or the map has another place or size."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move}:
            self.look()
        return False

    def _stands_beside(self) -> bool:
        """Tell whether the window's list is seen and doesn't lie above the map."""
        tree = self._tree
        if not tree.isVisible():
            return False
        window = self._view.window()
        # The picture's place with the titles, so that showing these doesn't change the answer.
        picture = self._view.parentWidget() or self._view
        return tree.window() is window and not _box(tree, window).intersects(_box(picture, window))

    def _share(self) -> None:
        leader, view = self.leader, self._view
        theirs, mine = leader.verticalScrollBar(), view.verticalScrollBar()
        shift = _top(leader) - _top(view)
        longer = _bottom(leader) - _bottom(view)
        view.set_shift(shift)
        for each in (self._tree, self._titles):
            _mark_led(each, is_led=each is leader)
        self._is_moving = True
        mine.setSingleStep(theirs.singleStep() or 20)
        mine.setPageStep(view.viewport().height())
        mine.setRange(theirs.minimum() + min(0, shift), theirs.maximum() + max(0, longer))
        self._is_moving = False
        self._follow(leader)

    def _follow(self, leader: QListView) -> None:
        if leader is self.leader and not self._is_moving:
            self._is_moving = True
            self._view.verticalScrollBar().setValue(leader.verticalScrollBar().value())
            self._is_moving = False

    def _lead(self, value: int) -> None:
        if not self._is_moving:
            self._is_moving = True
            self.leader.verticalScrollBar().setValue(value)
            self._is_moving = False


def _mark_led(tree: QListView, *, is_led: bool) -> None:
    """Let the selected row look as its lane does, which goes on from it."""
    if bool(tree.property("goes_on")) != is_led:
        tree.setProperty("goes_on", is_led)
        tree.viewport().update()


def _box(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def _top(area: QAbstractScrollArea) -> int:
    viewport = area.viewport()
    return viewport.mapTo(area.window(), QPoint(0, 0)).y()


def _bottom(area: QAbstractScrollArea) -> int:
    return _top(area) + area.viewport().height()
