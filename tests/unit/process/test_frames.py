# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.process.frames import FrameSplitter, OversizedFrame, TailBuffer

LINES = ['{"text":"hé 漢字 🙂"}', "", "plain", "ünï\u2028code"]


def frames_of(chunks: list[bytes], limit_bytes: int = 1000) -> list[bytes | OversizedFrame]:
    splitter = FrameSplitter(limit_bytes)
    return [frame for chunk in chunks for frame in splitter.feed(chunk)] + splitter.finish()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_cut_at_every_byte_gives_the_same_lines(end: str) -> None:
    stream = end.join([*LINES, ""]).encode()
    for cut in range(len(stream) + 1):
        assert [frame.decode() for frame in frames_of([stream[:cut], stream[cut:]]) if isinstance(frame, bytes)] == LINES
    assert frames_of([bytes([byte]) for byte in stream]) == [line.encode() for line in LINES]


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]))), st.data())
def test_any_chunking_gives_the_same_lines(lines: list[str], data: st.DataObject) -> None:
    stream = "".join(line + "\n" for line in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    chunks = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert frames_of(chunks, limit_bytes=10**6) == [line.encode() for line in lines]


def test_the_last_line_needs_no_newline() -> None:
    assert frames_of([b"a\nb"]) == [b"a", b"b"]
    assert frames_of([b"a\n"]) == [b"a"]
    assert frames_of([]) == []


def test_a_line_of_exactly_the_limit_passes_and_one_byte_more_does_not() -> None:
    assert frames_of([b"x" * 10 + b"\nnext\n"], limit_bytes=10) == [b"x" * 10, b"next"]
    assert frames_of([b"x" * 11 + b"\nnext\n"], limit_bytes=10) == [OversizedFrame(10, b"x" * 11), b"next"]


def test_an_oversized_line_is_reported_once_when_it_crosses_the_limit_and_reading_goes_on() -> None:
    splitter = FrameSplitter(10)
    assert splitter.feed(b"12345678") == []
    assert splitter.feed(b"90123") == [OversizedFrame(10, b"1234567890123")]
    assert splitter.feed(b"x" * 1000) == []
    assert splitter.feed(b"end\nnext\n") == [b"next"]
    assert splitter.finish() == []


def test_a_line_that_never_ends_holds_no_memory() -> None:
    splitter = FrameSplitter(100)
    reported = [frame for _ in range(1000) for frame in splitter.feed(b"y" * 1000)]
    assert reported == [OversizedFrame(100, b"y" * 1000)]
    assert splitter._held_bytes == 0
    assert splitter.finish() == []


def test_the_tail_keeps_the_end_and_no_broken_character_at_its_front() -> None:
    tail = TailBuffer(10)
    tail.feed(b"short")
    assert tail.text() == "short"
    for cut in range(1, 12):
        tail = TailBuffer(10)
        tail.feed(("漢" * 4 + "x" * cut).encode())
        assert "\ufffd" not in tail.text()
        assert tail.text().endswith("x" * min(cut, 10))


def test_the_tail_decodes_leniently() -> None:
    tail = TailBuffer(100)
    tail.feed(b"ok \xff\xfe")
    assert tail.text() == "ok \ufffd\ufffd"
