# SPDX-License-Identifier: MIT
"""Adds an agent: one that the app knows, or any command that speaks the Agent Client Protocol."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from onesist_desktop.services.views import KnownAgentView
from onesist_desktop.ui.dialogs.known_agent_row import ChoiceRow
from onesist_desktop.ui.dialogs.names import is_taken, taken_text
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.dialogs.setup_help import SetupHelpView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.fields import Field
from onesist_desktop.ui.widgets.labels import BreakingLabel, PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.words import short_path

_OTHER = ""


@dataclass(frozen=True, slots=True)
class NewAgent:
    """What was chosen: the ``key`` of a known agent, or a title and a command."""

    key: str = ""
    title: str = ""
    command: str = ""


class AddAgentDialog(SavingDialog):
    """Those that are installed come first. The list comes later than the dialog, which can be used meanwhile.

    Signals:
        save_wanted(agent: NewAgent): Add it; answer by ``was_saved`` or ``was_not_saved``.
    """

    save_wanted = Signal(object)

    def __init__(self, theme: Theme, taken: Collection[str], parent: QWidget) -> None:
        title = QCoreApplication.translate("AddAgentDialog", "Add an agent")
        sentence = QCoreApplication.translate(
            "AddAgentDialog", "An agent works on files and runs commands by itself, with a program on this computer."
        )
        action = QCoreApplication.translate("AddAgentDialog", "Add agent")
        super().__init__(theme, title, sentence, (640, 560), parent, action=action)
        self.setObjectName("add_agent_dialog")
        self._taken = taken
        self._agents: dict[str, KnownAgentView] = {}
        self._rows: dict[str, ChoiceRow] = {}
        self._was_chosen = False
        self._group = QButtonGroup(self)
        card = QFrame()
        card.setProperty("surface", "card")
        self._choices = QVBoxLayout(card)
        self._choices.setContentsMargins(1, 1, 1, 1)
        self._choices.setSpacing(0)
        looking = QHBoxLayout()
        looking.setContentsMargins(0, 0, 0, 0)
        looking.setSpacing(8)
        self._turning = Spinner(theme=theme)
        self._looking = PlainLabel(self.tr("Looking which are installed…"), tone="secondary", wraps=True, name="agents_looking")
        looking.addWidget(self._turning)
        looking.addWidget(self._looking, 1)
        self.body.addLayout(looking)
        self.body.addWidget(card)
        self.body.addWidget(self._make_known())
        self.body.addWidget(self._make_other())
        self._add_row(_OTHER, self.tr("Any other command"))
        self._rows[_OTHER].set_first()
        self._rows[_OTHER].radio.setChecked(True)
        self._group.buttonClicked.connect(self._on_chosen)
        self._group.buttonToggled.connect(lambda _button, is_on: self._show_choice() if is_on else None)
        self.end_body()
        self._show_choice()
        self._rows[_OTHER].radio.setFocus()

    @property
    def is_complete(self) -> bool:
        """A known agent is chosen, or a command has a name of its own."""
        agent = self._agents.get(self._chosen)
        if agent is not None:
            return agent.provider_id is None
        title = self.title_field.text().strip()
        return bool(title and self.command_field.text().strip()) and not is_taken(title, self._taken)

    def announce_save(self) -> None:
        """Emit what was chosen."""
        chosen = self._chosen
        title, command = self.title_field.text().strip(), self.command_field.text().strip()
        self.save_wanted.emit(NewAgent(key=chosen) if chosen else NewAgent(title=title, command=command))

    def show_agents(self, agents: Sequence[KnownAgentView]) -> None:
        """List the agents that the app knows. The first that is installed is chosen, unless somebody chose or wrote already."""
        self._turning.hide()
        self._looking.hide()
        has_focus = self._rows[_OTHER].radio.hasFocus()
        ordered = sorted(agents, key=lambda agent: (agent.provider_id is not None, not agent.program))
        last = self._choices.count() - 1
        for place, agent in enumerate(ordered):
            self._agents[agent.key] = agent
            self._add_row(agent.key, agent.title, agent.family, place=last + place)
            self._rows[agent.key].show_agent(agent)
        self._mend_rows([*(agent.key for agent in ordered), _OTHER])
        can_add = [agent.key for agent in ordered if agent.provider_id is None]
        is_untouched = not self._was_chosen and not self.title_field.text() and not self.command_field.text()
        if can_add and is_untouched:
            self._rows[can_add[0]].radio.setChecked(True)
            if has_focus:
                self._rows[can_add[0]].radio.setFocus()
        self.show_state()

    def show_agents_failure(self, why: str) -> None:
        """Say that it could not be found out; a command can still be entered."""
        self._turning.hide()
        self._looking.setText(fill(self.tr("It can't be found out which agents are installed: %1."), why.rstrip(".")))

    def show_state(self) -> None:
        """Show whether what was entered can be added."""
        title = self.title_field.text().strip()
        self._title.set_error(taken_text(title) if is_taken(title, self._taken) else "")
        super().show_state()

    @property
    def _chosen(self) -> str:
        return next((key for key, row in self._rows.items() if row.radio.isChecked()), _OTHER)

    def _make_known(self) -> QWidget:
        self._known = QWidget()
        column = QVBoxLayout(self._known)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        self._found = BreakingLabel(tone="secondary", name="agent_found")
        self._help = SetupHelpView(self.theme)
        column.addWidget(self._found)
        column.addWidget(self._help)
        return self._known

    def _make_other(self) -> QWidget:
        self._other = QWidget()
        column = QVBoxLayout(self._other)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        about = self.tr(
            "Any program that speaks the Agent Client Protocol (ACP). What it can do is up to it: it may be less than what "
            "the agents above can."
        )
        column.addWidget(PlainLabel(about, tone="secondary", wraps=True))
        self.title_field, self.command_field = QLineEdit(), QLineEdit()
        self.title_field.setObjectName("agent_title")
        self.command_field.setObjectName("agent_command")
        self.command_field.setFont(self.theme.font("code"))
        self.command_field.setPlaceholderText("my-agent --acp")
        self._title = Field(self.theme, self.tr("Name"), self.title_field)
        help_text = self.tr(
            "The program and what follows it, as you would type them. No shell reads it: quotes group words, nothing else."
        )
        command = Field(self.theme, self.tr("Command"), self.command_field, help_text=help_text)
        for field in (self.title_field, self.command_field):
            field.textChanged.connect(self.show_state)
            field.returnPressed.connect(self.want_save)
        column.addWidget(self._title)
        column.addWidget(command)
        return self._other

    def _add_row(self, key: str, title: str, family: str = "", place: int = 0) -> None:
        row = ChoiceRow(self.theme, key, title, family=family)
        self._rows[key] = row
        self._group.addButton(row.radio)
        self._choices.insertWidget(place, row)

    def _mend_rows(self, keys: Sequence[str]) -> None:
        """Leave the rule above the first row away, and let Tab go through the rows from top to bottom."""
        radios = [self._rows[key].radio for key in keys]
        self._rows[keys[0]].set_first()
        self._rows[_OTHER].set_first(is_first=keys[0] == _OTHER)
        for before, after in pairwise(radios):
            self.setTabOrder(before, after)

    def _show_choice(self) -> None:
        agent = self._agents.get(self._chosen)
        self._known.setVisible(agent is not None)
        self._other.setVisible(agent is None)
        if agent is not None:
            where = fill(self.tr("Found: %1"), short_path(agent.program)) if agent.program else ""
            missing = self.tr("It is not on this computer yet. It can be added now and installed later.")
            self._found.setText(where or missing)
            # What is here needs no installing.
            self._help.show_help(replace(agent.setup, install="") if agent.program else agent.setup)
        self.show_state()

    def _on_chosen(self, _button: QAbstractButton) -> None:
        self._was_chosen = True
