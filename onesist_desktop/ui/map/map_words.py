# SPDX-License-Identifier: MIT
"""The map in words: times, states, what stands beside a lane's end, and what a screen reader is told."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from onesist_desktop.services.lineage_views import Bead, BeadState
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.map.shapes import EndKind, MarkKind, TimeMark
from onesist_desktop.ui.models.days import days_around
from onesist_desktop.ui.words import clock_text

_WEEK = 7


def bead_time_text(at_s: float, now_s: float) -> str:
    """Return when an answer began: the clock for today, with *yesterday*, else with the day."""
    if not at_s:
        return ""
    days, clock = days_around(now_s), clock_text(at_s)
    if at_s >= days.today:
        return clock
    if at_s >= days.yesterday:
        return fill(QCoreApplication.translate("Map", "yesterday %1"), clock)
    return fill(QCoreApplication.translate("Map", "%1, %2", "a day, a time of day"), _day(at_s, now_s), clock)


def bead_state_text(state: BeadState) -> str:
    """Return how an answer ended; empty for one that ended well."""
    match state:
        case BeadState.WORKING:
            return QCoreApplication.translate("Map", "working")
        case BeadState.ASKS:
            return QCoreApplication.translate("Map", "needs you")
        case BeadState.FAILED:
            return QCoreApplication.translate("Map", "failed")
        case BeadState.STOPPED:
            return QCoreApplication.translate("Map", "stopped")
        case BeadState.DONE:
            return ""


def end_text(kind: EndKind, thread: ThreadView) -> str:
    """Return the words beside a lane's end."""
    match kind:
        case EndKind.ASKS:
            return QCoreApplication.translate("Map", "needs you")
        case EndKind.WORKING:
            return QCoreApplication.translate("Map", "working")
        case EndKind.UNMERGED:
            return QCoreApplication.translate("Map", "not merged")
        case EndKind.PARENT_GONE:
            title = thread.parent_title or QCoreApplication.translate("Map", "a removed thread")
            return fill(QCoreApplication.translate("Map", "fork of %1"), title)


def mark_text(mark: TimeMark, now_s: float) -> str:
    """Return what stands in a stretch of the time row."""
    if mark.kind is MarkKind.HOUR:
        clock = clock_text(mark.from_at)
        return fill(QCoreApplication.translate("Map", "Today, %1"), clock) if mark.is_first_today else clock
    first = _day(mark.from_at, now_s)
    if mark.to_at <= mark.from_at:
        return first
    begin, end = (QDateTime.fromSecsSinceEpoch(int(at)).date() for at in (mark.from_at, mark.to_at))
    is_one_month = (begin.year(), begin.month()) == (end.year(), end.month())
    text = QCoreApplication.translate("Map", "%1–%2", "from one day to another, such as 14–21 Nov")
    return fill(text, QLocale().toString(begin, "d") if is_one_month else _date(mark.from_at, now_s), _date(mark.to_at, now_s))


def title_of(thread: ThreadView) -> str:
    """Return a thread's title, whether it has one or not."""
    return thread.title or QCoreApplication.translate("Map", "New thread")


def bead_name(bead: Bead, provider: str, thread: ThreadView, now_s: float, count: int = 1) -> str:
    """Return what a screen reader says of a bead."""
    pieces = [provider, bead_time_text(bead.at, now_s), bead_state_text(bead.state)]
    if bead.hands_over:
        pieces.append(QCoreApplication.translate("Map", "handover"))
    if count > 1:
        pieces.insert(0, QCoreApplication.translate("Map", "%n answer(s)", None, count))
    return ", ".join([*(piece for piece in pieces if piece), title_of(thread)])


def lane_name(thread: ThreadView, answers: int) -> str:
    """Return what a screen reader says of a lane."""
    pieces = [title_of(thread), QCoreApplication.translate("Map", "%n answer(s)", None, answers)]
    if thread.parent_thread_id is not None:
        above = thread.parent_title or QCoreApplication.translate("Map", "a removed thread")
        pieces.append(fill(QCoreApplication.translate("Map", "fork of %1"), above))
    return ", ".join(pieces)


def _day(at_s: float, now_s: float) -> str:
    days = days_around(now_s)
    if days.today <= at_s < days.tomorrow:
        return QCoreApplication.translate("Days", "Today")
    if days.yesterday <= at_s < days.today:
        return QCoreApplication.translate("Days", "Yesterday")
    date, today = QDateTime.fromSecsSinceEpoch(int(at_s)).date(), QDateTime.fromSecsSinceEpoch(int(now_s)).date()
    if 0 <= date.daysTo(today) < _WEEK:
        return QLocale().toString(date, "ddd")
    return _date(at_s, now_s)


def _date(at_s: float, now_s: float) -> str:
    date, today = QDateTime.fromSecsSinceEpoch(int(at_s)).date(), QDateTime.fromSecsSinceEpoch(int(now_s)).date()
    return QLocale().toString(date, "d MMM" if date.year() == today.year() else "d MMM yyyy")
