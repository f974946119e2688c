# SPDX-License-Identifier: MIT
"""A panel that lies over an edge of its parent, for windows that are too narrow to show it beside the rest."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.metrics import is_mirrored

_CLEAR = 48
"""What stays free of the parent's width, so that one can click outside."""


class SlideOver(QFrame):
    """Holds one widget at an edge of ``parent``, over all of its height. Escape, or a click outside, closes it.

    Args:
        edge: The edge for languages that are written from left to right; mirrored for the others.

    Signals:
        closed(): It was closed, by whatever. Take the widget back by :meth:`take` if it belongs somewhere else.
    """

    closed = Signal()

    def __init__(
        self, theme: Theme, parent: QWidget, edge: Qt.Edge = Qt.Edge.RightEdge, *, label: str = "", name: str = "slide_over"
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._over = parent
        self._edge = edge
        self._content: QWidget | None = None
        self._width = 0
        self._before: QWidget | None = None
        self.setObjectName(name)
        self.setProperty("surface", "floating")
        self.setAccessibleName(label)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        self._outside = _Outside(parent)
        self._outside.clicked.connect(self.close_panel)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.hide()

    @property
    def content(self) -> QWidget | None:
        """The widget that it holds."""
        return self._content

    def put(self, content: QWidget, width: int) -> None:
        """Hold a widget, ``width`` logical pixels wide where the parent has the room."""
        layout = self.layout()
        if layout is not None and content is not self._content:
            self.take()
            layout.addWidget(content)
            self._content = content
        self._width = width
        self._place()

    def take(self) -> QWidget | None:
        """Give the widget away, to be put somewhere else."""
        content, layout = self._content, self.layout()
        self._content = None
        if content is not None and layout is not None:
            layout.removeWidget(content)
        return content

    def open(self) -> None:
        """Slide in and take the focus."""
        if self.isVisible():
            return
        self._before = QApplication.focusWidget()
        self._over.installEventFilter(self)
        if self._content is not None:
            self._content.show()
        self._place()
        self._outside.show()
        self._outside.raise_()
        self.show()
        self.raise_()
        self._slide_in()
        target = self._content if self._content is not None else self
        if not _focus_first(target):
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_panel(self) -> None:
        """Close it; the focus goes back to where it was."""
        if self.isHidden():
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (focused is self or self.isAncestorOf(focused))
        self.hide()
        if had_focus and self._before is not None and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
            return
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop listening, and say that it was closed; not if only its window is out of sight."""
        super().hideEvent(event)
        if event.spontaneous() or not self.isHidden():
            return
        self._slide.stop()
        self._outside.hide()
        self._over.removeEventFilter(self)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the parent's size."""
        if event.type() is QEvent.Type.Resize and watched is self._over:
            self._slide.stop()
            self._place()
        return False

    def _is_left(self) -> bool:
        return (self._edge is Qt.Edge.LeftEdge) != is_mirrored(self)

    def _place(self) -> None:
        parent = self._over
        width = max(0, min(self._width, parent.width() - _CLEAR))
        left = 0 if self._is_left() else parent.width() - width
        self.setGeometry(QRect(left, 0, width, parent.height()))
        self._outside.setGeometry(parent.rect())

    def _slide_in(self) -> None:
        duration = self._theme.duration("panel_ms")
        if duration <= 0:
            return
        end = self.pos()
        away = -self.width() if self._is_left() else self.width()
        self._slide.setDuration(duration)
        self._slide.setStartValue(end + QPoint(away, 0))
        self._slide.setEndValue(end)
        self._slide.start()


class _Outside(QWidget):
    """Lies over the rest of the parent, can't be seen, and says when it is clicked."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("beside_slide_over")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Say so."""
        self.clicked.emit()


def _focus_first(widget: QWidget) -> bool:
    """Give the focus to the first that takes it by Tab. Return whether there was one."""
    for one in (widget, *widget.findChildren(QWidget)):
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and one.isEnabled():
            one.setFocus(Qt.FocusReason.PopupFocusReason)
            return True
    return False
