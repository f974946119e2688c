# SPDX-License-Identifier: MIT
"""What the map's marks mean: who answers in it, and the two signs between answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.flow import FlowLayout
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import StepLabel

_INSET = 24
_GAP = 16
_MANY = 12
"""Providers that are named. Nobody reads more of them in one line; each bead's card names its own."""


class MapLegend(QFrame):
    """A bar of 40; where it is too narrow it goes on in a next line."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._shown: tuple[ProviderId, ...] = ()
        self._items: list[QWidget] = []
        self.setObjectName("map_legend")
        self.setProperty("surface", "map_legend")
        self.setAccessibleName(self.tr("What the marks mean"))
        self._flow = FlowLayout(self, gap=_GAP, push_last=True)
        self._flow.setContentsMargins(_INSET, 7, _INSET, 7)
        theme.changed.connect(self._show)
        self._show()

    def show_providers(self, provider_ids: Sequence[ProviderId]) -> None:
        """Name those who answer in the map, in the order of pickers."""
        order = {view.info.id: place for place, view in enumerate(self._book.providers)}
        known = sorted(dict.fromkeys(provider_ids), key=lambda each: (order.get(each, len(order)), each))
        if tuple(known) != self._shown:
            self._shown = tuple(known)
            self._show()

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        self._show()

    def _show(self) -> None:
        while self._items:
            item = self._items.pop()
            self._flow.removeWidget(item)
            item.hide()
            item.deleteLater()
        for provider_id in self._shown[:_MANY]:
            mark = MarkWidget(self._book, provider_id, self._theme.icon_size(12))
            self._put(_item(mark, self._label(self._book.title(provider_id))))
        for glyph, text in (
            ("arrows-left-right-bold", self.tr("handover")),
            ("git-merge", self.tr("merged back")),
        ):
            sign = QLabel()
            sign.setPixmap(glyph_pixmap(glyph, self._theme.color("text_secondary"), self._theme.icon_size(14)))
            self._put(_item(sign, self._label(text)))
        self._put(self._label(self.tr("Filled: keeps its own memory"), tone="tertiary"))
        self.setMinimumHeight(self._theme.row_height(self._theme.size("bar")))

    def _label(self, text: str, tone: str = "secondary") -> StepLabel:
        return StepLabel(self._theme, text, tone=tone, name="map_legend_text")

    def _put(self, widget: QWidget) -> None:
        self._items.append(widget)
        self._flow.addWidget(widget)
        widget.show()


def _item(sign: QWidget, label: QWidget) -> QWidget:
    item = QWidget()
    line = QHBoxLayout(item)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    line.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter)
    line.addWidget(label)
    return item
