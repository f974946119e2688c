# SPDX-License-Identifier: MIT
"""Adds another account of an agent."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from onesist_desktop.ui.dialogs.names import free_title, is_taken, taken_text
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.fields import Field
from onesist_desktop.ui.widgets.labels import PlainLabel


class AddAccountDialog(SavingDialog):
    """One field. The folder of the account is made by the service, and shown with its sign-in command afterwards.

    Signals:
        save_wanted(title: str): Save; answer by ``was_saved`` or ``was_not_saved``.
    """

    save_wanted = Signal(str)

    def __init__(self, theme: Theme, agent: str, taken: Collection[str], parent: QWidget) -> None:
        head = QCoreApplication.translate("AddAccountDialog", "Add another account of %1")
        sentence = QCoreApplication.translate(
            "AddAccountDialog",
            "It answers as somebody of its own, with a sign-in and settings in a folder of its own. The account that %1 uses now "
            "stays as it is.",
        )
        action = QCoreApplication.translate("AddAccountDialog", "Add account")
        super().__init__(theme, fill(head, agent), fill(sentence, agent), (560, 300), parent, action=action)
        self.setObjectName("add_account_dialog")
        self._taken = taken
        self.title_field = QLineEdit(free_title(agent, taken))
        self.title_field.setObjectName("account_title")
        self._field = Field(theme, self.tr("Name"), self.title_field, help_text=self.tr("Such as the name of the account."))
        self.title_field.textChanged.connect(self.show_state)
        self.title_field.returnPressed.connect(self.want_save)
        self.body.addWidget(self._field)
        after = self.tr("Next you see the command that signs this account in. It is run in a terminal.")
        self.body.addWidget(PlainLabel(after, tone="secondary", wraps=True))
        self.end_body()
        self.title_field.selectAll()
        self.title_field.setFocus()

    @property
    def is_complete(self) -> bool:
        """It has a name that nobody else has."""
        title = self.title_field.text().strip()
        return bool(title) and not is_taken(title, self._taken)

    def announce_save(self) -> None:
        """Emit the name."""
        self.save_wanted.emit(self.title_field.text().strip())

    def show_state(self) -> None:
        """Show whether the name can be used."""
        title = self.title_field.text().strip()
        self._field.set_error(taken_text(title) if is_taken(title, self._taken) else "")
        super().show_state()
