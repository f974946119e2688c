# SPDX-License-Identifier: MIT
"""The rows above the composer: who works now, and what waits to be sent next."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId, QueuedId
from onesist_desktop.services.views import ApprovalView, QueuedView, QueueView, RunStatus, RunView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.tab_order import chain
from onesist_desktop.ui.words import seconds_text

_ROW = 36
_LABEL = 40


def _label(text: str, theme: Theme) -> PlainLabel:
    """Make the word at the left of a row. All are equally wide, whatever they say."""
    label = PlainLabel(text, tone="secondary")
    label.setMinimumWidth(_LABEL * theme.text_percent // 100)
    return label


class RunBar(QFrame):
    """Hidden while nothing works and nothing waits.

    Signals:
        stop_wanted(): Stop the run.
        send_now_wanted(queued_id: str), delete_wanted(queued_id: str), edited(queued_id: str, text: str): About the queue.
    """

    stop_wanted = Signal()
    send_now_wanted = Signal(str)
    delete_wanted = Signal(str)
    edited = Signal(str, str)

    def __init__(
        self, theme: Theme, book: ProviderBook, now: Callable[[], float] = time.time, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._run: RunView | None = None
        self._waits_for_you = 0
        self._queue: QueueView | None = None
        self._rows: list[QueueRow] = []
        self.setObjectName("run_bar")
        self.setProperty("surface", "runs")
        self.setAccessibleName(self.tr("Now and next"))
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(1, 0, 1, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._make_now())
        self._held = PlainLabel(tone="warning", wraps=True, name="queue_held")
        self._held.setText(
            self.tr("Held: the last answer did not finish. Nothing is sent by itself; choose Send now when you want.")
        )
        # Margins of a label that wraps are not counted in its height.
        self._held_box = QWidget()
        inset = QVBoxLayout(self._held_box)
        inset.setContentsMargins(15, 8, 15, 4)
        inset.addWidget(self._held)
        self._layout.addWidget(self._held_box)
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._show_time)
        self._show()

    @property
    def is_working(self) -> bool:
        """Whether a run works."""
        return self._run is not None and self._run.status is not RunStatus.FINISHED

    @property
    def working_provider(self) -> ProviderId | None:
        """Whose run works; None for nobody's."""
        return self._run.provider_id if self._run is not None and self.is_working else None

    def set_run(self, run: RunView | None) -> None:
        """Take the thread's run."""
        self._run = run
        self._show()

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Take what the agent waits on."""
        self._waits_for_you = len(approvals)
        self._show()

    def set_queue(self, queue: QueueView | None) -> None:
        """Take the thread's queue. A row that is being edited keeps its field."""
        self._queue = queue
        items = queue.items if queue else ()
        kept = {row.item.id: row for row in self._rows}
        self._rows = []
        for item in items:
            row = kept.pop(item.id, None)
            if row is None:
                row = self._make_row(item)
            row.show_item(item)
            self._rows.append(row)
        for row in kept.values():
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        for row in self._rows:
            self._layout.removeWidget(row)
            self._layout.addWidget(row)
        last: QWidget = self._stop
        for row in self._rows:
            last = chain(last, row.focus_order)
        self._show()

    def refresh_providers(self) -> None:
        """Names may have changed."""
        self._show()

    def _make_now(self) -> QWidget:
        self._now_row = QWidget()
        self._now_row.setObjectName("now_row")
        self._now_row.setFixedHeight(self._theme.row_height(_ROW))
        line = QHBoxLayout(self._now_row)
        line.setContentsMargins(15, 0, 8, 0)
        line.setSpacing(8)
        label = _label(self.tr("Now"), self._theme)
        self._mark = MarkWidget(self._book, None)
        self._what = ElidedLabel(name="now_text")
        self._what.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._time = PlainLabel(tone="secondary", font=self._theme.font("caption"), name="now_time")
        self._stop = FlatButton(
            self.tr("Stop"), ButtonKind.GHOST, glyph="stop", compact=True, name="stop_run", on_click=self.stop_wanted.emit
        )
        self._stop.setToolTip(self.tr("Stop this run (Ctrl+.)"))
        for widget in (label, self._mark, self._what, Spinner(), self._time):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self._stop)
        return self._now_row

    def _make_row(self, item: QueuedView) -> QueueRow:
        row = QueueRow(self._theme, self._book, item)
        row.send_now.connect(self.send_now_wanted)
        row.delete.connect(self.delete_wanted)
        row.edited.connect(self.edited)
        return row

    def _show(self) -> None:
        self._now_row.setVisible(self.is_working)
        has_queue = bool(self._rows)
        self._held_box.setVisible(has_queue and self._queue is not None and self._queue.is_held and not self.is_working)
        self.setVisible(self.is_working or has_queue)
        if self.is_working and self._run is not None:
            self._mark.show_provider(self._run.provider_id)
            self._what.set_text(self._now_text(self._run))
            self._show_time()
            self._tick.start()
        else:
            self._tick.stop()

    def _now_text(self, run: RunView) -> str:
        title = self._book.title(run.provider_id)
        if self._waits_for_you:
            return fill(self.tr("%1 waits for you: %n question(s)", None, self._waits_for_you), title)
        if run.retry_attempt:
            return fill(self.tr("%1 is busy and is asked again (%2 of %3)"), title, run.retry_attempt, run.retry_max)
        match run.status:
            case RunStatus.PREPARING:
                return fill(self.tr("Getting ready for %1"), title)
            case RunStatus.SENDING:
                return fill(self.tr("Sending to %1"), title)
            case _:
                return fill(self.tr("%1 is answering"), title)

    def _show_time(self) -> None:
        if self._run is not None and self._run.started_at:
            self._time.setText(seconds_text(self._now() - self._run.started_at))


class QueueRow(QWidget):
    """One message that waits.

    Signals:
        send_now(queued_id), delete(queued_id), edited(queued_id, text): What the person wants with it.
    """

    send_now = Signal(str)
    delete = Signal(str)
    edited = Signal(str, str)

    def __init__(self, theme: Theme, book: ProviderBook, item: QueuedView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.setObjectName("queue_row")
        self.setFixedHeight(theme.row_height(_ROW))
        line = QHBoxLayout(self)
        line.setContentsMargins(15, 0, 8, 0)
        line.setSpacing(8)
        label = _label(self.tr("Next"), theme)
        self._mark = MarkWidget(book, item.provider_id)
        self._text = ElidedLabel(name="queued_text")
        middle = QWidget()
        self._stack = QStackedLayout(middle)
        self._field = _QueueField()
        self._field.setObjectName("queued_field")
        self._field.setAccessibleName(self.tr("Waiting message"))
        self._field.setFixedHeight(theme.row_height(32) - 2)
        self._field.returnPressed.connect(self._on_edited)
        self._field.left.connect(lambda: self._stack.setCurrentIndex(0))
        self._stack.addWidget(self._text)
        self._stack.addWidget(self._field)
        line.addWidget(label)
        line.addWidget(self._mark)
        line.addWidget(middle, 1)
        queued_id: QueuedId = item.id
        send_now = FlatButton(
            self.tr("Send now"), ButtonKind.GHOST, compact=True, name="send_now", on_click=lambda: self.send_now.emit(queued_id)
        )
        edit = IconButton("pencil", self.tr("Edit this waiting message"), compact=True, name="edit_queued", on_click=self._on_edit)
        delete = IconButton(
            "trash",
            self.tr("Delete this waiting message"),
            compact=True,
            name="delete_queued",
            on_click=lambda: self.delete.emit(queued_id),
        )
        for button in (send_now, edit, delete):
            line.addWidget(button)
        self.focus_order: tuple[QWidget, ...] = (self._field, send_now, edit, delete)
        self.show_item(item)

    def show_item(self, item: QueuedView) -> None:
        """Show the message."""
        self.item = item
        self._mark.show_provider(item.provider_id)
        self._text.set_text(item.text)
        self.setAccessibleName(fill(self.tr("Waiting message: %1"), item.text))

    def _on_edit(self) -> None:
        # A single line shows line breaks as signs and gives them back as they were.
        self._field.setText(self.item.text)
        self._stack.setCurrentIndex(1)
        self._field.setFocus()

    def _on_edited(self) -> None:
        text = self._field.text()
        self._stack.setCurrentIndex(0)
        if text.strip() and text != self.item.text:
            self.edited.emit(self.item.id, text)


class _QueueField(QLineEdit):
    """A field that Escape leaves without a change."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave on Escape."""
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)
