# SPDX-License-Identifier: MIT
"""Reads from the tree's model which thread each of its rows shows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.ui.roles import Role


def rows_of(model: QAbstractItemModel) -> list[ThreadId | None]:
    """Return for each row its thread, None for a heading."""
    return [model.index(row, 0).data(Role.THREAD_ID) for row in range(model.rowCount())]
