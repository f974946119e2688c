# SPDX-License-Identifier: MIT
"""What a prompt looks like on the wire: pictures as pictures, other files by their path."""

from __future__ import annotations

from onesist_desktop.agents.attachments import picture_of, with_files_named
from onesist_desktop.agents.json_reading import Json
from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.messages import AttachmentPart


def prompt_content(prompt: Prompt) -> str | list[Json]:
    """Build the content of the user message. Reads files, so not for the event loop when there are attachments.

    A file that can't be given as a picture, or not be read, is named in the text: the agent has tools to look.
    """
    if not prompt.attachments:
        return prompt.full_text
    pictures: list[Json] = []
    named: list[AttachmentPart] = []
    for attachment in prompt.attachments:
        data = picture_of(attachment)
        if data is None:
            named.append(attachment)
        else:
            source = {"type": "base64", "media_type": attachment.media_type, "data": data}
            pictures.append({"type": "image", "source": source})
    text = with_files_named(prompt.full_text, named)
    # The service refuses an empty text.
    return [*pictures, {"type": "text", "text": text}] if text.strip() else list(pictures)
