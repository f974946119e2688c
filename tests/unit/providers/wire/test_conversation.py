# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic_ai.messages import BinaryContent, ModelRequest, ModelResponse

from onesist_desktop.core.answerer import HistoryEntry, Prompt
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import AttachmentPart, Role
from onesist_desktop.providers.wire.conversation import MAX_TEXT_FILE_BYTES, messages_of
from onesist_desktop.providers.wire_values import Question


def sent(
    *history: tuple[str, str], text: str = "new", context: str = "", files: tuple[AttachmentPart, ...] = ()
) -> list[tuple[str, Any]]:
    entries = tuple(HistoryEntry(Role(role), told) for role, told in history)
    question = Question("m", Prompt(MessageId("1"), text, context, files, entries))
    rows: list[tuple[str, Any]] = []
    for message in messages_of(question):
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
    (message,) = messages_of(Question("m", Prompt(MessageId("1"), "x"), instructions="index"))
    assert isinstance(message, ModelRequest)
    assert message.instructions == "index"


def test_text_files_go_along_whole_and_images_as_images(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("ünï", encoding="utf-8")
    (tmp_path / "p.png").write_bytes(b"\x89PNG")
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
    assert (image.data, image.media_type) == (b"\x89PNG", "image/png")


def test_what_cannot_go_along_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * (MAX_TEXT_FILE_BYTES + 1))
    (tmp_path / "bin").write_bytes(b"\xff\xfe\x00")
    files = tuple(AttachmentPart(name, str(tmp_path / name)) for name in ("big", "bin", "gone"))
    ((_, content),) = sent(files=files)
    lines = content.split("\n\n")[1:]
    assert ["larger" in lines[0], "no text" in lines[1], "can't be read" in lines[2]] == [True] * 3
