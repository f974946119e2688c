# SPDX-License-Identifier: MIT
"""Random sequences of turns through the real services on a real database: no content is lost to a session, or repeated in it.

The scripted agents keep, like real ones, what each of their sessions really holds. After every step each active session is
compared with the transcript: every content message is held exactly once, or was offered as left out, or is still owed.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import Message
from onesist_desktop.core.records import HandoffDelivery, SessionState
from onesist_desktop.core.turn_events import Delivery, failed
from tests.fakes.scripted_answerer import Script, ScriptedTurn
from tests.support.service_rig import Rig, service_rig

FAILED = failed(FailureReason.OVERLOADED)
TINY_CAP = 420
STEERED = frozenset({"steered", "steered_failed", "steered_silent", "steered_stopped", "not_taken"})


@dataclass(frozen=True)
class Step:
    provider: str
    how: str
    cap_bytes: int


steps = st.builds(
    Step,
    provider=st.sampled_from(["agent-a", "agent-b", "model-m"]),
    how=st.sampled_from(
        [
            "ok",
            "ok",
            "ok",
            "refused",
            "uncertain",
            "failed",
            "failed_partial",
            "stopped_held",
            "stopped_foreign",
            "stopped_silent",
            "lost",
            "dies",
            "again",
            "moved",
            "steered",
            "steered",
            "steered_failed",
            "steered_silent",
            "steered_stopped",
            "not_taken",
        ]
    ),
    cap_bytes=st.sampled_from([16_000, 16_000, TINY_CAP, 0]),
)


def script(step: Step, number: int) -> list[Script]:
    """Write down how the answerer behaves in this step. Every answer has a token of its own."""
    reply = f"<R{number}>"
    match step.how:
        case "refused":
            return [Script(open_error=AnswererError(FailureReason.PROGRAM_MISSING))]
        case "uncertain":
            return [Script(delivery=Delivery.UNCERTAIN, outcome=failed(FailureReason.CONNECTION_LOST))]
        case "failed":
            return [Script(outcome=FAILED)]
        case "failed_partial":
            return [Script(partial=reply, outcome=FAILED)]
        case "stopped_held":
            return [Script(partial=reply, hold=asyncio.Event())]
        case "stopped_foreign":
            return [Script(partial=reply, reply_held=False, hold=asyncio.Event())]
        case "stopped_silent":
            return [Script(hold=asyncio.Event())]
        case "lost":
            return [Script(open_error=AnswererError(FailureReason.SESSION_LOST)), Script(reply)]
        case "dies":
            return [Script(partial=reply, outcome=FAILED, reply_held=False, session_alive=False)]
        case "steered":
            return [Script(f"<S{number}>", partial=reply, hold=asyncio.Event(), steers="taken")]
        case "steered_failed":
            return [Script(partial=reply, hold=asyncio.Event(), steers="taken", outcome=FAILED)]
        case "steered_silent":
            return [Script(hold=asyncio.Event(), steers="taken", outcome=FAILED)]
        case "steered_stopped":
            after = f"<S{number}>"
            return [Script(partial=reply, partial_after=after, reply_held=False, hold=asyncio.Event(), steers="taken")]
        case "not_taken":
            return [Script(reply, hold=asyncio.Event(), steers="ignored"), Script(f"<S{number}>")]
        case _:
            return [Script(reply)]


async def steer(rig: Rig, text: str, step: Step, options: RunOptions) -> None:
    """Hand a queued message to the run; let the run end unless it is to be stopped."""
    live = rig.turns._live.get(rig.thread_id)
    assert live is not None
    while not live.life.can_steer:
        await asyncio.sleep(0)
    await rig.turns.send(rig.thread_id, text, options)
    (queued,) = await rig.queued()
    await rig.turns.steer_queued(queued.id)
    while step.how != "not_taken" and await rig.queued():
        await asyncio.sleep(0)
    turn = live.life._turn
    assert isinstance(turn, ScriptedTurn)
    if step.how != "steered_stopped":
        turn.let_go()


async def perform(rig: Rig, step: Step, number: int) -> None:
    answerer = rig.answerers[step.provider]
    if step.how in STEERED and not answerer.capabilities.can_steer:
        step = replace(step, how="ok")
    answerer.scripts = script(step, number)
    answerer.accepted.clear()
    rig.preferences.handoff_cap_bytes = step.cap_bytes
    options = rig.options(step.provider)
    if step.how == "moved":
        options = replace(options, model=f"model-{number}")
    if step.how == "again":
        again = (await rig.threads.open_thread(rig.thread_id)).resendable_id
        if again is None:
            return
        await rig.turns.send_again(rig.thread_id, again, options)
    else:
        await rig.turns.send(rig.thread_id, f"<U{number}>", options)
    if step.how in STEERED:
        await answerer.accepted.wait()
        await steer(rig, f"<Q{number}>", step, options)
    if step.how.startswith("stopped") or step.how == "steered_stopped":
        await answerer.accepted.wait()
        await rig.turns.stop(rig.thread_id)
    await rig.idle()
    answerer.scripts = []


def tokens_of(message: Message) -> list[str]:
    return [piece.split(">")[0] + ">" for piece in message.text.replace("<", "\0<").split("\0") if piece.startswith("<")]


async def check(rig: Rig) -> None:
    content = [m for m in await rig.messages() if m.is_content]
    for provider in ("agent-a", "agent-b"):
        rows = await rig.sessions(provider)
        active = [row for row in rows if row.state is SessionState.ACTIVE]
        assert len(active) <= 1
        for row in active:
            held = rig.answerers[provider].held[row.native_session_id or ""]
            if row.truncate_to is not None:
                held = held[: int(row.truncate_to)]
            text = "\n".join(held)
            own = await rig.context.database.run(lambda uow, row=row: uow.runs.own_message_ids(row.id))
            handoffs = await rig.context.database.run(lambda uow, row=row: uow.handoffs.of_session(row.id))
            left_out = {seq for h in handoffs if h.delivery is HandoffDelivery.DELIVERED for seq in h.omitted_seqs}
            for message in content:
                is_owed = message.seq > row.known_upto_seq and message.id not in own
                for token in tokens_of(message):
                    count = text.count(token)
                    where = f"{token} (#{message.seq}) in {provider}, known {row.known_upto_seq}: {held}"
                    assert count <= 1, f"repeated: {where}"
                    assert count or is_owed or message.seq in left_out, f"lost: {where}"
                    assert not (count and is_owed), f"would be repeated: {where}"
    model = rig.answerers["model-m"]
    if model.prompts:
        sent = "\n".join([*(entry.text for entry in model.prompts[-1].history), model.prompts[-1].full_text])
        for message in content:
            for token in tokens_of(message):
                assert sent.count(token) <= 1


@given(plan=st.lists(steps, min_size=3, max_size=14))
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
async def test_nothing_is_lost_or_repeated(plan: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with service_rig(Path(folder)) as rig:
            clumsy = rig.answerers["agent-b"]
            clumsy.capabilities = replace(clumsy.capabilities, can_truncate=False, can_change_model=True)
            for number, step in zip(itertools.count(100), plan, strict=False):
                await perform(rig, step, number)
                await check(rig)
            # Whatever happened, one good turn of each agent brings it up to date.
            for number, provider in enumerate(("agent-a", "agent-b"), start=900):
                await perform(rig, Step(provider, "ok", 16_000), number)
                await check(rig)
                (row,) = [row for row in await rig.sessions(provider) if row.state is SessionState.ACTIVE]
                own = await rig.context.database.run(lambda uow, row=row: uow.runs.own_message_ids(row.id))
                owed = [m.seq for m in await rig.messages() if m.is_content and m.seq > row.known_upto_seq and m.id not in own]
                assert owed == []
