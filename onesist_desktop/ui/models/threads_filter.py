# SPDX-License-Identifier: MIT
"""Which threads the sidebar shows beyond what is searched for."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from onesist_desktop.services.views import MergeState, ThreadState, ThreadView


class ThreadFilter(StrEnum):
    """What the sidebar is narrowed to."""

    ALL = "all"
    NEEDS_YOU = "needs_you"
    WORKING = "working"
    UNREAD = "unread"
    NOT_MERGED = "not_merged"
    PINNED = "pinned"


def passes(view: ThreadView, wanted: ThreadFilter, *, is_pinned: bool) -> bool:
    """Tell whether a thread is one of those. ``is_pinned``: its family is."""
    match wanted:
        case ThreadFilter.ALL:
            return True
        case ThreadFilter.NEEDS_YOU:
            return view.state is ThreadState.ASKS
        case ThreadFilter.WORKING:
            return view.state in {ThreadState.WORKING, ThreadState.ASKS}
        case ThreadFilter.UNREAD:
            return view.is_unread
        case ThreadFilter.NOT_MERGED:
            return view.merge in {MergeState.UNMERGED, MergeState.PARTLY}
        case ThreadFilter.PINNED:
            return is_pinned


def filter_text(wanted: ThreadFilter) -> str:
    """Return what a filter is called."""
    tr = QCoreApplication.translate
    match wanted:
        case ThreadFilter.ALL:
            return tr("ThreadFilter", "All threads")
        case ThreadFilter.NEEDS_YOU:
            return tr("ThreadFilter", "Needs you")
        case ThreadFilter.WORKING:
            return tr("ThreadFilter", "Working")
        case ThreadFilter.UNREAD:
            return tr("ThreadFilter", "Not read yet")
        case ThreadFilter.NOT_MERGED:
            return tr("ThreadFilter", "Not merged")
        case ThreadFilter.PINNED:
            return tr("ThreadFilter", "Pinned")
