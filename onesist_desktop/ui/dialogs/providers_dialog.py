# SPDX-License-Identifier: MIT
"""*Who can answer*: everybody, how ready they are, and what can be done about it."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.provider_row import ProviderRow
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner

_SIZE = (760, 640)


class ProvidersDialog(FramedDialog):
    """Shows what the book says; :meth:`refresh` after that changed. Whoever opened it does what is wanted.

    Signals:
        key_wanted(provider_id: str): Ask for another key.
        remove_wanted(provider_id: str): Ask, then remove that provider.
        program_chosen(provider_id: str, path: str): Use that program; an empty path means *look it up*.
        add_wanted(): Add a model.
        look_again_wanted(): Check everybody again.
    """

    key_wanted = Signal(str)
    remove_wanted = Signal(str)
    program_chosen = Signal(str, str)
    add_wanted = Signal()
    look_again_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget) -> None:
        title = QCoreApplication.translate("ProvidersDialog", "Who can answer")
        sentence = QCoreApplication.translate(
            "ProvidersDialog", "One is enough. You can switch in the middle of a thread, and add others later."
        )
        super().__init__(theme, title, sentence, _SIZE, parent)
        self.setObjectName("providers_dialog")
        self._book = book
        self._rows: dict[ProviderId, ProviderRow] = {}
        self._cards: list[tuple[QWidget, QVBoxLayout]] = []
        self._busy: list[str] = []
        self._look_again = FlatButton(
            self.tr("Look again"), glyph="again", compact=True, name="look_again", on_click=self.look_again_wanted.emit
        )
        self.head_row.addWidget(self._look_again, 0, Qt.AlignmentFlag.AlignTop)
        self._error = PlainLabel(tone="danger", wraps=True, name="providers_error")
        self._error.hide()
        self.body.addWidget(self._error)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(8)
        for name, head, note in (
            ("agents", self.tr("Agents on this computer"), self.tr("Work on files and run commands by themselves")),
            ("models", self.tr("Models"), self.tr("Answer questions, with your own key or on this computer")),
            ("practice", self.tr("Practice assistant"), self.tr("No account, no internet, no cost")),
        ):
            self._cards.append(self._make_card(name, head, note))
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("providers_list")
        self._scroll.setAccessibleName(title)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # By keyboard too, so that rows without a button can be scrolled to.
        self._scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._scroll.setWidget(content)
        self.body.addWidget(self._scroll, 1)
        self._add = FlatButton(self.tr("Add a model…"), glyph="key", name="add_model", on_click=self.add_wanted.emit)
        self._spinner = Spinner(theme=theme)
        self._progress = PlainLabel(tone="secondary", name="providers_progress")
        self._close = FlatButton(self.tr("Close"), ButtonKind.PRIMARY, name="close", on_click=self.accept)
        self.footer.addWidget(self._add)
        self.footer.addWidget(self._spinner)
        self.footer.addWidget(self._progress)
        self.footer.addStretch(1)
        self.footer.addWidget(self._close)
        self._show_busy()
        self.refresh()
        self._close.setFocus()

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
        self._order_tabs()

    def go_to(self, provider_id: ProviderId | None) -> None:
        """Bring a provider's row into view, with the focus on the first thing that can be done about it."""
        row = self._rows.get(provider_id) if provider_id else None
        if row is None:
            return
        button = next((button for button in row.buttons if not button.isHidden()), None)
        (button or self._close).setFocus(Qt.FocusReason.ShortcutFocusReason)
        # The rows get their places when the dialog is shown.
        QTimer.singleShot(0, row, lambda: self._scroll.ensureWidgetVisible(row))

    def show_error(self, text: str) -> None:
        """Say what could not be done; an empty text takes the last one away."""
        self._error.setText(text)
        self._error.setVisible(bool(text))

    def begin(self, text: str) -> None:
        """Say that something is going on, until :meth:`end` with the same text."""
        self.show_error("")
        self._busy.append(text)
        self._show_busy()

    def end(self, text: str) -> None:
        """Say that it is over."""
        self._busy.remove(text)
        self._show_busy()

    def choose_program(self, provider_id: ProviderId) -> None:
        """Open the desktop's file dialog for an agent's program."""
        dialog = QFileDialog(self, self.tr("Choose the program"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.program_chosen.emit(provider_id, path))
        dialog.open()

    def _make_card(self, name: str, head: str, note: str) -> tuple[QWidget, QVBoxLayout]:
        box = QWidget()
        box.setObjectName(f"group_{name}")
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(6)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(PlainLabel(head, font=self.theme.font("body_strong")))
        line.addWidget(PlainLabel(note, tone="secondary", wraps=True, font=self.theme.font("caption")), 1)
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
        row = ProviderRow(self.theme, self._book, view)
        provider_id = view.info.id
        row.key_wanted.connect(lambda: self.key_wanted.emit(provider_id))
        row.remove_wanted.connect(lambda: self.remove_wanted.emit(provider_id))
        row.program_wanted.connect(lambda: self.choose_program(provider_id))
        row.look_up_wanted.connect(lambda: self.program_chosen.emit(provider_id, ""))
        return row

    def _drop(self, provider_id: ProviderId) -> None:
        row = self._rows.pop(provider_id)
        focused = self.focusWidget()
        if focused is not None and row.isAncestorOf(focused):
            self._close.setFocus()
        row.hide()
        row.setParent(None)
        row.deleteLater()

    def _order_tabs(self) -> None:
        rows = [button for view in self._book.providers for button in self._rows[view.info.id].buttons]
        chain: list[QWidget] = [self._look_again, self._scroll, *rows, self._add, self._close]
        for before, after in pairwise(chain):
            self.setTabOrder(before, after)

    def _show_busy(self) -> None:
        self._spinner.setVisible(bool(self._busy))
        self._progress.setText(self._busy[-1] if self._busy else "")
        self._look_again.setEnabled(not self._busy)


def _card_of(view: ProviderView) -> int:
    if view.info.family == "practice":
        return 2
    return 0 if view.capabilities.is_agent else 1
