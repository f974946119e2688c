# SPDX-License-Identifier: MIT
"""What a prompt looks like to the server, and the ids under which it goes there.

Sending the same id twice runs nothing and adds the text to the first message. So each try within a session has an id of its own,
which can be found again from the message's id and the session's alone.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator
from itertools import islice

from onesist_desktop.agents.attachments import picture_of, with_files_named
from onesist_desktop.agents.json_reading import Json
from onesist_desktop.core.answerer import Prompt
from onesist_desktop.core.messages import AttachmentPart

MAX_ATTEMPTS = 64


def prompt_ids(message_id: str, session_id: str) -> Iterator[str]:
    """Yield the ids of a message's tries in a session, first one first, without an end."""
    attempt = 0
    while True:
        attempt += 1
        yield "msg_" + uuid.uuid5(uuid.NAMESPACE_OID, f"{message_id} {session_id} {attempt}").hex


def next_prompt_id(message_id: str, session_id: str, used: Collection[str]) -> str:
    """Return the id for the next try, given the ids that were used."""
    return next(each for each in prompt_ids(message_id, session_id) if each not in used)


def latest_prompt_id(message_id: str, session_id: str, used: Collection[str]) -> str | None:
    """Return the id of the last try that the session knows; None if it knows none."""
    known = [each for each in islice(prompt_ids(message_id, session_id), MAX_ATTEMPTS) if each in used]
    return known[-1] if known else None


def parts_of(prompt: Prompt, *, takes_images: bool = True) -> list[Json]:
    """Build the parts of the message. Reads files, so not for the event loop when there are attachments."""
    pictures: list[Json] = []
    named: list[AttachmentPart] = []
    for attachment in prompt.attachments:
        data = picture_of(attachment) if takes_images else None
        if data is None:
            named.append(attachment)
        else:
            url = f"data:{attachment.media_type};base64,{data}"
            pictures.append({"type": "file", "mime": attachment.media_type, "filename": attachment.name, "url": url})
    text = with_files_named(prompt.full_text, named)
    # Services refuse an empty text.
    texts = [{"type": "text", "text": text}] if text.strip() else []
    return [*texts, *pictures]
