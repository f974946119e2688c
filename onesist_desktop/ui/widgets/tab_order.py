# SPDX-License-Identifier: MIT
"""The order of the tab key where widgets come and go: Qt puts every new one behind all that are there."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLayout, QWidget


def focusables(root: QWidget) -> list[QWidget]:
    """Return what takes the focus by Tab in a widget, from top to bottom and from left to right, hidden ones too."""
    found = [one for one in root.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    # Halves of a line's height are the same line: what is centred in it begins at different places.
    places = {id(one): one.mapTo(root, QPoint(0, one.height() // 2)) for one in found}
    return sorted(found, key=lambda one: (places[id(one)].y() // 8, places[id(one)].x()))


def laid_out(root: QWidget) -> list[QWidget]:
    """Return what takes the focus by Tab in a widget, in the order of its layouts, hidden ones too; needs no places yet."""
    found = [root] if root.focusPolicy() & Qt.FocusPolicy.TabFocus else []
    layout = root.layout()
    if layout is None:
        return found
    return found + _of_layout(layout)


def _of_layout(layout: QLayout) -> list[QWidget]:
    found = []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            found += laid_out(widget)
        elif inner is not None:
            found += _of_layout(inner)
    return found


def chain(after: QWidget, widgets: Iterable[QWidget]) -> QWidget:
    """Let Tab go from ``after`` through these widgets, and then on to where it went before. Return the last."""
    for widget in widgets:
        if after.nextInFocusChain() is not widget:
            QWidget.setTabOrder(after, widget)
        after = widget
    return after
