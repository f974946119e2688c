# SPDX-License-Identifier: MIT
"""Notices in words."""

from __future__ import annotations

import pytest

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.transcript.notices import app_notice_text, error_words, failure_words, receipt_words
from tests.ui.fakes import CLAUDE, CODEX, error_notice, receipt


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"receipt": "joined"}, "Claude Code joined · 6 messages handed over, 2 left out"),
        ({"receipt": "joined", "included": 1, "omitted": 0}, "Claude Code joined · 1 message handed over"),
        ({"receipt": "back", "included": 2, "omitted": 0}, "Claude Code is back · 2 messages handed over"),
        ({"receipt": "nothing_fitted", "included": 0, "omitted": 8}, "Nothing fitted for Claude Code · the history is still owed"),
        ({"receipt": "afresh", "included": 3, "omitted": 0}, "Claude Code started afresh · 3 messages handed over"),
        ({"withdrawn": True}, "Claude Code joined · withdrawn, as the request failed; it will be told again"),
        (
            {"receipt": "from-the-future", "included": 1, "omitted": 0},
            "Claude Code was told what happened before · 1 message handed over",
        ),
        ({"included": "6", "omitted": None}, "Claude Code joined · nothing to hand over"),
    ],
)
def test_receipts(book: ProviderBook, data: dict[str, object], sentence: str) -> None:
    assert receipt_words(receipt("t", 1, **data).data, book.title).sentence == sentence


@pytest.mark.parametrize("reason", list(FailureReason))
def test_every_failure_says_what_happened_what_is_safe_and_what_to_do(book: ProviderBook, reason: FailureReason) -> None:
    words = error_words(error_notice("t", 1, reason=reason.value).data, book.title)
    assert "Codex" in words.what
    is_mode = reason is FailureReason.MODE_UNSUPPORTED
    assert words.safe == f"Your message is kept. Nothing was {'sent' if is_mode else 'handed over'}."
    assert words.todo.endswith(".")
    assert not {"%1", "%2"} & {*words.what.split(), *words.todo.split()}


def test_a_stop_is_a_quiet_line(book: ProviderBook) -> None:
    words = error_words({"outcome": "stopped", "provider_id": CLAUDE}, book.title)
    assert words.is_quiet
    assert words.what == "You stopped Claude Code"


def test_an_unknown_reason_and_provider_still_get_words(book: ProviderBook) -> None:
    words = error_words({"reason": "??", "provider_id": "gone", "outcome": "failed", "delivery": "uncertain"}, book.title)
    assert words.what == "gone reported a fault of its own"
    assert "Nobody can tell" in words.safe


def test_values_are_filled_in_once() -> None:
    assert fill("%1 and %2", "%2", "x") == "%2 and x"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("log_not_written", "The log can't be written: no room. Everything else works."),
        ("project_not_opened", "The project can't be opened: no room. Nothing was changed. Choose another folder."),
    ],
)
def test_notices_of_the_start(code: str, sentence: str) -> None:
    assert app_notice_text(code, "no room") == sentence


def test_a_part_of_a_newer_version_is_no_failure() -> None:
    words = failure_words("unreadable", "Claude Code", "video")
    assert words.what == "This part was written by a newer Onesist and can't be shown. It is kept."
    assert (words.detail, words.todo, words.is_quiet) == ("video", "", True)


def test_an_unknown_app_notice_says_its_detail() -> None:
    assert app_notice_text("new_code", "the moon fell") == "Onesist reports: the moon fell"
    assert CODEX
