# SPDX-License-Identifier: MIT
"""Which part of the window does what each command says, and what decides whether it can be done now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from onesist_desktop.services.views import Landmark, ThreadState
from onesist_desktop.ui.command_table import WindowState
from onesist_desktop.ui.regions import Region, next_region

if TYPE_CHECKING:
    from onesist_desktop.ui.main_window import MainWindow


def handlers(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return what each command does, by its id."""
    composer, transcript = window.composer, window.transcript
    return {
        "new_thread": window.thread_controller.create,
        "new_thread_own_copy": window.workplaces.new_in_own_copy,
        "clean_up": window.cleaning.open,
        "own_copy": window.workplaces.own_copy,
        "release_copy": window.workplaces.release,
        "to_project_folder": window.workplaces.to_project_folder,
        "open_folder": window.workplaces.open_folder,
        "open_in_editor": window.workplaces.open_in_editor,
        "copy_workspace_path": window.workplaces.copy_path,
        "open_project": window.show_start_page,
        "providers": window.provider_setup.open_provider_settings,
        "add_model": window.add_model,
        "add_agent": window.provider_setup.add_agent,
        "settings": window.preferences.open,
        "quit": window.close,
        "copy_selection": window.copies.copy,
        "copy_as_markdown": window.copies.copy_markdown,
        "select_thread": transcript.select_all,
        "find": window.finding.open,
        "find_next": window.finding.next,
        "find_previous": window.finding.previous,
        "filter_threads": window.search_threads,
        "narrow_threads": partial(_filter_threads, window),
        "rename_thread": window.thread_controller.rename,
        "pin_thread": window.shelf.pin,
        "archive_thread": window.shelf.archive,
        "delete_thread": window.shelf.delete,
        "archived_threads": window.shelf.open_archive,
        "go_to_thread": window.palette_controller.open_threads,
        "next_thread": partial(window.sidebar.select_neighbour, 1),
        "previous_thread": partial(window.sidebar.select_neighbour, -1),
        "next_needing": window.menus.go_to_needing,
        "stop": window.runs.stop,
        "send_now": composer.submit_now,
        "attach_files": window.runs.attachments.choose_files,
        "what_was_told": window.handovers.show_last,
        "preview_handover": composer.open_preview,
        "switch_provider": composer.provider_picker.open_menu,
        "switch_model": composer.model_picker.open_menu,
        "switch_effort": composer.effort_picker.open_menu,
        "switch_mode": composer.mode_picker.open_menu,
        "copy_message": window.message_menu.copy_text,
        "copy_message_markdown": window.message_menu.copy_markdown,
        "fork_here": window.lineage.fork_here,
        "rewind_here": window.lineage.rewind_here,
        "merge_back": window.lineage.merge_back,
        "undo_rewind": window.lineage.forking.undo_rewind,
        "start_clean": window.lineage.start_clean,
        "about_answer": window.message_menu.about,
        "send_again": window.send_again,
        "show_conversation": window.focus_composer,
        "show_map": window.map.show,
        "palette": window.palette_controller.open,
        "toggle_sidebar": window.layout_controller.toggle_sidebar,
        "toggle_inspector": window.layout_controller.toggle_inspector,
        "focus_composer": window.focus_composer,
        "to_last_message": transcript.scroll_to_end,
        "previous_question": partial(window.finding.jump, Landmark.QUESTION, forward=False),
        "next_question": partial(window.finding.jump, Landmark.QUESTION, forward=True),
        "previous_error": partial(window.finding.jump, Landmark.ERROR, forward=False),
        "next_error": partial(window.finding.jump, Landmark.ERROR, forward=True),
        "larger_text": window.preferences.larger_text,
        "smaller_text": window.preferences.smaller_text,
        "usual_text": window.preferences.usual_text,
        "next_region": partial(_go_to_region, window, 1),
        "previous_region": partial(_go_to_region, window, -1),
        "open_menu": window.open_menu,
        "shortcuts": window.preferences.open_shortcuts,
    }


def _filter_threads(window: MainWindow) -> None:
    """Offer what the list of threads can be narrowed to, in the sidebar."""
    window.search_threads()
    window.sidebar.filter.open_menu()


def _go_to_region(window: MainWindow, step: int) -> None:
    """Put the focus into the region after (1) or before (-1) the one that has it."""
    page, composer = window.page, window.composer
    middle = [
        Region(window.start_page),
        Region(page.header),
        Region(page.shown),
        Region(window.run_bar),
        Region(composer, composer.edit),
        Region(window.inspector),
    ]
    target = next_region([Region(window.sidebar, window.sidebar.tree), *middle], QApplication.focusWidget(), step)
    if target is not None:
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)


def window_state(window: MainWindow) -> WindowState:
    """Return what decides which commands can be done now."""
    page, thread_id = window.page, window.thread_id
    target = window.message_menu.target
    reasons = window.lineage.reasons()
    return WindowState(
        has_project=window.project is not None,
        has_thread=thread_id is not None,
        has_messages=thread_id is not None and page.shows_transcript,
        is_working=page.run_bar.is_working,
        was_told=window.handovers.last is not None,
        has_selection=window.transcript.selected_seqs is not None,
        is_finding=window.finding.is_finding,
        has_target=target is not None,
        can_send_again=window.resendable_id is not None,
        needs_you=bool(window.threads.in_state(ThreadState.ASKS)),
        has_draft=window.composer.has_draft,
        has_efforts=window.composer.has_efforts,
        has_folder=window.workplaces.has_folder,
        is_away=window.workplaces.is_away,
        can_fork=not reasons.fork,
        can_rewind=not reasons.rewind,
        can_merge=not reasons.merge,
        can_undo_rewind=not reasons.undo,
        can_start_clean=not reasons.clean,
        has_own_copy=window.workplaces.has_own_copy,
    )
