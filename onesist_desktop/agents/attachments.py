# SPDX-License-Identifier: MIT
"""What all agents are told of a prompt's attachments: pictures as data, and in the text which other files lie where."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from pathlib import Path

from onesist_desktop.core.media_types import PICTURES
from onesist_desktop.core.messages import AttachmentPart

MAX_IMAGE_BYTES = 3_750_000
"""Base64 makes it 5 MB, the limit of the services behind the agents."""


def picture_of(attachment: AttachmentPart, most_bytes: int = MAX_IMAGE_BYTES) -> str | None:
    """Return a picture in base64; None for another kind of file, a larger one, and one that can't be read. Reads the file."""
    if attachment.media_type not in PICTURES:
        return None
    path = Path(attachment.path)
    try:
        if path.stat().st_size > most_bytes:
            return None
        return base64.b64encode(path.read_bytes()).decode("ascii")
    except OSError:
        return None


def with_files_named(text: str, attachments: Iterable[AttachmentPart]) -> str:
    """Return a text with the names and paths of files behind it: the agent has tools to look."""
    lines = "\n".join(f"[Attachment: {attachment.name}, {attachment.path}]" for attachment in attachments)
    return "\n\n".join(part for part in (text, lines) if part)
