# SPDX-License-Identifier: MIT
"""What can be done with an answer on the map, as a context menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

from onesist_desktop.services.lineage_views import Bead, BeadState
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon


def can_fork(bead: Bead) -> bool:
    """Tell whether a thread can be forked at an answer: it has ended."""
    return bead.state not in {BeadState.WORKING, BeadState.ASKS}


def can_merge(thread: ThreadView) -> bool:
    """Tell whether a thread has something that its parent doesn't have yet."""
    return thread.parent_thread_id is not None and thread.unmerged_count > 0


def bead_menu(
    parent: QWidget,
    theme: Theme,
    bead: Bead,
    thread: ThreadView,
    *,
    go: Callable[[], object],
    copy: Callable[[], object],
    fork: Callable[[], object],
    merge: Callable[[], object],
) -> QMenu:
    """Build the menu. It is deleted once it is closed."""
    menu = QMenu(parent)
    menu.setObjectName("map_menu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    tr = QCoreApplication.translate
    color, off = theme.color("text_secondary"), theme.color("text_disabled")

    def add(name: str, text: str, glyph: str, act: Callable[[], object], *, is_on: bool = True) -> None:
        action = menu.addAction(glyph_icon(glyph, color, off=off), text)
        action.setObjectName(name)
        action.setEnabled(is_on)
        action.triggered.connect(lambda _checked=False: act())

    add("map_go", tr("Map", "Go to message"), "chat-text", go)
    # In the words that the message's own menu has for it.
    add("map_copy", tr("Commands", "Copy message as text"), "copy", copy)
    add("map_fork", tr("Map", "Fork here"), "git-fork", fork, is_on=can_fork(bead))
    if thread.parent_thread_id is not None:
        add("map_merge", tr("Map", "Merge back…"), "git-merge", merge, is_on=can_merge(thread))
    return menu
