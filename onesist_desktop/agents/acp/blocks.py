# SPDX-License-Identifier: MIT
"""A prompt as the protocol's content blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from acp.schema import EnvVariable, ImageContentBlock, McpServerStdio, ResourceContentBlock, TextContentBlock

from onesist_desktop.agents.attachments import picture_of
from onesist_desktop.core.answerer import HistoryServer, Prompt
from onesist_desktop.core.messages import AttachmentPart

MAX_IMAGE_BYTES = 8 * 1024 * 1024


def of_prompt(index_text: str, prompt: Prompt, *, takes_images: bool = False) -> list[Any]:
    """Return the blocks: what goes before, then the person's own text as the last text, then the attachments.

    A picture goes as such where the agent takes pictures and it can be read; anything else as a link, which every agent has
    to take. Reads files, so it belongs in a thread. Raises ValueError for an attachment whose path is relative.
    """
    before = [_sound(text) for text in (index_text, prompt.context) if text]
    # Agents put blocks together without anything between them.
    blocks: list[Any] = [TextContentBlock(type="text", text=f"{text}\n\n") for text in before]
    # Many services refuse an empty text, and the last text is the person's: pictures alone are named in its place.
    own = prompt.text if prompt.text.strip() else ", ".join(attachment.name for attachment in prompt.attachments)
    blocks.append(TextContentBlock(type="text", text=_sound(own)))
    for attachment in prompt.attachments:
        picture = _picture(attachment) if takes_images else None
        blocks.append(picture or _link(attachment))
    return blocks


def of_history_server(server: HistoryServer | None) -> list[Any]:
    """Return the list of MCP servers for a session. The token goes by environment."""
    if server is None:
        return []
    env = [EnvVariable(name=name, value=value) for name, value in server.env]
    return [McpServerStdio(name=server.name, command=server.argv[0], args=list(server.argv[1:]), env=env)]


def _link(attachment: AttachmentPart) -> ResourceContentBlock:
    return ResourceContentBlock(
        type="resource_link",
        name=attachment.name,
        uri=Path(attachment.path).as_uri(),
        mime_type=attachment.media_type,
        size=attachment.size_bytes or None,
    )


def _picture(attachment: AttachmentPart) -> ImageContentBlock | None:
    path = Path(attachment.path)
    # Without it the link then says what was meant, and the agent what is wrong with it.
    data = picture_of(attachment, MAX_IMAGE_BYTES) if path.is_absolute() else None
    if data is None:
        return None
    return ImageContentBlock(type="image", data=data, mime_type=attachment.media_type, uri=path.as_uri())


def _sound(text: str) -> str:
    """Replace lone surrogates, which many agents can't store."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
