# SPDX-License-Identifier: MIT
"""Keeps the person's own keys out of everything that is stored or handed over, also what was written before a key was known."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable

from onesist_desktop.core.errors import KeyringError, StorageError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import NoticeLevel, NoticeRaised
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

MASKED = "masked_placeholders"


def take_masked(uow: UnitOfWork) -> frozenset[str]:
    """Return the placeholders of which nothing needs to be searched but what is written from now on; call it first of all.

    They are taken, not read: until the keys of this start are known, keys may be stored as they are. If the app ends before
    that, the next start finds nothing here and searches everything.
    """
    uow.watch_texts()
    stored = uow.values.get(MASKED)
    uow.values.put(MASKED, "[]")
    try:
        return frozenset(json.loads(stored or "[]"))
    except (TypeError, ValueError):
        return frozenset()


class OwnKeys:
    """Joins the key store, of which the redactor knows every key, with the database.

    Args:
        masked: What :func:`take_masked` returned; None where it wasn't called, and then everything is searched.
    """

    def __init__(self, context: ServiceContext, keys: KeyStore, masked: frozenset[str] | None = None) -> None:
        self._context = context
        self._keys = keys
        self._masked = masked or frozenset()
        self._is_watching = masked is not None

    async def load(self, provider_ids: Iterable[ProviderId]) -> None:
        """Read the saved keys at the start. A keyring that can't be used is told once, and the app goes on."""
        try:
            await self._keys.load(provider_ids)
        except KeyringError as error:
            log.info("the keyring can't be read: %s", error)
            self._context.bus.publish(NoticeRaised(NoticeLevel.WARNING, "keyring_locked", str(error)))
        await self._mask(is_start=True)

    async def mask_stored(self) -> None:
        """Replace keys in what was stored before they were known, copies of the database included."""
        await self._mask(is_start=False)

    async def _mask(self, *, is_start: bool) -> None:
        pairs = list(self._context.redactor.placeholders.items())
        new = [(key, placeholder) for key, placeholder in pairs if placeholder not in self._masked]
        is_watching, masked = self._is_watching, self._masked

        def mask(uow: UnitOfWork) -> int:
            count = 0
            for key, placeholder in pairs:
                is_new = placeholder not in masked
                if is_new or is_watching:
                    count += uow.replace_everywhere(key, placeholder, only_watched=not is_new)
            if is_start and is_watching:
                uow.unwatch_texts()
            return count

        try:
            count = await self._context.database.run(mask)
            names = frozenset(placeholder for _, placeholder in pairs)
            # Once the start is over, a key that nobody gave this time is no longer masked in what is written.
            self._masked = names if is_start else self._masked | names
            self._is_watching = self._is_watching and not is_start
            if await self._forget_traces(new, count):
                stored = json.dumps(sorted(names))
                await self._context.database.run(lambda uow: uow.values.put(MASKED, stored))
        except (StorageError, OSError) as error:
            log.warning("keys can't be masked in what is stored: %s", error)
            self._context.bus.publish(NoticeRaised(NoticeLevel.ERROR, "storage", str(error)))
            return
        if count:
            log.info("masked a key in %d stored texts", count)

    async def _forget_traces(self, new: list[tuple[str, str]], count: int) -> bool:
        """Take keys out of where rows stay readable after they were changed. Returns False where the next start must try again."""
        if new:
            await self._context.database.mask_backups(new)
        if not new and not count:
            return True
        is_empty = await self._context.database.empty_log()
        if not is_empty:
            log.info("another process reads the database, so its log is kept until the next start")
        return is_empty
