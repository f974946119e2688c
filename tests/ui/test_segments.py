# SPDX-License-Identifier: MIT
"""Where Markdown is cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.ui.transcript.segments import Segment, split_segments

TEXT = "Hello\n\n```python\nprint(1)\n```\n\nBye"


def test_fenced_code_is_a_piece_of_its_own() -> None:
    assert split_segments(TEXT) == [Segment("Hello"), Segment("print(1)", True, "python"), Segment("Bye")]


def test_an_unfinished_fence_is_code_that_is_open() -> None:
    assert split_segments("Hello\n```py\nprint(")[-1] == Segment("print(", True, "py", True)


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert split_segments("````\n```\nx\n```\n````")[0].text == "```\nx\n```"


def test_inline_code_in_three_backticks_is_prose() -> None:
    assert not split_segments("```x``` is inline")[0].is_code


def test_finished_paragraphs_are_cut_off_only_while_the_text_grows() -> None:
    text = "One.\n\nTwo.\n\nThree is being"
    assert len(split_segments(text)) == 1
    assert [piece.text for piece in split_segments(text + "\nwritten", is_growing=True)] == [
        "One.",
        "Two.",
        "Three is being\nwritten",
    ]


def test_a_list_is_never_cut_apart() -> None:
    text = "1. a\n\n   more of a\n\n2. b\n\n3. c\n\n4"
    assert len(split_segments(text, is_growing=True)) == 1


def test_a_fence_inside_a_list_item_stays_with_it() -> None:
    assert len(split_segments("- a\n  ```\n  x\n  ```\n- b")) == 1


@given(st.text(alphabet="ab `~\n-1.>|[]:#*", max_size=120))
def test_no_line_of_prose_is_lost_and_order_is_kept(text: str) -> None:
    for is_growing in (False, True):
        joined = "\n".join(piece.text for piece in split_segments(text, is_growing=is_growing))
        wanted = [line for line in text.split("\n") if line.strip() and not line.strip().startswith(("```", "~~~"))]
        found = [line for line in joined.split("\n") if line.strip() and not line.strip().startswith(("```", "~~~"))]
        assert found == wanted


PIECES = st.sampled_from(
    ["para\n\n", "more words ", "```py\n", "code\n", "```\n", "\n", "1. item\n", "- x\n\n", "    deep\n", "> q\n\n", "| a |\n", "2"]
)


@given(st.lists(PIECES, max_size=25))
def test_growing_text_changes_only_the_last_piece(pieces: list[str]) -> None:
    before: list[Segment] = []
    text = ""
    for piece in pieces:
        text += piece
        now = split_segments(text, is_growing=True)
        settled = [(part.text, part.is_code) for part in before[:-1]]
        assert [(part.text, part.is_code) for part in now[: len(settled)]] == settled
        before = now
