# SPDX-License-Identifier: MIT
"""Prompts with files."""

from __future__ import annotations

import base64
from pathlib import Path

from onesist_desktop.agents.attachments import MAX_IMAGE_BYTES
from onesist_desktop.agents.claude_code.attachments import prompt_content
from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import AttachmentPart

ID = MessageId("44444444-4444-4444-8444-444444444444")


def test_a_plain_prompt_stays_a_string() -> None:
    assert prompt_content(Prompt(ID, "hi")) == "hi"
    assert prompt_content(Prompt(ID, "hi", "## New message from the user")) == "## New message from the user\n\nhi"


def test_pictures_go_as_pictures_and_the_rest_by_name(tmp_path: Path) -> None:
    picture, big = tmp_path / "a.png", tmp_path / "b.png"
    picture.write_bytes(b"\x89PNG")
    big.write_bytes(b"x" * (MAX_IMAGE_BYTES + 1))
    attachments = (
        AttachmentPart("a.png", str(picture), "image/png"),
        AttachmentPart("b.png", str(big), "image/png"),
        AttachmentPart("gone.png", str(tmp_path / "gone.png"), "image/png"),
        AttachmentPart("notes.pdf", "/x/notes.pdf", "application/pdf"),
    )
    content = prompt_content(Prompt(ID, "look", attachments=attachments))
    assert isinstance(content, list)
    image, text = content
    assert image["source"] == {"type": "base64", "media_type": "image/png", "data": base64.b64encode(b"\x89PNG").decode()}
    lines = text["text"].splitlines()
    assert lines[0] == "look"
    assert [line.split(",")[0] for line in lines[2:]] == ["[Attachment: b.png", "[Attachment: gone.png", "[Attachment: notes.pdf"]


def test_a_picture_without_words_goes_without_an_empty_text(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG")
    attachments = (AttachmentPart("a.png", str(picture), "image/png"),)
    (only,) = prompt_content(Prompt(ID, "", attachments=attachments))
    assert isinstance(only, dict)
    assert only["type"] == "image"
