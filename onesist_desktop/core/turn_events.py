# SPDX-License-Identifier: MIT
"""What an answerer reports while it works on one prompt, in the order in which it happens.

A turn is: any number of events, then exactly one :class:`TurnEnded`. A part is announced by :class:`PartStarted`, may
grow or change, and its :class:`PartEnded` is the truth, the growth before it only a preview. Keys name a part within its turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Part


class OutcomeKind(StrEnum):
    """How a run ended. A person's stop is an outcome, not an error."""

    COMPLETED = "completed"
    STOPPED = "stopped"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended, and for a failure why. ``detail`` holds the provider's own words.

    ``resets_at``: when a limit that was reached ends, in seconds since the epoch; None where the provider doesn't tell.
    """

    kind: OutcomeKind
    reason: FailureReason | None = None
    detail: str = ""
    resets_at: float | None = None


COMPLETED = Outcome(OutcomeKind.COMPLETED)
STOPPED = Outcome(OutcomeKind.STOPPED)
CANCELLED = Outcome(OutcomeKind.CANCELLED, FailureReason.APP_CLOSED)


def failed(reason: FailureReason, detail: str = "", resets_at: float | None = None) -> Outcome:
    """Build the outcome of a failure."""
    return Outcome(OutcomeKind.FAILED, reason, detail, resets_at)


class Delivery(StrEnum):
    """What is known of a prompt when its turn ended.

    ``REFUSED``: it was certainly not read. ``UNCERTAIN``: nobody can tell. ``ACCEPTED``: :class:`PromptAccepted` came.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one run. Input excludes what was read from or written to a cache; output includes reasoning.

    ``occupied`` is what the *next* call will find in the window (the primary agent's last call), None if unknown.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    occupied: int | None = None
    context_window: int | None = None


@dataclass(frozen=True, slots=True)
class SessionReported:
    """The agent said which session, folder and model it works with."""

    native_session_id: str
    cwd: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class WorkspaceNoted:
    """Something about the folder that a person should know, once per session. ``code`` names it, ``details`` its kinds.

    Code ``project_settings_withheld``: the folder brings settings for the agent that don't count, because nobody trusted it.
    """

    code: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptAccepted:
    """The answerer proved that it took the prompt. ``proof`` names the event that proved it, for the log."""

    proof: str


@dataclass(frozen=True, slots=True)
class PartStarted:
    """A new part. Parts keep the order in which they started."""

    key: str
    part: Part


@dataclass(frozen=True, slots=True)
class PartGrew:
    """Text, thinking or command output got longer by ``text``."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class PartChanged:
    """A part that still runs is now ``part`` as a whole."""

    key: str
    part: Part


@dataclass(frozen=True, slots=True)
class PartEnded:
    """The part is finished and reads ``part``, whatever was streamed. Creates it if it was never started."""

    key: str
    part: Part


@dataclass(frozen=True, slots=True)
class PartWithdrawn:
    """The part was a preview of something that never came to be; it is taken out."""

    key: str


class AskKind(StrEnum):
    """What the agent waits for."""

    COMMAND = "command"
    EDIT = "edit"
    TOOL = "tool"
    PLAN = "plan"
    QUESTION = "question"


ALLOW = "allow"
ALLOW_SESSION = "allow_session"
DENY = "deny"
ANSWER = "answer"
"""The options that mean the same for every agent: this once, from now on in this session, no, and the answers to questions."""


@dataclass(frozen=True, slots=True)
class AskedChoice:
    """One thing that can be chosen as the answer to a question. Its label is what goes back."""

    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question of the agent. ``header`` is a word or two; ``takes_text``: something else may be written instead."""

    text: str
    header: str = ""
    choices: tuple[AskedChoice, ...] = ()
    is_multiple: bool = False
    takes_text: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """The agent waits for a person.

    Attributes:
        title: What is asked for, in the agent's words.
        detail: What would run or be changed: the command, the path, the plan, the arguments.
        options: Ids that :meth:`Turn.decide` takes: those above, and an agent's own.
        option_titles: The agent's words for options of its own, as pairs of id and words.
        kind: What it is about. A question has the options ``answer`` and ``deny``.
        cwd: Folder in which it would happen, where the agent tells.
        reason: Why the agent asks, in its own words; often empty.
        diff: The change that is asked for, as a unified diff; empty where the agent doesn't tell.
        questions: Of a question.
        takes_word: A word with the refusal reaches the model.
    """

    request_id: str
    title: str
    detail: str = ""
    tool: str = ""
    call_id: str = ""
    options: tuple[str, ...] = (ALLOW, DENY)
    option_titles: tuple[tuple[str, str], ...] = ()
    kind: AskKind = AskKind.TOOL
    cwd: str = ""
    reason: str = ""
    diff: str = ""
    questions: tuple[AskedQuestion, ...] = ()
    takes_word: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalClosed:
    """Nobody needs to answer that any more. ``answer`` is the option chosen, None if it was withdrawn.

    ``word`` is what was said with a refusal, ``answers`` what was answered to each question.
    """

    request_id: str
    answer: str | None = None
    word: str = ""
    answers: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SteerTaken:
    """The agent took a message into its running turn; what it says from here on answers that too.

    ``reply_held``: its own session holds what it said until then. Some drop what was half said.
    """

    message_id: MessageId
    reply_held: bool = True


@dataclass(frozen=True, slots=True)
class UsageReported:
    """Newest numbers of this turn; later ones replace earlier ones."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Retrying:
    """The provider failed and will be asked again by itself."""

    attempt: int
    max_attempts: int
    reason: FailureReason
    delay_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Last event of every turn.

    Attributes:
        delivery: What is known of the prompt.
        reply_held: Whether the agent's own session holds the answer as we show it (a stopped partial answer may be lost to it).
            After a ``SteerTaken`` it is about what was said since.
        anchor: The agent's own name of the point after this turn, to truncate or fork there later.
        session_alive: False when the native session can't be used any more.
    """

    outcome: Outcome
    delivery: Delivery = Delivery.ACCEPTED
    reply_held: bool = True
    anchor: str | None = None
    session_alive: bool = True


TurnEvent = (
    SessionReported
    | WorkspaceNoted
    | PromptAccepted
    | PartStarted
    | PartGrew
    | PartChanged
    | PartEnded
    | PartWithdrawn
    | ApprovalAsked
    | ApprovalClosed
    | SteerTaken
    | UsageReported
    | Retrying
    | TurnEnded
)
