# SPDX-License-Identifier: MIT
"""Notifications of the desktop: by its portal on Linux, else by the tray where there is one, else not at all.

The portal and not ``org.freedesktop.Notifications``: that one wants an unsigned number, which PySide can't put into a D-Bus
message, and every strict service refuses a signed one. The portal takes texts only and hands them on to the same service.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import SLOT, QObject, Signal, SignalInstance, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSystemTrayIcon

log = logging.getLogger(__name__)

_SERVICE = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_INTERFACE = "org.freedesktop.portal.Notification"
_OPEN = "open"


@dataclass(frozen=True, slots=True)
class DesktopNote:
    """What the desktop tells. ``key`` names what it is about; a newer note of the same key takes the place of the older."""

    key: str
    title: str
    body: str


class Notifications(Protocol):
    """Tells through the desktop. Never raises: a note that can't be shown is logged, once.

    Signals:
        clicked(key: str): The person wants to see what a note was about.
    """

    clicked: SignalInstance

    def tell(self, note: DesktopNote) -> None:
        """Show a note."""
        ...

    def withdraw(self, key: str) -> None:
        """Take a note away, if it is still shown."""
        ...


class SilentNotifications(QObject):
    """For where nothing can be told, and for tests."""

    clicked = Signal(str)

    def tell(self, note: DesktopNote) -> None:
        """Do nothing."""

    def withdraw(self, key: str) -> None:
        """Do nothing."""


class TrayNotifications(QObject):
    """By the system's tray. The icon is there only as long as a note is."""

    clicked = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icon: QSystemTrayIcon | None = None
        self._key = ""

    def tell(self, note: DesktopNote) -> None:
        """Show a note if there is a tray."""
        if not QSystemTrayIcon.isSystemTrayAvailable() or not QSystemTrayIcon.supportsMessages():
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(QGuiApplication.windowIcon(), self)
            self._icon.messageClicked.connect(self._on_clicked)
            self._icon.activated.connect(lambda _reason: self._on_clicked())
        self._key = note.key
        self._icon.setToolTip(note.title)
        self._icon.show()
        self._icon.showMessage(note.title, note.body, self._icon.icon())

    def withdraw(self, key: str) -> None:
        """Take the icon away with its note."""
        if self._icon is not None and key == self._key:
            self._icon.hide()

    def _on_clicked(self) -> None:
        if self._icon is not None:
            self._icon.hide()
        self.clicked.emit(self._key)


class PortalNotifications(QObject):
    """By the desktop's portal on the session bus. Where nobody answers there, ``fallback`` tells instead from then on.

    Args:
        bus: The connection to the session bus.
    """

    clicked = Signal(str)

    def __init__(self, bus: Any, fallback: Notifications, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus = bus
        self._fallback = fallback
        self._has_failed = False
        fallback.clicked.connect(self.clicked)
        bus.connect(_SERVICE, _PATH, _INTERFACE, "ActionInvoked", self, SLOT("on_action(QDBusMessage)"))

    def tell(self, note: DesktopNote) -> None:
        """Show a note. The answer of the bus is not waited for."""
        if self._has_failed:
            self._fallback.tell(note)
            return
        from PySide6.QtDBus import QDBusPendingCallWatcher

        content = {"title": note.title, "body": note.body, "default-action": _OPEN, "priority": "normal"}
        watcher = QDBusPendingCallWatcher(self._bus.asyncCall(self._message("AddNotification", [note.key, content])), self)
        watcher.finished.connect(lambda done: self._on_told(done, note))

    def withdraw(self, key: str) -> None:
        """Take a note away, if it is still shown."""
        self._fallback.withdraw(key)
        if not self._has_failed:
            self._bus.asyncCall(self._message("RemoveNotification", [key]))

    @Slot("QDBusMessage")  # By name: the module is loaded only where there is a bus
    def on_action(self, message: Any) -> None:
        """Say which note was clicked. Connected by its signature: the bus hands over a QDBusMessage."""
        arguments = message.arguments()
        if len(arguments) >= 2 and arguments[1] == _OPEN:
            self.clicked.emit(str(arguments[0]))

    def _message(self, method: str, arguments: list[object]) -> Any:
        from PySide6.QtDBus import QDBusMessage

        message = QDBusMessage.createMethodCall(_SERVICE, _PATH, _INTERFACE, method)
        message.setArguments(arguments)
        return message

    def _on_told(self, watcher: Any, note: DesktopNote) -> None:
        watcher.deleteLater()
        if watcher.isError() and not self._has_failed:
            self._has_failed = True
            log.info("the desktop's portal shows no notifications: %s", watcher.error().message())
            self._fallback.tell(note)


def desktop_notifications(environ: Mapping[str, str], parent: QObject | None = None) -> Notifications:
    """Return what tells on this desktop. Nothing is started: without a session bus that runs already there is none."""
    tray = TrayNotifications(parent)
    if not sys.platform.startswith("linux") or not _has_bus(environ):
        return tray
    try:
        from PySide6.QtDBus import QDBusConnection
    except ImportError as error:
        log.info("there is no D-Bus in this Qt: %s", error)
        return tray
    bus = QDBusConnection.sessionBus()
    return PortalNotifications(bus, tray, parent) if bus.isConnected() else tray


def _has_bus(environ: Mapping[str, str]) -> bool:
    if environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = environ.get("XDG_RUNTIME_DIR")
    return bool(folder) and Path(folder or "", "bus").exists()
