# SPDX-License-Identifier: MIT
"""A short note: says for a few seconds what was done, with the way to undo it. Never for what needs an answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel

NOTE_MS = 8000
_HEIGHT = 40


class Toast(QFrame):
    """A note of 40 that goes by itself after 8 seconds; not while the pointer or the focus is on it.

    Signals:
        gone(): It is no longer shown, whatever the reason.
    """

    gone = Signal()

    def __init__(self, theme: Theme, close_label: str, *, name: str = "toast", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._on_undo: Callable[[], object] | None = None
        self._is_hovered = False
        self.setObjectName(name)
        self.setProperty("surface", "note")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(8)
        self._sign = QLabel()
        self._text = PlainLabel(wraps=True, name=f"{name}_text")
        self._undo = FlatButton("", ButtonKind.GHOST, compact=True, name=f"{name}_undo", on_click=self._take_back)
        row.addWidget(self._sign)
        row.addWidget(self._text, 1)
        row.addWidget(self._undo)
        close = IconButton("close", close_label, compact=True, name=f"{name}_close", on_click=self.hide)
        row.addWidget(close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(NOTE_MS)
        self._timer.timeout.connect(self.hide)
        for button in (self._undo, close):
            button.installEventFilter(self)
        self._measure()
        theme.changed.connect(self._measure)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def show_note(self, text: str, undo_text: str = "", on_undo: Callable[[], object] | None = None) -> None:
        """Say something instead of what was said before, which can no longer be undone here.

        ``undo_text`` are the words of the button, empty for none; it closes the note, then calls ``on_undo``.
        """
        self._on_undo = on_undo
        self._text.setText(text)
        self._undo.setText(undo_text)
        self._undo.setVisible(bool(undo_text))
        self._undo.setAccessibleDescription(text if undo_text else "")
        self.setAccessibleName(text)
        self.show()
        self._restart()
        announce(self, text)

    def change_text(self, text: str) -> None:
        """Say how it goes on, in the same note: as long as that is said, the note stays. Not announced again."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self._restart()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay under the pointer."""
        super().enterEvent(event)
        self._is_hovered = True
        self._restart()

    def leaveEvent(self, event: QEvent) -> None:
        """Go some time after the pointer left."""
        super().leaveEvent(event)
        self._is_hovered = False
        self._restart()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay while one of its buttons has the focus."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self._restart(has_focus=event.type() is QEvent.Type.FocusIn)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            return
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop counting. Hidden with its window it is only out of sight, and counts again with it."""
        super().hideEvent(event)
        self._timer.stop()
        if not event.spontaneous():
            self._is_hovered = False
            self.gone.emit()

    def _restart(self, *, has_focus: bool | None = None) -> None:
        if has_focus is None:
            focused = QApplication.focusWidget()
            has_focus = focused is not None and self.isAncestorOf(focused)
        if self._is_hovered or has_focus or not self.isVisible():
            self._timer.stop()
        else:
            self._timer.start()

    def _take_back(self) -> None:
        undo = self._on_undo
        self._on_undo = None
        self.hide()
        if undo is not None:
            undo()

    def _measure(self) -> None:
        self.setMinimumHeight(max(_HEIGHT, self._theme.line_height("body") + 16))
        self._sign.setPixmap(glyph_pixmap("info", self._theme.color("accent_text"), self._theme.icon_size(16)))
