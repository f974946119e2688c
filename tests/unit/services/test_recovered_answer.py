# SPDX-License-Identifier: MIT
"""What is joined of a cut-off answer: nothing that was shown goes away, nothing that the session holds is owed to it."""

from __future__ import annotations

from dataclasses import replace

from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    PlanEntry,
    PlanPart,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.services.recovered_answer import RecoveredAnswer, join_answer


def test_a_session_that_is_ahead_is_the_whole_truth() -> None:
    read = (TextPart("half and a bit"), CommandPart("c", "ls", "x", 0, CallState.WORKED))
    assert join_answer((TextPart("half "),), read) == RecoveredAnswer(read, ())


def test_words_on_their_way_are_owed_and_finished_blocks_are_not() -> None:
    done = CommandPart("c", "ls", "x", 0, CallState.WORKED)
    stored = (TextPart("Let me look."), done, TextPart("It says"))
    assert join_answer(stored, (TextPart("Let me look."), done)) == RecoveredAnswer(
        (TextPart("Let me look."), done), (TextPart("It says"),)
    )


def test_only_the_end_of_a_text_that_the_session_has_in_part_is_owed() -> None:
    assert join_answer((TextPart("one two three"),), (TextPart("one two"),)).rest == (TextPart(" three"),)


def test_equal_texts_do_not_hide_each_other_and_blanks_are_nothing() -> None:
    answer = join_answer((TextPart("yes"), TextPart(" \n"), TextPart("no")), (TextPart("yes"), TextPart("no")))
    assert answer == RecoveredAnswer((TextPart("yes"), TextPart("no")), ())


def test_output_that_was_seen_of_a_command_that_never_ended_stays() -> None:
    read = CommandPart("c", "make", "", None, CallState.STOPPED)
    seen = CommandPart("c", "make", "compiling", None, CallState.RUNNING)
    assert join_answer((seen,), (read,)) == RecoveredAnswer((CommandPart("c", "make", "compiling", None, CallState.STOPPED),), ())


def test_what_came_of_a_call_is_owed_to_a_session_that_holds_the_call_alone() -> None:
    said, calls = (
        TextPart("Let me run both."),
        (CommandPart("c", "ls"), ToolCallPart("t", "Task", "{}"), FileChangePart("a", call_id="f")),
    )
    read = (said, *(replace(call, state=CallState.STOPPED) for call in calls))
    ends = (
        replace(calls[0], output="a b", exit_code=0, state=CallState.WORKED),
        replace(calls[1], result="no", state=CallState.FAILED),
        replace(calls[2], state=CallState.WORKED),
    )
    assert join_answer((said, *ends), read) == RecoveredAnswer((said,), ends)
    assert join_answer((said, *ends), (said, *ends)) == RecoveredAnswer((said, *ends), ())


def test_two_changes_of_one_file_by_one_call_are_both_owed() -> None:
    first, second = (FileChangePart("a", call_id="f", diff=diff) for diff in ("+one", "+two"))
    read = replace(first, diff="", state=CallState.STOPPED)
    said = TextPart("Both.")
    assert join_answer((said, first, second), (said, read)) == RecoveredAnswer((said,), (first, second))
    assert join_answer((said, first, read), (said, read)) == RecoveredAnswer((said,), (first,))
    run, again = CommandPart("c", "ls", "a", 0, CallState.WORKED), CommandPart("c", "ls", state=CallState.STOPPED)
    assert join_answer((said, run, again), (said, again)) == RecoveredAnswer((said,), (run,))


def test_output_of_an_ended_command_is_what_the_session_says() -> None:
    read = CommandPart("c", "make", "short", 0, CallState.WORKED)
    assert join_answer((CommandPart("c", "make", "longer output"),), (read,)).held == (read,)


def test_calls_changes_and_plans_that_the_session_does_not_hold_are_owed() -> None:
    tool, change = ToolCallPart("t", "Task", "{}"), FileChangePart("a.txt", ChangeKind.ADDED, "f")
    plan = PlanPart((PlanEntry("first"),))
    assert join_answer((tool, change, plan), (TextPart("x"),)).rest == (tool, change, plan)
    assert join_answer((tool, change, plan), (tool, change, plan)) == RecoveredAnswer((tool, change, plan), ())


def test_what_is_ours_or_nobody_is_told_stays_in_the_answer() -> None:
    question, error = QuestionPart("q", "May I?"), ErrorPart("protocol", "too long")
    answer = join_answer((ThinkingPart("Hmm, so"), question, error), (ThinkingPart("Hmm"), TextPart("x")))
    assert answer.held == (ThinkingPart("Hmm"), TextPart("x"), ThinkingPart(", so"), question, error)
    assert answer.rest == ()
