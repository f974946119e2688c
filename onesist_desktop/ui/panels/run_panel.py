# SPDX-License-Identifier: MIT
"""One run: facts, what it was told, what it did. Knows the window's values only; a controller brings them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.services.views import HandoffView, ProviderUsage, RunDetails
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels import run_words
from onesist_desktop.ui.panels.elided import StepElidedLabel
from onesist_desktop.ui.panels.facts import Fact, MemoryFact, StateFact
from onesist_desktop.ui.panels.steps_list import StepsList
from onesist_desktop.ui.panels.usage_list import UsageList
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.empty_state import EmptyState
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.widgets.tips import plain_tip
from onesist_desktop.ui.words import short_path

_EDGE = 16
_TICK_MS = 1000


class RunPanel(QWidget):
    """Shows a run, or says that there is none yet.

    Signals:
        run_wanted(run_id: str): Show another run.
        told_wanted(handoff_id: str): Read what it was told.
        step_wanted(seq: int, part: int): Show that step in the transcript.
        clean_wanted(provider_id: str): Let who gave this answer begin afresh with the next message.
    """

    run_wanted = Signal(str)
    told_wanted = Signal(str)
    step_wanted = Signal(int, int)
    clean_wanted = Signal(str)

    def __init__(
        self, theme: Theme, book: ProviderBook, now: Callable[[], float] = time.time, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._details: RunDetails | None = None
        self._places: dict[str, str] = {}
        self.setObjectName("run_panel")
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            theme,
            self.tr("Nobody has answered yet"),
            self.tr("What an answer was told, what it did and what it used is listed here."),
            glyph="receipt",
            name="no_run",
        )
        self._stack.addWidget(self._empty)
        self._page = ScrollingPage(self._make_content())
        # The ground is the inspector's own, and not that of a page.
        for widget in (self._page.viewport(), self._page.widget()):
            if widget is not None:
                widget.setAutoFillBackground(False)
        self._stack.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self._make_footer())
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_state)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_run(None)

    @property
    def details(self) -> RunDetails | None:
        """The run that is shown."""
        return self._details

    def show_run(self, details: RunDetails | None) -> None:
        """Show a run; None for none."""
        before, self._details = self._details, details
        self._stack.setCurrentWidget(self._page if details else self._empty)
        self._footer.setVisible(details is not None)
        if details is not None:
            if before is None or before.run.id != details.run.id:
                self._page.verticalScrollBar().setValue(0)
            self._show_head(details)
            self._show_facts(details)
            self._show_told(details.handoff)
            self._show_steps(details)
        self._show_tick()

    def show_usage(self, usage: Sequence[ProviderUsage]) -> None:
        """Show what the whole thread used, by who answered in it."""
        self._usage_heading.setVisible(bool(usage))
        self._usage.show_usage(usage)

    def show_place(self, project_root: str, workspace: str, title: str) -> None:
        """Take where the project is and where its thread works now, with the words for that, to name the folder of a run."""
        self._places = {workspace: title, project_root: self.tr("Project folder")}
        if self._details is not None:
            self._show_works_in()

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        self.show_run(self._details)
        self._usage.render_again()

    def showEvent(self, event: QShowEvent) -> None:
        """Count the seconds while they are seen."""
        super().showEvent(event)
        self._show_tick()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._tick.stop()

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make_content(self) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, _EDGE)
        column.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(_EDGE, 14, _EDGE, 8)
        top.setSpacing(0)
        top.addLayout(self._make_head())
        top.addSpacing(8)
        self.state = StateFact(self._theme, self.tr("State"), name="fact_state")
        self._model = Fact(self._theme, self.tr("Model"), name="fact_model")
        self._may_do = Fact(self._theme, self.tr("May do"), name="fact_may_do")
        self._works_in = Fact(self._theme, self.tr("Works in"), name="fact_works_in")
        self._used = Fact(self._theme, self.tr("Used"), name="fact_used")
        self._memory = MemoryFact(self._theme, self.tr("Its memory"), name="fact_memory")
        for fact in (self.state, self._model, self._may_do, self._works_in, self._used, self._memory):
            top.addWidget(fact)
        column.addLayout(top)
        column.addWidget(Divider())
        below = QVBoxLayout()
        below.setContentsMargins(_EDGE, 12, _EDGE, 4)
        below.setSpacing(6)
        below.addWidget(self._heading(self.tr("What it was told")))
        below.addWidget(self._make_told())
        self._told_nothing = PlainLabel(tone="secondary", wraps=True, name="told_nothing")
        below.addWidget(self._told_nothing)
        below.addSpacing(12)
        self._steps_heading = self._heading(self.tr("Steps"))
        below.addWidget(self._steps_heading)
        column.addLayout(below)
        # Its rows have an inset of their own, so that their ground reaches beyond their words.
        self.steps = StepsList(self._theme)
        self.steps.chosen.connect(self._on_step)
        self.steps.row_entered.connect(self._follow)
        inset = QHBoxLayout()
        inset.setContentsMargins(8, 0, 8, 0)
        inset.addWidget(self.steps)
        column.addLayout(inset)
        thread = QVBoxLayout()
        thread.setContentsMargins(_EDGE, 16, _EDGE, 4)
        thread.setSpacing(8)
        self._usage_heading = self._heading(self.tr("Used in this thread"))
        self._usage_heading.hide()
        self._usage = UsageList(self._theme, self._book)
        thread.addWidget(self._usage_heading)
        thread.addWidget(self._usage)
        column.addLayout(thread)
        column.addStretch(1)
        return content

    def _make_head(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        self._mark = MarkWidget(self._book, None, self._theme.size("bead_large"))
        words = QVBoxLayout()
        words.setSpacing(2)
        self._title = StepElidedLabel(self._theme, step="body_strong", name="run_title")
        self._answer_to = StepElidedLabel(self._theme, step="caption", is_quiet=True, name="run_answer_to")
        words.addWidget(self._title)
        words.addWidget(self._answer_to)
        self._previous = IconButton("caret-up", self.tr("The answer before"), compact=True, name="previous_run")
        self._next = IconButton("caret-down", self.tr("The answer after it"), compact=True, name="next_run")
        self._previous.clicked.connect(lambda _checked=False: self._go(-1))
        self._next.clicked.connect(lambda _checked=False: self._go(1))
        line.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addLayout(words, 1)
        line.addWidget(self._previous)
        line.addWidget(self._next)
        return line

    def _make_told(self) -> QFrame:
        self._told = QFrame()
        self._told.setObjectName("run_told")
        self._told.setProperty("surface", "card")
        line = QHBoxLayout(self._told)
        line.setContentsMargins(13, 9, 11, 9)
        line.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(2)
        self._told_counts = PlainLabel(wraps=True, name="told_counts")
        self._told_more = StepLabel(self._theme, tone="secondary", wraps=True, name="told_more")
        words.addWidget(self._told_counts)
        words.addWidget(self._told_more)
        line.addLayout(words, 1)
        line.addWidget(FlatButton(self.tr("Open"), compact=True, name="open_told", on_click=self._on_told))
        return self._told

    def _make_footer(self) -> QFrame:
        self._footer = QFrame()
        self._footer.setProperty("surface", "footer")
        line = QHBoxLayout(self._footer)
        line.setContentsMargins(8, 15, 8, 16)
        self._clean = FlatButton(
            self.tr("Start clean next time"), ButtonKind.GHOST, compact=True, name="start_clean", on_click=self._on_clean
        )
        line.addWidget(self._clean)
        line.addStretch(1)
        line.addWidget(
            FlatButton(
                self.tr("Copy details"), ButtonKind.GHOST, glyph="copy", compact=True, name="copy_details", on_click=self._copy
            )
        )
        return self._footer

    def _heading(self, text: str) -> StepLabel:
        return StepLabel(self._theme, text, tone="tertiary", wraps=True)

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show_head(self, details: RunDetails) -> None:
        self._mark.show_provider(details.run.provider_id)
        self._title.set_text(self._book.title(details.run.provider_id))
        self._answer_to.set_text(fill(self.tr("answer to message %1"), details.question_seq))
        self._previous.set_available(details.previous_run_id is not None, self.tr("This is the first answer of the thread."))
        self._next.set_available(details.next_run_id is not None, self.tr("This is the newest answer of the thread."))

    def _show_facts(self, details: RunDetails) -> None:
        run, is_agent = details.run, self._is_agent(details)
        self._show_state()
        self._model.show_value(run_words.model_text(run))
        self._may_do.show_value(run_words.may_do_text(details.mode, is_agent=is_agent))
        self._show_works_in()
        self._show_clean(details, is_agent=is_agent)
        used = run_words.used_text(run.usage)
        is_told = bool(used) or run_words.is_working(run)
        self._used.show_value(
            used if is_told else self.tr("not told"),
            self.tr("tokens") if used else "",
            beside=True,
            help_text=run_words.cached_text(run.usage),
        )
        memory = run_words.memory_of(run.usage)
        if is_agent:
            self._memory.show_memory(memory.fraction, memory.words, run_words.session_text(details))
        else:
            self._memory.show_memory(memory.fraction, memory.words, self.tr("Has none of its own: it gets the history each time."))

    def _show_clean(self, details: RunDetails, *, is_agent: bool) -> None:
        title = self._book.title(details.run.provider_id)
        self._clean.setVisible(is_agent)
        if run_words.is_working(details.run):
            self._clean.set_available(False, fill(self.tr("%1 works. Stop it first, or wait for its end."), title))
        else:
            self._clean.set_available(True)
            text = self.tr("%1 begins afresh with the next message, and is told the history again")
            self._clean.setToolTip(plain_tip(fill(text, title)))

    def _show_state(self) -> None:
        details = self._details
        if details is None:
            return
        run = details.run
        text = run_words.state_text(run, self._book.title(run.provider_id), self._now(), self._book.key_of(run.provider_id))
        has_failed = run.outcome is not None and run.outcome.reason is not None
        self.state.show_value(text, run.outcome.detail if run.outcome else "", tone="danger" if has_failed else "")
        self.state.show_working(run_words.is_working(run))

    def _show_told(self, handoff: HandoffView | None) -> None:
        self._told.setVisible(handoff is not None)
        self._told_nothing.setVisible(handoff is None)
        if handoff is None:
            self._told_nothing.setText(self.tr("Your message only. Nothing had to be handed over."))
            return
        self._told_counts.setText(run_words.told_text(handoff))
        self._told_more.setText(run_words.told_more_text(handoff))

    def _show_steps(self, details: RunDetails) -> None:
        steps = run_words.steps_of(details.reply, self._book.title(details.run.provider_id))
        self._steps_heading.setVisible(bool(steps))
        self.steps.setVisible(bool(steps))
        self.steps.set_steps(steps)

    def _show_works_in(self) -> None:
        details = self._details
        cwd = details.cwd if details is not None else ""
        title = self._places.get(cwd) or self.tr("Another folder") if cwd else ""
        # A run of before may have worked where the thread no longer does.
        if details is not None and details.copy_of:
            text = self.tr("Own copy of %1, no longer there") if details.copy_is_gone else self.tr("Own copy of %1")
            title = fill(text, details.copy_of)
        self._works_in.show_value(title, short_path(cwd) if cwd else "", help_text=cwd)

    def _is_agent(self, details: RunDetails) -> bool:
        view = self._book.get(details.run.provider_id)
        return view is None or view.capabilities.is_agent

    def _show_tick(self) -> None:
        counts = self.isVisible() and self._details is not None and run_words.is_working(self._details.run)
        if counts != self._tick.isActive():
            (self._tick.start if counts else self._tick.stop)()

    def _fit(self) -> None:
        side = self._theme.icon_size(self._theme.size("bead_large"))
        self._mark.setFixedSize(side, side)

    # -- what the person wants ----------------------------------------------------------------------------------------------

    def _go(self, step: int) -> None:
        details = self._details
        if details is not None:
            wanted = details.next_run_id if step > 0 else details.previous_run_id
            if wanted is not None:
                self.run_wanted.emit(wanted)

    def _on_clean(self) -> None:
        if self._details is not None:
            self.clean_wanted.emit(self._details.run.provider_id)

    def _on_told(self) -> None:
        if self._details is not None and self._details.handoff is not None:
            self.told_wanted.emit(self._details.handoff.id)

    def _on_step(self, part: int) -> None:
        if self._details is not None and self._details.reply is not None:
            self.step_wanted.emit(self._details.reply.seq, part)

    def _follow(self, place: QRect) -> None:
        """Keep the row in view that the keyboard is on."""
        content = self._page.widget()
        if content is not None and self.steps.hasFocus():
            middle = self.steps.viewport().mapTo(content, place.center())
            self._page.ensureVisible(middle.x(), middle.y(), 0, place.height())

    def _copy(self) -> None:
        details = self._details
        if details is not None:
            title = self._book.title(details.run.provider_id)
            key = self._book.key_of(details.run.provider_id)
            text = run_words.details_text(details, title, is_agent=self._is_agent(details), now_s=self._now(), key=key)
            QGuiApplication.clipboard().setText(text)
