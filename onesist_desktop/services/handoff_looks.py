# SPDX-License-Identifier: MIT
"""Works out what providers would be told, in slices between which everything else has its turn at the database."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.handoff_manual import listed_indexes
from onesist_desktop.services.handoff_plan import Fit, Gathered, PlanRequest, fit, gather, native_fork, usable_session
from onesist_desktop.services.history import History, Texts
from onesist_desktop.storage.unit_of_work import UnitOfWork

SLICE_OUTLINED = 20_000
"""Outlined messages that are put together, or chosen from, in one slice: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Known:
    """What one provider has not seen. The same state gives the same."""

    state: Hashable
    gathered: Gathered


@dataclass(frozen=True, slots=True)
class Look:
    """What one provider would be told. ``texts`` and the listed items are read where they were asked for."""

    request: PlanRequest
    known: Known
    fit: Fit
    texts: Texts
    listed: Sequence[int]
    listed_texts: Texts


@dataclass(slots=True)
class Looking:
    """Works out a look for each request.

    Attributes:
        make: Makes the requests, one for each provider.
        known: What was found out before, and is still right where the state is the same.
        with_texts: Whether the texts are wanted too.
        with_items: Whether the items are to be listed.
        looks: The result, in the order of the requests.
    """

    thread_id: ThreadId
    make: Callable[[UnitOfWork], list[PlanRequest]]
    known: Mapping[ProviderId, Known]
    with_texts: bool = False
    with_items: bool = False
    looks: list[Look] = field(default_factory=list)
    _moment: Hashable = None
    _history: History | None = None
    _requests: list[PlanRequest] = field(default_factory=list)
    _found: dict[ProviderId, Known] = field(default_factory=dict)
    _left: int = 0

    def work(self, uow: UnitOfWork) -> bool:
        """Do a slice. Returns True once all is done."""
        rewinds = uow.rewinds.open_of(self.thread_id)
        moment = uow.threads.get(self.thread_id).last_seq, uow.runs.newest(self.thread_id), rewinds
        if self._history is None or moment != self._moment:
            # What was said since the last slice counts.
            self._moment, self._history, self._requests = moment, History(self.thread_id), self.make(uow)
            self._found, self.looks = {}, []
        self._history.begin_slice()
        self._left = SLICE_OUTLINED
        return self._gather(uow, self._history) and self._fit() and self._read(uow)

    def _gather(self, uow: UnitOfWork, history: History) -> bool:
        missing = [request for request in self._requests if request.provider_id not in self._found]
        # Who misses most comes first, so that no message is read twice.
        for request in sorted(missing, key=lambda request: _owed_after(uow, request)):
            state, before = _state(uow, request), self.known.get(request.provider_id)
            if before is None or before.state != state:
                after_seq = _owed_after(uow, request)
                if not history.read_slice(uow, after_seq, request.current_seq) or self._left <= 0:
                    return False
                if history.has_read and request.current_seq - after_seq > SLICE_OUTLINED:
                    return False
                before = Known(state, gather(uow, request, history))
                self._left -= len(before.gathered.due.seqs)
            self._found[request.provider_id] = before
        return True

    def _fit(self) -> bool:
        for request in self._requests[len(self.looks) :]:
            if self._left <= 0:
                return False
            known = self._found[request.provider_id]
            chosen = fit(known.gathered, request)
            if chosen.is_narrow:
                # It begins afresh, and is told the whole history.
                self._requests[len(self.looks)] = replace(request, is_narrow=True)
                del self._found[request.provider_id]
                return False
            listed = listed_indexes(chosen, request) if self.with_items else ()
            self.looks.append(Look(request, known, chosen, chosen.texts(), listed, chosen.texts(listed)))
            self._left -= len(known.gathered.due.seqs)
        return True

    def _read(self, uow: UnitOfWork) -> bool:
        return not self.with_texts or all(look.texts.read_slice(uow) and look.listed_texts.read_slice(uow) for look in self.looks)


def _owed_after(uow: UnitOfWork, request: PlanRequest) -> int:
    session, _ = usable_session(uow, request)
    begun = session or native_fork(uow, request)
    return begun.known_upto_seq if begun is not None else 0


def _state(uow: UnitOfWork, request: PlanRequest) -> Hashable:
    """Return what the gathered history depends on; quick to read."""
    return (
        request.thread_id,
        request.model,
        request.cwd,
        request.context_window,
        request.current_seq,
        request.capabilities,
        request.fork_at,
        request.is_narrow,
        tuple(uow.sessions.of_thread(request.thread_id, request.provider_id)),
        uow.rewinds.open_of(request.thread_id),
        uow.runs.newest(request.thread_id),
        native_fork(uow, request),
    )
