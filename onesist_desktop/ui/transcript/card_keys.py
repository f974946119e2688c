# SPDX-License-Identifier: MIT
"""What keys mean in cards and rows of the transcript, and what runs while somebody looks at one."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def is_enter(event: QKeyEvent, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
    """Tell whether either Enter key was pressed, with just that key held."""
    return event.key() in _ENTER and _held(event) == held


def digit_of(event: QKeyEvent) -> int | None:
    """Return which of 1 to 9 was pressed with nothing held, counted from 0; None for any other key."""
    first, last = Qt.Key.Key_1.value, Qt.Key.Key_9.value
    is_digit = first <= event.key() <= last and _held(event) == Qt.KeyboardModifier.NoModifier
    return event.key() - first if is_digit else None


def has_focus_within(widget: QWidget) -> bool:
    """Tell whether a widget, or something in it, has the focus."""
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))


def run_while(clock: QTimer, *, is_wanted: bool) -> None:
    """Let a clock run while it is wanted. One that runs already isn't started anew."""
    if is_wanted != clock.isActive():
        (clock.start if is_wanted else clock.stop)()


def _held(event: QKeyEvent) -> Qt.KeyboardModifier:
    return event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
