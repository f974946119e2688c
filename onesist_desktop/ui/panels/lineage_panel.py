# SPDX-License-Identifier: MIT
"""The inspector's *Lineage*: the family of a thread, who has seen what of it, what was handed over in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.services.lineage_views import FamilyView, Kin, Movement, RewindView, SeenBy
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels.lineage_rows import KinRow, MovementRow, SeenRow
from onesist_desktop.ui.panels.lineage_words import kin_guides, kin_words
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.empty_state import EmptyState
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.words import when_text

_EDGE, _ROW_EDGE = 16, 8
_MOST_KIN, _MOST_MOVEMENTS = 60, 40
"""So many rows are made; the map shows all threads, and the transcript all that was handed over."""


class LineagePanel(QWidget):
    """Shows a family, or says that there is none yet.

    Signals:
        thread_wanted(thread_id: str): Show that thread.
        merge_wanted(child_id: str): Merge that thread back.
        map_wanted(): Open the map.
        fork_wanted(): Fork the shown thread here.
        told_wanted(handoff_id: str): Read what was handed over.
        brought_wanted(message_id: str): Read what a merge brought.
        undo_wanted(): Bring back what was set aside.
    """

    thread_wanted = Signal(str)
    merge_wanted = Signal(str)
    map_wanted = Signal()
    fork_wanted = Signal()
    told_wanted = Signal(str)
    brought_wanted = Signal(str)
    undo_wanted = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, now: Callable[[], float] = time.time, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._family: FamilyView | None = None
        self.setObjectName("lineage_panel")
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            theme,
            self.tr("No thread yet"),
            self.tr("Forks of a thread, who has seen what of it and what was handed over are listed here."),
            glyph="tree-structure",
            name="no_lineage",
        )
        self._page = ScrollingPage(self._make_content())
        # The ground is the inspector's own, and not that of a page.
        for widget in (self._page.viewport(), self._page.widget()):
            if widget is not None:
                widget.setAutoFillBackground(False)
        self._reading = QWidget()
        for page in (self._empty, self._page, self._reading):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        theme.changed.connect(self.render_again)
        self.show_family(None)

    @property
    def family(self) -> FamilyView | None:
        """What is shown."""
        return self._family

    def show_reading(self) -> None:
        """Show nothing: a family is being read, and will be there in a moment."""
        self._family = None
        self._stack.setCurrentWidget(self._reading)

    def show_family(self, family: FamilyView | None) -> None:
        """Show a family; None for none. What is shown already keeps its rows and the focus in them."""
        if family == self._family and family is not None:
            return
        is_other = family is None or self._family is None or family.thread_id != self._family.thread_id
        self._family = family
        self._stack.setCurrentWidget(self._page if family is not None else self._empty)
        self.render_again()
        if is_other:
            self._page.verticalScrollBar().setValue(0)

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        self.render_again()

    def render_again(self) -> None:
        """Make the rows anew."""
        family = self._family
        if family is None:
            return
        focused = self._focused_row()
        self._show_rewind(family.rewind)
        self._show_kin(family)
        self._show_seen(family.seen)
        self._show_movements(family.movements)
        if focused is not None:
            self._focus_row(focused)

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make_content(self) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 12, 0, 16)
        column.setSpacing(0)
        self._rewind = self._make_rewind()
        column.addWidget(self._rewind)
        column.addWidget(self._heading(self.tr("Family of this thread")))
        self._kin = _rows_into(column, _ROW_EDGE)
        self._more = PlainLabel(tone="secondary", wraps=True, name="more_kin")
        self._more.setContentsMargins(_EDGE, 4, _EDGE, 0)
        column.addWidget(self._more)
        buttons = FlowRow(gap=8)
        buttons.add(
            FlatButton(
                self.tr("Open the map"), glyph="tree-structure", compact=True, name="open_map", on_click=self.map_wanted.emit
            ),
            FlatButton(self.tr("Fork here…"), glyph="git-fork", compact=True, name="fork_here", on_click=self.fork_wanted.emit),
        )
        buttons.setContentsMargins(_EDGE, 8, _EDGE, 16)
        column.addWidget(buttons)
        column.addWidget(Divider())
        self._seen_heading = self._heading(self.tr("Who has seen what"), top=14)
        column.addWidget(self._seen_heading)
        self._seen = _rows_into(column, _EDGE)
        self._seen.setSpacing(8)
        column.addSpacing(16)
        column.addWidget(Divider())
        column.addWidget(self._heading(self.tr("Handed over in this thread"), top=14))
        self._movements = _rows_into(column, _ROW_EDGE)
        self._no_movement = PlainLabel(self.tr("Nothing yet."), tone="secondary", wraps=True, name="no_movement")
        self._no_movement.setContentsMargins(_EDGE, 4, _EDGE, 0)
        column.addWidget(self._no_movement)
        column.addStretch(1)
        return content

    def _make_rewind(self) -> QFrame:
        place = QFrame()
        place.setObjectName("lineage_rewind")
        line = QHBoxLayout(place)
        line.setContentsMargins(_EDGE, 0, 12, 12)
        self._rewind_words = PlainLabel(wraps=True, name="rewind_words")
        line.addWidget(self._rewind_words, 1)
        line.addWidget(
            FlatButton(
                self.tr("Undo"),
                glyph="arrow-counter-clockwise",
                compact=True,
                name="undo_rewind_here",
                on_click=self.undo_wanted.emit,
            )
        )
        return place

    def _heading(self, text: str, *, top: int = 0) -> StepLabel:
        label = StepLabel(self._theme, text, tone="tertiary", wraps=True)
        label.setContentsMargins(_EDGE, top, _EDGE, 6)
        return label

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show_rewind(self, rewind: RewindView | None) -> None:
        self._rewind.setVisible(rewind is not None)
        if rewind is not None:
            text = self.tr("%n message(s) after message %1 are set aside", None, rewind.message_count)
            self._rewind_words.setText(fill(text, rewind.to_seq))

    def _show_kin(self, family: FamilyView) -> None:
        shown = _around(family, _MOST_KIN)
        views = {kin.thread.id: kin.thread for kin in family.kin}
        guides = kin_guides(shown)
        rows: list[QWidget] = []
        for place, kin in enumerate(shown):
            view = kin.thread
            parent = views.get(view.parent_thread_id) if view.parent_thread_id is not None else None
            row = KinRow(
                self._theme,
                self._book,
                kin,
                guides=guides[place],
                is_open=place + 1 < len(shown) and shown[place + 1].level > kin.level,
                words=kin_words(kin, family.thread_id, parent),
                is_current=view.id == family.thread_id,
            )
            row.clicked.connect(partial(self._on_kin, view.id))
            row.merge_wanted.connect(partial(self.merge_wanted.emit, view.id))
            rows.append(row)
        _replace(self._kin, rows)
        rest = len(family.kin) - len(shown)
        self._more.setVisible(rest > 0)
        self._more.setText(self.tr("%n more in the map", None, rest))

    def _show_seen(self, seen: Sequence[SeenBy]) -> None:
        _replace(self._seen, [SeenRow(self._theme, self._book, one) for one in seen])
        self._seen_heading.setVisible(bool(seen))

    def _show_movements(self, movements: Sequence[Movement]) -> None:
        rows: list[QWidget] = []
        for movement in movements[:_MOST_MOVEMENTS]:
            row = MovementRow(self._theme, self._book, movement, when_text(movement.at, self._now()))
            row.clicked.connect(partial(self._on_movement, movement))
            rows.append(row)
        _replace(self._movements, rows)
        self._no_movement.setVisible(not rows)

    def _on_kin(self, thread_id: str, _checked: bool = False) -> None:
        if self._family is not None and thread_id != self._family.thread_id:
            self.thread_wanted.emit(thread_id)

    def _on_movement(self, movement: Movement, _checked: bool = False) -> None:
        if movement.handoff_id is not None:
            self.told_wanted.emit(movement.handoff_id)
        elif movement.message_id is not None:
            self.brought_wanted.emit(movement.message_id)

    # -- focus --------------------------------------------------------------------------------------------------------------

    def _focused_row(self) -> tuple[QVBoxLayout, int] | None:
        for layout in (self._kin, self._movements):
            for place, row in enumerate(_widgets(layout)):
                if row.hasFocus():
                    return layout, place
        return None

    def _focus_row(self, focused: tuple[QVBoxLayout, int]) -> None:
        rows = _widgets(focused[0])
        if rows:
            rows[min(focused[1], len(rows) - 1)].setFocus()


def _around(family: FamilyView, most: int) -> tuple[Kin, ...]:
    """Return the threads to be listed: all, or of a large family those from a bit above the shown one on."""
    if len(family.kin) <= most:
        return family.kin
    place = next((place for place, kin in enumerate(family.kin) if kin.thread.id == family.thread_id), 0)
    start = min(max(0, place - most // 2), len(family.kin) - most)
    return family.kin[start : start + most]


def _rows_into(column: QVBoxLayout, edge: int) -> QVBoxLayout:
    rows = QVBoxLayout()
    rows.setContentsMargins(edge, 0, edge, 0)
    rows.setSpacing(0)
    column.addLayout(rows)
    return rows


def _widgets(layout: QVBoxLayout) -> list[QWidget]:
    items = (layout.itemAt(place) for place in range(layout.count()))
    return [widget for item in items if item is not None and (widget := item.widget()) is not None]


def _replace(layout: QVBoxLayout, rows: Sequence[QWidget]) -> None:
    for row in _widgets(layout):
        layout.removeWidget(row)
        row.hide()
        row.deleteLater()
    for row in rows:
        layout.addWidget(row)
        # Else it would be there with the next turn of the loop only, and could not take the focus before.
        row.show()
