# SPDX-License-Identifier: MIT
"""Files and pictures that go with a message. They are copied, so that the transcript keeps what was sent."""

from __future__ import annotations

import asyncio

from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.storage.attachments import AttachmentStore


class AttachmentService:
    """The use cases of ``services.api.Attachments``."""

    def __init__(self, store: AttachmentStore) -> None:
        self._store = store

    async def add_file(self, path: str) -> AttachmentPart:
        """Take a copy of a file, off the loop. Raises AttachmentError, StorageError."""
        return await asyncio.to_thread(self._store.add_file, path)

    async def add_data(self, name: str, media_type: str, data: bytes) -> AttachmentPart:
        """Keep data as a file, off the loop. Raises as :meth:`add_file`."""
        return await asyncio.to_thread(self._store.add_data, name, media_type, data)
