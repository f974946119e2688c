# SPDX-License-Identifier: MIT
"""A failed run as a card: what happened, what is safe, what to do."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.block_paint import PaintedBlock, TextLines, body_of, flow_boxes, paint_box
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import Block, ErrorBody
from onesist_desktop.ui.transcript.card_keys import run_while
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.notices import ErrorWords, limit_text
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.metrics import outline_width

_RADIUS = 8
_PAD = 16
_GAP = 12
_FOOT_PAD = 12
_SHOWN_DETAIL = 400
_LIMIT_MS = 30_000
"""How often it is looked whether a limit is over, or a day nearer."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things stand at a width. ``texts`` are the boxes of what happened, what is safe and to do, and the details."""

    texts: tuple[QRect, QRect, QRect]
    rule: int
    buttons: tuple[QRect, ...]
    height: int


class ErrorBlock(PaintedBlock):
    """What happened in bold, below it what is safe and what to do, then the program's own words. Buttons in the footer."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("error_card")
        self._body: ErrorBody | None = None
        self._what, self._more, self._detail = TextLines(), TextLines(), TextLines()
        self._set_up = FlatButton("", glyph="wrench", name="set_up", on_click=self._on_set_up, parent=self)
        self._mode = FlatButton(self.tr("What it may do…"), glyph="hand", name="choose_mode", on_click=self._on_mode, parent=self)
        self._again = FlatButton(self.tr("Send again"), glyph="again", name="send_again", on_click=self._on_again, parent=self)
        self._continue = FlatButton("", glyph="swap", name="continue_with", on_click=self._on_continue, parent=self)
        self._proposed: ProviderId | None = None
        self._clock = QTimer(self)
        self._clock.setInterval(_LIMIT_MS)
        self._clock.timeout.connect(self._on_clock)
        self._copy = FlatButton(
            self.tr("Copy details"), ButtonKind.GHOST, glyph="copy", name="copy_details", on_click=self._on_copy, parent=self
        )
        self.dress()

    def dress(self) -> None:
        """Take lengths."""
        self._icon = self.theme.icon_size(20)

    def fill(self, block: Block) -> None:
        """Take over what happened."""
        body = body_of(block, ErrorBody)
        self._body = body
        words, theme, is_mirrored = body.words, self.theme, self.is_mirrored
        more = self._more_text(words)
        # The first lines are enough here; all of it goes over *Copy details*.
        detail = words.detail[:_SHOWN_DETAIL] + ("…" if len(words.detail) > _SHOWN_DETAIL else "")
        body_line = theme.line_height("body")
        self._what.set_text(words.what, theme.font("body_strong"), body_line, is_mirrored=is_mirrored)
        self._more.set_text(more, theme.font("body"), body_line, is_mirrored=is_mirrored)
        caption, line = theme.font("caption"), theme.line_height("caption")
        self._detail.set_text(detail, caption, line, is_mirrored=is_mirrored, is_foreign=True)
        text = (words.set_up or fill(self.tr("Set up %1…"), self.context.title(words.provider_id))).replace("&", "&&")
        if text != self._set_up.text():
            self._set_up.setText(text)
            self._set_up.set_glyph(words.set_up_glyph)
        self._set_up.setVisible(words.needs_set_up and words.provider_id is not None)
        self._mode.setVisible(words.needs_mode and body.can_send_again)
        self._again.setVisible(body.can_send_again)
        self._propose(body)
        self._show_clock()
        self.setAccessibleName(f"{words.what}. {more}".strip())
        self.setAccessibleDescription(detail)

    def height_for(self, width: int) -> int:
        """Return the height of words and footer."""
        return self._plan(width).height

    def arrange(self, width: int) -> None:
        """Put the buttons in the footer."""
        if self._body is not None:
            for button, box in zip(self._shown_buttons(), self._plan(width).buttons, strict=True):
                button.setGeometry(self.mirrored(box))

    def release(self) -> None:
        """Forget the failure."""
        super().release()
        self._body = None
        self._clock.stop()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the clock while it is seen."""
        super().showEvent(event)
        self._show_clock()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._clock.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, the red mark and the words."""
        if self._body is None:
            return
        theme, plan = self.theme, self._plan(self.width())
        painter = QPainter(self)
        outline, box = outline_width(theme), QRectF(self.rect())
        paint_box(painter, box, theme.color("bg_raised"), theme.color("danger_line"), _RADIUS, width=outline)
        what, more, detail = plan.texts
        top = what.top() + (theme.line_height("body") - self._icon) // 2
        sign = self.mirrored(QRect(_PAD, top, self._icon, self._icon))
        painter.drawPixmap(sign.topLeft(), glyph_pixmap("warning-circle-fill", theme.color("danger_text"), self._icon))
        self._what.paint(painter, self.mirrored(what), theme.color("text_primary"))
        self._more.paint(painter, self.mirrored(more), theme.color("text_secondary"))
        self._detail.paint(painter, self.mirrored(detail), theme.color("text_tertiary"))
        painter.fillRect(QRectF(outline, plan.rule, box.width() - 2 * outline, 1), theme.color("line"))
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _plan(self, width: int) -> _Plan:
        start = _PAD + self._icon + _GAP
        inner = width - start - _PAD
        y = _PAD
        boxes = []
        for lines in (self._what, self._more, self._detail):
            height = lines.height(inner)
            boxes.append(QRect(start, y, inner, height))
            y += height + 4 if height else 0
        rule = y - 4 + _PAD
        # Where text is large there is no room to give away for the sake of a straight edge.
        left = _PAD if self.theme.is_large else start
        area = QRect(left, rule + 1 + _FOOT_PAD, width - left - _PAD, 0)
        buttons, height = flow_boxes(self._shown_buttons(), area, pushed=1)
        return _Plan((boxes[0], boxes[1], boxes[2]), rule, tuple(buttons), area.top() + height + _FOOT_PAD)

    def _shown_buttons(self) -> list[FlatButton]:
        return [button for button in (self._set_up, self._mode, self._again, self._continue, self._copy) if not button.isHidden()]

    def _more_text(self, words: ErrorWords) -> str:
        """Return what is safe, when a limit ends, and what to do, in this order."""
        limit = limit_text(words.resets_at, self.context.now()) if words.is_limit else ""
        return " ".join(text for text in (words.safe, limit, words.todo) if text)

    def _propose(self, body: ErrorBody) -> None:
        """Propose who could answer instead, while the message can be sent again."""
        wanted = body.can_send_again and body.words.can_go_on
        self._proposed = self.context.book.stand_in(body.words.provider_id) if wanted else None
        self._continue.setVisible(self._proposed is not None)
        text = fill(self.tr("Continue with %1…"), self.context.title(self._proposed)).replace("&", "&&")
        if self._proposed is not None and text != self._continue.text():
            self._continue.setText(text)

    def _show_clock(self) -> None:
        body = self._body
        counts = body is not None and body.words.is_limit and body.words.resets_at is not None and self.isVisible()
        run_while(self._clock, is_wanted=counts)

    def _on_clock(self) -> None:
        body = self._body
        if body is None:
            return
        more = self._more_text(body.words)
        if more != self._more.text:
            theme = self.theme
            self._more.set_text(more, theme.font("body"), theme.line_height("body"), is_mirrored=self.is_mirrored)
            self.setAccessibleName(f"{body.words.what}. {more}".strip())
            self.arrange(self.width())
            self.update()
            self.height_changed.emit()

    def _on_continue(self) -> None:
        if self._proposed is not None:
            self.context.actions.continue_with(self._proposed)

    def _on_set_up(self) -> None:
        if self._body is not None and self._body.words.provider_id is not None:
            self.context.actions.set_up(self._body.words.provider_id)

    def _on_mode(self) -> None:
        self.context.actions.choose_mode()

    def _on_again(self) -> None:
        self.context.actions.send_again(None)

    def _on_copy(self) -> None:
        if self._body is not None:
            words = self._body.words
            lines = (words.what, self._more_text(words), words.detail)
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))
