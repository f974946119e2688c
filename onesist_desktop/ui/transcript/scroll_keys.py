# SPDX-License-Identifier: MIT
"""Which keys scroll the transcript."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSlider

_ACTIONS = {
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
    Qt.Key.Key_Space: QAbstractSlider.SliderAction.SliderPageStepAdd,
}


def scroll_action(event: QKeyEvent) -> QAbstractSlider.SliderAction | None:
    """Return what a key does to the scroll bar, None for keys that mean something else."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if modifiers == Qt.KeyboardModifier.ShiftModifier and event.key() == Qt.Key.Key_Space:
        return QAbstractSlider.SliderAction.SliderPageStepSub
    return _ACTIONS.get(Qt.Key(event.key())) if modifiers == Qt.KeyboardModifier.NoModifier else None
