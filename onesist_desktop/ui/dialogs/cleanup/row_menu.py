# SPDX-License-Identifier: MIT
"""The menu of one own copy: all that its row offers by links, and more. What can't be done now is off and says why."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_filter import can_tick
from onesist_desktop.ui.models.worktree_meaning import Act, Meaning

_MOST_THREADS = 8


def row_menu(
    parent: QWidget,
    row: WorktreeRow,
    meaning: Meaning,
    *,
    is_removing: bool,
    on_act: Callable[[Act], object],
    on_thread: Callable[[str], object],
) -> QMenu:
    """Make the menu; it is gone once it closes."""
    tr = QCoreApplication.translate
    menu = QMenu(parent)
    menu.setObjectName("copy_menu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)

    def add(name: str, text: str, do: Callable[[], object], *, is_on: bool = True, reason: str = "") -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.setObjectName(name)
        action.setEnabled(is_on)
        if not is_on:
            action.setToolTip(reason)
        action.triggered.connect(lambda _checked=False: do())

    linked = [(act, text) for act, text in meaning.links if act is not Act.GO_TO_THREAD]
    for act, text in linked:
        shown = tr("Cleanup", "Show its processes") if act is Act.SHOW_PROCESSES else text
        add(act.value, shown, lambda one=act: on_act(one))  # type: ignore[misc]
    if linked:
        menu.addSeparator()
    unnamed = tr("Cleanup", "New thread")
    for thread in row.threads[:_MOST_THREADS]:
        text = fill(tr("Cleanup", "Go to “%1”"), thread.title or unnamed)
        add(f"thread_{thread.id}", text, lambda one=thread.id: on_thread(one))  # type: ignore[misc]
    add("open_folder", tr("Cleanup", "Open folder"), lambda: on_act(Act.OPEN_FOLDER), is_on=row.exists, reason=meaning.text)
    add("show_names", tr("Cleanup", "Show what it holds"), lambda: on_act(Act.SHOW_NAMES), is_on=row.contents is not None)
    menu.addSeparator()
    is_on = can_tick(row) and not is_removing
    loses = not row.loses_nothing
    release = (
        tr("Cleanup", "Release: remove the folder, keep branch and threads…")
        if loses
        else tr("Cleanup", "Release: remove the folder, keep branch and threads")
    )
    add("release", release, lambda: on_act(Act.RELEASE), is_on=is_on, reason=meaning.text)
    add("remove", tr("Cleanup", "Remove…"), lambda: on_act(Act.REMOVE), is_on=is_on, reason=meaning.text)
    return menu
