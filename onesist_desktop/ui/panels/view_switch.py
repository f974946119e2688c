# SPDX-License-Identifier: MIT
"""The switch between the views of a thread. With one view there is nothing to switch, so it isn't shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from onesist_desktop.ui.widgets.segmented import SegmentedSwitch

CONVERSATION, MAP = "conversation", "map"


class ViewSwitch(QWidget):
    """Holds the switch's place in the header.

    Signals:
        chosen(key: str): Show that view.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._switch: SegmentedSwitch | None = None
        self._has_words = True
        self._needed = 0
        self.setObjectName("view_switch")
        self.hide()

    def set_views(self, views: Sequence[tuple[str, str]], glyphs: Mapping[str, str] | None = None) -> None:
        """Offer these views, pairs of key and text; the first is the one that is shown. ``glyphs`` stand before their words."""
        if self._switch is not None:
            self._line.removeWidget(self._switch)
            self._switch.hide()
            self._switch.deleteLater()
            self._switch = None
        self._has_words = True
        if len(views) > 1:
            self._switch = SegmentedSwitch(self.tr("View"), views, compact=True, name="view")
            self._switch.set_glyphs(glyphs or {})
            self._switch.chosen.connect(self.chosen)
            self._line.addWidget(self._switch)
        self.setVisible(self._switch is not None)

    def fit(self, least: int, room: int) -> None:
        """Show words only where they fit.

        Args:
            least: How wide the header has to be at least, in pixels, as the switch is now.
            room: How wide it is.
        """
        if self._switch is None:
            return
        now = self._switch.sizeHint().width()
        if self._has_words:
            self._needed = now
        wanted = least - now + self._needed <= room
        if wanted != self._has_words:
            self._has_words = wanted
            self._switch.show_words(wanted)

    def measure(self) -> None:
        """The text's size changed: the words have another width."""
        if self._switch is not None and not self._has_words:
            self._has_words = True
            self._switch.show_words(True)

    def set_tip(self, key: str, text: str) -> None:
        """Say more about a view in a tooltip. Raises KeyError."""
        if self._switch is None:
            raise KeyError(key)
        self._switch.part(key).setToolTip(text)

    def choose(self, key: str) -> None:
        """Make another view the one that is shown. Raises KeyError."""
        if self._switch is None:
            raise KeyError(key)
        self._switch.choose(key)
