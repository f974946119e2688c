# SPDX-License-Identifier: MIT
"""The composer's lowest row: attach, who answers, with which model, what it may do, how full it is, send."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLocale, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from onesist_desktop.services.views import HandoffPreview
from onesist_desktop.ui.composer.pickers import ComposerPickers
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.meter import Meter
from onesist_desktop.ui.widgets.tips import plain_tip

_MARGIN = 6
_SEND_WIDTH = 88
_SHORT_BELOW = 690
"""Narrower than this at 100 % text, the meter says its figure only."""


class ToolRow(QWidget):
    """Goes on in a second line where there is no room."""

    def __init__(
        self, theme: Theme, pickers: ComposerPickers, on_attach: Callable[[], object], on_send: Callable[[], object]
    ) -> None:
        super().__init__()
        self._theme = theme
        self._preview: HandoffPreview | None = None
        self._title = ""
        line = QHBoxLayout(self)
        line.setContentsMargins(7, _MARGIN, 7, _MARGIN)
        self.attach = IconButton("attach", self.tr("Attach files"), name="attach", on_click=on_attach)
        self._rule = _Rule(theme)
        self.meter = Meter(theme, name="context_meter")
        self.meter.hide()
        self.send = FlatButton(self.tr("Send"), ButtonKind.PRIMARY, glyph="arrow_up", name="send", on_click=on_send)
        self.send.setMinimumWidth(_SEND_WIDTH)
        end = QWidget()
        end_line = QHBoxLayout(end)
        end_line.setContentsMargins(0, 0, 0, 0)
        end_line.setSpacing(8)
        end_line.addWidget(self.meter)
        end_line.addWidget(self.send)
        flow = FlowRow(gap=4, push_last=True)
        flow.add(self.attach, self._rule, pickers.provider, pickers.model, pickers.effort, pickers.mode, end)
        line.addWidget(flow)
        self.render_again()

    def show_room(self, preview: HandoffPreview | None, title: str) -> None:
        """Say how full ``title`` would be after the next send; None while that isn't worked out."""
        self._preview, self._title = preview, title
        if preview is None:
            self.meter.hide()
            return
        occupied, window = preview.occupied, preview.context_window
        if occupied is None or not window:
            self._say_unknown(title, occupied, window)
            return
        percent = min(100, round(occupied * 100 / window))
        number = QLocale().toString(percent)
        is_short = self.width() < _SHORT_BELOW * self._theme.text_percent // 100
        words = fill(self.tr("%1 %"), number) if is_short else fill(self.tr("%1 % full"), number)
        if percent >= 100:
            words = self.tr("full")
        self.meter.show(occupied / window, words)
        self.meter.setAccessibleName(fill(self.tr("Room of %1: %2 % full"), title, number))
        tip = self.tr("After this message %1 would have about %2 of %3 tokens in mind")
        self.meter.setToolTip(plain_tip(fill(tip, title, QLocale().toString(occupied), QLocale().toString(window))))

    def _say_unknown(self, title: str, occupied: int | None, window: int | None) -> None:
        """Say that nobody knows how full it is, and what of it is known."""
        self.meter.show(None, self.tr("room not known"))
        if occupied is not None:
            tip = self.tr("How full it is isn't known: %1 would have about %2 tokens in mind, of an unknown number.")
            tip = fill(tip, title, QLocale().toString(occupied))
        elif window:
            tip = self.tr("How full it is isn't known: %1 can keep %2 tokens in mind, and doesn't tell how many it has.")
            tip = fill(tip, title, QLocale().toString(window))
        else:
            tip = fill(self.tr("How full it is isn't known: %1 doesn't tell how much it can keep in mind."), title)
        self.meter.setAccessibleName(tip)
        self.meter.setToolTip(plain_tip(tip))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is less room."""
        super().resizeEvent(event)
        self.show_room(self._preview, self._title)

    def render_again(self) -> None:
        """Follow a changed theme or size of text."""
        self._rule.render_again()
        self.show_room(self._preview, self._title)


class _Rule(QFrame):
    """A thin line between the buttons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAutoFillBackground(True)
        self.setFixedSize(QSize(1, 16))

    def render_again(self) -> None:
        """Follow a changed theme."""
        palette = self.palette()
        palette.setColor(self.backgroundRole(), self._theme.color("line_strong"))
        self.setPalette(palette)
