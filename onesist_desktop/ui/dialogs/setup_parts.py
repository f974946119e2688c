# SPDX-License-Identifier: MIT
"""A set-up command as it is shown before anybody agrees to it: all of it, in code, with what changed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.services.workspace_views import SetupOffer
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.choices import CheckBox
from onesist_desktop.ui.widgets.labels import BreakingLabel, PlainLabel, StepLabel

_UNCOMMITTED = "?"


class SetupCommand(QFrame):
    """A command in a sunken box. It is broken into lines, never cut."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("surface", "code")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._text = BreakingLabel(name="setup_command")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.addWidget(self._text)
        theme.changed.connect(self._fit)
        self._fit()

    def show_command(self, command: str) -> None:
        """Show a command."""
        self._text.setText(command)
        self._text.setAccessibleName(fill(self.tr("Command: %1"), command))
        self._text.updateGeometry()

    def _fit(self) -> None:
        self._text.setFont(self._theme.font("code"))


class SetupOfferPart(QWidget):
    """What would be run in a new copy, and the check box that agrees to it.

    Attributes:
        check: Ticked by the person only.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("setup_offer")
        self._offer: SetupOffer | None = None
        self._title = StepLabel(theme, self.tr("The project's set-up command"), tone="secondary", wraps=True)
        self._command = SetupCommand(theme)
        self._notes = PlainLabel(tone="secondary", wraps=True, name="setup_offer_notes")
        self.check = CheckBox(theme, self.tr("Run it in the new copy"), name="run_setup")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        for widget in (self._title, self._command, self._notes, self.check):
            column.addWidget(widget)
        self.show_offer(None)

    @property
    def agreed_command(self) -> str:
        """The command that the person agrees to now; empty for none."""
        offer = self._offer
        return offer.command if offer is not None and self.check.isVisibleTo(self) and self.check.isChecked() else ""

    def show_offer(self, offer: SetupOffer | None) -> None:
        """Show what would be run; None for nothing."""
        self._offer = offer
        self.setVisible(offer is not None)
        if offer is None:
            return
        is_usable = bool(offer.command) and not offer.problem
        self._title.setVisible(is_usable)
        self._command.setVisible(is_usable)
        self._command.show_command(offer.command)
        self._notes.setText(offer_notes(offer))
        self._notes.setVisible(bool(self._notes.text()))
        self.check.setVisible(is_usable and not offer.is_agreed)
        self.check.setChecked(False)
        self.check.setAccessibleDescription(self._notes.text())


def offer_notes(offer: SetupOffer) -> str:
    """Say what is to be known before agreeing: what changed, who changed it, what can't be used."""
    tr = QCoreApplication.translate
    if offer.problem:
        text = tr("SetupOffer", "The set-up file %1 can't be used, so nothing will be run: %2.")
        return fill(text, offer.file, offer.problem.rstrip("."))
    notes = []
    if offer.is_agreed:
        notes.append(tr("SetupOffer", "You agreed to this command before, so it runs by itself. It can be stopped."))
    if offer.earlier_command:
        notes.append(fill(tr("SetupOffer", "It changed since you agreed. Before, it was: %1"), offer.earlier_command))
    if offer.changed_by == _UNCOMMITTED:
        notes.append(tr("SetupOffer", "The set-up file has a change that was not committed."))
    elif offer.changed_by:
        notes.append(fill(tr("SetupOffer", "Last changed by %1."), offer.changed_by))
    if offer.ignored:
        notes.append(fill(tr("SetupOffer", "The file also says things that mean nothing here: %1."), ", ".join(offer.ignored)))
    return "\n".join(notes)
