# SPDX-License-Identifier: MIT
"""What was written and not sent. It survives a restart and a crash, and secrets of the person's own are stored as placeholders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Message
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.views import Draft
from onesist_desktop.storage.lenient import clean
from onesist_desktop.storage.records import DraftRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


class DraftService:
    """The use cases of ``services.api.Drafts``."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def of_project(self, project_id: ProjectId) -> Draft:
        """Read what was written in a project before it had a thread."""
        record = await self._context.database.run(lambda uow: uow.drafts.get(project_id))
        return draft_view(record, self._context.redactor)

    async def save(self, project_id: ProjectId, thread_id: ThreadId | None, draft: Draft) -> None:
        """Keep a draft, or forget it when it is empty. Raises NotFoundError, StorageError."""
        now, redactor = self._context.clock(), self._context.redactor

        def save(uow: UnitOfWork) -> None:
            if not draft.text.strip() and not draft.attachments:
                uow.drafts.remove(thread_id or project_id)
                return
            owner = uow.threads.get(thread_id).project_id if thread_id is not None else project_id
            if uow.projects.get(owner) is None:
                raise NotFoundError("the project isn't there")
            # Masked here, off the loop: what was pasted may be long.
            attachments = masked_attachments(draft.attachments, redactor)
            uow.drafts.put(DraftRecord(owner, thread_id, redactor.mask(draft.text), now, attachments))

        await self._context.database.run(save)


def draft_view(record: DraftRecord | None, redactor: Redactor) -> Draft:
    """Return a draft as the window shows it."""
    if record is None:
        return Draft()
    return Draft(redactor.restore(record.text), shown_attachments(record.attachments, redactor))


def forget_sent(uow: UnitOfWork, project_id: ProjectId, message: Message) -> None:
    """Forget the draft that has just become ``message``, in the transaction that stores it.

    Else a crash at this moment would bring it back as if it had not been sent. A draft that says anything else stays: it was
    written since. The draft of a project becomes the first message of a thread.
    """
    owners: list[str] = [message.thread_id] + ([project_id] if message.seq == 1 else [])
    attachments = tuple(part for part in message.parts if isinstance(part, AttachmentPart))
    forget_same(uow, owners, message.text, attachments)


def forget_same(uow: UnitOfWork, owners: Sequence[str], text: str, attachments: Sequence[AttachmentPart]) -> None:
    """Forget drafts that hold just this. ``text`` and ``attachments`` are masked, as they are stored."""
    sent = (clean(text).strip(), tuple(attachments))
    for owner in owners:
        record = uow.drafts.get(owner)
        if record is not None and (record.text.strip(), record.attachments) == sent:
            uow.drafts.remove(owner)


def masked_attachments(attachments: Sequence[AttachmentPart], redactor: Redactor) -> tuple[AttachmentPart, ...]:
    """Return attachments as they are stored. The path stays as it is: it is ours, and programs read the file by it."""
    return tuple(replace(part, name=redactor.mask(part.name)) for part in attachments)


def shown_attachments(attachments: Sequence[AttachmentPart], redactor: Redactor) -> tuple[AttachmentPart, ...]:
    """Return stored attachments as the window shows them."""
    return tuple(replace(part, name=redactor.restore(part.name)) for part in attachments)
