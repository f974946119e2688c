# SPDX-License-Identifier: MIT
"""Claude Code, the real program: limits, accounts, models and how much they think, pictures, and a model that says nothing."""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from onesist_desktop.agents.claude_code.answerer import ClaudeCodeAnswerer
from onesist_desktop.core.abilities import Support, support_of
from onesist_desktop.core.answerer import Arrival
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.core.turn_events import COMPLETED, Retrying, UsageReported
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.integration.agents.claude_rig import KEY, ClaudeRig, prompt, run

pytestmark = pytest.mark.real_agent

PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


async def test_a_used_up_plan_says_when_it_goes_on(claude: ClaudeRig) -> None:
    # A plan is what somebody has who signed in; to the program a token of that kind is the same.
    del claude.environment["ANTHROPIC_API_KEY"]
    claude.environment["CLAUDE_CODE_OAUTH_TOKEN"] = "sk-ant-oat01-canary"
    until = int(time.time()) + 5400
    claude.server.error_headers = {
        "anthropic-ratelimit-unified-status": "rejected",
        "anthropic-ratelimit-unified-reset": str(until),
        "anthropic-ratelimit-unified-representative-claim": "five_hour",
    }
    async with claude.answerer() as answerer:
        record = await run((await answerer.open_session(claude.spec())).start_turn(prompt("[[err:429]]")))
    assert record.end.outcome.reason is FailureReason.LIMIT_REACHED
    assert record.end.outcome.resets_at == until
    assert "limit" in record.end.outcome.detail
    assert record.parts == []
    assert len(claude.server.model_requests()) == 1


async def test_too_many_requests_says_how_long_to_wait(claude: ClaudeRig) -> None:
    claude.environment["CLAUDE_CODE_MAX_RETRIES"] = "1"
    claude.server.error_headers = {"retry-after": "2"}
    began = time.time()
    async with claude.answerer() as answerer:
        record = await run((await answerer.open_session(claude.spec())).start_turn(prompt("[[err:429]]")))
    (retrying,) = record.of(Retrying)
    assert retrying.reason is FailureReason.RATE_LIMITED
    assert retrying.delay_s >= 2
    assert record.end.outcome.reason is FailureReason.RATE_LIMITED
    assert record.end.outcome.resets_at is not None
    assert began + 2 <= record.end.outcome.resets_at <= time.time() + 3


async def test_a_model_that_says_nothing_is_no_answer(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[noend]]")))
        assert record.end.outcome.reason is FailureReason.RUNAWAY
        assert record.parts == []
        assert len(claude.server.model_requests()) <= 5
        assert (await run(session.start_turn(prompt("and now")))).end.outcome == COMPLETED


async def test_how_much_to_think_reaches_the_service(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        models = await answerer.list_models()
        efforts = next(model.efforts for model in models if model.id == "opus")
        assert efforts[:3] == ("low", "medium", "high")
        spec = claude.spec(model="opus")
        for effort in ("low", "max"):
            wanted = dataclasses.replace(spec, effort=effort)
            record = await run((await answerer.open_session(wanted)).start_turn(prompt(f"think {effort}")))
            assert record.end.outcome == COMPLETED
            assert claude.server.model_requests()[-1].body["output_config"]["effort"] == effort
            assert len(claude.processes()) == 1
            spec = claude.spec(native=spec.new_session_id, model="opus") if effort == "low" else spec
    assert claude.server.model_requests()[-1].prompts == ("think low", "think max")


async def test_the_window_of_an_unknown_model_counts_as_unknown(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(model="my-own-model"))
        usage = (await run(session.start_turn(prompt("hello")))).of(UsageReported)[-1].usage
    assert claude.server.model_requests()[-1].body["model"] == "my-own-model"
    assert usage.occupied
    assert usage.context_window is None


async def test_a_picture_is_sent_as_one_and_another_file_by_its_path(claude: ClaudeRig, tmp_path: Path) -> None:
    picture, notes = tmp_path / "pixel.png", tmp_path / "notes.pdf"
    picture.write_bytes(PIXEL)
    notes.write_bytes(b"%PDF-1.4")
    attachments = (
        AttachmentPart("pixel.png", str(picture), "image/png", len(PIXEL)),
        AttachmentPart("notes.pdf", str(notes), "application/pdf", 8),
    )
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        await run(session.start_turn(dataclasses.replace(prompt("look"), attachments=attachments)))
    content = [block for message in claude.server.model_requests()[-1].body["messages"] for block in message["content"]]
    (image,) = [block for block in content if isinstance(block, dict) and block.get("type") == "image"]
    assert image["source"]["media_type"] == "image/png"
    assert any(str(notes) in sent for sent in claude.server.model_requests()[-1].prompts)


# -- another account ----------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def account_of(claude: ClaudeRig, folder: Path) -> AsyncIterator[ClaudeCodeAnswerer]:
    supervisor = TaskSupervisor("account", lambda error, _name: claude.errors.append(error))
    shell = ShellEnvironment(claude.environment)
    answerer = ClaudeCodeAnswerer(shell, supervisor, program=claude.program, config_folder=folder)
    try:
        yield answerer
    finally:
        await answerer.close()
        await supervisor.close()
    assert claude.errors == []


async def test_another_account_has_a_folder_and_a_sign_in_of_its_own(claude: ClaudeRig) -> None:
    other = claude.folder / "other"
    claude.write("other/settings.json", {"env": {"ANTHROPIC_API_KEY": "sk-ant-of-the-other"}})
    sent = prompt("hello")
    spec = claude.spec()
    async with account_of(claude, other) as answerer:
        record = await run((await answerer.open_session(spec)).start_turn(sent))
        assert record.end.outcome == COMPLETED
        assert await answerer.verify(spec, sent.message_id) is Arrival.ARRIVED
        read = await answerer.read_back(spec, sent.message_id)
        assert read is not None
        assert read.is_whole
    keys = {request.headers.get("x-api-key") for request in claude.server.model_requests()}
    assert keys == {"sk-ant-of-the-other"}
    assert list(other.glob("projects/*/*.jsonl"))
    assert not list((claude.folder / "config").glob("projects/*/*.jsonl"))
    async with claude.answerer() as answerer:
        assert await answerer.verify(spec, sent.message_id) is Arrival.NOT_ARRIVED


async def test_an_account_that_nobody_signed_in_to_does_not_use_the_other_ones_key(claude: ClaudeRig) -> None:
    assert claude.environment["ANTHROPIC_API_KEY"] == KEY
    async with account_of(claude, claude.folder / "empty") as answerer:
        readiness = await answerer.check()
        assert readiness.is_signed_in is False
        assert readiness.reason == FailureReason.NOT_SIGNED_IN
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(claude.spec())
    assert caught.value.reason is FailureReason.NOT_SIGNED_IN
    assert claude.server.model_requests() == []


async def test_what_is_said_of_the_program(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        readiness = await answerer.check()
        assert (readiness.program, readiness.is_signed_in) == (claude.program, True)
        setup = answerer.info.setup
        assert setup.install
        assert setup.sign_in
        assert setup.site.startswith("https://")
        assert Support.NO not in support_of(answerer.capabilities).values()
