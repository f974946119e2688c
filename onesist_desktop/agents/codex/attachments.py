# SPDX-License-Identifier: MIT
"""What a prompt looks like on the wire: pictures by their path, for Codex to read, other files named in the text."""

from __future__ import annotations

from pathlib import Path

from onesist_desktop.agents.attachments import with_files_named
from onesist_desktop.agents.json_reading import Json
from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.media_types import PICTURES
from onesist_desktop.core.messages import AttachmentPart

MAX_IMAGE_BYTES = 15_000_000
"""Larger ones are named only; the program would scale them down first and hold up the turn."""


def prompt_input(prompt: Prompt) -> list[Json]:
    """Build the input items of a prompt; empty when there is nothing to say. Looks at files, so not for the event loop."""
    pictures = [one for one in prompt.attachments if _is_picture(one)]
    named = [one for one in prompt.attachments if one not in pictures]
    text = with_files_named(prompt.full_text, named)
    items: list[Json] = [text_item(text)] if text.strip() else []
    return [*items, *({"type": "localImage", "path": one.path} for one in pictures)]


def text_item(text: str) -> Json:
    """Build the input item of a text."""
    return {"type": "text", "text": text, "text_elements": []}


def _is_picture(attachment: AttachmentPart) -> bool:
    if attachment.media_type not in PICTURES:
        return False
    try:
        # A path that can't be read fails the whole turn.
        with Path(attachment.path).open("rb") as stream:
            return stream.seek(0, 2) <= MAX_IMAGE_BYTES
    except OSError:
        return False
