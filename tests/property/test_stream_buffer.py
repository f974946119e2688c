# SPDX-License-Identifier: MIT
"""Any way of receiving a text gives the same pieces, what is finished stays, and no letter is lost."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.ui.transcript import block_cutter, code_lines, stream_buffer
from onesist_desktop.ui.transcript.segments import Segment
from onesist_desktop.ui.transcript.stream_buffer import StreamBuffer, whole_letters

LINES = st.sampled_from(
    [
        "words and more",
        "**bold** `code` [a](https://example.org/)",
        "",
        " ",
        "# Heading",
        "===",
        "---",
        "```py",
        "```",
        "~~~~",
        "````",
        "```x``` inline",
        "    indented",
        "\tby a tab",
        "- item",
        "* other",
        "+",
        "1. one",
        "1. again",
        "9) nine",
        "   inside",
        "   ```sh",
        "   ```",
        "- ```js",
        "  more of it",
        "      deep",
        "> quoted",
        "> ```",
        "| a | b |",
        "|---|:-:|",
        "| 1 | 2 | 3 |",
        "[ref]: https://example.org/",
        "مرحبا",
        "\u200bzero\u200d width",
        "<b>html</b>",
        "2",
        "\U0001f469\u200d\U0001f4bb",
    ]
)
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\n\n"])
ROUGH = st.text(alphabet="ab1 `~\n\r\t-*_.)>|[]:#=\\<\ud83d\ude00\u2028é\U0001f600", max_size=160)
DOCUMENTS = st.lists(st.tuples(LINES, ENDS), max_size=30).map(lambda pairs: "".join(line + end for line, end in pairs))
LONG = st.builds(
    lambda start, word, count: start + word * count, st.sampled_from(["", "- ", "```\n", "a\n"]), LINES, st.integers(1, 1500)
)
TEXTS = st.one_of(DOCUMENTS, ROUGH, st.tuples(DOCUMENTS, ROUGH, DOCUMENTS).map("".join), LONG)


def pieces(buffer: StreamBuffer) -> list[Segment]:
    return [*buffer.finished, *buffer.tail(is_open=False)]


def chunked(text: str, cuts: list[int]) -> list[str]:
    edges = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[start:end] for start, end in pairwise(edges)]


CUTS = st.lists(st.integers(0, 10_000), max_size=40)


@given(TEXTS, CUTS)
def test_any_chunking_gives_the_pieces_of_the_whole_text(text: str, cuts: list[int]) -> None:
    grown = StreamBuffer()
    for chunk in chunked(text, cuts):
        grown.feed(chunk)
    assert pieces(grown) == pieces(StreamBuffer(text))


@given(ROUGH)
def test_letter_by_letter_gives_the_pieces_of_the_whole_text(text: str) -> None:
    grown = StreamBuffer()
    for letter in text:
        grown.feed(letter)
        grown.tail(is_open=True)
    assert pieces(grown) == pieces(StreamBuffer(text))


@given(TEXTS, CUTS)
def test_what_is_finished_never_changes_and_the_end_only_follows_it(text: str, cuts: list[int]) -> None:
    grown = StreamBuffer()
    before: list[Segment] = []
    for chunk in chunked(text, cuts):
        grown.feed(chunk)
        assert [id(piece) for piece in grown.finished[: len(before)]] == [id(piece) for piece in before]
        before = list(grown.finished)
        tail = grown.tail(is_open=True)
        assert all(not piece.is_open for piece in (*before, *tail[:-1]))
        assert grown.tail(is_open=True) == tail
    assert pieces(grown)[: len(before)] == before


@given(TEXTS)
def test_every_piece_is_small(text: str) -> None:
    for piece in pieces(StreamBuffer(text)):
        if piece.is_code:
            most = max(code_lines.MAX_LETTERS, stream_buffer.LONG_LINE)
            assert piece.text.count("\n") < code_lines.MAX_LINES
        else:
            most = 2 * block_cutter.MAX_LETTERS + stream_buffer.LONG_LINE
            assert piece.text.count("\n") < 2 * block_cutter.MAX_LINES + 4
        assert len(piece.text) <= most


@given(TEXTS)
def test_no_letter_is_lost(text: str) -> None:
    """Apart from fences, indents and blank lines, which are not text, and from what is said twice on purpose."""
    clean = "".join(whole_letters(text))
    found = "".join(piece.text for piece in pieces(StreamBuffer(text)))
    for sign in "ab\u200b\u200dé\U0001f600م":
        assert found.count(sign) >= _outside_fences(clean, sign)


def _outside_fences(text: str, sign: str) -> int:
    return sum(line.count(sign) for line in text.split("\n") if not line.lstrip(" \t>-+*").startswith(("```", "~~~")))


@given(st.text(alphabet="x \n", max_size=400))
def test_code_keeps_every_letter(code: str) -> None:
    (piece, *rest) = pieces(StreamBuffer(f"```\n{code}\n```")) or [Segment("", True)]
    assert not rest
    assert piece.text == code


@given(st.integers(0, 1200), st.booleans())
def test_long_code_is_cut_into_chunks_that_are_the_code(count: int, is_closed: bool) -> None:
    code = "\n".join(f"line {number}" for number in range(count))
    found = pieces(StreamBuffer(f"```py\n{code}" + "\n```" * is_closed))
    assert "\n".join(piece.text for piece in found) == code
    assert [piece.first_line for piece in found] == [index * 200 for index in range(len(found))]
    assert [piece.is_first for piece in found] == [index == 0 for index in range(len(found))]
    assert [piece.is_last for piece in found] == [index == len(found) - 1 for index in range(len(found))]


@given(st.integers(8_001, 60_000), st.sampled_from(["word ", "x", "e\u0301", "\U0001f469\u200d\U0001f4bb"]), st.booleans(), CUTS)
def test_one_long_line_is_the_sum_of_its_pieces(length: int, word: str, is_code: bool, cuts: list[int]) -> None:
    line = (word * (length // len(word) + 1))[:length]
    grown = StreamBuffer("```\n" * is_code)
    for chunk in chunked(line, cuts):
        grown.feed(chunk)
    found = pieces(grown)
    assert "".join(piece.text for piece in found) == line
    assert [piece.joins for piece in found] == [index > 0 for index in range(len(found))]
    assert all(piece.is_code == is_code and (is_code or not piece.is_markdown) for piece in found)


@given(st.lists(st.sampled_from(["1. ", "1. a\n   ```\n   x\n   ```\n", "1. b\n", "1. c\n\n   more\n\n"]), max_size=12))
def test_a_list_goes_on_with_its_numbers_below_its_code(parts: list[str]) -> None:
    wanted = sum(part.startswith("1. ") and part != "1. " for part in parts)
    text = "".join(part for part in parts if part != "1. ")
    number = 0
    for piece in pieces(StreamBuffer(text)):
        for index, line in enumerate(piece.text.split("\n")):
            if not piece.is_code and line[:1].isdigit():
                number += 1
                assert index > 0 or line.startswith(f"{number}.")
    assert number == wanted
