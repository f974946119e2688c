# SPDX-License-Identifier: MIT
"""What copying gives, as text and as Markdown."""

from __future__ import annotations

import pytest

from onesist_desktop.core.ids import MessageId
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CodeBody, OutputBody, ProseBody
from onesist_desktop.ui.transcript.copied_text import SelectedMessage, copied
from onesist_desktop.ui.transcript.text_selection import TO_END, Span, TextPoint, TextSelection

WHOLE = Span(0, TO_END)
PROSE = Block("0:0", BlockKind.PROSE, ProseBody("Some **bold** words"))
CODE = Block("0:1", BlockKind.CODE, CodeBody("a = 1", "python", is_last=False))
MORE_CODE = Block("0:2", BlockKind.CODE, CodeBody("b = '```'", "python", is_first=False))


def displayed(block: Block) -> str:
    body = block.body
    if isinstance(body, ProseBody):
        return body.text.replace("**", "")
    assert isinstance(body, CodeBody | OutputBody)
    return body.text


def test_text_is_what_is_displayed() -> None:
    message = SelectedMessage("Claude Code", [(PROSE, WHOLE), (CODE, WHOLE), (MORE_CODE, WHOLE)])
    assert copied([message], displayed, as_markdown=False) == "Some bold words\n\na = 1\nb = '```'"


def test_markdown_is_what_was_written() -> None:
    message = SelectedMessage("Claude Code", [(PROSE, WHOLE), (CODE, WHOLE)])
    assert copied([message], displayed, as_markdown=True) == "Some **bold** words\n\n```python\na = 1"


def test_a_fence_never_closes_within_its_code() -> None:
    block = Block("0:0", BlockKind.CODE, CodeBody("```\nx", ""))
    assert copied([SelectedMessage("", [(block, WHOLE)])], displayed, as_markdown=True) == "````\n```\nx\n````"


def test_a_part_of_prose_is_copied_as_displayed() -> None:
    assert copied([SelectedMessage("", [(PROSE, Span(5, 9))])], displayed, as_markdown=True) == "bold"


@pytest.mark.parametrize(("as_markdown", "start"), [(True, "**You**\n\nSome"), (False, "You:\nSome")])
def test_more_than_one_message_says_who_wrote_each(as_markdown: bool, start: str) -> None:
    messages = [SelectedMessage("You", [(PROSE, WHOLE)]), SelectedMessage("Codex", [(PROSE, WHOLE)])]
    text = copied(messages, displayed, as_markdown=as_markdown)
    assert text.startswith(start)
    assert "Codex" in text


def test_output_keeps_its_lines() -> None:
    output = Block("1:out", BlockKind.OUTPUT, OutputBody(MessageId("m"), 1, "one\ntwo", 2, 2))
    assert copied([SelectedMessage("", [(output, WHOLE)])], displayed, as_markdown=False) == "one\ntwo"


def test_a_step_opened_above_does_not_move_the_selection() -> None:
    step = Block("step", BlockKind.PROSE, ProseBody("step"))
    text = Block("text", BlockKind.PROSE, ProseBody("text"))
    opened = Block("opened", BlockKind.PROSE, ProseBody("opened"))
    selection = TextSelection(TextPoint(1, "text", 1, 0), TextPoint(1, "text", 1, 4))
    now = selection.settled(1, (step, opened, text))
    assert now.span(1, text, 2) == Span(0, 4)
    assert now.span(1, opened, 1) is None
