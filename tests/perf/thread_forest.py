# SPDX-License-Identifier: MIT
"""Many threads in families, as rows of the database and as the window gets them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import ProjectId, ProviderId, ThreadId
from onesist_desktop.services.views import MergeState, ThreadState, ThreadView
from onesist_desktop.storage.records import ThreadRecord

FAMILIES, SIZE, DEEPEST = 500, 10, 6
PROVIDERS = tuple(map(ProviderId, ("claude", "codex", "ollama", "practice")))
_WORDS = ("login", "session", "cookie", "index", "search", "release", "backup", "customers", "photos", "loyalty", "invoice")


def forest(project_id: ProjectId, now: float, families: int = FAMILIES) -> Iterator[ThreadRecord]:
    """Yield families of ten threads up to six deep, the same each time, last active over the last days."""
    chance = random.Random(7)
    for family in range(families):
        made: list[tuple[ThreadId, int]] = []
        for number in range(SIZE):
            thread_id = ThreadId(f"t{family}-{number}")
            above, depth = chance.choice([each for each in made if each[1] < DEEPEST - 1]) if made else (None, -1)
            made.append((thread_id, depth + 1))
            words = " ".join(chance.choices(_WORDS, k=4)).capitalize()
            yield ThreadRecord(
                thread_id,
                project_id,
                f"{words} ({number + 1})" if above else words,
                PermissionMode.ASK,
                now,
                now - family * 900 - number,
                parent_thread_id=above,
                root_thread_id=made[0][0],
                forked_at_seq=number if above else None,
                provider_id=chance.choice(PROVIDERS),
                fork_number=number + 1 if above else None,
                own_words=" ".join(chance.choices(_WORDS, k=5)) if above else "",
                parent_title=words,
                pinned_at=now if family % 100 == 0 and above is None else None,
                is_unread=chance.random() < 0.05,
            )


def forest_views(project_id: ProjectId, now: float, families: int = FAMILIES) -> list[ThreadView]:
    """Return them as the window gets them, in several states."""
    chance = random.Random(11)
    states = [ThreadState.IDLE] * 40 + [ThreadState.WORKING, ThreadState.ASKS, ThreadState.FAILED]
    return [
        ThreadView(
            record.id,
            project_id,
            record.title,
            parent_thread_id=record.parent_thread_id,
            forked_at_seq=record.forked_at_seq,
            provider_id=record.provider_id,
            state=chance.choice(states),
            updated_at=record.updated_at,
            is_unread=record.is_unread,
            fork_number=record.fork_number,
            own_words=record.own_words,
            parent_title=record.parent_title,
            is_pinned=record.pinned_at is not None,
            merge=chance.choice(list(MergeState)) if record.parent_thread_id else MergeState.NONE,
        )
        for record in forest(project_id, now, families)
    ]
