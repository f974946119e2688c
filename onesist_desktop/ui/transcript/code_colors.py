# SPDX-License-Identifier: MIT
"""Reads code for its colours in small steps between frames, one text after the other, whoever waits for them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, QTimer
from shiboken6 import isValid

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.highlighter import Highlighter, Spans

_STEP_S = 0.004
# Long enough for the event loop to paint and to take the keyboard in between.
_PAUSE_MS = 8

Taker = Callable[[str, list[Spans]], object]
"""Gets the text and the colours of its lines."""


class CodeColors(QObject):
    """A queue of texts to read. The last one that was asked for comes first: it is what the reader looks at."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._highlighter = Highlighter()
        self._wanted: OrderedDict[QObject, tuple[str, str, Taker]] = OrderedDict()
        self._watched: WeakSet[QObject] = WeakSet()
        self._reading: tuple[QObject, str, Iterator[list[Spans]]] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._step)

    def known(self, text: str, language: str) -> list[Spans] | None:
        """Return the colours of a text that was read before, None for one that wasn't."""
        return self._highlighter.known(text, language)

    def want(self, owner: QObject, text: str, language: str, taker: Taker) -> None:
        """Read a text later. Replaces what the same owner wanted before."""
        self._wanted[owner] = (text, language, taker)
        self._wanted.move_to_end(owner)
        if owner not in self._watched:
            self._watched.add(owner)
            owner.destroyed.connect(self._on_owner_gone)
        if not self._timer.isActive():
            self._timer.start()

    def forget(self, owner: QObject) -> None:
        """Read nothing more for an owner."""
        self._wanted.pop(owner, None)
        self._stop_if_done()

    def read_now(self, text: str, language: str) -> list[Spans] | None:
        """Read a short text at once; None if that would take longer, because its language has to be loaded first."""
        if not self._highlighter.is_loaded(language):
            return None
        found = self._highlighter.known(text, language)
        return found if found is not None else self._highlighter.glance(text, language, _STEP_S)

    def _step(self) -> None:
        if not self._wanted:
            return
        owner, (text, language, taker) = next(reversed(self._wanted.items()))
        if not self._highlighter.is_loaded(language):
            # A step of its own, as it takes longest.
            self._highlighter.load(language)
        else:
            if self._reading is None or self._reading[:2] != (owner, text):
                self._reading = (owner, text, self._highlighter.read(text, language))
            if self._highlighter.go_on(self._reading[2], _STEP_S):
                self._reading = None
                del self._wanted[owner]
                taker(text, self._highlighter.known(text, language) or [])
        if self._wanted:
            self._timer.start()

    def _on_owner_gone(self) -> None:
        """Read nothing more for those that no longer are, which can't say so themselves."""
        for owner in [owner for owner in self._wanted if not isValid(owner)]:
            del self._wanted[owner]
        self._stop_if_done()

    def _stop_if_done(self) -> None:
        if not self._wanted:
            self._reading = None
            self._timer.stop()


def code_colors(theme: Theme) -> CodeColors:
    """Return the colours of all transcripts that have this theme, which owns them."""
    found = theme.findChild(CodeColors, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, CodeColors) else CodeColors(theme)
