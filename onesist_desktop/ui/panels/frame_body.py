# SPDX-License-Identifier: MIT
"""Sidebar, centre and inspector: side by side where there is room, the panels over the centre where there is not."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.slide_over import SlideOver

_GRAB = 8


class _Handle(QSplitterHandle):
    """A line of 1 with a zone of 8 in which it can be grabbed."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reach beyond the line, which alone is painted. Qt does the same with a zone of 5: here instead of, not after it."""
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask)
        self.setContentsMargins(_GRAB // 2, 0, _GRAB // 2 - 1, 0)
        self.setMask(QRegion(self.contentsRect()))


class _Splitter(QSplitter):
    def createHandle(self) -> QSplitterHandle:
        """Make a handle."""
        return _Handle(self.orientation(), self)


class SidePanel:
    """One panel at a side. Plain data of :class:`FrameBody`."""

    def __init__(self, widget: QWidget, over: SlideOver, width: int) -> None:
        self.widget = widget
        self.over = over
        self.width = width
        self.is_docked = True


class FrameBody(QWidget):
    """Lays out; when a panel is docked or floats is decided by a controller.

    Signals:
        moved(): A divider was moved by the person.
        floating_changed(): A panel slid over the centre, or went away again.
    """

    moved = Signal()
    floating_changed = Signal()

    def __init__(self, theme: Theme, sidebar: QWidget, centre: QWidget, inspector: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._centre = centre
        self.splitter = _Splitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for widget in (sidebar, centre, inspector):
            self.splitter.addWidget(widget)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setStretchFactor(2, 0)
        self.splitter.splitterMoved.connect(self._on_moved)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        left = SlideOver(theme, self, Qt.Edge.LeftEdge, label=self.tr("Sidebar"), name="sidebar_over")
        right = SlideOver(theme, self, Qt.Edge.RightEdge, label=self.tr("Inspector"), name="inspector_over")
        self._sidebar = SidePanel(sidebar, left, theme.size("sidebar"))
        self._inspector = SidePanel(inspector, right, theme.size("inspector"))
        for over in (left, right):
            over.closed.connect(self.floating_changed)

    @property
    def sidebar(self) -> SidePanel:
        """The panel at the left."""
        return self._sidebar

    @property
    def inspector(self) -> SidePanel:
        """The panel at the right."""
        return self._inspector

    def dock(self, panel: SidePanel, *, is_shown: bool) -> None:
        """Put a panel beside the centre."""
        if not panel.is_docked:
            panel.over.close_panel()
            panel.over.take()
            self.splitter.insertWidget(0 if panel is self._sidebar else self.splitter.count(), panel.widget)
            panel.is_docked = True
        if panel.widget.isHidden() == is_shown:
            panel.widget.setVisible(is_shown)
            self.share_width()

    def undock(self, panel: SidePanel) -> None:
        """Take a panel away from the centre's side; it slides over it when it is wanted."""
        if panel.is_docked:
            panel.widget.hide()
            panel.is_docked = False
            panel.over.put(panel.widget, panel.width)

    def slide(self, panel: SidePanel, *, is_shown: bool) -> None:
        """Slide a panel that is not docked over the centre, or away from it."""
        if is_shown:
            for other in (self._sidebar, self._inspector):
                if other is not panel:
                    other.over.close_panel()
            panel.over.put(panel.widget, panel.width)
            panel.over.open()
            self.floating_changed.emit()
        else:
            panel.over.close_panel()

    def is_shown(self, panel: SidePanel) -> bool:
        """Tell whether a panel is to be seen, wherever."""
        return not panel.widget.isHidden() if panel.is_docked else not panel.over.isHidden()

    def close_floating(self) -> bool:
        """Close what lies over the centre. Return whether there was something."""
        floating = [panel for panel in (self._sidebar, self._inspector) if not panel.is_docked and self.is_shown(panel)]
        for panel in floating:
            panel.over.close_panel()
        return bool(floating)

    def share_width(self) -> None:
        """Give docked panels their widths, and the centre the rest."""
        left = self._sidebar.width if self._sidebar.is_docked and not self._sidebar.widget.isHidden() else 0
        right = self._inspector.width if self._inspector.is_docked and not self._inspector.widget.isHidden() else 0
        # A panel's width counts the line beside it.
        line = self.splitter.handleWidth()
        wanted = {id(self._sidebar.widget): left - line, id(self._inspector.widget): right - line}
        rest = max(1, self.width() - left - right)
        self.splitter.setSizes([wanted.get(id(self.splitter.widget(place)), rest) for place in range(self.splitter.count())])

    def _on_moved(self) -> None:
        for panel in (self._sidebar, self._inspector):
            if panel.is_docked and not panel.widget.isHidden():
                panel.width = panel.widget.width() + self.splitter.handleWidth()
        self.moved.emit()
