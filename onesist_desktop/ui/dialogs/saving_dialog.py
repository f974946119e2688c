# SPDX-License-Identifier: MIT
"""What dialogs that save a key have in common: the field for it, the waiting, and a keyring that can't be used."""

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
    """Cancel changes nothing. The key is in this dialog's field only and goes nowhere but to the service's call.

    Whoever opened it answers a wanted save by :meth:`was_saved` or :meth:`was_not_saved`.
    """

    def __init__(self, theme: Theme, title: str, sentence: str, size: tuple[int, int], parent: QWidget) -> None:
        super().__init__(theme, title, sentence, size, parent)
        self._is_saving = False
        self.key_field = QLineEdit()
        self.key_field.setObjectName("key")
        self.key_field.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_field.setAccessibleName(self.tr("Key"))
        self._show_key = IconButton("eye", self.tr("Show the key"), name="show_key", on_click=self._on_show_key)
        self.key_row = QHBoxLayout()
        self.key_row.setSpacing(4)
        self.key_row.addWidget(self.key_field, 1)
        self.key_row.addWidget(self._show_key)
        self._error = PlainLabel(tone="danger", wraps=True, name="key_error")
        self._error.hide()
        self._spinner = Spinner(theme=theme)
        self._progress = PlainLabel(tone="secondary", name="key_progress")
        self._session_only = FlatButton(
            self.tr("Keep for this session only"), name="session_only", on_click=lambda: self._want_save(for_session_only=True)
        )
        self._session_only.hide()
        self._cancel = FlatButton(self.tr("Cancel"), name="cancel", on_click=self.reject)
        self._save = FlatButton(
            self.tr("Save"), ButtonKind.PRIMARY, name="save", on_click=lambda: self._want_save(for_session_only=False)
        )
        for widget in (self._spinner, self._progress, self._session_only):
            self.footer.addWidget(widget)
        self.footer_bar.set_buttons(self._cancel, self._save)
        self.key_field.textChanged.connect(self.show_state)
        self._spinner.hide()

    @property
    def is_complete(self) -> bool:
        """Whether what was entered can be saved. Dialogs say."""
        raise NotImplementedError

    def announce_save(self, *, for_session_only: bool) -> None:
        """Ask whoever opened the dialog to save. Dialogs say how."""
        raise NotImplementedError

    def end_body(self) -> None:
        """Put the place for failures below the fields."""
        self.body.addWidget(self._error)
        self.body.addStretch(1)
        self.show_state()

    def was_saved(self) -> None:
        """It is saved: close."""
        self.key_field.clear()
        self._is_saving = False
        self.accept()

    def was_not_saved(self, error: OnesistError) -> None:
        """Nothing was saved: say why, and keep what was entered."""
        self._set_saving(is_saving=False)
        if isinstance(error, KeyringError):
            text = self.tr("The keyring of this computer can't keep the key: %1. Nothing was saved.")
            self._session_only.show()
        else:
            text = self.tr("Not saved: %1.")
        self._error.setText(fill(text, str(error).rstrip(".")))
        self._error.show()

    def show_state(self) -> None:
        """Show whether what was entered can be saved."""
        if not self._is_saving:
            self._error.hide()
        self._save.setEnabled(self.is_complete and not self._is_saving)

    def reject(self) -> None:
        """Close without a change; not in the middle of saving."""
        if not self._is_saving:
            self.key_field.clear()
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stay open in the middle of saving."""
        if self._is_saving:
            event.ignore()
            return
        super().closeEvent(event)

    def _on_show_key(self) -> None:
        is_hidden = self.key_field.echoMode() is QLineEdit.EchoMode.Password
        self.key_field.setEchoMode(QLineEdit.EchoMode.Normal if is_hidden else QLineEdit.EchoMode.Password)
        self._show_key.set_label(self.tr("Hide the key") if is_hidden else self.tr("Show the key"))

    def _want_save(self, *, for_session_only: bool) -> None:
        if self._is_saving or not self.is_complete:
            return
        self._error.hide()
        self._set_saving(is_saving=True)
        self.announce_save(for_session_only=for_session_only)

    def _set_saving(self, *, is_saving: bool) -> None:
        self._is_saving = is_saving
        self._spinner.setVisible(is_saving)
        self._progress.setText(self.tr("Saving…") if is_saving else "")
        self._cancel.setEnabled(not is_saving)
        self._session_only.setEnabled(not is_saving)
        self.show_state()
