# SPDX-License-Identifier: MIT
"""How to install and sign in to an agent: commands to copy for a terminal, and the page of its maker."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QVBoxLayout, QWidget

from onesist_desktop.core.answerer import SetupHelp
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton
from onesist_desktop.ui.widgets.command_field import CommandField
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import StepLabel


class SetupHelpView(QWidget):
    """We run none of these commands: the person does, in a terminal of their own."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._site = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._install_label = StepLabel(theme, self.tr("Install it, in a terminal"), tone="secondary", wraps=True)
        self._install = CommandField(theme, self._install_label.text(), name="install_command")
        self._sign_in_label = StepLabel(theme, self.tr("Sign in, in a terminal"), tone="secondary", wraps=True)
        self._sign_in = CommandField(theme, self._sign_in_label.text(), name="sign_in_command")
        self._page = FlatButton(self.tr("Open page"), glyph="arrow-square-out", name="open_page", on_click=self._on_page)
        self._address = StepLabel(theme, tone="secondary", wraps=True, name="page_address")
        self._failure = StepLabel(theme, tone="danger", wraps=True, name="page_error")
        for label, field in ((self._install_label, self._install), (self._sign_in_label, self._sign_in)):
            label.setBuddy(field.line)
            column.addWidget(label)
            column.addWidget(field)
            column.addSpacing(8)
        self._row = FlowRow()
        self._row.add(self._page, self._address)
        column.addWidget(self._row)
        column.addWidget(self._failure)
        self.show_help(SetupHelp())

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self._install.line.text() or self._sign_in.line.text() or self._site)

    def copy_button(self, *, for_install: bool) -> QWidget | None:
        """Return what copies the command that installs, or signs in; None where there is no such command."""
        field = self._install if for_install else self._sign_in
        return field.copy_button if field.line.text() else None

    def show_help(self, setup: SetupHelp) -> None:
        """Show how to get and sign in to one agent."""
        url = QUrl(setup.site, QUrl.ParsingMode.StrictMode)
        # Only to a page that nobody on the way can change.
        self._site = setup.site if url.scheme().lower() == "https" and url.host() else ""
        for text, label, field in (
            (setup.install, self._install_label, self._install),
            (setup.sign_in, self._sign_in_label, self._sign_in),
        ):
            field.show_text(text)
            label.setVisible(bool(text))
            field.setVisible(bool(text))
        self._row.setVisible(bool(self._site))
        self._address.setText(url.host())
        self._page.setAccessibleName(fill(self.tr("Open the page of its maker: %1"), url.host()))
        self._failure.hide()

    def _on_page(self) -> None:
        is_opened = bool(self._site) and QDesktopServices.openUrl(QUrl(self._site))
        self._failure.setText(fill(self.tr("The page can't be opened from here. Its address: %1"), self._site))
        self._failure.setVisible(not is_opened)
