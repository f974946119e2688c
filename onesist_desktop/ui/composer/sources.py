# SPDX-License-Identifier: MIT
"""What a person pastes or drops: text, files, pictures, or a text so long that it is better off as a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

from onesist_desktop.core.media_types import PICTURES

LONG_TEXT_BYTES = 20_000
"""A longer text becomes an attachment."""

MAX_FIELD_BYTES = 50_000
"""A longer text can't become text again: laying it out would stop the window."""

_MAX_LINE = 10_000

_PICTURE_ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"})


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file to attach."""

    path: str


@dataclass(frozen=True, slots=True)
class PictureSource:
    """A picture to attach: as the bytes that came, or as an image that is still to be written as PNG."""

    media_type: str
    data: bytes | None = None
    image: QImage | None = None


@dataclass(frozen=True, slots=True)
class TextSource:
    """A long text to attach as a file."""

    text: str


Source = FileSource | PictureSource | TextSource


@dataclass(frozen=True, slots=True)
class Taken:
    """What was found. Where there is something to attach, ``text`` is empty."""

    sources: tuple[Source, ...] = ()
    text: str = ""


def has_files(mime: QMimeData) -> bool:
    """Tell, without reading it, whether there is something to attach rather than text to insert."""
    return any(url.isLocalFile() for url in mime.urls()) or (_has_picture(mime) and not mime.hasFormat("text/plain"))


def read_mime(mime: QMimeData) -> Taken:
    """Look what is there. Programs offer the same in several forms; files count before text, and text before a picture of it."""
    files = tuple(FileSource(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    if files:
        return Taken(files)
    text = mime.text() if mime.hasText() else ""
    if text.strip():
        return Taken((TextSource(text),)) if is_long(text) else Taken(text=text)
    picture = _picture(mime)
    return Taken((picture,)) if picture is not None else Taken(text=text)


def is_long(text: str) -> bool:
    """Tell whether a text is better off as a file."""
    if len(text) > LONG_TEXT_BYTES:
        return True
    # A letter has four bytes at most.
    return len(text) * 4 > LONG_TEXT_BYTES and len(text.encode("utf-8", "surrogatepass")) > LONG_TEXT_BYTES


def fits_field(text: str) -> bool:
    """Tell whether a long text can be shown in the field without stopping the window. A line without end takes longest."""
    if len(text) > MAX_FIELD_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_FIELD_BYTES:
        return False
    return max(map(len, text.split("\n"))) <= _MAX_LINE


def is_picture_name(name: str) -> bool:
    """Tell by its ending whether a file is a picture."""
    return PurePath(name).suffix.lower() in _PICTURE_ENDINGS


def ending_of(source: PictureSource) -> str:
    """Return the ending for the file of a picture."""
    return PICTURES.get(source.media_type, ".png").removeprefix(".")


def _has_picture(mime: QMimeData) -> bool:
    return mime.hasImage() or any(mime.hasFormat(name) for name in PICTURES)


def _picture(mime: QMimeData) -> PictureSource | None:
    for media_type in PICTURES:
        if mime.hasFormat(media_type):
            data = mime.data(media_type).data()
            if data:
                return PictureSource(media_type, bytes(data))
    image = mime.imageData() if mime.hasImage() else None
    return PictureSource("image/png", image=image) if isinstance(image, QImage) and not image.isNull() else None
