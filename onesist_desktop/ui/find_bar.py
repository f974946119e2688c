# SPDX-License-Identifier: MIT
"""Finding in the shown thread: a field, how many there are, and going from one to the next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.fields import SearchField
from onesist_desktop.ui.widgets.labels import PlainLabel

_DELAY_MS = 200


class FindBar(QFrame):
    """Hidden until it is opened; Esc closes it.

    Signals:
        sought(text: str): Another text is sought; empty for none.
        step_wanted(by: int): Go to the next place (1) or to the one before (-1).
        closed(): The person has found it, or given up.
    """

    sought = Signal(str)
    step_wanted = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find_bar")
        self.setProperty("surface", "header")
        line = QHBoxLayout(self)
        line.setContentsMargins(32, 4, 16, 4)
        line.setSpacing(8)
        self.field = SearchField(self.tr("Find in this thread"), name="find_field")
        self.field.setMaximumWidth(round(360 * theme.text_percent / 100))
        self.field.installEventFilter(self)
        self._count = PlainLabel(tone="secondary", name="find_count")
        line.addWidget(self.field, 1)
        line.addWidget(self._count)
        line.addStretch(1)
        self._previous = IconButton("caret-up", self.tr("Previous (Shift+F3)"), name="find_previous")
        self._next = IconButton("caret-down", self.tr("Next (F3)"), name="find_next")
        close = IconButton("x", self.tr("Close (Esc)"), name="find_close", on_click=self.close_bar)
        self._previous.clicked.connect(lambda _=False: self.step_wanted.emit(-1))
        self._next.clicked.connect(lambda _=False: self.step_wanted.emit(1))
        for button in (self._previous, self._next, close):
            line.addWidget(button)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(_DELAY_MS)
        self._delay.timeout.connect(lambda: self.sought.emit(self.field.text()))
        self.field.textChanged.connect(lambda _: self._delay.start())
        self.show_count(None, 0)
        self.hide()

    def open_bar(self, text: str = "") -> None:
        """Open it, with a text if one is given, ready to be typed over."""
        self.show()
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._delay.start()

    def close_bar(self) -> None:
        """Close it and mark nothing any more."""
        if self.isHidden():
            return
        self._delay.stop()
        self.hide()
        self.sought.emit("")
        self.closed.emit()

    def show_count(self, current: int | None, count: int, *, is_cut: bool = False, is_searching: bool = False) -> None:
        """Say which of how many places is shown, counted from 1; None for none yet."""
        if is_searching:
            text = self.tr("Searching…")
        elif not self.field.text().strip():
            text = ""
        elif not count:
            text = self.tr("Not found")
        elif is_cut:
            text = fill(self.tr("%1 of more than %2"), current or 0, count)
        else:
            text = fill(self.tr("%1 of %2"), current or 0, count)
        self._count.setText(text)
        for button in (self._previous, self._next):
            button.setEnabled(count > 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter, Shift+Enter and Esc from the field."""
        if watched is not self.field or not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self._delay.isActive():
                # What was typed comes first; going on from the old places would go to the wrong one.
                self._delay.stop()
                self.sought.emit(self.field.text())
            else:
                self.step_wanted.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
            return True
        return False
