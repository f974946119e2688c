# SPDX-License-Identifier: MIT
"""Dialogs stand out from the window below them, also where the desktop draws no frame."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.helpers import shown


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    made.setGeometry(40, 30, 700, 500)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def question(window: QWidget, theme: Theme) -> QWidget:
    return ask(window, theme, title="Sure?", text="It is gone then.", action="Go", cancel="Stay", on_confirmed=lambda: None)


def test_a_veil_covers_the_window_while_a_dialog_is_open(window: QWidget, theme: Theme) -> None:
    before = window.grab().toImage().pixelColor(5, 5)
    dialog = question(window, theme)
    assert [veil.geometry() for veil in shown(window, "scrim")] == [window.rect()]
    assert window.grab().toImage().pixelColor(5, 5).lightness() < before.lightness()
    window.resize(800, 600)
    QApplication.processEvents()
    assert [veil.geometry() for veil in shown(window, "scrim")] == [window.rect()]
    dialog.close()
    assert shown(window, "scrim") == []
    assert window.grab().toImage().pixelColor(5, 5) == before


def test_a_dialog_above_a_dialog_veils_that_one(window: QWidget, theme: Theme) -> None:
    first = question(window, theme)
    second = question(first, theme)
    assert len(shown(first, "scrim")) == 1
    second.close()
    assert shown(first, "scrim") == []
    assert len(shown(window, "scrim")) == 1
    first.close()
    assert shown(window, "scrim") == []


def test_a_dialog_is_centred_and_outlined(window: QWidget, theme: Theme) -> None:
    dialog = question(window, theme)
    off = dialog.geometry().center() - window.geometry().center()
    assert off.manhattanLength() <= 2
    image = dialog.grab().toImage()
    corners = [QPoint(0, 0), QPoint(image.width() - 1, image.height() - 1), QPoint(0, image.height() // 2)]
    assert {QColor(image.pixelColor(corner)).name() for corner in corners} == {theme.color("line_strong").name()}
    dialog.close()
