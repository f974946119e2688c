# SPDX-License-Identifier: MIT
"""Builds the messages of a request: history in turn, then the prompt. Text only, so no thinking of anybody goes along."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic_ai.messages import BinaryContent, ModelMessage, ModelRequest, ModelResponse, TextPart, UserContent, UserPromptPart

from onesist_desktop.core.answerer import HistoryEntry
from onesist_desktop.core.messages import AttachmentPart, Role
from onesist_desktop.providers.wire_values import Question

IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
MAX_IMAGE_BYTES = 5 * 1024 * 1024
MAX_TEXT_FILE_BYTES = 64 * 1024
# Many chat templates refuse a conversation that begins with an answer.
_BEGINNING = "(Earlier messages are not part of this conversation.)"


def messages_of(question: Question) -> list[ModelMessage]:
    """Build the conversation. Reads attachments from disk: call it in a thread."""
    runs = _merged(question.prompt.history)
    if runs and runs[0][0] is Role.ASSISTANT:
        runs.insert(0, (Role.USER, _BEGINNING))
    last_text = [runs.pop()[1]] if runs and runs[-1][0] is Role.USER else []
    if question.prompt.full_text.strip():
        last_text.append(question.prompt.full_text)
    content = _with_attachments("\n\n".join(last_text), question.prompt.attachments)
    messages: list[ModelMessage] = [
        ModelRequest([UserPromptPart(text)]) if role is Role.USER else ModelResponse([TextPart(text)]) for role, text in runs
    ]
    messages.append(ModelRequest([UserPromptPart(content)], instructions=question.instructions or None))
    return messages


def _merged(history: Iterable[HistoryEntry]) -> list[tuple[Role, str]]:
    """Join neighbours of one role, and leave out what is empty: services answer either with an error."""
    runs: list[tuple[Role, str]] = []
    for entry in history:
        if not entry.text.strip():
            continue
        if runs and runs[-1][0] is entry.role:
            runs[-1] = (entry.role, f"{runs[-1][1]}\n\n{entry.text}")
        else:
            runs.append((entry.role, entry.text))
    return runs


def _with_attachments(text: str, attachments: Iterable[AttachmentPart]) -> str | list[UserContent]:
    lines: list[str] = []
    images: list[BinaryContent] = []
    for attachment in attachments:
        line, image = _attached(attachment)
        lines.append(line)
        if image is not None:
            images.append(image)
    whole = "\n\n".join([text, *lines] if text else lines)
    return [whole, *images] if images else whole


def _attached(attachment: AttachmentPart) -> tuple[str, BinaryContent | None]:
    named = f"Attached file: {attachment.name} ({attachment.path})"
    is_image = attachment.media_type in IMAGE_TYPES
    limit = MAX_IMAGE_BYTES if is_image else MAX_TEXT_FILE_BYTES
    try:
        with Path(attachment.path).open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        return f"{named}. It can't be read: {error.strerror}.", None
    if len(data) > limit:
        return f"{named}. It isn't included, as it is larger than {limit} bytes.", None
    if is_image:
        return named, BinaryContent(data, media_type=attachment.media_type)
    try:
        content = data.decode("utf-8")
    except UnicodeDecodeError:
        return f"{named}. It isn't included, as it is no text.", None
    if "\0" in content:
        return f"{named}. It isn't included, as it is no text.", None
    return f"{named}:\n\n{content}", None
