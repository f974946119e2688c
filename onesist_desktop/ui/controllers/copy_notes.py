# SPDX-License-Identifier: MIT
"""Says how a long copy goes on, and lets it be given up."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject

from onesist_desktop.ui.controllers.copy_controller import CopyController
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.widgets.toast import Toast


class CopyNotes(QObject):
    """Joins copying to the short note above the composer."""

    def __init__(self, copies: CopyController, toast: Toast) -> None:
        super().__init__(copies)
        self._copies = copies
        self._toast = toast
        self._is_telling = False
        self._is_silent = False
        copies.progressed.connect(self._on_progressed)
        copies.cancelled.connect(self._on_cancelled)
        toast.gone.connect(self._on_gone)

    def _on_progressed(self, done: int, count: int) -> None:
        if done >= count:
            self._is_telling = self._is_silent = False
            self._toast.show_note(self.tr("It is on the clipboard."))
            return
        locale = QLocale()
        text = fill(self.tr("Copying: %1 of %2 messages"), locale.toString(done), locale.toString(count))
        if self._is_telling:
            self._toast.change_text(text)
        elif not self._is_silent:
            self._toast.show_note(text, self.tr("Cancel"), self._copies.cancel)
            self._is_telling = True

    def _on_cancelled(self) -> None:
        self._is_telling = self._is_silent = False
        self._toast.show_note(self.tr("Nothing was copied. The clipboard holds what it held before."))

    def _on_gone(self) -> None:
        # Whoever closed the note does not want to be told again; the copy goes on.
        self._is_silent |= self._is_telling
        self._is_telling = False
