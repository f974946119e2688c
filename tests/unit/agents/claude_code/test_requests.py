# SPDX-License-Identifier: MIT
"""What a person is asked, and what the program is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.agents.claude_code.diffs import MAX_FILE_BYTES, asked_diff
from onesist_desktop.agents.claude_code.permissions import denied
from onesist_desktop.agents.claude_code.requests import open_request
from onesist_desktop.core.turn_events import ApprovalClosed, AskedChoice, AskedQuestion, AskKind

Json = dict[str, Any]
BASH: Json = {
    "tool_name": "Bash",
    "display_name": "Bash",
    "input": {"command": "touch x", "description": "make it"},
    "description": "make it",
    "decision_reason": "writes outside",
    "tool_use_id": "t1",
    "permission_suggestions": [
        {"type": "addRules", "rules": [{"toolName": "Bash"}], "behavior": "allow", "destination": "localSettings"},
        {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
    ],
}
QUESTIONS = [
    {"question": "Q0?", "header": "One", "multiSelect": True, "options": [{"label": "A"}, {"label": "B", "description": "b"}]},
    {"question": "Q1?", "options": [{"label": "C"}, {"label": ""}, "no object"]},
]
ASK: Json = {"tool_name": "AskUserQuestion", "input": {"questions": QUESTIONS}, "tool_use_id": "t"}


def test_a_command_says_what_where_and_why() -> None:
    asked = open_request("r", BASH, "/work").asked
    assert (asked.kind, asked.title, asked.detail, asked.cwd) == (AskKind.COMMAND, "Bash", "touch x", "/work")
    assert asked.reason == "writes outside\nmake it"
    assert asked.takes_word


def test_allowed_for_the_session_writes_no_settings_file_and_changes_no_mode() -> None:
    opened = open_request("r", BASH)
    assert opened.asked.options == ("allow", "allow_session", "deny")
    assert opened.decide("allow_session", "", ()) == (
        ApprovalClosed("r", "allow_session"),
        {
            "behavior": "allow",
            "updatedInput": BASH["input"],
            "updatedPermissions": [
                {"type": "addRules", "rules": [{"toolName": "Bash"}], "behavior": "allow", "destination": "session"}
            ],
        },
    )


def test_without_a_rule_to_keep_there_is_no_such_option() -> None:
    opened = open_request("r", {**BASH, "permission_suggestions": BASH["permission_suggestions"][1:]})
    assert opened.asked.options == ("allow", "deny")
    assert opened.decide("allow_session", "", ()) is None
    assert opened.decide("allow", "", ()) == (ApprovalClosed("r", "allow"), {"behavior": "allow", "updatedInput": BASH["input"]})


def test_a_refusal_with_a_word() -> None:
    decided = open_request("r", BASH).decide("deny", " not now ", ())
    assert decided == (ApprovalClosed("r", "deny", " not now "), denied(BASH, word="not now"))


def test_several_questions_are_one_request() -> None:
    opened = open_request("r", ASK, "/work")
    asked = opened.asked
    assert (asked.kind, asked.options, asked.title) == (AskKind.QUESTION, ("answer", "deny"), "Q0?")
    first = AskedQuestion("Q0?", "One", (AskedChoice("A"), AskedChoice("B", "b")), is_multiple=True, takes_text=True)
    assert asked.questions == (first, AskedQuestion("Q1?", "", (AskedChoice("C"),), takes_text=True))
    decided = opened.decide("answer", "", (("A", "B"), ("something else",)))
    assert decided is not None
    closed, answer = decided
    assert closed == ApprovalClosed("r", "answer", answers=(("A", "B"), ("something else",)))
    assert answer["updatedInput"] == {"questions": QUESTIONS, "answers": {"Q0?": "A, B", "Q1?": "something else"}}


@pytest.mark.parametrize(
    ("answers", "told", "kept"),
    [
        ((("A",),), {"Q0?": "A"}, (("A",), ())),
        (((), ("C",)), {"Q1?": "C"}, ((), ("C",))),
        (((" ",), ("C",), ("too many",)), {"Q1?": "C"}, ((), ("C",), ("too many",))),
    ],
)
def test_a_question_that_was_left_open_is_not_answered(answers: Any, told: Json, kept: Any) -> None:
    decided = open_request("r", ASK).decide("answer", "", answers)
    assert decided is not None
    assert decided[0].answers == kept
    assert decided[1]["updatedInput"]["answers"] == told


def test_no_answer_at_all_is_a_refusal() -> None:
    decided = open_request("r", ASK).decide("answer", "", ((), ()))
    assert decided is not None
    assert decided[1] == denied(ASK)


def test_a_plan_is_shown_as_it_was_written() -> None:
    asked = open_request("r", {"tool_name": "ExitPlanMode", "input": {"plan": "# Plan\n- one"}}).asked
    assert (asked.kind, asked.detail, asked.options) == (AskKind.PLAN, "# Plan\n- one", ("allow", "deny"))
    assert open_request("r", {"tool_name": "ExitPlanMode", "input": {}}, plan="from the call").asked.detail == "from the call"


def test_a_request_of_any_shape_can_be_shown() -> None:
    asked = open_request("r", {"tool_name": "X", "input": None, "permission_suggestions": "none"}).asked
    assert (asked.options, asked.kind) == (("allow", "deny"), AskKind.TOOL)
    strange = {"tool_name": "AskUserQuestion", "input": {"questions": [None, {"question": 3}]}}
    assert open_request("r", strange).asked.options == ("allow", "deny")


# -- what an edit would change ------------------------------------------------------------------------------------------


def test_an_edit_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one\ntwo\nthree\ntwo\n", encoding="utf-8")
    edit = {"file_path": str(file), "old_string": "two", "new_string": "2"}
    assert asked_diff("Edit", edit, "/") == "@@ -1,4 +1,4 @@\n one\n-two\n+2\n three\n two"
    everywhere = asked_diff("Edit", {**edit, "replace_all": True}, "/")
    assert everywhere.count("-two") == 2
    several = {"file_path": "a.txt", "edits": [{"old_string": "one", "new_string": "1"}, {"old_string": "1", "new_string": "I"}]}
    assert "-one\n+I" in asked_diff("MultiEdit", several, str(tmp_path))
    assert asked_diff("Edit", {**edit, "old_string": "not there"}, "/") == ""


def test_a_new_file_and_one_that_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    written = {"file_path": str(file), "content": "x\ny\n"}
    assert asked_diff("Write", written, "/") == "@@ -0,0 +1,2 @@\n+x\n+y"
    file.write_text("x\n", encoding="utf-8")
    assert asked_diff("Write", written, "/") == "@@ -1 +1,2 @@\n x\n+y"
    assert asked_diff("Write", {**written, "content": "x\n"}, "/") == ""


def test_what_cannot_be_shown_has_no_diff(tmp_path: Path) -> None:
    large, binary = tmp_path / "large", tmp_path / "binary"
    large.write_bytes(b"x" * (MAX_FILE_BYTES + 1))
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (large, binary, tmp_path, Path("/dev/zero"), "\x00"):
        assert asked_diff("Write", {"file_path": str(path), "content": "x"}, "/") == ""
    assert asked_diff("NotebookEdit", {"notebook_path": str(large)}, "/") == ""
    assert asked_diff("Write", {}, "/") == ""


def test_a_long_file_is_not_compared_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("line\n" * 10_000 + "last\n", encoding="utf-8")
    edit = {"file_path": str(file), "old_string": "last", "new_string": "end"}
    assert asked_diff("Edit", edit, "/") == "-last\n+end"
    assert asked_diff("Write", {"file_path": str(file), "content": "x\n"}, "/") == ""
