# SPDX-License-Identifier: MIT
"""What an agent wants to know, as one card: all its questions, with what can be chosen or written."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLayout, QVBoxLayout, QWidget

from onesist_desktop.core.turn_events import ANSWER
from onesist_desktop.ui.transcript.block_paint import body_of, paint_box
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import Block, CardBody
from onesist_desktop.ui.transcript.card_block import WAITING_MS
from onesist_desktop.ui.transcript.card_keys import digit_of, has_focus_within, is_enter, run_while
from onesist_desktop.ui.transcript.card_options import refusal_of
from onesist_desktop.ui.transcript.card_word import CardField
from onesist_desktop.ui.transcript.card_words import asks_text, waiting_text
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.question_form import QuestionForm
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_ring
from onesist_desktop.ui.widgets.labels import OneLineLabel, PlainLabel
from onesist_desktop.ui.widgets.metrics import outline_width, restyle

_RADIUS = 8
_PAD = 16


class QuestionBlock(BlockWidget):
    """Questions are answered together: *Answer* is on once each has an answer. What was begun is kept in ``context.drafts``.

    Keys count while the card or something in it has the focus: 1 to 9 choose where there is one question, Ctrl+Enter answers.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("question_card")
        self._body: CardBody | None = None
        self._forms: list[QuestionForm] = []
        self._is_open = False
        column = QVBoxLayout(self)
        column.setSpacing(0)
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(_PAD, 4, _PAD, 4)
        head.setSpacing(8)
        self._sign = QLabel()
        self._title = OneLineLabel(name="question_title")
        self._waiting = PlainLabel(tone="secondary", name="question_waiting")
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        head.addWidget(self._waiting)
        self._inside = QWidget()
        self._list = QVBoxLayout(self._inside)
        self._list.setContentsMargins(_PAD, 14, _PAD, 14)
        self._list.setSpacing(16)
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(_PAD, 12, _PAD, 12)
        self._buttons = FlowRow(push_last=True)
        self._answer = FlatButton(self.tr("Answer"), name="answer", on_click=self._on_answer)
        self._refuse = FlatButton(self.tr("Don't answer"), name="refuse_question", on_click=self._on_refuse)
        self._buttons.add(self._answer, self._refuse)
        foot.addWidget(self._buttons)
        for part in (self._head, self._inside, self._foot):
            column.addWidget(part)
        for button in (self._answer, self._refuse):
            button.installEventFilter(self)
        self._clock = QTimer(self)
        self._clock.setInterval(WAITING_MS)
        self._clock.timeout.connect(self._show_waiting)
        self._dress()

    @property
    def has_focus_within(self) -> bool:
        """Whether the card or something in it has the focus."""
        return has_focus_within(self)

    def take_focus(self) -> None:
        """Get the focus for keys, with nothing under it that Enter would choose."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_block(self, block: Block) -> None:
        """Show the questions. Those that are shown already keep their fields and their focus."""
        if block == self.block:
            return
        body, before = body_of(block, CardBody), self._body
        self.block, self._body = block, body
        request = body.approval.request
        self._title.setText(asks_text(request, self.context.title(body.provider_id) if body.provider_id else self.tr("The agent")))
        if before is None or before.approval.request != request:
            self._make_forms(body)
        self._refuse.setVisible(refusal_of(request.options) is not None)
        self._let_answer(is_open=body.is_asked)
        self._show_waiting()
        texts = " ".join(question.text for question in request.questions)
        self.setAccessibleName(f"{self._title.text()}: {texts[:400]}")

    def height_for(self, width: int) -> int:
        """Return the height of all questions."""
        layout = self.layout()
        if layout is None:
            return 0
        # Qt tells a layout by an event, and so too late, that one inside it has changed.
        for inner in self.findChildren(QLayout):
            inner.invalidate()
        layout.activate()
        return layout.totalHeightForWidth(width)

    def release(self) -> None:
        """Forget the questions."""
        super().release()
        self._body = None
        self._clock.stop()
        self._drop_forms()

    def refresh(self) -> None:
        """Take colours and fonts again."""
        self._body = None
        self._drop_forms()
        self._dress()
        super().refresh()

    # -- events -------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by digit where there is one question, answer by Ctrl+Enter."""
        if is_enter(event, Qt.KeyboardModifier.ControlModifier):
            if not event.isAutoRepeat():
                self._on_answer()
            return
        place = digit_of(event)
        may_choose = self._is_open and len(self._forms) == 1 and not event.isAutoRepeat()
        if place is not None and may_choose and self._forms[0].choose(place):
            return
        super().keyPressEvent(event)

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell when a button gets or loses the focus."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self._on_focus_changed()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box and its lines."""
        theme, outline, painter = self.context.theme, outline_width(self.context.theme), QPainter(self)
        box = QRectF(self.rect())
        paint_box(painter, box, theme.color("bg_raised"), theme.color("line_strong"), _RADIUS, width=outline)
        for y in (self._head.geometry().bottom(), self._foot.geometry().top()):
            painter.fillRect(QRectF(outline, y, box.width() - 2 * outline, 1), theme.color("line"))
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), _RADIUS)
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _dress(self) -> None:
        theme, layout = self.context.theme, self.layout()
        outline = outline_width(theme)
        if layout is not None:
            layout.setContentsMargins(outline, outline, outline, outline)
        self._title.setFont(theme.font("body_strong"))
        self._waiting.setFont(theme.font("caption"))
        self._head.setMinimumHeight(theme.row_height(40))
        self._sign.setPixmap(glyph_pixmap("question", theme.color("accent_text"), theme.icon_size(20)))

    def _make_forms(self, body: CardBody) -> None:
        self._drop_forms()
        request = body.approval.request
        draft = self.context.drafts.of(request.request_id)
        for ordinal, question in enumerate(request.questions):
            form = QuestionForm(self.context.theme, question, draft.question(ordinal))
            form.changed.connect(self._show_state)
            form.focus_changed.connect(self._on_focus_changed)
            form.submitted.connect(self._on_answer)
            form.left.connect(self.take_focus)
            self._forms.append(form)
            self._list.addWidget(form)
            form.show()

    def _drop_forms(self) -> None:
        for form in self._forms:
            self._list.removeWidget(form)
            form.hide()
            form.setParent(None)
            form.deleteLater()
        self._forms = []

    def _show_state(self) -> None:
        is_whole = bool(self._forms) and all(form.answer for form in self._forms)
        why = self.tr("Answer each question first.") if len(self._forms) > 1 else self.tr("Choose or write an answer first.")
        self._answer.set_available(self._is_open and is_whole, why)
        self._on_focus_changed()

    def _show_waiting(self) -> None:
        body = self._body
        text = waiting_text(body.approval.asked_at, self.context.now()) if body is not None and self._is_open else ""
        self._waiting.setText(text)
        # Large text needs the room for who asks; a reader of the screen still hears it.
        self._waiting.setVisible(bool(text) and not self.context.theme.is_large)
        self.setAccessibleDescription(text)
        run_while(self._clock, is_wanted=bool(text) and self.isVisible())

    def _let_answer(self, *, is_open: bool) -> None:
        if not is_open and self.has_focus_within:
            self.take_focus()
        self._is_open = is_open
        self._inside.setEnabled(is_open)
        self._refuse.setEnabled(is_open)
        self._show_state()

    def _on_focus_changed(self) -> None:
        """Show keys and the filled button in the card that has the focus, and only there."""
        has_focus = self._is_open and self.has_focus_within
        focused = QApplication.focusWidget()
        is_writing = isinstance(focused, CardField)
        for form in self._forms:
            form.show_digits(shown=has_focus and len(self._forms) == 1 and not is_writing)
        kind = ButtonKind.PRIMARY if has_focus and self._answer.isEnabled() else ButtonKind.SECONDARY
        restyle(self._answer, "kind", kind.value)
        if self._answer.isEnabled():
            keys = QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_Return)
            self._answer.setToolTip(keys.toString(QKeySequence.SequenceFormat.NativeText))
        self.update()

    def _on_answer(self) -> None:
        answers = tuple(form.answer for form in self._forms)
        if self._body is not None and self._is_open and answers and all(answers):
            request_id = self._body.approval.request.request_id
            self._let_answer(is_open=False)
            self.context.actions.decide(request_id, ANSWER, "", answers)

    def _on_refuse(self) -> None:
        body = self._body
        refusal = refusal_of(body.approval.request.options) if body is not None else None
        if body is not None and self._is_open and refusal is not None:
            self._let_answer(is_open=False)
            self.context.actions.decide(body.approval.request.request_id, refusal)
