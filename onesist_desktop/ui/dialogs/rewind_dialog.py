# SPDX-License-Identifier: MIT
"""*Rewind to here*: what is set aside, what stays, and who begins afresh; the numbers come before the button."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.services.lineage_views import RewindPreview
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.sign import Sign

_SIZE = (560, 360)


class RewindDialog(SavingDialog):
    """Whoever opened it answers ``rewind_wanted`` by ``was_saved`` or ``was_refused``. The focus starts on Cancel.

    Signals:
        rewind_wanted(): Do it.
    """

    rewind_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, preview: RewindPreview, parent: QWidget) -> None:
        title = fill(QCoreApplication.translate("RewindDialog", "Go back to message %1"), preview.to_seq)
        sentence = QCoreApplication.translate(
            "RewindDialog", "The thread goes on below that message, as if what came later had not been said."
        )
        action = QCoreApplication.translate("RewindDialog", "Set %n message(s) aside", None, preview.message_count)
        super().__init__(theme, title, sentence, _SIZE, parent, action=action)
        self.setObjectName("rewind_dialog")
        card = QFrame()
        card.setProperty("surface", "card")
        self._column = QVBoxLayout(card)
        self._column.setContentsMargins(16, 12, 16, 12)
        self._column.setSpacing(10)
        self._say(
            "rewind_count", "arrow-counter-clockwise", self.tr("%n message(s) will be set aside.", None, preview.message_count)
        )
        if preview.forgotten_by:
            self._say("rewind_forgotten", "arrows-clockwise", self._afresh(book, preview))
        if preview.merge_count:
            text = self.tr("%n merge(s) among them: those threads count as not merged again.", None, preview.merge_count)
            self._say("rewind_merges", "git-merge", text)
        self._say("rewind_files", "file-text", self.tr("Files stay as they are. What agents changed isn't taken back."))
        self._say("rewind_undo", "check", self.tr("It can be taken back until the next message is sent, or a fork merged."))
        self.body.addWidget(card)
        self.end_body()
        self.cancel_button.setFocus()

    @property
    def is_complete(self) -> bool:
        """There is nothing to be entered."""
        return True

    def announce_save(self) -> None:
        """Ask for it."""
        self.rewind_wanted.emit()

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that it is being done, or no longer."""
        super().set_saving(is_saving=is_saving)
        self.progress.setText(self.tr("Going back…") if is_saving else "")

    def was_refused(self, text: str) -> None:
        """Nothing was changed: say why."""
        self.set_saving(is_saving=False)
        self.show_failure(text)

    def _afresh(self, book: ProviderBook, preview: RewindPreview) -> str:
        names = ", ".join(book.title(provider_id) for provider_id in preview.forgotten_by)
        if len(preview.forgotten_by) == 1:
            return fill(self.tr("%1 can't forget only a part: it begins afresh and is told the history again."), names)
        return fill(self.tr("These can't forget only a part: they begin afresh and are told the history again: %1."), names)

    def _say(self, name: str, glyph: str, text: str) -> None:
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(Sign(self.theme, glyph), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(PlainLabel(text, wraps=True, name=name), 1)
        self._column.addLayout(line)
