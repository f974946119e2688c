# SPDX-License-Identifier: MIT
"""Where Markdown is cut, by example; the rules for any text are in the property tests."""

from __future__ import annotations

import time

import pytest

from onesist_desktop.ui.transcript.letters import Letters
from onesist_desktop.ui.transcript.plain_pieces import pieces_of, written_segments
from onesist_desktop.ui.transcript.prose_source import shown_source
from onesist_desktop.ui.transcript.segments import Segment
from onesist_desktop.ui.transcript.stream_buffer import StreamBuffer


def pieces(text: str) -> list[Segment]:
    buffer = StreamBuffer(text)
    return [*buffer.finished, *buffer.tail(is_open=False)]


def texts(text: str) -> list[str]:
    return [piece.text for piece in pieces(text)]


def test_blocks_are_pieces() -> None:
    text = "# Head\nwords\nmore\n\n- a\n- b\n\n> q\n\n```py\nx\n```\n| a |\n|---|\n| 1 |\n***\nend"
    assert texts(text) == ["# Head", "words\nmore", "- a\n- b", "> q", "x", "| a |\n|---|\n| 1 |", "***", "end"]


def test_an_open_fence_is_code_at_once_and_other_open_markup_is_not() -> None:
    assert StreamBuffer("Hello\n```py\nprint(").tail(is_open=True) == (Segment("print(", True, "py", True),)
    assert StreamBuffer("```py\n").tail(is_open=True) == (Segment("", True, "py", True),)
    assert StreamBuffer("one **two").tail(is_open=True) == (Segment("one **two", is_open=True),)


@pytest.mark.parametrize("end", ["-", "1.", "12", "#", "|--", "``", "==", "> "])
def test_an_end_that_may_become_something_else_is_left_out_until_it_has(end: str) -> None:
    growing = StreamBuffer(f"words\n{end}")
    assert [piece.text for piece in growing.tail(is_open=True)] == ["words"]
    assert "".join(piece.text for piece in growing.tail(is_open=False)).startswith("words")


def test_the_closing_fence_is_never_shown_as_code() -> None:
    assert StreamBuffer("```\nx\n``").tail(is_open=True)[0].text == "x"
    assert StreamBuffer("```\nx\n``").tail(is_open=False)[0].text == "x\n``"


def test_code_in_a_list_is_a_piece_and_the_list_goes_on_with_its_numbers() -> None:
    found = pieces("1. do\n   ```sh\n   npm i\n   ```\n   then\n   - deep\n\n1. next\n1. last\n")
    assert [piece.text for piece in found] == ["1. do", "npm i", "then\n- deep", "2. next\n1. last"]
    assert found[1] == Segment("npm i", True, "sh")


def test_a_longer_number_moves_the_lines_of_its_item() -> None:
    items = "".join(f"1. item {number}\n" for number in range(9))
    assert texts(f"{items}   ```\n   x\n   ```\n1. ten\n   more")[-1] == "10. ten\n    more"


def test_a_fence_in_an_item_may_be_closed_anywhere() -> None:
    assert texts("1. a\n   ```\nno margin\n   ```\n2. b") == ["1. a", "no margin", "2. b"]


def test_a_fence_on_the_line_of_an_item_is_code() -> None:
    assert texts("- ```js\n  x\n  ```\n- b") == ["-", "x", "- b"]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert pieces("````\n```\nx\n```\n````") == [Segment("```\nx\n```", True)]
    assert pieces("~~~\n```\n~~~") == [Segment("```", True)]


def test_inline_code_in_three_backticks_is_prose() -> None:
    assert pieces("```x``` is inline") == [Segment("```x``` is inline")]


def test_a_list_with_gaps_is_one_piece() -> None:
    text = "1. a\n\n   more of a\n\n2. b\n\n3. c"
    assert texts(text) == [text]


def test_a_fence_in_a_quote_stays_there() -> None:
    assert texts("> a\n> ```\n> x\n>\n> ```\n> b") == ["> a\n> ```\n> x\n>\n> ```\n> b"]


def test_a_number_in_a_paragraph_starts_no_list() -> None:
    assert texts("It was in\n1984. Then\n1. yes") == ["It was in\n1984. Then", "1. yes"]


def test_a_table_right_below_a_line_is_a_table() -> None:
    assert texts("Here:\n| a | b |\n|---|---|\n| 1 | 2 |") == ["Here:", "| a | b |\n|---|---|\n| 1 | 2 |"]


def test_a_long_table_repeats_its_head() -> None:
    rows = "".join(f"| {number} | x |\n" for number in range(100))
    found = pieces(f"| n | v |\n|---|---|\n{rows}")
    assert all(piece.text.startswith("| n | v |\n|---|---|\n| ") for piece in found)
    assert [piece.continues for piece in found] == [False, *[True] * 5]
    body = [line for piece in found for line in piece.text.split("\n")[2:]]
    assert body == rows.strip().split("\n")


def test_a_long_list_goes_on_with_its_numbers() -> None:
    found = pieces("1. item\n" * 150)
    assert [piece.text.split("\n")[0] for piece in found] == ["1. item", "61. item", "121. item"]


def test_a_long_quote_keeps_its_bar_and_its_code() -> None:
    found = pieces("> ```py\n" + "> x\n" * 100 + "> ```\nlazy\n" + "> y\nlazy\n" * 60)
    assert all(line.startswith(">") for piece in found for line in piece.text.split("\n") if "lazy" not in line)
    assert found[0].text.endswith("\n> ```")
    assert found[1].text.startswith("> ```py\n> x")


def test_one_long_line_is_plain_text_that_joins() -> None:
    found = pieces("a\n" + "word " * 200_000 + "\n\nend")
    assert [found[0].text, found[-1].text] == ["a", "end"]
    middle = found[1:-1]
    assert "".join(piece.text for piece in middle) == "word " * 200_000
    assert [piece.joins for piece in middle] == [False, *[True] * (len(middle) - 1)]
    assert not any(piece.is_markdown for piece in middle)


def test_a_long_line_of_code_is_cut_into_chunks_that_join() -> None:
    found = pieces("```js\nfirst\n" + "x" * 20_000 + "\nlast\n```")
    assert [piece.joins for piece in found] == [False, False, *[True] * 19, False]
    assert found[0].is_first
    assert [piece.is_last for piece in found] == [False] * 21 + [True]


def test_what_a_person_wrote_is_shown_as_typed() -> None:
    assert written_segments("a\nb  c\n\n# no heading") == [Segment("a\nb  c\n\n# no heading", is_markdown=False)]


def test_only_closed_fences_of_a_person_are_code() -> None:
    assert written_segments("see\n```py\nx = 1\n```\nand") == [
        Segment("see", is_markdown=False),
        Segment("x = 1", True, "py"),
        Segment("and", is_markdown=False),
    ]
    assert written_segments("see\n```py\nx = 1") == [Segment("see\n```py\nx = 1", is_markdown=False)]


def test_a_large_paste_is_cut_into_small_pieces_in_a_moment() -> None:
    for text in ("a line of the log that was pasted here today\n" * 110_000, "x" * 5_000_000, "\n" * 500_000 + "x"):
        start = time.perf_counter()
        found = written_segments(text)
        assert time.perf_counter() - start < 1.0
        assert all(len(piece.text) <= 6_000 and piece.text.count("\n") < 80 for piece in found)
        joined = "".join(("" if piece.joins or not index else "\n") + piece.text for index, piece in enumerate(found))
        assert joined == text


def test_a_line_that_fits_exactly_is_one_piece() -> None:
    assert [piece.text for piece in pieces_of("ab\ncd\nef", 2, 100)] == ["ab\ncd", "ef"]
    assert [piece.text for piece in pieces_of("ab\ncd\n", 2, 100)] == ["ab\ncd", ""]
    assert [piece.text for piece in pieces_of("", 2, 100)] == [""]


def test_feeding_a_megabyte_costs_next_to_nothing_per_frame() -> None:
    text = ("Some **words** and `code`.\n\n- an item\n- another\n\n```py\nprint(1)\n```\n\n" * 20_000)[:1_000_000]
    for whole in (text, "x" * 1_000_000, "```\n" + "code\n" * 200_000, "- item\n" * 140_000):
        buffer = StreamBuffer()
        times = []
        for start in range(0, len(whole), 4_000):
            begun = time.perf_counter()
            buffer.feed(whole[start : start + 4_000])
            buffer.tail(is_open=True)
            times.append(time.perf_counter() - begun)
        # The median of the last tenth, so that a busy machine doesn't decide.
        assert sorted(times[-25:])[12] < 0.008


def test_definitions_of_links_are_shown() -> None:
    assert shown_source("[1]: https://example.org/\n  [b]: <x>") == "\\[1]: https://example.org/\n  \\[b]: <x>"
    assert shown_source("a [b] c: d") == "a [b] c: d"


def test_a_table_gets_a_head_for_each_cell() -> None:
    assert shown_source("| a |\n|---|\n| 1 | 2 | 3 |") == "| a | | |\n|---|---|---|\n| 1 | 2 | 3 |"
    assert shown_source("a | b | c\n--- | ---\n1 | 2") == "a | b | c\n--- | --- |---|\n1 | 2"
    assert shown_source("| `a|b` |\n|---|\n| 1 |") == "| `a|b` |\n|---|\n| 1 |"


def test_letters_outside_of_the_first_plane_count_twice_for_qt() -> None:
    letters = Letters("a\U0001f600b\U0001f600")
    assert [letters.to_qt(place) for place in range(5)] == [0, 1, 3, 4, 6]
    assert [letters.from_qt(position) for position in range(7)] == [0, 1, 1, 2, 3, 3, 4]
