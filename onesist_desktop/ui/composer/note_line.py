# SPDX-License-Identifier: MIT
"""What the composer says above the text: why a message was not sent, what it waits for, what became of a long text."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel


class NoteLine(QWidget):
    """Hidden while there is nothing to say.

    Signals:
        as_text_wanted(key: int): The long text that was attached shall be text of the message after all.
    """

    as_text_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._long_text: int | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(15, 8, 8, 0)
        column.setSpacing(4)
        error = QHBoxLayout()
        error.setSpacing(8)
        self._sign = QLabel()
        self._error = PlainLabel(tone="danger", wraps=True, name="composer_error")
        error.addWidget(self._sign)
        error.addWidget(self._error, 1)
        note = QHBoxLayout()
        note.setSpacing(8)
        self._note = PlainLabel(tone="secondary", wraps=True, name="composer_note")
        self._as_text = FlatButton(
            self.tr("Paste as text"), ButtonKind.GHOST, compact=True, name="paste_as_text", on_click=self._on_as_text
        )
        note.addWidget(self._note, 1)
        note.addWidget(self._as_text)
        column.addLayout(error)
        column.addLayout(note)
        self.render_again()
        self.show_error("")
        self.clear_note()

    @property
    def error(self) -> str:
        """What went wrong; empty for nothing."""
        return self._error.text()

    @property
    def note(self) -> str:
        """What else is said; empty for nothing."""
        return self._note.text()

    @property
    def long_text(self) -> int | None:
        """The attachment for which it is offered to become text."""
        return self._long_text

    def show_error(self, text: str) -> None:
        """Say what went wrong; empty for nothing."""
        self._error.setText(text)
        self._error.setVisible(bool(text))
        self._sign.setVisible(bool(text))
        self._fit()

    def add_error(self, text: str) -> None:
        """Say what else went wrong."""
        lines = [line for line in self.error.split("\n") if line and line != text]
        self.show_error("\n".join([*lines, text][-3:]))

    def show_waiting(self, files: int) -> None:
        """Say that the message is sent once so many files are copied."""
        self._show_note(self.tr("Sent as soon as %n file(s) are copied. Esc keeps it here.", None, files), None)

    def show_long_text(self, key: int, name: str, *, can_be_text: bool) -> None:
        """Say that a long text was attached as a file."""
        self._show_note(fill(self.tr("The long text was attached as “%1”."), name), key if can_be_text else None)
        self._long_text = key

    def clear_note(self) -> None:
        """Say nothing but what went wrong."""
        self._show_note("", None)

    def render_again(self) -> None:
        """Follow a changed theme."""
        self._sign.setPixmap(glyph_pixmap("x_circle", self._theme.color("danger_text"), self._theme.icon_size()))

    def _show_note(self, text: str, long_text: int | None) -> None:
        self._long_text = long_text
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._as_text.setVisible(long_text is not None)
        self._fit()

    def _fit(self) -> None:
        self.setVisible(bool(self.error or self.note))

    def _on_as_text(self) -> None:
        if self._long_text is not None:
            self.as_text_wanted.emit(self._long_text)
