# SPDX-License-Identifier: MIT
"""Adds a model by key, or one that runs on this computer."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.labels import PlainLabel


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


class KeyDialog(SavingDialog):
    """Asks for a service, its address, a model and a key.

    Signals:
        save_wanted(entered: NewModelProvider): Save; answer by ``was_saved`` or ``was_not_saved``.
    """

    save_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        sentence = QCoreApplication.translate(
            "KeyDialog", "Keys are kept only in the keyring of this computer, never in files or logs."
        )
        super().__init__(theme, QCoreApplication.translate("KeyDialog", "Add a model"), sentence, (640, 456), parent)
        self.setObjectName("key_dialog")
        self.service = CaretCombo()
        self.service.setObjectName("service")
        for preset in presets():
            self.service.addItem(preset.title, preset)
        self.title_field = self._field("title")
        self.url_field = self._field("base_url")
        self.model_field = self._field("default_model")
        self.model_field.setPlaceholderText(self.tr("Optional: an id such as qwen3-coder"))
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if theme.is_large:
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(self._label(self.tr("Service"), self.service), self.service)
        form.addRow(self._label(self.tr("Name"), self.title_field), self.title_field)
        form.addRow(self._label(self.tr("Address"), self.url_field), self.url_field)
        form.addRow(self._label(self.tr("Model"), self.model_field), self.model_field)
        form.addRow(self._label(self.tr("Key"), self.key_field), self.key_row)
        self.body.addLayout(form)
        self.end_body()
        self.service.currentIndexChanged.connect(self._on_service_changed)
        self._on_service_changed()
        self.setTabOrder(self.model_field, self.key_field)
        self.service.setFocus()

    @property
    def is_complete(self) -> bool:
        """It has a name, and an address where there is no usual one."""
        has_address = self._preset().kind == "anthropic" or bool(self.url_field.text().strip())
        return bool(self.title_field.text().strip()) and has_address

    def announce_save(self, *, for_session_only: bool) -> None:
        """Emit what was entered."""
        self.save_wanted.emit(
            NewModelProvider(
                self._preset().kind,
                self.title_field.text().strip(),
                self.url_field.text().strip(),
                self.model_field.text().strip(),
                self.key_field.text().strip(),
                for_session_only,
            )
        )

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.textChanged.connect(self.show_state)
        return field

    def _label(self, text: str, field: QWidget) -> PlainLabel:
        label = PlainLabel(text)
        label.setMinimumHeight(0 if self.theme.is_large else 32)
        label.setBuddy(field)
        field.setAccessibleName(text)
        return label

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
        self.show_state()
