# SPDX-License-Identifier: MIT
"""One transaction, with a store per aggregate."""

from __future__ import annotations

from functools import cached_property

from sqlalchemy import Connection

from onesist_desktop.storage.copies import CopyStore
from onesist_desktop.storage.drafts import DraftStore
from onesist_desktop.storage.handoffs import HandoffStore
from onesist_desktop.storage.lineage import LineageStore
from onesist_desktop.storage.masking import replace_everywhere, unwatch, watch
from onesist_desktop.storage.merges import MergeStore
from onesist_desktop.storage.messages import MessageStore
from onesist_desktop.storage.model_lists import ModelListStore
from onesist_desktop.storage.outlines import OutlineStore
from onesist_desktop.storage.projects import ProjectStore, ValueStore
from onesist_desktop.storage.queue import QueueStore
from onesist_desktop.storage.rewinds import RewindStore
from onesist_desktop.storage.runs import RunStore
from onesist_desktop.storage.search import SearchStore
from onesist_desktop.storage.sessions import SessionStore
from onesist_desktop.storage.steers import SteerStore
from onesist_desktop.storage.thread_removal import ThreadRemoval
from onesist_desktop.storage.threads import ThreadStore
from onesist_desktop.storage.tokens import TokenStore
from onesist_desktop.storage.worktrees import ConsentStore, WorktreeStore


class UnitOfWork:
    """Stores that share one transaction. Used on the database thread only, and not after its transaction ended."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @cached_property
    def projects(self) -> ProjectStore:
        """Projects."""
        return ProjectStore(self._connection)

    @cached_property
    def threads(self) -> ThreadStore:
        """Threads."""
        return ThreadStore(self._connection)

    @cached_property
    def removal(self) -> ThreadRemoval:
        """Removes deleted threads."""
        return ThreadRemoval(self._connection)

    @cached_property
    def messages(self) -> MessageStore:
        """Messages and parts."""
        return MessageStore(self._connection)

    @cached_property
    def copies(self) -> CopyStore:
        """Copies messages to forks."""
        return CopyStore(self._connection)

    @cached_property
    def outlines(self) -> OutlineStore:
        """What stretches of threads become in a handoff."""
        return OutlineStore(self._connection)

    @cached_property
    def search(self) -> SearchStore:
        """Searches what messages say."""
        return SearchStore(self._connection)

    @cached_property
    def runs(self) -> RunStore:
        """Runs."""
        return RunStore(self._connection)

    @cached_property
    def steers(self) -> SteerStore:
        """Messages that runs took while they worked."""
        return SteerStore(self._connection)

    @cached_property
    def sessions(self) -> SessionStore:
        """Session rows."""
        return SessionStore(self._connection)

    @cached_property
    def rewinds(self) -> RewindStore:
        """Rewinds."""
        return RewindStore(self._connection)

    @cached_property
    def handoffs(self) -> HandoffStore:
        """Transfers and handoffs."""
        return HandoffStore(self._connection)

    @cached_property
    def merges(self) -> MergeStore:
        """Merges of forks into their parents."""
        return MergeStore(self._connection)

    @cached_property
    def lineage(self) -> LineageStore:
        """Reads what the map and families show."""
        return LineageStore(self._connection)

    @cached_property
    def queue(self) -> QueueStore:
        """Queued messages."""
        return QueueStore(self._connection)

    @cached_property
    def drafts(self) -> DraftStore:
        """What was written and not sent."""
        return DraftStore(self._connection)

    @cached_property
    def model_lists(self) -> ModelListStore:
        """Remembered lists of models."""
        return ModelListStore(self._connection)

    @cached_property
    def worktrees(self) -> WorktreeStore:
        """Worktrees."""
        return WorktreeStore(self._connection)

    @cached_property
    def consents(self) -> ConsentStore:
        """Set-up commands that the person agreed to."""
        return ConsentStore(self._connection)

    @cached_property
    def tokens(self) -> TokenStore:
        """Tokens of the history server."""
        return TokenStore(self._connection)

    @cached_property
    def values(self) -> ValueStore:
        """The app's own values."""
        return ValueStore(self._connection)

    def watch_texts(self) -> None:
        """Note from now on, until :meth:`unwatch_texts` or the end of the app, which rows with texts are written."""
        watch(self._connection)

    def unwatch_texts(self) -> None:
        """Stop noting."""
        unwatch(self._connection)

    def replace_everywhere(self, secret: str, placeholder: str, *, only_watched: bool = False) -> int:
        """Take a secret out of all that is stored, or out of the rows that were noted. Returns how many rows held it."""
        return replace_everywhere(self._connection, secret, placeholder, only_watched=only_watched)
