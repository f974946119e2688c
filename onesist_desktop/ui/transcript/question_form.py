# SPDX-License-Identifier: MIT
"""One question of an agent: its words, what can be chosen, and a field for something else."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from onesist_desktop.core.turn_events import AskedQuestion
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.card_drafts import QuestionDraft
from onesist_desktop.ui.transcript.card_word import CardField
from onesist_desktop.ui.transcript.plain_output import with_hidden_shown
from onesist_desktop.ui.transcript.question_choice import QuestionChoice
from onesist_desktop.ui.widgets.labels import BreakingLabel

_MAX_TEXT = 4_000


class QuestionForm(QWidget):
    """Shows a question and keeps what is chosen in its draft.

    Signals:
        changed(): Something else is chosen or written.
        focus_changed(): Something in it got or lost the focus.
        submitted(): Enter was pressed in the field.
        left(): Escape was pressed in the field.
    """

    changed = Signal()
    focus_changed = Signal()
    submitted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, question: AskedQuestion, draft: QuestionDraft) -> None:
        super().__init__()
        self._question = question
        self._draft = draft
        self.choices: list[QuestionChoice] = []
        self.field: CardField | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        text, header = with_hidden_shown(question.text[:_MAX_TEXT]), with_hidden_shown(question.header[:_MAX_TEXT])
        if header and header != text:
            head = BreakingLabel(header, tone="secondary", name="question_header")
            head.setFont(theme.font("caption"))
            column.addWidget(head)
        words = BreakingLabel(text, name="question_text")
        words.setFont(theme.font("reading"))
        column.addWidget(words)
        column.addSpacing(4)
        self.setAccessibleName(text)
        self._group = QButtonGroup(self)
        self._group.setExclusive(not question.is_multiple)
        for ordinal, choice in enumerate(question.choices):
            row = QuestionChoice(theme, f"choice_{ordinal}", is_multiple=question.is_multiple)
            row.show_words(with_hidden_shown(choice.label[:_MAX_TEXT]), with_hidden_shown(choice.description[:_MAX_TEXT]))
            self._add(column, row)
        field = self._add_field(theme, column) if question.takes_text or not question.choices else None
        self._show_draft()
        # Once all is as it was: showing a draft is no change of it.
        for row in self.choices:
            row.changed.connect(self._on_changed)
        if field is not None:
            field.textEdited.connect(lambda _text: self._on_changed())

    @property
    def answer(self) -> tuple[str, ...]:
        """What is chosen, in the order of the choices, and what is written instead; empty for nothing yet."""
        question, draft = self._question, self._draft
        chosen = [choice.label for ordinal, choice in enumerate(question.choices) if ordinal in draft.chosen]
        own = [draft.text.strip()] if draft.takes_own and draft.text.strip() else []
        return (*chosen, *own)

    def show_digits(self, *, shown: bool) -> None:
        """Show which keys choose, or don't."""
        for place, row in enumerate(self.choices):
            row.show_digit(str(place + 1) if place < 9 else "", shown=shown and place < 9)

    def choose(self, place: int) -> bool:
        """Choose by place. Return whether there is such a choice."""
        if place < len(self.choices):
            self.choices[place].choose()
            return True
        return False

    def _add(self, column: QVBoxLayout, row: QuestionChoice) -> None:
        self.choices.append(row)
        self._group.addButton(row.box)
        row.entered.connect(self.focus_changed)
        column.addWidget(row)

    def _add_field(self, theme: Theme, column: QVBoxLayout) -> CardField:
        label = self.tr("Something else…") if self._question.choices else self.tr("Your answer")
        field = self.field = CardField("own_answer", label, self)
        field.setMinimumHeight(theme.row_height(32))
        field.submitted.connect(self.submitted)
        field.left.connect(self.left)
        if self._question.choices:
            row = QuestionChoice(theme, "choice_own", is_multiple=self._question.is_multiple, field=field)
            row.box.setAccessibleName(label)
            self._add(column, row)
        else:
            field.focus_changed.connect(self.focus_changed)
            column.addWidget(field)
        return field

    def _show_draft(self) -> None:
        draft = self._draft
        if self.field is not None:
            self.field.setText(draft.text)
        for ordinal, row in enumerate(self.choices):
            is_own = row.field is not None
            row.box.setChecked(draft.takes_own if is_own else ordinal in draft.chosen)

    def _on_changed(self) -> None:
        draft = self._draft
        draft.text = self.field.text() if self.field is not None else ""
        draft.chosen = {ordinal for ordinal, row in enumerate(self.choices) if row.field is None and row.box.isChecked()}
        own = next((row for row in self.choices if row.field is not None), None)
        draft.takes_own = own.box.isChecked() if own is not None else self.field is not None
        self.changed.emit()
