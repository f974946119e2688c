# SPDX-License-Identifier: MIT
"""Sizes, times and modes in words, in the language's own form."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.messages import CallState
from onesist_desktop.ui.language import fill


def size_text(size_bytes: int) -> str:
    """Return a size such as ``312 bytes`` or ``4.1 kB`` (1 kB is 1,000 bytes)."""
    locale = QLocale()
    if size_bytes < 1000:
        return QCoreApplication.translate("Words", "%n byte(s)", None, size_bytes)
    if size_bytes < 1_000_000:
        return fill(QCoreApplication.translate("Words", "%1 kB"), locale.toString(size_bytes / 1000, "f", 1))
    return fill(QCoreApplication.translate("Words", "%1 MB"), locale.toString(size_bytes / 1_000_000, "f", 1))


def room_text(size_bytes: int) -> str:
    """Return what a folder takes, such as ``312 bytes``, ``4.1 kB``, ``811 MB`` or ``2.1 GB`` (1 kB is 1,000 bytes)."""
    locale = QLocale()
    if size_bytes >= 999_500_000:
        return fill(QCoreApplication.translate("Words", "%1 GB"), locale.toString(size_bytes / 1_000_000_000, "f", 1))
    if size_bytes >= 10_000_000:
        return fill(QCoreApplication.translate("Words", "%1 MB"), locale.toString(size_bytes / 1_000_000, "f", 0))
    return size_text(size_bytes)


def clock_text(at_s: float) -> str:
    """Return the time of day of a moment in seconds since the epoch; empty for 0."""
    if not at_s:
        return ""
    moment = QDateTime.fromSecsSinceEpoch(int(at_s))
    return QLocale().toString(moment.time(), QCoreApplication.translate("Words", "HH:mm"))


def when_text(at_s: float, now_s: float | None = None) -> str:
    """Return minutes for an hour, then the clock, then the day; empty for 0."""
    if not at_s:
        return ""
    now = time.time() if now_s is None else now_s
    age = now - at_s
    if 0 <= age < 60:
        return QCoreApplication.translate("Words", "now")
    if 0 <= age < 3600:
        return QCoreApplication.translate("Words", "%n min", None, int(age // 60))
    moment, today = QDateTime.fromSecsSinceEpoch(int(at_s)), QDateTime.fromSecsSinceEpoch(int(now)).date()
    if moment.date() == today:
        return clock_text(at_s)
    if 0 <= moment.date().daysTo(today) < 7:
        return QLocale().toString(moment.date(), "ddd")
    if moment.date().year() == today.year():
        return QLocale().toString(moment.date(), "d MMM")
    return QLocale().toString(moment.date(), "d MMM yyyy")


def until_text(at_s: float, now_s: float) -> str:
    """Return a moment to come as the clock, or as the day and the clock, such as ``18:46`` or ``Thursday 09:00``."""
    moment, today = QDateTime.fromSecsSinceEpoch(int(at_s)), QDateTime.fromSecsSinceEpoch(int(now_s)).date()
    clock, days = clock_text(at_s), today.daysTo(moment.date())
    if days == 0:
        return clock
    if days == 1:
        return fill(QCoreApplication.translate("Words", "tomorrow %1"), clock)
    text = QCoreApplication.translate("Words", "%1 %2", "a day and a time of day")
    if 1 < days < 7:
        return fill(text, QLocale().toString(moment.date(), "dddd"), clock)
    form = "d MMM" if moment.date().year() == today.year() else "d MMM yyyy"
    return fill(text, QLocale().toString(moment.date(), form), clock)


def seconds_text(seconds: float) -> str:
    """Return a short duration such as ``42 s`` or ``3 min``."""
    whole = max(0, int(seconds))
    if whole < 60:
        return QCoreApplication.translate("Words", "%n s", None, whole)
    return QCoreApplication.translate("Words", "%n min", None, whole // 60)


def mode_text(mode: PermissionMode) -> str:
    """Return a permission mode's name."""
    match mode:
        case PermissionMode.ASK:
            return QCoreApplication.translate("Words", "Ask")
        case PermissionMode.ACCEPT_EDITS:
            return QCoreApplication.translate("Words", "Accept edits")
        case PermissionMode.PLAN:
            return QCoreApplication.translate("Words", "Plan only")
        case PermissionMode.FULL_ACCESS:
            return QCoreApplication.translate("Words", "Full access")


def mode_help(mode: PermissionMode) -> str:
    """Return what a permission mode means."""
    match mode:
        case PermissionMode.ASK:
            return QCoreApplication.translate("Words", "Asks before it changes files or runs commands")
        case PermissionMode.ACCEPT_EDITS:
            return QCoreApplication.translate("Words", "Changes files by itself, asks before it runs commands")
        case PermissionMode.PLAN:
            return QCoreApplication.translate("Words", "Reads and plans, changes nothing")
        case PermissionMode.FULL_ACCESS:
            return QCoreApplication.translate("Words", "Does everything without asking")


def state_text(state: CallState) -> str:
    """Return how far a command or tool call got."""
    match state:
        case CallState.RUNNING:
            return QCoreApplication.translate("Words", "working")
        case CallState.WORKED:
            return QCoreApplication.translate("Words", "worked")
        case CallState.FAILED:
            return QCoreApplication.translate("Words", "failed")
        case CallState.STOPPED:
            return QCoreApplication.translate("Words", "stopped")
        case CallState.REFUSED:
            return QCoreApplication.translate("Words", "not allowed")


def short_path(path: str) -> str:
    """Return a path with the home folder as ~."""
    try:
        return str(Path("~") / Path(path).relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return path
