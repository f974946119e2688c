# SPDX-License-Identifier: MIT
"""Reading the session files of Claude Code, and the ids of a message's tries in them."""

from __future__ import annotations

import json
import uuid
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.agents.claude_code.attempts import latest_prompt_id, next_prompt_id, prompt_ids
from onesist_desktop.agents.claude_code.transcript import SessionFile, arrival, config_folder, read_back, read_session
from onesist_desktop.core.answerer import Arrival
from onesist_desktop.core.messages import CallState, CommandPart, TextPart

Json = dict[str, Any]
MESSAGE = "22222222-2222-4222-8222-222222222222"
SECOND = list(islice(prompt_ids(MESSAGE), 2))[1]


def entry(kind: str, own: str, parent: str | None, content: Any, **more: Any) -> Json:
    message = {"role": kind, "content": content, **more.pop("message", {})}
    return {"type": kind, "uuid": own, "parentUuid": parent, "isSidechain": False, "message": message, **more}


def said(own: str, parent: str, text: str, reason: str = "end_turn", **more: Any) -> Json:
    return entry(
        "assistant", own, parent, [{"type": "text", "text": text}], message={"id": own, "stop_reason": reason, "model": "m"}, **more
    )


def failure(own: str, parent: str) -> Json:
    return said(own, parent, "API Error: 529", "stop_sequence", isApiErrorMessage=True)


def write(folder: Path, native_id: str, *lines: Json | str) -> None:
    path = folder / "projects" / "-work" / f"{native_id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")


@given(st.uuids(), st.sets(st.integers(0, 5)))
def test_each_try_has_an_id_of_its_own_and_is_found_again(message: uuid.UUID, used: set[int]) -> None:
    known = list(islice(prompt_ids(str(message)), 6))
    assert len(set(known)) == 6
    assert known[0] == str(message)
    taken = {known[index] for index in used}
    assert next_prompt_id(str(message), taken) not in taken
    assert latest_prompt_id(str(message), taken) == (known[max(used)] if used else None)


def test_a_message_id_that_is_no_uuid_works_too() -> None:
    assert next_prompt_id("row-7", ()) == next_prompt_id("row-7", ())
    uuid.UUID(next_prompt_id("row-7", ()))


def test_the_folder_is_the_programs_own() -> None:
    assert config_folder({"CLAUDE_CONFIG_DIR": "/conf", "HOME": "/home/person"}) == Path("/conf")
    assert config_folder({"HOME": "/home/person"}) == Path("/home/person/.claude")
    assert config_folder({}) is None


def test_a_session_is_found_below_any_project(tmp_path: Path) -> None:
    write(tmp_path, "s-1", entry("user", MESSAGE, None, "hi"), "{half a li")
    session = read_session(tmp_path, "s-1")
    assert session is not None
    assert session.prompt_ids == {MESSAGE}
    assert read_session(tmp_path, "s-2") is None
    assert read_session(tmp_path, "../-work/s-1") is None
    assert read_session(tmp_path, "*") is None


def test_strange_lines_are_skipped(tmp_path: Path) -> None:
    side = {**entry("user", "side", None, "x"), "isSidechain": True}
    write(tmp_path, "s-1", "[]", "null", "not json", {"type": "mode"}, side, entry("user", MESSAGE, None, "hi"))
    session = read_session(tmp_path, "s-1")
    assert session is not None
    assert session.prompt_ids == {MESSAGE}


def test_what_was_written_is_read_back() -> None:
    call = [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}]
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "a", "is_error": False}]
    entries = (
        entry("user", "before", None, "earlier"),
        entry("user", MESSAGE, "before", "hi"),
        {"type": "attachment", "uuid": "x1", "parentUuid": MESSAGE},
        said("a1", "x1", "Let me look.", "tool_use"),
        entry("assistant", "a2", "a1", call, message={"id": "a2", "stop_reason": "tool_use", "model": "m"}),
        entry("user", "u1", "a2", result, toolUseResult={"stdout": "a", "stderr": ""}),
        said("a3", "u1", "There is a."),
        entry("user", "next", "a3", "something else"),
        said("a4", "next", "not ours"),
    )
    read = read_back(SessionFile(entries), MESSAGE)
    assert read is not None
    assert read.parts == (TextPart("Let me look."), CommandPart("t1", "ls", "a", 0, CallState.WORKED), TextPart("There is a."))
    assert (read.is_whole, read.anchor) == (True, "a3")
    cut = read_back(SessionFile(entries[:5]), MESSAGE)
    assert cut is not None
    assert cut.parts[-1] == CommandPart("t1", "ls", state=CallState.STOPPED)
    assert (cut.is_whole, cut.anchor) == (False, "a2")
    assert read_back(SessionFile(entries), "33333333-3333-4333-8333-333333333333") is None


def test_the_words_of_a_failure_are_not_read_back() -> None:
    session = SessionFile((entry("user", MESSAGE, None, "hi"), failure("f", MESSAGE)))
    read = read_back(session, MESSAGE)
    assert read is not None
    assert (read.parts, read.is_whole, read.anchor) == ((), False, None)


def test_the_last_try_is_the_one_that_counts() -> None:
    entries = (
        entry("user", MESSAGE, "a0", "hi"),
        failure("f", MESSAGE),
        entry("user", SECOND, "a0", "hi"),
        said("a1", SECOND, "yes"),
    )
    read = read_back(SessionFile(entries), MESSAGE)
    assert read is not None
    assert read.parts == (TextPart("yes"),)
    assert arrival(SessionFile(entries), MESSAGE, was_truncated=True) is Arrival.ARRIVED


def test_arrival() -> None:
    asked = entry("user", MESSAGE, None, "hi")
    interrupted = entry("user", "i", MESSAGE, [{"type": "text", "text": "[Request interrupted by user]"}])
    for entries, plainly, after_a_cut in [
        ((), Arrival.NOT_ARRIVED, Arrival.NOT_ARRIVED),
        ((asked,), Arrival.ARRIVED, Arrival.UNKNOWN),
        ((asked, failure("f", MESSAGE)), Arrival.ARRIVED, Arrival.UNKNOWN),
        ((asked, interrupted), Arrival.ARRIVED, Arrival.UNKNOWN),
        ((asked, said("a", MESSAGE, "yes")), Arrival.ARRIVED, Arrival.ARRIVED),
    ]:
        session = SessionFile(entries)
        assert arrival(session, MESSAGE, was_truncated=False) is plainly
        assert arrival(session, MESSAGE, was_truncated=True) is after_a_cut
    assert arrival(None, MESSAGE, was_truncated=False) is Arrival.NOT_ARRIVED
