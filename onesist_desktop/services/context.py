# SPDX-License-Identifier: MIT
"""What every service needs: the database, the bus, the answerers, a clock. Built once by bootstrap and passed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from onesist_desktop.core.answerer import Answerer, HistoryServer
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.storage.database import Database


class AnswererRegistry:
    """Everyone who may answer, in the order in which pickers show them."""

    def __init__(self) -> None:
        self._answerers: dict[ProviderId, Answerer] = {}

    def replace(self, answerers: Sequence[Answerer]) -> None:
        """Set who may answer. Runs that work keep the object that they began with."""
        self._answerers = {answerer.info.id: answerer for answerer in answerers}

    def get(self, provider_id: ProviderId) -> Answerer:
        """Return one. Raises NotFoundError."""
        try:
            return self._answerers[provider_id]
        except KeyError:
            raise NotFoundError(f"no provider {provider_id!r} is set up") from None

    def all(self) -> Mapping[ProviderId, Answerer]:
        """Return all."""
        return self._answerers


class HistoryServerMaker(Protocol):
    """Builds the start command of the history server; bootstrap knows how this app is started."""

    def __call__(self, token: str) -> HistoryServer:
        """Return the command and environment for one token."""
        ...


class Preferences(Protocol):
    """The settings that services read, always the current ones."""

    @property
    def handoff_cap_bytes(self) -> int:
        """Upper bound of a handoff."""
        ...

    @property
    def locale(self) -> str:
        """Language of the window, such as ``en`` or ``id``."""
        ...


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """Everything that services share.

    Attributes:
        supervisor: Owns the runs; closed before the database.
        clock: Seconds since the epoch.
        new_id: A fresh UUID as text.
        quiet_after_s: After how many seconds without a sign of a provider that works this is told.
    """

    database: Database
    bus: EventBus
    supervisor: TaskSupervisor
    answerers: AnswererRegistry
    redactor: Redactor
    preferences: Preferences
    make_history_server: HistoryServerMaker
    clock: Callable[[], float]
    new_id: Callable[[], str]
    quiet_after_s: float = 60.0
