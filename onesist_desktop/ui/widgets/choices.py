# SPDX-License-Identifier: MIT
"""Check box, radio and switch: painted, since a style sheet could do so with pictures only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline, paint_ring
from onesist_desktop.ui.widgets.metrics import is_mirrored

_GAP = 8
_RING = 4
"""Room around a box: the ring is 2 px wide and 2 px away."""


class CheckBox(QCheckBox):
    """A check box of 16 inside a target of 24."""

    def __init__(self, theme: Theme, text: str = "", *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        _prepare(self, theme, name)

    def sizeHint(self) -> QSize:
        """Ask for box and text."""
        return _size(self, _box(self._theme))

    def minimumSizeHint(self) -> QSize:
        """Need box and text: nothing is cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Take clicks on the text as well."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box with its tick or dash, and the text."""
        theme, painter = self._theme, QPainter(self)
        box = _place(self, _box(theme))
        state, is_on = self.checkState(), self.checkState() is not Qt.CheckState.Unchecked
        _paint_box(painter, self, theme, box, radius=4, is_on=is_on)
        ink = theme.color("on_accent" if self.isEnabled() else "text_tertiary")
        inset = box.width() / 8
        if state is Qt.CheckState.Checked:
            paint_glyph(painter, box.adjusted(inset, inset, -inset, -inset), "check-bold", ink)
        elif is_on:
            paint_glyph(painter, box.adjusted(inset, inset, -inset, -inset), "minus-bold", ink)
        _paint_text(painter, self, theme, box)
        painter.end()


class RadioButton(QRadioButton):
    """A radio of 16 inside a target of 24. Radios of one parent exclude each other; arrows walk them."""

    def __init__(self, theme: Theme, text: str = "", *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        _prepare(self, theme, name)

    def sizeHint(self) -> QSize:
        """Ask for circle and text."""
        return _size(self, _box(self._theme))

    def minimumSizeHint(self) -> QSize:
        """Need circle and text: nothing is cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Take clicks on the text as well."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the circle with its dot, and the text."""
        theme, painter = self._theme, QPainter(self)
        box = _place(self, _box(theme))
        _paint_box(painter, self, theme, box, radius=box.width() / 2, is_on=self.isChecked())
        if self.isChecked():
            dot = box.width() * 0.3
            ink = theme.color("on_accent" if self.isEnabled() else "text_tertiary")
            fill_rounded(painter, box.adjusted(dot, dot, -dot, -dot), ink, box.width() / 2)
        _paint_text(painter, self, theme, box)
        painter.end()


class Switch(QCheckBox):
    """A switch of 32 x 18: for what acts at once. To a screen reader it is a check box.

    Args:
        label: Its accessible name. The words that one sees stand beside it, in a row of their own.
    """

    def __init__(self, theme: Theme, label: str, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._theme = theme
        self.setAccessibleName(label)
        _prepare(self, theme, name)

    def sizeHint(self) -> QSize:
        """Be as large as the track with the room for its ring, at least the smallest target."""
        return _size(self, self._track())

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Take clicks everywhere."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track and knob; the knob's place says on or off, not only the colour."""
        theme, painter = self._theme, QPainter(self)
        track = _place(self, self._track())
        radius, is_on = track.height() / 2, self.isChecked()
        _paint_box(painter, self, theme, track, radius=radius, is_on=is_on)
        side = track.height() - 6
        at_right = is_on != is_mirrored(self)
        left = track.right() - side - 3 if at_right else track.left() + 3
        ink = "on_accent" if is_on and self.isEnabled() else "border_control" if self.isEnabled() else "text_disabled"
        fill_rounded(painter, QRectF(left, track.top() + 3, side, side), theme.color(ink), side / 2)
        painter.end()

    def _track(self) -> QSize:
        return QSize(self._theme.icon_size(32), self._theme.icon_size(18))


def _prepare(button: QAbstractButton, theme: Theme, name: str) -> None:
    button.setObjectName(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAttribute(Qt.WidgetAttribute.WA_Hover)
    theme.changed.connect(button.updateGeometry)
    theme.changed.connect(button.update)


def _box(theme: Theme) -> QSize:
    side = theme.icon_size(16)
    return QSize(side, side)


def _size(button: QAbstractButton, box: QSize) -> QSize:
    width, height = box.width() + 2 * _RING, max(24, box.height() + 2 * _RING)
    if button.text():
        text = button.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, button.text())
        width += _GAP - _RING + text.width() + 2
        height = max(height, text.height() + 4)
    return QSize(width, height)


def _place(button: QAbstractButton, box: QSize) -> QRectF:
    left = button.width() - box.width() - _RING if is_mirrored(button) else _RING
    return QRectF(left, (button.height() - box.height()) // 2, box.width(), box.height())


def _paint_box(painter: QPainter, button: QAbstractButton, theme: Theme, box: QRectF, *, radius: float, is_on: bool) -> None:
    is_off = not button.isEnabled()
    if is_off:
        ground, line = theme.color("bg_pressed" if is_on else "bg_sunken"), theme.color("line_strong")
    elif is_on:
        ground, line = theme.color("accent_pressed" if button.isDown() else "accent"), theme.color("focus")
    else:
        is_hovered = button.underMouse() or bool(button.property("hovered"))
        ground = theme.color("bg_pressed" if button.isDown() else "bg_hover" if is_hovered else "bg_raised")
        line = theme.color("border_control")
    fill_rounded(painter, box, ground, radius)
    paint_outline(painter, box, line, radius, 1)
    if button.hasFocus():
        paint_ring(painter, box.adjusted(-_RING, -_RING, _RING, _RING), theme.color("focus"), radius + _RING)


def _paint_text(painter: QPainter, button: QAbstractButton, theme: Theme, box: QRectF) -> None:
    if not button.text():
        return
    painter.setFont(button.font())
    painter.setPen(theme.color("text_primary" if button.isEnabled() else "text_disabled"))
    start = round(box.width()) + _RING + _GAP
    room = button.rect().adjusted(0, 0, -start, 0) if is_mirrored(button) else button.rect().adjusted(start, 0, 0, 0)
    edge = Qt.AlignmentFlag.AlignRight if is_mirrored(button) else Qt.AlignmentFlag.AlignLeft
    flags = edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
    painter.drawText(room, flags, button.text())
