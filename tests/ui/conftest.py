# SPDX-License-Identifier: MIT
"""What UI tests share: the theme, English plurals, fake services."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.messages import Role
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from tests.ui.fakes import CLAUDE, FakeServices, default_providers, message, thread


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    qapp.setQuitOnLastWindowClosed(False)
    with speaking(qapp, "en"):
        yield


@pytest.fixture(autouse=True)
def pointer_away(qapp: QApplication) -> Iterator[None]:
    """Take the pointer back to where it was, with no button pressed: the next test would be hovered, or in the middle of a drag."""
    before = QCursor.pos()
    yield
    if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
        nobody = QWidget()
        nobody.show()
        for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
            if QApplication.mouseButtons() & button:
                QTest.mouseRelease(nobody, button)
        nobody.close()
        nobody.deleteLater()
        QApplication.sendPostedEvents(nobody, QEvent.Type.DeferredDelete.value)
        assert QApplication.mouseButtons() == Qt.MouseButton.NoButton
    if QCursor.pos() != before:
        QCursor.setPos(before)
        qapp.processEvents()


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    made = Theme(chosen=Scheme.LIGHT)
    made.apply(qapp)
    return made


@pytest.fixture
def book(theme: Theme) -> ProviderBook:
    return ProviderBook(theme, default_providers())


@pytest.fixture
def services() -> FakeServices:
    return FakeServices()


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    """Two threads, the newer one with a message."""
    services.put_thread(thread("t1", "Fix the login loop", provider_id=CLAUDE, updated_at=9), message("t1", 1, Role.USER, "hello"))
    services.put_thread(thread("t2", "Release notes", updated_at=5))
    return services
