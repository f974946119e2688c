# SPDX-License-Identifier: MIT
"""A family of threads with everything in it: forks, merges, a rewind, and somebody who started afresh."""

from __future__ import annotations

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.handoff_text import ItemKind
from onesist_desktop.core.ids import HandoffId, MessageId, RewindId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.records import Resolution
from onesist_desktop.services.lineage_views import (
    FamilyView,
    ForkOutlook,
    ForkPreview,
    Kin,
    MergePreview,
    Movement,
    RewindPreview,
    RewindView,
    SeenBy,
)
from onesist_desktop.services.views import HandoffDelivery, MergeState, ThreadView
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, FakeServices, message, provider, receipt, thread

PARENT, T1, T2, T3, T4 = (ThreadId(name) for name in ("t0", "t1", "t2", "t3", "t4"))
TITLE = "Fix the login loop"
NOW = 20_000.0
BROUGHT = "What happened in the branch:\n\nSessionStore now holds the age."
REWIND = RewindView(RewindId("w1"), T1, 4, 6)


def notice(seq: int, kind: MessageKind, **data: object) -> Message:
    return message("t1", seq, Role.SYSTEM, kind=kind, data=data)


def merge_messages() -> tuple[Message, Message]:
    """What a merge leaves in its parent: what was brought, and the notice."""
    return (
        message("t1", 6, Role.USER, BROUGHT, kind=MessageKind.MERGE, data={"child_title": "What do others do?"}),
        notice(
            7,
            MessageKind.MERGE,
            child_thread_id="t4",
            child_title="What do others do?",
            message_id="t1-6",
            included=5,
            omitted=1,
            bytes=4000,
        ),
    )


def kids() -> tuple[ThreadView, ThreadView, ThreadView]:
    def fork(name: str, number: int, words: str, **more: object) -> ThreadView:
        return thread(name, f"{TITLE} ({number})", fork_number=number, own_words=words, parent_title=TITLE, updated_at=NOW, **more)

    return (
        fork(
            "t2",
            2,
            "Use SessionStore",
            parent_thread_id=T1,
            forked_at_seq=2,
            provider_id=OLLAMA,
            merge=MergeState.UNMERGED,
            unmerged_count=3,
        ),
        fork("t3", 3, "Only the sign-out part", parent_thread_id=T2, forked_at_seq=6, provider_id=OLLAMA, merge=MergeState.MERGED),
        fork("t4", 4, "What do others do?", parent_thread_id=T1, forked_at_seq=4, provider_id=CLAUDE, merge=MergeState.MERGED),
    )


def family() -> FamilyView:
    root, (second, third, fourth) = thread("t1", TITLE, provider_id=CODEX), kids()
    return FamilyView(
        T1,
        (Kin(root, 0), Kin(second, 1, 2), Kin(third, 2, 6), Kin(fourth, 1, 4)),
        (
            SeenBy(CODEX, 5, 0, 1.0, True, True),
            SeenBy(CLAUDE, 6, 3, 0.65, True, True),
            SeenBy(PRACTICE, 0, 8, 0.0, True),
            SeenBy(OLLAMA, 0, 0, 1.0, False),
        ),
        (
            Movement(NOW, 6, 2, CLAUDE, CODEX, HandoffId("h1"), HandoffDelivery.DELIVERED),
            Movement(NOW, 5, 0, merged_from="4 What do others do?", merged_thread_id=ThreadId("t4"), message_id=MessageId("t1-6")),
        ),
    )


def fork_preview() -> ForkPreview:
    outlooks = (
        ForkOutlook(CLAUDE, Resolution.PORTABLE, 4, 1),
        ForkOutlook(CODEX, Resolution.NATIVE, 0),
        ForkOutlook(OLLAMA, Resolution.PORTABLE, 4),
    )
    text = "Codex, please do the smaller one."
    return ForkPreview(T1, 4, f"{TITLE} (5)", 3, PermissionMode.ACCEPT_EDITS, text, outlooks, CODEX)


def merge_preview(*, parent_works: bool = False) -> MergePreview:
    told = [
        (ItemKind.USER, 5, "Use SessionStore instead of the cookie."),
        (ItemKind.ASSISTANT, 6, "SessionStore now holds the age."),
        (ItemKind.COMMAND, 6, "npm test -- login"),
    ]
    items = tuple(HandoffItem(*each) for each in told)
    left = (HandoffItem(ItemKind.ASSISTANT, 8, "A very long log " * 40),)
    text = "\n\n".join(["What happened in the fork:", *(item.text for item in items)])
    return MergePreview(kids()[0], thread("t1", TITLE, provider_id=CODEX), items, left, text, 12_000, 2, parent_works)


def rewind_preview() -> RewindPreview:
    return RewindPreview(T1, 4, 6, (CODEX,), 1)


def put_family(services: FakeServices) -> None:
    """Put the family into the services; T1 is active last, so that the window shows it."""
    services.providers_list[1] = provider(CODEX, "Codex", "openai")
    services.put_thread(thread("t0", "Another thread", provider_id=CODEX, updated_at=3), message("t0", 1, Role.USER, "hello"))
    services.put_thread(
        thread("t1", TITLE, provider_id=CODEX, updated_at=NOW + 1),
        message("t1", 1, Role.USER, "The login page comes back after signing in. Why?"),
        message("t1", 2, Role.ASSISTANT, "The session cookie is written twice.", provider_id=CLAUDE, model="Sonnet 4.5"),
        receipt("t1", 3, provider_id=CODEX, previous_provider_id=CLAUDE),
        message("t1", 4, Role.USER, "Codex, please do the smaller one."),
        message("t1", 5, Role.ASSISTANT, "The cookie is now written once.", provider_id=CODEX, model="GPT-5 Codex"),
        *merge_messages(),
        notice(8, MessageKind.FORK, parent_thread_id="t0", parent_title="Another thread", at_seq=1, resolution="native"),
    )
    for view in kids():
        services.put_thread(view, message(view.id, 1, Role.USER, "as before"))
    services.lineage.families[T1] = family()
    services.forks.previews[T1] = fork_preview()
    services.merges.previews[T2] = merge_preview()
    services.rewinds.previews[T1] = rewind_preview()
