# SPDX-License-Identifier: MIT
"""Sets a desk up for the real Claude Code, the real Codex and models by key, and drives what they bring about in the window."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from onesist_desktop.core.messages import Message, QuestionPart
from onesist_desktop.services.views import ThreadState
from onesist_desktop.ui.widgets.picker_button import PickerButton
from tests.fakes.model_server import FakeModelServer, RecordedRequest, wire_texts
from tests.integration.agents.claude_rig import claude_rig
from tests.integration.agents.codex_rig import codex_rig
from tests.integration.window_rig import Person, until

CLAUDE, CODEX = "claude-code", "codex"


def write_settings(folder: Path, agents: Mapping[str, object], models: Sequence[Mapping[str, object]] = ()) -> None:
    """Write the settings file as the app would."""
    (folder / "data").mkdir(exist_ok=True)
    settings = {"version": 1, "agents": dict(agents), "model_providers": [dict(model) for model in models]}
    (folder / "data" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def desk(server: FakeModelServer, folder: Path, models: Sequence[Mapping[str, object]] = ()) -> dict[str, str]:
    """Make the folders and settings of both agents, and return the environment that the app inherits."""
    claude, codex = claude_rig(server, folder), codex_rig(server, folder)
    write_settings(folder, {"claude_code_program": claude.program, "codex_program": codex.program}, models)
    return {**codex.environment, **claude.environment}


def path_desk(server: FakeModelServer, folder: Path) -> dict[str, str]:
    """Do the same with both programs on the PATH, where they have to be found."""
    claude, codex = claude_rig(server, folder), codex_rig(server, folder)
    folders = [str(Path(program).parent) for program in (claude.program, codex.program)]
    return {**codex.environment, **claude.environment, "PATH": ":".join([*folders, "/usr/bin", "/bin"])}


def claude_calls(server: FakeModelServer) -> list[RecordedRequest]:
    """The calls of Claude Code."""
    return [request for request in server.model_requests() if request.endpoint.endswith("/messages")]


def codex_calls(server: FakeModelServer) -> list[RecordedRequest]:
    """The calls of Codex."""
    return [request for request in server.model_requests() if request.endpoint.endswith("/responses")]


def told(request: RecordedRequest) -> str:
    """Everything that a request told the model."""
    return "\n".join(wire_texts(request))


async def asked(person: Person, name: str = "approval_card") -> QWidget:
    """Wait until a card asks, and return it."""
    await until(lambda: person.find(QWidget, name), f"the {name}")
    return person.find(QWidget, name)[-1]


async def questions(person: Person) -> list[QuestionPart]:
    """What was asked in the thread, as the database holds it."""
    return [part for message in await person.messages() for part in message.parts if isinstance(part, QuestionPart)]


def row_state(person: Person) -> ThreadState:
    """What the thread's row in the sidebar shows."""
    view = person.window.threads.view_of(person.window.thread_id)
    assert view is not None
    return view.state


def row_words(person: Person) -> str:
    """What a screen reader says of the thread's row."""
    index = person.window.threads.index_of(person.window.thread_id)
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


async def go_to_card(person: Person, card: QWidget) -> None:
    """Go by keys to the card of what needs an answer. None of what it offers is chosen by Enter then."""
    await person.by_keys("next_needing")
    await until(lambda: QApplication.focusWidget() is card, "the focus on the card")


def pick(button: PickerButton, key: str) -> None:
    """Choose from one of the composer's pickers by keyboard."""
    button.open_menu()
    picker = button.picker
    assert picker is not None
    keys = [row.key for row in picker.shown_rows]
    assert key in keys, keys
    for move in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        for _ in keys:
            if picker.current_key != key:
                QTest.keyClick(picker.view, move)
    QTest.keyClick(picker.view, Qt.Key.Key_Return)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key wherever the focus is."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifier)


def type_text(text: str) -> None:
    """Type wherever the focus is."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, text)


def button_in(parent: QWidget, name: str) -> QAbstractButton:
    """Return the visible button of that name."""
    return next(button for button in parent.findChildren(QAbstractButton, name) if button.isVisible())


def contents(messages: Sequence[Message]) -> list[tuple[str, str]]:
    """Return who said what, without notices."""
    return [(str(message.role), message.text) for message in messages if not message.is_notice]


def settings_of(person: Person) -> dict[str, Any]:
    """The settings file as it is now."""
    found: dict[str, Any] = json.loads((person.data / "settings.json").read_text(encoding="utf-8"))
    return found
