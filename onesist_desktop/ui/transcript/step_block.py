# SPDX-License-Identifier: MIT
"""A command, tool call, file change, plan or thinking as one row that opens what it has to show."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QToolTip, QWidget

from onesist_desktop.ui.transcript.block_paint import PaintedBlock, body_of, elided, paint_box, paint_line, text_width
from onesist_desktop.ui.transcript.blocks import Block, StepBody
from onesist_desktop.ui.transcript.card_keys import is_enter
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_ring
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.tips import plain_tip

_RADIUS = 6
_GAP = 8
_CARET_X, _CARET = 9, 12
_END = 12
_COUNTS = re.compile(r"(\+\d+) (−\d+)")
_TONES = {"success": "success_text", "danger": "danger_text", "warning": "warning_text"}
_SIGNS = {"success": "check_circle", "danger": "x_circle", "warning": "hand"}


class StepBlock(PaintedBlock):
    """One step. Its height never depends on its state; what it opens is a block of its own below it.

    The row is a real button with a name such as "npm test, failed · exit code 1" and "Opened" or "Closed" as its description.
    Without anything to open it takes neither focus nor hover. It isn't off then: text that is off is too pale to be read.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("step")
        self._body: StepBody | None = None
        self._head = _StepHead(self)
        self._head.clicked.connect(self._on_clicked)

    def fill(self, block: Block) -> None:
        """Take over what the row says."""
        body = body_of(block, StepBody)
        self._body = body
        self._head.show_body(body)
        step = body.step
        self._head.setAccessibleName(", ".join(text for text in (step.label, step.what, step.result) if text))
        state = self.tr("Opened") if body.is_opened else self.tr("Closed")
        self._head.setAccessibleDescription(state if body.has_output else "")

    def height_for(self, width: int) -> int:
        """Return the height of a row."""
        del width
        return self.theme.row_height(32)

    def dress(self) -> None:
        """Take fonts and colours."""
        self._head.dress()

    def arrange(self, width: int) -> None:
        """Let the button fill the row."""
        self._head.setGeometry(0, 0, width, self.height_for(width))
        self._head.place_spinner()

    def release(self) -> None:
        """Forget the step; nothing spins in the pool."""
        super().release()
        self._body = None
        self._head.forget()

    def _on_clicked(self) -> None:
        if self._body is not None and self._body.has_output:
            self.context.actions.toggle_step(self._body.message_id, self._body.part)


class _StepHead(QPushButton):
    """The row itself: a button for mouse, keys and screen readers that paints itself."""

    def __init__(self, block: StepBlock) -> None:
        super().__init__(block)
        self._theme = block.context.theme
        self._body: StepBody | None = None
        self._what = ""
        self._is_cut = False
        self.setObjectName("step_head")
        self.setAutoDefault(False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._spinner = Spinner(theme=self._theme, parent=self)
        self._spinner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._spinner.hide()
        self.dress()

    def dress(self) -> None:
        """Take fonts and colours."""
        theme = self._theme
        self._fonts = {name: theme.font(name) for name in ("body", "code", "caption")}
        self._metrics = {name: QFontMetrics(font) for name, font in self._fonts.items()}
        self._icon = theme.icon_size(16)
        self._caret = theme.icon_size(_CARET)

    def show_body(self, body: StepBody) -> None:
        """Show a step."""
        self._body = body
        self._what = " ".join(body.step.what.split())
        self._spinner.setVisible(body.step.is_running)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if body.has_output else Qt.FocusPolicy.NoFocus)
        self.update()

    def forget(self) -> None:
        """Show nothing."""
        self._body = None
        self._spinner.hide()
        self.setDown(False)

    def place_spinner(self) -> None:
        """Put the spinner at the end of the row, after the words that say what it means."""
        side = self._spinner.width()
        box = QRect(self.width() - _END - side, (self.height() - side) // 2, side, side)
        self._spinner.move(self._mirrored(box).topLeft())

    def sizeHint(self) -> QSize:
        """Be as high as a row."""
        return QSize(120, self._theme.row_height(32))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open and close by Enter as by Space."""
        if is_enter(event) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Show the whole of what is cut off, under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self._what) if self._is_cut else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the row."""
        body = self._body
        if body is None:
            return
        painter = QPainter(self)
        self._paint_ground(painter, body)
        start = self._paint_signs(painter, body)
        end = self._paint_result(painter, body)
        self._paint_words(painter, body, start, end)
        painter.end()

    def _paint_ground(self, painter: QPainter, body: StepBody) -> None:
        theme, box = self._theme, QRectF(self.rect())
        is_open = body.is_opened and body.has_output
        paint_box(painter, box, theme.color("bg_canvas"), theme.color("line"), _RADIUS, has_bottom=not is_open)
        if is_open:
            painter.fillRect(QRectF(1, box.height() - 1, box.width() - 2, 1), theme.color("line"))
        if body.has_output and (self.isDown() or self.underMouse()):
            name = "bg_pressed" if self.isDown() else "bg_hover"
            fill_rounded(painter, box.adjusted(1, 1, -1, -1), theme.color(name), _RADIUS - 1)
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), _RADIUS)

    def _paint_signs(self, painter: QPainter, body: StepBody) -> int:
        """Paint caret and icon; return where words begin."""
        if body.has_output:
            closed = "caret-left" if self._is_mirrored else "caret_right"
            name = "caret_down" if body.is_opened else closed
            self._paint_pixmap(painter, name, "text_secondary", _CARET_X, self._caret)
        x = _CARET_X + self._caret + _GAP
        self._paint_pixmap(painter, body.step.glyph, "text_secondary", x, self._icon)
        return x + self._icon + _GAP

    def _paint_result(self, painter: QPainter, body: StepBody) -> int:
        """Paint what came of it, from the end; return where it begins."""
        end = self.width() - _END
        if body.step.is_running:
            end -= self._spinner.width() + _GAP
        if not body.step.result:
            return end
        metrics = self._metrics["caption"]
        painter.setFont(self._fonts["caption"])
        counts = _COUNTS.fullmatch(body.step.result)
        words = (
            [(counts.group(1), "diff_add_text"), (counts.group(2), "diff_del_text")]
            if counts
            else [(body.step.result, _TONES.get(body.step.tone, "text_secondary"))]
        )
        for whole, tone in reversed(words):
            text = elided(whole, metrics, self.width() // 2)
            wide = text_width(metrics, text)
            box = self._mirrored(QRect(end - wide, 0, wide, self.height()))
            is_code = counts is not None
            paint_line(painter, box, text, self._theme.color(tone), is_mirrored=self._is_mirrored, is_code=is_code)
            end -= wide + _GAP
        if (sign := _SIGNS.get(body.step.tone)) is not None:
            end += _GAP - 4
            self._paint_pixmap(painter, sign, words[0][1], end - self._icon, self._icon)
            end -= self._icon + _GAP
        return end

    def _paint_words(self, painter: QPainter, body: StepBody, start: int, end: int) -> None:
        step = body.step
        if step.label:
            metrics = self._metrics["body"]
            painter.setFont(self._fonts["body"])
            label = elided(step.label, metrics, end - start)
            wide = text_width(metrics, label)
            self._paint_text(painter, QRect(start, 0, wide, self.height()), label, "text_secondary")
            start += wide + _GAP
        kind = "code" if step.is_code else "body"
        # A path says most at both of its ends, a command at its beginning.
        mode = Qt.TextElideMode.ElideMiddle if step.is_code and step.label else Qt.TextElideMode.ElideRight
        what = elided(self._what, self._metrics[kind], end - start, mode)
        self._is_cut = what != self._what
        painter.setFont(self._fonts[kind])
        if end > start:
            painter.setClipRect(self._mirrored(QRect(start, 0, end - start, self.height())))
            box = self._mirrored(QRect(start, 0, end - start, self.height()))
            color = self._theme.color("text_primary")
            paint_line(painter, box, what, color, is_mirrored=self._is_mirrored, is_code=step.is_code)

    def _paint_text(self, painter: QPainter, box: QRect, text: str, tone: str) -> None:
        paint_line(painter, self._mirrored(box), text, self._theme.color(tone), is_mirrored=self._is_mirrored)

    def _paint_pixmap(self, painter: QPainter, name: str, tone: str, x: int, side: int) -> None:
        box = QRect(x, (self.height() - side) // 2, side, side)
        painter.drawPixmap(self._mirrored(box).topLeft(), glyph_pixmap(name, self._theme.color(tone), side))

    @property
    def _is_mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def _mirrored(self, box: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), box)
