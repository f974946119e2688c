# SPDX-License-Identifier: MIT
"""Runs the app with its window: takes the data folder, builds everything, waits for the end, and shuts down in order."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, SignalInstance, qVersion
from PySide6.QtWidgets import QApplication, QMessageBox

from onesist_desktop import __version__
from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.errors import InvalidInputError, OnesistError
from onesist_desktop.faults import FaultReporter
from onesist_desktop.paths import AppPaths, app_paths
from onesist_desktop.services.events import NoticeLevel, NoticeRaised
from onesist_desktop.services.views import ProjectView
from onesist_desktop.settings.store import NoticeKind
from onesist_desktop.storage.private import private_folder
from onesist_desktop.ui import async_bridge
from onesist_desktop.ui.desktop_notifications import Notifications, desktop_notifications
from onesist_desktop.ui.language import speaking, system_language
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.single_instance import SingleInstance, Start
from onesist_desktop.ui.theme.theme import Theme

log = logging.getLogger(__name__)

EXIT_CANNOT_START = 1
EXIT_FOLDER_TAKEN = 3


@dataclass(frozen=True, slots=True)
class Opened:
    """The running app, for whoever drives it: a person through the window, or the tour."""

    app: App
    window: MainWindow


Driver = Callable[[Opened], Awaitable[None]]
"""What runs beside the window, such as the tour. The app closes when it returns."""


def run_window(folder: str | None, *, driver: Driver | None = None) -> int:
    """Show the window until it is closed and return the exit code.

    Args:
        folder: Project to open; None for the one that was opened last.
        driver: See :data:`Driver`.
    """
    try:
        paths = app_paths(os.environ)
        private_folder(paths.data)
    except (InvalidInputError, OSError) as error:
        sys.stderr.write(f"Onesist can't start: {error}\n")
        return EXIT_CANNOT_START
    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("Onesist")
    qt.setApplicationVersion(__version__)
    qt.setDesktopFileName("onesist-desktop")
    instance = SingleInstance(paths.data)
    match instance.start():
        case Start.TOLD:
            return 0
        case Start.SILENT:
            sys.stderr.write("Onesist runs already with this data folder, but does not answer. Nothing was opened.\n")
            return EXIT_FOLDER_TAKEN
        case Start.FIRST:
            pass
    faults = FaultReporter()
    try:
        with faults.hooked():
            start = WindowStart(qt, paths, os.environ, faults, folder, driver)
            return async_bridge.run(lambda: live(start, raise_wanted=instance.raise_wanted), qt)
    finally:
        instance.release()


@dataclass(frozen=True, slots=True)
class WindowStart:
    """What a start needs, once the data folder is ours. ``notifications``: None for those of the desktop."""

    qt: QApplication
    paths: AppPaths
    environ: Mapping[str, str]
    faults: FaultReporter
    folder: str | None = None
    driver: Driver | None = None
    notifications: Notifications | None = None


async def live(start: WindowStart, *, raise_wanted: SignalInstance | None = None) -> int:
    """Build the app and its window, wait until the window is closed, shut down in order, and return the exit code."""
    faults = start.faults
    faults.loop = asyncio.get_running_loop()
    faults.loop.set_exception_handler(faults.on_loop)
    language = system_language()
    try:
        app = await start_app(start.paths, start.environ, faults.report, system_locale=language)
    except OnesistError as error:
        # The settings may not have been read, so this is said in the desktop's language, and in its usual size.
        theme = Theme()
        theme.apply(start.qt)
        with speaking(start.qt, language):
            await _tell_cannot_start(str(error))
        return EXIT_CANNOT_START
    wanted = app.services.preferences.view
    theme = Theme(chosen=wanted.theme.value, text_percent=wanted.text_percent)
    theme.apply(start.qt)
    with speaking(start.qt, app.context.preferences.locale):
        return await _show(start, app, theme, raise_wanted)


async def _show(start: WindowStart, app: App, theme: Theme, raise_wanted: SignalInstance | None) -> int:
    faults = start.faults
    ended = asyncio.Event()
    project, folder_fault = await _start_project(app, start.folder)
    notifications = start.notifications or desktop_notifications(start.environ)
    window = MainWindow(app.services, start_project=project, theme=theme, notifications=notifications)
    window.close_confirmed.connect(ended.set)
    if raise_wanted is not None:
        raise_wanted.connect(window.raise_window)
    quit_requests = async_bridge.QuitRequests(start.qt)
    quit_requests.requested.connect(window.request_close)
    faults.tell = lambda where: app.context.bus.publish(NoticeRaised(NoticeLevel.ERROR, "internal_error", where))
    window.show()
    log.info(
        "Onesist %s is open, Python %s, Qt %s on %s", __version__, platform.python_version(), qVersion(), start.qt.platformName()
    )
    _tell_start(app)
    if folder_fault:
        app.context.bus.publish(NoticeRaised(NoticeLevel.ERROR, "project_not_opened", folder_fault))
    app.services.supervisor.spawn(app.after_start(), name="after start")
    if start.driver is not None:
        app.services.supervisor.spawn(_drive(start.driver, Opened(app, window), ended), name="driver")
    try:
        await ended.wait()
    finally:
        faults.tell = None
        quit_requests.close()
        await _keep_place(app, window)
        await app.close()
        window.hide()
        window.deleteLater()
        # Now, while Qt runs: a window that the garbage collector finds after the loop has ended takes the process with it.
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    return 0


async def _keep_place(app: App, window: MainWindow) -> None:
    """Keep where the window is. The next start opens elsewhere if that fails, which is no reason not to end."""
    try:
        await app.services.preferences.save_place(window.place)
    except OnesistError as error:
        log.info("the window's place was not kept: %s", error)


async def _drive(driver: Driver, opened: Opened, ended: asyncio.Event) -> None:
    try:
        await driver(opened)
    finally:
        ended.set()


async def _start_project(app: App, folder: str | None) -> tuple[ProjectView | None, str]:
    """Return the project to begin with, and why there is none although one was asked for. Then the window shows the start page."""
    try:
        if folder is not None:
            return await app.services.projects.open_folder(folder), ""
        recent = await app.services.projects.recent()
        return next((project for project in recent if project.folder_exists), None), ""
    except OnesistError as error:
        log.info("the first project can't be opened: %s", error)
        return None, str(error)


def _tell_start(app: App) -> None:
    """Tell what a person should know of how the app started."""
    for notice in app.settings_notices:
        code = "settings_broken" if notice.kind is NoticeKind.BROKEN_FILE else f"settings_{notice.kind}"
        app.context.bus.publish(NoticeRaised(NoticeLevel.WARNING, code, notice.path or notice.detail))
    if app.recovered_runs:
        app.context.bus.publish(NoticeRaised(NoticeLevel.WARNING, "interrupted_runs"))
    if app.log_fault:
        app.context.bus.publish(NoticeRaised(NoticeLevel.WARNING, "log_not_written", app.log_fault))
    if app.backup is not None:
        app.context.bus.publish(NoticeRaised(NoticeLevel.INFO, "database_backup", str(app.backup)))


async def _tell_cannot_start(reason: str) -> None:
    """Say why the database can't be used, and wait until the person has read it."""
    sys.stderr.write(f"Onesist can't start: {reason}\n")
    closed = asyncio.Event()
    box = QMessageBox()
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("Onesist")
    box.setText(QApplication.translate("Start", "Onesist can't open its database. Nothing was changed."))
    box.setInformativeText(reason)
    box.finished.connect(closed.set)
    box.open()
    await closed.wait()
    box.deleteLater()
