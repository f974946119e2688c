# SPDX-License-Identifier: MIT
"""Keeps the person's own keys out of everything that is stored or handed over, also what was written before a key was known."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from onesist_desktop.core.errors import KeyringError, StorageError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import NoticeLevel, NoticeRaised
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)


class OwnKeys:
    """Joins the key store, of which the redactor knows every key, with the database."""

    def __init__(self, context: ServiceContext, keys: KeyStore) -> None:
        self._context = context
        self._keys = keys

    async def load(self, provider_ids: Iterable[ProviderId]) -> None:
        """Read the saved keys at the start. A keyring that can't be used is told once, and the app goes on."""
        try:
            await self._keys.load(provider_ids)
        except KeyringError as error:
            log.info("the keyring can't be read: %s", error)
            self._context.bus.publish(NoticeRaised(NoticeLevel.WARNING, "keyring_locked", str(error)))
        await self.mask_stored()

    async def mask_stored(self) -> None:
        """Replace keys in what was stored before they were known."""
        pairs = list(self._context.redactor.placeholders.items())
        if not pairs:
            return

        def mask(uow: UnitOfWork) -> int:
            return sum(uow.replace_everywhere(key, placeholder) for key, placeholder in pairs)

        try:
            count = await self._context.database.run(mask)
        except StorageError as error:
            log.warning("keys can't be masked in what is stored: %s", error)
            self._context.bus.publish(NoticeRaised(NoticeLevel.ERROR, "storage", str(error)))
            return
        if count:
            log.info("masked a key in %d stored texts", count)
