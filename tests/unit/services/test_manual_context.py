# SPDX-License-Identifier: MIT
"""What the person changes of a handover: the preview lists it item by item, and the send does exactly that."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ManualContext
from onesist_desktop.core.messages import CallState, CommandPart, FileChangePart
from onesist_desktop.core.records import ReceiptKind, Strategy
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services import handoff_manual
from onesist_desktop.services.handoff_manual import masked_manual
from onesist_desktop.services.views import HandoffPreview
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig

KEY = "sk-1234567890abcdefghij"


async def preview(rig: Rig, provider: str = "agent-b", manual: ManualContext | None = None, text: str = "next") -> HandoffPreview:
    options = replace(rig.options(provider), manual=manual)
    return await rig.handoffs.preview(rig.thread_id, options, text, with_items=True)


async def send(rig: Rig, manual: ManualContext | None, provider: str = "agent-b", text: str = "next") -> None:
    await rig.turns.send(rig.thread_id, text, replace(rig.options(provider), manual=manual))
    await rig.idle()


async def test_the_preview_lists_all_that_is_due_in_order(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        await rig.send("two")
        found = await preview(rig)
        assert [(item.item.kind, item.item.seq, item.place, item.provider_id) for item in found.items] == [
            ("user", 1, 0, None),
            ("assistant", 2, 0, "agent-a"),
            ("user", 3, 0, None),
            ("assistant", 4, 0, "agent-a"),
        ]
        assert all(item.is_chosen and not item.is_left_out for item in found.items)
        assert (found.manual, found.secret_count, found.unlisted_count) == (None, 0, 0)
        plain = await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"), "next")
        assert plain.items == ()
        assert plain.text == found.text


async def test_what_was_left_out_stays_out_and_the_note_comes_first(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        await rig.send("two")
        manual = ManualContext(((2, 0), (4, 0), (99, 0), (1, 7)), "  Mind the cookie.\n# Not a heading ")
        found = await preview(rig, manual=manual)
        assert [item.item.seq for item in found.items if item.is_chosen] == [1, 3]
        assert [item.item.seq for item in found.items if item.is_left_out] == [2, 4]
        assert found.manual == manual
        await send(rig, manual)
        (told,) = await rig.handed_over()
        assert told.text == found.text
        assert told.strategy is Strategy.MANUAL
        assert (told.included_seqs, told.omitted_seqs, told.included_count, told.omitted_count) == ((1, 3), (2, 4), 2, 2)
        assert told.text.index("### Note from the user\nMind the cookie.\n\\# Not a heading\n\n### User (#1)")
        assert "2 items were left out." in told.text
        assert rig.answerers["agent-b"].prompts[-1].context == told.text
        # For that send only; what was left out counts as offered.
        after = await preview(rig)
        assert (after.transition, after.due_count) == (TransitionKind.REUSE, 0)
        assert rig.errors == []


async def test_a_choice_waits_in_the_queue_with_its_message(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        hold = asyncio.Event()
        await rig.begin("one", Script(hold=hold))
        manual = ManualContext(((1, 0),), f"The key is {KEY}")
        rig.context.redactor.set_own_keys([KEY])
        await rig.turns.send(rig.thread_id, "next", replace(rig.options("agent-b"), manual=manual))
        (queued,) = await rig.queued()
        assert queued.manual is not None
        assert queued.manual.left_out == ((1, 0),)
        assert KEY not in queued.manual.note
        hold.set()
        await rig.idle()
        (told,) = await rig.handed_over()
        assert (told.strategy, told.included_seqs, told.omitted_seqs) == (Strategy.MANUAL, (2,), (1,))
        assert "### Note from the user\nThe key is [secret:" in told.text
        assert rig.errors == []


async def test_all_left_out_hands_over_nothing_and_the_history_stays_owed(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        manual = ManualContext(((1, 0), (2, 0)))
        found = await preview(rig, manual=manual)
        assert (found.text, found.omitted_count) == ("", 2)
        await send(rig, manual)
        assert await rig.handed_over() == []
        assert (await preview(rig)).due_count == 2
        # A note goes alone then.
        await send(rig, replace(manual, note="Only this."))
        (told,) = await rig.handed_over()
        assert "Only this." in told.text
        assert (told.included_count, told.omitted_count) == (0, 2)
        assert (await preview(rig)).due_count == 2
        assert rig.errors == []


@pytest.mark.parametrize("manual", [ManualContext(((2, 0),)), ManualContext((), "Look here.")])
async def test_a_model_gets_a_slice_where_its_history_was_changed(tmp_path: Path, manual: ManualContext) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        await send(rig, manual, "model-m")
        prompt = rig.answerers["model-m"].prompts[-1]
        assert prompt.history == ()
        assert prompt.context.startswith("## Context from Onesist")
        assert ("### Assistant (#2)" in prompt.context) is not bool(manual.left_out)
        assert ("Look here." in prompt.context) is bool(manual.note)
        (told,) = await rig.handed_over()
        assert told.strategy is Strategy.MANUAL
        assert (await rig.receipts())[-1]["receipt"] == ReceiptKind.SLICED
        # The next one gets all of it again, as messages.
        await rig.send("two", "model-m")
        assert len(rig.answerers["model-m"].prompts[-1].history) == 4
        assert rig.errors == []


async def test_a_choice_that_changes_nothing_is_none(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        assert masked_manual(ManualContext((), "  "), rig.context.redactor) is None
        assert masked_manual(None, rig.context.redactor) is None
        await rig.send("one")
        await send(rig, ManualContext((), " \n"))
        assert (await rig.handed_over())[0].strategy is Strategy.FULL


async def test_secrets_of_the_note_are_hidden_and_counted(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        await rig.send("one")
        found = await preview(rig, manual=ManualContext((), f"Use {KEY}, yes {KEY}."))
        assert KEY not in found.text
        assert found.secret_count == 1
        await send(rig, ManualContext((), f"Use {KEY}."))
        assert KEY not in (await rig.handed_over())[0].text


async def test_send_again_takes_a_choice_too(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        message = await rig.message_id("one")
        manual = ManualContext(((1, 0),), f"again {KEY}")
        rig.context.redactor.set_own_keys([KEY])
        await rig.turns.send_again(rig.thread_id, message, replace(rig.options("agent-b"), manual=manual))
        await rig.idle()
        (told,) = await rig.handed_over()
        assert told.strategy is Strategy.MANUAL
        assert KEY not in told.text
        assert "### User (#1)" not in told.text


async def test_of_a_long_history_the_newest_items_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handoff_manual, "MOST_LISTED", 3)
    async with service_rig(tmp_path) as rig:
        await rig.fill(10, "x" * 3_000)
        found = await preview(rig, manual=ManualContext(((2, 0),)))
        listed = [item.item.seq for item in found.items]
        assert listed[-3:] == [8, 9, 10]
        assert 2 in listed
        assert {item.item.seq for item in found.items if item.is_chosen} == {item.seq for item in found.chosen}
        assert found.unlisted_count == 10 - len(listed)
        monkeypatch.setattr(handoff_manual, "MOST_LISTED_BYTES", 1)
        found = await preview(rig)
        assert [item.item for item in found.items] == list(found.chosen)


async def test_a_whole_handover_says_how_the_work_stands_and_a_delta_does_not(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        reply = (await rig.messages())[-1]
        parts = {
            5: CommandPart("c1", "npm test", "", 1, CallState.FAILED),
            6: FileChangePart("src/session.ts"),
        }

        def work(uow: UnitOfWork) -> None:
            uow.messages.write_parts(reply.id, parts, 20)
            uow.outlines.forget(rig.thread_id)

        await rig.context.database.run(work)
        await send(rig, None)
        (told,) = await rig.handed_over()
        state = "### State\nChanged files: src/session.ts\nLast test: npm test: failed (exit code 1)\n\n"
        assert state in told.text
        await rig.send("back again")
        assert "### State" not in (await rig.handed_over())[-1].text


async def test_a_key_that_becomes_known_later_is_taken_out_of_the_queue_too(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        hold = asyncio.Event()
        await rig.begin("one", Script(hold=hold))
        await rig.turns.send(rig.thread_id, "next", replace(rig.options("agent-b"), manual=ManualContext((), f"with {KEY}")))
        await rig.context.database.run(lambda uow: uow.replace_everywhere(KEY, "[secret:0123456789ab]"))
        (queued,) = await rig.queued()
        assert queued.manual == ManualContext((), "with [secret:0123456789ab]")
        hold.set()
        await rig.idle()
