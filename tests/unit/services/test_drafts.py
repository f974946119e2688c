# SPDX-License-Identifier: MIT
"""What was written and not sent is never lost, and what was sent never comes back as if it had not been."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import InvalidInputError, NotFoundError, StorageError
from onesist_desktop.core.ids import ProjectId, ProviderId, ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.services.views import Draft, QueueView
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig
from tests.unit.services.test_faults import fail_at

KEY = "sk-canary-0123456789abcdef"
PICTURE = AttachmentPart("shot.png", "/data/ab/abcd.png", "image/png", 12)
A = ProviderId("agent-a")


async def draft_of(rig: Rig) -> Draft:
    return (await rig.threads.open_thread(rig.thread_id)).draft


async def save(rig: Rig, text: str, *attachments: AttachmentPart) -> None:
    await rig.drafts.save(rig.project_id, rig.thread_id, Draft(text, attachments))


async def test_a_draft_is_there_after_a_restart_until_it_is_emptied(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        assert await draft_of(rig) == Draft()
        await save(rig, "half a  \n thought", PICTURE)
        await rig.drafts.save(rig.project_id, None, Draft("for a new one"))
    async with service_rig(tmp_path) as rig:
        assert await draft_of(rig) == Draft("half a  \n thought", (PICTURE,))
        assert await rig.drafts.of_project(rig.project_id) == Draft("for a new one")
        await save(rig, "", PICTURE)
        assert await draft_of(rig) == Draft("", (PICTURE,))
        await save(rig, " \n")
        assert await draft_of(rig) == Draft()
        await rig.drafts.save(rig.project_id, None, Draft())
        assert await rig.drafts.of_project(rig.project_id) == Draft()


async def test_a_draft_belongs_to_something_that_is_there(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        with pytest.raises(NotFoundError):
            await rig.drafts.save(rig.project_id, ThreadId("none"), Draft("x"))
        with pytest.raises(NotFoundError):
            await rig.drafts.save(ProjectId("none"), None, Draft("x"))
        assert await rig.drafts.of_project(ProjectId("none")) == Draft()


async def test_keys_in_a_draft_are_stored_hidden_and_shown_again(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        written = Draft(f"use {KEY}", (AttachmentPart(f"{KEY}.txt", "/data/x.txt"),))
        await rig.drafts.save(rig.project_id, rig.thread_id, written)
        assert await draft_of(rig) == written
        stored = await rig.context.database.run(lambda uow: uow.drafts.get(rig.thread_id))
        assert stored is not None
        assert KEY not in str(stored)
    for path in tmp_path.rglob("onesist.db*"):
        assert KEY.encode() not in path.read_bytes()


async def test_a_key_that_is_told_later_is_taken_out_of_drafts_and_queued_attachments(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await save(rig, f"use {KEY}", AttachmentPart(f"{KEY}.txt", "/data/x.txt"))
        options = RunOptions(A, attachments=(AttachmentPart(f"{KEY}.txt", "/data/x.txt"),))
        await rig.queue.add(rig.thread_id, "later", options)
        count = await rig.context.database.run(lambda uow: uow.replace_everywhere(KEY, "[secret:0123456789ab]"))
        assert count == 3
        stored = await rig.context.database.run(lambda uow: (uow.drafts.get(rig.thread_id), uow.queue.of_thread(rig.thread_id)))
        assert KEY not in str(stored)


async def test_the_draft_that_was_sent_goes_with_the_same_commit(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await save(rig, "  hello \n", PICTURE)
        await rig.turns.send(rig.thread_id, "hello", RunOptions(A, attachments=(PICTURE,)))
        assert await draft_of(rig) == Draft()
        await rig.idle()
        # Written since: another text, or the same with another file.
        for other in (Draft("hello there"), Draft("hello", (PICTURE,))):
            await rig.drafts.save(rig.project_id, rig.thread_id, other)
            await rig.send("hello")
            assert await draft_of(rig) == other


async def test_the_draft_of_a_project_goes_with_the_first_message_of_a_thread_only(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.drafts.save(rig.project_id, None, Draft("hello"))
        await rig.send("hello")
        assert await rig.drafts.of_project(rig.project_id) == Draft()
        await rig.drafts.save(rig.project_id, None, Draft("hello"))
        await rig.send("hello")
        assert await rig.drafts.of_project(rig.project_id) == Draft("hello")


async def test_a_send_that_fails_keeps_the_draft_and_sends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        await save(rig, "hello")
        with monkeypatch.context() as patch:
            fail_at(rig, patch, lambda number: number == 1)
            with pytest.raises(StorageError):
                await rig.send("hello")
        assert await draft_of(rig) == Draft("hello")
        assert await rig.messages() == []


async def test_a_message_that_is_queued_takes_its_draft_and_its_files_along(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        hold = asyncio.Event()
        rig.answerers["agent-a"].scripts = [Script(hold=hold)]
        await rig.turns.send(rig.thread_id, "first", rig.options("agent-a"))
        await save(rig, "", PICTURE)
        await rig.turns.send(rig.thread_id, "", RunOptions(A, attachments=(PICTURE,)))
        shown = await rig.threads.open_thread(rig.thread_id)
        assert shown.draft == Draft()
        assert isinstance(shown.queue, QueueView)
        (item,) = shown.queue.items
        assert (item.text, item.attachments) == ("", (PICTURE,))
        # Its text may be empty, as it has a file; and what is being written now is another message.
        await rig.turns.edit_queued(item.id, "look")
        await rig.turns.edit_queued(item.id, " ")
        await save(rig, "", PICTURE)
        hold.set()
        await rig.idle()
        assert await draft_of(rig) == Draft("", (PICTURE,))
        assert rig.answerers["agent-a"].prompts[-1].attachments == (PICTURE,)
        with pytest.raises(InvalidInputError):
            await rig.turns.send(rig.thread_id, " ", rig.options("agent-a"))


async def test_files_alone_can_be_sent_and_name_the_thread(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        named = AttachmentPart(f"{KEY}.png", PICTURE.path, "image/png", 12)
        await rig.turns.send(rig.thread_id, "", RunOptions(A, attachments=(PICTURE, named)))
        await rig.idle()
        (view,) = await rig.threads.list_threads(rig.project_id)
        assert view.title == "shot.png"
        prompt = rig.answerers["agent-a"].prompts[-1]
        assert prompt.text == ""
        assert [part.path for part in prompt.attachments] == [PICTURE.path] * 2
        stored = (await rig.messages())[0].parts
        assert KEY not in str(stored)
        shown = (await rig.threads.open_thread(rig.thread_id)).page.messages[0].parts
        assert shown == (PICTURE, named)
        # Who joins later is told of them by name and place.
        await rig.send("and you?", "model-m")
        assert f"Attachment: shot.png ({PICTURE.path})" in rig.answerers["model-m"].prompts[-1].history[0].text
