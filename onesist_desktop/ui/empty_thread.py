# SPDX-License-Identifier: MIT
"""What stands in place of a transcript while a thread has no message."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.choice_card import ChoiceCard
from onesist_desktop.ui.widgets.column import CentredColumn, ScrollingPage
from onesist_desktop.ui.widgets.labels import PlainLabel


class EmptyThread(QWidget):
    """A question and three ways to start.

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
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(8)
        column.addStretch(2)
        self._question = PlainLabel(wraps=True, font=theme.font("display"), name="empty_question")
        column.addWidget(self._question)
        help_text = self.tr("Works in the project folder: your files are changed directly.")
        column.addWidget(PlainLabel(help_text, tone="secondary", wraps=True))
        column.addSpacing(16)
        small = theme.font("caption")
        explain = self.tr("Explain this project to me")
        wrong = self.tr("Something does not work: ")
        column.addWidget(
            ChoiceCard(
                "search",
                explain,
                self.tr("Reads only. Nothing is changed."),
                name="suggest_explain",
                small=small,
                on_click=lambda: self.suggested.emit(explain),
            )
        )
        column.addWidget(
            ChoiceCard(
                "bug",
                self.tr("Find out why something does not work"),
                self.tr("Describe what you see."),
                name="suggest_wrong",
                small=small,
                on_click=lambda: self.suggested.emit(wrong),
            )
        )
        self.practice = ChoiceCard(
            "student",
            self.tr("Show me around with the practice agent"),
            self.tr("Two minutes, no account."),
            name="suggest_practice",
            small=small,
            on_click=self.practice_wanted.emit,
        )
        column.addWidget(self.practice)
        column.addStretch(3)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ScrollingPage(CentredColumn(content, theme.size("column_max")), keeps_bar=True))
        self.show_project("")

    def show_project(self, title: str) -> None:
        """Ask about this project."""
        self._question.setText(fill(self.tr("What should happen in %1?"), title) if title else self.tr("What should happen?"))
