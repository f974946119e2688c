# SPDX-License-Identifier: MIT
"""The switch between the views of a thread. With one view there is nothing to switch, so it isn't shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from onesist_desktop.ui.widgets.segmented import SegmentedSwitch


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
        self.setObjectName("view_switch")
        self.hide()

    def set_views(self, views: Sequence[tuple[str, str]]) -> None:
        """Offer these views, pairs of key and text; the first is the one that is shown."""
        if self._switch is not None:
            self._line.removeWidget(self._switch)
            self._switch.hide()
            self._switch.deleteLater()
            self._switch = None
        if len(views) > 1:
            self._switch = SegmentedSwitch(self.tr("View"), views, name="view")
            self._switch.chosen.connect(self.chosen)
            self._line.addWidget(self._switch)
        self.setVisible(self._switch is not None)

    def choose(self, key: str) -> None:
        """Make another view the one that is shown. Raises KeyError."""
        if self._switch is None:
            raise KeyError(key)
        self._switch.choose(key)
