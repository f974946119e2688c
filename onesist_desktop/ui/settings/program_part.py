# SPDX-License-Identifier: MIT
"""The program of an agent: where it was found, which version it is, and a place of one's own for it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit

from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.provider_words import sign_in_text
from onesist_desktop.ui.settings.part import Part
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.fields import Field
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import BreakingLabel, PlainLabel
from onesist_desktop.ui.words import short_path

_LABEL_WIDTH = 104


class ProgramPart(Part):
    """What was typed stays when it can't be used.

    Signals:
        chosen(path: str): Use that program; an empty path means *look it up*.

    Attributes:
        path_field: Where a place of one's own is entered.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, view: ProviderView) -> None:
        super().__init__(theme, QCoreApplication.translate("ProgramPart", "Program"), name="program_part")
        self._kept = view.program
        self._where = self._fact(self.tr("Found at"), "program_found")
        self._version = self._fact(self.tr("Version"), "program_version")
        self._sign_in = self._fact(self.tr("Sign-in"), "program_sign_in")
        self.path_field = QLineEdit(view.program)
        self.path_field.setObjectName("program_path")
        self.path_field.setFont(theme.font("code"))
        self.path_field.setPlaceholderText(self.tr("Looked up in the usual places"))
        self.path_field.returnPressed.connect(self._on_use)
        self.path_field.textChanged.connect(self._on_changed)
        self._use = FlatButton(self.tr("Use it"), name="use_program", on_click=self._on_use)
        self._browse = FlatButton(self.tr("Browse…"), glyph="folder-open", name="choose_program", on_click=self._on_browse)
        self._look_up = FlatButton(
            self.tr("Look it up again"), ButtonKind.GHOST, name="look_up_program", on_click=lambda: self.chosen.emit("")
        )
        self._look_up.setToolTip(self.tr("Forget a chosen program and look in the usual places"))
        self._field = Field(
            theme,
            self.tr("Another place of the program"),
            self.path_field,
            help_text=self.tr("A whole path. Left empty, the program is looked up."),
        )
        buttons = FlowRow()
        buttons.add(self._use, self._browse, self._look_up)
        for one in (self._field, buttons):
            self.body.addWidget(one)
            one.setVisible(view.takes_program)
        self.show_view(view)

    def show_view(self, view: ProviderView) -> None:
        """Show how the program is now. What is being typed stays."""
        readiness = view.readiness
        program = readiness.program if readiness else ""
        self._where.setText(short_path(program) if program else self.tr("not found") if readiness else self.tr("looking…"))
        self._version.setText((readiness.version if readiness else "") or self.tr("not known"))
        self._sign_in.setText(sign_in_text(view))
        if self.path_field.text().strip() == self._kept:
            self.path_field.setText(view.program)
        self._kept = view.program
        self._show_buttons()

    def show_error(self, text: str) -> None:
        """Say why a program can't be used; empty once it can."""
        self._field.set_error(text)
        if text:
            self.path_field.setFocus()

    def _fact(self, title: str, name: str) -> BreakingLabel:
        row = QHBoxLayout()
        row.setSpacing(12)
        label = PlainLabel(title, tone="secondary")
        label.setFixedWidth(round(_LABEL_WIDTH * self.theme.text_percent / 100))
        value = BreakingLabel(name=name)
        value.setAccessibleName(title)
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(value, 1)
        self.body.addLayout(row)
        return value

    def _on_use(self) -> None:
        self._field.set_error("")
        if self.path_field.text().strip() != self._kept:
            self.chosen.emit(self.path_field.text().strip())

    def _on_browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose the program"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_file)
        dialog.open()

    def _on_file(self, path: str) -> None:
        self.path_field.setText(path)
        self._on_use()

    def _on_changed(self) -> None:
        self._field.set_error("")
        self._show_buttons()

    def _show_buttons(self) -> None:
        self._use.setEnabled(self.path_field.text().strip() != self._kept)
