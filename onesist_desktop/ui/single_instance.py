# SPDX-License-Identifier: MIT
"""One running copy per data folder. A second start raises the first window instead."""

from __future__ import annotations

import hashlib
import os
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QLockFile, QObject, QThread, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

LOCK_NAME = "instance.lock"
RAISE = b"onesist 1 raise\n"
_MAX_REQUEST_BYTES = 64
_SILENCE_MS = 2000
_ANSWER = b"raised\n"


class Start(Enum):
    """What a start found.

    ``FIRST``: the folder is ours. ``TOLD``: another copy has it and was asked to show its window. ``SILENT``: another copy
    has it and does not answer; the folder must not be opened.
    """

    FIRST = auto()
    TOLD = auto()
    SILENT = auto()


class SingleInstance(QObject):
    """Holds the lock of a data folder and listens for later starts.

    Take it before the database opens, and release it after the database closed.

    Signals:
        raise_wanted: Somebody started the app again.
    """

    raise_wanted = Signal()

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = QLockFile(str(data_folder / LOCK_NAME))
        # Age alone never makes a lock stale: a long-running copy is not a dead one. A copy that crashed is found out by
        # Qt, by its process id.
        self._lock.setStaleLockTime(0)
        self._name = socket_name(data_folder)
        self._server: QLocalServer | None = None
        self._clients: set[QLocalSocket] = set()

    def start(self, wait_s: float = 5.0) -> Start:
        """Take the folder, or ask the copy that has it to show itself. Blocks for at most about ``wait_s`` seconds."""
        deadline = QDeadlineTimer(round(wait_s * 1000))
        while True:
            if self._lock.tryLock(0):
                self._listen()
                return Start.FIRST
            if self._ask(max(50, min(1000, deadline.remainingTime()))):
                return Start.TOLD
            if deadline.hasExpired():
                return Start.SILENT
            # The other copy may be between taking the lock and listening, or ending just now.
            QThread.msleep(50)

    def release(self) -> None:
        """Stop listening and give the folder free."""
        for sock in tuple(self._clients):
            sock.abort()
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            self._server = None
        self._lock.unlock()

    def _listen(self) -> None:
        # Whoever holds the lock owns the name: a socket file that is still there was left by a crash.
        QLocalServer.removeServer(self._name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setMaxPendingConnections(8)
        self._server.newConnection.connect(self._on_connection)
        self._server.listen(self._name)

    def _ask(self, wait_ms: int) -> bool:
        sock = QLocalSocket()
        sock.connectToServer(self._name)
        try:
            if not sock.waitForConnected(wait_ms):
                return False
            sock.write(RAISE)
            sock.waitForBytesWritten(wait_ms)
            return sock.waitForReadyRead(wait_ms) and bytes(sock.read(len(_ANSWER)).data()) == _ANSWER
        finally:
            sock.abort()

    def _on_connection(self) -> None:
        server = self._server
        while server is not None and (sock := server.nextPendingConnection()) is not None:
            sock.setReadBufferSize(_MAX_REQUEST_BYTES)
            # Held here, as Qt itself keeps no Python object alive.
            self._clients.add(sock)
            sock.disconnected.connect(lambda sock=sock: self._drop(sock))
            sock.readyRead.connect(lambda sock=sock: self._on_data(sock))
            # Whoever says nothing is not kept for ever.
            silence = QTimer(sock)
            silence.setSingleShot(True)
            silence.timeout.connect(lambda sock=sock: sock.abort())
            silence.start(_SILENCE_MS)
            if sock.bytesAvailable():
                self._on_data(sock)

    def _drop(self, sock: QLocalSocket) -> None:
        self._clients.discard(sock)
        sock.deleteLater()

    def _on_data(self, sock: QLocalSocket) -> None:
        """Take exactly the one request that there is. Anything else is dropped unread."""
        if sock.bytesAvailable() < len(RAISE):
            return
        data = bytes(sock.read(_MAX_REQUEST_BYTES).data())
        if data != RAISE:
            sock.abort()
            return
        sock.write(_ANSWER)
        sock.flush()
        sock.disconnectFromServer()
        self.raise_wanted.emit()


def socket_name(data_folder: Path) -> str:
    """Return the socket's name: the folder's own name for a person who looks, and a hash of its real path."""
    real = os.path.realpath(data_folder)
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:20]
    return f"onesist-{digest}"
