# SPDX-License-Identifier: MIT
"""Where a person writes: the text, who answers, with which model, what it may do, and what a send would hand over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.core.answerer import ModelInfo, PermissionMode, RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services.views import HandoffPreview, ProviderView, ThreadView
from onesist_desktop.ui.composer_edit import ComposerEdit
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.notices import not_ready_text
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel
from onesist_desktop.ui.widgets.picker_button import PickerButton
from onesist_desktop.ui.words import mode_help, mode_text, size_text

PREVIEW_DELAY_MS = 150
_MAX_MODELS = 40
_MODES_BY_STRICTNESS = (PermissionMode.PLAN, PermissionMode.ASK, PermissionMode.ACCEPT_EDITS, PermissionMode.FULL_ACCESS)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What was chosen in a thread, kept while the app runs."""

    provider_id: ProviderId | None = None
    model: str | None = None
    mode: PermissionMode = PermissionMode.ASK


class Composer(QFrame):
    """Knows the chosen thread and keeps a draft for each. It never clears a text before :meth:`was_sent` says so.

    Signals:
        send_wanted(text: str, options: RunOptions): Send or queue.
        preview_wanted(options: RunOptions, text: str): Work out what a send would hand over; answer by :meth:`show_preview`.
        preview_opened(preview: HandoffPreview): The person wants to read it.
        models_wanted(provider_id: str): List models; answer by :meth:`show_models` or :meth:`show_models_failure`.
        other_model_wanted(): The person wants to type a model's id.
        mode_chosen(mode: PermissionMode): The thread's mode is another one now.
    """

    send_wanted = Signal(str, object)
    preview_wanted = Signal(object, str)
    preview_opened = Signal(object)
    models_wanted = Signal(str)
    other_model_wanted = Signal()
    mode_chosen = Signal(object)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._thread_id: ThreadId | None = None
        self._drafts: dict[ThreadId | None, str] = {}
        self._choices: dict[ThreadId | None, _Choice] = {}
        self._models: dict[ProviderId, Sequence[ModelInfo]] = {}
        self._models_failure: dict[ProviderId, str] = {}
        self._preview: HandoffPreview | None = None
        self._is_sending = False
        self._is_working = False
        self._is_open = False
        self.setObjectName("composer")
        self.setProperty("surface", "composer")
        self.setAccessibleName(self.tr("Message"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self._make_handover())
        self._error = PlainLabel(tone="danger", wraps=True, name="composer_error")
        self._error.setContentsMargins(16, 8, 16, 0)
        self._error.hide()
        layout.addWidget(self._error)
        self.edit = ComposerEdit(theme.line_height("reading"))
        self.edit.setObjectName("composer_text")
        self.edit.setFont(theme.font("reading"))
        self.edit.setPlaceholderText(self.tr("Ask for something, or describe what is wrong"))
        self.edit.setAccessibleName(self.tr("Your message"))
        inset = QVBoxLayout()
        inset.setContentsMargins(15, 12, 12, 4)
        inset.addWidget(self.edit)
        layout.addLayout(inset)
        layout.addLayout(self._make_tools())
        self.setFocusProxy(self.edit)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(PREVIEW_DELAY_MS)
        self._delay.timeout.connect(self._ask_preview)
        self.edit.submitted.connect(self.submit)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.focus_changed.connect(self._on_focus_changed)
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
        choice = self._choice
        if choice.provider_id is None:
            return None
        return RunOptions(choice.provider_id, choice.model, self._effective_mode(choice))

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
        if thread is not None and thread_id not in self._choices:
            chosen = self._choices.get(None, _Choice())
            provider_id = thread.provider_id or chosen.provider_id
            model = thread.model if thread.provider_id else chosen.model
            self._choices[thread_id] = _Choice(provider_id, model, thread.mode)
        if is_other:
            self._is_sending = False
            self._preview = None
            self._error.hide()
            self.edit.setPlainText(self._drafts.get(thread_id, ""))
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self._fill_in_provider()
        self._show_state()
        self._delay.start()

    def adopt_draft(self, thread_id: ThreadId) -> None:
        """Give what was written and chosen without a thread to the thread that was made for it."""
        self._drafts[thread_id] = self.text if self._thread_id is None else self._drafts.get(None, "")
        self._choices[thread_id] = self._choices.get(None, _Choice())
        self._drafts[None] = ""
        if self._thread_id is None:
            self._thread_id = thread_id

    def set_working(self, is_working: bool) -> None:
        """Say whether a run works in this thread: then a send queues."""
        if is_working != self._is_working:
            self._is_working = is_working
            self._show_state()
            self._delay.start()

    def refresh_providers(self) -> None:
        """Take a changed list of providers."""
        self._fill_in_provider()
        self._show_state()
        self._delay.start()

    def choose_provider(self, provider_id: ProviderId) -> None:
        """Let somebody else answer from the next send on."""
        view = self._book.get(provider_id)
        choice = self._choice
        if choice.provider_id != provider_id:
            self._set_choice(_Choice(provider_id, (view.default_model or None) if view else None, choice.mode))
            self.models_wanted.emit(provider_id)

    def choose_model(self, model: str | None) -> None:
        """Choose a model by its id; None for the provider's own choice."""
        self._set_choice(_Choice(self._choice.provider_id, model or None, self._choice.mode))

    def choose_mode(self, mode: PermissionMode) -> None:
        """Choose what the agent may do."""
        self._set_choice(_Choice(self._choice.provider_id, self._choice.model, mode))
        self.mode_chosen.emit(mode)

    def submit(self) -> None:
        """Ask for a send, unless there is nothing to send or a send is on its way."""
        options = self.options
        if not self.text.strip() or options is None or self._is_sending or self.edit.is_composing:
            return
        self._is_sending = True
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
        self._models[provider_id] = models
        self._models_failure.pop(provider_id, None)
        self._show_state()
        self._refill_open_menu()

    def show_models_failure(self, provider_id: ProviderId, why: str) -> None:
        """Say in the picker why models can't be listed; an id can still be typed."""
        self._models_failure[provider_id] = why
        self._refill_open_menu()

    def show_preview(self, preview: HandoffPreview | None) -> None:
        """Show what a send would hand over. One of another thread or provider comes too late and is dropped."""
        options = self.options
        is_for_us = (
            preview is not None
            and options is not None
            and preview.thread_id == self._thread_id
            and preview.provider_id == options.provider_id
        )
        self._preview = preview if is_for_us else None
        self._show_handover()

    def open_preview(self) -> None:
        """Open what the next send hands over, if something is."""
        if self._preview is not None and not self._handover.isHidden():
            self.preview_opened.emit(self._preview)

    @property
    def _choice(self) -> _Choice:
        return self._choices.get(self._thread_id, _Choice())

    def _set_choice(self, choice: _Choice) -> None:
        self._choices[self._thread_id] = choice
        self._preview = None
        self._show_state()
        self._delay.start()

    def _effective_mode(self, choice: _Choice) -> PermissionMode:
        view = self._book.get(choice.provider_id)
        if view is None or choice.mode in view.capabilities.modes:
            return choice.mode
        # The next stricter one that this provider keeps to, never a looser one. Where there is none, the send is refused.
        stricter = reversed(_MODES_BY_STRICTNESS[: _MODES_BY_STRICTNESS.index(choice.mode)])
        return next((mode for mode in stricter if mode in view.capabilities.modes), choice.mode)

    def _fill_in_provider(self) -> None:
        """Choose the first that is ready where nobody is chosen."""
        if self._choice.provider_id is not None and self._book.get(self._choice.provider_id) is not None:
            return
        providers = self._book.providers
        ready = [view for view in providers if view.readiness is not None and view.readiness.is_ready]
        first = next(iter([*ready, *providers]), None)
        if first is not None:
            model = first.default_model or None
            self._choices[self._thread_id] = _Choice(first.info.id, model, self._choice.mode)

    def _make_handover(self) -> QFrame:
        self._handover = QFrame()
        self._handover.setObjectName("handover")
        self._handover.setProperty("surface", "handover")
        self._handover.setFixedHeight(36)
        line = QHBoxLayout(self._handover)
        line.setContentsMargins(15, 0, 8, 0)
        line.setSpacing(8)
        self._handover_mark = MarkWidget(self._book, None)
        self._handover_sign = QLabel()
        self._handover_text = ElidedLabel(name="handover_text")
        self._handover_size = PlainLabel(tone="secondary", font=self._theme.font("caption"), name="handover_size")
        line.addWidget(self._handover_mark)
        line.addWidget(self._handover_sign)
        line.addWidget(self._handover_text, 1)
        line.addWidget(self._handover_size)
        self._handover_button = FlatButton(
            self.tr("Preview"), ButtonKind.GHOST, glyph="eye", compact=True, name="handover_preview", on_click=self.open_preview
        )
        line.addWidget(self._handover_button)
        self._handover.hide()
        return self._handover

    def _make_tools(self) -> QHBoxLayout:
        tools = QHBoxLayout()
        tools.setContentsMargins(7, 0, 7, 7)
        tools.setSpacing(4)
        self.provider_picker = PickerButton(self.tr("Who answers"), name="provider_picker")
        self.model_picker = PickerButton(self.tr("Model"), name="model_picker")
        self.mode_picker = PickerButton(self.tr("What it may do"), name="mode_picker")
        self.provider_picker.opening.connect(self._fill_providers)
        self.model_picker.opening.connect(self._fill_models)
        self.mode_picker.opening.connect(self._fill_modes)
        self.send_button = FlatButton(self.tr("Send"), ButtonKind.PRIMARY, glyph="arrow_up", name="send", on_click=self.submit)
        self.send_button.setMinimumWidth(88)
        for picker in (self.provider_picker, self.model_picker, self.mode_picker):
            tools.addWidget(picker)
        tools.addStretch(1)
        tools.addWidget(self.send_button)
        return tools

    def _fill_providers(self) -> None:
        menu = self.provider_picker.menu_of_choices
        menu.clear()
        for view in self._book.providers:
            action = menu.addAction(self._book.icon(view.info.id), _provider_line(view))
            action.setCheckable(True)
            action.setChecked(view.info.id == self._choice.provider_id)
            action.triggered.connect(lambda _=False, chosen=view.info.id: self.choose_provider(chosen))

    def _fill_models(self) -> None:
        menu = self.model_picker.menu_of_choices
        menu.clear()
        provider_id = self._choice.provider_id
        if provider_id is None:
            return
        own = menu.addAction(self.tr("Its own choice"))
        own.setCheckable(True)
        own.setChecked(self._choice.model is None)
        own.triggered.connect(lambda: self.choose_model(None))
        models = self._models.get(provider_id)
        failure = self._models_failure.get(provider_id)
        if models is None and failure is None:
            menu.addAction(self.tr("Listing models…")).setEnabled(False)
            self.models_wanted.emit(provider_id)
        elif failure is not None:
            menu.addAction(fill(self.tr("Models can't be listed: %1"), failure[:120])).setEnabled(False)
            self._models_failure.pop(provider_id)
        for model in (models or ())[:_MAX_MODELS]:
            action = menu.addAction((model.title or model.id).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(model.id == self._choice.model)
            action.setToolTip(model.id)
            action.triggered.connect(lambda _=False, chosen=model.id: self.choose_model(chosen))
        menu.addSeparator()
        menu.addAction(self.tr("Other model…")).triggered.connect(self.other_model_wanted)

    def _fill_modes(self) -> None:
        menu = self.mode_picker.menu_of_choices
        menu.clear()
        view = self._book.get(self._choice.provider_id)
        allowed = view.capabilities.modes if view else frozenset(PermissionMode)
        current = self._effective_mode(self._choice)
        for mode in PermissionMode:
            action = menu.addAction(fill(self.tr("%1: %2"), mode_text(mode), mode_help(mode).lower()))
            action.setCheckable(True)
            action.setChecked(mode is current)
            action.setEnabled(mode in allowed)
            action.triggered.connect(lambda _=False, chosen=mode: self.choose_mode(chosen))

    def _refill_open_menu(self) -> None:
        if self.model_picker.menu_of_choices.isVisible():
            self.model_picker.open_menu()

    def _show_state(self) -> None:
        choice = self._choice
        has_provider = choice.provider_id is not None
        nobody = self.tr("Nobody yet")
        self.provider_picker.set_choice(
            self._book.title(choice.provider_id) if has_provider else nobody,
            self._book.icon(choice.provider_id) if has_provider else None,
        )
        self.model_picker.set_choice(self._model_title(choice))
        self.model_picker.setVisible(has_provider)
        self.mode_picker.set_choice(mode_text(self._effective_mode(choice)))
        self.mode_picker.setVisible(has_provider)
        self.edit.setEnabled(self._is_open)
        self.send_button.setText(self.tr("Queue") if self._is_working else self.tr("Send"))
        self.send_button.set_glyph("queue" if self._is_working else "arrow_up")
        can_send = bool(self.text.strip()) and has_provider and not self._is_sending and self._is_open
        self.send_button.setEnabled(can_send)
        tip = self.tr("Enter sends, Shift+Enter makes a new line")
        if not has_provider:
            tip = self.tr("Nobody can answer yet: add a model or install an agent")
        elif not self.text.strip():
            tip = self.tr("There is nothing to send yet")
        self.send_button.setToolTip(tip)
        self._show_handover()

    def _model_title(self, choice: _Choice) -> str:
        if choice.model is None:
            return self.tr("Its own choice")
        models = self._models.get(choice.provider_id, ()) if choice.provider_id else ()
        return next((model.title or model.id for model in models if model.id == choice.model), choice.model)

    def _show_handover(self) -> None:
        preview = self._preview
        has_something = (
            preview is not None and preview.transition in {TransitionKind.HANDOFF, TransitionKind.DELTA} and preview.due_count > 0
        )
        if preview is None or not has_something:
            self._handover.hide()
            return
        title = self._book.title(preview.provider_id)
        count = preview.due_count
        nothing_fits = not preview.chosen
        if nothing_fits:
            text = fill(
                self.tr("%1 has not seen %n message(s). None fits: yours goes alone, the history stays owed.", None, count), title
            )
        elif preview.omitted_count:
            text = fill(
                self.tr("%1 has not seen %n message(s). They are handed over, but %2 of the parts are left out.", None, count),
                title,
                preview.omitted_count,
            )
        else:
            text = fill(self.tr("%1 has not seen %n message(s). All will be handed over.", None, count), title)
        self._handover_mark.show_provider(preview.provider_id)
        self._handover_sign.setVisible(nothing_fits)
        self._handover_sign.setPixmap(glyph_pixmap("warning", self._theme.color("warning_text")))
        self._handover_text.set_text(text)
        self._handover_size.setText("" if nothing_fits else size_text(preview.size_bytes))
        self._handover_button.setVisible(not nothing_fits)
        self._handover.setAccessibleName(text)
        self._handover.show()

    def _ask_preview(self) -> None:
        options = self.options
        if options is None or self._thread_id is None:
            self.show_preview(None)
            return
        self.preview_wanted.emit(options, self.text)

    def _on_text_changed(self) -> None:
        self._drafts[self._thread_id] = self.text
        if not self._is_sending:
            self._error.hide()
        self._show_state()
        self._delay.start()

    def _on_focus_changed(self, has_focus: bool) -> None:
        self.setProperty("active", has_focus)
        self.style().unpolish(self)
        self.style().polish(self)


def _provider_line(view: ProviderView) -> str:
    """Return a picker's line: the name, and for one that isn't ready why."""
    title = view.info.title.replace("&", "&&")
    if view.readiness is None or view.readiness.is_ready:
        return title
    return f"{title}  ·  {not_ready_text(view.readiness.reason)}"
