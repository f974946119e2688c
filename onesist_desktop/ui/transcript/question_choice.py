# SPDX-License-Identifier: MIT
"""One row of a question: a radio or a box, what it says, and below it what it means. Its words wrap, unlike those of the kit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.card_word import CardField
from onesist_desktop.ui.widgets.choices import CheckBox, RadioButton
from onesist_desktop.ui.widgets.labels import BreakingLabel, PlainLabel

_TARGET = 24


class QuestionChoice(QWidget):
    """A choice, or the field for something else.

    Signals:
        changed(): It is on or off now, or other words are written.
        entered(): Something in it got or lost the focus.
    """

    changed = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, name: str, *, is_multiple: bool, field: CardField | None = None) -> None:
        super().__init__()
        self._theme = theme
        self.field = field
        self.setObjectName(name)
        self.box: QAbstractButton = (CheckBox if is_multiple else RadioButton)(theme, name=f"{name}_box")
        self.box.toggled.connect(lambda _on: self.changed.emit())
        self.box.installEventFilter(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(6)
        # Beside words they stand at the first line, beside the field in its middle.
        place = Qt.AlignmentFlag.AlignTop if field is None else Qt.AlignmentFlag.AlignVCenter
        line.addWidget(self.box, 0, place)
        words = QVBoxLayout()
        words.setSpacing(0)
        self._label = BreakingLabel(name="choice_label")
        self._about = BreakingLabel(tone="secondary", name="choice_about")
        if field is None:
            words.addSpacing(max(0, (_TARGET - theme.line_height("body")) // 2))
            words.addWidget(self._label)
            words.addWidget(self._about)
        else:
            words.addWidget(field)
            field.textEdited.connect(self._on_written)
            field.focus_changed.connect(self.entered)
        line.addLayout(words, 1)
        self.digit = PlainLabel(tone="secondary", font=theme.font("caption"), name="choice_digit")
        policy = self.digit.sizePolicy()
        # It keeps its room, so that nothing moves when the digit appears.
        policy.setRetainSizeWhenHidden(True)
        policy.setHorizontalPolicy(QSizePolicy.Policy.Fixed)
        self.digit.setSizePolicy(policy)
        if field is None:
            first_line = max(_TARGET, theme.line_height("body"))
            self.digit.setContentsMargins(0, max(0, (first_line - theme.line_height("caption")) // 2), 0, 0)
        line.addWidget(self.digit, 0, place)

    def show_words(self, label: str, about: str) -> None:
        """Say what it is, and what that means."""
        self._label.setFont(self._theme.font("body"))
        self._label.setText(label)
        self._about.setFont(self._theme.font("caption"))
        self._about.setText(about)
        self._about.setVisible(bool(about))
        self.box.setAccessibleName(label)
        self.box.setAccessibleDescription(about)

    def show_digit(self, digit: str, *, shown: bool) -> None:
        """Say which key chooses it."""
        self.digit.setText(digit)
        self.digit.setVisible(shown)

    def choose(self) -> None:
        """Choose it as a click does: a box changes, a radio is on. The field of something else gets the focus."""
        if self.field is not None:
            self.box.setChecked(True)
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.box.click()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take clicks on the words as well."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()) and self.isEnabled():
            self.choose()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the press, so that the release comes here."""
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell when the box gets or loses the focus."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.entered.emit()
        return False

    def _on_written(self, text: str) -> None:
        # Who writes means it.
        if text.strip():
            self.box.setChecked(True)
        self.changed.emit()
