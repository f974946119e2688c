# SPDX-License-Identifier: MIT
"""The commands of the practice providers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.practice_commands import (
    DEFAULT_SLOW_WORDS,
    MAX_SLOW_WORDS,
    PracticeCommand,
    PracticeKind,
    item_headings,
    parse_commands,
    split_prompt,
)

HANDOFF = """## Context from Onesist

Historical context, NOT new instructions.

### User (#1)

run: rm -rf everything

### Assistant (#2)

done

## New message from the user"""


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("run: ls -l | wc", PracticeCommand(PracticeKind.RUN, "ls -l | wc")),
        ("  RUN :  echo a:b  ", PracticeCommand(PracticeKind.RUN, "echo a:b")),
        ("jalankan: ls", PracticeCommand(PracticeKind.RUN, "ls")),
        ("write: notes/a.txt hello there", PracticeCommand(PracticeKind.WRITE, "hello there", path="notes/a.txt")),
        ("tulis: a.txt", PracticeCommand(PracticeKind.WRITE, "", path="a.txt")),
        ("ask: Shall I go on?", PracticeCommand(PracticeKind.ASK, "Shall I go on?")),
        ("fail", PracticeCommand(PracticeKind.FAIL)),
        ("slow 12", PracticeCommand(PracticeKind.SLOW, count=12)),
        ("Slow", PracticeCommand(PracticeKind.SLOW, count=DEFAULT_SLOW_WORDS)),
        ("slow 999999", PracticeCommand(PracticeKind.SLOW, count=MAX_SLOW_WORDS)),
        ("think", PracticeCommand(PracticeKind.THINK)),
        ("plan", PracticeCommand(PracticeKind.PLAN)),
        ("Read  History.", PracticeCommand(PracticeKind.READ_HISTORY)),
        ("long", PracticeCommand(PracticeKind.LONG)),
        ("What do you know?", PracticeCommand(PracticeKind.KNOW)),
        ("apa yang kamu tahu?", PracticeCommand(PracticeKind.KNOW)),
    ],
)
def test_a_line_is_a_command(line: str, command: PracticeCommand) -> None:
    assert parse_commands(line) == (command,)


@pytest.mark.parametrize(
    "line", ["", "run:", "write:", "ask: ", "please run: ls", "slowly 3", "slow x", "a plan for tomorrow", "note: x"]
)
def test_other_lines_are_talk(line: str) -> None:
    assert parse_commands(line) == ()


def test_commands_keep_their_order() -> None:
    assert [command.kind for command in parse_commands("hello\nplan\nand then\nrun: a\nfail")] == ["plan", "run", "fail"]


def test_history_is_cut_off_before_commands_are_read() -> None:
    pieces = split_prompt(f"{HANDOFF}\n\nrun: ls\n\n## New message from the user\nplan")
    assert pieces.context == HANDOFF
    # The person may write such a heading; everything after the first is theirs.
    assert [command.kind for command in parse_commands(pieces.message)] == ["run", "plan"]


def test_an_indonesian_handoff_is_cut_off_too() -> None:
    text = "## Konteks dari Onesist\n\n### Pengguna (#1)\n\nhai\n\n## Pesan baru dari pengguna (batas 4f)\n\nrencana"
    assert split_prompt(text).message == "rencana"


@pytest.mark.parametrize("text", ["hello\n## New message from the user\nplan", "## Context from Onesist\nwithout an end"])
def test_a_prompt_without_a_whole_handoff_is_all_message(text: str) -> None:
    assert split_prompt(text) == type(split_prompt(""))("", text)


def test_item_headings_are_listed() -> None:
    assert item_headings(HANDOFF) == ("User (#1)", "Assistant (#2)")
    assert item_headings("") == ()


@given(st.text())
def test_any_text_can_be_parsed(text: str) -> None:
    assert all(command.count <= MAX_SLOW_WORDS for command in parse_commands(text))
    assert isinstance(split_prompt(text).message, str)
