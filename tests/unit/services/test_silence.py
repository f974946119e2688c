# SPDX-License-Identifier: MIT
"""A provider that is not heard of for long: told, taken back, and never ended for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import ApprovalAsked, ApprovalClosed, OutcomeKind, PartEnded, Retrying
from onesist_desktop.services.events import RunChanged
from onesist_desktop.services.views import RunView
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig


def listen(rig: Rig) -> list[RunView]:
    told: list[RunView] = []
    rig.context.bus.subscribe(RunChanged, lambda event: told.append(event.run))
    return told


async def until_quiet(told: list[RunView]) -> RunView:
    while not told or told[-1].quiet_since is None:
        await asyncio.sleep(0.005)
    return told[-1]


async def test_silence_is_told_ends_with_the_next_event_and_never_ends_the_run(tmp_path: Path) -> None:
    async with service_rig(tmp_path, quiet_after_s=0.05) as rig:
        told, hold = listen(rig), asyncio.Event()
        await rig.begin("one", Script(hold=hold))
        quiet = await until_quiet(told)
        assert quiet.quiet_since is not None
        assert quiet.quiet_since > 1_700_000_000
        assert (await rig.threads.open_thread(rig.thread_id)).run == quiet
        hold.set()
        await rig.idle()
        assert told[-1].quiet_since is None
        assert (await rig.runs())[0].outcome is OutcomeKind.COMPLETED


async def test_a_silent_run_can_be_stopped_also_before_it_took_the_prompt(tmp_path: Path) -> None:
    async with service_rig(tmp_path, quiet_after_s=0.05) as rig:
        told = listen(rig)
        rig.answerers["agent-a"].scripts = [Script(hold_before_acceptance=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await until_quiet(told)
        await rig.turns.stop(rig.thread_id)
        await rig.idle()
        assert (await rig.runs())[0].outcome is OutcomeKind.STOPPED
        assert told[-1].quiet_since is None


async def test_who_waits_for_a_person_is_not_silent(tmp_path: Path) -> None:
    async with service_rig(tmp_path, quiet_after_s=0.05) as rig:
        told = listen(rig)
        await rig.begin("one", Script(events=[ApprovalAsked("r1", "Run", "make")], hold=asyncio.Event()))
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        silence = live.life._silence
        heard_at = silence._heard_at
        while asyncio.get_running_loop().time() < heard_at + 0.2:
            await asyncio.sleep(0.01)
        assert all(run.quiet_since is None for run in told)
        await live.life._take(ApprovalClosed("r1", "allow"), None)
        silence.heard()
        await until_quiet(told)
        await rig.turns.stop(rig.thread_id)
        await rig.idle()


async def test_a_further_try_says_why_and_is_over_with_the_next_part(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        told = listen(rig)
        again = Retrying(2, 5, FailureReason.OVERLOADED, 1.0)
        await rig.begin("one", Script(events=[again, PartEnded("p", TextPart("there"))]))
        await rig.idle()
        tries = [(run.retry_attempt, run.retry_max, run.retry_reason) for run in told]
        assert (2, 5, FailureReason.OVERLOADED) in tries
        assert tries[-1] == (0, 0, None)
        assert tries.index((2, 5, FailureReason.OVERLOADED)) < len(tries) - 2
