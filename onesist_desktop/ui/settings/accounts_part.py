# SPDX-License-Identifier: MIT
"""Several accounts of one agent, each of which answers as somebody of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_words import badge
from onesist_desktop.ui.settings.part import Part
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel


class AccountsPart(Part):
    """Lists the further accounts.

    Signals:
        opened(provider_id: str): Show that account's own part.
        add_wanted(): Add another account.
    """

    opened = Signal(str)
    add_wanted = Signal()

    def __init__(self, theme: Theme, view: ProviderView) -> None:
        super().__init__(theme, QCoreApplication.translate("AccountsPart", "Accounts"), name="accounts_part")
        about = self.tr("Each further account has a sign-in and a name of its own. What %1 is signed in to now stays as it is.")
        self.body.addWidget(PlainLabel(fill(about, view.info.title), tone="secondary", wraps=True))
        self._shown: list[tuple[str, str]] = []
        rows = QWidget()
        self._rows = QVBoxLayout(rows)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4)
        self.body.addWidget(rows)
        self._add = FlatButton(self.tr("Add another account…"), glyph="plus", name="add_account", on_click=self.add_wanted.emit)
        self.body.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)

    def show_accounts(self, accounts: Sequence[ProviderView]) -> None:
        """List the further accounts."""
        wanted = [(account.info.id, fill(self.tr("%1: %2"), account.info.title, badge(account).text)) for account in accounts]
        if wanted == self._shown:
            return
        self._shown = [(str(provider_id), text) for provider_id, text in wanted]
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for provider_id, text in self._shown:
            button = FlatButton(text.replace("&", "&&"), ButtonKind.GHOST, glyph="user-circle", name=f"account_{provider_id}")
            button.setProperty("align", "left")
            button.clicked.connect(lambda _=False, one=provider_id: self.opened.emit(one))
            self._rows.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
