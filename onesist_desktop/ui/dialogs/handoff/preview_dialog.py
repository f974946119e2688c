# SPDX-License-Identifier: MIT
"""What the next provider will be told, item by item: what stays out and what is added is up to the person."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from onesist_desktop.core.answerer import ManualContext
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services.views import DueItem, HandoffPreview
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.handoff.budget_panel import BudgetPanel
from onesist_desktop.ui.dialogs.handoff.items_list import ItemsList
from onesist_desktop.ui.dialogs.handoff.items_model import DueItemsModel
from onesist_desktop.ui.dialogs.handoff.text_panel import TextPanel
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.words import size_text

ASK_DELAY_MS = 150
MOST_NOTE_CHARS = 1_000
_SIZE = (1040, 720)
_LEFT = 416
_LEAST_RIGHT = 360
_UNLIMITED = 16_777_215


class PreviewDialog(FramedDialog):
    """Shows a preview with its items. Each change asks for another one.

    Signals:
        asked(manual: ManualContext | None): Work out a preview with these changes; answer by :meth:`show_preview`.
        used(manual: ManualContext | None): The next send is to go with these changes; None for none.
    """

    asked = Signal(object)
    used = Signal(object)

    def __init__(self, theme: Theme, book: ProviderBook, preview: HandoffPreview, parent: QWidget) -> None:
        title_of = book.title(preview.provider_id)
        title = fill(QCoreApplication.translate("HandoffDialog", "What %1 will be told"), title_of)
        super().__init__(theme, title, _sentence(preview, title_of), _SIZE, parent)
        self.setObjectName("handoff_dialog")
        self.setProperty("surface", "raised")
        self._is_made = False
        self._title_of = title_of
        self._book = book
        self._preview = preview
        self._make_marks(preview.provider_id)
        self.model = DueItemsModel(book, self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        rule = QFrame()
        rule.setProperty("surface", "rule")
        self.body.addWidget(rule)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sides.setSpacing(0)
        self._left = self._make_left()
        self._line = QFrame()
        self._line.setProperty("surface", "line")
        self._right = self._make_right()
        for widget, stretch in ((self._left, 0), (self._line, 0), (self._right, 1)):
            self._sides.addWidget(widget, stretch)
        self.body.addLayout(self._sides, 1)
        self._make_footer()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(ASK_DELAY_MS)
        self._delay.timeout.connect(lambda: self.asked.emit(self.manual))
        self._connect()
        if preview.manual is not None:
            self.note.setText(preview.manual.note)
        self._delay.stop()
        self._show(preview)
        self._is_made = True
        self._lay_out()
        theme.changed.connect(self._paint_ground)
        self._paint_ground()
        if self.model.items:
            self.items.go_to(len(self.model.items) - 1 if len(self.model.items) > 200 else 0)
        self.items.setFocus()

    @property
    def manual(self) -> ManualContext | None:
        """What the person changed; None for nothing."""
        left_out, note = self.model.left_out, self.note.text().strip()
        return ManualContext(left_out, note) if left_out or note else None

    def show_preview(self, preview: HandoffPreview) -> None:
        """Show what would go over now. One that was asked for before the last change comes too late and is dropped."""
        if _same(preview.manual, self.manual) and not self._delay.isActive():
            self._show(preview)

    def show_failure(self, why: str) -> None:
        """Say that it could not be worked out what would go over."""
        self._say(why)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put both sides below each other where they have no room side by side."""
        super().resizeEvent(event)
        if self._is_made:
            self._lay_out()

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make_marks(self, provider_id: ProviderId) -> None:
        side = self.theme.icon_size(self.theme.size("bead_large"))
        speakers = [item.provider_id for item in self._preview.items if item.provider_id not in {None, provider_id}]
        widgets: list[QWidget] = []
        if speakers:
            arrow = QLabel()
            arrow.setPixmap(glyph_pixmap("arrow_right", self.theme.color("text_secondary"), self.theme.icon_size()))
            widgets += [MarkWidget(self._book, speakers[-1], side), arrow]
        widgets.append(MarkWidget(self._book, provider_id, side))
        for place, widget in enumerate(widgets):
            self.head_row.insertWidget(place, widget)

    def _make_left(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.budget = BudgetPanel(self.theme)
        self.items = ItemsList(self.theme, self._book, self.model)
        column.addWidget(self.budget)
        column.addWidget(self.items, 1)
        self._unlisted = StepLabel(self.theme, tone="secondary", wraps=True, name="handoff_unlisted")
        self._unlisted.setContentsMargins(24, 8, 16, 8)
        column.addWidget(self._unlisted)
        self._why = StepLabel(self.theme, tone="warning", wraps=True, name="handoff_why")
        self._why.setContentsMargins(24, 8, 16, 12)
        self._why.hide()
        column.addWidget(self._why)
        return left

    def _make_right(self) -> QWidget:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.text = TextPanel(self.theme)
        self.text_view = self.text.view
        column.addWidget(self.text, 1)
        foot = QFrame()
        foot.setProperty("surface", "card_foot")
        inside = QVBoxLayout(foot)
        inside.setContentsMargins(24, 12, 24, 12)
        self.note = QLineEdit()
        self.note.setObjectName("handoff_note")
        self.note.setMaxLength(MOST_NOTE_CHARS)
        text = fill(QCoreApplication.translate("HandoffDialog", "Add a note for %1 (optional)"), self._title_of)
        self.note.setPlaceholderText(text)
        self.note.setAccessibleName(text)
        inside.addWidget(self.note)
        column.addWidget(foot)
        return right

    def _make_footer(self) -> None:
        tr = QCoreApplication.translate
        self.back = FlatButton(
            tr("HandoffDialog", "Back to the automatic choice"),
            ButtonKind.GHOST,
            glyph="arrow-counter-clockwise",
            name="handoff_automatic",
            on_click=self._go_back,
        )
        self.use = FlatButton(tr("HandoffDialog", "Use this"), ButtonKind.PRIMARY, name="use_handoff", on_click=self._use)
        cancel = FlatButton(tr("HandoffDialog", "Cancel"), name="cancel_handoff", on_click=self.reject)
        self.footer_bar.set_way_back(self.back)
        self.footer_bar.set_buttons(cancel, self.use)

    def _connect(self) -> None:
        self.items.chosen.connect(self.text.mark_row)
        self.items.changed.connect(self._on_changed)
        self.items.refused.connect(self._on_refused)
        self.text.walked.connect(self.items.go_to)
        self.note.textChanged.connect(lambda _text: self._on_changed())
        self.note.returnPressed.connect(self._use)

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show(self, preview: HandoffPreview) -> None:
        self._preview = preview
        self.model.show_items(preview.items, preview.manual.left_out if preview.manual is not None else ())
        chosen = len(preview.chosen)
        listed = sum(item.is_chosen for item in preview.items)
        omitted = len(preview.items) - listed + preview.unlisted_count
        self.budget.show_budget(preview.size_bytes, preview.budget_bytes, chosen, omitted)
        self.text.show_text(preview.text, preview.items, preview.secret_count)
        self.text.mark_row(self.items.currentIndex().row())
        count = preview.unlisted_count
        self._unlisted.setText(
            QCoreApplication.translate("HandoffDialog", "%n earlier item(s) are not listed and stay out.", None, count)
        )
        self._unlisted.setVisible(count > 0)
        no_room = QCoreApplication.translate("HandoffDialog", "The note has no room: shorten it, or make your message shorter.")
        self._say("" if preview.note_fits else no_room)
        self._show_state()

    def _show_state(self) -> None:
        self.back.set_available(self.manual is not None, QCoreApplication.translate("HandoffDialog", "Nothing was changed by you"))
        self.use.set_available(
            self.model.has_ticks or not self.model.items,
            QCoreApplication.translate("HandoffDialog", "Leave one item ticked at least"),
        )

    def _say(self, text: str) -> None:
        self._why.setText(text)
        self._why.setVisible(bool(text))
        if text:
            announce(self, text)

    def _on_changed(self) -> None:
        self._say("")
        self._show_state()
        self._delay.start()

    def _on_refused(self, item: DueItem) -> None:
        text = QCoreApplication.translate(
            "HandoffDialog", "That doesn't fit: it takes %1, and %2 are free. Leave others out first."
        )
        free = max(0, self._preview.budget_bytes - self._preview.size_bytes)
        self._say(fill(text, size_text(item.item.size_bytes), size_text(free)))

    def _go_back(self) -> None:
        self.model.take_all_in()
        self.note.clear()
        self._on_changed()

    def _use(self) -> None:
        if self.use.isEnabled():
            self.used.emit(self.manual)
            self.accept()

    def _paint_ground(self) -> None:
        # All of it but the text and the footer is as light as the list.
        content = self.body.parentWidget()
        if content is not None:
            palette = content.palette()
            palette.setColor(QPalette.ColorRole.Window, self.theme.color("bg_raised"))
            content.setPalette(palette)
            content.setAutoFillBackground(True)

    def _lay_out(self) -> None:
        theme = self.theme
        left = round(_LEFT * max(1.0, theme.text_percent / 130))
        is_wide = self.width() >= left + _LEAST_RIGHT * max(1.0, theme.text_percent / 130)
        self._sides.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)
        self._left.setMinimumWidth(left if is_wide else 0)
        self._left.setMaximumWidth(left if is_wide else _UNLIMITED)
        self._line.setMinimumSize(1, 1)
        self._line.setMaximumSize(*((1, _UNLIMITED) if is_wide else (_UNLIMITED, 1)))


def _sentence(preview: HandoffPreview, title: str) -> str:
    if preview.transition is TransitionKind.DELTA:
        text = QCoreApplication.translate(
            "HandoffDialog", "%1 has not seen the newest messages. It gets the ticked items word for word, before your new message."
        )
    elif not preview.is_new:
        text = QCoreApplication.translate(
            "HandoffDialog", "%1 is told the thread from its beginning: the ticked items, word for word, before your new message."
        )
    else:
        text = QCoreApplication.translate(
            "HandoffDialog", "%1 has not seen this thread. It gets the ticked items word for word, before your new message."
        )
    return fill(text, title)


def _same(one: ManualContext | None, other: ManualContext | None) -> bool:
    empty = ManualContext()
    return (one or empty) == (other or empty)
