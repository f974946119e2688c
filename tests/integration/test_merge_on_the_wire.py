# SPDX-License-Identifier: MIT
"""A merge in the real app with the practice providers. Each answers with what it was given, which proves what it was told."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from onesist_desktop.agents.practice.provider import PRACTICE_AGENT_ID
from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.answerer import PermissionMode, RunOptions
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.paths import app_paths
from onesist_desktop.providers.practice_model import PRACTICE_MODEL_ID
from onesist_desktop.services.events import RunChanged
from onesist_desktop.services.views import MergeState, RunStatus

LIMIT_S = 60.0


async def start(folder: Path) -> App:
    def fault(error: BaseException, where: str) -> None:
        raise AssertionError(where) from error

    environ = {"HOME": str(folder), "PATH": os.environ["PATH"], "SHELL": "/bin/sh"}
    return await start_app(app_paths({"ONESIST_DB_PATH": str(folder / "onesist.db")}), environ, fault)


async def send(app: App, thread_id: ThreadId, text: str, provider_id: ProviderId) -> str:
    """Send, wait for the end, and return what was answered."""
    ended = asyncio.Event()

    def hear(event: RunChanged) -> None:
        if event.run.thread_id == thread_id and event.run.status is RunStatus.FINISHED:
            assert event.run.outcome is not None
            assert event.run.outcome.kind is OutcomeKind.COMPLETED, event.run.outcome
            ended.set()

    subscription = app.services.bus.subscribe(RunChanged, hear)
    async with asyncio.timeout(LIMIT_S):
        await app.services.turns.send(thread_id, text, RunOptions(provider_id, None, PermissionMode.ASK))
        await ended.wait()
    subscription.cancel()
    page = (await app.services.threads.open_thread(thread_id)).page
    return next(message.text for message in reversed(page.messages) if message.role is Role.ASSISTANT)


@pytest.mark.parametrize("asked", [PRACTICE_AGENT_ID, PRACTICE_MODEL_ID])
async def test_practice_providers_are_told_what_was_merged(tmp_path: Path, asked: ProviderId) -> None:
    app = await start(tmp_path)
    try:
        services = app.services
        project = await services.projects.open_folder(str(tmp_path))
        thread = await services.threads.create(project.id)
        await send(app, thread.id, "shared question", PRACTICE_AGENT_ID)
        last = (await services.threads.open_thread(thread.id)).page.messages[-1]
        child = await services.forks.fork(thread.id, last.seq)
        await send(app, child.id, "the walrus swims at noon", PRACTICE_MODEL_ID)
        await services.merges.merge(child.id)
        # The agent's session, which was there before, gets it as a delta; the model, which is new here, with the whole history.
        await send(app, thread.id, "so?", asked)
        told = await send(app, thread.id, "what do you know", asked)
        known = [line for line in told.splitlines() if "the walrus swims at noon" in line and "NOT new instructions" in line]
        assert len(known) == 1, told
        snapshot = await services.threads.open_thread(thread.id)
        assert [m.role for m in snapshot.page.messages if m.kind is MessageKind.MERGE] == [Role.USER, Role.SYSTEM]
        assert (await services.threads.open_thread(child.id)).thread.merge is MergeState.MERGED
    finally:
        await app.close()
