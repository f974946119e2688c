# SPDX-License-Identifier: MIT
"""Model APIs through the real window: a small window, a wrong key, a stop, and what the transcript says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import MessageStatus, Role
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.services.preferences import CurrentSettings
from tests.fakes.model_server import FakeModelServer
from tests.integration.test_window_claude import MODEL, MODEL_KEY, add_model
from tests.integration.window_rig import open_window, until


async def test_a_history_over_a_small_window_is_sliced_and_said(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer(window_key="context_length") as server:
        async with open_window(qapp, tmp_path) as person:
            await add_model(person, server)
            thread = await person.app.services.threads.create(person.window.project.id)  # type: ignore[union-attr]
            person.window.show_thread(thread.id)
            await until(lambda: person.window.thread_id == thread.id, "the thread")
            person.choose(MODEL)
            options = person.window.composer.options
            assert options is not None
            for number in range(3):
                await person.app.turns.send(thread.id, f"long {number} " + "x" * 7_000 + " [[say:noted]]", options)
                await person.answered()
            assert await person.receipts() == []
            await person.must_complete(await person.ask("last one " + "y" * 4_000 + " [[say:done]]"))
            (receipt,) = await person.receipts()
            assert receipt["receipt"] == "sliced"
            assert int(str(receipt["omitted"])) >= 1
            sent = server.model_requests()[-1]
            assert len(sent.prompts[-1].encode()) <= 32_000 * 7 // 10
            # The person's last and first message go first; what is between them was left out.
            assert [f"long {number}" in sent.prompts[-1] for number in range(3)] == [True, False, True]
            await until(lambda: person.blocks("receipt"), "the receipt")


async def test_a_wrong_key_is_said_and_a_new_one_helps(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer(bad_keys={MODEL_KEY}) as server:
        async with open_window(qapp, tmp_path) as person:
            await add_model(person, server)
            run = await person.ask("hello [[say:hi]]", MODEL)
            assert (run.outcome, run.reason) == (OutcomeKind.FAILED, FailureReason.NOT_SIGNED_IN)
            assert MODEL_KEY not in " ".join(
                [*person.blocks("error_card"), *(card.accessibleDescription() for card in person.find(QWidget, "error_card"))]
            )
            await person.app.services.providers.save_key(run.provider_id, "sk-the-right-one-1234567890")
            await until(lambda: person.find(QWidget, "send_again"), "Send again")
            person.click("send_again")
            await until(lambda: len(server.model_requests()) > 1, "the request")
            await person.must_complete(await person.answered())
            assert [m.text for m in await person.messages() if m.role is Role.USER] == ["hello [[say:hi]]"]


async def test_stop_cuts_the_stream_and_keeps_what_came(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path) as person:
            await add_model(person, server)
            await person.send("count [[slow:50]]", MODEL)
            await until(lambda: [m for m in person.window.transcript.messages if m.role is Role.ASSISTANT and m.text], "some words")
            person.click("stop_run")
            run = await person.answered()
            assert run.outcome is OutcomeKind.STOPPED
            reply = [m for m in await person.messages() if m.role is Role.ASSISTANT][-1]
            assert reply.status is MessageStatus.INTERRUPTED
            assert reply.text
            await until(lambda: server.model_requests()[-1].client_gone, "the server to see the end")


async def test_where_nothing_fits_the_turn_goes_on_and_the_transcript_says_so(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("a first question", "practice-model"))
        with monkeypatch.context() as patch:
            # Less than the settings allow.
            patch.setattr(CurrentSettings, "handoff_cap_bytes", 0)
            await person.must_complete(await person.ask("to somebody new", "practice-agent"))
        assert [r["receipt"] for r in await person.receipts()] == ["nothing_fitted"]
        await until(lambda: person.blocks("receipt"), "the receipt")
        assert "owed" in person.blocks("receipt")[0]
        await person.must_complete(await person.ask("and once more"))
        handed = [h.text for h in await person.handed_over() if h.provider_id == "practice-agent"]
        assert len(handed) == 1
        assert "a first question" in handed[0]
