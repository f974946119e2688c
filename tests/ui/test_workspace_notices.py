# SPDX-License-Identifier: MIT
"""Notices about folders and set-ups in the transcript."""

from __future__ import annotations

from dataclasses import replace

import pytest

from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, OutputBody, QuietBody, StepBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.message_blocks import MessageBlocks
from onesist_desktop.ui.transcript.message_state import MessageState
from onesist_desktop.ui.transcript.workspace_notices import folder_words, setup_step
from tests.ui.fakes import message


def blocks_of(theme: Theme, book: ProviderBook, notice: Message, state: MessageState | None = None) -> tuple[Block, ...]:
    return MessageBlocks(TranscriptContext(theme, book)).blocks_of(notice, state or MessageState())


@pytest.mark.parametrize(
    ("code", "details", "text"),
    [
        (
            "moved",
            ["project", "toko-kita", "worktree", "api", "onesist/x", "/copies/x"],
            "Moved from the project folder to an own copy of api, on branch onesist/x in /copies/x."
            " The next answer starts there and is told what happened.",
        ),
        (
            "moved",
            ["worktree", "api", "project", "toko-kita", "", "/p"],
            "Moved from an own copy of api to the project folder, in /p. The next answer starts there and is told what happened.",
        ),
        (
            "own_copy_removed",
            ["onesist/x", "/copies/x", "", ""],
            "The own copy in /copies/x was removed. The branch onesist/x stays. This thread works in the project folder again.",
        ),
        (
            "own_copy_removed",
            ["", "/copies/x", "/kept/x", "onesist/rescue/x"],
            "The own copy in /copies/x was removed. The branch onesist/rescue/x stays. This thread works in the project folder"
            " again. Ignored files were kept in /kept/x. Commits that were on no branch are on onesist/rescue/x now.",
        ),
        (
            "own_copy_released",
            ["onesist/x", "/copies/x"],
            "The own copy in /copies/x was released: its folder is gone, the branch onesist/x stays, and it can be made again"
            " from it.",
        ),
        (
            "own_copy_remade",
            ["api", "onesist/x", "/copies/x", "released"],
            "The own copy of api was made again in /copies/x from the branch onesist/x.",
        ),
        (
            "own_copy_remade",
            ["api", "onesist/x", "/copies/x", "outside"],
            "The own copy of api was made again in /copies/x from the branch onesist/x."
            " What was not committed before it was removed is not in it.",
        ),
        (
            "copy_notes",
            ["the hook failed", ".env is a link"],
            "The own copy was made. Not everything went along:\n• the hook failed\n• .env is a link",
        ),
        ("of_a_newer_version", ["x"], ""),
    ],
)
def test_what_became_of_a_folder_is_one_quiet_line(code: str, details: list[str], text: str) -> None:
    assert folder_words({"code": code, "details": details}) == text


def test_broken_data_is_worded_all_the_same() -> None:
    assert folder_words({"code": "moved", "details": None})
    assert folder_words({"code": "own_copy_removed", "details": [1, None]})
    assert folder_words({}) == ""


def test_a_moved_notice_stands_in_the_transcript(theme: Theme, book: ProviderBook) -> None:
    data = {"code": "moved", "details": ["project", "t", "worktree", "api", "b", "/c"]}
    notice = message("t1", 1, Role.SYSTEM, kind=MessageKind.WORKSPACE, data=data)
    (block,) = blocks_of(theme, book, notice)
    assert isinstance(block.body, QuietBody)
    assert block.body.text.startswith("Moved from the project folder to an own copy of api")


@pytest.mark.parametrize(
    ("code", "exit_code", "result", "tone"),
    [
        ("worked", 0, "worked", "success"),
        ("failed", 3, "failed · exit code 3", "danger"),
        ("failed", None, "did not start", "danger"),
        ("timed_out", None, "stopped after 10 minutes", "danger"),
        ("cancelled", None, "stopped by you", "secondary"),
        ("declined", None, "not run, as you chose", "secondary"),
    ],
)
def test_a_set_up_is_a_step_that_opens_to_its_output(
    theme: Theme, book: ProviderBook, code: str, exit_code: int | None, result: str, tone: str
) -> None:
    output = "\n".join(f"line {number}" for number in range(40))
    data = {"code": code, "command": "npm ci", "exit_code": exit_code, "output": output, "worktree_id": "w1"}
    notice = message("t1", 1, Role.SYSTEM, kind=MessageKind.SETUP, data=data)
    (closed,) = blocks_of(theme, book, notice)
    assert isinstance(closed.body, StepBody)
    assert (closed.body.step.what, closed.body.step.result, closed.body.step.tone) == ("npm ci", result, tone)
    assert closed.body.has_output
    row, text = blocks_of(theme, book, notice, replace(MessageState(), opened=frozenset({0})))
    assert (row.kind, text.kind) == (BlockKind.STEP, BlockKind.OUTPUT)
    assert isinstance(text.body, OutputBody)
    assert (text.body.total_lines, text.body.shown_lines) == (40, 12)
    assert text.body.text.endswith("line 39")


def test_a_command_of_several_lines_is_shown_whole_when_opened() -> None:
    step = setup_step({"code": "worked", "command": "npm ci\nnpm test", "output": "ok"})
    assert step is not None
    assert (step.what, step.output) == ("npm ci", "$ npm ci\nnpm test\nok")


def test_a_set_up_of_a_newer_version_is_not_guessed(theme: Theme, book: ProviderBook) -> None:
    notice = message("t1", 1, Role.SYSTEM, kind=MessageKind.SETUP, data={"code": "paused"})
    (block,) = blocks_of(theme, book, notice)
    assert isinstance(block.body, QuietBody)
    assert block.body.text == "Onesist noted something here that this version can't show."
