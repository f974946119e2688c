# SPDX-License-Identifier: MIT
"""What a program wrote for a terminal, as text."""

from __future__ import annotations

import time

import pytest

from onesist_desktop.ui.transcript.plain_output import MAX_LINE_LETTERS, plain_output, with_hidden_shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("plain\ntext\twith tab", "plain\ntext\twith tab"),
        ("\x1b[31mFAIL\x1b[0m x", "FAIL x"),
        ("\x1b[1;38;5;208mx\x1b[K", "x"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x07", "link"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b(Bx\x1b=y\x1b7", "xy"),
        ("\x9b31mred", "red"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("10 %\r50 %\rdone\nnext", "done\nnext"),
        ("kept\r", "kept"),
        ("kept\r\nnext", "kept\nnext"),
        ("ab\bc", "ac"),
        ("bell\a null\0", "bell null"),
        ("one\u2028two\u2029three", "one two three"),
        ("cut off \x1b[3", "cut off "),
        ("\x1b", ""),
        ("emoji 😀 stays", "emoji 😀 stays"),
    ],
)
def test_commands_to_a_terminal_are_not_shown(written: str, shown: str) -> None:
    assert plain_output(written) == shown


def test_a_line_that_is_too_long_is_cut_where_it_is_shown() -> None:
    shown = plain_output("short\n" + "x" * 1_000_000 + "\nend").split("\n")
    assert [len(line) for line in shown] == [5, MAX_LINE_LETTERS + 1, 3]


@pytest.mark.parametrize(
    "hostile",
    ["\x1b]" * 20_000, "\x1b[" * 20_000, "\r" * 40_000, "a\r" * 20_000, "\b" * 40_000, "a\b" * 20_000, "\x1bP" + "x" * 40_000],
)
def test_hostile_output_takes_no_time(hostile: str) -> None:
    start = time.perf_counter()
    plain_output(hostile)
    assert time.perf_counter() - start < 1


def test_what_turns_or_hides_letters_is_written_out() -> None:
    assert with_hidden_shown("rm \u202ea\u200b") == "rm ⟨U+202E⟩a⟨U+200B⟩"
    assert with_hidden_shown("ls äöü 😀") == "ls äöü 😀"
