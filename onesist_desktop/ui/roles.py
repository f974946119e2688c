# SPDX-License-Identifier: MIT
"""Roles of all our item models, in one place so that no two mean different things by one number."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt


class Role(IntEnum):
    """What ``data()`` is asked for beyond Qt's own roles."""

    THREAD = Qt.ItemDataRole.UserRole + 1
    THREAD_ID = Qt.ItemDataRole.UserRole + 2
    PROVIDER_ID = Qt.ItemDataRole.UserRole + 3
    STATE = Qt.ItemDataRole.UserRole + 4
    UPDATED_AT = Qt.ItemDataRole.UserRole + 5
    GROUP = Qt.ItemDataRole.UserRole + 6
    LEVEL = Qt.ItemDataRole.UserRole + 7
    GUIDES = Qt.ItemDataRole.UserRole + 8
    IS_OPEN = Qt.ItemDataRole.UserRole + 9
    FOLDED_COUNT = Qt.ItemDataRole.UserRole + 10
    IS_UNREAD = Qt.ItemDataRole.UserRole + 11
    STEP = Qt.ItemDataRole.UserRole + 12
    FORK_NUMBER = Qt.ItemDataRole.UserRole + 13
    IS_MERGED = Qt.ItemDataRole.UserRole + 14
    MERGE_WAITS = Qt.ItemDataRole.UserRole + 15
    IS_OWN_COPY = Qt.ItemDataRole.UserRole + 16
    BEAD = Qt.ItemDataRole.UserRole + 30
    WORKTREE = Qt.ItemDataRole.UserRole + 40
    MEANING = Qt.ItemDataRole.UserRole + 41
    CAN_TICK = Qt.ItemDataRole.UserRole + 42
    COUNTS = Qt.ItemDataRole.UserRole + 43
