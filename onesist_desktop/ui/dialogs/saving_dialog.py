# SPDX-License-Identifier: MIT
"""What dialogs that save something have in common: the waiting, and that a failure keeps what was entered."""

from __future__ import annotations

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from onesist_desktop.core.errors import KeyringError, OnesistError
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner


class SavingDialog(FramedDialog):
    """Cancel changes nothing.

    Whoever opened it answers a wanted save by :meth:`was_saved` or :meth:`was_not_saved`.
    """

    def __init__(
        self, theme: Theme, title: str, sentence: str, size: tuple[int, int], parent: QWidget, *, action: str = ""
    ) -> None:
        super().__init__(theme, title, sentence, size, parent)
        self._is_saving = False
        self._error = PlainLabel(tone="danger", wraps=True, name="saving_error")
        self._error.hide()
        self.spinner = Spinner(theme=theme)
        self.spinner.hide()
        self.progress = PlainLabel(tone="secondary", wraps=True, name="saving_progress")
        self.cancel_button = FlatButton(self.tr("Cancel"), name="cancel", on_click=self.reject)
        self.save_button = FlatButton(action or self.tr("Save"), ButtonKind.PRIMARY, name="save", on_click=self.want_save)
        self.footer.addWidget(self.spinner)
        self.footer.addWidget(self.progress, 1)

    @property
    def is_complete(self) -> bool:
        """Whether what was entered can be saved. Dialogs say."""
        raise NotImplementedError

    def announce_save(self) -> None:
        """Ask whoever opened the dialog to save. Dialogs say how."""
        raise NotImplementedError

    def end_body(self) -> None:
        """Put the place for failures below the fields, and the buttons into the footer."""
        self.body.addWidget(self._error)
        self.body.addStretch(1)
        for button in (self.cancel_button, self.save_button):
            self.footer.addWidget(button)
        self.show_state()

    def want_save(self) -> None:
        """Ask for a save, unless something is missing or one is on its way."""
        if self._is_saving or not self.is_complete:
            return
        self._error.hide()
        self.set_saving(is_saving=True)
        self.announce_save()

    def was_saved(self) -> None:
        """It is saved: close."""
        self._is_saving = False
        self.accept()

    def was_not_saved(self, error: OnesistError) -> None:
        """Nothing was saved: say why, and keep what was entered."""
        self.set_saving(is_saving=False)
        self.show_failure(fill(self.tr("Not saved: %1."), str(error).rstrip(".")))

    def show_failure(self, text: str) -> None:
        """Say what went wrong below the fields."""
        self._error.setText(text)
        self._error.show()

    def show_state(self) -> None:
        """Show whether what was entered can be saved."""
        if not self._is_saving:
            self._error.hide()
        self.save_button.setEnabled(self.is_complete and not self._is_saving)

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that a save is on its way, or no longer."""
        self._is_saving = is_saving
        self.spinner.setVisible(is_saving)
        self.progress.setText(self.tr("Saving…") if is_saving else "")
        self.cancel_button.setEnabled(not is_saving)
        self.show_state()

    def reject(self) -> None:
        """Close without a change; not in the middle of saving."""
        if not self._is_saving:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stay open in the middle of saving."""
        if self._is_saving:
            event.ignore()
            return
        super().closeEvent(event)


class KeySavingDialog(SavingDialog):
    """Saves a key too. It is in this dialog's field only and goes nowhere but to the service's call.

    Attributes:
        for_session_only: The key is wanted in memory only, as the keyring can't keep it.
    """

    def __init__(self, theme: Theme, title: str, sentence: str, size: tuple[int, int], parent: QWidget) -> None:
        super().__init__(theme, title, sentence, size, parent)
        self.for_session_only = False
        self.key_field = QLineEdit()
        self.key_field.setObjectName("key")
        self.key_field.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_field.setAccessibleName(self.tr("Key"))
        self._show_key = IconButton("eye", self.tr("Show the key"), name="show_key", on_click=self._on_show_key)
        self.key_row = QHBoxLayout()
        self.key_row.setSpacing(4)
        self.key_row.addWidget(self.key_field, 1)
        self.key_row.addWidget(self._show_key)
        self._error.setObjectName("key_error")
        self.progress.setObjectName("key_progress")
        self._session_only = FlatButton(self.tr("Keep for this session only"), name="session_only", on_click=self._on_session_only)
        self._session_only.hide()
        self.footer.addWidget(self._session_only)
        self.key_field.textChanged.connect(self.show_state)

    def was_saved(self) -> None:
        """It is saved: close, without the key."""
        self.key_field.clear()
        super().was_saved()

    def was_not_saved(self, error: OnesistError) -> None:
        """Nothing was saved: say why, and keep what was entered."""
        super().was_not_saved(error)
        if isinstance(error, KeyringError):
            self._session_only.show()
            text = self.tr("The keyring of this computer can't keep the key: %1. Nothing was saved.")
            self.show_failure(fill(text, str(error).rstrip(".")))

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that a save is on its way, or no longer."""
        super().set_saving(is_saving=is_saving)
        self._session_only.setEnabled(not is_saving)

    def reject(self) -> None:
        """Close without a change, and without the key."""
        if not self._is_saving:
            self.key_field.clear()
        super().reject()

    def _on_show_key(self) -> None:
        is_hidden = self.key_field.echoMode() is QLineEdit.EchoMode.Password
        self.key_field.setEchoMode(QLineEdit.EchoMode.Normal if is_hidden else QLineEdit.EchoMode.Password)
        self._show_key.set_label(self.tr("Hide the key") if is_hidden else self.tr("Show the key"))

    def _on_session_only(self) -> None:
        self.for_session_only = True
        self.want_save()
        self.for_session_only = False
