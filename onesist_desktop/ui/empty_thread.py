# SPDX-License-Identifier: MIT
"""What stands in place of a transcript while a thread has no message: a question above the composer, ways to start below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.choice_card import ChoiceCard
from onesist_desktop.ui.widgets.column import CentredColumn, ScrollingPage
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel

_EDGE = 32
_GAP = 8


class _Choices(QWidget):
    """Never lower than its cards: the style sheet tells them to be content with nothing, and a page would squeeze them."""

    def event(self, event: QEvent) -> bool:
        """Measure the cards when their text may have another size."""
        if event.type() in {QEvent.Type.Show, QEvent.Type.LayoutRequest, QEvent.Type.StyleChange, QEvent.Type.FontChange}:
            cards = [card for card in self.findChildren(ChoiceCard) if not card.isHidden()]
            self.setMinimumHeight(sum(card.sizeHint().height() + _GAP for card in cards))
        return super().event(event)


class EmptyThread(QWidget):
    """The question. ``choices`` are put below the composer by whoever lays both out.

    Signals:
        suggested(text: str): Put this text into the composer.
        practice_wanted(): Let the practice assistant show around.
    """

    suggested = Signal(str)
    practice_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty_thread")
        content = QWidget()
        column = QVBoxLayout(content)
        # The same edges as the composer's.
        column.setContentsMargins(_EDGE, 16, _EDGE, 16)
        column.setSpacing(8)
        column.addStretch(1)
        self._question = StepLabel(theme, step="display", wraps=True, name="empty_question")
        column.addWidget(self._question)
        column.addWidget(
            PlainLabel(self.tr("Works in the project folder: your files are changed directly."), tone="secondary", wraps=True)
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ScrollingPage(CentredColumn(content, theme.size("column_max"))))
        self.choices = self._make_choices(theme)
        self.show_project("")

    def show_project(self, title: str) -> None:
        """Ask about this project."""
        self._question.setText(fill(self.tr("What should happen in %1?"), title) if title else self.tr("What should happen?"))

    def _make_choices(self, theme: Theme) -> QWidget:
        content = _Choices()
        column = QVBoxLayout(content)
        column.setContentsMargins(_EDGE, 0, _EDGE, 0)
        column.setSpacing(_GAP)
        explain = self.tr("Explain this project to me")
        wrong = self.tr("Something does not work: ")
        column.addWidget(
            ChoiceCard(
                "magnifying-glass",
                explain,
                self.tr("Reads only. Nothing is changed."),
                name="suggest_explain",
                small=theme.font("caption"),
                on_click=lambda: self.suggested.emit(explain),
            )
        )
        column.addWidget(
            ChoiceCard(
                "bug",
                self.tr("Find out why something does not work"),
                self.tr("Describe what you see; a picture helps."),
                name="suggest_wrong",
                small=theme.font("caption"),
                on_click=lambda: self.suggested.emit(wrong),
            )
        )
        self.practice = ChoiceCard(
            "student",
            self.tr("Show me around with the practice agent"),
            self.tr("Two minutes, no account."),
            name="suggest_practice",
            small=theme.font("caption"),
            on_click=self.practice_wanted.emit,
        )
        column.addWidget(self.practice)
        column.addStretch(1)
        page = ScrollingPage(CentredColumn(content, theme.size("column_max")))
        page.setObjectName("choices")
        return page
