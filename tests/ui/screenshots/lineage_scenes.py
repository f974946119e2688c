# SPDX-License-Identifier: MIT
"""What pictures of forks, merges, rewinds, the map and the preview of a handover show."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget

from onesist_desktop.core.answerer import ManualContext
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.handoff_text import ItemKind
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services.views import DueItem, HandoffPreview
from onesist_desktop.ui.dialogs.handoff import PreviewDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.map.map_toolbar import LIST
from tests.ui.fakes import CLAUDE, CODEX, FakeServices
from tests.ui.helpers import find, until
from tests.ui.lineage_story import T1, T2, put_family
from tests.ui.map_story import INDEX, LOGIN, bead_run, map_services
from tests.ui.screenshots import story
from tests.ui.screenshots.stage import settled

_TEXT = """<conversation_history>
[1] user:
The login page comes back after signing in. Why?

[2] claude-code:
The session cookie is written twice, and the second write loses its age.

$ npm test -- login (exit code 1)
</conversation_history>"""


def family() -> FakeServices:
    """A thread with forks, merged and not, some minutes ago."""
    services = FakeServices()
    put_family(services)
    for number, (thread_id, view) in enumerate(services.threads.items()):
        services.threads[thread_id] = replace(view, updated_at=story.NOW - story.MINUTE * (2 + 9 * number) * (thread_id != T1))
    shown = services.lineage.families[T1]
    moved = tuple(replace(each, at=story.NOW - 12 * story.MINUTE) for each in shown.movements)
    services.lineage.families[T1] = replace(shown, movements=moved)
    return services


def mapped() -> FakeServices:
    """The project whose map is shown."""
    return map_services()


async def see_the_map(window: MainWindow) -> tuple[QWidget, ...]:
    """The keyboard is on an answer, whose card is open."""
    window.layout_controller.show_inspector(False)
    window.show_thread(LOGIN)
    await settled(window)
    window.map.show()
    await until(lambda: window.page.map.lineage is not None)
    await settled(window)
    view = window.page.map.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    layout = view.layout_now
    assert layout is not None
    view.focus_bead(layout.place_of(bead_run(INDEX, 0)))
    await settled(window)
    return ()


async def see_the_list(window: MainWindow) -> tuple[QWidget, ...]:
    """The same as rows."""
    await see_the_map(window)
    window.page.map.toolbar.form.choose(LIST)
    return ()


async def see_the_tree(window: MainWindow) -> tuple[QWidget, ...]:
    """Threads with forks in the sidebar; the keyboard is on one, which shows how it folds."""
    window.layout_controller.show_inspector(False)
    window.show_thread(LOGIN)
    await settled(window)
    window.sidebar.tree.setFocus(Qt.FocusReason.TabFocusReason)
    return ()


async def see_the_family(window: MainWindow) -> tuple[QWidget, ...]:
    """The inspector shows the lineage."""
    window.layout_controller.show_inspector(True)
    find(window.inspector, "tab_lineage", QAbstractButton).click()
    window.composer.edit.setFocus()
    return ()


async def ask_fork(window: MainWindow) -> tuple[QWidget, ...]:
    """How a fork is to be."""
    window.lineage.forking.fork(T1, 4)
    return await _dialog(window, "fork_dialog")


async def ask_merge(window: MainWindow) -> tuple[QWidget, ...]:
    """What a merge would bring."""
    window.lineage.forking.merge(T2)
    return await _dialog(window, "merge_dialog")


async def ask_rewind(window: MainWindow) -> tuple[QWidget, ...]:
    """What going back sets aside."""
    window.lineage.forking.rewind(T1, 4)
    return await _dialog(window, "rewind_dialog")


async def preview_handover(window: MainWindow) -> tuple[QWidget, ...]:
    """What the next one will be told: one item left out, one too long."""
    dialog = PreviewDialog(window.theme, window.book, _handover(), window)
    dialog.open()
    await settled(window)
    return (dialog,)


def _handover() -> HandoffPreview:
    said = (
        (ItemKind.USER, 1, "The login page comes back after signing in. Why?", None),
        (ItemKind.ASSISTANT, 2, "The session cookie is written twice, and the second write loses its age.", CLAUDE),
        (ItemKind.COMMAND, 2, "Command: npm test -- login\nExit code: 1\nOutput:\n✗ keeps the age", CLAUDE),
        (ItemKind.FILES, 2, "changed: src/auth/session.ts\nadded: src/auth/login.test.ts", CLAUDE),
        (ItemKind.ASSISTANT, 2, "Here is all that I read on the way. " * 80, CLAUDE),
        (ItemKind.USER, 4, "Codex, please do the smaller one.", None),
    )
    items = [HandoffItem(kind, seq, text) for kind, seq, text, _ in said]
    due = tuple(
        DueItem(item, place, said[place][3], is_chosen=place not in {3, 4}, is_left_out=place == 3)
        for place, item in enumerate(items)
    )
    chosen = tuple(item for place, item in enumerate(items) if place not in {3, 4})
    return HandoffPreview(
        T1,
        CODEX,
        TransitionKind.HANDOFF,
        4,
        chosen,
        0,
        _TEXT,
        16_000,
        items=due,
        is_new=True,
        secret_count=1,
        manual=ManualContext(((2, 3),)),
    )


async def _dialog(window: MainWindow, name: str) -> tuple[QWidget, ...]:
    await settled(window)
    dialog = find(window, name, QDialog)
    await until(dialog.isVisible)
    return (dialog,)
