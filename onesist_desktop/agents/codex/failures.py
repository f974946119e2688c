# SPDX-License-Identifier: MIT
"""What Codex's own words for a failure mean to a person."""

from __future__ import annotations

from typing import Any

from onesist_desktop.agents.json_reading import Json, as_count, as_dict, as_text
from onesist_desktop.core.errors import AnswererError, FailureReason

_BY_WORD = {
    "contextWindowExceeded": FailureReason.TOO_LONG,
    "sessionBudgetExceeded": FailureReason.LIMIT_REACHED,
    "usageLimitExceeded": FailureReason.LIMIT_REACHED,
    "rateLimitExceeded": FailureReason.RATE_LIMITED,
    "serverOverloaded": FailureReason.OVERLOADED,
    "policyCapacityUnavailable": FailureReason.OVERLOADED,
    "flexUnavailable": FailureReason.OVERLOADED,
    "modelNotFound": FailureReason.MODEL_UNKNOWN,
    "internalServerError": FailureReason.PROVIDER_ERROR,
    "unauthorized": FailureReason.NOT_SIGNED_IN,
    "badRequest": FailureReason.BAD_REQUEST,
}
_BY_STATUS = {
    400: FailureReason.BAD_REQUEST,
    401: FailureReason.NOT_SIGNED_IN,
    403: FailureReason.NOT_SIGNED_IN,
    404: FailureReason.MODEL_UNKNOWN,
    413: FailureReason.TOO_LONG,
    429: FailureReason.RATE_LIMITED,
    503: FailureReason.OVERLOADED,
    529: FailureReason.OVERLOADED,
}
_LOST_CONNECTION = frozenset({"httpConnectionFailed", "responseStreamConnectionFailed", "responseStreamDisconnected"})
_BY_TEXT = (
    ("stream disconnected", FailureReason.CONNECTION_LOST),
    ("missing environment variable", FailureReason.NOT_SIGNED_IN),
    ("invalid_request_error", FailureReason.BAD_REQUEST),
)
_SESSION_LOST = (
    "no rollout found",
    "thread not found",
    "invalid session id",
    "turn not found",
    "is archived",
    "is empty",
    "in-progress turn",
    "modelprovidernotconfigured",
)
_IN_USE = "already has an active writer"
_MCP_FAILED = "mcp servers failed to initialize"


def classify(error: Json) -> FailureReason:
    """Decide what a ``TurnError`` means."""
    info = error.get("codexErrorInfo")
    words = as_text(error.get("message"))
    if isinstance(info, str) and info in _BY_WORD:
        return _BY_WORD[info]
    status = status_of(info)
    if status is not None:
        return _BY_STATUS.get(status, FailureReason.PROVIDER_ERROR)
    lowered = words.lower()
    for told, reason in _BY_TEXT:
        if told in lowered:
            return reason
    if _LOST_CONNECTION & as_dict(info).keys():
        return FailureReason.CONNECTION_LOST
    return FailureReason.PROVIDER_ERROR


def status_of(info: Any) -> int | None:
    """Return the HTTP status that a failure carries, None where there was no answer or it isn't told."""
    for details in as_dict(info).values():
        if status := as_count(as_dict(details).get("httpStatusCode")):
            return status
    return None


def is_history_server_failure(words: str, name: str) -> bool:
    """Tell whether a session could not be opened because the MCP server of that name didn't start."""
    lowered = words.lower()
    return _MCP_FAILED in lowered and f"{name.lower()}:" in lowered.split(_MCP_FAILED, 1)[1]


def not_opened(words: str) -> AnswererError:
    """Build the failure of a call that starts, resumes, forks or cuts back a session."""
    lowered = words.lower()
    if _IN_USE in lowered:
        # Not lost: it is open in another Codex, and can be gone on with once that has ended.
        return AnswererError(FailureReason.INTERNAL, words)
    if any(told in lowered for told in _SESSION_LOST):
        return AnswererError(FailureReason.SESSION_LOST, words)
    if "model" in lowered and "not found" in lowered:
        return AnswererError(FailureReason.MODEL_UNKNOWN, words)
    return AnswererError(FailureReason.PROTOCOL, words)
