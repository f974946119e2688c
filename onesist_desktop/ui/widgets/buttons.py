# SPDX-License-Identifier: MIT
"""Flat buttons. They take focus by keyboard only, so that a click leaves the writer's cursor where it was."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from onesist_desktop.ui.widgets.glyphs import glyph_icon, glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_ring
from onesist_desktop.ui.widgets.metrics import is_mirrored, scaled
from onesist_desktop.ui.widgets.tips import plain_tip

_GAP = 2
"""Beside a glyph. The style adds 4 to it, so that the words begin 6 after the glyph."""
_RESTYLED = {QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange}


class ButtonKind(StrEnum):
    """How loud a button is. A view or dialog has one filled button at most."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    GHOST = "ghost"
    DANGER = "danger"
    """Opens a step that asks before something is lost."""
    DANGER_FILLED = "danger_filled"
    """Loses something. Only inside the step that asks."""


_FILLED = {ButtonKind.PRIMARY.value, ButtonKind.DANGER_FILLED.value}


class FlatButton(QPushButton):
    """A button with words, and a glyph before them if wanted."""

    def __init__(
        self,
        text: str,
        kind: ButtonKind = ButtonKind.SECONDARY,
        *,
        glyph: str = "",
        compact: bool = False,
        name: str = "",
        on_click: Callable[[], object] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._glyph = glyph
        self._painted: object = None
        self.setProperty("kind", kind.value)
        self.setProperty("compact", compact)
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if on_click is not None:
            self.clicked.connect(lambda _checked=False: on_click())
        self._paint_glyph()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be pressed by Enter too while it has the focus. Most desktops leave that to default buttons, which we have none of."""
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and not event.isAutoRepeat() and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.click()
        else:
            super().keyPressEvent(event)

    def set_glyph(self, glyph: str) -> None:
        """Show another glyph; empty for none."""
        self._glyph = glyph
        self._paint_glyph()

    def set_available(self, is_available: bool, reason: str = "") -> None:
        """Switch it on or off. While it is off it keeps its place and says why in its tooltip."""
        set_available(self, is_available, reason)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the text's size with the glyph."""
        super().changeEvent(event)
        if event.type() in _RESTYLED:
            self._paint_glyph()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button. A filled one with the focus gets a gap between its ground and the ring of the style sheet."""
        if is_mirrored(self) and self.property("align") == "left":
            paint_mirrored(self, 12)
        else:
            super().paintEvent(event)
        if self.hasFocus() and self.property("kind") in _FILLED:
            painter = QPainter(self)
            paint_ring(painter, QRectF(self.rect()).adjusted(2, 2, -2, -2), _ground(self), 4)
            painter.end()

    def _paint_glyph(self) -> None:
        palette = self.palette()
        is_filled = self.property("kind") in _FILLED
        role = QPalette.ColorRole.HighlightedText if is_filled else QPalette.ColorRole.ButtonText
        off = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
        if is_filled:
            # It keeps a surface when it is off, on which text that is off can't be read. The style sheet fades this role.
            off = QApplication.palette().color(QPalette.ColorGroup.Active, QPalette.ColorRole.PlaceholderText)
        color = palette.color(QPalette.ColorGroup.Active, role)
        side, mirrored = scaled(16), is_mirrored(self)
        wanted = (self._glyph, color.rgba(), off.rgba(), side, mirrored)
        if wanted == self._painted:
            return
        self._painted = wanted
        self.setIconSize(QSize(side + _GAP, side))
        if self._glyph and mirrored:
            self.setIcon(_gap_before(self._glyph, color, off, side))
        elif self._glyph:
            self.setIcon(glyph_icon(self._glyph, color, off=off, size=side, gap=_GAP))
        elif not self.icon().isNull():
            self.setIcon(QIcon())


class IconButton(QToolButton):
    """A button that is only a glyph. ``label`` is its accessible name and tooltip, so it always has both."""

    def __init__(
        self,
        glyph: str,
        label: str,
        *,
        name: str = "",
        compact: bool = False,
        on_click: Callable[[], object] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self._label = ""
        self._compact = compact
        self._painted: object = None
        self.setProperty("square", True)
        self.setProperty("compact", compact)
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_label(label)
        if on_click is not None:
            self.clicked.connect(lambda _checked=False: on_click())
        self._paint_glyph()

    def set_label(self, label: str) -> None:
        """Change the accessible name and the tooltip."""
        self._label = label
        self.setAccessibleName(label)
        self.setToolTip(label)

    def set_glyph(self, glyph: str) -> None:
        """Show another glyph."""
        self._glyph = glyph
        self._paint_glyph()

    def set_available(self, is_available: bool, reason: str = "") -> None:
        """Switch it on or off. While it is off it keeps its place and says why in its tooltip."""
        set_available(self, is_available, reason)
        if is_available or not reason:
            self.setToolTip(self._label)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the text's size with the glyph."""
        super().changeEvent(event)
        if event.type() in _RESTYLED:
            self._paint_glyph()

    def _paint_glyph(self) -> None:
        palette = self.palette()
        color = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText)
        off = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)
        glyph_side = scaled(16)
        wanted = (self._glyph, color.rgba(), off.rgba(), glyph_side)
        if wanted == self._painted:
            return
        self._painted = wanted
        side = max(24, glyph_side + 8) if self._compact else max(32, glyph_side + 16)
        self.setFixedSize(side, side)
        self.setIconSize(QSize(glyph_side, glyph_side))
        self.setIcon(glyph_icon(self._glyph, color, off=off, size=glyph_side))


def set_available(button: QAbstractButton, is_available: bool, reason: str) -> None:
    """Switch a button on or off, with the reason in tooltip and accessible description while it is off."""
    button.setEnabled(is_available)
    shown = "" if is_available else reason
    button.setToolTip(plain_tip(shown))
    button.setAccessibleDescription(shown)


def paint_mirrored(button: QPushButton, padding: int) -> None:
    """Paint a button whose words begin at its right edge.

    WORKAROUND: a style sheet's ``text-align`` puts the icon to the right then, but leaves the words at the left.
    """
    option = QStyleOptionButton()
    button.initStyleOption(option)
    painter = QStylePainter(button)
    painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
    room = button.rect().adjusted(padding, 0, -padding, 0)
    if not button.icon().isNull():
        size = button.iconSize()
        place = QRect(room.right() + 1 - size.width(), (button.height() - size.height()) // 2, size.width(), size.height())
        button.icon().paint(painter, place, mode=QIcon.Mode.Normal if button.isEnabled() else QIcon.Mode.Disabled)
        room.setRight(place.left() - 1)
    group = QPalette.ColorGroup.Active if button.isEnabled() else QPalette.ColorGroup.Disabled
    painter.setPen(button.palette().color(group, QPalette.ColorRole.ButtonText))
    edge = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(room, edge | Qt.TextFlag.TextShowMnemonic, button.text())
    painter.end()


def _gap_before(glyph: str, color: QColor, off: QColor, side: int) -> QIcon:
    """Return a glyph with its gap at the left, for words that stand there."""
    icon = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, off)):
        plain = glyph_pixmap(glyph, ink, side)
        pixmap = QPixmap(QSize(side + _GAP, side) * plain.devicePixelRatio())
        pixmap.setDevicePixelRatio(plain.devicePixelRatio())
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.drawPixmap(_GAP, 0, plain)
        painter.end()
        icon.addPixmap(pixmap, mode)
    return icon


def _ground(button: QWidget) -> QColor:
    """Return the colour that lies around a button."""
    parent = button.parentWidget()
    return (parent or button).palette().color(QPalette.ColorRole.Window)
