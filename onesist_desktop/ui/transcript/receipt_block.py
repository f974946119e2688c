# SPDX-License-Identifier: MIT
"""What somebody was told, as a divider: both marks, the fact in bold, the counts, one button."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.block_paint import PaintedBlock, TextLines, body_of, paint_box
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import Block, ReceiptBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.divider_plan import NOTHING, PAD, DividerPlan, plan_divider
from onesist_desktop.ui.transcript.notices import Receipt
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.metrics import outline_width

_RADIUS = 8
_GAP = 12


class ReceiptBlock(PaintedBlock):
    """A receipt. Where words and button don't fit beside each other, the button goes below."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("receipt")
        self._receipt: Receipt | None = None
        self._words = TextLines()
        self._button = FlatButton(
            self.tr("What it was told"),
            ButtonKind.GHOST,
            glyph="receipt",
            compact=True,
            name="what_it_was_told",
            on_click=self._on_clicked,
            parent=self,
        )
        self.dress()

    def dress(self) -> None:
        """Take lengths."""
        theme = self.theme
        self._line = theme.line_height("body")
        self._mark, self._arrow = theme.icon_size(12), theme.icon_size(12)

    def fill(self, block: Block) -> None:
        """Take over what happened."""
        receipt = body_of(block, ReceiptBody).receipt
        self._receipt = receipt
        # UTF-16 units, in which Qt counts.
        bold = len(receipt.fact.encode("utf-16-le", "replace")) // 2
        font = self.theme.font("body")
        self._words.set_text(receipt.sentence, font, self._line, bold_units=bold, is_mirrored=self.is_mirrored)
        self._button.setVisible(receipt.handoff_id is not None)
        self._button.setAccessibleName(fill(self.tr("What %1 was told"), self.context.title(receipt.provider_id)))
        self.setAccessibleName(receipt.sentence)

    def height_for(self, width: int) -> int:
        """Return the height of all lines."""
        return self._plan(width).height

    def arrange(self, width: int) -> None:
        """Put the button beside or below the words."""
        if self._receipt is not None:
            self._button.setGeometry(self.mirrored(self._plan(width).button))

    def release(self) -> None:
        """Forget the receipt."""
        super().release()
        self._receipt = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, the marks and the words."""
        receipt = self._receipt
        if receipt is None:
            return
        theme, plan = self.theme, self._plan(self.width())
        painter = QPainter(self)
        box = QRectF(self.rect())
        paint_box(painter, box, theme.color("bg_panel"), theme.color("line_strong"), _RADIUS, width=outline_width(theme))
        middle = plan.words.top() + self._line // 2
        x = PAD
        if self._has_both(receipt):
            self._paint_mark(painter, receipt.previous_provider_id, x, middle)
            x += self._mark + _GAP
            arrow = self.mirrored(QRect(x, middle - self._arrow // 2, self._arrow, self._arrow))
            name = "arrow-left" if self.is_mirrored else "arrow_right"
            painter.drawPixmap(arrow.topLeft(), glyph_pixmap(name, theme.color("text_tertiary"), self._arrow))
            x += self._arrow + _GAP
        self._paint_mark(painter, receipt.provider_id, x, middle)
        self._words.paint(painter, self.mirrored(plan.words), theme.color("text_primary"))
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _plan(self, width: int) -> DividerPlan:
        receipt = self._receipt
        if receipt is None:
            return NOTHING
        start = PAD + (2 * (self._mark + _GAP) if self._has_both(receipt) else 0)
        start += self._mark + _GAP if receipt.provider_id is not None else 0
        button = self._button.sizeHint() if receipt.handoff_id is not None else None
        percent = self.theme.text_percent
        return plan_divider(self._words, button, start=start, width=width, gap=_GAP, text_percent=percent)

    def _has_both(self, receipt: Receipt) -> bool:
        return receipt.previous_provider_id is not None and receipt.previous_provider_id != receipt.provider_id

    def _paint_mark(self, painter: QPainter, provider_id: ProviderId | None, x: int, middle: int) -> None:
        if provider_id is not None:
            box = self.mirrored(QRect(x, middle - self._mark // 2, self._mark, self._mark))
            self.context.book.paint(painter, QRectF(box), provider_id, "bg_panel")

    def _on_clicked(self) -> None:
        if self._receipt is not None and self._receipt.handoff_id is not None:
            self.context.actions.what_was_told(self._receipt.handoff_id)
