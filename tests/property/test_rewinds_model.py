# SPDX-License-Identifier: MIT
"""Random sequences of turns, rewinds and undos through the real services: nothing is lost, repeated or kept.

The turns and the comparison with what the agents' sessions really hold are those of ``test_services_model``.
"""

from __future__ import annotations

import itertools
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onesist_desktop.core.errors import LineageError
from onesist_desktop.core.messages import Message, Role
from onesist_desktop.core.records import RewindState, SessionState
from onesist_desktop.services.rewinding import RewindService
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.property.test_services_model import Step, check, perform, steps, tokens_of
from tests.support.service_rig import Rig, service_rig


@dataclass(frozen=True)
class Back:
    """Go back by so many messages of content, or as far as there are."""

    by: int


@dataclass(frozen=True)
class Undo:
    """Take the newest rewind back, if there is one."""


@dataclass(frozen=True)
class Clean:
    """Start a provider clean."""

    provider: str


moves = st.one_of(
    steps,
    steps,
    st.builds(Back, st.integers(1, 6)),
    st.just(Undo()),
    st.builds(Clean, st.sampled_from(["agent-a", "agent-b"])),
)


async def go_back(rig: Rig, rewinds: RewindService, by: int) -> None:
    content = [m.seq for m in await rig.messages() if m.is_content]
    if len(content) < 2:
        return
    try:
        await rewinds.rewind(rig.thread_id, content[-1 - min(by, len(content) - 1)])
    except LineageError:
        raise AssertionError("there was something to go back from") from None


async def undo(rig: Rig, rewinds: RewindService, shown: dict[int, list[Message]]) -> None:
    """Undo, and see that the thread is as it was before."""
    found = await rig.context.database.run(lambda uow: uow.rewinds.open_of(rig.thread_id))
    if not found:
        return
    await rewinds.undo(rig.thread_id)
    assert await rig.messages() == shown[found[-1].upto_seq]


def forgotten(uow: UnitOfWork, rig: Rig) -> list[Message]:
    """Return the messages of rewinds that were settled."""
    spans = [record for record in uow.rewinds.of_thread(rig.thread_id) if record.state is RewindState.SETTLED]
    seqs = {seq for record in spans for seq in range(record.to_seq + 1, record.upto_seq + 1)}
    found = uow.messages.with_seqs(rig.thread_id, seqs)
    assert all(message.rolled_back for message in found)
    return [message for message in found if message.role is not Role.SYSTEM]


async def check_forgotten(rig: Rig) -> None:
    gone = await rig.context.database.run(lambda uow: forgotten(uow, rig))
    for provider in ("agent-a", "agent-b"):
        for row in await rig.sessions(provider):
            if row.state is not SessionState.ACTIVE:
                continue
            held = rig.answerers[provider].held[row.native_session_id or ""]
            text = "\n".join(held if row.truncate_to is None else held[: int(row.truncate_to)])
            for token in (token for message in gone for token in tokens_of(message)):
                assert token not in text, f"{provider} remembers {token}: {held}"


@given(plan=st.lists(moves, min_size=4, max_size=14))
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
async def test_what_is_set_aside_is_forgotten_and_nothing_else(plan: list[Step | Back | Undo | Clean]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with service_rig(Path(folder)) as rig:
            rewinds = RewindService(rig.context, rig.turns._live, rig.turns)
            clumsy = rig.answerers["agent-b"]
            clumsy.capabilities = replace(clumsy.capabilities, can_truncate=False, can_change_model=True)
            shown: dict[int, list[Message]] = {}
            finish = [Step("agent-a", "ok", 16_000), Step("agent-b", "ok", 16_000), Step("agent-a", "ok", 16_000)]
            for number, move in zip(itertools.count(100), [*plan, *finish], strict=False):
                match move:
                    case Back(by):
                        thread = await rig.context.database.run(lambda uow: uow.threads.get(rig.thread_id))
                        shown[thread.last_seq] = await rig.messages()
                        await go_back(rig, rewinds, by)
                    case Undo():
                        await undo(rig, rewinds, shown)
                    case Clean(provider):
                        await rewinds.start_clean(rig.thread_id, rig.options(provider).provider_id)
                    case _:
                        await perform(rig, move, number)
                await check(rig)
                await check_forgotten(rig)
