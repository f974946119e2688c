# SPDX-License-Identifier: MIT
"""The words that rows of the database hold: they may grow, but a word that was stored once keeps its meaning."""

from __future__ import annotations

from enum import StrEnum

from onesist_desktop.core import records


def test_words_are_unique_plain_and_read_back() -> None:
    found = [each for each in vars(records).values() if isinstance(each, type) and issubclass(each, StrEnum)]
    kinds = [each for each in found if each is not StrEnum]
    assert kinds
    for kind in kinds:
        assert len({str(word) for word in kind}) == len(kind.__members__)
        assert all(kind(str(word)) is word for word in kind)
        assert all(str(word).replace("_", "").isalpha() for word in kind)


def test_strategies_are_those_of_the_design() -> None:
    assert [str(strategy) for strategy in records.Strategy] == [
        "delta_since_target_last_seen",
        "full_thread_summary",
        "checkpoint_summary",
        "manual_context",
    ]
