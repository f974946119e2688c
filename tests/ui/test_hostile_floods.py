# SPDX-License-Identifier: MIT
"""Too much at once: the window goes on answering, shows what came, and keeps no more of it than it needs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    Message,
    MessageStatus,
    Part,
    Role,
    TextPart,
    ToolCallPart,
)
from onesist_desktop.services.events import AnswerGrew, ApprovalsChanged, MessageAdded, MessageChanged, RunChanged, ThreadChanged
from onesist_desktop.services.views import ApprovalView, RunStatus, ThreadState
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.document import MOST_HELD
from tests.support.stall_meter import StallMeter
from tests.ui.fakes import CLAUDE, FakeServices, message, run_view, thread
from tests.ui.helpers import opened, until
from tests.ui.hostile_rig import LIMIT_S, assert_sound, idle, view_of

T1 = ThreadId("t1")


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    first = message("t1", 1, Role.USER, "hello"), message("t1", 2, Role.ASSISTANT, "there", provider_id=CLAUDE)
    services.put_thread(thread("t1", "Fix the login loop", provider_id=CLAUDE, updated_at=9), *first)
    return services


def call(number: int, state: CallState = CallState.WORKED) -> Part:
    name = f"c{number}"
    match number % 3:
        case 0:
            return CommandPart(name, f"npm run w{number}w", "line\n" * 30, 0, state)
        case 1:
            return ToolCallPart(name, f"look_w{number}w", '{"a": 1}', "found\n" * 9, state)
        case _:
            return FileChangePart(f"src/w{number}w.py", ChangeKind.CHANGED, name, "@@\n-old\n+new\n", state)


async def test_5_000_tiny_messages_in_a_second(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    said = [message("t1", seq, Role.ASSISTANT, f"w{seq}w", provider_id=CLAUDE) for seq in range(3, 5_003)]
    async with opened(filled, theme) as window:
        view = view_of(window)
        await idle(view)
        widgets = len(window.findChildren(QWidget))
        with StallMeter() as meter:
            # A hundred with each turn of the loop, which is far more than a second's worth where the loop is quick.
            for start in range(0, len(said), 100):
                for one in said[start : start + 100]:
                    filled.bus.publish(MessageAdded(one))
                await asyncio.sleep(0)
            await idle(view)
        assert meter.over(LIMIT_S) == {}
        assert view.document.last_seq == 5_002
        assert view.messages[-1].text == "w5002w"
        assert len(view.document.rows) <= MOST_HELD
        assert len(window.findChildren(QWidget)) < widgets + 600
        assert_sound(view)
        # What was let go of is read again.
        filled.snapshots[T1] = replace(filled.snapshots[T1], page=replace(filled.snapshots[T1].page, messages=tuple(said)))
        view.jump_to(2_500)
        await until(lambda: view.holds(2_500, 2_500))
        await idle(view)
        assert_sound(view)
        assert 2_500 in {seq for seq, _, _ in view.visible_blocks()}


async def test_all_5_000_in_one_turn_are_there_in_the_next_ones(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    said = [message("t1", seq, Role.ASSISTANT, f"w{seq}w", provider_id=CLAUDE) for seq in range(3, 5_003)]
    async with opened(filled, theme) as window:
        view = view_of(window)
        await idle(view)
        with StallMeter() as meter:
            for one in said:
                filled.bus.publish(MessageAdded(one))
            await idle(view)
        # The publishing itself is one turn: a fifth of a second for 5,000 of them, where each is taken in 40 microseconds.
        assert meter.longest_s < 4 * LIMIT_S
        assert view.document.last_seq == 5_002
        assert len(view.document.rows) <= MOST_HELD
        assert_sound(view)


async def test_300_deltas_a_second_into_a_paragraph_of_29_kb(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    text = " ".join(f"w{number}w said" for number in range(2_500))[:29_000]
    growing = message("t1", 3, Role.ASSISTANT, "", provider_id=CLAUDE, status=MessageStatus.STREAMING)
    step = 12 * 8
    frames = [AnswerGrew(replace(growing, parts=(TextPart(text[:end]),))) for end in range(step, len(text) + step, step)]
    async with opened(filled, theme) as window:
        view = view_of(window)
        await idle(view)
        with StallMeter() as meter:
            meter.note("stream")
            filled.bus.publish(MessageAdded(growing))
            for frame in frames:
                filled.bus.publish(frame)
                await idle(view)
            meter.note("settle")
            filled.bus.publish(MessageChanged(replace(growing, parts=(TextPart(text),), status=MessageStatus.SETTLED)))
            await idle(view)
        assert meter.over(LIMIT_S) == {}
        assert view.copied_whole(view.messages[-1], as_markdown=False) == text
        assert_sound(view)


async def test_a_message_of_2_000_tool_calls_that_grows(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    parts = tuple(call(number) for number in range(2_000))
    running = (*parts[:-1], replace(parts[-1], state=CallState.RUNNING))  # type: ignore[type-var]
    growing = message("t1", 3, Role.ASSISTANT, *parts[:1], provider_id=CLAUDE, status=MessageStatus.STREAMING)
    frames = [AnswerGrew(replace(growing, parts=running[:count])) for count in range(1, 2_001, 40)]
    settled = replace(growing, parts=parts, status=MessageStatus.SETTLED)
    async with opened(filled, theme) as window:
        view = view_of(window)
        await idle(view)
        with StallMeter() as meter:
            meter.note("grow")
            filled.bus.publish(MessageAdded(growing))
            for frame in frames:
                filled.bus.publish(frame)
                await idle(view)
            meter.note("settle")
            filled.bus.publish(MessageChanged(settled))
            await idle(view)
            assert_sound(view)
            meter.skip()
            for part in (1_999, 1_000, 3):
                meter.note(f"open step {part}")
                view.jump_to(3, part)
                await idle(view)
                view._on_toggle_step(settled.id, part)
                await idle(view)
                assert_sound(view)
                meter.skip()
        assert meter.over(LIMIT_S) == {}
        assert len(view.document.rows[3].blocks) == 2_000 + 1 + 3
        assert view.copied_whole(settled, as_markdown=False).count("w1500w") == 1


async def test_events_of_200_threads_at_once(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    others = [thread(f"o{number}", f"Thread {number}", updated_at=number) for number in range(200)]
    for one in others:
        filled.put_thread(one)
    said: list[Message] = [message(one.id, 1, Role.ASSISTANT, "words " * 50, provider_id=CLAUDE) for one in others]
    async with opened(filled, theme) as window:
        view = view_of(window)
        window.show_thread(T1)
        await until(lambda: view.thread_id == T1)
        await idle(view)
        with StallMeter() as meter:
            for turn in range(20):
                state = (ThreadState.WORKING, ThreadState.ASKS, ThreadState.FAILED, ThreadState.IDLE)[turn % 4]
                for one, what in zip(others, said, strict=True):
                    filled.bus.publish(AnswerGrew(what))
                    filled.bus.publish(ThreadChanged(replace(one, state=state, updated_at=one.updated_at + turn)))
                await asyncio.sleep(0.001)
            await idle(view)
        assert meter.over(LIMIT_S) == {}
        assert [one.text for one in view.messages] == ["hello", "there"]


async def test_runs_of_200_threads_begin_and_end(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    others = [thread(f"o{number}", f"Thread {number}", updated_at=number) for number in range(200)]
    for one in others:
        filled.put_thread(one)
    async with opened(filled, theme) as window:
        view = view_of(window)
        with StallMeter() as meter:
            for status in (RunStatus.STREAMING, RunStatus.FINISHED):
                for start in range(0, 200, 20):
                    for one in others[start : start + 20]:
                        filled.bus.publish(RunChanged(run_view(one.id, status)))
                    await asyncio.sleep(0)
            await idle(view)
        assert meter.over(LIMIT_S) == {}
        assert not window.working


async def test_approvals_with_enormous_titles_and_control_characters(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    titles = (
        "w1w " + "x" * 10_000,
        "rm -rf \u202e/ \u0000\u001b[2J\u200b" + "y\n" * 5_000 + "w2w",
        "\n" * 3_000 + "w3w",
        "e\u0301" * 5_000,
        "\ud800\udfff w4w",
    )
    from onesist_desktop.core.turn_events import ApprovalAsked

    asked = tuple(
        ApprovalView(T1, RunId("r"), ApprovalAsked(f"q{index}", title, title[::-1], "bash", options=("allow", "deny", title[:300])))
        for index, title in enumerate(titles)
    )
    async with opened(filled, theme) as window:
        view = view_of(window)
        await idle(view)
        with StallMeter() as meter:
            filled.bus.publish(RunChanged(run_view("t1")))
            for count in range(1, len(asked) + 1):
                meter.note(f"{count} approvals")
                filled.bus.publish(ApprovalsChanged(T1, asked[:count]))
                await idle(view)
            assert_sound(view)
            meter.skip()
            for share in (0.0, 0.5, 1.0):
                meter.note("scroll")
                view.verticalScrollBar().setValue(round(view.verticalScrollBar().maximum() * share))
                await idle(view)
                assert_sound(view)
                meter.skip()
        assert meter.over(LIMIT_S) == {}
        filled.bus.publish(ApprovalsChanged(T1, ()))
        filled.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
