# SPDX-License-Identifier: MIT
"""What an opened step shows: the last lines of an output, a change, or thinking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from onesist_desktop.core.ids import MessageId
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.block_paint import TEXT_INSET, PaintedBlock, body_of, paint_box, paint_line, text_width
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.block_widget import TextMark
from onesist_desktop.ui.transcript.blocks import Block, OutputBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.output_text import OutputText
from onesist_desktop.ui.transcript.plain_output import plain_output
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.grounds import paint_ring

_RADIUS = 6
_PAD = 8
_BAR = 12
_FOOT = 32


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things stand at a width, from the top."""

    text_top: int
    text_height: int
    bar_height: int
    foot_top: int
    count_height: int
    height: int


class OutputBlock(PaintedBlock):
    """Lines below an opened step, in one frame with it. Long output is several of them, of which only the last has the footer.

    It never scrolls up and down by itself: the transcript does. Long lines are reached by a bar or a sideways wheel.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("step_output")
        self._body: OutputBody | None = None
        self._count = ""
        self._output = OutputText(context.theme, parent=self)
        self._output.setObjectName("output_text")
        # Pressing and dragging is the transcript's: a selection may begin here and end in another message.
        self._output.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._output.focus_changed.connect(self.update)
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._bar.setCursor(Qt.CursorShape.ArrowCursor)
        self._bar.hide()
        inner = self._output.horizontalScrollBar()
        self._bar.valueChanged.connect(inner.setValue)
        inner.valueChanged.connect(self._bar.setValue)
        # It learns of its range late, above all while it is hidden; this bar knows where it has to be.
        inner.rangeChanged.connect(lambda: inner.setValue(self._bar.value()))
        self._bar.setSingleStep(20)
        actions = context.actions
        self._open_all = self._button(self.tr("Open all"), "open_all", actions.open_all)
        self._copy = self._button(self.tr("Copy"), "copy_output", actions.copy_output, "copy")
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.dress()

    def dress(self) -> None:
        """Take fonts and colours."""
        self._font = self.theme.font("caption")
        self._metrics = QFontMetrics(self._font)
        self._output.dress()

    def fill(self, block: Block) -> None:
        """Take over the lines. Where the same output goes on, what is scrolled and selected stays."""
        body, before = body_of(block, OutputBody), self._body
        if before is None or (before.message_id, before.part, before.tone) != (body.message_id, body.part, body.tone):
            self._forget()
        self._body = body
        scrolled = self._bar.value()
        self._output.show_text(plain_output(body.text), body.tone)
        self._bar.setValue(scrolled)
        names = {"diff": self.tr("Changed lines"), "text": self.tr("Text")}
        name = names.get(body.tone, self.tr("Output"))
        self._output.setAccessibleName(name)
        self.setAccessibleName(name)
        self._count = self._count_text(body)
        self._open_all.setVisible(body.is_last and not body.is_whole)
        self._copy.setVisible(body.is_last)

    def height_for(self, width: int) -> int:
        """Return the height of lines, bar and footer."""
        return self._plan(width).height if self._body is not None else 0

    def arrange(self, width: int) -> None:
        """Put text, bar and buttons in their places."""
        if self._body is None:
            return
        plan = self._plan(width)
        inner = width - 2 * TEXT_INSET
        self._output.setGeometry(TEXT_INSET, plan.text_top, inner, plan.text_height)
        self._bar.setRange(0, max(0, self._output.text_width() - inner))
        self._bar.setPageStep(inner)
        self._bar.setVisible(plan.bar_height > 0)
        self._bar.setGeometry(TEXT_INSET, plan.text_top + plan.text_height, inner, plan.bar_height)
        right = width - 4
        for button in (self._copy, self._open_all):
            if button.isHidden():
                continue
            hint = button.sizeHint()
            top = plan.foot_top + plan.count_height + (plan.height - plan.foot_top - plan.count_height - hint.height()) // 2
            box = QRect(right - hint.width(), top, hint.width(), hint.height())
            button.setGeometry(self.mirrored(box))
            right = box.left() - _PAD

    def release(self) -> None:
        """Forget the output."""
        super().release()
        self._body = None
        self._forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sunken ground and the footer's words."""
        body = self._body
        if body is None:
            return
        theme, plan = self.theme, self._plan(self.width())
        painter = QPainter(self)
        box = QRectF(self.rect())
        colors = theme.color("bg_sunken"), theme.color("line")
        paint_box(painter, box, *colors, _RADIUS, has_top=body.is_alone, has_bottom=body.is_last)
        line_height = theme.line_height("code")
        for index, color in self._output.grounds():
            painter.fillRect(QRectF(1, plan.text_top + index * line_height, box.width() - 2, line_height), color)
        if body.is_last:
            painter.fillRect(QRectF(1, plan.foot_top, box.width() - 2, 1), theme.color("line"))
            height = plan.count_height or plan.height - plan.foot_top
            painter.setFont(self._font)
            line = QRect(TEXT_INSET, plan.foot_top, self.width() - 2 * TEXT_INSET, height)
            paint_line(painter, line, self._count, theme.color("text_secondary"), is_mirrored=self.is_mirrored)
        if self._output.hasFocus():
            around = QRectF(self._output.geometry()).adjusted(-6, -4, 6, 4).intersected(box.adjusted(2, 0, -2, 0))
            paint_ring(painter, around, theme.color("focus"), 4)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move long lines sideways; anything else moves the transcript."""
        across = event.pixelDelta().x() or event.angleDelta().x() // 2
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not across:
            across = event.angleDelta().y() // 2
        if across and self._bar.maximum() > 0 and abs(across) >= abs(event.angleDelta().y()) // 4:
            self._bar.setValue(self._bar.value() - across)
            event.accept()
        else:
            event.ignore()

    # -- text ---------------------------------------------------------------------------------------------------------------

    @property
    def has_text(self) -> bool:
        """It has text that can be selected."""
        return True

    def text(self) -> str:
        """Return the lines that are shown."""
        return self._output.shown

    def position_at(self, point: QPoint) -> int:
        """Return the place in the text nearest to a point."""
        return self._output.place_at(self._output.viewport().mapFrom(self, point))

    def rect_of(self, position: int) -> QRect:
        """Return where a place of the text stands."""
        box = self._output.rect_at(position)
        return QRect(self._output.viewport().mapTo(self, box.topLeft()), box.size())

    def select(self, start: int, end: int) -> None:
        """Show letters as selected."""
        self._output.show_selected(start, end)

    def mark(self, marks: Sequence[TextMark]) -> None:
        """Show letters as found. The one that was gone to is moved into sight where its line is a long one."""
        self._output.show_found(marks)
        for mark in marks:
            if mark.is_current:
                box = self._output.rect_at(mark.start)
                if not 0 <= box.x() <= self._output.viewport().width() - 2 * TEXT_INSET:
                    self._bar.setValue(self._bar.value() + box.x() - self._output.viewport().width() // 2)

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _plan(self, width: int) -> _Plan:
        body = self._body
        if body is None:
            return _Plan(0, 0, 0, 0, 0, 0)
        inner = width - 2 * TEXT_INSET
        top = _PAD if body.is_first else 0
        text_height = self._output.text_height(inner)
        bar = _BAR if self._output.text_width() > inner else 0
        foot_top = top + text_height + bar + (_PAD if body.is_last else 0)
        if not body.is_last:
            return _Plan(top, text_height, bar, foot_top, 0, foot_top)
        shown = [button for button in (self._open_all, self._copy) if not button.isHidden()]
        buttons = sum(button.sizeHint().width() + _PAD for button in shown)
        foot = max(_FOOT, *(button.sizeHint().height() + 8 for button in shown)) if shown else _FOOT
        line = self.theme.line_height("caption") + 8
        has_own_line = self._count and text_width(self._metrics, self._count) + buttons > inner
        count = line if has_own_line else 0
        return _Plan(top, text_height, bar, foot_top, count, foot_top + count + foot)

    def _forget(self) -> None:
        self._output.forget()
        self._bar.setValue(0)

    def _count_text(self, body: OutputBody) -> str:
        if not body.is_whole and body.is_alone:
            return fill(self.tr("First %1 of %n line(s)", None, body.total_lines), body.shown_lines)
        if not body.is_whole:
            return fill(self.tr("Last %1 of %n line(s)", None, body.total_lines), body.shown_lines)
        return "" if body.tone == "text" else self.tr("%n line(s)", None, body.total_lines)

    def _button(self, text: str, name: str, action: Callable[[MessageId, int], object], glyph: str = "") -> FlatButton:
        def act() -> None:
            if self._body is not None:
                action(self._body.message_id, self._body.part)

        button = FlatButton(text, ButtonKind.GHOST, glyph=glyph, compact=True, name=name, on_click=act, parent=self)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        return button
