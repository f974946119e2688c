# SPDX-License-Identifier: MIT
"""What a prompt looks like on the wire: pictures as pictures, other files by their path."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from pathlib import Path

from onesist_desktop.agents.json_reading import Json
from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.messages import AttachmentPart

MAX_IMAGE_BYTES = 3_750_000
"""Base64 makes it the service's limit of 5 MB."""

_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


def prompt_content(prompt: Prompt) -> str | list[Json]:
    """Build the content of the user message. Reads files, so not for the event loop when there are attachments.

    A file that can't be given as a picture, or not be read, is named in the text: the agent has tools to look.
    """
    if not prompt.attachments:
        return prompt.full_text
    pictures: list[Json] = []
    named: list[AttachmentPart] = []
    for attachment in prompt.attachments:
        data = _picture(attachment)
        if data is None:
            named.append(attachment)
        else:
            source = {"type": "base64", "media_type": attachment.media_type, "data": data}
            pictures.append({"type": "image", "source": source})
    text = "\n\n".join(part for part in (prompt.full_text, "\n".join(_lines(named))) if part)
    # The service refuses an empty text.
    return [*pictures, {"type": "text", "text": text}] if text.strip() else list(pictures)


def _picture(attachment: AttachmentPart) -> str | None:
    if attachment.media_type not in _IMAGES:
        return None
    path = Path(attachment.path)
    try:
        if path.stat().st_size > MAX_IMAGE_BYTES:
            return None
        return base64.b64encode(path.read_bytes()).decode("ascii")
    except OSError:
        return None


def _lines(attachments: Iterable[AttachmentPart]) -> Iterable[str]:
    return (f"[Attachment: {attachment.name}, {attachment.path}]" for attachment in attachments)
