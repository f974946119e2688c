# SPDX-License-Identifier: MIT
"""The line at the foot of the sidebar: how many own copies there are, and the way to the clean-up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ProjectId
from onesist_desktop.services.events import CopyTotalsChanged
from onesist_desktop.services.workspace_views import CopyTotals
from onesist_desktop.ui.panels.own_copies_button import OwnCopiesButton
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.words import room_text
from tests.ui.fake_cleanup import controller_of
from tests.ui.fakes import PROJECT, FakeServices
from tests.ui.helpers import opened, shown, until


async def test_it_is_hidden_without_own_copies_and_follows_their_number(filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        controller_of(window)
        copies = window.sidebar.copies
        await until(lambda: filled.called("totals"))
        assert not copies.isVisible()
        filled.bus.publish(CopyTotalsChanged(PROJECT.id, CopyTotals(8)))
        assert copies.isVisible()
        assert copies.numbers == "8"
        filled.bus.publish(CopyTotalsChanged(PROJECT.id, CopyTotals(8, 2_100_000_000)))
        assert copies.numbers == "8 · 2.1 GB"
        assert copies.accessibleName() == "Own copies: 8, 2.1 GB. Open the clean-up."
        filled.bus.publish(CopyTotalsChanged(ProjectId("another"), CopyTotals(3)))
        assert copies.numbers == "8 · 2.1 GB"
        filled.bus.publish(CopyTotalsChanged(PROJECT.id, CopyTotals()))
        assert not copies.isVisible()


async def test_it_opens_the_clean_up_by_mouse_and_key(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.cleanup.totals_view = CopyTotals(2, 5_000)
    async with opened(filled, theme) as window:
        controller_of(window)
        copies = window.sidebar.copies
        await until(copies.isVisible)
        assert copies.numbers == "2 · 5.0 kB"
        copies.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(copies, Qt.Key.Key_Space)
        await until(lambda: shown(window, "cleanup_dialog"))
        dialog = shown(window, "cleanup_dialog")[0]
        dialog.close()
        await until(lambda: not shown(window, "cleanup_dialog"))
        qtbot.mouseClick(copies, Qt.MouseButton.LeftButton)
        assert len(shown(window, "cleanup_dialog")) == 1
        shown(window, "cleanup_dialog")[0].close()


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (4_100, "4.1 kB"), (9_400_000, "9.4 MB"), (811_000_000, "811 MB"), (2_100_000_000, "2.1 GB")],
)
def test_sizes_are_short(qapp: object, size: int, text: str) -> None:
    assert room_text(size).replace("byte(s)", "bytes") == text


def test_a_narrow_line_drops_words_before_numbers(qapp: object, theme: Theme) -> None:
    button = OwnCopiesButton(theme)
    button.show_totals(CopyTotals(8, 2_100_000_000))
    button.resize(60, 32)
    assert not button.grab().isNull()
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    button.close()
    button.deleteLater()
