# SPDX-License-Identifier: MIT
"""Where a person writes: the text, what goes with it, who answers, and what a send would hand over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from onesist_desktop.core.answerer import ManualContext, PermissionMode, RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.services.views import Draft, HandoffPreview, ModelList, Outlook, ThreadView
from onesist_desktop.ui.composer.attachment_row import AttachmentRow
from onesist_desktop.ui.composer.attachments import ComposerAttachments
from onesist_desktop.ui.composer.choices import Choice, Choices
from onesist_desktop.ui.composer.edit import ComposerEdit
from onesist_desktop.ui.composer.frame import BORDER, ComposerFrame
from onesist_desktop.ui.composer.note_line import NoteLine
from onesist_desktop.ui.composer.pickers import ComposerPickers
from onesist_desktop.ui.composer.sheets import Sheet, Sheets
from onesist_desktop.ui.composer.sources import Source
from onesist_desktop.ui.composer.tool_row import ToolRow
from onesist_desktop.ui.handover_line import HandoverLine
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.tips import plain_tip

PREVIEW_DELAY_MS = 150


class Composer(ComposerFrame):
    """Knows the chosen thread and keeps a sheet for each. It never clears one before :meth:`was_sent` says so.

    Signals:
        send_wanted(text: str, options: RunOptions): Send or queue.
        send_now_wanted(text: str, options: RunOptions): Send before everything else, and stop what works.
        thread_shown(thread_id: ThreadId | None): Another thread's sheet is shown, or that of a project without a thread.
        draft_changed(thread_id: ThreadId | None, at_once: bool): A sheet changed; see :meth:`draft`. ``at_once``: keep it without
            waiting for more.
        preview_wanted(options: RunOptions, text: str): Work out what a send would hand over; answer by :meth:`show_preview`.
        preview_opened(preview: HandoffPreview): The person wants to read it.
        outlooks_wanted(text: str): Work out what everybody has seen; answer by :meth:`show_outlooks`.
        models_wanted(provider_id: str, refresh: bool): List models; answer by :meth:`show_models` or :meth:`show_models_failure`.
        efforts_changed(): How much is thought can be chosen now, or no longer; see :attr:`has_efforts`.
        other_model_wanted(): The person wants to type a model's id.
        mode_chosen(mode: PermissionMode): The thread's mode is another one now.
        set_up_wanted(provider_id: str | None): The person wants to see who can answer, or to set somebody up.
    """

    send_wanted = Signal(str, object)
    send_now_wanted = Signal(str, object)
    thread_shown = Signal(object)
    draft_changed = Signal(object, bool)
    preview_wanted = Signal(object, str)
    preview_opened = Signal(object)
    outlooks_wanted = Signal(str)
    models_wanted = Signal(str, bool)
    efforts_changed = Signal()
    other_model_wanted = Signal()
    mode_chosen = Signal(object)
    set_up_wanted = Signal(object)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._book = book
        self._thread_id: ThreadId | None = None
        self._sheets = Sheets()
        self._choices = Choices(book)
        self._sending: set[ThreadId | None] = set()
        self._waits_for_files: str = ""
        self._is_filling = False
        self._is_working = False
        self._working_provider: ProviderId | None = None
        self._manual: ManualContext | None = None
        self._is_open = False
        self.setObjectName("composer")
        self.setAccessibleName(self.tr("Message"))
        self._make_parts()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(PREVIEW_DELAY_MS)
        self._delay.timeout.connect(self._ask_preview)
        self._connect()
        self._on_theme_changed()

    # -- what is written ----------------------------------------------------------------------------------------------------

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
        """What is chosen and goes along, or None while nobody can answer."""
        view = self._choices.provider(self._thread_id)
        if view is None:
            return None
        choice = self._choice
        mode = self._choices.mode(self._thread_id)
        return RunOptions(view.info.id, choice.model, mode, self._sheet.parts, choice.effort, self._manual)

    @property
    def has_draft(self) -> bool:
        """Whether there is something to send: text or a file."""
        return not self._sheet.is_empty

    @property
    def has_efforts(self) -> bool:
        """Whether it can be chosen how much the model thinks."""
        return self._pickers.has_efforts

    @property
    def error_text(self) -> str:
        """Why the last send failed, or why a file was not attached; empty if nothing did."""
        return self._notes.error

    def draft(self, thread_id: ThreadId | None) -> Draft:
        """Return what is written for a thread and not sent."""
        return self._sheets.of(thread_id).draft

    def take_draft(self, thread_id: ThreadId | None, draft: Draft) -> None:
        """Take a draft that was kept. What was written here meanwhile is newer and stays."""
        if self._sheets.take(thread_id, draft) and thread_id == self._thread_id:
            self._show_sheet()

    def forget_draft(self, thread_id: ThreadId | None) -> None:
        """Show an empty sheet, so that another draft may take its place. Whoever calls this has kept the old one."""
        self._sheets.forget(thread_id)
        if thread_id == self._thread_id:
            self._show_sheet()

    def adopt_draft(self, thread_id: ThreadId) -> None:
        """Give what was written and chosen without a thread to the thread that was made for it."""
        self._sheets.adopt(thread_id)
        self._choices.adopt(thread_id)
        if None in self._sending:
            self._sending.discard(None)
            self._sending.add(thread_id)
        if self._thread_id is None:
            self._thread_id = thread_id
        self.draft_changed.emit(None, True)
        self.draft_changed.emit(thread_id, True)

    def put_text(self, text: str) -> None:
        """Write a text into the field, behind what is there."""
        before = self.text
        self.edit.put(f"{before}\n{text}" if before.strip() else text)
        self.edit.setFocus()

    def put_back(self, thread_id: ThreadId | None, text: str, parts: Sequence[AttachmentPart] = ()) -> None:
        """Write a message that was to be sent behind what is written in a thread."""
        self._sheets.append(thread_id, text, parts)
        if thread_id == self._thread_id:
            self._show_sheet()
            self.edit.setFocus()
        self.attachments_changed(thread_id)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def show_thread(self, thread: ThreadView | None, *, is_open: bool = True) -> None:
        """Change to a thread's sheet and choices. ``is_open`` is False while no project is open."""
        thread_id = thread.id if thread else None
        is_other = thread_id != self._thread_id
        self._thread_id = thread_id
        self._is_open = is_open
        if thread is not None:
            self._choices.take(thread)
        if is_other:
            self._manual = None
            self._waits_for_files = ""
            self._handover.show_preview(None)
            self._tools.show_room(None, "")
            self._pickers.forget_outlooks()
            self._notes.show_error("")
            self._show_sheet()
        self._choices.pick(thread_id)
        self._show_state()
        self._delay.start()
        self.thread_shown.emit(thread_id)

    def set_working(self, is_working: bool, provider_id: ProviderId | None = None) -> None:
        """Say whether a run works in this thread, and whose: then a send queues."""
        state = (is_working, provider_id if is_working else None)
        if state != (self._is_working, self._working_provider):
            self._is_working, self._working_provider = state
            self._pickers.forget_outlooks()
            if self._is_being_told:
                self._handover.show_preview(None)
            self._show_state()
            self._delay.start()

    def set_enter_sends(self, wanted: bool) -> None:
        """Let Enter send and Shift+Enter make a line, or the other way round."""
        self.edit.enter_sends = wanted
        self._show_state()

    def refresh_providers(self) -> None:
        """Take a changed list of providers. Where nobody was chosen, the first who is ready answers from now on."""
        # What is on its way goes to whom it was sent.
        if not self._is_sending and self._choices.pick(self._thread_id):
            self._manual = None
            self._forget_preview()
        self._show_state()
        self._delay.start()

    def show_models(self, provider_id: ProviderId, models: ModelList) -> None:
        """Take a provider's models."""
        self._pickers.show_models(provider_id, models)

    def show_models_failure(self, provider_id: ProviderId, why: str) -> None:
        """Say in the picker why models can't be listed; an id can still be typed."""
        self._pickers.show_models_failure(provider_id, why)

    def show_outlooks(self, thread_id: ThreadId, outlooks: Sequence[Outlook]) -> None:
        """Say in the picker what everybody has seen of a thread."""
        if thread_id == self._thread_id:
            self._pickers.show_outlooks(outlooks)

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
            and preview.manual == self._manual
            and not self._is_being_told
        )
        self._handover.show_preview(preview if is_for_us else None)
        if preview is not None and is_for_us:
            self._tools.show_room(preview, self._book.title(preview.provider_id))

    def open_preview(self) -> None:
        """Open what the next send hands over, if something is."""
        self._handover.open_preview()

    def change_handover(self, manual: ManualContext | None) -> None:
        """Let the next send hand over what the person chose; None for the automatic choice.

        It counts for one send, and is forgotten when somebody else is to answer, another model, or another thread is shown.
        """
        self._manual = manual
        self._delay.start()

    # -- choosing -----------------------------------------------------------------------------------------------------------

    def choose_provider(self, provider_id: ProviderId) -> None:
        """Let somebody else answer from the next send on."""
        choice = self._choice
        if choice.provider_id == provider_id:
            self._choices.settle(self._thread_id)
            return
        view = self._book.get(provider_id)
        model = (view.default_model or None) if view else None
        self._set_choice(replace(choice, provider_id=provider_id, model=model, effort=None, is_settled=True))
        self.models_wanted.emit(provider_id, False)

    def choose_model(self, model: str | None) -> None:
        """Choose a model by its id; None for the provider's own choice. How much is thought stays where the model can do that."""
        effort = self._choice.effort
        stays = effort is not None and self._pickers.has_effort(effort, model or None)
        self._set_choice(replace(self._choice, model=model or None, effort=effort if stays else None, is_settled=True))

    def choose_effort(self, effort: str | None) -> None:
        """Choose how much the model thinks, in its own word; None for what it does by itself."""
        self._set_choice(replace(self._choice, effort=effort or None, is_settled=True))

    def choose_mode(self, mode: PermissionMode) -> None:
        """Choose what the agent may do."""
        self._set_choice(replace(self._choice, mode=mode))
        self.mode_chosen.emit(mode)

    # -- sending ------------------------------------------------------------------------------------------------------------

    def submit(self) -> None:
        """Ask for a send, unless there is nothing to send or a send is on its way. It waits for files that are being copied."""
        self._submit("send")

    def submit_now(self) -> None:
        """Ask for a send before everything that waits; what works is stopped for it."""
        self._submit("now")

    def was_sent(self, thread_id: ThreadId, text: str, parts: tuple[AttachmentPart, ...] = ()) -> None:
        """The message is stored: take it out of the draft. What was written meanwhile stays."""
        self._sending.discard(thread_id)
        self._sheets.was_sent(thread_id, text, parts)
        if thread_id == self._thread_id:
            self._manual = None
            self._show_sheet()
            self._show_state()
            self._delay.start()
        self.draft_changed.emit(thread_id, True)

    def was_not_sent(self, thread_id: ThreadId | None, why: str) -> None:
        """Nothing was stored: the message stays, and the reason stands above it."""
        self._sending.discard(thread_id)
        if thread_id != self._thread_id:
            return
        self._notes.show_error(fill(self.tr("Not sent: %1. Your text is still here."), why.rstrip(".")))
        self._show_state()

    def _submit(self, how: str) -> None:
        options = self.options
        if self._sheet.is_empty or options is None or self._is_sending or self.edit.is_composing or not self._is_open:
            return
        if self._sheet.copying:
            self._waits_for_files = how
            self._notes.show_waiting(self._sheet.copying)
            self._show_state()
            return
        self._waits_for_files = ""
        self._sending.add(self._thread_id)
        self._choices.settle(self._thread_id)
        self._notes.show_error("")
        self._notes.clear_note()
        self._show_state()
        (self.send_now_wanted if how == "now" else self.send_wanted).emit(self.text, options)

    # -- attachments --------------------------------------------------------------------------------------------------------

    def attachments_changed(self, thread_id: ThreadId | None) -> None:
        """Show what is attached to a thread's message now; send it if it waited for that."""
        self.draft_changed.emit(thread_id, False)
        if thread_id != self._thread_id:
            return
        self._show_attached()
        waits = self._waits_for_files
        if waits and not self._sheet.copying:
            self._waits_for_files = ""
            self._notes.clear_note()
            if not self._notes.error:
                self._submit(waits)
        self._show_state()
        self._delay.start()

    # -- parts --------------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        theme = self._theme
        layout = QVBoxLayout(self)
        layout.setContentsMargins(BORDER, BORDER, BORDER, BORDER)
        layout.setSpacing(0)
        self._handover = HandoverLine(theme, self._book)
        layout.addWidget(self._handover)
        self._notes = NoteLine(theme)
        layout.addWidget(self._notes)
        self._attached = AttachmentRow(theme)
        self._chips_inset = QWidget()
        chips = QVBoxLayout(self._chips_inset)
        chips.setContentsMargins(14, 12, 12, 0)
        chips.addWidget(self._attached)
        layout.addWidget(self._chips_inset)
        self.edit = ComposerEdit(theme.line_height("reading"))
        self.edit.setObjectName("composer_text")
        self.edit.setAccessibleName(self.tr("Your message"))
        inset = QVBoxLayout()
        inset.setContentsMargins(14, 10, 12, 2)
        inset.addWidget(self.edit)
        layout.addLayout(inset)
        self._pickers = ComposerPickers(theme, self._book, self)
        self.provider_picker, self.model_picker = self._pickers.provider, self._pickers.model
        self.mode_picker, self.effort_picker = self._pickers.mode, self._pickers.effort
        self.attachments = ComposerAttachments(self._sheets, self._notes, lambda: self._thread_id, self)
        self._tools = ToolRow(theme, self._pickers, self.attachments.files_wanted.emit, self.submit)
        self.send_button = self._tools.send
        layout.addWidget(self._tools)

    def _connect(self) -> None:
        self._handover.opened.connect(self.preview_opened)
        self._handover.automatic_wanted.connect(lambda: self.change_handover(None))
        self.edit.submitted.connect(self.submit)
        self.edit.submitted_now.connect(self.submit_now)
        self.edit.escaped.connect(self._on_escaped)
        self.edit.erased_at_start.connect(self._on_erased)
        self.edit.sources_taken.connect(self.attachments.take)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.focus_changed.connect(self.show_focus)
        self.dropped.connect(self._on_dropped)
        self._attached.removed.connect(self.attachments.remove)
        self._attached.emptied.connect(self.edit.setFocus)
        self.attachments.changed.connect(self.attachments_changed)
        self.attachments.text_wanted.connect(self.put_text)
        self._notes.as_text_wanted.connect(self.attachments.turn_into_text)
        pickers = self._pickers
        pickers.provider_chosen.connect(lambda provider_id: self.choose_provider(ProviderId(provider_id)))
        pickers.model_chosen.connect(self.choose_model)
        pickers.mode_chosen.connect(self.choose_mode)
        pickers.effort_chosen.connect(self.choose_effort)
        pickers.efforts_changed.connect(self.efforts_changed)
        pickers.models_wanted.connect(self.models_wanted)
        pickers.outlooks_wanted.connect(self._ask_outlooks)
        pickers.other_model_wanted.connect(self.other_model_wanted)
        pickers.set_up_wanted.connect(self.set_up_wanted)
        self._theme.changed.connect(self._on_theme_changed)

    @property
    def _sheet(self) -> Sheet:
        return self._sheets.of(self._thread_id)

    @property
    def _choice(self) -> Choice:
        return self._choices.of(self._thread_id)

    @property
    def _is_sending(self) -> bool:
        return self._thread_id in self._sending

    @property
    def _is_being_told(self) -> bool:
        """Whether the chosen one works on a message just now. What is handed over next is known once it has answered."""
        return self._working_provider is not None and self._working_provider == self._choice.provider_id

    def _set_choice(self, choice: Choice) -> None:
        is_other = choice.provider_id != self._choice.provider_id
        if is_other or choice.model != self._choice.model:
            self._manual = None
        self._choices.put(self._thread_id, choice)
        self._forget_preview(keeps_room=not is_other)
        self._show_state()
        self._delay.start()

    def _forget_preview(self, *, keeps_room: bool = False) -> None:
        self._handover.show_preview(None)
        if not keeps_room:
            self._tools.show_room(None, "")

    def _show_sheet(self) -> None:
        """Show the sheet as it is; that is no change of it."""
        self._is_filling = True
        if self.edit.toPlainText() != self._sheet.text:
            self.edit.put(self._sheet.text)
        self._is_filling = False
        self._notes.clear_note()
        self._show_attached()
        self._show_state()

    def _show_attached(self) -> None:
        attached = self._sheet.attached
        self._attached.show_attached(attached, self._handover.last_focus)
        self._chips_inset.setVisible(bool(attached))
        if self._notes.long_text is not None and all(one.key != self._notes.long_text for one in attached):
            self._notes.clear_note()

    def _show_state(self) -> None:
        choice = self._choice
        view = self._choices.provider(self._thread_id)
        is_gone = view is None and choice.is_settled
        self._pickers.show_choice(choice, self._choices.mode(self._thread_id), view)
        self.edit.setEnabled(self._is_open)
        self._tools.attach.setEnabled(self._is_open)
        self.setAcceptDrops(self._is_open)
        self.send_button.setText(self.tr("Queue") if self._is_working else self.tr("Send"))
        self.send_button.set_glyph("queue" if self._is_working else "arrow_up")
        is_empty = self._sheet.is_empty
        can_send = not is_empty and view is not None and not self._is_sending and self._is_open and not self._waits_for_files
        self.send_button.setEnabled(can_send)
        self.send_button.setToolTip(plain_tip(self._send_tip(is_gone=is_gone, is_nobody=view is None, is_empty=is_empty)))

    def _send_tip(self, *, is_gone: bool, is_nobody: bool, is_empty: bool) -> str:
        if is_gone:
            return self.tr("Who answered here was removed: choose who answers now")
        if is_nobody:
            return self.tr("Nobody can answer yet: add a model or install an agent")
        if is_empty:
            return self.tr("There is nothing to send yet")
        if self._waits_for_files:
            return self.tr("Waits for files that are being copied")
        if self._is_working:
            return self.tr("Waits until the answer is finished; Ctrl+Shift+Enter stops it and sends now")
        if self.edit.enter_sends:
            return self.tr("Enter sends, Shift+Enter makes a new line")
        return self.tr("Shift+Enter sends, Enter makes a new line")

    def _ask_preview(self) -> None:
        options = self.options
        if options is None or self._thread_id is None or self._is_being_told:
            self.show_preview(None)
            return
        self.preview_wanted.emit(options, self.text)

    def _ask_outlooks(self) -> None:
        if self._thread_id is None:
            # There is nothing that anybody could have seen.
            self._pickers.show_outlooks(())
        else:
            self.outlooks_wanted.emit(self.text)

    def _on_text_changed(self) -> None:
        if self._is_filling:
            return
        self._sheets.put(self._thread_id, replace(self._sheet, text=self.text))
        if not self._is_sending:
            self._notes.show_error("")
        self._show_state()
        self._delay.start()
        self.draft_changed.emit(self._thread_id, False)

    def _on_escaped(self) -> None:
        if self._waits_for_files:
            self._waits_for_files = ""
            self._notes.clear_note()
            self._show_state()

    def _on_dropped(self, sources: tuple[Source, ...]) -> None:
        self.attachments.take(sources)
        self.edit.setFocus()

    def _on_erased(self) -> None:
        attached = self._sheet.attached
        if attached:
            self.attachments.remove(attached[-1].key)

    def _on_theme_changed(self) -> None:
        theme = self._theme
        self.edit.setFont(theme.font("reading"))
        self.edit.set_line_height(theme.line_height("reading"))
        # Qt shows one line of it, so large text gets a shorter one.
        long, short = self.tr("Ask for something, or describe what is wrong"), self.tr("Write a message")
        self.edit.setPlaceholderText(short if theme.is_large else long)
        self._handover.render_again()
        self._notes.render_again()
        self._tools.render_again()
        self._show_state()
        self.update()
