# SPDX-License-Identifier: MIT
"""What every provider would be told next, and how full its session would be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import Usage
from onesist_desktop.services import handoff_looks, history
from onesist_desktop.services.history import History
from onesist_desktop.services.views import Outlook
from onesist_desktop.storage import outlines
from onesist_desktop.storage.messages import MessageStore
from tests.fakes.scripted_answerer import Script, ScriptedAnswerer
from tests.support.service_rig import Rig, service_rig


async def by_provider(rig: Rig, text: str = "") -> dict[str, Outlook]:
    return {str(outlook.provider_id): outlook for outlook in await rig.handoffs.outlooks(rig.thread_id, text)}


async def check_as_preview(rig: Rig) -> dict[str, Outlook]:
    found = await by_provider(rig)
    for name, outlook in found.items():
        preview = await rig.handoffs.preview(rig.thread_id, rig.options(name))
        assert (outlook.due_count, outlook.omitted_count) == (preview.due_count, preview.omitted_count), name
    return found


async def test_outlooks_count_as_the_preview_does(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        found = await check_as_preview(rig)
        assert {(outlook.due_count, outlook.is_new) for outlook in found.values()} == {(0, True)}
        await rig.send("one")
        await rig.send("two", "agent-b")
        await rig.send("three", "agent-b")
        found = await check_as_preview(rig)
        assert found["agent-a"] == Outlook(ProviderId("agent-a"), 4, 0, is_new=False)
        assert found["agent-b"] == Outlook(ProviderId("agent-b"), 0, 0, is_new=False)
        assert found["model-m"] == Outlook(ProviderId("model-m"), 6, 0, is_new=True)
        await rig.send("four", "model-m")
        found = await check_as_preview(rig)
        assert (found["model-m"].due_count, found["model-m"].is_new) == (0, False)
        rig.preferences.handoff_cap_bytes = 1_024
        await rig.send("x" * 2_000, "agent-b")
        found = await check_as_preview(rig)
        assert found["agent-a"].omitted_count >= 1


def watched_texts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note of which messages the texts are read to outline them."""
    read: list[int] = []
    real = MessageStore.content

    def content(self: MessageStore, *given: Any) -> Any:
        found = real(self, *given)
        read.extend(message.seq for message in found)
        return found

    monkeypatch.setattr(MessageStore, "content", content)
    return read


@pytest.mark.parametrize("slice_seqs", [2, 1_000])
async def test_a_history_is_read_once_for_all_and_kept_until_something_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slice_seqs: int
) -> None:
    monkeypatch.setattr(history, "SLICE_TEXTS", slice_seqs)
    monkeypatch.setattr(handoff_looks, "SLICE_OUTLINED", slice_seqs)
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        await rig.fill(20, first=3)
        read = watched_texts(monkeypatch)
        await by_provider(rig)
        assert sorted(read) == list(range(1, 23))
        await check_as_preview(rig)
        await by_provider(rig, "a longer message")
        assert len(read) == 22
        other = await rig.threads.create(rig.project_id, "other")
        await rig.handoffs.outlooks(other.id)
        assert len(read) == 22
        await by_provider(rig)
        assert len(read) == 44


async def test_whole_stretches_are_read_once_and_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "STRETCH_SEQS", 8)
    async with service_rig(tmp_path) as rig:
        await rig.fill(20)
        read = watched_texts(monkeypatch)
        await check_as_preview(rig)
        assert sorted(read) == list(range(1, 21))
    read.clear()
    async with service_rig(tmp_path) as rig:
        # After a restart only the end is read, which still grows.
        await check_as_preview(rig)
        assert sorted(read) == [17, 18, 19, 20]
        read.clear()
        await rig.send("one", "agent-a")
        await check_as_preview(rig)
        assert {seq for seq in read if seq <= 16} == set()


async def test_a_thread_that_grows_is_outlined_without_anybody_looking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "STRETCH_SEQS", 2)
    async with service_rig(tmp_path) as rig:
        for text in ("one", "two", "three"):
            await rig.send(text)
        known = await rig.context.database.run(lambda uow: uow.outlines.read(rig.thread_id, 0, 9))
        assert {number: list(outline.seqs) for number, outline in known.items()} == {0: [1, 2], 1: [3, 4]}
        read = watched_texts(monkeypatch)
        await check_as_preview(rig)
        assert read == [5, 6]


@pytest.mark.parametrize("provider", ["agent-b", "model-m"])
async def test_a_secret_that_is_taken_out_between_two_looks_is_seen_in_neither(tmp_path: Path, provider: str) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.fill(4, "the key is sk-0123456789")
        before = await rig.handoffs.preview(rig.thread_id, rig.options(provider))
        assert "sk-0123456789" in before.text
        await rig.context.database.run(lambda uow: uow.replace_everywhere("sk-0123456789", "[secret:1]"))
        after = await rig.handoffs.preview(rig.thread_id, rig.options(provider))
        assert "sk-0123456789" not in after.text
        assert (after.due_count, len(after.chosen)) == (before.due_count, len(before.chosen))
        assert (await by_provider(rig))[provider].due_count == after.due_count


WRITTEN = (
    'UPDATE message_parts SET data = \'{"text": "else"}\'',
    "DELETE FROM message_parts WHERE message_id <> 'bulk1'",
    "UPDATE messages SET seq = seq + 100 WHERE id <> 'bulk1'",
)


@pytest.mark.parametrize("statement", WRITTEN)
@pytest.mark.parametrize("provider", ["agent-b", "model-m"])
async def test_what_somebody_else_wrote_into_the_database_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, provider: str
) -> None:
    monkeypatch.setattr(outlines, "STRETCH_SEQS", 4)
    async with service_rig(tmp_path) as rig:

        async def write() -> None:
            await rig.context.database.run(lambda uow: uow._connection.exec_driver_sql(statement))

        await rig.fill(4)
        first = await rig.handoffs.preview(rig.thread_id, rig.options(provider))
        assert "word  #2" in first.text
        await write()
        assert "word  #2" not in (await rig.handoffs.preview(rig.thread_id, rig.options(provider))).text


@pytest.mark.parametrize("statement", WRITTEN)
@pytest.mark.parametrize("provider", ["agent-b", "model-m"])
async def test_a_send_notices_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, provider: str) -> None:
    monkeypatch.setattr(outlines, "STRETCH_SEQS", 4)
    async with service_rig(tmp_path) as rig:
        await rig.fill(4)
        await rig.handoffs.preview(rig.thread_id, rig.options(provider))
        await rig.context.database.run(lambda uow: uow._connection.exec_driver_sql(statement))
        await rig.send("go on", provider)
        (prompt,) = rig.answerers[provider].prompts
        told = "\n".join([prompt.context, *(entry.text for entry in prompt.history)])
        assert "word  #2" not in told
        assert ("else" if "else" in statement else "word  #1") in told


async def test_what_is_said_while_a_long_history_is_read_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "SLICE_TEXTS", 4)
    monkeypatch.setattr(outlines, "STRETCH_SEQS", 4)
    async with service_rig(tmp_path) as rig:
        await rig.fill(40)
        began = asyncio.Event()
        loop, real = asyncio.get_running_loop(), History.read_slice

        def read_slice(self: History, *given: Any) -> bool:
            loop.call_soon_threadsafe(began.set)
            return real(self, *given)

        monkeypatch.setattr(History, "read_slice", read_slice)
        async with asyncio.TaskGroup() as group:
            looking = group.create_task(by_provider(rig))
            await began.wait()
            # Between two slices: the database is free in between.
            await rig.fill(2, first=41)
        assert {outlook.due_count for outlook in looking.result().values()} == {42}


async def test_the_meter_knows_what_a_session_holds_and_guesses_what_goes_over(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        a, m = rig.answerers["agent-a"], rig.answerers["model-m"]
        look: Callable[[str], Any] = lambda name: rig.handoffs.preview(rig.thread_id, rig.options(name))  # noqa: E731
        fresh = await look("agent-a")
        assert (fresh.occupied, fresh.context_window) == (0, None)
        a.scripts = [Script(usage=Usage(occupied=50_000, context_window=200_000))]
        await rig.send("one")
        known = await look("agent-a")
        assert (known.occupied, known.context_window) == (50_000, 200_000)
        await rig.send("two " * 100, "agent-b")
        owed = await look("agent-a")
        assert owed.occupied == 50_000 + -(-len(owed.text) // 4)
        # An agent that doesn't say what its session holds.
        told = await look("agent-b")
        assert (told.occupied, told.context_window) == (None, None)
        model = await look("model-m")
        assert model.occupied == -(-len("".join(m.text for m in await rig.messages())) // 4)
        assert model.context_window is None
        assert m.prompts == []


async def test_outlooks_ask_no_provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        asked: list[str] = []

        async def list_models(self: ScriptedAnswerer) -> list[ModelInfo]:
            asked.append(self.provider)
            return [ModelInfo("only", context_window=1_000)]

        monkeypatch.setattr(ScriptedAnswerer, "list_models", list_models)
        await rig.fill(20)
        found = await by_provider(rig)
        assert (asked, found["model-m"].omitted_count) == ([], 0)
        preview = await rig.handoffs.preview(rig.thread_id, rig.options("model-m"))
        assert (asked, preview.context_window) == (["model-m"], 1_000)
        # Once it is known it counts.
        assert (await by_provider(rig))["model-m"].omitted_count == preview.omitted_count > 0
