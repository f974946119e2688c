# SPDX-License-Identifier: MIT
"""What has to share its edges does so at any width, and nothing is wider than its place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from onesist_desktop.ui.language import speaking
from tests.ui.fakes import PROJECT
from tests.ui.helpers import shown
from tests.ui.screenshots import story
from tests.ui.screenshots.stage import dressed, settled, staged


def edges(window: QWidget, name: str) -> set[tuple[int, int]]:
    """Return where widgets of that name begin and end, from left to right."""
    found = set()
    for widget in shown(window, name):
        left = widget.mapTo(window, QPoint(0, 0)).x()
        found.add((left, left + widget.width()))
    return found


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
async def test_steps_run_bar_and_composer_begin_and_end_alike(qapp: QApplication, direction: Qt.LayoutDirection) -> None:
    with dressed(qapp, "light") as theme:
        services = story.working()
        async with staged(services, theme, QSize(1440, 900), PROJECT) as window:
            window.setLayoutDirection(direction)
            for width in (720, 880, 960, 1199, 1200, 1439, 1440, 1441, 1900):
                window.resize(width, 900)
                await settled(window)
                assert edges(window, "step_head") == edges(window, "run_bar") == edges(window, "composer"), width


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize("text_percent", [100, 125])
async def test_the_inspector_holds_what_it_says(qapp: QApplication, language: str, text_percent: int) -> None:
    with speaking(qapp, language), dressed(qapp, "light", text_percent) as theme:
        services = story.working(language)
        async with staged(services, theme, QSize(1600, 900), PROJECT) as window:
            page = window.inspector.run.findChildren(QScrollArea)[0]
            for width in (520, 344, 296, 520):
                window.inspector.setFixedWidth(max(width, window.inspector.minimumSizeHint().width()))
                await settled(window)
                content = page.widget()
                assert content is not None
                assert content.width() <= page.viewport().width(), width
