# SPDX-License-Identifier: MIT
"""What painted blocks share: wrapped text with lines of one height, boxes of which only some corners are round, rows of buttons.

They paint themselves instead of being built of labels and layouts: showing another block then only sets a few values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import Block, Body

TEXT_INSET = 16
"""From a block's edge to its text, in logical pixels."""

_LINE_SEPARATOR = "\u2028"
_MAX_LINE_LETTERS = 2000

B = TypeVar("B", bound=Body)


def body_of(block: Block, kind: type[B]) -> B:
    """Return the body of a block, which must be of this kind. Raises TypeError."""
    if not isinstance(block.body, kind):
        message = f"a block of kind {block.kind} with a {type(block.body).__name__}"
        raise TypeError(message)
    return block.body


class PaintedBlock(BlockWidget):
    """A block that paints itself and puts its few buttons where it wants them.

    A subclass takes a body in :meth:`fill`, fonts and colours in :meth:`dress`, and puts its children in :meth:`arrange`.
    """

    def show_block(self, block: Block) -> None:
        """Show a block; the same block again costs nothing."""
        if block == self.block:
            return
        self.block = block
        self.fill(block)
        self.arrange(self.width())
        self.update()

    def fill(self, block: Block) -> None:
        """Take over what the block says. Raises TypeError for a body of another kind."""
        raise NotImplementedError

    def dress(self) -> None:
        """Take fonts and lengths from the theme. Called before the block is shown again."""

    def arrange(self, width: int) -> None:
        """Put the children where they belong at this width."""

    def refresh(self) -> None:
        """The theme or the text size changed: measure and paint again."""
        self.dress()
        super().refresh()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the children where they belong."""
        super().resizeEvent(event)
        self.arrange(self.width())

    @property
    def theme(self) -> Theme:
        """The theme that is shown."""
        return self.context.theme

    @property
    def is_mirrored(self) -> bool:
        """Whether the window is laid out from right to left."""
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def mirrored(self, rect: QRect) -> QRect:
        """Return where a box that is thought from left to right stands in this direction of writing."""
        return QStyle.visualRect(self.layoutDirection(), self.rect(), rect)


class TextLines:
    """A text wrapped to a width. All lines are equally high, so that text and icons beside it can be lined up."""

    def __init__(self) -> None:
        self._layout = QTextLayout()
        self._layout.setCacheEnabled(True)
        self._width = -1
        self._count = 0
        self._line_height = 1

    @property
    def text(self) -> str:
        """What is shown."""
        return self._layout.text().replace(_LINE_SEPARATOR, "\n")

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self._layout.text()

    def set_text(
        self,
        text: str,
        font: QFont,
        line_height: int,
        *,
        bold_units: int = 0,
        is_mirrored: bool = False,
        is_foreign: bool = False,
    ) -> None:
        """Take a text.

        Args:
            text: What to show.
            font: Its font.
            line_height: In logical pixels.
            bold_units: How much of its beginning is bold, in UTF-16 units.
            is_mirrored: Lines begin at the right.
            is_foreign: These are not our words, so that their own letters decide in which direction they read.
        """
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        own = Qt.LayoutDirection.RightToLeft if is_mirrored else Qt.LayoutDirection.LeftToRight
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto if is_foreign else own)
        # A text layout takes left for left, whatever the direction.
        option.setAlignment(Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft)
        self._layout.setText(text.replace("\n", _LINE_SEPARATOR))
        self._layout.setFont(font)
        self._layout.setTextOption(option)
        formats = []
        if bold_units:
            bold = QTextLayout.FormatRange()
            bold.start, bold.length = 0, bold_units
            bold_format = QTextCharFormat()
            bold_format.setFontWeight(QFont.Weight.DemiBold)
            bold.format = bold_format
            formats.append(bold)
        self._layout.setFormats(formats)
        self._line_height = line_height
        self._width = -1

    def height(self, width: int) -> int:
        """Return how high it is at a width; 0 for an empty text."""
        if self.is_empty:
            return 0
        self._wrap(width)
        return self._count * self._line_height

    def natural_width(self) -> int:
        """Return how wide it is without wrapping."""
        self._wrap(1_000_000)
        return int(self._layout.maximumWidth()) + 1

    def paint(self, painter: QPainter, rect: QRect, color: QColor) -> None:
        """Paint it from the top of a box, in its width."""
        if self.is_empty:
            return
        self._wrap(rect.width())
        painter.setPen(color)
        self._layout.draw(painter, QPointF(rect.topLeft()))

    def _wrap(self, width: int) -> None:
        width = max(1, width)
        if width == self._width:
            return
        self._width, self._count = width, 0
        self._layout.beginLayout()
        line = self._layout.createLine()
        while line.isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self._count * self._line_height + (self._line_height - line.height()) / 2))
            self._count += 1
            line = self._layout.createLine()
        self._layout.endLayout()


def paint_box(
    painter: QPainter,
    rect: QRectF,
    fill: QColor,
    line: QColor,
    radius: float,
    *,
    has_top: bool = True,
    has_bottom: bool = True,
    width: float = 1,
) -> None:
    """Paint a box with an outline inside its edge. Where it goes on above or below, it has neither corners nor a line there."""
    half = width / 2
    box = rect.adjusted(half, half if has_top else -radius * 2, -half, -half if has_bottom else radius * 2)
    path = QPainterPath()
    path.addRoundedRect(box, radius - half, radius - half)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.fillPath(path, fill)
    painter.setPen(QPen(line, width))
    painter.drawPath(path)
    painter.restore()


def paint_line(
    painter: QPainter, rect: QRect, text: str, color: QColor, *, is_mirrored: bool = False, is_code: bool = False
) -> None:
    """Paint one line in the middle of a box's height, from where lines begin. Code reads from left to right everywhere."""
    option = QTextOption(Qt.AlignmentFlag.AlignVCenter)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    to_right = is_mirrored and not is_code
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if to_right else Qt.LayoutDirection.LeftToRight)
    side = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
    option.setAlignment(Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute)
    painter.setPen(color)
    painter.drawText(QRectF(rect), text, option)


def elided(text: str, metrics: QFontMetrics, width: int, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    """Return as much of one line as fits."""
    return metrics.elidedText(text[:_MAX_LINE_LETTERS], mode, max(0, width))


def text_width(metrics: QFontMetrics, text: str) -> int:
    """Return how wide one line is, in logical pixels. A line that nobody can see to its end is not measured to its end."""
    return metrics.horizontalAdvance(text[:_MAX_LINE_LETTERS]) + 1


def flow_boxes(buttons: Sequence[QWidget], area: QRect, *, gap: int = 8, pushed: int = 0) -> tuple[list[QRect], int]:
    """Return boxes for buttons that go on in the next line where the room ends, and the height of all lines.

    Args:
        buttons: Those that are shown, in order.
        area: Where they go; its height doesn't count.
        gap: Between buttons, and between lines.
        pushed: How many of the last ones stand at the right end of their line.
    """
    boxes: list[QRect] = []
    x, y, line_height = 0, 0, 0
    line_of: list[int] = []
    for button in buttons:
        hint = button.sizeHint()
        width = min(hint.width(), area.width())
        if x and x + width > area.width():
            x, y = 0, y + line_height + gap
            line_height = 0
        boxes.append(QRect(area.left() + x, area.top() + y, width, hint.height()))
        line_of.append(y)
        line_height = max(line_height, hint.height())
        x += width + gap
    last = [index for index in range(len(boxes) - pushed, len(boxes)) if line_of[index] == line_of[-1]] if pushed else []
    if last:
        move = area.right() + 1 - boxes[-1].right() - 1
        for index in last:
            boxes[index].translate(move, 0)
    return boxes, y + line_height
