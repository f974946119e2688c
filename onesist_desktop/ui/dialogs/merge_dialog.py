# SPDX-License-Identifier: MIT
"""*Merge back*: exactly what will be brought to the parent, item by item and word for word, before it happens."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QWidget

from onesist_desktop.services.lineage_views import MergePreview
from onesist_desktop.ui.dialogs.merge_items import MergeItems, spread
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.lineage_words import first_line
from onesist_desktop.ui.models.thread_words import title_of
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.meter import BudgetBar
from onesist_desktop.ui.widgets.sign import Sign
from onesist_desktop.ui.widgets.sunken_text import SunkenText
from onesist_desktop.ui.words import size_text

_SIZE = (1040, 720)
_LEFT = 408
_BESIDE_FROM = 800
_LEAST_TEXT = 140


class MergeDialog(SavingDialog):
    """Whoever opened it answers ``merge_wanted`` by ``was_saved`` or ``was_refused``. The focus starts on Cancel.

    Signals:
        merge_wanted(waits: bool): Merge now, or as soon as the parent's answer has ended.
    """

    merge_wanted = Signal(bool)

    def __init__(self, theme: Theme, preview: MergePreview, parent: QWidget) -> None:
        tr = QCoreApplication.translate
        title = fill(tr("MergeDialog", "Merge back into “%1”"), title_of(preview.parent))
        sentence = tr(
            "MergeDialog",
            "This is brought to the end of that thread, word for word. Whoever answers there next is told it. Secrets are"
            " placeholders. This thread stays as it is.",
        )
        super().__init__(theme, title, sentence, _SIZE, parent, action=tr("MergeDialog", "Merge back"))
        self.setObjectName("merge_dialog")
        self._preview = preview
        self._waits = False
        self._works = self._make_works()
        self.body.addWidget(self._works)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._halves.setSpacing(16)
        self._left, right = self._make_left(), self._make_right()
        self._halves.addWidget(self._left)
        self._halves.addWidget(right, 1)
        self.body.addLayout(self._halves, 1)
        self.save_button.set_glyph("merge")
        self.end_body()
        # The two halves share what is left of the height, and not an empty place below them.
        self.body.setStretch(self.body.count() - 1, 0)
        self.show_parent_works(is_working=preview.parent_works)
        self.cancel_button.setFocus()

    @property
    def is_complete(self) -> bool:
        """There is nothing to be entered."""
        return True

    @property
    def waits(self) -> bool:
        """Whether the button waits for the parent's answer."""
        return self._waits

    def announce_save(self) -> None:
        """Ask for it."""
        self.merge_wanted.emit(self._waits)

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that it is being done, or no longer."""
        super().set_saving(is_saving=is_saving)
        self.progress.setText(self.tr("Merging…") if is_saving else self.tr("Nothing is merged yet."))

    def show_parent_works(self, *, is_working: bool) -> None:
        """Say that it has to wait for the parent's answer, or no longer."""
        self._waits = is_working
        self._works.setVisible(is_working)
        self.save_button.setText(self.tr("Merge when it ends") if is_working else self.tr("Merge back"))
        self.progress.setText(self.tr("Nothing is merged yet."))

    def was_refused(self, text: str) -> None:
        """Nothing was merged: say why."""
        self.set_saving(is_saving=False)
        self.show_failure(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the exact text below the items where there is no room beside them."""
        super().resizeEvent(event)
        is_beside = self.width() >= _BESIDE_FROM * max(100, self.theme.text_percent) // 100
        direction = QBoxLayout.Direction.LeftToRight if is_beside else QBoxLayout.Direction.TopToBottom
        self._halves.setDirection(direction)
        self._left.setMinimumWidth(_LEFT if is_beside else 0)
        self._left.setMaximumWidth(_LEFT if is_beside else 16_777_215)

    # -- parts --------------------------------------------------------------------------------------------------------------

    def _make_works(self) -> QFrame:
        card = QFrame()
        card.setObjectName("merge_works")
        card.setProperty("surface", "card")
        line = QHBoxLayout(card)
        line.setContentsMargins(16, 10, 16, 10)
        line.setSpacing(10)
        text = self.tr("“%1” is being worked in, and nothing is brought in the middle of an answer. It can be done when that ends.")
        words = PlainLabel(fill(text, title_of(self._preview.parent)), wraps=True, name="merge_works_text")
        line.addWidget(Sign(self.theme, "clock"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(words, 1)
        return card

    def _make_left(self) -> QWidget:
        preview, left = self._preview, QWidget()
        column = spread(left)
        counts = self.tr("%n message(s) go over, %1 left out", None, preview.message_count)
        column.addWidget(PlainLabel(fill(counts, len(preview.left_out)), wraps=True, name="merge_counts"))
        used = fill(self.tr("%1 of %2 used"), size_text(preview.size_bytes), size_text(preview.budget_bytes))
        self.budget = BudgetBar(self.theme, name="merge_budget")
        self.budget.show_budget(preview.size_bytes / preview.budget_bytes if preview.budget_bytes else None, used)
        column.addWidget(self.budget)
        self.items = MergeItems(self.theme, preview.items, preview.left_out)
        self.items.chosen.connect(self._show_place)
        column.addWidget(self.items, 1)
        return left

    def _make_right(self) -> QWidget:
        right = QWidget()
        column = spread(right)
        column.addWidget(StepLabel(self.theme, self.tr("Exact text"), tone="tertiary"))
        sunken = SunkenText(self.theme, "merge_text", self.tr("Exact text"))
        sunken.setMinimumHeight(_LEAST_TEXT)
        self.text_view = sunken.view
        self.text_view.setPlainText(self._preview.text)
        column.addWidget(sunken, 1)
        return right

    def _show_place(self, place: int) -> None:
        """Bring an item into view in the exact text. What stands twice is found in its order as far as can be told."""
        text, start = self._preview.text, 0
        for item in self._preview.items[: place + 1]:
            found = text.find(first_line(item.text).rstrip("…"), start)
            start = found if found >= 0 else start
        cursor = self.text_view.textCursor()
        # The view counts in UTF-16 units.
        cursor.setPosition(len(text[:start].encode("utf-16-le", "surrogatepass")) // 2)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
        self.text_view.setTextCursor(cursor)
        self.text_view.ensureCursorVisible()
