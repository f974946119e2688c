# SPDX-License-Identifier: MIT
"""Notes that the person has seen the end of a thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.models.threads_model import ThreadsModel


class ReadMarker(QObject):
    """Joins what is seen to ``services.threads``.

    Args:
        sees_end: Tells whether the shown thread's end is to be seen in a window in front.
    """

    def __init__(self, desk: Desk, threads: ThreadsModel, sees_end: Callable[[], bool]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._threads = threads
        self._sees_end = sees_end

    def look(self) -> None:
        """Something was read, scrolled or brought to the front: note it if the shown thread is read to its end now."""
        view = self._threads.view_of(self._desk.thread_id)
        if view is None or not view.is_unread or not self._sees_end():
            return
        # While it isn't noted the row stays bold; the next look tries again.
        call = partial(self._desk.services.threads.mark_read, view.id)
        self._desk.spawn(call, "mark read", exclusive=f"mark-read:{view.id}")
