# SPDX-License-Identifier: MIT
"""Adds a model by key, or one that runs on this computer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QVBoxLayout, QWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ModelList
from onesist_desktop.ui.dialogs.names import free_title, is_taken, taken_text
from onesist_desktop.ui.dialogs.presets import Preset, presets
from onesist_desktop.ui.dialogs.saving_dialog import KeySavingDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.model_words import list_failure_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import restyle


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


class KeyDialog(KeySavingDialog):
    """Asks for a service, its address, a model and a key.

    What it was changed to stays when another service is chosen; what was only proposed follows the service.

    Signals:
        save_wanted(entered: NewModelProvider): Save; answer by :meth:`was_added` or ``was_not_saved``.
        test_wanted(provider_id: str): It is saved; list its models, and answer by :meth:`show_tested`.
    """

    save_wanted = Signal(object)
    test_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget, taken: Collection[str] = ()) -> None:
        sentence = QCoreApplication.translate(
            "KeyDialog", "Keys are kept only in the keyring of this computer, never in files or logs."
        )
        super().__init__(theme, QCoreApplication.translate("KeyDialog", "Add a model"), sentence, (640, 456), parent)
        self.setObjectName("key_dialog")
        self._taken = taken
        self._proposed_title = self._proposed_url = ""
        self._tests = False
        self._has_key = False
        self.service = CaretCombo()
        self.service.setObjectName("service")
        for preset in presets():
            self.service.addItem(preset.title, preset)
        self.title_field = self._field("title")
        self.url_field = self._field("base_url")
        self.model_field = self._field("default_model")
        self._name_error = StepLabel(theme, tone="danger", wraps=True, name="name_error")
        self._name_error.hide()
        self._other_address = FlatButton(
            self.tr("Use another address…"), ButtonKind.GHOST, compact=True, name="other_address", on_click=self._on_other_address
        )
        self._test = FlatButton(self.tr("Save and test"), name="save_and_test", on_click=self._on_test)
        self._make_form(theme)
        self.footer.addWidget(self._test)
        self.save_button.pressed.connect(self._on_save_pressed)
        self.end_body()
        self.service.currentIndexChanged.connect(self._on_service_changed)
        self._on_service_changed()
        self.service.setFocus()

    @property
    def is_complete(self) -> bool:
        """It has a name of its own, and an address where there is no usual one."""
        title = self.title_field.text().strip()
        has_address = self._preset().has_usual_address or bool(self.url_field.text().strip())
        return bool(title) and has_address and not is_taken(title, self._taken)

    def announce_save(self) -> None:
        """Emit what was entered."""
        self.save_wanted.emit(
            NewModelProvider(
                self._preset().kind,
                self.title_field.text().strip(),
                self.url_field.text().strip(),
                self.model_field.text().strip(),
                self.key_field.text().strip(),
                self.for_session_only,
            )
        )

    def was_added(self, provider_id: ProviderId) -> None:
        """It is saved: close, or say so and try it out if that was wanted."""
        if not self._tests:
            self.was_saved()
            return
        self._has_key = bool(self.key_field.text().strip())
        self.key_field.clear()
        self.set_saving(is_saving=False)
        for widget in (self.service, self.title_field, self.url_field, self.model_field, self.key_field, self._show_key):
            widget.setEnabled(False)
        for button in (self._test, self.save_button, self._session_only, self._other_address):
            button.hide()
        self.cancel_button.setText(self.tr("Close"))
        self.cancel_button.setFocus()
        self.spinner.show()
        self.progress.setText(self.tr("It is added. Asking which models it has…"))
        self.test_wanted.emit(provider_id)

    def show_tested(self, models: ModelList) -> None:
        """Say whether it answered."""
        if models.failure is not None:
            self._show_untested(list_failure_text(models.failure, self.title_field.text(), self._has_key))
            return
        self.spinner.hide()
        restyle(self.progress, "tone", "success")
        self.progress.setText(self.tr("It is added, and answered with %n model(s).", None, len(models.models)))

    def show_test_error(self, error: OnesistError) -> None:
        """Say why it could not be found out."""
        self._show_untested(f"{str(error).rstrip('.')}.")

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that a save is on its way, or no longer."""
        super().set_saving(is_saving=is_saving)
        if not is_saving:
            self._test.setEnabled(self.is_complete)

    def show_state(self) -> None:
        """Show whether what was entered can be saved."""
        super().show_state()
        title = self.title_field.text().strip()
        self._name_error.setText(taken_text(title))
        self._name_error.setVisible(is_taken(title, self._taken))
        restyle(self.title_field, "invalid", is_taken(title, self._taken))
        self._test.setEnabled(self.save_button.isEnabled())

    def _show_untested(self, why: str) -> None:
        self.spinner.hide()
        self.progress.setText("")
        self.show_failure(fill(self.tr("It is added. But its models can't be listed: %1"), why))

    def _make_form(self, theme: Theme) -> None:
        form = self._form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if theme.is_large:
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        name = QVBoxLayout()
        name.setSpacing(4)
        name.addWidget(self.title_field)
        name.addWidget(self._name_error)
        form.addRow(self._label(self.tr("Service"), self.service), self.service)
        form.addRow(self._label(self.tr("Name"), self.title_field), name)
        form.addRow(self._label(self.tr("Address"), self.url_field), self.url_field)
        form.addRow(self._label(self.tr("Model"), self.model_field), self.model_field)
        form.addRow(self._label(self.tr("Key"), self.key_field), self.key_row)
        self.body.addLayout(form)
        self.body.addWidget(self._other_address, 0, Qt.AlignmentFlag.AlignLeft)
        chain = (self.service, self.title_field, self.url_field, self.model_field, self.key_field, self._show_key)
        for before, after in zip(chain, (*chain[1:], self._other_address), strict=True):
            self.setTabOrder(before, after)

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
        title = "" if is_free else free_title(preset.title, self._taken)
        if self.title_field.text() == self._proposed_title:
            self.title_field.setText(title)
        if self.url_field.text() == self._proposed_url:
            self.url_field.setText(preset.base_url)
        self._proposed_title, self._proposed_url = title, preset.base_url
        self.url_field.setPlaceholderText(self.tr("The usual one") if preset.has_usual_address else "https://…/v1")
        self.model_field.setPlaceholderText(fill(self.tr("Optional: an id such as %1"), preset.model))
        self.key_field.setPlaceholderText(self.tr("Paste the key") if preset.needs_key else self.tr("Only if it wants one"))
        self._show_address(wanted=not preset.has_usual_address or bool(self.url_field.text()))

    def _show_address(self, *, wanted: bool) -> None:
        self._form.setRowVisible(self.url_field, wanted)
        self._other_address.setVisible(not wanted)
        self.show_state()

    def _on_other_address(self) -> None:
        self._show_address(wanted=True)
        self.url_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_test(self) -> None:
        self._tests = True
        self.want_save()

    def _on_save_pressed(self) -> None:
        self._tests = False
