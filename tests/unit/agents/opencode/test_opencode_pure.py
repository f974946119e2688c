# SPDX-License-Identifier: MIT
"""The parts of the Opencode adapter that need no program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onesist_desktop.agents.json_reading import Json
from onesist_desktop.agents.opencode import launch, notes, permissions, tools
from onesist_desktop.agents.opencode.events import EventHub, SseSplitter
from onesist_desktop.agents.opencode.failures import of_error, of_words
from onesist_desktop.agents.opencode.mapping import TurnMapper, anchor_of, answer_to, find_anchor
from onesist_desktop.agents.opencode.permissions import Allowed, Ruling, matches, rule
from onesist_desktop.agents.opencode.prompts import latest_prompt_id, next_prompt_id
from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, CommandPart, TextPart
from onesist_desktop.core.turn_events import PartEnded, PartGrew, PartStarted

STREAM = 'data: {"a": "é€😀"}\r\n\r\n: heartbeat\n\nevent: x\rdata: one\rdata: two\r\rdata:three\n\n'.encode()
WANTED = ['{"a": "é€😀"}', "one\ntwo", "three"]


def test_events_are_cut_at_any_byte() -> None:
    for size in range(1, len(STREAM) + 1):
        splitter = SseSplitter()
        found = [data for at in range(0, len(STREAM), size) for data in splitter.feed(STREAM[at : at + size])]
        assert [data.decode() for data in found] == WANTED, size


def test_an_event_that_is_too_long_is_left_out_alone() -> None:
    splitter = SseSplitter(max_bytes=100)
    found = [data for _ in range(3) for data in splitter.feed(b"data: " + b"x" * 60)]
    found += splitter.feed(b"\n\ndata: next\n\n")
    assert (found, splitter.dropped) == ([b"next"], 1)


def test_a_helpers_events_go_to_the_session_it_works_for() -> None:
    heard: list[str] = []

    class Listener:
        def on_event(self, kind: str, properties: Json) -> None:
            heard.append(kind)

        def on_gap(self) -> None:
            heard.append("gap")

        def on_gone(self) -> None:
            heard.append("gone")

    hub, listener = EventHub(), Listener()
    hub.listen("ses_a", listener)
    for event in (
        {"type": "session.created", "properties": {"sessionID": "ses_b", "info": {"id": "ses_b", "parentID": "ses_a"}}},
        {"type": "permission.asked", "properties": {"sessionID": "ses_b"}},
        {"type": "permission.asked", "properties": {"sessionID": "ses_other"}},
    ):
        hub.take(json.dumps({"directory": "/x", "payload": event}).encode())
    hub.take(b"no json")
    hub.gap()
    hub.unlisten("ses_a", listener)
    hub.gone()
    assert heard == ["session.created", "permission.asked", "gap"]


@pytest.mark.parametrize(
    ("text", "pattern", "wanted"),
    [
        ("echo hi", "echo *", True),
        ("echo", "echo *", True),
        ("echoes", "echo *", False),
        ("a\nb", "*", True),
        ("git.status", "git?status", True),
        ("gitxstatus", "git.status", False),
    ],
)
def test_patterns(text: str, pattern: str, wanted: bool) -> None:
    assert matches(text, pattern) is wanted


def test_who_decides() -> None:
    command = {"permission": "bash", "patterns": ["rm -f a", "echo b"], "always": ["rm *"]}
    edit = {"permission": "edit", "patterns": ["a.txt"], "always": ["*"]}
    nothing, some = Allowed(), Allowed()
    some.add(command)
    assert rule(PermissionMode.ASK, command, nothing) is Ruling.ASK
    # One of the two commands was never allowed.
    assert rule(PermissionMode.ASK, command, some) is Ruling.ASK
    some.add({**command, "always": ["echo *"]})
    assert rule(PermissionMode.ASK, command, some) is Ruling.ALLOW
    assert rule(PermissionMode.ASK, {"permission": "edit", "patterns": ["rm x"]}, some) is Ruling.ASK
    assert rule(PermissionMode.PLAN, command, some) is Ruling.DENY
    assert rule(PermissionMode.ACCEPT_EDITS, edit, nothing) is Ruling.ALLOW
    assert rule(PermissionMode.ACCEPT_EDITS, command, nothing) is Ruling.ASK
    assert rule(PermissionMode.FULL_ACCESS, command, nothing) is Ruling.ALLOW
    assert permissions.asked({"id": "per_1", "permission": "bash", "patterns": ["ls"]}, "/w").options == ("allow", "deny")


def test_each_try_has_an_id_that_is_found_again() -> None:
    first = next_prompt_id("m", "ses_a", ())
    second = next_prompt_id("m", "ses_a", {first})
    assert first != second and first.startswith("msg_")
    assert next_prompt_id("m", "ses_b", ()) not in (first, second)
    assert latest_prompt_id("m", "ses_a", {first, second}) == second
    assert latest_prompt_id("m", "ses_a", {"msg_x"}) is None


def _message(message_id: str, role: str, created: int, *parts: Json, **more: object) -> Json:
    return {"info": {"id": message_id, "role": role, "time": {"created": created}, **more}, "parts": list(parts)}


def test_anchors_are_found_in_a_copy() -> None:
    messages = [_message("msg_1", "user", 1), _message("msg_2", "assistant", 2), _message("msg_3", "user", 3)]
    anchor = anchor_of(messages[1]["info"])
    assert find_anchor(messages, anchor) == 1
    copied = [_message("msg_9", "user", 1), _message("msg_8", "assistant", 2)]
    assert find_anchor(copied, anchor) == 1
    assert find_anchor(copied, "msg_2") is None
    assert find_anchor(copied, "msg_2@7") is None


def test_an_answer_goes_on_after_a_summary() -> None:
    messages = [
        _message("msg_1", "user", 1, {"type": "text", "text": "go"}),
        _message("msg_2", "assistant", 2),
        _message("msg_3", "user", 3, {"type": "compaction"}),
        _message("msg_4", "assistant", 4, summary=True),
        _message("msg_5", "user", 5, {"type": "text", "text": "Continue", "synthetic": True}),
        _message("msg_6", "assistant", 6),
        _message("msg_7", "user", 7, {"type": "text", "text": "next"}),
    ]
    mapper = TurnMapper("ses_a", "msg_1")
    for message in answer_to(messages, "msg_1"):
        mapper.take_message(message["info"])
    assert list(mapper.answers) == ["msg_2", "msg_6"]
    assert mapper.anchor == "msg_6@6"


def _part(part_id: str, **more: object) -> Json:
    return {"id": part_id, "messageID": "msg_2", "sessionID": "ses_a", **more}


def test_text_grows_and_its_end_counts() -> None:
    mapper = TurnMapper("ses_a", "msg_1")
    mapper.take_message({"id": "msg_2", "role": "assistant"})
    assert mapper.take_part(_part("prt_1", type="text", text="")) == []
    delta = {"partID": "prt_1", "messageID": "msg_2", "field": "text"}
    assert mapper.take_delta({**delta, "delta": "he"}) == [PartStarted("prt_1", TextPart("he"))]
    assert mapper.take_delta({**delta, "delta": "llo"}) == [PartGrew("prt_1", "llo")]
    ended = _part("prt_1", type="text", text="hello", time={"start": 1, "end": 2})
    assert mapper.take_part(ended) == [PartEnded("prt_1", TextPart("hello"))]
    assert mapper.take_part(ended) == []
    assert mapper.take_part({**ended, "messageID": "msg_1", "id": "prt_0"}) == []


def test_steps_that_bring_nothing_are_counted() -> None:
    mapper = TurnMapper("ses_a", "msg_1")
    for number in range(3):
        message_id = f"msg_{number + 2}"
        mapper.take_message({"id": message_id, "role": "assistant"})
        step = {"id": f"prt_{number}", "messageID": message_id, "type": "step-finish", "reason": "unknown", "tokens": {"input": 5}}
        assert mapper.take_part(step)
        assert mapper.take_part(step) == []
    assert mapper.empty_steps == 3


def _call(status: str, **state: object) -> Json:
    return _part("prt_1", type="tool", tool="bash", callID="c", state={"status": status, "input": {"command": "x"}, **state})


def test_a_commands_states() -> None:
    def ended(**state: object) -> CommandPart:
        part = tools.part_of(_call("completed", **state))
        assert isinstance(part, CommandPart)
        return part

    assert ended(output="a\n", metadata={"output": "a\n", "exit": 0}) == CommandPart("c", "x", "a\n", 0, CallState.WORKED)
    assert ended(output="", metadata={"exit": 3}).state is CallState.FAILED
    words = "begun\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>"
    assert ended(output=words, metadata={"output": words, "exit": None}) == CommandPart("c", "x", "begun", None, CallState.STOPPED)
    assert tools.part_of(_call("error", error="boom"), {"c"}) == CommandPart("c", "x", "boom", None, CallState.REFUSED)


def test_a_long_output_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "whole"
    file.write_text("all of it")
    told = _call("completed", output="it", metadata={"output": "it", "exit": 0, "truncated": True, "outputPath": str(file)})
    part = tools.part_of(tools.with_whole_output(told))
    assert isinstance(part, CommandPart) and part.output == "all of it"
    file.unlink()
    assert tools.with_whole_output(told) == told


def test_failures() -> None:
    api = {"name": "APIError", "data": {"message": "nope", "statusCode": 401}}
    assert of_error(api) == (FailureReason.NOT_SIGNED_IN, "nope")
    assert of_error({"name": "ContextOverflowError", "data": {"message": "x"}})[0] is FailureReason.TOO_LONG
    stack = {"name": "UnknownError", "data": {"message": "Model not found: a/b.\n    at file.js:1"}}
    assert of_error(stack) == (FailureReason.MODEL_UNKNOWN, "Model not found: a/b.")
    assert of_words("You have hit your usage limit", 429) is FailureReason.LIMIT_REACHED
    assert of_words("Too many requests") is FailureReason.RATE_LIMITED
    assert of_words("read ECONNRESET") is FailureReason.CONNECTION_LOST


def test_the_configuration_folder_is_stood_in_for(tmp_path: Path) -> None:
    own = tmp_path / "config/opencode"
    (own / "plugin").mkdir(parents=True)
    (own / "opencode.json").write_text("{}")
    (own / "package.json").write_text('{"dependencies": {"left-pad": "1"}}')
    (tmp_path / "config/git").mkdir()
    made = launch.prepare({"XDG_CONFIG_HOME": str(tmp_path / "config")}, "secret", tmp_path)
    stand_in = Path(made.environment["XDG_CONFIG_HOME"])
    assert not (stand_in / "opencode/opencode.json").is_symlink()
    assert (stand_in / "opencode/plugin").resolve() == own / "plugin"
    assert (stand_in / "git").resolve() == tmp_path / "config/git"
    locked = json.loads((stand_in / "opencode/package-lock.json").read_text())
    assert set(locked["packages"][""]["dependencies"]) == {"left-pad", "@opencode-ai/plugin"}
    assert "secret" not in "".join(path.read_text() for path in made.folder.rglob("*") if path.is_file())
    made.remove()
    assert not made.folder.exists() and (own / "plugin").is_dir()


def test_notes_of_a_project(tmp_path: Path) -> None:
    inner = tmp_path / "repository/inner"
    inner.mkdir(parents=True)
    (tmp_path / "AGENTS.md").write_text("outside")
    assert notes.read_notes(str(inner)) == ""
    (tmp_path / "repository/.git").mkdir()
    (tmp_path / "repository/AGENTS.md").write_text("outer")
    (inner / "CLAUDE.md").write_text("inner")
    (inner / "AGENTS.md").symlink_to(tmp_path / "AGENTS.md")
    (inner / "opencode.json").write_text("{}")
    text = notes.read_notes(str(inner))
    assert text.index("outer") < text.index("inner\n") if "inner\n" in text else text.endswith("inner")
    assert "outside" not in text
    assert notes.settings_withheld(str(inner)) == ("opencode.json",)
