# SPDX-License-Identifier: MIT
"""Builds the messages of a request: history in turn, then the prompt. Text and pictures, so no thinking of anybody goes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic_ai.messages import BinaryContent, ModelMessage, ModelRequest, ModelResponse, TextPart, UserContent, UserPromptPart

from onesist_desktop.core.answerer import HistoryEntry
from onesist_desktop.core.media_types import PICTURES, picture_type
from onesist_desktop.core.messages import AttachmentPart, Role
from onesist_desktop.providers.config import GOOGLE
from onesist_desktop.providers.wire_values import Question

# What one picture may have before it grows by a third on the way (5 MB with Anthropic), and all of them together
# (20 MB for a whole request with Google). More than twenty have to be smaller than usual with Anthropic.
MAX_IMAGE_BYTES = 3_750_000
MAX_ALL_IMAGES_BYTES = 12_000_000
MAX_IMAGES = 20
MAX_TEXT_FILE_BYTES = 64 * 1024
# Many chat templates refuse a conversation that begins with an answer.
_BEGINNING = "(Earlier messages are not part of this conversation.)"


@dataclass(frozen=True, slots=True)
class Talk:
    """The messages of a request. The two flags tell whether pictures go along with the prompt, and with earlier messages."""

    messages: list[ModelMessage]
    has_images: bool
    has_earlier_images: bool


@dataclass(slots=True)
class _Run:
    """Neighbours of one role as one message."""

    role: Role
    text: str
    attachments: tuple[AttachmentPart, ...] = ()


class _Pictures:
    """Reads pictures, as long as there is room for them."""

    def __init__(self, kind: str) -> None:
        self._types = PICTURES.keys() - ({"image/gif"} if kind == GOOGLE else set())
        self._room = MAX_ALL_IMAGES_BYTES
        self._left = MAX_IMAGES

    def take(self, attachment: AttachmentPart) -> BinaryContent | str:
        """Return the picture, or why it doesn't go along."""
        if not self._left:
            return f"It isn't included, as there are more than {MAX_IMAGES} pictures."
        limit = min(MAX_IMAGE_BYTES, self._room)
        data = _read(attachment, limit)
        if isinstance(data, str):
            return data
        media_type = picture_type(data)
        if media_type not in self._types:
            return "It isn't included, as it is no picture of a kind that the model takes."
        self._room -= len(data)
        self._left -= 1
        return BinaryContent(data, media_type=media_type)


def talk_of(question: Question, kind: str, *, with_earlier_images: bool = True) -> Talk:
    """Build the conversation. Reads attachments from disk: call it in a thread."""
    runs = _merged(question.prompt.history)
    if runs and runs[0].role is Role.ASSISTANT:
        runs.insert(0, _Run(Role.USER, _BEGINNING))
    last = runs.pop() if runs and runs[-1].role is Role.USER else _Run(Role.USER, "")
    pictures = _Pictures(kind)
    lines, images = _attached(question.prompt.attachments, pictures)
    text = "\n\n".join([each for each in (last.text, question.prompt.full_text) if each.strip()] + lines)
    # The newest pictures go first where there isn't room for all.
    earlier = [_earlier(run.attachments, pictures) if with_earlier_images else [] for run in reversed([*runs, last])][::-1]
    messages = [
        ModelRequest([UserPromptPart(_content(run.text, its))]) if run.role is Role.USER else ModelResponse([TextPart(run.text)])
        for run, its in zip(runs, earlier, strict=False)
    ]
    content = _content(text, [*earlier[-1], *images])
    messages.append(ModelRequest([UserPromptPart(content)], instructions=question.instructions or None))
    return Talk(messages, bool(images), any(earlier))


def _merged(history: Iterable[HistoryEntry]) -> list[_Run]:
    """Join neighbours of one role, and leave out what is empty: services answer either with an error."""
    runs: list[_Run] = []
    for entry in history:
        if not entry.text.strip():
            continue
        if runs and runs[-1].role is entry.role:
            runs[-1].text += f"\n\n{entry.text}"
            runs[-1].attachments += entry.attachments
        else:
            runs.append(_Run(entry.role, entry.text, entry.attachments))
    return runs


def _content(text: str, images: Sequence[BinaryContent]) -> str | list[UserContent]:
    return [text, *images] if images else text


def _earlier(attachments: Iterable[AttachmentPart], pictures: _Pictures) -> list[BinaryContent]:
    """Read the pictures of an earlier message. Its text names them, also those that can't be read any more."""
    taken = [pictures.take(attachment) for attachment in attachments if _is_picture(attachment)]
    return [each for each in taken if isinstance(each, BinaryContent)]


def _attached(attachments: Iterable[AttachmentPart], pictures: _Pictures) -> tuple[list[str], list[BinaryContent]]:
    lines: list[str] = []
    images: list[BinaryContent] = []
    for attachment in attachments:
        named = f"Attached file: {attachment.name} ({attachment.path})"
        if _is_picture(attachment):
            taken = pictures.take(attachment)
            if isinstance(taken, BinaryContent):
                images.append(taken)
                lines.append(named)
            else:
                lines.append(f"{named}. {taken}")
        else:
            lines.append(named + _text_of(attachment))
    return lines, images


def _is_picture(attachment: AttachmentPart) -> bool:
    return attachment.media_type.startswith("image/") and attachment.media_type != "image/svg+xml"


def _text_of(attachment: AttachmentPart) -> str:
    data = _read(attachment, MAX_TEXT_FILE_BYTES)
    if isinstance(data, str):
        return f". {data}"
    try:
        content = data.decode("utf-8")
    except UnicodeDecodeError:
        content = "\0"
    return f":\n\n{content}" if "\0" not in content else ". It isn't included, as it is no text."


def _read(attachment: AttachmentPart, limit: int) -> bytes | str:
    """Return the file's content, or why it doesn't go along."""
    try:
        with Path(attachment.path).open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        return f"It can't be read: {error.strerror}."
    return data if len(data) <= limit else f"It isn't included, as it is larger than {limit} bytes."
