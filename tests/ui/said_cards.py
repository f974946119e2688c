# SPDX-License-Identifier: MIT
"""All that an agent may ask, and how somebody else goes on when one can't answer."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from PySide6.QtWidgets import QAbstractButton

from onesist_desktop.core.answerer import ModelInfo, Readiness
from onesist_desktop.core.errors import DiskFullError, FailureReason
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import QuestionPart
from onesist_desktop.core.turn_events import ApprovalAsked, AskedChoice, AskedQuestion, AskKind
from onesist_desktop.services.events import ApprovalsChanged, RunChanged
from onesist_desktop.services.views import ApprovalView, ModelList, RunStatus
from onesist_desktop.ui.composer.continue_dialog import ContinueDialog
from onesist_desktop.ui.main_window import MainWindow
from tests.ui.fakes import CLAUDE, CODEX, PROJECT, FakeServices, preview_of, queued, run_view
from tests.ui.helpers import find, shown, turns, until
from tests.ui.said import Said, settle

T1 = ThreadId("t1")
ROOT = PROJECT.root_path
DIFF = "--- my_file\n+++ my_file\n@@ -1 +1 @@\n" + "+my_line\n" * 40
TRIES = (
    FailureReason.OVERLOADED,
    FailureReason.RATE_LIMITED,
    FailureReason.CONNECTION_LOST,
    FailureReason.PROVIDER_ERROR,
    FailureReason.CRASHED,
)


def decided() -> list[QuestionPart]:
    """Return what was asked and answered, in every way."""
    question = QuestionPart("q", "my_question", kind=AskKind.QUESTION)
    command = QuestionPart("q", "my_command", kind=AskKind.COMMAND)
    return [
        replace(command, answer="allow"),
        replace(command, answer="allow_session"),
        replace(command, answer="deny", word="my_word"),
        replace(command, answer="my_option"),
        replace(question, answer="answer", word="my_word"),
        replace(question, answer="answer"),
        replace(question, answer="deny"),
    ]


def asked() -> tuple[ApprovalView, ...]:
    """Return one request of each kind, asked at different times and for different places."""
    now = time.time()
    questions = (
        AskedQuestion("my_question", "my_title", (AskedChoice("my_choice", "my_text"), AskedChoice("my_other")), takes_text=True),
        AskedQuestion("my_question", takes_text=True),
    )
    wanted = (
        (ApprovalAsked("k1", "npm install", kind=AskKind.COMMAND, reason="my_reason", takes_word=True), now, ROOT),
        (ApprovalAsked("k2", "my_file", kind=AskKind.EDIT, diff=DIFF, takes_word=True), now - 300, f"{ROOT}/my_folder"),
        (ApprovalAsked("k3", "my_tool", "my_input", kind=AskKind.TOOL), now - 9_000, "/my_folder"),
        (ApprovalAsked("k4", "my_plan", "my_text", kind=AskKind.PLAN, takes_word=True), now, ""),
        (ApprovalAsked("k5", "my_", options=("answer", "deny"), kind=AskKind.QUESTION, questions=questions), now, ""),
    )
    return tuple(ApprovalView(T1, run_view("t1").id, request, at, cwd) for request, at, cwd in wanted)


async def ask(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Let everything be asked, look at each card, say why not, and try to answer with nothing."""
    bus = services.bus
    bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING, started_at=1.0)))
    for one in asked():
        bus.publish(ApprovalsChanged(T1, (one,)))
        window.transcript.scroll_to_end()
        await said.look(window)
        for name in ("say_why", "send_word", "answer"):
            for button in shown(window, name):
                assert isinstance(button, QAbstractButton)
                button.click()
                await said.look(window)
    bus.publish(ApprovalsChanged(T1, asked()[:3]))
    await said.look(window)
    bus.publish(ApprovalsChanged(T1, ()))


async def wait_for_it(window: MainWindow, services: FakeServices, said: Said) -> None:
    """A provider that says nothing or is asked again, and a waiting message that can go to the running answer."""
    bus = services.bus
    bus.publish(RunChanged(run_view("t1", started_at=1.0, quiet_since=time.time() - 120, can_steer=True)))
    services.put_queue(T1, queued("t1", "w1", "my_wish", CLAUDE))
    await said.look(window)
    services.put_queue(T1)
    for reason in TRIES:
        bus.publish(RunChanged(run_view("t1", retry_attempt=1, retry_max=3, retry_reason=reason)))
        await said.look(window)
    bus.publish(RunChanged(run_view("t1", retry_attempt=1)))
    await said.look(window)
    bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))


async def go_on(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Let somebody else answer: shown, being worked out, not to be worked out, and not sent."""
    codex = services.providers_list[1]
    services.providers_list[1] = replace(codex, readiness=Readiness(is_ready=True, is_signed_in=False))
    window.refresh_providers()
    services.model_lists[CODEX] = ModelList((ModelInfo("my_model"),))
    message_id = MessageId("t1-70")

    async def opened_dialog() -> ContinueDialog:
        window.transcript.continue_wanted.emit(message_id, CODEX)
        await until(lambda: window.findChildren(ContinueDialog))
        await turns()
        return window.findChildren(ContinueDialog)[-1]

    for preview in (preview_of(CODEX, 3, 2, 1, text="my_text"), preview_of(CODEX, 3, 0, 3), preview_of(CODEX, 0, 0)):
        services.previews[CODEX] = preview
        await opened_dialog()
        await said.look(window)
    services.gates["preview"] = asyncio.Event()
    dialog = await opened_dialog()
    said.look_at(dialog)
    services.gates.pop("preview").set()
    services.failures["send_again"] = DiskFullError("my_reason")
    await until(find(dialog, "confirm", QAbstractButton).isEnabled)
    find(dialog, "confirm", QAbstractButton).click()
    said.look_at(dialog)
    await said.look(window)
    services.failures = {"preview": DiskFullError("my_reason")}
    await opened_dialog()
    await said.look(window)
    services.failures.clear()
    services.providers_list[1] = codex
    window.refresh_providers()
    await settle(window)
