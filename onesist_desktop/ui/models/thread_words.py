# SPDX-License-Identifier: MIT
"""What a thread's row says, to eyes and to screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.services.views import MergeState, ThreadState, ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.widgets.tips import plain_tip


def title_of(view: ThreadView) -> str:
    """Return a thread's title, or what one without is called."""
    return view.title or _tr("New thread")


def shown_number(view: ThreadView) -> int | None:
    """Return the number that stands before a fork that was never renamed."""
    return view.fork_number if not view.is_renamed else None


def row_title(view: ThreadView) -> str:
    """Return what a row shows: of a fork that was never renamed its own words, so that what tells forks apart is never cut."""
    number = shown_number(view)
    if number is None:
        return title_of(view)
    # The number stands before it already.
    return view.own_words or view.title.removesuffix(f"({number})").rstrip() or title_of(view)


def works_in_own_copy(view: ThreadView) -> bool:
    """Tell whether a thread works in a worktree."""
    return view.workspace_kind is WorkspaceKind.WORKTREE


def tip(view: ThreadView, parent: ThreadView | None) -> str:
    """Return a row's tooltip: the title, and what its signs mean."""
    lines = [title_of(view)]
    if works_in_own_copy(view):
        lines.append(_tr("Works in an own copy"))
    if view.merge_waits:
        lines.append(_waits(parent, view))
    return plain_tip("\n".join(lines))


def spoken(view: ThreadView, provider: str, time_text: str, parent: ThreadView | None) -> list[str]:
    """Return the pieces that a screen reader says: title, provider, state, fork number, parent, what of it was merged, own copy.

    ``parent`` is None where it isn't in the list.
    """
    states = {
        ThreadState.IDLE: _tr("not read yet") if view.is_unread else time_text,
        ThreadState.WORKING: _tr("working"),
        ThreadState.ASKS: _tr("needs you"),
        ThreadState.FAILED: _tr("failed"),
    }
    pieces = [row_title(view), provider, states[view.state]]
    if view.parent_thread_id is not None:
        if view.fork_number is not None:
            pieces.append(fill(_tr("fork number %1"), str(view.fork_number)))
        pieces.append(_origin(view, parent))
    if view.merge is MergeState.MERGED:
        pieces.append(_tr("merged back"))
    elif view.unmerged_count:
        pieces.append(QCoreApplication.translate("ThreadsModel", "%n answer(s) not merged", None, view.unmerged_count))
    if view.merge_waits:
        pieces.append(_waits(parent, view))
    if works_in_own_copy(view):
        pieces.append(_tr("works in an own copy"))
    return [piece for piece in pieces if piece]


def _origin(view: ThreadView, parent: ThreadView | None) -> str:
    if parent is not None:
        return fill(_tr("fork of %1"), title_of(parent))
    if view.parent_title:
        return fill(_tr("fork of %1, which is no longer in the list"), view.parent_title)
    return _tr("fork of a removed thread")


def _waits(parent: ThreadView | None, view: ThreadView) -> str:
    return fill(_tr("Will be merged back when “%1” has finished"), title_of(parent) if parent is not None else view.parent_title)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ThreadsModel", text)
