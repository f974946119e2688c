# SPDX-License-Identifier: MIT
"""A prompt as the protocol's content blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from acp.schema import EnvVariable, McpServerStdio, ResourceContentBlock, TextContentBlock

from onesist_desktop.core.answerer import HistoryServer, Prompt


def of_prompt(index_text: str, prompt: Prompt) -> list[Any]:
    """Return the blocks: what goes before, then the person's own text as the last text, then links to the attachments.

    Links are what every agent has to take; files as such are optional in the protocol. Raises ValueError for an attachment
    whose path is relative.
    """
    before = [_sound(text) for text in (index_text, prompt.context) if text]
    # Agents put blocks together without anything between them.
    blocks: list[Any] = [TextContentBlock(type="text", text=f"{text}\n\n") for text in before]
    # Many services refuse an empty text, and the last text is the person's: pictures alone are named in its place.
    own = prompt.text if prompt.text.strip() else ", ".join(attachment.name for attachment in prompt.attachments)
    blocks.append(TextContentBlock(type="text", text=_sound(own)))
    for attachment in prompt.attachments:
        blocks.append(
            ResourceContentBlock(
                type="resource_link",
                name=attachment.name,
                uri=Path(attachment.path).as_uri(),
                mime_type=attachment.media_type,
                size=attachment.size_bytes or None,
            )
        )
    return blocks


def of_history_server(server: HistoryServer | None) -> list[Any]:
    """Return the list of MCP servers for a session. The token goes by environment."""
    if server is None:
        return []
    env = [EnvVariable(name=name, value=value) for name, value in server.env]
    return [McpServerStdio(name=server.name, command=server.argv[0], args=list(server.argv[1:]), env=env)]


def _sound(text: str) -> str:
    """Replace lone surrogates, which many agents can't store."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
