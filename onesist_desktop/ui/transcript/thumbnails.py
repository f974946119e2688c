# SPDX-License-Identifier: MIT
"""Small pictures of image files, decoded away from the window. Only local files of a few plain formats are ever opened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader

MAX_PIXELS = 64_000_000
"""Larger pictures are not decoded: whoever made them wants memory, not a thumbnail."""

MAX_FILE_BYTES = 64_000_000

# Formats that hold pixels only. SVG is left out: it may point at other files.
_FORMATS = frozenset({b"png", b"jpg", b"jpeg", b"gif", b"webp", b"bmp"})
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:")


@dataclass(frozen=True, slots=True)
class Found:
    """What was found at a path. ``image`` is None where it is no picture that is shown."""

    exists: bool
    image: QImage | None = None


class ThumbnailJob(QObject):
    """Looks at one file in a thread of Qt's pool.

    Signals:
        done(found: Found): Emitted once in the thread of whoever made the job, unless it was cancelled.
    """

    done = Signal(object)

    def __init__(self, path: str, limit: QSize | None) -> None:
        """Make a job. ``limit`` is the largest size in pixels; None only asks whether the file is there."""
        super().__init__()
        self.path = path
        self.limit = limit
        self.is_cancelled = False

    def start(self) -> None:
        """Start as soon as a thread is free."""
        QThreadPool.globalInstance().start(_Runner(self))

    def cancel(self) -> None:
        """Want nothing any more. What runs already is thrown away."""
        self.is_cancelled = True


class _Runner(QRunnable):
    def __init__(self, job: ThumbnailJob) -> None:
        super().__init__()
        self._job = job

    def run(self) -> None:
        job = self._job
        if job.is_cancelled:
            return
        found = look_at(job.path, job.limit)
        if not job.is_cancelled:
            job.done.emit(found)


def is_local_path(path: str) -> bool:
    """Tell whether a path names a file of this computer: no address, no share of another one, none of the app's resources."""
    if path.startswith(("//", "\\\\", ":")) or _SCHEME.match(path) or "\0" in path:
        return False
    return Path(path).is_absolute()


def look_at(path: str, limit: QSize | None) -> Found:
    """Look whether a file is there, and decode it as a picture of at most ``limit`` pixels. May take long: not for the window."""
    if not is_local_path(path):
        return Found(exists=False)
    try:
        file = Path(path)
        if not file.is_file():
            return Found(exists=False)
        is_wanted = limit is not None and file.stat().st_size <= MAX_FILE_BYTES
    except OSError:
        return Found(exists=False)
    return Found(exists=True, image=_decode(path, limit) if is_wanted and limit is not None else None)


def _decode(path: str, limit: QSize) -> QImage | None:
    reader = QImageReader(path)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if not reader.canRead() or bytes(reader.format().data()) not in _FORMATS:
        return None
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MAX_PIXELS:
        return None
    is_turned = reader.transformation().value & 4
    room = limit.transposed() if is_turned else limit
    if size.width() > room.width() or size.height() > room.height():
        reader.setScaledSize(size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    return None if image.isNull() else image
