# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path

from onesist_desktop.agents.acp.blocks import of_prompt
from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import AttachmentPart


def test_files_without_words_are_named_where_the_words_would_be(tmp_path: Path) -> None:
    path = tmp_path / "ab" / "abcd.png"
    files = (AttachmentPart("shot.png", str(path), "image/png", 12), AttachmentPart("a.txt", str(path), "text/plain"))
    before, own, *links = of_prompt("", Prompt(MessageId("m"), "", "# Earlier", attachments=files))
    assert (before.text, own.text) == ("# Earlier\n\n", "shot.png, a.txt")
    assert [(link.name, link.uri, link.mime_type, link.size) for link in links] == [
        ("shot.png", path.as_uri(), "image/png", 12),
        ("a.txt", path.as_uri(), "text/plain", None),
    ]
    (own,) = of_prompt("", Prompt(MessageId("m"), "look"))
    assert own.text == "look"
