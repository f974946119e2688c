# SPDX-License-Identifier: MIT
"""What each picture shows: the services that the window gets, and what is done in it before the picture is taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.composer.continue_dialog import ContinueDialog
from onesist_desktop.ui.dialogs.add_agent_dialog import AddAgentDialog
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.palette.palette_dialog import PaletteDialog
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog
from onesist_desktop.ui.widgets.picker import Picker
from onesist_desktop.ui.widgets.picker_button import PickerButton
from tests.ui.fakes import CLAUDE, CODEX, FakeServices
from tests.ui.helpers import find, shown, until
from tests.ui.screenshots import lineage_scenes, provider_story, story, workspace_scenes
from tests.ui.screenshots.stage import settled

Act = Callable[[MainWindow], Awaitable[tuple[QWidget, ...]]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows.

    Attributes:
        services: Makes the services, in a language.
        act: Does something in the window; returns what lies above it then.
        has_project: Whether a project is open.
    """

    services: Callable[[str], FakeServices]
    act: Act
    has_project: bool = True


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture. Its name is that of its file."""

    name: str
    scene: Scene
    scheme: str = "light"
    language: str = "en"
    text_percent: int = 100
    size: tuple[int, int] = (1440, 900)


async def _write(window: MainWindow) -> tuple[QWidget, ...]:
    """Choose Claude Code for what is written, and go on writing."""
    window.composer.choose_provider(CLAUDE)
    window.composer.choose_model("Sonnet 4.5")
    window.composer.edit.setFocus()
    window.composer.edit.moveCursor(window.composer.edit.textCursor().MoveOperation.End)
    return ()


async def _write_below_closed(window: MainWindow) -> tuple[QWidget, ...]:
    """As before, with the step closed that failed, so that there is room for what is above it."""
    await settled(window)
    for head in shown(window, "step_head"):
        if "npm test" in head.accessibleName() and "1" in head.accessibleName():
            QTest.mouseClick(head, Qt.MouseButton.LeftButton)
    return await _write(window)


async def _look(window: MainWindow) -> tuple[QWidget, ...]:
    window.composer.edit.setFocus()
    return ()


async def _asked(window: MainWindow) -> tuple[QWidget, ...]:
    """The focus is on the card that asks for a command, where its keys count."""
    window.layout_controller.show_inspector(False)
    window.show_thread(story.STORE)
    await settled(window)
    find(window, "approval_card").setFocus(Qt.FocusReason.TabFocusReason)
    return ()


async def _approve(window: MainWindow) -> tuple[QWidget, ...]:
    """The focus is on the first card."""
    window.layout_controller.show_inspector(False)
    window.show_thread(story.STORE)
    await settled(window)
    window.transcript.focus_card()
    return ()


async def _choose_an_answer(window: MainWindow) -> tuple[QWidget, ...]:
    """The second choice is taken, by its key."""
    await _approve(window)
    await settled(window)
    QTest.keyClick(find(window, "question_card"), Qt.Key.Key_2)
    return ()


async def _go_on(window: MainWindow) -> tuple[QWidget, ...]:
    """The dialog shows what the next one would be told."""
    window.layout_controller.show_inspector(False)
    await settled(window)
    find(window, "continue_with", QPushButton).click()
    dialog = window.findChildren(ContinueDialog)[-1]
    await until(dialog.isVisible)
    await settled(window)
    return (dialog,)


async def _alone(window: MainWindow) -> tuple[QWidget, ...]:
    window.layout_controller.show_inspector(False)
    return await _look(window)


async def _search(window: MainWindow) -> tuple[QWidget, ...]:
    await _write(window)
    window.commands.action("palette").trigger()
    dialog = window.findChildren(PaletteDialog)[-1]
    await until(dialog.isVisible)
    QTest.keyClicks(find(dialog, "palette_field"), "th")
    return (dialog,)


async def _set(window: MainWindow) -> tuple[QWidget, ...]:
    await _write(window)
    window.commands.action("settings").trigger()
    dialog = window.findChildren(SettingsDialog)[-1]
    await until(dialog.isVisible)
    return (dialog,)


def _picked(name: str) -> Act:
    async def act(window: MainWindow) -> tuple[QWidget, ...]:
        await _write(window)
        await settled(window)
        button = find(window, name, PickerButton)
        button.open_menu()
        picker = button.picker
        assert isinstance(picker, Picker)
        await until(picker.isVisible)
        return (picker,)

    return act


def _set_up(provider_id: ProviderId | None) -> Act:
    async def act(window: MainWindow) -> tuple[QWidget, ...]:
        window.provider_setup.open_provider_settings(provider_id)
        dialog = window.findChildren(SettingsDialog)[-1]
        await until(dialog.isVisible)
        return (dialog,)

    return act


async def _add_agent(window: MainWindow) -> tuple[QWidget, ...]:
    window.provider_setup.add_agent()
    dialog = window.findChildren(AddAgentDialog)[-1]
    await until(dialog.isVisible)
    await settled(window)
    return (dialog,)


async def _add_model(window: MainWindow) -> tuple[QWidget, ...]:
    window.add_model()
    dialog = window.findChildren(KeyDialog)[-1]
    await until(dialog.isVisible)
    return (dialog,)


def _thought(name: str) -> Act:
    """Codex thinks much; then a picker is opened."""

    async def act(window: MainWindow) -> tuple[QWidget, ...]:
        window.composer.choose_provider(CODEX)
        await settled(window)
        window.composer.choose_model("gpt-5-codex")
        window.composer.choose_effort("high")
        await settled(window)
        button = find(window, name, PickerButton)
        button.open_menu()
        assert isinstance(button.picker, Picker)
        await until(button.picker.isVisible)
        return (button.picker,)

    return act


WORKING = Scene(story.working, _write_below_closed)
STEP_OPENED = Scene(story.working, _write)
ASKING = Scene(lambda _: story.asking(), _asked)
FAILED = Scene(lambda _: story.failed(), _alone)
APPROVAL = Scene(lambda _: story.approving(), _approve)
QUESTION = Scene(lambda _: story.questioning(), _choose_an_answer)
LIMIT = Scene(lambda _: story.limited(), _alone)
UNHELD = Scene(lambda _: story.unheld(), _alone)
GOING_ON = Scene(lambda _: story.limited(), _go_on)
EMPTY_THREAD = Scene(lambda _: story.beginning(), _alone)
EMPTY_PROJECT = Scene(lambda _: story.no_project(), _look, has_project=False)
PALETTE = Scene(story.working, _search)
SETTINGS = Scene(story.working, _set)
WHO_ANSWERS = Scene(story.working, _picked("provider_picker"))
WHAT_IT_MAY = Scene(story.working, _picked("mode_picker"))
PROVIDERS = Scene(provider_story.services, _set_up(None))
PROVIDER = Scene(provider_story.services, _set_up(CODEX))
ACCOUNT = Scene(provider_story.services, _set_up(provider_story.WORK))
KEY_REFUSED = Scene(provider_story.services, _set_up(story.ANTHROPIC))
NEW_AGENT = Scene(provider_story.services, _add_agent)
NEW_MODEL = Scene(provider_story.services, _add_model)
MODELS = Scene(provider_story.services, _thought("model_picker"))
EFFORTS = Scene(provider_story.services, _thought("effort_picker"))
START = Scene(provider_story.services, _look, has_project=False)
OWN_COPY = Scene(workspace_scenes.in_own_copy, _write_below_closed)
CHOOSE_COPY = Scene(lambda _: workspace_scenes.choosing(), workspace_scenes.choose_a_copy)
CLEAN_UP = Scene(workspace_scenes.copies, workspace_scenes.clean_up)
NO_COPIES = Scene(lambda _: workspace_scenes.no_copies(), workspace_scenes.clean_up_nothing)
REMOVING = Scene(workspace_scenes.copies, workspace_scenes.remove)
REMOVAL = Scene(workspace_scenes.copies, workspace_scenes.ask_for_loss)
MAP = Scene(lambda _: lineage_scenes.mapped(), lineage_scenes.see_the_map)
MAP_LIST = Scene(lambda _: lineage_scenes.mapped(), lineage_scenes.see_the_list)
TREE = Scene(lambda _: lineage_scenes.mapped(), lineage_scenes.see_the_tree)
FAMILY = Scene(lambda _: lineage_scenes.family(), lineage_scenes.see_the_family)
FORK = Scene(lambda _: lineage_scenes.family(), lineage_scenes.ask_fork)
MERGE = Scene(lambda _: lineage_scenes.family(), lineage_scenes.ask_merge)
REWIND = Scene(lambda _: lineage_scenes.family(), lineage_scenes.ask_rewind)
HANDOVER = Scene(lambda _: lineage_scenes.family(), lineage_scenes.preview_handover)

SHOTS = (
    Shot("main-light", WORKING),
    Shot("main-dark", WORKING, scheme="dark"),
    Shot("step-opened-dark", STEP_OPENED, scheme="dark"),
    Shot("main-high-contrast-dark", WORKING, scheme="high_contrast_dark"),
    Shot("main-indonesian", WORKING, language="id"),
    Shot("main-large-text", WORKING, text_percent=200),
    Shot("main-narrow", WORKING, size=(960, 640)),
    Shot("main-smallest-dark", WORKING, scheme="dark", size=(720, 520)),
    Shot("main-wide", WORKING, size=(2560, 1440)),
    Shot("cards-light", ASKING),
    Shot("cards-dark", ASKING, scheme="dark"),
    Shot("cards-high-contrast-light", ASKING, scheme="high_contrast_light"),
    Shot("error-light", FAILED),
    Shot("error-dark", FAILED, scheme="dark"),
    Shot("approval-light", APPROVAL),
    Shot("approval-dark", APPROVAL, scheme="dark"),
    Shot("question-light", QUESTION),
    Shot("question-dark", QUESTION, scheme="dark"),
    Shot("limit-light", LIMIT),
    Shot("limit-dark", LIMIT, scheme="dark"),
    Shot("mode-refused-light", UNHELD),
    Shot("continue-light", GOING_ON),
    Shot("continue-dark", GOING_ON, scheme="dark"),
    Shot("empty-thread-light", EMPTY_THREAD),
    Shot("empty-project-dark", EMPTY_PROJECT, scheme="dark"),
    Shot("empty-project-light", EMPTY_PROJECT),
    Shot("palette-light", PALETTE),
    Shot("settings-light", SETTINGS),
    Shot("settings-indonesian-dark", SETTINGS, scheme="dark", language="id"),
    Shot("who-answers-light", WHO_ANSWERS),
    Shot("what-it-may-do-dark", WHAT_IT_MAY, scheme="dark"),
    Shot("providers-light", PROVIDERS),
    Shot("providers-dark", PROVIDERS, scheme="dark"),
    Shot("provider-light", PROVIDER),
    Shot("provider-dark", PROVIDER, scheme="dark"),
    Shot("provider-large-text", PROVIDER, text_percent=200, size=(960, 640)),
    Shot("account-dark", ACCOUNT, scheme="dark"),
    Shot("key-refused-light", KEY_REFUSED),
    Shot("add-agent-light", NEW_AGENT),
    Shot("add-agent-dark", NEW_AGENT, scheme="dark"),
    Shot("add-model-light", NEW_MODEL),
    Shot("models-light", MODELS),
    Shot("efforts-dark", EFFORTS, scheme="dark"),
    Shot("start-answers-light", START, size=(1440, 1200)),
    Shot("own-copy-light", OWN_COPY),
    Shot("own-copy-dark", OWN_COPY, scheme="dark"),
    Shot("own-copy-dialog-light", CHOOSE_COPY),
    Shot("clean-up-light", CLEAN_UP),
    Shot("clean-up-dark", CLEAN_UP, scheme="dark"),
    Shot("clean-up-indonesian-small", CLEAN_UP, language="id", size=(960, 640)),
    Shot("clean-up-empty-light", NO_COPIES),
    Shot("clean-up-removing-dark", REMOVING, scheme="dark"),
    Shot("removal-light", REMOVAL),
    Shot("removal-dark", REMOVAL, scheme="dark"),
    Shot("map-light", MAP),
    Shot("map-dark", MAP, scheme="dark"),
    Shot("map-list-high-contrast-light", MAP_LIST, scheme="high_contrast_light"),
    Shot("tree-light", TREE),
    Shot("lineage-light", FAMILY),
    Shot("lineage-dark", FAMILY, scheme="dark"),
    Shot("fork-light", FORK),
    Shot("merge-light", MERGE),
    Shot("rewind-dark", REWIND, scheme="dark"),
    Shot("handoff-light", HANDOVER),
    Shot("handoff-dark", HANDOVER, scheme="dark"),
    Shot("handoff-small", HANDOVER, size=(960, 640)),
)
