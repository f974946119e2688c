# SPDX-License-Identifier: MIT
"""The words of the bookkeeping: states that rows of the database go through (docs/design.md sections 4 and 5)."""

from __future__ import annotations

from enum import StrEnum


class RunStatus(StrEnum):
    """How far a run got. ``FINISHED`` runs have an outcome."""

    PREPARING = "preparing"
    SENDING = "sending"
    STREAMING = "streaming"
    FINISHED = "finished"


class SessionState(StrEnum):
    """Life of a session row: *opening* until its first prompt is accepted, then at most one *active* per thread and provider."""

    OPENING = "opening"
    ACTIVE = "active"
    RETIRED = "retired"


class RetireReason(StrEnum):
    """Why a session row is not used any more."""

    NEVER_ACCEPTED = "never_accepted"
    UNCERTAIN = "uncertain"
    FAILED_WITHOUT_OUTPUT = "failed_without_output"
    SESSION_LOST = "session_lost"
    INTERRUPTED = "interrupted"
    CWD_CHANGED = "cwd_changed"
    MODEL_CHANGED = "model_changed"
    REPLACED = "replaced"
    START_CLEAN = "start_clean"
    REWOUND = "rewound"
    MANY_RUNS = "many_runs"
    MANY_DELTAS = "many_deltas"
    NARROW_DELTA = "narrow_delta"


class HandoffDelivery(StrEnum):
    """Where a handoff text is. It only moves forward."""

    PENDING = "pending"
    DELIVERED = "delivered"
    REFUSED = "refused"
    UNCERTAIN = "uncertain"
    SUPERSEDED = "superseded"


class Strategy(StrEnum):
    """How a handoff text was made."""

    DELTA = "delta_since_target_last_seen"
    FULL = "full_thread_summary"
    CHECKPOINT = "checkpoint_summary"
    MANUAL = "manual_context"


class TransferKind(StrEnum):
    """What moved context."""

    SWITCH = "switch"
    FORK = "fork"
    MERGE = "merge"
    ROTATION = "rotation"
    DOCUMENT = "document"
    WORKSPACE = "workspace"


class Resolution(StrEnum):
    """How it moved: by the agent's own means, as text, or not at all."""

    NATIVE = "native"
    PORTABLE = "portable"
    UNSUPPORTED = "unsupported"


class ReceiptKind(StrEnum):
    """What a receipt in the transcript tells: joined, is back, started afresh, nothing fitted, the history was sliced, or the
    agent forked a session of its own.
    """

    JOINED = "joined"
    BACK = "back"
    AFRESH = "afresh"
    NOTHING_FITTED = "nothing_fitted"
    SLICED = "sliced"
    FORKED = "forked"


class RewindState(StrEnum):
    """Where a rewind is: *open* until the next send settles it, unless the person took it back before."""

    OPEN = "open"
    UNDONE = "undone"
    SETTLED = "settled"
