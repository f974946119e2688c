# SPDX-License-Identifier: MIT
"""A fork, a merge or a rewind as a divider: its sign, the fact, the counts, one button."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.transcript.block_paint import PaintedBlock, TextLines, body_of, paint_box
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import Block, LineageBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.divider_plan import NOTHING, PAD, DividerPlan, plan_divider
from onesist_desktop.ui.transcript.lineage_notices import LineageNotice
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.metrics import outline_width

_RADIUS = 8
_GAP = 10


class LineageBlock(PaintedBlock):
    """A notice about the lineage. Where words and button don't fit beside each other, the button goes below."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("lineage_notice")
        self._notice: LineageNotice | None = None
        self._words = TextLines()
        self._button = FlatButton("", ButtonKind.GHOST, compact=True, name="lineage_button", on_click=self._on_clicked, parent=self)
        self.dress()

    def dress(self) -> None:
        """Take lengths."""
        theme = self.theme
        self._line = theme.line_height("body")
        self._sign = theme.icon_size(16)

    def fill(self, block: Block) -> None:
        """Take over what happened."""
        notice = body_of(block, LineageBody).notice
        self._notice = notice
        # UTF-16 units, in which Qt counts.
        bold = len(notice.bold.encode("utf-16-le", "replace")) // 2
        font = self.theme.font("body")
        self._words.set_text(notice.sentence, font, self._line, bold_units=bold, is_mirrored=self.is_mirrored)
        self._button.setVisible(bool(notice.button))
        self._button.setText(notice.button)
        self._button.set_glyph(notice.button_glyph)
        # Several of them in a thread say the same otherwise.
        self._button.setAccessibleDescription(notice.sentence)
        self.setAccessibleName(notice.sentence)

    def height_for(self, width: int) -> int:
        """Return the height of all lines."""
        return self._plan(width).height

    def arrange(self, width: int) -> None:
        """Put the button beside or below the words."""
        if self._notice is not None:
            self._button.setGeometry(self.mirrored(self._plan(width).button))

    def release(self) -> None:
        """Forget the notice."""
        super().release()
        self._notice = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, the sign and the words."""
        notice = self._notice
        if notice is None:
            return
        theme, plan = self.theme, self._plan(self.width())
        painter = QPainter(self)
        box = QRectF(self.rect())
        paint_box(painter, box, theme.color("bg_panel"), theme.color("line_strong"), _RADIUS, width=outline_width(theme))
        middle = plan.words.top() + self._line // 2
        sign = self.mirrored(QRect(PAD, middle - self._sign // 2, self._sign, self._sign))
        painter.drawPixmap(sign.topLeft(), glyph_pixmap(notice.glyph, theme.color("text_secondary"), self._sign))
        self._words.paint(painter, self.mirrored(plan.words), theme.color("text_primary"))
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _plan(self, width: int) -> DividerPlan:
        notice = self._notice
        if notice is None:
            return NOTHING
        start = PAD + self._sign + _GAP
        button = self._button.sizeHint() if notice.button else None
        percent = self.theme.text_percent
        return plan_divider(self._words, button, start=start, width=width, gap=_GAP, text_percent=percent)

    def _on_clicked(self) -> None:
        if self._notice is not None:
            self.context.actions.open_notice(self._notice.message_id)
