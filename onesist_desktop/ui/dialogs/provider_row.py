# SPDX-License-Identifier: MIT
"""One provider in the dialog *Who can answer*: mark, name, state in words, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.provider_words import about, badge
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.metrics import restyle
from onesist_desktop.ui.widgets.tips import plain_tip


class ProviderRow(QWidget):
    """Keeps its buttons while its state changes, so that nobody loses the focus.

    Signals:
        key_wanted(), remove_wanted(), program_wanted(), look_up_wanted(): What the person wants with this provider.
    """

    key_wanted = Signal()
    remove_wanted = Signal()
    program_wanted = Signal()
    look_up_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, view: ProviderView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.setObjectName(f"provider_{view.info.id}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._rule = QFrame()
        self._rule.setProperty("surface", "rule")
        column.addWidget(self._rule)
        line = QHBoxLayout()
        line.setContentsMargins(16, 10, 12, 10)
        line.setSpacing(12)
        self._mark = MarkWidget(book, view.info.id, theme.size("bead_large"))
        line.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignVCenter)
        words = QVBoxLayout()
        words.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        self._title = PlainLabel(font=theme.font("body_strong"), name="provider_title")
        self._badge = PlainLabel(font=theme.font("caption"), name="provider_state")
        head.addWidget(self._title)
        head.addWidget(self._badge)
        head.addStretch(1)
        words.addLayout(head)
        self._about = PlainLabel(tone="secondary", wraps=True, font=theme.font("caption"), name="provider_about")
        words.addWidget(self._about)
        line.addLayout(words, 1)
        actions = QHBoxLayout()
        actions.setSpacing(4)
        self._key = self._button("change_key", self.key_wanted.emit)
        self._program = self._button("choose_program", self.program_wanted.emit)
        self._look_up = self._button("look_up_program", self.look_up_wanted.emit)
        self._remove = self._button("remove_provider", self.remove_wanted.emit)
        for button in self.buttons:
            actions.addWidget(button)
        if theme.is_large:
            # Large text needs the whole width for the words.
            actions.addStretch(1)
            words.addLayout(actions)
        else:
            line.addLayout(actions)
        column.addLayout(line)
        self.show_view(view)

    @property
    def buttons(self) -> tuple[FlatButton, ...]:
        """All buttons in the order of the tab key; those that make no sense here are hidden."""
        return (self._key, self._program, self._look_up, self._remove)

    def show_view(self, view: ProviderView) -> None:
        """Show how the provider is now."""
        self.view = view
        title = view.info.title
        state = badge(view)
        self._mark.update()
        self._title.setText(title)
        self._badge.setText(state.text)
        restyle(self._badge, "badge", state.tone)
        self._badge.setToolTip(plain_tip(view.readiness.detail) if view.readiness else "")
        text = about(view)
        self._about.setText(text)
        self._about.setVisible(bool(text))
        has_program = view.capabilities.is_agent and view.info.family != "practice"
        self._label(self._key, self.tr("Change key…") if view.has_key else self.tr("Add key…"), title)
        self._label(self._program, self.tr("Choose program…"), title)
        self._label(self._look_up, self.tr("Find it"), title)
        self._look_up.setToolTip(self.tr("Forget a chosen program and look in the usual places"))
        self._label(self._remove, self.tr("Remove…"), title)
        self._key.setVisible(view.is_custom)
        self._remove.setVisible(view.is_custom)
        self._program.setVisible(has_program)
        self._look_up.setVisible(has_program)
        self.setAccessibleName(f"{title}: {state.text}")
        self.setAccessibleDescription(text)

    def set_first(self, *, is_first: bool) -> None:
        """Leave the rule above the first row of a card away."""
        self._rule.setVisible(not is_first)

    def _button(self, name: str, on_click: object) -> FlatButton:
        return FlatButton("", ButtonKind.GHOST, compact=True, name=name, on_click=on_click)  # type: ignore[arg-type]

    def _label(self, button: FlatButton, text: str, title: str) -> None:
        button.setText(text)
        button.setAccessibleName(fill(self.tr("%1: %2"), title, text))
