# SPDX-License-Identifier: MIT
"""What kind of content a file holds: pictures by how they begin, the rest by its name, and text wherever it is text."""

from __future__ import annotations

import mimetypes

BINARY = "application/octet-stream"
PLAIN_TEXT = "text/plain"
PICTURES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
"""Pictures that providers take as pictures, with the usual ending of their names."""
HEAD_BYTES = 8_192
"""How much of a file :func:`media_type_of` should see."""
_TEXTS = ("application/json", "application/xml", "application/javascript", "image/svg+xml")


def picture_type(head: bytes) -> str:
    """Return the media type of a picture from its first bytes; empty for anything else."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image/webp"
    return ""


def media_type_of(name: str, head: bytes, said: str = "") -> str:
    """Return the media type of a file.

    Args:
        name: Its name; the ending counts where the content doesn't tell.
        head: Its first bytes, all of it where it is short.
        said: What its source says of it, such as a clipboard; counts more than the ending.
    """
    picture = picture_type(head)
    if picture:
        return picture
    # Without the tables of this machine, so that the same file is the same everywhere.
    guess = said.partition(";")[0].strip().lower() or mimetypes.MimeTypes().guess_type(name)[0] or ""
    is_kind_of_text = guess.startswith("text/") or guess in _TEXTS
    if _is_text(head):
        return guess if is_kind_of_text else PLAIN_TEXT
    return BINARY if is_kind_of_text or guess in PICTURES or not guess else guess


def _is_text(head: bytes) -> bool:
    if b"\0" in head:
        return False
    for cut in range(4):
        # A letter may be cut at the end of what we see.
        try:
            head[: len(head) - cut].decode("utf-8")
        except UnicodeDecodeError:
            if len(head) < HEAD_BYTES:
                return False
            continue
        return True
    return False
