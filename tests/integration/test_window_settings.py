# SPDX-License-Identifier: MIT
"""What ``settings.json`` says of the look, seen in the real window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.theme.theme import Theme
from tests.integration.window_rig import open_window


@pytest.fixture
def look_is_restored(qapp: QApplication) -> Iterator[None]:
    before = (qapp.palette(), qapp.styleSheet(), qapp.font())
    yield
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])
    qapp.setFont(before[2])


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.usefixtures("look_is_restored")
async def test_text_has_the_size_that_was_set(qapp: QApplication, tmp_path: Path, percent: int) -> None:
    (tmp_path / "data").mkdir()
    settings = {"version": 1, "appearance": {"text_size_percent": percent}}
    (tmp_path / "data" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    async with open_window(qapp, tmp_path) as person:
        assert person.window.theme.text_percent == percent
        usual = Theme()
        for font, step in ((qapp.font(), "body"), (person.window.composer.edit.font(), "reading")):
            assert abs(font.pixelSize() - usual.font(step).pixelSize() * percent / 100) <= 1
