# SPDX-License-Identifier: MIT
"""Every command once: its name, its keys, its sign, when it can be done, and where it stands.

Menu bar, context menus, palette and the list of shortcuts are built from this one table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication


class Menu(StrEnum):
    """A menu of the menu bar, and a group of the palette and of the list of shortcuts."""

    FILE = "file"
    EDIT = "edit"
    THREAD = "thread"
    MESSAGE = "message"
    VIEW = "view"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class WindowState:
    """What decides which commands can be done now.

    Attributes:
        has_project: A project is open.
        has_thread: A thread is shown.
        has_messages: It has messages.
        is_working: A run works in it.
        was_told: Somebody was handed something over in it.
        has_selection: Text of the transcript is selected.
        is_finding: The find bar is open and found something.
        has_target: There is a message that the message commands are about.
        can_send_again: The last message can be sent again.
        needs_you: Some thread waits for the person.
        has_draft: Something is written that could be sent.
        has_efforts: It can be chosen how much the model thinks.
        has_folder: The folder that the thread works in is there.
        is_away: The thread works elsewhere than in the project folder.
        can_fork: The thread can be forked at that message.
        can_rewind: It can be gone back to that message.
        can_merge: The thread is a fork.
        can_undo_rewind: Messages that were set aside can be brought back.
        can_start_clean: Who answers has a memory of its own, and doesn't work.
        has_own_copy: It works in an own copy that can be released.
    """

    has_project: bool = False
    has_thread: bool = False
    has_messages: bool = False
    is_working: bool = False
    was_told: bool = False
    has_selection: bool = False
    is_finding: bool = False
    has_target: bool = False
    can_send_again: bool = False
    needs_you: bool = False
    has_draft: bool = False
    has_efforts: bool = False
    has_folder: bool = False
    is_away: bool = False
    can_fork: bool = False
    can_rewind: bool = False
    can_merge: bool = False
    can_undo_rewind: bool = False
    can_start_clean: bool = False
    has_own_copy: bool = False


def _always(_: WindowState) -> bool:
    return True


def _has_project(state: WindowState) -> bool:
    return state.has_project


def _has_thread(state: WindowState) -> bool:
    return state.has_thread


def _has_messages(state: WindowState) -> bool:
    return state.has_messages


def _may_move(state: WindowState) -> bool:
    return state.has_project and not state.is_working


def _may_put_away(state: WindowState) -> bool:
    return state.has_thread and not state.is_working


def _has_target(state: WindowState) -> bool:
    return state.has_target


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        id: Names it in code; the handler has the same name.
        menu: Where it stands in the menu bar.
        text: What it is called, with "…" if it asks for more.
        shortcut: Keys in Qt's portable form; Ctrl is Cmd on macOS. Empty for none.
        icon: A glyph's name; empty for none.
        when: Tells whether it can be done now.
        is_listed: Whether the palette lists it; moving between regions is for keys alone.
        starts_group: Whether the menu draws a line above it.
    """

    id: str
    menu: Menu
    text: str
    shortcut: str = ""
    icon: str = ""
    when: Callable[[WindowState], bool] = _always
    is_listed: bool = True
    starts_group: bool = False


def command_table() -> tuple[Command, ...]:
    """List all commands in the order of the menus, in the language of now."""
    return (*_file(), *_edit(), *_thread(), *_message(), *_view(), *_help())


def menu_title(menu: Menu) -> str:
    """Return a menu's title, with the letter that opens it."""
    match menu:
        case Menu.FILE:
            return QCoreApplication.translate("Commands", "&File")
        case Menu.EDIT:
            return QCoreApplication.translate("Commands", "&Edit")
        case Menu.THREAD:
            return QCoreApplication.translate("Commands", "&Thread")
        case Menu.MESSAGE:
            return QCoreApplication.translate("Commands", "&Message")
        case Menu.VIEW:
            return QCoreApplication.translate("Commands", "&View")
        case Menu.HELP:
            return QCoreApplication.translate("Commands", "&Help")


def _file() -> tuple[Command, ...]:
    tr = QCoreApplication.translate
    return (
        Command("new_thread", Menu.FILE, tr("Commands", "New thread"), "Ctrl+N", "note-pencil", _has_project),
        Command(
            "new_thread_own_copy", Menu.FILE, tr("Commands", "New thread in an own copy…"), "Ctrl+Shift+N", "folders", _has_project
        ),
        Command("open_project", Menu.FILE, tr("Commands", "Open project…"), "Ctrl+O", "folder-open"),
        Command("clean_up", Menu.FILE, tr("Commands", "Clean up own copies…"), icon="folder-minus", when=_has_project),
        Command("providers", Menu.FILE, tr("Commands", "Who can answer…"), icon="robot", starts_group=True),
        Command("add_model", Menu.FILE, tr("Commands", "Add a model by key…"), icon="key"),
        Command("add_agent", Menu.FILE, tr("Commands", "Add an agent…"), icon="robot"),
        Command("settings", Menu.FILE, tr("Commands", "Settings…"), "Ctrl+,", "gear-six"),
        Command("quit", Menu.FILE, tr("Commands", "Quit"), "Ctrl+Q", starts_group=True),
    )


def _edit() -> tuple[Command, ...]:
    tr = QCoreApplication.translate
    return (
        Command("copy_selection", Menu.EDIT, tr("Commands", "Copy selection"), icon="copy", when=lambda s: s.has_selection),
        Command(
            "copy_as_markdown",
            Menu.EDIT,
            tr("Commands", "Copy selection as Markdown"),
            "Ctrl+Shift+C",
            "copy",
            lambda s: s.has_selection,
        ),
        Command("select_thread", Menu.EDIT, tr("Commands", "Select the whole thread"), when=_has_messages),
        Command("find", Menu.EDIT, tr("Commands", "Find in this thread…"), "Ctrl+F", "magnifying-glass", _has_messages, True, True),
        Command("find_next", Menu.EDIT, tr("Commands", "Find next"), "F3", "caret-down", lambda s: s.is_finding),
        Command("find_previous", Menu.EDIT, tr("Commands", "Find previous"), "Shift+F3", "caret-up", lambda s: s.is_finding),
        Command("filter_threads", Menu.EDIT, tr("Commands", "Search threads"), "Ctrl+Shift+F", "magnifying-glass", _has_project),
        Command("narrow_threads", Menu.EDIT, tr("Commands", "Filter threads…"), icon="funnel", when=_has_project),
    )


def _thread() -> tuple[Command, ...]:
    tr = QCoreApplication.translate
    return (
        Command("rename_thread", Menu.THREAD, tr("Commands", "Rename thread…"), "F2", "pencil-simple", _has_thread),
        *_shelf(),
        Command("go_to_thread", Menu.THREAD, tr("Commands", "Go to thread…"), "Ctrl+P", "chat-text", _has_project, True, True),
        Command("next_thread", Menu.THREAD, tr("Commands", "Next thread"), "Ctrl+PgDown", when=_has_project),
        Command("previous_thread", Menu.THREAD, tr("Commands", "Previous thread"), "Ctrl+PgUp", when=_has_project),
        Command(
            "next_needing", Menu.THREAD, tr("Commands", "Next thread that needs you"), "Ctrl+J", "hand-palm", lambda s: s.needs_you
        ),
        Command("stop", Menu.THREAD, tr("Commands", "Stop"), "Ctrl+.", "stop", lambda s: s.is_working, True, True),
        Command(
            "send_now",
            Menu.THREAD,
            tr("Commands", "Send now instead of queueing"),
            "Ctrl+Shift+Return",
            "arrow-up",
            lambda s: s.has_draft,
        ),
        Command("attach_files", Menu.THREAD, tr("Commands", "Attach files…"), icon="paperclip", when=_has_project),
        Command(
            "what_was_told", Menu.THREAD, tr("Commands", "What it was told"), "Ctrl+R", "receipt", lambda s: s.was_told, True, True
        ),
        Command(
            "preview_handover",
            Menu.THREAD,
            tr("Commands", "Preview of the handover"),
            "Ctrl+Shift+H",
            "eye",
            _has_project,
        ),
        Command(
            "switch_provider",
            Menu.THREAD,
            tr("Commands", "Who answers…"),
            "Ctrl+Shift+A",
            "arrows-left-right-bold",
            _has_project,
            True,
            True,
        ),
        Command("switch_model", Menu.THREAD, tr("Commands", "Model…"), "Ctrl+Shift+M", "brain", _has_project),
        Command("switch_effort", Menu.THREAD, tr("Commands", "How much it thinks…"), icon="gauge", when=lambda s: s.has_efforts),
        Command("switch_mode", Menu.THREAD, tr("Commands", "What it may do…"), "Ctrl+Shift+P", "hand-palm", _has_project),
        *_lineage(),
        *_workspace(),
    )


def _lineage() -> tuple[Command, ...]:
    tr, thread = QCoreApplication.translate, Menu.THREAD
    return (
        Command(
            "merge_back", thread, tr("Commands", "Merge back…"), "Ctrl+Shift+G", "git-merge", lambda s: s.can_merge, True, True
        ),
        Command(
            "undo_rewind",
            thread,
            tr("Commands", "Bring back what was set aside"),
            icon="arrow-counter-clockwise",
            when=lambda s: s.can_undo_rewind,
        ),
        Command("start_clean", thread, tr("Commands", "Start clean next time"), icon="sparkle", when=lambda s: s.can_start_clean),
    )


def _shelf() -> tuple[Command, ...]:
    tr, thread = QCoreApplication.translate, Menu.THREAD
    return (
        Command("pin_thread", thread, tr("Commands", "Pin or unpin thread"), icon="push-pin", when=_has_thread),
        Command("archive_thread", thread, tr("Commands", "Archive thread"), icon="archive", when=_may_put_away),
        Command("delete_thread", thread, tr("Commands", "Delete thread…"), icon="trash-simple", when=_may_put_away),
        Command("archived_threads", thread, tr("Commands", "Archived threads…"), icon="archive", when=_has_project),
    )


def _workspace() -> tuple[Command, ...]:
    tr, thread = QCoreApplication.translate, Menu.THREAD
    return (
        Command("own_copy", thread, tr("Commands", "Work in an own copy…"), "", "folders", _may_move, True, True),
        Command(
            "to_project_folder",
            thread,
            tr("Commands", "Move to the project folder"),
            icon="folder-simple",
            when=lambda s: s.is_away and not s.is_working,
        ),
        Command(
            "release_copy",
            thread,
            tr("Commands", "Release this copy…"),
            icon="folder-minus",
            when=lambda s: s.has_own_copy and not s.is_working,
        ),
        Command("open_folder", thread, tr("Commands", "Open the folder"), icon="folder-open", when=lambda s: s.has_folder),
        Command(
            "open_in_editor",
            thread,
            tr("Commands", "Open in an editor or terminal…"),
            icon="arrow-square-out",
            when=lambda s: s.has_folder,
        ),
        Command("copy_workspace_path", thread, tr("Commands", "Copy the path of the folder"), icon="copy", when=_has_project),
    )


def _message() -> tuple[Command, ...]:
    tr = QCoreApplication.translate
    return (
        Command("copy_message", Menu.MESSAGE, tr("Commands", "Copy message as text"), icon="copy", when=_has_target),
        Command("copy_message_markdown", Menu.MESSAGE, tr("Commands", "Copy message as Markdown"), icon="copy", when=_has_target),
        Command(
            "fork_here",
            Menu.MESSAGE,
            tr("Commands", "Fork here…"),
            "Ctrl+Shift+D",
            "git-fork",
            lambda s: s.can_fork,
            starts_group=True,
        ),
        Command(
            "rewind_here",
            Menu.MESSAGE,
            tr("Commands", "Rewind to here…"),
            icon="arrow-counter-clockwise",
            when=lambda s: s.can_rewind,
        ),
        Command(
            "about_answer", Menu.MESSAGE, tr("Commands", "About this answer"), icon="info", when=_has_target, starts_group=True
        ),
        Command(
            "send_again",
            Menu.MESSAGE,
            tr("Commands", "Send the last message again"),
            icon="arrow-clockwise",
            when=lambda s: s.can_send_again,
            starts_group=True,
        ),
    )


def _view() -> tuple[Command, ...]:
    tr = QCoreApplication.translate
    return (
        Command("palette", Menu.VIEW, tr("Commands", "Command palette…"), "Ctrl+K", "magnifying-glass", is_listed=False),
        Command(
            "show_conversation", Menu.VIEW, tr("Commands", "Conversation"), "Ctrl+1", "chat-text", _has_project, starts_group=True
        ),
        Command("show_map", Menu.VIEW, tr("Commands", "Map of all threads"), "Ctrl+3", "tree-structure", _has_project),
        Command("toggle_sidebar", Menu.VIEW, tr("Commands", "Sidebar"), "Ctrl+B", "list", _has_project, True, True),
        Command("toggle_inspector", Menu.VIEW, tr("Commands", "Inspector"), "Ctrl+Shift+B", "square-half", _has_project),
        Command("focus_composer", Menu.VIEW, tr("Commands", "To the message"), "Ctrl+L", "pencil-simple", _has_project, True, True),
        Command("to_last_message", Menu.VIEW, tr("Commands", "Last message"), "Ctrl+End", "arrow-down", _has_messages),
        Command("previous_question", Menu.VIEW, tr("Commands", "My previous message"), "Alt+Up", "caret-up", _has_messages),
        Command("next_question", Menu.VIEW, tr("Commands", "My next message"), "Alt+Down", "caret-down", _has_messages),
        Command("previous_error", Menu.VIEW, tr("Commands", "Previous failure"), "Alt+Shift+Up", "x-circle", _has_messages),
        Command("next_error", Menu.VIEW, tr("Commands", "Next failure"), "Alt+Shift+Down", "x-circle", _has_messages),
        Command("larger_text", Menu.VIEW, tr("Commands", "Larger text"), "Ctrl++", "magnifying-glass-plus", starts_group=True),
        Command("smaller_text", Menu.VIEW, tr("Commands", "Smaller text"), "Ctrl+-", "magnifying-glass-minus"),
        Command("usual_text", Menu.VIEW, tr("Commands", "Usual text size"), "Ctrl+0", "arrow-counter-clockwise"),
        Command("next_region", Menu.VIEW, tr("Commands", "Next region"), "F6", is_listed=False, starts_group=True),
        Command("previous_region", Menu.VIEW, tr("Commands", "Previous region"), "Shift+F6", is_listed=False),
        Command("open_menu", Menu.VIEW, tr("Commands", "Menu"), "F10", is_listed=False),
    )


def _help() -> tuple[Command, ...]:
    tr = QCoreApplication.translate
    return (Command("shortcuts", Menu.HELP, tr("Commands", "Keyboard and help"), "F1", "keyboard"),)
