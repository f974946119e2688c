# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason, NotFoundError
from onesist_desktop.core.ids import RunId, WorktreeId
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.rewinding import Span
from onesist_desktop.core.turn_events import OutcomeKind, Usage, failed
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.storage.records import WorktreeRecord
from tests.fakes.scripted_answerer import Script
from tests.support.rewind_rig import rewinding, talk
from tests.support.service_rig import service_rig

KEY = "sk-canary-0123456789abcdef"


async def test_a_run_tells_what_it_was_told_and_which_runs_are_beside_it(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        assert await rig.runs_service.newest(rig.thread_id) is None
        rig.context.redactor.set_own_keys([KEY])
        rig.answerers["agent-a"].scripts = [Script(reply=f"it is {KEY}", usage=Usage(10, 20, occupied=30))]
        await rig.send("one")
        await rig.send("two", "agent-b")
        first, second = await rig.runs()
        details = await rig.runs_service.details(first.id)
        assert (details.run.ordinal, details.question_seq, details.mode) == (1, 1, PermissionMode.ASK)
        assert details.cwd == str(tmp_path / "project")
        assert details.handoff is None
        assert details.reply is not None
        assert details.reply.text == f"it is {KEY}"
        assert details.run.usage == Usage(10, 20, occupied=30)
        assert (details.previous_run_id, details.next_run_id) == (None, second.id)
        assert details.native_session_id == (await rig.sessions())[0].native_session_id
        assert details.session_note == ""
        newest = await rig.runs_service.newest(rig.thread_id)
        assert newest is not None
        assert newest == await rig.runs_service.details(second.id)
        assert newest.handoff is not None
        assert newest.handoff == await rig.handoffs.read(newest.handoff.id)
        assert KEY not in newest.handoff.text
        assert (newest.previous_run_id, newest.next_run_id) == (first.id, None)


async def test_a_run_without_answer_session_or_luck(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["model-m"].scripts = [Script(outcome=failed(FailureReason.OVERLOADED))]
        await rig.send("one", "model-m")
        details = await rig.runs_service.newest(rig.thread_id)
        assert details is not None
        assert (details.reply, details.native_session_id, details.session_note) == (None, "", "")
        assert details.run.outcome is not None
        assert details.run.outcome.kind is OutcomeKind.FAILED
        await rig.send("two")
        (row,) = await rig.sessions()
        await rig.context.database.run(lambda uow: uow.sessions.retire(row.id, RetireReason.CWD_CHANGED, 1.0))
        retired = await rig.runs_service.newest(rig.thread_id)
        assert retired is not None
        assert retired.session_note == "cwd_changed"
        with pytest.raises(NotFoundError):
            await rig.runs_service.details(RunId("none"))


async def test_a_run_in_an_own_copy_tells_so_also_when_that_is_gone(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        (run,) = await rig.runs()
        project_id = (await rig.context.database.run(lambda uow: uow.threads.get(rig.thread_id))).project_id
        copy = WorktreeRecord(
            WorktreeId("w1"), project_id, "input/code/api", "/x", "/base", run.cwd, True, WorktreeState.READY, 1.0, 1.0
        )
        await rig.context.database.run(lambda uow: uow.worktrees.add(copy))
        details = await rig.runs_service.details(run.id)
        assert (details.copy_of, details.copy_is_gone) == ("api", False)
        await rig.context.database.run(lambda uow: uow.worktrees.change(copy.id, state=WorktreeState.REMOVED))
        details = await rig.runs_service.details(run.id)
        assert (details.copy_of, details.copy_is_gone) == ("api", True)


async def test_runs_that_were_set_aside_are_stepped_over_until_they_are_back(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        rig = at.rig
        await talk(at, "one", "two", "three")
        first, second, third = await rig.runs()

        async def newest() -> tuple[RunId, RunId | None, RunId | None]:
            found = await rig.runs_service.newest(rig.thread_id)
            assert found is not None
            return found.run.id, found.previous_run_id, found.next_run_id

        assert await newest() == (third.id, second.id, None)
        await at.rewind("re two")
        assert await newest() == (second.id, first.id, None)
        await at.rewinds.undo(rig.thread_id)
        assert await newest() == (third.id, second.id, None)
        await at.rewind("re one")
        assert await newest() == (first.id, None, None)
        await talk(at, "four")
        fourth = (await rig.runs())[-1]
        assert await newest() == (fourth.id, first.id, None)
        assert (await rig.runs_service.details(first.id)).next_run_id == fourth.id


async def test_a_rewind_to_a_question_leaves_its_run_without_the_answer(tmp_path: Path) -> None:
    async with rewinding(tmp_path) as at:
        await talk(at, "one", "two")
        await at.rewind("two")
        second = (await at.rig.runs())[-1]
        found = await at.rig.runs_service.newest(at.rig.thread_id)
        assert found is not None
        assert (found.run.id, found.reply) == (second.id, None)
        await at.rewinds.undo(at.rig.thread_id)
        found = await at.rig.runs_service.newest(at.rig.thread_id)
        assert found is not None and found.reply is not None and found.reply.text == "re two"


async def test_a_thread_whose_runs_were_all_set_aside_has_none(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        await rig.context.database.run(lambda uow: uow.rewinds.set_aside(rig.thread_id, Span(0, 9)))
        assert await rig.runs_service.newest(rig.thread_id) is None
