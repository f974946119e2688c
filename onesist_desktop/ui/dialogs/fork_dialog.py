# SPDX-License-Identifier: MIT
"""*Fork here*: who answers in the fork and how that begins, where it works, what it may do; before anything is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.records import Resolution
from onesist_desktop.services.lineage_views import ForkChoice, ForkOutlook, ForkPreview
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.lineage_words import outlook_words
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.provider_words import is_off
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.choices import RadioButton
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.picker import Picker
from onesist_desktop.ui.widgets.picker_button import PickerButton
from onesist_desktop.ui.widgets.picker_list import PickerRow
from onesist_desktop.ui.words import mode_text

_SIZE = (560, 400)


class ForkDialog(SavingDialog):
    """Whoever opened it answers ``fork_wanted`` by ``was_saved`` or ``was_refused``.

    Args:
        place: Where the thread works now, such as "Own copy of api"; empty where that isn't known.
        rows_of: Lists who may answer, with the one that is chosen.

    Signals:
        fork_wanted(choice: object, wants_copy: bool): Make it, with that ``ForkChoice``; then ask for an own copy of the folder.
        set_up_wanted(provider_id: str): The person chose who isn't ready: lead to the fix. The dialog is closed already.
    """

    fork_wanted = Signal(object, bool)
    set_up_wanted = Signal(str)

    def __init__(
        self,
        theme: Theme,
        book: ProviderBook,
        preview: ForkPreview,
        place: str,
        rows_of: Callable[[ProviderId | None], Sequence[PickerRow]],
        parent: QWidget,
    ) -> None:
        title = fill(QCoreApplication.translate("ForkDialog", "Fork at message %1"), preview.at_seq)
        sentence = fill(QCoreApplication.translate("ForkDialog", "“%1”"), preview.at_text) if preview.at_text else ""
        super().__init__(theme, title, sentence, _SIZE, parent, action=QCoreApplication.translate("ForkDialog", "Fork"))
        self.setObjectName("fork_dialog")
        self._book = book
        self._preview = preview
        self._rows_of = rows_of
        self._outlooks = {outlook.provider_id: outlook for outlook in preview.outlooks}
        self.provider_id = preview.provider_id
        count = self.tr("It has %n message(s) of this thread", None, preview.copied_count)
        self.body.addWidget(self._fact(self.tr("It is called"), preview.title, count, "fork_title"))
        self.body.addWidget(self._make_who())
        self.body.addWidget(self._make_where(place))
        inherited = self.tr("as in this thread; it can be changed there")
        self.body.addWidget(self._fact(self.tr("May do"), mode_text(preview.mode), inherited, "fork_mode"))
        self.save_button.set_glyph("fork")
        self.end_body()
        self._show_who()

    @property
    def is_complete(self) -> bool:
        """A fork is made with what is proposed unless the person chooses something else."""
        return True

    @property
    def choice(self) -> ForkChoice:
        """What is chosen; the parent's own answerer is left to the service."""
        return ForkChoice(self.provider_id if self.provider_id != self._preview.provider_id else None)

    def announce_save(self) -> None:
        """Ask for it."""
        self.fork_wanted.emit(self.choice, self._copy.isChecked())

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that it is being made, or no longer."""
        super().set_saving(is_saving=is_saving)
        self.progress.setText(self.tr("Forking…") if is_saving else "")

    def was_refused(self, text: str) -> None:
        """Nothing was made: say why."""
        self.set_saving(is_saving=False)
        self.show_failure(text)

    # -- parts --------------------------------------------------------------------------------------------------------------

    def _fact(self, label: str, value: str, small: str, name: str) -> QWidget:
        part, column = _part(label)
        column.addWidget(PlainLabel(value, wraps=True, name=name))
        column.addWidget(StepLabel(self.theme, small, tone="secondary", wraps=True))
        return part

    def _make_who(self) -> QWidget:
        who = self.tr("Who answers")
        self._picker = Picker(self.theme, who)
        self._picker.opening.connect(self._fill_picker)
        self._picker.chosen.connect(lambda key: self._choose(ProviderId(key)))
        self.who_button = PickerButton(who, name="fork_provider", picker=self._picker)
        self.who_button.setProperty("kind", "secondary")
        self._how = StepLabel(self.theme, tone="secondary", wraps=True, name="fork_outlook")
        place, column = _part(who)
        column.addWidget(self.who_button)
        column.addWidget(self._how)
        return place

    def _make_where(self, place: str) -> QWidget:
        part, column = _part(self.tr("Where it works"))
        group = QButtonGroup(part)
        self._same = RadioButton(self.theme, self.tr("Same folder as now"), name="fork_same_folder")
        self._copy = RadioButton(self.theme, self.tr("An own copy…"), name="fork_own_copy")
        helps = (place, self.tr("its own folder and branch, chosen in the next step"))
        for radio, help_text in zip((self._same, self._copy), helps, strict=True):
            group.addButton(radio)
            column.addWidget(radio)
            line = StepLabel(self.theme, help_text, tone="secondary", wraps=True, name=f"{radio.objectName()}_help")
            # Below the words, not below the circle.
            line.setContentsMargins(self.theme.icon_size(16) + 12, 0, 0, 0)
            line.setVisible(bool(help_text))
            radio.setAccessibleDescription(help_text)
            column.addWidget(line)
        self._same.setChecked(True)
        self._copy.toggled.connect(lambda _on: self._show_who())
        return part

    # -- who answers --------------------------------------------------------------------------------------------------------

    def _fill_picker(self) -> None:
        rows = self._rows_of(self.provider_id)
        self._picker.set_rows([row if row.is_dim else replace(row, subtitle=self._outlook(row.key)) for row in rows])

    def _choose(self, provider_id: ProviderId) -> None:
        view = self._book.get(provider_id)
        if view is not None and is_off(view):
            self.reject()
            self.set_up_wanted.emit(provider_id)
            return
        self.provider_id = provider_id
        self._show_who()

    def _show_who(self) -> None:
        provider_id = self.provider_id
        if provider_id is None:
            self.who_button.set_choice(self.tr("Choose with the first message"))
        else:
            self.who_button.set_choice(self._book.title(provider_id), self._book.icon(provider_id, gap=2))
        words = self._outlook(provider_id or "")
        self._how.setText(words)
        self._how.setVisible(bool(words))
        self.who_button.setAccessibleDescription(words)

    def _outlook(self, key: str) -> str:
        provider_id = ProviderId(key)
        outlook = self._outlooks.get(provider_id)
        if outlook is None:
            return ""
        if self._copy.isChecked() and outlook.resolution is Resolution.NATIVE:
            # A memory belongs to its folder: in another one it is told all of it.
            outlook = ForkOutlook(provider_id, Resolution.PORTABLE, self._preview.copied_count)
        return outlook_words(outlook, is_agent=not self._book.is_hollow(provider_id))


def _part(label: str) -> tuple[QWidget, QVBoxLayout]:
    """Return a part with its label above it."""
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 4, 0, 4)
    column.setSpacing(4)
    column.addWidget(PlainLabel(label, tone="tertiary"))
    return part, column
