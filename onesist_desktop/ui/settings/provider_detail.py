# SPDX-License-Identifier: MIT
"""Everything about one of those who can answer: how ready they are, what is missing, and what can be set."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.services.views import ModelList, ProviderView
from onesist_desktop.ui.dialogs.setup_help import SetupHelpView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.provider_words import PRACTICE, about, advice, badge, is_off, setup_action, setup_of
from onesist_desktop.ui.settings.accounts_part import AccountsPart
from onesist_desktop.ui.settings.key_part import KeyPart
from onesist_desktop.ui.settings.models_part import ModelsPart
from onesist_desktop.ui.settings.part import Part
from onesist_desktop.ui.settings.program_part import ProgramPart
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.command_field import CommandField
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel


class ProviderDetail(QWidget):
    """Keeps its parts while the state changes, so that nobody loses the focus or what is being typed.

    Signals:
        check_wanted(): Check again how ready everybody is.
        remove_wanted(): Ask, then remove them.

    Attributes:
        program, key, accounts: Parts that only some have, else None.
        models: The part about models.
    """

    check_wanted = Signal()
    remove_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, view: ProviderView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self.provider_id = view.info.id
        self.setObjectName(f"detail_{view.info.id}")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._make_head(view)
        is_practice = view.info.family == PRACTICE and not view.is_custom
        has_program = (view.capabilities.is_agent and not is_practice) or view.takes_program
        self.program = ProgramPart(theme, view) if has_program else None
        self.models = ModelsPart(theme, view.info.title)
        self.key = KeyPart(theme, view) if not view.capabilities.is_agent and (view.is_custom or view.needs_key) else None
        self.accounts = AccountsPart(theme, view) if view.can_have_accounts else None
        self._setup = self._make_setup(view)
        parts = (self.program, self.key, self.models, self.accounts)
        # What is missing stands first; it keeps its place when it is there.
        is_first = bool(setup_action(view))
        for part in (self._setup, *parts) if is_first else (*parts, self._setup):
            if part is not None:
                self._column.addWidget(part)
        self.models.setVisible(not is_practice)
        if view.is_custom:
            self._column.addWidget(self._make_remove(view))
        self._column.addStretch(1)
        self.show_view(view)

    @property
    def shows_models(self) -> bool:
        """Whether its models are of interest here."""
        return not self.models.isHidden()

    def show_view(self, view: ProviderView) -> None:
        """Show how they are now."""
        state, line, todo = badge(view), about(view), advice(view)
        self._mark.update()
        self._title.setText(view.info.title)
        self._badge.show_badge(state.text, BadgeTone(state.tone), state.glyph)
        self._about.setText(line)
        self._about.setVisible(bool(line))
        self._todo.setText(todo)
        self._todo.setVisible(bool(todo))
        said = view.readiness.detail if view.readiness is not None and is_off(view) else ""
        self._said.setText(fill(self.tr("It said: %1"), said[:500]))
        self._said.setVisible(bool(said))
        self._note.setVisible(is_off(view) or bool(todo))
        for part in (self.program, self.key):
            if part is not None:
                part.show_view(view)
        self._help.show_help(setup_of(view))
        self._setup.setVisible(not self._help.is_empty or bool(view.account_folder))
        if self.accounts is not None:
            self.accounts.show_accounts([one for one in self._book.providers if one.account_of == self.provider_id])

    @property
    def first_fix(self) -> QWidget | None:
        """What to do first about somebody who isn't ready; None where nothing has to be done, or nothing here helps."""
        view = self._book.get(self.provider_id)
        if view is None or not setup_action(view):
            return None
        if self.key is not None:
            return self.key.change_button
        is_missing = view.readiness is not None and view.readiness.reason == FailureReason.PROGRAM_MISSING
        found = self._help.copy_button(for_install=is_missing)
        return found or (self.program.path_field if self.program is not None and view.takes_program else None)

    def show_models(self, models: ModelList) -> None:
        """Show which models they have."""
        self.models.show_list(models, self._book.key_of(self.provider_id))

    def show_checking(self, *, is_checking: bool) -> None:
        """Switch the button off while everybody is checked."""
        self._check.setEnabled(not is_checking)

    def _make_head(self, view: ProviderView) -> None:
        theme = self._theme
        head = QHBoxLayout()
        head.setSpacing(8)
        self._mark = MarkWidget(self._book, view.info.id, theme.size("bead_large"))
        self._title = StepLabel(theme, step="heading", wraps=True, name="detail_title")
        self._badge = Badge(theme, name="detail_state")
        self._check = FlatButton(
            self.tr("Check again"), glyph="again", compact=True, name="check_again", on_click=self.check_wanted.emit
        )
        head.addWidget(self._mark)
        head.addWidget(self._title, 1)
        if not theme.is_large:
            head.addWidget(self._badge)
        head.addWidget(self._check)
        self._column.addSpacing(8)
        self._column.addLayout(head)
        if theme.is_large:
            self._column.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignLeft)
        self._about = PlainLabel(tone="secondary", wraps=True, name="detail_about")
        self._todo = PlainLabel(wraps=True, name="detail_advice")
        self._said = StepLabel(theme, tone="secondary", wraps=True, name="detail_said")
        note = self.tr("This is advice only: a message can be sent all the same.")
        self._note = StepLabel(theme, note, tone="secondary", wraps=True, name="detail_note")
        for label in (self._about, self._todo, self._said, self._note):
            self._column.addWidget(label)

    def _make_setup(self, view: ProviderView) -> Part:
        part = Part(self._theme, self.tr("Install and sign in"), name="setup_part")
        if view.account_of is not None:
            text = self.tr("A further account of %1, with a sign-in of its own. Its sign-in and settings are in this folder:")
            of = self._book.title(view.account_of)
            part.body.addWidget(PlainLabel(fill(text, of), tone="secondary", wraps=True))
        if view.account_folder:
            folder = CommandField(self._theme, self.tr("Folder of this account"), name="account_folder")
            folder.show_text(view.account_folder)
            part.body.addWidget(folder)
        self._help = SetupHelpView(self._theme)
        part.body.addWidget(self._help)
        return part

    def _make_remove(self, view: ProviderView) -> Part:
        part = Part(self._theme, self.tr("Remove"), name="remove_part")
        text = self.tr("It can no longer be asked then. All threads stay, with everything it answered in them.")
        part.body.addWidget(PlainLabel(text, tone="secondary", wraps=True))
        button = FlatButton(self.tr("Remove…"), ButtonKind.DANGER, name="remove_provider", on_click=self.remove_wanted.emit)
        button.setAccessibleName(fill(self.tr("Remove %1…"), view.info.title))
        part.body.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return part
