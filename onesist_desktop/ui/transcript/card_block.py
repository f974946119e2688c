# SPDX-License-Identifier: MIT
"""What an agent waits on, as a card: who asks, what it wants, where and why, and the options."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHelpEvent, QHideEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QToolTip, QWidget

from onesist_desktop.core.turn_events import ApprovalAsked
from onesist_desktop.ui.transcript.block_paint import PaintedBlock, TextLines, body_of, flow_boxes, paint_box
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import Block, CardBody
from onesist_desktop.ui.transcript.card_detail import DIFF, PLAN, CardDetail
from onesist_desktop.ui.transcript.card_drafts import CardDraft
from onesist_desktop.ui.transcript.card_facts import CardFacts
from onesist_desktop.ui.transcript.card_keys import digit_of, has_focus_within, is_enter, run_while
from onesist_desktop.ui.transcript.card_options import Ask, ask_of, is_refusal, is_title_command, offered, refusal_of
from onesist_desktop.ui.transcript.card_word import CardField
from onesist_desktop.ui.transcript.card_words import asks_text, facts_of, label_text, waiting_text
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.option_button import OptionButton
from onesist_desktop.ui.transcript.plain_output import in_short_lines, with_hidden_shown
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_ring
from onesist_desktop.ui.widgets.metrics import outline_width
from onesist_desktop.ui.widgets.tips import plain_tip

_RADIUS = 8
_PAD = 16
_FOOT_PAD = 12
_MAX_TITLE = 400
_MAX_LINE = 20_000
WAITING_MS = 15_000
"""How often it is looked whether another minute of waiting is over."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things stand at a width. A box without height is not there."""

    head: int
    head_top: int
    waiting: QRect
    words: QRect
    detail: QRect
    facts: QRect
    rule: int
    buttons: tuple[QRect, ...]
    word: tuple[QRect, QRect]
    height: int


class CardBlock(PaintedBlock):
    """One request of an agent. What allows stands on the left, once before for longer; the refusal stands alone on the right.

    Keys count only while the card or something in it has the focus: 1 to 9 choose, Ctrl+Enter chooses the filled button. Enter
    chooses nothing unless the focus is on that very button. It can be answered once; a body with ``is_asked`` False and then
    True lets it be answered again. What the person began in it is kept in ``context.drafts``.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("approval_card")
        self._body: CardBody | None = None
        self._ask = Ask.OTHER
        self._is_open = False
        self._head, self._words, self._waiting = TextLines(), TextLines(), TextLines()
        self._facts = CardFacts(context.theme)
        self._detail = CardDetail(context, self)
        self._detail.whole_wanted.connect(self._on_whole_wanted)
        self._detail.height_changed.connect(self._on_height_changed)
        self._detail.focus_changed.connect(self._on_focus_changed)
        self._buttons: list[OptionButton] = []
        self._shown: list[OptionButton] = []
        self._say_why = FlatButton("", ButtonKind.GHOST, name="say_why", on_click=self._on_say_why, parent=self)
        self._say_why.hide()
        self._field = CardField("refusal_word", self.tr("What should it know, or do instead?"), self)
        self._field.hide()
        self._field.textEdited.connect(self._on_word_edited)
        self._field.submitted.connect(self._on_word)
        self._field.left.connect(self._on_word_left)
        self._field.focus_changed.connect(self._on_focus_changed)
        self._send_word = FlatButton("", name="send_word", on_click=self._on_word, parent=self)
        self._send_word.hide()
        self._clock = QTimer(self)
        self._clock.setInterval(WAITING_MS)
        self._clock.timeout.connect(self._show_waiting)
        self.dress()

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are offered, in the order of their buttons."""
        return tuple(button.option for button in self._shown)

    @property
    def has_focus_within(self) -> bool:
        """Whether the card or something in it has the focus."""
        return has_focus_within(self)

    def take_focus(self) -> None:
        """Get the focus for keys, with none of the options under it, so that Enter chooses nothing."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def dress(self) -> None:
        """Take lengths."""
        self._icon = self.theme.icon_size(20)
        self._detail.dress()

    def fill(self, block: Block) -> None:
        """Take over what is asked."""
        body = body_of(block, CardBody)
        self._body = body
        request = body.approval.request
        self._ask = ask_of(request)
        theme, is_mirrored, draft = self.theme, self.is_mirrored, self._draft
        title = asks_text(request, self.context.title(body.provider_id) if body.provider_id else self.tr("The agent"))
        # Letters that nobody sees, and those that turn the order of others, could make it read differently from what runs.
        wanted, detail = with_hidden_shown(request.title), with_hidden_shown(request.detail)
        words, shown, tone = self._shown_text(request, wanted, detail)
        self._head.set_text(title, theme.font("body_strong"), theme.line_height("body"), is_mirrored=is_mirrored)
        line = theme.line_height("reading")
        self._words.set_text(words, theme.font("reading"), line, is_mirrored=is_mirrored, is_foreign=True)
        self._detail.show_detail(in_short_lines(shown, _MAX_LINE), tone, is_whole=draft.is_whole)
        self._facts.show_facts(facts_of(body.approval, self.context.drafts.root), is_mirrored=is_mirrored)
        self._show_options(body)
        self._show_word(body, draft)
        self._let_choose(is_open=body.is_asked)
        self._show_waiting()
        asked, more = (detail, wanted) if self._ask is Ask.COMMAND and detail else (wanted, detail)
        self.setAccessibleName(f"{title}: {asked[:_MAX_TITLE]}")
        about = [more[:_MAX_TITLE] if more != asked else "", self._facts.sentence]
        self.setAccessibleDescription(". ".join(text for text in about if text))
        self._on_focus_changed()

    def height_for(self, width: int) -> int:
        """Return the height of head, words and footer."""
        return self._plan(width).height

    def arrange(self, width: int) -> None:
        """Put what it wants and the buttons in their places."""
        if self._body is None:
            return
        plan = self._plan(width)
        if not plan.detail.isEmpty():
            self._detail.setGeometry(plan.detail)
        for button, box in zip(self._footer(), plan.buttons, strict=True):
            button.setGeometry(self.mirrored(box))
        for widget, box in zip((self._field, self._send_word), plan.word, strict=True):
            widget.setGeometry(self.mirrored(box))

    def release(self) -> None:
        """Forget the request."""
        super().release()
        self._body = None
        self._clock.stop()
        self._detail.forget()
        self._field.clear()

    # -- events -------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by digit, or the main one by Ctrl+Enter."""
        chosen, index = None, digit_of(event)
        if is_enter(event, Qt.KeyboardModifier.ControlModifier):
            chosen = self._main()
        elif index is not None and index < len(self._shown):
            chosen = self._shown[index]
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

    def showEvent(self, event: QShowEvent) -> None:
        """Count the waiting while it is seen."""
        super().showEvent(event)
        self._show_waiting()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._clock.stop()

    def event(self, event: QEvent) -> bool:
        """Show the whole path of a folder that is named in short, under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip and self._body is not None:
            area = self._plan(self.width()).facts
            QToolTip.showText(event.globalPos(), plain_tip(self._facts.tip_at(event.pos(), area)), self)
            return True
        return super().event(event)

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
        top = plan.head_top
        place = self.mirrored(QRect(_PAD, top + (line_height - self._icon) // 2, self._icon, self._icon))
        painter.drawPixmap(place.topLeft(), glyph_pixmap(sign, theme.color(tone), self._icon))
        words = QRect(_PAD + self._icon + 8, top, self._head_width(self.width()), plan.head)
        self._head.paint(painter, self.mirrored(words), theme.color("text_primary"))
        self._waiting.paint(painter, self.mirrored(plan.waiting), theme.color("text_secondary"))
        self._words.paint(painter, self.mirrored(plan.words), theme.color("text_primary"))
        self._facts.paint(painter, plan.facts, is_mirrored=self.is_mirrored)
        painter.fillRect(QRectF(outline, plan.rule, box.width() - 2 * outline, 1), theme.color("line"))
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), _RADIUS)
        painter.end()

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def _draft(self) -> CardDraft:
        request_id = self._body.approval.request.request_id if self._body is not None else ""
        return self.context.drafts.of(request_id)

    def _shown_text(self, request: ApprovalAsked, wanted: str, detail: str) -> tuple[str, str, str]:
        """Return the sentence, what is set apart below it, and how that is to be read."""
        if self._ask is Ask.PLAN:
            plan = detail or wanted
            # A title that the plan itself begins with is not said twice.
            is_said = wanted.strip() in plan.strip().split("\n", 1)[0] or len(wanted) > _MAX_TITLE
            return "" if is_said else wanted, plan, PLAN
        if request.diff.strip():
            path = detail if detail != wanted and len(detail) <= _MAX_TITLE else ""
            words = "\n".join(dict.fromkeys(text for text in (wanted[:_MAX_TITLE], path) if text))
            return words, with_hidden_shown(request.diff), DIFF
        tone = "text" if self._ask is Ask.QUESTION else "command"
        if is_title_command(request) or len(wanted) > _MAX_TITLE:
            return "", "\n\n".join(dict.fromkeys(text for text in (wanted, detail) if text)), tone
        return wanted, detail if detail != wanted else "", tone

    def _show_options(self, body: CardBody) -> None:
        request = body.approval.request
        options = offered(request.options)
        while len(self._buttons) < len(options):
            button = OptionButton(self.theme, self)
            button.clicked.connect(lambda _checked=False, made=button: self._choose(made.option))
            button.focus_changed.connect(self._on_focus_changed)
            self._buttons.append(button)
        self._shown = self._buttons[: len(options)]
        for index, (button, option) in enumerate(zip(self._shown, options, strict=True)):
            button.show_option(option, label_text(request, option), str(index + 1) if index < 9 else "", 10_000)
            button.show()
        for button in self._buttons[len(options) :]:
            button.hide()

    def _show_word(self, body: CardBody, draft: CardDraft) -> None:
        request = body.approval.request
        takes_word = request.takes_word and refusal_of(request.options) is not None
        is_saying = takes_word and draft.is_saying
        is_plan = self._ask is Ask.PLAN
        self._say_why.setText(self.tr("Don't approve, and say why…") if is_plan else self.tr("Don't allow, and say why…"))
        self._send_word.setText(self.tr("Don't approve, and say this") if is_plan else self.tr("Don't allow, and say this"))
        self._say_why.setVisible(takes_word and not is_saying)
        self._field.setVisible(is_saying)
        self._send_word.setVisible(is_saying)
        if self._field.text() != draft.word:
            self._field.setText(draft.word)
        self._show_word_state()

    def _show_word_state(self) -> None:
        can_send = self._is_open and bool(self._field.text().strip())
        self._send_word.set_available(can_send, self.tr("Write what it should know first."))
        self._field.setEnabled(self._is_open)
        self._say_why.setEnabled(self._is_open)

    def _show_waiting(self) -> None:
        body = self._body
        text = waiting_text(body.approval.asked_at, self.context.now()) if body is not None and self._is_open else ""
        if text != self._waiting.text:
            theme = self.theme
            had = self._waiting.is_empty
            self._waiting.set_text(text, theme.font("caption"), theme.line_height("body"), is_mirrored=self.is_mirrored)
            self.update()
            if had != self._waiting.is_empty:
                self._on_height_changed()
        run_while(self._clock, is_wanted=bool(text) and self.isVisible())

    # -- places -------------------------------------------------------------------------------------------------------------

    def _plan(self, width: int) -> _Plan:
        theme = self.theme
        inner = width - 2 * _PAD
        waiting = self._waiting.natural_width() if not self._waiting.is_empty else 0
        head_width = self._head_width(width)
        head_text = self._head.height(head_width)
        has_room = self._head.natural_width() + waiting + 16 <= head_width
        below = 0 if has_room or not waiting else self._waiting.height(head_width)
        head = max(theme.row_height(40), head_text + below + 20)
        top = (head - head_text - below) // 2
        if has_room:
            waiting_box = QRect(width - _PAD - waiting, top, waiting, head_text)
        else:
            waiting_box = QRect(_PAD + self._icon + 8, top + head_text, head_width, below)
        y = head + _PAD
        words = QRect(_PAD, y, inner, self._words.height(inner))
        y += words.height() + 8 if words.height() else 0
        detail = QRect(_PAD, y, inner, self._detail.height_for(inner))
        y += detail.height() + 8 if detail.height() else 0
        facts = QRect(_PAD, y, inner, self._facts.height(inner))
        y += facts.height() + 8 if facts.height() else 0
        rule = y - 8 + _PAD
        buttons, height = self._place_buttons(QRect(_PAD, rule + _FOOT_PAD, inner, 0))
        bottom = rule + _FOOT_PAD + height
        word, bottom = self._place_word(QRect(_PAD, bottom + 8, inner, 0), bottom)
        return _Plan(head, top, waiting_box, words, detail, facts, rule, tuple(buttons), word, bottom + _FOOT_PAD)

    def _head_width(self, width: int) -> int:
        return width - 2 * _PAD - self._icon - 8

    def _footer(self) -> list[QPushButton]:
        """Return what stands in the footer, in order: what allows, the way to say why not, the refusal."""
        allowing: list[QPushButton] = [button for button in self._shown if not is_refusal(button.option)]
        refusing: list[QPushButton] = [button for button in self._shown if is_refusal(button.option)]
        return [*allowing, *([] if self._say_why.isHidden() else [self._say_why]), *refusing]

    def _place_buttons(self, area: QRect) -> tuple[list[QRect], int]:
        for option in self._shown:
            option.set_most(area.width())
        footer = self._footer()
        widths = [button.sizeHint().width() for button in footer]
        if sum(widths) + 8 * (len(widths) - 1) <= area.width():
            pushed = sum(is_refusal(button.option) for button in self._shown) + (not self._say_why.isHidden())
            return flow_boxes(footer, area, pushed=pushed)
        # What has no room beside each other stands below each other, each whole.
        boxes, y = [], area.top()
        for button in footer:
            hint = button.sizeHint()
            boxes.append(QRect(area.left(), y, min(hint.width(), area.width()), hint.height()))
            y += hint.height() + 8
        return boxes, max(0, y - 8 - area.top())

    def _place_word(self, area: QRect, bottom: int) -> tuple[tuple[QRect, QRect], int]:
        """Return the boxes of the field and of its button, and where they end; ``bottom`` where they are not there."""
        if self._field.isHidden():
            return (QRect(), QRect()), bottom
        hint = self._send_word.sizeHint()
        height = max(self.theme.row_height(32), hint.height())
        if hint.width() <= area.width() // 2:
            field = QRect(area.left(), area.top(), area.width() - hint.width() - 8, height)
            return (field, QRect(field.right() + 9, area.top(), hint.width(), height)), area.top() + height
        field = QRect(area.left(), area.top(), area.width(), height)
        button = QRect(area.left(), field.bottom() + 9, min(hint.width(), area.width()), hint.height())
        return (field, button), button.bottom() + 1

    # -- what the person does -----------------------------------------------------------------------------------------------

    def _main(self) -> OptionButton | None:
        return next((button for button in self._shown if not is_refusal(button.option)), None)

    def _on_focus_changed(self) -> None:
        """Show keys and the filled button in the card that has the focus, and only there."""
        has_focus = self._is_open and self.has_focus_within
        main = self._main()
        for button in self._shown:
            is_main = has_focus and button is main and not self._field.hasFocus()
            button.set_hint(has_focus and not self._field.hasFocus())
            button.set_filled(is_main)
            keys = QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_Return)
            button.setToolTip(keys.toString(QKeySequence.SequenceFormat.NativeText) if is_main else "")
        self.update()

    def _on_height_changed(self) -> None:
        self.arrange(self.width())
        self.height_changed.emit()

    def _on_whole_wanted(self) -> None:
        if self._body is not None:
            self._draft.is_whole = True
            self._detail.show_detail(self._detail.text, self._detail.tone, is_whole=True)
            self._on_height_changed()

    def _on_say_why(self) -> None:
        if self._body is not None and self._is_open:
            self._draft.is_saying = True
            self._show_word(self._body, self._draft)
            self._on_height_changed()
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_word_edited(self, text: str) -> None:
        if self._body is not None:
            self._draft.word = text
            self._show_word_state()

    def _on_word_left(self) -> None:
        if self._body is not None:
            self._draft.is_saying = False
            self.take_focus()
            self._show_word(self._body, self._draft)
            self._on_height_changed()

    def _on_word(self) -> None:
        body, word = self._body, self._field.text().strip()
        refusal = refusal_of(body.approval.request.options) if body is not None else None
        if refusal is not None and word:
            self._choose(refusal, word)

    def _choose(self, option: str, *more: object) -> None:
        body = self._body
        if body is None or not self._is_open:
            return
        # One answer per card: a second click must not reach the agent before the card goes.
        self._let_choose(is_open=False)
        self.context.actions.decide(body.approval.request.request_id, option, *more)

    def _let_choose(self, *, is_open: bool) -> None:
        if not is_open and self.has_focus_within:
            # A button that is turned off hands the focus to whatever comes next, which may be an option of another card.
            self.take_focus()
        self._is_open = is_open
        for button in self._shown:
            button.setEnabled(is_open)
        self._show_word_state()
        self._on_focus_changed()
