# SPDX-License-Identifier: MIT
"""What an agent wants to do, inside its card: a command, a change of files, or a plan. Long ones are closed at first."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QWidget

from onesist_desktop.core.ids import MessageId
from onesist_desktop.ui.transcript.block_paint import TEXT_INSET, paint_box
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, OutputBody, ProseBody
from onesist_desktop.ui.transcript.context import BlockActions, TranscriptContext
from onesist_desktop.ui.transcript.output_block import OutputBlock
from onesist_desktop.ui.transcript.output_text import OutputText
from onesist_desktop.ui.transcript.prose_block import ProseBlock
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.grounds import paint_ring

PLAN = "plan"
DIFF = "diff"
_SHOWN_LINES = 12
_SHOWN_PLAN = 14
_SHOWN_DIFF = 16
# Of what an agent wants, so many letters are put in at once: a dozen lines are seen, and the rest is there before anybody scrolls.
_AT_ONCE = 16_000
_LINES_AT_ONCE = 1_000
_SURELY_MORE = 4_000
# What is longer than this is scrolled through in its place: laid out whole it would hold up the window.
_MOST_OPENED = 60_000
_MOST_OPENED_LINES = 2_000
_GAP = 4


class CardDetail(QWidget):
    """Text in a sunken box, a coloured change, or a plan as Markdown. All of it can be reached, however long it is.

    Signals:
        height_changed(): It was opened whole and wants another height now.
        whole_wanted(): The person wants to see all of it.
        focus_changed(): Something in it got or lost the focus.
    """

    height_changed = Signal()
    whole_wanted = Signal()
    focus_changed = Signal()

    def __init__(self, context: TranscriptContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._text = self._tone = ""
        self._is_whole = False
        self._measured: tuple[int, int] | None = None
        self.code = OutputText(context.theme, scrolls=True, parent=self)
        self.code.setObjectName("approval_detail")
        self.code.focus_changed.connect(self._on_focus_changed)
        self._plan_frame = QWidget(self)
        self._plan: ProseBlock | None = None
        self._diff: OutputBlock | None = None
        self._open_all = FlatButton(
            self.tr("Open all"), ButtonKind.GHOST, compact=True, name="open_detail", on_click=self.whole_wanted.emit, parent=self
        )
        self._more = QTimer(self)
        self._more.setSingleShot(True)
        self._more.timeout.connect(self._show_more)
        self.forget()

    @property
    def text(self) -> str:
        """What is shown, or will be once it is all put in."""
        return self._text

    @property
    def tone(self) -> str:
        """How it is to be read, see :meth:`show_detail`."""
        return self._tone

    def show_detail(self, text: str, tone: str, *, is_whole: bool) -> None:
        """Show a text; an empty one takes no room.

        Args:
            text: What would run or be changed.
            tone: ``command``, ``text``, ``diff`` or ``plan``.
            is_whole: Whether all of it is wanted.
        """
        self.setVisible(bool(text))
        if (text, tone, is_whole) == (self._text, self._tone, self._is_whole):
            return
        is_same = (text, tone) == (self._text, self._tone)
        self._text, self._tone, self._is_whole = text, tone, is_whole
        self._measured = None
        is_plan, is_diff = bool(text) and tone == PLAN and len(text) <= _MOST_OPENED, bool(text) and tone == DIFF
        self._plan_frame.setVisible(is_plan)
        self.code.setVisible(bool(text) and not is_plan and not is_diff)
        if is_plan:
            self._show_plan(text)
        elif is_diff:
            self._show_diff(text)
        elif not is_same:
            self.code.forget()
            self._more.stop()
            self._show_until(_next_end(text, 0))
        if self._diff is not None:
            self._diff.setVisible(is_diff)
        self.code.setAccessibleName(self.tr("What it wants to do"))
        self._arrange()

    def height_for(self, width: int) -> int:
        """Return the height at a width; 0 for nothing."""
        if not self._text:
            return 0
        if self._tone == DIFF and self._diff is not None:
            return self._diff.height_for(width)
        shown, is_cut = self._shown_height(width)
        return shown + self._around + (self._open_all.sizeHint().height() + _GAP if is_cut else 0)

    def dress(self) -> None:
        """Take fonts and colours. What is shown has to be shown again after that."""
        self.code.dress()
        for block in (self._plan, self._diff):
            if block is not None:
                block.refresh()
        self.forget()

    def forget(self) -> None:
        """Show nothing."""
        self._more.stop()
        self._text = self._tone = ""
        self._is_whole = False
        self._measured = None
        self.code.forget()
        for block in (self._plan, self._diff):
            if block is not None:
                block.release()
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts in their places."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sunken box of a command, and its ring."""
        if self.code.isHidden():
            return
        theme, painter = self._context.theme, QPainter(self)
        box = QRectF(0, 0, self.width(), self._shown_height(self.width())[0] + self._around)
        paint_box(painter, box, theme.color("bg_sunken"), theme.color("line"), 6)
        if self.code.hasFocus():
            paint_ring(painter, box, theme.color("focus"), 6)
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    @property
    def _around(self) -> int:
        return 16 if not self.code.isHidden() else 0

    def _arrange(self) -> None:
        width = self.width()
        if not self._text:
            return
        if self._tone == DIFF and self._diff is not None:
            self._diff.setGeometry(0, 0, width, self._diff.height_for(width))
            self._open_all.hide()
            return
        shown, is_cut = self._shown_height(width)
        if not self._plan_frame.isHidden() and self._plan is not None:
            # The text stands at the card's own edge, not further in.
            self._plan_frame.setGeometry(0, 0, width, shown)
            whole = self._plan.height_for(width + 2 * TEXT_INSET)
            self._plan.setGeometry(-TEXT_INSET, 0, width + 2 * TEXT_INSET, whole)
        else:
            self.code.setGeometry(12, 8, width - 16, shown)
        self._open_all.setVisible(is_cut)
        hint = self._open_all.sizeHint()
        box = QRect(0, shown + self._around + _GAP, hint.width(), hint.height())
        self._open_all.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), box))

    def _shown_height(self, width: int) -> tuple[int, bool]:
        """Return how high the text is shown, and whether that is not all of it and all can be opened."""
        theme = self._context.theme
        if not self._plan_frame.isHidden() and self._plan is not None:
            most = _SHOWN_PLAN * theme.line_height("reading")
            whole = self._plan.height_for(width + 2 * TEXT_INSET)
            return (whole, False) if self._is_whole or whole <= most else (most, True)
        most = _SHOWN_LINES * theme.line_height("reading" if self._tone in {"text", PLAN} else "code")
        height = self._code_height(width - 24, most)
        can_open = len(self._text) <= _MOST_OPENED and self._text.count("\n") < _MOST_OPENED_LINES
        if self._is_whole and can_open:
            return height, False
        return min(height, most), height > most and can_open

    def _code_height(self, width: int, most: int) -> int:
        if self._measured is not None and self._measured[0] == width:
            return self._measured[1]
        # So many letters are more than a dozen lines in any card: they needn't be laid out twice to know that.
        is_surely_more = len(self._text) > _SURELY_MORE and not self._is_whole
        height = most + 1 if is_surely_more else self.code.text_height(width)
        if height > most and not self._is_whole:
            # Then its bar takes some of the width.
            height = max(self.code.text_height(width - 8), most + 1)
        self._measured = (width, height)
        return height

    def _show_plan(self, text: str) -> None:
        if self._plan is None:
            self._plan = ProseBlock(self._context, self._plan_frame)
            self._plan.setObjectName("approval_plan")
            self._plan.show()
        self._plan.show_block(Block("plan", BlockKind.PROSE, ProseBody(text)))

    def _show_diff(self, text: str) -> None:
        if self._diff is None:
            actions = BlockActions(open_all=lambda *_: self.whole_wanted.emit(), copy_output=lambda *_: self._copy())
            self._diff = OutputBlock(replace(self._context, actions=actions), self)
        lines = text.rstrip("\n").split("\n")
        most = _MOST_OPENED_LINES if self._is_whole else _SHOWN_DIFF
        shown = "\n".join(lines[:most])[:_MOST_OPENED]
        count = shown.count("\n") + 1
        is_all = count >= len(lines)
        body = OutputBody(MessageId(""), 0, shown, len(lines), count, is_whole=is_all, tone="diff", is_alone=True)
        self._diff.show_block(Block("diff", BlockKind.OUTPUT, body))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)

    def _show_more(self) -> None:
        self._show_until(_next_end(self._text, len(self.code.shown)))
        if self._is_whole:
            self._measured = None
            self.height_changed.emit()

    def _show_until(self, end: int) -> None:
        tone = "text" if self._tone == PLAN else self._tone
        self.code.show_text(self._text[:end], tone)
        if end < len(self._text):
            self._more.start()

    def _on_focus_changed(self) -> None:
        self.update()
        self.focus_changed.emit()


def _next_end(text: str, start: int) -> int:
    """Return up to where a text is shown in the next step."""
    end = min(len(text), start + _AT_ONCE)
    lines = text.count("\n", start, end)
    return end if lines <= _LINES_AT_ONCE else start + (end - start) * _LINES_AT_ONCE // lines
