# SPDX-License-Identifier: MIT
"""What stands in the place of messages that were not read yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel

_PATIENCE_MS = 250


class PageNote(QWidget):
    """One quiet line: that messages are being read, or that they could not be read, with *Try again*.

    Signals:
        again_wanted(first_row: int, last_row: int): The person wants these rows to be asked for again.
    """

    again_wanted = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = (0, -1)
        self.setObjectName("page_note")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self._text = PlainLabel(tone="secondary", font=theme.font("caption"), name="page_note_text")
        self._again = FlatButton(
            self.tr("Try again"), ButtonKind.SECONDARY, glyph="again", compact=True, name="read_again", on_click=self._on_again
        )
        line.addStretch(1)
        line.addWidget(self._text)
        line.addWidget(self._again)
        line.addStretch(1)
        self.hide()

    def show_reading(self) -> None:
        """Say that messages are being read."""
        self._text.setText(self.tr("Reading…"))
        self._again.hide()

    def show_failed(self, first_row: int, last_row: int) -> None:
        """Say that messages could not be read."""
        self._rows = first_row, last_row
        self._text.setText(self.tr("These messages could not be read. They are kept."))
        self._again.show()

    def refresh(self, theme: Theme) -> None:
        """Follow another text size."""
        self._text.setFont(theme.font("caption"))

    def _on_again(self) -> None:
        self.again_wanted.emit(*self._rows)


@dataclass(frozen=True, slots=True)
class UnreadRun:
    """Rows in view that were not read: from ``first_row`` to ``last_row``, between two heights of the viewport."""

    first_row: int
    last_row: int
    top: int
    bottom: int
    is_failed: bool = False


class PageNotes(QObject):
    """Puts a note into the middle of each stretch that was not read. That it is being read is said after a moment only.

    Signals:
        again_wanted(first_row: int, last_row: int): See :class:`PageNote`.
    """

    again_wanted = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parent = parent
        self._notes: list[PageNote] = []
        self._runs: Sequence[UnreadRun] = ()
        self._left = self._width = 0
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_PATIENCE_MS)
        self._wait.timeout.connect(self._place)
        self._waited = False

    def show_runs(self, runs: Sequence[UnreadRun], left: int, width: int) -> None:
        """Say of each stretch what is to be said, in a column at ``left``."""
        self._runs, self._left, self._width = runs, left, width
        if all(run.is_failed for run in runs):
            self._wait.stop()
            self._waited = False
        elif not self._wait.isActive() and not self._waited:
            self._wait.start()
        self._place()

    def refresh(self) -> None:
        """Follow another text size."""
        for note in self._notes:
            note.refresh(self._theme)

    def _place(self) -> None:
        if self.sender() is self._wait:
            self._waited = True
        runs = [run for run in self._runs if run.is_failed or self._waited]
        while len(self._notes) < len(runs):
            note = PageNote(self._theme, self._parent)
            note.again_wanted.connect(self.again_wanted)
            self._notes.append(note)
        for note, run in zip(self._notes, runs, strict=False):
            if run.is_failed:
                note.show_failed(run.first_row, run.last_row)
            else:
                note.show_reading()
            height = note.sizeHint().height()
            note.setGeometry(self._left, max(run.top, (run.top + run.bottom - height) // 2), self._width, height)
            note.show()
        for note in self._notes[len(runs) :]:
            note.hide()
