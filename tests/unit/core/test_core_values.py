# SPDX-License-Identifier: MIT
"""The small values of the contracts: failures, outcomes, prompts."""

from __future__ import annotations

import pytest

from onesist_desktop.core import errors, turn_events
from onesist_desktop.core.answerer import Capabilities, PermissionMode, Prompt, RunOptions
from onesist_desktop.core.errors import (
    AnswererError,
    AttachmentError,
    AttachmentFault,
    FailureReason,
    InvalidInputError,
    OnesistError,
    StorageError,
)
from onesist_desktop.core.ids import MessageId, ProviderId


def test_answerer_error_tells_reason_and_words() -> None:
    error = AnswererError(FailureReason.NOT_SIGNED_IN, "run login first")
    assert (error.reason, error.detail) == (FailureReason.NOT_SIGNED_IN, "run login first")
    assert str(error) == "not_signed_in: run login first"
    assert str(AnswererError(FailureReason.CRASHED)) == "crashed"


def test_every_failure_is_one_of_ours() -> None:
    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, Exception)]
    assert len(kinds) >= 11
    assert all(issubclass(kind, OnesistError) for kind in kinds)
    assert issubclass(errors.DiskFullError, StorageError)
    with pytest.raises(OnesistError):
        raise errors.StaleSessionError("row r1 is retired")


def test_outcomes() -> None:
    outcome = turn_events.failed(FailureReason.OVERLOADED, "later")
    assert outcome == turn_events.Outcome(turn_events.OutcomeKind.FAILED, FailureReason.OVERLOADED, "later")
    assert turn_events.COMPLETED.kind == "completed"
    assert turn_events.STOPPED.reason is None
    assert turn_events.CANCELLED.reason is FailureReason.APP_CLOSED
    assert turn_events.TurnEnded(outcome).delivery is turn_events.Delivery.ACCEPTED


def test_prompt_puts_context_before_the_persons_text() -> None:
    assert Prompt(MessageId("m"), "hello").full_text == "hello"
    assert Prompt(MessageId("m"), "hello", context="## New message").full_text == "## New message\n\nhello"


def test_defaults_are_the_careful_ones() -> None:
    assert RunOptions(ProviderId("p")).mode is PermissionMode.ASK
    assert Capabilities(is_agent=True).modes == frozenset({PermissionMode.ASK})


def test_a_refused_attachment_names_its_fault_for_the_window() -> None:
    error = AttachmentError(AttachmentFault.TOO_LARGE, "film.mp4", "film.mp4 is larger than 32 MB.")
    assert isinstance(error, InvalidInputError)
    assert (error.fault, error.name, str(error)) == ("too_large", "film.mp4", "film.mp4 is larger than 32 MB.")
