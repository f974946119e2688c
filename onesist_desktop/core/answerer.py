# SPDX-License-Identifier: MIT
"""The contract between the app and whoever answers: model providers and agents implement the same protocols.

An answerer knows nothing of threads, storage, MCP or memory: services build the :class:`SessionSpec`, with everything a
session needs, and read the stream of turn events.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Part, Role
from onesist_desktop.core.turn_events import TurnEvent


class PermissionMode(StrEnum):
    """What an agent may do without asking, per thread."""

    ASK = "ask"
    ACCEPT_EDITS = "accept_edits"
    PLAN = "plan"
    FULL_ACCESS = "full_access"


class Arrival(StrEnum):
    """Whether a prompt reached the agent's own session, looked at afterwards."""

    ARRIVED = "arrived"
    NOT_ARRIVED = "not_arrived"
    UNKNOWN = "unknown"


class ForkAbility(StrEnum):
    """Where an agent can fork a session of its own."""

    NONE = "none"
    AT_END = "at_end"
    AT_MESSAGE = "at_message"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an answerer can do. What it can't has a fallback, declared in ``core.abilities``; nobody asks for a provider by name.

    Attributes:
        is_agent: Has sessions of its own; else it is stateless and gets the history each time.
        takes_mcp: Can be given the history server, so that a handoff may promise ``onesist_thread_read``.
        can_verify: :meth:`Answerer.verify` answers with more than UNKNOWN.
        can_read_back: :meth:`Answerer.read_back` returns what an interrupted turn wrote.
        can_truncate: A session can be opened cut back to an anchor (``SessionSpec.truncate_to``).
        can_change_model: A session can go on with another model.
        can_resume: A session can be gone on with after its process has ended.
        fork: Whether ``SessionSpec.fork`` works, and where.
        can_steer: :meth:`Turn.steer` can hand a message to a running turn.
        stops_commands: Its own stop ends a running command with all that this started. Else we end these processes.
        lists_models: :meth:`Answerer.list_models` tells its models.
        tells_windows: It tells the context windows of its models, in the list or with a turn.
        tells_occupancy: Its turns report ``Usage.occupied``.
        shows_commands: Commands come with their whole output and their exit code.
        tells_retries: A provider that failed and is asked again is told with ``Retrying``.
        asks_approvals: It asks before it does what its mode doesn't allow.
        asks_questions: It can ask the person something, with choices.
        shows_plan: It reports a plan as a part.
        takes_images: Pictures reach the model as pictures.
        shows_thinking: Reasoning comes apart from the answer.
        takes_effort: ``SessionSpec.effort`` counts.
        acceptance_proof: The event that proves that a prompt was taken, for the documentation; empty where there is none.
        modes: Permission modes that it enforces.
    """

    is_agent: bool
    takes_mcp: bool = False
    can_verify: bool = False
    can_read_back: bool = False
    can_truncate: bool = False
    can_change_model: bool = False
    can_resume: bool = False
    fork: ForkAbility = ForkAbility.NONE
    can_steer: bool = False
    stops_commands: bool = False
    lists_models: bool = False
    tells_windows: bool = False
    tells_occupancy: bool = False
    shows_commands: bool = False
    tells_retries: bool = False
    asks_approvals: bool = False
    asks_questions: bool = False
    shows_plan: bool = False
    takes_images: bool = False
    shows_thinking: bool = False
    takes_effort: bool = False
    acceptance_proof: str = ""
    modes: frozenset[PermissionMode] = frozenset({PermissionMode.ASK})


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a provider offers.

    Attributes:
        context_window: In tokens, None where the provider doesn't tell.
        efforts: The provider's own words for how much the model may think, least first; empty where that can't be chosen.
        default_effort: Which of them counts when none is chosen; empty where the provider doesn't tell.
    """

    id: str
    title: str = ""
    context_window: int | None = None
    efforts: tuple[str, ...] = ()
    default_effort: str = ""


@dataclass(frozen=True, slots=True)
class HistoryServer:
    """How an agent starts our read-only MCP server. ``env`` carries the token; it is never in ``argv``."""

    name: str
    argv: tuple[str, ...]
    env: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """Where a new session branches off: an agent's session, and the anchor of one of its turns; None for its end."""

    native_session_id: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class SessionSpec:
    """Everything that opening a session needs, fixed for one run.

    Attributes:
        session_key: Our session row. An answerer keeps at most one process per key.
        native_session_id: The agent's session to resume, or None for a new one.
        new_session_id: A fresh UUID that an agent which lets us choose the id of a new session must use.
        truncate_to: Anchor to cut the resumed session back to, or None.
        cwd: Real path of the workspace. The agent must work exactly there.
        index_text: The workspace index, constant through a session, possibly empty.
        effort: One of the model's own words for how much to think (``ModelInfo.efforts``); None for its default.
        fork: Where the new session branches off, only together with no ``native_session_id``. The source stays as it is.
            Only for agents whose ``Capabilities.fork`` allows it; SESSION_LOST when there is no such session or point.
    """

    thread_id: ThreadId
    session_key: SessionRowId
    cwd: str
    native_session_id: str | None = None
    new_session_id: str = ""
    truncate_to: str | None = None
    mode: PermissionMode = PermissionMode.ASK
    model: str | None = None
    history_server: HistoryServer | None = None
    index_text: str = ""
    effort: str | None = None
    fork: ForkPoint | None = None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An earlier message as a stateless provider gets it. Roles are user and assistant, in order, never empty.

    ``attachments`` are those of a user's message, for the pictures among them; the text names them already.
    """

    role: Role
    text: str
    attachments: tuple[AttachmentPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request.

    Attributes:
        message_id: Id of the user's message. A UUID, so that agents can use it as their own id of the prompt.
        text: What the person wrote.
        context: Handoff block that goes before it, ending in the new message's own heading; empty for none.
        history: Earlier messages, for stateless providers only.
    """

    message_id: MessageId
    text: str
    context: str = ""
    attachments: tuple[AttachmentPart, ...] = ()
    history: tuple[HistoryEntry, ...] = ()

    @property
    def full_text(self) -> str:
        """The context and the person's text as one string."""
        return f"{self.context}\n\n{self.text}" if self.context else self.text


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What an agent's own session holds of a turn that was cut off.

    Attributes:
        parts: The answer's parts, in order. ``is_whole`` tells whether the agent had finished it.
        anchor: The agent's own name of the point after it.
    """

    parts: tuple[Part, ...]
    is_whole: bool = False
    anchor: str | None = None


Answers = Sequence[Sequence[str]]
"""For each question, in order, the labels that were chosen or the text that was written; an empty one was left open."""


class Turn(Protocol):
    """One prompt on its way. Iterate it exactly once; the prompt is sent when the iteration starts."""

    def __aiter__(self) -> AsyncIterator[TurnEvent]:
        """Yield the turn's events; the last is TurnEnded. Never raises for what a provider did wrong."""
        ...

    async def stop(self) -> None:
        """Ask for the end of the turn, and end every process that its commands started. The stream still ends with TurnEnded."""
        ...

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Answer an ApprovalAsked with one of its options. Unknown or closed requests and unknown options are ignored.

        Args:
            request_id: Which request.
            option: One of ``ApprovalAsked.options``.
            word: What the person says with a refusal, for the model to read; only where ``ApprovalAsked.takes_word``.
            answers: With the option ``answer``, what was chosen or written for each of ``ApprovalAsked.questions``, in order.
        """
        ...

    async def steer(self, prompt: Prompt) -> bool:
        """Hand a message to the running turn. False when it can't be taken now; then nothing was sent.

        True is no proof: ``SteerTaken`` with the message's id is. A turn that ends without it did not take the message.
        """
        ...


class Session(Protocol):
    """An open session, ready for a prompt."""

    @property
    def native_session_id(self) -> str | None:
        """The agent's own id of it; None for a stateless provider."""
        ...

    def start_turn(self, prompt: Prompt) -> Turn:
        """Prepare a turn. Nothing is sent until it is iterated."""
        ...


@dataclass(frozen=True, slots=True)
class SetupHelp:
    """How to get an agent program. Commands are for the person to run in a terminal; we never run them.

    Attributes:
        install: Command that installs it, empty where a page has to explain it.
        sign_in: Command that signs in, empty where none does.
        site: https address of its maker's page about both.
    """

    install: str = ""
    sign_in: str = ""
    site: str = ""


@dataclass(frozen=True, slots=True)
class AnswererInfo:
    """How an answerer is presented. ``family`` is a key of ``provider_shape`` in the theme tokens."""

    id: ProviderId
    title: str
    family: str
    setup: SetupHelp = SetupHelp()


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether an answerer can be used now. Advice only: it never blocks sending.

    Attributes:
        reason: A FailureReason value when not ready.
        detail: Where we looked, or what the program said.
        program: Path of the program that was found.
        is_signed_in: None where that can't be told without a model call.
    """

    is_ready: bool
    reason: str = ""
    detail: str = ""
    version: str = ""
    program: str = ""
    is_signed_in: bool | None = None


class Answerer(Protocol):
    """Someone who answers."""

    @property
    def info(self) -> AnswererInfo:
        """Id, name and family."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        ...

    async def check(self) -> Readiness:
        """Find out whether it is installed and set up, without a model call."""
        ...

    async def list_models(self) -> Sequence[ModelInfo]:
        """List its models; empty where it can't tell. Raises AnswererError."""
        ...

    async def open_session(self, spec: SessionSpec) -> Session:
        """Start or resume a session, or hand out the one that runs under ``spec.session_key``. Raises AnswererError."""
        ...

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """Look whether that prompt is in the agent's session. Starts no model call."""
        ...

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """Return what the agent's session holds as the answer to that prompt; None where it can't tell."""
        ...

    async def release(self, session_key: SessionRowId) -> None:
        """End the process that serves that session row, if one runs. Never raises."""
        ...

    async def close(self) -> None:
        """End everything it runs, within its own limits."""
        ...


@dataclass(frozen=True, slots=True)
class ManualContext:
    """What the person changed of what a send hands over.

    Attributes:
        left_out: Items that stay out, each as the seq of its message and its place among that message's items, from 0.
        note: What the person adds for the provider to read, before the items.
    """

    left_out: tuple[tuple[int, int], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the person chose for one send. ``manual`` counts for that send only."""

    provider_id: ProviderId
    model: str | None = None
    mode: PermissionMode = PermissionMode.ASK
    attachments: tuple[AttachmentPart, ...] = field(default=())
    effort: str | None = None
    manual: ManualContext | None = None


class KeySource(Protocol):
    """Where answerers get keys from. Implemented by ``secrets``."""

    async def get(self, provider_id: ProviderId) -> str | None:
        """Return the key, or None when there is none. Raises KeyringError."""
        ...
