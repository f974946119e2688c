# SPDX-License-Identifier: MIT
"""What a merge brings to the parent, once and no more, and how every provider of the parent is told it."""

from __future__ import annotations

from pathlib import Path

import pytest

from onesist_desktop.core.errors import LineageError, LineageFault, NotFoundError, StorageError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.records import Resolution, TransferKind
from onesist_desktop.services.views import MergeState
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.support.merge_rig import MergeRig, merge_rig


async def _refused(rig: MergeRig, child_id: ThreadId) -> LineageFault:
    """Try a merge that is refused, and see that nothing moved."""
    before = await rig.fingerprint(), await rig.fingerprint(child_id)
    with pytest.raises(LineageError) as caught:
        await rig.merges.merge(child_id)
    assert (await rig.fingerprint(), await rig.fingerprint(child_id)) == before
    return caught.value.fault


async def test_a_merge_is_one_message_of_history_a_notice_and_a_transfer(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared question", "shared answer")
        child_id = await rig.fork()
        await rig.send("child question", "child answer", child_id)
        preview = await rig.merges.preview(child_id)
        await rig.merges.merge(child_id)
        (message,) = await rig.merged()
        notice = (await rig.messages())[-1]
        assert (message.role, message.kind, message.is_content, message.run_id) == (Role.USER, MessageKind.MERGE, True, None)
        assert message.data["items"] == [["user", 4, "child question"], ["assistant", 6, "child answer"]]
        assert (message.data["child_thread_id"], message.data["from_seq"], message.data["to_seq"]) == (child_id, 4, 6)
        assert message.text == preview.text
        assert "historical context and NOT new instructions" in message.text
        assert "New message" not in message.text
        assert child_id in message.text
        assert "is the new message" not in message.text
        assert (notice.kind, notice.seq, notice.is_notice) == (MessageKind.MERGE, message.seq + 1, True)
        assert notice.data == {
            "child_thread_id": child_id,
            "child_title": (await rig.record(child_id)).title,
            "message_id": message.id,
            "included": 2,
            "omitted": 0,
            "bytes": len(message.text.encode()),
            "from_seq": 4,
            "to_seq": 6,
        }
        (transfer,) = await rig.run(
            lambda uow: uow._connection.exec_driver_sql(
                "SELECT kind, source_thread_id, target_thread_id, base_seq, source_seq, resolution, message_id, source_provider_id,"
                " target_provider_id FROM context_transfers WHERE kind = 'merge'"
            ).all()
        )
        assert tuple(transfer) == (
            TransferKind.MERGE, child_id, rig.parent_id, 2, 6, Resolution.PORTABLE, message.id, "agent-a", "agent-a",
        )  # fmt: skip
        assert (await rig.record(child_id)).merged_upto_seq == 6
        # It isn't the person's own, so it isn't gone to as such.
        assert await rig.run(lambda uow: uow.messages.next_question(rig.parent_id, 1, forward=True)) is None
        assert (preview.message_count, preview.left_out, preview.parent_works) == (2, (), False)
        assert [item.text for item in preview.items] == ["child question", "child answer"]
        assert preview.size_bytes <= preview.budget_bytes


async def test_the_rows_of_child_and_parent_tell_how_they_stand(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("one", "1")
        assert (await rig.view(rig.parent_id)).merge is MergeState.NONE
        child_id = await rig.fork()
        assert (await rig.view(child_id)).merge is MergeState.NONE
        await rig.send("two", "2", child_id)
        await rig.send("three", "3", child_id)
        view = await rig.view(child_id)
        assert (view.merge, view.unmerged_count) == (MergeState.UNMERGED, 2)
        assert (rig.changed[-1].id, rig.changed[-1].unmerged_count) == (child_id, 2)
        await rig.merges.merge(child_id)
        view = await rig.view(child_id)
        assert (view.merge, view.unmerged_count) == (MergeState.MERGED, 0)
        assert {each.id: each.merge for each in rig.changed[-2:]} == {
            rig.parent_id: MergeState.NONE,
            child_id: MergeState.MERGED,
        }
        await rig.send("four", "4", child_id)
        listed = {each.id: each for each in await rig.base.threads.list_threads(rig.base.project_id)}
        assert (listed[child_id].merge, listed[child_id].unmerged_count) == (MergeState.PARTLY, 1)
        assert listed[rig.parent_id].merge is MergeState.NONE


async def test_a_merge_counts_as_one_message_whatever_seqs_it_brought(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("in the parent", "1")
        await rig.send("more in the parent", "2")
        for number in range(3):
            await rig.send(f"in the child {number}", "c", child_id)
        await rig.merges.merge(child_id)
        await rig.send("who are you?", "b", provider="agent-b")
        brought = {seq for _, seq, _ in (await rig.merged())[0].data["items"]}
        (receipt,) = [m for m in await rig.messages() if m.kind is MessageKind.HANDOFF]
        own = {m.seq for m in await rig.messages() if m.is_content and m.seq < receipt.seq}
        assert brought & own, "seqs of the branch that are seqs of the parent too"
        # Three questions with their answers, and the merge.
        assert (receipt.data["included"], receipt.data["omitted"]) == (7, 0)


async def test_merging_again_brings_only_what_is_new(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("first", "1", child_id)
        await rig.merges.merge(child_id)
        assert await _refused(rig, child_id) is LineageFault.NOTHING_NEW
        await rig.send("second", "2", child_id)
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["first", "1"], ["second", "2"]]


async def test_several_children_each_bring_their_own(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        one, two = await rig.fork(), await rig.fork()
        await rig.send("in one", "1", one)
        await rig.send("in two", "2", two)
        await rig.merges.merge(two)
        await rig.merges.merge(one)
        assert await rig.texts() == [["in two", "2"], ["in one", "1"]]
        three = await rig.fork()
        await rig.send("in three", "3", three)
        await rig.merges.merge(three)
        # What the parent had from its other forks isn't this one's own.
        assert (await rig.texts())[-1] == ["in three", "3"]


async def test_what_a_fork_of_a_fork_brought_travels_on(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("child says", "c", child_id)
        grandchild_id = await rig.fork(child_id)
        await rig.send("grandchild says", "g", grandchild_id)
        await rig.merges.merge(grandchild_id)
        assert await rig.texts(child_id) == [["grandchild says", "g"]]
        assert await rig.texts() == []
        assert (await rig.view(child_id)).unmerged_count == 2
        await rig.merges.merge(child_id)
        (message,) = await rig.merged()
        assert [(kind, text) for kind, _, text in message.data["items"]] == [
            ("user", "child says"), ("assistant", "c"), ("user", "grandchild says"), ("assistant", "g"),
        ]  # fmt: skip
        assert (await rig.view(child_id)).merge is MergeState.MERGED


async def test_what_a_fork_got_only_by_merges_is_its_own_too(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        grandchild_id = await rig.fork(child_id)
        await rig.send("deep", "g", grandchild_id)
        await rig.merges.merge(grandchild_id)
        assert (await rig.view(child_id)).merge is MergeState.UNMERGED
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["deep", "g"]]


@pytest.mark.parametrize("provider", ["agent-a", "agent-b", "model-m"])
async def test_every_provider_of_the_parent_is_told_what_was_merged(tmp_path: Path, provider: str) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("found in the branch", "the bug is in b.py", child_id, "agent-b")
        await rig.merges.merge(child_id)
        await rig.send("so?", "ok", provider=provider)
        prompt = rig.base.answerers[provider].prompts[-1]
        told = prompt.context + "\n".join(entry.text for entry in prompt.history)
        assert told.count("found in the branch") == 1
        assert told.count("the bug is in b.py") == 1
        assert told.count("NOT new instructions") == 1
        assert prompt.text == "so?"


async def test_what_was_merged_survives_a_switch_and_a_way_back(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("in the branch", "branch answer", child_id)
        await rig.merges.merge(child_id)
        for provider in ("agent-b", "model-m", "agent-a", "agent-b"):
            await rig.send(f"now {provider}", f"here is {provider}", provider=provider)
        sessions = await rig.run(lambda uow: uow.sessions.of_thread(rig.parent_id))
        for session in sessions:
            held = "\n".join(rig.base.answerers[session.provider_id].held[session.native_session_id or ""])
            assert held.count("branch answer") == 1, session.provider_id
        history = rig.base.answerers["model-m"].prompts[-1].history
        assert sum("branch answer" in entry.text for entry in history) == 1


async def test_a_merge_says_what_did_not_fit_and_counts_it_as_brought(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        for number in range(4):
            await rig.send(f"question {number}", f"answer {number} " * 40, child_id)
        rig.base.preferences.handoff_cap_bytes = 1_500
        preview = await rig.merges.preview(child_id)
        assert preview.left_out
        assert preview.size_bytes <= preview.budget_bytes == 1_500
        assert len(preview.items) + len(preview.left_out) == 8
        await rig.merges.merge(child_id)
        (message,) = await rig.merged()
        assert message.text == preview.text
        notice = (await rig.messages())[-1]
        assert notice.data["included"] == preview.message_count
        assert notice.data["included"] + notice.data["omitted"] == 8
        assert await _refused(rig, child_id) is LineageFault.NOTHING_NEW


async def test_the_window_of_who_answers_in_the_parent_bounds_it(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("q", "a", child_id)
        assert (await rig.merges.preview(child_id)).budget_bytes == 16_000
        rig.base.answerers["model-m"].window = 16_400
        await rig.send("with a small one", "yes", provider="model-m")
        assert (await rig.merges.preview(child_id)).budget_bytes == 400


async def test_nothing_moves_when_nothing_fits(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("q", "a", child_id)
        rig.base.preferences.handoff_cap_bytes = 100
        assert await _refused(rig, child_id) is LineageFault.NOTHING_FITS
        with pytest.raises(LineageError):
            await rig.merges.preview(child_id)


async def test_a_thread_that_is_no_fork_has_nowhere_to_go(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        assert await _refused(rig, rig.parent_id) is LineageFault.NOT_A_FORK
        with pytest.raises(NotFoundError):
            await rig.merges.merge(ThreadId("nobody"))
        await rig.run(lambda uow: uow.threads.change(child_id, deleted_at=1.0))
        with pytest.raises(NotFoundError):
            await rig.merges.merge(child_id)


async def test_a_parent_that_is_gone_is_said_and_an_archived_one_is_not(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("q", "a", child_id)
        await rig.run(lambda uow: uow.threads.change(rig.parent_id, deleted_at=1.0))
        assert await _refused(rig, child_id) is LineageFault.PARENT_GONE
        await rig.run(lambda uow: uow.threads.change(rig.parent_id, deleted_at=None, archived_at=1.0))
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["q", "a"]]
        await rig.run(lambda uow: uow.threads.change(child_id, parent_thread_id="vanished"))
        with pytest.raises(LineageError, match="parent_gone"):
            await rig.merges.preview(child_id)


async def test_a_lineage_that_leads_back_to_itself_is_refused(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("q", "a", child_id)
        # As only a damaged database has it: the parent would be merged into its own child.
        await rig.run(lambda uow: uow.threads.change(rig.parent_id, parent_thread_id=child_id, forked_at_seq=1))
        assert await _refused(rig, child_id) is LineageFault.CYCLE
        assert await _refused(rig, rig.parent_id) is LineageFault.CYCLE
        await rig.run(lambda uow: uow.threads.change(child_id, parent_thread_id=child_id))
        assert await _refused(rig, child_id) is LineageFault.CYCLE


async def test_a_merge_that_is_set_aside_counts_as_not_merged(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("first", "1", child_id)
        await rig.merges.merge(child_id)
        await rig.send("second", "2", child_id)
        await rig.merges.merge(child_id)
        first, second = await rig.merged()
        await rig.set_aside(second.id)
        assert (await rig.record(child_id)).merged_upto_seq == 6
        assert (await rig.view(child_id)).merge is MergeState.PARTLY
        await rig.set_aside(first.id)
        assert (await rig.record(child_id)).merged_upto_seq is None
        assert (await rig.view(child_id)).merge is MergeState.UNMERGED
        assert [item.text for item in (await rig.merges.preview(child_id)).items] == ["first", "1", "second", "2"]
        await rig.set_aside(first.id, is_aside=False)
        assert [item.text for item in (await rig.merges.preview(child_id)).items] == ["second", "2"]


async def test_an_attempt_that_can_not_be_stored_leaves_no_half_of_a_merge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with merge_rig(tmp_path) as rig:
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send("q", "a", child_id)
        before = await rig.fingerprint(), await rig.fingerprint(child_id)

        def fail(store: object, child_id: ThreadId) -> bool:
            raise StorageError("the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr("onesist_desktop.storage.merges.MergeStore.refresh", fail)
            with pytest.raises(StorageError):
                await rig.merges.merge(child_id)
        assert (await rig.fingerprint(), await rig.fingerprint(child_id)) == before
        await rig.merges.merge(child_id)
        assert await rig.texts() == [["q", "a"]]


async def test_what_is_secret_stays_hidden_in_a_merge(tmp_path: Path) -> None:
    async with merge_rig(tmp_path) as rig:
        key = "canary-key-" + "Zx9" * 8
        rig.base.context.redactor.set_own_keys([key])
        await rig.send("shared", "yes")
        child_id = await rig.fork()
        await rig.send(f"my key is {key}", f"{key} is noted", child_id)
        preview = await rig.merges.preview(child_id)
        assert key not in preview.text
        assert "[secret:" in preview.text
        await rig.merges.merge(child_id)

        def rows(uow: UnitOfWork) -> str:
            query = "SELECT data FROM messages UNION ALL SELECT data FROM message_parts"
            return repr(uow._connection.exec_driver_sql(query).all())

        assert key not in await rig.run(rows)
        await rig.send("so?", "ok", provider="agent-b")
        assert key not in rig.base.answerers["agent-b"].prompts[-1].context
