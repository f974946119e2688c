# SPDX-License-Identifier: MIT
"""The key of a model provider: whether there is one, and what can be done with it. The key itself is never shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal

from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.settings.part import Part
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel


class KeyPart(Part):
    """Says whether there is a key.

    Signals:
        change_wanted(): Add a key, or replace it.
        remove_wanted(): Forget the key.

    Attributes:
        change_button: Adds or replaces the key.
    """

    change_wanted = Signal()
    remove_wanted = Signal()

    def __init__(self, theme: Theme, view: ProviderView) -> None:
        super().__init__(theme, QCoreApplication.translate("KeyPart", "Key"), name="key_part")
        self._state = PlainLabel(wraps=True, name="key_state")
        self._warning = StepLabel(theme, tone="warning", wraps=True, name="key_warning")
        self.change_button = FlatButton("", glyph="key", name="change_key", on_click=self.change_wanted.emit)
        self._remove = FlatButton(self.tr("Remove key…"), ButtonKind.DANGER, name="remove_key", on_click=self.remove_wanted.emit)
        buttons = FlowRow()
        buttons.add(self.change_button, self._remove)
        for one in (self._state, self._warning, buttons):
            self.body.addWidget(one)
        self.show_view(view)

    def show_view(self, view: ProviderView) -> None:
        """Show whether there is a key now."""
        if view.has_key:
            state = self.tr(
                "There is a key. It is kept in the keyring of this computer, or for this session only, and never shown."
            )
        elif view.needs_key:
            state = self.tr("There is no key. It can't answer without one.")
        else:
            state = self.tr("There is no key. It is asked without one.")
        self._state.setText(state)
        self.change_button.setText(self.tr("Replace key…") if view.has_key else self.tr("Add key…"))
        if self._remove.hasFocus() and not view.has_key:
            self.change_button.setFocus()
        self._remove.setVisible(view.has_key)
        match view.warning:
            case "key_over_http":
                text = self.tr("Its address is not encrypted: the key and what is said can be read on the way.")
            case "text_over_http":
                text = self.tr("Its address is not encrypted: what is said can be read on the way.")
            case _:
                text = ""
        self._warning.setText(text)
        self._warning.setVisible(bool(text))
