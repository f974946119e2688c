# SPDX-License-Identifier: MIT
"""Everybody who can answer, in groups, with how ready they are."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.provider_words import PRACTICE
from onesist_desktop.ui.settings.provider_row import ProviderRow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.tab_order import chain


class ProviderList(QWidget):
    """Shows what the book says; :meth:`refresh` after that changed.

    Signals:
        opened(provider_id: str): Show that one's own part.
        add_agent_wanted(), add_model_wanted(): Add somebody.
        look_again_wanted(): Check everybody again.
    """

    opened = Signal(str)
    add_agent_wanted = Signal()
    add_model_wanted = Signal()
    look_again_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._rows: dict[ProviderId, ProviderRow] = {}
        self._cards: list[tuple[QWidget, QVBoxLayout]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        head = QHBoxLayout()
        text = self.tr("One is enough. You can switch in the middle of a thread, and add others later.")
        head.addWidget(PlainLabel(text, tone="secondary", wraps=True), 1)
        self._look_again = FlatButton(
            self.tr("Look again"), glyph="again", compact=True, name="look_again", on_click=self.look_again_wanted.emit
        )
        head.addWidget(self._look_again, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(head)
        self._column.addSpacing(8)
        for name, title, note in (
            ("agents", self.tr("Agents on this computer"), self.tr("Work on files and run commands by themselves")),
            ("models", self.tr("Models"), self.tr("Answer questions, with your own key or on this computer")),
            ("practice", self.tr("Practice assistant"), self.tr("No account, no internet, no cost")),
        ):
            self._cards.append(self._make_card(name, title, note))
        adds = FlowRow()
        self._add_agent = FlatButton(self.tr("Add an agent…"), glyph="robot", name="add_agent", on_click=self.add_agent_wanted.emit)
        self._add_model = FlatButton(self.tr("Add a model…"), glyph="key", name="add_model", on_click=self.add_model_wanted.emit)
        adds.add(self._add_agent, self._add_model)
        self._column.addWidget(adds)
        self._column.addStretch(1)
        self.refresh()

    def refresh(self) -> None:
        """Show the providers as they are now."""
        views = self._book.providers
        for gone in self._rows.keys() - {view.info.id for view in views}:
            self._drop(gone)
        for view in views:
            row = self._rows.get(view.info.id)
            if row is None:
                self._rows[view.info.id] = self._make_row(view)
            else:
                row.show_view(view)
        for number, (card, rows) in enumerate(self._cards):
            members = [self._rows[view.info.id] for view in views if _card_of(view) == number]
            for index, row in enumerate(members):
                if rows.indexOf(row) != index:
                    rows.insertWidget(index, row)
                row.set_first(is_first=index == 0)
            card.setVisible(bool(members))
        ordered = [self._rows[view.info.id] for number in range(len(self._cards)) for view in views if _card_of(view) == number]
        chain(self._look_again, [*ordered, self._add_agent, self._add_model])

    def show_checking(self, *, is_checking: bool) -> None:
        """Switch the button off while everybody is checked."""
        self._look_again.setEnabled(not is_checking)

    def focus_row(self, provider_id: ProviderId | None) -> None:
        """Put the focus on a row, else on the first thing."""
        row = self._rows.get(provider_id) if provider_id else None
        (row or self._look_again).setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_card(self, name: str, title: str, note: str) -> tuple[QWidget, QVBoxLayout]:
        box = QWidget()
        box.setObjectName(f"group_{name}")
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(6)
        line: QHBoxLayout | QVBoxLayout = QVBoxLayout() if self._theme.is_large else QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(StepLabel(self._theme, title, step="body_strong", wraps=self._theme.is_large))
        line.addWidget(StepLabel(self._theme, note, tone="secondary", wraps=True), 1)
        column.addLayout(line)
        card = QFrame()
        card.setProperty("surface", "card")
        rows = QVBoxLayout(card)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        column.addWidget(card)
        self._column.addWidget(box)
        return box, rows

    def _make_row(self, view: ProviderView) -> ProviderRow:
        row = ProviderRow(self._theme, self._book, view)
        provider_id = view.info.id
        row.clicked.connect(lambda: self.opened.emit(provider_id))
        return row

    def _drop(self, provider_id: ProviderId) -> None:
        row = self._rows.pop(provider_id)
        if row.hasFocus():
            self._add_agent.setFocus()
        row.hide()
        row.setParent(None)
        row.deleteLater()


def _card_of(view: ProviderView) -> int:
    if view.info.family == PRACTICE and not view.is_custom:
        return 2
    return 0 if view.capabilities.is_agent else 1
