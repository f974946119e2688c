# SPDX-License-Identifier: MIT
"""Opens an answerer's session in a way that a person's stop can end: a program that hangs at its start must hold nobody up."""

from __future__ import annotations

import asyncio

from onesist_desktop.core.answerer import Answerer, Session, SessionSpec
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.services.guarded import quietly

GIVE_UP_S = 5.0


async def open_or_stop(supervisor: TaskSupervisor, answerer: Answerer, spec: SessionSpec, stopped: asyncio.Event) -> Session | None:
    """Open a session; None when ``stopped`` was set first. Raises AnswererError, and whatever a faulty answerer raises."""

    async def opened() -> Session | Exception:
        # Returned, not raised: the caller deals with it, and the supervisor would report it a second time.
        try:
            return await answerer.open_session(spec)
        except Exception as error:  # noqa: BLE001 - raised again by the caller
            return error

    opening = supervisor.spawn(opened(), name=f"open:{spec.thread_id}")
    stopping = supervisor.spawn(stopped.wait(), name=f"open-stop:{spec.thread_id}")
    try:
        await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if opening.done() and not opening.cancelled():
            result = opening.result()
            if isinstance(result, Exception):
                raise result
            return result
        opening.cancel()
        await asyncio.wait({opening}, timeout=GIVE_UP_S)
        await quietly("releasing a session that was not opened", answerer.release(spec.session_key), GIVE_UP_S)
        return None
    finally:
        opening.cancel()
        stopping.cancel()
