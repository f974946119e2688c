# SPDX-License-Identifier: MIT
"""Adds a model by key, or one that runs on this computer."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QWidget

from onesist_desktop.core.errors import KeyringError, OnesistError
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner


@dataclass(frozen=True, slots=True)
class Preset:
    """A service that many people use. ``kind`` is what ``services.api.Providers.add_model_provider`` takes."""

    title: str
    kind: str
    base_url: str
    needs_key: bool


@dataclass(frozen=True, slots=True)
class NewModelProvider:
    """What was entered. ``repr`` never shows the key."""

    kind: str
    title: str
    base_url: str
    default_model: str
    key: str
    for_session_only: bool = False

    def __repr__(self) -> str:
        """Leave the key out, so that no log can hold it."""
        return f"NewModelProvider(kind={self.kind!r}, title={self.title!r})"


def presets() -> tuple[Preset, ...]:
    """List the presets, the last being a free choice."""
    return (
        Preset("Ollama", "openai_compatible", "http://127.0.0.1:11434/v1", False),
        Preset("LM Studio", "openai_compatible", "http://127.0.0.1:1234/v1", False),
        Preset("OpenRouter", "openai_compatible", "https://openrouter.ai/api/v1", True),
        Preset("OpenAI", "openai_compatible", "https://api.openai.com/v1", True),
        Preset("Anthropic", "anthropic", "", True),
        Preset(QCoreApplication.translate("KeyDialog", "Another service, OpenAI-compatible"), "openai_compatible", "", True),
    )


class KeyDialog(FramedDialog):
    """Cancel changes nothing. The key is in this dialog's field only and goes nowhere but to the service's call.

    Signals:
        save_wanted(entered: NewModelProvider): Save; answer by :meth:`was_saved` or :meth:`was_not_saved`.
    """

    save_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        sentence = QCoreApplication.translate(
            "KeyDialog", "Keys are kept only in the keyring of this computer, never in files or logs."
        )
        super().__init__(theme, QCoreApplication.translate("KeyDialog", "Add a model"), sentence, (640, 456), parent)
        self.setObjectName("key_dialog")
        self._is_saving = False
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.service = CaretCombo()
        self.service.setObjectName("service")
        for preset in presets():
            self.service.addItem(preset.title, preset)
        self.title_field = self._field("title")
        self.url_field = self._field("base_url")
        self.model_field = self._field("default_model")
        self.model_field.setPlaceholderText(self.tr("Optional: an id such as qwen3-coder"))
        self.key_field = self._field("key")
        self.key_field.setEchoMode(QLineEdit.EchoMode.Password)
        key_row = QHBoxLayout()
        key_row.setSpacing(4)
        key_row.addWidget(self.key_field, 1)
        self._show_key = IconButton("eye", self.tr("Show the key"), name="show_key", on_click=self._on_show_key)
        key_row.addWidget(self._show_key)
        self._add_row(form, self.tr("Service"), self.service)
        self._add_row(form, self.tr("Name"), self.title_field)
        self._add_row(form, self.tr("Address"), self.url_field)
        self._add_row(form, self.tr("Model"), self.model_field)
        label = PlainLabel(self.tr("Key"))
        label.setMinimumHeight(32)
        label.setBuddy(self.key_field)
        self.key_field.setAccessibleName(self.tr("Key"))
        form.addRow(label, key_row)
        self.body.addLayout(form)
        self._error = PlainLabel(tone="danger", wraps=True, name="key_error")
        self._error.hide()
        self.body.addWidget(self._error)
        self.body.addStretch(1)
        self._spinner = Spinner()
        self._progress = PlainLabel(tone="secondary", name="key_progress")
        self._session_only = FlatButton(self.tr("Keep for this session only"), name="session_only", on_click=self._on_session_only)
        self._session_only.hide()
        self._cancel = FlatButton(self.tr("Cancel"), name="cancel", on_click=self.reject)
        self._save = FlatButton(self.tr("Save"), ButtonKind.PRIMARY, name="save", on_click=self._on_save)
        self.footer.addWidget(self._spinner)
        self.footer.addWidget(self._progress)
        self.footer.addWidget(self._session_only)
        self.footer.addStretch(1)
        self.footer.addWidget(self._cancel)
        self.footer.addWidget(self._save)
        self.service.currentIndexChanged.connect(self._on_service_changed)
        self._on_service_changed()
        self._show_saving(is_saving=False)

    def was_saved(self) -> None:
        """It is saved: close."""
        self.key_field.clear()
        self._is_saving = False
        self.accept()

    def was_not_saved(self, error: OnesistError) -> None:
        """Nothing was saved: say why, and keep what was entered."""
        self._show_saving(is_saving=False)
        if isinstance(error, KeyringError):
            text = self.tr("The keyring of this computer can't keep the key: %1. Nothing was saved.")
            self._session_only.show()
        else:
            text = self.tr("Not saved: %1.")
        self._error.setText(fill(text, str(error).rstrip(".")))
        self._error.show()

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

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.textChanged.connect(self._on_changed)
        return field

    def _add_row(self, form: QFormLayout, text: str, field: QWidget) -> None:
        label = PlainLabel(text)
        label.setMinimumHeight(32)
        label.setBuddy(field)
        field.setAccessibleName(text)
        form.addRow(label, field)

    def _preset(self) -> Preset:
        preset = self.service.currentData()
        return preset if isinstance(preset, Preset) else presets()[-1]

    def _on_service_changed(self) -> None:
        preset = self._preset()
        is_free = self.service.currentIndex() == self.service.count() - 1
        self.title_field.setText("" if is_free else preset.title)
        self.url_field.setText(preset.base_url)
        self.url_field.setPlaceholderText(self.tr("The usual one") if preset.kind == "anthropic" else "https://…/v1")
        self.key_field.setPlaceholderText(self.tr("Paste the key") if preset.needs_key else self.tr("Not needed here"))
        self._on_changed()

    def _on_changed(self) -> None:
        if not hasattr(self, "_save"):
            return
        self._error.hide()
        preset = self._preset()
        is_complete = bool(self.title_field.text().strip()) and (preset.kind == "anthropic" or bool(self.url_field.text().strip()))
        self._save.setEnabled(is_complete and not self._is_saving)

    def _on_show_key(self) -> None:
        is_hidden = self.key_field.echoMode() is QLineEdit.EchoMode.Password
        self.key_field.setEchoMode(QLineEdit.EchoMode.Normal if is_hidden else QLineEdit.EchoMode.Password)
        self._show_key.set_label(self.tr("Hide the key") if is_hidden else self.tr("Show the key"))

    def _on_save(self) -> None:
        self._want_save(for_session_only=False)

    def _on_session_only(self) -> None:
        self._want_save(for_session_only=True)

    def _want_save(self, *, for_session_only: bool) -> None:
        preset = self._preset()
        self._error.hide()
        self._show_saving(is_saving=True)
        self.save_wanted.emit(
            NewModelProvider(
                preset.kind,
                self.title_field.text().strip(),
                self.url_field.text().strip(),
                self.model_field.text().strip(),
                self.key_field.text().strip(),
                for_session_only,
            )
        )

    def _show_saving(self, *, is_saving: bool) -> None:
        self._is_saving = is_saving
        self._spinner.setVisible(is_saving)
        self._progress.setText(self.tr("Saving…") if is_saving else "")
        self._cancel.setEnabled(not is_saving)
        self._session_only.setEnabled(not is_saving)
        self._on_changed()
