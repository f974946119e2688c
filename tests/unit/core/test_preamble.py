# SPDX-License-Identifier: MIT
"""The state of the work in a few lines."""

from __future__ import annotations

import pytest

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanEntry,
    PlanPart,
    PlanState,
    QuestionPart,
    Role,
    TextPart,
)
from onesist_desktop.core.preamble import MOST_COMMANDS, MOST_FILES, MOST_OPEN, MOST_STEPS, MOST_TESTS, preamble_lines


def answer(*parts: Part, seq: int = 2, **more: object) -> Message:
    values: dict[str, object] = {"role": Role.ASSISTANT, **more}
    return Message(MessageId(f"m{seq}"), ThreadId("t"), seq, parts=(TextPart("text"), *parts), **values)  # type: ignore[arg-type]


def asked(seq: int = 1) -> Message:
    return answer(seq=seq, role=Role.USER)


def ran(command: str, code: int | None = 0, state: CallState = CallState.WORKED) -> CommandPart:
    return CommandPart("c", command, "output", code, state)


def test_texts_alone_say_nothing() -> None:
    assert preamble_lines([]) == []
    assert preamble_lines([asked(), answer()]) == []


def test_files_are_named_once_newest_first() -> None:
    parts = [FileChangePart("a.py"), FileChangePart("b.py"), FileChangePart("a.py")]
    parts += [FileChangePart("no.py", state=CallState.FAILED), FileChangePart("nor.py", state=CallState.REFUSED)]
    assert preamble_lines([answer(*parts)]) == ["Changed files: a.py, b.py"]
    many = [FileChangePart(f"{number}.py") for number in range(MOST_FILES + 3)]
    (line,) = preamble_lines([answer(*many)])
    assert line.startswith(f"Changed files: {MOST_FILES + 2}.py, ")
    assert line.endswith(", 3.py and 3 more")


@pytest.mark.parametrize(
    ("part", "result"),
    [
        (ran("make"), "worked"),
        (ran("make", None), "worked"),
        (ran("make", 2, CallState.FAILED), "failed (exit code 2)"),
        (ran("make", None, CallState.FAILED), "failed"),
        (ran("make", None, CallState.STOPPED), "interrupted"),
        (ran("make", None, CallState.RUNNING), "interrupted"),
        (ran("make", None, CallState.REFUSED), "not allowed by the user"),
    ],
)
def test_a_command_is_told_with_its_last_result(part: CommandPart, result: str) -> None:
    assert preamble_lines([answer(ran("make", 7)), answer(part, ran("  "), seq=4)]) == [f"Last command: make: {result}"]


@pytest.mark.parametrize(
    ("command", "is_test"),
    [
        ("npm test -- login", True),
        ("npm run test:unit", True),
        ("cargo test", True),
        (".venv/bin/python -m pytest -q", True),
        ("cat tests/test_login.py", False),
        ("latest", False),
        ("git status", False),
    ],
)
def test_tests_come_before_other_commands(command: str, is_test: bool) -> None:
    found = preamble_lines([answer(ran(command), ran("ls"))])
    others = [f"Last command: {command}: worked"]
    assert found == (
        [f"Last test: {command}: worked", "Last command: ls: worked"] if is_test else ["Last command: ls: worked", *others]
    )


def test_only_the_newest_commands_are_told() -> None:
    parts = [ran(f"npm test {number}") for number in range(9)] + [ran(f"step {number}") for number in range(9)]
    found = preamble_lines([answer(*parts)])
    assert [line.split(": ")[1] for line in found[:MOST_TESTS]] == ["npm test 8", "npm test 7"]
    assert len(found) == MOST_TESTS + MOST_COMMANDS


def test_steps_of_the_last_plan_are_told_until_they_are_done() -> None:
    first = PlanPart((PlanEntry("old"),))
    last = PlanPart((PlanEntry("done", PlanState.DONE), PlanEntry("now", PlanState.ACTIVE), PlanEntry("next")))
    assert preamble_lines([answer(first), answer(last, PlanPart(()), seq=4)]) == ["Open plan: now", "Open plan: next"]
    assert preamble_lines([answer(first), answer(PlanPart((PlanEntry("x", PlanState.DONE),)), seq=4)]) == []
    long = PlanPart(tuple(PlanEntry(str(number)) for number in range(20)))
    assert len(preamble_lines([answer(long)])) == MOST_STEPS


def test_questions_are_open_until_something_is_said_after_them() -> None:
    parts = [
        QuestionPart("1", "Which one?", kind="question"),
        QuestionPart("2", "Run it?", kind="command"),
        QuestionPart("3", "Old one?"),
        QuestionPart("4", "Answered?", answer="yes"),
    ]
    expected = ["Open question: Which one?", "Open approval: Run it?", "Open question: Old one?"]
    assert preamble_lines([asked(), answer(*parts)]) == expected
    assert preamble_lines([answer(*parts), asked(3)]) == []
    many = [QuestionPart(str(number), str(number)) for number in range(9)]
    assert len(preamble_lines([answer(*many)])) == MOST_OPEN


def test_failures_of_the_last_answer_are_told() -> None:
    broken = answer(ErrorPart("rate_limited"), ErrorPart("failed", "no\nroute"), status=MessageStatus.INTERRUPTED)
    assert preamble_lines([asked(), broken]) == ["Known failure: rate_limited", "Known failure: failed: no route"]
    assert preamble_lines([broken, asked(3), answer(seq=4)]) == []
    assert preamble_lines([answer(status=MessageStatus.INTERRUPTED)]) == ["The last answer was cut off before its end."]


def test_what_is_no_content_is_not_looked_at() -> None:
    change = FileChangePart("a.py")
    hidden = [
        answer(change, role=Role.SYSTEM, kind=MessageKind.ERROR),
        answer(change, rolled_back=True),
        answer(change, status=MessageStatus.STREAMING),
        answer(change, role=Role.USER, kind=MessageKind.MERGE),
    ]
    assert preamble_lines(hidden) == []


def test_a_line_stays_a_line_and_is_not_endless() -> None:
    (line,) = preamble_lines([answer(ran("echo \\\n  one " + "x" * 5_000))])
    assert "\n" not in line
    assert line.startswith("Last command: echo \\ one xxx")
    assert len(line) < 200
    assert "…" in line


def test_it_speaks_the_language_of_the_window() -> None:
    found = preamble_lines([answer(FileChangePart("a.py"), ran("npm test", 1))], locale="id_ID")
    assert found == ["Berkas yang diubah: a.py", "Uji terakhir: npm test: gagal (kode keluar 1)"]
