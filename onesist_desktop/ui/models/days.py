# SPDX-License-Identifier: MIT
"""Days as a person counts them: by the clock of this computer, from midnight to midnight."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from onesist_desktop.ui.words import clock_text

_WEEK = 7


class DayGroup(StrEnum):
    """Under which heading something of that day is listed; first what is pinned, of whatever day."""

    PINNED = "pinned"
    TODAY = "today"
    YESTERDAY = "yesterday"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class Days:
    """Where today and yesterday begin, and tomorrow, in seconds since the epoch."""

    yesterday: float
    today: float
    tomorrow: float

    def group(self, at_s: float) -> DayGroup:
        """Return the group of a moment. One that is still to come counts as today: clocks differ."""
        if at_s >= self.today:
            return DayGroup.TODAY
        return DayGroup.YESTERDAY if at_s >= self.yesterday else DayGroup.EARLIER


def days_around(now_s: float) -> Days:
    """Return the days around a moment. A day has 23 or 25 hours where clocks are changed."""
    local = time.localtime(now_s)

    def midnight(offset: int) -> float:
        return time.mktime((local.tm_year, local.tm_mon, local.tm_mday + offset, 0, 0, 0, 0, 0, -1))

    return Days(midnight(-1), midnight(0), midnight(1))


def group_text(group: DayGroup) -> str:
    """Return a group's heading."""
    match group:
        case DayGroup.PINNED:
            return QCoreApplication.translate("Days", "Pinned")
        case DayGroup.TODAY:
            return QCoreApplication.translate("Days", "Today")
        case DayGroup.YESTERDAY:
            return QCoreApplication.translate("Days", "Yesterday")
        case DayGroup.EARLIER:
            return QCoreApplication.translate("Days", "Earlier")


def row_time_text(at_s: float, days: Days) -> str:
    """Return the time for a row below such a heading: the clock for today and yesterday, then the weekday, then the day."""
    if not at_s:
        return ""
    if days.group(at_s) is not DayGroup.EARLIER:
        return clock_text(at_s)
    date, today = QDateTime.fromSecsSinceEpoch(int(at_s)).date(), QDateTime.fromSecsSinceEpoch(int(days.today)).date()
    if date.daysTo(today) < _WEEK:
        return QLocale().toString(date, "ddd")
    return QLocale().toString(date, "d MMM" if date.year() == today.year() else "d MMM yyyy")
