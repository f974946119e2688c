# SPDX-License-Identifier: MIT
"""What an agent waits on, as a card: who asks, what it wants, and the options."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.block_paint import PaintedBlock, TextLines, body_of, flow_boxes, paint_box
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import Block, CardBody
from onesist_desktop.ui.transcript.card_options import Ask, ask_of, is_refusal, is_title_command, offered
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.option_button import OptionButton
from onesist_desktop.ui.transcript.output_text import OutputText
from onesist_desktop.ui.transcript.plain_output import in_short_lines, with_hidden_shown
from onesist_desktop.ui.transcript.step_words import option_text
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_ring
from onesist_desktop.ui.widgets.metrics import outline_width

_RADIUS = 8
_PAD = 16
_FOOT_PAD = 12
_SHOWN_LINES = 12
_MAX_TITLE = 400
# Of what an agent wants, so many letters are put in at once: a dozen lines are seen, and the rest is there before anybody scrolls.
_AT_ONCE = 16_000
_LINES_AT_ONCE = 1_000
_MAX_LINE = 20_000
_SURELY_MORE = 4_000
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things stand at a width. A box without height is not there."""

    head: int
    words: QRect
    code: QRect
    rule: int
    buttons: tuple[QRect, ...]
    height: int


class CardBlock(PaintedBlock):
    """One request of an agent. What allows stands on the left, once before for longer; the refusal stands alone on the right.

    Keys count only while the card or something in it has the focus: 1 to 9 choose, Ctrl+Enter chooses the filled button. Enter
    chooses nothing unless the focus is on that very button. It can be answered once; a body with ``is_asked`` False and then
    True lets it be answered again.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("approval_card")
        self._body: CardBody | None = None
        self._ask = Ask.OTHER
        self._is_open = False
        self._measured: tuple[int, int] | None = None
        self._head, self._words = TextLines(), TextLines()
        self._code = OutputText(context.theme, scrolls=True, parent=self)
        self._code.setObjectName("approval_detail")
        self._code.focus_changed.connect(self._on_focus_changed)
        self._code.hide()
        self._wanted_code = ""
        self._more = QTimer(self)
        self._more.setSingleShot(True)
        self._more.timeout.connect(self._show_more)
        self._buttons: list[OptionButton] = []
        self._shown: list[OptionButton] = []
        self.dress()

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are offered, in the order of their buttons."""
        return tuple(button.option for button in self._shown)

    @property
    def has_focus_within(self) -> bool:
        """Whether the card or something in it has the focus."""
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def take_focus(self) -> None:
        """Get the focus for keys, with none of the options under it, so that Enter chooses nothing."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def dress(self) -> None:
        """Take lengths."""
        self._icon = self.theme.icon_size(20)
        self._wanted_code = ""
        self._code.dress()

    def fill(self, block: Block) -> None:
        """Take over what is asked."""
        body = body_of(block, CardBody)
        self._body = body
        request = body.approval.request
        self._ask = ask_of(request)
        title = self._title(body)
        # Letters that nobody sees, and those that turn the order of others, could make it read differently from what runs.
        wanted, detail = with_hidden_shown(request.title), with_hidden_shown(request.detail)
        if is_title_command(request) or len(wanted) > _MAX_TITLE:
            code, words = "\n\n".join(dict.fromkeys(text for text in (wanted, detail) if text)), ""
        else:
            code, words = detail if detail != wanted else "", wanted
        theme, is_mirrored = self.theme, self.is_mirrored
        self._head.set_text(title, theme.font("body_strong"), theme.line_height("body"), is_mirrored=is_mirrored)
        line = theme.line_height("reading")
        self._words.set_text(words, theme.font("reading"), line, is_mirrored=is_mirrored, is_foreign=True)
        self._show_code(code)
        self._show_options(body)
        self._let_choose(is_open=body.is_asked)
        self.setAccessibleName(f"{title}: {wanted[:_MAX_TITLE]}")
        self.setAccessibleDescription(detail[:_MAX_TITLE] if detail != wanted else "")
        self._on_focus_changed()

    def height_for(self, width: int) -> int:
        """Return the height of head, words and footer."""
        return self._plan(width).height

    def arrange(self, width: int) -> None:
        """Put the code and the buttons in their places."""
        if self._body is None:
            return
        plan = self._plan(width)
        if not plan.code.isEmpty():
            self._code.setGeometry(plan.code.adjusted(12, 8, -4, -8))
        for button, box in zip(self._shown, plan.buttons, strict=True):
            button.setGeometry(self.mirrored(box))

    def release(self) -> None:
        """Forget the request."""
        super().release()
        self._body = None
        self._more.stop()
        self._wanted_code = ""
        self._code.forget()

    # -- events -------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by digit, or the main one by Ctrl+Enter."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        chosen = None
        if event.key() in _ENTER and modifiers == Qt.KeyboardModifier.ControlModifier:
            chosen = self._main()
        elif Qt.Key.Key_1.value <= event.key() <= Qt.Key.Key_9.value and modifiers == Qt.KeyboardModifier.NoModifier:
            index = event.key() - Qt.Key.Key_1.value
            chosen = self._shown[index] if index < len(self._shown) else None
        if chosen is None:
            super().keyPressEvent(event)
            return
        if not event.isAutoRepeat():
            self._choose(chosen.option)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the keys."""
        super().focusInEvent(event)
        self._on_focus_changed()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the keys."""
        super().focusOutEvent(event)
        self._on_focus_changed()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, its head, and the words."""
        if self._body is None:
            return
        theme, plan, outline = self.theme, self._plan(self.width()), outline_width(self.theme)
        is_question = self._ask is Ask.QUESTION
        line = theme.color("line_strong" if is_question else "warning_line")
        painter = QPainter(self)
        box = QRectF(self.rect())
        paint_box(painter, box, theme.color("bg_raised"), line, _RADIUS, width=outline)
        if not is_question:
            head = QRectF(0, 0, box.width(), plan.head)
            paint_box(painter, head, theme.color("warning_bg"), line, _RADIUS, has_bottom=False, width=outline)
        rule = theme.color("line" if is_question else "warning_line")
        painter.fillRect(QRectF(outline, plan.head - 1, box.width() - 2 * outline, 1), rule)
        sign, tone = ("question", "accent_text") if is_question else ("hand", "warning_text")
        line_height = theme.line_height("body")
        top = (plan.head - self._head.height(self._head_width(self.width()))) // 2
        place = self.mirrored(QRect(_PAD, top + (line_height - self._icon) // 2, self._icon, self._icon))
        painter.drawPixmap(place.topLeft(), glyph_pixmap(sign, theme.color(tone), self._icon))
        words = QRect(_PAD + self._icon + 8, top, self._head_width(self.width()), plan.head)
        self._head.paint(painter, self.mirrored(words), theme.color("text_primary"))
        self._words.paint(painter, self.mirrored(plan.words), theme.color("text_primary"))
        if not plan.code.isEmpty():
            paint_box(painter, QRectF(plan.code), theme.color("bg_sunken"), theme.color("line"), 6)
            if self._code.hasFocus():
                paint_ring(painter, QRectF(plan.code), theme.color("focus"), 6)
        painter.fillRect(QRectF(outline, plan.rule, box.width() - 2 * outline, 1), theme.color("line"))
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), _RADIUS)
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _title(self, body: CardBody) -> str:
        who = self.context.title(body.provider_id) if body.provider_id else self.tr("The agent")
        match self._ask:
            case Ask.COMMAND:
                return fill(self.tr("%1 asks to run a command"), who)
            case Ask.FILES:
                return fill(self.tr("%1 asks to change files"), who)
            case _:
                return fill(self.tr("%1 asks you"), who)

    def _show_code(self, text: str) -> None:
        self._code.setVisible(bool(text))
        tone = "text" if self._ask is Ask.QUESTION else "command"
        text = in_short_lines(text, _MAX_LINE)
        if text != self._wanted_code or tone != self._code.tone:
            self._wanted_code = text
            self._code.forget()
            self._more.stop()
            self._measured = None
            self._show_until(_next_end(text, 0), tone)
        self._code.setAccessibleName(self.tr("What it wants to do"))

    def _show_more(self) -> None:
        self._show_until(_next_end(self._wanted_code, len(self._code.shown)), self._code.tone)

    def _show_until(self, end: int, tone: str) -> None:
        self._code.show_text(self._wanted_code[:end], tone)
        if end < len(self._wanted_code):
            self._more.start()

    def _show_options(self, body: CardBody) -> None:
        options = offered(body.approval.request.options)
        while len(self._buttons) < len(options):
            button = OptionButton(self.theme, self)
            button.clicked.connect(lambda _checked=False, made=button: self._choose(made.option))
            button.focus_changed.connect(self._on_focus_changed)
            self._buttons.append(button)
        self._shown = self._buttons[: len(options)]
        for index, (button, option) in enumerate(zip(self._shown, options, strict=True)):
            button.show_option(option, self._label(option), str(index + 1) if index < 9 else "", 10_000)
            button.show()
        for button in self._buttons[len(options) :]:
            button.hide()

    def _label(self, option: str) -> str:
        if self._ask is Ask.QUESTION and is_refusal(option):
            return self.tr("Don't answer")
        return option_text(option)

    def _plan(self, width: int) -> _Plan:
        theme = self.theme
        inner = width - 2 * _PAD
        head = max(theme.row_height(40), self._head.height(self._head_width(width)) + 20)
        y = head + _PAD
        words = QRect(_PAD, y, inner, self._words.height(inner))
        y += words.height() + 8 if words.height() else 0
        code = QRect(_PAD, y, inner, 0)
        if not self._code.isHidden():
            code.setHeight(self._code_height(inner - 24) + 16)
            y += code.height() + 8
        rule = y - 8 + _PAD
        buttons, height = self._place_buttons(QRect(_PAD, rule + 1 + _FOOT_PAD - 1, inner, 0))
        return _Plan(head, words, code, rule, tuple(buttons), rule + height + 2 * _FOOT_PAD)

    def _code_height(self, width: int) -> int:
        """Return the height of the code, which scrolls from a dozen lines on; then its bar takes some of the width."""
        if self._measured is not None and self._measured[0] == width:
            return self._measured[1]
        most = _SHOWN_LINES * self.theme.line_height("code")
        # So many letters are more than a dozen lines in any card: they needn't be laid out twice to know that.
        height = self._code.text_height(width) if len(self._wanted_code) <= _SURELY_MORE else most + 1
        if height > most:
            height = self._code.text_height(width - 8)
        self._measured = (width, min(height, most))
        return self._measured[1]

    def _place_buttons(self, area: QRect) -> tuple[list[QRect], int]:
        for button in self._shown:
            button.set_most(area.width())
        widths = [button.sizeHint().width() for button in self._shown]
        if sum(widths) + 8 * (len(widths) - 1) <= area.width():
            refusals = sum(is_refusal(button.option) for button in self._shown)
            return flow_boxes(self._shown, area, pushed=refusals)
        # What has no room beside each other stands below each other, each whole.
        boxes, y = [], area.top()
        for button in self._shown:
            hint = button.sizeHint()
            boxes.append(QRect(area.left(), y, hint.width(), hint.height()))
            y += hint.height() + 8
        return boxes, max(0, y - 8 - area.top())

    def _head_width(self, width: int) -> int:
        return width - 2 * _PAD - self._icon - 8

    def _main(self) -> OptionButton | None:
        return next((button for button in self._shown if not is_refusal(button.option)), None)

    def _on_focus_changed(self) -> None:
        """Show keys and the filled button in the card that has the focus, and only there."""
        has_focus = self._is_open and self.has_focus_within
        main = self._main()
        for button in self._shown:
            is_main = has_focus and button is main
            button.set_hint(has_focus)
            button.set_filled(is_main)
            keys = QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_Return)
            button.setToolTip(keys.toString(QKeySequence.SequenceFormat.NativeText) if is_main else "")
        self.update()

    def _choose(self, option: str) -> None:
        body = self._body
        if body is None or not self._is_open:
            return
        # One answer per card: a second click must not reach the agent before the card goes.
        self._let_choose(is_open=False)
        self.context.actions.decide(body.approval.request.request_id, option)

    def _let_choose(self, *, is_open: bool) -> None:
        if not is_open and self.has_focus_within:
            # A button that is turned off hands the focus to whatever comes next, which may be an option of another card.
            self.take_focus()
        self._is_open = is_open
        for button in self._shown:
            button.setEnabled(is_open)
        self._on_focus_changed()


def _next_end(text: str, start: int) -> int:
    """Return up to where a text is shown in the next step."""
    end = min(len(text), start + _AT_ONCE)
    lines = text.count("\n", start, end)
    return end if lines <= _LINES_AT_ONCE else start + (end - start) * _LINES_AT_ONCE // lines
