# SPDX-License-Identifier: MIT
"""The card beside a bead: who answered when, what was asked, what was answered, and what can be done there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.services.lineage_views import Bead, BeadDetails, BeadState
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.map.map_words import bead_state_text, bead_time_text
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline
from onesist_desktop.ui.widgets.labels import BreakingLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import outline_width
from onesist_desktop.ui.words import seconds_text

WIDTH = 344
SHADOW = 16
"""Room around the card in which its shadow is painted; nothing there takes the pointer's clicks but the card itself."""
LEAVE_MS = 250
_LETTERS = 160
_RIGHT, _BELOW = 8, 20


class MapCard(QFrame):
    """Floats over the map as a child of its page, so that the map keeps the keyboard. It goes when the pointer left it a while.

    Signals:
        message_wanted(): Go to the answer.
        fork_wanted(): Fork the thread there.
        merge_wanted(): Merge the thread back.
        closed(): It was closed by Escape, which belongs to whoever opened it.
    """

    message_wanted = Signal()
    fork_wanted = Signal()
    merge_wanted = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, now: Callable[[], float], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._bead: Bead | None = None
        self.setObjectName("map_card")
        self._leaving = QTimer(self)
        self._leaving.setSingleShot(True)
        self._leaving.setInterval(LEAVE_MS)
        self._leaving.timeout.connect(self._leave)
        self._make()
        self.hide()
        theme.changed.connect(self._measure)
        self._measure()

    @property
    def bead(self) -> Bead | None:
        """The answer that it shows; None while it is hidden."""
        return None if self.isHidden() else self._bead

    def show_bead(self, bead: Bead, title: str, *, can_fork: bool, is_fork: bool) -> None:
        """Show what is known of an answer at once; the rest comes with its details."""
        self._leaving.stop()
        self._bead = bead
        name = self._book.title(bead.provider_id)
        self._name.setText(name)
        self._mark.show_provider(bead.provider_id)
        self.setAccessibleName(fill(self.tr("Answer of %1 in %2"), name, title))
        self._show_when(None)
        self._asked.setText("…")
        self._answered.setText("…")
        self._facts.hide()
        self._fork.set_available(can_fork, self.tr("It can be forked here once the answer has ended"))
        self._merge.setVisible(is_fork)
        self._merge.set_available(False, self.tr("There is nothing to merge back"))
        self._resize()
        self.show()
        self.raise_()

    def show_details(self, details: BeadDetails) -> None:
        """Show the rest, if it is of the answer that is shown."""
        if self._bead is None or details.bead.run_id != self._bead.run_id:
            return
        self._bead = details.bead
        self._show_when(details.model)
        self._asked.setText(_cut(details.asked) or self.tr("(no text)"))
        self._answered.setText(_cut(details.answered) or self._no_answer(details.bead.state))
        for label, text in zip(self._fact_labels, self._facts_of(details), strict=True):
            label.setText(text)
            box = label.parentWidget()
            if box is not None:
                box.setVisible(bool(text))
        self._facts.setVisible(any(label.text() for label in self._fact_labels))
        self._merge.set_available(details.can_merge, self.tr("There is nothing to merge back"))
        self._resize()

    def show_failure(self, text: str) -> None:
        """Say that the rest can't be read."""
        self._asked.setText("–")
        self._answered.setText(text)
        self._resize()

    def place(self, bead: QRect, room: QRect, others: list[QRect]) -> None:
        """Stand beside a bead where it covers the fewest others. All are in the coordinates of the card's parent."""
        size = self._body_size()
        below, above = bead.bottom() + _BELOW - bead.height() // 2, bead.top() - _BELOW + bead.height() // 2 - size.height()
        right, left = bead.center().x() + _RIGHT, bead.center().x() - _RIGHT - size.width()
        places = [QPoint(x, y) for y in (below, above) for x in (right, left)]
        boxes = [_inside(QRect(place, size), room) for place in places]
        # Never over its own bead, where that can be helped; else the first of the least costly, in this order.
        best = min(boxes, key=lambda box: (1000 if box.intersects(bead) else 0) + sum(box.intersects(each) for each in others))
        self.move(best.topLeft() - QPoint(SHADOW, SHADOW))

    def leave_soon(self) -> None:
        """Go a little later, unless the pointer comes to it."""
        if not self.isHidden():
            self._leaving.start()

    def stay(self) -> None:
        """Don't go."""
        self._leaving.stop()

    def close_card(self) -> bool:
        """Go now. Return whether it was there."""
        was_shown = not self.isHidden()
        self._leaving.stop()
        self.hide()
        return was_shown

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay under the pointer."""
        super().enterEvent(event)
        self._leaving.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Go some time after the pointer left."""
        super().leaveEvent(event)
        self.leave_soon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint shadow, ground and outline."""
        theme, radius = self._theme, self._theme.radius("card")
        box = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        painter = QPainter(self)
        shade = theme.color("shadow_alpha")
        strength = shade.alphaF()
        for step in range(SHADOW - 4, 0, -2):
            shade.setAlphaF(strength * 0.07)
            grown = box.adjusted(-step, -step + 4, step, step + 4)
            fill_rounded(painter, grown & QRectF(self.rect()), shade, radius + step)
        fill_rounded(painter, box, theme.color("bg_raised"), radius)
        paint_outline(painter, box, theme.color("line_strong"), radius, outline_width(theme))
        painter.end()

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(SHADOW + 1, SHADOW + 1, SHADOW + 1, SHADOW + 1)
        column.setSpacing(0)
        body = QVBoxLayout()
        body.setContentsMargins(16, 12, 16, 12)
        body.setSpacing(0)
        head = FlowRow()
        self._mark = MarkWidget(self._book, None, 12)
        self._name = StepLabel(self._theme, step="body_strong", name="map_card_name")
        self._when = StepLabel(self._theme, tone="tertiary", name="map_card_when")
        head.add(self._mark, self._name, self._when)
        body.addWidget(head)
        body.addSpacing(10)
        self._asked, self._answered = (
            BreakingLabel(name="map_card_asked"),
            BreakingLabel(name="map_card_answered"),
        )
        body.addWidget(StepLabel(self._theme, self.tr("You asked"), tone="tertiary"))
        body.addWidget(self._asked)
        body.addSpacing(6)
        body.addWidget(StepLabel(self._theme, self.tr("It answered"), tone="tertiary"))
        body.addWidget(self._answered)
        self._make_facts(body)
        column.addLayout(body)
        column.addWidget(self._make_foot())

    def _make_facts(self, body: QVBoxLayout) -> None:
        self._facts = FlowRow(gap=12)
        self._fact_labels: list[StepLabel] = []
        self._signs: list[tuple[QLabel, str]] = []
        for glyph, name in (
            ("pencil-simple", "map_card_files"),
            ("terminal-window", "map_card_commands"),
            ("clock", "map_card_time"),
        ):
            box = QWidget()
            line = QHBoxLayout(box)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(4)
            sign, label = QLabel(), StepLabel(self._theme, tone="secondary", name=name)
            line.addWidget(sign)
            line.addWidget(label)
            self._signs.append((sign, glyph))
            self._fact_labels.append(label)
            self._facts.add(box)
        body.addSpacing(10)
        body.addWidget(self._facts)

    def _make_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("surface", "card_foot")
        line = QVBoxLayout(foot)
        line.setContentsMargins(12, 11, 6, 12)
        row = FlowRow(gap=0)
        self._go = FlatButton(self.tr("Go to message"), compact=True, name="map_card_go", on_click=self.message_wanted.emit)
        self._fork = FlatButton(
            self.tr("Fork here"),
            ButtonKind.GHOST,
            glyph="git-fork",
            compact=True,
            name="map_card_fork",
            on_click=self.fork_wanted.emit,
        )
        self._merge = FlatButton(
            self.tr("Merge back…"),
            ButtonKind.GHOST,
            glyph="git-merge",
            compact=True,
            name="map_card_merge",
            on_click=self.merge_wanted.emit,
        )
        row.add(self._go, self._fork, self._merge)
        line.addWidget(row)
        return foot

    # -- what it says -------------------------------------------------------------------------------------------------------

    def _show_when(self, model: str | None) -> None:
        bead = self._bead
        if bead is None:
            return
        when = bead_time_text(bead.at, self._now())
        state = bead_state_text(bead.state)
        self._when.setText(" · ".join(piece for piece in (model or "", when, state) if piece))

    def _no_answer(self, state: BeadState) -> str:
        if state is BeadState.WORKING:
            return self.tr("Still works on it")
        return self.tr("Waits for you") if state is BeadState.ASKS else self.tr("No answer")

    def _facts_of(self, details: BeadDetails) -> tuple[str, str, str]:
        files, commands, duration = details.changed_files, details.commands, details.duration_s
        return (
            self.tr("%n file(s) changed", None, files) if files else "",
            self.tr("%n command(s)", None, commands) if commands else "",
            seconds_text(duration) if duration is not None else "",
        )

    # -- size ---------------------------------------------------------------------------------------------------------------

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        if self.underMouse() or (focused is not None and self.isAncestorOf(focused)):
            return
        self.hide()

    def _body_size(self) -> QSize:
        return self.size() - QSize(2 * SHADOW, 2 * SHADOW)

    def _resize(self) -> None:
        layout, parent = self.layout(), self.parentWidget()
        if layout is None:
            return
        widest = parent.width() - 16 if parent is not None else WIDTH
        width = min(self._theme.icon_size(WIDTH), max(200, widest)) + 2 * SHADOW
        self.setFixedWidth(width)
        layout.activate()
        self.setFixedHeight(layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.minimumSize().height())

    def _measure(self) -> None:
        theme = self._theme
        side = theme.icon_size(12)
        self._mark.setFixedSize(QSize(side, side))
        for sign, glyph in self._signs:
            sign.setPixmap(glyph_pixmap(glyph, theme.color("text_secondary"), theme.icon_size(14)))
        self._resize()


def _cut(text: str) -> str:
    """Return the beginning of a text: the card is a glance, and the message is one click away."""
    text = " ".join(text.split())
    return text if len(text) <= _LETTERS else text[: _LETTERS - 1].rstrip() + "…"


def _inside(box: QRect, room: QRect) -> QRect:
    """Move a box into a room, at its top left where it is larger."""
    x = max(room.left(), min(box.left(), room.right() + 1 - box.width()))
    y = max(room.top(), min(box.top(), room.bottom() + 1 - box.height()))
    return QRect(x, y, box.width(), box.height())
