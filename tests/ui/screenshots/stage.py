# SPDX-License-Identifier: MIT
"""Opens the window for a picture: one font, one clock, one language, nothing that blinks or turns."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.services.views import ProjectView
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.desktop import Desktop
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import PROJECT, FakeServices
from tests.ui.helpers import turns
from tests.ui.screenshots.story import NOW

if TYPE_CHECKING:
    from tests.ui.screenshots.scenes import Shot

FAMILY = "Inter"
_QUIET_TURNS = 10


class StillDesktop(Desktop):
    """A desktop on which nothing may move, so that every picture of a spinner is the same."""

    @property
    def reduces_motion(self) -> bool:
        """Say so."""
        return True


@contextmanager
def dressed(app: QApplication, scheme: str, text_percent: int = 100) -> Iterator[Theme]:
    """Dress the application as the pictures want it, and as it was afterwards."""
    palette, sheet, font, blink = app.palette(), app.styleSheet(), app.font(), app.cursorFlashTime()
    hints = app.styleHints()
    forced = hints.colorScheme()
    desktop = StillDesktop()
    theme = Theme(chosen=scheme, text_percent=text_percent, family=FAMILY, desktop=desktop)
    desktop.setParent(theme)
    app.setCursorFlashTime(0)
    theme.apply(app)
    try:
        yield theme
    finally:
        app.setCursorFlashTime(blink)
        app.setFont(font)
        app.setPalette(palette)
        app.setStyleSheet(sheet)
        hints.setColorScheme(forced)
        theme.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@asynccontextmanager
async def staged(services: FakeServices, theme: Theme, size: QSize, project: ProjectView | None) -> AsyncIterator[MainWindow]:
    """Open the window and wait until it shows everything."""
    app_services = services.app_services()
    window = MainWindow(app_services, start_project=project, theme=theme, now=lambda: NOW)
    window.resize(size)
    window.show()
    window.activateWindow()
    try:
        await settled(window)
        yield window
    finally:
        window.working.clear()
        window.close()
        await app_services.supervisor.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert services.faults == []


async def settled(window: MainWindow) -> None:
    """Wait until nothing is asked of the services any more, and nothing waits to be shown."""
    quiet = 0
    while quiet < _QUIET_TURNS:
        await turns(1)
        quiet = 0 if _is_busy(window) else quiet + 1


def _is_busy(window: MainWindow) -> bool:
    """Tell whether something is read, or a timer will do something once. What turns or counts seconds doesn't matter."""
    waits = any(timer.isActive() and timer.isSingleShot() for timer in window.findChildren(QTimer))
    return waits or bool(window.services.supervisor.running)


async def taken(app: QApplication, shot: Shot) -> QImage:
    """Take one picture."""
    scene = shot.scene
    with speaking(app, shot.language), dressed(app, shot.scheme, shot.text_percent) as theme:
        services = scene.services(shot.language)
        async with staged(services, theme, QSize(*shot.size), PROJECT if scene.has_project else None) as window:
            above = await scene.act(window)
            await settled(window)
            image = picture_of(window, *above)
            for widget in above:
                widget.close()
    return image


def picture_of(window: QWidget, *above: QWidget) -> QImage:
    """Paint a window and what lies above it, as a screen would show it."""
    image = QImage(window.size(), QImage.Format.Format_RGB32)
    window.render(image)
    painter = QPainter(image)
    for widget in above:
        place = widget.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0))
        painter.drawPixmap(place, widget.grab())
    painter.end()
    return image
