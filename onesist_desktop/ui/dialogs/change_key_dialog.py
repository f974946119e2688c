# SPDX-License-Identifier: MIT
"""Gives a model provider another key."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.dialogs.saving_dialog import KeySavingDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel


class ChangeKeyDialog(KeySavingDialog):
    """One field. Until a new key is saved the old one stays.

    Signals:
        save_wanted(key: str, for_session_only: bool): Save; answer by ``was_saved`` or ``was_not_saved``.
    """

    save_wanted = Signal(str, bool)

    def __init__(self, theme: Theme, title: str, parent: QWidget, *, has_key: bool) -> None:
        if has_key:
            head = QCoreApplication.translate("ChangeKeyDialog", "Change the key of %1")
            sentence = QCoreApplication.translate(
                "ChangeKeyDialog",
                "The new key replaces the old one, which is not shown. Keys are kept only in the keyring of this computer.",
            )
        else:
            head = QCoreApplication.translate("ChangeKeyDialog", "Add a key for %1")
            sentence = QCoreApplication.translate(
                "ChangeKeyDialog", "Keys are kept only in the keyring of this computer, never in files or logs."
            )
        super().__init__(theme, fill(head, title), sentence, (560, 264), parent)
        self.setObjectName("change_key_dialog")
        label = PlainLabel(self.tr("New key") if has_key else self.tr("Key"))
        label.setBuddy(self.key_field)
        self.key_field.setAccessibleName(label.text())
        self.key_field.setPlaceholderText(self.tr("Paste the key"))
        self.key_field.returnPressed.connect(self.want_save)
        self.body.addWidget(label)
        self.body.addLayout(self.key_row)
        self.end_body()
        self.key_field.setFocus()

    @property
    def is_complete(self) -> bool:
        """A key is there."""
        return bool(self.key_field.text().strip())

    def announce_save(self) -> None:
        """Emit the key."""
        self.save_wanted.emit(self.key_field.text().strip(), self.for_session_only)
