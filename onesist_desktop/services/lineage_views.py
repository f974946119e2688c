# SPDX-License-Identifier: MIT
"""Values about forks, merges, rewinds and the map that services hand to the window."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import HandoffId, MessageId, ProviderId, RewindId, RunId, ThreadId
from onesist_desktop.core.records import Resolution
from onesist_desktop.services.views import HandoffDelivery, ThreadState, ThreadView


@dataclass(frozen=True, slots=True)
class ForkChoice:
    """What the person chose for a fork. None of provider and model: those of the parent."""

    provider_id: ProviderId | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class ForkOutlook:
    """How a fork would begin with one provider.

    Attributes:
        resolution: ``NATIVE``: the agent forks a session of its own. ``PORTABLE``: it is told what was said, as text.
        due_count: Of how many messages something would go over with its first message.
        omitted_count: Of how many of these nothing would fit.
    """

    provider_id: ProviderId
    resolution: Resolution
    due_count: int
    omitted_count: int = 0


@dataclass(frozen=True, slots=True)
class ForkPreview:
    """What a fork at a message would be.

    Attributes:
        at_seq: The fork point: the last message that the fork has.
        title: The title that it would get.
        copied_count: Content messages that it would have.
        mode: What its agent may do, as in the parent.
        at_text: The beginning of what that message says, in one line.
        outlooks: In the order in which pickers show providers.
        provider_id: Who answers unless the person chooses somebody else.
    """

    thread_id: ThreadId
    at_seq: int
    title: str
    copied_count: int
    mode: PermissionMode
    at_text: str = ""
    outlooks: tuple[ForkOutlook, ...] = ()
    provider_id: ProviderId | None = None


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would bring to the parent now.

    Attributes:
        items: What goes over, oldest first.
        left_out: What doesn't fit, oldest first.
        text: Exactly what the parent's providers will read of it, secrets as placeholders.
        message_count: Of how many messages of the child something goes over.
        parent_works: The parent works on an answer, so the merge would have to wait for its end.
    """

    child: ThreadView
    parent: ThreadView
    items: tuple[HandoffItem, ...]
    left_out: tuple[HandoffItem, ...]
    text: str
    budget_bytes: int
    message_count: int
    parent_works: bool = False

    @property
    def size_bytes(self) -> int:
        """Size of the text in UTF-8."""
        return len(self.text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class RewindPreview:
    """What going back would set aside.

    Attributes:
        to_seq: The last message that stays.
        message_count: Content messages that are set aside.
        forgotten_by: Agents whose session can't be cut back: they begin afresh and are told the history again.
        merge_count: Merges among what is set aside: their threads count as not merged again.
    """

    thread_id: ThreadId
    to_seq: int
    message_count: int
    forgotten_by: tuple[ProviderId, ...] = ()
    merge_count: int = 0


@dataclass(frozen=True, slots=True)
class RewindView:
    """A rewind that can still be taken back: nothing was sent since."""

    id: RewindId
    thread_id: ThreadId
    to_seq: int
    message_count: int


class BeadState(StrEnum):
    """How an answer of the map ended, or that it still works."""

    DONE = "done"
    WORKING = "working"
    ASKS = "asks"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Bead:
    """One answer on the map.

    Attributes:
        seq: Seq of the answer; where there is none (yet), of the question.
        question_seq: Seq of the message that it answers.
        at: When it began, in seconds since the epoch.
        hands_over: Its provider was handed something over for it.
    """

    thread_id: ThreadId
    seq: int
    question_seq: int
    run_id: RunId
    provider_id: ProviderId
    at: float
    state: BeadState = BeadState.DONE
    hands_over: bool = False


@dataclass(frozen=True, slots=True)
class MapMerge:
    """A live merge: what the child had up to ``child_seq`` stands in the parent at ``parent_seq``."""

    child_id: ThreadId
    parent_id: ThreadId
    child_seq: int
    parent_seq: int
    at: float


@dataclass(frozen=True, slots=True)
class Lane:
    """One thread on the map, with its own answers in order. Copies of the parent's are not among them."""

    thread: ThreadView
    beads: tuple[Bead, ...] = ()


@dataclass(frozen=True, slots=True)
class LineageMap:
    """All threads of a project that are not archived, in no order: the tree's model knows the order."""

    lanes: tuple[Lane, ...] = ()
    merges: tuple[MapMerge, ...] = ()


@dataclass(frozen=True, slots=True)
class BeadDetails:
    """What the map's card shows of an answer. Texts are beginnings, in one line each."""

    bead: Bead
    model: str | None
    asked: str
    answered: str
    changed_files: int = 0
    commands: int = 0
    duration_s: float | None = None
    can_merge: bool = False


@dataclass(frozen=True, slots=True)
class Kin:
    """A thread of a family, as the inspector lists it: ``level`` 0 is the root."""

    thread: ThreadView
    level: int
    forked_at_seq: int | None = None


@dataclass(frozen=True, slots=True)
class SeenBy:
    """What one provider has seen of a thread.

    Attributes:
        upto_seq: Seq of the last message up to which it has seen everything; 0 for nothing.
        due_count: Messages that it has not seen.
        share: How much of the content it has seen, from 0 to 1.
        is_agent: It has a memory of its own; else it gets the history each time.
    """

    provider_id: ProviderId
    upto_seq: int
    due_count: int
    share: float
    is_agent: bool
    has_session: bool = False


@dataclass(frozen=True, slots=True)
class Movement:
    """Something that was handed over in a thread, or merged into it; newest first in lists.

    Attributes:
        source_provider_id: Who wrote last of what went over; None where that isn't one.
        merged_from: The child's title, for a merge.
    """

    at: float
    message_count: int
    omitted_count: int
    source_provider_id: ProviderId | None = None
    target_provider_id: ProviderId | None = None
    handoff_id: HandoffId | None = None
    delivery: HandoffDelivery | None = None
    merged_from: str = ""
    merged_thread_id: ThreadId | None = None
    message_id: MessageId | None = None


@dataclass(frozen=True, slots=True)
class FamilyView:
    """What the inspector shows of a thread's lineage."""

    thread_id: ThreadId
    kin: tuple[Kin, ...] = ()
    seen: tuple[SeenBy, ...] = ()
    movements: tuple[Movement, ...] = ()
    rewind: RewindView | None = None
    state: ThreadState = ThreadState.IDLE
