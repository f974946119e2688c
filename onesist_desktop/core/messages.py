# SPDX-License-Identifier: MIT
"""What a transcript is made of: messages and their typed parts.

Values only. A part knows nothing of rows, providers or widgets; identity (ids, seqs) belongs to the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from onesist_desktop.core.ids import MessageId, ProviderId, RunId, ThreadId


class Role(StrEnum):
    """Who wrote a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class MessageKind(StrEnum):
    """What a message is beyond its role.

    A system message always has one (it is a *notice*, docs/design.md section 2); of the others only a merge message and a
    handoff document do.
    """

    HANDOFF = "handoff"
    MERGE = "merge"
    ROTATION = "rotation"
    COMPACTION = "compaction"
    WORKSPACE = "workspace"
    SETUP = "setup"
    ERROR = "error"
    DOCUMENT = "document"
    FORK = "fork"
    REWIND = "rewind"


class MessageStatus(StrEnum):
    """Whether a message may still change. Only ``STREAMING`` counts as pending."""

    STREAMING = "streaming"
    SETTLED = "settled"
    INTERRUPTED = "interrupted"


class CallState(StrEnum):
    """How far a command or tool call got."""

    RUNNING = "running"
    WORKED = "worked"
    FAILED = "failed"
    STOPPED = "stopped"
    REFUSED = "refused"


class ToolKind(StrEnum):
    """What a tool call does, as far as a handoff cares: reads and searches stay out, delegated answers go in."""

    READ = "read"
    SEARCH = "search"
    DELEGATE = "delegate"
    OTHER = "other"


class ChangeKind(StrEnum):
    """What happened to a file."""

    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"
    RENAMED = "renamed"


class PlanState(StrEnum):
    """How far one entry of a plan got."""

    OPEN = "open"
    ACTIVE = "active"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TextPart:
    """Markdown written by a person or a provider."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingPart:
    """Reasoning that a provider chose to show. Never leaves for another provider."""

    text: str


@dataclass(frozen=True, slots=True)
class CommandPart:
    """A shell command. ``exit_code`` is None while it runs and where the agent doesn't tell."""

    call_id: str
    command: str
    output: str = ""
    exit_code: int | None = None
    state: CallState = CallState.RUNNING


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """Any other tool call. ``arguments`` is the JSON text that the model wrote."""

    call_id: str
    name: str
    arguments: str = ""
    result: str = ""
    state: CallState = CallState.RUNNING
    tool: ToolKind = ToolKind.OTHER


@dataclass(frozen=True, slots=True)
class FileChangePart:
    """A file that the answer added, changed, deleted or renamed. ``path`` is as the agent gave it."""

    path: str
    change: ChangeKind = ChangeKind.CHANGED
    call_id: str = ""
    diff: str = ""
    state: CallState = CallState.WORKED


@dataclass(frozen=True, slots=True)
class AttachmentPart:
    """A file or image that the person added to a message."""

    name: str
    path: str
    media_type: str = "application/octet-stream"
    size_bytes: int = 0


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """One line of a plan."""

    text: str
    state: PlanState = PlanState.OPEN


@dataclass(frozen=True, slots=True)
class PlanPart:
    """A plan that the agent proposed, in order."""

    entries: tuple[PlanEntry, ...]


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """A question or an approval. ``answer`` is None while open, and ``expired`` once nobody can answer it any more.

    ``kind`` is a value of ``turn_events.AskKind``, empty in rows of older versions. ``word`` is what was said with a refusal, or
    the answers to questions as one text.
    """

    request_id: str
    question: str
    options: tuple[str, ...] = ()
    answer: str | None = None
    expired: bool = False
    kind: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class ErrorPart:
    """Why an answer ended early. ``reason`` is a value of ``core.errors.FailureReason``; ``detail`` the program's own words."""

    reason: str
    detail: str = ""


Part = TextPart | ThinkingPart | CommandPart | ToolCallPart | FileChangePart | AttachmentPart | PlanPart | QuestionPart | ErrorPart


@dataclass(frozen=True, slots=True)
class Message:
    """One row of a thread. ``seq`` only grows within its thread; ``data`` belongs to the kind (ids and counts, never wording)."""

    id: MessageId
    thread_id: ThreadId
    seq: int
    role: Role
    parts: tuple[Part, ...] = ()
    kind: MessageKind | None = None
    status: MessageStatus = MessageStatus.SETTLED
    provider_id: ProviderId | None = None
    model: str | None = None
    run_id: RunId | None = None
    origin_id: MessageId | None = None
    rolled_back: bool = False
    created_at: float = 0.0
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_notice(self) -> bool:
        """Whether this only tells the person something. A notice never counts as content."""
        return self.role is Role.SYSTEM

    @property
    def is_content(self) -> bool:
        """Whether a provider has to know this message (docs/design.md section 5, *Content*)."""
        return (
            not self.is_notice
            and not self.rolled_back
            and self.status is not MessageStatus.STREAMING
            and any(not is_empty(part) for part in self.parts)
        )

    @property
    def text(self) -> str:
        """The text parts joined by blank lines."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, TextPart) and part.text)


def is_empty(part: Part) -> bool:
    """Tell whether a part holds nothing that anybody would miss."""
    match part:
        case TextPart(text) | ThinkingPart(text):
            return not text.strip()
        case PlanPart(entries):
            return not entries
        case _:
            return False


def close_part(part: Part) -> Part:
    """Close a part that nobody works on any more: a running call becomes *stopped*, an open question *expired*."""
    match part:
        case CommandPart(state=CallState.RUNNING) | ToolCallPart(state=CallState.RUNNING) | FileChangePart(state=CallState.RUNNING):
            return replace(part, state=CallState.STOPPED)
        case QuestionPart(answer=None):
            return replace(part, expired=True)
        case _:
            return part
