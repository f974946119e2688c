# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import BinaryContent, ModelRequest, ModelResponse

from onesist_desktop.core.answerer import HistoryEntry, Prompt
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.media_types import picture_type
from onesist_desktop.core.messages import AttachmentPart, Role
from onesist_desktop.providers.wire.conversation import MAX_TEXT_FILE_BYTES, talk_of
from onesist_desktop.providers.wire_values import Question

PNG = b"\x89PNG\r\n\x1a\n..."


def sent(
    *history: tuple[str, str],
    text: str = "new",
    context: str = "",
    files: tuple[AttachmentPart, ...] = (),
    kind: str = "openai",
) -> list[tuple[str, Any]]:
    entries = tuple(HistoryEntry(Role(role), told) for role, told in history)
    question = Question("m", Prompt(MessageId("1"), text, context, files, entries))
    rows: list[tuple[str, Any]] = []
    for message in talk_of(question, kind).messages:
        assert isinstance(message, ModelRequest | ModelResponse)
        (part,) = message.parts
        rows.append((message.kind, part.content))  # type: ignore[union-attr]
    return rows


def test_history_goes_before_the_prompt_in_turn() -> None:
    assert sent(("user", "a"), ("assistant", "b")) == [("request", "a"), ("response", "b"), ("request", "new")]


def test_neighbours_of_one_role_are_joined_also_with_the_prompt() -> None:
    rows = sent(("user", "a"), ("user", "b"), ("assistant", "c"), ("assistant", "d"), ("user", "e"))
    assert rows == [("request", "a\n\nb"), ("response", "c\n\nd"), ("request", "e\n\nnew")]


def test_empty_entries_are_left_out_before_joining() -> None:
    assert sent(("user", "a"), ("assistant", " \n"), ("user", "b"), ("user", "")) == [("request", "a\n\nb\n\nnew")]


def test_a_conversation_never_begins_with_an_answer() -> None:
    rows = sent(("assistant", "a"))
    assert [kind for kind, _ in rows] == ["request", "response", "request"]
    assert rows[0][1].strip()


def test_the_context_goes_before_the_text() -> None:
    assert sent(context="handoff\n\n## New") == [("request", "handoff\n\n## New\n\nnew")]


def test_instructions_are_apart() -> None:
    (message,) = talk_of(Question("m", Prompt(MessageId("1"), "x"), instructions="index"), "openai").messages
    assert isinstance(message, ModelRequest)
    assert message.instructions == "index"


def test_text_files_go_along_whole_and_images_as_images(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("ünï", encoding="utf-8")
    (tmp_path / "p.png").write_bytes(PNG)
    files = (
        AttachmentPart("n.txt", str(tmp_path / "n.txt"), "text/plain"),
        AttachmentPart("p.png", str(tmp_path / "p.png"), "image/png"),
    )
    ((_, content),) = sent(files=files)
    text, image = content
    assert text.startswith("new\n\nAttached file: n.txt (")
    assert "ünï" in text
    assert "Attached file: p.png" in text
    assert isinstance(image, BinaryContent)
    assert (image.data, image.media_type) == (PNG, "image/png")


def test_what_cannot_go_along_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * (MAX_TEXT_FILE_BYTES + 1))
    (tmp_path / "bin").write_bytes(b"\xff\xfe\x00")
    files = tuple(AttachmentPart(name, str(tmp_path / name)) for name in ("big", "bin", "gone"))
    ((_, content),) = sent(files=files)
    lines = content.split("\n\n")[1:]
    assert ["larger" in lines[0], "no text" in lines[1], "can't be read" in lines[2]] == [True] * 3


def picture(tmp_path: Path, name: str, data: bytes = PNG) -> AttachmentPart:
    (tmp_path / name).write_bytes(data)
    return AttachmentPart(name, str(tmp_path / name), "image/png")


def test_pictures_of_earlier_messages_go_again_with_their_message(tmp_path: Path) -> None:
    old, older = picture(tmp_path, "old.png"), picture(tmp_path, "older.png")
    history = (
        HistoryEntry(Role.USER, "a", (older,)),
        HistoryEntry(Role.USER, "b", (old, AttachmentPart("gone.png", "/gone.png", "image/png"))),
        HistoryEntry(Role.ASSISTANT, "c"),
    )
    question = Question("m", Prompt(MessageId("1"), "new", history=history))
    talk = talk_of(question, "openai")
    first = talk.messages[0].parts[0].content  # type: ignore[union-attr]
    assert first == ["a\n\nb", *[BinaryContent(PNG, media_type="image/png")] * 2]
    assert (talk.has_images, talk.has_earlier_images) == (False, True)
    without = talk_of(question, "openai", with_earlier_images=False)
    assert without.messages[0].parts[0].content == "a\n\nb"  # type: ignore[union-attr]
    assert not without.has_earlier_images


def test_pictures_have_a_limit_together_and_the_newest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onesist_desktop.providers.wire.conversation.MAX_ALL_IMAGES_BYTES", 250)
    files = [picture(tmp_path, f"{number}.png", PNG + str(number).encode() + b"." * 80) for number in range(4)]
    history = (
        HistoryEntry(Role.USER, "a", (files[0],)),
        HistoryEntry(Role.ASSISTANT, "b"),
        HistoryEntry(Role.USER, "c", (files[1],)),
        HistoryEntry(Role.ASSISTANT, "d"),
    )
    talk = talk_of(Question("m", Prompt(MessageId("1"), "new", attachments=(files[2],), history=history)), "openai")
    contents = [message.parts[0].content for message in talk.messages]  # type: ignore[union-attr]
    assert [isinstance(content, list) for content in contents] == [False, False, True, False, True]


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a..", "image/gif"),
        (b"RIFF....WEBPVP8", "image/webp"),
        (b"RIFF....WAVE", ""),
        (b"", ""),
    ],
)
def test_pictures_are_what_their_bytes_say(data: bytes, media_type: str) -> None:
    assert picture_type(data) == media_type


def test_what_is_no_picture_for_that_service_is_named_only(tmp_path: Path) -> None:
    gif, fake = picture(tmp_path, "a.png", b"GIF89a.."), picture(tmp_path, "b.png", b"<html>")
    ((_, content),) = sent(files=(gif, fake), kind="google")
    assert isinstance(content, str)
    assert content.count("isn't included, as it is no picture") == 2
