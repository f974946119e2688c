# SPDX-License-Identifier: MIT
"""The archived threads of a project: each can be put back or deleted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.place_list import PlaceList
from onesist_desktop.ui.models.thread_words import title_of
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.picker_list import PickerRow
from onesist_desktop.ui.words import when_text


class ArchiveDialog(FramedDialog):
    """A list with a search, the thread put away last first.

    Signals:
        restore_wanted(thread_id: str): Put that thread back into the tree.
        delete_wanted(view: ThreadView): Ask whether that thread is to be deleted.
    """

    restore_wanted = Signal(str)
    delete_wanted = Signal(ThreadView)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget, *, now: Callable[[], float] = time.time) -> None:
        sentence = self.tr("Archived threads keep everything. Put back, they stand in the tree again.")
        super().__init__(theme, self.tr("Archived threads"), sentence, (560, 520), parent)
        self.setObjectName("archive_dialog")
        self._book = book
        self._now = now
        self._views: dict[str, ThreadView] = {}
        self.list = PlaceList(
            theme, self.tr("Archived threads"), self.tr("Search threads"), self.tr("No thread is archived."), name="archived_list"
        )
        self.body.addWidget(self.list)
        self.body.addStretch(1)
        self.delete = FlatButton(self.tr("Delete…"), ButtonKind.DANGER, name="delete_archived", on_click=self._on_delete)
        self.restore = FlatButton(self.tr("Put back"), ButtonKind.PRIMARY, name="restore_archived", on_click=self._on_restore)
        self.footer_bar.set_way_back(self.delete)
        self.footer_bar.set_buttons(FlatButton(self.tr("Close"), name="cancel", on_click=self.reject), self.restore)
        self.list.chosen.connect(lambda _key: self._show_choice())
        self.list.entered.connect(self._on_restore)
        self.show_threads(())

    def show_threads(self, views: Sequence[ThreadView]) -> None:
        """Show these threads."""
        self._views = {view.id: view for view in views}
        rows = [PickerRow(view.id, title_of(view), self._subtitle(view)) for view in views]
        self.list.set_rows(rows)
        self._show_choice()

    def _subtitle(self, view: ThreadView) -> str:
        pieces = [self._book.title(view.provider_id) if view.provider_id else "", when_text(view.updated_at, self._now())]
        return " · ".join(piece for piece in pieces if piece)

    def _show_choice(self) -> None:
        for button in (self.delete, self.restore):
            button.setEnabled(self.list.current in self._views)

    def _on_restore(self) -> None:
        if self.list.current in self._views:
            self.restore_wanted.emit(self.list.current)

    def _on_delete(self) -> None:
        view = self._views.get(self.list.current)
        if view is not None:
            self.delete_wanted.emit(view)
