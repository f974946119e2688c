# SPDX-License-Identifier: MIT
"""The gallery's window: switches above, three columns of controls below."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gallery import controls, displays
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.segmented import SegmentedSwitch

_COLUMNS = (
    (controls.buttons, controls.fields, controls.choices),
    (displays.chips, displays.notices, controls.rows, controls.form),
    (displays.pickers, displays.cards),
)
_SCHEMES = (
    (Scheme.LIGHT, "Light"),
    (Scheme.DARK, "Dark"),
    (Scheme.HIGH_CONTRAST_LIGHT, "High contrast, light"),
    (Scheme.HIGH_CONTRAST_DARK, "High contrast, dark"),
)


class GalleryWindow(QWidget):
    """Shows every control in its states; colours, direction and text size can be changed while one looks."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setWindowTitle("Gallery of controls")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_bar())
        self.page = QWidget()
        self._grid = QGridLayout(self.page)
        self._grid.setContentsMargins(32, 24, 32, 32)
        self._grid.setHorizontalSpacing(40)
        self._columns = [self._make_column(makers) for makers in _COLUMNS]
        scroll = self.scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.page)
        column.addWidget(scroll, 1)
        self._arrange()
        theme.changed.connect(self._arrange)
        self.resize(1480, 980)

    def mirror(self, direction: Qt.LayoutDirection) -> None:
        """Show everything in this direction of writing."""
        self.setLayoutDirection(direction)
        self._directions.choose("rtl" if direction is Qt.LayoutDirection.RightToLeft else "ltr")

    def _make_bar(self) -> QWidget:
        bar = QFrame()
        bar.setProperty("surface", "bar")
        inside = QHBoxLayout(bar)
        inside.setContentsMargins(32, 8, 32, 8)
        row = FlowRow(gap=16)
        inside.addWidget(row)
        schemes = SegmentedSwitch("Colours", [(scheme.value, text) for scheme, text in _SCHEMES], name="scheme")
        schemes.choose(self._theme.scheme.value)
        schemes.chosen.connect(self._theme.choose)
        directions = self._directions = SegmentedSwitch(
            "Direction", (("ltr", "Left to right"), ("rtl", "Right to left")), name="direction"
        )
        directions.chosen.connect(
            lambda key: self.mirror(Qt.LayoutDirection.RightToLeft if key == "rtl" else Qt.LayoutDirection.LeftToRight)
        )
        sizes = [str(size) for size in (100, 150, 200)]
        text = SegmentedSwitch("Text size", [(size, f"{size} %") for size in sizes], name="text")
        if str(self._theme.text_percent) in sizes:
            text.choose(str(self._theme.text_percent))
        text.chosen.connect(lambda key: self._theme.set_text_percent(int(key)))
        row.add(schemes, directions, text)
        return bar

    def _make_column(self, makers: tuple) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(32)
        for maker in makers:
            column.addWidget(maker(self._theme))
        column.addStretch(1)
        return made

    def _arrange(self) -> None:
        """Put the columns beside each other, or below each other where the text is large."""
        for place, widget in enumerate(self._columns):
            self._grid.removeWidget(widget)
            self._grid.addWidget(widget, place if self._theme.is_large else 0, 0 if self._theme.is_large else place)
            self._grid.setColumnStretch(place, 0 if self._theme.is_large and place else 1)


def take_picture(window: GalleryWindow) -> QPixmap:
    """Return a picture of everything, whatever the size of the screen."""
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    window.show()
    layout = window.page.layout()
    width = max(1480, layout.minimumSize().width() + 24)
    window.resize(width, 900)
    layout.activate()
    height = layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
    window.resize(QSize(width, height + 140))
    window.resize(width, window.height() + window.scroll.verticalScrollBar().maximum())
    picture = window.grab()
    window.hide()
    return picture
