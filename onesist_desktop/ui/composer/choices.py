# SPDX-License-Identifier: MIT
"""Who answers in which thread, with which model, and what it may do: chosen by a person, taken from the thread, or picked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import ProviderView, ThreadView
from onesist_desktop.ui.provider_book import ProviderBook

_MODES_BY_STRICTNESS = (PermissionMode.PLAN, PermissionMode.ASK, PermissionMode.ACCEPT_EDITS, PermissionMode.FULL_ACCESS)


@dataclass(frozen=True, slots=True)
class Choice:
    """What holds in a thread.

    Attributes:
        effort: One of the model's own words for how much to think; None for what it does by itself.
        is_settled: A person chose who answers, or somebody answered; nobody else is picked then.
    """

    provider_id: ProviderId | None = None
    model: str | None = None
    mode: PermissionMode = PermissionMode.ASK
    effort: str | None = None
    is_settled: bool = False


class Choices:
    """The choices of all threads, kept while the app runs. The key None is a project that has no thread yet."""

    def __init__(self, book: ProviderBook) -> None:
        self._book = book
        self._by_thread: dict[ThreadId | None, Choice] = {}

    def of(self, thread_id: ThreadId | None) -> Choice:
        """Return what holds in a thread."""
        return self._by_thread.get(thread_id, Choice())

    def put(self, thread_id: ThreadId | None, choice: Choice) -> None:
        """Let another choice hold."""
        self._by_thread[thread_id] = choice

    def settle(self, thread_id: ThreadId | None) -> None:
        """Keep who answers, as a message goes to it."""
        self._by_thread[thread_id] = replace(self.of(thread_id), is_settled=True)

    def take(self, thread: ThreadView) -> None:
        """Take what a thread itself says, unless something was settled for it here."""
        known = self._by_thread.get(thread.id)
        if known is not None and (known.is_settled or thread.provider_id is None):
            return
        if thread.provider_id is not None:
            self._by_thread[thread.id] = Choice(thread.provider_id, thread.model, thread.mode, thread.effort, is_settled=True)
        else:
            self._by_thread[thread.id] = replace(self.of(None), mode=thread.mode)

    def adopt(self, thread_id: ThreadId) -> None:
        """Give a new thread what was chosen while there was none."""
        self._by_thread[thread_id] = self.of(None)

    def pick(self, thread_id: ThreadId | None) -> bool:
        """Pick the first who is ready where nobody was chosen. Return whether somebody else answers now."""
        choice = self.of(thread_id)
        if choice.is_settled:
            return False
        providers = self._book.providers
        ready = (view for view in providers if view.readiness is not None and view.readiness.is_ready)
        picked = next(ready, self._book.get(choice.provider_id) or next(iter(providers), None))
        if picked is None or picked.info.id == choice.provider_id:
            return False
        self._by_thread[thread_id] = replace(choice, provider_id=picked.info.id, model=picked.default_model or None, effort=None)
        return True

    def provider(self, thread_id: ThreadId | None) -> ProviderView | None:
        """Return who answers; None where nobody was chosen or the chosen one was removed."""
        return self._book.get(self.of(thread_id).provider_id)

    def mode(self, thread_id: ThreadId | None) -> PermissionMode:
        """Return the chosen mode, or the next stricter one that the provider keeps to, never a looser one."""
        choice, view = self.of(thread_id), self.provider(thread_id)
        return choice.mode if view is None else kept_mode(choice.mode, view.capabilities.modes)


def kept_mode(wanted: PermissionMode, allowed: frozenset[PermissionMode]) -> PermissionMode:
    """Return a mode, or the next stricter one that is kept to, never a looser one."""
    if wanted in allowed:
        return wanted
    # Where there is no stricter one, the send is refused.
    stricter = reversed(_MODES_BY_STRICTNESS[: _MODES_BY_STRICTNESS.index(wanted)])
    return next((mode for mode in stricter if mode in allowed), wanted)
