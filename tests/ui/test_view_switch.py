# SPDX-License-Identifier: MIT
"""The switch between conversation and map in the header."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import FakeServices
from tests.ui.helpers import find, opened, turns


async def test_its_words_go_where_there_is_no_room_and_come_back(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    theme.set_text_percent(200)
    try:
        async with opened(filled, theme) as window:
            window.resize(1400, 800)
            await turns()
            part = find(window, "view_conversation", QPushButton)
            assert part.text() == "Conversation"
            window.resize(720, 520)
            await turns()
            assert part.width() >= part.sizeHint().width()
            face = QAccessible.queryAccessibleInterface(part)
            assert face.text(QAccessible.Text.Name) == "Conversation" and part.toolTip()
            window.resize(1400, 800)
            await turns()
            assert part.text() == "Conversation"
    finally:
        theme.set_text_percent(100)


@pytest.mark.parametrize("key", ["conversation", "map"])
async def test_each_part_says_what_it_shows_and_its_keys(qtbot: QtBot, filled: FakeServices, theme: Theme, key: str) -> None:
    async with opened(filled, theme) as window:
        part = find(window, f"view_{key}", QPushButton)
        assert part.isCheckable() and not part.icon().isNull() and "Ctrl+" in part.toolTip()
