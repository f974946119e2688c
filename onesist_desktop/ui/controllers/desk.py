# SPDX-License-Identifier: MIT
"""What the controllers of one window share: what is open, the services, and how a slot starts a call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.views import ProjectView
from onesist_desktop.ui.async_bridge import spawn_from_slot
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme

T = TypeVar("T")


class Desk(QObject):
    """The state of one window. ``project`` and ``thread_id`` are what is shown; only the window sets them.

    Args:
        now: The time in seconds since the epoch.

    Signals:
        said(text: str): A person has to know something that belongs to no message.
    """

    said = Signal(str)

    def __init__(
        self,
        window: QWidget,
        services: AppServices,
        theme: Theme,
        book: ProviderBook,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(window)
        self.window = window
        self.services = services
        self.theme = theme
        self.book = book
        self.now = now
        self.project: ProjectView | None = None
        self.thread_id: ThreadId | None = None
        self.is_closed = False

    def spawn(
        self,
        call: Callable[[], Coroutine[Any, Any, T]],
        name: str,
        on_result: Callable[[T], object] | None = None,
        *,
        on_error: Callable[[OnesistError], object] | None = None,
        exclusive: str | None = None,
        owner: QObject | None = None,
    ) -> asyncio.Task[None] | None:
        """Start a service call; see ``async_bridge.spawn_from_slot``. Does nothing once the window is closing.

        A failure without ``on_error`` is said in the banner; without ``owner`` the window gets the results.
        """
        if self.is_closed:
            return None
        return spawn_from_slot(
            self.services.supervisor,
            call,
            name=name,
            owner=owner or self.window,
            exclusive=exclusive,
            on_result=on_result,
            on_error=on_error or self.say_error,
        )

    def say_error(self, error: OnesistError) -> None:
        """Say what could not be done."""
        self.said.emit(fill(self.tr("That could not be done: %1."), str(error).rstrip(".") or type(error).__name__))
