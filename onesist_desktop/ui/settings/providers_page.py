# SPDX-License-Identifier: MIT
"""The page *Who answers* of the settings: everybody in a list, or one of them with everything about them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ModelList
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.settings.page import SettingsPage
from onesist_desktop.ui.settings.provider_detail import ProviderDetail
from onesist_desktop.ui.settings.provider_list import ProviderList
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.tab_order import chain, laid_out


class ProvidersPage(SettingsPage):
    """Shows what the book says; :meth:`refresh` after that changed. Whoever opened the settings does what is wanted.

    Signals:
        key_wanted(provider_id: str), remove_key_wanted(provider_id: str): Ask for another key; ask, then forget it.
        remove_wanted(provider_id: str): Ask, then remove that provider.
        account_wanted(provider_id: str): Ask for another account.
        program_chosen(provider_id: str, path: str): Use that program; an empty path means *look it up*.
        models_wanted(provider_id: str, refresh: bool): List its models; answer by :meth:`show_models`.
        models_unwanted(provider_id: str): Stop asking for them.
        add_agent_wanted(), add_model_wanted(): Add somebody.
        look_again_wanted(): Check everybody again.
    """

    key_wanted = Signal(str)
    remove_key_wanted = Signal(str)
    remove_wanted = Signal(str)
    account_wanted = Signal(str)
    program_chosen = Signal(str, str)
    models_wanted = Signal(str, bool)
    models_unwanted = Signal(str)
    add_agent_wanted = Signal()
    add_model_wanted = Signal()
    look_again_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook) -> None:
        super().__init__(theme, QCoreApplication.translate("ProvidersPage", "Who answers"), "robot")
        self.setObjectName("providers_page")
        self._book = book
        self._busy: list[str] = []
        self._detail: ProviderDetail | None = None
        self._back = FlatButton(
            self.tr("Everybody who answers"), ButtonKind.GHOST, glyph="arrow-left", compact=True, name="all_providers"
        )
        self._back.clicked.connect(lambda: self.go_to(None))
        self._error = PlainLabel(tone="danger", wraps=True, name="providers_error")
        self._error.hide()
        self._spinner = Spinner(theme=theme)
        self._progress = StepLabel(theme, tone="secondary", name="providers_progress")
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._back)
        self.column.removeWidget(self.heading)
        self.heading.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.heading)
        line.addStretch(1)
        line.addWidget(self._spinner)
        line.addWidget(self._progress)
        self._list = ProviderList(theme, book)
        self._list.opened.connect(lambda provider_id: self.go_to(ProviderId(provider_id)))
        self._list.add_agent_wanted.connect(self.add_agent_wanted)
        self._list.add_model_wanted.connect(self.add_model_wanted)
        self._list.look_again_wanted.connect(self.look_again_wanted)
        self.column.addLayout(line)
        self.column.addSpacing(8)
        self.column.addWidget(self._error)
        self.column.addWidget(self._list, 1)
        self._back.hide()
        self._show_busy()

    @property
    def provider_id(self) -> ProviderId | None:
        """Whose part is shown; None for the list."""
        return self._detail.provider_id if self._detail is not None else None

    def refresh(self) -> None:
        """Show the providers as they are now. Who is gone is gone from here too."""
        self._list.refresh()
        if self._detail is None:
            return
        view = self._book.get(self._detail.provider_id)
        if view is None:
            self.go_to(None)
        else:
            self._detail.show_view(view)
            self._order_tabs()

    def go_to(self, provider_id: ProviderId | None) -> None:
        """Show everything about one of them, or the list of all."""
        before = self.provider_id
        view = self._book.get(provider_id)
        self._drop_detail()
        self.show_error("")
        is_one = view is not None
        self._back.setVisible(is_one)
        self._list.setVisible(not is_one)
        self.heading.setVisible(not is_one)
        if view is None:
            if before is not None:
                self._list.focus_row(before)
            return
        self._detail = self._make_detail(view.info.id)
        self.column.addWidget(self._detail, 1)
        # What is not shown yet takes no focus.
        self._detail.show()
        self._order_tabs()
        (self._detail.first_fix or self._back).setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_busy()
        if self._detail.shows_models:
            self.ask_models(refresh=False)

    def ask_models(self, *, refresh: bool) -> None:
        """Say that models are asked for, and ask."""
        detail = self._detail
        if detail is not None:
            detail.models.show_asking(is_asking=True)
            self.models_wanted.emit(detail.provider_id, refresh)

    def show_models(self, provider_id: ProviderId, models: ModelList) -> None:
        """Show which models somebody has, if that is who is shown."""
        if self._detail is not None and self._detail.provider_id == provider_id:
            self._detail.show_models(models)

    def show_error(self, text: str) -> None:
        """Say what could not be done; an empty text takes the last one away."""
        self._error.setText(text)
        self._error.setVisible(bool(text))

    def show_program_error(self, provider_id: ProviderId, text: str) -> None:
        """Say at its field why a program can't be used."""
        if self._detail is not None and self._detail.provider_id == provider_id and self._detail.program is not None:
            self._detail.program.show_error(text)
        else:
            self.show_error(text)

    def begin(self, text: str) -> None:
        """Say that something is going on, until :meth:`end` with the same text."""
        self.show_error("")
        self._busy.append(text)
        self._show_busy()

    def end(self, text: str) -> None:
        """Say that it is over."""
        self._busy.remove(text)
        self._show_busy()

    def _make_detail(self, provider_id: ProviderId) -> ProviderDetail:
        view = self._book.get(provider_id)
        assert view is not None
        detail = ProviderDetail(self.theme, self._book, view)
        detail.check_wanted.connect(self.look_again_wanted)
        detail.remove_wanted.connect(lambda: self.remove_wanted.emit(provider_id))
        detail.models.refresh_wanted.connect(lambda: self.ask_models(refresh=True))
        detail.models.cancel_wanted.connect(lambda: self._cancel_models(provider_id))
        if detail.program is not None:
            detail.program.chosen.connect(lambda path: self.program_chosen.emit(provider_id, path))
        if detail.key is not None:
            detail.key.change_wanted.connect(lambda: self.key_wanted.emit(provider_id))
            detail.key.remove_wanted.connect(lambda: self.remove_key_wanted.emit(provider_id))
        if detail.accounts is not None:
            detail.accounts.add_wanted.connect(lambda: self.account_wanted.emit(provider_id))
            detail.accounts.opened.connect(lambda account: self.go_to(ProviderId(account)))
        return detail

    def _cancel_models(self, provider_id: ProviderId) -> None:
        if self._detail is not None:
            self._detail.models.show_asking(is_asking=False)
        self.models_unwanted.emit(provider_id)

    def _order_tabs(self) -> None:
        """Let Tab go through what came later as well, from top to bottom."""
        if self._detail is not None:
            chain(self._back, laid_out(self._detail))

    def _drop_detail(self) -> None:
        detail, self._detail = self._detail, None
        if detail is not None:
            self.models_unwanted.emit(detail.provider_id)
            detail.hide()
            detail.setParent(None)
            detail.deleteLater()

    def _show_busy(self) -> None:
        is_busy = bool(self._busy)
        self._spinner.setVisible(is_busy)
        self._progress.setText(self._busy[-1] if is_busy else "")
        self._list.show_checking(is_checking=is_busy)
        if self._detail is not None:
            self._detail.show_checking(is_checking=is_busy)
