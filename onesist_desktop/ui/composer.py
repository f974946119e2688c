# SPDX-License-Identifier: MIT
"""Where a person writes: the text, who answers, with which model, what it may do, and what a send would hand over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.core.answerer import ModelInfo, PermissionMode, RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import HandoffPreview, ThreadView
from onesist_desktop.ui.composer_choices import Choice, Choices
from onesist_desktop.ui.composer_edit import ComposerEdit
from onesist_desktop.ui.composer_menus import ModelListing, fill_models, fill_modes, fill_providers
from onesist_desktop.ui.handover_line import HandoverLine
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.picker_button import PickerButton
from onesist_desktop.ui.words import mode_text

PREVIEW_DELAY_MS = 150


class Composer(QFrame):
    """Knows the chosen thread and keeps a draft for each. It never clears a text before :meth:`was_sent` says so.

    Signals:
        send_wanted(text: str, options: RunOptions): Send or queue.
        preview_wanted(options: RunOptions, text: str): Work out what a send would hand over; answer by :meth:`show_preview`.
        preview_opened(preview: HandoffPreview): The person wants to read it.
        models_wanted(provider_id: str): List models; answer by :meth:`show_models` or :meth:`show_models_failure`.
        other_model_wanted(): The person wants to type a model's id.
        mode_chosen(mode: PermissionMode): The thread's mode is another one now.
        set_up_wanted(): The person wants to see who can answer, and set somebody up.
    """

    send_wanted = Signal(str, object)
    preview_wanted = Signal(object, str)
    preview_opened = Signal(object)
    models_wanted = Signal(str)
    other_model_wanted = Signal()
    mode_chosen = Signal(object)
    set_up_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._thread_id: ThreadId | None = None
        self._drafts: dict[ThreadId | None, str] = {}
        self._choices = Choices(book)
        self._listings: dict[ProviderId, ModelListing] = {}
        self._is_sending = False
        self._is_working = False
        self._working_provider: ProviderId | None = None
        self._is_open = False
        self.setObjectName("composer")
        self.setProperty("surface", "composer")
        self.setAccessibleName(self.tr("Message"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        self._handover = HandoverLine(theme, book)
        self._handover.opened.connect(self.preview_opened)
        layout.addWidget(self._handover)
        self._error = PlainLabel(tone="danger", wraps=True, name="composer_error")
        self._error.hide()
        error_inset = QVBoxLayout()
        error_inset.setContentsMargins(16, 8, 16, 0)
        error_inset.addWidget(self._error)
        layout.addLayout(error_inset)
        self.edit = ComposerEdit(theme.line_height("reading"))
        self.edit.setObjectName("composer_text")
        self.edit.setFont(theme.font("reading"))
        # Qt shows one line of it, so large text gets a shorter one.
        long, short = self.tr("Ask for something, or describe what is wrong"), self.tr("Write a message")
        self.edit.setPlaceholderText(short if theme.is_large else long)
        self.edit.setAccessibleName(self.tr("Your message"))
        inset = QVBoxLayout()
        inset.setContentsMargins(15, 4, 12, 4)
        inset.addWidget(self.edit)
        layout.addLayout(inset)
        layout.addLayout(self._make_tools())
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(PREVIEW_DELAY_MS)
        self._delay.timeout.connect(self._ask_preview)
        self.edit.submitted.connect(self.submit)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.focus_changed.connect(self._on_focus_changed)
        theme.changed.connect(self._on_theme_changed)
        self._show_state()

    @property
    def thread_id(self) -> ThreadId | None:
        """The thread that a send goes to; None before a project's first one."""
        return self._thread_id

    @property
    def text(self) -> str:
        """What is written."""
        return self.edit.toPlainText()

    @property
    def options(self) -> RunOptions | None:
        """What is chosen, or None while nobody can answer."""
        view = self._choices.provider(self._thread_id)
        if view is None:
            return None
        return RunOptions(view.info.id, self._choice.model, self._choices.mode(self._thread_id))

    @property
    def error_text(self) -> str:
        """Why the last send failed; empty if it didn't."""
        return self._error.text() if not self._error.isHidden() else ""

    def show_thread(self, thread: ThreadView | None, *, is_open: bool = True) -> None:
        """Change to a thread's draft and choices. ``is_open`` is False while no project is open."""
        self._drafts[self._thread_id] = self.text
        thread_id = thread.id if thread else None
        is_other = thread_id != self._thread_id
        self._thread_id = thread_id
        self._is_open = is_open
        if thread is not None:
            self._choices.take(thread)
        if is_other:
            self._is_sending = False
            self._handover.show_preview(None)
            self._error.hide()
            self.edit.setPlainText(self._drafts.get(thread_id, ""))
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self._choices.pick(thread_id)
        self._show_state()
        self._delay.start()

    def adopt_draft(self, thread_id: ThreadId) -> None:
        """Give what was written and chosen without a thread to the thread that was made for it."""
        self._drafts[thread_id] = self.text if self._thread_id is None else self._drafts.get(None, "")
        self._choices.adopt(thread_id)
        self._drafts[None] = ""
        if self._thread_id is None:
            self._thread_id = thread_id

    def set_working(self, is_working: bool, provider_id: ProviderId | None = None) -> None:
        """Say whether a run works in this thread, and whose: then a send queues."""
        state = (is_working, provider_id if is_working else None)
        if state != (self._is_working, self._working_provider):
            self._is_working, self._working_provider = state
            if self._is_being_told:
                self._handover.show_preview(None)
            self._show_state()
            self._delay.start()

    def refresh_providers(self) -> None:
        """Take a changed list of providers. Where nobody was chosen, the first who is ready answers from now on."""
        # What is on its way goes to whom it was sent.
        if not self._is_sending and self._choices.pick(self._thread_id):
            self._handover.show_preview(None)
        self._show_state()
        self._delay.start()

    def choose_provider(self, provider_id: ProviderId) -> None:
        """Let somebody else answer from the next send on."""
        choice = self._choice
        if choice.provider_id == provider_id:
            self._choices.settle(self._thread_id)
            return
        view = self._book.get(provider_id)
        model = (view.default_model or None) if view else None
        self._set_choice(replace(choice, provider_id=provider_id, model=model, is_settled=True))
        self.models_wanted.emit(provider_id)

    def choose_model(self, model: str | None) -> None:
        """Choose a model by its id; None for the provider's own choice."""
        self._set_choice(replace(self._choice, model=model or None, is_settled=True))

    def choose_mode(self, mode: PermissionMode) -> None:
        """Choose what the agent may do."""
        self._set_choice(replace(self._choice, mode=mode))
        self.mode_chosen.emit(mode)

    def submit(self) -> None:
        """Ask for a send, unless there is nothing to send or a send is on its way."""
        options = self.options
        if not self.text.strip() or options is None or self._is_sending or self.edit.is_composing:
            return
        self._is_sending = True
        self._choices.settle(self._thread_id)
        self._error.hide()
        self._show_state()
        self.send_wanted.emit(self.text, options)

    def was_sent(self, thread_id: ThreadId, text: str) -> None:
        """The text is stored: take it out of the draft. What was written meanwhile stays."""
        if thread_id != self._thread_id:
            if self._drafts.get(thread_id) == text:
                self._drafts[thread_id] = ""
            return
        self._is_sending = False
        if self.text == text:
            self.edit.clear()
        elif self.text.startswith(text):
            self.edit.setPlainText(self.text[len(text) :].lstrip("\n"))
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self._drafts[thread_id] = self.text
        self._show_state()
        self._delay.start()

    def was_not_sent(self, thread_id: ThreadId | None, why: str) -> None:
        """Nothing was stored: the text stays, and the reason stands above it."""
        if thread_id != self._thread_id:
            return
        self._is_sending = False
        self._error.setText(fill(self.tr("Not sent: %1. Your text is still here."), why.rstrip(".")))
        self._error.show()
        self._show_state()

    def put_text(self, text: str) -> None:
        """Write a text into the field, behind what is there."""
        before = self.text
        self.edit.setPlainText(f"{before}\n{text}" if before.strip() else text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.edit.setFocus()

    def show_models(self, provider_id: ProviderId, models: Sequence[ModelInfo]) -> None:
        """Take a provider's models."""
        self._listings[provider_id] = ModelListing(models=models)
        self._show_state()
        self._refill_open_menu()

    def show_models_failure(self, provider_id: ProviderId, why: str) -> None:
        """Say in the picker why models can't be listed; an id can still be typed."""
        self._listings[provider_id] = replace(self._listings.get(provider_id, ModelListing()), failure=why)
        self._refill_open_menu()

    def show_preview(self, preview: HandoffPreview | None) -> None:
        """Show what a send would hand over. One of another thread or provider comes too late and is dropped.

        So is one for who works here now: what waits is handed over when that run is over, and counted anew then.
        """
        options = self.options
        is_for_us = (
            preview is not None
            and options is not None
            and preview.thread_id == self._thread_id
            and preview.provider_id == options.provider_id
            and not self._is_being_told
        )
        self._handover.show_preview(preview if is_for_us else None)

    def open_preview(self) -> None:
        """Open what the next send hands over, if something is."""
        self._handover.open_preview()

    @property
    def _choice(self) -> Choice:
        return self._choices.of(self._thread_id)

    @property
    def _is_being_told(self) -> bool:
        """Whether the chosen one works on a message just now. What is handed over next is known once it has answered."""
        return self._working_provider is not None and self._working_provider == self._choice.provider_id

    def _set_choice(self, choice: Choice) -> None:
        self._choices.put(self._thread_id, choice)
        self._handover.show_preview(None)
        self._show_state()
        self._delay.start()

    def _make_tools(self) -> QHBoxLayout:
        tools = QHBoxLayout()
        tools.setContentsMargins(7, 0, 7, 7)
        tools.setSpacing(8)
        self.provider_picker = PickerButton(self.tr("Who answers"), name="provider_picker")
        self.model_picker = PickerButton(self.tr("Model"), name="model_picker")
        self.mode_picker = PickerButton(self.tr("What it may do"), name="mode_picker")
        self.provider_picker.opening.connect(self._fill_providers)
        self.model_picker.opening.connect(self._fill_models)
        self.mode_picker.opening.connect(self._fill_modes)
        self.send_button = FlatButton(self.tr("Send"), ButtonKind.PRIMARY, glyph="arrow_up", name="send", on_click=self.submit)
        self.send_button.setMinimumWidth(88)
        pickers = FlowRow(gap=4)
        pickers.add(self.provider_picker, self.model_picker, self.mode_picker)
        tools.addWidget(pickers, 1)
        tools.addWidget(self.send_button, 0, Qt.AlignmentFlag.AlignBottom)
        return tools

    def _fill_providers(self) -> None:
        menu = self.provider_picker.menu_of_choices
        fill_providers(menu, self._book, self._choice.provider_id, self.choose_provider, self.set_up_wanted.emit)

    def _fill_models(self) -> None:
        menu = self.model_picker.menu_of_choices
        menu.clear()
        provider_id = self._choice.provider_id
        if provider_id is None:
            return
        listing = self._listings.get(provider_id, ModelListing())
        fill_models(menu, listing, self._choice.model, self.choose_model, self.other_model_wanted.emit)
        if listing.models is None and listing.failure is None:
            self.models_wanted.emit(provider_id)
        elif listing.failure is not None:
            # Said once; the next opening asks again.
            self._listings[provider_id] = replace(listing, failure=None)

    def _fill_modes(self) -> None:
        view = self._choices.provider(self._thread_id)
        allowed = view.capabilities.modes if view else frozenset(PermissionMode)
        fill_modes(self.mode_picker.menu_of_choices, allowed, self._choices.mode(self._thread_id), self.choose_mode)

    def _refill_open_menu(self) -> None:
        if self.model_picker.menu_of_choices.isVisible():
            self.model_picker.open_menu()

    def _show_state(self) -> None:
        choice = self._choice
        view = self._choices.provider(self._thread_id)
        is_gone = view is None and choice.is_settled
        nobody = self.tr("Choose who answers") if is_gone else self.tr("Nobody yet")
        self.provider_picker.set_choice(view.info.title if view else nobody, self._book.icon(view.info.id) if view else None)
        self.model_picker.set_choice(self._model_title(choice))
        self.model_picker.setVisible(view is not None)
        self.mode_picker.set_choice(mode_text(self._choices.mode(self._thread_id)))
        self.mode_picker.setVisible(view is not None)
        self.edit.setEnabled(self._is_open)
        self.send_button.setText(self.tr("Queue") if self._is_working else self.tr("Send"))
        self.send_button.set_glyph("queue" if self._is_working else "arrow_up")
        can_send = bool(self.text.strip()) and view is not None and not self._is_sending and self._is_open
        self.send_button.setEnabled(can_send)
        tip = self.tr("Enter sends, Shift+Enter makes a new line")
        if is_gone:
            tip = self.tr("Who answered here was removed: choose who answers now")
        elif view is None:
            tip = self.tr("Nobody can answer yet: add a model or install an agent")
        elif not self.text.strip():
            tip = self.tr("There is nothing to send yet")
        self.send_button.setToolTip(tip)

    def _model_title(self, choice: Choice) -> str:
        if choice.model is None:
            return self.tr("Its own choice")
        listing = self._listings.get(choice.provider_id) if choice.provider_id else None
        models = (listing.models if listing else None) or ()
        return next((model.title or model.id for model in models if model.id == choice.model), choice.model)

    def _ask_preview(self) -> None:
        options = self.options
        if options is None or self._thread_id is None or self._is_being_told:
            self.show_preview(None)
            return
        self.preview_wanted.emit(options, self.text)

    def _on_text_changed(self) -> None:
        self._drafts[self._thread_id] = self.text
        if not self._is_sending:
            self._error.hide()
        self._show_state()
        self._delay.start()

    def _on_theme_changed(self) -> None:
        self._show_state()
        self._handover.render_again()

    def _on_focus_changed(self, has_focus: bool) -> None:
        self.setProperty("active", has_focus)
        self.style().unpolish(self)
        self.style().polish(self)
