# SPDX-License-Identifier: MIT
"""Looks providers up for everything that shows a name or a mark."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.theme.marks import mark_icon, paint_mark
from onesist_desktop.ui.theme.theme import Theme

_MAX_TITLE = 200


class ProviderBook:
    """The providers as last listed. A provider that was removed meanwhile keeps its id as its name."""

    def __init__(self, theme: Theme, providers: Sequence[ProviderView] = ()) -> None:
        self.theme = theme
        self._by_id: dict[ProviderId, ProviderView] = {}
        self.replace(providers)

    def replace(self, providers: Sequence[ProviderView]) -> None:
        """Take a new list."""
        self._by_id = {view.info.id: view for view in providers}

    @property
    def providers(self) -> tuple[ProviderView, ...]:
        """All providers, in the order of pickers."""
        return tuple(self._by_id.values())

    def get(self, provider_id: ProviderId | None) -> ProviderView | None:
        """Return a provider, or None when it isn't there."""
        return self._by_id.get(provider_id) if provider_id is not None else None

    def stand_in(self, provider_id: ProviderId | None) -> ProviderId | None:
        """Return who could answer instead of a provider: the first who is ready, an agent for an agent where there is one."""
        failed = self.get(provider_id)
        is_agent = failed is None or failed.capabilities.is_agent
        ready = [view for view in self.ready if view.info.id != provider_id and view.info.family != "practice"]
        return next((view.info.id for view in ready if view.capabilities.is_agent is is_agent), ready[0].info.id if ready else None)

    @property
    def ready(self) -> tuple[ProviderView, ...]:
        """All who are ready to answer, in the order of pickers."""
        return tuple(view for view in self.providers if view.readiness is not None and view.readiness.is_ready)

    def title(self, provider_id: ProviderId | None) -> str:
        """Return a provider's name, in one line that is not endless, whatever somebody called it."""
        view = self.get(provider_id)
        title = view.info.title if view else (provider_id or "")
        return title if len(title) <= _MAX_TITLE and title.isprintable() else " ".join(title[:_MAX_TITLE].split())

    def family(self, provider_id: ProviderId | None) -> str:
        """Return the family that decides shape and colour."""
        view = self.get(provider_id)
        return view.info.family if view else "other"

    def is_hollow(self, provider_id: ProviderId | None) -> bool:
        """Tell whether its mark is hollow: it has no memory of its own."""
        view = self.get(provider_id)
        return view is not None and not view.capabilities.is_agent

    def key_of(self, provider_id: ProviderId | None) -> bool | None:
        """Tell whether a model provider has a key; None for agents, which sign in, and for who isn't there."""
        view = self.get(provider_id)
        return None if view is None or view.capabilities.is_agent else view.has_key

    def paint(self, painter: QPainter, rect: QRectF, provider_id: ProviderId | None, background: str = "bg_canvas") -> None:
        """Paint a provider's mark on a surface of that colour token."""
        if provider_id is None:
            # Nobody answered yet: a plain ring that is no provider's mark.
            painter.setPen(QPen(self.theme.color("border_control"), 1.5))
            painter.setBrush(self.theme.color(background))
            painter.drawEllipse(rect.adjusted(2, 2, -2, -2))
            return
        family = self.family(provider_id)
        paint_mark(
            painter,
            rect,
            self.theme.provider_shape(family),
            self.theme.provider_color(family),
            hollow=self.is_hollow(provider_id),
            background=self.theme.color(background),
        )

    def icon(self, provider_id: ProviderId | None, *, gap: int = 0) -> QIcon:
        """Return a provider's mark as an icon, with this much empty room at its right."""
        family = self.family(provider_id)
        shape, color = self.theme.provider_shape(family), self.theme.provider_color(family)
        return mark_icon(shape, color, hollow=self.is_hollow(provider_id), size=self.theme.icon_size(12), gap=gap)


class MarkWidget(QWidget):
    """A provider's mark. A name always stands beside it, so screen readers skip it."""

    def __init__(self, book: ProviderBook, provider_id: ProviderId | None, side: int = 12, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self._provider_id = provider_id
        self.setFixedSize(QSize(side, side))

    def show_provider(self, provider_id: ProviderId | None) -> None:
        """Show another provider's mark."""
        self._provider_id = provider_id
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark."""
        if self._provider_id is None:
            return
        painter = QPainter(self)
        self._book.paint(painter, QRectF(self.rect()), self._provider_id)
        painter.end()
